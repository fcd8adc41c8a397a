/* plug_plan.c - the choice of an order and of a split, and the steps that follow from
 * it.
 *
 * A single sweep may go over all vertices. But the layers in the middle are the
 * largest, and those after the middle are as large as those before it, although a sweep
 * from the other end would have small layers there. So the vertices are cut into a
 * first part A, a last part Z without an edge to A, and a middle M between them:
 *
 *     A A A A A A A A
 *     A A A A A A A A      M holds the states of both sides: what one side lacks at a
 *     A A A A A A A A      vertex, the other must have, and the paths of both must
 *     M M M M M M M M      make one cycle (join_layers.c)
 *     M M M M M M M M
 *     Z Z Z Z Z Z Z Z      edges inside M are divided between the sides
 *     Z Z Z Z Z Z Z Z
 *     Z Z Z Z Z Z Z Z
 *
 * If a mirror of the board maps A onto Z, the layer of Z is the image of that of A,
 * which saves half of the work. The edges of M that the mirror exchanges are then
 * divided so that each side's are the image of the other's; those that it keeps go to
 * one side, after its layer has been taken for the other.
 *
 * Mirrors that map A onto itself make states equal (fold_mirrors.c). The image layer
 * must then be unfolded, so that edges of M are taken in whole orbits: an edge and its
 * images one after the other, since after the last of them states can be folded again.
 *
 * Of all orders and cuts, the engine takes the one with the fewest expected states
 * (cut.c).
 */
#include "engine/plugs/plug_plan.h"

#include "base/hash.h"

#include <math.h>
#include <string.h>

/* Cuts near the middle that are looked at for mirrors to fold one sweep by. */
enum { FOLD_CUTS_MOST = 100 };

/* ---- steps ---- */

static cq_status set_positions(cq_plug_planning *p, cq_plug_side *side, bool turned)
{
    const uint32_t *at = cq_planning_order(p, p->best.order);
    uint32_t n = p->net->hub;

    side->position = cq_alloc(p->ctx, p->net->vertices, sizeof *side->position);
    cq_try_memory(side->position);
    for (uint32_t i = 0; i < n; i++)
        side->position[at[i]] = turned ? n - 1 - i : i;
    if (n < p->net->vertices)
        side->position[n] = n;
    return CQ_OK;
}

/* v and its edges to vertices after it: all of them, if it is done with then, or those
 * that are marked for `turn`. */
static cq_status add_step(cq_plug_planning *p, cq_plug_side *side, uint32_t v,
                          const uint8_t *turns, uint8_t turn)
{
    cq_plug_step step = {
        .v = v, .last = !turns, .first = (uint32_t)side->targets.count};

    for (size_t e = p->net->starts[v]; e < p->net->starts[v + 1]; e++) {
        uint32_t to = p->net->targets[e];

        if ((turns && turns[e] != turn) || side->position[to] < side->position[v])
            continue;
        cq_try(cq_vec_push(p->ctx, &side->targets, to));
        step.to++;
    }
    cq_assert(step.to <= cq_net_degree(p->net, v));
    return step.to || step.last ? cq_vec_push(p->ctx, &side->steps, step) : CQ_OK;
}

/* The k-th of the folds, from 1 on; before them stands the identity. */
static const uint32_t *fold_at(const cq_plug_planning *p, const cq_plug_plan *plan,
                               size_t k)
{
    cq_assert(k <= plan->folds.count);
    return cq_planning_mirror(p, k ? plan->folds.at[k - 1] : 0);
}

static bool has_step(const cq_plug_side *side, size_t from, uint32_t v)
{
    while (from < side->steps.count && side->steps.at[from].v != v)
        from++;
    return from < side->steps.count;
}

/* The edges inside the middle that are marked for `turn`, vertex by vertex; each with
 * its images under the folds, so that states can be folded soon. */
static cq_status add_middle_steps(cq_plug_planning *p, const cq_plug_plan *plan,
                                  cq_plug_side *side, const uint8_t *turns,
                                  uint8_t turn)
{
    size_t first = side->steps.count;

    for (size_t i = 0; i < side->rest.count; i++)
        for (size_t k = 0; k <= plan->folds.count; k++) {
            uint32_t v = fold_at(p, plan, k)[side->rest.at[i]];

            if (!has_step(side, first, v))
                cq_try(add_step(p, side, v, turns, turn));
        }
    return CQ_OK;
}

/* What the folds must keep: edges that are decided, and vertices that are done with. */
typedef struct folding {
    const cq_plug_planning *p;
    const cq_plug_plan *plan;
    bool *edges, *done;
    size_t open; /* images of these that are not among them yet */
} folding;

static void fold_vertex(folding *f, uint32_t v)
{
    f->done[v] = true;
    for (size_t k = 1; k <= f->plan->folds.count; k++) {
        uint32_t image = fold_at(f->p, f->plan, k)[v];

        if (image != v)
            f->open += f->done[image] ? (size_t)-1 : 1;
    }
}

/* The folds are a group: if an image is there, this is the image of it by another. */
static void fold_edge(folding *f, uint32_t a, uint32_t b)
{
    const cq_net *net = f->p->net;
    size_t edge = cq_net_edge(net, a, b), back = cq_net_edge(net, b, a);

    f->edges[edge] = f->edges[back] = true;
    for (size_t k = 1; k <= f->plan->folds.count; k++) {
        const uint32_t *fold = fold_at(f->p, f->plan, k);
        size_t image = cq_net_edge(net, fold[a], fold[b]);

        if (image != edge && image != back)
            f->open += f->edges[image] ? (size_t)-1 : 1;
    }
}

/* A fold after every step after which all folds keep what was swept. */
static cq_status mark_folds(cq_plug_planning *p, const cq_plug_plan *plan,
                            cq_plug_side *side)
{
    folding f = {.p = p, .plan = plan};
    cq_status status = CQ_MEMORY;

    f.edges = cq_zalloc(p->ctx, p->net->starts[p->net->vertices] + 1, sizeof *f.edges);
    f.done = cq_zalloc(p->ctx, p->net->vertices, sizeof *f.done);
    if (f.edges && f.done)
        status = CQ_OK;
    for (size_t i = 0; i < side->steps.count && status == CQ_OK; i++) {
        cq_plug_step *step = &side->steps.at[i];

        if (step->last)
            fold_vertex(&f, step->v);
        for (uint32_t k = 0; k < step->to; k++)
            fold_edge(&f, step->v, side->targets.at[step->first + k]);
        step->fold = plan->folds.count > 0 && f.open == 0 && step->v < p->net->hub;
    }
    cq_free_each(f.edges, f.done);
    return status;
}

/* The mirrors that keep the first vertices. */
static cq_status list_folds(cq_plug_planning *p, cq_plug_plan *plan, uint32_t first)
{
    cq_planning_begin(p, p->best.order, first);
    for (size_t m = 1; m < p->mirrors->count; m++)
        if (cq_planning_keeps(p, cq_planning_mirror(p, m)))
            cq_try(cq_vec_push(p->ctx, &plan->folds, (uint32_t)m));
    return CQ_OK;
}

/* ---- edges inside the middle ---- */

/* Which side decides an edge, and when. */
enum {
    OUTSIDE,   /* not inside the middle: decided with a vertex of A or Z */
    UNDECIDED, /* not divided yet */
    EARLY,     /* by this side, before its layer is taken for the other one */
    LATE,      /* by this side, afterwards */
    IMAGE      /* by the other side; mirrored, as the image of an early one */
};

static void set_turn(const cq_plug_planning *p, uint8_t *turns, uint32_t a, uint32_t b,
                     uint8_t turn)
{
    cq_assert(turns[cq_net_edge(p->net, a, b)] != OUTSIDE);
    turns[cq_net_edge(p->net, a, b)] = turn;
    turns[cq_net_edge(p->net, b, a)] = turn;
}

/* Whether the edge with all its images under the folds, or else the mirror's images of
 * these, are undecided. */
static bool is_undecided(const cq_plug_planning *p, const cq_plug_plan *plan,
                         const uint8_t *turns, uint32_t a, uint32_t b, bool mirrored)
{
    const uint32_t *image = cq_planning_mirror(p, mirrored ? p->best.mirror : 0);

    for (size_t k = 0; k <= plan->folds.count; k++) {
        const uint32_t *fold = fold_at(p, plan, k);

        if (turns[cq_net_edge(p->net, image[fold[a]], image[fold[b]])] != UNDECIDED)
            return false;
    }
    return true;
}

static void set_orbit(const cq_plug_planning *p, const cq_plug_plan *plan,
                      uint8_t *turns, uint32_t a, uint32_t b, bool mirrored,
                      uint8_t turn)
{
    const uint32_t *image = cq_planning_mirror(p, mirrored ? p->best.mirror : 0);

    for (size_t k = 0; k <= plan->folds.count; k++) {
        const uint32_t *fold = fold_at(p, plan, k);

        set_turn(p, turns, image[fold[a]], image[fold[b]], turn);
    }
}

/* An orbit goes to this side early if its image is another orbit, still undecided. */
static void decide_orbit(const cq_plug_planning *p, const cq_plug_plan *plan,
                         uint8_t *turns, uint32_t a, uint32_t b)
{
    if (!is_undecided(p, plan, turns, a, b, false)) {
        set_turn(p, turns, a, b, LATE);
        return;
    }
    set_orbit(p, plan, turns, a, b, false, EARLY);
    if (is_undecided(p, plan, turns, a, b, true))
        set_orbit(p, plan, turns, a, b, true, IMAGE);
    else
        set_orbit(p, plan, turns, a, b, false, LATE);
}

/* p->part says what the middle is. */
static void list_middle(const cq_plug_planning *p, uint8_t *turns)
{
    for (uint32_t v = 0; v < p->net->vertices; v++)
        for (size_t e = p->net->starts[v]; e < p->net->starts[v + 1]; e++)
            if (p->part[v] == CQ_PART_NEITHER &&
                p->part[p->net->targets[e]] == CQ_PART_NEITHER)
                turns[e] = UNDECIDED;
}

/* Edges inside the middle are divided, all others are not; both directions alike. */
static bool turns_check(const cq_plug_planning *p, const uint8_t *turns)
{
    for (uint32_t v = 0; v < p->net->vertices; v++)
        for (size_t e = p->net->starts[v]; e < p->net->starts[v + 1]; e++) {
            uint32_t to = p->net->targets[e];
            bool inside =
                p->part[v] == CQ_PART_NEITHER && p->part[to] == CQ_PART_NEITHER;

            cq_hold(turns[e] != UNDECIDED && turns[e] <= IMAGE);
            cq_hold((turns[e] != OUTSIDE) == inside);
            cq_hold(turns[e] == turns[cq_net_edge(p->net, to, v)]);
        }
    return true;
}

static void decide_by_mirror(const cq_plug_planning *p, const cq_plug_plan *plan,
                             uint8_t *turns)
{
    for (uint32_t v = 0; v < p->net->vertices; v++)
        for (size_t e = p->net->starts[v]; e < p->net->starts[v + 1]; e++)
            if (turns[e] == UNDECIDED)
                decide_orbit(p, plan, turns, v, p->net->targets[e]);
}

/* The first half to one side, the second to the other. */
static void decide_by_halves(const cq_plug_planning *p, const cq_plug_side *side,
                             uint8_t *turns)
{
    size_t edges = 0, given = 0;

    for (size_t e = 0; e < p->net->starts[p->net->vertices]; e++)
        edges += turns[e] == UNDECIDED;
    for (size_t i = 0; i < side->rest.count; i++) {
        uint32_t v = side->rest.at[i];

        for (size_t e = p->net->starts[v]; e < p->net->starts[v + 1]; e++) {
            if (turns[e] != UNDECIDED)
                continue;
            set_turn(p, turns, v, p->net->targets[e],
                     4 * given++ < edges ? LATE : IMAGE);
        }
    }
    cq_assert(2 * given == edges && turns_check(p, turns));
}

/* ---- the plan of the best cq_plug_cut ---- */

/* What each step is expected to cost, for the share that is done. */
static cq_status set_weights(cq_plug_planning *p, cq_plug_plan *plan)
{
    cq_status status = cq_planning_weigh(p, p->best.order);

    plan->weight = plan->joining = p->best.joining;
    for (unsigned s = 0; s < 2 && status == CQ_OK; s++) {
        cq_plug_side *side = &plan->sides[s];
        size_t count = side->steps.count;

        side->weights = cq_alloc(p->ctx, count + 1, sizeof *side->weights);
        cq_try_memory(side->weights);
        for (size_t i = 0; i < count; i++) {
            size_t vertices = i + 1 < p->net->hub ? i + 1 : p->net->hub;

            side->weights[i] =
                side->steps.at[i].last ? p->weights[s][vertices] : 4 * p->best.states;
            cq_assert(side->weights[i] >= 0);
            plan->weight += side->weights[i];
        }
    }
    return status;
}

/* The middle, in the order of the side. */
static cq_status list_rest(cq_plug_planning *p, cq_plug_side *side, bool turned)
{
    const uint32_t *at = cq_planning_order(p, p->best.order);
    uint32_t n = p->net->hub;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = at[turned ? n - 1 - i : i];

        if (p->part[v] == CQ_PART_NEITHER)
            cq_try(cq_vec_push(p->ctx, &side->rest, v));
    }
    return n < p->net->vertices ? cq_vec_push(p->ctx, &side->rest, n) : CQ_OK;
}

static cq_status add_last_steps(cq_plug_planning *p, cq_plug_side *side, uint32_t count,
                                bool turned)
{
    const uint32_t *at = cq_planning_order(p, p->best.order);

    for (uint32_t i = 0; i < count; i++)
        cq_try(add_step(p, side, at[turned ? p->net->hub - 1 - i : i], NULL, 0));
    return CQ_OK;
}

static cq_status plan_one_sweep(cq_plug_planning *p, cq_plug_plan *plan)
{
    cq_plug_side *side = &plan->sides[0];
    uint32_t n = p->net->hub, where = 0;
    cq_status status = set_positions(p, side, false);

    cq_then(status, add_last_steps(p, side, n, false));
    if (status == CQ_OK && n < p->net->vertices)
        status = add_step(p, side, n, NULL, 0);
    cq_assert(status != CQ_OK || side->steps.count == p->net->vertices);
    /* Fold where the layers are largest: by the mirrors of some cut there. */
    for (uint32_t i = 0; i < FOLD_CUTS_MOST && status == CQ_OK && !where; i++) {
        uint32_t cut = n / 2 + (i % 2 ? i / 2 + 1 : 0) - (i % 2 ? 0 : i / 2);

        if (cut >= n || cut == 0)
            continue;
        plan->folds.count = 0;
        status = list_folds(p, plan, cut);
        if (plan->folds.count)
            where = cut;
    }
    return status == CQ_OK ? mark_folds(p, plan, side) : status;
}

static cq_status plan_two_sweeps(cq_plug_planning *p, cq_plug_plan *plan,
                                 uint8_t *turns)
{
    const uint32_t *at = cq_planning_order(p, p->best.order);
    uint32_t n = p->net->hub, a = p->best.first, z = p->best.last;
    cq_status status = list_folds(p, plan, a);

    cq_assert(a > 0 && z > 0 && a + z <= n);
    for (uint32_t i = n - z; i < n; i++) /* the first ones are marked */
        p->part[at[i]] = CQ_PART_LAST;
    list_middle(p, turns);
    for (unsigned s = 0; s < 2 && status == CQ_OK; s++) {
        cq_plug_side *side = &plan->sides[s];

        status = set_positions(p, side, s);
        cq_then(status, list_rest(p, side, s));
        if (status == CQ_OK && s == 0)
            decide_by_halves(p, side, turns);
        cq_then(status, add_last_steps(p, side, s ? z : a, s));
        cq_then(status, add_middle_steps(p, plan, side, turns, s ? IMAGE : LATE));
    }
    cq_assert(status != CQ_OK ||
              (plan->sides[0].rest.count == p->net->vertices - a - z &&
               plan->sides[1].rest.count == plan->sides[0].rest.count));
    cq_then(status, mark_folds(p, plan, &plan->sides[0]));
    if (status != CQ_OK)
        return status;
    plan->maps = 1;
    plan->onto = cq_alloc(p->ctx, p->net->vertices, sizeof *plan->onto);
    cq_try_memory(plan->onto);
    memcpy(plan->onto, cq_planning_mirror(p, 0), p->net->vertices * sizeof *plan->onto);
    return status;
}

/* The mirror of each fold. */
static cq_status set_maps(cq_plug_planning *p, cq_plug_plan *plan)
{
    const uint32_t *image = cq_planning_mirror(p, p->best.mirror);
    uint32_t n = p->net->vertices;

    plan->maps = plan->folds.count + 1;
    plan->onto = cq_alloc(p->ctx, plan->maps * n, sizeof *plan->onto);
    cq_try_memory(plan->onto);
    for (size_t k = 0; k < plan->maps; k++) {
        const uint32_t *fold = fold_at(p, plan, k);

        for (uint32_t v = 0; v < n; v++)
            plan->onto[k * n + v] = image[fold[v]];
    }
    return CQ_OK;
}

static cq_status plan_mirrored(cq_plug_planning *p, cq_plug_plan *plan, uint8_t *turns)
{
    const uint32_t *at = cq_planning_order(p, p->best.order);
    uint32_t a = p->best.first, z = p->best.last;
    cq_plug_side *side = &plan->sides[0];
    cq_status status = list_folds(p, plan, z);
    bool apart = cq_planning_mark(p, p->best.order, p->best.mirror, z);

    cq_assert(apart && z > 0 && z <= a && a + z <= p->net->hub);
    (void)apart;
    for (uint32_t i = z; i < a; i++)
        p->part[at[i]] = CQ_PART_FIRST;
    list_middle(p, turns);
    if (status == CQ_OK && a == z)
        decide_by_mirror(p, plan, turns);
    else
        for (size_t e = 0; e < p->net->starts[p->net->vertices]; e++)
            turns[e] = turns[e] == UNDECIDED ? LATE : turns[e];
    cq_assert(status != CQ_OK || turns_check(p, turns));
    cq_then(status, set_positions(p, side, false));
    cq_then(status, list_rest(p, side, false));
    cq_then(status, add_last_steps(p, side, a, false));
    if (status == CQ_OK && a == z)
        status = add_middle_steps(p, plan, side, turns, EARLY);
    plan->kept = a == z ? side->steps.count : z;
    cq_then(status, add_middle_steps(p, plan, side, turns, LATE));
    cq_then(status, mark_folds(p, plan, side));
    return status == CQ_OK ? set_maps(p, plan) : status;
}

static cq_status make_plan(cq_plug_planning *p, cq_plug_plan *plan)
{
    uint8_t *turns;
    cq_status status;

    plan->split = p->best.split;
    plan->order = p->orders.names[p->best.order];
    plan->weight = p->best.weight;
    plan->states = p->best.states;
    plan->slots = p->slots;
    if (isinf(plan->weight)) /* not to be run, but to be reported */
        return CQ_OK;
    turns = cq_zalloc(p->ctx, p->net->starts[p->net->vertices] + 1, sizeof *turns);
    cq_try_memory(turns);
    if (plan->split == CQ_SPLIT_NONE)
        status = plan_one_sweep(p, plan);
    else if (plan->split == CQ_SPLIT_TWO)
        status = plan_two_sweeps(p, plan, turns);
    else
        status = plan_mirrored(p, plan, turns);
    cq_free(turns);
    return status == CQ_OK ? set_weights(p, plan) : status;
}

cq_status cq_plug_plan_new(cq_context *ctx, const cq_net *net,
                           const cq_mirrors *mirrors, const cq_problem *problem,
                           cq_plug_split split, cq_plug_plan *out)
{
    cq_plug_planning p = {.ctx = ctx, .net = net, .mirrors = mirrors, .wanted = split};
    cq_plug_plan plan = {0};
    size_t places = (size_t)net->hub + 1;
    double *numbers = cq_alloc(ctx, cq_times(places, 6), sizeof *numbers);
    cq_status status = cq_orders_new(ctx, net, problem, &p.orders);

    cq_then(status, cq_weigh_new(ctx, net, problem, &p.weigh));
    p.part = cq_alloc(ctx, (size_t)net->vertices + 1, sizeof *p.part);
    p.position = cq_alloc(ctx, (size_t)net->vertices + 1, sizeof *p.position);
    if (status == CQ_OK && !(numbers && p.part && p.position))
        status = CQ_MEMORY;
    for (unsigned end = 0; end < 2 && status == CQ_OK; end++) {
        p.weights[end] = numbers + 3 * end * places;
        p.sums[end] = p.weights[end] + places;
        p.most[end] = p.sums[end] + places;
    }
    cq_then(status, cq_planning_choose(&p));
    cq_assert(status != CQ_OK || p.best.split != CQ_SPLIT_BEST);
    cq_then(status, make_plan(&p, &plan));
    plan.flat = p.weigh.flat;
    cq_orders_free(&p.orders);
    cq_free_each(numbers, p.part, p.position);
    cq_assert(status != CQ_OK || cq_plug_plan_check(&plan, net, mirrors));
    if (status == CQ_OK)
        *out = plan;
    else
        cq_plug_plan_free(&plan);
    return status;
}

void cq_plug_plan_free(cq_plug_plan *plan)
{
    for (unsigned s = 0; s < 2; s++) {
        cq_vec_free_each(&plan->sides[s].steps, &plan->sides[s].targets,
                         &plan->sides[s].rest);
        cq_free_each(plan->sides[s].position, plan->sides[s].weights);
    }
    cq_vec_free(&plan->folds);
    cq_free(plan->onto);
    memset(plan, 0, sizeof *plan);
}

uint64_t cq_plug_plan_digest(const cq_plug_plan *plan)
{
    uint64_t hash = cq_hash_u64(CQ_HASH_START, plan->split);

    for (unsigned s = 0; s < 2; s++) {
        const cq_plug_side *side = &plan->sides[s];

        for (size_t i = 0; i < side->steps.count; i++) {
            hash = cq_hash_u64(hash, side->steps.at[i].v);
            hash = cq_hash_u64(hash, side->steps.at[i].last);
            hash = cq_hash_u64(hash, side->steps.at[i].fold);
            hash = cq_hash_u64(hash, side->steps.at[i].to);
        }
        for (size_t i = 0; i < side->targets.count; i++)
            hash = cq_hash_u64(hash, side->targets.at[i]);
    }
    return hash;
}
