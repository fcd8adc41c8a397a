/* layers.c - the states of a sweep as a proof: every layer, closed under the next step.
 *
 * A state is a row of numbers, one for each slot; the order determines who has which
 * slot in which step (docs/proofs.md). A layer is made by expanding all rows of the
 * layer before, sorting the results, and dropping repeated rows. It is written as the
 * number of its rows and then row by row, without unused slots. The first row is
 * written in full. For every other row: how many of its first values are those of the
 * row before, by how much the next value is larger, minus 1, and the values after that.
 * Rows ascend, so most of them have a long beginning in common with the row before.
 *
 *     5 rows    0 1 2 . 0        0 1 2 0
 *               0 1 2 . 3        3: +3
 *               0 2 0 . 1        1: +1, 0 1
 *
 * Memory for two layers, and for rows that are not sorted yet: at most as many again.
 * Cost: sorting.
 */
#include "engine/tree/layers.h"

#include "base/assert.h"
#include "base/sort.h"

#include <string.h>

enum { UNSORTED_LEAST = 1 << 16 };     /* rows that are worth sorting */
enum { AT_COUNT, AT_SAME, AT_VALUES }; /* depths in the file */

cq_status cq_layers_begin(cq_context *ctx, size_t things, cq_proof_file *file,
                          cq_layers *layers)
{
    *layers = (cq_layers){.ctx = ctx, .things = things, .file = file};
    layers->first = cq_alloc(ctx, things, sizeof *layers->first);
    layers->last = cq_alloc(ctx, things, sizeof *layers->last);
    layers->slot = cq_alloc(ctx, things, sizeof *layers->slot);
    layers->after_coming = cq_alloc(ctx, things, sizeof *layers->after_coming);
    layers->after_going = cq_alloc(ctx, things, sizeof *layers->after_going);
    layers->live = cq_zalloc(ctx, things + 1, sizeof *layers->live);
    if (!layers->first || !layers->last || !layers->slot || !layers->after_coming ||
        !layers->after_going || !layers->live)
        return CQ_MEMORY;
    for (size_t i = 0; i < things; i++)
        layers->first[i] = layers->last[i] = CQ_NEVER;
    return CQ_OK;
}

void cq_layers_free(cq_layers *layers)
{
    cq_free_each(layers->first, layers->last, layers->slot, layers->after_coming,
                 layers->after_going, layers->live, layers->coming, layers->going,
                 layers->row);
    cq_vec_free_each(&layers->now, &layers->next);
}

/* ---- slots ---- */

/* Takes the lowest slots for the things that come, or gives back those of the things
 * that go. */
static void come(cq_layers *l, size_t step)
{
    uint32_t slot = 0;

    for (uint32_t i = l->coming[step]; i != CQ_NEVER; i = l->after_coming[i]) {
        while (l->live[slot])
            slot++;
        l->live[slot] = true;
        l->slot[i] = slot;
        if (slot >= l->width)
            l->width = (size_t)slot + 1;
    }
}

static void go(cq_layers *l, size_t step)
{
    for (uint32_t i = l->going[step]; i != CQ_NEVER; i = l->after_going[i]) {
        cq_assert(l->live[l->slot[i]]);
        l->live[l->slot[i]] = false;
    }
}

/* Things in lists by their steps; from the last on, so that the lists ascend. */
static void link_things(cq_layers *l)
{
    for (size_t step = 0; step < l->steps; step++)
        l->coming[step] = l->going[step] = CQ_NEVER;
    for (uint32_t i = (uint32_t)l->things; i-- > 0;) {
        if (l->first[i] == CQ_NEVER)
            continue;
        cq_assert(l->first[i] <= l->last[i] && l->last[i] < l->steps);
        l->after_coming[i] = l->coming[l->first[i]];
        l->coming[l->first[i]] = i;
        l->after_going[i] = l->going[l->last[i]];
        l->going[l->last[i]] = i;
    }
}

cq_status cq_layers_give_slots(cq_layers *l)
{
    l->coming = cq_alloc(l->ctx, l->steps, sizeof *l->coming);
    l->going = cq_alloc(l->ctx, l->steps, sizeof *l->going);
    cq_try_memory(l->coming && l->going);
    link_things(l);
    l->width = 1;
    for (size_t step = 0; step < l->steps; step++) {
        cq_try(cq_poll_at(l->ctx, step + 1));
        come(l, step);
        go(l, step);
    }
    cq_assert(!memchr(l->live, 1, l->things + 1)); /* whatever came has gone */
    if (l->width >= UINT16_MAX)
        return cq_fail(l->ctx, CQ_REFUSED,
                       "the problem is too large for a proof by layers");
    l->row = cq_alloc(l->ctx, l->width, sizeof *l->row);
    return l->row ? CQ_OK : CQ_MEMORY;
}

/* ---- rows ---- */

static int compare_rows(const void *a, const void *b, void *width)
{
    const uint16_t *x = a, *y = b;
    size_t count = *(const size_t *)width;

    for (size_t i = 0; i < count; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static size_t row_count(const cq_layers *l)
{
    return l->next.count / l->width;
}

/* Sorts the rows of the next layer, each once. */
static void settle(cq_layers *l)
{
    size_t size = l->width * sizeof *l->row, count = row_count(l), kept = 0;
    uint16_t *rows = l->next.at;

    cq_sort_by(rows, count, size, compare_rows, &l->width);
    for (size_t i = 0; i < count; i++) {
        if (kept &&
            memcmp(rows + (kept - 1) * l->width, rows + i * l->width, size) == 0)
            continue;
        if (kept != i)
            memcpy(rows + kept * l->width, rows + i * l->width, size);
        kept++;
    }
    l->settled = kept;
    l->next.count = kept * l->width;
}

cq_status cq_layers_add(cq_layers *l)
{
    size_t unsorted = row_count(l) - l->settled;

    cq_assert(l->next.count % l->width == 0 && l->settled <= row_count(l));
    if (unsorted > UNSORTED_LEAST && unsorted > l->settled)
        settle(l);
    cq_try(cq_vec_reserve(l->ctx, &l->next, l->width));
    memcpy(l->next.at + l->next.count, l->row, l->width * sizeof *l->row);
    l->next.count += l->width;
    return CQ_OK;
}

/* Whether rows ascend, each once, and have nothing in slots that nobody has. */
static bool check_rows(const cq_layers *l)
{
    for (size_t i = 0; i < row_count(l); i++) {
        const uint16_t *row = l->next.at + i * l->width;
        size_t width = l->width;

        cq_hold(i == 0 || compare_rows(row - width, row, &width) < 0);
        for (size_t slot = 0; slot < width; slot++)
            cq_hold(l->live[slot] || row[slot] == 0);
    }
    return true;
}

/* ---- in the file ---- */

/* The difference to the one before, its sign in the lowest bit: a board in rows has
 * equal ones. */
cq_status cq_layers_put_order(cq_layers *l, const uint32_t *order, size_t count)
{
    int64_t before = -1;

    for (size_t i = 0; i < count; i++) {
        int64_t by = (int64_t)order[i] - before;

        cq_try(cq_proof_put(l->file, AT_COUNT,
                            by < 0 ? (uint64_t)-by * 2 - 1 : (uint64_t)by * 2));
        before = order[i];
    }
    return CQ_OK;
}

/* The values from slot `from` on, of slots that somebody has. */
static cq_status put_values(cq_layers *l, const uint16_t *row, size_t from)
{
    for (size_t slot = from; slot < l->width; slot++)
        if (l->live[slot])
            cq_try(cq_proof_put(l->file, AT_VALUES + slot, row[slot]));
    return CQ_OK;
}

static cq_status put_row(cq_layers *l, const uint16_t *before, const uint16_t *row)
{
    size_t slot = 0;
    uint64_t same = 0;

    while (slot < l->width && before[slot] == row[slot])
        same += l->live[slot++];
    cq_assert(slot < l->width && l->live[slot] && before[slot] < row[slot]);
    cq_try(cq_proof_put(l->file, AT_SAME, same));
    cq_try(cq_proof_put(l->file, AT_VALUES + slot, row[slot] - before[slot] - 1u));
    return put_values(l, row, slot + 1);
}

/* About how many states there will be: as if layers shrank evenly from here to the last
 * one. They do in the latter half; until then that is what there will be at least. */
static void foretell(cq_layers *l, size_t step, size_t count)
{
    l->file->likely =
        (double)l->file->nodes + (double)count * (1 + (double)(l->steps - step) / 2);
}

static cq_status put_layer(cq_layers *l, size_t step)
{
    size_t count = row_count(l);

    foretell(l, step, count);
    cq_try(cq_proof_put(l->file, AT_COUNT, count));
    for (size_t i = 0; i < count; i++) {
        const uint16_t *row = l->next.at + i * l->width;

        l->file->nodes++;
        cq_try(cq_poll_at(l->ctx, i + 1));
        cq_try(i ? put_row(l, row - l->width, row) : put_values(l, row, 0));
    }
    return CQ_OK;
}

/* ---- all of them ---- */

static cq_status expand_all(cq_layers *l, size_t step, cq_expand_fn *expand, void *user)
{
    l->next.count = l->settled = 0;
    for (size_t i = 0; i < l->now.count && !l->solvable; i += l->width) {
        cq_try(cq_poll_at(l->ctx, i / l->width + 1));
        cq_try(expand(user, step, l->now.at + i));
    }
    return CQ_OK;
}

static void swap_layers(cq_layers *l)
{
    uint16_t *at = l->now.at;
    size_t count = l->now.count, room = l->now.room;

    l->now.at = l->next.at, l->now.count = l->next.count, l->now.room = l->next.room;
    l->next.at = at, l->next.count = count, l->next.room = room;
}

cq_status cq_layers_write(cq_layers *l, cq_expand_fn *expand, void *user)
{
    cq_assert(!memchr(l->live, 1, l->things + 1));
    memset(l->row, 0, l->width * sizeof *l->row);
    cq_try(cq_layers_add(l));
    swap_layers(l);
    for (size_t step = 0; step < l->steps && l->now.count; step++) {
        come(l, step);
        cq_try(expand_all(l, step, expand, user));
        if (l->solvable)
            return CQ_OK;
        go(l, step);
        settle(l);
        cq_assert(check_rows(l));
        if (step + 1 < l->steps)
            cq_try(put_layer(l, step));
        swap_layers(l);
    }
    return CQ_OK;
}
