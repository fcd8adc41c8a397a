/* tree_tour.c - is this tree a proof that there is no tour?
 *
 * A tour is a cycle through all vertices. For an open one the graph gets a vertex more,
 * the roof, that is joined to all others. Ends that are asked for are edges that are in
 * the cycle from the beginning: to the roof, or between both ends of a closed tour. So
 * are edges that must be used.
 *
 * An edge is open, in or out. What follows is decided at once, until nothing more does:
 *
 *     a vertex with two edges in needs no others: they are out
 *     a vertex with two edges that are not out needs both: they are in
 *     an edge between the ends of a path of edges that are in is out, unless the path
 *     has all vertices
 *
 * A vertex with fewer than two edges left, or with three in, or a cycle that misses
 * some vertices, is a contradiction, and the branch is done with. Else the next number
 * is 1 + an open edge, numbered in the order of its smaller end and then of its larger
 * one: a node with two children, that edge in, and that edge out. Or it is 0, a leaf
 * with a cut: how many vertices, and these, each as its distance from the one before it
 * less 1 (the first as it is). Without them the edges that are not out must leave more
 * parts than there are vertices in the cut, and two at least.
 *
 * Which rule is tried first makes no difference to what is decided in the end. Memory
 * for one path; a decision costs the degrees of its ends, and a cut the graph.
 */
#include "base/assert.h"
#include "check/judge.h"
#include "check/proof_reader.h"
#include "check/tour_lists.h"

#include <inttypes.h>
#include <string.h>

typedef enum fate { OPEN, IN, OUT } fate;

typedef struct arc {
    uint32_t to, edge;
} arc;

typedef struct edge {
    uint32_t a, b; /* a < b */
    fate fate;
} edge;

typedef struct change {
    uint32_t edge;
    uint32_t a_end, b_end; /* in: the far ends of the paths that met */
} change;

typedef struct demand {
    uint32_t edge;
    fate fate;
} demand;

typedef struct judge {
    cq_context *ctx;
    cq_proof_reader *reader;
    uint32_t n, in_count;
    size_t *starts;
    arc *arcs;
    CQ_VEC(edge) edges;
    uint32_t *left, *in; /* at each vertex: edges that are not out, and that are in */
    uint32_t *mate;      /* of the end of a path: its other end */
    CQ_VEC(change) trail;
    CQ_VEC(demand) demands; /* a stack of what must follow */
    bool broken, solved;
    CQ_VEC(change)
    path; /* edges whose other side is to come; the trail before in a_end */
    /* Cuts: */
    uint32_t *stack;
    char *gone;
} judge;

/* ---- what follows ---- */

static cq_status demand_edge(judge *j, uint32_t number, fate wanted)
{
    return cq_vec_push(j->ctx, &j->demands, ((demand){number, wanted}));
}

/* All open edges at v are to be in, or out. */
static cq_status demand_at(judge *j, uint32_t v, fate wanted)
{
    for (size_t i = j->starts[v]; i < j->starts[v + 1]; i++)
        if (j->edges.at[j->arcs[i].edge].fate == OPEN)
            cq_try(demand_edge(j, j->arcs[i].edge, wanted));
    return CQ_OK;
}

static cq_status look_at(judge *j, uint32_t v)
{
    if (j->left[v] < 2 || j->in[v] > 2)
        j->broken = true;
    else if (j->left[v] == 2 && j->in[v] < 2)
        return demand_at(j, v, IN);
    else if (j->in[v] == 2 && j->left[v] > 2)
        return demand_at(j, v, OUT);
    return CQ_OK;
}

/* The edge that would close the path from a to b. */
static cq_status look_across(judge *j, uint32_t a, uint32_t b)
{
    for (size_t i = j->starts[a]; i < j->starts[a + 1]; i++)
        if (j->arcs[i].to == b && j->edges.at[j->arcs[i].edge].fate == OPEN &&
            j->in_count + 1 < j->n)
            return demand_edge(j, j->arcs[i].edge, OUT);
    return CQ_OK;
}

static cq_status put_in(judge *j, uint32_t number)
{
    edge *e = &j->edges.at[number];
    change now = {number, j->mate[e->a], j->mate[e->b]};

    if (j->in[e->a] == 2 || j->in[e->b] == 2) {
        j->broken = true;
        return CQ_OK;
    }
    cq_assert(e->fate == OPEN);
    cq_assert(j->mate[now.a_end] == e->a && j->mate[now.b_end] == e->b);
    e->fate = IN;
    cq_try(cq_vec_push(j->ctx, &j->trail, now));
    j->in[e->a]++;
    j->in[e->b]++;
    j->in_count++;
    if (now.a_end == e->b) { /* both ends of one path */
        j->solved = j->in_count == j->n;
        j->broken |= !j->solved;
        return CQ_OK;
    }
    j->mate[now.a_end] = now.b_end;
    j->mate[now.b_end] = now.a_end;
    cq_try(look_at(j, e->a));
    cq_try(look_at(j, e->b));
    return look_across(j, now.a_end, now.b_end);
}

static cq_status put_out(judge *j, uint32_t number)
{
    edge *e = &j->edges.at[number];

    cq_assert(e->fate == OPEN && j->left[e->a] > 0 && j->left[e->b] > 0);
    e->fate = OUT;
    cq_try(cq_vec_push(j->ctx, &j->trail, ((change){number, 0, 0})));
    j->left[e->a]--;
    j->left[e->b]--;
    cq_try(look_at(j, e->a));
    return look_at(j, e->b);
}

static cq_status follow(judge *j)
{
    while (j->demands.count && !j->broken) {
        demand next = j->demands.at[--j->demands.count];
        fate now = j->edges.at[next.edge].fate;

        if (now == OPEN)
            cq_try(next.fate == IN ? put_in(j, next.edge) : put_out(j, next.edge));
        else if (now != next.fate)
            j->broken = true;
    }
    j->demands.count = 0;
    return CQ_OK;
}

static void undo(judge *j, size_t length)
{
    while (j->trail.count > length) {
        change last = j->trail.at[--j->trail.count];
        edge *e = &j->edges.at[last.edge];

        cq_assert(e->fate != OPEN);
        if (e->fate == IN) {
            cq_assert(j->in[e->a] && j->in[e->b] && j->in_count);
            j->in[e->a]--;
            j->in[e->b]--;
            j->in_count--;
            j->mate[last.a_end] = e->a;
            j->mate[last.b_end] = e->b;
        } else {
            j->left[e->a]++;
            j->left[e->b]++;
        }
        e->fate = OPEN;
    }
    j->broken = j->solved = false;
}

/* ---- cuts ---- */

static void flood(judge *j, uint32_t from)
{
    size_t count = 0;

    j->gone[from] = 1;
    j->stack[count++] = from;
    while (count) {
        uint32_t v = j->stack[--count];

        for (size_t i = j->starts[v]; i < j->starts[v + 1]; i++) {
            arc a = j->arcs[i];

            if (j->gone[a.to] || j->edges.at[a.edge].fate == OUT)
                continue;
            j->gone[a.to] = 1;
            j->stack[count++] = a.to;
        }
    }
}

static cq_status read_cut(judge *j)
{
    size_t depth = j->path.count;
    uint64_t count, step, v = 0, parts = 0;

    memset(j->gone, 0, j->n);
    cq_try(cq_proof_next(j->reader, depth, j->n, &count));
    for (uint64_t i = 0; i < count; i++) {
        cq_try(cq_proof_next(j->reader, depth, j->n, &step));
        v += step + (i > 0);
        if (v >= j->n)
            return cq_proof_fail(j->reader, "node %" PRIu64 ": there is no such vertex",
                                 j->reader->nodes);
        j->gone[v] = 1;
    }
    for (uint32_t u = 0; u < j->n; u++)
        if (!j->gone[u]) {
            flood(j, u);
            parts++;
        }
    if (parts > 1 && parts > count)
        return CQ_OK;
    return cq_proof_refuse(j->reader, 0,
                           "without the vertices of its cut too few parts are left");
}

/* ---- nodes ---- */

/* Counts everything again: what is in and left at each vertex, and where paths end. */
static bool check_state(const judge *j)
{
    size_t decided = 0, ends = 0;

    for (uint32_t v = 0; v < j->n; v++) {
        uint32_t in = 0, left = 0;

        for (size_t i = j->starts[v]; i < j->starts[v + 1]; i++) {
            in += j->edges.at[j->arcs[i].edge].fate == IN;
            left += j->edges.at[j->arcs[i].edge].fate != OUT;
        }
        cq_hold(in == j->in[v] && left == j->left[v] && in <= 2 && left >= 2);
        cq_hold(in == 2 || j->mate[j->mate[v]] == v);
        ends += in;
    }
    for (size_t e = 0; e < j->edges.count; e++)
        decided += j->edges.at[e].fate != OPEN;
    cq_hold(decided == j->trail.count && ends == 2 * (size_t)j->in_count);
    return true;
}

static cq_status read_node(judge *j)
{
    uint64_t number;
    change branch = {.a_end = (uint32_t)j->trail.count};

    cq_assert(!cq_walk_due(j->reader->nodes, j->edges.count) || check_state(j));
    cq_try(cq_proof_next(j->reader, j->path.count, j->edges.count, &number));
    j->reader->nodes++;
    j->broken = number == 0; /* by a cut */
    if (number == 0)
        return read_cut(j);
    branch.edge = (uint32_t)number - 1;
    if (j->edges.at[branch.edge].fate != OPEN)
        return cq_proof_refuse(j->reader, 0, "it branches on an edge that is decided");
    cq_try(cq_vec_push(j->ctx, &j->path, branch));
    return demand_edge(j, branch.edge, IN);
}

/* The other side of the last node that has one; false if the tree is complete. */
static cq_status turn(judge *j, bool *more)
{
    change branch;

    *more = j->path.count > 0;
    if (!*more)
        return CQ_OK;
    branch = j->path.at[--j->path.count];
    cq_assert(branch.a_end <= j->trail.count && j->demands.count == 0);
    undo(j, branch.a_end);
    return demand_edge(j, branch.edge, OUT);
}

static cq_status walk(judge *j)
{
    bool more = true;

    while (more && !j->reader->wrong) {
        cq_try(cq_poll_at(j->ctx, j->reader->nodes + 1));
        cq_try(follow(j));
        if (j->solved && !j->broken)
            return cq_proof_refuse(j->reader, 0, "the edges chosen here form a tour");
        if (!j->broken)
            cq_try(read_node(j));
        if (j->broken)
            cq_try(turn(j, &more));
    }
    return cq_proof_finish(j->reader);
}

/* ---- making ---- */

/* The edges of a vertex to larger ones, and to the roof. */
static cq_status add_edges(judge *j, const cq_graph *graph, uint32_t v)
{
    for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
        if (graph->targets[p] > v)
            cq_try(
                cq_vec_push(j->ctx, &j->edges, ((edge){v, graph->targets[p], OPEN})));
    if (j->n > graph->vertices)
        cq_try(cq_vec_push(j->ctx, &j->edges, ((edge){v, graph->vertices, OPEN})));
    return CQ_OK;
}

static void fill_arcs(judge *j)
{
    for (size_t e = 0; e < j->edges.count; e++) {
        j->starts[j->edges.at[e].a + 1]++;
        j->starts[j->edges.at[e].b + 1]++;
    }
    for (uint32_t v = 0; v < j->n; v++)
        j->starts[v + 1] += j->starts[v];
    for (uint32_t e = 0; e < j->edges.count; e++) {
        uint32_t a = j->edges.at[e].a, b = j->edges.at[e].b;

        j->arcs[j->starts[a] + j->left[a]++] = (arc){b, e};
        j->arcs[j->starts[b] + j->left[b]++] = (arc){a, e};
    }
}

static cq_status make(judge *j, const cq_graph *graph)
{
    for (uint32_t v = 0; v < graph->vertices; v++)
        cq_try(add_edges(j, graph, v));
    j->starts = cq_zalloc(j->ctx, (size_t)j->n + 1, sizeof *j->starts);
    j->arcs = cq_alloc(j->ctx, j->edges.count, 2 * sizeof *j->arcs);
    j->left = cq_zalloc(j->ctx, j->n, sizeof *j->left);
    j->in = cq_zalloc(j->ctx, j->n, sizeof *j->in);
    j->mate = cq_alloc(j->ctx, j->n, sizeof *j->mate);
    j->stack = cq_alloc(j->ctx, j->n, sizeof *j->stack);
    j->gone = cq_alloc(j->ctx, j->n, 1);
    cq_try_memory(j->starts && j->arcs && j->left && j->in && j->mate && j->stack &&
                  j->gone);
    for (uint32_t v = 0; v < j->n; v++)
        j->mate[v] = v;
    fill_arcs(j);
    return CQ_OK;
}

/* An edge that every tour has; if it is not there, there is none. */
static cq_status demand_between(judge *j, uint32_t a, uint32_t b)
{
    for (size_t i = j->starts[a]; i < j->starts[a + 1]; i++)
        if (j->arcs[i].to == b)
            return demand_edge(j, j->arcs[i].edge, IN);
    j->broken = true;
    return CQ_OK;
}

static cq_status begin(judge *j, const cq_problem *problem)
{
    uint32_t roof = j->n - 1;

    for (uint32_t v = 0; v < j->n; v++)
        cq_try(look_at(j, v));
    if (!problem->closed && problem->from != CQ_NO_VERTEX)
        cq_try(demand_between(j, roof, problem->from));
    if (!problem->closed && problem->to != CQ_NO_VERTEX)
        cq_try(demand_between(j, roof, problem->to));
    if (problem->closed && problem->from != CQ_NO_VERTEX && problem->to != CQ_NO_VERTEX)
        cq_try(demand_between(j, problem->from, problem->to));
    for (size_t i = 0; i < problem->graph.must.count; i += 2)
        cq_try(demand_between(j, problem->graph.must.at[i],
                              problem->graph.must.at[i + 1]));
    return CQ_OK;
}

static void release(judge *j)
{
    cq_free_each(j->starts, j->arcs, j->left, j->in, j->mate, j->stack, j->gone);
    cq_vec_free_each(&j->edges, &j->trail, &j->demands, &j->path);
}

cq_status cq_judge_tour_tree(const cq_problem *problem, cq_proof_reader *reader)
{
    judge j = {.ctx = reader->ctx, .reader = reader};
    cq_problem view;
    cq_status status;

    j.n = problem->graph.vertices + !problem->closed;
    if (j.n < 3)
        return cq_proof_fail(reader, "so small a graph has no proof tree");
    cq_try(cq_tour_lists_make(j.ctx, problem, &view));
    status = make(&j, &view.graph);
    cq_then(status, begin(&j, problem));
    cq_then(status, walk(&j));
    release(&j);
    cq_tour_lists_free(&view, problem);
    return status;
}
