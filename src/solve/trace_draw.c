/* trace_draw.c - a position of the search with what fits next, and the table of lays.
 *
 * Lays are counted as the source counts them, by the colour of the first square, each
 * colour from 1 on: of the puzzle of 1962, with one piece in two of its four
 * orientations, 19 and 21.
 */
#include "solve/trace.h"

#include "answer/write.h"
#include "base/assert.h"
#include "base/sized.h"
#include "draw/draw.h"
#include "draw/sheet.h"

#include <inttypes.h>
#include <string.h>

enum { TEXT_WIDTH = 72, PICTURE_WIDTH = 24 };

static char colour_of(const cq_trace *t, size_t lay)
{
    return t->lays.squares.at[t->lays.lays.at[lay].start].colour;
}

/* The number of a lay among those of its colour, from 1. */
static size_t number_of(const cq_trace *t, size_t lay)
{
    size_t number = 1;

    for (size_t i = 0; i < lay; i++)
        number += colour_of(t, i) == colour_of(t, lay);
    return number;
}

static cq_sheet begin_sheet(const cq_trace *t, cq_context *ctx, cq_format format)
{
    bool text = format == CQ_FORMAT_TEXT || format == CQ_FORMAT_BOX;
    uint32_t cols = t->problem->board->cols;
    uint32_t wide = cols > PICTURE_WIDTH ? cols : PICTURE_WIDTH;
    cq_sheet sheet = {.ctx = ctx,
                      .width = text ? TEXT_WIDTH : wide,
                      .letters = text ? 1 : CQ_NOTE_LETTERS};

    if (!text)
        cq_sheet_keep_colours(&sheet, t->problem->board);
    return sheet;
}

static cq_status add_lay(cq_sheet *sheet, const cq_trace *t, size_t index)
{
    char note[80];
    cq_lay lay;

    cq_assert(index < cq_trace_lays(t));
    cq_trace_lay(t, index, &lay);
    snprintf(note, sizeof note, "%zu %.40s", number_of(t, index),
             t->problem->pieces.at[lay.piece].name);
    return cq_sheet_add(sheet, lay.squares, lay.count, lay.piece, note);
}

/* "black", "white" or the letter itself. */
static const char *colour_name(char colour, char letter[16])
{
    if (strchr("bB", colour))
        return "black";
    if (strchr("wW", colour))
        return "white";
    snprintf(letter, 16, "%c", colour);
    return letter;
}

static void put_heading(char colour, size_t count, char *text, size_t size)
{
    char letter[16];

    if (colour == CQ_ANY_COLOUR)
        snprintf(text, size, "%zu lay%s", count, count == 1 ? "" : "s");
    else
        snprintf(text, size, "%zu lay%s with a first square that is %s", count,
                 count == 1 ? "" : "s", colour_name(colour, letter));
}

/* All lays whose first square has this colour, if there are any. */
static cq_status add_colour(cq_sheet *sheet, const cq_trace *t, char colour)
{
    size_t count = 0;
    char text[96];
    cq_status status = CQ_OK;

    for (size_t i = 0; i < cq_trace_lays(t); i++)
        count += colour_of(t, i) == colour;
    if (count == 0)
        return CQ_OK;
    put_heading(colour, count, text, sizeof text);
    status = cq_sheet_heading(sheet, text);
    for (size_t i = 0; i < cq_trace_lays(t) && status == CQ_OK; i++)
        if (colour_of(t, i) == colour)
            status = add_lay(sheet, t, i);
    return status;
}

static cq_status write_sheet(cq_context *ctx, const cq_trace *t, const cq_sheet *sheet,
                             const cq_drawing *drawing, cq_format format, FILE *out)
{
    cq_picture_of what = cq_picture_for(t->problem, NULL, 0, drawing);

    if (format == CQ_FORMAT_TEXT || format == CQ_FORMAT_BOX)
        return cq_sheet_write(sheet, out);
    what.sheet = sheet;
    what.sheet_alone = true;
    if (!what.caption)
        what.caption = "The ways to lay each piece";
    return cq_draw_picture(ctx, &what, format, out);
}

static cq_status read_drawing(cq_context *ctx, const cq_trace *trace,
                              const cq_drawing *drawing, const FILE *out,
                              cq_drawing *known)
{
    cq_try(cq_sized_read(ctx, "CQ_DRAWING_INIT", drawing, sizeof *known, known));
    cq_try(cq_need(ctx, trace, "a trace"));
    return cq_need(ctx, out, "a stream to write to");
}

cq_status cq_trace_draw_lays(cq_context *ctx, const cq_trace *trace,
                             const cq_drawing *drawing, cq_format format, FILE *out)
{
    cq_drawing known;
    cq_sheet sheet;
    cq_status status = CQ_OK;

    cq_try(read_drawing(ctx, trace, drawing, out, &known));
    sheet = begin_sheet(trace, ctx, format);
    for (int colour = 1; colour < 128 && status == CQ_OK; colour++)
        status = add_colour(&sheet, trace, (char)colour);
    cq_then(status, cq_sheet_finish(&sheet, trace->problem));
    cq_then(status, write_sheet(ctx, trace, &sheet, &known, format, out));
    cq_sheet_free(&sheet);
    return status;
}

/* ---- a position ---- */

/* "move 1: A laid on a8, pieces on the board: 1, lays tried: 1" */
static void put_state(const cq_trace *t, const cq_trace_state *state, char *text,
                      size_t size)
{
    char cell[CQ_CELL_NAME_SIZE];

    if (state->last == CQ_MOVE_OVER)
        snprintf(text, size,
                 "all was tried after %" PRIu64 " moves and %" PRIu64 " lays: %" PRIu64
                 " solution%s",
                 state->moves, state->tried, state->found,
                 state->found == 1 ? "" : "s");
    else if (state->last == CQ_MOVE_NONE)
        snprintf(text, size, "before the first move");
    else
        snprintf(text, size,
                 "move %" PRIu64
                 ": %.40s %s %s, pieces on the board: %zu, lays tried: %" PRIu64 "%s",
                 state->moves,
                 t->problem->pieces.at[t->lays.lays.at[state->lay].piece].name,
                 state->last == CQ_MOVE_LAID ? "laid on" : "taken back from",
                 cq_cell_name(t->problem->board, state->at, cell), state->depth,
                 state->tried, state->solution ? ", a solution" : "");
}

/* What can be laid next at the first empty square: from the lay on that is to be tried
 * there; those before it are done with. */
static size_t count_next(const cq_trace *t, const cq_trace_state *state)
{
    size_t count = 0;

    for (size_t i = state->next; i < cq_trace_lays(t); i++)
        count += cq_trace_fits(t, i);
    return count;
}

/* Whether there is something to lay next; in words, what comes. */
static bool put_next(const cq_trace *t, const cq_trace_state *state, char *text,
                     size_t size)
{
    char cell[CQ_CELL_NAME_SIZE];
    size_t count = state->empty != CQ_NO_CELL ? count_next(t, state) : 0;

    if (state->last == CQ_MOVE_OVER)
        text[0] = '\0';
    else if (state->empty == CQ_NO_CELL)
        snprintf(text, size, "the board is full, the last piece is taken back next");
    else if (count == 0)
        snprintf(text, size,
                 "nothing more fits on %s, the last piece is taken back next",
                 cq_cell_name(t->problem->board, state->empty, cell));
    else
        snprintf(text, size, "next on %s, %zu lay%s:",
                 cq_cell_name(t->problem->board, state->empty, cell), count,
                 count == 1 ? " fits" : "s fit");
    return count > 0 && state->last != CQ_MOVE_OVER;
}

static cq_status make_next(cq_context *ctx, const cq_trace *t,
                           const cq_trace_state *state, cq_format format, cq_sheet *out)
{
    cq_sheet sheet = begin_sheet(t, ctx, format);
    cq_status status = CQ_OK;

    for (size_t i = state->next; i < cq_trace_lays(t) && status == CQ_OK; i++)
        if (cq_trace_fits(t, i))
            status = add_lay(&sheet, t, i);
    cq_then(status, cq_sheet_finish(&sheet, t->problem));
    if (status == CQ_OK)
        *out = sheet;
    else
        cq_sheet_free(&sheet);
    return status;
}

/* Squares that nothing covers yet are shown as '#'. */
static cq_status write_text(cq_context *ctx, const cq_trace *t, const char *state,
                            const char *next, const cq_sheet *sheet, FILE *out)
{
    cq_u32s empty = {0};
    cq_status status =
        cq_solution_uncovered(ctx, t->problem->board, &t->position, &empty);

    fprintf(out, "%s\n", state);
    cq_then(status, cq_text_tiling(ctx, out, t->problem, &t->position, &empty));
    if (*next)
        fprintf(out, "%s\n", next);
    if (status == CQ_OK && sheet)
        status = cq_sheet_write(sheet, out);
    cq_vec_free(&empty);
    return status;
}

cq_status cq_trace_draw(cq_context *ctx, const cq_trace *trace,
                        const cq_drawing *drawing, cq_format format, FILE *out)
{
    char state_text[256], next_text[160];
    cq_drawing known;
    cq_trace_state state;
    cq_sheet sheet = {0};
    bool has_next;
    cq_status status = CQ_OK;

    cq_try(read_drawing(ctx, trace, drawing, out, &known));
    cq_trace_look(trace, &state);
    put_state(trace, &state, state_text, sizeof state_text);
    has_next = put_next(trace, &state, next_text, sizeof next_text);
    if (has_next)
        status = make_next(ctx, trace, &state, format, &sheet);
    if (status == CQ_OK && (format == CQ_FORMAT_TEXT || format == CQ_FORMAT_BOX)) {
        status = write_text(ctx, trace, state_text, next_text, has_next ? &sheet : NULL,
                            out);
    } else if (status == CQ_OK) {
        cq_picture_of what = cq_picture_for(trace->problem, NULL, 0, &known);

        what.solution = &trace->position;
        what.by_piece = true;
        what.pointed = state.empty;
        what.points = state.empty != CQ_NO_CELL;
        what.lines[0] = state_text;
        what.lines[1] = next_text;
        what.sheet = has_next ? &sheet : NULL;
        if (!what.caption)
            what.caption = state_text;
        status = cq_draw_picture(ctx, &what, format, out);
    }
    cq_sheet_free(&sheet);
    return status;
}
