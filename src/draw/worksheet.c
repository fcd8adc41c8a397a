/* worksheet.c - a tiling as an exercise: the board, what is to be done, the pieces; or
 * a tour: the board with the numbers that are given.
 *
 * Nothing on it shows whether there is a solution; the handout of the explanation
 * belongs to it. */
#include "base/assert.h"
#include "base/sized.h"
#include "draw/draw.h"
#include "draw/sheet.h"

#include <inttypes.h>
#include <string.h>

static cq_status add_dominoes(cq_handout *h, const cq_picture_of *board)
{
    char text[400];
    cq_status status;

    snprintf(
        text, sizeof text,
        "The board has %zu squares. A domino covers two squares that share a side. "
        "Cover the board with dominoes, so that every square lies under exactly "
        "one, or find out why that cannot be done.",
        board->problem->board->count);
    status = cq_handout_step(h, text, board, true);
    cq_then(status,
            cq_handout_step(h,
                            "How many squares are light, and how many are dark? "
                            "Which of them does a domino cover, wherever it lies?",
                            NULL, false));
    if (status == CQ_OK)
        cq_handout_lines(h, 3);
    cq_then(status, cq_handout_step(h, "What follows for this board?", NULL, false));
    if (status == CQ_OK)
        cq_handout_lines(h, 4);
    return status;
}

/* What may be done with the pieces, if it is the same for all. */
static const char *rules_of(const cq_pieces *pieces)
{
    bool rotate = pieces->at[0].rotate, flip = pieces->at[0].flip;

    for (size_t i = 1; i < pieces->count; i++)
        if (!pieces->at[i].blank && /* it comes last */
            (pieces->at[i].rotate != rotate || pieces->at[i].flip != flip))
            return "";
    if (rotate && flip)
        return " Pieces may be turned, and turned over.";
    if (rotate)
        return " Pieces may be turned, but not turned over.";
    return flip ? " Pieces may be turned over, but not turned."
                : " Pieces are neither turned nor turned over.";
}

/* " 4 squares stay free." or "". */
static void put_free(const cq_problem *problem, char *text, size_t size)
{
    uint32_t number = cq_problem_free_piece(problem);
    const cq_piece *blank;

    *text = '\0';
    if (number == CQ_NO_PIECE)
        return;
    blank = &problem->pieces.at[number];
    if (blank->most == CQ_ANY_COPIES || blank->most >= problem->board->count)
        snprintf(text, size, " Squares may stay free");
    else if (blank->least < blank->most)
        snprintf(text, size, " Between %" PRIu32 " and %" PRIu32 " squares stay free",
                 blank->least, blank->most);
    else
        snprintf(text, size, " %" PRIu32 " square%s free", blank->most,
                 blank->most == 1 ? " stays" : "s stay");
    if (blank->within)
        cq_append(text, size, ", only of %.120s", blank->within);
    cq_append(text, size, ".");
}

static cq_status add_puzzle(cq_context *ctx, cq_handout *h, const cq_picture_of *board)
{
    const cq_problem *problem = board->problem;
    cq_picture_of pieces = *board;
    char text[600], free[240];
    cq_sheet sheet;
    cq_status status;

    put_free(problem, free, sizeof free);
    snprintf(text, sizeof text,
             "Cover the board, which has %zu squares, with the pieces below, without "
             "%soverlaps.%s%s%s",
             problem->board->count, *free ? "" : "gaps or ", free,
             rules_of(&problem->pieces),
             cq_pieces_coloured(&problem->pieces)
                 ? " Every square of a piece lies on a square of its own colour."
                 : "");
    cq_assert(strlen(text) + 1 < sizeof text); /* it is whole */
    status = cq_handout_step(h, text, board, true);
    if (status != CQ_OK)
        return status;
    status = cq_sheet_of_pieces(ctx, problem, CQ_NOTE_LETTERS, &sheet);
    if (status != CQ_OK)
        return status;
    pieces.sheet = &sheet;
    pieces.sheet_alone = true;
    status = cq_handout_step(h, "These are the pieces, to cut out or to draw.", &pieces,
                             true);
    cq_sheet_free(&sheet);
    return status;
}

/* How the piece moves, in words. */
static void put_piece(const cq_problem *problem, char *text, size_t size)
{
    static const char *const known[][2] = {{"1,2", "of a knight"},
                                           {"0,1+1,1", "of a king"},
                                           {"0,1", "to a square that shares a side"}};
    char leaps[80] = "";
    FILE *out = fmemopen(leaps, sizeof leaps, "w");

    if (out) {
        cq_leaper_write(&problem->leaper, out);
        fclose(out);
    }
    snprintf(text, size, "by the leaps %s", leaps);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(leaps, known[i][0]) == 0)
            snprintf(text, size, "%s", known[i][1]);
}

static cq_status add_tour(cq_handout *h, const cq_picture_of *board)
{
    const cq_problem *problem = board->problem;
    char text[500], piece[160];

    put_piece(problem, piece, sizeof piece);
    snprintf(text, sizeof text,
             "Write the numbers from 1 to %" PRIu32 " into the squares, each once; %zu "
             "of them are there already. From every number to the next leads one move "
             "%s%s.",
             problem->graph.vertices, problem->numbers.count / 2, piece,
             problem->closed ? ", and from the last one back to 1" : "");
    cq_assert(strlen(text) + 1 < sizeof text);
    return cq_handout_step(h, text, board, true);
}

cq_status cq_worksheet_write(cq_context *ctx, const cq_problem *problem,
                             const cq_drawing *drawing, const char *title, FILE *out)
{
    char name[160], subtitle[240];
    cq_drawing known;
    cq_picture_of board;
    cq_handout *h = NULL;
    cq_status status;

    cq_try(cq_sized_read(ctx, "CQ_DRAWING_INIT", drawing, sizeof known, &known));
    if (!problem || !out || !problem->board ||
        (problem->kind == CQ_TILING && problem->pieces.count == 0))
        return cq_fail(ctx, CQ_INPUT,
                       "a tiling with pieces or a tour of a board, and a stream, are "
                       "needed");
    board = cq_picture_for(problem, NULL, 0, &known);
    cq_title_of(problem,
                problem->kind == CQ_TOUR ? "Tour the board" : "Cover the board", name,
                sizeof name);
    cq_subtitle_of(problem, subtitle, sizeof subtitle);
    status = cq_handout_open(ctx, title ? title : name, subtitle, out, &h);
    cq_then(status, problem->kind == CQ_TOUR        ? add_tour(h, &board)
                    : cq_problem_is_domino(problem) ? add_dominoes(h, &board)
                                                    : add_puzzle(ctx, h, &board));
    cq_then(status, cq_handout_close(h));
    cq_handout_free(h);
    return status;
}
