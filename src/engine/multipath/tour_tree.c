/* tour_tree.c - a search for tours that writes its tree as a proof.
 *
 * The state is that of the engine (partial.c), with only the consequences of degrees
 * and short cycles. Of the conditions on the whole graph, only articulation points are
 * used, which are written as leaves. A node names an open edge, by its number from 0 in
 * the order of its ends; its children are that edge in, and that edge out. A child in
 * which the rules meet a contradiction is a leaf, and is not written.
 */
#include "engine/multipath/multipath.h"
#include "engine/multipath/tour_tree.h"

#include "base/assert.h"
#include "base/random.h"

typedef struct level {
    cq_tour_level choice;
    double share; /* of the tree that each side stands for */
} level;

typedef struct walker {
    cq_context *ctx;
    cq_partial partial;
    cq_proof_file *file;
    uint32_t *edge; /* by arc */
    double share;   /* of the tree that is below the present place */
    CQ_VEC(level) levels;
} walker;

/* Edges in the order of their smaller ends, then of their larger ones. */
static void number_edges(walker *w)
{
    const cq_graph *graph = &w->partial.graph;
    uint32_t next = 0;

    for (uint32_t v = 0; v < w->partial.n; v++)
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
            if (graph->targets[p] > v) {
                w->edge[p] = next;
                w->edge[w->partial.flow.mirror[p]] = next++;
            }
}

static cq_status branch(walker *w)
{
    cq_partial *f = &w->partial;
    level node = {.choice = cq_partial_choose(f), .share = w->share /= 2};
    size_t depth = w->levels.count;

    w->file->nodes++;
    cq_try(cq_proof_put(w->file, depth, (uint64_t)w->edge[node.choice.arc] + 1));
    cq_try(cq_vec_push(w->ctx, &w->levels, node));
    cq_partial_put_in(f, node.choice.v, node.choice.arc);
    return CQ_OK;
}

/* The other side of the last node that has one; false if there is none. */
static bool turn_back(walker *w)
{
    level node;

    if (w->levels.count == 0)
        return false;
    node = w->levels.at[--w->levels.count];
    w->share = node.share;
    cq_assert(node.choice.decided < w->partial.decided);
    cq_partial_undo(&w->partial, node.choice.decided);
    cq_partial_put_out(&w->partial, node.choice.v, node.choice.arc);
    return true;
}

/* A leaf, if some vertex holds parts together that are not joined otherwise. */
static cq_status put_cut(walker *w, bool *cut)
{
    size_t depth = w->levels.count;
    uint32_t v;

    *cut = !cq_partial_holds(&w->partial, &v);
    if (!*cut)
        return CQ_OK;
    w->file->nodes++;
    cq_try(cq_proof_put(w->file, depth, 0));
    cq_try(cq_proof_put(w->file, depth, 1));
    return cq_proof_put(w->file, depth, v);
}

static cq_status walk(walker *w, bool *solvable)
{
    cq_partial *f = &w->partial;
    bool leaf;

    do {
        cq_try(cq_poll(w->ctx));
        cq_partial_propagate(f);
        *solvable = cq_partial_is_done(f);
        leaf = f->failed || *solvable;
        if (!leaf)
            cq_try(put_cut(w, &leaf));
        if (!leaf)
            cq_try(branch(w));
        else
            w->file->share += w->share;
    } while (!*solvable && (!leaf || turn_back(w)));
    return CQ_OK;
}

/* Goes down one way at random: each level that it takes stands for two. */
static void probe(walker *w, cq_random *random, double *nodes)
{
    cq_partial *f = &w->partial;
    size_t start = f->decided;
    double weight = 1;
    uint32_t cut;

    for (;; weight *= 2) {
        cq_tour_level choice;

        cq_partial_propagate(f);
        if (f->failed || cq_partial_is_done(f))
            break;
        *nodes += weight;
        if (!cq_partial_holds(f, &cut))
            break;
        choice = cq_partial_choose(f);
        if (cq_random_below(random, 2))
            cq_partial_put_in(f, choice.v, choice.arc);
        else
            cq_partial_put_out(f, choice.v, choice.arc);
    }
    cq_partial_undo(f, start);
    cq_assert(f->decided == start && !f->failed);
}

static cq_status probe_all(walker *w, unsigned probes, double *nodes)
{
    cq_random random;
    double sum = 0;

    cq_assert(probes > 0 && w->levels.count == 0);
    cq_random_seed(&random, 0);
    cq_partial_propagate(&w->partial); /* what holds before any choice stays */
    for (unsigned i = 0; i < probes && !w->partial.failed; i++) {
        cq_try(cq_poll(w->ctx));
        probe(w, &random, &sum);
    }
    *nodes = sum / probes;
    return CQ_OK;
}

/* With a file its tree is written, else there are probes. */
static cq_status run(cq_context *ctx, const cq_problem *problem, cq_proof_file *file,
                     bool *solvable, unsigned probes, double *nodes)
{
    walker w = {.ctx = ctx, .file = file, .share = 1};
    cq_status status;

    cq_try(cq_partial_init(ctx, problem, &w.partial));
    w.edge = cq_alloc(ctx, w.partial.graph.starts[w.partial.n] + 1, sizeof *w.edge);
    status = w.edge ? CQ_OK : CQ_MEMORY;
    if (status == CQ_OK) {
        number_edges(&w);
        status = file ? walk(&w, solvable) : probe_all(&w, probes, nodes);
    }
    cq_partial_free(&w.partial);
    cq_free(w.edge);
    cq_vec_free(&w.levels);
    return status;
}

cq_status cq_tree_tour(cq_context *ctx, const cq_problem *problem, cq_proof_file *file,
                       bool *solvable)
{
    return run(ctx, problem, file, solvable, 0, NULL);
}

cq_status cq_tree_tour_foresee(cq_context *ctx, const cq_problem *problem,
                               unsigned probes, double *nodes)
{
    return run(ctx, problem, NULL, NULL, probes, nodes);
}
