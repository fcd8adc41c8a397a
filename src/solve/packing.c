/* packing.c - as much of the board covered as possible.
 *
 * Asked again and again: is there a packing with at most f squares free? Each question
 * is a tiling with blanks (problem/blank.c), which every engine can answer, with every
 * proof that it knows. A yes lowers `best`, the squares that the best packing so far
 * leaves free; a no raises `bound`, which every packing leaves free. They meet at the
 * optimum, and the last no is its proof.
 *
 *     bound             best        f goes up from the bound in steps 1, 2, 4 ...
 *     |  ?  ?  ?  ?  ?  |           and each question gets so much work; when nothing
 *     f  f+1   f+3      f           came of it, twice as much
 *
 * It begins with pieces laid greedily (first_packing.c), and before each round parts of
 * the best packing are packed anew (repack.c).
 *
 * Sizes alone give the first bound (problem/areas.c), often the last one. Between bound
 * and best the question nearest to the bound is the one that decides, and those farther
 * off are easier to answer with yes: so the gap closes from both sides, and a run that
 * is stopped reports what is left of it. */
#include "solve/solve_job.h"

#include "base/assert.h"
#include "problem/areas.h"
#include "solve/first_packing.h"

#include <string.h>

enum { WORK_FIRST = 512, WORK_MOST = 1 << 30, WINDOWS = 20 };

typedef struct packing {
    cq_job *job;
    uint64_t bound, best; /* squares that stay free: at least, and in the best */
    bool found;
    cq_solution solution;
    cq_certificate certificate; /* of the bound; none if it is 0 */
    uint64_t work;              /* for each question */
    uint64_t allowed;           /* of all that is allowed, what is left */
    bool undecided;             /* a question of this round ended by its work alone */
} packing;

/* Only what one question needs; its remarks would drown the answer. */
static cq_status ask(packing *p, const cq_problem *problem, cq_answer **out)
{
    cq_context *ctx = p->job->run.ctx;
    cq_note_fn *note = ctx->note;
    cq_options options = cq_job_options_within(p->job);
    cq_status status;

    options.work = p->work < p->allowed ? p->work : p->allowed;
    ctx->note = NULL;
    status = cq_solve(ctx, problem, CQ_GOAL_FIND, &options, out);
    ctx->note = note;
    return status;
}

/* Squares that a packing, which has no blanks, leaves free. */
static uint64_t left_by(const packing *p, const cq_solution *solution)
{
    cq_assert(solution->members.count <= p->job->run.problem->board->count);
    return p->job->run.problem->board->count - solution->members.count;
}

static void take_solution(packing *p, cq_answer *answer)
{
    uint64_t left = left_by(p, &answer->solutions.at[0]);

    cq_assert(left >= p->bound);
    if (p->found && left >= p->best)
        return;
    cq_solution_free(&p->solution);
    p->solution = answer->solutions.at[0];
    memset(&answer->solutions.at[0], 0, sizeof p->solution);
    p->best = left;
    p->found = true;
    memcpy(p->job->run.answer->engine, answer->engine, sizeof answer->engine);
}

static void take_reason(packing *p, cq_answer *answer, uint64_t bound)
{
    cq_assert(bound > p->bound && (!p->found || bound <= p->best));
    cq_certificate_free(&p->certificate);
    p->certificate = answer->certificate;
    memset(&answer->certificate, 0, sizeof answer->certificate);
    p->bound = bound;
}

/* What stopped a question that is not decided: its work, which may become more, or
 * something that stops all of it. */
static void take_stop(packing *p, cq_stop stop)
{
    cq_assert(stop != CQ_STOP_LIMIT); /* one solution ends a question well */
    if (stop == CQ_STOP_WORK && p->work < p->allowed) {
        p->allowed -= p->allowed == UINT64_MAX ? 0 : p->work;
        p->undecided = true;
    } else if (stop != CQ_STOP_MEMORY) {
        p->job->run.stop = stop;
    }
}

static void tell(const packing *p, uint32_t most, cq_verdict verdict)
{
    char words[40] = "any number of squares free";

    if (most != CQ_ANY_COPIES)
        snprintf(words, sizeof words, "at most %" PRIu32 " square%s free", most,
                 most == 1 ? "" : "s");
    cq_note(p->job->run.ctx, "%s: %s", words,
            verdict == CQ_YES  ? "found"
            : verdict == CQ_NO ? "impossible"
                               : "not decided yet");
}

/* Whether there is a packing with at most `most` free squares. */
static cq_status try_free(packing *p, uint32_t most, cq_verdict *verdict)
{
    cq_context *ctx = p->job->run.ctx;
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    cq_status status = cq_problem_packing(ctx, p->job->run.problem, 0, most, &problem);

    cq_then(status, ask(p, problem, &answer));
    if (status == CQ_OK) {
        *verdict = answer->verdict;
        tell(p, most, *verdict);
        if (*verdict == CQ_YES)
            take_solution(p, answer);
        else if (*verdict == CQ_NO)
            take_reason(p, answer, (uint64_t)most + 1);
        else
            take_stop(p, answer->stop);
    }
    cq_answer_free(answer);
    cq_problem_free(problem);
    return status;
}

/* By the sizes of the pieces alone. */
static cq_status bound_by_area(packing *p)
{
    const cq_problem *problem = p->job->run.problem;
    cq_problem *pieces = NULL;
    bool too_many = false;
    cq_status status = cq_problem_packing(p->job->run.ctx, problem, 0, 0, &pieces);

    cq_then(status, cq_areas_left(p->job->run.ctx, &pieces->pieces,
                                  problem->board->count, &too_many, &p->bound));
    cq_problem_free(pieces);
    if (status == CQ_OK && p->bound)
        p->certificate.proof = CQ_PROOF_AREA;
    return status;
}

/* The first packing, laid greedily if any square may stay free. */
static cq_status begin_greedily(packing *p)
{
    cq_run *run = &p->job->run;
    cq_status status =
        cq_packing_begin(run->ctx, run->problem, run->seed, p->bound, &p->solution);

    p->best = left_by(p, &p->solution);
    p->found = status == CQ_OK || status == CQ_STOPPED;
    if (p->found)
        snprintf(run->answer->engine, sizeof run->answer->engine, "greedy");
    return status;
}

/* With twice the work, if that may help. */
static void try_harder(packing *p)
{
    if (!p->undecided && p->job->run.stop == CQ_FINISHED)
        p->job->run.stop = CQ_STOP_MEMORY;
    p->work *= p->work < WORK_MOST ? 2 : 1;
    cq_assert(p->work >= WORK_FIRST && p->work <= 2 * (uint64_t)WORK_MOST);
}

/* The first packing, by a search: only some squares may stay free. */
static cq_status begin_by_search(packing *p)
{
    cq_verdict verdict = CQ_UNKNOWN;

    while (verdict == CQ_UNKNOWN && p->job->run.stop == CQ_FINISHED) {
        p->undecided = false;
        cq_try(try_free(p, CQ_ANY_COPIES, &verdict));
        if (verdict == CQ_UNKNOWN)
            try_harder(p);
    }
    p->work = WORK_FIRST;
    return CQ_OK;
}

static cq_status begin(packing *p)
{
    const cq_problem *problem = p->job->run.problem;
    uint32_t blank = cq_problem_free_piece(problem);

    return blank == CQ_NO_PIECE || !problem->pieces.at[blank].allowed
               ? begin_greedily(p)
               : begin_by_search(p);
}

/* Questions from the bound on, farther and farther off, until one is answered. */
static cq_status one_round(packing *p)
{
    uint64_t step = 1;

    p->undecided = false;
    for (uint64_t free = p->bound; free < p->best && p->job->run.stop == CQ_FINISHED;) {
        cq_verdict verdict = CQ_UNKNOWN;

        cq_try(try_free(p, (uint32_t)free, &verdict));
        if (verdict == CQ_YES)
            return CQ_OK;
        step = verdict == CQ_NO ? 1 : 2 * step;
        free = verdict == CQ_NO ? p->bound : free + step / 2;
        cq_assert(p->bound <= p->best && free >= p->bound);
    }
    return CQ_OK;
}

/* Parts of the board are packed anew; more of them with every round. */
static cq_status improve(packing *p, uint64_t round)
{
    cq_run *run = &p->job->run;
    cq_note_fn *note = run->ctx->note;
    cq_status status;

    if (cq_problem_free_piece(run->problem) != CQ_NO_PIECE)
        return CQ_OK; /* it may be kept to some squares */
    run->ctx->note = NULL;
    status =
        cq_packing_improve(run->ctx, run->problem, run->seed + round, p->bound,
                           (uint64_t)WINDOWS << (round < 6 ? round : 6), &p->solution);
    run->ctx->note = note;
    if (left_by(p, &p->solution) < p->best) {
        p->best = left_by(p, &p->solution);
        cq_assert(p->best >= p->bound);
        snprintf(run->answer->engine, sizeof run->answer->engine, "repack");
        cq_note(run->ctx, "packed anew: %" PRIu64 " squares free", p->best);
    }
    return status;
}

static cq_status close_gap(packing *p)
{
    cq_run *run = &p->job->run;

    for (uint64_t round = 0; p->found && p->bound < p->best && run->stop == CQ_FINISHED;
         round++) {
        uint64_t bound = p->bound, best = p->best;

        cq_try(improve(p, round));
        cq_try(one_round(p));
        if (p->bound == bound && p->best == best)
            try_harder(p);
    }
    return CQ_OK;
}

static cq_status deliver(packing *p)
{
    cq_run *run = &p->job->run;
    cq_answer *answer = run->answer;

    if (p->found) {
        cq_try(cq_solution_uncovered(run->ctx, run->problem->board, &p->solution,
                                     &answer->findings.left));
        cq_try(cq_vec_push(run->ctx, &answer->solutions, p->solution));
        memset(&p->solution, 0, sizeof p->solution);
        answer->found = 1;
        answer->verdict = CQ_YES;
        answer->findings.bound = p->bound;
        cq_assert(answer->findings.left.count == p->best && p->bound <= p->best);
        answer->stop = run->stop; /* a bound below the best is all that was proved */
    } else if (p->certificate.proof != CQ_PROOF_NONE && run->stop == CQ_FINISHED) {
        answer->verdict = CQ_NO;
    }
    if (answer->verdict != CQ_UNKNOWN) {
        answer->certificate = p->certificate;
        memset(&p->certificate, 0, sizeof p->certificate);
    }
    return CQ_OK;
}

/* A run that was stopped hands out its best packing, if that lies right. The bound is
 * made of answers that were judged one by one. */
static cq_status judge_stopped(packing *p)
{
    cq_run *run = &p->job->run;
    char sentence[CQ_SENTENCE_SIZE];
    cq_problem *any = NULL;
    bool right = true;
    cq_status status =
        cq_problem_packing(run->ctx, run->problem, 0, CQ_ANY_COPIES, &any);

    cq_then(status, cq_check_solution(run->ctx, any, &run->answer->solutions.at[0],
                                      &right, sentence));
    if (status == CQ_OK && !right)
        status = cq_fail(run->ctx, CQ_DEFECT,
                         "the engine %s found a packing that fails its check: %s",
                         run->answer->engine, sentence);
    snprintf(run->answer->confirmed, sizeof run->answer->confirmed,
             "the packing is right; that it is the best is not proved");
    cq_problem_free(any);
    return status;
}

static cq_status deliver_stopped(void *user)
{
    packing *p = user;

    cq_try(deliver(p));
    return p->job->run.answer->verdict == CQ_YES ? judge_stopped(p) : CQ_OK;
}

cq_status cq_job_packing(cq_job *job)
{
    packing p = {.job = job,
                 .work = WORK_FIRST,
                 .allowed = job->run.work ? job->run.work : UINT64_MAX};
    cq_status status = bound_by_area(&p);

    cq_then(status, cq_run_see_stop(&job->run, begin(&p)));
    cq_then(status, cq_run_see_stop(&job->run, close_gap(&p)));
    if (status == CQ_OK && job->run.stop != CQ_FINISHED)
        status = cq_job_in_peace(job, deliver_stopped, &p);
    else if (status == CQ_OK)
        status = deliver(&p);
    cq_solution_free(&p.solution);
    cq_certificate_free(&p.certificate);
    return status == CQ_OK && job->run.stop == CQ_FINISHED ? cq_job_judge(job) : status;
}
