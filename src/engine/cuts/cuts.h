/* cuts.h - two ways to look for a cut: all small ones, and larger ones by chance. */
#ifndef CQ_ENGINE_CUTS_H
#define CQ_ENGINE_CUTS_H

#include "engine/graph/cut_set.h"

/* Both look at about so many arcs, count the cuts that they tried, and leave in
 * cut->taken a set that proves, if they say so. *all: there are no others to try. */
cq_status cq_cuts_small(cq_run *run, cq_cut_set *cut, double arcs, uint64_t *tried,
                        bool *found, bool *all);
cq_status cq_cuts_anneal(cq_run *run, cq_cut_set *cut, double arcs, uint64_t *tried,
                         bool *found);

#endif
