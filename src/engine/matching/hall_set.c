/* hall_set.c - why there is no tiling: as few cells as possible that have too few
 * neighbours.
 *
 * The sets of dark cells that dominoes can cover together are the independent sets of a
 * matroid (a transversal one: Edmonds and Fulkerson 1965), and the minimal Hall sets
 * are its circuits. That says all we need about them:
 *
 * - The tree of a free cell is the circuit that this cell closes: it is minimal.
 *   Without any one of its cells the others have enough neighbours, so it is also
 *   connected.
 * - With one free cell of a colour there is one circuit of that colour, and it is the
 *   best reason.
 * - With several free cells, their circuits are only some of many, and the smallest of
 * all is hard to find (NP-hard in general: McCormick, "A combinatorial
 *   approach to some sparse matrix problems", 1983). ball.c looks among those whose
 *   cells lie near each other.
 *
 * Both colours are tried; a tree that outgrows the best one so far is given up, so that
 * all of them together cost little.
 */
#include "engine/matching/matching.h"

#include "base/assert.h"
#include "base/sort.h"

/* The tree's cells of the root's colour, in place of what was best. */
static cq_status keep(cq_run *run, const cq_field *field, const cq_tree *tree,
                      uint32_t root, cq_u32s *best)
{
    cq_assert(cq_tree_check(field, tree, root, true));
    best->count = 0;
    cq_try(cq_vec_reserve(run->ctx, best, tree->reached.count + 1));
    best->at[best->count++] = root;
    for (size_t i = 0; i < tree->reached.count; i++)
        best->at[best->count++] = cq_field_mate(field, tree->reached.at[i]);
    return CQ_OK;
}

/* The smallest tree of a free cell; free_cells counts them, light and dark. */
static cq_status smallest_tree(cq_run *run, const cq_field *field, cq_u32s *best,
                               size_t free_cells[2])
{
    cq_tree tree;
    cq_status status = cq_tree_new(run->ctx, field, &tree);

    if (status != CQ_OK)
        return status;
    for (uint32_t cell = 0; cell < field->size && status == CQ_OK; cell++) {
        cq_growth growth;

        if (!cq_field_is_free(field, cell))
            continue;
        free_cells[cq_field_is_dark(field, cell)]++;
        if (best->count == 1 || cq_run_poll(run))
            continue;
        status = cq_tree_grow(run, field, &tree, cell,
                              best->count ? best->count - 1 : SIZE_MAX, &growth);
        if (status == CQ_OK && growth == CQ_GROWTH_CLOSED)
            status = keep(run, field, &tree, cell, best);
        cq_tree_forget(&tree);
    }
    cq_tree_free(&tree);
    return status;
}

cq_status cq_field_hall(cq_run *run, const cq_field *field, cq_u32s *out)
{
    cq_u32s best = {0};
    size_t free_cells[2] = {0, 0};
    cq_status status = smallest_tree(run, field, &best, free_cells);

    for (unsigned dark = 0; dark < 2 && status == CQ_OK; dark++)
        if (free_cells[dark] > 1 && best.count > 1 && run->stop == CQ_FINISHED)
            status = cq_field_balls(run, field, dark, &best);
    if (status != CQ_OK) {
        cq_vec_free(&best);
        return status;
    }
    cq_assert(run->stop != CQ_FINISHED || best.count > 0);
    for (size_t i = 0; i < best.count; i++)
        best.at[i] = cq_field_cell(field, best.at[i]);
    cq_sort_u32(best.at, best.count);
    *out = best;
    return CQ_OK;
}
