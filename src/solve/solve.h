/* solve.h - choosing an engine and running it. */
#ifndef CQ_SOLVE_SOLVE_H
#define CQ_SOLVE_SOLVE_H

#include "engine/engine.h"
#include "engine/frontier/order.h"

enum { CQ_ENGINES_MOST = 32 };

/* NULL past the last, or for an unknown name. */
const cq_engine *cq_engine_at(size_t index);
const cq_engine *cq_engine_find(const char *name);

/* Asks an engine whether it fits: see cq_fit. */
cq_fit cq_engine_ask(const cq_engine *engine, const cq_problem *problem, cq_goal goal);

/* The engine of that name alone, or, if it is NULL, all that fit, the preferred first,
 * of those that can do what is needed (CQ_CAN_... bits); CQ_REFUSED with the reason if
 * there is none (choice.c). */
typedef struct cq_candidate {
    const cq_engine *engine;
    cq_fit fit;
} cq_candidate;

typedef struct cq_choice {
    cq_candidate at[CQ_ENGINES_MOST];
    size_t count;
} cq_choice;

cq_status cq_engine_choose(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                           const char *name, unsigned needs, cq_choice *out);
/* The rule that the goal cannot be combined with, or NULL. */
const cq_rule *cq_goal_rule_against(const cq_problem *problem, cq_goal goal);
/* What engines are asked for: solutions that are sifted by a rule must be listed,
 * whatever the goal is. */
cq_goal cq_goal_of_engines(const cq_problem *problem, cq_goal goal);
/* Whether the goal is reached by what a list comes to (listing.c). */
bool cq_goal_is_listed(const cq_problem *problem, cq_goal goal);
/* What only some engines can do, and the problem or the options ask for. */
unsigned cq_engine_needs(const cq_problem *problem, cq_goal goal,
                         const cq_options *options);

/* The options with what is not set by default: CQ_INPUT for what no call can mean
 * (options.c). `given` may be NULL. */
cq_status cq_options_read(cq_context *ctx, const cq_options *given, cq_options *out);
/* When a call with this time limit must end (no limit: 0 seconds), but not later than
 * its context; 0: never. */
double cq_call_deadline(const cq_context *ctx, double started, double seconds);
/* CQ_REFUSED for a goal that is not for such problems, and for a part that there is
 * not. */
cq_status cq_question_check(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                            const cq_options *options);

#endif
