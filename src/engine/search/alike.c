/* alike.c - options of an item that the symmetries of a cover map onto each other.
 *
 * An option and its image under an automorphism of the cover are in equally many
 * solutions. So of the options of an item that is covered once, only one of each class
 * has to be searched, even if the automorphism moves the item.
 *
 * To decide whether option a can be mapped to option b, each is singled out and the
 * colours are refined (refine.c). If all vertices have different colours, these
 * determine the map; otherwise another vertex is singled out on the side of a, and the
 * first few of its colour are tried on the side of b (individualisation and refinement:
 * B. D. McKay, "Practical graph isomorphism", Congressus Numerantium 30, 1981). The
 * resulting permutation is checked entry by entry, so a class never contains an option
 * that does not belong there; missing a class only costs time. nauty would find the
 * same, but it can neither be stopped nor be used by two threads at once.
 *
 * The item is the one with the fewest colours among its options, of those the one whose
 * options meet the most others. It is used if this saves a quarter of the branches of
 * the item with the fewest options.
 *
 * Cost: limited by counted work, some milliseconds at most.
 */
#include "engine/search/alike.h"

#include "base/assert.h"
#include "engine/search/refine.h"

#include <string.h>

enum { TRIES = 8, DEEPEST = 64 };
static const uint64_t most_work = UINT64_C(1) << 22; /* entries looked at */

typedef struct matcher {
    cq_refiner refiner;
    uint64_t *base;         /* colours with nothing singled out */
    uint64_t *from, *to;    /* with an option each, and more */
    uint64_t *trial;        /* a try on the side of `to` */
    uint32_t *image;        /* by vertex of `to`: the vertex of `from` */
    uint32_t *slots;        /* to find vertices by their colours: 1 + vertex */
    CQ_VEC(uint64_t) first; /* the colours of each class, before it was compared */
} matcher;

static size_t bytes_of(const matcher *m)
{
    return m->refiner.vertices * sizeof *m->base;
}

/* ---- a permutation ---- */

/* Where each vertex of `to` has to go, all colours being different. */
static bool pair_colours(matcher *m)
{
    const cq_refiner *r = &m->refiner;
    size_t mask = r->room - 1;

    memset(m->slots, 0, r->room * sizeof *m->slots);
    for (uint32_t v = 0; v < r->vertices; v++) {
        size_t at = (size_t)m->from[v] & mask;

        while (m->slots[at])
            at = (at + 1) & mask;
        m->slots[at] = v + 1;
    }
    for (size_t v = 0; v < r->vertices; v++) {
        size_t at = (size_t)m->to[v] & mask;

        while (m->slots[at] && m->from[m->slots[at] - 1] != m->to[v])
            at = (at + 1) & mask;
        if (!m->slots[at])
            return false;
        m->image[v] = m->slots[at] - 1;
        cq_assert(m->image[v] < r->vertices);
    }
    return true;
}

static bool same_item(const cq_cover *cover, size_t i, size_t k)
{
    const cq_item *a = &cover->items.at[i], *b = &cover->items.at[k];

    cq_assert(i < cover->items.count && k < cover->items.count);
    return (i < cover->primary) == (k < cover->primary) && a->least == b->least &&
           a->most == b->most;
}

const cq_entry *cq_alike_entry(const cq_cover *cover, uint32_t option, uint32_t item)
{
    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++)
        if (cover->entries.at[e].item == item)
            return &cover->entries.at[e];
    return NULL;
}

/* Every entry of the option goes to one of its image, and none is left there. */
static bool keeps_option(const matcher *m, uint32_t option)
{
    const cq_refiner *r = &m->refiner;
    const uint32_t *starts = r->cover->starts.at;
    uint32_t image = m->image[r->items + option];

    if (image < r->items)
        return false;
    image -= (uint32_t)r->items;
    cq_assert(image < cq_cover_options(r->cover));
    if (starts[option + 1] - starts[option] != starts[image + 1] - starts[image])
        return false;
    for (uint32_t e = starts[option]; e < starts[option + 1]; e++) {
        cq_entry entry = r->cover->entries.at[e];
        const cq_entry *there = cq_alike_entry(r->cover, image, m->image[entry.item]);

        if (!there || there->colour != entry.colour)
            return false;
    }
    return true;
}

/* Different colours lead to different vertices, so it is a permutation. */
static bool is_automorphism(const matcher *m)
{
    const cq_refiner *r = &m->refiner;

    for (size_t i = 0; i < r->items; i++)
        if (m->image[i] >= r->items || !same_item(r->cover, i, m->image[i]))
            return false;
    for (uint32_t o = 0; o + r->items < r->vertices; o++)
        if (!keeps_option(m, o))
            return false;
    return true;
}

/* ---- singling out ---- */

/* Singles out a vertex of `to` that has this colour, so that the colours become those
 * of `from`. */
static bool follow(matcher *m, uint64_t colour, uint64_t print)
{
    cq_refiner *r = &m->refiner;
    unsigned tries = 0;

    for (size_t v = 0; v < r->vertices && tries < TRIES; v++) {
        if (m->to[v] != colour)
            continue;
        tries++;
        cq_assert(m->trial != m->to && m->trial != m->from);
        memcpy(m->trial, m->to, bytes_of(m));
        cq_refiner_single(m->trial, v);
        cq_refiner_settle(r, m->trial);
        if (cq_refiner_print(r, m->trial) == print) {
            memcpy(m->to, m->trial, bytes_of(m));
            return true;
        }
    }
    return false;
}

/* Whether an automorphism takes `to` to `from`, as they are coloured. */
static bool match(matcher *m)
{
    cq_refiner *r = &m->refiner;

    if (cq_refiner_print(r, m->from) != cq_refiner_print(r, m->to))
        return false;
    for (unsigned depth = 0; depth < DEEPEST && r->work < most_work; depth++) {
        size_t vertex = cq_refiner_shared(r, m->from);
        uint64_t colour;

        if (vertex == SIZE_MAX)
            return cq_refiner_shared(r, m->to) == SIZE_MAX && pair_colours(m) &&
                   is_automorphism(m);
        cq_assert(vertex < r->vertices);
        colour = m->from[vertex];
        cq_refiner_single(m->from, vertex);
        cq_refiner_settle(r, m->from);
        if (!follow(m, colour, cq_refiner_print(r, m->from)))
            return false;
    }
    return false;
}

/* ---- which item ---- */

static size_t ways(const cq_refiner *r, size_t item)
{
    return r->starts[item + 1] - r->starts[item];
}

static bool is_exact(const cq_cover *cover, size_t item)
{
    return cover->items.at[item].least == 1 && cover->items.at[item].most == 1;
}

static uint32_t option_at(const cq_refiner *r, size_t item, size_t k)
{
    cq_assert(k < ways(r, item));
    return r->option_of[r->list[r->starts[item] + k]];
}

/* How many different colours the options of the item have. */
static size_t kinds(const matcher *m, size_t item)
{
    const cq_refiner *r = &m->refiner;
    const uint64_t *colours = m->base + r->items;
    size_t count = 0;

    for (size_t k = 0; k < ways(r, item); k++) {
        size_t before = 0;

        while (before < k &&
               colours[option_at(r, item, before)] != colours[option_at(r, item, k)])
            before++;
        count += before == k;
    }
    cq_assert(count <= ways(r, item));
    return count;
}

/* How many options those of the item meet, about. */
static uint64_t meetings(const matcher *m, size_t item)
{
    const cq_refiner *r = &m->refiner;
    const cq_cover *cover = r->cover;
    uint64_t sum = 0;

    for (size_t k = 0; k < ways(r, item); k++) {
        uint32_t o = option_at(r, item, k);

        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++)
            sum += ways(r, cover->entries.at[e].item);
    }
    return sum;
}

static bool is_worth_it(size_t classes, size_t fewest)
{
    return 4 * classes <= 3 * fewest;
}

static size_t fewest_ways(const matcher *m)
{
    size_t fewest = SIZE_MAX;

    for (size_t i = 0; i < m->refiner.cover->primary; i++)
        if (m->refiner.cover->items.at[i].least && ways(&m->refiner, i) < fewest)
            fewest = ways(&m->refiner, i);
    return fewest;
}

static uint32_t choose_item(const matcher *m, size_t fewest)
{
    const cq_refiner *r = &m->refiner;
    size_t least = SIZE_MAX;
    uint64_t most = 0;
    uint32_t best = UINT32_MAX;

    cq_assert(fewest > 1);
    for (uint32_t i = 0; i < r->cover->primary; i++) {
        size_t count;
        uint64_t met;

        if (!is_exact(r->cover, i) || ways(r, i) > 2 * fewest)
            continue;
        count = kinds(m, i);
        met = meetings(m, i);
        if (!is_worth_it(count, fewest) || count > least ||
            (count == least && met <= most))
            continue;
        least = count;
        most = met;
        best = i;
    }
    return best;
}

/* ---- classes ---- */

/* Puts an option into the class of an earlier one, or into one of its own. */
static cq_status place(matcher *m, uint32_t option, cq_alike *out)
{
    cq_refiner *r = &m->refiner;
    uint64_t *colours = m->base + r->items;
    size_t size = r->vertices, kept = m->first.count;

    cq_assert(kept == out->options.count * size);
    cq_try(cq_vec_reserve(r->ctx, &m->first, size));
    memcpy(m->first.at + kept, m->base, bytes_of(m));
    cq_refiner_single(m->first.at + kept, r->items + option);
    cq_refiner_settle(r, m->first.at + kept);
    for (size_t c = 0; c < out->options.count; c++) {
        if (colours[out->options.at[c]] != colours[option] || r->work > most_work)
            continue;
        memcpy(m->from, m->first.at + c * size, bytes_of(m));
        memcpy(m->to, m->first.at + kept, bytes_of(m));
        if (match(m)) {
            out->copies.at[c]++;
            return CQ_OK;
        }
    }
    m->first.count += size;
    cq_try(cq_vec_push(r->ctx, &out->options, option));
    return cq_vec_push(r->ctx, &out->copies, 1);
}

static cq_status find(matcher *m, cq_alike *out)
{
    cq_refiner *r = &m->refiner;
    size_t fewest = fewest_ways(m);
    uint32_t item;

    cq_refiner_begin(r, m->base);
    if (fewest < 2 || fewest == SIZE_MAX ||
        cq_refiner_settle(r, m->base) == r->vertices)
        return CQ_OK;
    item = choose_item(m, fewest);
    if (item == UINT32_MAX || ways(r, item) * r->work > most_work)
        return CQ_OK;
    for (size_t k = 0; k < ways(r, item); k++) {
        cq_try(cq_poll_at(r->ctx, k + 1));
        cq_try(place(m, option_at(r, item, k), out));
    }
    cq_assert(out->options.count <= ways(r, item));
    cq_assert(out->options.count == out->copies.count);
    if (is_worth_it(out->options.count, fewest))
        out->item = item;
    return CQ_OK;
}

static cq_status make(cq_context *ctx, const cq_cover *cover, matcher *m)
{
    size_t vertices;

    cq_try(cq_refiner_make(ctx, cover, &m->refiner));
    vertices = m->refiner.vertices;
    m->base = cq_alloc(ctx, vertices, sizeof *m->base);
    m->from = cq_alloc(ctx, vertices, sizeof *m->from);
    m->to = cq_alloc(ctx, vertices, sizeof *m->to);
    m->trial = cq_alloc(ctx, vertices, sizeof *m->trial);
    m->image = cq_alloc(ctx, vertices, sizeof *m->image);
    m->slots = cq_alloc(ctx, m->refiner.room, sizeof *m->slots);
    return m->base && m->from && m->to && m->trial && m->image && m->slots ? CQ_OK
                                                                           : CQ_MEMORY;
}

cq_status cq_alike_find(cq_context *ctx, const cq_cover *cover, cq_alike *out)
{
    cq_alike alike = {.item = UINT32_MAX};
    matcher m = {0};
    cq_status status = CQ_OK;

    *out = alike;
    if (cover->entries.count > most_work / 64 || cover->primary == 0)
        return CQ_OK;
    status = make(ctx, cover, &m);
    cq_then(status, find(&m, &alike));
    cq_free_each(m.base, m.from, m.to, m.trial, m.image, m.slots);
    cq_vec_free(&m.first);
    cq_refiner_free(&m.refiner);
    if (status == CQ_OK && alike.item != UINT32_MAX)
        *out = alike;
    else
        cq_alike_free(&alike);
    return status;
}

void cq_alike_free(cq_alike *alike)
{
    cq_vec_free_each(&alike->options, &alike->copies);
    alike->item = UINT32_MAX;
}
