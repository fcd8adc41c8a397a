/* graph_algorithms_test.c - engine/graph against definitions, on small random graphs.
 *
 * Whatever is found quickly there is found here by looking at everything: all removals,
 * all sets of takers, all pairs of nodes.
 */
#include "engine/graph/articulation.h"
#include "engine/graph/cut_set.h"
#include "engine/graph/strong_components.h"
#include "problem/random_graph.h"
#include "context.h"

enum { ROUNDS = 1500, MOST = 9 };

typedef struct drawn {
    cq_random random;
    cq_graph graph;
} drawn;

static void draw_graph(drawn *d)
{
    uint32_t n = 2 + (uint32_t)cq_random_below(&d->random, MOST - 1);
    double mean = (double)cq_random_below(&d->random, 10 * (n - 1)) / 10;

    must(cq_graph_random(ctx, &d->random, n, mean, &d->graph));
}

static void flood(const cq_graph *graph, uint32_t v, char *taken)
{
    taken[v] = 1;
    for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
        if (!taken[graph->targets[p]])
            flood(graph, graph->targets[p], taken);
}

/* The parts that are left without those taken. */
static size_t count_parts(const cq_graph *graph, const char *without)
{
    char taken[MOST];
    size_t parts = 0;

    memcpy(taken, without, graph->vertices);
    for (uint32_t v = 0; v < graph->vertices; v++)
        if (!taken[v]) {
            flood(graph, v, taken);
            parts++;
        }
    return parts;
}

static void the_best_vertex_leaves_the_most_parts(void **state)
{
    drawn d = {0};

    (void)state;
    cq_random_seed(&d.random, 1);
    for (unsigned round = 0; round < ROUNDS; round++) {
        char taken[MOST] = {0};
        size_t most = 0, parts = 0;
        cq_articulation points;
        uint32_t best;

        draw_graph(&d);
        taken[cq_random_below(&d.random, d.graph.vertices)] = round % 2;
        must(cq_articulation_init(ctx, &d.graph, &points));
        best = cq_articulation_find(&points, taken, NULL, &parts);
        for (uint32_t v = 0; v < d.graph.vertices; v++) {
            size_t left;

            if (taken[v])
                continue;
            taken[v] = 1;
            left = count_parts(&d.graph, taken);
            taken[v] = 0;
            most = left > most ? left : most;
            if (v == best)
                assert_int_equal(left, parts);
        }
        assert_int_not_equal(best, UINT32_MAX);
        assert_int_equal(parts, most);
        memset(taken, 1, d.graph.vertices); /* nothing is left to be taken */
        best = cq_articulation_find(&points, taken, NULL, &parts);
        assert_int_equal(best, UINT32_MAX);
        assert_int_equal(parts, 0);
        cq_articulation_free(&points);
        cq_graph_free(&d.graph);
    }
}

/* What the takers of a set miss at least, for the worst of all sets. */
static uint64_t worst_lack(const cq_degree_flow *flow)
{
    const cq_graph *graph = flow->graph;
    int64_t worst = 0;

    for (uint32_t set = 0; set < 1u << graph->vertices; set++) {
        int64_t lack = 0;

        for (uint32_t v = 0; v < graph->vertices; v++) {
            uint32_t edges = 0;

            if (set >> v & 1)
                lack += flow->want[v];
            for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
                edges += set >> graph->targets[p] & 1 && !flow->barred[p];
            lack -= edges < flow->have[v] ? edges : flow->have[v];
        }
        worst = lack > worst ? lack : worst;
    }
    return (uint64_t)worst;
}

static void bar_an_edge(drawn *d, cq_degree_flow *flow)
{
    size_t arcs = d->graph.starts[d->graph.vertices], arc;

    if (!arcs)
        return;
    arc = (size_t)cq_random_below(&d->random, arcs);
    flow->barred[arc] = flow->barred[flow->mirror[arc]] = 1;
}

/* By max-flow and min-cut, also after the wants and the bars have changed. */
static void the_flow_misses_what_the_worst_set_lacks(void **state)
{
    drawn d = {0};

    (void)state;
    cq_random_seed(&d.random, 2);
    for (unsigned round = 0; round < ROUNDS; round++) {
        cq_degree_flow flow;

        draw_graph(&d);
        must(cq_degree_flow_init(ctx, &d.graph, &flow));
        for (unsigned change = 0; change < 4; change++) {
            for (uint32_t v = 0; v < d.graph.vertices; v++) {
                flow.want[v] = (uint32_t)cq_random_below(&d.random, 4);
                flow.have[v] = (uint32_t)cq_random_below(&d.random, 4);
            }
            cq_degree_flow_supply(&flow);
            assert_int_equal(flow.missing, worst_lack(&flow));
            bar_an_edge(&d, &flow);
        }
        cq_degree_flow_free(&flow);
        cq_graph_free(&d.graph);
    }
}

/* to[x]: the nodes that x leads to, over any number of residual arcs. */
static void close_residual(const cq_degree_flow *flow, uint32_t *to)
{
    const cq_graph *graph = flow->graph;
    uint32_t n = graph->vertices;

    memset(to, 0, 2 * n * sizeof *to);
    for (uint32_t v = 0; v < n; v++)
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
            uint32_t giver = n + graph->targets[p];

            if (flow->used[p])
                to[giver] |= 1u << v;
            else if (!flow->barred[p])
                to[v] |= 1u << giver;
        }
    for (uint32_t x = 0; x < 2 * n; x++)
        to[x] |= 1u << x;
    for (uint32_t by = 0; by < 2 * n; by++)
        for (uint32_t x = 0; x < 2 * n; x++)
            if (to[x] >> by & 1)
                to[x] |= to[by];
}

static void components_are_nodes_that_lead_to_each_other(void **state)
{
    drawn d = {0};

    (void)state;
    cq_random_seed(&d.random, 3);
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t to[2 * MOST];
        cq_degree_flow flow;
        cq_scc scc;

        draw_graph(&d);
        must(cq_degree_flow_init(ctx, &d.graph, &flow));
        must(cq_scc_init(ctx, d.graph.vertices, &scc));
        for (uint32_t v = 0; v < d.graph.vertices; v++)
            flow.want[v] = flow.have[v] = 1 + round % 2;
        bar_an_edge(&d, &flow);
        cq_degree_flow_supply(&flow);
        cq_scc_find(&flow, &scc);
        close_residual(&flow, to);
        for (uint32_t x = 0; x < 2 * d.graph.vertices; x++)
            for (uint32_t y = 0; y < 2 * d.graph.vertices; y++) {
                bool there = to[x] >> y & 1, back = to[y] >> x & 1;

                assert_int_equal(scc.taker[x] == scc.taker[y], there && back);
                assert_true(!there || scc.taker[x] >= scc.taker[y]);
            }
        cq_scc_free(&scc);
        cq_degree_flow_free(&flow);
        cq_graph_free(&d.graph);
    }
}

/* A set that proves still does when it is shrunk, and not with one vertex less. */
static void a_cut_is_shrunk_until_no_vertex_can_go(void **state)
{
    drawn d = {0};
    unsigned proofs = 0;

    (void)state;
    cq_random_seed(&d.random, 4);
    for (unsigned round = 0; round < ROUNDS; round++) {
        cq_problem problem = {.kind = CQ_TOUR, .closed = round % 2};
        cq_run run = {.ctx = ctx, .problem = &problem};
        cq_cut_set cut;

        draw_graph(&d);
        problem.graph = d.graph;
        must(cq_cut_set_init(&run, &cut));
        for (uint32_t v = 0; v < d.graph.vertices; v++)
            cut.taken[v] = cq_random_below(&d.random, 3) == 0;
        cq_cut_set_parts(&cut);
        assert_int_equal(cut.parts, count_parts(&d.graph, cut.taken));
        if (cut.count && cq_cut_proves(cut.closed, cut.count, cut.parts)) {
            proofs++;
            cq_cut_set_shrink(&cut);
            assert_true(
                cq_cut_proves(cut.closed, cut.count, count_parts(&d.graph, cut.taken)));
            for (uint32_t v = 0; v < d.graph.vertices; v++) {
                if (!cut.taken[v] || cut.count == 1)
                    continue;
                cut.taken[v] = 0;
                assert_false(cq_cut_proves(cut.closed, cut.count - 1,
                                           count_parts(&d.graph, cut.taken)));
                cut.taken[v] = 1;
            }
        }
        cq_cut_set_free(&cut);
        cq_graph_free(&d.graph);
    }
    assert_true(proofs > ROUNDS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_best_vertex_leaves_the_most_parts,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(the_flow_misses_what_the_worst_set_lacks,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(components_are_nodes_that_lead_to_each_other,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(a_cut_is_shrunk_until_no_vertex_can_go,
                                        open_context, close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
