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

/* A vertex with the fewest neighbours, of a graph with lists. */
uint32_t cq_least_degree(const cq_graph *graph);

#endif
