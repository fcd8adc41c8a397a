/* rank.c - the tiling of a given rank, cell by cell.
 *
 * From the last line to the first, and along a line from its first place, each
 * uncovered cell is covered in one of at most three ways. The number of tilings with
 * each way is computed exactly. With the tilings sorted by these ways, the rank says
 * which way to take and what rank remains among its tilings:
 *
 *     rank < n1         the first way, the same rank
 *     rank < n1 + n2    the second way, rank - n1
 *     otherwise         the third way, rank - n1 - n2
 *
 * No two ranks give the same tiling, and no comparison is in doubt: all numbers are
 * exact integers, joined from their residues. As the number of tilings left shrinks, so
 * does the number of primes that it takes.
 *
 * If a number that is not 0 is 0 modulo one of the primes, nothing can be divided by
 * it: then the computation is repeated with other primes, for the same tiling.
 */
#include "engine/kasteleyn/basis.h"
#include "engine/kasteleyn/sample.h"
#include "engine/kasteleyn/window.h"

#include <string.h>

enum { TRIES = 100 };

typedef struct walk {
    cq_sampler *sampler;
    cq_window window;
    cq_basis basis;
    mpz_t left, rank, share, rest; /* tilings left; rank among them; those of a way, of
                                    * the ways not looked at */
    cq_lanes *left_residues, *share_residues, *rest_residues; /* a group each */
    void *block;
    bool good;
} walk;

static void walk_free(walk *w)
{
    cq_window_free(&w->window);
    cq_basis_free(&w->basis);
    mpz_clears(w->left, w->rank, w->share, w->rest, NULL);
    cq_free(w->block);
}

static cq_status walk_new(cq_sampler *sampler, const mpz_t rank, walk *w)
{
    const cq_linear *forms = &sampler->forms;

    memset(w, 0, sizeof *w);
    w->sampler = sampler;
    w->good = true;
    mpz_init_set(w->left, sampler->tilings);
    mpz_init_set(w->rank, rank);
    mpz_inits(w->share, w->rest, NULL);
    w->left_residues = cq_lanes_alloc(forms->ctx, 3 * forms->groups, &w->block);
    cq_try_memory(w->left_residues);
    w->share_residues = w->left_residues + forms->groups;
    w->rest_residues = w->share_residues + forms->groups;
    for (size_t g = 0; g < forms->groups; g++)
        for (unsigned i = 0; i < CQ_LANES; i++)
            w->left_residues[g][i] =
                (double)mpz_fdiv_ui(w->left, forms->primes[g * CQ_LANES + i]);
    for (size_t g = 0; g < forms->groups; g++)
        cq_lanes_reduce(&w->left_residues[g], &forms->moduli[g]);
    return cq_window_new(forms, &w->window);
}

/* As many groups of primes as the number of tilings left asks for. */
static cq_status fit_basis(walk *w)
{
    const cq_linear *forms = &w->sampler->forms;
    size_t groups = cq_prime_groups_for(w->left);

    if (w->basis.parts && groups * CQ_LANES == w->basis.count)
        return CQ_OK;
    if (groups > forms->groups)
        groups = forms->groups;
    cq_assert(!w->basis.parts || groups <= w->window.groups); /* fewer and fewer */
    cq_basis_free(&w->basis);
    w->window.groups = groups;
    return cq_basis_make(forms->ctx, forms->primes, groups * CQ_LANES, &w->basis);
}

/* One way to cover a cell. */
typedef struct way {
    uint32_t unknown, equation, other;
    int sign;
} way;

static unsigned ways_of(const walk *w, uint32_t place, bool unknown, way out[4])
{
    cq_grid_edge edges[4];
    unsigned count = cq_grid_edges(w->sampler->grid, place, edges), ways = 0;

    for (unsigned i = 0; i < count; i++) {
        uint32_t other = edges[i].place;

        if (w->window.gone[other])
            continue;
        out[ways++] = (way){.unknown = unknown ? place : other,
                            .equation = unknown ? other : place,
                            .other = other,
                            .sign = edges[i].sign};
    }
    return ways;
}

/* How many of the tilings left have this way. */
static void find_share(walk *w, const way *v)
{
    const cq_linear *forms = &w->sampler->forms;

    for (size_t g = 0; g < w->window.groups; g++) {
        cq_window_share(&w->window, g, v->unknown, v->equation, v->sign,
                        &w->share_residues[g]);
        forms->functions->scale(&w->share_residues[g], &w->left_residues[g], 1,
                                &forms->moduli[g]);
    }
    cq_basis_join(&w->basis, (const double *)w->share_residues, w->share);
    cq_assert(mpz_cmp(w->share, w->left) <= 0);
}

static void subtract_share(walk *w)
{
    const cq_linear *forms = &w->sampler->forms;

    mpz_sub(w->rank, w->rank, w->share);
    mpz_sub(w->rest, w->rest, w->share);
    cq_assert(mpz_sgn(w->rest) >= 0);
    for (size_t g = 0; g < w->window.groups; g++) {
        w->rest_residues[g] -= w->share_residues[g];
        cq_lanes_reduce(&w->rest_residues[g], &forms->moduli[g]);
    }
}

static void leave(walk *w, mpz_t number, const cq_lanes *residues)
{
    cq_assert(mpz_cmp(w->rank, number) < 0);
    mpz_swap(w->left, number);
    memcpy(w->left_residues, residues, w->window.groups * sizeof *residues);
}

/* Whether what the other ways have left is the share of the last one. */
static bool rest_is_share(walk *w, const way *last)
{
    find_share(w, last);
    return mpz_cmp(w->share, w->rest) == 0;
}

/* Chooses by the rank; what is left are the tilings with that way. */
static unsigned choose(walk *w, const way *ways, unsigned count)
{
    cq_assert(mpz_sgn(w->rank) >= 0 && mpz_cmp(w->rank, w->left) < 0);
    mpz_set(w->rest, w->left);
    memcpy(w->rest_residues, w->left_residues,
           w->window.groups * sizeof *w->left_residues);
    for (unsigned i = 0; i + 1 < count; i++) {
        find_share(w, &ways[i]);
        if (mpz_cmp(w->rank, w->share) < 0) {
            leave(w, w->share, w->share_residues);
            return i;
        }
        subtract_share(w);
    }
    cq_assert(rest_is_share(w, &ways[count - 1]));
    leave(w, w->rest, w->rest_residues);
    return count - 1;
}

static cq_status cover_line(walk *w, uint32_t line, cq_cell *mate)
{
    const cq_grid *grid = w->sampler->grid;

    cq_try(fit_basis(w));
    w->good = cq_window_open(&w->window, line);
    for (uint32_t t = 0; t < grid->width && w->good; t++) {
        uint32_t place = line * grid->width + t;
        cq_cell here, there;
        way ways[4];
        unsigned count, i;

        if (!grid->cell[place] || w->window.gone[place])
            continue;
        cq_window_pass(&w->window, t);
        count = ways_of(w, place, cq_grid_is_unknown(grid, line, t), ways);
        if (!count)
            return cq_fail(w->sampler->team->ctx, CQ_DEFECT,
                           "a random tiling left a square uncovered");
        i = choose(w, ways, count);
        w->good = cq_window_take(&w->window, ways[i].unknown, ways[i].equation);
        cq_assert(!w->good || (w->window.gone[place] && w->window.gone[ways[i].other]));
        here = cq_grid_cell(grid, place);
        there = cq_grid_cell(grid, ways[i].other);
        mate[here] = there;
        mate[there] = here;
    }
    return CQ_OK;
}

static cq_status try_tile(cq_sampler *sampler, const mpz_t rank, cq_cell *mate,
                          bool *good)
{
    walk w;
    cq_status status = walk_new(sampler, rank, &w);

    for (uint32_t line = sampler->grid->lines; line-- && status == CQ_OK && w.good;) {
        status = cover_line(&w, line, mate);
        if (status == CQ_OK && cq_team_stops(sampler->team, 0))
            status = CQ_STOPPED;
    }
    *good = w.good;
    cq_assert(status != CQ_OK || !w.good ||
              (mpz_sgn(w.rank) == 0 && mpz_cmp_ui(w.left, 1) == 0));
    walk_free(&w);
    return status;
}

/* Forms for primes that will do, unless there are some already. */
static cq_status find_forms(cq_sampler *sampler)
{
    size_t groups = cq_prime_groups_for(sampler->tilings);
    bool good = sampler->forms.store != NULL;

    for (unsigned try = 0; try < TRIES && !good; try++) {
        cq_status status = cq_linear_make(sampler->team->ctx, sampler->grid, groups,
                                          sampler->skip, &sampler->forms, &good);

        if (status != CQ_OK)
            return status;
        if (!good)
            sampler->skip += groups * CQ_LANES;
    }
    return good ? CQ_OK
                : cq_fail(sampler->team->ctx, CQ_DEFECT,
                          "no primes were found for random tilings");
}

cq_status cq_sampler_new(cq_team *team, const cq_grid *grid, const mpz_t tilings,
                         cq_sampler *out)
{
    memset(out, 0, sizeof *out);
    out->team = team;
    out->grid = grid;
    mpz_init_set(out->tilings, tilings);
    return find_forms(out);
}

void cq_sampler_free(cq_sampler *sampler)
{
    cq_linear_free(&sampler->forms);
    mpz_clear(sampler->tilings);
}

cq_status cq_sampler_tile(cq_sampler *sampler, const mpz_t rank, cq_cell *mate)
{
    bool good = false;

    for (unsigned try = 0; try < TRIES && !good; try++) {
        cq_try(find_forms(sampler));
        cq_try(try_tile(sampler, rank, mate, &good));
        if (!good) {
            sampler->skip += sampler->forms.groups * CQ_LANES;
            cq_linear_free(&sampler->forms);
        }
    }
    if (!good)
        return cq_fail(sampler->team->ctx, CQ_DEFECT,
                       "no primes were found for a random tiling");
    return CQ_OK;
}
