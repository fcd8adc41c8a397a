/* transfer.h - the parts of the broken-profile sweep: strip, states, layers.
 *
 * The board is a strip of lines, `width` places each, as narrow as it can be turned. A
 * state of the sweep is a word with a bit for each place: whether the first cell there
 * that the sweep has not passed is covered already.
 */
#ifndef CQ_ENGINE_TRANSFER_H
#define CQ_ENGINE_TRANSFER_H

#include "engine/engine.h"

enum { CQ_STRIP_WIDEST = 24 };

typedef struct cq_strip {
    const cq_board *board;
    uint32_t lines, width;
    bool ring;         /* the last place of a line is beside its first */
    bool upright;      /* lines are rows of the board */
    bool two_coloured; /* a ring of odd width is not */
    uint32_t *cells;   /* of each line: a bit for each cell that is there */
} cq_strip;

/* How the board would be turned, without its cells; false where it is not a strip. */
bool cq_strip_turn(const cq_board *board, cq_strip *out);
cq_status cq_strip_make(cq_context *ctx, const cq_board *board, cq_strip *out);
void cq_strip_free(cq_strip *strip);

static inline cq_cell cq_strip_cell(const cq_strip *strip, uint32_t line, uint32_t t)
{
    return strip->upright ? line * strip->board->cols + t
                          : t * strip->board->cols + line;
}

/* The states that can occur at one moment, numbered. With as many light as dark cells
 * covered so far, the light bits of a state less its dark bits are a fixed number; with
 * the dark bits turned over (`pattern`) its bits sum to a fixed `sum`. */
typedef struct cq_space {
    unsigned width, low;      /* low: bits of the lower half of a word */
    uint32_t pattern, counts; /* counts: the bits that count, all or none */
    int sum;
    size_t size;
    size_t *offset; /* of an upper half: the number of its first state */
    uint32_t *rank; /* of a lower half: its number among those with the same sum */
    uint32_t *list; /* lower halves by their sums */
    uint32_t start[CQ_STRIP_WIDEST + 2];
} cq_space;

cq_status cq_space_new(cq_context *ctx, unsigned width, bool two_coloured,
                       cq_space *out);
void cq_space_free(cq_space *space);
/* The states at a moment: which places stand on dark cells, and how many more dark than
 * light cells the sweep has passed. */
void cq_space_set(cq_space *space, uint32_t dark, int64_t excess);
bool cq_space_has(const cq_space *space, uint32_t state);

static inline size_t cq_space_number(const cq_space *space, uint32_t state)
{
    return space->offset[state >> space->low] +
           space->rank[state & ((UINT32_C(1) << space->low) - 1)];
}

/* Calls visit(data, state) in the order of the numbers, until it returns false. */
void cq_space_each(const cq_space *space, bool (*visit)(void *data, uint32_t state),
                   void *data);

/* The numbers of partial tilings for all states, `limbs` words of GMP each. */
typedef struct cq_layer {
    size_t limbs, room;
    mp_limb_t *at;
    uint32_t dark; /* as cq_space_set was told */
    int64_t excess;
} cq_layer;

typedef struct cq_transfer {
    cq_run *run;
    cq_strip strip;
    cq_space from, to;
    cq_layer now, next;
    cq_layer *kept; /* lines + 1 of them, before each line; only for samples */
    uint64_t passed, steps;
} cq_transfer;

cq_status cq_transfer_new(cq_run *run, bool keep, cq_transfer *out);
void cq_transfer_free(cq_transfer *transfer);
/* Sweeps over the board; the number of tilings. Not set when the run was stopped. */
cq_status cq_transfer_sweep(cq_transfer *transfer, mpz_t out);
/* The tiling of a rank below that number; the layers were kept. */
cq_status cq_transfer_tile(cq_transfer *transfer, const mpz_t rank,
                           cq_solution *solution);

#endif
