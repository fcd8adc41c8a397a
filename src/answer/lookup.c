/* lookup.c - from what an answer names to the numbers of the problem.
 *
 * Answers come from files and speak of cells, names and sets of items; solutions are
 * made of numbers. The tables are made once for a file, so that an answer with a
 * million parts is read in linear time:
 *
 *   names      hash table of the names of pieces, items or vertices (names.h)
 *   vertex_of  an array over the grid, as the vertices of a board's graph are its cells
 *   heads,next options by content. The hash of an option is the sum of the hashes of
 *              its entries, so the order of the items is free; options with the same
 *              hash are chained in ascending order and compared entry by entry.
 *
 * Comparing is linear too: the wanted entries are marked by a serial number on their
 * items, and an option is the same if it has as many entries and all are marked.
 */
#include "base/assert.h"
#include "answer/lookup.h"

#include <string.h>

static uint64_t scramble(uint64_t x) /* splitmix64's last steps */
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* ---- names ---- */

static cq_status add_name(cq_lookup *lookup, const char *name, uint32_t number)
{
    size_t before = lookup->names.list.count;
    uint32_t place;

    cq_try(cq_names_add(lookup->ctx, &lookup->names, name, strlen(name), &place));
    if (lookup->names.list.count > before)
        return cq_vec_push(lookup->ctx, &lookup->firsts, number);
    return CQ_OK;
}

static cq_status add_cover(cq_lookup *lookup)
{
    const cq_cover *cover = &lookup->problem->cover;
    size_t items = cover->items.count;
    uint32_t place;

    for (uint32_t i = 0; i < items; i++)
        cq_try(add_name(lookup, cq_item_name(cover, i), i));
    for (uint32_t i = 0; i < cover->colour_names.count; i++) {
        const char *name = cq_colour_name(cover, i + 1);

        cq_try(cq_names_add(lookup->ctx, &lookup->colours, name, strlen(name), &place));
    }
    lookup->mark = cq_zalloc(lookup->ctx, items, sizeof *lookup->mark);
    lookup->mark_colour = cq_zalloc(lookup->ctx, items, sizeof *lookup->mark_colour);
    return lookup->mark && lookup->mark_colour ? CQ_OK : CQ_MEMORY;
}

static cq_status add_vertices(cq_lookup *lookup)
{
    const cq_problem *problem = lookup->problem;
    size_t size;

    if (!problem->board) {
        if (problem->graph.names)
            for (uint32_t v = 0; v < problem->graph.vertices; v++)
                cq_try(add_name(lookup, problem->graph.names[v], v));
        return CQ_OK;
    }
    size = cq_board_size(problem->board);
    lookup->vertex_of = cq_alloc(lookup->ctx, size, sizeof *lookup->vertex_of);
    cq_try_memory(lookup->vertex_of);
    memset(lookup->vertex_of, 0xff, size * sizeof *lookup->vertex_of);
    for (uint32_t v = 0; v < problem->graph.vertices; v++)
        lookup->vertex_of[cq_problem_cell(problem, v)] = v;
    return CQ_OK;
}

static cq_status add_pieces(cq_lookup *lookup)
{
    const cq_pieces *pieces = &lookup->problem->pieces;

    for (uint32_t i = 0; i < pieces->count; i++)
        cq_try(add_name(lookup, pieces->at[i].name, i));
    return CQ_OK;
}

cq_status cq_lookup_start(cq_context *ctx, const cq_problem *problem, cq_lookup *out)
{
    cq_lookup lookup = {.ctx = ctx, .problem = problem};
    cq_status status = problem->kind == CQ_TILING  ? add_pieces(&lookup)
                       : problem->kind == CQ_COVER ? add_cover(&lookup)
                                                   : add_vertices(&lookup);

    cq_assert(status != CQ_OK || lookup.firsts.count == lookup.names.list.count);
    if (status == CQ_OK)
        *out = lookup;
    else
        cq_lookup_stop(&lookup);
    return status;
}

void cq_lookup_stop(cq_lookup *lookup)
{
    cq_names_free(&lookup->names);
    cq_names_free(&lookup->colours);
    cq_vec_free(&lookup->firsts);
    cq_free_each(lookup->vertex_of, lookup->mark, lookup->mark_colour, lookup->heads,
                 lookup->next);
    memset(lookup, 0, sizeof *lookup);
}

uint32_t cq_lookup_name(const cq_lookup *lookup, const char *name, size_t length)
{
    const cq_problem *problem = lookup->problem;
    uint32_t place;

    if (problem->kind == CQ_TOUR && !problem->graph.names) { /* 1..n */
        if (!cq_parse_u32(name, length, UINT32_MAX - 1, &place) || place == 0 ||
            place > problem->graph.vertices || name[0] == '0')
            return CQ_NOT_FOUND;
        return place - 1;
    }
    place = cq_names_find(&lookup->names, name, length);
    return place == CQ_NO_NAME ? CQ_NOT_FOUND : lookup->firsts.at[place];
}

bool cq_lookup_names_repeat(const cq_lookup *lookup)
{
    return lookup->names.list.count < lookup->problem->pieces.count;
}

uint32_t cq_lookup_vertex(const cq_lookup *lookup, cq_cell cell)
{
    cq_assert(cell < cq_board_size(lookup->problem->board));
    return lookup->vertex_of[cell];
}

/* ---- options ---- */

bool cq_lookup_entry(const cq_lookup *lookup, const char *text, size_t length,
                     cq_entry *out)
{
    const char *colon = memchr(text, ':', length);
    size_t item_length = colon ? (size_t)(colon - text) : length;
    cq_entry entry = {.item = cq_lookup_name(lookup, text, item_length)};

    if (colon) {
        uint32_t place =
            cq_names_find(&lookup->colours, colon + 1, length - item_length - 1);

        if (place == CQ_NO_NAME)
            return false;
        entry.colour = place + 1;
    }
    if (entry.item == CQ_NOT_FOUND)
        return false;
    *out = entry;
    return true;
}

/* False if an item is there twice: no option is like that. */
static bool mark_entries(cq_lookup *lookup, const cq_entries *entries)
{
    if (++lookup->serial == 0) { /* after 2^32 options */
        memset(lookup->mark, 0,
               lookup->problem->cover.items.count * sizeof *lookup->mark);
        lookup->serial = 1;
    }
    for (size_t i = 0; i < entries->count; i++) {
        const cq_entry *entry = &entries->at[i];

        cq_assert(entry->item < lookup->problem->cover.items.count);
        cq_assert(lookup->mark[entry->item] <= lookup->serial);
        if (lookup->mark[entry->item] == lookup->serial)
            return false;
        lookup->mark[entry->item] = lookup->serial;
        lookup->mark_colour[entry->item] = entry->colour;
    }
    return true;
}

static bool is_marked(const cq_lookup *lookup, uint32_t option, size_t count)
{
    const cq_cover *cover = &lookup->problem->cover;
    uint32_t from = cover->starts.at[option], to = cover->starts.at[option + 1];

    if (to - from != count)
        return false;
    for (uint32_t e = from; e < to; e++) {
        const cq_entry *entry = &cover->entries.at[e];

        if (lookup->mark[entry->item] != lookup->serial ||
            lookup->mark_colour[entry->item] != entry->colour)
            return false;
    }
    return true;
}

bool cq_lookup_is_option(cq_lookup *lookup, uint32_t option, const cq_entries *entries)
{
    return mark_entries(lookup, entries) && is_marked(lookup, option, entries->count);
}

static uint64_t hash_entries(const cq_entry *entries, size_t count)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += scramble(((uint64_t)entries[i].item << 32 | entries[i].colour) + 1);
    return scramble(sum);
}

/* From the last option to the first, so that the chains ascend. */
static cq_status make_option_index(cq_lookup *lookup)
{
    const cq_cover *cover = &lookup->problem->cover;
    size_t options = cq_cover_options(cover), slots = 16;

    while (slots < options)
        slots *= 2;
    lookup->heads = cq_zalloc(lookup->ctx, slots, sizeof *lookup->heads);
    lookup->next = cq_alloc(lookup->ctx, options, sizeof *lookup->next);
    cq_try_memory(lookup->heads && lookup->next);
    lookup->mask = slots - 1;
    for (size_t option = options; option-- > 0;) {
        uint32_t from = cover->starts.at[option];
        uint64_t hash =
            hash_entries(cover->entries.at + from, cover->starts.at[option + 1] - from);

        /* the chain ascends: what is there comes after this one */
        cq_assert(lookup->heads[hash & lookup->mask] == 0 ||
                  lookup->heads[hash & lookup->mask] > option + 1);
        lookup->next[option] = lookup->heads[hash & lookup->mask];
        lookup->heads[hash & lookup->mask] = (uint32_t)option + 1;
    }
    return CQ_OK;
}

static uint32_t search_chain(const cq_lookup *lookup, uint32_t link, size_t count)
{
    while (link && !is_marked(lookup, link - 1, count))
        link = lookup->next[link - 1];
    return link ? link - 1 : CQ_NOT_FOUND;
}

cq_status cq_lookup_option(cq_lookup *lookup, const cq_entries *entries, uint32_t *out)
{
    uint64_t hash = hash_entries(entries->at, entries->count);

    if (!lookup->next && make_option_index(lookup) != CQ_OK)
        return CQ_MEMORY;
    *out = CQ_NOT_FOUND;
    if (mark_entries(lookup, entries))
        *out = search_chain(lookup, lookup->heads[hash & lookup->mask], entries->count);
    return CQ_OK;
}

uint32_t cq_lookup_next_option(cq_lookup *lookup, const cq_entries *entries,
                               uint32_t option)
{
    cq_assert(lookup->next && option < cq_cover_options(&lookup->problem->cover));
    if (!mark_entries(lookup, entries))
        return CQ_NOT_FOUND;
    return search_chain(lookup, lookup->next[option], entries->count);
}
