/* order_bound.c - when a recurrence is proved, and not only a guess that fits.
 *
 * If every board of the family is the one before it and p more lines, and the lines
 * repeat after p, then p lines of the sweep are one matrix M, the same for all: a(n) is
 * the clear state's entry of M^(n - from) v, where v has the states after the first
 * board. Let there be d states: those of v, and whatever M makes of them. By Cayley and
 * Hamilton a(n) follows a recurrence of order d at most. So does the difference between
 * a(n) and what a shorter recurrence, of order r, says; if that is 0 for d terms in a
 * row, it is 0 for ever (R. P. Stanley, Enumerative Combinatorics 1, section 4.7). So d
 * + r terms are a proof. Those that the caller did not ask for are counted and compared
 * here, and not delivered.
 *
 * The states are found by sweeping p lines over and over, each time over the new ones
 * only. States that can lead nowhere may be dropped: they add nothing to any a(n).
 *
 * That the lines repeat is seen on the boards that are there. A hole whose place has no
 * N in it is in the first board already, and one whose place has is not at the same
 * place in two of them, so that they are not beginnings of one another.
 *
 * Cost: p lines for each state, and the sweep over the longest board, both limited.
 */
#include "sequence/strip.h"

#include <math.h>

enum { STATES_MOST = 1 << 14 };
static const double most_steps = 0x1p24; /* for terms that nobody asked for */

/* ---- states ---- */

typedef struct closure {
    cq_watch *watch;
    const cq_band *band;
    cq_keys known;
    size_t done; /* of those known: p lines were swept from them */
    cq_tally tally, spare;
} closure;

static cq_status learn(closure *c)
{
    const cq_keys *states = &c->tally.states;

    for (size_t i = 0; i < states->count; i++)
        cq_try(cq_keys_add(c->watch->ctx, &c->known, states->at + i * states->words,
                           NULL, NULL));
    return CQ_OK;
}

/* A tally of the states that are new. */
static cq_status take_new(closure *c)
{
    mp_limb_t one = 1;

    cq_try(cq_tally_reset(c->watch->ctx, &c->tally, 1));
    for (; c->done < c->known.count; c->done++)
        cq_try(cq_tally_add(c->watch->ctx, &c->tally,
                            c->known.at + c->done * c->known.words, &one, 1));
    return CQ_OK;
}

static cq_status close_states(closure *c, uint32_t line, uint32_t period)
{
    uint64_t *nothing = cq_zalloc(c->watch->ctx, c->band->words, sizeof *nothing);
    cq_status status = nothing
                           ? cq_keys_add(c->watch->ctx, &c->known, nothing, NULL, NULL)
                           : CQ_MEMORY;

    cq_free(nothing);
    cq_then(status, take_new(c));
    if (status == CQ_OK && line > 0) {
        status = cq_band_sweep(c->watch, c->band, 0, line, &c->tally, &c->spare);
        cq_keys_clear(&c->known);
        c->done = 0;
        cq_then(status, learn(c));
        cq_then(status, take_new(c));
    }
    while (status == CQ_OK && c->tally.states.count && c->known.count <= STATES_MOST) {
        status =
            cq_band_sweep(c->watch, c->band, line, line + period, &c->tally, &c->spare);
        cq_then(status, learn(c));
        cq_then(status, take_new(c));
    }
    return status;
}

/* The number of states; 0: there are too many. */
static cq_status count_states(cq_watch *watch, const cq_band *band, uint32_t line,
                              uint32_t period, size_t *out)
{
    closure c = {.watch = watch, .band = band, .known = {.words = band->words}};
    cq_status status;

    cq_tally_init(&c.tally, band->words);
    cq_tally_init(&c.spare, band->words);
    status = close_states(&c, line, period);
    *out = status == CQ_OK && c.known.count <= STATES_MOST ? c.known.count : 0;
    cq_keys_free(&c.known);
    cq_tally_free(&c.tally);
    cq_tally_free(&c.spare);
    return status;
}

/* ---- boards ---- */

typedef struct growth {
    cq_watch *watch;
    const cq_board_family *family;
    bool upright;
    uint64_t from;
    uint32_t line,
        period; /* lines of the first board, and how many more the next has */
} growth;

/* The band of the family's board for N = n; free both. */
static cq_status make_band(const growth *g, uint64_t n, cq_problem **problem,
                           cq_band *band)
{
    cq_status status = cq_family_problem(g->watch->ctx, g->family, n, problem);

    cq_then(status, cq_band_make(g->watch->ctx, *problem, g->upright, band));
    cq_then(status, cq_band_watch_dead(g->watch->ctx, band));
    return status;
}

/* Whether each line from the first board's end on is that of a period before. */
static bool repeats(const growth *g, const cq_board *board)
{
    uint32_t lines = cq_lines_along(board, g->upright);

    for (uint32_t t = g->line + g->period; t < lines; t++)
        for (uint32_t s = 0; s < cq_line_length(board, g->upright); s++) {
            cq_cell here = cq_cell_along(board, g->upright, t, s);
            cq_cell before = cq_cell_along(board, g->upright, t - g->period, s);

            if (board->colour[here] != board->colour[before])
                return false;
        }
    return true;
}

/* The first boards; false if they do not grow by as many lines each time. */
static cq_status measure(growth *g, bool *even)
{
    uint32_t lines[3] = {0};

    for (uint64_t i = 0; i < 3; i++) {
        cq_problem *problem = NULL;

        cq_try(cq_family_problem(g->watch->ctx, g->family, g->from + i, &problem));
        if (problem) /* else a board without squares */
            lines[i] = cq_lines_along(problem->board, g->upright);
        cq_problem_free(problem);
    }
    g->line = lines[0];
    g->period = lines[1] - lines[0];
    *even = lines[1] > lines[0] && lines[2] - lines[1] == g->period;
    return CQ_OK;
}

static cq_status find_states(growth *g, uint32_t reach, size_t *states)
{
    uint64_t more = 2 + (2 * (uint64_t)reach + 1) / g->period;
    cq_problem *problem = NULL;
    cq_band band = {0};
    cq_status status = make_band(g, g->from + more, &problem, &band);

    cq_assert(status != CQ_OK || band.lines > g->line + g->period + 2 * reach);
    if (status == CQ_OK && repeats(g, problem->board))
        status = count_states(g->watch, &band, g->line, g->period, states);
    cq_band_free(&band);
    cq_problem_free(problem);
    return status;
}

/* ---- terms that nobody asked for ---- */

/* Sweeps on to the ends of longer boards, and compares. `all` has the terms so far. */
static cq_status compare_on(const growth *g, const cq_band *band, size_t wanted,
                            const cq_recurrence *r, cq_terms *all, cq_counted *counted)
{
    uint32_t at = 0;
    cq_tally tally, spare;
    cq_status status;
    mpz_t value;

    mpz_init(value);
    cq_tally_init(&tally, band->words);
    cq_tally_init(&spare, band->words);
    status = cq_tally_start(g->watch->ctx, &tally);
    while (status == CQ_OK && all->count < wanted && !counted->refuted) {
        uint32_t to = g->line + (uint32_t)all->count * g->period;

        status = cq_band_sweep(g->watch, band, at, to, &tally, &spare);
        at = to;
        if (status == CQ_OK)
            cq_tally_clear_state(&tally, value);
        cq_then(status, cq_counted_compare(g->watch->ctx, counted, r, all, value));
    }
    mpz_clear(value);
    cq_tally_free(&tally);
    cq_tally_free(&spare);
    return status;
}

static cq_status count_further(const growth *g, size_t wanted, const cq_recurrence *r,
                               cq_counted *counted)
{
    cq_problem *problem = NULL;
    cq_band band = {0};
    cq_terms all = {0};
    cq_status status = make_band(g, g->from + wanted - 1, &problem, &band);

    cq_then(status, cq_terms_copy(g->watch->ctx, &counted->terms, &all));
    cq_then(status, compare_on(g, &band, wanted, r, &all, counted));
    cq_terms_free(&all);
    cq_band_free(&band);
    cq_problem_free(problem);
    return status;
}

/* By the steps that the terms so far have taken; numbers that grow are not counted. */
static bool is_cheap(const growth *g, uint64_t steps, size_t terms, size_t wanted)
{
    double lines = g->line + (double)(terms - 1) * g->period;
    double more = g->line + (double)(wanted - 1) * g->period;

    return (double)steps / fmax(lines, 1) * more <= most_steps;
}

cq_status cq_counted_bound(cq_watch *watch, const cq_board_family *family, bool upright,
                           uint32_t reach, cq_counted *counted)
{
    growth g = {
        .watch = watch, .family = family, .upright = upright, .from = counted->from};
    uint64_t steps = watch->steps;
    cq_recurrence r = {0};
    bool even = false;
    size_t wanted;
    cq_status status = measure(&g, &even);

    if (status == CQ_OK && even)
        status = find_states(&g, reach, &counted->states);
    if (status == CQ_OK && counted->states)
        status = cq_recurrence_find(watch->ctx, &counted->terms, counted->from, &r);
    wanted = counted->states + r.order;
    if (status == CQ_OK && r.order && wanted > counted->terms.count &&
        is_cheap(&g, steps, counted->terms.count, wanted))
        status = count_further(&g, wanted, &r, counted);
    cq_recurrence_free(&r);
    return status;
}
