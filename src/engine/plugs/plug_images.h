/* plug_images.h - the image of a layer under maps of its slots, in order. */
#ifndef CQ_ENGINE_PLUGS_PLUG_IMAGES_H
#define CQ_ENGINE_PLUGS_PLUG_IMAGES_H

#include "engine/plugs/plugs.h"

enum { CQ_SLOT_NOWHERE = UINT8_MAX };

typedef struct cq_plug_imaging {
    cq_plugs *plugs;
    size_t maps;
    uint8_t
        *slot; /* maps * CQ_SLOTS_MOST: where each slot of the layer goes, if at all */
    unsigned slots; /* of the images, */
    uint32_t vertex[CQ_SLOTS_MOST];
    bool least;      /* of all images of a block the least; the first map keeps all */
    bool complement; /* done becomes untouched, and untouched done: */
    unsigned alone;  /* patterns have an image if slots that go nowhere are like this */
    cq_pattern *added; /* maps: what all images have besides, in slots to which none
                        * goes; NULL: nothing */
} cq_plug_imaging;

/* Room for `maps` maps, with slots that all go nowhere. */
cq_status cq_plug_imaging_new(cq_plugs *plugs, size_t maps, cq_plug_imaging *out);
void cq_plug_imaging_free(cq_plug_imaging *imaging);
/* The image of a pattern; false if it has none. */
bool cq_plug_image(const cq_plug_imaging *imaging, size_t map, unsigned slots,
                   cq_pattern pattern, cq_pattern *out);
/* The changes that renumber the ends of a pattern as in its image; returns how many. */
unsigned cq_plug_image_changes(const cq_plug_imaging *imaging, size_t map,
                               unsigned slots, cq_pattern pattern, cq_pattern image,
                               cq_change *changes);
/* The rank, among the matings of a pattern, of the one whose image has rank
 * `image_rank`. */
uint64_t cq_plug_image_rank(const cq_plug_imaging *imaging, size_t map, unsigned slots,
                            cq_pattern pattern, cq_pattern image, uint64_t image_rank);
/* The images of all blocks, equal ones added up. The numbers of the layer must be long
 * enough for that. */
cq_status cq_plug_images(const cq_plug_imaging *imaging, const cq_plug_layer *layer,
                         cq_plug_layer *out);

/* How a layer with these slots is folded (fold_mirrors.c). */
cq_status cq_plug_fold_maps(cq_plugs *plugs, const cq_u32s *folds,
                            const uint32_t *vertex, unsigned slots,
                            cq_plug_imaging *out);

#endif
