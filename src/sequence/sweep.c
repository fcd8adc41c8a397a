/* sweep.c - counts over a band, square by square.
 *
 * A state says which of the squares ahead are covered; its number, in how many ways
 * the squares behind came to be covered so. A square that is covered, or is none, is
 * passed; one that is not is covered by each of the pieces that begin there and fit.
 *
 *     state   bit 0 is this square, bit 1 the next, down the line and then on
 *     pass    state >> 1
 *     lay     (state | mask) >> 1, if state & mask is 0
 *
 * The sum of all numbers is known before each square, so that the next ones can be made
 * long enough: they are at most that sum times the pieces that begin at the square.
 */
#include "sequence/strip.h"

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

/* False where the piece does not fit. */
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

static bool is_square(const cq_band *band, uint32_t number)
{
    uint32_t line = number / band->width, s = number % band->width;
    const cq_board *board = band->board;
    cq_cell cell = band->upright ? line * board->cols + s : s * board->cols + line;

    return cq_board_present(board, cell);
}

typedef struct passing {
    cq_watch *watch;
    const cq_band *band;
    cq_tally *now, *next;
    uint64_t *key;
    uint32_t number; /* of the square */
    bool square;
} passing;

static cq_status add(passing *p, size_t state)
{
    shift(p->key, p->now->words);
    p->watch->steps++;
    return cq_tally_add(p->watch->ctx, p->next, p->key,
                        p->now->values + state * p->now->limbs, p->now->limbs);
}

static cq_status pass_state(passing *p, size_t i)
{
    const cq_band *band = p->band;
    size_t words = p->now->words;
    const uint64_t *state = p->now->keys + i * words;
    cq_status status = CQ_OK;

    if (!p->square || (state[0] & 1)) {
        memcpy(p->key, state, words * sizeof *state);
        return add(p, i);
    }
    for (uint32_t k = band->first[p->number];
         k < band->first[p->number + 1] && status == CQ_OK; k++)
        if (lay(p->key, state, band->masks + k * band->words, words))
            status = add(p, i);
    return status;
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
    p->square = is_square(p->band, p->number);
    status = cq_tally_reset(p->watch->ctx, p->next, limbs_for(p));
    for (size_t i = 0; i < p->now->count && status == CQ_OK; i++) {
        if (i % 4096 == 0 && cq_watch_over(p->watch))
            status = CQ_STOPPED;
        else
            status = pass_state(p, i);
    }
    if (p->next->count > p->watch->peak)
        p->watch->peak = p->next->count;
    return status;
}

cq_status cq_band_sweep(cq_watch *watch, const cq_band *band, uint32_t from,
                        uint32_t to, cq_tally *tally, cq_tally *spare)
{
    passing p = {.watch = watch, .band = band, .now = tally, .next = spare};
    cq_status status = CQ_OK;

    p.key = cq_alloc(watch->ctx, tally->words, sizeof *p.key);
    if (!p.key)
        return CQ_MEMORY;
    for (p.number = from * band->width; p.number < to * band->width && status == CQ_OK;
         p.number++) {
        cq_tally swap;

        status = pass_square(&p);
        swap = *tally;
        *tally = *spare;
        *spare = swap;
    }
    cq_free(p.key);
    return status;
}
