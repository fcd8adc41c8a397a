/* solve_job.h - a call of cq_solve while it is under way. */
#ifndef CQ_SOLVE_SOLVE_JOB_H
#define CQ_SOLVE_SOLVE_JOB_H

#include "check/check.h"
#include "engine/checkpoint.h"
#include "solve/classes.h"
#include "solve/stages.h"

typedef struct cq_job {
    cq_run run; /* first: the run is the job */
    const cq_options *options;
    cq_checker *checker;
    cq_classes *classes;  /* NULL: all solutions are wanted */
    cq_answer *single;    /* what on_solution gets to see */
    cq_solution stripped; /* a tiling without the blanks of its free squares */
    cq_solution filled;   /* the one to be numbered, with them */
    cq_solution ordered;  /* a solution whose parts came in another order */
    cq_solution mixed;    /* a tour that was changed by the seed */
    cq_solution turned;   /* a closed tour from another start */
    cq_checkpoint checkpoint;
    uint32_t epoch; /* searches that other ranks took part in */
} cq_job;

/* What the run does with a solution: it is checked, sorted into its class, and shown or
 * kept (deliver.c). */
cq_status cq_job_found(cq_run *run, const cq_solution *solution);

/* Another tour of the problem out of this one, by the seed (mix_tour.c). */
cq_status cq_tour_mix(cq_context *ctx, const cq_problem *problem, uint64_t seed,
                      cq_u32s *walk);

/* The engine, with what its run needs; nothing is judged yet (judged.c). */
cq_status cq_job_run(cq_job *job, const cq_engine *engine);
/* The engine alone; what it says is checked. */
cq_status cq_job_engine(cq_job *job, const cq_engine *engine);
/* Only the checking. */
cq_status cq_job_judge(cq_job *job);
/* That what is given to be numbered is a solution. */
cq_status cq_job_check_given(cq_job *job);

/* A no has a reason, other than that all was tried. */
static inline bool cq_answer_has_proof(const cq_answer *answer)
{
    return answer->certificate.proof != CQ_PROOF_NONE &&
           answer->certificate.proof != CQ_PROOF_EXHAUSTED;
}

/* Nothing is decided, and nothing has stopped the run. */
bool cq_job_is_open(const cq_job *job);
/* All stages, until the question is decided (stages_run.c). */
cq_status cq_job_stages(cq_job *job, const cq_solve_plan *plan);
/* The stages of several engines, each in a file of its own. */
cq_status cq_job_race(cq_job *job, const cq_planned *stage);
cq_status cq_job_confirm(cq_job *job, const cq_planned *stage);
cq_status cq_job_reason(cq_job *job, const cq_planned *stage);
/* As many squares covered as possible, by any pieces (packing.c). */
cq_status cq_job_packing(cq_job *job);
/* Tours drawn by a chain of steps, which are not exactly uniform (chain_tours.c). */
cq_status cq_job_chain(cq_job *job);
/* What needs sums or numbers of solutions that are sifted, by listing them (listing.c).
 */
cq_status cq_job_listing(cq_job *job);

/* Hands out what was found even if the time is over, or the user has stopped the run:
 * it is small work, but more than some looks at the clock (deliver.c). */
typedef cq_status cq_peace_fn(void *user);
cq_status cq_job_in_peace(cq_job *job, cq_peace_fn *hand_out, void *user);

/* How the answer was confirmed: the checker's own count, if nothing else (confirm.c).
 */
cq_status cq_job_tell_confirmed(cq_job *job);

/* ---- several ranks (greet.c) ---- */

/* Whether the options name ranks that may make this call: rank 0 cq_solve, the others
 * cq_follow. */
cq_status cq_ranks_check(cq_context *ctx, const cq_options *options, bool first);
/* Rank 0: waits for the others, and sees that all have the same question; in the end
 * tells them that it is answered. */
cq_status cq_job_greet(const cq_job *job);
void cq_job_part(const cq_job *job);
/* The others: take part in searches until rank 0 has the answer. */
cq_status cq_job_follow(cq_job *job, cq_goal goal);
/* Rank 0 learns what went wrong in another, in a search or, with 0, before any. */
void cq_job_tell_failure(cq_context *ctx, const cq_ranks *ranks, uint32_t epoch,
                         cq_status status);

/* Where the run keeps its state and resumes it, if the options say so (long_run.c). */
void cq_job_checkpoint(cq_job *job);
/* For a question within this one: its solutions are not shown, and its state is not
 * kept on file. */
cq_options cq_job_options_within(const cq_job *job);

#endif
