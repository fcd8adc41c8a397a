/* stages.c - a plan, as data: which engines are asked, in which order, and what is done
 * with what they say.
 *
 *     outline      on a board too large for lists of moves, an engine without them
 *     conditions   what every solution must fulfil
 *     proof        engines that can only say no
 *     engine       one that may give up, or that decides
 *     race         engines that decide in a time that nobody knows, side by side
 *     confirm      a count, again by another engine if that costs next to nothing
 *     foresee      for an estimate: what a sweep would take
 *     reason       a no without a reason: the engines that find one soon
 *     packing      the most pieces: solutions with fewer and fewer free squares
 *     chain        samples of tours, if the exact engine has no room for them
 *     listing      numbers, sums and samples of solutions that are sifted
 *
 * Engines of rank direct and proof come one by one. The exact ones decide, so that
 * nothing comes after them; those of rank last come only if there is no exact one. Each
 * stage is skipped if the question is decided by then; the last three have conditions
 * of their own (stages_run.c).
 */
#include "solve/stages.h"

#include "base/assert.h"

#include <math.h>

/* ---- stages ---- */

/* How a stage is called and told, and how many engines it has. */
static const struct {
    const char *name, *before, *between;
    size_t least, most;
} kinds[] = {
    [CQ_STAGE_OUTLINE] = {"outline", "at once ", "", 1, 1},
    [CQ_STAGE_CONDITIONS] = {"conditions", "conditions", "", 1, 1},
    [CQ_STAGE_PROOF] = {"proof", "proofs by ", "", 1, 1},
    [CQ_STAGE_ENGINE] = {"engine", "", "", 1, 1},
    [CQ_STAGE_RACE] = {"race", "", " beside ", 2, CQ_ENGINES_MOST},
    [CQ_STAGE_CONFIRM] = {"confirm", "confirmed by ", " or ", 1, CQ_ENGINES_MOST},
    [CQ_STAGE_FORESEE] = {"foresee", "a sweep foreseen by ", "", 1, 1},
    [CQ_STAGE_REASON] = {"reason", "reason by ", " or ", 1, CQ_ENGINES_MOST},
    [CQ_STAGE_PACKING] = {"packing", "packings", "", 0, 0},
    [CQ_STAGE_CHAIN] = {"chain", "chains", "", 0, 0},
    [CQ_STAGE_LISTING] = {"listing", "by listing", "", 0, 0},
};

typedef struct question {
    cq_context *ctx;
    const cq_problem *problem;
    cq_goal goal;
    const cq_options *options;
    bool classes; /* solutions are compared, one by one */
    cq_choice choice;
    cq_solve_plan *plan;
} question;

static cq_status add_stage(question *q, cq_stage_kind kind, const char *why)
{
    cq_planned stage = {.shown = {.kind = kind}};

    snprintf(stage.why, sizeof stage.why, "%s", why);
    return cq_vec_push(q->ctx, &q->plan->stages, stage);
}

static cq_planned *last_stage(const question *q)
{
    cq_assert(q->plan->stages.count > 0);
    return &q->plan->stages.at[q->plan->stages.count - 1];
}

static void add_engine(question *q, const cq_engine *engine)
{
    cq_planned *stage = last_stage(q);

    cq_assert(stage->shown.count < CQ_ENGINES_MOST);
    for (size_t i = 0; i < stage->shown.count; i++)
        cq_assert(stage->engines[i] != engine); /* nobody is asked twice */
    stage->names[stage->shown.count] = engine->name;
    stage->engines[stage->shown.count++] = engine;
}

static cq_status add_alone(question *q, cq_stage_kind kind, const cq_engine *engine,
                           const char *why)
{
    cq_try(add_stage(q, kind, why));
    add_engine(q, engine);
    return CQ_OK;
}

/* One more in the last stage, if that is of this kind. */
static cq_status add_another(question *q, cq_stage_kind kind, const cq_engine *engine,
                             const char *why)
{
    if (last_stage(q)->shown.kind != kind)
        return add_alone(q, kind, engine, why);
    add_engine(q, engine);
    return CQ_OK;
}

/* ---- engines ---- */

/* A board that is too large for lists until they are needed. */
static bool is_outline(const cq_problem *problem)
{
    return problem->kind == CQ_TOUR && !problem->graph.starts;
}

/* Whether an engine may go before the conditions: it needs no lists, and it is quick or
 * a count, which a sweep begins or refuses at once. */
static bool goes_first(const question *q, const cq_candidate *one)
{
    return (one->engine->can & CQ_CAN_OUTLINE) &&
           (q->goal == CQ_GOAL_COUNT || one->fit.rank == CQ_RANK_DIRECT);
}

/* On such a board an engine that needs no lists goes first, before the conditions, and
 * is not asked again. */
static cq_status plan_outline(question *q)
{
    cq_choice *choice = &q->choice;
    size_t at = 0;

    while (at < choice->count && !goes_first(q, &choice->at[at]))
        at++;
    if (!is_outline(q->problem) || at == choice->count)
        return CQ_OK;
    cq_try(add_alone(q, CQ_STAGE_OUTLINE, choice->at[at].engine, "the board is large"));
    if (choice->count == 1)
        return CQ_OK;
    choice->count--;
    for (; at < choice->count; at++)
        choice->at[at] = choice->at[at + 1];
    return CQ_OK;
}

/* A run that is kept on file or cut into parts keeps to one engine: its state, or its
 * tree, is that of one. */
static bool may_race(const question *q)
{
    const cq_options *o = q->options;

    return !o->engine && !o->checkpoint && !o->resume && !o->parts && !o->order &&
           (q->goal == CQ_GOAL_FIND || q->goal == CQ_GOAL_ALL ||
            q->goal == CQ_GOAL_WHY || q->goal == CQ_GOAL_COUNT ||
            q->goal == CQ_GOAL_CHEAPEST || q->goal == CQ_GOAL_DEAREST);
}

/* Beyond this ratio it is certain which is faster. */
static const double certain = 1e4;

static bool is_hopeless(const cq_fit *fit, const cq_fit *best)
{
    return fit->seconds >= 0 && best->seconds >= 0 &&
           fit->seconds > certain * fmax(best->seconds, 1e-3);
}

/* Racers go different ways: of two searches, or two sweeps, the better one runs. */
static void enter_race(question *q, const cq_engine *engine)
{
    const cq_planned *stage = last_stage(q);

    for (size_t i = 0; i < stage->shown.count; i++)
        if (stage->engines[i]->way == engine->way)
            return;
    add_engine(q, engine);
}

/* Solutions may be for others to find: that there is none is decided by a count too. */
static void enter_refuters(question *q)
{
    const cq_engine *engine;
    unsigned needs = cq_engine_needs(q->problem, q->goal, q->options);

    for (size_t i = 0; (engine = cq_engine_at(i)); i++) {
        cq_fit fit;

        if (!(engine->refutes & CQ_GOAL_BIT(q->goal)) || (needs & ~engine->can))
            continue;
        fit = cq_engine_ask(engine, q->problem, CQ_GOAL_COUNT);
        if (fit.fits && fit.rank == CQ_RANK_EXACT)
            enter_race(q, engine);
    }
}

static cq_status plan_exact(question *q, size_t first)
{
    const cq_choice *choice = &q->choice;

    cq_try(add_stage(q, CQ_STAGE_RACE, "it is not known in advance which is faster"));
    for (size_t i = first; i < choice->count && may_race(q); i++)
        if (choice->at[i].fit.rank == CQ_RANK_EXACT &&
            !is_hopeless(&choice->at[i].fit, &choice->at[first].fit))
            enter_race(q, choice->at[i].engine);
    if (may_race(q))
        enter_refuters(q);
    cq_assert(last_stage(q)->shown.kind == CQ_STAGE_RACE);
    if (last_stage(q)->shown.count > 1)
        return CQ_OK;
    q->plan->stages.count--;
    return add_alone(q, CQ_STAGE_ENGINE, choice->at[first].engine,
                     choice->at[first].fit.why);
}

/* Tours may be too many for a sweep that draws them. */
static cq_status plan_chain(question *q)
{
    if (q->goal != CQ_GOAL_SAMPLE || q->problem->kind != CQ_TOUR || q->options->engine)
        return CQ_OK;
    return add_stage(q, CQ_STAGE_CHAIN,
                     "it draws tours of any board, but not exactly uniformly");
}

static cq_status plan_engines(question *q)
{
    const cq_choice *choice = &q->choice;

    for (size_t i = 0; i < choice->count; i++) {
        const cq_candidate *one = &choice->at[i];

        cq_assert(i == 0 || choice->at[i - 1].fit.rank <= one->fit.rank);
        if (one->fit.rank == CQ_RANK_EXACT) {
            cq_try(plan_exact(q, i));
            return plan_chain(q);
        }
        cq_try(add_alone(
            q, one->engine->can & CQ_ONLY_PROVES ? CQ_STAGE_PROOF : CQ_STAGE_ENGINE,
            one->engine, one->fit.why));
    }
    return CQ_OK;
}

/* The first engine that does more than look for a reason why not. */
static size_t first_counter(const cq_choice *choice)
{
    size_t i = 0;

    while (i < choice->count && choice->at[i].engine->can & CQ_ONLY_PROVES)
        i++;
    return i;
}

/* Beyond this many seconds a second count is not worth its time. */
static const double confirm_most = 0.05;

/* A number has no short proof: if a second method costs little, it is asked too. Of
 * several that race, the one that counted is left out when it comes to that. */
static cq_status plan_confirmation(question *q)
{
    const cq_choice *choice = &q->choice;
    size_t first = first_counter(choice);

    if (q->goal != CQ_GOAL_COUNT || q->options->parts || q->classes)
        return CQ_OK;
    if (last_stage(q)->shown.kind != CQ_STAGE_RACE)
        first++;
    for (size_t i = first; i < choice->count; i++) {
        const cq_candidate *one = &choice->at[i];

        if (!(one->engine->can & CQ_ONLY_PROVES) && one->fit.seconds >= 0 &&
            one->fit.seconds <= confirm_most)
            cq_try(add_another(q, CQ_STAGE_CONFIRM, one->engine,
                               "a number has no short proof"));
    }
    return CQ_OK;
}

/* An estimate says also what a sweep would take, if one would be asked to count. */
static cq_status plan_foresight(question *q)
{
    cq_choice counters;

    if (q->goal != CQ_GOAL_ESTIMATE)
        return CQ_OK;
    cq_try(cq_engine_choose(q->ctx, q->problem, CQ_GOAL_COUNT, NULL, 0, &counters));
    cq_assert(first_counter(&counters) < counters.count);
    if (counters.at[first_counter(&counters)].engine != &cq_engine_frontier)
        return CQ_OK;
    return add_alone(q, CQ_STAGE_FORESEE, &cq_engine_frontier,
                     "it would be asked to count");
}

/* Numbers say no without saying why, solutions are not found without a reason. */
static bool tells_numbers(cq_goal goal)
{
    return goal != CQ_GOAL_FIND && goal != CQ_GOAL_ALL && goal != CQ_GOAL_WHY &&
           !cq_goal_of(goal)->without_conditions;
}

/* Whether an engine that only proves has a stage before. */
static bool was_asked(const question *q, const cq_engine *engine)
{
    for (size_t i = 0; i < q->plan->stages.count; i++) {
        const cq_planned *stage = &q->plan->stages.at[i];

        if (stage->shown.kind == CQ_STAGE_PROOF && stage->engines[0] == engine)
            return true;
    }
    return false;
}

/* Engines that find a reason soon. Those that find tours are of no use here. */
static cq_status plan_reason(question *q)
{
    cq_choice provers;

    if (q->options->parts || !tells_numbers(q->goal))
        return CQ_OK;
    cq_try(cq_engine_choose(q->ctx, q->problem, CQ_GOAL_WHY, NULL, 0, &provers));
    for (size_t i = 0; i < provers.count; i++) {
        const cq_engine *engine = provers.at[i].engine;

        if (provers.at[i].fit.rank == CQ_RANK_DIRECT &&
            (q->problem->kind != CQ_TOUR || engine->can & CQ_ONLY_PROVES) &&
            !was_asked(q, engine))
            cq_try(add_another(q, CQ_STAGE_REASON, engine,
                               "a number alone says no without saying why"));
    }
    return CQ_OK;
}

/* ---- the plan ---- */

/* The texts that a stage shows lie beside it: only now they stay where they are. */
static void show_stages(cq_solve_plan *plan)
{
    for (size_t i = 0; i < plan->stages.count; i++) {
        cq_planned *stage = &plan->stages.at[i];

        cq_assert(stage->why[0] != '\0'); /* every stage says why */
        cq_assert(stage->shown.count >= kinds[stage->shown.kind].least &&
                  stage->shown.count <= kinds[stage->shown.kind].most);
        stage->shown.engines = stage->names;
        stage->shown.why = stage->why;
    }
}

/* The engine that was asked for, or whose checkpoint is resumed; NULL: any. */
static cq_status name_engine(const question *q, cq_checkpoint_info *info,
                             const char **out)
{
    *out = q->options->engine;
    if (*out || !q->options->resume)
        return CQ_OK;
    *out = info->engine;
    return cq_checkpoint_look(q->ctx, q->options->resume, info);
}

/* Some goals are reached by questions within the question, each with a plan of its own:
 * the most pieces, if they are no matching, by solutions with fewer and fewer free
 * squares, and what needs sums or numbers, if solutions are sifted, by a list. */
static cq_status plan_within(question *q, cq_stage_kind kind, const char *why)
{
    const cq_options *o = q->options;

    if (o->parts || o->checkpoint || o->resume || o->order)
        return cq_fail(
            q->ctx, CQ_REFUSED,
            "the goal %s works in one run%s: it cannot be combined with parts, "
            "checkpoints or a given order",
            cq_goal_name(q->goal), kind == CQ_STAGE_LISTING ? " here" : "");
    return add_stage(q, kind, why);
}

static cq_status make_stages(question *q)
{
    cq_checkpoint_info info;
    const char *name;

    cq_try(name_engine(q, &info, &name));
    if (q->goal == CQ_GOAL_MAX && !cq_problem_is_matching(q->problem))
        return plan_within(q, CQ_STAGE_PACKING,
                           "fewer and fewer squares are left free");
    if (cq_goal_is_listed(q->problem, q->goal))
        return plan_within(q, CQ_STAGE_LISTING,
                           "a rule is judged in each solution, so all are listed");
    cq_try(cq_engine_choose(q->ctx, q->problem, q->goal, name,
                            cq_engine_needs(q->problem, q->goal, q->options),
                            &q->choice));
    if (!name) {
        cq_try(plan_outline(q));
        if (!cq_goal_of(q->goal)->without_conditions)
            cq_try(add_alone(q, CQ_STAGE_CONDITIONS, &cq_engine_necessary,
                             "conditions that every solution satisfies"));
    }
    cq_try(plan_engines(q));
    if (!name) {
        cq_try(plan_foresight(q));
        cq_try(plan_confirmation(q));
    }
    return plan_reason(q);
}

cq_status cq_stages_make(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                         const cq_options *options, const cq_classes *classes,
                         cq_solve_plan **out)
{
    question q = {.ctx = ctx,
                  .problem = problem,
                  .goal = cq_goal_is_listed(problem, goal)
                              ? goal
                              : cq_classes_goal(classes, goal),
                  .options = options,
                  .classes = classes != NULL};
    cq_status status;

    q.plan = cq_zalloc(ctx, 1, sizeof *q.plan);
    cq_try_memory(q.plan);
    status = make_stages(&q);
    if (status != CQ_OK) {
        cq_solve_plan_free(q.plan);
        return status;
    }
    show_stages(q.plan);
    *out = q.plan;
    return CQ_OK;
}

cq_status cq_solve_plan_new(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                            const cq_options *options, cq_solve_plan **out)
{
    cq_options known;
    cq_classes *classes = NULL;
    cq_status status = cq_need(ctx, out, "a place for the plan");

    cq_then(status, cq_options_read(ctx, options, &known));
    cq_then(status, cq_question_check(ctx, problem, goal, &known));
    cq_then(status, cq_classes_new(ctx, problem, goal, &known, &classes));
    cq_then(status, cq_stages_make(ctx, problem, goal, &known, classes, out));
    cq_classes_free(classes);
    return status;
}

void cq_solve_plan_free(cq_solve_plan *plan)
{
    if (!plan)
        return;
    cq_vec_free(&plan->stages);
    cq_free(plan);
}

size_t cq_solve_plan_count(const cq_solve_plan *plan)
{
    return plan ? plan->stages.count : 0;
}

const cq_stage *cq_solve_plan_stage(const cq_solve_plan *plan, size_t index)
{
    return plan && index < plan->stages.count ? &plan->stages.at[index].shown : NULL;
}

/* ---- words ---- */

const char *cq_stage_kind_name(cq_stage_kind kind)
{
    return (size_t)kind < sizeof kinds / sizeof *kinds ? kinds[kind].name : NULL;
}

void cq_stages_tell(const cq_solve_plan *plan, char *out, size_t size)
{
    size_t used = 0;

    *out = '\0';
    for (size_t i = 0; i < plan->stages.count; i++) {
        const cq_stage *stage = &plan->stages.at[i].shown;

        for (size_t k = 0; (k == 0 || k < stage->count) && used < size; k++)
            used += (size_t)snprintf(
                out + used, size - used, "%s%s%s", i > 0 && k == 0 ? "; " : "",
                k == 0 ? kinds[stage->kind].before : kinds[stage->kind].between,
                stage->kind == CQ_STAGE_CONDITIONS || k == stage->count
                    ? ""
                    : stage->engines[k]);
    }
}
