/* ask_blocks.h - what a rank needs of a layer that all ranks have together. */
#ifndef CQ_ENGINE_PLUGS_ASK_BLOCKS_H
#define CQ_ENGINE_PLUGS_ASK_BLOCKS_H

#include "engine/plugs/plugs.h"

typedef CQ_VEC(cq_pattern) cq_plug_patterns;

/* The blocks of the patterns that are wanted, whoever has them, as a layer in memory;
 * `layer` is this rank's share. Puts the patterns in order, each once. All ranks come
 * to it. */
cq_status cq_plug_ask(cq_plugs *plugs, const cq_plug_layer *layer,
                      cq_plug_patterns *wanted, cq_plug_layer *out);

#endif
