/* count.c - the number of domino tilings of a board, exactly.
 *
 * Kasteleyn (1961), and independently Temperley and Fisher: with the right signs every
 * term of the determinant of a planar bipartite graph's matrix counts a perfect
 * matching with the same sign. Part by part:
 *
 *     grid.c          turn the part, find sources and sinks, give the holes their signs
 *     bound.c         a proved bound: how many primes are enough
 *     paths.c         the matrix of lattice paths, exact, with additions only
 *     determinant.c   its determinant modulo eight primes at a time
 *     chinese_remainder.c          Chinese remaindering
 *
 * The product of the primes is more than twice the bound, so that a residue in the
 * upper half is a negative determinant.
 */
#include "engine/kasteleyn/count.h"

#include "engine/kasteleyn/determinant.h"

#include <string.h>

typedef struct counting {
    size_t count, groups;
    uint32_t *primes; /* the last group is filled up with the last prime */
    int32_t *residues;
    unsigned workers;
    cq_determinant **rooms; /* of a worker */
} counting;

static cq_status find_group(void *shared, unsigned worker, size_t task)
{
    counting *c = shared;

    cq_determinant_find(c->rooms[worker], c->primes + task * CQ_LANES,
                        c->residues + task * CQ_LANES);
    return CQ_OK;
}

static cq_status counting_new(cq_team *team, const cq_paths *paths, double bits,
                              counting *c)
{
    c->count = cq_primes_enough(bits + 2);
    c->groups = (c->count + CQ_LANES - 1) / CQ_LANES;
    cq_try(cq_primes_make(team->ctx, 0, c->count, &c->primes));
    for (size_t i = c->count; i < c->groups * CQ_LANES; i++)
        c->primes[i] = c->primes[c->count - 1];
    c->workers = team->threads < c->groups ? team->threads : (unsigned)c->groups;
    c->residues = cq_alloc(team->ctx, c->groups * CQ_LANES, sizeof *c->residues);
    c->rooms = cq_zalloc(team->ctx, c->workers, sizeof *c->rooms);
    cq_try_memory(c->residues && c->rooms);
    for (unsigned i = 0; i < c->workers; i++)
        cq_try(cq_determinant_new(team, i, paths, &c->rooms[i]));
    return CQ_OK;
}

static void counting_free(counting *c)
{
    for (unsigned i = 0; c->rooms && i < c->workers; i++)
        cq_determinant_free(c->rooms[i]);
    cq_free_each(c->rooms, c->residues, c->primes);
}

/* The number itself, from the determinant's residues. */
static cq_status conclude(cq_team *team, const counting *c, double bits, mpz_t out)
{
    mpz_t product, other;
    cq_status status;

    mpz_inits(product, other, NULL);
    status =
        cq_residues_join(team->ctx, c->primes, c->residues, c->count, out, product);
    if (status == CQ_OK && (double)mpz_sizeinbase(product, 2) < bits + 2)
        status =
            cq_fail(team->ctx, CQ_DEFECT, "there are too few primes for the bound");
    mpz_sub(other, product, out);
    if (mpz_cmp(other, out) < 0)
        mpz_set(out, other);
    cq_assert(status != CQ_OK || (double)mpz_sizeinbase(out, 2) <= bits + 1);
    mpz_clears(product, other, NULL);
    return status;
}

cq_status cq_grid_count(cq_team *team, const cq_grid *grid, cq_count_work *work,
                        mpz_t out)
{
    cq_paths paths = {0};
    counting c = {0};
    double bits = 0;
    cq_status status;

    if (grid->sources.count != grid->sinks.count) {
        mpz_set_ui(out, 0);
        return CQ_OK;
    }
    if (grid->sources.count == 0) {
        cq_assert(cq_grid_count_check(grid, 3, 1));
        mpz_set_ui(out, 1);
        return CQ_OK;
    }
    status = cq_bound_bits(team->ctx, grid, &bits);
    cq_then(status, cq_paths_make(team, grid, &paths));
    cq_then(status, counting_new(team, &paths, bits, &c));
    cq_then(status, cq_team_go(team, c.groups, find_group, &c));
    cq_then(status, conclude(team, &c, bits, out));
    cq_assert(status != CQ_OK ||
              cq_grid_count_check(grid, c.primes[0],
                                  (uint32_t)mpz_fdiv_ui(out, c.primes[0])));
    cq_assert(status != CQ_OK || paths.size == grid->sinks.count);
    work->ends = paths.size > work->ends ? paths.size : work->ends;
    work->primes += c.count;
    work->bits += (uint64_t)bits;
    counting_free(&c);
    cq_paths_free(&paths);
    return status;
}

/* Whether some part has more cells of one colour than of the other. */
static bool is_unbalanced(const cq_parts *parts)
{
    for (size_t i = 0; i < parts->list.count; i++)
        if (parts->list.at[i].light != parts->list.at[i].dark)
            return true;
    return false;
}

cq_status cq_board_count_tilings(cq_team *team, const cq_board *board,
                                 cq_count_work *work, mpz_t out)
{
    cq_parts parts = {0};
    mpz_t total, count;
    cq_status status = cq_parts_make(team->ctx, board, &parts);

    mpz_init_set_ui(total, 1);
    mpz_init(count);
    work->parts = parts.list.count;
    if (is_unbalanced(&parts))
        mpz_set_ui(total, 0);
    for (uint32_t i = 0;
         status == CQ_OK && mpz_sgn(total) && i < (uint32_t)parts.list.count; i++) {
        cq_grid grid = {0};

        status = cq_grid_make(team->ctx, board, &parts, i, &grid);
        cq_then(status, cq_grid_count(team, &grid, work, count));
        if (status == CQ_OK)
            mpz_mul(total, total, count);
        cq_grid_free(&grid);
    }
    if (status == CQ_OK)
        mpz_swap(out, total);
    mpz_clears(total, count, NULL);
    cq_parts_free(&parts);
    return status;
}
