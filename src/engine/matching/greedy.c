/* greedy.c - a first matching that leaves almost nothing to repair.
 *
 * Karp and Sipser (1981): a cell with a single free neighbour is joined with it at once,
 * which is never wrong; only when there is none is a free cell joined by choice. The choice
 * here is the next cell row by row, with that of its neighbours which has the fewest free
 * neighbours itself, so that dominoes grow along the edge of what is done. On a 1000 x 1000
 * board with one per cent of holes some hundred cells are left, where taking any free
 * neighbour leaves thousands.
 *
 * Linear: a cell enters the queue at most once, and a cell's neighbours are looked at when
 * it is joined.
 */
#include "engine/matching/field.h"

typedef struct greedy {
    cq_field *field;
    unsigned char *degree; /* free neighbours of a free cell */
    cq_u32s queue;         /* cells that had a single free neighbour */
    cq_context *ctx;
} greedy;

static bool is_free(const cq_field *field, uint32_t cell)
{
    return field->mate[cell] == CQ_NO_MATE;
}

static cq_status count_degrees(greedy *g)
{
    const cq_field *field = g->field;

    for (uint32_t cell = 0; cell < field->size; cell++) {
        if (field->kind[cell] != CQ_PRESENT)
            continue;
        for (unsigned d = 0; d < 4; d++)
            if (cq_field_neighbour(field, cell, d) != CQ_NO_MATE)
                g->degree[cell]++;
        if (g->degree[cell] == 1 && cq_vec_push(g->ctx, &g->queue, cell) != CQ_OK)
            return CQ_MEMORY;
    }
    return CQ_OK;
}

static cq_status forget(greedy *g, uint32_t cell)
{
    for (unsigned d = 0; d < 4; d++) {
        uint32_t to = cq_field_neighbour(g->field, cell, d);

        if (to != CQ_NO_MATE && is_free(g->field, to) && --g->degree[to] == 1 &&
            cq_vec_push(g->ctx, &g->queue, to) != CQ_OK)
            return CQ_MEMORY;
    }
    return CQ_OK;
}

/* Joins a free cell with its free neighbour of the smallest degree, if it has any. */
static cq_status join_best(greedy *g, uint32_t cell)
{
    uint32_t best = CQ_NO_MATE;

    if (!is_free(g->field, cell) || g->degree[cell] == 0)
        return CQ_OK;
    for (unsigned d = 0; d < 4; d++) {
        uint32_t to = cq_field_neighbour(g->field, cell, d);

        if (to != CQ_NO_MATE && is_free(g->field, to) &&
            (best == CQ_NO_MATE || g->degree[to] < g->degree[best]))
            best = to;
    }
    if (best == CQ_NO_MATE)
        return CQ_OK;
    cq_field_join(g->field, cell, best);
    return forget(g, cell) == CQ_OK ? forget(g, best) : CQ_MEMORY;
}

static cq_status drain(greedy *g)
{
    while (g->queue.count)
        if (join_best(g, g->queue.at[--g->queue.count]) != CQ_OK)
            return CQ_MEMORY;
    return CQ_OK;
}

cq_status cq_field_greedy(cq_context *ctx, cq_field *field)
{
    greedy g = {.field = field, .ctx = ctx};
    cq_status status = CQ_MEMORY;

    g.degree = cq_zalloc(ctx, field->size, 1);
    if (g.degree)
        status = count_degrees(&g);
    if (status == CQ_OK)
        status = drain(&g);
    for (uint32_t cell = 0; cell < field->size && status == CQ_OK; cell++) {
        if (field->kind[cell] != CQ_PRESENT || !is_free(field, cell))
            continue;
        status = join_best(&g, cell);
        if (status == CQ_OK)
            status = drain(&g);
    }
    cq_vec_free(&g.queue);
    cq_free(g.degree);
    return status;
}
