/* plug_share.h - a layer that is spread over several ranks: see plug_share.c. */
#ifndef CQ_ENGINE_PLUGS_PLUG_SHARE_H
#define CQ_ENGINE_PLUGS_PLUG_SHARE_H

#include "engine/plugs/plugs.h"

/* A pattern of the next layer, and how many words of the present one lead to it. */
typedef struct cq_plug_sample {
    cq_pattern pattern; /* the first member: samples are sorted by it */
    uint64_t weight;
} cq_plug_sample;

typedef CQ_VEC(cq_plug_sample) cq_plug_samples;

void cq_plug_put_pattern(cq_parcel *out, cq_pattern pattern);
cq_pattern cq_plug_get_pattern(cq_parcel *in);

void cq_plug_samples_sort(cq_plug_samples *samples);
/* The words of what stands at this mark of the layer: a block or a chunk. */
uint64_t cq_plug_layer_weight(const cq_plug_layer *layer, const cq_matings *matings,
                              size_t mark);

/* Where the range of each rank begins, and after the last where it ends: ranges with
 * about the same weight of all samples; */
cq_status cq_plug_borders(cq_plugs *plugs, const cq_plug_samples *samples,
                          cq_pattern *borders);
/* or those that a layer has. */
cq_status cq_plug_layer_borders(cq_plugs *plugs, const cq_plug_layer *layer,
                                cq_pattern *borders);

/* Parts with this go to their ranks. */
cq_status cq_plug_share_spill(cq_plugs *plugs, cq_plug_spill *out);
/* A chunk that was sent so, to the end of a run that has a file. */
cq_status cq_plug_run_add(cq_plug_layer *run, unsigned from, cq_parcel *packet);

/* What comes from others, in runs. */
typedef struct cq_plug_arrivals {
    cq_plugs *plugs;
    unsigned slots, limbs;
    size_t count;
    cq_plug_layer *runs; /* those that have blocks are layers on disk, or in memory */
} cq_plug_arrivals;

/* Begins the exchange; blocks are like those of the layer. */
cq_status cq_plug_arrivals_begin(cq_plugs *plugs, const cq_plug_layer *like,
                                 cq_plug_arrivals *out);
/* This rank has sent all, and waits for all that comes. */
cq_status cq_plug_arrivals_end(cq_plug_arrivals *arrivals);
void cq_plug_arrivals_free(cq_plug_arrivals *arrivals);
/* Walks over what came, and over borders, of this many ranges. */
bool cq_plug_arrivals_check(const cq_plug_arrivals *arrivals, cq_pattern from,
                            cq_pattern to);
bool cq_plug_borders_check(const cq_pattern *borders, size_t ranges);

/* The count becomes the sum of those of all ranks. */
cq_status cq_plug_add_up(const cq_plugs *plugs, uint64_t *count);
/* Sets the states and the bits of the total of a layer from what each rank has. */
cq_status cq_plug_totals(cq_plugs *plugs, cq_plug_layer *layer);

#endif
