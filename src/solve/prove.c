/* prove.c - a no as a file that others can check.
 *
 * The search that finds an answer is fast because it merges states, breaks symmetries
 * and prunes by rules that are hard to check. A proof is made by a search of its own,
 * which is plain (engine/tree, engine/multipath/tour_tree.c) and writes what it does;
 * or by a plain sweep, whose layers are written (prove_layers.c).
 * For SAT proof checkers the clauses of the problem are refuted by clause learning.
 */
#include "solve/solve.h"

#include "base/assert.h"
#include "engine/multipath/tour_tree.h"
#include "engine/tree/tree.h"
#include "solve/connected.h"
#include "solve/prove.h"

#include <math.h>

static cq_status require_provable(cq_context *ctx, const cq_problem *problem,
                                  cq_proof_format format)
{
    if (format > CQ_PROOF_AS_LAYERS)
        return cq_fail(ctx, CQ_INPUT, "there is no such format of proofs");
    if (cq_problem_sifting(problem))
        return cq_fail(ctx, CQ_REFUSED,
                       "there are no such proofs for the rule '%.60s', which is judged "
                       "in each solution",
                       cq_problem_sifting(problem)->text);
    if (problem->kind != CQ_TOUR)
        return CQ_OK;
    if (format != CQ_PROOF_AS_TREE && format != CQ_PROOF_AS_LAYERS)
        return cq_fail(ctx, CQ_REFUSED,
                       "tours have no clauses: their proof is a tree or has layers");
    if (problem->symmetric)
        return cq_fail(ctx, CQ_REFUSED, "there are no such proofs for symmetric tours");
    if (cq_problem_is_numbered(problem))
        return cq_fail(ctx, CQ_REFUSED,
                       "there are no such proofs for tours with given numbers and for "
                       "magic tours");
    if (problem->graph.vertices + !problem->closed < 3)
        return cq_fail(ctx, CQ_REFUSED, "the graph is too small for such a proof");
    return CQ_OK;
}

static cq_status search_all(cq_context *ctx, const cq_problem *problem, bool layers,
                            cq_proof_file *file, bool *solvable)
{
    cq_problem view;
    cq_status status = cq_problem_listed(ctx, problem, &view);

    if (layers)
        cq_then(status, cq_prove_layers(ctx, &view, file, solvable));
    else if (problem->kind == CQ_TOUR)
        cq_then(status, cq_tree_tour(ctx, &view, file, solvable));
    else
        cq_then(status, cq_tree_cover(ctx, &view, file, solvable));
    cq_problem_unlist(&view, problem);
    return status;
}

/* A tree, or layers. */
static cq_status write_packed(cq_context *ctx, const cq_problem *problem, bool layers,
                              FILE *out, cq_proof_size *size, bool *solvable)
{
    cq_proof_file file = {0};
    cq_status status = cq_proof_begin(ctx, problem, layers, out, &file);

    cq_then(status, search_all(ctx, problem, layers, &file, solvable));
    if (status == CQ_OK && !*solvable)
        status = cq_proof_end(&file);
    *size = (cq_proof_size){file.nodes, file.bytes};
    cq_assert(status != CQ_OK || *solvable || file.bytes > 0);
    cq_proof_free(&file);
    return status;
}

static cq_status write_as(cq_context *ctx, const cq_problem *problem,
                          const cq_answer *answer, cq_proof_format format, FILE *out,
                          cq_proof_size *size, bool *solvable)
{
    if (format == CQ_PROOF_AS_TREE || format == CQ_PROOF_AS_LAYERS)
        return write_packed(ctx, problem, format == CQ_PROOF_AS_LAYERS, out, size,
                            solvable);
    if (format == CQ_PROOF_AS_PBP)
        return cq_cutting_planes_write(ctx, problem, cq_answer_certificate(answer), out,
                                       size, solvable);
    return cq_refutation_write(ctx, problem, format == CQ_PROOF_AS_LRAT, out, size,
                               solvable);
}

cq_status cq_proof_write(cq_context *ctx, const cq_problem *problem,
                         const cq_answer *answer, cq_proof_format format, FILE *out,
                         cq_proof_size *size)
{
    cq_proof_size written = {0};
    bool solvable = false;

    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, out, "a stream for the proof"));
    cq_try(require_provable(ctx, problem, format));
    cq_try(write_as(ctx, problem, answer, format, out, &written, &solvable));
    if (solvable)
        return cq_fail(ctx, CQ_REFUSED,
                       "there is a solution, so nothing can be proved");
    if (size)
        *size = written;
    return CQ_OK;
}

/* ---- how large it will be ---- */

enum { PROBES = 100, TRIAL_NODES = 1 << 13 };

/* The first nodes are written to nowhere: what they take says what others will take. A
 * proof that ends with them is as large as that. */
static cq_status try_writing(cq_context *ctx, const cq_problem *problem, bool layers,
                             cq_proof_file *file, bool *whole)
{
    bool solvable = false;
    cq_status status = cq_proof_begin(ctx, problem, layers, NULL, file);

    file->most = TRIAL_NODES;
    cq_then(status, search_all(ctx, problem, layers, file, &solvable));
    *whole = status == CQ_OK && !solvable;
    if (*whole)
        status = cq_proof_end(file);
    return status == CQ_STOPPED && file->ended ? CQ_OK : status;
}

/* Of a tree by random probes, of a sweep by the predictions for its order; at least
 * what the trial has seen. */
static cq_status foresee_nodes(cq_context *ctx, const cq_problem *problem, bool layers,
                               const cq_proof_file *trial, double *nodes)
{
    double least = (double)trial->nodes;
    cq_problem view;
    cq_status status = cq_problem_listed(ctx, problem, &view);

    if (layers)
        cq_then(status, cq_foresee_layers(ctx, &view, nodes));
    else if (problem->kind == CQ_TOUR)
        cq_then(status, cq_tree_tour_foresee(ctx, &view, PROBES, nodes));
    else
        cq_then(status, cq_tree_cover_foresee(ctx, &view, PROBES, nodes));
    cq_problem_unlist(&view, problem);
    *nodes = fmax(*nodes, layers ? fmax(least, trial->likely) : least);
    cq_assert(status != CQ_OK || isfinite(*nodes));
    return status;
}

cq_status cq_proof_foresee(cq_context *ctx, const cq_problem *problem,
                           cq_proof_format format, cq_proof_size *out)
{
    bool layers = format == CQ_PROOF_AS_LAYERS, whole = false;
    cq_proof_file trial = {0};
    double nodes = 0;
    cq_status status;

    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, out, "a place for the size"));
    cq_try(require_provable(ctx, problem, format));
    *out = (cq_proof_size){0};
    if (!layers && format != CQ_PROOF_AS_TREE)
        return CQ_OK;
    status = try_writing(ctx, problem, layers, &trial, &whole);
    if (status == CQ_OK && !whole)
        status = foresee_nodes(ctx, problem, layers, &trial, &nodes);
    if (status == CQ_OK)
        *out = whole ? (cq_proof_size){trial.nodes, trial.bytes}
                     : cq_proof_likely(&trial, nodes);
    cq_proof_free(&trial);
    return status;
}

/* Layers are chosen if a tree would have more than this many nodes for each of their
 * states: reading a state takes that much longer than reading a node. */
enum { WORTH_LAYERS = 40 };

cq_status cq_proof_format_for(cq_context *ctx, const cq_problem *problem,
                              const cq_answer *answer, cq_proof_format *out)
{
    const cq_engine *engine = answer ? cq_engine_find(answer->engine) : NULL;
    cq_proof_size tree, layers;

    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, out, "a place for the format"));
    *out =
        engine && engine->way == CQ_WAY_SWEEP ? CQ_PROOF_AS_LAYERS : CQ_PROOF_AS_TREE;
    if (*out == CQ_PROOF_AS_LAYERS || problem->symmetric ||
        (problem->kind == CQ_TOUR && problem->graph.vertices + !problem->closed < 3))
        return CQ_OK;
    cq_try(cq_proof_foresee(ctx, problem, CQ_PROOF_AS_TREE, &tree));
    cq_try(cq_proof_foresee(ctx, problem, CQ_PROOF_AS_LAYERS, &layers));
    if (layers.nodes < tree.nodes / WORTH_LAYERS)
        *out = CQ_PROOF_AS_LAYERS;
    return CQ_OK;
}
