/* reading.c - properties of the formats: what is written reads back as the same.
 */
#include "properties.h"

#include <stdlib.h>
#include <string.h>

/* What a writer writes, as text to free. */
typedef cq_status writer(cq_context *ctx, const cq_problem *problem, FILE *out);

static cq_status write_puzzle(cq_context *ctx, const cq_problem *problem, FILE *out)
{
    return problem->kind == CQ_COVER ? cq_cover_write(ctx, &problem->cover, out)
                                     : cq_puzzle_write(ctx, problem, out);
}

static cq_status write_art(cq_context *ctx, const cq_problem *problem, FILE *out)
{
    return cq_board_write_art(ctx, problem->board, out);
}

static bool written(trial *t, writer *write, const cq_problem *problem, input *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    bool worked;

    if (!stream)
        exit(1);
    worked = write(t->ctx, problem, stream) == CQ_OK;
    fclose(stream);
    *out = (input){.form = problem->kind == CQ_COVER ? FORM_COVER : FORM_PUZZLE};
    if (worked && size < INPUT_SIZE) {
        memcpy(out->text, text, size);
        out->size = size;
    }
    free(text);
    return worked;
}

/* Reads what was written and hands back the problem, or NULL with the complaint. */
static cq_problem *read_back(trial *t, const input *text)
{
    cq_problem *again = input_problem(t->ctx, text);

    if (!again)
        fails(t, "written as\n%s\nit does not read back: %zu:%zu: %s", text->text,
              cq_error_line(t->ctx), cq_error_column(t->ctx), cq_error_text(t->ctx));
    return again;
}

outcome art_reads_back(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    cq_problem *again = NULL;
    outcome result = FAILS;
    input text;

    if (!problem)
        return BESIDE;
    if (!written(t, write_art, problem, &text))
        fails(t, "the art cannot be written: %s", cq_error_text(t->ctx));
    else
        again = read_back(t, &text);
    if (again) {
        result = HOLDS;
        if (!cq_board_same(problem->board, again->board))
            result = fails(t, "written as\n%s\nit reads back otherwise", text.text);
    }
    cq_problem_free(again);
    cq_problem_free(problem);
    return result;
}

/* The digest and the text must be those of the first. */
outcome problem_reads_back(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in), *again = NULL;
    outcome result = FAILS;
    input text, second;

    if (!problem)
        return BESIDE;
    if (!written(t, write_puzzle, problem, &text))
        fails(t, "it cannot be written: %s", cq_error_text(t->ctx));
    else
        again = read_back(t, &text);
    if (again) {
        result = HOLDS;
        if (cq_problem_digest(problem) != cq_problem_digest(again))
            result = fails(t, "written as\n%s\nit has another digest", text.text);
        else if (!written(t, write_puzzle, again, &second) ||
                 strcmp(text.text, second.text) != 0)
            result =
                fails(t, "written as\n%s\nand again as\n%s", text.text, second.text);
    }
    cq_problem_free(again);
    cq_problem_free(problem);
    return result;
}

outcome names_read_back(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    outcome result = HOLDS;

    if (!problem)
        return BESIDE;
    for (cq_cell cell = 0; cell < cq_board_size(problem->board); cell++) {
        char name[CQ_CELL_NAME_SIZE];
        cq_cell back = CQ_NO_CELL;

        cq_cell_name(problem->board, cell, name);
        if (cq_cell_parse(t->ctx, problem->board, name, &back) != CQ_OK || back != cell)
            result =
                fails(t, "cell %u is called %s, and that is cell %u", cell, name, back);
    }
    cq_problem_free(problem);
    return result;
}

enum { MOST_CELLS = 64 };

/* The images of the cells that are there, moved so that their box begins where the
 * board's does; CQ_NO_CELL if an image falls off the grid. */
static void find_images(const cq_board *board, unsigned symmetry, cq_cell *images)
{
    int rows[MOST_CELLS], cols[MOST_CELLS];
    int top = 99, left = 99, image_top = 99, image_left = 99;
    cq_cell size = (cq_cell)cq_board_size(board);

    for (cq_cell cell = 0; cell < size; cell++) {
        int row = (int)(cell / board->cols), col = (int)(cell % board->cols);

        if (!board->colour[cell])
            continue;
        top = row < top ? row : top;
        left = col < left ? col : left;
        col = symmetry & 4 ? -col : col;
        for (unsigned i = 0; i < (symmetry & 3); i++) {
            int old = row;

            row = col;
            col = -old;
        }
        rows[cell] = row;
        cols[cell] = col;
        image_top = row < image_top ? row : image_top;
        image_left = col < image_left ? col : image_left;
    }
    for (cq_cell cell = 0; cell < size; cell++) {
        int row, col;

        images[cell] = CQ_NO_CELL;
        if (!board->colour[cell])
            continue;
        row = rows[cell] - image_top + top;
        col = cols[cell] - image_left + left;
        if (row < (int)board->rows && col < (int)board->cols)
            images[cell] = (cq_cell)row * board->cols + (cq_cell)col;
    }
}

static bool maps_onto_itself(const cq_board *board, const cq_cell *images, bool colours)
{
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        char from = board->colour[cell];
        char to = images[cell] == CQ_NO_CELL ? 0 : board->colour[images[cell]];

        if (from && (!to || (colours && from != to)))
            return false;
    }
    return true;
}

static outcome judge_symmetry(trial *t, const cq_board *board, unsigned symmetry,
                              bool colours)
{
    bool claimed = cq_board_symmetries(board, colours) >> symmetry & 1;
    cq_cell images[MOST_CELLS], expected[MOST_CELLS];

    find_images(board, symmetry, expected);
    if (claimed != maps_onto_itself(board, expected, colours))
        return fails(t, "symmetry %u %s colours is%s one of the board", symmetry,
                     colours ? "with" : "without", claimed ? " not" : "");
    if (!claimed)
        return HOLDS;
    cq_board_images(board, symmetry, images);
    if (memcmp(images, expected, cq_board_size(board) * sizeof *images) != 0)
        return fails(t, "symmetry %u takes a cell to the wrong one", symmetry);
    return HOLDS;
}

outcome symmetries_are_right(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    outcome result = HOLDS;

    if (!problem)
        return BESIDE;
    if (cq_board_size(problem->board) > MOST_CELLS)
        result = BESIDE;
    for (unsigned i = 0; i < 16 && result == HOLDS; i++)
        result = judge_symmetry(t, problem->board, i % 8, i >= 8);
    cq_problem_free(problem);
    return result;
}
