/* orbits.c - the orbits of the vertices of a tour under a symmetry of its board.
 *
 * A reflection or a turn by 180 degrees gathers the squares in orbits {v, g v}, a
 * quarter turn in {v, g v, g g v, g g g v}; a square on the axis or in the middle is an
 * orbit by itself. What winds round the orbits, as a symmetric tour does, is found on
 * them: they are the vertices of a smaller graph, in which two are joined if an edge
 * leads from a vertex of the one to a vertex of the other.
 *
 * Cost: linear in the graph.
 */
#include "problem/orbits.h"

#include "base/assert.h"
#include "problem/edge_pairs.h"

#include <string.h>

void cq_orbits_free(cq_orbits *orbits)
{
    cq_free_each(orbits->image, orbits->of);
    cq_vec_free_each(&orbits->first, &orbits->size, &orbits->turning);
    memset(orbits, 0, sizeof *orbits);
}

/* After as many times as the order says every vertex is back. */
static bool check_images(const cq_orbits *o, uint32_t n)
{
    for (uint32_t v = 0; v < n; v++)
        cq_hold(o->image[v] < n && cq_orbits_power(o, v, o->order) == v);
    return true;
}

static cq_status find_images(cq_context *ctx, const cq_problem *problem,
                             unsigned symmetry, cq_orbits *o)
{
    uint32_t n = problem->graph.vertices;
    cq_cell *images = cq_alloc(ctx, cq_board_size(problem->board), sizeof *images);

    o->order = symmetry == CQ_TURN_90 || symmetry == CQ_TURN_270 ? 4 : 2;
    o->image = cq_alloc(ctx, n, sizeof *o->image);
    o->of = cq_alloc(ctx, n, sizeof *o->of);
    if (!images || !o->image || !o->of) {
        cq_free(images);
        return CQ_MEMORY;
    }
    cq_board_images(problem->board, symmetry, images);
    for (uint32_t v = 0; v < n; v++)
        o->image[v] = cq_problem_vertex(problem, images[cq_problem_cell(problem, v)]);
    cq_free(images);
    cq_assert(check_images(o, n));
    return CQ_OK;
}

static cq_status gather(cq_context *ctx, const cq_problem *problem, cq_orbits *o)
{
    uint32_t n = problem->graph.vertices;

    memset(o->of, 0xff, n * sizeof *o->of);
    for (uint32_t v = 0; v < n; v++) {
        uint32_t number = (uint32_t)o->first.count, size = 0;

        if (o->of[v] != UINT32_MAX)
            continue;
        for (uint32_t u = v; o->of[u] == UINT32_MAX; u = o->image[u], size++)
            o->of[u] = number;
        cq_assert(size >= 1 && o->order % size == 0);
        o->fixed += size < o->order;
        cq_assert(cq_orbits_power(o, v, size) == v); /* once round */
        cq_try(cq_vec_push(ctx, &o->first, v));
        cq_try(cq_vec_push(ctx, &o->size, size));
        if (size == 1 || cq_problem_adjacent(problem, v, o->image[v]))
            cq_try(cq_vec_push(ctx, &o->turning, number));
    }
    return CQ_OK;
}

cq_status cq_orbits_new(cq_context *ctx, const cq_problem *problem, unsigned symmetry,
                        cq_orbits *out)
{
    cq_orbits o = {0};
    cq_status status = find_images(ctx, problem, symmetry, &o);

    cq_then(status, gather(ctx, problem, &o));
    if (status == CQ_OK)
        *out = o;
    else
        cq_orbits_free(&o);
    return status;
}

bool cq_orbits_keep_edges(const cq_orbits *orbits, const cq_graph *graph)
{
    const cq_u32s *must = &graph->must;

    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
            if (!cq_graph_adjacent(graph, orbits->image[v],
                                   orbits->image[graph->targets[e]]))
                return false;
    for (size_t i = 0; i < must->count; i += 2)
        if (!cq_pairs_have(must, orbits->image[must->at[i]],
                           orbits->image[must->at[i + 1]]))
            return false;
    return true;
}

cq_status cq_orbits_join(cq_context *ctx, const cq_orbits *orbits,
                         const cq_graph *graph, cq_u32s *ends)
{
    for (uint32_t o = 0; o < orbits->first.count; o++) {
        uint32_t v = orbits->first.at[o];

        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++) {
            uint32_t to = orbits->of[graph->targets[e]];

            cq_assert(to < orbits->first.count);
            if (to != o)
                cq_try(cq_u32s_append(ctx, ends, (uint32_t[]){o, to}, 2));
        }
    }
    return CQ_OK;
}
