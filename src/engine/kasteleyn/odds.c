/* odds.c - the probability of every domino of a board, part by part.
 *
 * A part of moderate size is done exactly (odds_exact.c), a larger one in floating
 * point (odds_band.c); if the probabilities of some cell then do not sum to 1 as they
 * should, the part is done exactly after all. The whole is exact if all its parts are.
 */
#include "engine/kasteleyn/odds.h"

#include "base/ratio.h"
#include "engine/kasteleyn/count.h"

#include <math.h>
#include <string.h>

/* Beyond this an exact answer is not worth its time or room, nor would anybody read
 * it. */
#define EXACT_SECONDS 1.0
#define EXACT_BYTES 5e8
#define EXACT_DIGITS 4e6
/* The sums of probabilities may be off by so much. */
#define MOST_ERROR 1e-7

cq_status cq_dominoes_make(cq_context *ctx, const cq_grid *grid, cq_dominoes *out)
{
    for (size_t e = 0; e < grid->equations.count; e++) {
        uint32_t place = grid->equations.at[e];
        cq_grid_edge edges[4];
        unsigned count = cq_grid_edges(grid, place, edges);

        for (unsigned i = 0; i < count; i++) {
            cq_domino domino = {place, edges[i].place, edges[i].sign, edges[i].side};

            cq_try(cq_vec_push(ctx, out, domino));
        }
    }
    return CQ_OK;
}

/* ---- where a domino is written down ---- */

/* The cell at whose `right` or `down` it is. */
static cq_cell slot_of(const cq_grid *grid, const cq_domino *domino, bool *down)
{
    const cq_board *board = grid->board;
    cq_cell a = cq_grid_cell(grid, domino->equation);
    cq_cell b = cq_grid_cell(grid, domino->unknown);
    cq_cell first = a < b ? a : b, second = a < b ? b : a;

    *down = cq_row(board, first) != cq_row(board, second);
    /* Across the seam the later cell is to the left of the earlier. */
    return *down || second - first == 1 ? first : second;
}

/* ---- one part ---- */

typedef struct part_odds {
    cq_team *team;
    const cq_grid *grid;
    cq_dominoes dominoes;
    mpz_t all;
    mpz_t *tilings; /* if exact */
    double *odds;
    bool exact;
} part_odds;

static void part_free(part_odds *p)
{
    for (size_t n = 0; p->tilings && n < p->dominoes.count; n++)
        mpz_clear(p->tilings[n]);
    cq_free_each(p->tilings, p->odds);
    cq_vec_free(&p->dominoes);
    mpz_clear(p->all);
}

static cq_status find_exact(part_odds *p)
{
    p->exact = true;
    p->tilings = cq_alloc(p->team->ctx, p->dominoes.count, sizeof *p->tilings);
    cq_try_memory(p->tilings);
    for (size_t n = 0; n < p->dominoes.count; n++)
        mpz_init(p->tilings[n]);
    cq_try(cq_odds_exact(p->team, p->grid, p->all, &p->dominoes, p->tilings));
    for (size_t n = 0; n < p->dominoes.count; n++)
        p->odds[n] = cq_ratio(p->tilings[n], p->all);
    for (size_t n = 0; n < p->dominoes.count; n++)
        cq_assert(p->odds[n] >= 0 && p->odds[n] <= 1);
    return CQ_OK;
}

static bool is_worth_it(const part_odds *p)
{
    double bits = (double)mpz_sizeinbase(p->all, 2), seconds, bytes;

    cq_odds_exact_cost(p->grid, bits, &seconds, &bytes);
    return seconds < EXACT_SECONDS && bytes < EXACT_BYTES &&
           0.3 * bits * (double)p->dominoes.count < EXACT_DIGITS;
}

static cq_status find_part(part_odds *p, double *error)
{
    cq_try(cq_dominoes_make(p->team->ctx, p->grid, &p->dominoes));
    p->odds = cq_alloc(p->team->ctx, p->dominoes.count, sizeof *p->odds);
    cq_try_memory(p->odds);
    if (is_worth_it(p))
        return find_exact(p);
    cq_try(cq_odds_band(p->team, p->grid, &p->dominoes, p->odds, error));
    if (!(*error <= MOST_ERROR)) {
        cq_note(p->team->ctx, "floating point is not enough for these probabilities");
        *error = 0;
        return find_exact(p);
    }
    return CQ_OK;
}

/* ---- the board ---- */

static cq_status odds_new(cq_context *ctx, const cq_board *board, cq_domino_odds *odds)
{
    odds->size = cq_board_size(board);
    odds->exact = true;
    mpz_init_set_ui(odds->tilings, 1);
    for (unsigned down = 0; down < 2; down++) {
        odds->shares[down] = cq_zalloc(ctx, odds->size, sizeof *odds->shares[down]);
        cq_try_memory(odds->shares[down]);
        odds->tilings_with[down] = cq_alloc(ctx, odds->size, sizeof(mpz_t));
        cq_try_memory(odds->tilings_with[down]);
        for (size_t i = 0; i < odds->size; i++)
            mpz_init(odds->tilings_with[down][i]);
    }
    return CQ_OK;
}

static void forget_exact(cq_domino_odds *odds)
{
    for (unsigned down = 0; down < 2; down++) {
        for (size_t i = 0; odds->tilings_with[down] && i < odds->size; i++)
            mpz_clear(odds->tilings_with[down][i]);
        cq_free(odds->tilings_with[down]);
        odds->tilings_with[down] = NULL;
    }
}

void cq_domino_odds_free(cq_domino_odds *odds)
{
    forget_exact(odds);
    cq_free_each(odds->shares[0], odds->shares[1]);
    mpz_clear(odds->tilings);
    memset(odds, 0, sizeof *odds);
}

static void write_part(const part_odds *p, cq_domino_odds *odds)
{
    for (size_t n = 0; n < p->dominoes.count; n++) {
        bool down;
        cq_cell cell = slot_of(p->grid, &p->dominoes.at[n], &down);

        cq_assert(odds->shares[down][cell] == 0); /* each domino has its own place */
        odds->shares[down][cell] = p->odds[n];
        if (p->exact && odds->exact)
            mpz_set(odds->tilings_with[down][cell], p->tilings[n]);
    }
}

/* So far each number is of the tilings of its own part: times those of the others. */
static void scale_part(const cq_parts *parts, uint32_t part, const mpz_t all,
                       cq_domino_odds *odds)
{
    mpz_t others;

    mpz_init(others);
    cq_assert(mpz_divisible_p(odds->tilings, all));
    mpz_divexact(others, odds->tilings, all);
    for (unsigned down = 0; down < 2; down++)
        for (size_t cell = 0; cell < odds->size; cell++)
            if (parts->label[cell] == part)
                mpz_mul(odds->tilings_with[down][cell], odds->tilings_with[down][cell],
                        others);
    mpz_clear(others);
}

static cq_status add_part(cq_team *team, const cq_board *board, const cq_parts *parts,
                          uint32_t part, mpz_t all, cq_domino_odds *odds)
{
    part_odds p = {.team = team};
    cq_grid grid = {0};
    cq_count_work work = {0};
    double error = 0;
    cq_status status;

    cq_try(cq_grid_make(team->ctx, board, parts, part, &grid));
    p.grid = &grid;
    mpz_init(p.all);
    status = cq_grid_count(team, &grid, &work, p.all);
    if (status == CQ_OK && mpz_sgn(p.all) == 0)
        status =
            cq_fail(team->ctx, CQ_REFUSED,
                    "the board has no tiling, so its dominoes have no probabilities");
    cq_then(status, find_part(&p, &error));
    if (status == CQ_OK) {
        odds->exact = odds->exact && p.exact;
        odds->error = fmax(odds->error, error);
        write_part(&p, odds);
        mpz_mul(odds->tilings, odds->tilings, p.all);
        mpz_set(all, p.all);
    }
    part_free(&p);
    cq_grid_free(&grid);
    return status;
}

static cq_status add_parts(cq_team *team, const cq_board *board, const cq_parts *parts,
                           cq_domino_odds *odds)
{
    uint32_t count = (uint32_t)parts->list.count, made = 0;
    mpz_t *all = cq_alloc(team->ctx, count, sizeof *all);
    cq_status status = all ? CQ_OK : CQ_MEMORY;

    for (; made < count && status == CQ_OK; made++) {
        mpz_init(all[made]);
        status = add_part(team, board, parts, made, all[made], odds);
    }
    if (status == CQ_OK && odds->exact && count > 1)
        for (uint32_t i = 0; i < count; i++)
            scale_part(parts, i, all[i], odds);
    while (made)
        mpz_clear(all[--made]);
    cq_free(all);
    return status;
}

cq_status cq_domino_odds_make(cq_team *team, const cq_board *board, cq_domino_odds *out)
{
    cq_domino_odds odds = {0};
    cq_parts parts = {0};
    const char *why;
    cq_status status;

    if (!cq_grid_suits(board, &why))
        return cq_fail(team->ctx, CQ_REFUSED, "%s", why);
    status = odds_new(team->ctx, board, &odds);
    cq_then(status, cq_parts_make(team->ctx, board, &parts));
    cq_then(status, add_parts(team, board, &parts, &odds));
    cq_parts_free(&parts);
    if (status != CQ_OK) {
        cq_domino_odds_free(&odds);
        return status;
    }
    if (!odds.exact)
        forget_exact(&odds);
    *out = odds;
    return CQ_OK;
}

/* ---- the goal of the engine ---- */

/* The pair of a cell and its neighbour one to the right or below. */
static cq_status write_pair(cq_run *run, const cq_domino_odds *odds, cq_cell cell,
                            bool down)
{
    const cq_board *board = run->problem->board;
    cq_cell other =
        cq_board_step(board, cq_row(board, cell), cq_col(board, cell), down, !down);
    char *exact = NULL;
    cq_status status;

    /* The two columns of a narrow cylinder touch on one side only. */
    if (other == CQ_NO_CELL || other == cell ||
        (other < cell && board->cols <= 2 && !down) || (other < cell && down))
        return CQ_OK;
    if (odds->exact) {
        mpz_srcptr with = odds->tilings_with[down][cell];

        cq_assert(mpz_cmp(with, odds->tilings) <= 0);
        exact = cq_alloc(run->ctx, mpz_sizeinbase(with, 10) + 2, 1);
        cq_try_memory(exact);
        mpz_get_str(exact, 10, with);
    }
    status = cq_findings_add(run->ctx, &run->answer->findings, cell, other,
                             odds->shares[down][cell], exact);
    cq_free(exact);
    return status;
}

static cq_status write_odds(cq_run *run, const cq_domino_odds *odds)
{
    const cq_board *board = run->problem->board;

    for (cq_cell cell = 0; cell < odds->size; cell++) {
        if (!cq_board_present(board, cell))
            continue;
        cq_try(write_pair(run, odds, cell, false));
        cq_try(write_pair(run, odds, cell, true));
    }
    run->answer->verdict = CQ_YES;
    if (odds->exact)
        cq_run_number(run, odds->tilings);
    return CQ_OK;
}

cq_status cq_kasteleyn_odds(cq_run *run, cq_team *team)
{
    cq_domino_odds odds;
    cq_status status = cq_domino_odds_make(team, run->problem->board, &odds);

    if (status == CQ_OK) {
        status = write_odds(run, &odds);
        cq_domino_odds_free(&odds);
    } else if (status == CQ_REFUSED) {
        cq_run_exhausted(run, 0); /* a better reason is looked for elsewhere */
        status = CQ_OK;
    }
    return status;
}
