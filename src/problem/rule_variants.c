/* rule_variants.c - placements of pieces that must touch another.
 *
 * A placement that must touch a piece of some list has a variant for each square round
 * it: the first of them, in their order, that such a piece covers. For several rules a
 * variant is a number with a digit for each, to the base of the number of squares.
 *
 * Variants are placements with the same piece and cells, one after the other. No tiling
 * has two of them, and every tiling that keeps the rule has exactly one.
 */
#include "problem/rule_variants.h"

#include "base/assert.h"
#include "base/sort.h"

#include <string.h>

cq_status cq_cells_around(cq_context *ctx, const cq_board *board, const cq_cell *cells,
                          size_t count, cq_u32s *out)
{
    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        cq_cell next[4];
        unsigned neighbours = cq_board_neighbours(board, cells[i], next);

        for (unsigned k = 0; k < neighbours; k++) {
            bool known = cq_find_sorted(cells, 0, count, next[k]) != SIZE_MAX;

            for (size_t n = 0; n < out->count && !known; n++)
                known = out->at[n] == next[k];
            if (!known)
                cq_try(cq_vec_push(ctx, out, next[k]));
        }
    }
    cq_sort_u32(out->at, out->count);
    return CQ_OK;
}

static bool must_touch(const cq_rule *rule, uint32_t piece)
{
    return rule->kind == CQ_RULE_TOUCH && cq_rule_has(&rule->first, piece);
}

uint32_t cq_variant_of(const cq_rules *rules, size_t rule, uint32_t piece,
                       uint32_t variant, uint32_t around)
{
    cq_assert(around > 0 && must_touch(&rules->at[rule], piece));
    for (size_t i = 0; i < rule; i++)
        if (must_touch(&rules->at[i], piece))
            variant /= around;
    return variant % around;
}

/* How many variants a placement has; 0 if it has no neighbours to touch. */
static cq_status count_variants(cq_context *ctx, const cq_rules *rules, uint32_t piece,
                                size_t around, uint32_t *out)
{
    uint64_t variants = 1;

    for (size_t i = 0; i < rules->count; i++)
        if (must_touch(&rules->at[i], piece))
            variants *= around;
    if (variants > UINT32_MAX)
        return cq_fail(ctx, CQ_MEMORY, "too many rules about what must touch");
    *out = (uint32_t)variants;
    return CQ_OK;
}

static cq_status add_variants(cq_context *ctx, const cq_placements *from, size_t i,
                              uint32_t variants, cq_placements *to)
{
    uint32_t start = from->starts.at[i], count = from->starts.at[i + 1] - start;

    for (uint32_t v = 0; v < variants; v++) {
        cq_try(cq_u32s_append(ctx, &to->cells, from->cells.at + start, count));
        cq_try(cq_vec_push(ctx, &to->pieces, from->pieces.at[i]));
        cq_try(cq_vec_push(ctx, &to->variants, v));
        cq_try(cq_vec_push(ctx, &to->starts, (uint32_t)to->cells.count));
        cq_try(cq_poll_at(ctx, v + 1));
    }
    return CQ_OK;
}

static cq_status vary(cq_context *ctx, const cq_board *board, const cq_pieces *pieces,
                      const cq_placements *from, cq_placements *to)
{
    cq_u32s around = {0};
    cq_status status = cq_vec_push(ctx, &to->starts, 0);

    for (size_t i = 0; status == CQ_OK && i < cq_placements_count(from); i++) {
        uint32_t start = from->starts.at[i], variants = 0;

        status = cq_cells_around(ctx, board, from->cells.at + start,
                                 from->starts.at[i + 1] - start, &around);
        cq_then(status, count_variants(ctx, &pieces->rules, from->pieces.at[i],
                                       around.count, &variants));
        cq_then(status, add_variants(ctx, from, i, variants, to));
    }
    cq_vec_free(&around);
    return status;
}

/* In the place of the placements: their variants. */
static cq_status vary_all(cq_context *ctx, const cq_board *board,
                          const cq_pieces *pieces, cq_placements *placements)
{
    cq_placements varied = {0};
    cq_status status = vary(ctx, board, pieces, placements, &varied);

    if (status != CQ_OK) {
        cq_placements_free(&varied);
        return status;
    }
    cq_assert(varied.variants.count == varied.pieces.count);
    cq_placements_free(placements);
    *placements = varied;
    return CQ_OK;
}

cq_status cq_tiling_placements(cq_context *ctx, const cq_board *board,
                               const cq_pieces *pieces, cq_placements *out)
{
    cq_placements made = {0};
    cq_status status = cq_placements_make(ctx, board, pieces, &made);

    if (status == CQ_OK && cq_rules_have(&pieces->rules, CQ_RULE_TOUCH))
        status = vary_all(ctx, board, pieces, &made);
    if (status == CQ_OK)
        *out = made;
    else
        cq_placements_free(&made);
    return status;
}

/* ---- which variant a tiling has ---- */

/* The first of the squares around that a piece of the list covers, or their number. */
static uint32_t first_such(const cq_u32s *around, const uint32_t *piece_on,
                           const cq_u32s *list)
{
    uint32_t i = 0;

    while (i < around->count && !cq_rule_has(list, piece_on[around->at[i]]))
        i++;
    return i;
}

cq_status cq_variant_in(cq_context *ctx, const cq_board *board, const cq_pieces *pieces,
                        const uint32_t *piece_on, uint32_t piece, const cq_cell *cells,
                        size_t count, uint32_t *out)
{
    cq_u32s around = {0};
    cq_status status = cq_cells_around(ctx, board, cells, count, &around);
    uint32_t variant = 0, place = 1;

    for (size_t i = 0; status == CQ_OK && i < pieces->rules.count; i++) {
        const cq_rule *rule = &pieces->rules.at[i];
        uint32_t first;

        if (!must_touch(rule, piece))
            continue;
        first = first_such(&around, piece_on, &rule->second);
        variant = first < around.count && variant != UINT32_MAX
                      ? variant + place * first
                      : UINT32_MAX;
        place *= (uint32_t)around.count;
    }
    cq_assert(variant == UINT32_MAX || variant < place);
    cq_vec_free(&around);
    *out = variant;
    return status;
}
