/* colouring.h - numbers on the squares that no tiling can make; the files of the
 * engine.
 *
 * A space is all the ways to give numbers modulo M to colours such that every placement
 * of a piece sums to the same, the piece's value. It has unknowns, equations that hold
 * of them, and forms: the number of each colour, the value of each piece and the sum of
 * the board, each a sum of multiples of the unknowns.
 *
 *     forms    colours rows      the number of each colour
 *              pieces rows       the value of each piece
 *              one row           the sum of the board
 */
#ifndef CQ_ENGINE_COLOURING_H
#define CQ_ENGINE_COLOURING_H

#include "answer/pattern.h"
#include "engine/colouring/howell.h"
#include "engine/engine.h"

enum { CQ_PRIMES = 12 };

/* M, as a product of powers of primes. */
typedef struct cq_moduli {
    uint64_t product;
    uint32_t primes[CQ_PRIMES], powers[CQ_PRIMES];
    size_t count;
} cq_moduli;

typedef struct cq_colour_space {
    cq_equations equations;
    size_t colours;
    uint32_t *forms;
} cq_colour_space;

void cq_colour_space_free(cq_colour_space *space);

/* Numbers that refute, if there are any. */
typedef struct cq_colouring {
    bool found;
    uint32_t modulus; /* 0: bounds */
    int64_t *numbers; /* of the colours, then of the pieces */
} cq_colouring;

/* What the files share while the engine runs. */
typedef struct cq_copy_sets cq_copy_sets;

typedef struct cq_painter {
    cq_run *run;
    cq_copy_sets *sets; /* of copies, to be narrowed; NULL: a no is looked for */
    cq_moduli moduli;
    uint64_t steps, most; /* multiplications so far, and allowed */
    uint64_t spaces;      /* looked at */
} cq_painter;

/* Nothing is proved yet, and there is work left to do. */
bool cq_paint_goes_on(const cq_painter *painter);
/* Refutes the run's problem with a colouring, or keeps it as a reason for bounds;
 * `colour_of` each cell of the grid. */
cq_status cq_paint_refute(const cq_painter *painter, const uint32_t *colour_of,
                          size_t colours, const cq_colouring *found);

/* Whether the placements are few enough to be listed. */
bool cq_paint_is_small(const cq_painter *painter);

/* Colourings that repeat (families.c), all there are on this board (board_space.c), and
 * numbers that placements may fall short of (farkas.c). */
cq_status cq_paint_families(cq_painter *painter);
cq_status cq_paint_board(cq_painter *painter);
cq_status cq_paint_farkas(cq_painter *painter);

/* Which numbers of copies are possible (copy_sets.c). Narrowing says whether the
 * weights rule out more: `rest` is the sum of the board less that of the copies that
 * must be used, and the modulus 0 or at most 64. In the end they become the answer. */
cq_status cq_copy_sets_new(cq_painter *painter, cq_copy_sets **out);
void cq_copy_sets_free(cq_copy_sets *sets);
bool cq_copy_sets_narrow(cq_copy_sets *sets, uint32_t modulus, const int64_t *values,
                         int64_t rest);
/* The most copies of a piece, or the fewest, that are possible so far. */
uint64_t cq_copy_sets_end(const cq_copy_sets *sets, size_t piece, bool most);
cq_status cq_copy_sets_tell(cq_copy_sets *sets);

/* The simplest numbers of a space that refute, or some that narrow the copies
 * (refute.c); free the numbers. */
cq_status cq_space_refute(cq_painter *painter, const cq_colour_space *space,
                          cq_colouring *out);

/* What colourings that repeat have in common. */
typedef struct cq_repeats {
    cq_painter *painter;
    const cq_problem *problem;
    cq_shapes *shapes; /* of each piece: its orientations that fit on the board */
    uint32_t longest;  /* side of a box */
} cq_repeats;

/* How many squares of each colour a shape covers from (row, col), and the board has. */
void cq_shape_colours(const cq_pattern *pattern, const cq_shape *shape, uint32_t row,
                      uint32_t col, uint32_t *out);
void cq_board_colours(cq_repeats *family, const cq_pattern *pattern, uint64_t *out);
/* From how many places the colours of a shape have to be looked at. */
void cq_pattern_places(const cq_pattern *pattern, uint32_t *rows, uint32_t *cols);
cq_status cq_repeats_refute(cq_repeats *family, const cq_pattern *pattern,
                            const cq_colouring *found);
/* Marks that bound the copies (bounds.c). */
cq_status cq_repeats_bounds(cq_repeats *family);
/* Whether the copies that fill the board make less than it has, of `values` for each
 * piece, then for the board. */
bool cq_copies_fall_short(const cq_problem *problem, const int64_t *values);

/* Whether a piece may be there in different numbers of copies. */
static inline bool cq_has_choice(const cq_piece *piece)
{
    return piece->least != piece->most;
}

#endif
