/* feed_test.c - solutions taken in blocks: the same as from cq_solve, in the same
 * order, stopped at any place, with nothing left over. */
#include "problems.h"

#include <stdio.h>
#include <stdlib.h>

/* All that a solution says, as text that can be compared. */
typedef struct record {
    char *text;
    size_t size;
    FILE *out;
} record;

static void open_record(record *r)
{
    r->out = open_memstream(&r->text, &r->size);
    assert_non_null(r->out);
}

static void put_part(record *r, uint32_t number, const uint32_t *cells, size_t count)
{
    fprintf(r->out, " %u:", number);
    for (size_t i = 0; i < count; i++)
        fprintf(r->out, " %u", cells[i]);
}

static void put_end(record *r, uint64_t class_size)
{
    fprintf(r->out, " (%llu)\n", (unsigned long long)class_size);
}

static bool on_solution(void *user, const cq_answer *single)
{
    const cq_solution *solution = cq_answer_solution(single, 0);
    size_t count = 0;
    const uint32_t *walk = cq_solution_walk(solution, &count);
    cq_part part;

    if (walk)
        put_part(user, 0, walk, count);
    for (size_t i = 0; !walk && cq_solution_part(solution, i, &part); i++)
        put_part(user, part.number, part.cells, part.count);
    put_end(user, cq_answer_class_size(single, 0));
    return true;
}

static void put_block(record *r, const cq_feed_block *b)
{
    for (size_t i = 0; i < b->count; i++) {
        for (uint32_t k = b->parts[i]; k < b->parts[i + 1]; k++)
            put_part(r, b->numbers[k], b->cells + b->starts[k],
                     b->starts[k + 1] - b->starts[k]);
        put_end(r, b->classes ? b->classes[i] : 0);
    }
}

/* Takes all blocks; returns how many had something in them. */
static size_t take_all(cq_feed *feed, record *r)
{
    cq_feed_block b = {0};
    size_t blocks = 0;

    while (!b.over) {
        must(cq_feed_next(feed, 10, &b));
        blocks += b.count > 0;
        put_block(r, &b);
    }
    return blocks;
}

/* What the feed gives, against what cq_solve tells; frees the problem. */
static size_t compare(cq_problem *problem, cq_goal goal, cq_options options)
{
    record expected, found;
    cq_answer *whole = NULL, *answer = NULL;
    cq_feed *feed = NULL;
    size_t blocks;

    open_record(&expected);
    open_record(&found);
    must(cq_feed_open(ctx, problem, goal, &options, &feed));
    blocks = take_all(feed, &found);
    must(cq_feed_answer(feed, &answer));
    cq_feed_free(feed);
    options.user = &expected;
    options.on_solution = on_solution;
    must(cq_solve(ctx, problem, goal, &options, &whole));
    assert_int_equal(cq_answer_found(answer), cq_answer_found(whole));
    assert_int_equal(cq_answer_stop(answer), cq_answer_stop(whole));
    fclose(expected.out);
    fclose(found.out);
    assert_true(expected.size > 0);
    assert_string_equal(found.text, expected.text);
    free(expected.text);
    free(found.text);
    cq_answer_free(whole);
    cq_answer_free(answer);
    cq_problem_free(problem);
    return blocks;
}

static void tilings_come_in_many_blocks(void **state)
{
    const cq_options some = CQ_OPTIONS(.first = 5000);

    (void)state;
    assert_true(compare(tiling_of("8x8", NULL), CQ_GOAL_ALL, some) > 1);
}

static void classes_have_their_sizes(void **state)
{
    const cq_options unique = CQ_OPTIONS(.unique = true);

    (void)state;
    compare(tiling_of("4x6", NULL), CQ_GOAL_ALL, unique);
}

static void options_have_no_cells(void **state)
{
    const cq_options all = CQ_OPTIONS_INIT;

    (void)state;
    compare(cover_of("a b c | d\na b\nc d\na\nb c\nb\nc\n"), CQ_GOAL_ALL, all);
}

static void a_tour_is_one_part(void **state)
{
    const cq_options all = CQ_OPTIONS_INIT;

    (void)state;
    compare(tour_of("3x4", "1,2", false), CQ_GOAL_ALL, all);
}

static void samples_come_in_blocks_too(void **state)
{
    const cq_options samples = CQ_OPTIONS(.samples = 20, .seed = 7);

    (void)state;
    compare(tiling_of("aztec:3", NULL), CQ_GOAL_SAMPLE, samples);
}

/* The number, or the reason, is in the answer, and a solution in both. */
static cq_answer *ask(const cq_problem *problem, cq_goal goal, size_t solutions)
{
    cq_feed *feed = NULL;
    cq_answer *answer = NULL;
    cq_feed_block b = {0};
    size_t found = 0;

    must(cq_feed_open(ctx, problem, goal, NULL, &feed));
    while (!b.over) {
        must(cq_feed_next(feed, 10, &b));
        found += b.count;
    }
    must(cq_feed_answer(feed, &answer));
    assert_int_equal(found, solutions);
    assert_int_equal(cq_answer_solutions(answer), solutions);
    assert_int_equal(cq_feed_answer(feed, &answer), CQ_INPUT);
    cq_feed_free(feed);
    return answer;
}

static void other_goals_have_an_answer(void **state)
{
    cq_problem *problem = tiling_of("8x8", NULL), *other = tiling_of("8x8-a1,h8", NULL);
    cq_answer *count = ask(problem, CQ_GOAL_COUNT, 0);
    cq_answer *none = ask(other, CQ_GOAL_FIND, 0), *one = ask(problem, CQ_GOAL_FIND, 1);

    (void)state;
    assert_string_equal(cq_answer_count(count), "12988816"); /* OEIS A004003 */
    assert_int_equal(cq_answer_verdict(none), CQ_NO);
    cq_answer_free(count);
    cq_answer_free(none);
    cq_answer_free(one);
    cq_problem_free(problem);
    cq_problem_free(other);
}

/* Wherever it is left, also while the run waits for room, the context is as before. */
static void a_feed_may_be_left_at_any_time(void **state)
{
    cq_problem *problem = tiling_of("20x20", NULL);
    const size_t before = cq_context_memory_used(ctx);

    (void)state;
    for (int blocks = 0; blocks < 4; blocks++) {
        cq_feed *feed = NULL;
        cq_answer *answer = NULL;
        cq_progress progress;
        cq_feed_block b = {0};

        must(cq_feed_open(ctx, problem, CQ_GOAL_ALL, NULL, &feed));
        for (int i = 0; i < blocks; i++) {
            must(cq_feed_next(feed, 100, &b));
            assert_true(b.count > 0 && !b.over);
        }
        cq_feed_progress(feed, &progress);
        assert_non_null(progress.unit);
        assert_int_equal(cq_feed_answer(feed, &answer), CQ_STOPPED);
        cq_feed_free(feed);
        assert_int_equal(cq_context_memory_used(ctx), before);
    }
    cq_answer_free(ask(problem, CQ_GOAL_FIND, 1)); /* it is not cancelled */
    cq_problem_free(problem);
}

static void a_cancelled_run_is_over(void **state)
{
    cq_problem *problem = tiling_of("20x20", NULL);
    cq_feed *feed = NULL;
    cq_answer *answer = NULL;
    cq_feed_block b = {0};

    (void)state;
    must(cq_feed_open(ctx, problem, CQ_GOAL_ALL, NULL, &feed));
    cq_cancel(ctx);
    while (!b.over)
        must(cq_feed_next(feed, 10, &b));
    must(cq_feed_answer(feed, &answer));
    cq_feed_free(feed);
    assert_int_equal(cq_answer_stop(answer), CQ_STOP_CANCELLED);
    cq_answer_free(answer);
    cq_cancel_undo(ctx);
    cq_problem_free(problem);
}

static void what_cannot_be_asked_is_refused(void **state)
{
    cq_problem *problem = tiling_of("4x4", NULL);
    const cq_options engine = CQ_OPTIONS(.engine = "no such engine");
    cq_options unset;
    cq_feed *feed = NULL;
    cq_answer *answer = NULL;
    cq_feed_block b = {0};

    (void)state;
    memset(&unset, 0, sizeof unset);
    must_refuse(cq_feed_open(ctx, NULL, CQ_GOAL_ALL, NULL, &feed), CQ_INPUT, "problem");
    must_refuse(cq_feed_open(ctx, problem, CQ_GOAL_ALL, &unset, &feed), CQ_INPUT,
                "CQ_OPTIONS_INIT");
    assert_int_equal(cq_feed_open(NULL, problem, CQ_GOAL_ALL, NULL, &feed), CQ_INPUT);
    assert_null(feed);
    must(cq_feed_open(ctx, problem, CQ_GOAL_ALL, &engine, &feed));
    while (!b.over)
        must(cq_feed_next(feed, 10, &b));
    must_refuse(cq_feed_answer(feed, &answer), CQ_REFUSED, "no such engine");
    cq_feed_free(feed);
    cq_feed_free(NULL);
    cq_problem_free(problem);
}

/* Memory for the run, but not for its blocks. */
static void memory_may_run_out(void **state)
{
    cq_problem *problem = tiling_of("40x40", NULL);
    const cq_options all = CQ_OPTIONS_INIT;
    cq_feed *feed = NULL;
    cq_answer *answer = NULL;
    cq_feed_block b = {0};

    (void)state;
    must(cq_feed_open(ctx, problem, CQ_GOAL_ALL, &all, &feed));
    must(cq_feed_next(feed, 100, &b));
    cq_feed_free(feed);
    cq_context_limit_memory(ctx, cq_context_memory_peak(ctx) - 100000);
    must(cq_feed_open(ctx, problem, CQ_GOAL_ALL, &all, &feed));
    for (b.over = false; !b.over;)
        must(cq_feed_next(feed, 10, &b));
    must(cq_feed_answer(feed, &answer));
    cq_feed_free(feed);
    assert_int_equal(cq_answer_stop(answer), CQ_STOP_MEMORY);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(tilings_come_in_many_blocks),     TEST(classes_have_their_sizes),
        TEST(options_have_no_cells),           TEST(a_tour_is_one_part),
        TEST(samples_come_in_blocks_too),      TEST(other_goals_have_an_answer),
        TEST(a_feed_may_be_left_at_any_time),  TEST(a_cancelled_run_is_over),
        TEST(what_cannot_be_asked_is_refused), TEST(memory_may_run_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
