/* prefix.h - what the methods share: which items share options, and the width of a
 * frontier.
 *
 * How wide the frontier is depends only on the set of the items decided so far, not on
 * their order. A cq_prefix is such a set; items are put in and taken out again, each at
 * the cost of the options that it decides or gives back.
 */
#ifndef CQ_ENGINE_FRONTIER_PREFIX_H
#define CQ_ENGINE_FRONTIER_PREFIX_H

#include "engine/frontier/order.h"

/* Widths are whole numbers of 2^-16 bits, so that taking out undoes putting in. */
#define CQ_WIDTH_BIT 65536u
enum { CQ_WIDTH_TABLE = 1024 };

typedef struct cq_links {
    const cq_cover *cover;
    size_t items, options;
    uint32_t *starts;     /* options of item i: list[starts[i] .. starts[i + 1]) */
    uint32_t *list;       /* option numbers, ascending within an item */
    uint32_t *bits;       /* of the field that an item takes in a state */
    uint64_t *scale;      /* turns decided options into an index of the table */
    unsigned char *loose; /* placed at the end of its life, wherever that is */
    size_t free_items;    /* those that are not loose */
    uint32_t table[CQ_WIDTH_TABLE + 1];
} cq_links;

/* The first `cells` items have places on a board, the others are loose; 0 for a cover
 * without a board. */
cq_status cq_links_make(cq_context *ctx, const cq_cover *cover, size_t cells,
                        cq_links *out);
/* Makes all widths larger or smaller by a factor; prefixes must be cleared then. */
void cq_links_scale(cq_links *links, double factor);
void cq_links_free(cq_links *links);

static inline size_t cq_links_degree(const cq_links *links, uint32_t item)
{
    return links->starts[item + 1] - links->starts[item];
}

/* A primary item that is covered exactly once. */
static inline bool cq_item_plain(const cq_cover *cover, size_t item)
{
    return item < cover->primary && cover->items.at[item].least == 1 &&
           cover->items.at[item].most == 1;
}

typedef struct cq_prefix {
    const cq_links *links;
    uint32_t *hits;    /* of an option: how many of its items are in the set */
    uint32_t *decided; /* of an item: how many of its options are hit */
    uint64_t width;    /* predicted log2 of the number of states */
    uint64_t work;     /* steps taken, for budgets */
} cq_prefix;

cq_status cq_prefix_make(cq_context *ctx, const cq_links *links, cq_prefix *out);
void cq_prefix_free(cq_prefix *prefix);
void cq_prefix_clear(cq_prefix *prefix);
void cq_prefix_add(cq_prefix *prefix, uint32_t item);
void cq_prefix_remove(cq_prefix *prefix, uint32_t item);
void cq_prefix_copy(const cq_prefix *from, cq_prefix *to);
/* The part of the width that is an item's. */
uint64_t cq_prefix_share(const cq_prefix *prefix, uint32_t item);
/* Walks over all of it: counts and width are those of the set. */
bool cq_prefix_check(const cq_prefix *prefix, const uint32_t *set, size_t count);

/* 2 to the width, at most 2^1000. */
double cq_width_power(uint64_t width);

/* ---- layers that a symmetry keeps (halves.c) ---- */

typedef struct cq_halves {
    size_t items, count; /* cells; symmetries of board and pieces, less the identity */
    uint32_t *images;    /* of every item, by symmetry */
    uint32_t *place;     /* of every item in the order that is looked at */
    uint32_t *last;      /* by symmetry: the last place of an image so far */
    size_t kept;         /* the step after which a layer was kept last, or SIZE_MAX */
} cq_halves;

cq_status cq_halves_make(cq_context *ctx, const cq_problem *problem, cq_halves *out);
void cq_halves_free(cq_halves *halves);
/* An order is looked at from its beginning. */
void cq_halves_begin(cq_halves *halves, const uint32_t *order);
/* The share of the states that is counted after step k; call it for k in order. */
double cq_halves_share(cq_halves *halves, const uint32_t *order, size_t k,
                       double states);

/* ---- drafts ---- */

/* An order of the free items, as the methods make them, and what it costs. */
typedef struct cq_draft {
    uint32_t *items; /* links->free_items of them */
    double states;   /* predicted, the sum over all steps, mirror images as one */
    double share;    /* that they are of all states, mirror images counted apart */
    uint64_t widest;
    char method[32];
} cq_draft;

cq_status cq_draft_make(cq_context *ctx, const cq_links *links, const char *method,
                        cq_draft *out);
void cq_draft_free(cq_draft *draft);
/* Walks over it: all free items, each once. */
bool cq_draft_check(const cq_links *links, const cq_draft *draft);
/* Fills in states, share and widest. `halves` may be NULL. */
cq_status cq_draft_measure(cq_context *ctx, cq_prefix *prefix, cq_halves *halves,
                           cq_draft *draft);
/* The permutation of all items: as the draft says, but each item as soon as all of its
 * options are decided. `out` has room for all items. */
cq_status cq_draft_settle(cq_context *ctx, const cq_links *links, const uint32_t *items,
                          size_t count, uint32_t *out);

/* ---- the methods; each fills in draft->items only ---- */

/* A sweep over the board, the cells by their distance along a direction. */
typedef struct cq_direction {
    int down, right;
    const char *name;
} cq_direction;
enum { CQ_DIRECTIONS = 16 };
cq_direction cq_direction_at(size_t index);
cq_status cq_sweep_board(cq_context *ctx, const cq_board *board, cq_direction direction,
                         cq_draft *draft);

/* Cuthill and McKee, reversed. Items of more than `hub` options do not join others. */
cq_status cq_cuthill_order(cq_context *ctx, const cq_links *links, size_t hub,
                           cq_draft *draft);

/* A beam of the best sets of each size; of one, it is the greedy smallest frontier.
 * CQ_STOPPED when the run is. */
cq_status cq_beam_order(cq_run *run, const cq_links *links, size_t beam,
                        cq_draft *draft);
/* What a beam of one costs, in the unit of cq_prefix.work. */
double cq_beam_cost(const cq_links *links);

/* Changes the draft for the better, until the work is spent. */
cq_status cq_anneal_order(cq_run *run, cq_prefix *prefix, double work, cq_draft *draft);

/* ---- real states ---- */

typedef struct cq_trial {
    bool finished;       /* all was counted */
    size_t steps;        /* counted completely */
    size_t last;         /* states after the last of them */
    size_t peak;         /* the most states after a step */
    double states, work; /* states in all; transitions in all */
    double checks;       /* options looked at, beside the transitions */
} cq_trial;

/* Counts the states of a sweep, without their numbers, and stops if a layer has more
 * than `most` states or the work is used up. Dead states are dropped. */
cq_status cq_trial_count(cq_context *ctx, const cq_links *links, const uint32_t *order,
                         size_t most, double work, cq_trial *out);

#endif
