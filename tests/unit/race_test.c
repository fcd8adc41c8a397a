/* race_test.c - engines side by side: the same answer from the same engine for any
 * number of threads, limits that hold, and nothing left over. */
#include "problems.h"

#include "answer/answer.h"
#include "solve/effort.h"
#include "solve/solve.h"

#include <errno.h>
#include <pthread.h>

/* The linker puts this in place of pthread_create (--wrap). All tests are run twice,
 * the second time as in a browser: without a thread. */
typedef void *thread_fn(void *);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how, thread_fn *run,
                          void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, thread_fn *run,
                          void *argument);
static bool threads_are_denied;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, thread_fn *run,
                          void *argument)
{
    return threads_are_denied ? EAGAIN
                              : __real_pthread_create(thread, how, run, argument);
}

/* A ring of eight squares, and small pieces to fill what it leaves: a search would list
 * some 10^13 tilings, a sweep passes over 49 squares. */
static const char ring[] = "board\n#######\n#######\n#######\n#######\n#######\n"
                           "#######\n#######\n\npiece R copies=any\n###\n#.#\n###\n\n"
                           "piece M copies=any\n#\n\npiece D copies=any\n##\n";

/* The generalised Petersen graph GP(n, 2), which has no closed tour if n is 5 modulo 6
 * (B. Alspach, The classification of Hamiltonian generalized Petersen graphs, 1983). */
static cq_problem *petersen(unsigned n)
{
    char text[8192];
    size_t used = 0;

    for (unsigned i = 0; i < n; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "o%u o%u\no%u i%u\ni%u i%u\n", i, (i + 1) % n, i, i, i,
                                 (i + 2) % n);
    return graph_of(text, true);
}

/* Every item in few options, most of which go together: n items in a row, any two or
 * three next to one another. */
static cq_problem *row_of(unsigned n)
{
    char text[16384];
    size_t used = 0;

    for (unsigned i = 0; i < n; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "x%u%c", i,
                                 i + 1 < n ? ' ' : '\n');
    for (unsigned i = 0; i + 1 < n; i++) {
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "x%u x%u\n", i, i + 1);
        if (i + 2 < n)
            used += (size_t)snprintf(text + used, sizeof text - used, "x%u x%u x%u\n",
                                     i, i + 1, i + 2);
    }
    return cover_of(text);
}

/* Also before any racer has said how far it is. */
static bool has_unit(void *user, const cq_progress *progress)
{
    (void)user;
    assert_non_null(progress->unit);
    return true;
}

static cq_answer *ask_engine(const cq_problem *problem, cq_goal goal, unsigned threads,
                             const char *engine)
{
    cq_options options =
        CQ_OPTIONS(.engine = engine, .threads = threads, .on_progress = has_unit);
    cq_answer *answer = NULL;

    must(cq_solve(ctx, problem, goal, &options, &answer));
    return answer;
}

static cq_answer *ask(const cq_problem *problem, cq_goal goal, unsigned threads)
{
    return ask_engine(problem, goal, threads, NULL);
}

static void a_sweep_wins_where_a_search_would_never_end(void **state)
{
    cq_problem *problem = puzzle_of(ring);

    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++) {
        cq_answer *answer = ask(problem, CQ_GOAL_COUNT, threads);

        assert_string_equal(cq_answer_count(answer), "12366682984466");
        assert_string_equal(cq_answer_engine(answer), "frontier");
        cq_answer_free(answer);
    }
    cq_problem_free(problem);
}

static void a_search_wins_where_it_is_quick(void **state)
{
    cq_problem *problem = tiling_of("6x10", "pentominoes");

    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++) {
        cq_answer *answer = ask(problem, CQ_GOAL_FIND, threads);

        assert_int_equal(cq_answer_verdict(answer), CQ_YES);
        assert_int_equal(cq_answer_solutions(answer), 1);
        assert_string_equal(cq_answer_engine(answer), "polyomino");
        cq_answer_free(answer);
    }
    cq_problem_free(problem);
}

static void a_sweep_proves_that_a_narrow_graph_has_no_tour(void **state)
{
    cq_goal goals[] = {CQ_GOAL_FIND, CQ_GOAL_WHY, CQ_GOAL_ALL, CQ_GOAL_COUNT};
    cq_problem *problem = petersen(101);

    (void)state;
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        cq_answer *answer = ask(problem, goals[i], 1);

        assert_int_equal(cq_answer_verdict(answer), CQ_NO);
        assert_string_equal(cq_answer_engine(answer), "plugs");
        assert_non_null(cq_answer_reason(answer));
        cq_answer_free(answer);
    }
    cq_problem_free(problem);
}

/* The search comes first and is wrong: it is left alone after some thousand units of
 * work. */
static void a_wrong_guess_costs_little(void **state)
{
    cq_problem *problem = petersen(101);
    cq_options options = CQ_OPTIONS_INIT;
    cq_answer *answer = NULL;

    (void)state;
    options.work = 25000;
    must(cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &answer));
    assert_int_equal(cq_answer_stop(answer), CQ_FINISHED);
    assert_int_equal(cq_answer_verdict(answer), CQ_NO);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

static void a_race_that_lists_lists_all(void **state)
{
    cq_problem *problem = row_of(24);
    cq_answer *all = ask(problem, CQ_GOAL_ALL, 1), *more = ask(problem, CQ_GOAL_ALL, 2),
              *count = ask(problem, CQ_GOAL_COUNT, 2);

    (void)state;
    assert_int_equal(cq_answer_found(all), 351); /* Padovan: a(n) = a(n-2) + a(n-3) */
    assert_int_equal(cq_answer_found(more), 351);
    assert_string_equal(cq_answer_count(count), "351");
    cq_answer_free(all);
    cq_answer_free(more);
    cq_answer_free(count);
    cq_problem_free(problem);
}

/* What other threads search after a solution is not counted. */
static void same_answers(const cq_answer *one, const cq_answer *other)
{
    const cq_solution *a = &one->solutions.at[0], *b = &other->solutions.at[0];

    assert_string_equal(cq_answer_engine(other), cq_answer_engine(one));
    assert_int_equal(other->counters.count, one->counters.count);
    for (size_t k = 0; k < one->counters.count; k++)
        assert_int_equal(other->counters.at[k].value, one->counters.at[k].value);
    assert_int_equal(b->members.count, a->members.count);
    assert_memory_equal(b->members.at, a->members.at,
                        a->members.count * sizeof *a->members.at);
}

static void threads_change_neither_solution_nor_counters(void **state)
{
    static const char *const engines[] = {NULL, "restart"};
    cq_problem *problems[] = {tiling_of("7x9-a1", "L4*,I3*"), tiling_of("10x10", "Y5*"),
                              tiling_of("8x8-a1,a8,h1,h8", "pentominoes"),
                              tiling_of("3x20", "pentominoes")};

    (void)state;
    for (size_t i = 0; i < 2 * sizeof problems / sizeof *problems; i++) {
        const cq_problem *problem = problems[i / 2];
        cq_answer *one = ask_engine(problem, CQ_GOAL_FIND, 1, engines[i % 2]);

        for (unsigned threads = 2; threads <= 4; threads++) {
            cq_answer *more =
                ask_engine(problem, CQ_GOAL_FIND, threads, engines[i % 2]);

            same_answers(one, more);
            cq_answer_free(more);
        }
        cq_answer_free(one);
    }
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        cq_problem_free(problems[i]);
}

/* An odd number of items in a row, and pairs of those one or three apart: a search sees
 * only at the end of the row that one is left. */
static cq_problem *odd_row(unsigned n)
{
    char text[16384];
    size_t used = 0;

    for (unsigned i = 0; i < n; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "x%u%c", i,
                                 i + 1 < n ? ' ' : '\n');
    for (unsigned i = 0; i + 1 < n; i++)
        for (unsigned k = 1; k <= 3 && i + k < n; k += 2)
            used += (size_t)snprintf(text + used, sizeof text - used, "x%u x%u\n", i,
                                     i + k);
    return cover_of(text);
}

/* There is no solution, which a sweep sees, and so there are no classes. */
static void classes_are_raced_for_too(void **state)
{
    cq_problem *problem = odd_row(121);
    cq_options options = CQ_OPTIONS_INIT;
    cq_answer *answer = NULL;

    (void)state;
#ifndef CQ_WITH_NAUTY
    cq_problem_free(problem);
    skip();
#endif
    options.unique = true;
    must(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer));
    assert_int_equal(cq_answer_verdict(answer), CQ_NO);
    assert_string_equal(cq_answer_engine(answer), "frontier");
    assert_string_equal(cq_answer_count(answer), "0");
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* Whatever may race counts its work, and each of its units but a few has a rate. */
static void engines_that_race_have_rates(void **state)
{
    const cq_engine *engine;

    (void)state;
    for (size_t i = 0; (engine = cq_engine_at(i)); i++) {
        for (int best = 0; best < 2; best++) {
            const double *rates =
                cq_effort_rates(engine, best ? CQ_GOAL_CHEAPEST : CQ_GOAL_COUNT);
            double sum = 0;

            for (unsigned k = 0; k < CQ_UNITS; k++) {
                assert_true(rates[k] >= 0);
                assert_true(rates[k] == 0 || engine->units[k]);
                sum += rates[k];
            }
            assert_int_equal(sum > 0, engine->way != CQ_WAY_OTHER);
        }
    }
}

static void limits_hold_in_a_race(void **state)
{
    cq_problem *problem = tiling_of("10x10", "pentominoes*");
    cq_options options = CQ_OPTIONS_INIT;
    cq_answer *answer = NULL;

    (void)state;
    options.work = 40;
    must(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer));
    assert_int_equal(cq_answer_stop(answer), CQ_STOP_WORK);
    assert_null(cq_answer_count(answer));
    cq_answer_free(answer);
    cq_problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_sweep_wins_where_a_search_would_never_end,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(a_search_wins_where_it_is_quick, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(a_sweep_proves_that_a_narrow_graph_has_no_tour,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(a_wrong_guess_costs_little, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(a_race_that_lists_lists_all, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(threads_change_neither_solution_nor_counters,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(classes_are_raced_for_too, open_context,
                                        close_context),
        cmocka_unit_test(engines_that_race_have_rates),
        cmocka_unit_test_setup_teardown(limits_hold_in_a_race, open_context,
                                        close_context),
    };

    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    threads_are_denied = true;
    return failed + cmocka_run_group_tests_name("without threads", tests, NULL, NULL);
}
