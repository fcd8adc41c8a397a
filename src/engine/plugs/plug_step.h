/* plug_step.h - what one step of the sweep does to patterns. */
#ifndef CQ_ENGINE_PLUGS_PLUG_STEP_H
#define CQ_ENGINE_PLUGS_PLUG_STEP_H

#include "engine/plugs/plugs.h"

/* The choice of none, one or two edges. */
typedef struct cq_plug_choice {
    const cq_plug_layer *layer; /* that it is made in */
    cq_pattern low, high; /* patterns that may have it are in between, low included */
    cq_pattern forbidden; /* bits that must be clear */
    cq_pattern added;
    unsigned ends[2]; /* the shifts of the slots that are linked, if there are edges */
    unsigned edges;
} cq_plug_choice;

/* A vertex whose chances the step has changed. It needs two edges: those that it has,
 * the undecided ones to vertices without a slot, which are untouched, and those to
 * vertices whose slots do not say "done", which is the upper bit. */
typedef struct cq_plug_need {
    int shift;            /* of its slot; -1: it has none, and lacks two */
    unsigned sure;        /* undecided edges to vertices without a slot */
    cq_pattern saturated; /* upper bits of the slots of its other neighbours */
} cq_plug_need;

/* Slots that come in: what stands above goes up. */
typedef struct cq_plug_spread {
    unsigned from, to, bits;
} cq_plug_spread;

/* What a task makes: patterns from one on and below another, for a rank. They are
 * those of the layer before, with what the step has changed. */
typedef struct cq_plug_range {
    cq_pattern from, to;
    unsigned rank;
} cq_plug_range;

typedef struct cq_plug_stepping {
    cq_plugs *plugs;
    const cq_plug_layer *layer;
    cq_pattern kept; /* slots that stay, by bits */
    CQ_VEC(cq_plug_choice) choices;
    CQ_VEC(cq_plug_need) needs;
    cq_plug_spread spreads[CQ_SLOTS_MOST + 1];
    unsigned spread_count;
    bool closing; /* every vertex that is left has a slot */
    cq_pattern all_done;
    CQ_VEC(cq_plug_range) ranges; /* a task each */
    cq_plug_part *parts;          /* likewise */
    size_t chunks;  /* that the layers of all choices have on disk; 0: in memory */
    bool alone;     /* other ranks have no part in it */
    unsigned slots; /* afterwards */
    uint32_t vertex[CQ_SLOTS_MOST];
} cq_plug_stepping;

/* What a pattern becomes by a choice that it may have; and from what one came. */
static inline cq_pattern cq_choice_apply(const cq_plug_stepping *s,
                                         const cq_plug_choice *c, cq_pattern before)
{
    return cq_wide_plus(cq_wide_and(before, s->kept), c->added);
}

static inline cq_pattern cq_choice_revert(const cq_plug_choice *c, cq_pattern after)
{
    return cq_wide_plus(cq_wide_minus(after, c->added), c->low);
}

/* The slots of the first step of a side; false if there are not enough. */
bool cq_stepping_begin(cq_plug_stepping *s, const cq_plug_side *side);
/* All that the step at this place of the side does to the patterns of s->layer; false
 * if there are not enough slots. Sets everything but choices and needs. */
bool cq_stepping_slots(cq_plug_stepping *s, const cq_plug_side *side, size_t at);
cq_status cq_stepping_choices(cq_context *ctx, cq_plug_stepping *s,
                              const cq_plug_side *side, const cq_plug_step *step);
/* The bits of the slots that stay, where they stand in the next layer. */
cq_pattern cq_stepping_spread(const cq_plug_stepping *s, cq_pattern pattern);
/* What a choice does to the matings of a pattern; `after` is what it makes of the
 * pattern, in the slots of the layer before. False if a cycle would close too soon.
 */
bool cq_stepping_change(const cq_plug_stepping *s, const cq_plug_choice *c,
                        cq_pattern before, cq_pattern after, cq_change *out);
/* What step `at` of a side does to the layer before it, which was kept; s->choices are
 * the caller's to free. */
cq_status cq_plug_open_step(cq_plugs *plugs, unsigned side, size_t at,
                            cq_plug_stepping *s);
/* Where the bits of a vertex begin, which has a slot; and the other way round. */
unsigned cq_layer_shift(const cq_plug_layer *layer, uint32_t v);
static inline uint32_t cq_layer_vertex(const cq_plug_layer *layer, unsigned shift)
{
    cq_assert(shift % 2 == 0 && shift / 2 < layer->slots);
    return layer->vertex[layer->slots - 1 - shift / 2];
}

/* `decided` says of each edge whether it is, after this step. */
cq_status cq_stepping_needs(cq_context *ctx, cq_plug_stepping *s, const cq_net *net,
                            const cq_plug_side *side, const cq_plug_step *step,
                            const bool *decided);

#endif
