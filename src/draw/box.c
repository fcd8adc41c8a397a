/* box.c - boards in box-drawing characters, for terminals.
 *
 * Lines run where two cells with different owners meet: pieces in a tiling, single
 * squares elsewhere. At each corner of the grid up to four of them meet, and the four
 * arms as bits choose the character:
 *
 *      compact, for tilings       ┌───┬─┐        roomy, for numbers    ┌──┬──┐
 *      and large boards: a cell   ├─┬─┤ │        and marks: lines      │ 1│ 4│
 *      is two columns wide and    │ │ ├─┤        between the corners   ├──┼──┘
 *      one line high              └─┴─┴─┘        have the contents     │ 2│
 *
 * Where a piece goes on across a joined edge of the board there is no line. Holes are
 * blank. One pass over the grid, line by line; blanks at the end of a line are not
 * written.
 */
#include "base/assert.h"
#include "draw/letter_picture.h"
#include "draw/marks.h"

#include <inttypes.h>
#include <string.h>

enum { UP = 1, RIGHT = 2, DOWN = 4, LEFT = 8 };
enum { TEXT_SIZE = 32 };
/* A bare board has contents up to here, which makes 77 columns. */
enum { ROOMY_COLS = 18 };

typedef struct box box;

struct box {
    const cq_picture_of *what;
    const cq_board *board;
    FILE *out;
    uint32_t *owner;  /* 0 if no cell is */
    uint32_t *number; /* of tours: from 1; else NULL */
    cq_marks marks;
    bool roomy;
    int width;  /* between two corners */
    int margin; /* for row numbers at the left; 0 for none */
    int blanks; /* not yet written */
    void (*content)(const box *b, cq_cell cell, char text[TEXT_SIZE]);
};

/* ---- output ---- */

static void put(box *b, const char *text)
{
    if (strcmp(text, " ") == 0) {
        b->blanks++;
        return;
    }
    fprintf(b->out, "%*s%s", b->blanks, "", text);
    b->blanks = 0;
}

static void put_times(box *b, const char *text, int times)
{
    for (int i = 0; i < times; i++)
        put(b, text);
}

static void end_line(box *b)
{
    putc('\n', b->out);
    b->blanks = 0;
}

/* ---- lines ---- */

/* The owner of a place that may lie outside of the grid: across a joined edge that of
 * the cell there, else none. */
static uint32_t owner_at(const box *b, int64_t row, int64_t col)
{
    int64_t rows = b->board->rows, cols = b->board->cols;
    bool down = b->board->surface == CQ_TORUS && rows > 2;
    bool across = b->board->surface != CQ_PLANE && cols > 2;

    if (down)
        row = (row + rows) % rows;
    if (across)
        col = (col + cols) % cols;
    if (row < 0 || col < 0 || row >= rows || col >= cols)
        return 0;
    return b->owner[(size_t)row * b->board->cols + (size_t)col];
}

/* The arms at the corner above and left of a cell. At the rim of the grid only lines
 * that belong to the picture count, not those of cells that come round. */
static unsigned arms_at(const box *b, int64_t row, int64_t col)
{
    uint32_t above_left = owner_at(b, row - 1, col - 1),
             above = owner_at(b, row - 1, col);
    uint32_t left = owner_at(b, row, col - 1), here = owner_at(b, row, col);
    unsigned arms = 0;

    cq_assert(row >= 0 && row <= b->board->rows && col >= 0 && col <= b->board->cols);
    if (row > 0 && above_left != above)
        arms |= UP;
    if (col < b->board->cols && above != here)
        arms |= RIGHT;
    if (row < b->board->rows && left != here)
        arms |= DOWN;
    if (col > 0 && above_left != left)
        arms |= LEFT;
    return arms;
}

static void put_corners(box *b, int64_t row)
{
    static const char *const corners[16] = {" ", "╵", "╶", "└", "╷", "│", "┌", "├",
                                            "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};

    put_times(b, " ", b->margin);
    for (int64_t col = 0; col <= b->board->cols; col++) {
        unsigned arms = arms_at(b, row, col);

        put(b, corners[arms]);
        if (col < b->board->cols)
            put_times(b, arms & RIGHT ? "─" : " ", b->width);
    }
    end_line(b);
}

/* Text within a square, and `before` it as many blanks more; numbers stand at its
 * right. */
static void put_within(box *b, const char *text, int before)
{
    int free = b->width - (int)strlen(text), left = b->number ? free : (free + 1) / 2;

    cq_assert(free >= 0);
    put_times(b, " ", before + left);
    if (*text)
        put(b, text);
    put_times(b, " ", free - left);
}

static void put_content(box *b, cq_cell cell)
{
    char text[TEXT_SIZE] = "";

    if (cq_board_present(b->board, cell))
        b->content(b, cell, text);
    if (text[0] == '\xe2') /* a shade, which fills the square */
        put_times(b, text, b->width);
    else
        put_within(b, text, 0);
}

static void put_contents(box *b, uint32_t row)
{
    char name[16];

    if (b->margin) {
        int length = snprintf(name, sizeof name, "%u", b->board->rows - row);

        put_times(b, " ", b->margin - 1 - length);
        put(b, name);
        put(b, " ");
    }
    for (uint32_t col = 0; col <= b->board->cols; col++) {
        put(b, arms_at(b, row, col) & DOWN ? "│" : " ");
        if (col < b->board->cols)
            put_content(b, row * b->board->cols + col);
    }
    end_line(b);
}

/* The names of columns that are short enough, below the board. */
static void put_columns(box *b)
{
    char name[CQ_CELL_NAME_SIZE];

    put_times(b, " ", b->margin);
    for (uint32_t col = 0; col < b->board->cols; col++) {
        cq_cell_name(b->board, col, name);
        name[strcspn(name, "0123456789")] = '\0';
        put_within(b, strlen(name) > (size_t)b->width ? "" : name, 1);
    }
    end_line(b);
}

static void put_all(box *b)
{
    for (uint32_t row = 0; row <= b->board->rows; row++) {
        put_corners(b, row);
        if (b->roomy && row < b->board->rows)
            put_contents(b, row);
    }
    if (b->margin)
        put_columns(b);
}

/* ---- contents ---- */

static void number_content(const box *b, cq_cell cell, char text[TEXT_SIZE])
{
    if (b->number[cell])
        snprintf(text, TEXT_SIZE, "%u", b->number[cell]);
}

static void mark_content(const box *b, cq_cell cell, char text[TEXT_SIZE])
{
    switch (b->marks.mark[cell]) {
    case CQ_MARK_SET: strcpy(text, "X"); break;
    case CQ_MARK_NEAR: strcpy(text, "o"); break;
    case CQ_MARK_PART: snprintf(text, TEXT_SIZE, "%u", b->marks.part[cell]); break;
    default: break;
    }
}

static void weight_content(const box *b, cq_cell cell, char text[TEXT_SIZE])
{
    snprintf(text, TEXT_SIZE, "%" PRId64, b->what->certificate->weights.at[cell]);
}

static void board_content(const box *b, cq_cell cell, char text[TEXT_SIZE])
{
    if (b->board->colour[cell] != CQ_ANY_COLOUR)
        text[0] = b->board->colour[cell], text[1] = '\0';
    else if (cq_is_dark(b->board, cell))
        strcpy(text, "░");
}

/* The widest content of all cells. */
static int content_width(const box *b)
{
    int widest = 1;

    for (size_t cell = 0; cell < cq_board_size(b->board); cell++) {
        char text[TEXT_SIZE] = "";
        int length;

        if (!cq_board_present(b->board, (cq_cell)cell))
            continue;
        b->content(b, (cq_cell)cell, text);
        length = text[0] == '\xe2' ? 1 : (int)strlen(text);
        cq_assert(length < TEXT_SIZE - 1); /* it is whole */
        if (length > widest)
            widest = length;
    }
    return widest;
}

/* ---- what is shown ---- */

static void own_squares(box *b)
{
    for (size_t cell = 0; cell < cq_board_size(b->board); cell++)
        if (cq_board_present(b->board, (cq_cell)cell))
            b->owner[cell] = (uint32_t)cell + 1;
}

static cq_status show_tiling(cq_context *ctx, box *b)
{
    const cq_solution *solution = b->what->solution;

    own_squares(b);
    for (size_t part = 0; part < cq_solution_parts(solution); part++)
        for (uint32_t i = solution->starts.at[part]; i < solution->starts.at[part + 1];
             i++) {
            if (solution->members.at[i] >= cq_board_size(b->board))
                return cq_fail(ctx, CQ_INPUT, "part %zu lies outside of the board",
                               part + 1);
            /* above all numbers of squares that no piece covers */
            b->owner[solution->members.at[i]] = UINT32_MAX - (uint32_t)part;
            cq_assert(UINT32_MAX - part > cq_board_size(b->board));
        }
    return CQ_OK;
}

static cq_status show_tour(cq_context *ctx, box *b)
{
    const cq_u32s *walk = &b->what->solution->members;
    const cq_graph *graph = &b->what->problem->graph;

    own_squares(b);
    b->number = cq_zalloc(ctx, cq_board_size(b->board), sizeof *b->number);
    cq_try_memory(b->number);
    for (size_t i = 0; i < walk->count; i++) {
        if (walk->at[i] >= graph->vertices)
            return cq_fail(ctx, CQ_INPUT, "step %zu leads outside of the board", i + 1);
        b->number[cq_problem_cell(b->what->problem, walk->at[i])] = (uint32_t)i + 1;
    }
    b->content = number_content;
    return CQ_OK;
}

static cq_status show_proof(cq_context *ctx, box *b)
{
    const cq_certificate *certificate = b->what->certificate;

    own_squares(b);
    b->content = certificate->proof == CQ_PROOF_WEIGHTS ? weight_content : mark_content;
    return cq_marks_make(ctx, b->what->problem, certificate, &b->marks);
}

static void show_board(box *b)
{
    bool coloured = false;

    own_squares(b);
    for (size_t cell = 0; cell < cq_board_size(b->board); cell++)
        coloured = coloured ||
                   (b->board->colour[cell] && b->board->colour[cell] != CQ_ANY_COLOUR);
    if (coloured || b->board->cols <= ROOMY_COLS)
        b->content = board_content;
}

static void set_sizes(box *b)
{
    int least;

    b->roomy = b->content != NULL;
    b->width = 1;
    if (!b->roomy)
        return;
    b->width = content_width(b);
    cq_assert(b->width >= 1 && b->width < TEXT_SIZE);
    least = b->number ? 2 : 3;
    b->width = b->width < least ? least : b->width;
    if (b->what->coordinates)
        b->margin = snprintf(NULL, 0, "%u ", b->board->rows);
}

cq_status cq_box_write(cq_context *ctx, const cq_picture_of *what, FILE *out)
{
    box b = {.what = what, .board = what->problem->board, .out = out};
    cq_status status = CQ_OK;

    b.owner = cq_zalloc(ctx, cq_board_size(b.board), sizeof *b.owner);
    cq_try_memory(b.owner);
    if (what->certificate)
        status = show_proof(ctx, &b);
    else if (what->solution && what->problem->kind == CQ_TILING)
        status = show_tiling(ctx, &b);
    else if (what->solution)
        status = show_tour(ctx, &b);
    else
        show_board(&b);
    if (status == CQ_OK) {
        set_sizes(&b);
        put_all(&b);
    }
    cq_marks_free(&b.marks);
    cq_free_each(b.number, b.owner);
    return status;
}
