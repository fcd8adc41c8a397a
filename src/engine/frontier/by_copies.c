/* by_copies.c - tilings counted by how often each piece is used.
 *
 * A sweep over the same cover, rules and limits included, in which the copies of every
 * piece are counted in the state and never forgotten: the last layer has a state for
 * each combination of copies that has tilings, with their number. These are the
 * coefficients of a polynomial with one variable for each piece. They must add up to
 * the plain count, which was computed before.
 *
 * Cost: that of the plain count times the number of choices of copies at a frontier. */
#include "base/sort.h"
#include "engine/frontier/job.h"

#include <string.h>

typedef struct tally {
    cq_frontier *job;
    cq_cover cover;
    cq_order order;
    bool *kept; /* of each item: it is a piece */
    cq_plan plan;
    cq_sweep sweep;
    size_t cells, pieces;
    size_t first; /* item that counts copies of piece 0 */
    struct row *rows;
    size_t row_count;
    mpz_t sum;
} tally;

/* A choice of copies, and where its number is. */
typedef struct row {
    const uint64_t *number;
    uint32_t *copies;
} row;

/* ---- the cover in which pieces are counted ---- */

/* The item of the counting cover that an item of the plain one is: the counted pieces
 * stand between the primary and the secondary ones. */
static uint32_t item_after(const tally *t, uint32_t item)
{
    return item < t->first ? item : item + (uint32_t)t->pieces;
}

/* Squares, limits and rules as they are; they must come in this order. */
static cq_status copy_items(tally *t, size_t from, size_t end)
{
    const cq_cover *cover = t->job->cover;
    uint32_t item;

    for (size_t i = from; i < end; i++) {
        const cq_item *it = &cover->items.at[i];
        const char *name = cq_item_name(cover, (uint32_t)i);

        cq_try(cq_cover_add_item(t->job->run->ctx, &t->cover, name, strlen(name),
                                 i < cover->primary, it->least, it->most, &item));
        cq_assert(item == item_after(t, (uint32_t)i));
    }
    return CQ_OK;
}

static cq_status add_counted(tally *t)
{
    uint32_t item;

    for (size_t i = 0; i < t->pieces; i++) {
        const cq_piece *piece = &t->job->run->problem->pieces.at[i];
        size_t fit = t->cells / piece->shape.count;
        uint32_t most = piece->most < fit ? piece->most : (uint32_t)fit;

        cq_try(cq_cover_add_item(t->job->run->ctx, &t->cover, piece->name,
                                 strlen(piece->name), true, 0, most ? most : 1, &item));
        cq_assert(item == t->first + i);
    }
    return CQ_OK;
}

static cq_status add_items(tally *t)
{
    const cq_cover *from = t->job->cover;
    cq_context *ctx = t->job->run->ctx;
    uint32_t colour;

    t->first = from->primary;
    for (uint32_t i = 1; i <= from->colour_names.count; i++) {
        const char *name = cq_colour_name(from, i);

        cq_try(cq_cover_add_colour(ctx, &t->cover, name, strlen(name), &colour));
    }
    cq_try(copy_items(t, 0, from->primary));
    cq_try(add_counted(t));
    return copy_items(t, from->primary, from->items.count);
}

static cq_status add_options(tally *t)
{
    const cq_cover *from = t->job->cover;
    cq_context *ctx = t->job->run->ctx;
    cq_status status = CQ_OK;

    for (size_t o = 0; o < cq_cover_options(from) && status == CQ_OK; o++) {
        uint32_t piece = t->job->placements->pieces.at[o];

        status = cq_cover_open_option(ctx, &t->cover);
        for (uint32_t e = from->starts.at[o];
             e < from->starts.at[o + 1] && status == CQ_OK; e++)
            status = cq_cover_add_entry(ctx, &t->cover,
                                        item_after(t, from->entries.at[e].item),
                                        from->entries.at[e].colour);
        cq_then(status, cq_cover_add_entry(ctx, &t->cover, (uint32_t)t->first + piece,
                                           CQ_NO_COLOUR));
    }
    return status;
}

/* The items as in the plain count, the counted pieces after them. */
static cq_status make_order(tally *t)
{
    const cq_order *from = &t->job->order;
    cq_context *ctx = t->job->run->ctx;
    size_t items = from->count + t->pieces;

    t->order = *from;
    t->order.items = cq_alloc(ctx, items, sizeof *t->order.items);
    t->order.count = 0;
    t->kept = cq_zalloc(ctx, items, sizeof *t->kept);
    cq_try_memory(t->order.items && t->kept);
    for (size_t i = 0; i < from->count; i++)
        t->order.items[t->order.count++] = item_after(t, from->items[i]);
    for (size_t i = t->first; i < t->first + t->pieces; i++) {
        t->order.items[t->order.count++] = (uint32_t)i;
        t->kept[i] = true;
    }
    cq_assert(t->order.count == items && items == t->cover.items.count);
    return CQ_OK;
}

/* ---- the last layer as rows ---- */

static uint32_t copies_in(const tally *t, const uint64_t *key, size_t piece)
{
    const cq_track *track = &t->plan.tracks[t->first + piece];
    uint32_t place;
    uint64_t bits;

    if (!track->place_count)
        return 0;
    place = t->plan.places.at[track->places];
    bits = key[place / 64] >> (place % 64) & ((UINT64_C(1) << track->width) - 1);
    cq_assert(bits >= cq_track_zero(track));
    cq_assert(bits - cq_track_zero(track) <= track->most);
    return (uint32_t)(bits - cq_track_zero(track));
}

static bool is_enough(const tally *t, const row *one)
{
    const cq_pieces *pieces = &t->job->run->problem->pieces;

    for (size_t p = 0; p < t->pieces; p++)
        if (one->copies[p] < pieces->at[p].least || one->copies[p] > pieces->at[p].most)
            return false;
    return true;
}

/* The squares that the copies cover together. */
static size_t cells_of(const tally *t, const row *one)
{
    size_t cells = 0;

    for (size_t p = 0; p < t->pieces; p++)
        cells +=
            one->copies[p] * (size_t)t->job->run->problem->pieces.at[p].shape.count;
    return cells;
}

static int by_copies(const void *a, const void *b, void *pieces)
{
    const row *x = a, *y = b;

    for (size_t p = 0; p < *(const size_t *)pieces; p++)
        if (x->copies[p] != y->copies[p])
            return x->copies[p] < y->copies[p] ? -1 : 1;
    return 0;
}

/* No choice of copies stands twice: each is one state. */
static bool rows_ascend(tally *t)
{
    for (size_t i = 1; i < t->row_count; i++)
        cq_hold(by_copies(&t->rows[i - 1], &t->rows[i], &t->pieces) < 0);
    return true;
}

static void list_rows(tally *t, uint32_t *copies)
{
    const cq_layer *last = &t->sweep.now;

    for (size_t b = 0; b < (size_t)1 << last->splits; b++)
        for (cq_block *block = last->buckets[b].first; block; block = block->next)
            for (size_t i = 0; i < block->count; i++) {
                row *one = &t->rows[t->row_count];

                one->copies = copies + t->row_count * t->pieces;
                one->number = cq_block_numbers(last, block) + i * last->limbs;
                for (size_t p = 0; p < t->pieces; p++)
                    one->copies[p] = copies_in(t, block->data + i * last->words, p);
                cq_assert(cells_of(t, one) == t->cells);
                t->row_count += is_enough(t, one);
            }
    if (t->row_count)
        cq_sort_by(t->rows, t->row_count, sizeof *t->rows, by_copies, &t->pieces);
    cq_assert(rows_ascend(t));
}

static cq_status report(tally *t)
{
    cq_context *ctx = t->job->run->ctx;
    cq_findings *f = &t->job->run->answer->findings;
    cq_status status = CQ_OK;
    mpz_t number;

    mpz_init(number);
    for (size_t i = 0; i < t->row_count && status == CQ_OK; i++) {
        const row *one = &t->rows[i];

        cq_limbs_read(number, one->number, t->sweep.now.limbs);
        mpz_add(t->sum, t->sum, number);
        status = cq_findings_row(ctx, f, one->copies, t->pieces, number);
    }
    mpz_clear(number);
    return status;
}

static cq_status read_rows(tally *t)
{
    cq_context *ctx = t->job->run->ctx;
    size_t most = (size_t)t->sweep.now.states + 1;
    uint32_t *copies = cq_alloc(ctx, cq_times(most, t->pieces), sizeof *copies);
    cq_status status = CQ_MEMORY;

    t->rows = cq_alloc(ctx, most, sizeof *t->rows);
    if (copies && t->rows) {
        list_rows(t, copies);
        status = report(t);
    }
    cq_free_each(t->rows, copies);
    return status;
}

/* ---- the sweep ---- */

static cq_status prepare(tally *t)
{
    cq_frontier *j = t->job;
    cq_status status = add_items(t);

    cq_then(status, add_options(t));
    cq_then(status, make_order(t));
    cq_then(status, cq_plan_make(j->run->ctx, &t->cover, &t->order, t->kept, &t->plan));
    cq_then(status, cq_sweep_new(j->run, &t->plan, NULL, j->spread, &t->sweep));
    return status;
}

cq_status cq_frontier_copies(cq_frontier *job, const mpz_t number)
{
    tally t = {.job = job,
               .cells = job->run->problem->board->count,
               .pieces = job->run->problem->pieces.count};
    bool first = cq_spread_rank(job->spread) == 0;
    cq_status status = prepare(&t);

    mpz_init(t.sum);
    cq_then(status, cq_frontier_again(job, &t.sweep));
    if (status == CQ_OK && first)
        status = read_rows(&t); /* the last layer is rank 0's */
    if (status == CQ_OK && first && mpz_cmp(t.sum, number) != 0)
        status = cq_fail(job->run->ctx, CQ_DEFECT,
                         "the numbers by copies do not sum to the plain count");
    if (status == CQ_OK)
        cq_run_number(job->run, number);
    mpz_clear(t.sum);
    cq_sweep_free(&t.sweep);
    cq_plan_free(&t.plan);
    cq_free_each(t.order.items, t.kept);
    cq_cover_free(&t.cover);
    return status;
}
