/* option_lists.c - which options have an item, as bits.
 *
 * The chunks of all lists are counted, then filled, by going twice over the options.
 */
#include "check/option_lists.h"

#include "base/assert.h"
#include "base/keys.h"

#include <string.h>

#define NO_WORD UINT32_MAX

typedef struct maker {
    const cq_cover *cover;
    cq_option_lists *lists;
    size_t count;
    uint32_t *end;  /* of each list: after its last chunk so far */
    uint32_t *word; /* of that chunk */
} maker;

/* ---- colours ---- */

/* Entries that give an item the same colour get one list. */
static cq_status number_lists(cq_context *ctx, maker *m)
{
    uint32_t items = (uint32_t)m->cover->items.count;
    cq_keys colours = {.words = 1};
    cq_status status = CQ_OK;

    for (size_t e = 0; e < m->cover->entries.count && status == CQ_OK; e++) {
        const cq_entry *entry = &m->cover->entries.at[e];
        uint64_t pair = (uint64_t)entry->item << 32 | entry->colour;
        uint32_t number;

        m->lists->alike[e] = items; /* the empty one */
        if (entry->colour == CQ_NO_COLOUR)
            continue;
        status = cq_keys_add(ctx, &colours, &pair, &number, NULL);
        if (status == CQ_OK)
            m->lists->alike[e] += 1 + number;
    }
    m->count = (size_t)items + 1 + colours.count;
    cq_keys_free(&colours);
    return status;
}

/* ---- chunks ---- */

/* One option more; without chunks, they are only counted. */
static void put(maker *m, uint32_t list, uint32_t option)
{
    cq_chunk *chunks = m->lists->chunks;

    cq_assert(list < m->count && list != m->cover->items.count);
    if (m->word[list] != option / 64) {
        m->word[list] = option / 64;
        m->end[list]++;
        if (chunks)
            chunks[m->end[list] - 1] = (cq_chunk){.word = option / 64};
    }
    if (chunks)
        chunks[m->end[list] - 1].bits |= UINT64_C(1) << option % 64;
}

static void put_all(maker *m)
{
    const cq_cover *cover = m->cover;

    for (size_t list = 0; list < m->count; list++)
        m->word[list] = NO_WORD;
    for (uint32_t option = 0; option < cq_cover_options(cover); option++)
        for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++) {
            put(m, cover->entries.at[e].item, option);
            if (cover->entries.at[e].colour != CQ_NO_COLOUR)
                put(m, m->lists->alike[e], option);
        }
}

static cq_status fill(cq_context *ctx, maker *m)
{
    uint32_t *starts = m->lists->starts;

    put_all(m);
    for (size_t list = 0; list < m->count; list++)
        starts[list + 1] = starts[list] + m->end[list];
    m->lists->chunks =
        cq_alloc(ctx, (size_t)starts[m->count] + 1, sizeof *m->lists->chunks);
    cq_try_memory(m->lists->chunks);
    m->lists->none = starts[m->count];
    m->lists->chunks[m->lists->none] = (cq_chunk){0};
    memcpy(m->end, starts, m->count * sizeof *m->end);
    put_all(m);
    cq_assert(memcmp(m->end, starts + 1, m->count * sizeof *m->end) == 0);
    return CQ_OK;
}

cq_status cq_option_lists_make(cq_context *ctx, const cq_cover *cover,
                               cq_option_lists *out)
{
    maker m = {.cover = cover, .lists = out};
    cq_status status;

    *out = (cq_option_lists){0};
    if (cover->entries.count >= UINT32_MAX / 2) /* each may take two chunks */
        return cq_fail(ctx, CQ_MEMORY, "the options are too many for a judge of trees");
    out->alike = cq_alloc(ctx, cover->entries.count, sizeof *out->alike);
    cq_try_memory(out->alike);
    cq_try(number_lists(ctx, &m));
    out->starts = cq_zalloc(ctx, m.count + 1, sizeof *out->starts);
    m.end = cq_zalloc(ctx, m.count, sizeof *m.end);
    m.word = cq_alloc(ctx, m.count, sizeof *m.word);
    status = out->starts && m.end && m.word ? fill(ctx, &m) : CQ_MEMORY;
    cq_free_each(m.end, m.word);
    return status;
}

void cq_option_lists_free(cq_option_lists *lists)
{
    cq_free_each(lists->starts, lists->chunks, lists->alike);
}
