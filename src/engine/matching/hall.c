/* hall.c - why no perfect matching exists: a set of cells with too few neighbours.
 *
 * From an unmatched cell every neighbour is half of a domino (or the matching could be
 * made larger); the other halves are of the first cell's colour, and so on. The cells of
 * that colour which are reached so, S, have only the reached ones of the other colour as
 * neighbours, and those are the mates of all of S but the first: one too few (Hall 1935,
 * Koenig 1931). Every unmatched cell gives such a set; the smallest is kept, and a tree
 * that outgrows the best one so far is given up, so that all of them together cost little.
 */
#include "engine/matching/matching.h"

#include <string.h>

typedef struct tree {
    cq_run *run;
    const cq_field *field;
    uint32_t *seen; /* the number of the tree that reached a cell */
    uint32_t number;
    cq_u32s cells; /* the root's side of the tree */
} tree;

/* Grows the tree from a cell; false where it reaches `most` cells. */
static cq_status grow(tree *t, uint32_t root, size_t most, bool *complete)
{
    t->number++;
    t->cells.count = 0;
    *complete = false;
    if (cq_vec_push(t->run->ctx, &t->cells, root) != CQ_OK)
        return CQ_MEMORY;
    for (size_t head = 0; head < t->cells.count; head++)
        for (unsigned d = 0; d < 4; d++) {
            uint32_t to = cq_field_neighbour(t->field, t->cells.at[head], d);

            if (to == CQ_NO_MATE || t->seen[to] == t->number)
                continue;
            t->seen[to] = t->number;
            if (t->cells.count >= most)
                return CQ_OK;
            if (cq_vec_push(t->run->ctx, &t->cells, t->field->mate[to]) != CQ_OK)
                return CQ_MEMORY;
        }
    *complete = true;
    return CQ_OK;
}

static cq_status keep(tree *t, cq_u32s *best)
{
    best->count = 0;
    if (cq_vec_reserve(t->run->ctx, best, t->cells.count) != CQ_OK)
        return CQ_MEMORY;
    memcpy(best->at, t->cells.at, t->cells.count * sizeof *t->cells.at);
    best->count = t->cells.count;
    return CQ_OK;
}

cq_status cq_field_hall(cq_run *run, const cq_field *field, cq_u32s *cells)
{
    tree t = {.run = run, .field = field};
    cq_u32s best = {0};
    cq_status status = CQ_OK;

    t.seen = cq_zalloc(run->ctx, field->size, sizeof *t.seen);
    if (!t.seen)
        return CQ_MEMORY;
    for (uint32_t cell = 0; cell < field->size && status == CQ_OK; cell++) {
        size_t most = best.count ? best.count - 1 : SIZE_MAX;
        bool complete;

        if (field->kind[cell] != CQ_PRESENT || field->mate[cell] != CQ_NO_MATE)
            continue;
        if (best.count == 1)
            break;
        status = grow(&t, cell, most, &complete);
        if (status == CQ_OK && complete)
            status = keep(&t, &best);
        if (status == CQ_OK && cq_run_poll(run))
            break;
    }
    for (size_t i = 0; i < best.count; i++)
        best.at[i] = cq_field_cell(field, best.at[i]);
    cq_vec_free(&t.cells);
    cq_free(t.seen);
    if (status == CQ_OK)
        *cells = best;
    else
        cq_vec_free(&best);
    return status;
}
