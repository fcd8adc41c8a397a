/* join_shared.c - counts the closed tours of two layers that several ranks have.
 *
 * A rank takes the patterns that it has of the first layer. Their complements in the
 * other layer may be anywhere, so it asks for them:
 *
 *     questions   the complements under all maps, each once, to the rank in whose range
 *                 they are (ask_patterns.c)
 *     answers     the blocks that are there, packed as on disk
 *
 * What comes back, with what the rank has itself, is the part of the other layer that
 * its patterns need, in order, and the two are joined as in one process. So no block is
 * renumbered or added up but by the rank that uses it, and none travels that makes no
 * tour.
 *
 * All of this happens in rounds, each over a part of the first layer, so that a rank
 * holds little of the other layer twice.
 */
#include "engine/plugs/ask_patterns.h"
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_join.h"
#include "engine/plugs/plug_share.h"

#include <string.h>

/* States of a round in each rank: a part of those that it has, but not too few. */
enum { ROUND_STATES = 1 << 19, ROUNDS_A_MAP = 16 };

/* Answers to a rank are packed by several tasks. */
enum { SLICES = 8 };

typedef struct round {
    cq_plug_joining *j;
    cq_pattern *borders;      /* of the other layer */
    cq_plug_layer one;        /* this round's part */
    cq_plug_layer found;      /* what the other layer has for it */
    cq_plug_patterns wanted;  /* of it */
    cq_plug_patterns *asked;  /* by each rank */
    cq_plug_arrivals arrived; /* what was found in other ranks */
    cq_plug_spill *spill;     /* where answers go */
    cq_plug_part *parts;      /* that are made */
} round;

/* ---- a part of the first layer ---- */

/* In memory its blocks are borrowed. */
static cq_status open_part(round *r, const cq_plug_layer *whole, size_t first,
                           size_t end)
{
    if (cq_plug_layer_is_on_disk(whole))
        return cq_plug_layer_load(whole, &r->j->plugs->matings, first, end, &r->one);
    r->one = *whole;
    r->one.patterns += first;
    r->one.blocks += first;
    r->one.count = end - first;
    cq_assert(first <= end && end <= whole->count);
    return CQ_OK;
}

static void close_part(round *r, const cq_plug_layer *whole)
{
    if (cq_plug_layer_is_on_disk(whole))
        cq_plug_layer_free(&r->one);
}

/* ---- questions ---- */

static cq_status list_wanted(round *r)
{
    const cq_plug_joining *j = r->j;
    cq_pattern other;

    r->wanted.count = 0;
    for (size_t i = 0; i < r->one.count; i++) {
        cq_pattern pattern = r->one.patterns[i];

        for (size_t map = 0; map < j->there.maps && cq_pattern_ends(pattern); map++)
            if (cq_plug_image(&j->back, map, r->one.slots, pattern, &other))
                cq_try(cq_vec_push(j->plugs->ctx, &r->wanted, other));
    }
    cq_plug_patterns_once(&r->wanted);
    return CQ_OK;
}

/* ---- answers ---- */

/* Those of these patterns that this rank has, to the part. */
static cq_status copy_blocks(const round *r, const cq_pattern *patterns, size_t count,
                             cq_plug_part *part)
{
    const cq_plug_block *block;
    cq_plug_cursor cursor;
    cq_status status = CQ_OK;

    cq_plug_cursor_init(&cursor, r->j->other, &r->j->plugs->matings);
    for (size_t i = 0; i < count && status == CQ_OK; i++) {
        status = cq_plug_cursor_find(&cursor, patterns[i], &block);
        if (status == CQ_OK && block)
            status = cq_plug_cursor_copy(&cursor, part);
    }
    cq_plug_cursor_free(&cursor);
    return status;
}

static cq_status answer_part(void *shared, unsigned worker, size_t task)
{
    round *r = shared;
    cq_plugs *plugs = r->j->plugs;
    cq_plug_part *part = &r->parts[task];
    const cq_plug_patterns *asked;
    size_t first, end, slice = task % SLICES;

    if (worker == 0 && cq_plugs_poll(plugs))
        return CQ_STOPPED;
    cq_plug_part_init(part, plugs->ctx, r->j->other->limbs, plugs->budget, r->spill);
    part->rank = (cq_spread_rank(plugs->spread) + 1 + (unsigned)(task / SLICES)) %
                 cq_spread_count(plugs->spread);
    asked = &r->asked[part->rank];
    cq_assert(part->rank != cq_spread_rank(plugs->spread) && r->spill->send);
    first = asked->count * slice / SLICES;
    end = asked->count * (slice + 1) / SLICES;
    cq_try(copy_blocks(r, asked->at + first, end - first, part));
    return cq_plug_part_end(part);
}

/* As many tasks, each of which makes a part. */
static cq_status make_parts(round *r, size_t tasks, cq_task_fn *make)
{
    cq_plugs *plugs = r->j->plugs;

    r->parts = cq_zalloc(plugs->ctx, tasks + 1, sizeof *r->parts);
    cq_try_memory(r->parts);
    return cq_team_go(&plugs->team, tasks, make, r);
}

static void free_parts(round *r, size_t tasks)
{
    for (size_t t = 0; r->parts && t < tasks; t++)
        cq_plug_part_free(&r->parts[t]);
    cq_free(r->parts);
    r->parts = NULL;
}

static cq_status exchange_answers(round *r)
{
    cq_plugs *plugs = r->j->plugs;
    size_t tasks = SLICES * ((size_t)cq_spread_count(plugs->spread) - 1);
    cq_plug_spill spill = {0};
    cq_status status = cq_plug_share_spill(plugs, &spill);

    cq_then(status, cq_plug_arrivals_begin(plugs, r->j->other, &r->arrived));
    r->spill = &spill;
    cq_then(status, make_parts(r, tasks, answer_part));
    cq_then(status, cq_plug_arrivals_end(&r->arrived));
    free_parts(r, tasks);
    cq_plug_spill_free(&spill);
    return status;
}

/* ---- what was found ---- */

/* A rank's answers, of which some may be on disk, in their order. */
static cq_status merge_two(const round *r, const cq_plug_layer *runs,
                           cq_plug_part *part)
{
    cq_plug_cursor c[2];
    cq_status status = CQ_OK;

    for (unsigned i = 0; i < 2; i++) {
        cq_plug_cursor_init(&c[i], &runs[i], &r->j->plugs->matings);
        cq_then(status, cq_plug_cursor_start(&c[i]));
    }
    while (status == CQ_OK &&
           (cq_plug_cursor_has(&c[0]) || cq_plug_cursor_has(&c[1]))) {
        cq_plug_cursor *least = &c[0];

        cq_assert(
            !cq_plug_cursor_has(&c[0]) || !cq_plug_cursor_has(&c[1]) ||
            !cq_wide_is(cq_plug_cursor_pattern(&c[0]), cq_plug_cursor_pattern(&c[1])));
        if (!cq_plug_cursor_has(&c[0]) ||
            (cq_plug_cursor_has(&c[1]) && cq_wide_below(cq_plug_cursor_pattern(&c[1]),
                                                        cq_plug_cursor_pattern(&c[0]))))
            least = &c[1];
        status = cq_plug_cursor_copy(least, part);
        cq_then(status, cq_plug_cursor_next(least));
    }
    cq_plug_cursor_free(&c[0]);
    cq_plug_cursor_free(&c[1]);
    return status;
}

/* What a rank has found; ranges ascend from rank to rank. */
static cq_status collect_part(void *shared, unsigned worker, size_t rank)
{
    round *r = shared;
    cq_plugs *plugs = r->j->plugs;
    size_t first = cq_plug_patterns_from(&r->wanted, r->borders[rank]);
    size_t end = cq_plug_patterns_from(&r->wanted, r->borders[rank + 1]);
    cq_plug_part *part = &r->parts[rank];

    (void)worker;
    cq_plug_part_init(part, plugs->ctx, r->j->other->limbs, plugs->budget, NULL);
    if (rank == cq_spread_rank(plugs->spread))
        return copy_blocks(r, r->wanted.at + first, end - first, part);
    return merge_two(r, &r->arrived.runs[2 * rank], part);
}

static cq_status collect(round *r)
{
    const cq_plug_layer *other = r->j->other;
    cq_plugs *plugs = r->j->plugs;
    size_t ranks = cq_spread_count(plugs->spread);
    cq_status status = make_parts(r, ranks, collect_part);

    cq_then(status, cq_plug_layer_of_parts(plugs->ctx, other->limbs, r->parts, ranks,
                                           &r->found));
    free_parts(r, ranks);
    cq_assert(status != CQ_OK || r->found.count <= r->wanted.count);
    r->found.slots = other->slots;
    memcpy(r->found.vertex, other->vertex, sizeof r->found.vertex);
    return status;
}

/* ---- rounds ---- */

static size_t rounds_for(const cq_plug_joining *j)
{
    double each = (double)j->other->states / cq_spread_count(j->plugs->spread);
    size_t rounds = (size_t)(each * (double)j->there.maps / ROUND_STATES) + 1;

    return rounds < ROUNDS_A_MAP * j->there.maps ? rounds
                                                 : ROUNDS_A_MAP * j->there.maps;
}

static void empty_asked(round *r)
{
    for (unsigned i = 0; i < cq_spread_count(r->j->plugs->spread); i++)
        r->asked[i].count = 0;
}

/* The tours of this part of the first layer. */
static cq_status join_round(round *r, mpz_t out)
{
    cq_plug_joining *j = r->j;
    const cq_plug_layer *one = j->one, *other = j->other;
    cq_status status = list_wanted(r);

    empty_asked(r);
    cq_then(status, cq_plug_ask(j->plugs, r->borders, &r->wanted, r->asked));
    cq_then(status, exchange_answers(r));
    cq_then(status, collect(r));
    cq_plug_arrivals_free(&r->arrived);
    if (status == CQ_OK) {
        j->one = &r->one;
        j->other = &r->found;
        status = cq_plug_join_tasks(j, out);
        j->one = one;
        j->other = other;
    }
    cq_plug_layer_free(&r->found);
    return status;
}

static cq_status join_rounds(round *r, mpz_t out)
{
    const cq_plug_layer *whole = r->j->one;
    size_t rounds = rounds_for(r->j), marks = cq_plug_layer_marks(whole);
    cq_status status = CQ_OK;

    for (size_t i = 0; i < rounds && status == CQ_OK; i++) {
        status = open_part(r, whole, marks * i / rounds, marks * (i + 1) / rounds);
        cq_then(status, join_round(r, out));
        close_part(r, whole);
    }
    return status;
}

cq_status cq_plug_join_shared(cq_plug_joining *j, mpz_t out)
{
    cq_plugs *plugs = j->plugs;
    size_t ranks = cq_spread_count(plugs->spread);
    round r = {.j = j};
    cq_status status;

    r.borders = cq_alloc(plugs->ctx, ranks + 1, sizeof *r.borders);
    r.asked = cq_zalloc(plugs->ctx, ranks, sizeof *r.asked);
    status = r.borders && r.asked ? CQ_OK : CQ_MEMORY;
    cq_then(status, cq_plug_layer_borders(plugs, j->other, r.borders));
    cq_then(status, join_rounds(&r, out));
    for (size_t i = 0; r.asked && i < ranks; i++)
        cq_vec_free(&r.asked[i]);
    cq_vec_free(&r.wanted);
    cq_free_each(r.borders, r.asked);
    return status;
}
