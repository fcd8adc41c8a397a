/* check_forms.h - the checker's own table of how each piece may be turned and flipped.
 */
#ifndef CQ_CHECK_CHECK_FORMS_H
#define CQ_CHECK_CHECK_FORMS_H

#include "check/board_moves.h"
#include "problem/piece.h"

/* One way to turn a piece: squares[start .. start + the piece's size), row by row, with
 * the corner of its box at (0, 0). */
typedef struct cq_form {
    size_t start;
    uint32_t rows, cols; /* of the box */
} cq_form;

typedef struct cq_forms {
    const cq_board *board;
    const cq_pieces *pieces;
    bool round_rows, round_cols; /* which edges are joined */
    bool coloured;               /* some piece has a coloured square */
    cq_shape squares;
    cq_u32s offsets; /* of each square from its form's first, in cells of the grid */
    CQ_VEC(cq_form) forms;
    cq_u32s first;  /* forms of piece p: first[p] .. first[p + 1] */
    uint32_t *room; /* cells of one placement, for the walks */
} cq_forms;

/* Forms that can lie nowhere on a full grid of this size are left out. */
cq_status cq_forms_make(cq_context *ctx, const cq_board *board, const cq_pieces *pieces,
                        cq_forms *out);
void cq_forms_free(cq_forms *forms);

static inline size_t cq_forms_size(const cq_forms *forms, size_t piece)
{
    return forms->pieces->at[piece].shape.count;
}

static inline bool cq_colours_match(char square, char cell)
{
    return square == CQ_ANY_COLOUR || cell == CQ_ANY_COLOUR || square == cell;
}

/* Calls `visit` with each way to lay the piece, until it says false; round a small
 * torus the same cells may come more than once. Returns false if it was stopped. */
typedef bool cq_visit_fn(void *user, size_t piece, const uint32_t *cells, size_t count);
bool cq_forms_walk(const cq_forms *forms, size_t piece, cq_visit_fn *visit, void *user);
/* Only those that cover the given cell. */
bool cq_forms_walk_at(const cq_forms *forms, size_t piece, cq_cell cell,
                      cq_visit_fn *visit, void *user);

/* Adds all placements of a piece to the list, each with its cells ascending. */
cq_status cq_forms_gather(cq_context *ctx, const cq_forms *forms, size_t piece,
                          cq_u32s *cells);
/* Sorts a list of placements of `size` cells each and drops repeated ones. */
void cq_lists_tidy(cq_u32s *cells, size_t size);

#endif
