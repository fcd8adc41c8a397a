/* read_tour.c - tours out of the layers of a sweep, by their numbers.
 *
 * A sweep that keeps its layers knows all ways to every state, so they are found
 * backwards, from the state in which nothing is left:
 *
 *     layer i            step i               layer i + 1
 *     (pattern, rank) -- a choice of edges --> (pattern, rank)
 *
 * A choice takes one pattern only to the pattern at hand, so that its block is looked
 * up in the layer before, and the states of that block are moved on as the sweep moved
 * them until one becomes the state at hand. These states are the origins of the state,
 * and its number is the sum of theirs.
 *
 * For one tour the first origin will do; which tour is read follows from the layers
 * alone. And every tour has a number (H. S. Wilf, "A unified setting for sequencing,
 * ranking, and selection algorithms for combinatorial objects", Advances in Mathematics
 * 24, 1977): the numbers below that of a state are shared out among its origins in
 * their order, as many to each as it has ways, so that a number leads back to one tour,
 * and the way back of a tour gives its number. A number drawn at random is a tour drawn
 * at random. Many tours go back side by side, those in the same state together: then
 * the origins of a state are found once, and a thousand tours of a small board cost
 * little more than its states.
 *
 * That costs a block for each choice of each step and state; the sweep took all blocks.
 * For one sweep over all vertices without folds: images of states have other edges.
 */
#include "base/draw_number.h"
#include "engine/plugs/plug_step.h"

#include <stdlib.h>
#include <string.h>

enum { TOURS_AT_ONCE = 4096 };

/* A tour on its way back. */
typedef struct reading {
    size_t place;       /* among those read at the same time */
    mpz_t number;       /* among those that come to the state at hand, from 0 on */
    unsigned direction; /* of an open tour whose ends are free */
    cq_pattern pattern; /* of the state at hand, in the slots of its layer */
    uint64_t rank;
    uint32_t *links; /* two for each vertex of the net */
    uint8_t *count;  /* how many there are */
} reading;

/* A state that becomes the one at hand by a choice. */
typedef struct origin {
    size_t choice;
    cq_pattern pattern;
    uint64_t rank;
    const uint64_t *words; /* its number */
} origin;

typedef struct reader {
    cq_plugs *plugs;
    bool any; /* tour will do: the first origin is taken */
    size_t count;
    reading *tours;
    uint32_t *links; /* of all tours */
    uint8_t *degrees;
    CQ_VEC(origin) origins;
    mpz_t share;
} reader;

/* ---- where a state comes from ---- */

/* The bits of the slots that stayed, back where they were. */
static cq_pattern gather_in(const cq_plug_stepping *s, cq_pattern pattern)
{
    cq_pattern out = {0};

    for (unsigned i = 0; i < s->spread_count; i++) {
        const cq_plug_spread *d = &s->spreads[i];
        cq_pattern part =
            cq_wide_and(cq_wide_down(pattern, d->to), cq_wide_ones(d->bits));

        out = cq_wide_or(out, cq_wide_up(part, d->from));
    }
    return out;
}

/* How many edges a choice takes at v, whose slot is the first. */
static unsigned edges_of(const cq_plug_choice *c, unsigned v)
{
    return !c->links ? 0 : c->ends[1] == v ? 1 : 2;
}

/* The pattern that the choice makes this one of; false: there is none. */
static bool pattern_before(const cq_plug_stepping *s, const cq_plug_choice *c,
                           cq_pattern after, cq_pattern *out)
{
    unsigned v = cq_slot_shift(0, s->layer->slots), edges = edges_of(c, v);

    for (unsigned i = 0; i < edges; i++)
        if (!cq_pattern_at(after, c->ends[i]))
            return false;
    *out = cq_wide_plus(cq_wide_minus(after, c->added), cq_pattern_slot(2 - edges, v));
    cq_assert(cq_wide_is_zero(cq_wide_and(*out, c->forbidden)));
    return true;
}

/* The states of the block that the change makes the state at hand. */
static cq_status add_origins(reader *rd, const cq_plug_layer *layer,
                             const cq_plug_block *block, cq_change change,
                             uint64_t after, origin found)
{
    const cq_matings *matings = &rd->plugs->matings;
    unsigned ends = cq_pattern_ends(found.pattern);
    bool full = cq_plug_block_is_full(block);
    uint64_t entries = full ? matings->counts[ends] : block->entries;

    for (size_t i = 0; i < entries && (!rd->any || !rd->origins.count); i++) {
        found.rank = full ? i : cq_plug_block_rank(block, ends, layer->limbs, i);
        found.words = block->words + i * layer->limbs;
        if (!cq_limbs_are_zero(found.words, layer->limbs) &&
            cq_mating_change(matings, change, ends, found.rank) == after)
            cq_try(cq_vec_push(rd->plugs->ctx, &rd->origins, found));
    }
    return CQ_OK;
}

/* All origins of the state that a tour is in; or one, if one will do. */
static cq_status find_origins(reader *rd, const cq_plug_stepping *s, const reading *r,
                              size_t step)
{
    cq_pattern after = gather_in(s, r->pattern);

    rd->origins.count = 0;
    for (size_t i = 0; i < s->choices.count && (!rd->any || !rd->origins.count); i++) {
        const cq_plug_choice *c = &s->choices.at[i];
        const cq_plug_block *block;
        origin found = {.choice = i};
        cq_change change;

        if (!pattern_before(s, c, after, &found.pattern))
            continue;
        block = cq_plug_layer_find(s->layer, found.pattern);
        if (block && cq_stepping_change(s, c, found.pattern, after, &change))
            cq_try(add_origins(rd, s->layer, block, change, r->rank, found));
    }
    if (rd->origins.count)
        return CQ_OK;
    return cq_fail(rd->plugs->ctx, CQ_DEFECT,
                   "no state of the step before leads to a state of step %zu", step);
}

/* The origin that the tour's number falls to; it keeps its number among those. */
static const origin *choose_origin(reader *rd, reading *r, unsigned limbs)
{
    const origin *at = rd->origins.at;

    for (; !rd->any && rd->origins.count > 1; at++) {
        cq_assert(at < rd->origins.at + rd->origins.count);
        cq_limbs_read(rd->share, at->words, limbs);
        if (mpz_cmp(r->number, rd->share) < 0)
            break;
        mpz_sub(r->number, r->number, rd->share);
    }
    return at;
}

/* ---- one step back ---- */

static void link(reading *r, uint32_t a, uint32_t b)
{
    cq_assert(r->count[a] < 2 && r->count[b] < 2);
    r->links[2 * (size_t)a + r->count[a]++] = b;
    r->links[2 * (size_t)b + r->count[b]++] = a;
}

static void take_edges(reading *r, const cq_plug_layer *layer, const cq_plug_choice *c)
{
    unsigned edges = edges_of(c, cq_slot_shift(0, layer->slots));

    for (unsigned i = 0; i < edges; i++)
        link(r, layer->vertex[0], layer->vertex[layer->slots - 1 - c->ends[i] / 2]);
}

static int compare_states(const void *left, const void *right)
{
    const reading *a = left, *b = right;

    if (!cq_wide_is(a->pattern, b->pattern))
        return cq_wide_below(a->pattern, b->pattern) ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

static bool same_state(const reading *a, const reading *b)
{
    return cq_wide_is(a->pattern, b->pattern) && a->rank == b->rank;
}

/* The tours from `first` on that are in the same state; returns where the next one
 * begins. */
static cq_status move_back(reader *rd, const cq_plug_stepping *s, size_t step,
                           size_t first, size_t *next)
{
    size_t end = first + 1;

    while (end < rd->count && same_state(&rd->tours[first], &rd->tours[end]))
        end++;
    cq_try(find_origins(rd, s, &rd->tours[first], step));
    for (size_t i = first; i < end; i++) {
        const origin *from = choose_origin(rd, &rd->tours[i], s->layer->limbs);

        take_edges(&rd->tours[i], s->layer, &s->choices.at[from->choice]);
        rd->tours[i].pattern = from->pattern;
        rd->tours[i].rank = from->rank;
    }
    *next = end;
    return CQ_OK;
}

/* What step `at` does to the layer before it, which was kept. */
cq_status cq_plug_open_step(cq_plugs *plugs, size_t at, cq_plug_stepping *s)
{
    const cq_plug_side *side = &plugs->plan.sides[0];

    *s = (cq_plug_stepping){.plugs = plugs, .layer = &plugs->kept.at[at]};
    cq_assert(side->steps.at[at].last);
    if (!cq_stepping_slots(s, side, at))
        return CQ_DEFECT;
    return cq_stepping_choices(plugs->ctx, s, side, &side->steps.at[at]);
}

static cq_status step_back(reader *rd, size_t at)
{
    cq_plugs *plugs = rd->plugs;
    cq_plug_stepping s;
    cq_status status = cq_plug_open_step(plugs, at, &s);

    qsort(rd->tours, rd->count, sizeof *rd->tours, compare_states);
    for (size_t i = 0; status == CQ_OK && i < rd->count;)
        status = cq_run_poll(plugs->run) ? CQ_STOPPED : move_back(rd, &s, at, i, &i);
    cq_vec_free(&s.choices);
    return status;
}

/* ---- the cycle as a tour ---- */

/* The vertices of the problem round the cycle, from `start` on, away from `before`. */
static void walk_round(const reading *r, uint32_t n, uint32_t before, uint32_t start,
                       cq_u32s *out)
{
    uint32_t at = start;

    out->count = 0;
    do {
        const uint32_t *links = &r->links[2 * (size_t)at];
        uint32_t next = links[0] == before ? links[1] : links[0];

        cq_assert(r->count[at] == 2);
        if (at < n)
            out->at[out->count++] = at;
        before = at;
        at = next;
    } while (at != start);
    cq_assert(out->count == n);
}

/* How many tours a closed tour of the net stands for: with an end that is given, an
 * open tour has one direction only. */
unsigned cq_plug_directions(const cq_problem *problem)
{
    bool loose = problem->from == CQ_NO_VERTEX && problem->to == CQ_NO_VERTEX;

    return !problem->closed && loose ? 2 : 1;
}

/* Free ends: the first direction is from the smaller end on. */
static bool has_direction(const cq_problem *problem, const cq_u32s *walk,
                          unsigned direction)
{
    return cq_plug_directions(problem) == 1 ||
           (walk->at[0] > walk->at[walk->count - 1]) == direction;
}

/* From the vertex after the hub or the post, which are the last vertices of the net, if
 * there is one; in the direction that has the right ends. */
static cq_status write_tour(const reader *rd, const reading *r, cq_solution *out)
{
    const cq_problem *problem = rd->plugs->run->problem;
    uint32_t n = problem->graph.vertices, last = rd->plugs->net.vertices - 1;
    uint32_t from = last < n ? 0 : last;
    const uint32_t *links = &r->links[2 * (size_t)from];
    cq_context *ctx = rd->plugs->ctx;
    cq_status status = cq_vec_reserve(ctx, &out->members, n);
    bool suits = false;

    for (unsigned i = 0; i < 2 && status == CQ_OK && !suits; i++) {
        if (last < n)
            walk_round(r, n, links[!i], from, &out->members);
        else
            walk_round(r, n, from, links[i], &out->members);
        status = cq_problem_suits(ctx, problem, out->members.at, &suits);
        suits =
            suits && (rd->any || has_direction(problem, &out->members, r->direction));
    }
    cq_assert(status != CQ_OK || suits);
    return status;
}

/* ---- all of it ---- */

static void reader_free(reader *rd)
{
    for (size_t i = 0; rd->tours && i < rd->count; i++)
        mpz_clear(rd->tours[i].number);
    cq_free_each(rd->tours, rd->links, rd->degrees);
    cq_vec_free(&rd->origins);
    mpz_clear(rd->share);
}

static cq_status reader_new(cq_plugs *plugs, size_t count, reader *rd)
{
    size_t vertices = plugs->net.vertices;

    cq_assert(plugs->kept.count == plugs->plan.sides[0].steps.count);
    cq_assert(plugs->plan.split == CQ_SPLIT_NONE && plugs->plan.folds.count == 0);
    *rd = (reader){.plugs = plugs, .count = count};
    mpz_init(rd->share);
    rd->tours = cq_alloc(plugs->ctx, count, sizeof *rd->tours);
    rd->links = cq_alloc(plugs->ctx, 2 * vertices * count, sizeof *rd->links);
    rd->degrees = cq_zalloc(plugs->ctx, vertices * count, sizeof *rd->degrees);
    for (size_t i = 0; rd->tours && i < count; i++) {
        rd->tours[i] = (reading){.place = i,
                                 .pattern = plugs->at.layer.patterns[0],
                                 .links = rd->links + 2 * vertices * i,
                                 .count = rd->degrees + vertices * i};
        mpz_init(rd->tours[i].number);
    }
    if (rd->tours && rd->links && rd->degrees)
        return CQ_OK;
    reader_free(rd);
    return CQ_MEMORY;
}

/* Gives a tour on its way back its number among all, from 0 on. */
static void set_number(const reader *rd, reading *r, const mpz_t number)
{
    unsigned directions = cq_plug_directions(rd->plugs->run->problem);

    r->direction = (unsigned)mpz_fdiv_q_ui(r->number, number, directions);
}

static int compare_places(const void *left, const void *right)
{
    const reading *a = left, *b = right;

    return a->place < b->place ? -1 : a->place > b->place;
}

/* Reads them all back; then they stand in their own order, not in that of states. */
static cq_status read_back(reader *rd)
{
    for (size_t i = rd->plugs->kept.count; i-- > 0;)
        cq_try(step_back(rd, i));
    qsort(rd->tours, rd->count, sizeof *rd->tours, compare_places);
    return CQ_OK;
}

cq_status cq_plug_read(cq_plugs *plugs, const mpz_t number, cq_solution *out)
{
    reader rd;
    cq_status status;

    cq_try(reader_new(plugs, 1, &rd));
    rd.any = !number;
    if (number)
        set_number(&rd, &rd.tours[0], number);
    status = read_back(&rd);
    if (status == CQ_OK)
        status = write_tour(&rd, &rd.tours[0], out);
    reader_free(&rd);
    return status;
}

static cq_status draw_some(cq_plugs *plugs, cq_random *random, const mpz_t tours,
                           size_t count, bool *enough)
{
    cq_solution tour = {0};
    reader rd;
    cq_status status;
    mpz_t number;

    cq_try(reader_new(plugs, count, &rd));
    mpz_init(number);
    for (size_t i = 0; i < count; i++) {
        cq_draw_number(random, tours, number);
        set_number(&rd, &rd.tours[i], number);
    }
    status = read_back(&rd);
    for (size_t i = 0; i < count && status == CQ_OK && !*enough; i++) {
        status = write_tour(&rd, &rd.tours[i], &tour);
        if (status == CQ_OK)
            status = cq_run_found(plugs->run, &tour, enough);
    }
    mpz_clear(number);
    cq_solution_free(&tour);
    reader_free(&rd);
    return status;
}

cq_status cq_plug_draw(cq_plugs *plugs, const mpz_t tours)
{
    cq_run *run = plugs->run;
    cq_random random;
    bool enough = false;

    cq_random_seed(&random, run->seed);
    while (!enough) {
        uint64_t left = run->samples - run->answer->found;
        size_t count = left < TOURS_AT_ONCE ? (size_t)left : TOURS_AT_ONCE;

        cq_try(draw_some(plugs, &random, tours, count, &enough));
    }
    return CQ_OK;
}

/* ---- the number of a tour ---- */

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
    unsigned edges = edges_of(c, cq_slot_shift(0, layer->slots)), ahead = 0;

    for (unsigned i = 0; i < edges; i++) {
        uint32_t to = layer->vertex[layer->slots - 1 - c->ends[i] / 2];

        if (to != near[0] && to != near[1])
            return false;
    }
    for (unsigned slot = 1; slot < layer->slots; slot++)
        ahead += layer->vertex[slot] == near[0] || layer->vertex[slot] == near[1];
    return ahead == edges;
}

/* The state that the tour's own choice makes of `from`, which learns that choice. */
static cq_status step_on(cq_plugs *plugs, const cq_plug_stepping *s,
                         const uint32_t *beside, origin *from, origin *to)
{
    unsigned v = cq_slot_shift(0, s->layer->slots);
    const cq_plug_choice *c = s->choices.at;
    cq_change change;
    cq_pattern after;

    while (c < s->choices.at + s->choices.count && !is_taken(s->layer, c, beside))
        c++;
    if (c == s->choices.at + s->choices.count)
        return cq_fail(plugs->ctx, CQ_DEFECT,
                       "a tour takes a step that does not exist");
    from->choice = (size_t)(c - s->choices.at);
    after = cq_wide_plus(
        cq_wide_minus(from->pattern, cq_pattern_slot(2 - edges_of(c, v), v)), c->added);
    if (!cq_stepping_change(s, c, from->pattern, after, &change))
        return cq_fail(plugs->ctx, CQ_DEFECT, "a tour closes too soon");
    to->rank = cq_mating_change(&plugs->matings, change, cq_pattern_ends(from->pattern),
                                from->rank);
    to->pattern = cq_stepping_spread(s, after);
    return CQ_OK;
}

/* The states before each step, and the last one. */
static cq_status pass(cq_plugs *plugs, const uint32_t *beside, origin *states)
{
    cq_status status = CQ_OK;

    states[0] = (origin){.pattern = plugs->kept.at[0].patterns[0]};
    for (size_t i = 0; i < plugs->kept.count && status == CQ_OK; i++) {
        cq_plug_stepping s;

        status = cq_plug_open_step(plugs, i, &s);
        if (status == CQ_OK)
            status = step_on(plugs, &s, beside, &states[i], &states[i + 1]);
        cq_vec_free(&s.choices);
    }
    return status;
}

/* Adds the ways of the origins of a state that come before the tour's own. */
static cq_status add_before(reader *rd, size_t at, const origin *states, mpz_t number)
{
    reading r = {.pattern = states[at + 1].pattern, .rank = states[at + 1].rank};
    const origin *own = &states[at], *o;
    cq_plug_stepping s;
    cq_status status = cq_plug_open_step(rd->plugs, at, &s);

    if (status == CQ_OK)
        status = find_origins(rd, &s, &r, at);
    for (o = rd->origins.at; status == CQ_OK; o++) {
        cq_assert(o < rd->origins.at + rd->origins.count);
        if (o->choice == own->choice && o->rank == own->rank)
            break;
        cq_limbs_read(rd->share, o->words, s.layer->limbs);
        mpz_add(number, number, rd->share);
    }
    cq_vec_free(&s.choices);
    return status;
}

static cq_status add_all(reader *rd, const uint32_t *beside, origin *states,
                         mpz_t number)
{
    cq_try(pass(rd->plugs, beside, states));
    mpz_set_ui(number, 0);
    for (size_t i = 0; i < rd->plugs->kept.count; i++)
        cq_try(cq_run_poll(rd->plugs->run) ? CQ_STOPPED
                                           : add_before(rd, i, states, number));
    return CQ_OK;
}

cq_status cq_plug_number(cq_plugs *plugs, const cq_solution *tour, mpz_t number)
{
    const cq_problem *problem = plugs->run->problem;
    size_t vertices = plugs->net.vertices;
    unsigned directions = cq_plug_directions(problem);
    reader rd;
    origin *states;
    uint32_t *beside, *cycle;
    cq_status status;

    cq_try(reader_new(plugs, 1, &rd));
    states = cq_alloc(plugs->ctx, plugs->kept.count + 1, sizeof *states);
    beside = cq_alloc(plugs->ctx, 2 * vertices, sizeof *beside);
    cycle = cq_alloc(plugs->ctx, vertices, sizeof *cycle);
    status = states && beside && cycle ? CQ_OK : CQ_MEMORY;
    if (status == CQ_OK) {
        close_walk(&plugs->net, problem, &tour->members, cycle);
        link_cycle(cycle, vertices, beside);
        status = add_all(&rd, beside, states, number);
    }
    mpz_mul_ui(number, number, directions);
    if (directions == 2 && !has_direction(problem, &tour->members, 0))
        mpz_add_ui(number, number, 1);
    cq_free_each(states, beside, cycle);
    reader_free(&rd);
    return status;
}
