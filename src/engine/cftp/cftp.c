/* cftp.c - perfectly random tilings by coupling from the past.
 *
 * Propp and Wilson, "Exact sampling with coupled Markov chains and applications to
 * statistical mechanics", Random Structures and Algorithms 9 (1996). If 2 x 2 blocks of
 * a tiling are rotated by coin tosses for ever, all tilings are equally likely in the
 * long run. If the coins of the last T sweeps lead from every tiling to the same one at
 * time 0, that one is what the infinite process would have reached. It is exactly
 * uniform, not approximately. Every tiling lies between the highest and the lowest, and
 * the sweeps keep the order (flips.c), so it is enough to follow these two. As long as
 * they do not meet, T is doubled, and the coins already tossed are used again:
 *
 * time   -4b       -2b    -b     0
 *        |  stage 2 |  1  |  0  |        stage k has its own seed, from which its coins
 *        +----------+-----+-----+        are made again whenever it is run
 *
 * Two parts of a board that do not touch are sampled together: nothing here requires a
 * connected board. A hole is different: it divides the tilings into classes that
 * rotations do not connect.
 */
#include "engine/cftp/cftp.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/random.h"

enum { STAGE = 16 }; /* sweeps of stages 0 and 1 */

typedef struct sampler {
    cq_run *run;
    cq_area area;
    cq_chain highest, lowest; /* where all runs start */
    cq_chain above, below;    /* where they are */
    uint64_t seed;            /* of this sample */
    uint64_t sweeps;
} sampler;

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    const cq_board *board = problem->board;
    double side = board->rows < board->cols ? board->rows : board->cols;
    char name[CQ_CELL_NAME_SIZE];
    cq_cell hole;

    (void)goal;
    if (board->surface != CQ_PLANE)
        return cq_misfit(
            "the board's edges are joined, and around a joined edge rotating "
            "dominoes does not reach all tilings");
    hole = cq_board_hole(board);
    if (hole != CQ_NO_CELL)
        return cq_misfit(
            "the board has a hole at %s, around which rotating dominoes does not "
            "reach all tilings",
            cq_cell_name(board, hole, name));
    return cq_fit_for(
        CQ_RANK_DIRECT, 1e-5 + 1e-9 * (double)board->count * side * side,
        "a board without holes: two tilings are followed until they meet");
}

/* ---- running ---- */

static void toss(sampler *s, cq_random *random)
{
    for (uint32_t row = 0; row + 1 < s->area.rows; row++)
        for (size_t w = 0; w < s->area.words; w++)
            s->area.coins[row * s->area.stride + w] = cq_random_next(random);
}

/* Runs a stage from its first sweep to its last; *met: both are the same, and only one
 * is followed. */
static void run_stage(sampler *s, unsigned stage, bool *met)
{
    uint64_t sweeps = stage ? (uint64_t)STAGE << (stage - 1) : STAGE;
    cq_random random;

    cq_assert(stage < 58); /* that many sweeps would never end */
    cq_random_seed(&random, cq_hash_u64(cq_hash_u64(CQ_HASH_START, s->seed), stage));
    for (uint64_t i = 0; i < sweeps && !cq_run_poll(s->run); i++) {
        toss(s, &random);
        for (unsigned colour = 0; colour < 2; colour++) {
            cq_chain_turn(&s->area, &s->above, colour);
            if (!*met)
                cq_chain_turn(&s->area, &s->below, colour);
        }
        if (!*met && i % STAGE == STAGE - 1)
            *met = cq_chain_same(&s->area, &s->above, &s->below);
        s->sweeps++;
    }
}

static cq_status sample(sampler *s, cq_solution *solution, bool *enough)
{
    bool met = false;

    for (unsigned stages = 1; !met && s->run->stop == CQ_FINISHED; stages++) {
        cq_chain_copy(&s->area, &s->highest, &s->above);
        cq_chain_copy(&s->area, &s->lowest, &s->below);
        for (unsigned stage = stages; stage-- > 0;)
            run_stage(s, stage, &met);
    }
    cq_assert(s->run->stop != CQ_FINISHED || cq_chain_check(&s->area, &s->above));
    if (s->run->stop != CQ_FINISHED)
        return CQ_OK;
    cq_solution_clear(solution);
    cq_try(cq_chain_tiling(s->run->ctx, &s->area, &s->above, solution));
    cq_assert(2 * solution->labels.count == s->run->problem->board->count);
    return cq_run_found(s->run, solution, enough);
}

/* ---- setting up ---- */

static cq_status new_chains(sampler *s)
{
    cq_context *ctx = s->run->ctx;

    if (cq_area_new(ctx, s->run->problem->board, &s->area) != CQ_OK ||
        cq_chain_new(ctx, &s->area, &s->highest) != CQ_OK ||
        cq_chain_new(ctx, &s->area, &s->lowest) != CQ_OK ||
        cq_chain_new(ctx, &s->area, &s->above) != CQ_OK)
        return CQ_MEMORY;
    return cq_chain_new(ctx, &s->area, &s->below);
}

static void free_chains(sampler *s)
{
    cq_chain_free(&s->highest);
    cq_chain_free(&s->lowest);
    cq_chain_free(&s->above);
    cq_chain_free(&s->below);
    cq_area_free(&s->area);
}

/* The highest and the lowest tiling, or the reason why there is none. */
static cq_status set_up(sampler *s, bool *tileable)
{
    const cq_board *board = s->run->problem->board;
    cq_certificate certificate = {.proof = CQ_PROOF_HALL};
    cq_cell *mates = cq_alloc(s->run->ctx, cq_board_size(board), sizeof *mates);
    cq_status status = CQ_MEMORY;

    *tileable = false;
    if (mates)
        status = cq_some_tiling(s->run, board, mates, &certificate.members);
    if (status == CQ_OK && certificate.members.count) {
        cq_run_refute(s->run, &certificate);
    } else if (status == CQ_OK && s->run->stop == CQ_FINISHED) {
        *tileable = true;
        status = new_chains(s);
        if (status == CQ_OK) {
            cq_chain_set(&s->area, &s->highest, mates);
            cq_assert(cq_chain_check(&s->area, &s->highest));
            status = cq_chain_climb(s->run, &s->area, &s->highest, true);
        }
        if (status == CQ_OK) {
            cq_chain_copy(&s->area, &s->highest, &s->lowest);
            status = cq_chain_climb(s->run, &s->area, &s->lowest, false);
            cq_assert(cq_chain_check(&s->area, &s->lowest));
        }
    }
    cq_certificate_free(&certificate);
    cq_free(mates);
    return status;
}

static cq_status run_cftp(cq_run *run)
{
    sampler s = {.run = run};
    cq_random seeds;
    cq_solution solution = {0};
    bool enough = false, tileable;
    cq_status status = set_up(&s, &tileable);

    cq_random_seed(&seeds, run->seed);
    cq_run_counts(run, &s.sweeps, "sweeps");
    while (status == CQ_OK && tileable && !enough && !cq_run_poll(run)) {
        s.seed = cq_random_next(&seeds);
        status = sample(&s, &solution, &enough);
    }
    run->progress = NULL;
    cq_then(status, cq_answer_add_counter(run->answer, "sweeps", s.sweeps));
    cq_solution_free(&solution);
    free_chains(&s);
    return status;
}

const cq_engine cq_engine_cftp = {
    .name = "cftp",
    .summary = "random tilings by coupling from the past, on boards without holes",
    .goals = CQ_GOAL_BIT(CQ_GOAL_SAMPLE),
    .can = CQ_ONLY_DOMINOES,
    .fits = fits,
    .run = run_cftp,
};
