/* cover_classes.h - classes of the solutions of a cover. */
#ifndef CQ_SOLVE_COVER_CLASSES_H
#define CQ_SOLVE_COVER_CLASSES_H

#include "answer/answer.h"
#include "problem/automorphisms.h"

/* The symmetries, and the classes met so far. */
typedef struct cq_cover_classes {
    cq_automorphisms *automorphisms;
    cq_keys seen;
} cq_cover_classes;

cq_status cq_cover_classes_start(cq_context *ctx, const cq_cover *cover,
                                 cq_cover_classes *out);
void cq_cover_classes_stop(cq_cover_classes *classes);
/* *fresh: the first solution of its class. */
cq_status cq_cover_classes_add(cq_context *ctx, cq_cover_classes *classes,
                               const cq_solution *solution, bool *fresh,
                               uint64_t *size);

#endif
