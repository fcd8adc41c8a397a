/* transfer_back.c - the tiling of a given rank, by walking back over the kept layers.
 *
 * Before line s + 1 stands a state: which cells of that line are covered from line s.
 * The state before line s decides the rest of the line: cells covered from before,
 * cells whose dominoes go ahead, and what is left must fall into runs of even length,
 * which dominoes cover in one way (a whole ring of even length in two). So the number
 * of the state before line s + 1 is the sum of those of the states before line s that
 * go with it, and the rank finds its place in that sum as it does in rank lists: skip a
 * state, take its number from the rank, until the rank is below a state's number.
 * Different ranks give different tilings, and all numbers are exact.
 */
#include "engine/transfer/transfer.h"

#include "base/assert.h"

typedef struct walk {
    cq_transfer *tr;
    uint32_t line;
    uint32_t after; /* the state before the next line */
    const mp_limb_t *number;
    size_t limbs;
    mpz_t rank, ways;
    uint32_t before; /* the state that the rank found */
    bool second;     /* the second way round the ring */
    bool found;
} walk;

static uint32_t left_over(const cq_strip *strip, uint32_t line, uint32_t before,
                          uint32_t after)
{
    return strip->cells[line] & ~before & ~after;
}

static uint32_t turn(uint32_t word, unsigned by, unsigned width)
{
    uint32_t all = (UINT32_C(1) << width) - 1;

    return by ? ((word >> by) | (word << (width - by))) & all : word;
}

/* In how many ways dominoes along a line cover these places; 0, 1 or 2. */
static unsigned ways_along(const cq_strip *strip, uint32_t places)
{
    uint32_t all = (UINT32_C(1) << strip->width) - 1;

    if (strip->ring && places == all)
        return strip->width % 2 ? 0 : 2;
    if (strip->ring) { /* begin after a place that is not among them */
        unsigned gap = (unsigned)__builtin_ctz(~places);

        places = turn(places, gap, strip->width);
    }
    while (places) {
        uint32_t first = places & -places;

        if (!(places & first << 1))
            return 0;
        places &= ~(first | first << 1);
    }
    return 1;
}

/* Whether the rank falls to this state; if not, its tilings are taken from the rank. */
static bool try_state(void *data, uint32_t before)
{
    walk *w = data;
    const cq_strip *strip = &w->tr->strip;
    const mp_limb_t *number = w->number;
    unsigned ways;

    w->number += w->limbs;
    if (before & w->after)
        return true;
    ways = ways_along(strip, left_over(strip, w->line, before, w->after));
    if (!ways)
        return true;
    mpz_import(w->ways, w->limbs, -1, sizeof(mp_limb_t), 0, 0, number);
    for (unsigned i = 0; i < ways; i++) {
        if (mpz_cmp(w->rank, w->ways) < 0) {
            w->before = before;
            w->second = i == 1;
            w->found = true;
            return false;
        }
        mpz_sub(w->rank, w->rank, w->ways);
    }
    return true;
}

static cq_status lay(walk *w, cq_solution *solution, uint32_t line, uint32_t t,
                     uint32_t other_line, uint32_t other_t)
{
    uint32_t a = cq_strip_cell(&w->tr->strip, line, t);
    uint32_t b = cq_strip_cell(&w->tr->strip, other_line, other_t);
    uint32_t cells[2] = {a < b ? a : b, a < b ? b : a};

    cq_assert(w->tr->strip.cells[line] >> t & 1);
    cq_assert(w->tr->strip.cells[other_line] >> other_t & 1);
    return cq_solution_add(w->tr->run->ctx, solution, 0, cells, 2);
}

/* The dominoes that begin on this line: those ahead and those along it. */
static cq_status lay_line(walk *w, cq_solution *solution)
{
    const cq_strip *strip = &w->tr->strip;
    uint32_t left = left_over(strip, w->line, w->before, w->after);
    uint32_t all = (UINT32_C(1) << strip->width) - 1, start = 0;
    cq_status status = CQ_OK;

    for (uint32_t t = 0; t < strip->width && status == CQ_OK; t++)
        if (w->after >> t & 1)
            status = lay(w, solution, w->line, t, w->line + 1, t);
    if (strip->ring && left == all)
        start = w->second;
    else if (strip->ring)
        start = (uint32_t)__builtin_ctz(~left);
    for (uint32_t i = 0; i < strip->width && status == CQ_OK; i++) {
        uint32_t t = (start + i) % strip->width, next = (t + 1) % strip->width;

        if (!(left >> t & 1))
            continue;
        cq_assert(left >> next & 1); /* ways_along has found its partner */
        status = lay(w, solution, w->line, t, w->line, next);
        left &= ~(UINT32_C(1) << t | UINT32_C(1) << next);
    }
    cq_assert(status != CQ_OK || left == 0);
    return status;
}

cq_status cq_transfer_tile(cq_transfer *tr, const mpz_t rank, cq_solution *solution)
{
    walk w = {.tr = tr};
    cq_status status = CQ_OK;

    mpz_init_set(w.rank, rank);
    mpz_init(w.ways);
    for (w.line = tr->strip.lines; w.line-- && status == CQ_OK;) {
        const cq_layer *layer = &tr->kept[w.line];

        cq_space_set(&tr->from, layer->dark, layer->excess);
        w.number = layer->at;
        w.limbs = layer->limbs;
        w.found = false;
        cq_space_each(&tr->from, try_state, &w);
        if (!w.found)
            status = cq_fail(tr->run->ctx, CQ_DEFECT,
                             "the walk back over the board lost its way");
        else
            status = lay_line(&w, solution);
        w.after = w.before;
    }
    /* Nothing sticks out of the board, and its one beginning is reached. */
    cq_assert(status != CQ_OK || (w.after == 0 && mpz_sgn(w.rank) == 0));
    mpz_clear(w.rank);
    mpz_clear(w.ways);
    return status;
}
