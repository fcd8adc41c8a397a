/* band.c - a board as a band of lines: see strip.h.
 *
 * The ways to lay a piece are those of the problem (placement.c), so that colours and
 * joined edges are settled there; here they only become masks, relative to the square
 * that the sweep meets first.
 */
#include "sequence/strip.h"

#include "problem/placement.h"

#include <string.h>

static uint32_t number_of(const cq_band *band, cq_cell cell)
{
    uint32_t row = cq_row(band->board, cell), col = cq_col(band->board, cell);

    return band->upright ? row * band->width + col : col * band->width + row;
}

/* The square of a placement that the sweep meets first. */
static uint32_t find_first(const cq_band *band, const cq_placements *placements,
                           size_t i)
{
    uint32_t first = UINT32_MAX;

    for (uint32_t k = placements->starts.at[i]; k < placements->starts.at[i + 1]; k++) {
        uint32_t number = number_of(band, placements->cells.at[k]);

        first = number < first ? number : first;
    }
    return first;
}

/* How far the pieces can go, which is the same for all boards of a width. */
static void set_reach(cq_band *band, const cq_pieces *pieces)
{
    uint32_t longest = 1;

    for (size_t i = 0; i < pieces->count; i++) {
        uint32_t rows, cols;

        cq_shape_box(&pieces->at[i].shape, &rows, &cols);
        longest = rows > longest ? rows : longest;
        longest = cols > longest ? cols : longest;
    }
    band->reach = longest - 1;
    band->words = (size_t)(((uint64_t)longest * band->width - 1) / 64 + 1);
}

/* Counts the placements by their first squares. */
static void count_firsts(cq_band *band, const cq_placements *placements)
{
    size_t squares = (size_t)band->lines * band->width;

    for (size_t i = 0; i < cq_placements_count(placements); i++)
        band->first[find_first(band, placements, i) + 1]++;
    for (size_t s = 0; s < squares; s++)
        band->first[s + 1] += band->first[s];
}

static void set_masks(cq_band *band, const cq_placements *placements, uint32_t *next)
{
    size_t squares = (size_t)band->lines * band->width;

    memcpy(next, band->first, squares * sizeof *next);
    for (size_t i = 0; i < cq_placements_count(placements); i++) {
        uint32_t first = find_first(band, placements, i);
        uint64_t *mask = band->masks + next[first]++ * band->words;

        for (uint32_t k = placements->starts.at[i]; k < placements->starts.at[i + 1];
             k++) {
            uint32_t bit = number_of(band, placements->cells.at[k]) - first;

            cq_assert(bit < 64 * band->words);
            mask[bit / 64] |= UINT64_C(1) << (bit % 64);
        }
    }
}

static cq_status fill(cq_context *ctx, cq_band *band, const cq_placements *placements)
{
    size_t squares = (size_t)band->lines * band->width;
    uint32_t *next;

    band->first = cq_zalloc(ctx, squares + 1, sizeof *band->first);
    band->there = cq_alloc(ctx, squares, sizeof *band->there);
    cq_try_memory(band->first && band->there);
    for (uint32_t i = 0; i < squares; i++)
        band->there[i] = cq_board_present(
            band->board, cq_cell_along(band->board, band->upright, i / band->width,
                                       i % band->width));
    count_firsts(band, placements);
    band->masks = cq_zalloc(ctx, cq_placements_count(placements),
                            band->words * sizeof *band->masks);
    next = cq_alloc(ctx, squares, sizeof *next);
    if (band->masks && next)
        set_masks(band, placements, next);
    cq_free(next);
    return band->masks && next ? CQ_OK : CQ_MEMORY;
}

cq_status cq_band_make(cq_context *ctx, const cq_problem *problem, bool upright,
                       cq_band *out)
{
    const cq_board *board = problem->board;
    cq_band band = {.board = board,
                    .upright = upright,
                    .lines = cq_lines_along(board, upright),
                    .width = cq_line_length(board, upright)};
    cq_placements placements = {0};
    cq_status status;

    set_reach(&band, &problem->pieces);
    status = cq_placements_make(ctx, board, &problem->pieces, &placements);

    cq_then(status, fill(ctx, &band, &placements));
    cq_placements_free(&placements);
    if (status != CQ_OK) {
        cq_band_free(&band);
        return status;
    }
    cq_assert(cq_band_check(&band));
    *out = band;
    return CQ_OK;
}

/* For each square the placements that cover it: counted, or, with `next`, listed. */
static void list_covering(cq_band *band, uint32_t *next)
{
    size_t squares = (size_t)band->lines * band->width;

    for (uint32_t first = 0; first < squares; first++)
        for (uint32_t k = band->first[first]; k < band->first[first + 1]; k++) {
            const uint64_t *mask = band->masks + k * band->words;

            band->origin[k] = first;
            for (size_t w = 0; w < band->words; w++)
                for (uint64_t bits = mask[w]; bits; bits &= bits - 1) {
                    size_t s = first + 64 * w + (unsigned)__builtin_ctzll(bits);

                    if (next)
                        band->cover[next[s]++] = k;
                    else
                        band->over[s + 1]++;
                }
        }
}

cq_status cq_band_watch_dead(cq_context *ctx, cq_band *band)
{
    size_t squares = (size_t)band->lines * band->width;
    uint32_t *next = cq_alloc(ctx, squares, sizeof *next);

    band->over = cq_zalloc(ctx, squares + 1, sizeof *band->over);
    band->origin = cq_alloc(ctx, band->first[squares], sizeof *band->origin);
    if (next && band->over && band->origin) {
        list_covering(band, NULL);
        for (size_t s = 0; s < squares; s++)
            band->over[s + 1] += band->over[s];
        memcpy(next, band->over, squares * sizeof *next);
        band->cover = cq_alloc(ctx, band->over[squares], sizeof *band->cover);
    }
    if (band->cover)
        list_covering(band, next);
    cq_free(next);
    return band->cover ? CQ_OK : CQ_MEMORY;
}

void cq_band_free(cq_band *band)
{
    cq_free_each(band->there, band->over, band->cover, band->origin, band->first,
                 band->masks);
    memset(band, 0, sizeof *band);
}

uint32_t cq_bands_agree(const cq_board *a, const cq_board *b, bool upright)
{
    uint32_t lines_a = cq_lines_along(a, upright), lines_b = cq_lines_along(b, upright);
    uint32_t line = 0;

    for (; line < lines_a && line < lines_b; line++)
        for (uint32_t s = 0; s < cq_line_length(a, upright); s++)
            if (a->colour[cq_cell_along(a, upright, line, s)] !=
                b->colour[cq_cell_along(b, upright, line, s)])
                return line;
    return line;
}
