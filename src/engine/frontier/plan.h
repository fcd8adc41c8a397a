/* plan.h - a cover and an order turned into steps over words of bits.
 *
 * A state of the sweep is `words` words. Every item that is between its first and its
 * last option has places in them, as a variable of a program has a register: a place is
 * given when the first option that could cover the item comes up, and is free again
 * when the item is decided. So nothing is ever shifted, and the words hold the frontier
 * alone.
 *
 *     exact     one bit: covered. Decided by a branching step of its own
 *     once      one bit: covered, or not needed at all (secondary items)
 *     coloured  a bit for each colour, of which at most one is set
 *     counted   a number, offset so that one copy too many sets the guard bit above it
 *     idle      nothing: no two options can disagree about it
 *
 * A step is a list of moves, and a move takes every state that passes its test:
 *
 *     (state & test) == want   ->   ((state & step.keep) | set) + add
 *
 * unless a guard bit is set then. A layer is what stands between two steps.
 */
#ifndef CQ_ENGINE_FRONTIER_PLAN_H
#define CQ_ENGINE_FRONTIER_PLAN_H

#include "base/assert.h"
#include "engine/frontier/order.h"

#define CQ_NO_OPTION UINT32_MAX
#define CQ_NO_STEP UINT32_MAX
#define CQ_NO_PLACE UINT32_MAX

typedef enum cq_item_class {
    CQ_ITEM_EXACT,
    CQ_ITEM_ONCE,
    CQ_ITEM_COLOURED,
    CQ_ITEM_COUNTED,
    CQ_ITEM_IDLE
} cq_item_class;

typedef enum cq_step_kind {
    CQ_STEP_BRANCH, /* an exact item is covered already, or by one of its options */
    CQ_STEP_CHOICE, /* an option without exact items is taken or left */
    CQ_STEP_DROP    /* a counted item has seen its last option */
} cq_step_kind;

typedef struct cq_track { /* what the plan knows of an item */
    cq_item_class kind;
    uint32_t options;      /* that have it */
    uint32_t position;     /* in the order */
    uint32_t birth, death; /* steps: has places in the layers after birth .. death-1 */
    uint32_t places;       /* in plan->places: where its bits are */
    uint32_t place_count;  /* coloured: one for each colour; counted: one, the lowest */
    uint32_t width;        /* counted: bits of the number, without its guard */
    uint32_t least, most;  /* counted */
} cq_track;

/* An item that may have lost its last way to be covered: it has if its own bit is
 * clear, all of its singles are set, and so is a bit of each of its masks. */
typedef struct cq_doubt {
    size_t masks; /* in the pool */
    uint32_t count;
    uint32_t found; /* on trial: dead states */
} cq_doubt;

/* The masks of a move stand one after the other in the pool. */
typedef enum cq_mask {
    CQ_MASK_TEST,
    CQ_MASK_WANT,
    CQ_MASK_SET,
    CQ_MASK_ADD,
    CQ_MASKS
} cq_mask;

typedef struct cq_move {
    uint32_t option;            /* or CQ_NO_OPTION */
    size_t masks;               /* in the pool: as cq_mask says */
    uint32_t doubts, doubt_end; /* in plan->doubts, once they are made */
    size_t pairs;               /* in the pool, for each: bit and singles, singles */
    uint32_t tried;             /* on trial: states that were put to the doubts */
} cq_move;

typedef struct cq_step {
    cq_step_kind kind;
    uint32_t subject; /* item or option */
    uint32_t moves, move_end;
    size_t keep;     /* in the pool */
    size_t guards;   /* in the pool */
    size_t live;     /* in the pool: places in use after this step */
    uint32_t merges; /* bits forgotten without a test: 2^merges states become one */
    bool doubted;    /* its moves have their doubts */
    size_t pool;     /* the size of the pool before they were made */
} cq_step;

/* Items by step: items[starts[s] .. starts[s + 1]), ascending. */
typedef struct cq_calendar {
    uint32_t *starts, *items;
} cq_calendar;

typedef struct cq_plan {
    cq_context *ctx;
    const cq_cover *cover;
    const cq_order *order;
    size_t words;
    bool guarded;      /* there are counted items */
    const bool *kept;  /* counted items that are never dropped, or NULL */
    uint32_t *step_of; /* of each option */
    cq_track *tracks;  /* of each item */
    uint32_t *starts;  /* options_of[starts[i] .. starts[i + 1]) have item i */
    uint32_t *options_of;
    uint32_t *owned_from; /* the same for options that are decided with their item */
    uint32_t *owned;
    cq_calendar births, deaths; /* without those that stay to the end */
    cq_u32s places;
    cq_u32s colours; /* of each place: the colour that its bit stands for */
    CQ_VEC(cq_step) steps;
    CQ_VEC(cq_move) moves;
    CQ_VEC(uint64_t) pool;
    CQ_VEC(cq_doubt) doubts;
    size_t widest; /* bits in use at most */
} cq_plan;

cq_status cq_plan_make(cq_context *ctx, const cq_cover *cover, const cq_order *order,
                       const bool *kept, cq_plan *out);
void cq_plan_free(cq_plan *plan);
/* Places for the items, once steps, births and deaths are known; sets words. */
cq_status cq_plan_place(cq_plan *plan);
/* The moves of all steps, once the items have their places. */
cq_status cq_plan_moves(cq_plan *plan);
/* What the moves of a step put in doubt, made when the layer is worth it. Moves that
 * leave an item without hope are taken away. Items with more than `most_ways` ways to
 * come are not looked at. */
cq_status cq_plan_doubts(cq_plan *plan, size_t step, size_t most_ways);
/* Drops the doubts of a step that found too little on trial. */
void cq_plan_trim(cq_plan *plan, size_t step);
/* Drops all of them again. Doubts and their masks are a stack on top of the pool: the
 * step whose doubts were made last is forgotten first. */
void cq_plan_forget(cq_plan *plan, size_t step);
/* Walks over all of it (plan_check.c): its lists, lives, places and moves. As it was
 * made: doubts take moves away. */
bool cq_plan_check(const cq_plan *plan);

static inline const uint64_t *cq_move_mask(const cq_plan *plan, const cq_move *move,
                                           cq_mask which)
{
    cq_assert(move->masks + CQ_MASKS * plan->words <= plan->pool.count);
    return plan->pool.at + move->masks + which * plan->words;
}

static inline void cq_mask_add(uint64_t *mask, uint32_t place)
{
    cq_assert(place < CQ_NO_PLACE);
    mask[place / 64] |= UINT64_C(1) << (place % 64);
}

/* The bits that a number up to this one takes. */
static inline unsigned cq_bit_length(uint64_t most)
{
    return most ? 64 - (unsigned)__builtin_clzll(most) : 0;
}

static inline bool cq_key_has(const uint64_t *key, uint32_t place)
{
    return key[place / 64] >> (place % 64) & 1;
}

static inline unsigned cq_key_bits(const uint64_t *key, size_t words)
{
    unsigned bits = 0;

    for (size_t w = 0; w < words; w++)
        bits += (unsigned)__builtin_popcountll(key[w]);
    return bits;
}

/* Whether the item has places in the layer before this step. */
static inline bool cq_track_lives(const cq_track *track, size_t step)
{
    return track->place_count && track->birth < step && track->death >= step;
}

/* The items of one step. */
typedef struct cq_item_span {
    const uint32_t *at;
    size_t count;
} cq_item_span;

static inline cq_item_span cq_calendar_at(const cq_calendar *calendar, size_t step)
{
    const uint32_t *starts = calendar->starts + step;

    cq_assert(starts[0] <= starts[1]);
    return (cq_item_span){calendar->items + starts[0], starts[1] - starts[0]};
}

/* The bits at each of its places; a number has its guard beside them. */
static inline uint32_t cq_track_width(const cq_track *track)
{
    return track->kind == CQ_ITEM_COUNTED ? track->width : 1;
}

/* One bit: covered or not. */
static inline bool cq_track_is_plain(const cq_track *track)
{
    return track->kind == CQ_ITEM_EXACT || track->kind == CQ_ITEM_ONCE;
}

/* The number that a counted item starts with: with `most` copies all bits are set. */
static inline uint64_t cq_track_zero(const cq_track *track)
{
    cq_assert(track->kind == CQ_ITEM_COUNTED && track->most >> track->width == 0);
    return (UINT64_C(1) << track->width) - 1 - track->most;
}

#endif
