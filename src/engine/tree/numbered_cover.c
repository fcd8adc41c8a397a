/* numbered_cover.c - a tiling as the cover that proofs are about.
 *
 * A proof names squares, pieces and placements by numbers that anyone can make of the
 * board: the squares that are there, row by row, then all pieces in their order;
 * placements by their pieces and then by their squares, compared number by number.
 * Pieces of which no copy may be used have none. Rules add items, and variants to the
 * placements (rule_items.h).
 */
#include "engine/tree/tree.h"

#include "base/assert.h"
#include "base/sort.h"
#include "problem/rule_items.h"

static int compare_placements(const void *a, const void *b, void *all)
{
    const cq_placements *placements = all;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const uint32_t *starts = placements->starts.at, *cells = placements->cells.at;

    if (placements->pieces.at[x] != placements->pieces.at[y])
        return placements->pieces.at[x] < placements->pieces.at[y] ? -1 : 1;
    for (uint32_t i = 0; i < starts[x + 1] - starts[x]; i++)
        if (cells[starts[x] + i] != cells[starts[y] + i])
            return cells[starts[x] + i] < cells[starts[y] + i] ? -1 : 1;
    if (placements->variants.count)
        return placements->variants.at[x] < placements->variants.at[y] ? -1 : 1;
    return 0;
}

/* Those of pieces of which no copy may be used are left out. */
static cq_status copy_sorted(cq_context *ctx, const cq_pieces *pieces,
                             const cq_placements *from, const uint32_t *order,
                             cq_placements *to)
{
    cq_try(cq_vec_push(ctx, &to->starts, 0));
    for (size_t i = 0; i < cq_placements_count(from); i++) {
        uint32_t first = from->starts.at[order[i]], end = from->starts.at[order[i] + 1];

        if (pieces->at[from->pieces.at[order[i]]].most == 0)
            continue;
        cq_assert(end - first == pieces->at[from->pieces.at[order[i]]].shape.count);
        cq_try(cq_vec_push(ctx, &to->pieces, from->pieces.at[order[i]]));
        if (from->variants.count)
            cq_try(cq_vec_push(ctx, &to->variants, from->variants.at[order[i]]));
        for (uint32_t k = first; k < end; k++)
            cq_try(cq_vec_push(ctx, &to->cells, from->cells.at[k]));
        cq_try(cq_vec_push(ctx, &to->starts, (uint32_t)to->cells.count));
    }
    return CQ_OK;
}

/* Whether they are in the order that the proof has, each once. */
static bool ascend(cq_placements *placements)
{
    for (uint32_t i = 1; i < cq_placements_count(placements); i++) {
        uint32_t before = i - 1;

        cq_hold(compare_placements(&before, &i, placements) < 0);
    }
    return true;
}

/* All placements, in the order that the proof has. */
static cq_status place_sorted(cq_context *ctx, const cq_problem *problem,
                              cq_placements *out)
{
    cq_placements made = {0};
    uint32_t *order = NULL;
    cq_status status =
        cq_tiling_placements(ctx, problem->board, &problem->pieces, &made);
    size_t count = cq_placements_count(&made);

    if (status == CQ_OK) {
        order = cq_alloc(ctx, count + 1, sizeof *order);
        status = order ? CQ_OK : CQ_MEMORY;
    }
    if (status == CQ_OK) {
        for (uint32_t i = 0; i < count; i++)
            order[i] = i;
        cq_sort_by(order, count, sizeof *order, compare_placements, &made);
        status = copy_sorted(ctx, &problem->pieces, &made, order, out);
        cq_assert(status != CQ_OK || ascend(out));
    }
    cq_free(order);
    cq_placements_free(&made);
    return status;
}

static cq_status add_items(cq_context *ctx, const cq_problem *problem,
                           cq_rule_items *rules, cq_cover *cover)
{
    const cq_pieces *pieces = &problem->pieces;

    for (size_t i = 0; i < problem->board->count; i++)
        cq_try(cq_vec_push(ctx, &cover->items, ((cq_item){.least = 1, .most = 1})));
    for (size_t p = 0; p < pieces->count; p++)
        cq_try(cq_vec_push(
            ctx, &cover->items,
            ((cq_item){.least = pieces->at[p].least, .most = pieces->at[p].most})));
    cover->primary = cover->items.count;
    cq_assert(cover->primary == problem->board->count + pieces->count);
    cq_try(cq_rule_items_add(rules, true, cover));
    return cq_rule_items_add(rules, false, cover);
}

/* `numbers` are the items of cells. */
static cq_status add_options(cq_context *ctx, const cq_problem *problem,
                             const cq_placements *placements, const uint32_t *numbers,
                             cq_rule_items *rules, cq_cover *cover)
{
    cq_try(cq_vec_push(ctx, &cover->starts, 0));
    for (size_t i = 0; i < cq_placements_count(placements); i++) {
        uint32_t piece = (uint32_t)problem->board->count + placements->pieces.at[i];

        cq_try(cq_cover_open_option(ctx, cover));
        for (uint32_t k = placements->starts.at[i]; k < placements->starts.at[i + 1];
             k++)
            cq_try(cq_cover_add_entry(ctx, cover, numbers[placements->cells.at[k]],
                                      CQ_NO_COLOUR));
        cq_try(cq_cover_add_entry(ctx, cover, piece, CQ_NO_COLOUR));
        cq_try(cq_rule_items_fill(rules, i, cover));
    }
    return CQ_OK;
}

static cq_status fill(cq_context *ctx, const cq_problem *problem,
                      const cq_placements *placements, cq_cover *cover)
{
    const cq_board *board = problem->board;
    uint32_t *numbers = cq_alloc(ctx, cq_board_size(board), sizeof *numbers), next = 0;
    cq_rule_items rules = {0};
    cq_status status =
        numbers ? cq_rule_items_start(ctx, board, &problem->pieces, placements, &rules)
                : CQ_MEMORY;

    for (size_t cell = 0; numbers && cell < cq_board_size(board); cell++)
        if (board->colour[cell])
            numbers[cell] = next++;
    cq_assert(!numbers || next == board->count);
    cq_then(status, add_items(ctx, problem, &rules, cover));
    cq_then(status, add_options(ctx, problem, placements, numbers, &rules, cover));
    cq_rule_items_free(&rules);
    cq_free(numbers);
    return status;
}

cq_status cq_numbered_cover_make(cq_context *ctx, const cq_problem *problem,
                                 cq_cover *out)
{
    cq_placements placements = {0};
    cq_cover cover = {0};
    cq_status status = place_sorted(ctx, problem, &placements);

    cq_assert(problem->kind == CQ_TILING);
    cq_then(status, fill(ctx, problem, &placements, &cover));
    cq_placements_free(&placements);
    if (status == CQ_OK)
        *out = cover;
    else
        cq_cover_free(&cover);
    return status;
}
