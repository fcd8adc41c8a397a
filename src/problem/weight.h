/* weight.h - weights: polynomials in at most two variables with rational coefficients.
 *
 *     3   -1/2   x   3/2x^2y   1 + 2x - y^3
 *
 * Letters stand for variables. A set of weights has at most two of them, in the order
 * in which they were first met: power[0] belongs to letters[0].
 */
#ifndef CQ_PROBLEM_WEIGHT_H
#define CQ_PROBLEM_WEIGHT_H

#include "base/text.h"

#include <gmp.h>

enum { CQ_VARIABLES = 2 };

/* The variables of a set of weights: up to two lower case letters, ended by NUL. */
typedef struct cq_variables {
    char at[CQ_VARIABLES + 1];
} cq_variables;

typedef struct cq_term {
    mpq_t factor; /* not 0 */
    uint32_t power[CQ_VARIABLES];
} cq_term;

/* Terms by the sum of their powers, then by the power of the first variable, the
 * highest first; no two have the same powers. The weight 0 has none. */
typedef struct cq_weight {
    CQ_VEC(cq_term) terms;
} cq_weight;

void cq_weight_free(cq_weight *weight);
/* Reads a weight; new letters join `letters`. */
cq_status cq_weight_read(cq_context *ctx, cq_span text, cq_variables *letters,
                         cq_weight *out);
/* Whether it has only what may stand in a weight, and begins like one. */
bool cq_weight_is_text(const char *text, size_t length);
/* Adds factor * x^power[0] * y^power[1]. */
cq_status cq_weight_add_term(cq_context *ctx, cq_weight *weight, const mpq_t factor,
                             const uint32_t power[CQ_VARIABLES]);
cq_status cq_weight_add(cq_context *ctx, cq_weight *to, const cq_weight *from);
/* out, which is empty, becomes 1. */
cq_status cq_weight_set_one(cq_context *ctx, cq_weight *out);
/* out, which is empty, becomes a * b. */
cq_status cq_weight_multiply(cq_context *ctx, const cq_weight *a, const cq_weight *b,
                             cq_weight *out);
/* out, which is empty, becomes the weight with 1 for all variables but those in `by`;
 * NULL keeps all. */
cq_status cq_weight_keep(cq_context *ctx, const cq_weight *weight,
                         const cq_variables *letters, const char *by, cq_weight *out);
/* As it is read; `tight` is without spaces, for a word. */
void cq_weight_print(const cq_weight *weight, const cq_variables *letters, bool tight,
                     FILE *out);
/* The same as a text that belongs to the caller. */
cq_status cq_weight_text(cq_context *ctx, const cq_weight *weight,
                         const cq_variables *letters, char **out);
/* Whatever the order of the letters. */
uint64_t cq_weight_hash(const cq_weight *weight, const cq_variables *letters,
                        uint64_t hash);

/* Whether it is a number: no variable is in it. */
bool cq_weight_is_number(const cq_weight *weight);
/* The number that it is. */
void cq_weight_number(const cq_weight *weight, mpq_t out);

#endif
