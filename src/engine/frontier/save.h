/* save.h - a sweep on file, between two layers. */
#ifndef CQ_ENGINE_FRONTIER_SAVE_H
#define CQ_ENGINE_FRONTIER_SAVE_H

#include "engine/checkpoint.h"
#include "engine/frontier/sweep.h"

/* Writes order and layer to the run's checkpoint. */
cq_status cq_sweep_save(cq_sweep *sweep);
/* The order first, as the plan is made from it; the layer then, into a fresh sweep. */
cq_status cq_order_get(cq_context *ctx, cq_checkpoint_file *file, size_t items,
                       cq_order *out);
cq_status cq_sweep_get(cq_sweep *sweep, cq_checkpoint_file *file);

#endif
