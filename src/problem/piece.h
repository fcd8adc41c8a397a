/* piece.h - polyominoes: squares with colours, copies, turns and flips. */
#ifndef CQ_PROBLEM_PIECE_H
#define CQ_PROBLEM_PIECE_H

#include "base/bitset.h"
#include "base/text.h"
#include "board/board.h"
#include "problem/rule.h"
#include "problem/weighing.h"

/* Whether a square of this colour may lie on a cell: on none that is absent, else on
 * its own colour; '#' matches every colour, on both sides. */
static inline bool cq_square_matches(char square, char cell)
{
    return cell && (square == cell || square == CQ_ANY_COLOUR || cell == CQ_ANY_COLOUR);
}

typedef CQ_VEC(cq_square) cq_shape;

typedef struct cq_piece {
    char *name;
    cq_shape shape;       /* top left corner of its box at (0, 0), row by row */
    uint32_t least, most; /* copies; most may be CQ_ANY_COPIES */
    bool rotate, flip;
    size_t line; /* in its puzzle file, 0 otherwise */
    /* A blank stands for squares that stay free (blank.c). Which may: as written, and
     * as bits of the board's cells; NULL: all. */
    bool blank;
    bool fewer; /* a blank: of the other pieces, copies may stay unused */
    char *within;
    cq_word *allowed;
} cq_piece;

/* Whether the piece may cover this cell, colours aside. */
static inline bool cq_piece_takes(const cq_piece *piece, cq_cell cell)
{
    return !piece->allowed || cq_bits_has(piece->allowed, cell);
}

/* What to call one of them in a sentence, and after "every". */
static inline const char *cq_piece_spoken(const cq_piece *piece)
{
    return piece->blank ? "a free square" : piece->name;
}

static inline const char *cq_piece_kind(const cq_piece *piece)
{
    return piece->blank ? "free square" : piece->name;
}

/* A set of pieces, the rules for laying them, and what they weigh. */
typedef struct cq_pieces {
    cq_piece *at;
    size_t count, room;
    cq_rules rules;
    cq_weighing weighing;
} cq_pieces;

/* What may stand in the name of a piece: letters, digits and '._+- */
bool cq_piece_name_has(char c);
void cq_piece_free(cq_piece *piece);
void cq_pieces_free(cq_pieces *pieces);
/* The pieces after this one, which was freed or is elsewhere, move up into its place.
 */
void cq_pieces_close_up(cq_pieces *pieces, uint32_t number);
/* Whether a square of it, or of one of them, goes on cells of its own colour only. */
bool cq_piece_coloured(const cq_piece *piece);
bool cq_pieces_coloured(const cq_pieces *pieces);
/* Without `allowed`, which belongs to a board: see cq_blank_settle. */
cq_status cq_piece_copy(cq_context *ctx, const cq_piece *piece, cq_piece *out);

/* Moves the box to (0, 0) and sorts row by row. */
void cq_shape_normalise(cq_shape *shape);
/* The image under one of the eight symmetries (see cq_symmetry), normalised. */
cq_status cq_shape_image(cq_context *ctx, const cq_shape *shape, unsigned symmetry,
                         cq_shape *out);
int cq_shape_compare(const cq_shape *a, const cq_shape *b);
cq_status cq_shape_connected(cq_context *ctx, const cq_shape *shape, bool *out);
void cq_shape_box(const cq_shape *shape, uint32_t *rows, uint32_t *cols);

/* The different shapes that a piece takes when it is turned and flipped as allowed, in
 * the order of cq_symmetry, duplicates left out. */
typedef CQ_VEC(cq_shape) cq_shapes;
cq_status cq_piece_orientations(cq_context *ctx, const cq_piece *piece, cq_shapes *out);
void cq_shapes_free(cq_shapes *shapes);
/* Takes the shape over; drops it if an equal one is there already. */
cq_status cq_shapes_add(cq_context *ctx, cq_shapes *shapes, cq_shape *shape,
                        bool *added);

/* Sorts them by cq_shape_compare. */
void cq_shapes_sort(cq_shapes *shapes);

bool cq_piece_is_domino(const cq_piece *piece); /* without colours, both ways round */

/* All polyominoes with n squares, one of each kind, in a fixed order. `one_sided`
 * counts mirror images as different. */
cq_status cq_polyominoes(cq_context *ctx, unsigned squares, bool one_sided,
                         cq_shapes *out);
enum { CQ_POLYOMINO_MOST = 8 };
/* "pentomino" for 5; NULL for 0 and above CQ_POLYOMINO_MOST. */
const char *cq_polyomino_name(unsigned squares);

/* Appends what a list such as "domino*, pentominoes, L3*2, T4*0..3" names. */
cq_status cq_pieces_parse(cq_context *ctx, cq_span list, cq_pieces *out);
/* "1", "0..3", "any". */
cq_status cq_copies_parse(cq_context *ctx, cq_span text, uint32_t *least,
                          uint32_t *most);
/* "A,B" or "all": numbers of pieces, ascending. */
cq_status cq_piece_list_read(cq_context *ctx, cq_span list, const cq_pieces *pieces,
                             cq_u32s *out);
#endif
