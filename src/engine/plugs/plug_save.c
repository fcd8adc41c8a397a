/* plug_save.c - the layers of a sweep in a checkpoint.
 *
 * What a checkpoint holds, in words of 64 bits in the byte order of the machine:
 *
 *     a mark (to know the byte order), the digest of the plan's steps
 *     side, step, layers and states so far, the most states at once
 *     words of the number of tours, if it is known; then these words, and nothing more
 *     two layers, the second perhaps empty:
 *         blocks, slots, limbs, states, bits of the total, the length of a path, the
 *         vertices of the slots
 *         in memory: for each block its pattern (two words), entries, the block's words
 *         on disk: the path of the file, its length, the chunks, and of each its first
 *         pattern, its record, its numbers, words of ranks and blocks
 *
 * Plans do not depend on threads or memory, so that a run can be resumed with more of
 * either. plug_load.c reads it.
 *
 * With several ranks all blocks go through rank 0, in their order, and what it writes
 * is what one process would have.
 */
#include "engine/checkpoint.h"
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_share.h"

#include <string.h>

static cq_status put_words(cq_checkpoint_file *file, const uint64_t *words,
                           size_t count)
{
    return cq_checkpoint_put(file, words, count * sizeof *words);
}

/* The words of all blocks are those that the layer holds. */
static bool words_check(const cq_plugs *plugs, const cq_plug_layer *layer)
{
    uint64_t words = 0;

    for (size_t i = 0; i < layer->count; i++)
        words +=
            cq_plug_block_words(&plugs->matings, cq_pattern_ends(layer->patterns[i]),
                                layer->limbs, layer->blocks[i].entries);
    cq_hold(words == layer->words);
    return true;
}

static cq_status put_block(const cq_plugs *plugs, unsigned limbs, cq_pattern pattern,
                           const cq_plug_block *block, cq_checkpoint_file *file)
{
    const uint64_t head[] = {pattern.low, pattern.high, block->entries};

    cq_try(put_words(file, head, 3));
    return put_words(file, block->words,
                     cq_plug_block_words(&plugs->matings, cq_pattern_ends(pattern),
                                         limbs, block->entries));
}

static cq_status put_blocks(const cq_plugs *plugs, const cq_plug_layer *layer,
                            cq_checkpoint_file *file)
{
    cq_plug_cursor c;
    cq_status status;

    cq_assert(layer->file || words_check(plugs, layer));
    cq_plug_cursor_init(&c, layer, &plugs->matings);
    status = cq_plug_cursor_read_on(&c);
    while (status == CQ_OK && cq_plug_cursor_has(&c)) {
        status = put_block(plugs, layer->limbs, cq_plug_cursor_pattern(&c),
                           cq_plug_cursor_block(&c), file);
        cq_then(status, cq_plug_cursor_next(&c));
    }
    cq_plug_cursor_free(&c);
    return status;
}

static cq_status put_chunks(const cq_plug_layer *layer, const char *path,
                            cq_checkpoint_file *file)
{
    const uint64_t sizes[] = {cq_scratch_size(layer->file), layer->chunks.count};

    cq_try(cq_checkpoint_put(file, path, strlen(path)));
    cq_try(put_words(file, sizes, 2));
    for (size_t i = 0; i < layer->chunks.count; i++) {
        const cq_plug_chunk *c = &layer->chunks.at[i];
        const uint64_t words[CQ_PLUG_CHUNK_WORDS] = {
            c->first.low,  c->first.high, c->record.at, c->record.size,
            c->record.sum, c->numbers,    c->ranks,     c->blocks};

        cq_try(put_words(file, words, CQ_PLUG_CHUNK_WORDS));
    }
    return CQ_OK;
}

/* ---- the shares of other ranks ---- */

/* Where the blocks that come go. */
typedef struct receiving {
    const cq_plugs *plugs;
    const cq_plug_layer *layer;
    cq_checkpoint_file *file;
} receiving;

static cq_status receive_chunk(void *user, unsigned from, cq_parcel *packet)
{
    const receiving *r = user;
    cq_plug_layer run = {
        .ctx = r->plugs->ctx, .slots = r->layer->slots, .limbs = r->layer->limbs};
    cq_status status = cq_scratch_in_memory(run.ctx, &run.file);

    cq_then(status, cq_plug_run_add(&run, from, packet));
    cq_then(status, put_blocks(r->plugs, &run, r->file));
    cq_plug_layer_free(&run);
    return status;
}

/* Rank 0: ranges follow one another, so that blocks come in their order. */
static cq_status put_shares(const cq_plugs *plugs, const cq_plug_layer *layer,
                            cq_checkpoint_file *file)
{
    receiving r = {plugs, layer, file};
    cq_status status;

    cq_spread_begin(plugs->spread, true, receive_chunk, &r);
    status = cq_spread_finish(plugs->spread);
    cq_spread_end(plugs->spread);
    return status;
}

/* Another rank. */
static cq_status give_share(cq_plugs *plugs, const cq_plug_layer *layer)
{
    uint64_t count = layer->count;
    cq_plug_spill spill = {0};
    cq_plug_part part;
    cq_plug_cursor c;
    cq_status status;

    cq_try(cq_plug_add_up(plugs, &count));
    if (!layer->ctx)
        return CQ_OK;
    cq_try(cq_plug_share_spill(plugs, &spill));
    cq_spread_begin(plugs->spread, true, NULL, NULL);
    cq_plug_part_init(&part, plugs->ctx, layer->limbs, 0, &spill);
    cq_plug_cursor_init(&c, layer, &plugs->matings);
    status = cq_plug_cursor_read_on(&c);
    while (status == CQ_OK && cq_plug_cursor_has(&c)) {
        status = cq_plug_cursor_copy(&c, &part);
        cq_then(status, cq_plug_cursor_next(&c));
    }
    cq_then(status, cq_plug_part_end(&part));
    cq_then(status, cq_spread_finish(plugs->spread));
    cq_plug_cursor_free(&c);
    cq_plug_part_free(&part);
    cq_plug_spill_free(&spill);
    return status;
}

static cq_status put_layer(const cq_plugs *plugs, const cq_plug_layer *layer,
                           cq_checkpoint_file *file)
{
    const char *path =
        layer->file && !plugs->spread ? cq_scratch_path(layer->file) : NULL;
    uint64_t count = layer->count;
    uint64_t head[] = {0,
                       layer->slots,
                       layer->limbs,
                       layer->states,
                       layer->total_bits,
                       path ? strlen(path) : 0};

    cq_assert(!layer->file || path || plugs->spread); /* files have names */
    cq_try(cq_plug_add_up(plugs, &count));
    head[0] = count;
    cq_try(put_words(file, head, sizeof head / sizeof *head));
    cq_try(
        cq_checkpoint_put(file, layer->vertex, layer->slots * sizeof *layer->vertex));
    if (path)
        return put_chunks(layer, path, file);
    cq_try(put_blocks(plugs, layer, file));
    return plugs->spread && layer->ctx ? put_shares(plugs, layer, file) : CQ_OK;
}

static cq_status put_head(const cq_plugs *plugs, uint64_t number_words,
                          cq_checkpoint_file *file)
{
    const cq_plug_state *at = &plugs->at;
    const uint64_t head[] = {CQ_PLUG_MARK,  cq_plug_plan_digest(&plugs->plan),
                             at->side,      at->step,
                             plugs->layers, plugs->states,
                             plugs->peak,   number_words};

    return put_words(file, head, sizeof head / sizeof *head);
}

static cq_status put_state(void *state, cq_checkpoint_file *file)
{
    const cq_plugs *plugs = state;

    cq_try(put_head(plugs, 0, file));
    cq_try(put_layer(plugs, &plugs->at.layer, file));
    return put_layer(plugs, &plugs->at.other, file);
}

/* A checkpoint that is there already is not spoilt before its successor is. */
static cq_status written(cq_plugs *plugs, cq_status status, bool layers)
{
    if (status != CQ_OK)
        return status;
    cq_try(cq_plugs_need(plugs, layers));
    cq_plugs_clear(plugs);
    return CQ_OK;
}

static cq_status give_shares(cq_plugs *plugs)
{
    cq_try(give_share(plugs, &plugs->at.layer));
    return give_share(plugs, &plugs->at.other);
}

cq_status cq_plug_save(cq_plugs *plugs)
{
    cq_status status;

    if (!plugs->run->checkpoint || !plugs->run->checkpoint->write)
        return CQ_OK;
    if (plugs->spread) {
        status = cq_spread_rank(plugs->spread)
                     ? give_shares(plugs)
                     : cq_checkpoint_write(plugs->run, put_state, plugs);
        status = cq_spread_settle(plugs->spread, status);
        if (cq_spread_rank(plugs->spread))
            return status;
    } else {
        cq_try(cq_plugs_sync(plugs));
        status = cq_checkpoint_write(plugs->run, put_state, plugs);
    }
    return written(plugs, status, true);
}

/* ---- the number ---- */

typedef struct numbered {
    const cq_plugs *plugs;
    mpz_srcptr number;
} numbered;

static size_t words_in(mpz_srcptr number)
{
    return mpz_sgn(number) ? (mpz_sizeinbase(number, 2) + 63) / 64 : 1;
}

static cq_status put_number(void *state, cq_checkpoint_file *file)
{
    const numbered *n = state;
    size_t words = words_in(n->number), made;
    uint64_t *copy = cq_zalloc(n->plugs->ctx, words, sizeof *copy);
    cq_status status = copy ? put_head(n->plugs, words, file) : CQ_MEMORY;

    if (status == CQ_OK) {
        mpz_export(copy, &made, -1, sizeof *copy, 0, 0, n->number);
        status = put_words(file, copy, words);
    }
    cq_free(copy);
    return status;
}

cq_status cq_plug_save_number(cq_plugs *plugs, const mpz_t number)
{
    numbered n = {plugs, number};

    if (!plugs->run->checkpoint || !plugs->run->checkpoint->write ||
        cq_spread_rank(plugs->spread) > 0)
        return CQ_OK;
    return written(plugs, cq_checkpoint_write(plugs->run, put_number, &n), false);
}
