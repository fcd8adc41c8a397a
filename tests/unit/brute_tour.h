/* brute_tour.h - whether a small graph has a tour, by trying every order of its
 * vertices. */
#ifndef CQ_TESTS_UNIT_BRUTE_TOUR_H
#define CQ_TESTS_UNIT_BRUTE_TOUR_H

#include "problem/graph.h"

/* Whether the path so far can be completed. */
static bool completes(const cq_graph *graph, bool closed, uint32_t *at, uint32_t length,
                      uint32_t used)
{
    if (length == graph->vertices)
        return !closed ||
               (length > 2 && cq_graph_adjacent(graph, at[length - 1], at[0]));
    for (uint32_t v = 0; v < graph->vertices; v++) {
        if (used >> v & 1 || !cq_graph_adjacent(graph, at[length - 1], v))
            continue;
        at[length] = v;
        if (completes(graph, closed, at, length + 1, used | 1u << v))
            return true;
    }
    return false;
}

/* Of at most 32 vertices. */
static bool has_tour(const cq_graph *graph, bool closed)
{
    uint32_t at[32];

    for (uint32_t v = 0; v < (closed ? 1 : graph->vertices); v++) {
        at[0] = v;
        if (completes(graph, closed, at, 1, 1u << v))
            return true;
    }
    return false;
}

#endif
