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

typedef struct collecting {
    void (*say)(void *user, cq_parcel *out);
    void (*learn)(void *user, cq_parcel *in);
    void *user;
    cq_parcel all; /* rank 0 */
} collecting;

static void say_own(void *user, cq_parcel *out)
{
    const collecting *c = user;

    c->say(c->user, out);
}

static cq_status hear_one(void *user, unsigned from, cq_parcel *in)
{
    collecting *c = user;
    size_t size = in->bytes.count - in->at;

    (void)from;
    cq_parcel_put_bytes(&c->all, cq_parcel_get_bytes(in, size), size);
    return c->all.status;
}

static void tell_all(void *user, cq_parcel *out)
{
    const collecting *c = user;

    cq_parcel_put_bytes(out, c->all.bytes.at, c->all.bytes.count);
}

static void learn_all(void *user, cq_parcel *in)
{
    const collecting *c = user;

    c->learn(c->user, in);
}

cq_status cq_spread_collect(cq_spread *spread, cq_context *ctx,
                            void (*say)(void *user, cq_parcel *out),
                            void (*learn)(void *user, cq_parcel *in), void *user)
{
    static const cq_meeting meeting = {say_own, hear_one, tell_all, learn_all};
    collecting c = {say, learn, user, {.ctx = ctx}};
    cq_status status = cq_spread_meet(spread, &meeting, &c);

    cq_parcel_free(&c.all);
    return status;
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
    mpz_t *numbers; /* of this rank, and then the sums */
    size_t count;
    mpz_t *sums; /* rank 0 */
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
}

void cq_spread_get_number(cq_parcel *in, mpz_t number)
{
    size_t size = (size_t)cq_parcel_get(in, 4);
    const void *bytes = cq_parcel_get_bytes(in, size);

    mpz_import(number, bytes ? size : 0, -1, 1, 0, 0, bytes);
}

static void say_numbers(void *user, cq_parcel *out)
{
    const adding *a = user;

    for (size_t i = 0; i < a->count; i++)
        cq_spread_put_number(out, a->numbers[i]);
}

static cq_status hear_numbers(void *user, unsigned from, cq_parcel *in)
{
    adding *a = user;
    mpz_t theirs;

    (void)from;
    mpz_init(theirs);
    for (size_t i = 0; i < a->count; i++) {
        cq_spread_get_number(in, theirs);
        mpz_add(a->sums[i], a->sums[i], theirs);
    }
    mpz_clear(theirs);
    return CQ_OK;
}

static void tell_sums(void *user, cq_parcel *out)
{
    const adding *a = user;

    for (size_t i = 0; i < a->count; i++)
        cq_spread_put_number(out, a->sums[i]);
}

static void learn_sums(void *user, cq_parcel *in)
{
    const adding *a = user;

    for (size_t i = 0; i < a->count; i++)
        cq_spread_get_number(in, a->numbers[i]);
}

cq_status cq_spread_add_up_each(cq_spread *spread, cq_context *ctx, mpz_t *numbers,
                                size_t count)
{
    static const cq_meeting meeting = {say_numbers, hear_numbers, tell_sums,
                                       learn_sums};
    adding a = {.numbers = numbers, .count = count};
    cq_status status;

    if (!spread || count == 0)
        return CQ_OK;
    a.sums = cq_alloc(ctx, count, sizeof *a.sums);
    cq_try_memory(a.sums);
    for (size_t i = 0; i < count; i++)
        mpz_init(a.sums[i]);
    status = cq_spread_meet(spread, &meeting, &a);
    for (size_t i = 0; i < count; i++)
        mpz_clear(a.sums[i]);
    cq_free(a.sums);
    return status;
}

cq_status cq_spread_add_up(cq_spread *spread, cq_context *ctx, mpz_t number)
{
    return cq_spread_add_up_each(spread, ctx, (mpz_t *)number, 1);
}

/* ---- whether all are at the same place ---- */

typedef struct comparing {
    const uint64_t *place;
    size_t count;
    uint32_t same;
} comparing;

static void say_place(void *user, cq_parcel *out)
{
    const comparing *c = user;

    for (size_t i = 0; i < c->count; i++)
        cq_parcel_put(out, c->place[i], 8);
}

static cq_status hear_place(void *user, unsigned from, cq_parcel *in)
{
    comparing *c = user;

    (void)from;
    for (size_t i = 0; i < c->count; i++)
        c->same &= cq_parcel_get(in, 8) == c->place[i];
    return CQ_OK;
}

cq_status cq_spread_compare(cq_spread *spread, const uint64_t *place, size_t count,
                            bool *same)
{
    static const cq_meeting meeting = {.say = say_place, .hear = hear_place};
    comparing c = {.place = place, .count = count, .same = 1};
    cq_status status = spread ? cq_spread_meet(spread, &meeting, &c) : CQ_OK;

    cq_then(status, cq_spread_agree(spread, &c.same));
    *same = status == CQ_OK && c.same;
    return status;
}
