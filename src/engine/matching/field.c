/* field.c - the padded grid of the matching: see field.h. */
#include "engine/matching/field.h"

#include "base/assert.h"

#include <string.h>

static void mark_frame(cq_field *field)
{
    const cq_board *board = field->board;
    uint32_t last = field->size - field->width;

    if (board->surface != CQ_PLANE)
        for (uint32_t row = 1; row <= board->rows; row++) {
            field->state[row * field->width] = CQ_JOINED;
            field->state[row * field->width + field->width - 1] = CQ_JOINED;
        }
    if (board->surface == CQ_TORUS)
        for (uint32_t col = 1; col <= board->cols; col++) {
            field->state[col] = CQ_JOINED;
            field->state[last + col] = CQ_JOINED;
        }
}

static cq_status mark_cells(cq_context *ctx, cq_field *field)
{
    const cq_board *board = field->board;
    size_t steps = 0;

    for (uint32_t row = 0; row < board->rows; row++) {
        const char *from = board->colour + (size_t)row * board->cols;
        unsigned char *to = field->state + cq_field_at(field, row, 0);

        for (uint32_t col = 0; col < board->cols; col++) {
            if (cq_poll_at(ctx, ++steps) != CQ_OK)
                return CQ_STOPPED;
            to[col] = from[col] ? CQ_FREE : CQ_ABSENT;
        }
    }
    return CQ_OK;
}

cq_status cq_field_new(cq_context *ctx, const cq_board *board, cq_field *out)
{
    cq_status status;
    cq_field field = {.board = board};
    size_t width = (size_t)board->cols + 2, size = width * ((size_t)board->rows + 2);

    if (size > INT32_MAX)
        return cq_fail(ctx, CQ_MEMORY,
                       "the board is too large for the engine matching");
    field.width = (uint32_t)width;
    field.size = (uint32_t)size;
    field.offsets[CQ_RIGHT] = 1;
    field.offsets[CQ_DOWN] = (int32_t)field.width;
    field.offsets[CQ_LEFT] = -1;
    field.offsets[CQ_UP] = -(int32_t)field.width;
    field.state = cq_alloc(ctx, size, sizeof *field.state);
    cq_try_memory(field.state);
    status = cq_set_bytes(ctx, field.state, CQ_ABSENT, size);
    cq_then(status, mark_cells(ctx, &field));
    if (status != CQ_OK) {
        cq_field_free(&field);
        return status;
    }
    mark_frame(&field);
    cq_assert(cq_field_check(&field));
    *out = field;
    return CQ_OK;
}

void cq_field_free(cq_field *field)
{
    cq_free(field->state);
    memset(field, 0, sizeof *field);
}

bool cq_field_check(const cq_field *field)
{
    size_t covered = 0;

    for (uint32_t cell = 0; cell < field->size; cell++) {
        if (field->state[cell] >= CQ_FREE)
            continue;
        cq_hold(cq_field_neighbour(field, cell, field->state[cell]) != CQ_NOWHERE);
        cq_hold(field->state[cq_field_mate(field, cell)] == (field->state[cell] ^ 2));
        covered++;
    }
    cq_hold(covered == 2 * field->matched);
    return true;
}

uint32_t cq_field_wrap(const cq_field *field, uint32_t frame)
{
    uint32_t row = frame / field->width, col = frame % field->width;

    if (row == 0)
        row = field->board->rows;
    else if (row == field->board->rows + 1)
        row = 1;
    if (col == 0)
        col = field->board->cols;
    else if (col == field->board->cols + 1)
        col = 1;
    cq_assert(row >= 1 && row <= field->board->rows);
    cq_assert(col >= 1 && col <= field->board->cols);
    return row * field->width + col;
}

/* The other half if (row, col) is the domino's first half in the order of the board's
 * cells, else CQ_NO_CELL. Over a joined edge the first half is that at the left or
 * top. */
static cq_cell second_half(const cq_board *board, uint32_t row, uint32_t col,
                           unsigned char state)
{
    cq_cell cell = row * board->cols + col;

    switch (state) {
    case CQ_RIGHT: return col + 1 < board->cols ? cell + 1 : CQ_NO_CELL;
    case CQ_DOWN: return row + 1 < board->rows ? cell + board->cols : CQ_NO_CELL;
    case CQ_LEFT: return col == 0 ? cell + board->cols - 1 : CQ_NO_CELL;
    case CQ_UP: return row == 0 ? cell + (board->rows - 1) * board->cols : CQ_NO_CELL;
    default: return CQ_NO_CELL;
    }
}

cq_status cq_field_tiling(cq_context *ctx, const cq_field *field, cq_solution *out)
{
    const cq_board *board = field->board;
    size_t dominoes = field->matched, count = 0, steps = 0;
    uint32_t *members;

    if (cq_vec_reserve(ctx, &out->labels, dominoes) != CQ_OK ||
        cq_vec_reserve(ctx, &out->starts, dominoes + 1) != CQ_OK ||
        cq_vec_reserve(ctx, &out->members, 2 * dominoes) != CQ_OK)
        return CQ_MEMORY;
    cq_assert(out->members.count == 0 && cq_field_check(field));
    members = out->members.at;
    for (uint32_t row = 0; row < board->rows; row++) {
        const unsigned char *state = field->state + cq_field_at(field, row, 0);

        for (uint32_t col = 0; col < board->cols; col++) {
            cq_cell mate = second_half(board, row, col, state[col]);

            if (cq_poll_at(ctx, ++steps) != CQ_OK)
                return CQ_STOPPED;
            if (mate == CQ_NO_CELL)
                continue;
            members[count++] = row * board->cols + col;
            members[count++] = mate;
        }
    }
    cq_assert(count == 2 * dominoes); /* each was met at one half */
    for (size_t i = 0; i < dominoes; i++) {
        if (cq_poll_at(ctx, i + 1) != CQ_OK)
            return CQ_STOPPED;
        out->labels.at[i] = 0;
        out->starts.at[i] = (uint32_t)(2 * i);
    }
    out->starts.at[dominoes] = (uint32_t)(2 * dominoes);
    out->labels.count = dominoes;
    out->starts.count = dominoes + 1;
    out->members.count = count;
    return CQ_OK;
}

cq_status cq_field_left(cq_context *ctx, const cq_field *field, cq_u32s *out)
{
    for (uint32_t cell = 0; cell < field->size; cell++) {
        cq_try(cq_poll_at(ctx, cell + 1));
        if (cq_field_is_free(field, cell))
            cq_try(cq_vec_push(ctx, out, cq_field_cell(field, cell)));
    }
    return CQ_OK;
}
