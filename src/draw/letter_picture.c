/* letter_picture.c - a board as plain letters, one a cell, for files and pipes.
 *
 * Solutions look as they do in an answer written as text, and a bare board as it does
 * in a file, so both can be read back. A certificate is a grid: X for the squares that
 * it names, o for their neighbours, # for other cells, . for holes; the parts
 * that a cut leaves have the characters 1 to 9 and a to z, and weights are numbers.
 * Strands have the same characters.
 */
#include "base/assert.h"
#include "draw/letter_picture.h"
#include "draw/marks.h"

#include <inttypes.h>

static char part_letter(uint32_t part)
{
    cq_assert(part > 0);
    if (part <= 9)
        return (char)('0' + part);
    return part <= 35 ? (char)('a' + (part - 10)) : '#';
}

static char mark_letter(const cq_board *board, const cq_marks *marks, cq_cell cell)
{
    if (!cq_board_present(board, cell))
        return '.';
    switch (marks->mark[cell]) {
    case CQ_MARK_SET: return 'X';
    case CQ_MARK_NEAR: return 'o';
    case CQ_MARK_PART: return part_letter(marks->part[cell]);
    default: return '#';
    }
}

static void put_marks(const cq_board *board, const cq_marks *marks, FILE *out)
{
    for (uint32_t row = 0; row < board->rows; row++) {
        for (uint32_t col = 0; col < board->cols; col++)
            putc(mark_letter(board, marks, row * board->cols + col), out);
        putc('\n', out);
    }
}

static void put_weights(const cq_board *board, const int64_t *weights, FILE *out)
{
    int width = 1;

    for (size_t cell = 0; cell < cq_board_size(board); cell++) {
        int length = snprintf(NULL, 0, "%" PRId64, weights[cell]);

        if (cq_board_present(board, (cq_cell)cell) && length > width)
            width = length;
    }
    for (uint32_t row = 0; row < board->rows; row++) {
        for (uint32_t col = 0; col < board->cols; col++) {
            cq_cell cell = row * board->cols + col;

            if (col)
                putc(' ', out);
            if (cq_board_present(board, cell))
                fprintf(out, "%*" PRId64, width, weights[cell]);
            else
                fprintf(out, "%*s", width, ".");
        }
        putc('\n', out);
    }
}

/* Each cell the character of the strand that passes it. */
static cq_status put_strands(cq_context *ctx, const cq_board *board,
                             const cq_solution *strands, FILE *out)
{
    size_t size = cq_board_size(board);
    char *text = cq_alloc(ctx, size, 1);

    cq_try_memory(text);
    for (size_t cell = 0; cell < size; cell++)
        text[cell] = cq_board_present(board, (cq_cell)cell) ? '#' : '.';
    for (size_t i = 0; i < cq_solution_parts(strands); i++)
        for (uint32_t k = strands->starts.at[i]; k < strands->starts.at[i + 1]; k++) {
            cq_assert(strands->members.at[k] < size);
            text[strands->members.at[k]] = part_letter((uint32_t)i + 1);
        }
    for (uint32_t row = 0; row < board->rows; row++) {
        fwrite(text + (size_t)row * board->cols, 1, board->cols, out);
        putc('\n', out);
    }
    cq_free(text);
    return CQ_OK;
}

cq_status cq_letters_write(cq_context *ctx, const cq_picture_of *what, FILE *out)
{
    const cq_problem *problem = what->problem;
    cq_marks marks = {0};

    if (what->strands)
        return put_strands(ctx, problem->board, what->strands, out);
    if (what->solution && !what->certificate)
        return cq_text_solution(ctx, out, problem, what->solution);
    if (!what->certificate)
        return cq_board_write_art(ctx, problem->board, out);
    cq_try(cq_marks_make(ctx, problem, what->certificate, &marks));
    if (what->certificate->proof == CQ_PROOF_WEIGHTS)
        put_weights(problem->board, what->certificate->weights.at, out);
    else
        put_marks(problem->board, &marks, out);
    cq_marks_free(&marks);
    return CQ_OK;
}
