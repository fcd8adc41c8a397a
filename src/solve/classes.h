/* classes.h - which solutions are wanted, and the size of their classes, if the caller
 * asked for one of each class or for symmetric ones. */
#ifndef CQ_SOLVE_CLASSES_H
#define CQ_SOLVE_CLASSES_H

#include "engine/engine.h"

typedef struct cq_classes cq_classes;

/* *out stays NULL if neither is asked for, and no rule passes over solutions.
 * CQ_REFUSED for a goal or a problem that has no classes. */
cq_status cq_classes_new(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                         const cq_options *options, cq_classes **out);
void cq_classes_free(cq_classes *classes);

/* The goal by which engines are chosen: solutions that must be compared must be
 * listed. */
cq_goal cq_classes_goal(const cq_classes *classes, cq_goal goal);
/* Whether no solution can be among those wanted. */
bool cq_classes_hopeless(const cq_classes *classes);
/* Sets what the engine is to leave out, and whether it may count by itself. */
cq_status cq_classes_prepare(cq_classes *classes, const cq_engine *engine, cq_run *run);

/* What became of a solution. */
typedef struct cq_sorted {
    bool wanted;
    const cq_solution *shown; /* the one that stands for its class */
    uint64_t size;            /* of the class; 0: not asked for */
} cq_sorted;

/* The solution's parts are in order. `show`: the answer will hold it. */
cq_status cq_classes_sort(cq_classes *classes, cq_run *run, const cq_solution *solution,
                          bool show, cq_sorted *out);
/* CQ_DEFECT if an engine that met every solution leaves classes whose sizes do not
 * add up to them. */
cq_status cq_classes_finish(const cq_classes *classes, const cq_run *run);

#endif
