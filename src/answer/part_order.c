/* part_order.c - the parts of a solution in the one order in which people see them.
 *
 * Engines find parts in any order; an answer lists them by their first cell, row by
 * row, and the options of a cover as they stand in its file, so that what is printed
 * does not depend on the engine. Most engines on boards deliver this order already,
 * which costs one pass to see; otherwise the parts are sorted by a key and copied.
 */
#include "answer/answer_check.h"
#include "base/assert.h"

#include <stdlib.h>

typedef struct keyed {
    uint32_t key, part;
} keyed;

/* The least cell of a placement, or the number of an option. */
static uint32_t key_of(const cq_solution *s, size_t part)
{
    uint32_t least = UINT32_MAX;

    if (s->starts.count == 0)
        return s->labels.at[part];
    for (uint32_t i = s->starts.at[part]; i < s->starts.at[part + 1]; i++)
        least = s->members.at[i] < least ? s->members.at[i] : least;
    return least;
}

static bool is_ordered(const cq_solution *s)
{
    uint32_t last = 0;

    for (size_t i = 0; i < s->labels.count; i++) {
        uint32_t key = key_of(s, i);

        if (key < last)
            return false;
        last = key;
    }
    return true;
}

static int compare_keys(const void *a, const void *b)
{
    const keyed *p = a, *q = b;

    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return p->part < q->part ? -1 : p->part > q->part;
}

static cq_status copy_part(cq_context *ctx, const cq_solution *from, uint32_t part,
                           cq_solution *to)
{
    uint32_t start;

    if (from->starts.count == 0)
        return cq_vec_push(ctx, &to->labels, from->labels.at[part]);
    start = from->starts.at[part];
    return cq_solution_add(ctx, to, from->labels.at[part], from->members.at + start,
                           from->starts.at[part + 1] - start);
}

cq_status cq_solution_order(cq_context *ctx, const cq_solution *solution,
                            cq_solution *scratch, const cq_solution **out)
{
    size_t parts = solution->labels.count;
    keyed *order;
    cq_status status = CQ_OK;

    if (is_ordered(solution)) {
        *out = solution;
        return CQ_OK;
    }
    order = cq_alloc(ctx, parts, sizeof *order);
    cq_try_memory(order);
    for (size_t i = 0; i < parts; i++)
        order[i] = (keyed){key_of(solution, i), (uint32_t)i};
    qsort(order, parts, sizeof *order, compare_keys);
    cq_solution_clear(scratch);
    for (size_t i = 0; i < parts && status == CQ_OK; i++)
        status = copy_part(ctx, solution, order[i].part, scratch);
    cq_free(order);
    cq_assert(status != CQ_OK || (is_ordered(scratch) &&
                                  scratch->members.count == solution->members.count));
    cq_assert(status != CQ_OK || scratch->labels.count == parts);
    if (status == CQ_OK)
        *out = scratch;
    return status;
}
