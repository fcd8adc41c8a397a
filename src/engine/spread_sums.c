/* spread_sums.c - what the ranks of a sweep share: sums, and what rank 0 announces.
 */
#include "engine/spread.h"

#include "base/assert.h"
#include "engine/checkpoint.h"

/* ---- a word ---- */

static void tell_word(void *user, cq_parcel *out)
{
    cq_parcel_put(out, *(const uint32_t *)user, 4);
}

static void learn_word(void *user, cq_parcel *in)
{
    *(uint32_t *)user = (uint32_t)cq_parcel_get(in, 4);
}

cq_status cq_spread_agree(cq_spread *spread, uint32_t *word)
{
    static const cq_meeting meeting = {.conclude = tell_word, .learn = learn_word};

    return spread ? cq_spread_meet(spread, &meeting, word) : CQ_OK;
}

/* ---- what each has to say ---- */

cq_status cq_spread_collect(cq_spread *spread, void (*say)(void *user, cq_parcel *out),
                            void (*learn)(void *user, cq_parcel *in), void *user)
{
    const cq_meeting meeting = {.say = say, .learn = learn};

    return cq_spread_meet(spread, &meeting, user);
}

/* ---- checkpoints ---- */

cq_status cq_spread_passed(cq_spread *spread, cq_run *run, cq_status written)
{
    bool first = cq_spread_rank(spread) == 0;
    cq_status status = first ? cq_checkpoint_passed(run, written) : written;
    uint32_t passed = status == CQ_OK;

    cq_try(cq_spread_agree(spread, &passed));
    return passed ? CQ_OK : first ? status : CQ_STOPPED;
}

/* ---- sums ---- */

typedef struct adding {
    mpz_t *numbers; /* of this rank; in rank 0 also the sums */
    size_t count;
} adding;

void cq_spread_put_number(cq_parcel *out, mpz_srcptr number)
{
    size_t size = (mpz_sizeinbase(number, 2) + 7) / 8;

    cq_assert(mpz_sgn(number) >= 0);
    cq_parcel_put(out, size, 4);
    if (out->status == CQ_OK)
        out->status = cq_vec_reserve(out->ctx, &out->bytes, size);
    if (out->status != CQ_OK)
        return;
    out->bytes.at[out->bytes.count] = 0; /* for 0, which has no bytes of its own */
    mpz_export(out->bytes.at + out->bytes.count, NULL, -1, 1, 0, 0, number);
    out->bytes.count += size;
    cq_assert(out->bytes.count <= out->bytes.room);
}

void cq_spread_get_number(cq_parcel *in, mpz_t number)
{
    size_t size = (size_t)cq_parcel_get(in, 4);
    const void *bytes = cq_parcel_get_bytes(in, size);

    mpz_import(number, bytes ? size : 0, -1, 1, 0, 0, bytes);
}

static void put_numbers(void *user, cq_parcel *out)
{
    const adding *a = user;

    for (size_t i = 0; i < a->count; i++)
        cq_spread_put_number(out, a->numbers[i]);
}

/* To its own, rank 0 adds those of the others. */
static cq_status hear_numbers(void *user, unsigned from, cq_parcel *in)
{
    adding *a = user;
    mpz_t theirs;

    mpz_init(theirs);
    for (size_t i = 0; i < a->count && from != 0; i++) {
        cq_spread_get_number(in, theirs);
        cq_assert(mpz_sgn(theirs) >= 0); /* numbers of ways */
        mpz_add(a->numbers[i], a->numbers[i], theirs);
    }
    mpz_clear(theirs);
    return CQ_OK;
}

static void learn_sums(void *user, cq_parcel *in)
{
    const adding *a = user;

    for (size_t i = 0; i < a->count; i++)
        cq_spread_get_number(in, a->numbers[i]);
}

cq_status cq_spread_add_up_each(cq_spread *spread, mpz_t *numbers, size_t count)
{
    static const cq_meeting meeting = {put_numbers, hear_numbers, put_numbers,
                                       learn_sums};
    adding a = {.numbers = numbers, .count = count};

    return spread && count ? cq_spread_meet(spread, &meeting, &a) : CQ_OK;
}

cq_status cq_spread_add_up(cq_spread *spread, mpz_t number)
{
    return cq_spread_add_up_each(spread, (mpz_t *)number, 1);
}

/* ---- whether all are at the same place ---- */

typedef struct comparing {
    const uint64_t *place;
    size_t count;
    bool same;
} comparing;

static void say_place(void *user, cq_parcel *out)
{
    const comparing *c = user;

    for (size_t i = 0; i < c->count; i++)
        cq_parcel_put(out, c->place[i], 8);
}

static void learn_places(void *user, cq_parcel *in)
{
    comparing *c = user;

    for (size_t i = 0; in->at < in->bytes.count && in->status == CQ_OK; i++)
        c->same &= cq_parcel_get(in, 8) == c->place[i % c->count];
}

cq_status cq_spread_compare(cq_spread *spread, const uint64_t *place, size_t count,
                            bool *same)
{
    comparing c = {.place = place, .count = count, .same = true};
    cq_status status = CQ_OK;

    cq_assert(count > 0);
    if (spread)
        status = cq_spread_collect(spread, say_place, learn_places, &c);
    *same = status == CQ_OK && c.same;
    return status;
}
