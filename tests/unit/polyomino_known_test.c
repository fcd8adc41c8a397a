/* polyomino_known_test.c - the engine polyomino against published numbers, and what it
 * promises: the same for any number of threads, no state taken for another.
 */
#include "answer/answer.h"
#include "base/hash.h"
#include "base/random.h"
#include "engine/polyomino/polyomino.h"
#include "problems.h"

#include <stdlib.h>
#include <string.h>

/* ---- published numbers ---- */

static void counts(const char *board, const char *pieces, const char *expected)
{
    cq_options options = CQ_OPTIONS(.engine = "polyomino");
    cq_problem *problem = tiling_of(board, pieces);
    cq_answer *answer = NULL;

    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer), CQ_OK);
    assert_string_equal(cq_answer_count(answer), expected);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* C. B. and Jenifer Haselgrove, "A computer program for pentominoes", Eureka 23 (1960):
 * 2339, 1010, 368 and 2 solutions up to the four symmetries of a rectangle. Dana S.
 * Scott, "Programming a combinatorial puzzle" (1958): 65 on the chessboard without its
 * centre, up to eight. */
static void test_pentominoes(void **state)
{
    (void)state;
    counts("6x10", "pentominoes", "9356");
    counts("12x5", "pentominoes", "4040");
    counts("4x15", "pentominoes", "1472");
    counts("3x20", "pentominoes", "8");
    counts("8x8-d4,d5,e4,e5", "pentominoes", "520");
}

/* Computed by polyomino, search and dlx: 46 up to four symmetries. */
static void test_one_sided_pentominoes(void **state)
{
    (void)state;
    counts("3x30", "one-sided-pentominoes", "184");
}

/* Klarner, "Packing a rectangle with congruent n-ominoes", Journal of Combinatorial
 * Theory 7 (1969): the smallest rectangle of Y-pentominoes is 5 x 10. Jenifer
 * Haselgrove, "Packing a square with Y-pentominoes", Journal of Recreational
 * Mathematics 7 (1974), found a square of 15 x 15. That it has 1696 packings was
 * computed by polyomino and search. */
static void test_y_pentominoes(void **state)
{
    (void)state;
    counts("5x9", "Y5*", "0");
    counts("4x10", "Y5*", "0");
    counts("15x15", "Y5*45", "1696");
}

/* OEIS A004003. */
static void test_dominoes(void **state)
{
    (void)state;
    counts("6x6", "domino*", "6728");
}

/* More than 64 forms, and dead states among them. Computed by polyomino, search and
 * dlx. */
static void test_many_forms(void **state)
{
    (void)state;
    counts("5x6",
           "F5*0..1,I5*0..1,L5*0..1,N5*0..1,P5*0..1,T5*0..1,U5*0..1,V5*0..1,W5*0..1,"
           "X5*0..1,Y5*0..1,Z5*0..1,L4*0..1,S4*0..1",
           "2164");
}

/* ---- threads and parts ---- */

/* A number for the list of solutions in its order, and for all that was counted. */
static void run_all(const cq_problem *problem, unsigned threads, uint64_t *list,
                    uint64_t *work)
{
    cq_options options = CQ_OPTIONS(.engine = "polyomino", .threads = threads);
    cq_answer *answer = NULL;

    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_ALL, &options, &answer), CQ_OK);
    *list = *work = CQ_HASH_START;
    for (size_t i = 0; i < answer->solutions.count; i++) {
        const cq_solution *s = &answer->solutions.at[i];

        *list = cq_hash_bytes(*list, s->labels.at, s->labels.count * sizeof(uint32_t));
        *list =
            cq_hash_bytes(*list, s->members.at, s->members.count * sizeof(uint32_t));
    }
    for (size_t i = 0; i < answer->counters.count; i++)
        *work = cq_hash_bytes(*work, &answer->counters.at[i].value, sizeof(uint64_t));
    cq_answer_free(answer);
}

static void same_for_threads(const char *board, const char *pieces)
{
    cq_problem *problem = tiling_of(board, pieces);
    uint64_t list, work;

    run_all(problem, 1, &list, &work);
    for (unsigned threads = 2; threads <= 4; threads++) {
        uint64_t again, worked;

        run_all(problem, threads, &again, &worked);
        assert_true(again == list);
        assert_true(worked == work);
    }
    cq_problem_free(problem);
}

static void test_threads(void **state)
{
    (void)state;
    same_for_threads("6x10", "pentominoes");
    same_for_threads("8x8-d4,d5,e4,e5", "pentominoes");
    same_for_threads("3x30", "one-sided-pentominoes");
    same_for_threads("10x10", "Y5*20");
    same_for_threads("6x6", "I3*2..6,L3*,O4*0..2");
}

static uint64_t count_part(const cq_problem *problem, uint32_t part, uint32_t parts)
{
    cq_options options =
        CQ_OPTIONS(.engine = "polyomino", .part = part, .parts = parts);
    cq_answer *answer = NULL;
    uint64_t count;

    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer), CQ_OK);
    count = strtoull(cq_answer_count(answer), NULL, 10);
    cq_answer_free(answer);
    return count;
}

static void test_parts(void **state)
{
    cq_problem *problem = tiling_of("5x12", "pentominoes");
    uint64_t sum = 0;

    (void)state;
    for (uint32_t part = 1; part <= 7; part++)
        sum += count_part(problem, part, 7);
    assert_int_equal(sum, 4040);
    cq_problem_free(problem);
}

/* ---- dead states ---- */

enum { STATES = 3000, ASKED = 100000 };

static cq_poly_state draw_state(cq_random *random)
{
    return (cq_poly_state){cq_random_next(random), cq_random_next(random),
                           (uint32_t)cq_random_below(random, 1000), 0};
}

/* States that agree in two of three members, many more than the table has places: one
 * that was not kept is never taken for one that was. */
static void test_states_are_told_apart(void **state)
{
    (void)state;
    for (unsigned member = 0; member < 3; member++) {
        cq_poly_dead dead = {.ctx = ctx};
        cq_random random;
        cq_poly_state s;

        cq_random_seed(&random, member);
        s = draw_state(&random);
        cq_poly_dead_begin(&dead);
        for (uint32_t i = 0; i < ASKED; i++) {
            s.window = member == 0 ? i : 5;
            s.supply = member == 1 ? i : 6;
            s.cell = member == 2 ? i : 7;
            if (i < STATES)
                cq_poly_dead_add(&dead, &s);
            else
                assert_false(cq_poly_dead_has(&dead, &s));
        }
        cq_poly_dead_free(&dead);
    }
}

/* A round knows nothing of the rounds before, though the table is the same; and what it
 * keeps itself is found, also after the table has grown. */
static void test_rounds_are_kept_apart(void **state)
{
    static cq_poly_state kept[STATES];
    cq_poly_dead dead = {.ctx = ctx};
    cq_random random;
    unsigned found = 0;

    (void)state;
    cq_random_seed(&random, 3);
    for (unsigned i = 0; i < STATES; i++)
        kept[i] = draw_state(&random);
    dead.round = UINT32_MAX - 1;
    for (unsigned round = 0; round < 3; round++) {
        cq_poly_dead_begin(&dead);
        for (unsigned i = 0; i < STATES; i++)
            assert_false(cq_poly_dead_has(&dead, &kept[i]));
        for (unsigned i = 0; i < STATES; i++)
            cq_poly_dead_add(&dead, &kept[i]);
        for (unsigned i = 0; i < STATES; i++)
            found += cq_poly_dead_has(&dead, &kept[i]);
    }
    assert_true(found > 3 * STATES / 2);
    cq_poly_dead_free(&dead);
}

/* ---- other goals, refusals ---- */

static void test_refuses_joined_edges(void **state)
{
    cq_options options = CQ_OPTIONS(.engine = "polyomino");
    cq_problem *problem = tiling_of("torus:4x5", "tetrominoes");
    cq_answer *answer = NULL;

    (void)state;
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &answer),
                     CQ_REFUSED);
    assert_non_null(strstr(cq_error_text(ctx), "edges are joined"));
    cq_problem_free(problem);
}

/* The first solution of a list is the one that is found. */
static void test_order(void **state)
{
    cq_problem *problem = tiling_of("8x8-a1,h8,a8,h1", "pentominoes");
    uint32_t first[64];

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        cq_options options = CQ_OPTIONS(.engine = "polyomino", .first = i ? 1 : 0);
        cq_answer *answer = NULL;
        const cq_solution *s;

        assert_int_equal(
            cq_solve(ctx, problem, i ? CQ_GOAL_ALL : CQ_GOAL_FIND, &options, &answer),
            CQ_OK);
        assert_int_equal(cq_answer_solutions(answer), 1);
        s = &answer->solutions.at[0];
        assert_int_equal(s->members.count, 60);
        if (i == 0)
            memcpy(first, s->members.at, 60 * sizeof *first);
        assert_memory_equal(first, s->members.at, 60 * sizeof *first);
        cq_answer_free(answer);
    }
    cq_problem_free(problem);
}

/* Every solution passes the checker before it is handed out. */
static void finds(const char *board, const char *pieces)
{
    cq_options options = CQ_OPTIONS(.engine = "polyomino");
    cq_problem *problem = tiling_of(board, pieces);
    cq_answer *answer = NULL;

    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &answer), CQ_OK);
    assert_int_equal(cq_answer_verdict(answer), CQ_YES);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* Rectangles cut off; holes and limited pieces left in a core. */
static void test_large_boards(void **state)
{
    (void)state;
    finds("60x60", "Y5*");
    finds("61x61-f7", "L3*");
    finds("100x100", "pentominoes,P5*");
}

#define TEST(function)                                                                 \
    cmocka_unit_test_setup_teardown(function, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_pentominoes),
        TEST(test_one_sided_pentominoes),
        TEST(test_y_pentominoes),
        TEST(test_dominoes),
        TEST(test_many_forms),
        TEST(test_threads),
        TEST(test_parts),
        TEST(test_states_are_told_apart),
        TEST(test_rounds_are_kept_apart),
        TEST(test_large_boards),
        TEST(test_refuses_joined_edges),
        TEST(test_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
