/* tally.c - states and in how many ways each is reached: see strip.h.
 *
 * The states are numbered by a set of keys (base/keys.h), and their values stand in an
 * array by those numbers. All values of a tally are as many limbs long as the largest
 * may need, so that adding is one call of GMP.
 */
#include "base/limbs.h"
#include "sequence/strip.h"

#include <string.h>

void cq_tally_init(cq_tally *tally, size_t words)
{
    memset(tally, 0, sizeof *tally);
    tally->states.words = words;
    tally->limbs = 1;
    mpz_init(tally->total);
}

void cq_tally_free(cq_tally *tally)
{
    if (tally->states.words)
        mpz_clear(tally->total);
    cq_keys_free(&tally->states);
    cq_free(tally->values);
    memset(tally, 0, sizeof *tally);
}

cq_status cq_tally_reset(cq_context *ctx, cq_tally *tally, size_t limbs)
{
    mp_limb_t *values;

    cq_keys_clear(&tally->states);
    if (limbs == tally->limbs)
        return CQ_OK;
    values = cq_realloc(ctx, tally->values, tally->room, limbs * sizeof *values);
    if (!values && tally->room)
        return CQ_MEMORY;
    tally->values = values;
    tally->limbs = limbs;
    return CQ_OK;
}

/* Room for the values of as many states as there are keys. */
static cq_status make_room(cq_context *ctx, cq_tally *tally)
{
    size_t room = tally->states.room;
    mp_limb_t *values;

    if (tally->room >= room)
        return CQ_OK;
    values = cq_realloc(ctx, tally->values, room, tally->limbs * sizeof *values);
    cq_try_memory(values);
    tally->values = values;
    tally->room = room;
    return CQ_OK;
}

/* Values never pass their limbs: the sweep has made them long enough. */
void cq_tally_raise(cq_tally *tally, uint32_t number, const mp_limb_t *value,
                    size_t limbs)
{
    mp_limb_t *to = tally->values + number * tally->limbs, carry;

    /* What the value has room for beyond that is 0: the sum of all is not so long. */
    cq_assert(limbs <= tally->limbs ||
              mpn_zero_p(value + tally->limbs, (mp_size_t)(limbs - tally->limbs)));
    limbs = limbs < tally->limbs ? limbs : tally->limbs;
    carry = mpn_add(to, to, (mp_size_t)tally->limbs, value, (mp_size_t)limbs);
    cq_assert(carry == 0);
    (void)carry;
}

cq_status cq_tally_add(cq_context *ctx, cq_tally *tally, const uint64_t *key,
                       const mp_limb_t *value, size_t limbs)
{
    uint32_t number;
    bool fresh;

    cq_try(cq_keys_add(ctx, &tally->states, key, &number, &fresh));
    cq_try(make_room(ctx, tally));
    if (fresh)
        memset(tally->values + number * tally->limbs, 0,
               tally->limbs * sizeof *tally->values);
    cq_tally_raise(tally, number, value, limbs);
    return CQ_OK;
}

cq_status cq_tally_start(cq_context *ctx, cq_tally *tally)
{
    uint64_t *nothing = cq_zalloc(ctx, tally->states.words, sizeof *nothing);
    mp_limb_t one = 1;
    cq_status status = nothing ? cq_tally_reset(ctx, tally, 1) : CQ_MEMORY;

    cq_then(status, cq_tally_add(ctx, tally, nothing, &one, 1));
    cq_free(nothing);
    return status;
}

cq_status cq_tally_copy(cq_context *ctx, const cq_tally *from, cq_tally *to)
{
    cq_try(cq_tally_reset(ctx, to, from->limbs));
    for (size_t i = 0; i < from->states.count; i++)
        cq_try(cq_tally_add(ctx, to, from->states.at + i * from->states.words,
                            from->values + i * from->limbs, from->limbs));
    return CQ_OK;
}

void cq_tally_sum(cq_tally *tally)
{
    mpz_set_ui(tally->total, 0);
    for (size_t i = 0; i < tally->states.count; i++) {
        mpz_t value;

        mpz_add(tally->total, tally->total,
                mpz_roinit_n(value, tally->values + i * tally->limbs,
                             (mp_size_t)tally->limbs));
    }
}

void cq_tally_clear_state(const cq_tally *tally, mpz_t out)
{
    size_t words = tally->states.words;

    mpz_set_ui(out, 0);
    for (size_t i = 0; i < tally->states.count; i++)
        if (cq_limbs_are_zero(tally->states.at + i * words, words))
            mpz_import(out, tally->limbs, -1, sizeof(mp_limb_t), 0, 0,
                       tally->values + i * tally->limbs);
}
