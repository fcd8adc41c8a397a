/* proofs_tiling.c - reasons why a board cannot be tiled that name squares or pieces.
 *
 * UNPLACEABLE: a piece must be used and lies nowhere: every position is tried.
 *
 * UNCOVERABLE: no piece that may be used can cover the cell: every way to put one of
 * its squares there is tried. In a cover: fewer options have the item than it needs.
 *
 * HALL, for dominoes: no two of the squares are neighbours, so each must be paired with
 * a neighbour outside, each with another one, and there are too few (P. Hall 1935). It
 * needs no chessboard, so it also holds round a torus of odd size.
 *
 * Cost: linear in the placements for UNPLACEABLE, in the named cells for the others.
 */
#include "base/assert.h"
#include "check/judge.h"

#include <inttypes.h>

static bool visit_none(void *user, size_t piece, const uint32_t *cells, size_t count)
{
    (void)user, (void)piece, (void)cells, (void)count;
    return false;
}

cq_status cq_judge_unplaceable(cq_hearing *hearing)
{
    const cq_problem *problem = hearing->problem;
    const cq_u32s *members = &hearing->certificate->members;
    const cq_piece *piece;
    cq_forms forms = {0};

    if (members->count != 1 || members->at[0] >= problem->pieces.count)
        return cq_find(hearing, CQ_NO, "the proof must name one piece of the problem");
    piece = &problem->pieces.at[members->at[0]];
    if (piece->least == 0)
        return cq_find(hearing, CQ_NO, "piece %.40s need not be used", piece->name);
    cq_try(cq_forms_make(hearing->ctx, problem->board, &problem->pieces, &forms));
    if (cq_forms_walk(&forms, members->at[0], visit_none, NULL))
        cq_find(hearing, CQ_YES, "piece %.40s fits nowhere on the board", piece->name);
    else
        cq_find(hearing, CQ_NO, "piece %.40s does fit on the board", piece->name);
    cq_forms_free(&forms);
    return CQ_OK;
}

static cq_status judge_uncoverable_item(cq_hearing *hearing, uint32_t item)
{
    const cq_cover *cover = &hearing->problem->cover;
    const char *name;
    size_t options = 0;

    if (item >= cover->primary)
        return cq_find(hearing, CQ_NO, "the proof must name one primary item");
    name = cq_item_name(cover, item);
    for (size_t i = 0; i < cover->entries.count; i++)
        options += cover->entries.at[i].item == item;
    if (options < cover->items.at[item].least)
        return cq_find(hearing, CQ_YES,
                       "the item %.60s is in %zu of the options and needs "
                       "%" PRIu32,
                       name, options, cover->items.at[item].least);
    return cq_find(hearing, CQ_NO, "the item %.60s is in %zu of the options", name,
                   options);
}

static cq_status judge_uncoverable_cell(cq_hearing *hearing, cq_cell cell)
{
    const cq_problem *problem = hearing->problem;
    char name[CQ_CELL_NAME_SIZE];
    cq_forms forms = {0};
    size_t piece = 0;

    if (cell >= cq_board_size(problem->board) || !problem->board->colour[cell])
        return cq_find(hearing, CQ_NO, "the proof must name one square of the board");
    cq_try(cq_forms_make(hearing->ctx, problem->board, &problem->pieces, &forms));
    cq_cell_name(problem->board, cell, name);
    while (piece < problem->pieces.count &&
           (problem->pieces.at[piece].most == 0 ||
            cq_forms_walk_at(&forms, piece, cell, visit_none, NULL)))
        piece++;
    if (piece == problem->pieces.count)
        cq_find(hearing, CQ_YES, "no piece can cover square %s", name);
    else
        cq_find(hearing, CQ_NO, "piece %.40s can cover square %s",
                problem->pieces.at[piece].name, name);
    cq_forms_free(&forms);
    return CQ_OK;
}

cq_status cq_judge_uncoverable(cq_hearing *hearing)
{
    const cq_u32s *members = &hearing->certificate->members;

    if (members->count != 1)
        return cq_find(hearing, CQ_NO, "the proof must name one square or item");
    if (hearing->problem->kind == CQ_COVER)
        return judge_uncoverable_item(hearing, members->at[0]);
    return judge_uncoverable_cell(hearing, members->at[0]);
}

/* Every piece that may be used covers two neighbours. */
static bool only_dominoes(const cq_pieces *pieces)
{
    for (size_t p = 0; p < pieces->count; p++) {
        const cq_square *s = pieces->at[p].shape.at;

        if (pieces->at[p].most == 0)
            continue;
        if (pieces->at[p].shape.count != 2)
            return false;
        if (!(s[0].row == s[1].row && s[0].col + 1 == s[1].col) &&
            !(s[0].col == s[1].col && s[0].row + 1 == s[1].row))
            return false;
    }
    return true;
}

enum { FREE, MEMBER, NEIGHBOUR };

/* Marks the neighbours of the members and counts them; CQ_NO_CELL, or a member that has
 * another one beside it. */
static cq_cell mark_neighbours(const cq_board *board, const cq_u32s *members,
                               char *marks, size_t *count)
{
    *count = 0;
    for (size_t i = 0; i < members->count; i++) {
        cq_cell near[4];
        unsigned sides = cq_beside(board, members->at[i], near);

        cq_assert(marks[members->at[i]] == MEMBER);
        for (unsigned k = 0; k < sides; k++) {
            if (marks[near[k]] == MEMBER)
                return members->at[i];
            *count += marks[near[k]] == FREE;
            marks[near[k]] = NEIGHBOUR;
        }
    }
    return CQ_NO_CELL;
}

static cq_status judge_hall_cells(cq_hearing *hearing, char *marks)
{
    const cq_board *board = hearing->problem->board;
    const cq_u32s *members = &hearing->certificate->members;
    char name[CQ_CELL_NAME_SIZE];
    size_t neighbours;
    cq_cell clash;

    for (size_t i = 0; i < members->count; i++) {
        cq_cell cell = members->at[i];

        if (cell >= cq_board_size(board) || !board->colour[cell])
            return cq_find(hearing, CQ_NO,
                           "the proof names a square that does not exist");
        if (marks[cell] == MEMBER)
            return cq_find(hearing, CQ_NO, "the proof names square %s twice",
                           cq_cell_name(board, cell, name));
        marks[cell] = MEMBER;
    }
    clash = mark_neighbours(board, members, marks, &neighbours);
    if (clash != CQ_NO_CELL)
        return cq_find(hearing, CQ_NO,
                       "square %s and a neighbour of it are both in the Hall set",
                       cq_cell_name(board, clash, name));
    if (neighbours >= members->count)
        return cq_find(hearing, CQ_NO,
                       "the %zu square%s of the Hall set ha%s %zu neighbour%s, which "
                       "is enough",
                       members->count, members->count == 1 ? "" : "s",
                       members->count == 1 ? "s" : "ve", neighbours,
                       neighbours == 1 ? "" : "s");
    return cq_find(hearing, CQ_YES,
                   "%zu squares, no two of them neighbours, have %zu "
                   "neighbour%s to be paired with",
                   members->count, neighbours, neighbours == 1 ? "" : "s");
}

cq_status cq_judge_hall(cq_hearing *hearing)
{
    const cq_problem *problem = hearing->problem;
    char *marks;

    if (!only_dominoes(&problem->pieces))
        return cq_find(hearing, CQ_NO, "a Hall set is a proof for dominoes only");
    marks = cq_zalloc(hearing->ctx, cq_board_size(problem->board), 1);
    cq_try_memory(marks);
    judge_hall_cells(hearing, marks);
    cq_free(marks);
    return CQ_OK;
}
