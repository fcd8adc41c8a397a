/* strip.h - the boards of a family as strips, swept line after line. */
#ifndef CQ_SEQUENCE_STRIP_H
#define CQ_SEQUENCE_STRIP_H

#include "base/assert.h"
#include "base/keys.h"
#include "sequence/sequence.h"

/* A board cut into lines, columns or (upright) rows, with all the ways to lay a piece
 * by their first square. Square s of line t has the number t * width + s. */
typedef struct cq_band {
    const cq_board *board;
    bool upright;
    uint32_t lines, width;
    uint32_t reach;  /* a piece reaches at most this many lines beyond its first */
    size_t words;    /* of a mask */
    bool *there;     /* which numbers are squares of the board */
    uint32_t *first; /* lines * width + 1: masks from where on */
    uint64_t *masks; /* bit i is the i-th square after the first */
    /* Of each square the placements that cover it: cover[over[s] .. over[s + 1]); the
     * first square of placement k is origin[k]. Only if dead states are dropped. */
    uint32_t *over, *cover, *origin;
} cq_band;

cq_status cq_band_make(cq_context *ctx, const cq_problem *problem, bool upright,
                       cq_band *out);
/* From now on a sweep drops states that can lead nowhere. */
cq_status cq_band_watch_dead(cq_context *ctx, cq_band *band);
void cq_band_free(cq_band *band);
/* How many lines at the beginning are the same squares with the same colours. */
uint32_t cq_bands_agree(const cq_board *a, const cq_board *b, bool upright);

/* The lines of a board, how long they are, and the cell of square s of line t. */
static inline uint32_t cq_lines_along(const cq_board *board, bool upright)
{
    return upright ? board->rows : board->cols;
}

static inline uint32_t cq_line_length(const cq_board *board, bool upright)
{
    return upright ? board->cols : board->rows;
}

static inline cq_cell cq_cell_along(const cq_board *board, bool upright, uint32_t line,
                                    uint32_t s)
{
    cq_assert(line < cq_lines_along(board, upright));
    cq_assert(s < cq_line_length(board, upright));
    return upright ? line * board->cols + s : s * board->cols + line;
}

/* ---- tally.c: states with their numbers of ways ---- */

/* A state has a bit for each square from the next one on: whether it is covered. */
typedef struct cq_tally {
    cq_keys states;
    size_t limbs;
    mp_limb_t *values; /* limbs for each state, by its number */
    size_t room;       /* states that the values have room for */
    mpz_t total;       /* of all values; set by cq_tally_sum */
} cq_tally;

void cq_tally_init(cq_tally *tally, size_t words);
void cq_tally_free(cq_tally *tally);
/* Empties it, for values with this many limbs. */
cq_status cq_tally_reset(cq_context *ctx, cq_tally *tally, size_t limbs);
/* One state: nothing is covered, which there is one way to do. */
cq_status cq_tally_start(cq_context *ctx, cq_tally *tally);
/* Adds to the value of a state that is there, or of any. */
void cq_tally_raise(cq_tally *tally, uint32_t number, const mp_limb_t *value,
                    size_t limbs);
cq_status cq_tally_add(cq_context *ctx, cq_tally *tally, const uint64_t *key,
                       const mp_limb_t *value, size_t limbs);
cq_status cq_tally_copy(cq_context *ctx, const cq_tally *from, cq_tally *to);
void cq_tally_sum(cq_tally *tally);
/* The value of the state in which nothing ahead is covered. */
void cq_tally_clear_state(const cq_tally *tally, mpz_t out);

/* ---- band_sweep.c ---- */

typedef struct cq_watch {
    cq_context *ctx;
    double deadline; /* on cq_clock_seconds; 0: none */
    cq_stop stop;
    uint64_t steps; /* transitions */
    size_t peak;    /* states */
} cq_watch;

/* Whether to stop; watch->stop says why. */
bool cq_watch_over(cq_watch *watch);

/* The tally before line `from` becomes the tally before line `to`; `spare` is of the
 * same words. CQ_STOPPED when the watch says so. */
cq_status cq_band_sweep(cq_watch *watch, const cq_band *band, uint32_t from,
                        uint32_t to, cq_tally *tally, cq_tally *spare);

/* ---- order_bound.c ---- */

/* Finds the states of the transfer matrix of a family whose boards are beginnings of
 * one another, and compares further terms with the recurrence of those that were
 * counted. */
cq_status cq_counted_bound(cq_watch *watch, const cq_board_family *family, bool upright,
                           uint32_t reach, cq_counted *counted);

/* ---- strip_check.c: walks over all of these, in checked builds ---- */

bool cq_band_check(const cq_band *band);
bool cq_tally_check(const cq_tally *tally);
/* Whether the states after a square follow from those before it. */
bool cq_square_check(const cq_band *band, uint32_t square, const cq_tally *before,
                     const cq_tally *after);

#endif
