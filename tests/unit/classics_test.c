/* classics_test.c - the algorithms of the sources do what the sources say.
 *
 * Warnsdorff's rule is followed at every move, whatever the tie-break; a converted path
 * is a cycle; the random walk comes to the same end with any number of threads; and on
 * Aztec diamonds all find what Davies, Xue and Yerger report (Involve 10, 2017).
 */
#include "engine/conversion/cut_and_join.h"
#include "engine/graph/warnsdorff_rule.h"
#include "problem/random_graph.h"
#include "solve/solve.h"
#include "counter.h"
#include "posed.h"

enum { ROUNDS = 200 };

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
        cq_ties ties = (cq_ties)(round % 4);
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

    for (cq_ties ties = CQ_TIES_NUMBER; ties <= CQ_TIES_RANDOM; ties++) {
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

    for (cq_ties ties = CQ_TIES_NUMBER; ties <= CQ_TIES_RANDOM; ties++) {
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
        assert_int_equal(cq_convert_init(ctx, &graph, &c), CQ_OK);
        for (uint32_t v = 0; v < n; v++) {
            if (!cq_warnsdorff_walk(&w, v) || !cq_convert_cut(&c, w.path))
                continue;
            assert_cycles(&c);
            assert_true(c.cycles >= 1);
            if (!cq_convert_join(&c))
                continue;
            converted++;
            assert_cycles(&c);
            cq_convert_write(&c, tour);
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

/* The paper's random walk finds tours for radii up to 22 but 17 and 21; here for small
 * ones, with the same tour and the same counters for any number of threads. */
static void aztec_by_walk(void **state)
{
    fixture *f = *state;

    for (unsigned radius = 2; radius <= 8; radius++) {
        uint32_t tour[200], n;
        uint64_t starts, steps;
        char spec[16];

        snprintf(spec, sizeof spec, "aztec:%u", radius);
        pose_tour(f, spec, "1,2", true);
        n = f->problem->graph.vertices;
        for (unsigned threads = 1; threads <= 3; threads++) {
            cq_options options = CQ_OPTIONS(.engine = "walk", .threads = threads,
                                            .steps = 20000, .seed = 1);

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(follows_rule, set_up, tear_down),
        cmocka_unit_test_setup_teardown(repeats, set_up, tear_down),
        cmocka_unit_test_setup_teardown(chessboard, set_up, tear_down),
        cmocka_unit_test_setup_teardown(converts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(aztec_by_conversion, set_up, tear_down),
        cmocka_unit_test_setup_teardown(aztec_by_walk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(walk_gives_up, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("classics", tests, NULL, NULL);
}
