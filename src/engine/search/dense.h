/* dense.h - a cover in bit sets: conflicts of options, and counts of items as bytes.
 *
 * Made from the living options of a sparse one. A state of the search is two arrays:
 *
 *     alive    one bit an option
 *     ways     one byte an item: the number of ways to branch on it; 0 means that it
 *              cannot be covered any more, CQ_DENSE_CLOSED that nothing is to be done
 *
 * Items that are covered exactly once (single) come first; then those that may be
 * covered more than once, or not at all (multiple).
 */
#ifndef CQ_ENGINE_SEARCH_DENSE_H
#define CQ_ENGINE_SEARCH_DENSE_H

#include "base/bitset.h"
#include "engine/search/sparse.h"

enum {
    CQ_DENSE_MOST = 8192,  /* options: their conflicts then are 8 MiB */
    CQ_DENSE_ITEMS = 4096, /* primary items */
    CQ_DENSE_CLOSED = 255, /* ways: nothing is to be done for this item */
    CQ_DENSE_MANY = 254,   /* ways: this many or more */
    CQ_DENSE_SLACK = 16    /* indices that may be written after a list of options */
};

typedef struct cq_dense_frame {
    uint64_t *alive;
    size_t begin, stop; /* words outside are to be taken for 0; multiples of 4 */
    uint32_t count;     /* options alive */
    uint8_t *ways;
    uint32_t chosen;   /* how many options were chosen above */
    uint32_t left;     /* single items that are open */
    uint32_t choices;  /* where they begin on their stack, */
    uint32_t branches; /* and how many branches there are; 0: there is no level */
    size_t level;      /* of the walk */
    uint32_t fewest;   /* the least of the ways, and the first item that has it */
    uint32_t item;
    bool capped; /* some ways are CQ_DENSE_MANY and must be counted anew below */
    void *block;
} cq_dense_frame;

/* A searcher; what is shared is the same in all of them. */
typedef struct cq_dense {
    /* Shared: */
    const cq_outlet *root;
    bool wide; /* with 256-bit vectors */
    uint32_t options, items, single;
    size_t words;      /* of a set of options; a multiple of 4 */
    size_t bytes;      /* of the ways; a multiple of CQ_SEARCH_VECTOR */
    void *block;       /* where the next three are */
    uint64_t *clash;   /* by option: those that cannot stand beside it, and itself */
    uint64_t *holds;   /* by item: its options */
    uint8_t *rows;     /* by option: 255 at its single items, else 0; NULL: use lists */
    uint32_t *starts;  /* by option: its single items in `members`, */
    uint32_t *middles; /* and its multiple ones */
    uint32_t *members;
    uint32_t *number;      /* by option: which it is in the cover */
    uint32_t *need, *room; /* by item: at the beginning */
    size_t first;          /* chosen before it */
    /* Its own: */
    cq_outlet out;
    uint64_t *blend; /* what the current step removes, if it is not a clash */
    void *blend_block;
    uint32_t *used;  /* by item: chosen options that have it, if it is multiple */
    uint32_t *index; /* of the chosen options, since the beginning */
    cq_dense_frame *frames;
    uint32_t depth, deepest;
    uint32_t *choices;
    uint32_t waiting;       /* choices on their stack */
    uint32_t *list;         /* options that the last step removed or kept */
    struct cq_slots *inner; /* for what is left at a node; NULL: not made yet */
    uint64_t *held;         /* for making them: dense_inner.h */
} cq_dense;

/* Whether what is alive is small enough. */
bool cq_dense_suits(const cq_sparse *sparse);
/* What the searchers share, from what is alive; with wide vectors only if the machine
 * has them. */
cq_status cq_dense_make(const cq_sparse *sparse, bool wide, cq_dense *dense);
void cq_dense_free(cq_dense *dense);
/* The tree of bit sets, over what cq_dense_make made. */
extern const cq_walker cq_dense_walker;

/* The walk, compiled for any machine and for one with 256-bit vectors. */
cq_status cq_dense_walk_plain(cq_dense *dense);
cq_status cq_dense_walk_wide(cq_dense *dense);

/* ---- counting ---- */

/* Where the walk is compiled for a machine that counts bits by itself, so are these. */
#define CQ_DENSE_INLINE static inline __attribute__((always_inline))

CQ_DENSE_INLINE uint32_t cq_dense_alive(const cq_dense *d, const cq_dense_frame *f,
                                        uint32_t item)
{
    const uint64_t *holds = d->holds + item * d->words;
    uint32_t count = 0;

    cq_assert(item < d->items && f->stop <= d->words);
    for (size_t w = f->begin; w < f->stop; w++)
        count += (uint32_t)__builtin_popcountll(f->alive[w] & holds[w]);
    return count;
}

/* 0: none is left, or too few; MANY and CLOSED as in a frame. */
CQ_DENSE_INLINE uint8_t cq_dense_ways(const cq_dense *d, const cq_dense_frame *f,
                                      uint32_t item)
{
    uint32_t used = d->used[item], count = cq_dense_alive(d, f, item);
    uint32_t need = d->need[item] > used ? d->need[item] - used : 0;

    cq_assert(used <= d->room[item]);
    if (count < need)
        return 0;
    if (count == 0)
        return CQ_DENSE_CLOSED;
    count += 1 - need;
    return (uint8_t)(count < CQ_DENSE_MANY ? count : CQ_DENSE_MANY);
}

CQ_DENSE_INLINE void cq_dense_recount_multiple(const cq_dense *d, cq_dense_frame *f)
{
    for (uint32_t i = d->single; i < d->items; i++)
        f->ways[i] = cq_dense_ways(d, f, i);
}

/* ---- what the walk needs rarely (dense_state.c) ---- */

/* Memory for the state of the searcher's next frame. */
cq_status cq_dense_open_next(cq_dense *dense);
/* Vectors that a node goes over: what is alive, and the ways. */
double cq_dense_breadth(const cq_dense *d);
/* Takes back choices until `chosen` are left, if there are multiple items. */
void cq_dense_rewind(cq_dense *dense, uint32_t chosen);
/* Counts the ways of all items from what is alive. */
void cq_dense_recount(const cq_dense *dense, cq_dense_frame *frame);
/* What including an option with multiple items removes; counts these items. */
const uint64_t *cq_dense_blend(cq_dense *dense, uint32_t option);
/* Goes on without the option. */
void cq_dense_exclude(cq_dense *dense, cq_dense_frame *frame, uint32_t option);

/* ---- what must hold (dense_state.c) ---- */

/* Asserts that the ways of a state are what is alive, and that nothing alive clashes
 * with what was chosen; that its fewest ways are the first least; that what was chosen
 * is a solution. */
bool cq_dense_check(const cq_dense *dense, const cq_dense_frame *frame);
bool cq_dense_check_least(const cq_dense *dense, const cq_dense_frame *frame);
bool cq_dense_check_solution(const cq_dense *dense);
/* Asserts that options clash if and only if the cover says so (small ones). */
bool cq_dense_check_clashes(const cq_dense *dense, const cq_sparse *sparse);

#endif
