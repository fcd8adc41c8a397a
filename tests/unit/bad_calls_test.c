/* bad_calls_test.c - calls of the library with something missing.
 *
 * bad_calls.py makes them from the header, so that a new function is tried as well.
 * Each runs in a process of its own: it may change what it is given, and must not
 * crash. A call that has a context and fails leaves a sentence there.
 */
#include "context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_SENTENCE = 3, LONGEST_WAIT = 600 };

static cq_problem *problem;
static cq_answer *answer;
static cq_board *board;
static const cq_solution *solution;
static const cq_certificate *certificate;
static cq_list *list;
static cq_explanation *explanation;
static cq_trace *trace;
static cq_sweep_order *order;
static cq_sequence *sequence;
static cq_made *made;
static cq_solve_plan *plan;
static FILE *stream;
static cq_options options = CQ_OPTIONS(.work = 50);
static cq_drawing drawing = CQ_DRAWING_INIT;
static cq_list_options listing = CQ_LIST_INIT;
static cq_family family = CQ_FAMILY_INIT;
static cq_recipe recipe = CQ_RECIPE_INIT;
static cq_ensemble ensemble = CQ_ENSEMBLE_INIT;
static cq_census_options census = CQ_CENSUS_INIT;
static cq_plot plot = CQ_PLOT_INIT;
static cq_question question = CQ_QUESTION(.board = "4x4");
static cq_square squares[] = {{0, 0, '#'}, {0, 1, '#'}};
static cq_piece_info piece = {"P", squares, 2, 0, CQ_ANY_COPIES, true, true};
static cq_item_info item = {"item", false, 1, 1};
static cq_entry_info entry;
static cq_tour_move move = {1, 2, true, false};
static const char *names[] = {"a", "b"};
static const cq_answer *answers[1];
static max_align_t store[64];
static void *const room = store; /* of any result, and zero if it is read */

static void on_note(void *user, const char *sentence)
{
    (void)user;
    (void)sentence;
}

static void on_term(void *user, uint64_t n, const char *value)
{
    (void)user;
    (void)n;
    (void)value;
}

/* Its thread is one of the process that makes the call. */
static cq_feed *open_feed(void)
{
    cq_feed *feed = NULL;

    if (cq_feed_open(cq_context_new(), problem, CQ_GOAL_ALL, NULL, &feed) != CQ_OK)
        abort();
    return feed;
}

static void judge(cq_status status, bool told)
{
    if (told && status != CQ_OK && !*cq_error_text(ctx))
        _exit(NO_SENTENCE);
}

#include "bad_calls.inc"

static void make_all(void)
{
    must(cq_problem_parse_board(ctx, "4x4", &problem));
    must(cq_board_parse(ctx, "4x4", &board));
    must(cq_solve(ctx, problem, CQ_GOAL_FIND, NULL, &answer));
    solution = cq_answer_solution(answer, 0);
    answers[0] = answer;
    stream = tmpfile();
    assert_non_null(stream);
    must(cq_list_open(ctx, problem, &listing, stream, &list));
    must(cq_explain(ctx, problem, answer, &explanation));
    must(cq_trace_new(ctx, problem, false, &trace));
    must(cq_sweep_order_find(ctx, problem, NULL, &order));
    must(cq_solve_plan_new(ctx, problem, CQ_GOAL_FIND, NULL, &plan));
    family.board = "2xN";
    must(cq_sequence_count(ctx, &family, 1, 8, NULL, NULL, NULL, &sequence));
    recipe.kind = CQ_MAKE_SUDOKU;
    recipe.rows = recipe.cols = 2;
    must(cq_make(ctx, &recipe, &made));
    ensemble.vertices = 12;
    ensemble.degree = 4;
    ensemble.graphs = 1;
}

static void free_all(void)
{
    cq_made_free(made);
    cq_sequence_free(sequence);
    cq_solve_plan_free(plan);
    cq_sweep_order_free(order);
    cq_trace_free(trace);
    cq_explanation_free(explanation);
    cq_list_free(list);
    fclose(stream);
    cq_answer_free(answer);
    cq_board_free(board);
    cq_problem_free(problem);
}

/* NULL if the call did what it should, else what happened. */
static const char *try(size_t number)
{
    int status = 0;
    pid_t child;

    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (!child) {
        alarm(LONGEST_WAIT);
        call(number);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_SENTENCE)
        return "failed without a sentence";
    return status ? "crashed" : NULL;
}

static void nothing_crashes_that_lacks_something(void **state)
{
    size_t failed = 0, count = sizeof names_of_calls / sizeof *names_of_calls;

    (void)state;
    make_all();
    assert_true(count > 500);
    for (size_t i = 0; i < count; i++) {
        const char *what = try(i);

        if (what)
            print_error("%s: %s\n", names_of_calls[i], what);
        failed += what != NULL;
    }
    free_all();
    assert_int_equal(failed, 0);
}

/* A time beyond any clock is as good as none. */
static void a_feed_is_waited_for_without_end(void **state)
{
    cq_feed *feed = NULL;
    cq_feed_block block = {0};
    size_t found = 0;

    (void)state;
    must(cq_problem_parse_board(ctx, "4x4", &problem));
    must(cq_feed_open(ctx, problem, CQ_GOAL_ALL, NULL, &feed));
    while (!block.over) {
        assert_int_equal(cq_feed_next(feed, INFINITY, &block), CQ_OK);
        found += block.count;
    }
    assert_int_equal(found, 36); /* A004003 */
    cq_feed_free(feed);
    cq_problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_crashes_that_lacks_something,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(a_feed_is_waited_for_without_end, open_context,
                                        close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
