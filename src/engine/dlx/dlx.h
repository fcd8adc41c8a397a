/* dlx.h - the lists of the dlx engine: linking and unlinking. */
#ifndef CQ_ENGINE_DLX_H
#define CQ_ENGINE_DLX_H

#include "engine/engine.h"
#include "problem/placement.h"

/* A node of the lists. Nodes 1 .. items are the heads of the items' lists; then come
 * the entries of the options, with a spacer before, between and after them. */
typedef struct cq_dlx_node {
    uint32_t up, down; /* of a spacer: first entry before it, last entry after it */
    int32_t top;       /* the item (from 1); of a spacer -1 - option before it */
    int32_t colour;    /* 0 none; -1 agrees with the colour that is already set */
} cq_dlx_node;

typedef struct cq_dlx_item {
    uint32_t left, right; /* the ring of open primary items; 0 is its head */
    uint32_t length;      /* of the list */
    uint32_t bound;       /* how often it may still be covered */
    uint32_t slack;       /* how many of these it need not */
} cq_dlx_item;

typedef struct cq_dlx {
    cq_dlx_node *nodes;
    cq_dlx_item *items;
    uint32_t count;   /* items */
    uint32_t primary; /* items 1 .. primary */
    bool hopeless;    /* an item needs more options than there are */
    uint64_t updates; /* nodes taken out of a list */
} cq_dlx;

cq_status cq_dlx_make(cq_context *ctx, const cq_cover *cover, cq_dlx *out);
void cq_dlx_free(cq_dlx *dlx);
/* Walks over all lists and asserts that they agree. */
bool cq_dlx_check(const cq_dlx *dlx);
/* The same for the open items: their ring, their lists and the lengths of these. */
bool cq_dlx_check_open(const cq_dlx *dlx);

/* Takes the item and all options in its list out of everything, and puts them back. */
void cq_dlx_cover(cq_dlx *dlx, uint32_t item);
void cq_dlx_uncover(cq_dlx *dlx, uint32_t item);
/* The item gets what the chosen node p asks for: its colour, or nobody else. */
void cq_dlx_commit(cq_dlx *dlx, uint32_t p);
void cq_dlx_uncommit(cq_dlx *dlx, uint32_t p);
/* Takes the first option x out of the item's list, so that it is not tried again below;
 * the item is covered already or not. Untweak puts back all from `first` on. */
void cq_dlx_tweak(cq_dlx *dlx, uint32_t x, uint32_t item, bool covered);
void cq_dlx_untweak(cq_dlx *dlx, uint32_t first, uint32_t item, bool covered);
/* Out of the ring alone, and back. */
void cq_dlx_close(cq_dlx *dlx, uint32_t item);
void cq_dlx_reopen(cq_dlx *dlx, uint32_t item);
/* The option of a node. */
uint32_t cq_dlx_option(const cq_dlx *dlx, uint32_t node);

/* A cover; with placements, its options are those placements and solutions are
 * tilings. */
cq_status cq_dlx_walk(cq_run *run, const cq_cover *cover,
                      const cq_placements *placements);

#endif
