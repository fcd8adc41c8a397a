/* matching.h - the parts of the matching engine. */
#ifndef CQ_ENGINE_MATCHING_H
#define CQ_ENGINE_MATCHING_H

#include "engine/engine.h"
#include "engine/matching/field.h"

typedef struct cq_matching_work {
    uint64_t phases, paths, steps;
} cq_matching_work;

/* Makes the matching as large as possible (augment.c). Stops early, with run->stop set,
 * when the run says so. */
cq_status cq_field_augment(cq_run *run, cq_field *field, cq_matching_work *work);

/* The smallest Hall set that alternating trees from the unmatched cells show; there must
 * be an unmatched cell and the matching must be as large as possible. */
cq_status cq_field_hall(cq_run *run, const cq_field *field, cq_u32s *cells);

#endif
