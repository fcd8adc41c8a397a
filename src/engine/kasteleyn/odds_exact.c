/* odds_exact.c - how many tilings have each domino, exactly.
 *
 * The share of tilings with the domino on equation b and unknown w is K[b][w] times
 * entry (w, b) of the inverse of Kasteleyn's matrix K. All entries that we need cost
 * little more than the determinant. With sources and sinks as in paths.c, modulo eight
 * primes at a time:
 *
 *     X[w]   the unknown w as a form in the sources, by a sweep forward
 *     S      the sums of the sinks as forms in the sources, with the sign of K: square
 *     Q[b]   what a 1 on the right-hand side of equation b adds to the sinks' sums, by
 *            a sweep backward: for a sink it is that sink alone, otherwise that of
 *            the unknown ahead; and an unknown has the effect of its equations on
 *            its own line and the next
 *
 * Then the sources must be v = S^-1 Q[b] to balance it, and
 *
 *     inverse (w, b) = X[w] v, and 1 more if w is the unknown ahead of b.
 *
 * Cost: cells * sources^2 / 2 for each group of primes.
 */
#include "engine/kasteleyn/odds.h"

#include "engine/kasteleyn/basis.h"
#include "engine/kasteleyn/kernel.h"

#include <string.h>

enum { TRIES = 100, DOMINOES_CHECKED = 1024 };

typedef struct room {
    cq_lanes *unknowns, *effects; /* X and Q: lines * half rows */
    cq_lanes *system;             /* S, then its inverse */
    cq_lanes *sources;            /* v */
    uint32_t *order;
    void *block;
} room;

typedef struct exact {
    cq_team *team;
    const cq_grid *grid;
    const cq_dominoes *dominoes;
    const cq_kernel *functions;
    size_t ends, groups;
    uint32_t *primes;
    uint32_t *end_of; /* of a place: its number as a source or a sink */
    mpz_srcptr all;   /* the number of tilings */
    double *residues; /* of a domino: a residue for each prime */
    room *rooms;
    unsigned workers;
    atomic_bool failed;
} exact;

/* ---- the sweeps ---- */

static cq_lanes *row_of(const exact *e, cq_lanes *rows, uint32_t place)
{
    size_t line = place / e->grid->width, t = place % e->grid->width;

    return rows + (line * e->grid->half + t / 2) * e->ends;
}

/* A source or a sink: 1 for itself, 0 for the others. */
static void set_end(const exact *e, cq_lanes *row, size_t end, const cq_moduli *m)
{
    cq_assert(end < e->ends);
    memset(row, 0, e->ends * sizeof *row);
    row[end] = m->p * 0.0 + 1.0;
}

/* The sum of the rows at the other ends of its edges, but for that on one side. */
static void sum_rows(const exact *e, cq_lanes *rows, uint32_t place, unsigned but,
                     const cq_moduli *m, cq_lanes *sum)
{
    cq_grid_edge edges[4];
    unsigned count = cq_grid_edges(e->grid, place, edges);

    memset(sum, 0, e->ends * sizeof *sum);
    for (unsigned i = 0; i < count; i++) {
        cq_lanes sign = m->p * 0.0 + (double)edges[i].sign;

        if (edges[i].side != but)
            e->functions->subtract(sum, row_of(e, rows, edges[i].place), &sign, e->ends,
                                   m);
    }
}

static bool is_sink(const cq_grid *grid, uint32_t equation)
{
    return equation / grid->width + 1 == grid->lines ||
           !grid->cell[equation + grid->width];
}

/* What an equation makes of the unknowns on its own line and the one before is found
 * one line ahead. */
static void sweep_forward(const exact *e, room *r, const cq_moduli *m)
{
    const cq_grid *grid = e->grid;

    for (size_t j = 0; j < e->ends; j++)
        set_end(e, row_of(e, r->unknowns, grid->sources.at[j]), j, m);
    for (size_t n = 0; n < grid->equations.count; n++) {
        uint32_t place = grid->equations.at[n];
        bool sink = is_sink(grid, place);
        cq_lanes *row = sink ? r->system + (size_t)e->end_of[place] * e->ends
                             : row_of(e, r->unknowns, place + grid->width);

        sum_rows(e, r->unknowns, place, CQ_SIDE_AHEAD, m, row);
        for (size_t j = 0; sink && j < e->ends; j++)
            row[j] = -row[j];
    }
}

/* The effect of an equation is that of the unknown ahead, which is that of the
 * equations on the unknown's line and the next. */
static void sweep_backward(const exact *e, room *r, const cq_moduli *m)
{
    const cq_grid *grid = e->grid;

    for (size_t n = grid->equations.count; n--;) {
        uint32_t place = grid->equations.at[n];
        cq_lanes *row = row_of(e, r->effects, place);

        if (is_sink(grid, place))
            set_end(e, row, e->end_of[place], m);
        else
            sum_rows(e, r->effects, place + grid->width, CQ_SIDE_BACK, m, row);
    }
}

/* ---- a group of primes ---- */

static void find_residues(const exact *e, room *r, size_t group, const cq_moduli *m)
{
    const uint32_t *primes = e->primes + group * CQ_LANES;
    uint32_t equation = UINT32_MAX;
    cq_lanes all;

    for (unsigned i = 0; i < CQ_LANES; i++)
        all[i] = (double)mpz_fdiv_ui(e->all, primes[i]);
    cq_lanes_reduce(&all, m);
    for (size_t n = 0; n < e->dominoes->count; n++) {
        const cq_domino *d = &e->dominoes->at[n];
        double *out = e->residues + n * e->groups * CQ_LANES + group * CQ_LANES;
        cq_lanes share;

        if (d->equation != equation) {
            const cq_lanes *effect = row_of(e, r->effects, d->equation);

            equation = d->equation;
            for (size_t j = 0; j < e->ends; j++)
                e->functions->dot(r->system + j * e->ends, effect, e->ends, m,
                                  &r->sources[j]);
        }
        e->functions->dot(row_of(e, r->unknowns, d->unknown), r->sources, e->ends, m,
                          &share);
        share = (double)d->sign * (d->side == CQ_SIDE_AHEAD ? share + 1.0 : share);
        e->functions->scale(&share, &all, 1, m);
        cq_assert(cq_lanes_are_reduced(&share, m));
        memcpy(out, &share, sizeof share);
    }
}

static cq_status find_group(void *shared, unsigned worker, size_t group)
{
    exact *e = shared;
    room *r = &e->rooms[worker];
    cq_moduli m;

    cq_assert(e->grid->sinks.count == e->ends);
    cq_moduli_set(&m, e->primes + group * CQ_LANES);
    sweep_forward(e, r, &m);
    if (!cq_rows_invert(e->functions, r->system, e->ends, r->order, &m)) {
        atomic_store(&e->failed, true);
        return CQ_OK;
    }
    sweep_backward(e, r, &m);
    if (cq_team_stops(e->team, worker))
        return CQ_STOPPED;
    find_residues(e, r, group, &m);
    return CQ_OK;
}

/* ---- all of them ---- */

static cq_status room_new(cq_context *ctx, const exact *e, room *r)
{
    size_t rows = (size_t)e->grid->lines * e->grid->half;

    r->order = cq_alloc(ctx, e->ends, sizeof *r->order);
    r->unknowns = cq_lanes_alloc(ctx, (2 * rows + e->ends + 1) * e->ends, &r->block);
    cq_try_memory(r->order && r->unknowns);
    r->effects = r->unknowns + rows * e->ends;
    r->system = r->effects + rows * e->ends;
    r->sources = r->system + e->ends * e->ends;
    return CQ_OK;
}

static cq_status exact_new(cq_team *team, exact *e)
{
    cq_context *ctx = team->ctx;
    const cq_grid *grid = e->grid;
    size_t count = e->groups * CQ_LANES;

    e->workers = team->threads < e->groups ? team->threads : (unsigned)e->groups;
    e->end_of = cq_alloc(ctx, (size_t)grid->lines * grid->width, sizeof *e->end_of);
    e->residues = cq_alloc(ctx, e->dominoes->count, count * sizeof *e->residues);
    e->rooms = cq_zalloc(ctx, e->workers, sizeof *e->rooms);
    cq_try_memory(e->end_of && e->residues && e->rooms);
    for (uint32_t i = 0; i < (uint32_t)e->ends; i++) {
        e->end_of[grid->sources.at[i]] = i;
        e->end_of[grid->sinks.at[i]] = i;
    }
    for (unsigned i = 0; i < e->workers; i++)
        cq_try(room_new(ctx, e, &e->rooms[i]));
    return CQ_OK;
}

static void exact_free(exact *e)
{
    for (unsigned i = 0; e->rooms && i < e->workers; i++)
        cq_free_each(e->rooms[i].order, e->rooms[i].block);
    cq_free_each(e->rooms, e->residues, e->end_of, e->primes);
}

/* Finds the residues, with other primes if some will not do. */
static cq_status find_all(cq_team *team, exact *e)
{
    size_t count = e->groups * CQ_LANES;

    for (size_t try = 0; try < TRIES; try++) {
        cq_free(e->primes);
        e->primes = NULL;
        cq_try(cq_primes_make(team->ctx, try * count, count, &e->primes));
        atomic_store(&e->failed, false);
        cq_try(cq_team_go(team, e->groups, find_group, e));
        if (!atomic_load(&e->failed))
            return CQ_OK;
    }
    return cq_fail(team->ctx, CQ_DEFECT, "no primes were found for the probabilities");
}

/* Every tiling covers each cell with one of its dominoes. */
static bool sums_check(const cq_dominoes *dominoes, const mpz_t all, mpz_t *tilings)
{
    bool same = true;
    mpz_t sum;

    mpz_init(sum);
    for (size_t n = 0; n < dominoes->count && dominoes->count <= DOMINOES_CHECKED; n++)
        for (unsigned of = 0; of < 2; of++) {
            uint32_t cell = of ? dominoes->at[n].unknown : dominoes->at[n].equation;

            mpz_set_ui(sum, 0);
            for (size_t k = 0; k < dominoes->count; k++)
                if ((of ? dominoes->at[k].unknown : dominoes->at[k].equation) == cell)
                    mpz_add(sum, sum, tilings[k]);
            same &= mpz_cmp(sum, all) == 0;
        }
    mpz_clear(sum);
    return same;
}

cq_status cq_odds_exact(cq_team *team, const cq_grid *grid, const mpz_t all,
                        const cq_dominoes *dominoes, mpz_t *tilings)
{
    exact e = {.team = team,
               .grid = grid,
               .dominoes = dominoes,
               .functions = cq_kernel_best(),
               .ends = grid->sources.count,
               .all = all};
    cq_basis basis = {0};
    cq_status status;

    e.groups = cq_prime_groups_for(all);
    status = exact_new(team, &e);
    cq_then(status, find_all(team, &e));
    cq_then(status, cq_basis_make(team->ctx, e.primes, e.groups * CQ_LANES, &basis));
    for (size_t n = 0; n < dominoes->count && status == CQ_OK; n++)
        cq_basis_join(&basis, e.residues + n * e.groups * CQ_LANES, tilings[n]);
    cq_assert(status != CQ_OK || sums_check(dominoes, all, tilings));
    cq_basis_free(&basis);
    exact_free(&e);
    return status;
}

void cq_odds_exact_cost(const cq_grid *grid, double bits, double *seconds,
                        double *bytes)
{
    double ends = (double)grid->sources.count, groups = 1 + bits / 200;
    double cells = (double)grid->lines * grid->width;

    *seconds = 1e-9 * groups * cells * ends * (0.7 * ends + 20);
    *bytes = 64 * (cells * ends + ends * ends) + 64 * groups * 2 * cells;
}
