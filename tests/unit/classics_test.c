/* classics_test.c - the algorithms of the sources do what the sources say.
 *
 * Warnsdorff's rule is followed at every move, whatever the tie-break; a converted path
 * is a cycle, however it is cut and joined; moves are tried in the order that is asked
 * for; the random walk comes to the same end with any number of threads; and on Aztec
 * diamonds all find what Davies, Xue and Yerger report (Involve 10, 2017).
 */
#include "engine/conversion/cut_and_join.h"
#include "engine/graph/warnsdorff_rule.h"
#include "problem/move_order.h"
#include "problem/random_graph.h"
#include "solve/solve.h"
#include "counter.h"
#include "posed.h"

enum { ROUNDS = 200, TIES = CQ_TIES_LARGEST + 1 };

static int set_up(void **state)
{
    return open_fixture(state, 17);
}

/* ---- Warnsdorff's rule ---- */

/* Neighbours of v that are not among the first `length` of the path. */
static uint32_t free_around(const cq_warnsdorff *w, uint32_t length, uint32_t v)
{
    uint32_t count = 0;

    for (size_t p = w->graph->starts[v]; p < w->graph->starts[v + 1]; p++) {
        bool on_path = false;

        for (uint32_t i = 0; i < length; i++)
            on_path = on_path || w->path[i] == w->graph->targets[p];
        count += !on_path;
    }
    return count;
}

static bool is_on_path(const cq_warnsdorff *w, uint32_t length, uint32_t v)
{
    for (uint32_t i = 0; i < length; i++)
        if (w->path[i] == v)
            return true;
    return false;
}

/* Every move goes to a neighbour with the fewest ways on; by number, to the smallest of
 * those; and the walk ends only where it must. */
static void follows_rule(void **state)
{
    fixture *f = *state;

    for (unsigned round = 0; round < ROUNDS; round++) {
        cq_ties ties = (cq_ties)(round % TIES);
        cq_graph graph;
        cq_warnsdorff w;

        assert_int_equal(cq_graph_random(ctx, &f->random, 5 + below(f, 30), 5, &graph),
                         CQ_OK);
        assert_int_equal(cq_warnsdorff_init(ctx, &graph, NULL, ties, round, &w), CQ_OK);
        cq_warnsdorff_walk(&w, below(f, graph.vertices));
        for (uint32_t i = 1; i <= w.length; i++) {
            uint32_t from = w.path[i - 1], next = i < w.length ? w.path[i] : UINT32_MAX;
            uint32_t ways = next == UINT32_MAX ? 0 : free_around(&w, i, next);

            for (size_t p = graph.starts[from]; p < graph.starts[from + 1]; p++) {
                uint32_t to = graph.targets[p];

                if (is_on_path(&w, i, to))
                    continue;
                assert_int_not_equal(next, UINT32_MAX);
                assert_true(free_around(&w, i, to) >= ways);
                if (ties == CQ_TIES_NUMBER && free_around(&w, i, to) == ways)
                    assert_true(next <= to);
            }
        }
        cq_warnsdorff_free(&w);
        cq_graph_free(&graph);
    }
}

/* The same start walks the same way again, whatever was walked in between. */
static void repeats(void **state)
{
    fixture *f = *state;

    for (cq_ties ties = CQ_TIES_NUMBER; ties <= CQ_TIES_LARGEST; ties++) {
        cq_warnsdorff w;
        uint32_t first[100], length;

        pose_tour(f, "10x10", "1,2", false);
        assert_int_equal(
            cq_warnsdorff_init(ctx, &f->problem->graph, f->problem->board, ties, 3, &w),
            CQ_OK);
        cq_warnsdorff_walk(&w, 7);
        length = w.length;
        memcpy(first, w.path, length * sizeof *first);
        cq_warnsdorff_walk(&w, 8);
        cq_warnsdorff_walk(&w, 7);
        assert_int_equal(w.length, length);
        assert_memory_equal(w.path, first, length * sizeof *first);
        cq_warnsdorff_free(&w);
    }
}

/* Each tie-break finds open tours of the chessboard from most squares. */
static void chessboard(void **state)
{
    fixture *f = *state;

    for (cq_ties ties = CQ_TIES_NUMBER; ties <= CQ_TIES_LARGEST; ties++) {
        unsigned tours = 0;
        cq_warnsdorff w;

        pose_tour(f, "8x8", "1,2", false);
        assert_int_equal(
            cq_warnsdorff_init(ctx, &f->problem->graph, f->problem->board, ties, 1, &w),
            CQ_OK);
        for (uint32_t v = 0; v < 64; v++)
            tours += cq_warnsdorff_walk(&w, v);
        assert_true(tours > 45);
        cq_warnsdorff_free(&w);
    }
}

/* Of two moves that are equally good the tie-break takes the right one. A star whose
 * arms 1, 2 and 3 have one neighbour each, with 1, 3 and 2 leaves of its own. */
static void breaks_ties(void **state)
{
    static const uint32_t ends[] = {0, 1, 0, 2, 0, 3, 1, 4,  2, 5,  3, 6,
                                    4, 7, 5, 8, 5, 9, 5, 10, 6, 11, 6, 12};
    static const uint32_t wants[TIES] = {
        [CQ_TIES_NUMBER] = 1, [CQ_TIES_POHL] = 1, [CQ_TIES_CENTRE] = 1,
        [CQ_TIES_RANDOM] = 0, [CQ_TIES_MOST] = 2, [CQ_TIES_LARGEST] = 2};
    cq_graph graph;

    (void)state;
    assert_int_equal(cq_graph_build(ctx, 13, ends, 12, &graph, NULL), CQ_OK);
    for (cq_ties ties = CQ_TIES_NUMBER; ties <= CQ_TIES_LARGEST; ties++) {
        cq_warnsdorff w;

        assert_int_equal(cq_warnsdorff_init(ctx, &graph, NULL, ties, 5, &w), CQ_OK);
        cq_warnsdorff_walk(&w, 0);
        assert_true(w.path[1] >= 1 && w.path[1] <= 3);
        if (wants[ties])
            assert_int_equal(w.path[1], wants[ties]);
        cq_warnsdorff_free(&w);
    }
    cq_graph_free(&graph);
}

/* ---- the order of moves ---- */

/* On a corner of a small board: by number, and by the steps as they were given. */
static void orders_moves(void **state)
{
    static const struct {
        const char *order;
        uint32_t from_middle[8]; /* of 5x5, square 12 in its middle */
    } cases[] = {
        {"reverse", {23, 21, 19, 15, 9, 5, 3, 1}},
        {"clockwise", {19, 23, 21, 15, 5, 1, 3, 9}},
        {"anticlockwise", {23, 19, 9, 3, 1, 5, 15, 21}},
        {"-1:2,2:1,-2:-1,-2:1,-1:-2,1:-2,1:2,2:-1", {9, 23, 1, 3, 5, 15, 19, 21}},
    };
    static const char *const wrong[] = {"",
                                        "up",
                                        "2:1",
                                        "2:1,2:1",
                                        "3:1",
                                        "1:2,",
                                        "2:1,1:2,-1:2,-2:1,-2:-1,-1:-2,1:-2,2;-1"};
    fixture *f = *state;
    uint32_t *lists;

    pose_tour(f, "5x5", "1,2", false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(cq_move_order(ctx, f->problem, cases[i].order, &lists), CQ_OK);
        assert_memory_equal(lists + f->problem->graph.starts[12], cases[i].from_middle,
                            sizeof cases[i].from_middle);
        cq_free(lists);
    }
    assert_int_equal(cq_move_order(ctx, f->problem, "number", &lists), CQ_OK);
    assert_null(lists);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(cq_move_order(ctx, f->problem, wrong[i], &lists), CQ_INPUT);
}

/* Every list keeps its members, also round a small torus, on which moves coincide. */
static void orders_keep_neighbours(void **state)
{
    static const char *const orders[] = {"reverse", "clockwise", "anticlockwise"};
    static const char *const boards[] = {"torus:3x4", "cylinder:5x3", "7x6-a1,c4"};
    fixture *f = *state;

    for (size_t i = 0; i < 9; i++) {
        const cq_graph *graph;
        uint32_t *lists;

        pose_tour(f, boards[i / 3], "1,2+0,1", true);
        graph = &f->problem->graph;
        assert_int_equal(cq_move_order(ctx, f->problem, orders[i % 3], &lists), CQ_OK);
        for (uint32_t v = 0; v < graph->vertices; v++)
            cq_sort_u32(lists + graph->starts[v], cq_graph_degree(graph, v));
        assert_memory_equal(lists, graph->targets,
                            graph->starts[graph->vertices] * sizeof *lists);
        cq_free(lists);
    }
}

/* ---- conversion ---- */

/* Links lead both ways along edges, and twice only in a cycle of two. */
static void assert_cycles(const cq_convert *c)
{
    for (uint32_t v = 0; v < c->graph->vertices; v++)
        for (size_t side = 0; side < 2; side++) {
            uint32_t to = c->link[2 * (size_t)v + side];

            assert_true(cq_graph_adjacent(c->graph, v, to));
            assert_true(c->link[2 * (size_t)to] == v ||
                        c->link[2 * (size_t)to + 1] == v);
        }
}

static void converts(void **state)
{
    fixture *f = *state;
    unsigned converted = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t tour[40], n = 5 + below(f, 30);
        cq_graph graph;
        cq_convert c;
        cq_warnsdorff w;

        assert_int_equal(cq_graph_random(ctx, &f->random, n, 7, &graph), CQ_OK);
        assert_int_equal(cq_warnsdorff_init(ctx, &graph, NULL, CQ_TIES_NUMBER, 0, &w),
                         CQ_OK);
        assert_int_equal(cq_convert_init(ctx, &graph, (cq_cut)(round % 3),
                                         (cq_join)(round / 3 % 3), &c),
                         CQ_OK);
        for (uint32_t v = 0; v < n; v++) {
            if (!cq_warnsdorff_walk(&w, v) || !cq_convert_cut(&c, w.path))
                continue;
            assert_cycles(&c);
            assert_true(c.cycles >= 1);
            if (!cq_convert_join(&c))
                continue;
            converted++;
            assert_cycles(&c);
            assert_int_equal(cq_convert_write(&c, 0, tour), n);
            for (uint32_t i = 0; i < n; i++) {
                assert_true(cq_graph_adjacent(&graph, tour[i], tour[(i + 1) % n]));
                for (uint32_t j = 0; j < i; j++)
                    assert_int_not_equal(tour[i], tour[j]);
            }
        }
        cq_warnsdorff_free(&w);
        cq_graph_free(&graph);
        cq_convert_free(&c);
    }
    assert_true(converted > ROUNDS);
}

/* The fewest cycles from place i on, and their squared lengths in sum, by trying all.
 */
static void try_cuts(const cq_graph *graph, const uint32_t *path, uint32_t i,
                     uint32_t cycles, uint64_t squares, uint32_t *fewest,
                     uint64_t *even)
{
    if (i == graph->vertices &&
        (cycles < *fewest || (cycles == *fewest && squares < *even))) {
        *fewest = cycles;
        *even = squares;
    }
    for (uint32_t last = i + 1; last < graph->vertices; last++)
        if (cq_graph_adjacent(graph, path[i], path[last]))
            try_cuts(graph, path, last + 1, cycles + 1,
                     squares + (uint64_t)(last - i + 1) * (last - i + 1), fewest, even);
}

/* Cuts are the fewest that there are, and the most even of these. */
static void cuts_are_best(void **state)
{
    fixture *f = *state;
    unsigned cut = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t n = 5 + below(f, 12), fewest = UINT32_MAX, start = below(f, n);
        uint64_t even = 0, squares = 0;
        cq_graph graph;
        cq_convert c;
        cq_warnsdorff w;

        assert_int_equal(cq_graph_random(ctx, &f->random, n, 4, &graph), CQ_OK);
        assert_int_equal(cq_warnsdorff_init(ctx, &graph, NULL, CQ_TIES_NUMBER, 0, &w),
                         CQ_OK);
        assert_int_equal(cq_convert_init(ctx, &graph,
                                         round % 2 ? CQ_CUT_FEWEST : CQ_CUT_EVEN,
                                         CQ_JOIN_NUMBER, &c),
                         CQ_OK);
        if (cq_warnsdorff_walk(&w, start)) {
            bool could = cq_convert_cut(&c, w.path);

            try_cuts(&graph, w.path, 0, 0, 0, &fewest, &even);
            assert_int_equal(could, fewest < UINT32_MAX);
            cut += could;
            for (uint32_t i = 0; could && i < c.cycles; i++) {
                uint64_t length = c.first[i + 1] - c.first[i];

                squares += length * length;
            }
            if (could) {
                assert_int_equal(c.cycles, fewest);
                assert_true(round % 2 || squares == even);
            }
        }
        cq_warnsdorff_free(&w);
        cq_convert_free(&c);
        cq_graph_free(&graph);
    }
    assert_true(cut > ROUNDS / 10);
}

/* The paper finds a tour for every radius up to 100; its figure 8 cuts the open tour of
 * radius 5 into four cycles. */
static void aztec_by_conversion(void **state)
{
    fixture *f = *state;
    cq_options options = CQ_OPTIONS(.engine = "conversion");

    for (unsigned radius = 2; radius <= 30; radius++) {
        char spec[16];

        snprintf(spec, sizeof spec, "aztec:%u", radius);
        pose_tour(f, spec, "1,2", true);
        solve(f, CQ_GOAL_FIND, &options);
        assert_int_equal(f->answer->verdict, CQ_YES);
        if (radius == 5) {
            assert_int_equal(counter(f->answer, "paths found"), 1);
            assert_int_equal(counter(f->answer, "cycles cut"), 4);
            assert_int_equal(counter(f->answer, "joins"), 3);
        }
    }
}

/* ---- walk ---- */

/* The paper's random walk finds tours for radii up to 22 but 17 and 21; here for all of
 * them, with the same tour and the same counters for any number of threads. */
static void aztec_by_walk(void **state)
{
    fixture *f = *state;

    for (unsigned radius = 2; radius <= 22; radius++) {
        uint32_t tour[1012], n;
        uint64_t starts, steps;
        char spec[16];

        snprintf(spec, sizeof spec, "aztec:%u", radius);
        pose_tour(f, spec, "1,2", true);
        n = f->problem->graph.vertices;
        for (unsigned threads = 1; threads <= 3; threads++) {
            cq_options options =
                CQ_OPTIONS(.engine = "walk", .threads = threads, .steps = 100000);

            solve(f, CQ_GOAL_FIND, &options);
            assert_int_equal(f->answer->verdict, CQ_YES);
            if (threads == 1) {
                starts = counter(f->answer, "starts tried");
                steps = counter(f->answer, "steps");
                memcpy(tour, f->answer->solutions.at[0].members.at, n * sizeof *tour);
            }
            assert_int_equal(counter(f->answer, "starts tried"), starts);
            assert_int_equal(counter(f->answer, "steps"), steps);
            assert_memory_equal(tour, f->answer->solutions.at[0].members.at,
                                n * sizeof *tour);
        }
    }
}

/* A limit that is reached decides nothing, and does not claim to. */
static void walk_gives_up(void **state)
{
    fixture *f = *state;
    cq_options options = CQ_OPTIONS(.engine = "walk", .steps = 10);

    pose_tour(f, "6x6", "1,2", true);
    solve(f, CQ_GOAL_FIND, &options);
    assert_int_equal(f->answer->verdict, CQ_UNKNOWN);
    assert_int_equal(counter(f->answer, "starts tried"), 36);
    assert_int_equal(counter(f->answer, "steps"), 360);
}

/* A walk that is stopped tells how far it came. */
static void walk_tells_when_stopped(void **state)
{
    fixture *f = *state;
    cq_options options = CQ_OPTIONS(.engine = "walk", .work = 3);

    pose_tour(f, "aztec:8", "1,2", true);
    solve(f, CQ_GOAL_FIND, &options);
    assert_int_equal(f->answer->verdict, CQ_UNKNOWN);
    assert_int_equal(f->answer->stop, CQ_STOP_WORK);
    assert_int_equal(counter(f->answer, "starts tried"), 1);
    assert_true(counter(f->answer, "steps") > 4096);
}

/* From a square, and to one, all engines that search agree with the exact one. */
static void keeps_ends(void **state)
{
    static const char *const engines[] = {"walk", "backtrack", "warnsdorff"};
    fixture *f = *state;

    for (uint32_t from = 0; from < 12; from++)
        for (uint32_t to = 0; to < 12; to++) {
            const uint32_t *walk;
            cq_verdict truth;

            if (from == to)
                continue;
            pose_tour(f, "3x4", "1,2", false);
            assert_int_equal(cq_problem_set_ends_at(ctx, f->problem, from, to), CQ_OK);
            solve(f, CQ_GOAL_FIND, NULL);
            truth = f->answer->verdict;
            for (size_t i = 0; i < 3; i++) {
                cq_options options = CQ_OPTIONS(.engine = engines[i]);

                solve(f, CQ_GOAL_FIND, &options);
                if (f->answer->verdict != truth)
                    assert_string_equal(engines[i], "warnsdorff");
                if (f->answer->verdict != CQ_YES)
                    continue;
                walk = f->answer->solutions.at[0].members.at;
                assert_int_equal(walk[0], from);
                assert_int_equal(walk[11], to);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(follows_rule, set_up, tear_down),
        cmocka_unit_test_setup_teardown(repeats, set_up, tear_down),
        cmocka_unit_test_setup_teardown(chessboard, set_up, tear_down),
        cmocka_unit_test_setup_teardown(breaks_ties, set_up, tear_down),
        cmocka_unit_test_setup_teardown(orders_moves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(orders_keep_neighbours, set_up, tear_down),
        cmocka_unit_test_setup_teardown(converts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cuts_are_best, set_up, tear_down),
        cmocka_unit_test_setup_teardown(aztec_by_conversion, set_up, tear_down),
        cmocka_unit_test_setup_teardown(aztec_by_walk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(walk_gives_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(walk_tells_when_stopped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_ends, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("classics", tests, NULL, NULL);
}
