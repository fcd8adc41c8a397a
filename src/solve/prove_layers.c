/* prove_layers.c - proofs by layers: the order of a sweep, and the sweep that is
 * written.
 *
 * The engines know good orders, but their states are folded, packed and pruned in ways
 * that nobody else could follow. A proof takes their order and nothing else: the states
 * are those of a plain sweep (engine/tree/layers.c).
 */
#include "solve/solve.h"

#include "base/assert.h"
#include "base/clock.h"
#include "engine/frontier/order.h"
#include "engine/plugs/best_order.h"
#include "engine/tree/layers.h"
#include "engine/tree/tree.h"
#include "problem/placement.h"
#include "solve/prove.h"

#include <math.h>

/* ---- covers and tilings ---- */

static cq_status find_order(cq_context *ctx, const cq_problem *problem,
                            const cq_cover *cover, const cq_placements *placements,
                            cq_order *out)
{
    cq_run run = {.ctx = ctx, .problem = problem, .goal = CQ_GOAL_FIND, .threads = 1};
    cq_status status;

    run.started = cq_clock_seconds();
    run.deadline = ctx->deadline;
    cq_try(cq_answer_new(ctx, problem->kind, CQ_GOAL_FIND, &run.answer));
    status = cq_order_find(&run, cover, placements, out);
    cq_answer_free(run.answer);
    return status;
}

/* The primary items of an order by their numbers in the proof, each once; items that
 * have no place in it come last. */
static void number_order(const cq_order *order, const uint32_t *numbers, size_t primary,
                         bool *seen, uint32_t *out)
{
    size_t count = 0;

    for (size_t i = 0; i < order->count; i++) {
        uint32_t item = numbers ? numbers[order->items[i]] : order->items[i];

        cq_assert(count <= i);
        if (item < primary && !seen[item]) {
            seen[item] = true;
            out[count++] = item;
        }
    }
    for (uint32_t item = 0; item < primary; item++)
        if (!seen[item])
            out[count++] = item;
    cq_assert(count == primary); /* all of them */
}

static cq_status write_cover(cq_context *ctx, const cq_cover *cover,
                             const cq_order *order, const uint32_t *numbers,
                             cq_proof_file *file, bool *solvable)
{
    uint32_t *items = cq_alloc(ctx, cover->primary, sizeof *items);
    bool *seen = cq_zalloc(ctx, cover->primary, sizeof *seen);
    cq_status status = items && seen ? CQ_OK : CQ_MEMORY;

    if (status == CQ_OK)
        number_order(order, numbers, cover->primary, seen, items);
    cq_then(status, cq_layers_cover(ctx, cover, items, file, solvable));
    cq_free_each(items, seen);
    return status;
}

/* The items of the cover that the order is about are the cells and some pieces. */
static uint32_t *number_items(cq_context *ctx, const cq_cover *cover, size_t cells,
                              const cq_placements *placements)
{
    uint32_t *numbers = cq_alloc(ctx, cover->items.count + 1, sizeof *numbers);

    for (uint32_t i = 0; numbers && i < cover->items.count; i++)
        numbers[i] = i < cells ? i : UINT32_MAX;
    for (size_t o = 0; numbers && o < cq_cover_options(cover); o++)
        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++)
            if (cover->entries.at[e].item >= cells)
                numbers[cover->entries.at[e].item] =
                    (uint32_t)cells + placements->pieces.at[o];
    return numbers;
}

/* The items of rules stand in the cover of the proof: the order is about that. */
static cq_status order_ruled(cq_context *ctx, const cq_problem *problem,
                             cq_order *order)
{
    cq_cover cover = {0};
    cq_status status = cq_numbered_cover_make(ctx, problem, &cover);

    cq_then(status, find_order(ctx, problem, &cover, NULL, order));
    cq_cover_free(&cover);
    return status;
}

/* *numbers is NULL if the order has the numbers of the proof. */
static cq_status order_items(cq_context *ctx, const cq_problem *problem,
                             cq_order *order, uint32_t **numbers)
{
    cq_placements placements = {0};
    cq_cover cover = {0};
    cq_status status;

    *numbers = NULL;
    if (problem->kind == CQ_COVER)
        return find_order(ctx, problem, &problem->cover, NULL, order);
    if (problem->pieces.rules.count)
        return order_ruled(ctx, problem, order);
    status = cq_placements_make(ctx, problem->board, &problem->pieces, &placements);
    cq_then(status, cq_tiling_lower(ctx, problem->board, &problem->pieces, &placements,
                                    &cover));
    cq_then(status, find_order(ctx, problem, &cover, &placements, order));
    if (status == CQ_OK) {
        *numbers = number_items(ctx, &cover, problem->board->count, &placements);
        status = *numbers ? CQ_OK : CQ_MEMORY;
    }
    cq_cover_free(&cover);
    cq_placements_free(&placements);
    return status;
}

static cq_status prove_items(cq_context *ctx, const cq_problem *problem,
                             cq_proof_file *file, bool *solvable)
{
    bool tiling = problem->kind == CQ_TILING;
    cq_order order = {0};
    uint32_t *numbers;
    cq_cover cover = {0};
    cq_status status = order_items(ctx, problem, &order, &numbers);

    if (tiling)
        cq_then(status, cq_numbered_cover_make(ctx, problem, &cover));
    cq_then(status, write_cover(ctx, tiling ? &cover : &problem->cover, &order, numbers,
                                file, solvable));
    cq_cover_free(&cover);
    cq_order_free(&order);
    cq_free(numbers);
    return status;
}

/* ---- tours ---- */

/* The order, and about how many states there are between vertices. */
static cq_status order_tour(cq_context *ctx, const cq_problem *problem,
                            uint32_t **order, double *states)
{
    *order = cq_alloc(ctx, (size_t)problem->graph.vertices + 1, sizeof **order);
    return *order ? cq_plugs_order(ctx, problem, *order, states) : CQ_MEMORY;
}

static cq_status prove_tour(cq_context *ctx, const cq_problem *problem,
                            cq_proof_file *file, bool *solvable)
{
    uint32_t *order;
    double states;
    cq_status status = order_tour(ctx, problem, &order, &states);

    cq_then(status, cq_layers_tour(ctx, problem, order, file, solvable));
    cq_free(order);
    return status;
}

cq_status cq_prove_layers(cq_context *ctx, const cq_problem *problem,
                          cq_proof_file *file, bool *solvable)
{
    return problem->kind == CQ_TOUR ? prove_tour(ctx, problem, file, solvable)
                                    : prove_items(ctx, problem, file, solvable);
}

/* ---- how large they will be ---- */

/* A vertex takes as many steps as it has edges to later ones. */
static cq_status foresee_tour(cq_context *ctx, const cq_problem *problem,
                              double *states)
{
    const cq_graph *graph = &problem->graph;
    uint32_t *order;
    cq_status status = order_tour(ctx, problem, &order, states);

    cq_assert(graph->vertices > 0);
    *states *= (double)cq_graph_edges(graph) / graph->vertices + !problem->closed;
    cq_free(order);
    return status;
}

cq_status cq_foresee_layers(cq_context *ctx, const cq_problem *problem, double *states)
{
    cq_order order = {0};
    uint32_t *numbers;
    cq_status status;

    if (problem->kind == CQ_TOUR)
        return foresee_tour(ctx, problem, states);
    status = order_items(ctx, problem, &order, &numbers);
    *states = exp2(order.log2_work) / 2; /* about two transitions for a state */
    cq_order_free(&order);
    cq_free(numbers);
    return status;
}
