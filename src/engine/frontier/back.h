/* back.h - single covers out of the kept layers: by rank, and the rank of one. */
#ifndef CQ_ENGINE_FRONTIER_BACK_H
#define CQ_ENGINE_FRONTIER_BACK_H

#include "engine/frontier/sweep.h"

/* The options of the cover of this rank, from 0, below the number of covers. */
cq_status cq_back_cover(cq_sweep *sweep, const mpz_t rank, cq_u32s *options);
/* The rank of a cover that the sweep has counted; CQ_INPUT where it has not. */
cq_status cq_back_rank(cq_sweep *sweep, const uint32_t *options, size_t count,
                       mpz_t out);

#endif
