/* slots.h - a cover in which every item's living options are the bits of one slot.
 *
 * For covers whose items have at most 63 options each, all of them covered exactly
 * once. All slots have the same width, 8, 16, 32 or 64 bits, and lie one after the
 * other: they are the whole state of the search. Bit 0 of a slot says that its item is
 * open, the other bits are its living options.
 *
 *     slot of an open item with 3 options   0 0 1 0 1 1 0 1      a closed one: all 0
 *
 * The number of bits less one is the number of ways to cover the item, and wraps to the
 * largest number for an item that is closed. Including an option is an and-not with its
 * mask: all of the slots of its own items, and in other slots the options that conflict
 * with it. So a node of the search is a few operations on each vector of slots,
 * whatever it removes, without branches that the processor could mispredict.
 *
 * The walk exists three times: in plain C, with 256-bit vectors, and for machines that
 * count the bits in these. All three visit the same nodes in the same order.
 */
#ifndef CQ_ENGINE_SEARCH_SLOTS_H
#define CQ_ENGINE_SEARCH_SLOTS_H

#include "engine/search/sparse.h"

#include <string.h>

enum { CQ_SLOTS_CLOSED = 255 };

/* A node of the search. */
typedef struct cq_slots_node {
    uint32_t fewest; /* ways of an item; CQ_SLOTS_CLOSED if all are closed */
    uint32_t item;   /* the first with `fewest` ways */
    uint64_t ones;   /* or all those with one way, as bits: see narrow */
    uint32_t left;   /* open items */
    uint32_t count;  /* options that were picked */
} cq_slots_node;

/* A node to come back to. */
typedef struct cq_slots_frame {
    uint64_t options; /* of the item, as in its slot; 0: there is no level for it */
    size_t level;     /* of the walk */
    uint32_t item, left, count;
} cq_slots_frame;

/* What slots can grow to. */
typedef struct cq_slots_room {
    uint32_t options, items;
    size_t bytes;
} cq_slots_room;

/* A searcher; what is shared is the same in all of them. */
typedef struct cq_slots {
    /* Shared: */
    const cq_outlet *root;
    uint32_t options, items;
    uint32_t width;   /* of a slot, in bits */
    size_t bytes;     /* of all slots; a multiple of CQ_SEARCH_VECTOR */
    uint8_t *masks;   /* by option */
    uint8_t *whole;   /* all slots at the beginning */
    void *block;      /* where these two are */
    uint32_t *table;  /* option of a bit, by item * width + bit */
    uint32_t *length; /* by option: its items */
    uint64_t lengths; /* their sum */
    uint32_t *number; /* by option: which it is in the cover */
    size_t first;     /* chosen before the beginning */
    cq_status (*go)(struct cq_slots *slots); /* the walk for this machine */
    /* Its own: */
    cq_outlet *out, outlet;
    bool enough;            /* the walk ended before all was searched */
    cq_slots_frame *frames; /* no more than items */
    uint32_t *picked;       /* options, since the beginning */
    void *own;              /* where the next two are */
    uint8_t *slots;         /* of all frames, one after the other */
    uint8_t *ways; /* of the last node, at the low byte of each slot; the others 255 */
    struct cq_slots *inner; /* for what is left at a node; NULL: not made yet */
    cq_slots_room most;     /* over all nodes for which they are made */
    /* Of inner ones: */
    const struct cq_slots *outer; /* NULL: in bit sets */
    uint32_t base;                /* picked before, by the outer one's numbers */
    uint32_t *name;               /* by option of the outer one: which it is here */
    uint32_t *open;               /* by item here: which it is there, */
    uint64_t *live;               /* and its slot */
    uint32_t *mine;               /* `picked`, if there is no outer one */
} cq_slots;

/* Whether what is alive fits into slots that are worth while. That follows from the
 * cover alone, so that the tree is the same on all machines. */
bool cq_slots_suit(const cq_sparse *sparse);
/* What the searchers share, from what is alive. */
cq_status cq_slots_make(const cq_sparse *sparse, cq_slots *slots);
void cq_slots_free(cq_slots *slots);
/* The tree of slots, over what cq_slots_make made. */
extern const cq_walker cq_slots_walker;

/* The width for that many options; 128 if there is none. The bytes of all slots. */
uint32_t cq_slots_width(uint32_t options);
size_t cq_slots_bytes(uint32_t items, uint32_t width);

/* ---- what is left at a node, in slots of its own (slots_inner.c) ---- */

/* `outer` is the one that has the node, or NULL for bit sets. */
cq_status cq_slots_inner_new(const cq_slots_room *room, cq_outlet *out,
                             const cq_slots *outer, cq_slots **inner);
void cq_slots_inner_free(cq_slots *inner); /* with all that are in it; or NULL */
/* A slot for each item, without options yet. */
void cq_slots_inner_lay(cq_slots *inner, uint32_t items, uint32_t width);
/* Searches all of it; sets *enough if that ended before its time. */
cq_status cq_slots_inner_run(cq_slots *inner, bool *enough);

/* ---- the walk (slots_walk.h) ---- */

cq_status (*cq_slots_best_walk(void))(cq_slots *);

/* For any machine, for those with 256-bit vectors, and for those that count the bits in
 * them. */
cq_status cq_slots_walk_plain(cq_slots *slots);
cq_status cq_slots_walk_table(cq_slots *slots);
bool cq_slots_can_count(void);
cq_status cq_slots_walk_count(cq_slots *slots);

/* Sizes for which the walk is compiled on its own: they have a bit of one word for each
 * slot, and all items that have one way are covered together. */
static inline bool cq_slots_few(uint32_t width, size_t bytes)
{
    return width == 32 ? bytes == 128 || bytes == 160 : width < 32 && bytes == 64;
}

/* Slots are read and written with their first byte as the lowest. */
static inline uint64_t cq_slots_load(const uint8_t *at, size_t bytes)
{
    uint64_t word = 0;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&word, at, bytes);
#else
    for (size_t i = 0; i < bytes; i++)
        word |= (uint64_t)at[i] << 8 * i;
#endif
    return word;
}

static inline void cq_slots_put(uint8_t *at, uint64_t word, size_t bytes)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(at, &word, bytes);
#else
    for (size_t i = 0; i < bytes; i++)
        at[i] = (uint8_t)(word >> 8 * i);
#endif
}

static inline void cq_slots_store(uint8_t *at, uint64_t word)
{
    cq_slots_put(at, word, sizeof word);
}

/* Hands over the `count` picked options, and those before, as a solution. */
cq_status cq_slots_show(cq_slots *slots, uint32_t count, bool *enough);

/* ---- what must hold (slots_check.c) ---- */

/* The slots are those of the beginning without the masks of what was picked, and the
 * node knows its fewest ways. */
bool cq_slots_check(const cq_slots *slots, const uint8_t *at,
                    const cq_slots_node *node);
/* The masks say what the cover says (small ones). */
bool cq_slots_check_masks(const cq_slots *slots, const cq_sparse *sparse);
bool cq_slots_is_empty(const uint8_t *slots, size_t bytes);
/* The picked options cover every item once. */
bool cq_slots_check_solution(const cq_slots *slots, uint32_t count);

#endif
