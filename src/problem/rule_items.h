/* rule_items.h - rules as items of an exact cover. */
#ifndef CQ_PROBLEM_RULE_ITEMS_H
#define CQ_PROBLEM_RULE_ITEMS_H

#include "problem/placement.h"

typedef struct cq_rule_items {
    cq_context *ctx;
    const cq_board *board;
    const cq_rules *rules;
    const cq_placements *placements;
    size_t *slots;   /* of each rule: its first slot; and the end */
    uint32_t *item;  /* of each slot: first its uses, then its item or CQ_NO_ITEM */
    uint32_t *stamp; /* of each slot: 1 + the last placement that used it */
    uint32_t touched, clear; /* colours of cells: covered by such a piece, or not */
    uint32_t blank;          /* the piece that free squares are, or CQ_NO_PIECE */
    cq_cover *cover;         /* not NULL: entries are added; else uses are counted */
} cq_rule_items;

#define CQ_NO_ITEM UINT32_MAX

/* Counts what the placements need; no items if there are no rules. Free it in any case.
 */
cq_status cq_rule_items_start(cq_context *ctx, const cq_board *board,
                              const cq_pieces *pieces, const cq_placements *placements,
                              cq_rule_items *out);
void cq_rule_items_free(cq_rule_items *items);
/* Adds the primary items of all rules, or the secondary ones. */
cq_status cq_rule_items_add(cq_rule_items *items, bool primary, cq_cover *cover);
/* Adds to the open option what placement i has of them. */
cq_status cq_rule_items_fill(cq_rule_items *items, size_t i, cq_cover *cover);

#endif
