/* origins.c - finds the states of a kept layer that lead to given states of the next.
 *
 *     layer i            step i               layer i + 1
 *     (pattern, rank) -- a choice of edges --> (pattern, rank)
 *
 * A choice leads to the given pattern from only one pattern, and to the given mating
 * from few of its matings: one for each remaining end if two ends are linked, otherwise
 * one (matings.h). So a state has a query for each choice, which looks up a block and
 * some numbers in it. After a fold a state stands for its images as well, and has
 * queries for each of them.
 *
 * The queries of many states are answered in the order of their patterns: a layer on
 * disk is read once from end to end, however many states ask.
 *
 * Several ranks ask for the same states, each of its own share of the layer, and tell
 * each other what they have found: a pattern is one rank's, so that together it is what
 * one process finds. */
#include "engine/plugs/origins.h"

#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_share.h"

#include <stdlib.h>
#include <string.h>

void cq_plug_origins_free(cq_plug_origins *o)
{
    cq_vec_free_each(&o->queries, &o->list, &o->numbers);
}

/* ---- answers ---- */

static int compare_origins(const void *left, const void *right)
{
    const cq_plug_origin *a = left, *b = right;

    if (a->want != b->want)
        return a->want < b->want ? -1 : 1;
    if (a->choice != b->choice)
        return a->choice < b->choice ? -1 : 1;
    if (a->map != b->map)
        return a->map < b->map ? -1 : 1;
    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

static cq_status add_origin(cq_plug_origins *o, const cq_plug_query *q, uint64_t rank,
                            const uint64_t *number)
{
    cq_context *ctx = o->plugs->ctx;
    cq_plug_origin origin = {.want = q->want,
                             .choice = q->choice,
                             .map = q->map,
                             .pattern = q->pattern,
                             .rank = rank,
                             .number = o->numbers.count};

    cq_try(cq_vec_reserve(ctx, &o->numbers, o->limbs));
    memcpy(o->numbers.at + o->numbers.count, number, o->limbs * sizeof *number);
    o->numbers.count += o->limbs;
    return cq_vec_push(ctx, &o->list, origin);
}

static cq_status answer(cq_plug_origins *o, const cq_plug_query *q,
                        const cq_plug_block *block)
{
    const cq_matings *matings = &o->plugs->matings;
    unsigned ends = cq_pattern_ends(q->pattern);
    uint64_t ranks[CQ_MATING_MOST];
    unsigned count = cq_mating_sources(matings, q->change, ends, q->after, ranks);

    cq_assert(count <= CQ_MATING_MOST);
    for (unsigned i = 0; i < count; i++) {
        const uint64_t *number = cq_plug_block_find(block, ends, o->limbs, ranks[i]);

        cq_assert(q->change.kind == CQ_CHANGE_NONE ||
                  cq_mating_change(matings, q->change, ends, ranks[i]) == q->after);
        if (number)
            cq_try(add_origin(o, q, ranks[i], number));
    }
    return CQ_OK;
}

/* ---- with other ranks ---- */

static void say_origins(void *user, cq_parcel *out)
{
    const cq_plug_origins *o = user;

    for (size_t i = 0; i < o->list.count; i++) {
        const cq_plug_origin *origin = &o->list.at[i];

        cq_parcel_put(out, origin->want, 8);
        cq_parcel_put(out, origin->choice, 4);
        cq_parcel_put(out, origin->map, 4);
        cq_parcel_put(out, origin->rank, 8);
        cq_plug_put_pattern(out, origin->pattern);
        for (unsigned k = 0; k < o->limbs; k++)
            cq_parcel_put(out, o->numbers.at[origin->number + k], 8);
    }
}

static void learn_origins(void *user, cq_parcel *in)
{
    cq_plug_origins *o = user;
    cq_context *ctx = o->plugs->ctx;

    o->list.count = o->numbers.count = 0;
    while (in->status == CQ_OK && in->at < in->bytes.count) {
        cq_plug_origin origin = {.want = (size_t)cq_parcel_get(in, 8)};

        origin.choice = (uint32_t)cq_parcel_get(in, 4);
        origin.map = (uint32_t)cq_parcel_get(in, 4);
        origin.rank = cq_parcel_get(in, 8);
        origin.pattern = cq_plug_get_pattern(in);
        origin.number = o->numbers.count;
        for (unsigned k = 0; k < o->limbs && in->status == CQ_OK; k++) {
            uint64_t word = cq_parcel_get(in, 8);

            cq_then(in->status, cq_vec_push(ctx, &o->numbers, word));
        }
        cq_then(in->status, cq_vec_push(ctx, &o->list, origin));
    }
}

/* Each is there once, in order, and its number is its own. */
static bool origins_check(const cq_plug_origins *o)
{
    cq_hold(o->numbers.count == o->list.count * o->limbs);
    for (size_t i = 0; i < o->list.count; i++) {
        cq_hold(i == 0 || compare_origins(&o->list.at[i - 1], &o->list.at[i]) < 0);
        cq_hold(o->list.at[i].number % o->limbs == 0);
        cq_hold(o->list.at[i].number < o->numbers.count);
    }
    return true;
}

static cq_status answer_all(cq_plug_origins *o, const cq_plug_layer *layer)
{
    cq_spread *spread = o->plugs->spread;
    const cq_plug_block *block = NULL;
    cq_status status = CQ_OK;
    cq_plug_cursor cursor;

    o->limbs = layer->limbs;
    o->list.count = o->numbers.count = 0;
    if (o->queries.count)
        qsort(o->queries.at, o->queries.count, sizeof *o->queries.at,
              cq_patterns_compare);
    cq_plug_cursor_init(&cursor, layer, &o->plugs->matings);
    for (size_t i = 0; i < o->queries.count && status == CQ_OK; i++) {
        const cq_plug_query *q = &o->queries.at[i];

        cq_assert(i == 0 || cq_patterns_compare(q - 1, q) <= 0);
        if (i == 0 || cq_patterns_compare(q - 1, q) != 0)
            status = cq_plug_cursor_find(&cursor, q->pattern, &block);
        if (status == CQ_OK && block)
            status = answer(o, q, block);
        if (status == CQ_OK && i % 1024 == 0 && cq_plugs_poll(o->plugs))
            status = CQ_STOPPED;
    }
    cq_plug_cursor_free(&cursor);
    if (status == CQ_OK && spread)
        status = cq_spread_collect(spread, say_origins, learn_origins, o);
    if (status == CQ_OK && o->list.count)
        qsort(o->list.at, o->list.count, sizeof *o->list.at, compare_origins);
    cq_assert(status != CQ_OK || origins_check(o));
    return status;
}

/* ---- by a step ---- */

/* The bits of the slots that stayed, back where they were. */
static cq_pattern gather_in(const cq_plug_stepping *s, cq_pattern pattern)
{
    cq_pattern out = {0};

    for (unsigned i = 0; i < s->spread_count; i++) {
        const cq_plug_spread *d = &s->spreads[i];
        cq_pattern part =
            cq_wide_and(cq_wide_down(pattern, d->to), cq_wide_ones(d->bits));

        out = cq_wide_or(out, cq_wide_up(part, d->from));
    }
    return out;
}

/* The pattern that the choice makes this one of; false: there is none. The vertex of a
 * last step has two edges afterwards, and no slot. */
static bool pattern_before(const cq_plug_choice *c, bool last, unsigned v,
                           cq_pattern after, cq_pattern *out)
{
    for (unsigned i = 0; i < c->edges; i++)
        if (!cq_pattern_at(after, c->ends[i]))
            return false;
    if (!last && cq_pattern_at(after, v) < c->edges)
        return false;
    *out = cq_choice_revert(c, after);
    cq_assert(!cq_wide_below(*out, c->low) && cq_wide_below(*out, c->high));
    cq_assert(cq_wide_is_zero(cq_wide_and(*out, c->forbidden)));
    return true;
}

static cq_status ask_choices(cq_plug_origins *o, const cq_plug_stepping *s,
                             const cq_plug_step *step, cq_pattern pattern,
                             cq_plug_query query)
{
    cq_pattern after = gather_in(s, pattern);
    unsigned v = cq_layer_shift(s->layer, step->v);

    for (size_t i = 0; i < s->choices.count; i++) {
        const cq_plug_choice *c = &s->choices.at[i];

        query.choice = (uint32_t)i;
        if (pattern_before(c, step->last, v, after, &query.pattern) &&
            cq_stepping_change(s, c, query.pattern, after, &query.change))
            cq_try(cq_vec_push(o->plugs->ctx, &o->queries, query));
    }
    return CQ_OK;
}

/* The first map that makes the pattern of an image; the fold took that one. */
static size_t map_to(const cq_plug_imaging *fold, cq_pattern image, cq_pattern pattern)
{
    cq_pattern made = {0};
    size_t map = 0;

    while (!cq_plug_image(fold, map, fold->slots, image, &made) ||
           !cq_wide_is(made, pattern))
        map++;
    cq_assert(map < fold->maps);
    return map;
}

/* Whether the image under a map is one under an earlier map. */
static bool is_repeated(const cq_plug_imaging *fold, cq_pattern pattern, size_t map,
                        cq_pattern image)
{
    for (size_t k = 0; k < map; k++) {
        cq_pattern made;

        if (cq_plug_image(fold, k, fold->slots, pattern, &made) &&
            cq_wide_is(made, image))
            return true;
    }
    return false;
}

/* The images of a state that the fold made one. */
static cq_status ask_images(cq_plug_origins *o, const cq_plug_stepping *s,
                            const cq_plug_step *step, const cq_plug_imaging *fold,
                            cq_plug_want want, size_t at)
{
    for (size_t k = 0; k < fold->maps; k++) {
        cq_plug_query query = {.want = at};
        cq_pattern image;
        size_t map;

        if (!cq_plug_image(fold, k, fold->slots, want.pattern, &image) ||
            is_repeated(fold, want.pattern, k, image))
            continue;
        map = map_to(fold, image, want.pattern);
        query.map = (uint32_t)map;
        query.after =
            cq_plug_image_rank(fold, map, fold->slots, image, want.pattern, want.rank);
        cq_try(ask_choices(o, s, step, image, query));
    }
    return CQ_OK;
}

cq_status cq_plug_find_origins(cq_plug_origins *o, const cq_plug_stepping *s,
                               const cq_plug_step *step, const cq_plug_want *wants,
                               size_t count)
{
    cq_plug_imaging fold = {0};
    cq_status status = CQ_OK;

    o->queries.count = 0;
    if (step->fold)
        status = cq_plug_fold_maps(o->plugs, &o->plugs->plan.folds, s->vertex, s->slots,
                                   &fold);
    for (size_t i = 0; i < count && status == CQ_OK; i++) {
        cq_plug_query query = {.want = i, .after = wants[i].rank};

        status = step->fold ? ask_images(o, s, step, &fold, wants[i], i)
                            : ask_choices(o, s, step, wants[i].pattern, query);
    }
    cq_plug_imaging_free(&fold);
    return status == CQ_OK ? answer_all(o, s->layer) : status;
}

/* ---- by maps ---- */

cq_status cq_plug_find_preimages(cq_plug_origins *o, const cq_plug_layer *layer,
                                 const cq_plug_imaging *there,
                                 const cq_plug_imaging *back, unsigned slots,
                                 const cq_plug_want *wants, size_t count)
{
    o->queries.count = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t map = 0; map < there->maps; map++) {
            cq_plug_query query = {.want = i, .map = (uint32_t)map};

            if (!cq_plug_image(back, map, slots, wants[i].pattern, &query.pattern))
                continue;
            query.after = cq_plug_image_rank(there, map, layer->slots, query.pattern,
                                             wants[i].pattern, wants[i].rank);
            cq_try(cq_vec_push(o->plugs->ctx, &o->queries, query));
        }
    return answer_all(o, layer);
}
