/* lower.c - a tiling as an exact cover.
 *
 * Every cell of the board is an item that must be covered once. A piece with limited
 * copies is an item with that multiplicity; a piece of which there are always enough
 * needs none; a piece that may be used at most once and need not be is a secondary
 * item. Rules are items as well (rule_items.c). Option i is placement i, so that the
 * way back is the identity, unless squares are numbered for people. Colours of cells
 * have been settled when the placements were made. */
#include "problem/placement.h"

#include "base/assert.h"
#include "problem/rule_items.h"

#include <string.h>

/* Whether the copies can never run out, nor be too few. */
static bool is_unlimited(const cq_board *board, const cq_piece *piece)
{
    return piece->least == 0 && (piece->most == CQ_ANY_COPIES ||
                                 piece->most >= board->count / piece->shape.count);
}

static bool is_secondary(const cq_piece *piece)
{
    return piece->least == 0 && piece->most == 1;
}

/* A piece called a1 (or 1, if squares are numbered) must not be taken for the square,
 * nor one called rule1-1 for a rule: then all pieces get a prefix. */
static bool names_clash(const cq_pieces *pieces, bool numbered)
{
    for (size_t i = 0; i < pieces->count; i++) {
        const char *name = pieces->at[i].name;
        size_t letters = strspn(name, "abcdefghijklmnopqrstuvwxyz");
        size_t digits = strspn(name + letters, "0123456789");

        if ((letters > 0) != numbered && digits && !name[letters + digits])
            return true;
        if (pieces->rules.count && strncmp(name, "rule", 4) == 0)
            return true;
    }
    return false;
}

typedef struct lowering {
    cq_context *ctx;
    const cq_board *board;
    const cq_pieces *pieces;
    const cq_placements *placements;
    bool numbered;
    uint32_t *item_of_cell, *item_of_piece; /* UINT32_MAX: needs none */
    cq_rule_items rules;
    cq_cover cover;
} lowering;

static cq_status add_cells(lowering *l)
{
    char name[CQ_CELL_NAME_SIZE];
    size_t number = 0;

    for (cq_cell cell = 0; cell < cq_board_size(l->board); cell++) {
        cq_try(cq_poll_at(l->ctx, cell + 1));
        if (!l->board->colour[cell])
            continue;
        if (l->numbered)
            snprintf(name, sizeof name, "%zu", ++number);
        else
            cq_cell_name(l->board, cell, name);
        cq_try(cq_cover_add_item(l->ctx, &l->cover, name, strlen(name), true, 1, 1,
                                 &l->item_of_cell[cell]));
    }
    cq_assert(l->cover.primary == l->board->count);
    return CQ_OK;
}

static cq_status add_piece(lowering *l, const cq_piece *piece, bool prefix,
                           uint32_t *item)
{
    size_t length = strlen(piece->name) + 8;
    char *name = cq_alloc(l->ctx, length, 1);
    cq_status status;

    cq_try_memory(name);
    snprintf(name, length, "%s%s", prefix ? "piece-" : "", piece->name);
    status = cq_cover_add_item(l->ctx, &l->cover, name, strlen(name),
                               !is_secondary(piece), piece->least, piece->most, item);
    cq_free(name);
    return status;
}

/* Primary items must come before secondary ones. */
static cq_status add_pieces(lowering *l)
{
    bool prefix = names_clash(l->pieces, l->numbered);

    for (int secondary = 0; secondary < 2; secondary++) {
        for (size_t i = 0; i < l->pieces->count; i++) {
            const cq_piece *piece = &l->pieces->at[i];

            if (is_unlimited(l->board, piece))
                l->item_of_piece[i] = UINT32_MAX;
            else if (is_secondary(piece) == (secondary == 1))
                cq_try(add_piece(l, piece, prefix, &l->item_of_piece[i]));
        }
        cq_try(cq_rule_items_add(&l->rules, secondary == 0, &l->cover));
    }
    return CQ_OK;
}

static cq_status add_option(lowering *l, size_t i)
{
    const cq_placements *placements = l->placements;
    uint32_t piece = placements->pieces.at[i], item = l->item_of_piece[piece];
    size_t before = l->cover.entries.count;

    cq_assert((item == UINT32_MAX) == is_unlimited(l->board, &l->pieces->at[piece]));
    cq_assert(item == UINT32_MAX || item < l->cover.items.count);
    cq_try(cq_cover_open_option(l->ctx, &l->cover));
    if (item != UINT32_MAX)
        cq_try(cq_cover_add_entry(l->ctx, &l->cover, item, CQ_NO_COLOUR));
    for (uint32_t k = placements->starts.at[i]; k < placements->starts.at[i + 1]; k++)
        cq_try(cq_cover_add_entry(
            l->ctx, &l->cover, l->item_of_cell[placements->cells.at[k]], CQ_NO_COLOUR));
    cq_assert(l->cover.entries.count ==
              before + l->pieces->at[piece].shape.count +
                  !is_unlimited(l->board, &l->pieces->at[piece]));
    return cq_rule_items_fill(&l->rules, i, &l->cover);
}

/* In the order of `order`, or as they stand if it is NULL. */
static cq_status lower(cq_context *ctx, const cq_board *board, const cq_pieces *pieces,
                       const cq_placements *placements, const uint32_t *order,
                       cq_cover *out)
{
    lowering l = {.ctx = ctx,
                  .board = board,
                  .pieces = pieces,
                  .placements = placements,
                  .numbered = order != NULL};
    cq_status status;

    l.item_of_cell = cq_alloc(ctx, cq_board_size(board), sizeof *l.item_of_cell);
    l.item_of_piece = cq_alloc(ctx, pieces->count, sizeof *l.item_of_piece);
    status = l.item_of_cell && l.item_of_piece ? CQ_OK : CQ_MEMORY;
    cq_then(status, cq_rule_items_start(ctx, board, pieces, placements, &l.rules));
    cq_then(status, add_cells(&l));
    cq_then(status, add_pieces(&l));
    for (size_t i = 0; i < cq_placements_count(placements) && status == CQ_OK; i++) {
        status = cq_poll_at(ctx, i + 1);
        cq_then(status, add_option(&l, order ? order[i] : i));
    }
    cq_then(status,
            cq_weighing_lower(ctx, board, pieces, placements, order, &l.cover.factors));
    cq_rule_items_free(&l.rules);
    cq_free_each(l.item_of_cell, l.item_of_piece);
    if (status != CQ_OK) {
        cq_cover_free(&l.cover);
        return status;
    }
    cq_assert(l.cover.entries.count > CQ_WALK_WORK || cq_cover_check(&l.cover));
    cq_assert(cq_cover_options(&l.cover) == cq_placements_count(placements));
    *out = l.cover;
    return CQ_OK;
}

cq_status cq_tiling_lower(cq_context *ctx, const cq_board *board,
                          const cq_pieces *pieces, const cq_placements *placements,
                          cq_cover *out)
{
    return lower(ctx, board, pieces, placements, NULL, out);
}

/* Placements by their first cells, those of one cell as they stand: a counting sort.
 * `starts` has one more than the board has cells, all 0. */
static void sort_by_first(const cq_placements *placements, size_t cells,
                          uint32_t *starts, uint32_t *order)
{
    const uint32_t *first = placements->starts.at, *cell = placements->cells.at;
    uint32_t count = (uint32_t)cq_placements_count(placements);

    for (uint32_t i = 0; i < count; i++)
        starts[cell[first[i]] + 1]++;
    for (size_t i = 0; i < cells; i++)
        starts[i + 1] += starts[i];
    for (uint32_t i = 0; i < count; i++)
        order[starts[cell[first[i]]]++] = i;
    for (uint32_t i = 1; i < count; i++)
        cq_assert(cell[first[order[i - 1]]] <= cell[first[order[i]]]);
}

static cq_status lower_numbered(cq_context *ctx, const cq_board *board,
                                const cq_pieces *pieces,
                                const cq_placements *placements, cq_cover *out)
{
    size_t cells = cq_board_size(board);
    uint32_t *starts = cq_zalloc(ctx, cells + 1, sizeof *starts);
    uint32_t *order = cq_alloc(ctx, cq_placements_count(placements) + 1, sizeof *order);
    cq_status status = starts && order ? CQ_OK : CQ_MEMORY;

    if (status == CQ_OK) {
        sort_by_first(placements, cells, starts, order);
        status = lower(ctx, board, pieces, placements, order, out);
    }
    cq_free_each(starts, order);
    return status;
}

cq_status cq_tiling_as_cover(cq_context *ctx, const cq_board *board,
                             const cq_pieces *pieces, bool numbered, cq_cover *out)
{
    const cq_rule *sifting = cq_rules_sifting(&pieces->rules);
    cq_placements placements = {0};
    cq_status status;

    if (sifting)
        return cq_fail(ctx, CQ_REFUSED,
                       "the rule '%.60s' cannot be written as items of a cover, as "
                       "clauses or as inequalities",
                       sifting->text);
    status = cq_tiling_placements(ctx, board, pieces, &placements);
    cq_then(status, (numbered ? lower_numbered : cq_tiling_lower)(ctx, board, pieces,
                                                                  &placements, out));
    cq_placements_free(&placements);
    return status;
}
