/* repair.c - how many dominoes fit, and the fewest changes that make a board tileable.
 *
 * A largest matching leaves d cells over. Removing these makes the board tileable.
 * Fewer changes never suffice, even if holes may be restored too. To see this, take any
 * board with r cells removed and g holes restored, and a tiling of it. Without the
 * dominoes that touch a restored hole, it is a matching of the board that leaves at
 * most r + g cells over: the removed ones, and at most one for each restored hole. So d
 * <= r + g.
 *
 * Some of the d changes may restore holes instead of removing cells, one for one. With
 * P the cells covered and H the holes covered, a matching of the whole grid costs
 * (cells - P) + H. A path from a free cell to a free hole adds one to both: the cost
 * stays the least. Another matching of least cost that covers more holes differs from
 * this one by paths and cycles; any path between two free cells, or from a covered hole
 * to a free cell, or between two covered holes would lower the cost of one of the two,
 * so there is no such path, but there must be one from a free cell to a free hole.
 * Hence searching for such paths until there are none restores as many holes as
 * possible with the fewest changes. A domino on two holes cannot occur: without it the
 * cost would be lower by two.
 *
 * Linear space; a tree for each cell left over.
 */
#include "engine/matching/domino.h"

#include "base/assert.h"
#include "engine/matching/matching.h"

cq_status cq_domino_max(cq_run *run, cq_solution *dominoes, cq_u32s *left)
{
    cq_field field;
    cq_status status = cq_domino_match(run, &field);

    if (status != CQ_OK)
        return status;
    if (run->stop == CQ_FINISHED)
        status = cq_field_tiling(run->ctx, &field, dominoes);
    if (run->stop == CQ_FINISHED && status == CQ_OK)
        status = cq_field_left(run->ctx, &field, left);
    cq_field_free(&field);
    return status;
}

/* Holes of the grid become free cells that may be covered and need not. */
static void open_holes(cq_field *field)
{
    const cq_board *board = field->board;

    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t col = 0; col < board->cols; col++)
            if (!cq_board_present(board, row * board->cols + col))
                field->state[cq_field_at(field, row, col)] = CQ_FREE;
}

/* Covers as many of these cells of the board as can be, each with a hole in the end. */
static cq_status cover_with_holes(cq_run *run, cq_field *field, const cq_u32s *left)
{
    cq_tree tree;
    cq_status status = cq_tree_new(run->ctx, field, &tree);

    if (status != CQ_OK)
        return status;
    for (size_t i = 0; i < left->count && status == CQ_OK; i++) {
        uint32_t cell = cq_field_at(field, cq_row(field->board, left->at[i]),
                                    cq_col(field->board, left->at[i]));
        cq_growth growth;

        cq_assert(cq_field_is_free(field, cell));

        status = cq_tree_grow(run, field, &tree, cell, SIZE_MAX, &growth);
        if (status == CQ_OK)
            cq_tree_use(field, &tree, cell, growth);
    }
    cq_tree_free(&tree);
    return status;
}

static cq_status list_changes(cq_run *run, const cq_field *field, cq_u32s *removed,
                              cq_u32s *restored)
{
    const cq_board *board = field->board;

    cq_assert(cq_field_check(field));
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        uint32_t at = cq_field_at(field, cq_row(board, cell), cq_col(board, cell));
        bool covered = field->state[at] < CQ_FREE;

        if (covered != cq_board_present(board, cell))
            cq_try(cq_vec_push(run->ctx, covered ? restored : removed, cell));
    }
    return CQ_OK;
}

cq_status cq_domino_repair(cq_run *run, cq_u32s *removed, cq_u32s *restored,
                           cq_solution *tiling)
{
    cq_u32s left = {0};
    cq_field field;
    cq_status status;

    cq_try(cq_domino_match(run, &field));
    status = cq_field_left(run->ctx, &field, &left);
    open_holes(&field);
    if (run->stop == CQ_FINISHED && status == CQ_OK)
        status = cover_with_holes(run, &field, &left);
    if (run->stop == CQ_FINISHED && status == CQ_OK)
        status = list_changes(run, &field, removed, restored);
    if (run->stop == CQ_FINISHED && status == CQ_OK)
        status = cq_field_tiling(run->ctx, &field, tiling);
    cq_field_free(&field);
    cq_vec_free(&left);
    return status;
}
