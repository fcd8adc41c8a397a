/* read_tour.c - a tour out of the layers of a sweep.
 *
 * A sweep that keeps its layers knows all ways to every state, so one of them is found
 * backwards, from the state in which nothing is left:
 *
 *     layer i            step i               layer i + 1
 *     (pattern, rank) -- a choice of edges --> (pattern, rank)
 *
 * A choice takes one pattern only to the pattern at hand, so that its block is looked up
 * in the layer before, and the states of that block are moved on as the sweep moved
 * them until one becomes the state at hand. The first choice that has one gives the
 * edges of the step; which tour is read follows from the layers alone. That costs a
 * block for each choice of each step, where the sweep took all blocks.
 *
 * For one sweep over all vertices without folds: images of states have other edges.
 */
#include "engine/plugs/plug_step.h"

#include <string.h>

typedef struct reading {
    cq_plugs *plugs;
    cq_pattern pattern; /* of the state at hand, in the slots of its layer */
    uint64_t rank;
    uint32_t *links; /* two for each vertex of the net */
    uint8_t *count;  /* how many there are */
} reading;

/* ---- one step back ---- */

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

/* How many edges a choice takes at v, whose slot is the first. */
static unsigned edges_of(const cq_plug_choice *c, unsigned v)
{
    return !c->links ? 0 : c->ends[1] == v ? 1 : 2;
}

/* The pattern that the choice makes this one of; false: there is none. */
static bool pattern_before(const cq_plug_stepping *s, const cq_plug_choice *c,
                           cq_pattern after, cq_pattern *out)
{
    unsigned v = cq_slot_shift(0, s->layer->slots), edges = edges_of(c, v);

    for (unsigned i = 0; i < edges; i++)
        if (!cq_pattern_at(after, c->ends[i]))
            return false;
    *out = cq_wide_plus(cq_wide_minus(after, c->added), cq_pattern_slot(2 - edges, v));
    cq_assert(cq_wide_is_zero(cq_wide_and(*out, c->forbidden)));
    return true;
}

/* A state of the block that the change makes the state at hand; false: none. */
static bool find_rank(const reading *r, const cq_plug_layer *layer,
                      const cq_plug_block *block, unsigned ends, cq_change change,
                      uint64_t *out)
{
    const cq_matings *matings = &r->plugs->matings;
    bool full = cq_plug_block_is_full(block);
    uint64_t entries = full ? matings->counts[ends] : block->entries;

    for (size_t i = 0; i < entries; i++) {
        uint64_t rank = full ? i : cq_plug_block_rank(block, ends, layer->limbs, i);

        if (cq_limbs_are_zero(block->words + i * layer->limbs, layer->limbs) ||
            cq_mating_change(matings, change, ends, rank) != r->rank)
            continue;
        *out = rank;
        return true;
    }
    return false;
}

/* Whether the choice leads to the state at hand, and from which state. */
static bool comes_by(const reading *r, const cq_plug_stepping *s,
                     const cq_plug_choice *c, reading *before)
{
    cq_pattern after = gather_in(s, r->pattern);
    const cq_plug_block *block;
    cq_change change;

    if (!pattern_before(s, c, after, &before->pattern))
        return false;
    block = cq_plug_layer_find(s->layer, before->pattern);
    return block && cq_stepping_change(s, c, before->pattern, after, &change) &&
           find_rank(r, s->layer, block, cq_pattern_ends(before->pattern), change,
                     &before->rank);
}

static void link(reading *r, uint32_t a, uint32_t b)
{
    cq_assert(r->count[a] < 2 && r->count[b] < 2);
    r->links[2 * (size_t)a + r->count[a]++] = b;
    r->links[2 * (size_t)b + r->count[b]++] = a;
}

static void take_edges(reading *r, const cq_plug_layer *layer, const cq_plug_choice *c)
{
    unsigned edges = edges_of(c, cq_slot_shift(0, layer->slots));

    for (unsigned i = 0; i < edges; i++)
        link(r, layer->vertex[0], layer->vertex[layer->slots - 1 - c->ends[i] / 2]);
}

static cq_status step_back(reading *r, size_t at)
{
    const cq_plugs *plugs = r->plugs;
    const cq_plug_side *side = &plugs->plan.sides[0];
    cq_plug_stepping s = {.plugs = r->plugs, .layer = &plugs->kept.at[at]};
    reading before = *r;
    size_t i = 0;
    cq_status status;

    cq_assert(side->steps.at[at].last);
    if (!cq_stepping_slots(&s, side, at))
        return CQ_DEFECT;
    status = cq_stepping_choices(plugs->ctx, &s, side, &side->steps.at[at]);
    while (status == CQ_OK && i < s.choices.count &&
           !comes_by(r, &s, &s.choices.at[i], &before))
        i++;
    if (status == CQ_OK && i == s.choices.count)
        status = cq_fail(plugs->ctx, CQ_DEFECT,
                         "a state of step %zu comes of none of the step before", at);
    if (status == CQ_OK) {
        take_edges(r, s.layer, &s.choices.at[i]);
        r->pattern = before.pattern;
        r->rank = before.rank;
    }
    cq_vec_free(&s.choices);
    return status;
}

/* ---- the cycle as a tour ---- */

/* The vertices of the problem round the cycle, from `start` on, away from `before`. */
static void walk_round(const reading *r, uint32_t before, uint32_t start, cq_u32s *out)
{
    uint32_t n = r->plugs->run->problem->graph.vertices, at = start;

    out->count = 0;
    do {
        const uint32_t *links = &r->links[2 * (size_t)at];
        uint32_t next = links[0] == before ? links[1] : links[0];

        cq_assert(r->count[at] == 2);
        if (at < n)
            out->at[out->count++] = at;
        before = at;
        at = next;
    } while (at != start);
    cq_assert(out->count == n);
}

/* From behind the hub or the post, which are the last vertices of the net, if there is
 * one; in the direction that has the right ends. */
static cq_status write_tour(const reading *r, cq_solution *out)
{
    const cq_problem *problem = r->plugs->run->problem;
    uint32_t n = problem->graph.vertices, last = r->plugs->net.vertices - 1;
    uint32_t from = last < n ? 0 : last;
    const uint32_t *links = &r->links[2 * (size_t)from];
    cq_context *ctx = r->plugs->ctx;
    cq_status status = cq_vec_reserve(ctx, &out->members, n);
    bool suits = false;

    for (unsigned i = 0; i < 2 && status == CQ_OK && !suits; i++) {
        if (last < n)
            walk_round(r, links[!i], from, &out->members);
        else
            walk_round(r, from, links[i], &out->members);
        status = cq_problem_suits(ctx, problem, out->members.at, &suits);
    }
    cq_assert(status != CQ_OK || suits);
    return status;
}

cq_status cq_plug_read(cq_plugs *plugs, cq_solution *out)
{
    size_t vertices = plugs->net.vertices;
    reading r = {.plugs = plugs, .pattern = plugs->at.layer.patterns[0]};
    cq_status status;

    cq_assert(plugs->kept.count == plugs->plan.sides[0].steps.count);
    cq_assert(plugs->plan.split == CQ_SPLIT_NONE && plugs->plan.folds.count == 0);
    r.links = cq_alloc(plugs->ctx, 2 * vertices, sizeof *r.links);
    r.count = cq_zalloc(plugs->ctx, vertices, sizeof *r.count);
    status = r.links && r.count ? CQ_OK : CQ_MEMORY;
    for (size_t i = plugs->kept.count; i-- > 0 && status == CQ_OK;)
        status = cq_run_poll(plugs->run) ? CQ_STOPPED : step_back(&r, i);
    if (status == CQ_OK)
        status = write_tour(&r, out);
    cq_free(r.links);
    cq_free(r.count);
    return status;
}
