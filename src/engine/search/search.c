/* search.c - exact cover: smallest domain first, on sparse sets or on bit sets.
 *
 * The general engine for covers, with secondary items, colours and multiplicities, and
 * for tilings, whose placements are the options. It always branches on the item with
 * the fewest ways to be covered; an item with one way is covered at once, and one with
 * none ends the branch. There are three ways to store the remaining options:
 *
 *   slots        each item's options as the bits of one slot: a few operations on each
 *                vector of slots, whatever is removed; if items have few options
 *   bit sets     one bit an option, and a byte an item for the number of its options: a
 *                few operations on all options, and a few on each that is removed;
 *                if there are some thousands of options
 *   sparse sets  cost the entries of the options that a choice removes; nothing grows
 *                faster than the problem, so millions of options are fine
 *
 * The choice is made after the root has been reduced, by the options that are alive.
 */
#include "base/assert.h"
#include "base/vectors.h"
#include "engine/keep_best.h"
#include "engine/search/dense.h"
#include "engine/search/slots.h"
#include "engine/search/sparse.h"

#include <stdio.h>
#include <string.h>

/* ---- solutions ---- */

cq_status cq_outlet_open(const cq_outlet *root, size_t most, cq_dfs *walk,
                         cq_outlet *out)
{
    cq_assert(root->count <= most); /* what the root chose has room */
    *out = (cq_outlet){.run = root->run, .placements = root->placements, .walk = walk};
    out->chosen = cq_alloc(root->run->ctx, most, sizeof *out->chosen);
    cq_try_memory(out->chosen);
    if (root->count)
        memcpy(out->chosen, root->chosen, root->count * sizeof *out->chosen);
    out->count = root->count;
    return CQ_OK;
}

void cq_outlet_close(cq_outlet *out)
{
    cq_free(out->chosen);
    cq_solution_free(&out->solution);
}

cq_status cq_outlet_write(cq_outlet *out)
{
    cq_solution_clear(&out->solution);
    for (size_t i = 0; i < out->count; i++)
        cq_try(cq_run_add_option(out->run, out->placements, out->chosen[i],
                                 &out->solution));
    return CQ_OK;
}

cq_status cq_outlet_show(cq_outlet *out, bool *enough)
{
    cq_try(cq_outlet_write(out));
    return cq_dfs_found(out->walk, &out->solution, enough);
}

/* ---- running ---- */

/* If the root shows that there is no solution, the tree is empty. */
static cq_status open_nothing(void *shared, cq_dfs *walk, void **searcher)
{
    (void)shared;
    (void)walk;
    *searcher = NULL; /* nothing to close */
    return CQ_OK;
}

static cq_status search_nothing(void *searcher)
{
    (void)searcher;
    return CQ_OK;
}

static const cq_walker nothing = {
    .tree = "nothing",
    .counts = {"nodes", "updates"},
    .open = open_nothing,
    .search = search_nothing,
};

/* What was counted at the root goes before. */
static cq_walker starting_from(const cq_outlet *root, const cq_walker *walker,
                               double breadth)
{
    cq_walker mine = *walker;

    mine.breadth = breadth;
    mine.before[0] = root->nodes;
    mine.before[CQ_SEARCH_UPDATES] = root->updates;
    return mine;
}

static cq_status search_tree(cq_outlet *root, const cq_walker *walker, double breadth,
                             void *shared)
{
    cq_walker mine = starting_from(root, walker, breadth);

    return cq_dfs_run(root->run, &mine, shared);
}

/* As a part of a larger tree, whose walk has come to the root: it counts what was done
 * there. */
static cq_status search_on(cq_outlet *root, const cq_walker *walker, double breadth,
                           void *shared)
{
    cq_dfs *above = root->user;
    void *searcher = NULL;
    cq_status status = walker->open(shared, above, &searcher);

    (void)breadth;
    cq_assert(above->depth > 0 && above->weight > 0);
    above->nodes += root->nodes;
    above->counts[CQ_SEARCH_UPDATES] += root->updates;
    above->counts[CQ_SEARCH_ROOT] += root->updates;
    root->updates = 0;
    cq_then(status, walker->search(searcher));
    if (searcher)
        walker->close(searcher);
    return status;
}

static cq_status tell_breadth(cq_outlet *root, const cq_walker *walker, double breadth,
                              void *shared)
{
    double *out = root->user;

    (void)walker;
    (void)shared;
    *out = breadth;
    return CQ_OK;
}

/* If one solution is enough it may be near, and bit sets may take longer to make than
 * the search: then a few nodes are spent without them. */
static cq_status try_sparse(cq_sparse *sparse, bool *done)
{
    cq_outlet *root = sparse->out;
    cq_run *run = root->run;
    cq_walker mine = starting_from(root, &cq_sparse_walker, 0);
    uint64_t counts[CQ_DFS_COUNTS] = {0};
    unsigned threads = run->threads;
    cq_status status;

    run->threads = 1;
    status = cq_dfs_try(run, &mine, sparse, sparse->alive / 2 + 1, counts, done);
    run->threads = threads;
    root->nodes += counts[0];
    root->updates += counts[CQ_SEARCH_UPDATES];
    return status;
}

static cq_status search_slots(cq_sparse *sparse)
{
    cq_slots slots;
    cq_status status = cq_slots_make(sparse, &slots);

    if (status == CQ_OK) {
        status = sparse->out->tree(sparse->out, &cq_slots_walker,
                                   (double)slots.bytes / CQ_SEARCH_VECTOR, &slots);
        cq_slots_free(&slots);
    }
    return status;
}

static cq_status search_dense(cq_sparse *sparse)
{
    cq_dense dense;
    cq_status status = cq_dense_make(sparse, cq_vectors_wide(), &dense);

    if (status == CQ_OK) {
        status = sparse->out->tree(sparse->out, &cq_dense_walker,
                                   cq_dense_breadth(&dense), &dense);
        cq_dense_free(&dense);
    }
    return status;
}

/* The way to hold what is alive. */
static cq_status search_all(cq_sparse *sparse)
{
    const cq_run *run = sparse->out->run;
    bool slots = cq_slots_suit(sparse), dense = cq_dense_suits(sparse), done = false;

    if (!slots && !dense)
        return sparse->out->tree(sparse->out, &cq_sparse_walker, 0, sparse);
    if (run->goal == CQ_GOAL_FIND && !run->checkpoint && run->parts <= 1)
        cq_try(try_sparse(sparse, &done));
    if (done)
        return CQ_OK;
    return slots ? search_slots(sparse) : search_dense(sparse);
}

static cq_status search(cq_outlet *root, const cq_cover *cover)
{
    cq_sparse sparse = {0};
    cq_status status = cq_sparse_make(root, cover, &sparse);

    if (status != CQ_OK)
        return status;
    status = cq_sparse_reduce(&sparse) ? search_all(&sparse)
                                       : root->tree(root, &nothing, 0, &sparse);
    /* The tree counts its own. A cover that is searched in many parts spends most of
     * its time before it comes to a tree. */
    root->run->spent[CQ_SEARCH_ROOT] += (double)root->updates;
    cq_sparse_free(&sparse);
    return status;
}

static cq_status search_from(cq_outlet root, const cq_cover *cover)
{
    cq_status status = CQ_MEMORY;

    root.chosen = cq_alloc(root.run->ctx, cq_cover_options(cover), sizeof *root.chosen);
    if (root.chosen)
        status = search(&root, cover);
    cq_outlet_close(&root);
    return status;
}

static cq_status search_whole(cq_run *run, const cq_cover *cover,
                              const cq_placements *placements)
{
    return search_from(
        (cq_outlet){.run = run, .placements = placements, .tree = search_tree}, cover);
}

cq_status cq_search_breadth(cq_run *run, const cq_cover *cover, double *breadth)
{
    cq_assert(run->goal == CQ_GOAL_COUNT); /* else a few nodes are searched as well */
    *breadth = 0;
    return search_from((cq_outlet){.run = run, .tree = tell_breadth, .user = breadth},
                       cover);
}

cq_status cq_search_below(cq_run *run, const cq_cover *cover, cq_dfs *walk)
{
    cq_assert(run->goal == CQ_GOAL_COUNT && !cq_dfs_wants(walk));
    return search_from((cq_outlet){.run = run, .tree = search_on, .user = walk}, cover);
}

cq_status cq_search_connected(cq_run *run, const cq_cover *cover,
                              const cq_placements *placements)
{
    bool done = false;
    cq_status status = cq_search_one_of_each(run, cover, &done);

    return done || status != CQ_OK ? status : search_whole(run, cover, placements);
}

static cq_status run_cover(cq_run *run, const cq_cover *cover,
                           const cq_placements *placements)
{
    bool done = false;
    cq_status status = cq_search_apart(run, cover, &done);

    return done || status != CQ_OK ? status
                                   : cq_search_connected(run, cover, placements);
}

/* For the best, options stand for themselves. */
static cq_status list_options(cq_run *run, const cq_cover *cover,
                              const cq_placements *placements)
{
    (void)placements;
    return search_whole(run, cover, NULL);
}

static cq_status run_best(cq_run *run, const cq_cover *cover,
                          const cq_placements *placements)
{
    return cq_keep_listed(run, cover, placements, list_options);
}

static cq_status run_search(cq_run *run)
{
    return cq_run_as_cover(run, cq_goal_is_best(run->goal) ? run_best : run_cover);
}

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    bool last = cq_goal_meets_all(goal) && cq_problem_is_endless(problem);

    return problem->kind == CQ_TOUR
               ? cq_misfit("a tour is not an exact cover")
               : cq_fit_for(last ? CQ_RANK_LAST : CQ_RANK_EXACT, -1,
                            "it branches on the item with the fewest options");
}

const cq_engine cq_engine_search = {
    .name = "search",
    .summary = "exact cover by the item with the fewest options, on sparse or bit sets",
    .goals = CQ_GOALS_OF_ALL | CQ_GOAL_BIT(CQ_GOAL_ESTIMATE) |
             CQ_GOAL_BIT(CQ_GOAL_CHEAPEST) | CQ_GOAL_BIT(CQ_GOAL_DEAREST),
    .can = CQ_CAN_RESUME | CQ_CAN_PART,
    .breaks = CQ_BREAKS_NEAR,
    .way = CQ_WAY_SEARCH,
    .units = {"nodes", "updates", [CQ_DFS_BREADTH] = "nodes times vectors",
              [CQ_SEARCH_ROOT] = "updates at the root", [CQ_DFS_COUNTS] = "solutions"},
    .fits = fits,
    .run = run_search,
};
