/* quotient.c - tours that a symmetry of the board maps onto themselves.
 *
 * The symmetry g divides the squares into orbits, {v, g v} for a reflection or a turn
 * by 180 degrees, {v, g v, g g v, g g g v} for a quarter turn. The orbits are the
 * vertices of the quotient, joined if squares of them are. A symmetric tour corresponds
 * to a walk on the quotient, of one of two kinds:
 *
 *     a cycle   through all orbits, which comes back not to v but to g v, or for a
 *               quarter turn to g v or g g g v. Its copies under g, one after the
 *               other, are a closed tour.
 *     a path    through all orbits, whose last square v is a move from g v, or is
 *               g v itself; then the mirrored path leads back. If its first square is
 *               such a one too, the tour is closed. Not for quarter turns.
 *
 * (An automorphism of a cycle turns it or reflects it, and one of a path reflects it.)
 * The square within each orbit is chosen afterwards: the sets of squares that can be
 * reached, at most four at each orbit, are computed along the walk, and the choice is
 * read backwards from the end.
 *
 * Cycles and paths of the quotient are found like those of any other graph, with
 * different random choices until one unwinds to a tour; failure proves nothing.
 *
 * Orbits of unequal sizes: a square on the axis, or in the middle, is fixed. A tour of
 * the first kind has no fixed squares, one of the second none but its ends.
 */
#include "engine/weave/weave.h"

#include "base/assert.h"
#include "problem/orbits.h"

#include <string.h>

enum { ROUND_WORK = 400 };

typedef struct quotient {
    cq_run *run;
    const cq_problem *problem;
    cq_orbits orbits;
    cq_graph graph;
    cq_u32s walk;     /* orbits in order */
    uint8_t *reached; /* by step: which vertices of the orbit, as bits of powers */
    cq_solution solution;
    uint64_t work, woven;
} quotient;

static void quotient_free(quotient *q)
{
    cq_orbits_free(&q->orbits);
    cq_graph_free(&q->graph);
    cq_vec_free(&q->walk);
    cq_free(q->reached);
    cq_solution_free(&q->solution);
}

static cq_status join_orbits(quotient *q)
{
    cq_u32s ends = {0};
    cq_status status =
        cq_orbits_join(q->run->ctx, &q->orbits, &q->problem->graph, &ends);

    cq_then(status, cq_graph_build(q->run->ctx, (uint32_t)q->orbits.first.count,
                                   ends.at, ends.count / 2, &q->graph, NULL));
    cq_vec_free(&ends);
    return status;
}

/* ---- unwinding ---- */

/* Powers of the orbit at `step` that can be reached from those before it. */
static uint8_t carry(const quotient *q, uint32_t from, uint8_t powers, uint32_t to)
{
    uint8_t out = 0;

    cq_assert(powers && powers < 1u << q->orbits.order);

    for (unsigned p = 0; p < q->orbits.order; p++)
        for (unsigned r = 0; r < q->orbits.order && powers & 1u << p; r++)
            if (cq_problem_adjacent(q->problem, cq_orbits_vertex(&q->orbits, from, p),
                                    cq_orbits_vertex(&q->orbits, to, r)))
                out |= (uint8_t)(1u << r);
    cq_assert(out); /* orbits of a walk are joined */
    return out;
}

static void carry_along(quotient *q)
{
    q->reached[0] = 1;
    for (size_t i = 1; i < q->walk.count; i++)
        q->reached[i] = carry(q, q->walk.at[i - 1], q->reached[i - 1], q->walk.at[i]);
}

/* Which vertex of each orbit leads to `last`, the vertex at the end of the walk. */
static cq_status trace(quotient *q, uint32_t last)
{
    size_t m = q->walk.count;

    q->solution.members.count = 0;
    cq_try(
        cq_vec_reserve(q->run->ctx, &q->solution.members, q->problem->graph.vertices));
    q->solution.members.count = m;
    for (size_t i = m; i-- > 0;) {
        q->solution.members.at[i] = last;
        cq_assert(q->orbits.of[last] == q->walk.at[i]);
        if (i == 0)
            break;
        for (unsigned p = 0; p < q->orbits.order; p++) {
            uint32_t v = cq_orbits_vertex(&q->orbits, q->walk.at[i - 1], p);

            if (q->reached[i - 1] & 1u << p &&
                cq_problem_adjacent(q->problem, v, last)) {
                last = v;
                break;
            }
        }
    }
    return CQ_OK;
}

/* The copies of a cycle's unwinding, one after the other, if it ends where it must. */
static cq_status unwind_cycle(quotient *q, bool *done)
{
    size_t m = q->walk.count;
    cq_u32s *out = &q->solution.members;

    for (unsigned turn = 1; turn < q->orbits.order && !*done; turn += 2)
        for (unsigned p = 0; p < q->orbits.order && !*done; p++) {
            uint32_t last = cq_orbits_vertex(&q->orbits, q->walk.at[m - 1], p);

            if (!(q->reached[m - 1] & 1u << p) ||
                !cq_problem_adjacent(q->problem, last,
                                     cq_orbits_vertex(&q->orbits, q->walk.at[0], turn)))
                continue;
            cq_try(trace(q, last));
            for (unsigned copy = 1; copy < q->orbits.order; copy++)
                for (size_t i = 0; i < m; i++)
                    out->at[out->count++] =
                        cq_orbits_power(&q->orbits, out->at[i], copy * turn);
            cq_assert(out->count == q->problem->graph.vertices);
            *done = true;
        }
    return CQ_OK;
}

/* The path and its image backwards. */
static cq_status unwind_path(quotient *q, bool *done)
{
    size_t m = q->walk.count;
    cq_u32s *out = &q->solution.members;
    unsigned p = q->reached[m - 1] & 1 ? 0 : 1;

    cq_try(trace(q, cq_orbits_vertex(&q->orbits, q->walk.at[m - 1], p)));
    for (size_t i = m; i-- > 0;)
        if (q->orbits.size.at[q->walk.at[i]] > 1)
            out->at[out->count++] = q->orbits.image[out->at[i]];
    cq_assert(out->count == q->problem->graph.vertices);
    *done = true;
    return CQ_OK;
}

/* ---- weaving ---- */

static uint32_t draw(quotient *q, cq_random *random)
{
    return q->orbits.turning.at[cq_random_below(random, q->orbits.turning.count)];
}

/* A cycle or a path of the quotient into q->walk. */
static cq_status weave_once(quotient *q, cq_random *random, bool path, bool *done)
{
    cq_weave w = {.run = q->run, .from = CQ_LINK_NONE, .to = CQ_LINK_NONE};
    cq_status status = cq_loom_of_graph(q->run->ctx, &q->graph, &w.loom);

    *done = false;
    cq_try(status);
    cq_random_seed(&w.loom.random, cq_random_next(random));
    w.shuffled = true;
    if (path) {
        w.open = true;
        w.from = draw(q, random);
        if (q->problem->closed)
            w.to = draw(q, random);
        w.loose_ends = q->problem->closed ? 0 : 1;
    }
    if (!path || w.from != w.to)
        status = cq_weave_try(&w, ROUND_WORK * (uint64_t)q->graph.vertices, done);
    if (status == CQ_OK && *done)
        status = cq_weave_unwind(&w, &q->walk);
    q->work += w.loom.work + q->graph.vertices;
    cq_weave_free(&w);
    return status;
}

static cq_status try_once(quotient *q, cq_random *random, bool path, bool *done)
{
    bool woven;

    cq_try(weave_once(q, random, path, &woven));
    if (!woven)
        return CQ_OK;
    q->woven++;
    if (path && !q->problem->closed)
        cq_u32s_reverse(&q->walk); /* from its end to the turning point */
    cq_assert(q->walk.count == q->orbits.first.count); /* all orbits */
    carry_along(q);
    return path ? unwind_path(q, done) : unwind_cycle(q, done);
}

/* Whether walks of this kind can unwind to a tour at all. */
static bool may_be(const quotient *q, bool path)
{
    if (!path)
        return q->problem->closed && q->orbits.fixed == 0 && q->orbits.first.count > 2;
    return q->orbits.order == 2 && q->orbits.fixed <= (q->problem->closed ? 2u : 1u) &&
           q->orbits.turning.count >= (q->problem->closed ? 2u : 1u);
}

static cq_status search(quotient *q, uint64_t allowed, bool *done)
{
    cq_random random;

    cq_random_seed(&random, q->run->seed);
    q->reached = cq_alloc(q->run->ctx, q->orbits.first.count, 1);
    cq_try_memory(q->reached);
    while ((may_be(q, false) || may_be(q, true)) && !*done && q->work < allowed &&
           !cq_run_poll(q->run))
        for (unsigned path = 0; path < 2 && !*done; path++)
            if (may_be(q, path))
                cq_try(try_once(q, &random, path, done));
    return CQ_OK;
}

static cq_status try_symmetry(cq_run *run, unsigned symmetry, uint64_t allowed,
                              bool *done)
{
    quotient q = {.run = run, .problem = run->problem};
    cq_status status = cq_orbits_new(run->ctx, run->problem, symmetry, &q.orbits);
    bool enough;

    cq_then(status, join_orbits(&q));
    cq_then(status, search(&q, allowed, done));
    cq_then(status, cq_answer_add_counter(run->answer, "orbits", q.orbits.first.count));
    cq_then(status, cq_answer_add_counter(run->answer, "walks of orbits", q.woven));
    if (status == CQ_OK && *done)
        status = cq_run_hand_over(run, &q.solution, &enough);
    quotient_free(&q);
    return status;
}

cq_status cq_weave_symmetric(cq_run *run, uint64_t allowed)
{
    const cq_problem *problem = run->problem;
    bool done = false;

    if (problem->to != CQ_NO_VERTEX ||
        (!problem->closed && problem->from != CQ_NO_VERTEX))
        return CQ_OK; /* both wishes at once are left to other engines */
    cq_try(cq_run_lists(run));
    for (unsigned symmetry = 1; symmetry < 8 && !done; symmetry++)
        if (problem->symmetric & 1u << symmetry)
            cq_try(try_symmetry(run, symmetry, allowed, &done));
    return CQ_OK;
}
