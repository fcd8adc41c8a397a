/* strip_check.c - walks over a band and the states of its sweep.
 *
 *     band     placements by their first square, each with bit 0, on squares there
 *     tally    every state is found under its number, with a value that is not 0
 *
 * And a square is passed plainly: a state is passed on as it is, or with each piece
 * that fits, so that the sum of the values is foreseen without the table of the next
 * states. If dead states are dropped, the sum may only be less, and is not compared.
 *
 * Cost: that of the square. */
#include "base/mod61.h"
#include "sequence/strip.h"

#include <string.h>

enum { STATES_MOST = 4096 }; /* of a tally that is walked over */

static bool mask_check(const cq_band *band, uint32_t first, const uint64_t *mask)
{
    size_t squares = (size_t)band->lines * band->width;

    cq_hold(mask[0] & 1);
    for (size_t w = 0; w < band->words; w++)
        for (uint64_t bits = mask[w]; bits; bits &= bits - 1) {
            size_t s = first + 64 * w + (unsigned)__builtin_ctzll(bits);

            cq_hold(s < squares && band->there[s]);
            cq_hold(s / band->width - first / band->width <= band->reach);
        }
    return true;
}

bool cq_band_check(const cq_band *band)
{
    size_t squares = (size_t)band->lines * band->width;

    cq_hold(band->first[0] == 0);
    for (uint32_t s = 0; s < squares; s++) {
        cq_hold(band->first[s] <= band->first[s + 1]);
        for (uint32_t k = band->first[s]; k < band->first[s + 1]; k++)
            cq_hold(mask_check(band, s, band->masks + k * band->words));
    }
    return true;
}

bool cq_tally_check(const cq_tally *tally)
{
    cq_hold(tally->states.count <= tally->room);
    for (size_t i = 0; i < tally->states.count && tally->states.count <= STATES_MOST;
         i++) {
        cq_hold(cq_keys_find(&tally->states,
                             tally->states.at + i * tally->states.words) == i);
        cq_hold(!mpn_zero_p(tally->values + i * tally->limbs, (mp_size_t)tally->limbs));
    }
    return true;
}

/* How many ways on a state has at a square. */
static uint64_t ways_on(const cq_band *band, uint32_t square, const uint64_t *state)
{
    uint64_t ways = 0;

    if (!band->there[square] || state[0] & 1)
        return 1;
    for (uint32_t k = band->first[square]; k < band->first[square + 1]; k++) {
        uint64_t met = 0;

        for (size_t w = 0; w < band->words; w++)
            met |= state[w] & band->masks[k * band->words + w];
        ways += !met;
    }
    return ways;
}

static uint64_t residue(const cq_tally *tally, size_t i)
{
    mpz_t value;

    return cq_mod61_number(
        mpz_roinit_n(value, tally->values + i * tally->limbs, (mp_size_t)tally->limbs));
}

bool cq_square_check(const cq_band *band, uint32_t square, const cq_tally *before,
                     const cq_tally *after)
{
    uint64_t foreseen = 0, came = 0;

    cq_hold(cq_tally_check(after));
    if (band->cover || before->states.count > STATES_MOST)
        return true;
    for (size_t i = 0; i < before->states.count; i++)
        foreseen = cq_mod61_plus(
            foreseen,
            cq_mod61_times(
                residue(before, i),
                ways_on(band, square, before->states.at + i * before->states.words)));
    for (size_t i = 0; i < after->states.count; i++)
        came = cq_mod61_plus(came, residue(after, i));
    cq_hold(foreseen == came);
    return true;
}
