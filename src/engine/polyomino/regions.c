/* regions.c - enclosed regions of empty cells that no pieces can fill.
 *
 * A connected piece lies in one region, so that the area of every region must be a sum
 * of sizes of copies still available, and its cells must not be out of balance, light
 * against dark as on a chessboard, by more than the copies available can make. The most
 * that a piece can do for each of its squares is its tilt over its size: an X-pentomino
 * has 4 squares of one colour and 1 of the other, 3/5; a domino 0. The bound lays the
 * copies that do most first, until the area is used up.
 *
 * A region grows from one cell by shifts of whole sets until nothing is added; the
 * cells at the ends of the lines are masked so that lines do not join. If the empty
 * cells are one region nothing needs to be summed, except before the first piece.
 *
 * Pieces that are not connected may lie in several regions: the search does not come
 * here then.
 */
#include "engine/polyomino/polyomino.h"

#include "base/assert.h"

#include <string.h>

static uint32_t tilt_of(const cq_shape *shape)
{
    uint32_t dark = 0, count = (uint32_t)shape->count;

    for (size_t i = 0; i < count; i++)
        dark += (uint32_t)(shape->at[i].row + shape->at[i].col) & 1;
    return dark * 2 > count ? dark * 2 - count : count - dark * 2;
}

/* Pieces with the largest tilt for each square first. */
static void sort_by_tilt(const cq_poly_supply *s, cq_poly_regions *r)
{
    for (uint32_t i = 0; i < s->count; i++) {
        size_t k = i;

        for (; k > 0 && (uint64_t)r->tilt[r->order[k - 1]] * s->of[i].size <
                            (uint64_t)r->tilt[i] * s->of[r->order[k - 1]].size;
             k--)
            r->order[k] = r->order[k - 1];
        cq_assert(s->of[i].size > 0 && r->tilt[i] <= s->of[i].size);
        r->order[k] = i;
    }
}

cq_status cq_poly_regions_new(const cq_poly_hand *h, cq_poly_regions *out)
{
    const cq_poly *p = h->p;
    cq_context *ctx = h->ctx;
    cq_poly_regions r = {.words = cq_bits_words(p->cells)};
    const cq_pieces *pieces = &p->run->problem->pieces;

    r.first = cq_bits_new(ctx, p->cells);
    r.last = cq_bits_new(ctx, p->cells);
    r.dark = cq_bits_new(ctx, p->cells);
    r.empty = cq_bits_new(ctx, p->cells);
    r.region = cq_bits_new(ctx, p->cells);
    r.areas = cq_bits_new(ctx, p->cells + 64);
    r.tilt = cq_zalloc(ctx, pieces->count, sizeof *r.tilt);
    r.order = cq_zalloc(ctx, pieces->count, sizeof *r.order);
    if (!r.first || !r.last || !r.dark || !r.empty || !r.region || !r.areas ||
        !r.tilt || !r.order) {
        cq_poly_regions_free(&r);
        return CQ_MEMORY;
    }
    for (size_t i = 0; i < p->cells; i++) {
        if (i % p->width == 0)
            cq_bits_add(r.first, i);
        if (i % p->width == p->width - 1)
            cq_bits_add(r.last, i);
        if ((i / p->width + i % p->width) % 2)
            cq_bits_add(r.dark, i);
    }
    for (size_t i = 0; i < pieces->count; i++)
        r.tilt[i] = tilt_of(&pieces->at[i].shape);
    sort_by_tilt(&h->supply, &r);
    *out = r;
    return CQ_OK;
}

void cq_poly_regions_free(cq_poly_regions *regions)
{
    cq_free_each(regions->first, regions->last, regions->dark, regions->empty,
                 regions->region, regions->areas, regions->tilt, regions->order);
    memset(regions, 0, sizeof *regions);
}

/* The region grows in place: words changed early help those that come later. */
static void grow(const cq_poly *p, cq_poly_regions *r)
{
    bool more = true;

    while (more) {
        more = false;
        for (size_t i = 0; i < r->words; i++) {
            cq_word beside =
                (cq_bits_moved_up(r->region, i, 1) & ~r->first[i]) |
                (cq_bits_moved_down(r->region, r->words, i, 1) & ~r->last[i]) |
                cq_bits_moved_up(r->region, i, p->width) |
                cq_bits_moved_down(r->region, r->words, i, p->width);
            cq_word grown = r->region[i] | (beside & r->empty[i]);

            more |= grown != r->region[i];
            r->region[i] = grown;
        }
    }
}

/* The same for one word. */
static void grow_small(const cq_poly *p, cq_poly_regions *r)
{
    cq_word region = r->region[0], before, first = ~r->first[0], last = ~r->last[0];

    do {
        before = region;
        region |= ((region << 1 & first) | (region >> 1 & last) | region << p->width |
                   region >> p->width) &
                  r->empty[0];
    } while (region != before);
    r->region[0] = region;
}

/* The region is of empty cells, and no empty cell beside it is left out. */
static bool check_region(const cq_poly *p, const cq_poly_regions *r)
{
    for (size_t cell = 0; cell < p->cells; cell++) {
        bool in = cq_bits_has(r->region, cell);
        size_t below = cell + p->width;

        if (!cq_bits_has(r->empty, cell)) {
            cq_hold(!in);
            continue;
        }
        if ((cell + 1) % p->width && cq_bits_has(r->empty, cell + 1))
            cq_hold(cq_bits_has(r->region, cell + 1) == in);
        if (below < p->cells && cq_bits_has(r->empty, below))
            cq_hold(cq_bits_has(r->region, below) == in);
    }
    return true;
}

/* Takes one region out of the empty cells and measures it; false when there is none. */
static bool take_region(const cq_poly *p, cq_poly_regions *r, size_t *area,
                        size_t *dark)
{
    size_t at = 0;

    while (at < r->words && !r->empty[at])
        at++;
    if (at == r->words)
        return false;
    memset(r->region, 0, r->words * sizeof *r->region);
    r->region[at] = r->empty[at] & (~r->empty[at] + 1);
    if (r->words == 1 && p->width < 64)
        grow_small(p, r);
    else
        grow(p, r);
    cq_assert(p->cells > CQ_WALK_SIZE || check_region(p, r));
    *area = *dark = 0;
    for (size_t i = 0; i < r->words; i++) {
        *area += (size_t)__builtin_popcountll(r->region[i]);
        *dark += (size_t)__builtin_popcountll(r->region[i] & r->dark[i]);
        r->empty[i] &= ~r->region[i];
    }
    cq_assert(*area > 0 && *dark <= *area);
    return true;
}

/* Whether copies still available can be out of balance by `off` on `area` cells: those
 * that contribute most per square come first, the last one in part. */
static bool can_tilt(const cq_poly_hand *h, const cq_poly_regions *r, size_t area,
                     size_t off)
{
    const cq_poly_supply *s = &h->supply;

    for (size_t k = 0; k < s->count && area && off; k++) {
        uint32_t i = r->order[k];
        size_t size = s->of[i].size;
        size_t copies = cq_poly_has(s, i) ? cq_poly_left(s, i) : 0;

        if (r->tilt[i] == 0)
            return false;
        if (copies * size > area)
            return off * size <= r->tilt[i] * area;
        if (off <= copies * r->tilt[i])
            return true;
        off -= copies * r->tilt[i];
        area -= copies * size;
    }
    return off == 0;
}

bool cq_poly_regions_pass(const cq_poly_hand *h, cq_poly_regions *r)
{
    size_t area, dark;
    bool summed = false;

    for (size_t i = 0; i < r->words; i++)
        r->empty[i] = ~h->taken[i];
    while (take_region(h->p, r, &area, &dark)) {
        cq_assert(area <= h->room);
        size_t off = dark * 2 > area ? dark * 2 - area : area - dark * 2;

        if (!can_tilt(h, r, area, off))
            return false;
        if (area == h->room && h->depth)
            return true;
        if (!summed)
            cq_poly_areas(&h->supply, h->room, r->areas);
        summed = true;
        if (!cq_bits_has(r->areas, area))
            return false;
    }
    return true;
}
