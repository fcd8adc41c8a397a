/* caption.c - sentences for those who cannot see the picture. */
#include "draw/picture.h"

#include <string.h>

/* Titles name at most this many squares of a piece. */
enum { NAMED_SQUARES = 16 };

static const char *surface_words(const cq_board *board)
{
    static const char *const words[] = {
        [CQ_PLANE] = "", [CQ_CYLINDER] = " on a cylinder", [CQ_TORUS] = " on a torus"};

    cq_assert(board->surface <= CQ_TORUS);
    return words[board->surface];
}

static void of_tiling(const cq_picture_of *what, char text[CQ_CAPTION_SIZE])
{
    const cq_board *board = what->problem->board;
    size_t parts = cq_solution_parts(what->solution);

    if (cq_problem_is_domino(what->problem))
        snprintf(text, CQ_CAPTION_SIZE,
                 "A domino tiling of a board with %zu squares%s, %zu domino%s",
                 board->count, surface_words(board), parts, parts == 1 ? "" : "es");
    else
        snprintf(
            text, CQ_CAPTION_SIZE, "A %s of a board with %zu squares%s, %zu piece%s",
            cq_problem_free_piece(what->problem) == CQ_NO_PIECE ? "tiling" : "packing",
            board->count, surface_words(board), parts, parts == 1 ? "" : "s");
}

static void of_tour(const cq_picture_of *what, char text[CQ_CAPTION_SIZE])
{
    const cq_problem *problem = what->problem;
    const cq_u32s *walk = &what->solution->members;
    char first[CQ_CELL_NAME_SIZE] = "", last[CQ_CELL_NAME_SIZE] = "";

    if (walk->count) {
        cq_cell_name(problem->board, cq_problem_cell(problem, walk->at[0]), first);
        cq_cell_name(problem->board,
                     cq_problem_cell(problem, walk->at[walk->count - 1]), last);
    }
    if (problem->closed)
        snprintf(text, CQ_CAPTION_SIZE,
                 "A closed tour of a board with %zu squares%s, from %s and back",
                 problem->board->count, surface_words(problem->board), first);
    else
        snprintf(text, CQ_CAPTION_SIZE,
                 "An open tour of a board with %zu squares%s, from %s to %s",
                 problem->board->count, surface_words(problem->board), first, last);
}

void cq_caption_board(const cq_board *board, char text[CQ_CAPTION_SIZE])
{
    snprintf(text, CQ_CAPTION_SIZE,
             "A board of %u row%s and %u column%s%s with %zu square%s", board->rows,
             board->rows == 1 ? "" : "s", board->cols, board->cols == 1 ? "" : "s",
             surface_words(board), board->count, board->count == 1 ? "" : "s");
}

static void of_findings(const cq_picture_of *what, char text[CQ_CAPTION_SIZE])
{
    const cq_findings *f = &what->findings->findings;
    size_t squares = what->problem->board->count;

    if (what->findings->goal == CQ_GOAL_MAX)
        snprintf(text, CQ_CAPTION_SIZE,
                 "The most %s on a board with %zu squares, %zu left over",
                 cq_problem_is_domino(what->problem) ? "dominoes" : "covered", squares,
                 f->left.count);
    else if (what->findings->goal == CQ_GOAL_REPAIR)
        snprintf(text, CQ_CAPTION_SIZE,
                 "A board with %zu squares repaired: %zu to remove, %zu to restore",
                 squares, f->removed.count, f->restored.count);
    else if (what->findings->goal == CQ_GOAL_FORCED)
        snprintf(text, CQ_CAPTION_SIZE,
                 "Dominoes in every tiling and in none of a board with %zu squares",
                 squares);
    else
        snprintf(text, CQ_CAPTION_SIZE,
                 "How likely each domino is in a random tiling of a board with %zu "
                 "squares",
                 squares);
}

void cq_caption_make(const cq_picture_of *what, char text[CQ_CAPTION_SIZE])
{
    const cq_board *board = what->problem->board;

    if (what->sheet && !what->solution)
        snprintf(text, CQ_CAPTION_SIZE,
                 "A board with %zu squares, and %zu piece%s to cover it with",
                 board->count, what->problem->pieces.count,
                 what->problem->pieces.count == 1 ? "" : "s");
    else if (what->findings)
        of_findings(what, text);
    else if (what->solution && what->problem->kind == CQ_TILING)
        of_tiling(what, text);
    else if (what->solution)
        of_tour(what, text);
    else if (what->certificate && what->certificate->proof == CQ_PROOF_COVER)
        snprintf(text, CQ_CAPTION_SIZE,
                 "Why no more dominoes fit on a board with %zu squares%s", board->count,
                 surface_words(board));
    else if (what->certificate)
        snprintf(text, CQ_CAPTION_SIZE, "Why a board with %zu squares%s cannot be %s",
                 board->count, surface_words(board),
                 what->problem->kind == CQ_TILING ? "tiled" : "toured");
    else
        cq_caption_board(board, text);
}

void cq_caption_part(const cq_picture_of *what, size_t part, char text[CQ_CAPTION_SIZE])
{
    const cq_solution *solution = what->solution;
    uint32_t first = solution->starts.at[part], end = solution->starts.at[part + 1];
    const char *name = what->problem->pieces.at[solution->labels.at[part]].name;
    char square[CQ_CELL_NAME_SIZE];

    snprintf(text, CQ_CAPTION_SIZE, "%.48s:", name);
    for (uint32_t i = first; i < end && i - first < NAMED_SQUARES; i++)
        cq_append(text, CQ_CAPTION_SIZE, " %s",
                  cq_cell_name(what->problem->board, solution->members.at[i], square));
    if (end - first > NAMED_SQUARES)
        cq_append(text, CQ_CAPTION_SIZE, " and %u more", end - first - NAMED_SQUARES);
    cq_assert(strlen(text) + 1 < CQ_CAPTION_SIZE); /* nothing was cut */
}
