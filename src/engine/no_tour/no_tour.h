/* no_tour.h - proofs that a graph has no tour, in two engines.
 *
 * Both look for a set of vertices that no tour could visit, and differ in when that is
 * worth the time. `tough` tries conditions that are decided in polynomial time, and
 * goes before the engines that find tours. `cuts` searches among all sets, which is
 * NP-hard in general, and goes after those engines and before the exact search.
 *
 * Each condition fills *certificate and leaves its proof at CQ_PROOF_NONE if it
 * proves nothing. The graph is connected and has at least three vertices.
 */
#ifndef CQ_ENGINE_NO_TOUR_H
#define CQ_ENGINE_NO_TOUR_H

#include "engine/graph/cut_set.h"
#include "engine/graph/degree_flow.h"

/* ---- tough.c: quick conditions ---- */

/* An articulation point without which too many parts are left (cut_vertex.c). */
cq_status cq_tough_cut_vertex(cq_run *run, cq_certificate *certificate);
/* Vertices with no more neighbours than they are themselves (isolate.c). */
cq_status cq_tough_isolate(cq_run *run, cq_degree_flow *flow,
                           cq_certificate *certificate);
/* Vertices whose neighbours cannot give two edges to each (no_factor.c). */
cq_status cq_tough_factor(cq_run *run, cq_degree_flow *flow,
                          cq_certificate *certificate);

/* ---- cuts.c: a search ---- */

/* Both look at about `arcs` arcs and count the cuts that they tried. If *found, a set
 * that proves is in cut->taken. *all: there are no others to try. */
cq_status cq_cuts_small(cq_run *run, cq_cut_set *cut, double arcs, uint64_t *tried,
                        bool *found, bool *all);
cq_status cq_cuts_anneal(cq_run *run, cq_cut_set *cut, double arcs, uint64_t *tried,
                         bool *found);

#endif
