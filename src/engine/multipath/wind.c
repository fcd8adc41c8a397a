/* wind.c - symmetric tours as walks on the orbits of a symmetry.
 *
 * The orbits of the squares under the symmetry g (problem/orbits.c) are the vertices of
 * the quotient graph. A tour that g maps onto itself corresponds to a walk on the
 * quotient, in one of two ways (see problem/symmetric_tours.c):
 *
 *     carried along   a cycle through all orbits that comes back not to v but to g v
 *                     (for a quarter turn to g v or g g g v); its images one after the
 *                     other are the tour. No orbit may be smaller than the others.
 *     reversed        a path through all orbits that turns round where a square is its
 *                     own image, or beside it: at both ends if the tour is closed, else
 *                     at one. Squares that are their own image must be such ends.
 *
 * A path is a cycle with one vertex more, the turn, that is joined to the orbits where
 * the tour may turn round (for an open tour another one, the end, that is joined to all
 * others, with an edge to the turn that must be used). So all walks are closed tours of
 * a graph with a half or a quarter of the vertices, and the usual search finds them.
 *
 * Between two orbits there may be several edges, and the walk does not say which are
 * taken. The square within each orbit is chosen step by step, from the first square on.
 * All choices that end at the right square are tours, and no two are the same, because
 * they use different edges or come from different walks.
 *
 *     walk        o0    o1    o2  ...  om      orbits
 *     powers      0     p1    p2  ...  pm      squares g^p of the first of the orbit
 *
 * Cost of a count: 16 looks at edges for each orbit of a walk.
 */
#include "engine/multipath/wind.h"

#include "base/assert.h"

#include <string.h>

enum { TINY = 8 }; /* vertices: orbits would be too few to make cycles of */

bool cq_wind_suits(const cq_problem *problem)
{
    bool ends = problem->to != CQ_NO_VERTEX ||
                (problem->from != CQ_NO_VERTEX && !problem->closed);

    return problem->symmetric && problem->graph.vertices > TINY && !ends &&
           !problem->graph.must.count;
}

/* ---- the quotient ---- */

static bool may_wind(const cq_wind *w)
{
    const cq_orbits *o = &w->orbits;
    uint32_t turns = w->problem->closed ? 2 : 1;

    if (!w->path)
        return w->problem->closed && o->fixed == 0;
    return o->order == 2 && o->fixed <= turns && o->turning.count >= turns;
}

static cq_status add_edge(cq_wind *w, cq_u32s *ends, uint32_t a, uint32_t b)
{
    cq_try(cq_vec_push(w->ctx, ends, a));
    return cq_vec_push(w->ctx, ends, b);
}

/* The edges of the turn, and of the end of an open tour; those that must be used go to
 * `must`. */
static cq_status add_turn(cq_wind *w, cq_u32s *ends, cq_u32s *must)
{
    const cq_orbits *o = &w->orbits;
    uint32_t turn = (uint32_t)o->first.count, end = turn + 1;

    for (size_t i = 0; i < o->turning.count; i++) {
        cq_try(add_edge(w, ends, o->turning.at[i], turn));
        if (o->size.at[o->turning.at[i]] == 1)
            cq_try(add_edge(w, must, o->turning.at[i], turn));
    }
    if (w->problem->closed)
        return CQ_OK;
    for (uint32_t i = 0; i < turn; i++)
        if (o->size.at[i] > 1)
            cq_try(add_edge(w, ends, i, end));
    cq_try(add_edge(w, ends, turn, end));
    return add_edge(w, must, turn, end);
}

static cq_status build_quotient(cq_wind *w)
{
    cq_u32s ends = {0}, must = {0};
    uint32_t extra = !w->path ? 0 : w->problem->closed ? 1 : 2;
    cq_status status = cq_orbits_join(w->ctx, &w->orbits, &w->problem->graph, &ends);

    w->length = (uint32_t)w->orbits.first.count;
    cq_assert(w->length > 1 && w->length < w->problem->graph.vertices);
    w->quotient = (cq_problem){
        .kind = CQ_TOUR, .closed = true, .from = CQ_NO_VERTEX, .to = CQ_NO_VERTEX};
    if (status == CQ_OK && w->path)
        status = add_turn(w, &ends, &must);
    cq_then(status, cq_graph_build(w->ctx, w->length + extra, ends.at, ends.count / 2,
                                   &w->quotient.graph, NULL));
    if (status == CQ_OK)
        w->quotient.graph.must = must;
    else
        cq_vec_free(&must);
    cq_vec_free(&ends);
    return status;
}

/* The kinds are those of the symmetries in turn: first tours that are carried along,
 * then tours that are reversed. */
static unsigned symmetry_of(const cq_problem *problem, unsigned kind)
{
    unsigned symmetry = 1;

    cq_assert(kind < 2 * (unsigned)__builtin_popcount(problem->symmetric));
    for (unsigned earlier = kind / 2;; symmetry++)
        if ((problem->symmetric & 1u << symmetry) && earlier-- == 0)
            return symmetry;
}

static cq_status keeps_moves(cq_context *ctx, const cq_problem *problem,
                             unsigned symmetry, bool *out)
{
    cq_orbits orbits;

    cq_try(cq_orbits_new(ctx, problem, symmetry, &orbits));
    *out = cq_orbits_keep_edges(&orbits, &problem->graph) &&
           orbits.fixed < problem->graph.vertices;
    cq_orbits_free(&orbits);
    return CQ_OK;
}

cq_status cq_wind_kinds(cq_context *ctx, const cq_problem *problem, unsigned *count)
{
    bool keeps = cq_wind_suits(problem);
    unsigned kinds = 0;

    for (unsigned symmetry = 1; symmetry < 8 && keeps; symmetry++) {
        if (!(problem->symmetric & 1u << symmetry))
            continue;
        cq_try(keeps_moves(ctx, problem, symmetry, &keeps));
        kinds += 2;
    }
    *count = keeps ? kinds : 0;
    return CQ_OK;
}

cq_status cq_wind_new(cq_context *ctx, const cq_problem *problem, unsigned kind,
                      cq_wind *out, bool *may)
{
    unsigned symmetry = symmetry_of(problem, kind);

    *out = (cq_wind){.ctx = ctx,
                     .problem = problem,
                     .earlier = problem->symmetric & ((1u << symmetry) - 2),
                     .path = kind % 2};
    *may = false;
    cq_try(cq_orbits_new(ctx, problem, symmetry, &out->orbits));
    if (!may_wind(out))
        return CQ_OK;
    cq_assert(cq_orbits_keep_edges(&out->orbits, &problem->graph));
    cq_try(build_quotient(out));
    out->walk = cq_alloc(ctx, out->length, sizeof *out->walk);
    cq_try_memory(out->walk);
    *may = true;
    return cq_vec_reserve(ctx, &out->tour.members, problem->graph.vertices);
}

void cq_wind_free(cq_wind *wind)
{
    cq_orbits_free(&wind->orbits);
    cq_graph_free(&wind->quotient.graph);
    cq_free(wind->walk);
    cq_solution_free(&wind->tour);
}

/* A path is walked from its end, or from the turn, to the turn. */
void cq_wind_take(cq_wind *wind, const uint32_t *cycle)
{
    uint32_t n = wind->quotient.graph.vertices, count = 0;
    bool back = n > wind->length + 1 && cycle[1] >= wind->length;

    cq_assert(!wind->path || cycle[0] == n - 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t orbit = cycle[back ? (n - i) % n : i];

        if (orbit < wind->length)
            wind->walk[count++] = orbit;
    }
    cq_assert(count == wind->length);
}

/* ---- unwinding ---- */

static uint32_t vertex_at(const cq_wind *w, size_t step, unsigned power)
{
    return cq_orbits_vertex(&w->orbits, w->walk[step], power);
}

/* How many squares of an orbit are tried. A walk starts on one square; if that is its
 * own image, the squares after it make the same tours in two directions. */
static unsigned powers_at(const cq_wind *w, size_t step)
{
    if (step == 0 || (step == 1 && w->orbits.size.at[w->walk[0]] == 1))
        return 1;
    return w->orbits.size.at[w->walk[step]];
}

static bool is_step(const cq_wind *w, size_t step, unsigned power, unsigned next)
{
    return cq_problem_adjacent(w->problem, vertex_at(w, step, power),
                               vertex_at(w, step + 1, next));
}

/* Whether a cycle that is on this square of its last orbit comes back to the image of
 * its first under g^turn. */
static bool comes_back(const cq_wind *w, unsigned power, unsigned turn)
{
    return cq_problem_adjacent(w->problem, vertex_at(w, w->length - 1, power),
                               vertex_at(w, 0, turn));
}

/* In how many ways it ends from this square of the last orbit. */
static unsigned ends_from(const cq_wind *w, unsigned power)
{
    unsigned ways = 0;

    if (w->path)
        return w->problem->closed ? 1 : 2; /* an open tour has two directions */
    for (unsigned turn = 1; turn < w->orbits.order; turn += 2)
        ways += comes_back(w, power, turn);
    return ways;
}

cq_status cq_wind_count(cq_wind *wind, uint64_t *out)
{
    uint64_t ways[CQ_ORBIT_MOST] = {1}, sum = 0;

    for (size_t i = 0; i + 1 < wind->length; i++) {
        uint64_t next[CQ_ORBIT_MOST] = {0};
        unsigned here = powers_at(wind, i), there = powers_at(wind, i + 1);

        for (unsigned p = 0; p < here; p++)
            for (unsigned r = 0; r < there && ways[p]; r++)
                if (is_step(wind, i, p, r))
                    next[r] += ways[p];
        memcpy(ways, next, sizeof ways);
        for (unsigned r = 0; r < there; r++)
            if (ways[r] >> 58) /* next time at most four times as many are added */
                return cq_fail(wind->ctx, CQ_REFUSED,
                               "there are too many symmetric tours to be counted");
    }
    cq_assert(wind->length > 1);
    for (unsigned p = 0; p < powers_at(wind, wind->length - 1); p++)
        sum += ways[p] * ends_from(wind, p);
    *out = sum;
    return CQ_OK;
}

/* What follows the squares that are chosen: images. */
static void complete(cq_wind *w, unsigned turn)
{
    cq_u32s *out = &w->tour.members;
    size_t m = w->length;

    out->count = m;
    for (unsigned copy = 1; copy < w->orbits.order && !w->path; copy++)
        for (size_t i = 0; i < m; i++)
            out->at[out->count++] =
                cq_orbits_power(&w->orbits, out->at[i], copy * turn);
    for (size_t i = m; i-- > 0 && w->path;)
        if (w->orbits.size.at[w->walk[i]] > 1)
            out->at[out->count++] = w->orbits.image[out->at[i]];
    cq_assert(out->count == w->problem->graph.vertices);
}

/* One tour, unless an earlier symmetry has it too. */
static cq_status hand_out(cq_wind *w, cq_wind_fn *give, void *user, bool *enough)
{
    cq_problem view = *w->problem;
    bool kept = false;

    cq_assert(!*enough && !(w->earlier & ~w->problem->symmetric));
    view.symmetric = w->earlier;
    if (w->earlier)
        cq_try(cq_problem_suits(w->ctx, &view, w->tour.members.at, &kept));
    return kept ? CQ_OK : give(user, &w->tour, enough);
}

/* All tours with the squares that are chosen up to the last orbit. */
static cq_status finish(cq_wind *w, unsigned power, cq_wind_fn *give, void *user,
                        bool *enough)
{
    for (unsigned turn = 1; turn < w->orbits.order && !*enough; turn += 2) {
        if (!w->path && !comes_back(w, power, turn))
            continue;
        complete(w, turn);
        cq_try(hand_out(w, give, user, enough));
        if (w->path && !w->problem->closed && !*enough) {
            cq_u32s_reverse(&w->tour.members);
            cq_try(hand_out(w, give, user, enough));
            cq_u32s_reverse(&w->tour.members);
        }
    }
    return CQ_OK;
}

/* Goes on from the square at `step` to one of the next orbit that was not tried; false
 * if there is none. */
static bool go_on(cq_wind *w, size_t step, unsigned char *next)
{
    unsigned size = powers_at(w, step + 1);
    uint32_t here = w->tour.members.at[step];

    cq_assert(step + 1 < w->length && w->orbits.of[here] == w->walk[step]);
    while (next[step + 1] < size) {
        uint32_t there = vertex_at(w, step + 1, next[step + 1]++);

        if (!cq_problem_adjacent(w->problem, here, there))
            continue;
        w->tour.members.at[step + 1] = there;
        return true;
    }
    return false;
}

/* The squares of the walk, one after the other, every way in turn: next[i] is the power
 * of orbit i that is tried next. */
cq_status cq_wind_each(cq_wind *wind, cq_wind_fn *give, void *user, bool *enough)
{
    unsigned char *next = cq_zalloc(wind->ctx, wind->length, 1);
    size_t step = 0;
    cq_status status = next ? CQ_OK : CQ_MEMORY;

    if (status == CQ_OK)
        wind->tour.members.at[0] = vertex_at(wind, 0, 0);
    while (status == CQ_OK && !*enough) {
        bool last = step + 1 == wind->length;

        if (last)
            status = finish(wind, next[step] - 1u, give, user, enough);
        if (!last && go_on(wind, step, next)) {
            if (++step + 1 < wind->length)
                next[step + 1] = 0;
        } else if (step-- == 0)
            break;
    }
    cq_free(next);
    return status;
}
