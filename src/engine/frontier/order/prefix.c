/* prefix.c - sets of decided items, and how many states a sweep has after them.
 *
 * An option is decided as soon as one of its items is: it was chosen then or never. An
 * undecided item is covered if one of its decided options was chosen. With d of its t
 * options decided it is covered with a chance of about d / t; what it adds to the
 * number of states is 2 log2(sqrt(p) + sqrt(1 - p)) bits for p = d / t, Renyi's entropy
 * of order 1/2 ("On measures of entropy and information", 1961). An order below 1
 * accounts for states that are rare but do occur: a chance of 1/4 counts 0.90 bits. For
 * dominoes on 24 x 24 squares this predicts 2^21.6 states; there are 2^21.4. Items are
 * not independent, as the sum assumes; the trial on real states corrects that.
 *
 *     items    a  b  c  d      options  ab  bc  cd  ad
 *     prefix {a}: ab and ad are decided; b and d are 1/2 decided, 1 bit each
 *
 * Putting an item in costs the entries of the options that it decides: every option is
 * decided once on the way from the empty set to the full one.
 */
#include "engine/frontier/order/prefix.h"
#include "base/assert.h"

#include <math.h>
#include <string.h>

/* ---- links ---- */

static unsigned bits_for(uint64_t most)
{
    unsigned bits = 1;

    while (most >> bits)
        bits++;
    return bits;
}

/* The field of an item in a state: covered or not, how often, or in which colour. */
static unsigned field_bits(const cq_links *links, uint32_t item)
{
    const cq_cover *cover = links->cover;
    uint64_t most = cover->items.at[item].most, degree = cq_links_degree(links, item);
    uint32_t colours = 0;

    if (cq_item_plain(cover, item))
        return 1;
    if (item < cover->primary)
        return bits_for(most < degree ? most : degree);
    for (size_t k = links->starts[item]; k < links->starts[item + 1]; k++) {
        size_t count;
        const cq_entry *at = cq_option_entries(links->cover, links->list[k], &count);

        for (size_t i = 0; i < count; i++)
            if (at[i].item == item && at[i].colour > colours)
                colours = at[i].colour;
    }
    return bits_for((uint64_t)colours + 1);
}

/* Whether each of the item's options has a plain item: then there is always a step
 * at which it is chosen. */
static bool has_plain_company(const cq_links *links, uint32_t item)
{
    for (size_t k = links->starts[item]; k < links->starts[item + 1]; k++) {
        size_t count, i;
        const cq_entry *at = cq_option_entries(links->cover, links->list[k], &count);

        for (i = 0; i < count && !cq_item_plain(links->cover, at[i].item); i++)
            continue;
        if (i == count)
            return false;
    }
    return true;
}

static bool is_loose(const cq_links *links, uint32_t item, size_t cells)
{
    if (cells)
        return item >= cells;
    if (item >= links->cover->primary)
        return true;
    return !cq_item_plain(links->cover, item) && has_plain_company(links, item);
}

static void fill_table(cq_links *links)
{
    for (int i = 0; i <= CQ_WIDTH_TABLE; i++) {
        double p = (double)i / CQ_WIDTH_TABLE;

        links->table[i] =
            (uint32_t)lround(CQ_WIDTH_BIT * 2 * log2(sqrt(p) + sqrt(1 - p)));
    }
    /* Nothing decided, or all of it, says nothing; half of it a whole bit. */
    cq_assert(links->table[0] == 0 && links->table[CQ_WIDTH_TABLE] == 0);
    cq_assert(links->table[CQ_WIDTH_TABLE / 2] == CQ_WIDTH_BIT);
}

cq_status cq_links_make(cq_context *ctx, const cq_cover *cover, size_t cells,
                        cq_links *out)
{
    cq_links links = {.cover = cover,
                      .items = cover->items.count,
                      .options = cq_cover_options(cover)};
    cq_status status;

    links.starts = cq_alloc(ctx, links.items + 1, sizeof *links.starts);
    links.list = cq_alloc(ctx, cover->entries.count, sizeof *links.list);
    links.bits = cq_alloc(ctx, links.items, sizeof *links.bits);
    links.scale = cq_alloc(ctx, links.items, sizeof *links.scale);
    links.loose = cq_alloc(ctx, links.items, sizeof *links.loose);
    if (!links.starts || !links.list || !links.bits || !links.scale || !links.loose) {
        cq_links_free(&links);
        return CQ_MEMORY;
    }
    status = cq_cover_by_item(ctx, cover, links.starts, links.list);
    fill_table(&links);
    for (uint32_t i = 0; i < links.items && status == CQ_OK; i++) {
        size_t degree = cq_links_degree(&links, i);

        status = cq_poll_at(ctx, i + 1);
        links.bits[i] = field_bits(&links, i);
        links.scale[i] = degree ? ((uint64_t)CQ_WIDTH_TABLE << 32) / degree : 0;
        links.loose[i] = is_loose(&links, i, cells);
        links.free_items += !links.loose[i];
    }
    if (status == CQ_OK)
        *out = links;
    else
        cq_links_free(&links);
    return status;
}

void cq_links_scale(cq_links *links, double factor)
{
    for (int i = 0; i <= CQ_WIDTH_TABLE; i++)
        links->table[i] = (uint32_t)lround(links->table[i] * factor);
}

void cq_links_free(cq_links *links)
{
    cq_free_each(links->starts, links->list, links->bits, links->scale, links->loose);
    memset(links, 0, sizeof *links);
}

/* ---- prefixes ---- */

cq_status cq_prefix_make(cq_context *ctx, const cq_links *links, cq_prefix *out)
{
    cq_prefix prefix = {.links = links};

    prefix.hits = cq_zalloc(ctx, links->options, sizeof *prefix.hits);
    prefix.decided = cq_zalloc(ctx, links->items, sizeof *prefix.decided);
    if (!prefix.hits || !prefix.decided) {
        cq_prefix_free(&prefix);
        return CQ_MEMORY;
    }
    *out = prefix;
    return CQ_OK;
}

void cq_prefix_free(cq_prefix *prefix)
{
    cq_free_each(prefix->hits, prefix->decided);
    memset(prefix, 0, sizeof *prefix);
}

void cq_prefix_clear(cq_prefix *prefix)
{
    memset(prefix->hits, 0, prefix->links->options * sizeof *prefix->hits);
    memset(prefix->decided, 0, prefix->links->items * sizeof *prefix->decided);
    prefix->width = 0;
}

void cq_prefix_copy(const cq_prefix *from, cq_prefix *to)
{
    const cq_links *links = from->links;

    memcpy(to->hits, from->hits, links->options * sizeof *to->hits);
    memcpy(to->decided, from->decided, links->items * sizeof *to->decided);
    to->width = from->width;
    cq_assert(to->links == links);
}

uint64_t cq_prefix_share(const cq_prefix *prefix, uint32_t item)
{
    const cq_links *links = prefix->links;
    uint64_t at =
        (prefix->decided[item] * links->scale[item] + (UINT64_C(1) << 31)) >> 32;

    cq_assert(prefix->decided[item] <= cq_links_degree(links, item));
    cq_assert(at <= CQ_WIDTH_TABLE);
    return (uint64_t)links->bits[item] * links->table[at];
}

/* One option more is decided, or one less: `by` is 1 or -1. */
static inline void decide(cq_prefix *prefix, uint32_t option, uint32_t by)
{
    size_t count;
    const cq_entry *at = cq_option_entries(prefix->links->cover, option, &count);

    prefix->work += count;
    for (size_t i = 0; i < count; i++) {
        uint64_t before = cq_prefix_share(prefix, at[i].item);

        prefix->decided[at[i].item] += by;
        cq_assert(by == 1 || prefix->decided[at[i].item] < UINT32_MAX);
        prefix->width += cq_prefix_share(prefix, at[i].item) - before;
    }
}

void cq_prefix_add(cq_prefix *prefix, uint32_t item)
{
    const cq_links *links = prefix->links;

    for (size_t k = links->starts[item]; k < links->starts[item + 1]; k++) {
        prefix->work++;
        if (!prefix->hits[links->list[k]]++)
            decide(prefix, links->list[k], 1);
    }
}

void cq_prefix_remove(cq_prefix *prefix, uint32_t item)
{
    const cq_links *links = prefix->links;

    for (size_t k = links->starts[item]; k < links->starts[item + 1]; k++) {
        prefix->work++;
        cq_assert(prefix->hits[links->list[k]] > 0);
        if (!--prefix->hits[links->list[k]])
            decide(prefix, links->list[k], -1U);
    }
}

bool cq_prefix_check(const cq_prefix *prefix, const uint32_t *set, size_t count)
{
    const cq_links *links = prefix->links;
    uint64_t width = 0, hits = 0, expected = 0;

    for (size_t i = 0; i < count; i++)
        expected += cq_links_degree(links, set[i]);
    for (size_t option = 0; option < links->options; option++)
        hits += prefix->hits[option];
    cq_hold(hits == expected);
    for (uint32_t item = 0; item < links->items; item++) {
        uint32_t decided = 0;

        for (size_t k = links->starts[item]; k < links->starts[item + 1]; k++)
            decided += prefix->hits[links->list[k]] > 0;
        cq_hold(decided == prefix->decided[item]);
        width += cq_prefix_share(prefix, item);
    }
    cq_hold(width == prefix->width);
    return true;
}

double cq_width_power(uint64_t width)
{
    double bits = (double)width / CQ_WIDTH_BIT;

    return exp2(bits < 1000 ? bits : 1000);
}
