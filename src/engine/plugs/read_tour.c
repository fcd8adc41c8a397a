/* read_tour.c - reads tours from the layers of a sweep, by their numbers.
 *
 * A sweep that keeps its layers knows all ways to every state, so they are found
 * backwards, from the state in which nothing is left, or from two states that two
 * layers were joined by (draw_pairs.c). The states before a state that become it are
 * its origins (origins.c), and its number is the sum of theirs.
 *
 * For a single tour the first origin is enough; which tour that is depends only on the
 * layers. Every tour has a number (H. S. Wilf, "A unified setting for sequencing,
 * ranking, and selection algorithms for combinatorial objects", Advances in Mathematics
 * 24, 1977): the numbers below that of a state are shared out among its origins in
 * their order, as many to each as it has ways, so that a number leads back to one tour,
 * and the way back of a tour gives its number. So a random number gives a random tour.
 * Many tours are read at the same time, and those in the same state share the work:
 * then the origins of a state are found once, a layer is read once for all of them, and
 * a thousand tours of a small board cost little more than its states.
 *
 * At a fold a way may come from an image of the state. Then all that it has done before
 * is mapped onto the state's own side: a reading has a frame, the product of these
 * maps. Only representatives are left of the ways that were folded, each as often as it
 * has images. So at last the whole tour is mapped back by the frame, and every tour is
 * there equally often.
 *
 * Several ranks read all tours back together, each in its own memory, and know the same
 * of every one: only what states of a layer lead to a state is shared (origins.c). */
#include "base/draw_number.h"
#include "engine/plugs/plug_join.h"
#include "engine/plugs/plug_read.h"

#include <stdlib.h>
#include <string.h>

enum { TOURS_AT_ONCE = 4096 };

/* ---- from a state to its origin ---- */

const cq_plug_origin *cq_plug_choose_origin(cq_plug_reader *rd, cq_plug_reading *r,
                                            const cq_plug_origin *at)
{
    const cq_plug_origins *o = &rd->origins;

    for (; !rd->any; at++) {
        cq_assert(at < o->list.at + o->list.count);
        cq_limbs_read(rd->share, o->numbers.at + at->number, o->limbs);
        if (mpz_cmp(r->number, rd->share) < 0)
            break;
        mpz_sub(r->number, r->number, rd->share);
    }
    return at;
}

void cq_plug_go_to(cq_plug_reading *r, const cq_plug_origin *origin)
{
    r->state = (cq_plug_want){origin->pattern, origin->rank};
}

void cq_plug_turn(cq_plug_reader *rd, cq_plug_reading *r, const uint32_t *image)
{
    uint32_t vertices = rd->plugs->net.vertices;

    cq_assert(cq_is_permutation(image, vertices));
    for (uint32_t v = 0; v < vertices; v++)
        rd->turned[v] = r->frame[image[v]];
    memcpy(r->frame, rd->turned, vertices * sizeof *r->frame);
}

static void link(cq_plug_reader *rd, size_t place, uint32_t a, uint32_t b)
{
    size_t vertices = rd->plugs->net.vertices;
    uint32_t *links = rd->links + 2 * vertices * place;
    uint8_t *count = rd->degrees + vertices * place;

    cq_assert(count[a] < 2 && count[b] < 2);
    links[2 * (size_t)a + count[a]++] = b;
    links[2 * (size_t)b + count[b]++] = a;
}

static void take_edges(cq_plug_reader *rd, const cq_plug_reading *r,
                       const cq_plug_layer *layer, uint32_t v, const cq_plug_choice *c)
{
    for (unsigned i = 0; i < c->edges; i++) {
        uint32_t to = cq_layer_vertex(layer, c->ends[i]);

        link(rd, r->place, r->frame[v], r->frame[to]);
    }
}

/* ---- one step back ---- */

static int compare_places(const void *left, const void *right)
{
    const cq_plug_reading *a = left, *b = right;

    if (a->other != b->other)
        return a->other ? 1 : -1;
    return a->place < b->place ? -1 : a->place > b->place;
}

static int compare_states(const void *left, const void *right)
{
    const cq_plug_reading *a = left, *b = right;

    if (!cq_wide_is(a->state.pattern, b->state.pattern))
        return cq_wide_below(a->state.pattern, b->state.pattern) ? -1 : 1;
    if (a->state.rank != b->state.rank)
        return a->state.rank < b->state.rank ? -1 : 1;
    return compare_places(left, right);
}

static bool same_state(const cq_plug_want *a, const cq_plug_want *b)
{
    return cq_wide_is(a->pattern, b->pattern) && a->rank == b->rank;
}

/* The states of readings that stand in the order of their states. */
static cq_status list_wants(cq_plug_reader *rd, const cq_plug_reading *first,
                            size_t count)
{
    rd->wants.count = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || !same_state(&first[i].state, &first[i - 1].state))
            cq_try(cq_vec_push(rd->plugs->ctx, &rd->wants, first[i].state));
    return CQ_OK;
}

static void take_origin(cq_plug_reader *rd, cq_plug_reading *r,
                        const cq_plug_stepping *s, const cq_plug_step *step,
                        const cq_plug_origin *origin)
{
    const cq_plugs *plugs = rd->plugs;

    if (step->fold && origin->map > 0)
        cq_plug_turn(rd, r,
                     plugs->mirrors.images +
                         (size_t)plugs->plan.folds.at[origin->map - 1] *
                             plugs->net.vertices);
    take_edges(rd, r, s->layer, step->v, &s->choices.at[origin->choice]);
    cq_plug_go_to(r, origin);
}

/* Each reading goes to an origin of its state. */
static cq_status go_back(cq_plug_reader *rd, const cq_plug_stepping *s,
                         const cq_plug_step *step, cq_plug_reading *first, size_t count)
{
    const cq_plug_origin *at = rd->origins.list.at;
    const cq_plug_origin *end = at + rd->origins.list.count;
    size_t i = 0;

    for (size_t want = 0; want < rd->wants.count; want++) {
        if (at == end || at->want != want)
            return cq_fail(rd->plugs->ctx, CQ_DEFECT,
                           "no state of the step before leads to a state of %u",
                           step->v);
        for (; i < count && same_state(&first[i].state, &rd->wants.at[want]); i++)
            take_origin(rd, &first[i], s, step,
                        cq_plug_choose_origin(rd, &first[i], at));
        while (at < end && at->want == want)
            at++;
    }
    cq_assert(i == count);
    return CQ_OK;
}

/* What step `at` does to the layer before it, which was kept. */
cq_status cq_plug_open_step(cq_plugs *plugs, unsigned which, size_t at,
                            cq_plug_stepping *s)
{
    const cq_plug_side *side = &plugs->plan.sides[which];

    cq_assert(at < plugs->kept[which].count);
    *s = (cq_plug_stepping){.plugs = plugs, .layer = &plugs->kept[which].at[at]};
    if (!cq_stepping_slots(s, side, at))
        return CQ_DEFECT;
    return cq_stepping_choices(plugs->ctx, s, side, &side->steps.at[at]);
}

static cq_status step_back(cq_plug_reader *rd, unsigned side, size_t at,
                           cq_plug_reading *first, size_t count)
{
    cq_plugs *plugs = rd->plugs;
    const cq_plug_step *step = &plugs->plan.sides[side].steps.at[at];
    cq_plug_stepping s;
    cq_status status = cq_plug_open_step(plugs, side, at, &s);

    qsort(first, count, sizeof *first, compare_states);
    cq_then(status, list_wants(rd, first, count));
    cq_then(status, cq_plug_find_origins(&rd->origins, &s, step, rd->wants.at,
                                         rd->wants.count));
    cq_then(status, go_back(rd, &s, step, first, count));
    cq_vec_free(&s.choices);
    return status;
}

/* ---- the cycle as a tour ---- */

/* The vertices of the problem round the cycle, from `start` on, away from `before`. */
static void walk_round(const uint32_t *all, uint32_t n, uint32_t before, uint32_t start,
                       cq_u32s *out)
{
    uint32_t at = start;

    out->count = 0;
    do {
        const uint32_t *links = &all[2 * (size_t)at];
        uint32_t next = links[0] == before ? links[1] : links[0];

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
bool cq_plug_has_direction(const cq_problem *problem, const cq_u32s *walk,
                           unsigned direction)
{
    return cq_plug_directions(problem) == 1 ||
           (walk->at[0] > walk->at[walk->count - 1]) == direction;
}

/* The reading whose side was folded: the other side has all images of its states. */
static const cq_plug_reading *folded_one(const cq_plug_reader *rd, size_t place)
{
    return &rd->readings[rd->plugs->plan.split == CQ_SPLIT_TWO ? rd->tours + place
                                                               : place];
}

/* The links of a tour, whose readings stand in their own order, mapped back. */
static void turn_back(cq_plug_reader *rd, size_t place)
{
    const uint32_t *frame = folded_one(rd, place)->frame;
    size_t vertices = rd->plugs->net.vertices;
    uint32_t *links = rd->links + 2 * vertices * place;
    uint32_t *turned = rd->turned, *back = turned + 2 * vertices;

    for (uint32_t v = 0; v < vertices; v++) {
        cq_assert(rd->degrees[vertices * place + v] == 2);
        back[frame[v]] = v;
    }
    for (size_t v = 0; v < vertices; v++)
        for (size_t i = 0; i < 2; i++)
            turned[2 * (size_t)back[v] + i] = back[links[2 * v + i]];
    memcpy(links, turned, 2 * vertices * sizeof *links);
}

/* From the vertex after the hub or the post, which are the last vertices of the net, if
 * there is one; in the direction that has the right ends. */
static cq_status write_tour(cq_plug_reader *rd, size_t place, cq_solution *out)
{
    const cq_problem *problem = rd->plugs->run->problem;
    uint32_t n = problem->graph.vertices, last = rd->plugs->net.vertices - 1;
    uint32_t from = last < n ? 0 : last;
    const uint32_t *all = rd->links + 2 * (size_t)rd->plugs->net.vertices * place;
    const uint32_t *links = &all[2 * (size_t)from];
    cq_context *ctx = rd->plugs->ctx;
    cq_status status = cq_vec_reserve(ctx, &out->members, n);
    bool suits = false;

    turn_back(rd, place);
    for (unsigned i = 0; i < 2 && status == CQ_OK && !suits; i++) {
        if (last < n)
            walk_round(all, n, links[!i], from, &out->members);
        else
            walk_round(all, n, from, links[i], &out->members);
        status = cq_problem_suits(ctx, problem, out->members.at, &suits);
        suits = suits && (rd->any || cq_plug_has_direction(problem, &out->members,
                                                           rd->directions[place]));
    }
    cq_assert(status != CQ_OK || suits);
    return status;
}

/* ---- all of it ---- */

static void reader_free(cq_plug_reader *rd)
{
    for (size_t i = 0; rd->readings && i < rd->count; i++)
        mpz_clear(rd->readings[i].number);
    cq_free_each(rd->readings, rd->directions, rd->links, rd->degrees, rd->frames,
                 rd->turned);
    cq_plug_origins_free(&rd->origins);
    cq_vec_free(&rd->wants);
    mpz_clear(rd->share);
}

static void set_readings(cq_plug_reader *rd)
{
    size_t vertices = rd->plugs->net.vertices;

    for (size_t i = 0; i < rd->count; i++) {
        cq_plug_reading *r = &rd->readings[i];

        *r = (cq_plug_reading){.place = i % rd->tours, .other = i >= rd->tours};
        mpz_init(r->number);
        r->frame = rd->frames + vertices * i;
        for (uint32_t v = 0; v < vertices; v++)
            r->frame[v] = v;
    }
}

/* The readings of this many tours, without numbers: in the last state of one sweep;
 * after a join, nowhere yet. */
static cq_status reader_new(cq_plugs *plugs, size_t tours, cq_plug_reader *rd)
{
    size_t vertices = plugs->net.vertices;
    bool joined = plugs->plan.split != CQ_SPLIT_NONE;

    cq_assert(plugs->kept[0].count == plugs->plan.sides[0].steps.count);
    *rd = (cq_plug_reader){.plugs = plugs,
                           .tours = tours,
                           .count = joined ? 2 * tours : tours,
                           .origins.plugs = plugs};
    mpz_init(rd->share);
    rd->readings = cq_alloc(plugs->ctx, rd->count, sizeof *rd->readings);
    rd->directions = cq_zalloc(plugs->ctx, tours, sizeof *rd->directions);
    rd->links = cq_alloc(plugs->ctx, 2 * vertices * tours, sizeof *rd->links);
    rd->degrees = cq_zalloc(plugs->ctx, vertices * tours, sizeof *rd->degrees);
    rd->frames = cq_alloc(plugs->ctx, vertices * rd->count, sizeof *rd->frames);
    rd->turned = cq_alloc(plugs->ctx, 3 * vertices, sizeof *rd->turned);
    if (rd->readings && rd->directions && rd->links && rd->degrees && rd->frames &&
        rd->turned) {
        set_readings(rd);
        return CQ_OK;
    }
    cq_free(rd->readings); /* they have no numbers yet */
    rd->readings = NULL;
    reader_free(rd);
    return CQ_MEMORY;
}

/* Gives a tour on its way back its number among all, from 0 on. */
static void set_number(cq_plug_reader *rd, size_t place, const mpz_t number)
{
    unsigned directions = cq_plug_directions(rd->plugs->run->problem);

    cq_assert(mpz_sgn(number) >= 0 && place < rd->tours);
    rd->directions[place] =
        (unsigned)mpz_fdiv_q_ui(rd->readings[place].number, number, directions);
}

/* Some readings go back over the steps of a side from `from` down to `to`. */
static cq_status steps_back(cq_plug_reader *rd, unsigned side, size_t from, size_t to,
                            size_t first, size_t count)
{
    while (from-- > to)
        cq_try(step_back(rd, side, from, rd->readings + first, count));
    return CQ_OK;
}

/* Reads them all back; then they stand in their own order, not in that of states. The
 * other layer of a mirrored sweep is one of its own. */
static cq_status read_back(cq_plug_reader *rd)
{
    const cq_plug_plan *plan = &rd->plugs->plan;
    size_t steps = plan->sides[0].steps.count;
    cq_status status;

    if (plan->split != CQ_SPLIT_NONE)
        cq_try(cq_plug_place_pairs(rd));
    if (plan->split == CQ_SPLIT_TWO) {
        cq_try(steps_back(rd, 1, plan->sides[1].steps.count, 0, 0, rd->tours));
        status = steps_back(rd, 0, steps, 0, rd->tours, rd->tours);
    } else if (plan->split == CQ_SPLIT_MIRROR) {
        cq_try(steps_back(rd, 0, steps, plan->kept, 0, rd->tours));
        status = steps_back(rd, 0, plan->kept, 0, 0, rd->count);
    } else {
        status = steps_back(rd, 0, steps, 0, 0, rd->tours);
    }
    qsort(rd->readings, rd->count, sizeof *rd->readings, compare_places);
    return status;
}

cq_status cq_plug_read(cq_plugs *plugs, const mpz_t number, cq_solution *out)
{
    cq_plug_reader rd;
    cq_status status;

    cq_try(reader_new(plugs, 1, &rd));
    rd.any = !number;
    if (number)
        set_number(&rd, 0, number);
    status = read_back(&rd);
    cq_then(status, write_tour(&rd, 0, out));
    reader_free(&rd);
    return status;
}

/* Numbers below `bound`. */
static cq_status draw_some(cq_plugs *plugs, cq_random *random, const mpz_t bound,
                           size_t count, bool *enough)
{
    cq_solution tour = {0};
    cq_plug_reader rd;
    cq_status status;
    mpz_t number;

    cq_try(reader_new(plugs, count, &rd));
    mpz_init(number);
    for (size_t i = 0; i < count; i++) {
        cq_draw_number(random, bound, number);
        set_number(&rd, i, number);
    }
    status = read_back(&rd);
    if (cq_spread_rank(plugs->spread) > 0)
        count = 0; /* rank 0 gives them away */
    for (size_t i = 0; i < count && status == CQ_OK && !*enough; i++) {
        status = write_tour(&rd, i, &tour);
        cq_then(status, cq_run_found(plugs->run, &tour, enough));
    }
    mpz_clear(number);
    cq_solution_free(&tour);
    reader_free(&rd);
    return status;
}

/* How many are drawn next; rank 0 knows. */
static cq_status count_next(cq_plugs *plugs, bool enough, uint32_t *count)
{
    const cq_run *run = plugs->run;
    uint64_t left = enough ? 0 : run->samples - run->answer->found;

    cq_assert(enough || run->samples >= run->answer->found);
    *count = left < TOURS_AT_ONCE ? (uint32_t)left : TOURS_AT_ONCE;
    return cq_spread_agree(plugs->spread, count);
}

cq_status cq_plug_draw(cq_plugs *plugs, const mpz_t tours)
{
    cq_status status;
    cq_random random;
    bool enough = false;
    uint32_t count;
    mpz_t bound;

    mpz_init_set(bound, tours);
    if (plugs->plan.split != CQ_SPLIT_NONE) /* a tour has a number for each map */
        mpz_mul_ui(bound, bound, plugs->plan.maps);
    cq_random_seed(&random, plugs->run->seed);
    status = count_next(plugs, enough, &count);
    while (status == CQ_OK && count) {
        status = draw_some(plugs, &random, bound, count, &enough);
        cq_then(status, count_next(plugs, enough, &count));
    }
    mpz_clear(bound);
    return status;
}
