/* automorphisms.h - the symmetries of a cover, and its solutions up to these. */
#ifndef CQ_PROBLEM_AUTOMORPHISMS_H
#define CQ_PROBLEM_AUTOMORPHISMS_H

#include "base/keys.h"
#include "problem/cover.h"

/* Borrows the cover. */
typedef struct cq_automorphisms cq_automorphisms;

/* CQ_REFUSED if this build has no nauty. */
cq_status cq_automorphisms_new(cq_context *ctx, const cq_cover *cover,
                               cq_automorphisms **out);
void cq_automorphisms_free(cq_automorphisms *automorphisms);

/* Whether the identity is the only one. */
bool cq_automorphisms_trivial(const cq_automorphisms *automorphisms);
/* The number of them, as text such as 10368000 or 1.2e21. */
#define CQ_ORDER_SIZE 32
void cq_automorphisms_order(const cq_automorphisms *automorphisms,
                            char text[CQ_ORDER_SIZE]);

/* What is the same for all solutions of a class, and how many are in it. CQ_REFUSED for
 * a class with more solutions than a double counts exactly. */
typedef struct cq_cover_class {
    cq_digest digest;
    uint64_t size;
} cq_cover_class;

cq_status cq_automorphisms_class(cq_automorphisms *automorphisms,
                                 const uint32_t *options, size_t count,
                                 cq_cover_class *out);

#endif
