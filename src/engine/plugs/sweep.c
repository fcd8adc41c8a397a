/* sweep.c - the steps of a side, one after the other, from nothing to its last layer.
 */
#include "engine/plugs/plugs.h"

#include <string.h>

/* The edges of a step are decided in both directions. */
static void decide(const cq_net *net, const cq_plug_side *side,
                   const cq_plug_step *step, bool *decided)
{
    for (uint32_t i = 0; i < step->to; i++) {
        uint32_t to = side->targets.at[step->first + i];

        decided[cq_net_edge(net, step->v, to)] = true;
        decided[cq_net_edge(net, to, step->v)] = true;
    }
}

/* The slots of the first step: its vertex and the others, by position. */
static cq_status start(cq_plugs *plugs, const cq_plug_side *side, cq_plug_layer *out)
{
    const cq_plug_step *step = &side->steps.at[0];
    uint32_t vertices[CQ_SLOTS_MOST];
    unsigned slots = 0;

    if (step->to + 1 > CQ_SLOTS_MOST)
        return cq_fail(plugs->ctx, CQ_MEMORY, "a vertex has more than %d neighbours",
                       CQ_SLOTS_MOST - 1);
    vertices[slots++] = step->v;
    for (uint32_t i = 0; i < step->to; i++) {
        uint32_t v = side->targets.at[step->first + i];
        unsigned at = slots++;

        for (; at > 0 && side->position[vertices[at - 1]] > side->position[v]; at--)
            vertices[at] = vertices[at - 1];
        vertices[at] = v;
    }
    return cq_plug_layer_start(plugs->ctx, vertices, slots, out);
}

static void note_layer(cq_plugs *plugs, const cq_plug_layer *layer)
{
    plugs->layers++;
    plugs->states += layer->states;
    if (layer->states > plugs->peak)
        plugs->peak = layer->states;
}

/* The step, of so many, that did not fit. */
static cq_status tell_failure(cq_plugs *plugs, const cq_plug_side *side, size_t at,
                              const cq_plug_layer *layer)
{
    char states[CQ_GROUPED_SIZE];

    return cq_fail(plugs->ctx, CQ_MEMORY,
                   "the states of step %zu of %zu do not fit into %zu bytes of memory, "
                   "with %s states before it",
                   at + 1, side->steps.count, plugs->budget,
                   cq_grouped(layer->states, states));
}

/* One step; the layer is freed unless it is to be kept. */
static cq_status advance(cq_plugs *plugs, const cq_plug_side *side, size_t at,
                         const bool *decided, cq_plug_layer *kept, cq_plug_layer *layer)
{
    cq_plug_layer next = {0};
    cq_status status = cq_plug_take(plugs, side, at, decided, layer, &next);

    if (status != CQ_OK)
        return status;
    if (kept && at > 0 && at == plugs->plan.kept)
        *kept = *layer;
    else
        cq_plug_layer_free(layer);
    *layer = next;
    if (side->steps.at[at].fold)
        status = cq_plug_fold(plugs, &plugs->plan.folds, layer);
    if (status == CQ_OK)
        note_layer(plugs, layer);
    return status;
}

cq_status cq_plug_sweep(cq_plugs *plugs, unsigned which, cq_plug_layer *kept,
                        cq_plug_layer *out)
{
    const cq_plug_side *side = &plugs->plan.sides[which];
    cq_plug_layer layer = {0}, other = {0};
    bool *decided = cq_zalloc(plugs->ctx, plugs->net.starts[plugs->net.vertices] + 1,
                              sizeof *decided);
    cq_status status = decided ? start(plugs, side, &layer) : CQ_MEMORY;

    for (size_t i = 0; i < side->steps.count && status == CQ_OK; i++) {
        decide(&plugs->net, side, &side->steps.at[i], decided);
        plugs->doing = side->weights[i];
        status = advance(plugs, side, i, decided, kept ? &other : NULL, &layer);
        plugs->done += plugs->doing;
        if (status == CQ_MEMORY)
            status = tell_failure(plugs, side, i, &layer);
    }
    cq_free(decided);
    if (status == CQ_OK) {
        *out = layer;
        if (kept)
            *kept = other;
        return CQ_OK;
    }
    cq_plug_layer_free(&layer);
    cq_plug_layer_free(&other);
    return status;
}
