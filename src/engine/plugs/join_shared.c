/* join_shared.c - counts the closed tours of two layers that several ranks have.
 *
 * A rank takes the patterns that it has of the first layer. Their complements in the
 * other layer may be anywhere, so it asks for them, under all maps (ask_blocks.c). What
 * it gets is the part of the other layer that its patterns need, in order, and the two
 * are joined as in one process. So no block is renumbered or added up but by the rank
 * that uses it, and none travels that makes no tour.
 *
 * All of this happens in rounds, each over a part of the first layer, so that a rank
 * holds little of the other layer twice.
 */
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_join.h"

/* States of a round in each rank: a part of those that it has, but not too few. */
enum { ROUND_STATES = 1 << 19, ROUNDS_A_MAP = 16 };

/* In memory its blocks are borrowed. */
static cq_status open_part(const cq_plug_joining *j, const cq_plug_layer *whole,
                           size_t first, size_t end, cq_plug_layer *out)
{
    cq_assert(first <= end && end <= cq_plug_layer_marks(whole));
    if (cq_plug_layer_is_on_disk(whole))
        return cq_plug_layer_load(whole, &j->plugs->matings, first, end, out);
    *out = *whole;
    out->patterns += first;
    out->blocks += first;
    out->count = end - first;
    return CQ_OK;
}

cq_status cq_plug_join_want(const cq_plug_joining *j, cq_pattern pattern,
                            cq_plug_patterns *wanted)
{
    cq_pattern other;

    for (size_t map = 0; map < j->there.maps && cq_pattern_ends(pattern); map++)
        if (cq_plug_image(&j->back, map, j->one->slots, pattern, &other))
            cq_try(cq_vec_push(j->plugs->ctx, wanted, other));
    return CQ_OK;
}

static size_t rounds_for(const cq_plug_joining *j)
{
    double each = (double)j->other->states / cq_spread_count(j->plugs->spread);
    size_t rounds = (size_t)(each * (double)j->there.maps / ROUND_STATES) + 1;
    size_t most = ROUNDS_A_MAP * j->there.maps;

    return rounds < most ? rounds : most;
}

/* The tours of a part of the first layer, with what the other layer has for it. */
static cq_status join_round(cq_plug_joining *j, const cq_plug_layer *part,
                            cq_plug_patterns *wanted, mpz_t out)
{
    const cq_plug_layer *one = j->one, *other = j->other;
    cq_plug_layer found = {0};
    cq_status status = CQ_OK;

    wanted->count = 0;
    for (size_t i = 0; i < part->count && status == CQ_OK; i++)
        status = cq_plug_join_want(j, part->patterns[i], wanted);
    cq_then(status, cq_plug_ask(j->plugs, other, wanted, &found));
    if (status == CQ_OK) {
        j->one = part;
        j->other = &found;
        status = cq_plug_join_tasks(j, out);
        j->one = one;
        j->other = other;
    }
    cq_plug_layer_free(&found);
    return status;
}

cq_status cq_plug_join_shared(cq_plug_joining *j, mpz_t out)
{
    size_t rounds = rounds_for(j), marks = cq_plug_layer_marks(j->one);
    cq_plug_patterns wanted = {0};
    cq_status status = CQ_OK;

    for (size_t i = 0; i < rounds && status == CQ_OK; i++) {
        cq_plug_layer part = {0};

        status =
            open_part(j, j->one, marks * i / rounds, marks * (i + 1) / rounds, &part);
        cq_then(status, join_round(j, &part, &wanted, out));
        if (cq_plug_layer_is_on_disk(j->one))
            cq_plug_layer_free(&part);
    }
    cq_vec_free(&wanted);
    return status;
}
