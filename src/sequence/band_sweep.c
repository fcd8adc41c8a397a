/* band_sweep.c - counts over a band, square by square.
 *
 * A state says which of the squares ahead are covered; its number, in how many ways
 * the squares before came to be covered so. A square that is covered, or is none, is
 * passed; one that is not is covered by each of the pieces that begin there and fit.
 *
 *     state   bit 0 is this square, bit 1 the next, down the line and then on
 *     pass    state >> 1
 *     lay     (state | mask) >> 1, if state & mask is 0
 *
 * A state is dead if a square between covered ones can no longer be covered; many are,
 * with large pieces most. Looked at are the neighbours of the piece laid last. Dead
 * states are dropped if the band is asked to (cq_band_watch_dead): only squares before
 * the last covered one count, so that what is dropped could not lead to the clear state
 * after any line, and one sweep still serves all lengths.
 *
 * The sum of all numbers is known before each square, so that the next ones can be made
 * long enough: they are at most that sum times the pieces that begin at the square.
 */
#include "sequence/strip.h"

#include "base/bitset.h"
#include "base/clock.h"

#include <string.h>

bool cq_watch_over(cq_watch *watch)
{
    if (watch->stop != CQ_FINISHED)
        return true;
    if (atomic_load_explicit(&watch->ctx->cancelled, memory_order_relaxed))
        watch->stop = CQ_STOP_CANCELLED;
    else if (watch->deadline > 0 && cq_clock_seconds() >= watch->deadline)
        watch->stop = CQ_STOP_TIME;
    return watch->stop != CQ_FINISHED;
}

static void shift(uint64_t *key, size_t words)
{
    for (size_t i = 0; i < words; i++)
        key[i] = key[i] >> 1 | (i + 1 < words ? key[i + 1] << 63 : 0);
}

/* False if the piece does not fit. */
static bool lay(uint64_t *key, const uint64_t *state, const uint64_t *mask,
                size_t words)
{
    for (size_t i = 0; i < words; i++) {
        if (state[i] & mask[i])
            return false;
        key[i] = state[i] | mask[i];
    }
    return true;
}

/* Whether the placement, `ahead` squares on, meets a covered square. */
static bool meets(const uint64_t *key, const uint64_t *mask, size_t ahead, size_t words)
{
    size_t skip = ahead / 64, by = ahead % 64;

    for (size_t i = skip; i < words; i++) {
        uint64_t bits = mask[i - skip] << by;

        if (by && i > skip)
            bits |= mask[i - skip - 1] >> (64 - by);
        if (bits & key[i])
            return true;
    }
    return false;
}

/* The last ones in the list begin last, and have the best chance. */
static bool can_be_covered(const cq_band *band, const uint64_t *key, uint32_t base,
                           uint32_t number)
{
    for (uint32_t i = band->over[number + 1]; i-- > band->over[number];) {
        uint32_t k = band->cover[i];

        cq_assert(band->origin[k] <= number);
        if (band->origin[k] < base)
            return false;
        if (!meets(key, band->masks + k * band->words, band->origin[k] - base,
                   band->words))
            return true;
    }
    return false;
}

/* Squares beside those of a piece just laid: these may have lost their last way. The
 * piece's bits count from the square `base` - 1, the key's from `base`. */
static bool is_dead(const cq_band *band, const uint64_t *key, const uint64_t *mask,
                    uint32_t base)
{
    int64_t steps[4] = {-1, 1, -(int64_t)band->width, band->width};
    size_t last = band->words;

    while (last && !key[last - 1])
        last--;
    if (!last)
        return false;
    last = 64 * last - 1 - (size_t)__builtin_clzll(key[last - 1]);
    for (size_t w = 0; w < band->words; w++)
        for (uint64_t bits = mask[w]; bits; bits &= bits - 1)
            for (unsigned i = 0; i < 4; i++) {
                int64_t at = (int64_t)(64 * w) + __builtin_ctzll(bits) - 1 + steps[i];
                uint32_t number = base + (uint32_t)at;

                if (at >= 0 && (size_t)at < last && !cq_bits_has(key, (size_t)at) &&
                    band->there[number] && !can_be_covered(band, key, base, number))
                    return true;
            }
    return false;
}

typedef struct passing {
    cq_watch *watch;
    const cq_band *band;
    cq_tally *now, *next;
    uint64_t *key;
    uint32_t number; /* of the square */
} passing;

/* `mask` is the piece that was laid, or NULL. */
static cq_status add(passing *p, size_t state, const uint64_t *mask)
{
    const mp_limb_t *value = p->now->values + state * p->now->limbs;
    uint32_t there = CQ_NO_KEY;

    shift(p->key, p->now->states.words);
    p->watch->steps++;
    if (mask && p->band->cover) {
        there = cq_keys_find(&p->next->states, p->key);
        if (there == CQ_NO_KEY && is_dead(p->band, p->key, mask, p->number + 1))
            return CQ_OK;
    }
    if (there == CQ_NO_KEY)
        return cq_tally_add(p->watch->ctx, p->next, p->key, value, p->now->limbs);
    cq_tally_raise(p->next, there, value, p->now->limbs);
    return CQ_OK;
}

static cq_status pass_state(passing *p, size_t i)
{
    const cq_band *band = p->band;
    size_t words = p->now->states.words;
    const uint64_t *state = p->now->states.at + i * words;

    if (!band->there[p->number] || (state[0] & 1)) {
        memcpy(p->key, state, words * sizeof *state);
        return add(p, i, NULL);
    }
    for (uint32_t k = band->first[p->number]; k < band->first[p->number + 1]; k++) {
        const uint64_t *mask = band->masks + k * band->words;

        if (lay(p->key, state, mask, words))
            cq_try(add(p, i, mask));
    }
    return CQ_OK;
}

static size_t limbs_for(const passing *p)
{
    uint32_t ways = p->band->first[p->number + 1] - p->band->first[p->number];
    size_t bits = mpz_sizeinbase(p->now->total, 2) + 1;

    for (; ways; ways >>= 1)
        bits++;
    return bits / GMP_NUMB_BITS + 1;
}

static cq_status pass_square(passing *p)
{
    cq_status status;

    cq_tally_sum(p->now);
    status = cq_tally_reset(p->watch->ctx, p->next, limbs_for(p));
    for (size_t i = 0; i < p->now->states.count && status == CQ_OK; i++) {
        if (i % 4096 == 0 && cq_watch_over(p->watch))
            status = CQ_STOPPED;
        else
            status = pass_state(p, i);
    }
    if (p->next->states.count > p->watch->peak)
        p->watch->peak = p->next->states.count;
    return status;
}

cq_status cq_band_sweep(cq_watch *watch, const cq_band *band, uint32_t from,
                        uint32_t to, cq_tally *tally, cq_tally *spare)
{
    passing p = {.watch = watch, .band = band, .now = tally, .next = spare};
    cq_status status = CQ_OK;

    cq_assert(from <= to && to <= band->lines && tally->states.words == band->words);
    p.key = cq_alloc(watch->ctx, tally->states.words, sizeof *p.key);
    cq_try_memory(p.key);
    for (p.number = from * band->width; p.number < to * band->width && status == CQ_OK;
         p.number++) {
        cq_tally swap;

        status = pass_square(&p);
        cq_assert(status != CQ_OK || cq_square_check(band, p.number, tally, spare));
        swap = *tally;
        *tally = *spare;
        *spare = swap;
    }
    cq_free(p.key);
    return status;
}
