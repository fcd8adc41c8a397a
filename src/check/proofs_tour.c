/* proofs_tour.c - reasons why a graph has no tour.
 *
 * All are facts about a cycle (or path) through all n vertices.
 *
 * DEGREE   A cycle enters and leaves every vertex: one with fewer than two edges ends
 *          it. A path has two ends: a vertex without edges is too much, and so are
 *          three with one edge.
 * BALANCE  In a bipartite graph a cycle alternates between the sides, so they are of
 *          equal size; for a path they differ by at most one. Each component may be
 *          turned round, so the larger sides are put on one side.
 * ENDS     In a bipartite graph of one part, a path of n vertices is on the side of its
 *          start at its first, third, fifth .. vertex. So the start's side has half of
 *          the vertices, rounded up, and the end is on the other side if n is even and
 *          on the same if n is odd. An end that is asked for without a start is a
 *          start, walked backwards.
 * CUT      A cycle falls into at most k parts if k > 0 vertices are taken out, a path
 *          into at most k + 1 (Chvatal: tough graphs, 1973). Without taking out any,
 *          both are one part.
 * FACTOR   A cycle uses two edges at each vertex of the set S. Every vertex, of S or
 *          not, is the other end of at most two of them, and of no more than it has
 *          into S: sum over all v of min(2, edges from v into S) must be at least
 *          2 |S|. (An edge within S counts for both its ends.) A path may save two at
 *          its ends.
 *
 * Cost: linear in the graph.
 */
#include "base/assert.h"
#include "check/judge.h"
#include "check/tour_lists.h"

#include <string.h>

static const char *vertex_name(const cq_hearing *hearing, uint32_t vertex,
                               char buffer[CQ_VERTEX_NAME_SIZE])
{
    return cq_vertex_name(&hearing->problem->graph, hearing->problem->board, vertex,
                          buffer);
}

/* A mark for each vertex, 1 for the members; *out is NULL, with a finding, if they are
 * not distinct vertices. */
static cq_status mark_members(cq_hearing *hearing, char **out)
{
    uint32_t vertices = hearing->problem->graph.vertices;
    const cq_u32s *members = &hearing->certificate->members;
    char *marks = cq_zalloc(hearing->ctx, vertices, 1);
    char name[CQ_VERTEX_NAME_SIZE];

    *out = NULL;
    cq_try_memory(marks);
    for (size_t i = 0; i < members->count; i++) {
        uint32_t v = members->at[i];

        if (v < vertices && !marks[v]) {
            marks[v] = 1;
            continue;
        }
        if (v < vertices)
            cq_find(hearing, CQ_NO, "the proof names %.60s twice",
                    vertex_name(hearing, v, name));
        else
            cq_find(hearing, CQ_NO, "the proof names a vertex that does not exist");
        cq_free(marks);
        return CQ_OK;
    }
    *out = marks;
    return CQ_OK;
}

cq_status cq_judge_degree(cq_hearing *hearing)
{
    const cq_graph *graph = &hearing->problem->graph;
    const cq_u32s *members = &hearing->certificate->members;
    bool closed = hearing->problem->closed;
    char name[CQ_VERTEX_NAME_SIZE];
    char *marks;
    cq_status status = mark_members(hearing, &marks);
    size_t most = 0;

    if (!marks)
        return status;
    cq_free(marks);
    for (size_t i = 0; i < members->count; i++) {
        size_t degree = cq_graph_degree(graph, members->at[i]);

        most = degree > most ? degree : most;
    }
    if (members->count < 1 || members->count > 3)
        return cq_find(hearing, CQ_NO, "a proof by degree names one to three vertices");
    if (closed
            ? most < 2
            : graph->vertices > 1 && (most == 0 || (most == 1 && members->count == 3)))
        return cq_find(hearing, CQ_YES, "%.60s%s too few edges to be passed through",
                       vertex_name(hearing, members->at[0], name),
                       members->count == 1 ? " has" : " and the others named have");
    return cq_find(hearing, CQ_NO, "the degrees prove nothing: %zu edges are enough",
                   most);
}

/* A walk through a part of the graph: `queue` has room for all vertices. */
typedef struct walk {
    const cq_graph *graph;
    char *marks;
    uint32_t *queue;
} walk;

static cq_status open_walk(const cq_hearing *hearing, walk *w)
{
    w->graph = &hearing->problem->graph;
    w->marks = cq_zalloc(hearing->ctx, w->graph->vertices, 1);
    w->queue = cq_alloc(hearing->ctx, w->graph->vertices, sizeof *w->queue);
    return w->marks && w->queue ? CQ_OK : CQ_MEMORY;
}

/* How much the sides differ; false if the graph is not bipartite. */
static bool imbalance(walk *w, size_t *out)
{
    *out = 0;
    for (uint32_t v = 0; v < w->graph->vertices; v++) {
        size_t sides[2];

        if (w->marks[v])
            continue;
        if (!cq_two_sides(w->graph, v, w->marks, w->queue, sides))
            return false;
        cq_assert(sides[0] > 0 && sides[0] + sides[1] <= w->graph->vertices);
        *out += sides[0] > sides[1] ? sides[0] - sides[1] : sides[1] - sides[0];
    }
    return true;
}

cq_status cq_judge_balance(cq_hearing *hearing)
{
    size_t allowed = hearing->problem->closed ? 0 : 1, differ = 0;
    walk w;
    cq_status status = open_walk(hearing, &w);

    if (status == CQ_OK && !imbalance(&w, &differ))
        cq_find(hearing, CQ_NO,
                "the balance proves nothing: the graph is not bipartite");
    else if (status == CQ_OK && differ > allowed)
        cq_find(hearing, CQ_YES,
                "every step changes sides, and the sides differ by %zu", differ);
    else if (status == CQ_OK)
        cq_find(hearing, CQ_NO, "the balance proves nothing: the sides differ by %zu",
                differ);
    cq_free_each(w.marks, w.queue);
    return status;
}

/* `side` is 1 where the start is; `same` are on it. */
static cq_status judge_sides(cq_hearing *hearing, uint32_t end, const char *side,
                             size_t same)
{
    size_t n = hearing->problem->graph.vertices;
    bool crosses = n % 2 == 0;

    if (same != (n + 1) / 2)
        return cq_find(
            hearing, CQ_YES,
            "a tour of %zu visits %zu on the side of its start, and there are %zu", n,
            (n + 1) / 2, same);
    if (end != CQ_NO_VERTEX && (side[end] != 1) != crosses)
        return cq_find(hearing, CQ_YES,
                       "a tour of %zu ends on the %s side as it starts, and the end is "
                       "on the %s",
                       n, crosses ? "other" : "same", crosses ? "same" : "other");
    return cq_find(hearing, CQ_NO, "the ends prove nothing: their sides allow a tour");
}

cq_status cq_judge_ends(cq_hearing *hearing)
{
    const cq_problem *problem = hearing->problem;
    bool reversed = problem->from == CQ_NO_VERTEX;
    uint32_t start = reversed ? problem->to : problem->from;
    size_t count[2];
    walk w;
    cq_status status;

    if (problem->closed || start == CQ_NO_VERTEX)
        return cq_find(hearing, CQ_NO, "no end of an open tour is asked for");
    status = open_walk(hearing, &w);
    if (status == CQ_OK && cq_two_sides(w.graph, start, w.marks, w.queue, count) &&
        count[0] + count[1] == w.graph->vertices)
        judge_sides(hearing, reversed ? CQ_NO_VERTEX : problem->to, w.marks, count[0]);
    else if (status == CQ_OK)
        cq_find(hearing, CQ_NO, "the ends prove nothing: the graph is not bipartite");
    cq_free_each(w.marks, w.queue);
    return status;
}

/* Parts that are left when the marked vertices are taken out. */
static size_t count_parts(walk *w)
{
    size_t parts = 0;

    for (uint32_t root = 0; root < w->graph->vertices; root++) {
        size_t head = 0, tail = 0;

        if (w->marks[root])
            continue;
        parts++;
        w->marks[root] = 1;
        w->queue[tail++] = root;
        while (head < tail) {
            uint32_t v = w->queue[head++];

            for (size_t i = w->graph->starts[v]; i < w->graph->starts[v + 1]; i++)
                if (!w->marks[w->graph->targets[i]]) {
                    w->marks[w->graph->targets[i]] = 1;
                    w->queue[tail++] = w->graph->targets[i];
                }
        }
    }
    return parts;
}

cq_status cq_judge_cut(cq_hearing *hearing)
{
    const cq_graph *graph = &hearing->problem->graph;
    size_t taken = hearing->certificate->members.count, parts;
    size_t allowed = hearing->problem->closed && taken ? taken : taken + 1;
    walk w = {.graph = graph};
    cq_status status = mark_members(hearing, &w.marks);

    if (!w.marks)
        return status;
    w.queue = cq_alloc(hearing->ctx, graph->vertices, sizeof *w.queue);
    if (!w.queue) {
        cq_free(w.marks);
        return CQ_MEMORY;
    }
    parts = count_parts(&w);
    cq_assert(parts <= graph->vertices - taken);
    cq_assert(!memchr(w.marks, 0, graph->vertices)); /* every vertex was met */
    cq_free_each(w.marks, w.queue);
    if (parts > allowed)
        return cq_find(hearing, CQ_YES, "without the %zu named, %zu parts are left",
                       taken, parts);
    return cq_find(hearing, CQ_NO,
                   "the cut proves nothing: without the %zu named, %zu part%s left, "
                   "which a tour allows",
                   taken, parts, parts == 1 ? " is" : "s are");
}

/* The sum over all vertices of min(2, edges into the set). */
static size_t count_gifts(const cq_graph *graph, const char *marks)
{
    size_t gifts = 0;

    for (uint32_t v = 0; v < graph->vertices; v++) {
        size_t into = 0;

        for (size_t i = graph->starts[v]; i < graph->starts[v + 1]; i++)
            into += marks[graph->targets[i]] != 0;
        gifts += into < 2 ? into : 2;
    }
    return gifts;
}

cq_status cq_judge_factor(cq_hearing *hearing)
{
    size_t members = hearing->certificate->members.count, needed = 2 * members, gifts;
    char *marks;
    cq_status status = mark_members(hearing, &marks);

    if (!marks)
        return status;
    gifts = count_gifts(&hearing->problem->graph, marks);
    cq_free(marks);
    if (!hearing->problem->closed)
        needed = needed > 2 ? needed - 2 : 0;
    if (gifts < needed)
        return cq_find(hearing, CQ_YES,
                       "the %zu named need %zu edges, their neighbours can "
                       "give %zu",
                       members, needed, gifts);
    return cq_find(hearing, CQ_NO,
                   "the %zu named need %zu edges, and their neighbours can give %zu",
                   members, needed, gifts);
}
