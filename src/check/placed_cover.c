/* placed_cover.c - a tiling as a cover, by the checker's own table of forms.
 *
 * The cells first, each to be covered once, then all pieces, each in as many options as
 * it may have copies.
 *
 * The same piece on the same cells is one placement, however it came to lie there:
 * round a small torus, or with colours in another order on cells without colour. So if
 * that can happen, the placements of a piece are sorted and repeated ones dropped.
 */
#include "base/assert.h"
#include "check/placed_cover.h"
#include "check/rule_cover.h"

/* A placement becomes an option: its cells, by their items, and its piece. */
static cq_status add_option(cq_context *ctx, cq_cover *cover, const uint32_t *items,
                            const uint32_t *cells, size_t count, uint32_t piece_item)
{
    cq_try(cq_vec_reserve(ctx, &cover->entries, count + 1));
    cq_assert(count > 0 && piece_item < cover->items.count);
    for (size_t i = 0; i < count; i++)
        cover->entries.at[cover->entries.count++] =
            (cq_entry){.item = items[cells[i]], .colour = CQ_NO_COLOUR};
    cover->entries.at[cover->entries.count++] =
        (cq_entry){.item = piece_item, .colour = CQ_NO_COLOUR};
    return cq_vec_push(ctx, &cover->starts, (uint32_t)cover->entries.count);
}

static cq_status add_placements(cq_context *ctx, const cq_forms *forms, size_t piece,
                                bool sorted, const uint32_t *items, cq_cover *cover)
{
    size_t size = cq_forms_size(forms, piece);
    uint32_t item = (uint32_t)(forms->board->count + piece);
    cq_u32s cells = {0};
    cq_status status = CQ_OK;

    if (forms->pieces->at[piece].most > 0)
        status = cq_forms_gather(ctx, forms, piece, &cells);
    if (status == CQ_OK && (sorted || forms->round_cols || forms->coloured))
        cq_lists_tidy(&cells, size);
    for (size_t at = 0; status == CQ_OK && at < cells.count; at += size)
        status = add_option(ctx, cover, items, cells.at + at, size, item);
    cq_vec_free(&cells);
    return status;
}

static cq_status add_items(cq_context *ctx, const cq_board *board,
                           const cq_pieces *pieces, uint32_t *items, cq_cover *cover)
{
    uint32_t next = 0;

    cq_try(cq_vec_reserve(ctx, &cover->items, board->count + pieces->count));
    cq_try(cq_vec_push(ctx, &cover->starts, 0));
    for (size_t cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell]) {
            items[cell] = next++;
            cover->items.at[cover->items.count++] = (cq_item){.least = 1, .most = 1};
        }
    for (size_t p = 0; p < pieces->count; p++)
        cover->items.at[cover->items.count++] =
            (cq_item){.least = pieces->at[p].least, .most = pieces->at[p].most};
    cover->primary = cover->items.count;
    cq_assert(next == board->count && cover->primary == board->count + pieces->count);
    return CQ_OK;
}

cq_status cq_placed_cover_make(cq_context *ctx, const cq_forms *forms, bool sorted,
                               cq_cover *out)
{
    uint32_t *items = cq_alloc(ctx, cq_board_size(forms->board), sizeof *items);
    cq_cover cover = {0};
    cq_status status =
        items ? add_items(ctx, forms->board, forms->pieces, items, &cover) : CQ_MEMORY;

    for (size_t p = 0; status == CQ_OK && p < forms->pieces->count; p++)
        status = add_placements(ctx, forms, p, sorted, items, &cover);
    cq_free(items);
    if (status == CQ_OK)
        *out = cover;
    else
        cq_cover_free(&cover);
    return status;
}

cq_status cq_tiling_cover_make(cq_context *ctx, const cq_problem *problem,
                               cq_cover *out)
{
    cq_forms forms = {0};
    cq_status status = cq_forms_make(ctx, problem->board, &problem->pieces, &forms);

    cq_then(status, cq_placed_cover_make(ctx, &forms, true, out));
    cq_forms_free(&forms);
    if (status != CQ_OK || problem->pieces.rules.count == 0)
        return status;
    status = cq_rule_cover_add(ctx, problem->board, &problem->pieces, out);
    if (status != CQ_OK)
        cq_cover_free(out);
    return status;
}
