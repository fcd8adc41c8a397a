/* ensemble.c - the graphs of an ensemble, by number: see ensemble.h.
 *
 * Each number has a generator of its own, seeded by all that describes the ensemble, so
 * that any graph can be drawn again alone. A subdivided cubic graph of n vertices and
 * average degree d comes from n (d - 2) vertices of degree 3, rounded to an even
 * number: the others are the middles of edges.
 */
#include "study/ensemble.h"

#include "base/assert.h"
#include "base/sized.h"
#include "problem/problem.h"

#include "base/hash.h"

#include <math.h>
#include <string.h>

/* Disconnected graphs in a row before it is hopeless. */
enum { VAIN_MOST = 10000 };

static void seed_for(const cq_ensemble *e, uint64_t number, cq_random *out)
{
    uint64_t bits, hash;

    memcpy(&bits, &e->degree, sizeof bits);
    hash = cq_hash_u64(CQ_HASH_START, e->seed);
    hash = cq_hash_u64(hash, (uint64_t)e->kind);
    hash = cq_hash_u64(hash, e->vertices);
    hash = cq_hash_u64(hash, bits);
    cq_random_seed(out, cq_hash_u64(hash, number));
}

/* The paper's tables agree with graphs whose edges were drawn by `random number below
 * floor((n - 1) / d) is 0`, see docs/experiments.md. */
static cq_status draw_random(cq_context *ctx, cq_random *random, const cq_ensemble *e,
                             cq_graph *out)
{
    double degree = e->degree, others = (double)e->vertices - 1;

    if (e->whole_odds && degree > 0 && others > 0 && degree < others)
        degree = others / floor(others / degree);
    return cq_graph_random(ctx, random, e->vertices, degree, out);
}

static cq_status draw_regular(cq_context *ctx, cq_random *random, const cq_ensemble *e,
                              cq_graph *out)
{
    if (e->degree < 0 || e->degree > UINT32_MAX || floor(e->degree) != e->degree)
        return cq_fail(ctx, CQ_INPUT,
                       "expected a whole number as the degree of a regular graph, "
                       "found %g",
                       e->degree);
    return cq_graph_regular(ctx, random, e->vertices, (uint32_t)e->degree, out);
}

static cq_status draw_subdivided(cq_context *ctx, cq_random *random,
                                 const cq_ensemble *e, cq_graph *out)
{
    double cubic = 2 * floor(e->vertices * (e->degree - 2) / 2 + 0.5);

    if (!(cubic >= 4 && cubic <= e->vertices && e->vertices <= cubic * 2.5))
        return cq_fail(ctx, CQ_INPUT,
                       "expected an average degree from 2.4 to 3 for a subdivided "
                       "cubic graph of 4 vertices and up, found %g and %u vertices",
                       e->degree, e->vertices);
    return cq_graph_subdivided(ctx, random, (uint32_t)cubic,
                               e->vertices - (uint32_t)cubic, out);
}

static cq_status draw_any(cq_context *ctx, cq_random *random, const cq_ensemble *e,
                          cq_graph *out)
{
    switch (e->kind) {
    case CQ_ENSEMBLE_RANDOM: return draw_random(ctx, random, e, out);
    case CQ_ENSEMBLE_REGULAR: return draw_regular(ctx, random, e, out);
    case CQ_ENSEMBLE_HIDDEN:
        return cq_graph_hidden(ctx, random, e->vertices, e->degree, out);
    case CQ_ENSEMBLE_SUBDIVIDED: return draw_subdivided(ctx, random, e, out);
    }
    return CQ_OK;
}

cq_status cq_ensemble_graph(cq_context *ctx, const cq_ensemble *ensemble,
                            uint64_t number, cq_graph *out, uint64_t *disconnected)
{
    uint64_t vain = 0;
    cq_random random;
    cq_graph graph;

    seed_for(ensemble, number, &random);
    for (; vain < VAIN_MOST; vain++) {
        bool connected = false;
        cq_status status = draw_any(ctx, &random, ensemble, &graph);

        if (status != CQ_OK)
            return status;
        status = cq_graph_connected(ctx, &graph, &connected);
        cq_assert(status != CQ_OK || graph.vertices == ensemble->vertices);
        if (status == CQ_OK && connected) {
            *out = graph;
            *disconnected += vain;
            return CQ_OK;
        }
        cq_graph_free(&graph);
        if (status != CQ_OK)
            return status;
    }
    return cq_fail(
        ctx, CQ_REFUSED,
        "none of %d graphs with %u vertices and degree %g was connected: use a "
        "larger degree",
        VAIN_MOST, ensemble->vertices, ensemble->degree);
}

cq_status cq_ensemble_read(cq_context *ctx, const cq_ensemble *given, cq_ensemble *out)
{
    cq_try(cq_sized_read(ctx, "CQ_ENSEMBLE_INIT", given, sizeof *out, out));
    if (!given || out->kind > CQ_ENSEMBLE_SUBDIVIDED)
        return cq_fail(ctx, CQ_INPUT, "there is no such kind of random graphs");
    if (out->vertices == 0)
        return cq_fail(ctx, CQ_INPUT, "a random graph needs a vertex");
    if (!(out->degree >= 0) || isinf(out->degree))
        return cq_fail(ctx, CQ_INPUT, "expected an average degree, found %g",
                       out->degree);
    if (out->whole_odds && out->kind != CQ_ENSEMBLE_RANDOM)
        return cq_fail(ctx, CQ_REFUSED,
                       "whole odds are for graphs of the kind random only: those of "
                       "the kind %s have no odds",
                       cq_ensemble_kind_name(out->kind));
    return CQ_OK;
}

cq_status cq_ensemble_draw(cq_context *ctx, const cq_ensemble *ensemble,
                           uint64_t number, cq_problem **out)
{
    uint64_t ignored = 0;
    cq_ensemble known;
    cq_problem *problem = NULL;
    cq_status status = cq_need(ctx, out, "a place for the problem");

    cq_then(status, cq_ensemble_read(ctx, ensemble, &known));
    cq_then(status,
            cq_problem_new(ctx, CQ_TOUR, cq_ensemble_kind_name(known.kind), &problem));
    if (status == CQ_OK) {
        problem->closed = true;
        status = cq_ensemble_graph(ctx, &known, number, &problem->graph, &ignored);
    }
    return cq_problem_deliver(status, problem, out);
}
