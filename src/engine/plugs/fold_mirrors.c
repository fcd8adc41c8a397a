/* fold_mirrors.c - merges states that a mirror maps onto each other.
 *
 * When what was swept is its own image under a mirror, a state and its image can be
 * completed in equally many ways. So of a pattern and its images only the smallest is
 * kept, and the numbers of the others are added to it, with their ends renumbered. The
 * kept states, summed over all images, are the whole layer times the number of mirrors.
 *
 * With several ranks, each folds its own states; then images of the same states in
 * different ranks are merged (cq_plug_share).
 */
#include "engine/plugs/plug_images.h"

#include <string.h>

/* The first map keeps all. Vertices without a slot are untouched, and so are their
 * images. */
static void set_slots(cq_plug_imaging *imaging, const cq_plugs *plugs,
                      const cq_u32s *folds)
{
    const uint32_t *vertex = imaging->vertex;

    for (unsigned s = 0; s < imaging->slots; s++)
        imaging->slot[s] = (uint8_t)s;
    for (size_t k = 0; k < folds->count; k++) {
        const uint32_t *image =
            plugs->mirrors.images + (size_t)folds->at[k] * plugs->net.vertices;

        for (unsigned s = 0; s < imaging->slots; s++) {
            unsigned t = cq_slot_of(vertex, imaging->slots, image[vertex[s]]);

            if (t < imaging->slots)
                imaging->slot[(k + 1) * CQ_SLOTS_MOST + s] = (uint8_t)t;
        }
    }
}

cq_status cq_plug_fold_maps(cq_plugs *plugs, const cq_u32s *folds,
                            const uint32_t *vertex, unsigned slots,
                            cq_plug_imaging *out)
{
    cq_try(cq_plug_imaging_new(plugs, folds->count + 1, out));
    out->least = true;
    out->slots = slots;
    memcpy(out->vertex, vertex, slots * sizeof *vertex);
    set_slots(out, plugs, folds);
    return CQ_OK;
}

/* Whether each pattern is the least of its images: the mirrors are a group. */
static bool are_least(const cq_plug_imaging *imaging, const cq_plug_layer *layer)
{
    for (size_t i = 0; i < layer->count && !cq_plug_layer_is_on_disk(layer); i++)
        for (size_t k = 0; k < imaging->maps; k++) {
            cq_pattern image;

            cq_hold(
                cq_plug_image(imaging, k, layer->slots, layer->patterns[i], &image));
            cq_hold(!cq_wide_below(image, layer->patterns[i]));
        }
    return true;
}

cq_status cq_plug_fold(cq_plugs *plugs, const cq_u32s *folds, cq_plug_layer *layer)
{
    cq_plug_imaging imaging = {0};
    cq_plug_layer next = {0}, mine = {0};
    cq_status status =
        cq_plug_fold_maps(plugs, folds, layer->vertex, layer->slots, &imaging);

    cq_assert(cq_plug_fold_watch(plugs, layer));
    cq_then(status, cq_plug_images(&imaging, layer, plugs->spread ? &mine : &next));
    if (status == CQ_OK && plugs->spread) {
        if (!plugs->run->checkpoint) /* which a run that stops here would need it for */
            cq_plug_layer_free(layer);
        status = cq_plug_share(plugs, &mine, &next);
    }
    cq_plug_layer_free(&mine);
    if (status == CQ_OK) {
        cq_assert(are_least(&imaging, &next));
        cq_plug_layer_free(layer);
        *layer = next;
    }
    cq_plug_imaging_free(&imaging);
    return status;
}
