/* choice.c - which engines fit a problem and a goal, and which of them goes first.
 *
 * An engine says three things of a problem: whether it fits, its rank, and the seconds
 * it expects. Those that fit are ordered by rank, then by seconds (unknown ones after
 * all known), then as in the table.
 */
#include "solve/solve.h"

#include "base/assert.h"
#include "solve/connected.h"

#include <string.h>

const cq_rule *cq_goal_rule_against(const cq_problem *problem, cq_goal goal)
{
    return goal == CQ_GOAL_ESTIMATE ? cq_problem_sifting(problem) : NULL;
}

/* What is true of all solutions is true of those that are left. */
cq_goal cq_goal_of_engines(const cq_problem *problem, cq_goal goal)
{
    return cq_problem_sifting(problem) && goal != CQ_GOAL_BOUNDS ? CQ_GOAL_ALL : goal;
}

bool cq_goal_is_listed(const cq_problem *problem, cq_goal goal)
{
    return goal != CQ_GOAL_FIND && goal != CQ_GOAL_ALL && goal != CQ_GOAL_COUNT &&
           goal != CQ_GOAL_WHY && cq_goal_of_engines(problem, goal) != goal;
}

/* What an engine lacks of what is needed, in words; NULL: nothing. */
static const char *lacks(const cq_engine *engine, unsigned needs)
{
    unsigned missing = needs & ~engine->can;

    return missing & CQ_CAN_RESUME     ? "keep checkpoints"
           : missing & CQ_CAN_PART     ? "search a part alone"
           : missing & CQ_CAN_ENDS     ? "keep to a start and an end"
           : missing & CQ_CAN_SYMMETRY ? "look for symmetry"
           : missing & (CQ_CAN_MUST | CQ_CAN_MUST_OPEN)
               ? "keep to moves that must be used"
           : missing & CQ_CAN_NUMBERS ? "keep to given numbers"
           : missing & CQ_CAN_MAGIC   ? "look for magic tours"
           : missing & CQ_CAN_ORDER   ? "decide squares in a given order"
           : missing & CQ_CAN_WEIGHTS ? "draw solutions by their weights"
           : missing & CQ_CAN_MOVE_ORDER
               ? "try moves in a given order: backtrack, walk, warnsdorff and "
                 "conversion do"
               : NULL;
}

unsigned cq_engine_needs(const cq_problem *problem, cq_goal goal,
                         const cq_options *options)
{
    unsigned needs = 0;

    if (options->checkpoint || options->resume)
        needs |= CQ_CAN_RESUME;
    if (options->parts)
        needs |= CQ_CAN_PART;
    if (problem->kind == CQ_TOUR &&
        (problem->to != CQ_NO_VERTEX ||
         (problem->from != CQ_NO_VERTEX && (!problem->closed || problem->magic))))
        needs |= CQ_CAN_ENDS; /* where a closed tour starts is settled afterwards */
    if (problem->symmetric)
        needs |= CQ_CAN_SYMMETRY;
    if (problem->numbers.count)
        needs |= CQ_CAN_NUMBERS;
    if (problem->magic)
        needs |= CQ_CAN_MAGIC;
    if (problem->graph.must.count)
        needs |= problem->closed ? CQ_CAN_MUST : CQ_CAN_MUST_OPEN;
    if (options->order)
        needs |= CQ_CAN_ORDER;
    if (options->move_order && strcmp(options->move_order, "number") != 0)
        needs |= CQ_CAN_MOVE_ORDER;
    if (goal == CQ_GOAL_SAMPLE && cq_problem_is_weighted(problem))
        needs |= CQ_CAN_WEIGHTS;
    return needs;
}

static const char *missing(const cq_engine *engine, cq_goal goal, unsigned needs)
{
    return engine->goals & CQ_GOAL_BIT(goal) ? lacks(engine, needs)
                                             : cq_goal_of(goal)->words;
}

cq_fit cq_engine_ask(const cq_engine *engine, const cq_problem *problem, cq_goal goal)
{
    cq_fit fit = engine->can & CQ_ONLY_DOMINOES && !cq_problem_is_domino(problem)
                     ? cq_misfit("it is for dominoes only, in any number")
                     : engine->fits(problem, goal);

    cq_assert(fit.why[0] != '\0');
    cq_assert(!fit.fits || fit.rank <= CQ_RANK_LAST);
    return fit;
}

static cq_status choose_named(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                              const char *name, unsigned needs, cq_choice *out)
{
    const cq_engine *engine = cq_engine_find(name);
    cq_fit *fit = &out->at[0].fit;

    if (!engine)
        return cq_fail(ctx, CQ_REFUSED, "there is no engine called %s", name);
    if (missing(engine, goal, needs))
        return cq_fail(ctx, CQ_REFUSED, "the engine %s does not %s", name,
                       missing(engine, goal, needs));
    *fit = cq_engine_ask(engine, problem, goal);
    if (!fit->fits)
        return cq_fail(ctx, CQ_REFUSED, "the engine %s does not fit: %s", name,
                       fit->why);
    snprintf(fit->why, sizeof fit->why, "as asked");
    out->at[0].engine = engine;
    out->count = 1;
    return CQ_OK;
}

static bool goes_before(const cq_fit *a, const cq_fit *b)
{
    if (a->rank != b->rank)
        return a->rank < b->rank;
    return a->seconds >= 0 && (b->seconds < 0 || a->seconds < b->seconds);
}

static void insert(cq_choice *choice, const cq_candidate *one)
{
    size_t at = choice->count++;

    cq_assert(choice->count <= CQ_ENGINES_MOST && one->fit.fits);
    for (; at > 0 && goes_before(&one->fit, &choice->at[at - 1].fit); at--)
        choice->at[at] = choice->at[at - 1];
    choice->at[at] = *one;
    cq_assert(at + 1 == choice->count ||
              !goes_before(&choice->at[at + 1].fit, &one->fit));
}

cq_status cq_engine_choose(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                           const char *name, unsigned needs, cq_choice *out)
{
    char why[sizeof out->at[0].fit.why] = ""; /* the first that could does not fit */
    const cq_engine *engine;

    out->count = 0;
    if (name)
        return choose_named(ctx, problem, goal, name, needs, out);
    for (size_t i = 0; (engine = cq_engine_at(i)); i++) {
        cq_candidate one = {.engine = engine};

        if (engine == &cq_engine_necessary || !(engine->goals & CQ_GOAL_BIT(goal)))
            continue;
        if (cq_poll(ctx) != CQ_OK) /* each may look at all of a large board */
            return CQ_STOPPED;
        if (lacks(engine, needs))
            one.fit = cq_misfit("%s does not %s", engine->name, lacks(engine, needs));
        else
            one.fit = cq_engine_ask(engine, problem, goal);
        if (one.fit.fits)
            insert(out, &one);
        else if (!*why)
            memcpy(why, one.fit.why, sizeof why);
    }
    if (out->count == 0)
        return cq_fail(ctx, CQ_REFUSED, "no engine can %s here%s%s",
                       cq_goal_of(goal)->words, *why ? ": " : "", why);
    return CQ_OK;
}

/* More than that there are none. */
static bool lists(const cq_engine *engine)
{
    return engine != &cq_engine_necessary && !(engine->can & CQ_ONLY_PROVES);
}

cq_status cq_engine_fits(cq_context *ctx, size_t index, const cq_problem *problem,
                         cq_goal goal, const cq_options *options, cq_fit *out)
{
    cq_options known;
    const cq_engine *engine = cq_engine_at(index);
    cq_goal listed;
    unsigned needs;
    cq_status status = cq_need(ctx, out, "a place for what fits");

    cq_then(status, cq_options_read(ctx, options, &known));
    cq_then(status, cq_need(ctx, problem, "a problem"));
    if (status == CQ_OK && !engine)
        status = cq_fail(ctx, CQ_REFUSED, "there is no engine number %zu", index);
    if (status != CQ_OK)
        return status;
    listed = cq_goal_of_engines(problem, goal);
    needs = cq_engine_needs(problem, listed, &known);
    if (!cq_goal_suits(goal, problem))
        *out = cq_misfit("the goal %s is for %s only", cq_goal_name(goal),
                         cq_goal_whom(goal));
    else if (cq_goal_rule_against(problem, goal))
        *out = cq_misfit("the goal %s cannot have such rules", cq_goal_name(goal));
    else if (cq_goal_is_listed(problem, goal) && !lists(engine))
        *out = cq_misfit("it does not list solutions");
    else if (missing(engine, listed, needs))
        *out = cq_misfit("it does not %s", missing(engine, listed, needs));
    else
        *out = cq_engine_ask(engine, problem, listed);
    return CQ_OK;
}
