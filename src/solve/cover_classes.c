/* cover_classes.c - one solution of each class of a cover: the first that is met.
 *
 * Covers have no piece to keep in a corner, and symmetries that are not known before.
 * The class of a solution is known by a digest (automorphisms.c), and the digests of
 * the classes met so far are remembered: at most 48 bytes for each.
 */
#include "solve/cover_classes.h"

cq_status cq_cover_classes_start(cq_context *ctx, const cq_cover *cover,
                                 cq_cover_classes *out)
{
    char order[CQ_ORDER_SIZE];

    cq_try(cq_automorphisms_new(ctx, cover, &out->automorphisms));
    cq_automorphisms_order(out->automorphisms, order);
    cq_note(ctx, "symmetry: the cover has %s automorphisms", order);
    return CQ_OK;
}

void cq_cover_classes_stop(cq_cover_classes *classes)
{
    cq_automorphisms_free(classes->automorphisms);
    classes->automorphisms = NULL;
    cq_keys_free(&classes->seen);
}

cq_status cq_cover_classes_add(cq_context *ctx, cq_cover_classes *classes,
                               const cq_solution *solution, bool *fresh, uint64_t *size)
{
    cq_cover_class found;

    cq_try(cq_automorphisms_class(classes->automorphisms, solution->labels.at,
                                  solution->labels.count, &found));
    cq_try(cq_digests_add(ctx, &classes->seen, found.digest, fresh));
    *size = found.size;
    return CQ_OK;
}
