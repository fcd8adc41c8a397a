/* refine.c - colours of the items and options of a cover that all symmetries preserve.
 *
 * An automorphism of a cover permutes items and options and maps every entry to an
 * entry. Colour refinement (B. Weisfeiler and A. Leman, 1968) gives a vertex a new
 * colour by its own and by those of its neighbours, round by round, until the number of
 * colours stops growing. Vertices that an automorphism maps onto each other always have
 * the same colour. If two covers, or one cover with different vertices singled out, are
 * coloured in the same way, equal colours say which vertex goes where.
 *
 * Colours are 64-bit hashes, so that they mean the same in every run. If two colours
 * coincide by chance, or refinement cannot distinguish two covers, only the guesses get
 * worse: before a permutation is used, every entry is checked (alike.c).
 *
 * Cost: each round looks at every entry twice.
 */
#include "engine/search/refine.h"

#include "base/assert.h"

#include <string.h>

/* The finisher of splitmix64 (D. Stafford's mix 13). */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* ---- the graph ---- */

static void list_entries(cq_refiner *r)
{
    const cq_cover *cover = r->cover;

    for (uint32_t o = 0; o < cq_cover_options(cover); o++)
        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++) {
            r->option_of[e] = o;
            r->starts[cover->entries.at[e].item + 1]++;
        }
    for (size_t i = 0; i < r->items; i++)
        r->starts[i + 1] += r->starts[i];
    for (uint32_t e = (uint32_t)cover->entries.count; e-- > 0;)
        r->list[--r->starts[cover->entries.at[e].item + 1]] = e;
    memmove(r->starts, r->starts + 1, r->items * sizeof *r->starts);
    r->starts[r->items] = (uint32_t)cover->entries.count;
    cq_assert(r->starts[0] == 0);
}

cq_status cq_refiner_make(cq_context *ctx, const cq_cover *cover, cq_refiner *out)
{
    cq_refiner r = {.ctx = ctx, .cover = cover, .items = cover->items.count};
    size_t entries = cover->entries.count;

    r.vertices = r.items + cq_cover_options(cover);
    for (r.room = 16; r.room < 2 * r.vertices;)
        r.room *= 2;
    r.starts = cq_zalloc(ctx, r.items + 2, sizeof *r.starts);
    r.list = cq_alloc(ctx, entries, sizeof *r.list);
    r.option_of = cq_alloc(ctx, entries, sizeof *r.option_of);
    r.next = cq_alloc(ctx, r.vertices, sizeof *r.next);
    r.table = cq_alloc(ctx, r.room, sizeof *r.table);
    if (!r.starts || !r.list || !r.option_of || !r.next || !r.table) {
        cq_refiner_free(&r);
        return CQ_MEMORY;
    }
    list_entries(&r);
    *out = r;
    return CQ_OK;
}

void cq_refiner_free(cq_refiner *refiner)
{
    cq_free_each(refiner->starts, refiner->list, refiner->option_of, refiner->next,
                 refiner->table);
    memset(refiner, 0, sizeof *refiner);
}

/* ---- colours ---- */

void cq_refiner_begin(const cq_refiner *refiner, uint64_t *colours)
{
    const cq_cover *cover = refiner->cover;

    for (size_t i = 0; i < refiner->items; i++) {
        const cq_item *item = &cover->items.at[i];

        colours[i] = mix(mix(item->least + 1) + item->most + (i < cover->primary));
    }
    for (size_t v = refiner->items; v < refiner->vertices; v++)
        colours[v] = 1;
}

void cq_refiner_single(uint64_t *colours, size_t vertex)
{
    cq_assert(colours && mix(~colours[vertex]) != colours[vertex]);
    colours[vertex] = mix(~colours[vertex]);
}

/* What an entry tells one end of the other. */
static uint64_t seen(const cq_entry *entry, uint64_t colour)
{
    return mix(colour + entry->colour * UINT64_C(0x9e3779b97f4a7c15));
}

static void go_round(cq_refiner *r, const uint64_t *colours)
{
    const cq_cover *cover = r->cover;
    const uint64_t *options = colours + r->items;

    cq_assert(colours != r->next && r->items <= r->vertices);
    for (size_t i = 0; i < r->items; i++) {
        uint64_t sum = 0;

        cq_assert(r->starts[i] <= r->starts[i + 1]);

        for (uint32_t k = r->starts[i]; k < r->starts[i + 1]; k++)
            sum +=
                seen(&cover->entries.at[r->list[k]], options[r->option_of[r->list[k]]]);
        r->next[i] = mix(3 * colours[i] + sum);
    }
    for (size_t o = 0; o + r->items < r->vertices; o++) {
        uint64_t sum = 0;

        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++)
            sum += seen(&cover->entries.at[e], colours[cover->entries.at[e].item]);
        r->next[r->items + o] = mix(5 * options[o] + sum);
    }
    r->work += 2 * cover->entries.count;
}

/* Enters a colour; false if it was there. 0 stands for an empty place. */
static bool enter(cq_refiner *r, uint64_t colour)
{
    size_t at = (size_t)colour & (r->room - 1);

    cq_assert((r->room & (r->room - 1)) == 0 && r->room >= 2 * r->vertices);
    colour += colour == 0;
    while (r->table[at] && r->table[at] != colour)
        at = (at + 1) & (r->room - 1);
    if (r->table[at])
        return false;
    r->table[at] = colour;
    return true;
}

static size_t count_colours(cq_refiner *r, const uint64_t *colours)
{
    size_t count = 0;

    memset(r->table, 0, r->room * sizeof *r->table);
    for (size_t v = 0; v < r->vertices; v++)
        count += enter(r, colours[v]);
    return count;
}

size_t cq_refiner_settle(cq_refiner *refiner, uint64_t *colours)
{
    size_t count = count_colours(refiner, colours), before;

    do {
        before = count;
        go_round(refiner, colours);
        memcpy(colours, refiner->next, refiner->vertices * sizeof *colours);
        count = count_colours(refiner, colours);
    } while (count > before && count < refiner->vertices);
    cq_assert(count <= refiner->vertices);
    return count;
}

uint64_t cq_refiner_print(const cq_refiner *refiner, const uint64_t *colours)
{
    uint64_t sum = 0;

    for (size_t v = 0; v < refiner->vertices; v++)
        sum += mix(colours[v]);
    return sum;
}

size_t cq_refiner_shared(cq_refiner *refiner, const uint64_t *colours)
{
    size_t best = SIZE_MAX;

    memset(refiner->table, 0, refiner->room * sizeof *refiner->table);
    for (size_t v = 0; v < refiner->vertices; v++)
        if (!enter(refiner, colours[v]) &&
            (best == SIZE_MAX || colours[v] < colours[best]))
            best = v;
    return best;
}
