/* registry.c - the table of engines, and the choice among them.
 *
 * To add an engine: a folder under src/engine, a row here, a page in docs/engines.
 */
#include "solve/solve.h"

#include <string.h>

static const cq_engine *const engines[] = {
    &cq_engine_necessary,  &cq_engine_matching,  &cq_engine_gomory,
    &cq_engine_hall,       &cq_engine_shuffle,   &cq_engine_cftp,
    &cq_engine_kasteleyn,  &cq_engine_transfer,  &cq_engine_polyomino,
    &cq_engine_search,     &cq_engine_backtrack, &cq_engine_dlx,
    &cq_engine_warnsdorff, &cq_engine_rotation,  &cq_engine_tough,
    &cq_engine_cuts,       &cq_engine_multipath, &cq_engine_conversion,
    &cq_engine_walk,       &cq_engine_weave,     &cq_engine_frontier,
    &cq_engine_plugs,
};

enum { ENGINES = sizeof engines / sizeof *engines };
_Static_assert(sizeof engines / sizeof *engines <= CQ_ENGINES_MOST,
               "a choice holds all engines");

const cq_engine *cq_engine_at(size_t index)
{
    return index < ENGINES ? engines[index] : NULL;
}

/* Names from earlier versions. */
static const struct alias {
    const char *name, *now;
} aliases[] = {{"forced", "multipath"}};

const char *cq_engine_alias(size_t index, const char **now)
{
    if (index >= sizeof aliases / sizeof *aliases)
        return NULL;
    *now = aliases[index].now;
    return aliases[index].name;
}

const cq_engine *cq_engine_find(const char *name)
{
    const char *alias, *now;

    for (size_t i = 0; (alias = cq_engine_alias(i, &now)); i++)
        if (strcmp(alias, name) == 0)
            name = now;
    for (size_t i = 0; i < ENGINES; i++)
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    return NULL;
}

const char *cq_engine_name(size_t index)
{
    return index < ENGINES ? engines[index]->name : NULL;
}

const char *cq_engine_summary(size_t index)
{
    return index < ENGINES ? engines[index]->summary : NULL;
}

/* What an engine lacks of what is needed, in words; NULL: nothing. */
static const char *lacks(const cq_engine *engine, unsigned needs)
{
    unsigned missing = needs & ~engine->can;

    return missing & CQ_CAN_RESUME     ? "keep checkpoints"
           : missing & CQ_CAN_PART     ? "search a part alone"
           : missing & CQ_CAN_ENDS     ? "keep to a start and an end"
           : missing & CQ_CAN_SYMMETRY ? "look for symmetry"
           : missing & CQ_CAN_ORDER    ? "decide squares in a given order"
                                       : NULL;
}

static cq_status choose_named(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                              const char *name, unsigned needs, cq_choice *out)
{
    const cq_engine *engine = cq_engine_find(name);
    cq_fit fit = {0};

    if (!engine)
        return cq_fail(ctx, CQ_REFUSED, "there is no engine called %s", name);
    if (!(engine->goals & CQ_GOAL_BIT(goal)))
        return cq_fail(ctx, CQ_REFUSED, "the engine %s does not %s", name,
                       cq_goal_of(goal)->words);
    if (lacks(engine, needs))
        return cq_fail(ctx, CQ_REFUSED, "the engine %s does not %s", name,
                       lacks(engine, needs));
    engine->fits(problem, goal, &fit);
    if (!fit.fits)
        return cq_fail(ctx, CQ_REFUSED, "the engine %s does not fit: %s", name,
                       fit.why);
    out->engines[0] = engine;
    out->costs[0] = fit.cost;
    out->count = 1;
    snprintf(out->why, sizeof out->why, "as asked");
    return CQ_OK;
}

/* Keeps the engines in the order of their costs. */
static void insert(cq_choice *choice, const cq_engine *engine, const cq_fit *fit)
{
    size_t at = choice->count++;

    for (; at > 0 && choice->costs[at - 1] > fit->cost; at--) {
        choice->costs[at] = choice->costs[at - 1];
        choice->engines[at] = choice->engines[at - 1];
    }
    choice->costs[at] = fit->cost;
    choice->engines[at] = engine;
    if (at == 0)
        snprintf(choice->why, sizeof choice->why, "%s", fit->why);
}

cq_status cq_engine_choose(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                           const char *name, unsigned needs, cq_choice *out)
{
    char why[sizeof out->why] = ""; /* the first that could does not fit */

    out->count = 0;
    if (name)
        return choose_named(ctx, problem, goal, name, needs, out);
    for (size_t i = 0; i < ENGINES; i++) {
        cq_fit fit = {0};

        if (engines[i] == &cq_engine_necessary ||
            !(engines[i]->goals & CQ_GOAL_BIT(goal)))
            continue;
        if (lacks(engines[i], needs)) {
            if (!*why)
                snprintf(why, sizeof why, "%s does not %s", engines[i]->name,
                         lacks(engines[i], needs));
            continue;
        }
        engines[i]->fits(problem, goal, &fit);
        if (fit.fits)
            insert(out, engines[i], &fit);
        else if (!*why)
            snprintf(why, sizeof why, "%s", fit.why);
    }
    if (out->count == 0)
        return cq_fail(ctx, CQ_REFUSED, "no engine can %s here%s%s",
                       cq_goal_of(goal)->words, *why ? ": " : "", why);
    return CQ_OK;
}
