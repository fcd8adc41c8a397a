/* weighing.h - weights in a tiling: lines that say what placements weigh.
 *
 *     A,B = 3              every copy of A and of B
 *     A as ##/#. = 1/2     every copy of A that lies like this
 *     A at a1,b2 = x       for each of these squares that a copy of A covers
 *     at a1,b2 = 5         for each of these squares that is covered, by any piece
 *     A on a1,b1 = 2y      the copy of A on exactly these squares
 *
 * `as` may go with `at` or `on`. All lines that speak of a placement hold at once: see
 * factors.h. A free square is not covered: only a line that names `free` weighs it.
 * Lines belong to a set of pieces, as rules do, and keep their text.
 */
#ifndef CQ_PROBLEM_WEIGHING_H
#define CQ_PROBLEM_WEIGHING_H

#include "board/board.h"
#include "problem/factors.h"

typedef struct cq_weight_line {
    char *text;             /* as it was written */
    size_t line;            /* in its file, or 0 */
    cq_u32s pieces;         /* ascending; none: all, but not the blank */
    CQ_VEC(cq_square) form; /* none: in any orientation */
    char *squares;          /* as they were written; NULL: wherever it lies */
    bool exactly;           /* on these squares; else for each of them */
    cq_u32s cells;          /* the squares, ascending: see cq_weighing_settle */
    cq_weight value;
} cq_weight_line;

typedef struct cq_weighing {
    CQ_VEC(cq_weight_line) lines;
    cq_variables letters;
} cq_weighing;

struct cq_pieces;
struct cq_placements;

void cq_weighing_free(cq_weighing *weighing); /* leaves it empty */
/* Drops the lines from this one on. */
void cq_weighing_cut(cq_weighing *weighing, size_t line);
/* Reads one line, without the word "weight", and adds it to the pieces it is about. */
cq_status cq_weight_line_read(cq_context *ctx, cq_span text, struct cq_pieces *pieces);
/* Several lines, with semicolons between them. */
cq_status cq_weight_lines_read(cq_context *ctx, const char *source, const char *text,
                               struct cq_pieces *pieces);
/* The lines of one set of pieces for another, by the names in them; their squares are
 * to be looked up again. */
cq_status cq_weighing_copy(cq_context *ctx, const struct cq_pieces *from,
                           struct cq_pieces *to);
/* Looks up the squares on the board. */
cq_status cq_weighing_settle(cq_context *ctx, const char *source, const cq_board *board,
                             struct cq_pieces *pieces);
uint64_t cq_weighing_hash(const cq_weighing *weighing, uint64_t hash);

/* The weights of all placements, as those of options: option i is placement i, or
 * order[i] if that is not NULL. */
cq_status cq_weighing_lower(cq_context *ctx, const cq_board *board,
                            const struct cq_pieces *pieces,
                            const struct cq_placements *placements,
                            const uint32_t *order, cq_factors *out);

#endif
