/* goals.c - the goals for dominoes only: turns what domino.h finds into answers.
 *
 * Max and repair come with a proof that nothing better exists: a cover, that is, a set
 * of squares that contains one of every two neighbours. Koenig's theorem makes it from
 * the last search for a larger matching. Let Z be all that can be reached from the
 * light cells that are left over, by a gap to a dark cell and by its domino to a light
 * one:
 *
 *     cover = light cells outside of Z, and dark cells in Z
 *
 * A dark cell in Z is covered by a domino (or the matching were not the largest) whose
 * light half is in Z too; a light cell outside of Z is not left over. So every domino
 * has exactly one cell of the cover, and there are as many of them as dominoes. A pair
 * of neighbours with its light cell in Z has its dark one in Z as well. Linear time.
 */
#include "base/assert.h"
#include "engine/matching/domino.h"
#include "engine/matching/matching.h"

/* What the search for a cover knows of the cells. */
typedef struct reach {
    const cq_board *board;
    cq_cell *mate; /* CQ_NO_CELL if left over */
    unsigned char *in;
    cq_u32s queue; /* light cells */
} reach;

static void reach_free(reach *r)
{
    cq_free_each(r->mate, r->in);
    cq_vec_free(&r->queue);
}

static cq_status reach_start(cq_run *run, const cq_solution *laid, reach *r)
{
    size_t size = cq_board_size(r->board);

    r->mate = cq_alloc(run->ctx, size, sizeof *r->mate);
    r->in = cq_zalloc(run->ctx, size, 1);
    cq_try_memory(r->mate && r->in);
    if (cq_set_bytes(run->ctx, r->mate, 0xff, size * sizeof *r->mate) != CQ_OK)
        return CQ_STOPPED;
    for (size_t i = 0; i + 1 < laid->members.count; i += 2) {
        if (cq_poll_at(run->ctx, i / 2 + 1) != CQ_OK)
            return CQ_STOPPED;
        cq_assert(r->mate[laid->members.at[i]] == CQ_NO_CELL);
        r->mate[laid->members.at[i]] = laid->members.at[i + 1];
        r->mate[laid->members.at[i + 1]] = laid->members.at[i];
    }
    return CQ_OK;
}

/* Makes Z, from the light cells in the queue on. */
static cq_status reach_all(cq_run *run, reach *r)
{
    for (size_t head = 0; head < r->queue.count; head++) {
        cq_cell near[4];
        unsigned count = cq_board_neighbours(r->board, r->queue.at[head], near);

        if (head % 4096 == 4095 && cq_run_poll(run))
            return CQ_OK;
        while (count) {
            cq_cell dark = near[--count], light = r->mate[dark];

            cq_assert(cq_is_dark(r->board, dark));

            if (r->in[dark])
                continue;
            r->in[dark] = 1;
            if (light == CQ_NO_CELL)
                return cq_fail(
                    run->ctx, CQ_DEFECT,
                    "the engine matching stopped before it had laid the most dominoes");
            r->in[light] = 1;
            cq_try(cq_vec_push(run->ctx, &r->queue, light));
        }
    }
    return CQ_OK;
}

/* The cover into the answer's certificate; nothing if the run is stopped. */
static cq_status prove_most(cq_run *run, const cq_solution *laid, const cq_u32s *left)
{
    cq_certificate *certificate = &run->answer->certificate;
    reach r = {.board = run->problem->board};
    cq_status status = reach_start(run, laid, &r);

    for (size_t i = 0; i < left->count && status == CQ_OK; i++)
        if (!cq_is_dark(r.board, left->at[i])) {
            r.in[left->at[i]] = 1;
            status = cq_vec_push(run->ctx, &r.queue, left->at[i]);
        }
    cq_then(status, reach_all(run, &r));
    certificate->proof = run->stop == CQ_FINISHED ? CQ_PROOF_COVER : CQ_PROOF_NONE;
    for (size_t i = 0; i < cq_board_size(r.board) && status == CQ_OK; i++) {
        status = cq_poll_at(run->ctx, i + 1);
        if (status == CQ_OK && certificate->proof == CQ_PROOF_COVER &&
            cq_board_present(r.board, (cq_cell)i) &&
            cq_is_dark(r.board, (cq_cell)i) == r.in[i])
            status = cq_vec_push(run->ctx, &certificate->members, (uint32_t)i);
    }
    reach_free(&r);
    return status;
}

/* The tiling moves into the answer. */
static cq_status keep(cq_run *run, cq_solution *tiling)
{
    cq_try(cq_vec_push(run->ctx, &run->answer->solutions, *tiling));
    *tiling = (cq_solution){0};
    run->answer->found = 1;
    run->answer->verdict = CQ_YES;
    return CQ_OK;
}

static cq_status run_max(cq_run *run)
{
    cq_findings *f = &run->answer->findings;
    cq_solution laid = {0};
    cq_status status = cq_domino_max(run, &laid, &f->left);

    if (status == CQ_OK && run->stop == CQ_FINISHED && f->left.count > 1)
        status = prove_most(run, &laid, &f->left);
    if (status == CQ_OK && run->stop == CQ_FINISHED)
        status = keep(run, &laid);
    cq_solution_free(&laid);
    return status;
}

/* Fewer changes than the squares that the most dominoes leave over never suffice. */
static cq_status prove_repair(cq_run *run)
{
    cq_solution laid = {0};
    cq_u32s left = {0};
    cq_status status = cq_domino_max(run, &laid, &left);

    if (status == CQ_OK && run->stop == CQ_FINISHED)
        status = prove_most(run, &laid, &left);
    cq_vec_free(&left);
    cq_solution_free(&laid);
    return status;
}

static cq_status run_repair(cq_run *run)
{
    cq_findings *f = &run->answer->findings;
    cq_solution tiling = {0};
    cq_status status = cq_domino_repair(run, &f->removed, &f->restored, &tiling);

    if (status == CQ_OK && run->stop == CQ_FINISHED &&
        f->removed.count + f->restored.count)
        status = prove_repair(run);
    if (status == CQ_OK && run->stop == CQ_FINISHED)
        status = keep(run, &tiling);
    cq_solution_free(&tiling);
    return status;
}

static cq_status add_pairs(cq_run *run, const cq_u32s *pairs, double value)
{
    for (size_t i = 0; i + 1 < pairs->count; i += 2) {
        cq_try(cq_poll_at(run->ctx, i / 2 + 1));
        cq_try(cq_findings_add(run->ctx, &run->answer->findings, pairs->at[i],
                               pairs->at[i + 1], value, NULL));
    }
    return CQ_OK;
}

static cq_status run_forced(cq_run *run)
{
    cq_u32s always = {0}, never = {0};
    bool tileable = true;
    cq_status status = cq_domino_forced(run, &always, &never, &tileable);

    if (status == CQ_OK && run->stop == CQ_FINISHED) {
        status = add_pairs(run, &always, 1);
        cq_then(status, add_pairs(run, &never, 0));
        run->answer->verdict = tileable ? CQ_YES : CQ_NO;
    }
    cq_vec_free_each(&always, &never);
    return status;
}

cq_status cq_matching_goal(cq_run *run)
{
    switch (run->goal) {
    case CQ_GOAL_MAX: return run_max(run);
    case CQ_GOAL_REPAIR: return run_repair(run);
    default: return run_forced(run);
    }
}
