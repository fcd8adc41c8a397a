/* plug_sweep.c - the steps of a side, one after the other, from nothing to its last
 * layer.
 */
#include "engine/checkpoint.h"
#include "engine/plugs/plug_step.h"

#include <string.h>

/* The edges of a step are decided in both directions. */
static void decide(const cq_net *net, const cq_plug_side *side,
                   const cq_plug_step *step, bool *decided)
{
    for (uint32_t i = 0; i < step->to; i++) {
        uint32_t to = side->targets.at[step->first + i];

        cq_assert(!decided[cq_net_edge(net, step->v, to)]); /* once */
        decided[cq_net_edge(net, step->v, to)] = true;
        decided[cq_net_edge(net, to, step->v)] = true;
    }
}

static cq_status start(cq_plugs *plugs, const cq_plug_side *side, cq_plug_layer *out)
{
    cq_plug_stepping s = {0};

    if (!cq_stepping_begin(&s, side))
        return cq_fail(plugs->ctx, CQ_MEMORY, "a vertex has more than %d neighbours",
                       CQ_SLOTS_MOST - 1);
    cq_try(cq_plug_layer_start(plugs->ctx, s.vertex, s.slots, out));
    if (cq_spread_rank(plugs->spread) > 0) { /* rank 0 has it */
        cq_plug_layer none = cq_plug_layer_empty(out);

        cq_plug_layer_free(out);
        *out = none;
    }
    return CQ_OK;
}

bool cq_plug_slots_at(const cq_plug_side *side, size_t step, cq_plug_layer *out)
{
    cq_plug_stepping s = {0};
    bool room = cq_stepping_begin(&s, side);

    for (size_t i = 0; i < step && room; i++) {
        cq_plug_layer_set_slots(out, s.vertex, s.slots);
        s = (cq_plug_stepping){.layer = out};
        room = cq_stepping_slots(&s, side, i);
    }
    cq_plug_layer_set_slots(out, s.vertex, s.slots);
    return room;
}

static void note_layer(cq_plugs *plugs, const cq_plug_layer *layer)
{
    plugs->layers++;
    plugs->states += layer->states;
    if (layer->states > plugs->peak)
        plugs->peak = layer->states;
    plugs->others = 0;
    for (unsigned i = 1; i < plugs->team.threads; i++)
        plugs->others += plugs->gatherers[i].additions;
}

/* The step that did not fit; what the disk had to say is said already. */
static cq_status tell_failure(cq_plugs *plugs)
{
    const cq_plug_state *at = &plugs->at;
    char states[CQ_GROUPED_SIZE];

    if (plugs->full)
        return CQ_MEMORY;
    return cq_fail(plugs->ctx, CQ_MEMORY,
                   "out of memory at step %zu of %zu: with %s states before it, its "
                   "own do not fit into %zu bytes",
                   (size_t)at->step + 1, plugs->plan.sides[at->side].steps.count,
                   cq_grouped(at->layer.states, states), plugs->budget);
}

/* What becomes of the layer before a step that has been taken. */
static cq_status put_away(cq_plugs *plugs)
{
    cq_plug_state *at = &plugs->at;
    cq_status status = CQ_OK;

    cq_assert(!plugs->keeping || plugs->kept[at->side].count == at->step);
    if (plugs->keeping)
        status = cq_vec_push(plugs->ctx, &plugs->kept[at->side], at->layer);
    else if (plugs->plan.split == CQ_SPLIT_MIRROR && at->step == plugs->plan.kept)
        status = cq_plugs_set_aside(plugs);
    else
        cq_plug_layer_free(&at->layer);
    return status;
}

/* One step; the layer is freed unless it is to be kept. A layer that could not be
 * folded is right as it is. */
static cq_status advance(cq_plugs *plugs, const bool *decided)
{
    cq_plug_state *at = &plugs->at;
    const cq_plug_side *side = &plugs->plan.sides[at->side];
    cq_plug_layer next = {0};
    cq_status status =
        cq_plug_take(plugs, side, (size_t)at->step, decided, &at->layer, &next);

    if (status != CQ_OK)
        return status == CQ_MEMORY ? tell_failure(plugs) : status;
    status = put_away(plugs);
    if (status != CQ_OK) {
        cq_plug_layer_free(&next);
        return tell_failure(plugs);
    }
    at->layer = next;
    if (side->steps.at[at->step++].fold)
        status = cq_plug_fold(plugs, &plugs->plan.folds, &at->layer);
    cq_assert(status != CQ_OK || !side->steps.at[at->step - 1].fold ||
              cq_plug_fold_check(plugs, side, &at->layer));
    if (status == CQ_OK)
        note_layer(plugs, &at->layer);
    return status;
}

bool cq_plugs_poll(cq_plugs *plugs)
{
    return cq_spread_look(plugs->spread) || cq_run_poll(plugs->run);
}

/* ---- checkpoints in passing ---- */

/* A layer on disk is part of a checkpoint at once; with several ranks that would write
 * it twice. */
static cq_status save_if_due(cq_plugs *plugs)
{
    uint32_t due = cq_checkpoint_due(plugs->run) ||
                   (cq_plug_layer_is_on_disk(&plugs->at.layer) && !plugs->spread);

    if (!plugs->run->checkpoint)
        return CQ_OK;
    cq_try(cq_spread_agree(plugs->spread, &due));
    return due ? cq_spread_passed(plugs->spread, plugs->run, cq_plug_save(plugs))
               : CQ_OK;
}

/* The steps of a side that are left. */
static cq_status finish_side(cq_plugs *plugs)
{
    cq_plug_state *at = &plugs->at;
    const cq_plug_side *side = &plugs->plan.sides[at->side];
    bool *decided = cq_zalloc(plugs->ctx, plugs->net.starts[plugs->net.vertices] + 1,
                              sizeof *decided);
    cq_status status = decided ? CQ_OK : CQ_MEMORY;

    cq_assert(at->step <= side->steps.count && at->layer.ctx);
    for (size_t i = 0; i < at->step && status == CQ_OK; i++)
        decide(&plugs->net, side, &side->steps.at[i], decided);
    while (at->step < side->steps.count && status == CQ_OK) {
        decide(&plugs->net, side, &side->steps.at[at->step], decided);
        plugs->doing = side->weights[at->step];
        status = advance(plugs, decided);
        plugs->done += plugs->doing;
        cq_then(status, save_if_due(plugs));
    }
    cq_assert(status != CQ_OK ||
              (at->step == side->steps.count && at->layer.slots == side->rest.count));
    cq_free(decided);
    return status;
}

cq_status cq_plug_sweep(cq_plugs *plugs)
{
    cq_plug_state *at = &plugs->at;
    unsigned sides = plugs->plan.split == CQ_SPLIT_TWO ? 2 : 1;
    cq_status status = CQ_OK;

    if (!at->layer.ctx)
        status = start(plugs, &plugs->plan.sides[0], &at->layer);
    cq_then(status, finish_side(plugs));
    if (status != CQ_OK || at->side + 1 == sides)
        return status;
    status = cq_plugs_set_aside(plugs);
    if (status != CQ_OK)
        return status;
    at->side = 1;
    at->step = 0;
    status = start(plugs, &plugs->plan.sides[1], &at->layer);
    return status == CQ_OK ? finish_side(plugs) : status;
}
