/* parts.c - the connected parts of a board: they are counted one by one and multiplied.
 */
#include "engine/kasteleyn/grid.h"

#include <string.h>

#define NO_PART UINT32_MAX

static void enter(const cq_board *board, cq_grid_part *part, cq_cell cell)
{
    uint32_t row = cq_row(board, cell), col = cq_col(board, cell);

    part->top = row < part->top ? row : part->top;
    part->left = col < part->left ? col : part->left;
    part->bottom = row > part->bottom ? row : part->bottom;
    part->right = col > part->right ? col : part->right;
    if (cq_is_dark(board, cell))
        part->dark++;
    else
        part->light++;
}

static cq_status flood(cq_context *ctx, const cq_board *board, cq_parts *parts,
                       cq_u32s *stack, cq_cell start)
{
    uint32_t number = (uint32_t)parts->list.count;
    cq_grid_part part = {.top = UINT32_MAX, .left = UINT32_MAX};

    stack->count = 0;
    parts->label[start] = number;
    cq_try(cq_vec_push(ctx, stack, start));
    while (stack->count) {
        cq_cell cell = stack->at[--stack->count], next[4];
        unsigned count = cq_board_neighbours(board, cell, next);

        enter(board, &part, cell);
        for (unsigned i = 0; i < count; i++) {
            if (parts->label[next[i]] != NO_PART)
                continue;
            parts->label[next[i]] = number;
            cq_try(cq_vec_push(ctx, stack, next[i]));
        }
    }
    return cq_vec_push(ctx, &parts->list, part);
}

static bool neighbours_agree(const cq_parts *parts, const cq_board *board, cq_cell cell)
{
    cq_cell next[4];
    unsigned count = cq_board_neighbours(board, cell, next);

    for (unsigned i = 0; i < count; i++)
        cq_hold(parts->label[next[i]] == parts->label[cell]);
    return true;
}

/* Every square is in the box of its neighbours' part, and counted there. */
static bool parts_check(const cq_parts *parts, const cq_board *board)
{
    size_t cells = 0;

    for (size_t i = 0; i < parts->list.count; i++)
        cells += parts->list.at[i].light + parts->list.at[i].dark;
    cq_hold(cells == board->count);
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        const cq_grid_part *part;

        cq_hold(cq_board_present(board, cell) == (parts->label[cell] != NO_PART));
        if (parts->label[cell] == NO_PART)
            continue;
        part = &parts->list.at[parts->label[cell]];
        cq_hold(part->top <= cq_row(board, cell) &&
                cq_row(board, cell) <= part->bottom);
        cq_hold(neighbours_agree(parts, board, cell));
        cq_hold(part->left <= cq_col(board, cell) &&
                cq_col(board, cell) <= part->right);
    }
    return true;
}

cq_status cq_parts_make(cq_context *ctx, const cq_board *board, cq_parts *out)
{
    cq_parts parts = {0};
    cq_u32s stack = {0};
    size_t size = cq_board_size(board);
    cq_status status = CQ_OK;

    parts.label = cq_alloc(ctx, size, sizeof *parts.label);
    cq_try_memory(parts.label);
    memset(parts.label, 0xff, size * sizeof *parts.label);
    for (size_t cell = 0; cell < size && status == CQ_OK; cell++)
        if (cq_board_present(board, (cq_cell)cell) && parts.label[cell] == NO_PART)
            status = flood(ctx, board, &parts, &stack, (cq_cell)cell);
    cq_vec_free(&stack);
    cq_assert(status != CQ_OK || parts_check(&parts, board));
    if (status == CQ_OK)
        *out = parts;
    else
        cq_parts_free(&parts);
    return status;
}

void cq_parts_free(cq_parts *parts)
{
    cq_free(parts->label);
    cq_vec_free(&parts->list);
    memset(parts, 0, sizeof *parts);
}
