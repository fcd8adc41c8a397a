/* random_graph_test.c - graphs drawn at random: valid, reproducible, evenly drawn. */
#include "problem/random_graph.h"
#include "context.h"

#include <math.h>
#include <string.h>

static void the_same_seed_draws_the_same(void **state)
{
    uint64_t hashes[3];

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        cq_random random;
        cq_graph graph;

        cq_random_seed(&random, i == 2 ? 8 : 7);
        assert_int_equal(cq_graph_random(ctx, &random, 300, 6.5, &graph), CQ_OK);
        assert_true(cq_graph_check(&graph));
        hashes[i] = cq_graph_hash(&graph, 0);
        cq_graph_free(&graph);
    }
    assert_int_equal(hashes[0], hashes[1]);
    assert_int_not_equal(hashes[0], hashes[2]);
}

/* Over all draws each of the 10 pairs of 5 vertices comes as often as p says. */
static void pairs_are_joined_evenly(void **state)
{
    enum { DRAWS = 20000 };
    const double p = 1.7 / 4, spread = sqrt(DRAWS * p * (1 - p));
    unsigned joined[5][5] = {{0}};
    cq_random random;

    (void)state;
    cq_random_seed(&random, 3);
    for (unsigned i = 0; i < DRAWS; i++) {
        cq_graph graph;

        assert_int_equal(cq_graph_random(ctx, &random, 5, 1.7, &graph), CQ_OK);
        for (uint32_t v = 0; v < 5; v++)
            for (size_t e = graph.starts[v]; e < graph.starts[v + 1]; e++)
                joined[v][graph.targets[e]]++;
        cq_graph_free(&graph);
    }
    for (unsigned a = 0; a < 5; a++)
        for (unsigned b = 0; b < a; b++) {
            assert_int_equal(joined[a][b], joined[b][a]);
            assert_true(fabs(joined[a][b] - DRAWS * p) < 5 * spread);
        }
}

static void extremes_are_graphs_too(void **state)
{
    cq_random random;
    cq_graph graph;

    (void)state;
    cq_random_seed(&random, 1);
    assert_int_equal(cq_graph_random(ctx, &random, 6, 5, &graph), CQ_OK);
    assert_int_equal(cq_graph_edges(&graph), 15); /* complete */
    cq_graph_free(&graph);
    assert_int_equal(cq_graph_random(ctx, &random, 6, 0, &graph), CQ_OK);
    assert_int_equal(cq_graph_edges(&graph), 0);
    cq_graph_free(&graph);
    assert_int_equal(cq_graph_random(ctx, &random, 1, 3, &graph), CQ_OK);
    assert_int_equal(graph.vertices, 1);
    cq_graph_free(&graph);
}

static void regular_graphs_are_regular(void **state)
{
    static const struct {
        uint32_t vertices, degree;
    } cases[] = {{4, 3}, {10, 3}, {7, 6}, {9, 4}, {1000, 8}, {1000, 15}, {6, 0}};
    cq_random random;

    (void)state;
    cq_random_seed(&random, 11);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cq_graph graph;

        assert_int_equal(
            cq_graph_regular(ctx, &random, cases[i].vertices, cases[i].degree, &graph),
            CQ_OK);
        assert_true(cq_graph_check(&graph));
        for (uint32_t v = 0; v < graph.vertices; v++)
            assert_int_equal(cq_graph_degree(&graph, v), cases[i].degree);
        cq_graph_free(&graph);
    }
}

static void what_cannot_be_is_refused(void **state)
{
    cq_random random;
    cq_graph graph;

    (void)state;
    cq_random_seed(&random, 1);
    assert_int_equal(cq_graph_regular(ctx, &random, 5, 3, &graph), CQ_INPUT);
    assert_non_null(strstr(cq_error_text(ctx), "one of the two must be even"));
    assert_int_equal(cq_graph_regular(ctx, &random, 3, 3, &graph), CQ_INPUT);
    assert_int_equal(cq_graph_subdivided(ctx, &random, 4, 7, &graph), CQ_INPUT);
    assert_non_null(strstr(cq_error_text(ctx), "has 6 edges"));
    assert_int_equal(cq_graph_hidden(ctx, &random, 2, 2, &graph), CQ_INPUT);
    assert_int_equal(cq_graph_hidden(ctx, &random, 10, 1.9, &graph), CQ_INPUT);
    assert_int_equal(cq_graph_hidden(ctx, &random, 10, 9, &graph), CQ_INPUT);
}

/* Of 30 edges 12 and all of them: none has two. */
static void draw_middles(cq_random *random, uint32_t edges)
{
    unsigned middles = 0;
    cq_graph graph;

    assert_int_equal(cq_graph_subdivided(ctx, random, 20, edges, &graph), CQ_OK);
    assert_true(cq_graph_check(&graph));
    assert_int_equal(graph.vertices, 20 + edges);
    assert_int_equal(cq_graph_edges(&graph), 30 + edges);
    for (uint32_t v = 0; v < graph.vertices; v++) {
        middles += cq_graph_degree(&graph, v) == 2;
        assert_true(cq_graph_degree(&graph, v) == (v < 20 ? 3u : 2u));
        for (size_t e = graph.starts[v]; e < graph.starts[v + 1]; e++)
            assert_true(v < 20 || graph.targets[e] < 20);
    }
    assert_int_equal(middles, edges);
    cq_graph_free(&graph);
}

static void subdivided_edges_have_a_middle(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 5);
    draw_middles(&random, 12);
    draw_middles(&random, 30);
}

static void hidden_cycles_have_their_edges(void **state)
{
    static const struct {
        uint32_t vertices;
        double degree;
        size_t edges;
    } cases[] = {{3, 2, 3}, {4, 2.5, 5}, {50, 2, 50}, {1000, 4, 2000}};
    cq_random random;

    (void)state;
    cq_random_seed(&random, 4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool connected = false;
        cq_graph graph;

        assert_int_equal(
            cq_graph_hidden(ctx, &random, cases[i].vertices, cases[i].degree, &graph),
            CQ_OK);
        assert_true(cq_graph_check(&graph));
        assert_int_equal(cq_graph_edges(&graph), cases[i].edges);
        for (uint32_t v = 0; v < graph.vertices; v++)
            assert_true(cq_graph_degree(&graph, v) >= 2);
        assert_int_equal(cq_graph_connected(ctx, &graph, &connected), CQ_OK);
        assert_true(connected);
        cq_graph_free(&graph);
    }
}

static void parts_are_noticed(void **state)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 3, 4};
    cq_graph graph;
    bool connected;

    (void)state;
    assert_int_equal(cq_graph_build(ctx, 5, ends, 3, &graph, NULL), CQ_OK);
    assert_int_equal(cq_graph_connected(ctx, &graph, &connected), CQ_OK);
    assert_false(connected);
    cq_graph_free(&graph);
    assert_int_equal(cq_graph_build(ctx, 3, ends, 2, &graph, NULL), CQ_OK);
    assert_int_equal(cq_graph_connected(ctx, &graph, &connected), CQ_OK);
    assert_true(connected);
    cq_graph_free(&graph);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_same_seed_draws_the_same),   TEST(pairs_are_joined_evenly),
        TEST(extremes_are_graphs_too),        TEST(regular_graphs_are_regular),
        TEST(what_cannot_be_is_refused),      TEST(subdivided_edges_have_a_middle),
        TEST(hidden_cycles_have_their_edges), TEST(parts_are_noticed),
    };

    return cmocka_run_group_tests_name("random_graph", tests, NULL, NULL);
}
