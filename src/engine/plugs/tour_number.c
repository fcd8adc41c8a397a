/* tour_number.c - finds the number of a tour from the layers of a sweep.
 *
 * The tour is followed through the steps of the sweep to find its states. The ways to a
 * state are numbered in the order of its origins (read_tour.c), so the number of the
 * tour is the sum, over all steps, of the ways of the origins before its own. */
#include "engine/plugs/plug_read.h"

#include <string.h>

/* The cycle of the net that a tour is: its vertices, then the hub and the post, which
 * stand between its ends. */
static void close_walk(const cq_net *net, const cq_problem *problem,
                       const cq_u32s *walk, uint32_t *cycle)
{
    uint32_t n = problem->graph.vertices, extra = net->vertices - n;
    bool swap = extra == 2 && problem->from == CQ_NO_VERTEX;

    if (problem->closed && extra) /* between its two ends, wherever it begins */
        cq_walk_turn(walk->at, n, problem->from, problem->to, cycle);
    else
        memcpy(cycle, walk->at, n * sizeof *cycle);
    for (uint32_t i = 0; i < extra; i++) /* the hub comes last, and the post first */
        cycle[n + i] = swap ? n + i : n + extra - 1 - i;
    cq_assert(cq_is_permutation(cycle, net->vertices));
}

static void link_cycle(const uint32_t *cycle, size_t length, uint32_t *beside)
{
    for (size_t i = 0; i < length; i++) {
        uint32_t *near = &beside[2 * (size_t)cycle[i]];

        near[0] = cycle[(i + length - 1) % length];
        near[1] = cycle[(i + 1) % length];
    }
}

/* Whether the choice takes those edges of the step's vertex to the ones ahead that the
 * tour has. */
static bool is_taken(const cq_plug_layer *layer, const cq_plug_choice *c,
                     const uint32_t *beside)
{
    const uint32_t *near = &beside[2 * (size_t)layer->vertex[0]];
    unsigned ahead = 0;

    for (unsigned i = 0; i < c->edges; i++) {
        uint32_t to = cq_layer_vertex(layer, c->ends[i]);

        if (to != near[0] && to != near[1])
            return false;
    }
    for (unsigned slot = 1; slot < layer->slots; slot++)
        ahead += layer->vertex[slot] == near[0] || layer->vertex[slot] == near[1];
    return ahead == c->edges;
}

/* The state that the tour's own choice makes of `from`, which learns that choice. */
static cq_status step_on(cq_plugs *plugs, const cq_plug_stepping *s,
                         const uint32_t *beside, cq_plug_origin *from,
                         cq_plug_origin *to)
{
    const cq_plug_choice *c = s->choices.at;
    cq_change change;
    cq_pattern after;

    while (c < s->choices.at + s->choices.count && !is_taken(s->layer, c, beside))
        c++;
    if (c == s->choices.at + s->choices.count)
        return cq_fail(plugs->ctx, CQ_DEFECT,
                       "a tour takes a step that does not exist");
    from->choice = (uint32_t)(c - s->choices.at);
    after = cq_choice_apply(s, c, from->pattern);
    if (!cq_stepping_change(s, c, from->pattern, after, &change))
        return cq_fail(plugs->ctx, CQ_DEFECT, "a tour closes too soon");
    to->rank = cq_mating_change(&plugs->matings, change, cq_pattern_ends(from->pattern),
                                from->rank);
    to->pattern = cq_stepping_spread(s, after);
    cq_assert(to->rank != CQ_NO_RANK && cq_pattern_is_sound(to->pattern, s->slots));
    return CQ_OK;
}

/* The states before each step, and the last one. */
static cq_status pass(cq_plugs *plugs, const uint32_t *beside, cq_plug_origin *states)
{
    cq_status status = CQ_OK;

    states[0] = (cq_plug_origin){.pattern = cq_wide_of(0)};
    for (size_t i = 0; i < plugs->kept[0].count && status == CQ_OK; i++) {
        cq_plug_stepping s;

        status = cq_plug_open_step(plugs, 0, i, &s);
        cq_then(status, step_on(plugs, &s, beside, &states[i], &states[i + 1]));
        cq_vec_free(&s.choices);
    }
    cq_assert(status != CQ_OK ||
              cq_wide_is_zero(states[plugs->kept[0].count].pattern)); /* nothing left */
    return status;
}

/* Adds the ways of the origins of a state that come before the tour's own. */
static cq_status add_before(cq_plug_origins *o, size_t at, const cq_plug_origin *states,
                            mpz_t number)
{
    cq_plugs *plugs = o->plugs;
    cq_plug_want want = {states[at + 1].pattern, states[at + 1].rank};
    const cq_plug_origin *own = &states[at], *before;
    cq_plug_stepping s;
    cq_status status = cq_plug_open_step(plugs, 0, at, &s);
    mpz_t share;

    mpz_init(share);
    cq_then(status,
            cq_plug_find_origins(o, &s, &plugs->plan.sides[0].steps.at[at], &want, 1));
    for (before = o->list.at; status == CQ_OK; before++) {
        cq_assert(before < o->list.at + o->list.count);
        if (before->choice == own->choice && before->rank == own->rank)
            break;
        cq_limbs_read(share, o->numbers.at + before->number, o->limbs);
        mpz_add(number, number, share);
    }
    mpz_clear(share);
    cq_vec_free(&s.choices);
    return status;
}

static cq_status add_all(cq_plugs *plugs, const uint32_t *beside,
                         cq_plug_origin *states, mpz_t number)
{
    cq_plug_origins origins = {.plugs = plugs};
    cq_status status = pass(plugs, beside, states);

    mpz_set_ui(number, 0);
    for (size_t i = 0; i < plugs->kept[0].count && status == CQ_OK; i++)
        status = add_before(&origins, i, states, number);
    cq_plug_origins_free(&origins);
    return status;
}

cq_status cq_plug_number(cq_plugs *plugs, const cq_solution *tour, mpz_t number)
{
    const cq_problem *problem = plugs->run->problem;
    size_t vertices = plugs->net.vertices;
    unsigned directions = cq_plug_directions(problem);
    cq_plug_origin *states =
        cq_alloc(plugs->ctx, plugs->kept[0].count + 1, sizeof *states);
    uint32_t *beside = cq_alloc(plugs->ctx, 2 * vertices, sizeof *beside);
    uint32_t *cycle = cq_alloc(plugs->ctx, vertices, sizeof *cycle);
    cq_status status = states && beside && cycle ? CQ_OK : CQ_MEMORY;

    cq_assert(plugs->plan.split == CQ_SPLIT_NONE && plugs->plan.folds.count == 0);
    if (status == CQ_OK) {
        close_walk(&plugs->net, problem, &tour->members, cycle);
        link_cycle(cycle, vertices, beside);
        status = add_all(plugs, beside, states, number);
    }
    mpz_mul_ui(number, number, directions);
    if (directions == 2 && !cq_plug_has_direction(problem, &tour->members, 0))
        mpz_add_ui(number, number, 1);
    cq_free_each(states, beside, cycle);
    return status;
}
