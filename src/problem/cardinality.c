/* cardinality.c - a cover as rows of variables, with bounds on how many are true.
 *
 * Entries are sorted by item with a counting sort, so that the row of an item is a
 * slice. A primary item's row is that slice with the item's own bounds. In a secondary
 * item's row stand the options without a colour, and for each colour either the one
 * option that has it, or a variable that all its options imply; at most one of these
 * may be true.
 *
 * Cost: linear in the entries, apart from sorting the colours of one item.
 */
#include "problem/cardinality.h"

#include "base/assert.h"
#include "problem/edge_pairs.h"
#include "problem/placement.h"

#include <stdlib.h>

typedef struct slot {
    uint32_t colour, option; /* in this order: see cq_pairs_compare */
} slot;

typedef struct maker {
    cq_context *ctx;
    const cq_cover *cover;
    slot *slots;   /* by item */
    size_t *first; /* of each item, and the end */
    cq_cardinality rows;
} maker;

/* The slots of an item are its entries, by option. */
static bool check_slots(const maker *m)
{
    const cq_cover *cover = m->cover;

    for (uint32_t i = 0; i < cover->items.count; i++)
        for (size_t k = m->first[i]; k < m->first[i + 1]; k++) {
            slot s = m->slots[k];

            cq_hold(s.option < m->rows.options);
            cq_hold(k == m->first[i] || m->slots[k - 1].option < s.option);
            cq_hold(cover->entries.at[cq_cover_entry(cover, s.option, i)].colour ==
                    s.colour);
        }
    return true;
}

static void sort_entries(maker *m)
{
    const cq_cover *cover = m->cover;
    size_t items = cover->items.count;

    for (size_t e = 0; e < cover->entries.count; e++)
        m->first[cover->entries.at[e].item]++;
    for (size_t i = 0; i < items; i++)
        m->first[i + 1] += m->first[i];
    /* Each is the end of its item now: filling from the last makes it the start. */
    for (uint32_t option = m->rows.options; option-- > 0;)
        for (size_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++) {
            cq_entry entry = cover->entries.at[e];

            m->slots[--m->first[entry.item]] = (slot){entry.colour, option};
        }
    cq_assert(m->first[0] == 0 && m->first[items] == cover->entries.count);
    cq_assert(cover->entries.count > CQ_WALK_SIZE || check_slots(m));
}

static cq_status add_member(maker *m, uint32_t variable)
{
    return cq_vec_push(m->ctx, &m->rows.members, variable);
}

static cq_status too_large(const maker *m)
{
    return cq_fail(m->ctx, CQ_REFUSED,
                   "the problem is too large to be written in variables");
}

/* Ends the row whose members were added. */
static cq_status end_row(maker *m, uint32_t least, uint32_t most)
{
    cq_cardinality *rows = &m->rows;
    size_t count = rows->members.count - rows->starts.at[rows->starts.count - 1];

    if (rows->members.count >= UINT32_MAX)
        return too_large(m);
    cq_assert(least <= most);
    if (most > count)
        most = (uint32_t)count;
    for (size_t i = rows->members.count - count; i < rows->members.count; i++)
        cq_assert(rows->members.at[i] > 0 && rows->members.at[i] <= rows->variables);
    cq_try(cq_vec_push(m->ctx, &rows->least, least));
    cq_try(cq_vec_push(m->ctx, &rows->most, most));
    return cq_vec_push(m->ctx, &rows->starts, (uint32_t)rows->members.count);
}

/* The options of one colour, of which there are `count`. */
static cq_status add_colour(maker *m, const slot *slots, size_t count)
{
    uint32_t variable;

    if (count == 1)
        return add_member(m, slots[0].option + 1);
    if (m->rows.variables >= INT32_MAX)
        return too_large(m);
    variable = ++m->rows.variables;
    cq_assert(count > 1 && variable > m->rows.options);
    for (size_t i = 0; i < count; i++) {
        uint32_t pair[2] = {slots[i].option + 1, variable};

        cq_try(cq_u32s_append(m->ctx, &m->rows.implied, pair, 2));
    }
    return add_member(m, variable);
}

static cq_status add_secondary(maker *m, slot *slots, size_t count)
{
    size_t end;

    if (count)
        qsort(slots, count, sizeof *slots, cq_pairs_compare);
    for (size_t i = 0; i < count; i = end) {
        end = i + 1;
        while (slots[i].colour != CQ_NO_COLOUR && end < count &&
               slots[end].colour == slots[i].colour)
            end++;
        cq_try(add_colour(m, slots + i, end - i));
    }
    return end_row(m, 0, 1);
}

static cq_status add_primary(maker *m, const cq_item *item, const slot *slots,
                             size_t count)
{
    for (size_t i = 0; i < count; i++)
        cq_try(add_member(m, slots[i].option + 1));
    return end_row(m, item->least, item->most);
}

static cq_status add_rows(maker *m)
{
    const cq_cover *cover = m->cover;

    cq_try(cq_vec_push(m->ctx, &m->rows.starts, 0));
    for (size_t i = 0; i < cover->items.count; i++) {
        slot *slots = m->slots + m->first[i];
        size_t count = m->first[i + 1] - m->first[i];

        cq_try(cq_poll_at(m->ctx, i + 1));
        cq_try(i < cover->primary ? add_primary(m, &cover->items.at[i], slots, count)
                                  : add_secondary(m, slots, count));
    }
    cq_assert(cq_cardinality_rows(&m->rows) == cover->items.count);
    return CQ_OK;
}

static cq_status make_rows(cq_context *ctx, const cq_cover *cover, cq_cardinality *out)
{
    maker m = {.ctx = ctx, .cover = cover};
    cq_status status;

    if (cq_cover_options(cover) >= INT32_MAX)
        return too_large(&m);
    m.rows.options = m.rows.variables = (uint32_t)cq_cover_options(cover);
    m.slots = cq_alloc(ctx, cover->entries.count, sizeof *m.slots);
    m.first = cq_zalloc(ctx, cover->items.count + 1, sizeof *m.first);
    status = m.slots && m.first ? CQ_OK : CQ_MEMORY;
    if (status == CQ_OK) {
        sort_entries(&m);
        status = add_rows(&m);
    }
    cq_assert(status != CQ_OK || m.rows.implied.count % 2 == 0);
    if (status == CQ_OK)
        *out = m.rows;
    else
        cq_cardinality_free(&m.rows);
    cq_free_each(m.slots, m.first);
    return status;
}

cq_status cq_cardinality_of(cq_context *ctx, const cq_problem *problem,
                            cq_cardinality *out)
{
    cq_cover cover = {0};
    cq_status status;

    cq_assert(problem->kind != CQ_TOUR);
    if (problem->kind == CQ_COVER)
        return make_rows(ctx, &problem->cover, out);
    cq_try(cq_tiling_as_cover(ctx, problem->board, &problem->pieces, false, &cover));
    status = make_rows(ctx, &cover, out);
    cq_cover_free(&cover);
    return status;
}

void cq_cardinality_free(cq_cardinality *rows)
{
    cq_vec_free_each(&rows->members, &rows->starts, &rows->least, &rows->most,
                     &rows->implied);
}
