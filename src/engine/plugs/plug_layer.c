/* plug_layer.c - the states of a layer in pages: making them in parts, finding,
 * widening and freeing them.
 *
 * Blocks of a part follow one another in pages that grow to 4 MB, so that a
 * million small blocks cost no more than their words. A block larger than a page has a
 * page of its own. Pages are never moved; a layer is freed as a whole.
 */
#include "engine/plugs/plug_layer.h"

#include <string.h>

enum { FIRST_PAGE = 1024, LARGEST_PAGE = 1 << 19 }; /* in words */

/* Under a limit of memory a page is a small part of it: much of the last is empty. */
enum { PAGES_AT_LEAST = 128 };

/* ---- parts ---- */

void cq_plug_part_init(cq_plug_part *part, cq_context *ctx, unsigned limbs,
                       size_t budget, cq_plug_spill *spill)
{
    memset(part, 0, sizeof *part);
    part->ctx = ctx;
    part->budget = budget;
    part->spill = spill;
    part->limbs = limbs;
    part->next_page = FIRST_PAGE;
    mpz_init(part->total);
}

void cq_plug_part_free(cq_plug_part *part)
{
    if (!part->ctx)
        return;
    while (part->pages.count)
        cq_free(part->pages.at[--part->pages.count]);
    cq_vec_free_each(&part->pages, &part->patterns, &part->blocks, &part->chunks);
    mpz_clear(part->total);
    part->ctx = NULL;
}

cq_plug_part *cq_plug_parts_new(cq_context *ctx, size_t count, unsigned limbs,
                                size_t budget, cq_plug_spill *spill)
{
    cq_plug_part *parts = cq_alloc(ctx, count, sizeof *parts);

    for (size_t i = 0; parts && i < count; i++)
        cq_plug_part_init(&parts[i], ctx, limbs, budget, spill);
    return parts;
}

void cq_plug_parts_free(cq_plug_part *parts, size_t count)
{
    for (size_t i = 0; parts && i < count; i++)
        cq_plug_part_free(&parts[i]);
    cq_free(parts);
}

static bool is_large(const cq_plug_part *part)
{
    size_t room = cq_context_room(part->ctx);

    return room && part->next_page > room / sizeof(uint64_t) / PAGES_AT_LEAST;
}

uint64_t *cq_plug_part_reserve(cq_plug_part *part, size_t words)
{
    size_t size = part->next_page > words ? part->next_page : words;
    uint64_t *page;

    if (words <= part->room)
        return part->page;
    if (part->budget &&
        cq_context_memory_used(part->ctx) + size * sizeof *page > part->budget)
        return NULL;
    page = cq_alloc(part->ctx, size, sizeof *page);
    if (!page || cq_vec_push(part->ctx, &part->pages, page) != CQ_OK) {
        cq_free(page);
        return NULL;
    }
    if (part->next_page < LARGEST_PAGE && !is_large(part))
        part->next_page *= 2;
    part->page = page;
    part->room = size;
    return page;
}

cq_status cq_plug_part_commit(cq_plug_part *part, cq_pattern pattern,
                              const uint64_t *block, size_t words, uint32_t entries,
                              uint64_t states)
{
    cq_plug_block made = {block, entries};

    cq_assert(block == part->page && words <= part->room);
    cq_assert(!part->patterns.count ||
              cq_wide_below(part->patterns.at[part->patterns.count - 1], pattern));
    cq_assert(cq_pattern_ends(pattern) % 2 == 0);
    cq_assert(entries || cq_pattern_ends(pattern) <= CQ_FULL_MOST);
    cq_assert(words >= (entries ? (size_t)entries * part->limbs : part->limbs));
    if (cq_vec_push(part->ctx, &part->patterns, pattern) != CQ_OK ||
        cq_vec_push(part->ctx, &part->blocks, made) != CQ_OK)
        return CQ_MEMORY;
    part->page += words;
    part->room -= words;
    part->words += words;
    part->held += words + (sizeof pattern + sizeof made) / sizeof *block;
    part->states += states;
    return cq_plug_part_spills(part) ? cq_plug_part_spill(part) : CQ_OK;
}

/* ---- layers ---- */

/* What all layers have, wherever they are. */
static void add_part(cq_plug_layer *layer, const cq_plug_part *part, mpz_t total)
{
    cq_assert(part->limbs == layer->limbs);
    layer->count += part->chunked + part->patterns.count;
    layer->states += part->states;
    layer->words += part->words;
    mpz_add(total, total, part->total);
}

static cq_status take_part(cq_plug_layer *layer, cq_plug_part *part, mpz_t total)
{
    size_t count = part->patterns.count;

    cq_try(cq_vec_reserve(layer->ctx, &layer->pages, part->pages.count + 1));
    cq_assert(part->blocks.count == count && part->chunks.count == 0);
    cq_assert(!count || !layer->count ||
              cq_wide_below(layer->patterns[layer->count - 1], part->patterns.at[0]));
    if (count) {
        memcpy(layer->patterns + layer->count, part->patterns.at,
               count * sizeof *layer->patterns);
        memcpy(layer->blocks + layer->count, part->blocks.at,
               count * sizeof *layer->blocks);
    }
    for (size_t i = 0; i < part->pages.count; i++)
        layer->pages.at[layer->pages.count++] = part->pages.at[i];
    part->pages.count = 0;
    add_part(layer, part, total);
    return CQ_OK;
}

static cq_status take_parts(cq_plug_layer *layer, cq_plug_part *parts, size_t count,
                            mpz_t total)
{
    size_t patterns = 0;

    for (size_t i = 0; i < count; i++)
        patterns += parts[i].patterns.count;
    layer->patterns = cq_alloc(layer->ctx, patterns + 1, sizeof *layer->patterns);
    layer->blocks = cq_alloc(layer->ctx, patterns + 1, sizeof *layer->blocks);
    cq_try_memory(layer->patterns && layer->blocks);
    for (size_t i = 0; i < count; i++) {
        cq_try(take_part(layer, &parts[i], total));
        cq_plug_part_free(&parts[i]);
    }
    cq_assert(layer->count == patterns);
    return CQ_OK;
}

/* Chunks ascend, and have the blocks of the layer. */
static bool chunks_check(const cq_plug_layer *layer)
{
    const cq_plug_chunk *chunks = layer->chunks.at;
    size_t blocks = 0;

    for (size_t i = 0; i < layer->chunks.count; i++) {
        cq_hold(i == 0 || cq_wide_below(chunks[i - 1].first, chunks[i].first));
        cq_hold(chunks[i].blocks > 0 && chunks[i].numbers >= chunks[i].blocks);
        blocks += chunks[i].blocks;
    }
    cq_hold(blocks == layer->count);
    return true;
}

/* What the parts still hold goes to where the rest is. */
static cq_status chain_parts(cq_plug_layer *layer, cq_plug_part *parts, size_t count,
                             cq_plug_spill *spill, mpz_t total)
{
    for (size_t i = 0; i < count; i++) {
        cq_try(cq_plug_part_spill(&parts[i]));
        cq_try(cq_vec_reserve(layer->ctx, &layer->chunks, parts[i].chunks.count));
        for (size_t k = 0; k < parts[i].chunks.count; k++)
            layer->chunks.at[layer->chunks.count++] = parts[i].chunks.at[k];
        add_part(layer, &parts[i], total);
        cq_plug_part_free(&parts[i]);
    }
    cq_assert(chunks_check(layer) && spill->file); /* each part has seen to it */
    layer->file = cq_scratch_share(spill->file);
    return CQ_OK;
}

cq_status cq_plug_layer_of_parts(cq_context *ctx, unsigned limbs, cq_plug_part *parts,
                                 size_t count, cq_plug_layer *out)
{
    cq_plug_layer layer = {.ctx = ctx, .limbs = limbs};
    cq_plug_spill *spill = count ? parts[0].spill : NULL;
    cq_status status;
    mpz_t total;

    mpz_init(total);
    if (spill && atomic_load(&spill->on))
        status = chain_parts(&layer, parts, count, spill, total);
    else
        status = take_parts(&layer, parts, count, total);
    layer.total_bits = mpz_sgn(total) ? mpz_sizeinbase(total, 2) : 0;
    mpz_clear(total);
    if (status == CQ_OK)
        *out = layer;
    else
        cq_plug_layer_free(&layer);
    return status;
}

void cq_plug_layer_free(cq_plug_layer *layer)
{
    while (layer->pages.count)
        cq_free(layer->pages.at[--layer->pages.count]);
    cq_vec_free_each(&layer->pages, &layer->chunks);
    cq_scratch_free(layer->file);
    cq_free_each(layer->patterns, layer->blocks);
    memset(layer, 0, sizeof *layer);
}

cq_status cq_plug_layer_start(cq_context *ctx, const uint32_t *vertices, unsigned slots,
                              cq_plug_layer *out)
{
    cq_status status = CQ_MEMORY;
    uint64_t *words;
    cq_plug_part part;

    cq_plug_part_init(&part, ctx, 1, 0, NULL);
    words = cq_plug_part_reserve(&part, 1);
    if (words) {
        words[0] = 1;
        mpz_set_ui(part.total, 1);
        status = cq_plug_part_commit(&part, cq_wide_of(0), words, 1, 0, 1);
    }
    cq_then(status, cq_plug_layer_of_parts(ctx, 1, &part, 1, out));
    if (status == CQ_OK)
        cq_plug_layer_set_slots(out, vertices, slots);
    cq_plug_part_free(&part);
    return status;
}

void cq_plug_layer_set_slots(cq_plug_layer *layer, const uint32_t *vertices,
                             unsigned slots)
{
    cq_assert(slots <= CQ_SLOTS_MOST);
    layer->slots = slots;
    if (slots)
        memcpy(layer->vertex, vertices, slots * sizeof *vertices);
}

cq_plug_layer cq_plug_layer_empty(const cq_plug_layer *like)
{
    cq_plug_layer layer = {.ctx = like->ctx,
                           .limbs = like->limbs,
                           .states = like->states,
                           .total_bits = like->total_bits};

    cq_plug_layer_set_slots(&layer, like->vertex, like->slots);
    return layer;
}

/* ---- longer numbers ---- */

static cq_status widen_block(const cq_plug_layer *layer, size_t at, cq_plug_part *part,
                             const cq_matings *matings)
{
    const cq_plug_block *block = &layer->blocks[at];
    unsigned ends = cq_pattern_ends(layer->patterns[at]), limbs = layer->limbs;
    size_t numbers = cq_plug_block_numbers(block, matings, ends);
    size_t ranks = cq_plug_block_words(matings, ends, 0, block->entries);
    size_t words = numbers * (limbs + 1) + ranks;
    uint64_t *to = cq_plug_part_reserve(part, words);

    cq_assert(words == cq_plug_block_words(matings, ends, limbs + 1, block->entries));
    cq_try_memory(to);
    for (size_t i = 0; i < numbers; i++) {
        memcpy(to + i * (limbs + 1), block->words + i * limbs, limbs * sizeof *to);
        to[i * (limbs + 1) + limbs] = 0;
    }
    memcpy(to + numbers * (limbs + 1), block->words + numbers * limbs,
           ranks * sizeof *to);
    return cq_plug_part_commit(part, layer->patterns[at], to, words, block->entries, 0);
}

cq_status cq_plug_layer_widen(cq_plug_layer *layer)
{
    cq_matings matings = {0};
    cq_plug_layer wide = {0};
    cq_plug_part part;
    cq_status status;

    if (cq_plug_layer_is_on_disk(layer)) {
        layer->limbs++;
        return CQ_OK;
    }
    status = cq_matings_new(layer->ctx, 0, 0, &matings);
    cq_plug_part_init(&part, layer->ctx, layer->limbs + 1, 0, NULL);
    for (size_t i = 0; i < layer->count && status == CQ_OK; i++)
        status = widen_block(layer, i, &part, &matings);
    cq_then(status,
            cq_plug_layer_of_parts(layer->ctx, layer->limbs + 1, &part, 1, &wide));
    cq_plug_part_free(&part);
    cq_matings_free(&matings);
    if (status != CQ_OK)
        return status;
    cq_plug_layer_set_slots(&wide, layer->vertex, layer->slots);
    wide.states = layer->states;
    wide.total_bits = layer->total_bits;
    cq_assert(wide.count == layer->count && wide.limbs == layer->limbs + 1);
    cq_plug_layer_free(layer);
    *layer = wide;
    return CQ_OK;
}

int cq_patterns_compare(const void *left, const void *right)
{
    const cq_pattern *a = left, *b = right;

    return cq_wide_below(*b, *a) - cq_wide_below(*a, *b);
}

static cq_pattern pattern_in(const void *patterns, size_t stride, size_t at)
{
    const char *first = patterns;

    return *(const cq_pattern *)(const void *)(first + at * stride);
}

size_t cq_patterns_from(const void *patterns, size_t stride, size_t count,
                        cq_pattern pattern)
{
    size_t low = 0, high = count;

    cq_assert(stride >= sizeof pattern);
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (cq_wide_below(pattern_in(patterns, stride, middle), pattern))
            low = middle + 1;
        else
            high = middle;
    }
    cq_assert(low == 0 ||
              cq_wide_below(pattern_in(patterns, stride, low - 1), pattern));
    cq_assert(low == count ||
              !cq_wide_below(pattern_in(patterns, stride, low), pattern));
    return low;
}

size_t cq_plug_layer_from(const cq_plug_layer *layer, cq_pattern pattern)
{
    return layer->file ? cq_patterns_from(layer->chunks.at, sizeof *layer->chunks.at,
                                          layer->chunks.count, pattern)
                       : cq_patterns_from(layer->patterns, sizeof *layer->patterns,
                                          layer->count, pattern);
}

const cq_plug_block *cq_plug_layer_find(const cq_plug_layer *layer, cq_pattern pattern)
{
    size_t low = cq_plug_layer_from(layer, pattern);

    cq_assert(!cq_plug_layer_is_on_disk(layer));
    return low < layer->count && cq_wide_is(layer->patterns[low], pattern)
               ? &layer->blocks[low]
               : NULL;
}

const uint64_t *cq_plug_block_find(const cq_plug_block *block, unsigned ends,
                                   unsigned limbs, uint64_t rank)
{
    size_t low = 0, high = block->entries;
    const uint64_t *found;

    if (cq_plug_block_is_full(block))
        low = (size_t)rank;
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (cq_plug_block_rank(block, ends, limbs, middle) < rank)
            low = middle + 1;
        else
            high = middle;
    }
    if (!cq_plug_block_is_full(block) &&
        (low == block->entries || cq_plug_block_rank(block, ends, limbs, low) != rank))
        return NULL;
    cq_assert(!high || !low || cq_plug_block_rank(block, ends, limbs, low - 1) < rank);
    found = block->words + low * limbs;
    return cq_limbs_are_zero(found, limbs) ? NULL : found;
}
