/* ask_blocks.c - what a rank needs of a layer that all ranks have together.
 *
 * A layer is shared by ranges of patterns (plug_share.c), but what belongs to a state
 * may be that of a pattern in another range: the states that it makes tours with
 * (join_shared.c, draw_pairs.c), or its ways on (move_uses.c). So there are two
 * exchanges:
 *
 *     questions   the patterns that a rank wants, each once, to the rank in whose range
 *                 they are
 *     answers     the blocks that are there, packed as on disk
 *
 * Ranges ascend from rank to rank: what came from each, one after the other, with the
 * rank's own in its place, is in the order of patterns again.
 */
#include "engine/plugs/ask_blocks.h"

#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_share.h"

#include <stdlib.h>

enum { PACKET_PATTERNS = 1 << 12 }; /* in one packet of questions, at most */

/* Answers to a rank are packed by several tasks. */
enum { SLICES = 8 };

typedef struct asking {
    cq_plugs *plugs;
    const cq_plug_layer *layer;
    const cq_plug_patterns *wanted;
    cq_pattern *borders;      /* of the ranks' ranges */
    cq_plug_patterns *asked;  /* by each rank */
    cq_plug_arrivals arrived; /* runs that were found in other ranks */
    cq_plug_part *parts;      /* that are made */
} asking;

/* ---- questions ---- */

static bool patterns_check(const cq_plug_patterns *list)
{
    for (size_t i = 1; i < list->count; i++)
        cq_hold(cq_wide_below(list->at[i - 1], list->at[i]));
    return true;
}

/* In their order, each once. */
static void sort_once(cq_plug_patterns *list)
{
    size_t kept = 0;

    if (list->count)
        qsort(list->at, list->count, sizeof *list->at, cq_patterns_compare);
    for (size_t i = 0; i < list->count; i++)
        if (i == 0 || !cq_wide_is(list->at[i], list->at[kept - 1]))
            list->at[kept++] = list->at[i];
    list->count = kept;
    cq_assert(patterns_check(list));
}

/* Where the patterns begin that are wanted of a rank; and after the last, their end. */
static size_t wanted_from(const asking *a, size_t rank)
{
    return cq_patterns_from(a->wanted->at, sizeof *a->wanted->at, a->wanted->count,
                            a->borders[rank]);
}

static cq_status send_questions(const asking *a, unsigned to)
{
    size_t at = wanted_from(a, to), end = wanted_from(a, to + 1);
    cq_spread *spread = a->plugs->spread;
    cq_status status = CQ_OK;
    cq_parcel packet = {0};

    while (at < end && status == CQ_OK) {
        cq_spread_pack(spread, &packet);
        for (size_t i = 0; i < PACKET_PATTERNS && at < end; i++)
            cq_plug_put_pattern(&packet, a->wanted->at[at++]);
        status = cq_spread_send(spread, to, &packet);
    }
    cq_parcel_free(&packet);
    return status;
}

static cq_status take_questions(void *user, unsigned from, cq_parcel *packet)
{
    const asking *a = user;
    unsigned me = cq_spread_rank(a->plugs->spread);

    while (packet->status == CQ_OK && packet->at < packet->bytes.count) {
        cq_pattern pattern = cq_plug_get_pattern(packet);

        cq_assert(packet->status != CQ_OK ||
                  (!cq_wide_below(pattern, a->borders[me]) &&
                   cq_wide_below(pattern, a->borders[me + 1])));
        cq_try(cq_vec_push(a->plugs->ctx, &a->asked[from], pattern));
    }
    cq_assert(patterns_check(&a->asked[from]));
    return packet->status;
}

/* First to the next rank, so that everybody receives all the time. */
static cq_status exchange_questions(asking *a)
{
    cq_spread *spread = a->plugs->spread;
    unsigned count = cq_spread_count(spread), me = cq_spread_rank(spread);
    cq_status status = CQ_OK;

    cq_spread_begin(spread, false, take_questions, a);
    for (unsigned d = 1; d < count && status == CQ_OK; d++)
        status = send_questions(a, (me + d) % count);
    cq_then(status, cq_spread_finish(spread));
    cq_spread_end(spread);
    return status;
}

/* ---- answers ---- */

/* Those of these patterns that are in one of the layers, to the part. */
static cq_status copy_blocks(const asking *a, const cq_plug_layer *layers, size_t count,
                             const cq_pattern *patterns, size_t wanted,
                             cq_plug_part *part)
{
    cq_plug_cursor cursors[2];
    cq_status status = CQ_OK;

    cq_assert(count <= sizeof cursors / sizeof *cursors);
    for (size_t k = 0; k < count; k++)
        cq_plug_cursor_init(&cursors[k], &layers[k], &a->plugs->matings);
    for (size_t i = 0; i < wanted && status == CQ_OK; i++)
        for (size_t k = 0; k < count && status == CQ_OK; k++) {
            const cq_plug_block *block;

            status = cq_plug_cursor_find(&cursors[k], patterns[i], &block);
            if (status == CQ_OK && block)
                status = cq_plug_cursor_copy(&cursors[k], part);
        }
    for (size_t k = 0; k < count; k++)
        cq_plug_cursor_free(&cursors[k]);
    return status;
}

static cq_status answer_part(void *shared, unsigned worker, size_t task)
{
    asking *a = shared;
    cq_plugs *plugs = a->plugs;
    cq_plug_part *part = &a->parts[task];
    const cq_plug_patterns *asked;
    size_t first, end, slice = task % SLICES;

    if (worker == 0 && cq_plugs_poll(plugs))
        return CQ_STOPPED;
    part->rank = (cq_spread_rank(plugs->spread) + 1 + (unsigned)(task / SLICES)) %
                 cq_spread_count(plugs->spread);
    asked = &a->asked[part->rank];
    cq_assert(part->rank != cq_spread_rank(plugs->spread) && part->spill->send);
    first = asked->count * slice / SLICES;
    end = asked->count * (slice + 1) / SLICES;
    cq_try(copy_blocks(a, a->layer, 1, asked->at + first, end - first, part));
    return cq_plug_part_end(part);
}

/* As many tasks, each of which makes a part; the caller frees them. */
static cq_status make_parts(asking *a, size_t tasks, cq_plug_spill *spill,
                            cq_task_fn *make)
{
    cq_plugs *plugs = a->plugs;

    a->parts =
        cq_plug_parts_new(plugs->ctx, tasks, a->layer->limbs, plugs->budget, spill);
    cq_try_memory(a->parts);
    return cq_team_go(&plugs->team, tasks, make, a);
}

static void free_parts(asking *a, size_t tasks)
{
    cq_plug_parts_free(a->parts, tasks);
    a->parts = NULL;
}

static cq_status exchange_answers(asking *a)
{
    cq_plugs *plugs = a->plugs;
    size_t tasks = SLICES * ((size_t)cq_spread_count(plugs->spread) - 1);
    cq_plug_spill spill = {0};
    cq_status status = cq_plug_share_spill(plugs, &spill);

    cq_then(status, cq_plug_arrivals_begin(plugs, a->layer, &a->arrived));
    cq_then(status, make_parts(a, tasks, &spill, answer_part));
    cq_then(status, cq_plug_arrivals_end(&a->arrived));
    free_parts(a, tasks);
    cq_plug_spill_free(&spill);
    return status;
}

/* ---- what was found ---- */

/* What a rank has found: of another's answers some may be in memory and some on disk.
 */
static cq_status collect_part(void *shared, unsigned worker, size_t rank)
{
    asking *a = shared;
    cq_plugs *plugs = a->plugs;
    bool mine = rank == cq_spread_rank(plugs->spread);
    size_t first = wanted_from(a, rank), end = wanted_from(a, rank + 1);

    (void)worker;
    cq_assert(first <= end && end <= a->wanted->count);
    return copy_blocks(a, mine ? a->layer : &a->arrived.runs[2 * rank], mine ? 1 : 2,
                       a->wanted->at + first, end - first, &a->parts[rank]);
}

static cq_status collect(asking *a, cq_plug_layer *out)
{
    size_t ranks = cq_spread_count(a->plugs->spread);
    cq_status status = make_parts(a, ranks, NULL, collect_part);

    cq_then(status, cq_plug_layer_of_parts(a->plugs->ctx, a->layer->limbs, a->parts,
                                           ranks, out));
    free_parts(a, ranks);
    if (status == CQ_OK)
        cq_plug_layer_set_slots(out, a->layer->vertex, a->layer->slots);
    cq_assert(status != CQ_OK || out->count <= a->wanted->count);
    return status;
}

/* ---- all of it ---- */

cq_status cq_plug_ask(cq_plugs *plugs, const cq_plug_layer *layer,
                      cq_plug_patterns *wanted, cq_plug_layer *out)
{
    size_t ranks = cq_spread_count(plugs->spread);
    asking a = {.plugs = plugs, .layer = layer, .wanted = wanted};
    cq_status status = CQ_MEMORY;

    sort_once(wanted);
    a.borders = cq_alloc(plugs->ctx, ranks + 1, sizeof *a.borders);
    a.asked = cq_zalloc(plugs->ctx, ranks, sizeof *a.asked);
    if (a.borders && a.asked)
        status = cq_plug_layer_borders(plugs, layer, a.borders);
    cq_then(status, exchange_questions(&a));
    cq_then(status, exchange_answers(&a));
    cq_then(status, collect(&a, out));
    cq_plug_arrivals_free(&a.arrived);
    for (size_t i = 0; a.asked && i < ranks; i++)
        cq_vec_free(&a.asked[i]);
    cq_free_each(a.borders, a.asked);
    return status;
}
