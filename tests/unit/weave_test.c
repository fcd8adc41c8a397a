/* weave_test.c - tours woven from cycles: every step keeps what must hold, and what is
 * found on small boards agrees with a search through everything.
 *
 * That a tour which is handed out is one has been checked before anybody sees it; what
 * is left to test is that tours are found, and none if there is none.
 */
#include "engine/weave/weave.h"
#include "problem/problem.h"
#include "problem/symmetric_tours.h"
#include "problems.h"

#include <stdlib.h>
#include <string.h>

/* ---- asking ---- */

static cq_verdict ask(cq_problem *problem, const char *engine, uint64_t seed)
{
    cq_options options = CQ_OPTIONS(.engine = engine, .seed = seed);
    cq_answer *answer = NULL;
    cq_verdict verdict;

    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &answer), CQ_OK);
    verdict = cq_answer_verdict(answer);
    cq_answer_free(answer);
    return verdict;
}

static cq_verdict weave(const char *board, const char *leaper, bool closed,
                        uint64_t seed)
{
    cq_problem *problem = tour_of(board, leaper, closed);
    cq_verdict verdict = ask(problem, "weave", seed);

    cq_problem_free(problem);
    return verdict;
}

/* ---- boards that have tours ---- */

static void every_small_aztec_diamond_has_a_tour(void **state)
{
    (void)state;
    for (unsigned radius = 2; radius <= 40; radius++)
        for (uint64_t seed = 0; seed < 2; seed++) {
            char board[32];

            snprintf(board, sizeof board, "aztec:%u", radius);
            assert_int_equal(weave(board, "1,2", true, seed), CQ_YES);
        }
}

/* Schwenk, "Which rectangular chessboards have a knight's tour?" (1991): from 5 x 5 on
 * all of an even number of squares; Cull and De Curtins, "Knight's tour revisited"
 * (1978): all have open ones. */
static void every_rectangle_from_five_on_has_a_tour(void **state)
{
    (void)state;
    for (unsigned rows = 5; rows <= 14; rows++)
        for (unsigned cols = rows; cols <= 14; cols++) {
            char board[32];

            snprintf(board, sizeof board, "%ux%u", rows, cols);
            assert_int_equal(weave(board, "1,2", rows * cols % 2 == 0, rows), CQ_YES);
            assert_int_equal(weave(board, "1,2", false, cols), CQ_YES);
        }
}

static void narrow_rectangles(void **state)
{
    static const char *const closed[] = {"3x10", "3x12", "3x14"};
    static const char *const open[] = {"3x4", "3x7", "3x8", "3x9", "4x5", "4x6", "4x9"};

    (void)state;
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        assert_int_equal(weave(closed[i], "1,2", true, 0), CQ_YES);
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        assert_int_equal(weave(open[i], "1,2", false, 0), CQ_YES);
}

/* Blocks with every remainder, and boards beyond the limit of lists. */
static void large_rectangles(void **state)
{
    (void)state;
    for (unsigned extra = 0; extra < 16; extra++) {
        char board[32];

        snprintf(board, sizeof board, "%ux%u", 72 + extra, 80 + extra / 2);
        assert_int_equal(weave(board, "1,2", false, extra), CQ_YES);
    }
    assert_int_equal(weave("336x320", "1,2", true, 0), CQ_YES);
    assert_int_equal(weave("331x311", "1,2", false, 0), CQ_YES);
    assert_int_equal(weave("aztec:230", "1,2", true, 1), CQ_YES);
}

/* ---- a board that needs many tries ---- */

enum { RAGGED = 270 };

typedef char ragged[RAGGED][RAGGED + 1]; /* rows with their ends */

static unsigned moves_at(ragged cell, int r, int c)
{
    static const int leaps[8][2] = {{1, 2},   {2, 1},   {-1, 2}, {-2, 1},
                                    {-1, -2}, {-2, -1}, {1, -2}, {2, -1}};
    unsigned moves = 0;

    for (unsigned i = 0; i < 8; i++) {
        int to = r + leaps[i][0], by = c + leaps[i][1];

        moves +=
            to >= 0 && to < RAGGED && by >= 0 && by < RAGGED && cell[to][by] == '#';
    }
    return moves;
}

/* Takes squares with fewer than three moves away; the surplus of dark squares. */
static int trim(ragged cell, bool *any)
{
    int surplus = 0;

    *any = false;
    for (int r = 0; r < RAGGED; r++)
        for (int c = 0; c < RAGGED; c++) {
            if (cell[r][c] == '#' && moves_at(cell, r, c) < 3) {
                cell[r][c] = '.';
                *any = true;
            }
            surplus += cell[r][c] == '#' ? (r + c) % 2 ? 1 : -1 : 0;
        }
    return surplus;
}

/* Every tenth square is missing, as many dark as light ones are left, and from each of
 * them three moves lead. */
static void draw_ragged(cq_random *random, ragged cell)
{
    bool any = true;

    for (int r = 0; r < RAGGED; r++) {
        for (int c = 0; c < RAGGED; c++)
            cell[r][c] = cq_random_below(random, 10) ? '#' : '.';
        cell[r][RAGGED] = '\n';
    }
    for (int surplus = 0; any || surplus;) {
        surplus = trim(cell, &any);
        while (!any && surplus) {
            int r = (int)cq_random_below(random, RAGGED);
            int c = (int)cq_random_below(random, RAGGED);
            int step = (r + c) % 2 ? 1 : -1;

            if (cell[r][c] != '#' || (surplus > 0) != (step > 0))
                continue;
            cell[r][c] = '.';
            surplus -= step;
            any |= surplus == 0; /* look again */
        }
    }
}

/* So large that the cycles are not numbered after every try (loosen.c). One of them
 * may well have no tour. */
static void ragged_boards(void **state)
{
    static struct {
        char head[6];
        ragged cell;
    } text = {.head = {'b', 'o', 'a', 'r', 'd', '\n'}};
    cq_random random;
    unsigned found = 0;

    (void)state;
    cq_random_seed(&random, 11);
    for (unsigned i = 0; i < 6; i++) {
        cq_problem *problem = NULL;

        draw_ragged(&random, text.cell);
        assert_int_equal(cq_problem_parse_puzzle(ctx, "ragged", (const char *)&text,
                                                 sizeof text, &problem),
                         CQ_OK);
        assert_int_equal(cq_problem_set_tour(ctx, problem, "1,2", i % 2), CQ_OK);
        found += ask(problem, "weave", i) == CQ_YES;
        cq_problem_free(problem);
    }
    assert_true(found >= 5);
}

static void other_leapers_and_surfaces(void **state)
{
    static const struct {
        const char *board, *leaper;
    } tasks[] = {
        {"10x10", "zebra"},       {"10x10", "giraffe"},       {"7x9", "king"},
        {"9x8", "wazir"},         {"9x8", "1,2+0,1"},         {"torus:5x7", "1,2"},
        {"cylinder:6x10", "1,2"}, {"torus:9x9-a1,e5", "1,2"}, {"100x70", "king"},
        {"torus:3x3", "king"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        assert_int_equal(weave(tasks[i].board, tasks[i].leaper, true, 3), CQ_YES);
}

/* ---- random boards against a search through everything ---- */

static void random_board(cq_random *random, char *out, size_t size)
{
    static const char *const surfaces[] = {"", "", "", "cylinder:", "torus:"};
    uint32_t rows = 3 + (uint32_t)cq_random_below(random, 2);
    uint32_t cols = 3 + (uint32_t)cq_random_below(random, 2);
    int length = snprintf(out, size, "%s%ux%u", surfaces[cq_random_below(random, 5)],
                          rows, cols);

    for (uint32_t holes = (uint32_t)cq_random_below(random, 4); holes > 0; holes--)
        length += snprintf(out + length, size - (size_t)length, "%c%u:%u",
                           strchr(out, '-') ? ',' : '-',
                           (unsigned)cq_random_below(random, rows),
                           (unsigned)cq_random_below(random, cols));
}

static void name_of(const cq_problem *problem, uint32_t vertex, char *out)
{
    cq_vertex_name(&problem->graph, problem->board, vertex, out);
}

static void small_boards_as_a_full_search_has_it(void **state)
{
    static const char *const leapers[] = {"1,2",     "1,2", "0,1",
                                          "1,1+0,1", "1,3", "1,2+0,1"};
    unsigned found = 0, missed = 0;
    cq_random random;

    (void)state;
    cq_random_seed(&random, 11);
    for (unsigned i = 0; i < 300; i++) {
        char board[80], from[CQ_VERTEX_NAME_SIZE], to[CQ_VERTEX_NAME_SIZE];
        cq_problem *problem;
        bool closed = cq_random_below(&random, 2);
        unsigned ends = closed ? 0 : (unsigned)cq_random_below(&random, 4);
        cq_verdict woven, true_one;

        random_board(&random, board, sizeof board);
        if (cq_problem_parse_board(ctx, board, &problem) != CQ_OK)
            continue; /* a hole named twice */
        assert_int_equal(cq_problem_set_tour(ctx, problem,
                                             leapers[cq_random_below(&random, 6)],
                                             closed),
                         CQ_OK);
        name_of(problem, (uint32_t)cq_random_below(&random, problem->graph.vertices),
                from);
        name_of(problem, (uint32_t)cq_random_below(&random, problem->graph.vertices),
                to);
        if (strcmp(from, to) == 0)
            ends = 0;
        assert_int_equal(cq_problem_set_ends(ctx, problem, ends & 1 ? from : NULL,
                                             ends & 2 ? to : NULL),
                         CQ_OK);
        woven = ask(problem, "weave", i);
        true_one = ask(problem, "backtrack", 0);
        assert_true(woven != CQ_YES || true_one == CQ_YES);
        found += woven == CQ_YES;
        missed += woven != CQ_YES && true_one == CQ_YES;
        cq_problem_free(problem);
    }
    assert_true(found > 60);
    assert_int_equal(missed, 0);
}

/* ---- the steps ---- */

/* Threads are mutual after each step, and the numbers of cycles are right. */
static void every_step_keeps_the_threads_mutual(void **state)
{
    cq_problem *problem = tour_of("20x23-c3,c4,j10", "1,2", false);
    cq_answer *answer = NULL;
    cq_run run = {.ctx = ctx, .problem = problem, .threads = 1};
    bool fits, done;

    (void)state;
    assert_int_equal(cq_answer_new(ctx, CQ_TOUR, CQ_GOAL_FIND, &answer), CQ_OK);
    run.answer = answer;
    for (uint64_t seed = 0; seed < 5; seed++) {
        cq_weave w = {.run = &run,
                      .from = CQ_LINK_NONE,
                      .to = CQ_LINK_NONE,
                      .open = true,
                      .loose_ends = 2};

        assert_int_equal(
            cq_loom_of_board(ctx, problem->board, &problem->leaper, &w.loom, &fits),
            CQ_OK);
        assert_true(fits);
        cq_random_seed(&w.loom.random, seed);
        assert_int_equal(cq_weave_strands(&w), CQ_OK);
        assert_true(cq_loom_check(&w.loom));
        for (unsigned round = 0; round < 4; round++) {
            uint32_t vertices = 0;

            assert_int_equal(cq_weave_factor(&w, &done), CQ_OK);
            assert_true(done);
            assert_true(cq_loom_check(&w.loom));
            assert_int_equal(cq_weave_join(&w), CQ_OK);
            assert_true(cq_loom_check(&w.loom));
            for (uint32_t n = 1; n < w.cycles.root.count; n++)
                if (w.cycles.root.at[n] == n)
                    vertices += w.cycles.size.at[n];
            assert_int_equal(vertices, problem->graph.vertices);
            assert_int_equal(cq_weave_mend(&w), CQ_OK);
            assert_true(cq_loom_check(&w.loom));
            assert_int_equal(cq_weave_loosen(&w, &done), CQ_OK);
            assert_true(cq_loom_check(&w.loom));
        }
        cq_weave_free(&w);
    }
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* All that weave does with a run of its own on this board. */
static cq_weave woven(const char *board, const char *leaper, uint64_t work, cq_run *run)
{
    cq_weave w = {.run = run, .from = CQ_LINK_NONE, .to = CQ_LINK_NONE};
    cq_problem *problem = tour_of(board, leaper, true);
    bool fits, done;

    *run = (cq_run){.ctx = ctx, .problem = problem, .threads = 1, .work = work};
    assert_int_equal(
        cq_loom_of_board(ctx, problem->board, &problem->leaper, &w.loom, &fits), CQ_OK);
    assert_true(fits);
    assert_int_equal(cq_weave_try(&w, UINT64_MAX, &done), CQ_OK);
    assert_false(done);
    cq_weave_free(&w);
    cq_problem_free(problem);
    return w;
}

/* A square without moves ends it at once, and boards of many small parts ask whether
 * the work is over: their paths and searches are too short to ask. */
static void squares_without_tours_end_soon(void **state)
{
    cq_run run;
    cq_weave w = woven("1x400000-a1", "0,200000", 0, &run);

    (void)state;
    assert_true(w.impossible && w.strands <= 200000);
    assert_int_equal(w.starts, 1);
    w = woven("1x400000", "0,200000", 4, &run);
    assert_int_equal(run.stop, CQ_STOP_WORK);
    assert_true(w.strands <= 5 * CQ_WEAVE_SHORT);
}

static void the_same_seed_gives_the_same_tour(void **state)
{
    cq_problem *problem = tour_of("aztec:60", "1,2", true);
    cq_options options = CQ_OPTIONS(.engine = "weave", .seed = 5);
    cq_answer *a = NULL, *b = NULL;

    (void)state;
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &a), CQ_OK);
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &b), CQ_OK);
    assert_memory_equal(a->solutions.at[0].members.at, b->solutions.at[0].members.at,
                        problem->graph.vertices * sizeof(uint32_t));
    cq_answer_free(a);
    cq_answer_free(b);
    cq_problem_free(problem);
}

/* ---- symmetry ---- */

static void symmetric_tours(void **state)
{
    static const struct {
        const char *board, *kind;
        bool closed;
    } tasks[] = {
        {"6x6", "90", true},    {"6x6", "180", true},    {"8x8", "180", true},
        {"10x10", "90", true},  {"6x5", "mirror", true}, {"5x5", "180", false},
        {"12x14", "180", true}, {"7x7", "180", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        cq_problem *problem = tour_of(tasks[i].board, "1,2", tasks[i].closed);

        assert_int_equal(cq_problem_set_symmetric(ctx, problem, tasks[i].kind), CQ_OK);
        assert_int_equal(ask(problem, "weave", i), CQ_YES);
        cq_problem_free(problem);
    }
}

/* The 5 x 5 board has 1,728 open tours with direction, 112 that are not images of one
 * another, of which 8 are symmetric (G. P. Jelliss, Knight's Tour Notes): 8 x 104 +
 * 4 x 8 without direction. So 64 with direction have the symmetry. */
static void the_rule_of_symmetry_counts_right(void **state)
{
    cq_problem *problem = tour_of("5x5", "1,2", false);
    cq_options options = CQ_OPTIONS(.engine = "backtrack");
    cq_answer *answer = NULL;

    (void)state;
    assert_int_equal(cq_problem_set_symmetric(ctx, problem, "180"), CQ_OK);
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer), CQ_OK);
    assert_string_equal(cq_answer_count(answer), "64");
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* How many tours have the symmetry, by looking at all of them. */
static unsigned long count_symmetric(cq_problem *problem)
{
    cq_options options = CQ_OPTIONS(.engine = "multipath");
    cq_answer *answer = NULL;
    unsigned long count;

    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer), CQ_OK);
    count = strtoul(cq_answer_count(answer), NULL, 10);
    cq_answer_free(answer);
    return count;
}

/* If the symmetry is said to map no tour onto itself, a search through everything
 * finds none; and it is not said of everything. */
static void a_symmetry_that_cannot_be_is_not(void **state)
{
    static const char *const boards[] = {"3x3",    "3x4", "4x4",    "3x5", "5x5",
                                         "3x10",   "4x5", "5x6",    "6x6", "3x7",
                                         "5x5-c3", "4x3", "3x3-b2", "2x5", "2x4"};
    static const char *const leapers[] = {"knight", "wazir", "king", "0,1+1,2"};
    static const char *const kinds[] = {"180", "90", "mirror"};
    static const unsigned most[] = {21, 12, 9, 9}; /* squares; 30 for closed knights */
    unsigned barred_ones = 0, found_ones = 0;

    (void)state;
    for (size_t i = 0; i < 15 * 4 * 3 * 2; i++) {
        cq_problem *problem = tour_of(boards[i % 15], leapers[i / 15 % 4], i / 180 % 2);
        cq_symmetry_facts facts;
        bool barred;

        /* of the others there are too many */
        if (problem->graph.vertices >
                most[i / 15 % 4] + (i / 15 % 4 ? 0 : 9 * problem->closed) ||
            cq_problem_set_symmetric(ctx, problem, kinds[i / 60 % 3]) != CQ_OK) {
            cq_problem_free(problem);
            continue;
        }
        assert_int_equal(cq_symmetric_barred(ctx, problem, &barred, &facts), CQ_OK);
        if (barred) {
            assert_int_equal(count_symmetric(problem), 0);
            barred_ones++;
        } else
            found_ones += count_symmetric(problem) > 0;
        cq_problem_free(problem);
    }
    assert_true(barred_ones > 10);
    assert_true(found_ones > 10);
}

/* ---- bad input ---- */

static void ends_that_cannot_be(void **state)
{
    cq_problem *problem = tour_of("8x8-d4", "1,2", true);

    (void)state;
    assert_int_equal(cq_problem_set_ends(ctx, problem, "e9", NULL), CQ_INPUT);
    assert_string_equal(cq_error_text(ctx), "e9 is not on this board: rows are 1 to 8");
    assert_int_equal(cq_problem_set_ends(ctx, problem, "d4", NULL), CQ_INPUT);
    assert_int_equal(cq_problem_set_ends(ctx, problem, "a1", "a2"), CQ_INPUT);
    assert_int_equal(cq_problem_set_ends(ctx, problem, "a1", "a1"), CQ_INPUT);
    assert_int_equal(cq_problem_set_ends(ctx, problem, NULL, "a1"), CQ_INPUT);
    assert_int_equal(cq_problem_set_ends(ctx, problem, "a1", "b3"), CQ_OK);
    assert_int_equal(cq_problem_set_symmetric(ctx, problem, "180"), CQ_INPUT);
    cq_problem_free(problem);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_small_aztec_diamond_has_a_tour),
        TEST(every_rectangle_from_five_on_has_a_tour),
        TEST(narrow_rectangles),
        TEST(large_rectangles),
        TEST(ragged_boards),
        TEST(other_leapers_and_surfaces),
        TEST(small_boards_as_a_full_search_has_it),
        TEST(every_step_keeps_the_threads_mutual),
        TEST(the_same_seed_gives_the_same_tour),
        TEST(squares_without_tours_end_soon),
        TEST(symmetric_tours),
        TEST(the_rule_of_symmetry_counts_right),
        TEST(a_symmetry_that_cannot_be_is_not),
        TEST(ends_that_cannot_be),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
