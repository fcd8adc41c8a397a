/* tour_lists.h - the checker's own graph of a tour. */
#ifndef CQ_CHECK_TOUR_LISTS_H
#define CQ_CHECK_TOUR_LISTS_H

#include "problem/problem.h"

/* A view of the problem whose lists of neighbours are made anew from the board and the
 * leaper; of other problems the same. It borrows all else. */
cq_status cq_tour_lists_make(cq_context *ctx, const cq_problem *problem,
                             cq_problem *view);
void cq_tour_lists_free(cq_problem *view, const cq_problem *problem);
/* Whether the two, in either order, are one of these pairs. */
bool cq_tour_paired(const cq_u32s *pairs, uint32_t a, uint32_t b);
/* Whether the list of one has the other, looked for from its beginning to its end. */
bool cq_tour_listed(const cq_graph *graph, uint32_t from, uint32_t to);

/* The place in `targets` of the edge from one to the other; SIZE_MAX: there is none. */
size_t cq_tour_arc(const cq_graph *graph, uint32_t from, uint32_t to);

/* A vertex with the fewest neighbours, of a graph with lists. */
uint32_t cq_least_degree(const cq_graph *graph);

/* Puts all that can be reached from `root` on sides 1 and 2, such that edges lead from
 * the one to the other, and counts how many are on each; false if it cannot be. `side`
 * is 0 for vertices on none, and `queue` has room for all. */
bool cq_two_sides(const cq_graph *graph, uint32_t root, char *side, uint32_t *queue,
                  size_t count[2]);

#endif
