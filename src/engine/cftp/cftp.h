/* cftp.h - the parts of the engine that samples by coupling from the past. */
#ifndef CQ_ENGINE_CFTP_H
#define CQ_ENGINE_CFTP_H

#include "base/bitset.h"
#include "engine/engine.h"

/* ---- simple.c ---- */

/* A cell of the grid that lies in a hole of the board (which must be on the plane),
 * next to its rim; CQ_NO_CELL if there is no hole. */
cq_cell cq_board_hole(const cq_board *board);

/* ---- start.c ---- */

/* Some tiling, as the other half of every cell's domino: mates holds one for each cell
 * of the grid, CQ_NO_CELL for holes. If there is none, *hall gets a minimal Hall set
 * and mates says nothing. */
cq_status cq_some_tiling(cq_run *run, const cq_board *board, cq_cell *mates,
                         cq_u32s *hall);

/* ---- flips.c ---- */

/* Rows of bits: row r begins at r * stride; the last word of a row is never used, so
 * that a look at the word to the right is always allowed. */
typedef struct cq_area {
    uint32_t rows, cols;
    size_t words, stride; /* words of a row that are used, and one more */
    cq_word *blocks; /* bit c of row r: a 2 x 2 block has its top left cell there */
    cq_word *coins;  /* for the sweep being made */
} cq_area;

/* A tiling: bit c of row r is set if a domino has its left or upper half there. */
typedef struct cq_chain {
    cq_word *across, *upright;
} cq_chain;

cq_status cq_area_new(cq_context *ctx, const cq_board *board, cq_area *out);
void cq_area_free(cq_area *area);
cq_status cq_chain_new(cq_context *ctx, const cq_area *area, cq_chain *out);
void cq_chain_free(cq_chain *chain);
void cq_chain_set(const cq_area *area, cq_chain *chain, const cq_cell *mates);
void cq_chain_copy(const cq_area *area, const cq_chain *from, cq_chain *to);
bool cq_chain_same(const cq_area *area, const cq_chain *a, const cq_chain *b);
/* Turns every block of one colour (0 or 1) that holds two parallel dominoes the way its
 * coin says, 1 upright. Keeps the order of tilings: see flips.c. */
void cq_chain_turn(const cq_area *area, cq_chain *chain, unsigned colour);
/* Goes up (or down) as far as there is a way: to the highest (lowest) tiling. */
cq_status cq_chain_climb(cq_run *run, cq_area *area, cq_chain *chain, bool up);
/* The dominoes, row by row. */
cq_status cq_chain_tiling(cq_context *ctx, const cq_area *area, const cq_chain *chain,
                          cq_solution *out);
/* No cell has two dominoes, and none sticks out over the edge. */
bool cq_chain_check(const cq_area *area, const cq_chain *chain);

#endif
