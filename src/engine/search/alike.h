/* alike.h - options of an item that the symmetries of a cover map onto each other. */
#ifndef CQ_ENGINE_SEARCH_ALIKE_H
#define CQ_ENGINE_SEARCH_ALIKE_H

#include "problem/cover.h"

typedef struct cq_alike {
    uint32_t item;   /* which is covered exactly once; UINT32_MAX: none is worth it */
    cq_u32s options; /* of the item, one of each class */
    cq_u32s copies;  /* how many options the class has */
} cq_alike;

cq_status cq_alike_find(cq_context *ctx, const cq_cover *cover, cq_alike *out);
void cq_alike_free(cq_alike *alike);
/* The entry of an option that has the item, or NULL. */
const cq_entry *cq_alike_entry(const cq_cover *cover, uint32_t option, uint32_t item);

#endif
