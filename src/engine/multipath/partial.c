/* partial.c - deciding edges, and what follows from degrees and short cycles.
 *
 * - A vertex with two edges in the cycle needs no others: they are out.
 * - A vertex with only two edges left needs both: they are in.
 * - An edge between the two ends of a path of edges that are in would close a short
 *   cycle: it is out, unless the path has all vertices; then it must be in.
 *
 * The first and the third are done at once when an edge comes in, the second when the
 * vertex comes out of the queue. Nothing recurses.
 */
#include "engine/multipath/multipath.h"
#include "base/assert.h"

#include <string.h>

/* ---- the graph, with a roof for open tours ---- */

static cq_status copy_edges(cq_context *ctx, const cq_graph *graph, cq_partial *f)
{
    size_t edges = cq_graph_edges(graph) + (f->has_roof ? graph->vertices : 0);
    uint32_t *ends = cq_alloc(ctx, edges, 2 * sizeof *ends);
    cq_status status = CQ_MEMORY;
    size_t at = 0;

    cq_try_memory(ends);
    for (uint32_t v = 0; v < graph->vertices; v++) {
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
            if (graph->targets[p] > v) {
                ends[at++] = v;
                ends[at++] = graph->targets[p];
            }
        if (f->has_roof) {
            ends[at++] = v;
            ends[at++] = graph->vertices;
        }
    }
    cq_assert(at == 2 * edges);
    status = cq_graph_build(ctx, f->n, ends, edges, &f->graph, NULL);
    cq_free(ends);
    return status;
}

static cq_status make_arrays(cq_context *ctx, cq_partial *f)
{
    size_t n = f->n, arcs = f->graph.starts[n];

    cq_try(cq_degree_flow_init(ctx, &f->graph, &f->flow));
    cq_try(cq_scc_init(ctx, f->n, &f->components));
    cq_try(cq_articulation_init(ctx, &f->graph, &f->points));
    f->in = cq_zalloc(ctx, n, sizeof *f->in);
    f->open = cq_alloc(ctx, n, sizeof *f->open);
    f->mate = cq_alloc(ctx, n, sizeof *f->mate);
    f->link = cq_alloc(ctx, n, 2 * sizeof *f->link);
    f->out = cq_zalloc(ctx, arcs, 1);
    f->nothing = cq_zalloc(ctx, n, 1);
    f->trail = cq_alloc(ctx, arcs / 2, sizeof *f->trail);
    f->queue = cq_alloc(ctx, n, sizeof *f->queue);
    f->waits = cq_zalloc(ctx, n, 1);
    f->taste = cq_alloc(ctx, n, sizeof *f->taste);
    return f->in && f->open && f->mate && f->link && f->out && f->nothing && f->trail &&
                   f->queue && f->waits && f->taste
               ? CQ_OK
               : CQ_MEMORY;
}

static void enqueue(cq_partial *f, uint32_t v)
{
    if (f->waits[v])
        return;
    f->waits[v] = 1;
    cq_assert(f->queued < f->n);
    f->queue[(f->head + f->queued++) % f->n] = v;
}

cq_status cq_partial_init(cq_context *ctx, const cq_problem *problem, cq_partial *out)
{
    const cq_graph *graph = &problem->graph;
    cq_partial f = {.has_roof = !problem->closed,
                    .from = problem->from,
                    .to = problem->to,
                    .must = graph->must};
    cq_status status;

    f.n = graph->vertices + f.has_roof;
    status = copy_edges(ctx, graph, &f);
    if (status == CQ_OK) {
        *out = f; /* what is made now refers to the graph in its last place */
        status = make_arrays(ctx, out);
    }
    if (status != CQ_OK) {
        if (out->graph.starts)
            cq_partial_free(out);
        return status;
    }
    for (uint32_t v = 0; v < out->n; v++) {
        out->mate[v] = out->taste[v] = v;
        out->open[v] = (uint32_t)cq_graph_degree(&out->graph, v);
    }
    cq_partial_restart(out);
    return CQ_OK;
}

void cq_partial_free(cq_partial *f)
{
    cq_graph_free(&f->graph);
    cq_degree_flow_free(&f->flow);
    cq_scc_free(&f->components);
    cq_articulation_free(&f->points);
    cq_free_each(f->in, f->open, f->mate, f->link, f->out, f->nothing, f->trail,
                 f->queue, f->waits, f->taste);
    memset(f, 0, sizeof *f);
}

/* ---- deciding ---- */

static void decide(cq_partial *f, uint32_t v, size_t arc, bool is_in)
{
    size_t mirror = f->flow.mirror[arc];
    uint32_t to = f->graph.targets[arc];

    cq_assert(!f->flow.barred[arc]);
    f->flow.barred[arc] = f->flow.barred[mirror] = 1;
    f->out[arc] = f->out[mirror] = !is_in;
    cq_assert(f->open[v] > 0 && f->open[to] > 0);
    cq_assert(f->decided < f->graph.starts[f->n] / 2);
    f->open[v]--;
    f->open[to]--;
    f->trail[f->decided++] = (cq_decision){.arc = arc,
                                           .tail = v,
                                           .near_end = f->mate[v],
                                           .far_end = f->mate[to],
                                           .is_in = is_in};
}

void cq_partial_put_out(cq_partial *f, uint32_t v, size_t arc)
{
    decide(f, v, arc, false);
    enqueue(f, v);
    enqueue(f, f->graph.targets[arc]);
}

/* Closes all that is open at v, if two are in. */
static void close_vertex(cq_partial *f, uint32_t v)
{
    cq_assert(f->in[v] == 2);
    for (size_t p = f->graph.starts[v]; p < f->graph.starts[v + 1] && f->open[v]; p++)
        if (!f->flow.barred[p])
            cq_partial_put_out(f, v, p);
}

static void fail(cq_partial *f)
{
    f->failed = true;
    f->by_degree++;
}

/* The edge between the ends of a new path: out, or the last one in. */
static void look_across(cq_partial *f, uint32_t a, uint32_t b)
{
    size_t arc = cq_graph_arc(&f->graph, a, b);
    bool is_open = arc != SIZE_MAX && !f->flow.barred[arc];

    if (f->edges < f->n - 1) {
        if (is_open)
            cq_partial_put_out(f, a, arc);
    } else if (is_open) {
        cq_partial_put_in(f, a, arc);
    } else {
        fail(f);
    }
}

/* Two edges in at each end at most, and no short cycle: the callers see to the first,
 * look_across to the second. */
void cq_partial_put_in(cq_partial *f, uint32_t v, size_t arc)
{
    uint32_t to = f->graph.targets[arc], a = f->mate[v], b = f->mate[to];
    bool closes = a == to;

    cq_assert(f->in[v] < 2 && f->in[to] < 2);
    cq_assert(!closes || f->edges == f->n - 1);
    decide(f, v, arc, true);
    f->link[2 * (size_t)v + f->in[v]++] = to;
    f->link[2 * (size_t)to + f->in[to]++] = v;
    f->edges++;
    cq_assert(f->edges <= f->n);
    if (closes)
        return;
    cq_assert(f->mate[a] == v && f->mate[b] == to); /* ends of their paths */
    f->mate[a] = b;
    f->mate[b] = a;
    if (f->in[v] == 2)
        close_vertex(f, v);
    if (f->in[to] == 2)
        close_vertex(f, to);
    look_across(f, a, b);
}

/* ---- beginning ---- */

static void put_between(cq_partial *f, uint32_t a, uint32_t b)
{
    size_t arc;

    cq_assert(a < f->n && b < f->n);
    arc = cq_graph_arc(&f->graph, a, b);
    if (arc == SIZE_MAX || f->out[arc])
        fail(f);
    else if (!f->flow.barred[arc])
        cq_partial_put_in(f, a, arc);
}

/* The edges at the ends that are asked for, and those that must be used. */
static void put_ends(cq_partial *f)
{
    uint32_t roof = f->n - 1;

    if (f->has_roof && f->from != CQ_NO_VERTEX)
        put_between(f, roof, f->from);
    if (f->has_roof && f->to != CQ_NO_VERTEX)
        put_between(f, roof, f->to);
    if (!f->has_roof && f->from != CQ_NO_VERTEX && f->to != CQ_NO_VERTEX)
        put_between(f, f->from, f->to);
    for (size_t i = 0; i < f->must.count && !f->failed; i += 2)
        put_between(f, f->must.at[i], f->must.at[i + 1]);
}

void cq_partial_restart(cq_partial *f)
{
    cq_assert(f->decided == 0);
    for (uint32_t v = 0; v < f->n; v++)
        enqueue(f, v);
    f->looked = SIZE_MAX; /* the first look is due at once */
    put_ends(f);
}

/* ---- following ---- */

/* Takes v's open edges in if it needs all of them. */
static void look_at(cq_partial *f, uint32_t v)
{
    if (f->in[v] + f->open[v] < 2) {
        fail(f);
        return;
    }
    if (f->in[v] == 2 || f->in[v] + f->open[v] > 2)
        return;
    for (size_t p = f->graph.starts[v]; p < f->graph.starts[v + 1] && f->open[v]; p++)
        if (!f->flow.barred[p] && !f->failed)
            cq_partial_put_in(f, v, p);
    if (f->in[v] < 2)
        fail(f); /* the first one in put the second one out: a short cycle */
}

void cq_partial_propagate(cq_partial *f)
{
    while (f->queued && !f->failed) {
        uint32_t v = f->queue[f->head];

        f->head = (f->head + 1) % f->n;
        f->queued--;
        cq_assert(f->waits[v]);
        f->waits[v] = 0;
        look_at(f, v);
    }
}

/* ---- choosing ---- */

/* Fewer open edges first, then ends of paths, then taste. */
static uint64_t rank_of(const cq_partial *f, uint32_t v)
{
    uint32_t rank = 2 * f->open[v] - f->in[v];

    return (uint64_t)rank << 32 | f->taste[v];
}

static uint32_t choose_vertex(const cq_partial *f)
{
    uint64_t least = UINT64_MAX;
    uint32_t best = UINT32_MAX;

    for (uint32_t v = 0; v < f->n; v++) {
        uint64_t rank = f->open[v] ? rank_of(f, v) : UINT64_MAX;

        if (rank >= least)
            continue;
        least = rank;
        best = v;
    }
    return best;
}

/* Towards the neighbour that comes first by the same rule. */
static size_t choose_arc(const cq_partial *f, uint32_t v)
{
    uint64_t least = UINT64_MAX;
    size_t best = SIZE_MAX;

    for (size_t p = f->graph.starts[v]; p < f->graph.starts[v + 1]; p++) {
        uint64_t rank = rank_of(f, f->graph.targets[p]);

        if (f->flow.barred[p] || rank >= least)
            continue;
        least = rank;
        best = p;
    }
    return best;
}

cq_tour_level cq_partial_choose(const cq_partial *f)
{
    cq_tour_level choice = {.decided = f->decided, .v = choose_vertex(f)};

    cq_assert(choice.v < f->n && f->open[choice.v]);
    choice.arc = choose_arc(f, choice.v);
    cq_assert(choice.arc != SIZE_MAX && !f->out[choice.arc]);
    return choice;
}

/* ---- undoing ---- */

static void take_back(cq_partial *f, const cq_decision *decision)
{
    size_t arc = decision->arc, mirror = f->flow.mirror[arc];
    uint32_t v = decision->tail, to = f->graph.targets[arc];

    f->flow.barred[arc] = f->flow.barred[mirror] = 0;
    f->out[arc] = f->out[mirror] = 0;
    f->open[v]++;
    f->open[to]++;
    if (!decision->is_in)
        return;
    cq_assert(f->in[v] > 0 && f->in[to] > 0 && f->edges > 0);
    cq_assert(f->link[2 * (size_t)v + f->in[v] - 1] == to);
    f->in[v]--;
    f->in[to]--;
    f->edges--;
    f->mate[decision->near_end] = v;
    f->mate[decision->far_end] = to;
}

void cq_partial_undo(cq_partial *f, size_t decided)
{
    cq_assert(decided <= f->decided);
    while (f->decided > decided)
        take_back(f, &f->trail[--f->decided]);
    for (; f->queued; f->queued--) {
        f->waits[f->queue[f->head]] = 0;
        f->head = (f->head + 1) % f->n;
    }
    f->failed = false;
    cq_assert(cq_partial_check_step(f));
}

/* ---- what must hold ---- */

static bool check_vertex(const cq_partial *f, uint32_t v)
{
    uint32_t open = 0, in = 0;

    for (size_t p = f->graph.starts[v]; p < f->graph.starts[v + 1]; p++) {
        size_t mirror = f->flow.mirror[p];

        cq_hold(f->flow.barred[p] == f->flow.barred[mirror]);
        cq_hold(f->out[p] == f->out[mirror] && (!f->out[p] || f->flow.barred[p]));
        open += !f->flow.barred[p];
        in += f->flow.barred[p] && !f->out[p];
    }
    cq_hold(open == f->open[v] && in == f->in[v]);
    return true;
}

/* From an end of a path along its edges to its mate. */
static bool check_path(const cq_partial *f, uint32_t end)
{
    uint32_t at = end, before = UINT32_MAX, steps = 0;

    while (steps <= f->n) {
        uint32_t to = f->link[2 * (size_t)at];

        if (before != UINT32_MAX && f->in[at] == 1)
            break;
        if (before != UINT32_MAX && to == before)
            to = f->link[2 * (size_t)at + 1];
        before = at;
        at = to;
        steps++;
    }
    cq_hold(steps <= f->n && at == f->mate[end] && f->mate[at] == end);
    return true;
}

bool cq_partial_check(const cq_partial *f)
{
    uint32_t in = 0;

    for (uint32_t v = 0; v < f->n; v++) {
        cq_hold(check_vertex(f, v));
        in += f->in[v];
        if (f->edges == f->n)
            continue;
        cq_hold(f->in[v] != 0 || f->mate[v] == v);
        cq_hold(f->in[v] != 1 || check_path(f, v));
    }
    cq_hold(in == 2 * f->edges);
    return true;
}

bool cq_partial_check_step(const cq_partial *f)
{
    return !cq_walk_due(f->by_degree + f->by_parts + f->by_flow,
                        f->graph.starts[f->n]) ||
           cq_partial_check(f);
}
