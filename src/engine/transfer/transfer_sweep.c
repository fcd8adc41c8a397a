/* transfer_sweep.c - counting by a broken profile: cell after cell, a number for each
 * state.
 *
 * A cell that is covered already is passed, and its bit then speaks of the next line.
 * One that is not is covered by a domino to the next line, or to the next place, or
 * round the ring from the first place to the last. Each is an addition from the number
 * of one state to that of another, so that this shares nothing with determinants but
 * the answer.
 *
 *     width 4, about to pass place 2 of line s:
 *
 *         line s      . . # .      bits 2, 3 speak of line s
 *         line s+1    # . . .      bits 0, 1 speak of line s + 1;  state 0101
 *
 * The numbers have a fixed length for all states of a moment: n cells have at most
 * 2^(n/2) tilings, as the first cell that is not covered has
 * two ways to be covered (three on a ring, at the first place of a line).
 *
 * Cost: cells * states * length. For samples the numbers before each line are kept.
 */
#include "engine/transfer/transfer.h"

#include "base/assert.h"

#include <string.h>

static size_t limbs_for(const cq_transfer *tr, uint32_t line, uint64_t passed)
{
    double bits = ((double)passed + tr->strip.width) / 2;

    if (tr->strip.ring)
        bits += 0.6 * ((double)line + 1);
    return (size_t)(bits / GMP_NUMB_BITS) + 1;
}

/* Makes the layer as large as the space, all zero. */
static cq_status layer_set(cq_context *ctx, cq_layer *layer, const cq_space *space,
                           size_t limbs)
{
    size_t need;

    if (space->size > SIZE_MAX / sizeof(mp_limb_t) / limbs)
        return cq_fail(ctx, CQ_MEMORY, "there are too many states");
    need = space->size * limbs;
    layer->limbs = limbs;
    if (need > layer->room) {
        cq_free(layer->at);
        layer->room = 0;
        layer->at = cq_alloc(ctx, need, sizeof *layer->at);
        if (!layer->at)
            return CQ_MEMORY;
        layer->room = need;
    }
    memset(layer->at, 0, need * sizeof *layer->at);
    return CQ_OK;
}

/* ---- one cell ---- */

typedef struct passing {
    cq_transfer *tr;
    bool hole;
    uint32_t place;     /* its bit */
    uint32_t ahead;     /* its bit if a domino can go to the next line, else 0 */
    uint32_t beside[2]; /* the bits of the cells that it can be paired with, or 0 */
    const mp_limb_t *number;
} passing;

static void add_to(passing *p, uint32_t state)
{
    cq_layer *next = &p->tr->next;
    mp_limb_t *to = next->at + cq_space_number(&p->tr->to, state) * next->limbs;
    mp_limb_t carry;

    cq_assert(cq_space_has(&p->tr->to, state) && next->limbs >= p->tr->now.limbs);
    carry =
        mpn_add(to, to, (mp_size_t)next->limbs, p->number, (mp_size_t)p->tr->now.limbs);
    cq_assert(carry == 0); /* limbs_for has seen to that */
    p->tr->steps++;
}

static bool is_zero(const mp_limb_t *number, size_t limbs)
{
    while (limbs--)
        if (number[limbs])
            return false;
    return true;
}

static bool pass_state(void *data, uint32_t state)
{
    passing *p = data;

    if (is_zero(p->number, p->tr->now.limbs)) {
        /* no such tiling */
    } else if (p->hole) {
        cq_assert(!(state & p->place)); /* nothing reaches into a hole */
        add_to(p, state);
    } else if (state & p->place) {
        add_to(p, state & ~p->place);
    } else {
        if (p->ahead)
            add_to(p, state | p->place);
        for (unsigned i = 0; i < 2; i++)
            if (p->beside[i] && !(state & p->beside[i]))
                add_to(p, state | p->beside[i]);
    }
    p->number += p->tr->now.limbs;
    return true;
}

static void set_ways(const cq_transfer *tr, uint32_t line, uint32_t t, passing *p)
{
    const cq_strip *strip = &tr->strip;
    uint32_t here = strip->cells[line], last = UINT32_C(1) << (strip->width - 1);

    p->place = UINT32_C(1) << t;
    p->hole = !(here & p->place);
    if (line + 1 < strip->lines)
        p->ahead = strip->cells[line + 1] & p->place;
    if (t + 1 < strip->width)
        p->beside[0] = here & p->place << 1;
    if (t == 0 && strip->ring)
        p->beside[1] = here & last;
}

/* A hole is passed too: its place then stands on a cell of the other colour. */
static cq_status pass(cq_transfer *tr, uint32_t line, uint32_t t)
{
    passing p = {.tr = tr};
    cq_layer *now = &tr->now, *next = &tr->next, swap;

    set_ways(tr, line, t, &p);
    next->dark = now->dark ^ p.place;
    next->excess = now->excess;
    if (!p.hole) {
        tr->passed++;
        next->excess += now->dark & p.place ? 1 : -1;
    }
    cq_space_set(&tr->from, now->dark, now->excess);
    cq_space_set(&tr->to, next->dark, next->excess);
    cq_try(layer_set(tr->run->ctx, next, &tr->to, limbs_for(tr, line, tr->passed)));
    p.number = now->at;
    cq_space_each(&tr->from, pass_state, &p);
    cq_assert(p.number == now->at + tr->from.size * now->limbs); /* one each */
    swap = *now;
    *now = *next;
    *next = swap;
    return CQ_OK;
}

/* ---- the whole board ---- */

static cq_status keep_layer(cq_transfer *tr, uint32_t line)
{
    cq_layer *kept = &tr->kept[line];

    cq_assert(line < tr->strip.lines);
    cq_space_set(&tr->from, tr->now.dark, tr->now.excess);
    cq_try(layer_set(tr->run->ctx, kept, &tr->from, tr->now.limbs));
    memcpy(kept->at, tr->now.at, kept->limbs * tr->from.size * sizeof *kept->at);
    kept->dark = tr->now.dark;
    kept->excess = tr->now.excess;
    return CQ_OK;
}

static cq_status sweep_line(cq_transfer *tr, uint32_t line)
{
    for (uint32_t t = 0; t < tr->strip.width; t++) {
        if (cq_run_poll(tr->run))
            return CQ_STOPPED;
        cq_try(pass(tr, line, t));
    }
    return CQ_OK;
}

static cq_status begin(cq_transfer *tr)
{
    cq_layer *now = &tr->now;

    now->excess = 0;
    now->dark = 0;
    for (uint32_t t = 1; t < tr->strip.width; t += 2)
        now->dark |= UINT32_C(1) << t;
    cq_space_set(&tr->from, now->dark, 0);
    cq_try(layer_set(tr->run->ctx, now, &tr->from, 1));
    cq_assert(cq_space_has(&tr->from, 0));
    now->at[cq_space_number(&tr->from, 0)] = 1;
    return CQ_OK;
}

/* The number of the state in which nothing sticks out of the board. */
static void read_number(cq_transfer *tr, mpz_t out)
{
    const cq_layer *now = &tr->now;

    cq_space_set(&tr->from, now->dark, now->excess);
    mpz_set_ui(out, 0);
    if (cq_space_has(&tr->from, 0))
        mpz_import(out, now->limbs, -1, sizeof(mp_limb_t), 0, 0,
                   now->at + cq_space_number(&tr->from, 0) * now->limbs);
}

cq_status cq_transfer_sweep(cq_transfer *tr, mpz_t out)
{
    cq_try(begin(tr));
    for (uint32_t line = 0; line < tr->strip.lines; line++) {
        if (tr->kept)
            cq_try(keep_layer(tr, line));
        cq_try(sweep_line(tr, line));
    }
    cq_assert(tr->passed == tr->strip.board->count);
    read_number(tr, out);
    return CQ_OK;
}

cq_status cq_transfer_new(cq_run *run, bool keep, cq_transfer *out)
{
    cq_transfer tr = {.run = run};
    cq_status status;

    cq_try(cq_strip_make(run->ctx, run->problem->board, &tr.strip));
    status = cq_space_new(run->ctx, tr.strip.width, tr.strip.two_coloured, &tr.from);
    if (status == CQ_OK)
        status = cq_space_new(run->ctx, tr.strip.width, tr.strip.two_coloured, &tr.to);
    if (status == CQ_OK && keep) {
        tr.kept = cq_zalloc(run->ctx, tr.strip.lines, sizeof *tr.kept);
        status = tr.kept ? CQ_OK : CQ_MEMORY;
    }
    if (status == CQ_OK)
        *out = tr;
    else
        cq_transfer_free(&tr);
    return status;
}

void cq_transfer_free(cq_transfer *tr)
{
    for (uint32_t line = 0; tr->kept && line < tr->strip.lines; line++)
        cq_free(tr->kept[line].at);
    cq_free_each(tr->kept, tr->now.at, tr->next.at);
    cq_space_free(&tr->from);
    cq_space_free(&tr->to);
    cq_strip_free(&tr->strip);
}
