/* sample.c - random tilings: a random rank for each part of the board.
 *
 * The number of tilings of a part is counted, a whole number below it drawn without
 * bias, and the tiling of that rank laid (rank.c): all tilings are equally likely,
 * exactly.
 */
#include "engine/kasteleyn/sample.h"

#include "base/draw_number.h"
#include "engine/kasteleyn/count.h"

#include <string.h>

/* What there is of each part. */
typedef struct piece {
    cq_grid grid;
    cq_sampler sampler;
    bool ready; /* the sampler is */
} piece;

typedef struct sampling {
    cq_run *run;
    cq_team team;
    cq_random random;
    cq_parts parts;
    piece *pieces;
    cq_cell *mate;
    cq_solution solution;
} sampling;

/* Counts a part and makes it ready; *possible is false if it has no tiling. */
static cq_status prepare_part(sampling *s, uint32_t part, bool *possible)
{
    piece *p = &s->pieces[part];
    cq_count_work work = {0};
    mpz_t tilings;
    cq_status status;

    cq_try(
        cq_grid_make(s->run->ctx, s->run->problem->board, &s->parts, part, &p->grid));
    mpz_init(tilings);
    status = cq_grid_count(&s->team, &p->grid, &work, tilings);
    *possible = mpz_sgn(tilings) > 0;
    if (status == CQ_OK && *possible) {
        p->ready = true;
        status = cq_sampler_new(&s->team, &p->grid, tilings, &p->sampler);
    }
    mpz_clear(tilings);
    return status;
}

static cq_status prepare(sampling *s, bool *possible)
{
    const cq_board *board = s->run->problem->board;
    cq_context *ctx = s->run->ctx;
    cq_status status = cq_parts_make(ctx, board, &s->parts);

    *possible = true;
    if (status != CQ_OK)
        return status;
    s->pieces = cq_zalloc(ctx, s->parts.list.count, sizeof *s->pieces);
    s->mate = cq_alloc(ctx, cq_board_size(board), sizeof *s->mate);
    cq_try_memory(s->pieces && s->mate);
    for (uint32_t i = 0;
         i < (uint32_t)s->parts.list.count && status == CQ_OK && *possible; i++)
        status = prepare_part(s, i, possible);
    return status;
}

/* The dominoes row by row, each at its first half. */
static cq_status write_tiling(sampling *s)
{
    const cq_board *board = s->run->problem->board;
    size_t size = cq_board_size(board);

    cq_solution_clear(&s->solution);
    for (cq_cell cell = 0; cell < size; cell++) {
        uint32_t cells[2] = {cell, s->mate[cell]};

        if (!cq_board_present(board, cell))
            continue;
        cq_assert(cells[1] < size && s->mate[cells[1]] == cell);
        if (cells[1] < cell)
            continue;
        cq_try(cq_solution_add(s->run->ctx, &s->solution, 0, cells, 2));
    }
    return CQ_OK;
}

static cq_status draw_one(sampling *s, bool *enough)
{
    mpz_t rank;
    cq_status status = CQ_OK;

    mpz_init(rank);
    for (size_t i = 0; i < s->parts.list.count && status == CQ_OK; i++) {
        cq_sampler *sampler = &s->pieces[i].sampler;

        cq_draw_number(&s->random, sampler->tilings, rank);
        cq_assert(mpz_cmp(rank, sampler->tilings) < 0);
        status = cq_sampler_tile(sampler, rank, s->mate);
    }
    mpz_clear(rank);
    cq_then(status, write_tiling(s));
    cq_then(status, cq_run_found(s->run, &s->solution, enough));
    return status;
}

static void sampling_free(sampling *s)
{
    cq_team_close(&s->team);
    for (size_t i = 0; s->pieces && i < s->parts.list.count; i++) {
        if (s->pieces[i].ready)
            cq_sampler_free(&s->pieces[i].sampler);
        cq_grid_free(&s->pieces[i].grid);
    }
    cq_free_each(s->pieces, s->mate);
    cq_parts_free(&s->parts);
    cq_solution_free(&s->solution);
}

cq_status cq_kasteleyn_sample(cq_run *run)
{
    sampling s = {.run = run,
                  .team = {.ctx = run->ctx, .run = run, .threads = run->threads}};
    bool possible, enough = false;
    cq_status status;

    cq_random_seed(&s.random, run->seed);
    status = prepare(&s, &possible);
    if (status == CQ_OK && !possible)
        cq_run_exhausted(run, 0);
    while (status == CQ_OK && possible && !enough && !cq_team_stops(&s.team, 0))
        status = draw_one(&s, &enough);
    sampling_free(&s);
    return status;
}
