/* stages.h - the plan of a run: what is done to decide a question, made before anything
 * is done. */
#ifndef CQ_SOLVE_STAGES_H
#define CQ_SOLVE_STAGES_H

#include "solve/classes.h"
#include "solve/solve.h"

typedef struct cq_planned {
    cq_stage shown; /* its texts are those below */
    const cq_engine *engines[CQ_ENGINES_MOST];
    const char *names[CQ_ENGINES_MOST];
    char why[sizeof((cq_fit *)NULL)->why];
} cq_planned;

struct cq_solve_plan {
    CQ_VEC(cq_planned) stages;
};

/* The engine in options->engine alone, or the one that resumes a checkpoint; else all
 * that is of use. `classes` may be NULL. */
cq_status cq_stages_make(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                         const cq_options *options, const cq_classes *classes,
                         cq_solve_plan **out);
/* One line for people: "conditions; search beside frontier". Cut short if it is
 * long. */
void cq_stages_tell(const cq_solve_plan *plan, char *out, size_t size);

#endif
