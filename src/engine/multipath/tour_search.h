/* tour_search.h - a searcher of the multi-path method, and how it delivers tours. */
#ifndef CQ_ENGINE_MULTIPATH_TOUR_SEARCH_H
#define CQ_ENGINE_MULTIPATH_TOUR_SEARCH_H

#include "engine/dfs/dfs.h"
#include "engine/multipath/multipath.h"
#include "engine/multipath/wind.h"

typedef struct cq_tour_search {
    cq_run *run;
    cq_dfs *walk;  /* through the tree of all tours; NULL: one tour is enough */
    cq_wind *wind; /* the graph is one of orbits; or NULL */
    cq_partial partial;
    CQ_VEC(cq_tour_level) levels;
    cq_solution solution;
} cq_tour_search;

/* The graph of a problem, until the end. */
cq_status cq_tour_search_begin(cq_tour_search *search, const cq_problem *problem);
void cq_tour_search_end(cq_tour_search *search);
void cq_tour_search_free(cq_tour_search *search);

/* For symmetric tours: a search of the walks round orbits of one kind, if there may be
 * any (wind.h). */
typedef cq_status cq_tour_search_fn(void *user, const cq_problem *quotient);
cq_status cq_tour_search_kind(cq_tour_search *search, unsigned kind,
                              cq_tour_search_fn *begin, void *user);
/* The tour, or the tours, that all edges in make. */
cq_status cq_tour_search_give(cq_tour_search *search, bool *enough);

/* All tours, their number, or an estimate of it (all_tours.c). */
cq_status cq_all_tours(cq_run *run);

#endif
