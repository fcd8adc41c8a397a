/* tour_sample_test.c - tours by number: are all of them drawn, and equally often, and
 * is the number of a tour the one that it was asked for by?
 *
 * All tours are listed by a search, which has nothing in common with the sweep that
 * draws them, and the numbers of times that each is drawn are compared by chi-square,
 * as in domino_sample_test.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer/answer.h"
#include "engine/plugs/plugs.h"
#include "problems.h"

/* How often each tour is drawn on average: a test of chi-square needs five. */
static size_t each_of(size_t tours)
{
    return tours < 1000 ? 40 : 10;
}

/* The walk from vertex 0 on, towards the smaller of its two neighbours if it is closed.
 */
static void settle(const cq_problem *problem, const cq_solution *solution,
                   uint32_t *out)
{
    const uint32_t *walk = solution->members.at;
    size_t n = solution->members.count, zero = 0;
    bool back;

    if (!problem->closed) {
        memcpy(out, walk, n * sizeof *out);
        return;
    }
    while (walk[zero] != 0)
        zero++;
    back = walk[(zero + n - 1) % n] < walk[(zero + 1) % n];
    for (size_t i = 0; i < n; i++)
        out[i] = walk[(back ? zero + n - i : zero + i) % n];
}

static size_t length;

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, length);
}

/* All walks of an answer, each settled, one after the other. */
static uint32_t *walks_of(const cq_problem *problem, const cq_answer *answer)
{
    size_t n = problem->graph.vertices, count = answer->solutions.count;
    uint32_t *walks = calloc(count, n * sizeof *walks);

    assert_non_null(walks);
    for (size_t i = 0; i < count; i++)
        settle(problem, &answer->solutions.at[i], walks + i * n);
    return walks;
}

static cq_answer *ask(const cq_problem *problem, cq_goal goal, const char *engine,
                      uint64_t samples)
{
    cq_options options = CQ_OPTIONS(.engine = engine, .samples = samples, .seed = 7);
    cq_answer *answer = NULL;

    must(cq_solve(ctx, problem, goal, &options, &answer));
    return answer;
}

static cq_status keep_found(cq_run *run, const cq_solution *solution)
{
    cq_solution copy = {0};

    must(cq_vec_reserve(ctx, &copy.members, solution->members.count));
    memcpy(copy.members.at, solution->members.at,
           solution->members.count * sizeof *copy.members.at);
    copy.members.count = solution->members.count;
    return cq_vec_push(ctx, &run->answer->solutions, copy);
}

/* As the engine draws them if its work is divided in this way. */
static cq_answer *draw(const cq_problem *problem, cq_plug_split split, uint64_t samples)
{
    cq_run run = {.ctx = ctx,
                  .problem = problem,
                  .goal = CQ_GOAL_SAMPLE,
                  .samples = samples,
                  .seed = 7,
                  .threads = 1,
                  .on_found = keep_found};
    mpz_t tours;

    mpz_init(tours);
    must(cq_answer_new(ctx, CQ_TOUR, CQ_GOAL_SAMPLE, &run.answer));
    must(cq_plugs_sample(&run, split, tours));
    mpz_clear(tours);
    return run.answer;
}

static void expect_equally_often(cq_problem *problem, const cq_answer *all,
                                 const cq_answer *drawn, size_t tours)
{
    uint32_t *listed = walks_of(problem, all), *some = walks_of(problem, drawn);
    unsigned *times = calloc(tours, sizeof *times);
    size_t n = problem->graph.vertices;
    double sum = 0, freedom = (double)tours - 1, each = (double)each_of(tours);

    length = n * sizeof *listed;
    assert_int_equal(all->solutions.count, tours);
    assert_int_equal(drawn->solutions.count, tours * each_of(tours));
    qsort(listed, tours, length, compare);
    for (size_t i = 0; i < tours * each_of(tours); i++) {
        uint32_t *found = bsearch(some + i * n, listed, tours, length, compare);

        assert_non_null(found);
        times[(size_t)(found - listed) / n]++;
    }
    for (size_t i = 0; i < tours; i++)
        sum += (times[i] - each) * (times[i] - each) / each;
    assert_true(sum <= freedom + 6 * sqrt(2 * freedom) + 10);
    assert_true(freedom < 20 || sum >= freedom - 6 * sqrt(2 * freedom));
    free(times);
    free(some);
    free(listed);
}

/* As anyone asks for them, and with the work divided in every way. */
static void expect_uniform(cq_problem *problem, const char *engine, size_t tours)
{
    static const cq_plug_split splits[] = {CQ_SPLIT_NONE, CQ_SPLIT_TWO,
                                           CQ_SPLIT_MIRROR};
    cq_answer *all = ask(problem, CQ_GOAL_ALL, engine, 0);
    cq_answer *drawn = ask(problem, CQ_GOAL_SAMPLE, NULL, tours * each_of(tours));

    assert_string_equal(cq_answer_engine(drawn), "plugs");
    expect_equally_often(problem, all, drawn, tours);
    cq_answer_free(drawn);
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++) {
        drawn = draw(problem, splits[i], tours * each_of(tours));
        expect_equally_often(problem, all, drawn, tours);
        cq_answer_free(drawn);
    }
    cq_answer_free(all);
    cq_problem_free(problem);
}

/* Closed tours have no direction. OEIS A003763 (4 x 4: 6, 6 x 6: 1072), A001230
 * (knight, 6 x 6: 9862). */
static void closed_tours_are_equally_likely(void **state)
{
    (void)state;
    expect_uniform(tour_of("4x4", "wazir", true), "multipath", 6);
    expect_uniform(tour_of("6x6", "wazir", true), "multipath", 1072);
    expect_uniform(tour_of("6x6", "knight", true), "multipath", 9862);
    expect_uniform(tour_of("torus:3x3", "knight", true), "multipath", 48);
}

/* Open tours have one. OEIS A165134 (knight, 5 x 5: 1728), A096969 (wazir, 3 x 3: 40).
 */
static void open_tours_are_equally_likely(void **state)
{
    (void)state;
    expect_uniform(tour_of("5x5", "knight", false), "multipath", 1728);
    expect_uniform(tour_of("3x3", "wazir", false), "multipath", 40);
}

static void ends_are_kept(void **state)
{
    cq_problem *problem = tour_of("5x5", "knight", false);

    (void)state;
    problem->from = 0;
    expect_uniform(problem, "multipath", 304); /* from a corner: Knuth, 7.2.2.4 */
    problem = tour_of("5x5", "knight", false);
    problem->from = 0;
    problem->to = 4;
    expect_uniform(problem, "multipath", 60);
}

enum { CHAINED = 8 };

typedef struct tally {
    const cq_problem *problem;
    uint32_t seen[CHAINED][30];
    unsigned times[CHAINED], different;
} tally;

static bool tally_one(void *user, const cq_answer *answer)
{
    tally *t = user;
    uint32_t walk[30];
    unsigned i = 0;

    settle(t->problem, &answer->solutions.at[0], walk);
    while (i < t->different && memcmp(t->seen[i], walk, sizeof walk) != 0)
        i++;
    assert_true(i < CHAINED);
    if (i == t->different)
        memcpy(t->seen[t->different++], walk, sizeof walk);
    t->times[i]++;
    return true;
}

/* With too little memory for the sweep a chain draws the eight closed tours of 5 x 6
 * (OEIS A001230 has squares only; the number is that of the sweep), and says so. */
static void a_chain_comes_near(void **state)
{
    cq_problem *problem = tour_of("5x6", "knight", true);
    tally t = {.problem = problem};
    cq_options options = CQ_OPTIONS(.samples = CHAINED * 100, .seed = 7,
                                    .on_solution = tally_one, .user = &t);
    cq_answer *answer = NULL;
    double sum = 0;

    (void)state;
    cq_context_limit_memory(ctx, cq_context_memory_used(ctx) + 30000);
    must(cq_solve(ctx, problem, CQ_GOAL_SAMPLE, &options, &answer));
    cq_context_limit_memory(ctx, 0);
    assert_string_equal(cq_answer_engine(answer), "chain");
    assert_false(cq_answer_is_uniform(answer));
    assert_int_equal(t.different, CHAINED);
    for (unsigned i = 0; i < CHAINED; i++)
        sum += ((double)t.times[i] - 100) * ((double)t.times[i] - 100) / 100;
    assert_true(sum <= 7 + 6 * sqrt(14) + 10);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

static void one_square_and_none(void **state)
{
    cq_problem *problem = tour_of("1x1", "knight", false);
    cq_answer *answer = ask(problem, CQ_GOAL_SAMPLE, NULL, 3);

    (void)state;
    assert_int_equal(answer->solutions.count, 3);
    cq_answer_free(answer);
    cq_problem_free(problem);
    problem = tour_of("4x4", "knight", true);
    answer = ask(problem, CQ_GOAL_SAMPLE, NULL, 3);
    assert_int_equal(cq_answer_verdict(answer), CQ_NO);
    assert_non_null(cq_answer_reason(answer));
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* All numbers give different tours, and each tour its number. */
static void expect_numbers(cq_problem *problem, size_t tours)
{
    cq_answer **answers = calloc(tours, sizeof *answers);
    char nth[24];
    cq_options options = CQ_OPTIONS(.nth = nth);

    for (size_t i = 0; i < tours; i++) {
        cq_options number = CQ_OPTIONS_INIT;
        cq_answer *index = NULL;

        snprintf(nth, sizeof nth, "%zu", i + 1);
        must(cq_solve(ctx, problem, CQ_GOAL_NTH, &options, &answers[i]));
        number.given = answers[i];
        must(cq_solve(ctx, problem, CQ_GOAL_INDEX, &number, &index));
        assert_string_equal(cq_answer_index(index), nth);
        cq_answer_free(index);
    }
    snprintf(nth, sizeof nth, "%zu", tours + 1);
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_NTH, &options, &answers[0]),
                     CQ_REFUSED);
    for (size_t i = 0; i < tours; i++)
        cq_answer_free(answers[i]);
    free(answers);
    cq_problem_free(problem);
}

static void numbers_read_back(void **state)
{
    cq_problem *problem = tour_of("5x5", "knight", false);

    (void)state;
    problem->from = 0;
    expect_numbers(problem, 304);
    problem = tour_of("5x5", "knight", false);
    problem->to = 12;
    expect_numbers(problem, 64);
    problem = tour_of("5x5", "knight", false);
    problem->from = 0;
    problem->to = 24;
    expect_numbers(problem, 56);
    expect_numbers(tour_of("3x3", "wazir", false), 40);
    expect_numbers(tour_of("torus:3x3", "knight", true), 48);
    expect_numbers(tour_of("1x1", "knight", false), 1);
    problem = tour_of("3x10", "knight", true);
    problem->from = 0; /* a closed tour that goes from b3 back to a1 */
    problem->to = 21;
    expect_numbers(problem, 16);
    expect_numbers(graph_of("a b\nb c\nc d\nd a\na c\nb d\n", true), 3);
}

/* More tours than go back side by side; the same seed gives the same ones. */
static void a_seed_gives_the_same_tours(void **state)
{
    cq_problem *problem = tour_of("6x6", "knight", true);
    cq_answer *one = ask(problem, CQ_GOAL_SAMPLE, NULL, 5000),
              *other = ask(problem, CQ_GOAL_SAMPLE, NULL, 5000);

    (void)state;
    assert_int_equal(one->solutions.count, 5000);
    for (size_t i = 0; i < 5000; i++)
        assert_memory_equal(one->solutions.at[i].members.at,
                            other->solutions.at[i].members.at, 36 * sizeof(uint32_t));
    cq_answer_free(one);
    cq_answer_free(other);
    cq_problem_free(problem);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(closed_tours_are_equally_likely),
        TEST(open_tours_are_equally_likely),
        TEST(ends_are_kept),
        TEST(a_chain_comes_near),
        TEST(one_square_and_none),
        TEST(a_seed_gives_the_same_tours),
        TEST(numbers_read_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
