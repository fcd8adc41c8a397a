/* choices.c - what one step of the sweep does to patterns.
 *
 * It lists the choices of edges, with what each requires of a pattern and adds to it;
 * what vertices affected by the step still need; and which slots disappear and appear,
 * and so how the bits of a pattern move.
 */
#include "engine/plugs/plug_step.h"
#include "problem/edge_pairs.h"

/* ---- choices ---- */

unsigned cq_layer_shift(const cq_plug_layer *layer, uint32_t v)
{
    unsigned slot = cq_slot_of(layer->vertex, layer->slots, v);

    cq_assert(slot < layer->slots); /* set_slots gave one to each vertex of a step */
    return cq_slot_shift(slot, layer->slots);
}

static cq_status add_choice(cq_context *ctx, cq_plug_stepping *s,
                            const cq_plug_step *step, const unsigned *to,
                            unsigned count)
{
    const cq_plug_layer *layer = s->layer;
    unsigned v = cq_layer_shift(layer, step->v);
    cq_plug_choice c = {.layer = layer, .high = cq_wide_ones(128), .edges = count};

    cq_assert(count <= 2);
    for (unsigned i = 0; i < count; i++) {
        cq_assert(to[i] != v);
        c.forbidden = cq_wide_or(c.forbidden, cq_pattern_slot(2, to[i]));
        c.added = cq_wide_plus(c.added, cq_pattern_slot(1, to[i]));
        c.ends[i] = to[i];
    }
    if (count == 1)
        c.ends[1] = v;
    if (step->last) {
        /* Vertices that are done with go by position, and so do the slots: v has the
         * first one, whose bits are on top. Patterns in which it has just the edges
         * that it must have before this choice stand together: a range of the layer. */
        cq_pattern top = cq_pattern_slot(2 - count, v);

        cq_assert(layer->slots > 0 && v == cq_slot_shift(0, layer->slots));
        c.low = top;
        c.high = cq_wide_plus(top, cq_pattern_slot(1, v));
    } else {
        unsigned bits = count == 0 ? 0 : count == 1 ? 2 : 3;

        c.forbidden = cq_wide_or(c.forbidden, cq_pattern_slot(bits, v));
        c.added = cq_wide_plus(c.added, cq_pattern_slot(count, v));
    }
    return cq_vec_push(ctx, &s->choices, c);
}

/* Whether every tour must use the edge from the step's vertex to another. */
static bool is_must(const cq_plug_stepping *s, const cq_plug_step *step, uint32_t to)
{
    return cq_pairs_have(&s->plugs->run->problem->graph.must, step->v, to);
}

/* Choices that leave out an edge that must be used are none. */
cq_status cq_stepping_choices(cq_context *ctx, cq_plug_stepping *s,
                              const cq_plug_side *side, const cq_plug_step *step)
{
    const uint32_t *to = side->targets.at + step->first;
    unsigned musts = 0;
    cq_status status = CQ_OK;

    for (uint32_t a = 0; a < step->to; a++)
        musts += is_must(s, step, to[a]);
    if (musts == 0)
        status = add_choice(ctx, s, step, NULL, 0);
    for (uint32_t a = 0; a < step->to && status == CQ_OK; a++) {
        unsigned shifts[2] = {cq_layer_shift(s->layer, to[a])};
        unsigned taken = musts ? is_must(s, step, to[a]) : 0;

        if (taken == musts)
            status = add_choice(ctx, s, step, shifts, 1);
        for (uint32_t b = a + 1; b < step->to && status == CQ_OK; b++) {
            if (musts && taken + is_must(s, step, to[b]) != musts)
                continue;
            shifts[1] = cq_layer_shift(s->layer, to[b]);
            status = add_choice(ctx, s, step, shifts, 2);
        }
    }
    cq_assert(musts <= 2 || s->choices.count == 0);
    return status;
}

/* ---- what a vertex needs ---- */

/* The shift of its slot, or -1. */
static int slot_in(const cq_plug_stepping *s, uint32_t v)
{
    const cq_plug_layer *layer = s->layer;
    unsigned slot = cq_slot_of(layer->vertex, layer->slots, v);

    return slot < layer->slots ? (int)cq_slot_shift(slot, layer->slots) : -1;
}

/* `decided` says of each edge whether it is, after this step. */
static cq_status add_need(cq_context *ctx, cq_plug_stepping *s, const cq_net *net,
                          const bool *decided, uint32_t v)
{
    cq_plug_need n = {.shift = slot_in(s, v)};

    for (size_t e = net->starts[v]; e < net->starts[v + 1]; e++) {
        int shift = slot_in(s, net->targets[e]);

        if (decided[e])
            continue;
        cq_assert(cq_net_edge(net, net->targets[e], v) != SIZE_MAX);
        if (shift < 0)
            n.sure++;
        else
            n.saturated = cq_wide_or(n.saturated, cq_pattern_slot(2, (unsigned)shift));
    }
    return n.sure < 2 ? cq_vec_push(ctx, &s->needs, n) : CQ_OK;
}

cq_status cq_stepping_needs(cq_context *ctx, cq_plug_stepping *s, const cq_net *net,
                            const cq_plug_side *side, const cq_plug_step *step,
                            const bool *decided)
{
    const uint32_t *to = side->targets.at + step->first;
    bool *listed = cq_zalloc(ctx, net->vertices, sizeof *listed);
    cq_status status = listed ? CQ_OK : CQ_MEMORY;

    if (status == CQ_OK && step->last)
        listed[step->v] = true;
    else if (status == CQ_OK)
        status = add_need(ctx, s, net, decided, step->v);
    for (uint32_t i = 0; i < step->to && status == CQ_OK; i++) {
        if (!listed[to[i]])
            status = add_need(ctx, s, net, decided, to[i]);
        listed[to[i]] = true;
        for (size_t e = net->starts[to[i]];
             e < net->starts[to[i] + 1] && status == CQ_OK; e++) {
            if (decided[e] || listed[net->targets[e]])
                continue;
            listed[net->targets[e]] = true;
            status = add_need(ctx, s, net, decided, net->targets[e]);
        }
    }
    cq_free(listed);
    return status;
}

/* ---- slots that go and come ---- */

static bool has_slot(const cq_plug_stepping *s, uint32_t v)
{
    return cq_slot_of(s->vertex, s->slots, v) < s->slots;
}

/* Into its place by position; false if there is no room. */
static bool add_slot(const cq_plug_side *side, cq_plug_stepping *s, uint32_t v)
{
    unsigned at = s->slots;

    if (has_slot(s, v))
        return true;
    if (s->slots == CQ_SLOTS_MOST)
        return false;
    for (; at > 0 && side->position[s->vertex[at - 1]] > side->position[v]; at--)
        s->vertex[at] = s->vertex[at - 1];
    s->vertex[at] = v;
    s->slots++;
    cq_assert(at == 0 || side->position[s->vertex[at - 1]] < side->position[v]);
    return true;
}

/* Those that step `at` needs, and after the last vertex that is done all others. */
static bool add_slots(cq_plug_stepping *s, const cq_plug_side *side, size_t at)
{
    bool there = at < side->steps.count, room = true;
    const cq_plug_step *step = there ? &side->steps.at[at] : NULL;

    if (there)
        room = add_slot(side, s, step->v);
    for (uint32_t i = 0; there && i < step->to && room; i++)
        room = add_slot(side, s, side->targets.at[step->first + i]);
    for (size_t i = 0; !(there && step->last) && i < side->rest.count && room; i++)
        room = add_slot(side, s, side->rest.at[i]);
    return room;
}

bool cq_stepping_begin(cq_plug_stepping *s, const cq_plug_side *side)
{
    cq_assert(s->slots == 0 && side->steps.at[0].last);
    return add_slots(s, side, 0);
}

static bool set_slots(cq_plug_stepping *s, const cq_plug_side *side, size_t at)
{
    const cq_plug_step *step = &side->steps.at[at];

    for (unsigned i = 0; i < s->layer->slots; i++)
        if (!step->last || s->layer->vertex[i] != step->v)
            s->vertex[s->slots++] = s->layer->vertex[i];
    return add_slots(s, side, at + 1);
}

/* How the bits of the slots that stay move apart. */
static void set_spreads(cq_plug_stepping *s)
{
    const cq_plug_layer *layer = s->layer;

    s->kept = cq_wide_of(0);
    for (unsigned i = 0; i < layer->slots; i++) {
        unsigned from = cq_slot_shift(i, layer->slots);
        unsigned to = cq_slot_of(s->vertex, s->slots, layer->vertex[i]);
        cq_plug_spread *last =
            s->spread_count ? &s->spreads[s->spread_count - 1] : NULL;

        if (to == s->slots)
            continue;
        cq_assert(!last || from < last->from);
        s->kept = cq_wide_or(s->kept, cq_pattern_slot(3, from));
        to = cq_slot_shift(to, s->slots);
        if (last && last->from - from == last->to - to) {
            last->bits += 2;
            last->from = from;
            last->to = to;
        } else {
            s->spreads[s->spread_count++] = (cq_plug_spread){from, to, 2};
        }
    }
}

/* Whether every vertex that is left has a slot, and what they look like when done. */
static void set_closing(cq_plug_stepping *s, const cq_plug_side *side, size_t at)
{
    s->all_done = cq_wide_and(s->kept, cq_wide_up(cq_pattern_low(), 1));
    s->closing = side->rest.count == 0 &&
                 side->steps.count - at - 1 == cq_wide_count(s->all_done);
    cq_assert(!s->closing || s->slots == cq_wide_count(s->all_done));
}

/* Slots are for vertices that are not done with, by position; what had one and is not
 * done with keeps it, and so has every vertex of the next step. */
static bool slots_check(const cq_plug_stepping *s, const cq_plug_side *side, size_t at)
{
    const cq_plug_step *step = &side->steps.at[at], *next = step + 1;
    uint32_t done = step->last ? side->position[step->v] + 1 : 0;

    for (unsigned i = 0; i < s->slots; i++) {
        cq_hold(side->position[s->vertex[i]] >= done);
        cq_hold(i == 0 ||
                side->position[s->vertex[i - 1]] < side->position[s->vertex[i]]);
    }
    for (unsigned i = 0; i < s->layer->slots; i++)
        cq_hold((step->last && s->layer->vertex[i] == step->v) ||
                has_slot(s, s->layer->vertex[i]));
    if (at + 1 == side->steps.count)
        return true;
    cq_hold(has_slot(s, next->v));
    for (uint32_t i = 0; i < next->to; i++)
        cq_hold(has_slot(s, side->targets.at[next->first + i]));
    return true;
}

bool cq_stepping_slots(cq_plug_stepping *s, const cq_plug_side *side, size_t at)
{
    if (!set_slots(s, side, at))
        return false;
    set_spreads(s);
    set_closing(s, side, at);
    cq_assert(s->spread_count <= s->layer->slots);
    cq_assert(slots_check(s, side, at));
    return true;
}
