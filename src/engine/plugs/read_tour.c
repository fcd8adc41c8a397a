/* read_tour.c - tours out of the layers of a sweep.
 *
 * A sweep that keeps its layers knows all ways to every state, so they are found
 * backwards, from the state in which nothing is left:
 *
 *     layer i            step i               layer i + 1
 *     (pattern, rank) -- a choice of edges --> (pattern, rank)
 *
 * A choice takes one pattern only to the pattern at hand, so that its block is looked up
 * in the layer before, and the states of that block are moved on as the sweep moved
 * them until one becomes the state at hand. These states are the origins of the state,
 * and its number is the sum of theirs.
 *
 * For one tour the first origin will do; which tour is read follows from the layers
 * alone. If each step back takes an origin with a probability in proportion to its
 * number, all tours are equally likely (the method of H. S. Wilf, "A unified setting for
 * sequencing, ranking, and selection algorithms for combinatorial objects", Advances in
 * Mathematics 24, 1977). Many tours go back side by side, those in the same state
 * together: then the origins of a state are found once, and a thousand tours of a small
 * board cost little more than its states.
 *
 * That costs a block for each choice of each step and state, where the sweep took all
 * blocks. For one sweep over all vertices without folds: images of states have other
 * edges.
 */
#include "base/draw_number.h"
#include "engine/plugs/plug_step.h"

#include <stdlib.h>
#include <string.h>

enum { TOURS_AT_ONCE = 4096 };

/* A tour on its way back. */
typedef struct reading {
    size_t number;      /* among those read at the same time */
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
    cq_random *random; /* NULL: the first origin is taken */
    size_t count;
    reading *tours;
    uint32_t *links; /* of all tours */
    uint8_t *degrees;
    CQ_VEC(origin) origins;
    mpz_t total, drawn, share;
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

    for (size_t i = 0; i < entries && (rd->random || !rd->origins.count); i++) {
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
    for (size_t i = 0; i < s->choices.count && (rd->random || !rd->origins.count);
         i++) {
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
                   "a state of step %zu comes of none of the step before", step);
}

static void add_up_origins(reader *rd, unsigned limbs)
{
    mpz_set_ui(rd->total, 0);
    for (size_t i = 0; rd->random && i < rd->origins.count; i++) {
        cq_limbs_read(rd->share, rd->origins.at[i].words, limbs);
        mpz_add(rd->total, rd->total, rd->share);
    }
}

/* Any origin, each as likely as it has ways. */
static const origin *draw_origin(reader *rd, unsigned limbs)
{
    const origin *at = rd->origins.at;

    if (rd->origins.count == 1)
        return at;
    cq_draw_number(rd->random, rd->total, rd->drawn);
    for (;; at++) {
        cq_assert(at < rd->origins.at + rd->origins.count);
        cq_limbs_read(rd->share, at->words, limbs);
        if (mpz_cmp(rd->drawn, rd->share) < 0)
            return at;
        mpz_sub(rd->drawn, rd->drawn, rd->share);
    }
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
    return a->number < b->number ? -1 : a->number > b->number;
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
    add_up_origins(rd, s->layer->limbs);
    for (size_t i = first; i < end; i++) {
        const origin *from = draw_origin(rd, s->layer->limbs);

        take_edges(&rd->tours[i], s->layer, &s->choices.at[from->choice]);
        rd->tours[i].pattern = from->pattern;
        rd->tours[i].rank = from->rank;
    }
    *next = end;
    return CQ_OK;
}

static cq_status step_back(reader *rd, size_t at)
{
    const cq_plugs *plugs = rd->plugs;
    const cq_plug_side *side = &plugs->plan.sides[0];
    cq_plug_stepping s = {.plugs = rd->plugs, .layer = &plugs->kept.at[at]};
    cq_status status;

    cq_assert(side->steps.at[at].last);
    if (!cq_stepping_slots(&s, side, at))
        return CQ_DEFECT;
    status = cq_stepping_choices(plugs->ctx, &s, side, &side->steps.at[at]);
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

/* From behind the hub or the post, which are the last vertices of the net, if there is
 * one; in the direction that has the right ends, or in any. */
static cq_status write_tour(const reader *rd, const reading *r, cq_solution *out)
{
    const cq_problem *problem = rd->plugs->run->problem;
    uint32_t n = problem->graph.vertices, last = rd->plugs->net.vertices - 1;
    uint32_t from = last < n ? 0 : last;
    const uint32_t *links = &r->links[2 * (size_t)from];
    unsigned first = rd->random ? (unsigned)cq_random_below(rd->random, 2) : 0;
    cq_context *ctx = rd->plugs->ctx;
    cq_status status = cq_vec_reserve(ctx, &out->members, n);
    bool suits = false;

    for (unsigned i = 0; i < 2 && status == CQ_OK && !suits; i++) {
        if (last < n)
            walk_round(r, n, links[!(i ^ first)], from, &out->members);
        else
            walk_round(r, n, from, links[i ^ first], &out->members);
        status = cq_problem_suits(ctx, problem, out->members.at, &suits);
    }
    cq_assert(status != CQ_OK || suits);
    return status;
}

/* ---- all of it ---- */

static void reader_free(reader *rd)
{
    cq_free(rd->tours);
    cq_free(rd->links);
    cq_free(rd->degrees);
    cq_vec_free(&rd->origins);
    mpz_clears(rd->total, rd->drawn, rd->share, NULL);
}

static cq_status reader_new(cq_plugs *plugs, cq_random *random, size_t count,
                            reader *rd)
{
    size_t vertices = plugs->net.vertices;

    *rd = (reader){.plugs = plugs, .random = random, .count = count};
    mpz_inits(rd->total, rd->drawn, rd->share, NULL);
    rd->tours = cq_alloc(plugs->ctx, count, sizeof *rd->tours);
    rd->links = cq_alloc(plugs->ctx, 2 * vertices * count, sizeof *rd->links);
    rd->degrees = cq_zalloc(plugs->ctx, vertices * count, sizeof *rd->degrees);
    if (!rd->tours || !rd->links || !rd->degrees) {
        reader_free(rd);
        return CQ_MEMORY;
    }
    for (size_t i = 0; i < count; i++)
        rd->tours[i] = (reading){.number = i,
                                 .pattern = plugs->at.layer.patterns[0],
                                 .links = rd->links + 2 * vertices * i,
                                 .count = rd->degrees + vertices * i};
    return CQ_OK;
}

static int compare_numbers(const void *left, const void *right)
{
    const reading *a = left, *b = right;

    return a->number < b->number ? -1 : a->number > b->number;
}

/* Reads them all back; then they stand in their own order, not in that of states. */
static cq_status read_back(reader *rd)
{
    const cq_plugs *plugs = rd->plugs;

    cq_assert(plugs->kept.count == plugs->plan.sides[0].steps.count);
    cq_assert(plugs->plan.split == CQ_SPLIT_NONE && plugs->plan.folds.count == 0);
    for (size_t i = plugs->kept.count; i-- > 0;)
        cq_try(step_back(rd, i));
    qsort(rd->tours, rd->count, sizeof *rd->tours, compare_numbers);
    return CQ_OK;
}

cq_status cq_plug_read(cq_plugs *plugs, cq_solution *out)
{
    reader rd;
    cq_status status;

    cq_try(reader_new(plugs, NULL, 1, &rd));
    status = read_back(&rd);
    if (status == CQ_OK)
        status = write_tour(&rd, &rd.tours[0], out);
    reader_free(&rd);
    return status;
}

static cq_status draw_some(cq_plugs *plugs, cq_random *random, size_t count,
                           bool *enough)
{
    cq_solution tour = {0};
    reader rd;
    cq_status status;

    cq_try(reader_new(plugs, random, count, &rd));
    status = read_back(&rd);
    for (size_t i = 0; i < count && status == CQ_OK && !*enough; i++) {
        status = write_tour(&rd, &rd.tours[i], &tour);
        if (status == CQ_OK)
            status = cq_run_found(plugs->run, &tour, enough);
    }
    cq_solution_free(&tour);
    reader_free(&rd);
    return status;
}

cq_status cq_plug_draw(cq_plugs *plugs)
{
    cq_run *run = plugs->run;
    cq_random random;
    bool enough = false;

    cq_random_seed(&random, run->seed);
    while (!enough) {
        uint64_t left = run->samples - run->answer->found;
        size_t count = left < TOURS_AT_ONCE ? (size_t)left : TOURS_AT_ONCE;

        cq_try(draw_some(plugs, &random, count, &enough));
    }
    return CQ_OK;
}
