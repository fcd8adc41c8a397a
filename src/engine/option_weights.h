/* option_weights.h - the weights and the costs of the options of a cover. */
#ifndef CQ_ENGINE_OPTION_WEIGHTS_H
#define CQ_ENGINE_OPTION_WEIGHTS_H

#include "problem/cover.h"

/* The weights of the options as they are multiplied or added: one for each option. */
typedef struct cq_option_weights {
    cq_weight *at;
    size_t count;
    bool negative;  /* some factor of a term is */
    bool variables; /* some weight is no number */
} cq_option_weights;

cq_status cq_option_weights_make(cq_context *ctx, const cq_cover *cover, bool products,
                                 cq_option_weights *out);
void cq_option_weights_free(cq_option_weights *weights);
/* CQ_REFUSED unless solutions can be drawn by them. */
cq_status cq_option_weights_are_odds(cq_context *ctx, const cq_option_weights *weights);
/* The product of those of some options; `out` is empty. */
cq_status cq_option_weights_multiply(cq_context *ctx, const cq_option_weights *weights,
                                     const uint32_t *options, size_t count,
                                     cq_weight *out);

/* Costs in whole units, or with `dear` the same with the other sign, each below 2^60 in
 * size; *out is for cq_free, `units` is how many make a weight of 1. CQ_REFUSED if a
 * weight has a variable, or if they are too long. */
cq_status cq_costs_make(cq_context *ctx, const cq_cover *cover, bool dear,
                        int64_t **out, mpz_t units);
/* They are too long to be added up. */
cq_status cq_costs_refuse(cq_context *ctx);
/* What a sum of such costs is as a weight. */
void cq_costs_value(int64_t sum, bool dear, const mpz_t units, mpq_t out);

#endif
