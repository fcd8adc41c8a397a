/* field.c - the padded grid of the matching: see field.h. */
#include "engine/matching/field.h"

#include <string.h>

static void mark_frame(cq_field *field)
{
    const cq_board *board = field->board;
    uint32_t last = field->size - field->width;

    if (board->surface != CQ_PLANE)
        for (uint32_t row = 1; row <= board->rows; row++) {
            field->kind[row * field->width] = CQ_JOINED;
            field->kind[row * field->width + field->width - 1] = CQ_JOINED;
        }
    if (board->surface == CQ_TORUS)
        for (uint32_t col = 1; col <= board->cols; col++) {
            field->kind[col] = CQ_JOINED;
            field->kind[last + col] = CQ_JOINED;
        }
}

cq_status cq_field_new(cq_context *ctx, const cq_board *board, cq_field *out)
{
    cq_field field = {.board = board};
    size_t width = (size_t)board->cols + 2, size = width * ((size_t)board->rows + 2);

    if (size > INT32_MAX)
        return cq_fail(ctx, CQ_MEMORY, "the board is too large to be matched");
    field.width = (uint32_t)width;
    field.size = (uint32_t)size;
    field.offsets[0] = 1;
    field.offsets[1] = (int32_t)field.width;
    field.offsets[2] = -1;
    field.offsets[3] = -(int32_t)field.width;
    field.kind = cq_zalloc(ctx, size, sizeof *field.kind);
    field.mate = cq_alloc(ctx, size, sizeof *field.mate);
    if (!field.kind || !field.mate) {
        cq_field_free(&field);
        return CQ_MEMORY;
    }
    memset(field.mate, 0xff, size * sizeof *field.mate);
    for (uint32_t row = 0; row < board->rows; row++) {
        const char *from = board->colour + (size_t)row * board->cols;
        unsigned char *to = field.kind + (row + 1) * width + 1;

        for (uint32_t col = 0; col < board->cols; col++)
            to[col] = from[col] ? CQ_PRESENT : CQ_ABSENT;
    }
    mark_frame(&field);
    *out = field;
    return CQ_OK;
}

void cq_field_free(cq_field *field)
{
    cq_free(field->kind);
    cq_free(field->mate);
    memset(field, 0, sizeof *field);
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
    return row * field->width + col;
}
