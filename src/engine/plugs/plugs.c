/* plugs.c - counts tours exactly, by the states of a sweep over the graph, and finds
 * tours.
 *
 * The sweep passes the vertices one by one. The part that was passed contains pieces of
 * a tour: paths whose ends stick out like plugs into the part still to come. How a tour
 * can continue depends only on which vertices ahead are untouched, which are ends, and
 * which ends belong together, so all ways to reach such a state are merged into one
 * number. That is counting with a transfer matrix (for Hamiltonian cycles Klein 1980,
 * Stoyan and Strehl 1996; Knuth's Simpath, The Art of Computer Programming 4A, 7.1.4).
 * McKay ("Knight's tours on an 8 x 8 chessboard", 1997) was the first to get the number
 * for 8 x 8 right.
 *
 * Here states with the same pattern of untouched and done vertices share a block, and
 * the matings of their ends are numbers within it: see plug_layer.h and matings.h for
 * how they are kept, plug_step.c for how they move on, plug_plan.c for the order and
 * the cut, join_layers.c for how two halves make tours.
 *
 * The number says whether there is a tour. One is read from the layers of a sweep over
 * all vertices that kept its layers (read_tour.c): the counting sweep if it was of that
 * kind, otherwise a second one. Random tours are read from such layers, too.
 *
 * Numbers are exact: they have as many words as the sum of all numbers of a layer
 * needs.
 */
#include "engine/plugs/plugs.h"

#include "base/machine.h"
#include "engine/checkpoint.h"
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_join.h"
#include "engine/plugs/plug_share.h"

#include <math.h>

/* There are too many expected states if they would fill the memory this many times; the
 * estimate may be too high. */
static const double hope = 16;

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    (void)goal;
    return problem->kind == CQ_TOUR && !problem->symmetric
               ? cq_fit_for(CQ_RANK_EXACT, -1,
                            "it adds up states instead of listing tours")
               : cq_misfit("it counts tours only, and not the symmetric ones alone");
}

static void progress(void *state, cq_progress *out)
{
    cq_plugs *plugs = state;
    const cq_team *team = &plugs->team;
    double doing = 0;

    if (team->tasks)
        doing = plugs->doing * (double)atomic_load(&team->done) / (double)team->tasks;
    out->work = plugs->states;
    out->unit = "states";
    if (plugs->plan.weight > 0)
        out->share = (plugs->done + doing) / plugs->plan.weight;
}

/* All of the steps that are done, and of the one at hand the first gatherer's, which
 * the thread that asks is. */
static void meter(const void *state, double units[CQ_UNITS])
{
    const cq_plugs *plugs = state;

    if (plugs->gatherers)
        units[0] += (double)(plugs->others + plugs->gatherers[0].additions);
    units[1] += (double)plugs->layers;
    units[2] += (double)plugs->matings.entries;
}

/* What the layers may take: the limit, or three quarters of the machine's memory. */
static size_t budget_of(const cq_context *ctx)
{
    size_t room = cq_context_room(ctx), there = cq_machine_memory();

    if (room || !there)
        return room ? room : SIZE_MAX;
    return there / 4 * 3;
}

/* What a sweep is expected to take. */
typedef struct prospect {
    double states; /* at once */
    double bytes;  /* of memory in each rank, without a limit */
    double packed; /* the same on disk */
    double memory, disk, seconds;
} prospect;

/* As measured: on knight's boards a layer has a fifth of the states that are weighed,
 * and all of them with the join a fortieth; two layers with what is needed besides take
 * some thirty bytes for each state of the larger, and on disk, packed, less than half.
 * Layers that are kept take less, since nothing else is needed for them. */
static const double leaper_share = 0.2, leaper_sum_share = 0.025, state_bytes = 30,
                    disk_bytes = 13, state_seconds = 65e-9, disk_slowness = 2,
                    kept_bytes = 12, kept_disk_bytes = 4;

static prospect look_ahead(const cq_plugs *plugs)
{
    const cq_plug_plan *plan = &plugs->plan;
    double share = plan->flat ? 1 : leaper_share;
    double sum = (plan->flat ? 1 : leaper_sum_share) * plan->weight;
    double kept = plugs->keeping ? sum : 0;
    prospect p = {.states = fmax(1, share * plan->states)};
    double ranks = cq_spread_count(plugs->spread);

    p.bytes = p.memory = (p.states * state_bytes + kept * kept_bytes) / ranks;
    p.packed = (p.states * disk_bytes + kept * kept_disk_bytes) / ranks;
    cq_assert(p.bytes >= p.packed && ranks >= 1);
    p.seconds = 1e-3 + state_seconds * sum;
    if (p.bytes > (double)plugs->in_memory) {
        p.memory = (double)plugs->in_memory;
        p.disk = p.packed;
        p.seconds *= disk_slowness;
    }
    return p;
}

static cq_status refuse(const cq_plugs *plugs, const prospect *p)
{
    const cq_plug_plan *plan = &plugs->plan;

    if (isinf(plan->weight))
        return cq_fail(plugs->ctx, CQ_MEMORY,
                       "counting would need about 10^%.0f states, on %u vertices at "
                       "once",
                       cq_weigh_digits(plan->slots), plan->slots);
    return cq_fail(plugs->ctx, CQ_MEMORY,
                   "counting would need about %.1g states at once, %.1g bytes of "
                   "memory or %.1g on disk, but there are %.1g and %.1g",
                   p->states, p->bytes, p->packed, (double)plugs->budget,
                   cq_scratch_space(plugs->folder));
}

/* Says what is expected, and refuses if that is beyond hope. */
static cq_status expect(const cq_plugs *plugs)
{
    prospect p = look_ahead(plugs);
    double space = cq_scratch_space(plugs->folder);

    if (isinf(plugs->plan.weight) ||
        (p.bytes > hope * (double)plugs->budget && p.packed > hope * space))
        return refuse(plugs, &p);
    if (p.disk == 0)
        cq_note(plugs->ctx,
                "by %s, about %.1g states at once, %.1g bytes of memory, %.1g s",
                plugs->plan.order, p.states, p.memory, p.seconds);
    else
        cq_note(plugs->ctx,
                "by %s, about %.1g states at once, %.1g bytes of memory and %.1g on "
                "disk in %s, which has %.1g, %.1g s",
                plugs->plan.order, p.states, p.memory, p.disk, plugs->folder, space,
                p.seconds);
    return CQ_OK;
}

/* The same for the user who asked no more than that. */
static cq_status estimate(cq_plugs *plugs)
{
    cq_estimate *out = &plugs->run->answer->estimate;
    prospect p = look_ahead(plugs);

    if (isinf(plugs->plan.weight))
        return refuse(plugs, &p);
    out->states = p.states;
    out->bytes = p.memory;
    out->disk = p.disk;
    out->sweep_seconds = p.seconds;
    return CQ_OK;
}

/* What a sweep is for. */
typedef enum purpose {
    PROSPECT, /* of the number: nothing is swept */
    NUMBER,
    NUMBER_AND_TOUR, /* the tour only if that costs nothing */
    SAMPLES,
    TOUR,
    TOURS /* that the goal asks for: by number, or the number of one, or moves */
} purpose;

/* Numbers of tours are those of one sweep without folds. To draw them, any plan will
 * do. */
static bool may_keep(const cq_plugs *plugs, purpose what)
{
    bool plain = plugs->plan.split == CQ_SPLIT_NONE && plugs->plan.folds.count == 0;

    return (plain || what == SAMPLES) && !plugs->run->checkpoint;
}

static cq_status set_up(cq_plugs *plugs, cq_plug_split split, purpose what)
{
    cq_run *run = plugs->run;
    cq_status status =
        cq_mirrors_new(plugs->ctx, run->problem, &plugs->net, &plugs->mirrors);

    if (status == CQ_OK && what >= TOUR)
        plugs->mirrors.count = 1; /* nothing is folded */
    cq_then(status, cq_plug_plan_new(plugs->ctx, &plugs->net, &plugs->mirrors,
                                     run->problem, split, &plugs->plan));
    plugs->keeping = what > NUMBER && may_keep(plugs, what);
    cq_assert(status != CQ_OK || what < SAMPLES || plugs->keeping);
    cq_then(status, cq_plugs_set_memory(plugs));
    cq_then(status, what == PROSPECT ? estimate(plugs) : expect(plugs));
    cq_then(status, cq_matings_new(plugs->ctx, plugs->plan.slots + 2,
                                   plugs->plan.weight, &plugs->matings));
    if (status != CQ_OK)
        return status;
    plugs->gatherers =
        cq_alloc(plugs->ctx, plugs->team.threads, sizeof *plugs->gatherers);
    cq_try_memory(plugs->gatherers);
    for (unsigned i = 0; i < plugs->team.threads; i++) {
        cq_plug_gatherer_init(&plugs->gatherers[i], plugs->ctx, &plugs->matings);
        plugs->gatherers[i].sorts = plugs->keeping;
    }
    return CQ_OK;
}

static bool is_decision(cq_goal goal)
{
    return goal == CQ_GOAL_FIND || goal == CQ_GOAL_WHY || goal == CQ_GOAL_ALL;
}

/* Other ranks take part, but not for a single tour, which others find as well. If only
 * some can, none does. */
static cq_status set_up_together(cq_plugs *plugs, cq_plug_split split, purpose what)
{
    cq_status status = CQ_OK;

    if (what != PROSPECT && !is_decision(plugs->run->goal))
        status = cq_spread_open(plugs->run, &plugs->spread);
    else if (what != PROSPECT && cq_ranks_several(plugs->run->ranks))
        cq_note(plugs->ctx, "rank 0 alone sweeps: for one tour");
    cq_then(status, set_up(plugs, split, what));
    return cq_spread_settle(plugs->spread, status);
}

static void tear_down(cq_plugs *plugs)
{
    cq_spread_close(plugs->spread);
    cq_team_close(&plugs->team);
    for (unsigned i = 0; plugs->gatherers && i < plugs->team.threads; i++)
        cq_plug_gatherer_free(&plugs->gatherers[i]);
    cq_free(plugs->gatherers);
    if (plugs->join)
        cq_plug_join_close(plugs->join);
    cq_free(plugs->join);
    for (unsigned side = 0; side < 2; side++) {
        while (plugs->kept[side].count)
            cq_plug_layer_free(&plugs->kept[side].at[--plugs->kept[side].count]);
        cq_vec_free(&plugs->kept[side]);
    }
    cq_plug_layer_free(&plugs->at.layer);
    cq_plug_layer_free(&plugs->at.other);
    cq_plugs_free_memory(plugs);
    cq_matings_free(&plugs->matings);
    cq_plug_plan_free(&plugs->plan);
    cq_mirrors_free(&plugs->mirrors);
    cq_net_free(&plugs->net);
}

/* One sweep: all tours end in the state in which nothing is left. */
static cq_status read_number(const cq_plugs *plugs, const cq_plug_layer *layer,
                             mpz_t out)
{
    cq_plug_cursor cursor;
    cq_status status;

    cq_assert(layer->slots == 0 && layer->count <= 1 && layer->states <= 1);
    mpz_set_ui(out, 0);
    cq_plug_cursor_init(&cursor, layer, &plugs->matings);
    status = cq_plug_cursor_read_on(&cursor);
    if (status == CQ_OK && cq_plug_cursor_has(&cursor))
        cq_limbs_read(out, cq_plug_cursor_block(&cursor)->words, layer->limbs);
    cq_plug_cursor_free(&cursor);
    return status;
}

/* A stopped run can be resumed where it was, with more time or memory. */
static cq_status keep(cq_plugs *plugs, cq_status why)
{
    const cq_plug_state *at = &plugs->at;
    uint64_t place[] = {at->side, at->step, at->layer.ctx ? at->layer.states : 0};
    cq_status status = CQ_OK;
    bool same = false;

    if ((why != CQ_STOPPED && why != CQ_MEMORY && why != CQ_IO) ||
        !plugs->run->checkpoint)
        return why;
    status = cq_spread_compare(plugs->spread, place, 3, &same);
    same &= at->layer.ctx != NULL;
    if (status == CQ_OK && same)
        status = cq_plug_save(plugs);
    return status == CQ_OK ? why : status;
}

/* The layer that the last one is joined with: it was set aside, or kept among others,
 * or it is the last one itself. */
static cq_plug_layer *other_layer(cq_plugs *plugs)
{
    const cq_plug_plan *plan = &plugs->plan;

    if (plugs->at.other.ctx)
        return &plugs->at.other;
    if (plan->split == CQ_SPLIT_MIRROR && plan->kept < plan->sides[0].steps.count)
        return &plugs->kept[0].at[plan->kept];
    return &plugs->at.layer;
}

/* The tours of both layers; if tours are to be read, all that was found stays. */
static cq_status join(cq_plugs *plugs, mpz_t out)
{
    cq_plug_joining *j = cq_alloc(plugs->ctx, 1, sizeof *j);
    cq_status status;

    cq_try_memory(j);
    status = cq_plug_join_open(plugs, &plugs->at.layer, other_layer(plugs), j);
    if (status != CQ_OK) {
        cq_free(j);
        return status;
    }
    plugs->join = j;
    return cq_plug_join_count(j, out);
}

static cq_status sweep_on(cq_plugs *plugs, mpz_t out)
{
    cq_try(cq_plug_sweep(plugs));
    cq_assert(plugs->at.side == (plugs->plan.split == CQ_SPLIT_TWO));
    if (plugs->plan.split == CQ_SPLIT_NONE) {
        cq_try(read_number(plugs, &plugs->at.layer, out));
        return cq_spread_add_up(plugs->spread, out);
    }
    plugs->doing = plugs->plan.joining;
    return join(plugs, out);
}

/* What the gatherers of this process have added up. */
static uint64_t additions_of(const cq_plugs *plugs)
{
    uint64_t sum = 0;

    for (unsigned i = 0; plugs->gatherers && i < plugs->team.threads; i++)
        sum += plugs->gatherers[i].additions;
    return sum;
}

/* What all ranks have done. */
static cq_status sum_up(cq_plugs *plugs)
{
    uint64_t mine = additions_of(plugs), all = mine;

    if (!plugs->spread)
        return CQ_OK;
    cq_try(cq_plug_add_up(plugs, &all));
    plugs->additions = all - mine;
    return cq_spread_sum_up(plugs->spread);
}

static cq_status sweep_and_join(cq_plugs *plugs, mpz_t out)
{
    const cq_plug_state *at = &plugs->at;
    bool resumed = false, done = false;
    cq_status status = cq_plug_load(plugs, &resumed, &done, out);

    if (status != CQ_OK || done)
        return cq_spread_settle(plugs->spread, status);
    if (resumed)
        cq_note(plugs->ctx, "resumed before step %zu of %zu", (size_t)at->step + 1,
                plugs->plan.sides[at->side].steps.count);
    status = sweep_on(plugs, out);
    cq_then(status, sum_up(plugs));
    status = cq_spread_settle(plugs->spread, status);
    if (status == CQ_DEFECT && resumed) /* numbers that someone has changed */
        return cq_fail(plugs->ctx, CQ_INPUT,
                       "the checkpoint %s does not fit the sweep of this problem",
                       plugs->run->checkpoint->read);
    if (status != CQ_OK)
        return keep(plugs, status);
    return cq_checkpoint_passed(plugs->run, cq_plug_save_number(plugs, out));
}

/* What one or two sweeps have done. */
typedef struct tally {
    uint64_t layers, peak, states, additions, disk;
} tally;

static void add_up(cq_plugs *plugs, tally *t)
{
    plugs->additions += additions_of(plugs);
    t->layers += plugs->layers;
    t->peak = plugs->peak > t->peak ? plugs->peak : t->peak;
    t->states += plugs->states;
    t->additions += plugs->additions;
    if (atomic_load(&plugs->use.most) > t->disk)
        t->disk = atomic_load(&plugs->use.most);
}

static cq_status report(cq_answer *answer, const tally *t)
{
    cq_status status = cq_answer_add_counter(answer, "layers", t->layers);

    cq_then(status, cq_answer_add_counter(answer, "states at once", t->peak));
    cq_then(status, cq_answer_add_counter(answer, "states", t->states));
    if (status == CQ_OK && t->disk)
        status = cq_answer_add_counter(answer, "bytes on disk", t->disk);
    cq_then(status, cq_answer_add_counter(answer, "additions", t->additions));
    return status;
}

/* Boards so large that not even the lists of neighbours were made. */
static cq_status refuse_large(const cq_problem *problem, cq_context *ctx)
{
    uint32_t side;

    if (!problem->board || problem->graph.starts)
        return CQ_OK;
    side = problem->board->rows < problem->board->cols ? problem->board->rows
                                                       : problem->board->cols;
    if (side <= CQ_SLOTS_MOST)
        return CQ_OK;
    return cq_fail(ctx, CQ_MEMORY,
                   "counting would need more than 10^%.0f states, on %u vertices at "
                   "once",
                   floor(cq_weigh_digits(side)), side);
}

/* Whether a tour can have both ends: apart, and neighbours if it is closed. */
static bool ends_suit(const cq_problem *problem)
{
    if (problem->from == CQ_NO_VERTEX || problem->to == CQ_NO_VERTEX)
        return true;
    return problem->from != problem->to &&
           (!problem->closed ||
            cq_problem_adjacent(problem, problem->from, problem->to));
}

/* The net; or the number of tours, for one vertex (both ends of its tour, which no net
 * has) and if a glance says that there are none. */
static cq_status count_at_sight(cq_plugs *plugs, bool *known, mpz_t out)
{
    const cq_problem *problem = plugs->run->problem;
    bool may;

    *known = problem->graph.vertices == 1;
    mpz_set_ui(out, *known && !problem->closed);
    if (*known)
        return CQ_OK;
    cq_try(cq_net_new(plugs->ctx, problem, &plugs->net));
    cq_try(cq_net_may_close(plugs->ctx, &plugs->net, &may));
    *known = !may || !ends_suit(problem);
    return CQ_OK;
}

/* The tour of one vertex, as often as it is wanted. */
static cq_status give_again(cq_plugs *plugs, const cq_solution *tour)
{
    bool enough = false;

    while (!enough)
        cq_try(cq_run_found(plugs->run, tour, &enough));
    return CQ_OK;
}

/* The tour whose number, from 1 on, the user gives. */
static cq_status read_nth(cq_plugs *plugs, bool known, const mpz_t tours,
                          cq_solution *tour)
{
    cq_run *run = plugs->run;
    bool enough = false;
    cq_status status;
    mpz_t number;

    mpz_init(number);
    status = cq_run_which(run, tours, number);
    if (!known)
        cq_then(status, cq_plug_read(plugs, number, tour));
    if (status == CQ_OK && cq_spread_rank(plugs->spread) == 0)
        status = cq_run_found(run, tour, &enough);
    mpz_clear(number);
    return status;
}

static cq_status tell_number(cq_plugs *plugs, bool known)
{
    cq_run *run = plugs->run;
    cq_status status = CQ_OK;
    mpz_t number;

    mpz_init(number);
    if (!known)
        status = cq_plug_number(plugs, run->given, number);
    if (status == CQ_OK && cq_spread_rank(plugs->spread) == 0)
        status = cq_run_numbered(run, number);
    mpz_clear(number);
    return status;
}

/* All ranks go back over their layers together; rank 0 tells what was found. A tour of
 * one vertex is known without a sweep. */
static cq_status give_tours(cq_plugs *plugs, bool known, const mpz_t tours,
                            cq_solution *tour)
{
    if (known)
        cq_try(cq_vec_push(plugs->ctx, &tour->members, 0));
    switch (plugs->run->goal) {
    case CQ_GOAL_SAMPLE:
        return known ? give_again(plugs, tour) : cq_plug_draw(plugs, tours);
    case CQ_GOAL_NTH: return read_nth(plugs, known, tours, tour);
    case CQ_GOAL_INDEX: return tell_number(plugs, known);
    case CQ_GOAL_PROBABILITIES: return known ? CQ_OK : cq_plug_uses(plugs, tours);
    default: return known ? CQ_OK : cq_plug_read(plugs, NULL, tour);
    }
}

/* One sweep, from its plan to its number. *tour is left alone if there is none, or if
 * it cannot be read from this sweep. */
static cq_status sweep_once(cq_run *run, cq_plug_split split, purpose what, mpz_t out,
                            cq_solution *tour, tally *t)
{
    cq_plugs plugs = {.run = run,
                      .ctx = run->ctx,
                      .team = {.ctx = run->ctx, .run = run, .threads = run->threads},
                      .budget = budget_of(run->ctx)};
    bool known = false;
    cq_status status = refuse_large(run->problem, run->ctx);

    run->progress = progress;
    run->state = &plugs;
    run->meter = meter;
    cq_then(status, cq_run_lists(run));
    cq_then(status, count_at_sight(&plugs, &known, out));
    if (status == CQ_OK && !known)
        status = set_up_together(&plugs, split, what);
    if (known && what == PROSPECT)
        run->answer->estimate.states = 1;
    if (status == CQ_OK && !known && what != PROSPECT) {
        status = sweep_and_join(&plugs, out);
        mpz_mul_ui(out, out, cq_plug_directions(run->problem));
    }
    if (status == CQ_OK && what > NUMBER && mpz_sgn(out) && (plugs.keeping || known))
        status = cq_spread_settle(plugs.spread, give_tours(&plugs, known, out, tour));
    add_up(&plugs, t);
    run->meter = NULL;
    run->spent[0] += (double)plugs.additions;
    run->spent[1] += (double)plugs.layers;
    run->spent[2] += (double)plugs.matings.entries;
    tear_down(&plugs);
    run->progress = NULL;
    run->state = NULL;
    return status;
}

/* If there is none, counting says so soonest. */
static cq_status find_tour(cq_run *run, mpz_t out, cq_solution *tour)
{
    struct cq_checkpoint *checkpoint = run->checkpoint;
    tally t = {0};
    mpz_t again;
    cq_status status = sweep_once(run, CQ_SPLIT_BEST, NUMBER_AND_TOUR, out, tour, &t);

    mpz_init(again);
    run->checkpoint = NULL; /* what it was for is done */
    if (status == CQ_OK && mpz_sgn(out) && !tour->members.count) {
        cq_note(run->ctx,
                "there is a tour; a second sweep keeps its layers to read it out");
        status = sweep_once(run, CQ_SPLIT_NONE, TOUR, again, tour, &t);
    }
    cq_assert(status != CQ_OK || !mpz_sgn(again) || mpz_cmp(again, out) == 0);
    run->checkpoint = checkpoint;
    mpz_clear(again);
    return status == CQ_OK ? report(run->answer, &t) : status;
}

/* Tours are read out of layers that are kept from the start. */
static cq_status sweep(cq_run *run, cq_plug_split split, purpose what, mpz_t out)
{
    struct cq_checkpoint *checkpoint = run->checkpoint;
    cq_solution tour = {0};
    tally t = {0};
    cq_status status;

    if (what > NUMBER)
        run->checkpoint = NULL; /* these have none */
    status = sweep_once(run, split, what, out, &tour, &t);
    run->checkpoint = checkpoint;
    cq_solution_free(&tour);
    return status == CQ_OK && what != PROSPECT ? report(run->answer, &t) : status;
}

cq_status cq_plugs_count(cq_run *run, cq_plug_split split, mpz_t out)
{
    return sweep(run, split, NUMBER, out);
}

cq_status cq_plugs_sample(cq_run *run, cq_plug_split split, mpz_t out)
{
    return sweep(run, split, SAMPLES, out);
}

static uint64_t work_of(const cq_answer *answer)
{
    cq_assert(answer->counters.count > 0);
    return answer->counters.at[answer->counters.count - 1].value; /* additions */
}

static cq_status run_plugs(cq_run *run)
{
    cq_goal goal = run->goal;
    bool enough = false;
    cq_solution tour = {0};
    cq_status status;
    mpz_t count;

    mpz_init(count);
    status = goal == CQ_GOAL_ESTIMATE ? sweep(run, CQ_SPLIT_BEST, PROSPECT, count)
             : goal == CQ_GOAL_COUNT  ? sweep(run, CQ_SPLIT_BEST, NUMBER, count)
             : goal == CQ_GOAL_SAMPLE ? sweep(run, CQ_SPLIT_BEST, SAMPLES, count)
             : is_decision(goal)      ? find_tour(run, count, &tour)
                                      : sweep(run, CQ_SPLIT_NONE, TOURS, count);
    if (status == CQ_OK && (goal == CQ_GOAL_COUNT || goal == CQ_GOAL_PROBABILITIES))
        cq_run_number(run, count);
    cq_assert(status != CQ_OK || mpz_sgn(count) >= 0);
    if (status == CQ_OK && mpz_sgn(count) == 0 && goal != CQ_GOAL_ESTIMATE)
        cq_run_exhausted(run, work_of(run->answer));
    else if (status == CQ_OK && is_decision(goal))
        status = cq_run_hand_over(run, &tour, &enough);
    cq_solution_free(&tour);
    mpz_clear(count);
    return status == CQ_STOPPED ? CQ_OK : status; /* run->stop says why */
}

const cq_engine cq_engine_plugs = {
    .name = "plugs",
    .summary =
        "counts tours without listing them, and draws them at random, by states of a "
        "sweep over the board",
    .goals = CQ_GOALS_OF_ONE | CQ_GOAL_BIT(CQ_GOAL_COUNT) |
             CQ_GOAL_BIT(CQ_GOAL_SAMPLE) | CQ_GOAL_BIT(CQ_GOAL_NTH) |
             CQ_GOAL_BIT(CQ_GOAL_INDEX) | CQ_GOAL_BIT(CQ_GOAL_ESTIMATE) |
             CQ_GOAL_BIT(CQ_GOAL_PROBABILITIES),
    .refutes = CQ_GOAL_BIT(CQ_GOAL_ALL),
    .can =
        CQ_CAN_RESUME | CQ_CAN_ENDS | CQ_CAN_OUTLINE | CQ_CAN_MUST | CQ_CAN_MUST_OPEN,
    .way = CQ_WAY_SWEEP,
    .units = {"additions", "layers", "entries of tables"},
    .fits = fits,
    .run = run_plugs,
};
