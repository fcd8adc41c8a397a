/* cover_classes.c - one solution of each class of a cover: the first that is met.
 *
 * Covers have no piece to keep in a corner, and symmetries that are not known before.
 * The class of a solution is told by a digest (automorphisms.c), and the digests of the
 * classes met so far are remembered: at most 48 bytes for each.
 */
#include "solve/cover_classes.h"

cq_status cq_cover_classes_start(cq_context *ctx, const cq_cover *cover,
                                 cq_cover_classes *out)
{
    char order[CQ_ORDER_SIZE];
    cq_status status = cq_automorphisms_new(ctx, cover, &out->automorphisms);

    if (status == CQ_OK) {
        cq_automorphisms_order(out->automorphisms, order);
        cq_note(ctx, "symmetry: the cover has %s automorphisms", order);
    }
    return status;
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
    cq_status status = cq_automorphisms_class(
        classes->automorphisms, solution->labels.at, solution->labels.count, &found);

    if (status == CQ_OK)
        status = cq_digests_add(ctx, &classes->seen, found.digest, fresh);
    if (status == CQ_OK)
        *size = found.size;
    return status;
}
