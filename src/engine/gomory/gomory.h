/* gomory.h - the rook's round trip over a rectangle. */
#ifndef CQ_ENGINE_GOMORY_H
#define CQ_ENGINE_GOMORY_H

#include "engine/engine.h"

/* Whether there is one: both sides at least 2, and one of them even. */
bool cq_gomory_has_cycle(uint32_t rows, uint32_t cols);
/* The cell at a position 0 .. rows * cols - 1 of the trip. It starts in the top left
 * corner; each cell is a neighbour of the next, and the last of the first. */
cq_cell cq_gomory_cell(uint32_t rows, uint32_t cols, size_t position);
/* And back: the position of a cell. */
size_t cq_gomory_position(uint32_t rows, uint32_t cols, cq_cell cell);

/* The two squares that are missing from a rectangle without two. */
void cq_gomory_holes(const cq_board *board, cq_cell holes[2]);
/* Dominoes on a full rectangle, or on one without two squares, of which the theorem
 * says that they cover it. */
cq_fit cq_gomory_fits(const cq_problem *problem, cq_goal goal);

#endif
