/* layers.h - sweeps that write their states as a proof, layer after layer. */
#ifndef CQ_ENGINE_LAYERS_H
#define CQ_ENGINE_LAYERS_H

#include "engine/proof_file.h"

#define CQ_NEVER UINT32_MAX

/* What is decided in steps, about things: items or vertices. */
typedef struct cq_layers {
    cq_context *ctx;
    cq_proof_file *file;
    size_t things, steps;
    uint32_t *first, *last;   /* steps of each thing, or CQ_NEVER */
    uint32_t *slot;           /* of each thing: the place of its value in a row */
    size_t width;             /* of a row, 1 at least */
    uint32_t *coming, *going; /* of each step: the lowest thing; CQ_NEVER: none */
    uint32_t *after_coming, *after_going; /* of each thing: the next, ascending */
    bool *live;                           /* slots that have a thing */
    CQ_VEC(uint16_t) now, next;           /* rows */
    size_t settled;                       /* rows of `next` that ascend */
    uint16_t *row;                        /* where the next one is made */
    bool solvable;                        /* a solution was met */
} cq_layers;

/* Room for `things` things that have no steps yet; slots when steps, first and last
 * are known. */
cq_status cq_layers_begin(cq_context *ctx, size_t things, cq_proof_file *file,
                          cq_layers *layers);
cq_status cq_layers_give_slots(cq_layers *layers);
void cq_layers_free(cq_layers *layers);

/* The order of the things that are decided, before the first layer. */
cq_status cq_layers_put_order(cq_layers *layers, const uint32_t *order, size_t count);

/* Adds layers->row to the next layer. */
cq_status cq_layers_add(cq_layers *layers);
/* Adds what a step makes of a row, or sets `solvable`. */
typedef cq_status cq_expand_fn(void *user, size_t step, const uint16_t *row);
/* All layers, until one is empty or a solution is met. */
cq_status cq_layers_write(cq_layers *layers, cq_expand_fn *expand, void *user);

/* A proof by layers: `order` is of all primary items, or of all vertices. As
 * cq_tree_cover and cq_tree_tour otherwise. */
cq_status cq_layers_cover(cq_context *ctx, const cq_cover *cover, const uint32_t *order,
                          cq_proof_file *file, bool *solvable);
cq_status cq_layers_tour(cq_context *ctx, const cq_problem *problem,
                         const uint32_t *order, cq_proof_file *file, bool *solvable);

#endif
