/* vectors.h - how wide the vectors may be that a fast path uses.
 *
 * Code for wide vectors does exactly what its plain counterpart does, only sooner. So
 * that this can be tested on one machine, CHEQUER_VECTORS in the environment says how
 * wide they may be: none, avx2 or avx512; without it, or with another word, as wide as
 * the machine has them.
 */
#ifndef CQ_BASE_VECTORS_H
#define CQ_BASE_VECTORS_H

#include <stdbool.h>

typedef enum cq_vectors {
    CQ_VECTORS_NONE,
    CQ_VECTORS_AVX2,
    CQ_VECTORS_AVX512
} cq_vectors;

/* What is allowed; the machine must be asked too. */
cq_vectors cq_vectors_allowed(void);

/* Whether it may be AVX2, and the machine has that and the instructions for bits. */
bool cq_vectors_wide(void);

#endif
