/* refine.h - colours of the items and options of a cover that all symmetries preserve.
 */
#ifndef CQ_ENGINE_SEARCH_REFINE_H
#define CQ_ENGINE_SEARCH_REFINE_H

#include "problem/cover.h"

/* The cover as a graph: vertices are the items, then the options. */
typedef struct cq_refiner {
    cq_context *ctx;
    const cq_cover *cover;
    size_t items, vertices;
    uint32_t *starts;    /* entries with item i are list[starts[i] .. starts[i + 1]) */
    uint32_t *list;      /* by their numbers in the cover */
    uint32_t *option_of; /* of each entry */
    uint64_t *next;      /* room for the colours of a round */
    uint64_t *table;     /* room to count colours, a power of two */
    size_t room;
    uint64_t work; /* entries that were looked at */
} cq_refiner;

cq_status cq_refiner_make(cq_context *ctx, const cq_cover *cover, cq_refiner *out);
void cq_refiner_free(cq_refiner *refiner);

/* The colours to begin with: items by their bounds, all options alike. */
void cq_refiner_begin(const cq_refiner *refiner, uint64_t *colours);
/* Makes the colours finer until they stay, and returns how many there are. A vertex
 * that was singled out before stays so. */
size_t cq_refiner_settle(cq_refiner *refiner, uint64_t *colours);
/* Gives a vertex a colour that no other has. */
void cq_refiner_single(uint64_t *colours, size_t vertex);
/* The same for the same colours, whoever has them. */
uint64_t cq_refiner_print(const cq_refiner *refiner, const uint64_t *colours);
/* A vertex whose colour is not its alone, of the least such colour; SIZE_MAX: there is
 * none. */
size_t cq_refiner_shared(cq_refiner *refiner, const uint64_t *colours);

#endif
