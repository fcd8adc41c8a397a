/* factors.c - the weights of the options of a cover: see factors.h. */
#include "problem/factors.h"

#include "base/assert.h"
#include "base/hash.h"

#include <string.h>

void cq_factors_free(cq_factors *factors)
{
    for (size_t i = 0; i < factors->values.count; i++)
        cq_weight_free(&factors->values.at[i]);
    cq_vec_free_each(&factors->values, &factors->heads, &factors->links);
    memset(&factors->letters, 0, sizeof factors->letters);
}

cq_status cq_factors_value(cq_context *ctx, cq_factors *factors, cq_weight *value,
                           uint32_t *out)
{
    if (factors->values.count >= UINT32_MAX)
        return cq_fail(ctx, CQ_MEMORY, "a cover has too many weights");
    cq_try(cq_vec_push(ctx, &factors->values, *value));
    memset(value, 0, sizeof *value);
    *out = (uint32_t)factors->values.count - 1;
    return CQ_OK;
}

/* Where the number of the option's next link belongs. */
static uint32_t *tail_of(cq_factors *factors, size_t option)
{
    uint32_t *at = &factors->heads.at[option];

    while (*at)
        at = &factors->links.at[*at - 1].next;
    return at;
}

cq_status cq_factors_add(cq_context *ctx, cq_factors *factors, size_t option,
                         uint32_t value)
{
    cq_factor link = {.value = value};

    cq_assert(value < factors->values.count);
    while (factors->heads.count <= option)
        cq_try(cq_vec_push(ctx, &factors->heads, 0));
    if (factors->links.count >= UINT32_MAX - 1)
        return cq_fail(ctx, CQ_MEMORY, "a cover has too many weights");
    cq_try(cq_vec_push(ctx, &factors->links, link));
    *tail_of(factors, option) = (uint32_t)factors->links.count;
    cq_assert(cq_factors_head(factors, option));
    return CQ_OK;
}

void cq_factors_cut(cq_factors *factors, size_t option)
{
    if (factors->heads.count > option)
        factors->heads.count = option;
    cq_assert(!cq_factors_head(factors, option));
}

cq_status cq_factors_sum(cq_context *ctx, const cq_factors *factors, size_t option,
                         cq_weight *out)
{
    for (const cq_factor *f = cq_factors_first(factors, option); f;
         f = cq_factors_link(factors, f->next))
        cq_try(cq_weight_add(ctx, out, cq_factors_weight(factors, f)));
    return CQ_OK;
}

cq_status cq_factors_product(cq_context *ctx, const cq_factors *factors, size_t option,
                             cq_weight *out)
{
    cq_weight product = {0}, next = {0};
    cq_status status = cq_weight_set_one(ctx, &product);

    for (const cq_factor *f = cq_factors_first(factors, option); f && status == CQ_OK;
         f = cq_factors_link(factors, f->next)) {
        status =
            cq_weight_multiply(ctx, &product, cq_factors_weight(factors, f), &next);
        cq_weight_free(&product);
        product = next;
        memset(&next, 0, sizeof next);
    }
    if (status == CQ_OK)
        *out = product;
    else
        cq_weight_free(&product);
    return status;
}

uint64_t cq_factors_hash(const cq_factors *factors, uint64_t hash)
{
    for (size_t i = 0; i < factors->heads.count; i++)
        for (const cq_factor *f = cq_factors_first(factors, i); f;
             f = cq_factors_link(factors, f->next)) {
            hash = cq_hash_u64(hash, i);
            hash =
                cq_weight_hash(cq_factors_weight(factors, f), &factors->letters, hash);
        }
    return hash;
}

bool cq_factors_check(const cq_factors *factors, size_t options)
{
    size_t most = factors->links.count;

    cq_hold(factors->heads.count <= options);
    for (size_t i = 0; i < factors->heads.count; i++)
        for (uint32_t at = factors->heads.at[i]; at;) {
            const cq_factor *link = &factors->links.at[at - 1];

            cq_hold(at <= factors->links.count);
            cq_hold(link->value < factors->values.count);
            cq_hold(most-- > 0);
            at = link->next;
        }
    return true;
}
