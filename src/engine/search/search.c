/* search.c - exact cover: smallest domain first, on sparse sets or on bit sets.
 *
 * The general engine for covers, with secondary items, colours and multiplicities, and
 * for tilings, whose placements are the options. All of it branches on the item with
 * the fewest ways to be covered; an item with one way is covered at once, one with none
 * ends the branch. What differs is how the options that are left are held:
 *
 *   slots        each item's options as the bits of one slot: a few operations on each
 *                vector of slots, whatever is removed; where items have few options
 *   bit sets     one bit an option, and a byte an item for the number of its options: a
 *                few operations on all options, and a few on each that is removed;
 *                where there are some thousands of options
 *   sparse sets  cost the entries of the options that a choice removes; nothing grows
 *                faster than the problem, so millions of options are fine
 *
 * The choice is made after the root has been reduced, by the options that are alive.
 */
#include "engine/search/dense.h"
#include "engine/search/slots.h"
#include "engine/search/sparse.h"

#include <stdio.h>

/* ---- solutions ---- */

static cq_status write_solution(cq_outlet *out)
{
    cq_context *ctx = out->run->ctx;
    const cq_placements *p = out->placements;
    cq_status status = CQ_OK;

    cq_solution_clear(&out->solution);
    for (size_t i = 0; i < out->count && status == CQ_OK; i++) {
        uint32_t option = out->chosen[i];

        if (p)
            status = cq_solution_add(ctx, &out->solution, p->pieces.at[option],
                                     p->cells.at + p->starts.at[option],
                                     p->starts.at[option + 1] - p->starts.at[option]);
        else
            status = cq_vec_push(ctx, &out->solution.labels, option);
    }
    return status;
}

cq_status cq_outlet_deliver(cq_outlet *out, bool *enough)
{
    if (cq_outlet_counts(out)) {
        cq_run_counted(out->run);
        return CQ_OK;
    }
    if (write_solution(out) != CQ_OK)
        return CQ_MEMORY;
    return cq_run_found(out->run, &out->solution, enough);
}

static void progress(void *state, cq_progress *progress)
{
    const cq_outlet *out = state;

    progress->share = out->share;
    progress->work = out->nodes;
    progress->unit = "nodes";
}

/* ---- running ---- */

/* The way to hold what is alive. If one solution is enough it may be near, and bit sets
 * may take longer to make than the search: then a few nodes are spent without them. */
static cq_status search_all(cq_sparse *sparse)
{
    bool slots = cq_slots_suit(sparse), dense = cq_dense_suits(sparse), done = false;
    cq_status status = CQ_OK;

    if (sparse->out->run->goal == CQ_GOAL_FIND || !(slots || dense)) {
        uint64_t nodes = slots || dense ? (uint64_t)sparse->alive / 2 : UINT64_MAX;

        status = cq_sparse_walk(sparse, nodes, &done);
    }
    if (status != CQ_OK || done)
        return status;
    return slots ? cq_slots_search(sparse)
                 : cq_dense_search(sparse, cq_dense_can_wide());
}

static cq_status search(cq_outlet *out, const cq_cover *cover)
{
    cq_sparse sparse = {0};
    cq_status status = cq_sparse_make(out, cover, &sparse);

    if (status != CQ_OK)
        return status;
    if (cq_sparse_reduce(&sparse))
        status = search_all(&sparse);
    cq_sparse_free(&sparse);
    return status;
}

static cq_status run_cover(cq_run *run, const cq_cover *cover,
                           const cq_placements *placements)
{
    cq_outlet out = {.run = run, .placements = placements};
    cq_status status = CQ_MEMORY;

    out.chosen = cq_alloc(run->ctx, cq_cover_options(cover), sizeof *out.chosen);
    if (out.chosen) {
        run->progress = progress;
        run->state = &out;
        status = search(&out, cover);
        run->progress = NULL;
    }
    if (status == CQ_OK)
        status = cq_answer_add_counter(run->answer, "nodes", out.nodes);
    if (status == CQ_OK)
        status = cq_answer_add_counter(run->answer, "updates", out.updates);
    if (status == CQ_OK && run->stop == CQ_FINISHED)
        cq_run_exhausted(run, out.nodes);
    cq_free(out.chosen);
    cq_solution_free(&out.solution);
    return status;
}

static cq_status run_search(cq_run *run)
{
    return cq_run_as_cover(run, run_cover);
}

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    (void)goal;
    fit->fits = problem->kind != CQ_TOUR;
    fit->cost = 1e8;
    snprintf(fit->why, sizeof fit->why, "%s",
             fit->fits ? "it branches where there are the fewest ways"
                       : "a tour is not an exact cover");
}

const cq_engine cq_engine_search = {
    .name = "search",
    .summary = "exact cover by the item with the fewest options, on sparse or bit sets",
    .goals = CQ_GOAL_BIT(CQ_GOAL_FIND) | CQ_GOAL_BIT(CQ_GOAL_ALL) |
             CQ_GOAL_BIT(CQ_GOAL_COUNT) | CQ_GOAL_BIT(CQ_GOAL_WHY),
    .breaks = CQ_BREAKS_NEAR,
    .fits = fits,
    .run = run_search,
};
