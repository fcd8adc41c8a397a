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
 * either. A checkpoint of another plan, or with a layer that cannot be, is refused: the
 * sum at its end says that nothing happened to the file, but not who wrote it. So all
 * that the sweep relies on is looked at:
 *
 *     place      a step of the plan, and just the layers that there are before it
 *     slots      those of the plan, gone through step by step
 *     patterns   ascending, within the slots, an even number of ends, none of which is
 *                done
 *     ranks      below the matings of the ends
 *     numbers    as long as their sum needs at least, and no longer than all subsets of
 *                the edges need at most
 *     files      that they are there, and as long as they were; what is in them is looked
 *                at as it is read (plug_chunk.c)
 *
 * What the numbers are is believed.
 *
 * With several ranks all blocks go through rank 0, in their order, and what it writes is
 * what one process would have. A checkpoint is read by rank 0, too, and then shared. So
 * it can be resumed with any number of ranks.
 */
#include "base/hash.h"
#include "engine/checkpoint.h"
#include "engine/pack.h"
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_share.h"

#include <string.h>

static const uint64_t mark = UINT64_C(0x0102030405060709);

static uint64_t digest(const cq_plug_plan *plan)
{
    uint64_t hash = cq_hash_u64(CQ_HASH_START, plan->split);

    for (unsigned s = 0; s < 2; s++) {
        const cq_plug_side *side = &plan->sides[s];

        for (size_t i = 0; i < side->steps.count; i++) {
            hash = cq_hash_u64(hash, side->steps.at[i].v);
            hash = cq_hash_u64(hash, side->steps.at[i].last);
            hash = cq_hash_u64(hash, side->steps.at[i].fold);
            hash = cq_hash_u64(hash, side->steps.at[i].to);
        }
        for (size_t i = 0; i < side->targets.count; i++)
            hash = cq_hash_u64(hash, side->targets.at[i]);
    }
    return hash;
}

/* ---- out ---- */

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
    status = cq_plug_cursor_start(&c);
    while (status == CQ_OK && cq_plug_cursor_has(&c)) {
        status = put_block(plugs, layer->limbs, cq_plug_cursor_pattern(&c),
                           cq_plug_cursor_block(&c), file);
        if (status == CQ_OK)
            status = cq_plug_cursor_next(&c);
    }
    cq_plug_cursor_free(&c);
    return status;
}

enum { CHUNK_WORDS = 8 };

static cq_status put_chunks(const cq_plug_layer *layer, const char *path,
                            cq_checkpoint_file *file)
{
    const uint64_t sizes[] = {cq_scratch_size(layer->file), layer->chunks.count};

    cq_try(cq_checkpoint_put(file, path, strlen(path)));
    cq_try(put_words(file, sizes, 2));
    for (size_t i = 0; i < layer->chunks.count; i++) {
        const cq_plug_chunk *c = &layer->chunks.at[i];
        const uint64_t words[CHUNK_WORDS] = {
            c->first.low,  c->first.high, c->record.at, c->record.size,
            c->record.sum, c->numbers,    c->ranks,     c->blocks};

        cq_try(put_words(file, words, CHUNK_WORDS));
    }
    return CQ_OK;
}

/* ---- the shares of other ranks ---- */

static void say_count(void *user, cq_parcel *out)
{
    cq_parcel_put(out, ((const uint64_t *)user)[0], 8);
}

static cq_status hear_count(void *user, unsigned from, cq_parcel *in)
{
    uint64_t theirs = cq_parcel_get(in, 8);

    if (from)
        *(uint64_t *)user += theirs;
    return CQ_OK;
}

/* The blocks of all ranks; only rank 0 needs to know. */
static cq_status add_counts(const cq_plugs *plugs, uint64_t *count)
{
    static const cq_meeting meeting = {.say = say_count, .hear = hear_count};

    return plugs->spread ? cq_spread_meet(plugs->spread, &meeting, count) : CQ_OK;
}

/* Blocks that come, unpacked and into the file. */
typedef struct receiving {
    const cq_plugs *plugs;
    const cq_plug_layer *layer;
    cq_checkpoint_file *file;
} receiving;

static cq_status put_unpacked(const receiving *r, const uint8_t *bytes,
                              const cq_plug_chunk *chunk, cq_pattern *patterns,
                              cq_plug_block *blocks, uint64_t *words)
{
    const cq_plug_layer *layer = r->layer;
    cq_status status = CQ_OK;

    if (!cq_plug_chunk_unpack(&r->plugs->matings, layer->slots, layer->limbs, bytes,
                              chunk, patterns, blocks, words))
        return cq_fail(r->plugs->ctx, CQ_DEFECT, "a rank sent what cannot be read");
    for (size_t i = 0; i < chunk->blocks && status == CQ_OK; i++)
        status = put_block(r->plugs, layer->limbs, patterns[i], &blocks[i], r->file);
    return status;
}

static cq_status receive_chunk(void *user, unsigned from, cq_parcel *packet)
{
    const receiving *r = user;
    cq_context *ctx = r->plugs->ctx;
    const uint8_t *bytes;
    cq_plug_chunk chunk;
    bool right = cq_plug_chunk_get(packet, &chunk, &bytes);
    uint8_t *copy = cq_alloc(ctx, (size_t)chunk.record.size + CQ_PACK_SLACK, 1);
    cq_pattern *patterns = cq_alloc(ctx, chunk.blocks, sizeof *patterns);
    cq_plug_block *blocks = cq_alloc(ctx, chunk.blocks, sizeof *blocks);
    uint64_t *words = cq_alloc(
        ctx, cq_size(cq_plug_chunk_words(&chunk, r->layer->limbs)), sizeof *words);
    cq_status status = CQ_MEMORY;

    (void)from;
    if (right && copy && patterns && blocks && words) {
        memcpy(copy, bytes, (size_t)chunk.record.size);
        status = put_unpacked(r, copy, &chunk, patterns, blocks, words);
    }
    cq_free_each(copy, patterns, blocks, words);
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

    cq_try(add_counts(plugs, &count));
    if (!layer->ctx)
        return CQ_OK;
    cq_try(cq_plug_share_spill(plugs, &spill));
    cq_spread_begin(plugs->spread, true, NULL, NULL);
    cq_plug_part_init(&part, plugs->ctx, layer->limbs, 0, &spill);
    cq_plug_cursor_init(&c, layer, &plugs->matings);
    status = cq_plug_cursor_start(&c);
    while (status == CQ_OK && cq_plug_cursor_has(&c)) {
        status = cq_plug_cursor_copy(&c, &part);
        if (status == CQ_OK)
            status = cq_plug_cursor_next(&c);
    }
    if (status == CQ_OK)
        status = cq_plug_part_end(&part);
    if (status == CQ_OK)
        status = cq_spread_finish(plugs->spread);
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
    cq_try(add_counts(plugs, &count));
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
    const uint64_t head[] = {mark,        digest(&plugs->plan), at->side,
                             at->step,    plugs->layers,        plugs->states,
                             plugs->peak, number_words};

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

/* ---- after a failure ---- */

typedef struct comparing {
    uint64_t place[3]; /* side, step, states */
    uint32_t same;
} comparing;

static void say_place(void *user, cq_parcel *out)
{
    const comparing *c = user;

    for (int i = 0; i < 3; i++)
        cq_parcel_put(out, c->place[i], 8);
}

static cq_status hear_place(void *user, unsigned from, cq_parcel *in)
{
    comparing *c = user;

    (void)from;
    for (int i = 0; i < 3; i++)
        c->same &= cq_parcel_get(in, 8) == c->place[i];
    return CQ_OK;
}

static void tell_same(void *user, cq_parcel *out)
{
    cq_parcel_put(out, ((const comparing *)user)->same, 4);
}

static void learn_same(void *user, cq_parcel *in)
{
    ((comparing *)user)->same = (uint32_t)cq_parcel_get(in, 4);
}

cq_status cq_plug_compare(cq_plugs *plugs, bool *same)
{
    static const cq_meeting meeting = {say_place, hear_place, tell_same, learn_same};
    const cq_plug_state *at = &plugs->at;
    comparing c = {.place = {at->side, at->step, at->layer.ctx ? at->layer.states : 0},
                   .same = at->layer.ctx != NULL};
    cq_status status = CQ_OK;

    if (plugs->spread)
        status = cq_spread_meet(plugs->spread, &meeting, &c);
    *same = status == CQ_OK && c.same;
    return status;
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

/* ---- in ---- */

static cq_status refuse(const cq_plugs *plugs)
{
    return cq_fail(plugs->ctx, CQ_INPUT,
                   "the checkpoint %s belongs to a different sweep",
                   plugs->run->checkpoint->read);
}

static cq_status get_words(cq_checkpoint_file *file, uint64_t *words, size_t count)
{
    return cq_checkpoint_get(file, words, count * sizeof *words);
}

static bool may_be_pattern(cq_pattern pattern, unsigned slots)
{
    unsigned ends = cq_pattern_ends(pattern);

    return ends % 2 == 0 && ends <= slots && ends <= CQ_MATING_MOST &&
           cq_pattern_is_sound(pattern, slots);
}

/* Adds the numbers of a block to the sum; false where one has a rank that is none. */
static bool add_numbers(const cq_matings *matings, const cq_plug_block *block,
                        unsigned ends, unsigned limbs, mpz_t sum)
{
    size_t numbers =
        block->entries ? block->entries : cq_mating_words(matings, ends, 1);
    mpz_t number;
    bool right = true;

    mpz_init(number);
    for (size_t i = 0; i < numbers && right; i++) {
        right = !block->entries ||
                cq_plug_block_rank(block, ends, limbs, i) < matings->counts[ends];
        cq_limbs_read(number, block->words + i * limbs, limbs);
        mpz_add(sum, sum, number);
    }
    mpz_clear(number);
    return right;
}

static cq_status get_block(const cq_plugs *plugs, cq_checkpoint_file *file,
                           unsigned slots, cq_plug_part *part)
{
    uint64_t head[3], *words;
    cq_pattern pattern;
    unsigned ends;
    size_t count;

    cq_try(get_words(file, head, 3));
    pattern = (cq_pattern){head[0], head[1]};
    ends = cq_pattern_ends(pattern);
    if (!may_be_pattern(pattern, slots) || head[2] > plugs->matings.counts[ends] ||
        head[2] > UINT32_MAX || (head[2] == 0 && ends > CQ_FULL_MOST) ||
        (part->patterns.count &&
         !cq_wide_below(part->patterns.at[part->patterns.count - 1], pattern)))
        return refuse(plugs);
    count = cq_plug_block_words(&plugs->matings, ends, part->limbs, (uint32_t)head[2]);
    words = cq_plug_part_reserve(part, count);
    if (!words)
        return CQ_MEMORY;
    cq_try(get_words(file, words, count));
    if (!add_numbers(&plugs->matings, &(cq_plug_block){words, (uint32_t)head[2]}, ends,
                     part->limbs, part->total))
        cq_try(refuse(plugs));
    return cq_plug_part_commit(part, pattern, words, count, (uint32_t)head[2], 0);
}

static cq_status get_blocks(cq_plugs *plugs, cq_checkpoint_file *file,
                            const uint64_t *head, cq_plug_layer *out)
{
    unsigned limbs = (unsigned)head[2];
    cq_plug_spill spill = {0};
    cq_status status = cq_plugs_spill(plugs, &spill);
    cq_plug_part part;

    cq_plug_part_init(&part, plugs->ctx, limbs, plugs->budget, &spill);
    for (uint64_t i = 0; i < head[0] && status == CQ_OK; i++)
        status = get_block(plugs, file, (unsigned)head[1], &part);
    if (status == CQ_OK)
        status = cq_plug_layer_of_parts(plugs->ctx, limbs, &part, 1, out);
    cq_plug_part_free(&part);
    cq_plugs_spilled(plugs, &spill);
    return status;
}

/* A chunk within the file, behind the one before. */
static bool may_be_chunk(const cq_plug_layer *layer, const cq_plug_chunk *chunk,
                         uint64_t size)
{
    size_t before = layer->chunks.count;

    return chunk->blocks && chunk->record.size <= size &&
           chunk->record.at <= size - chunk->record.size &&
           chunk->blocks <= chunk->record.size && chunk->numbers <= UINT64_MAX / 1024 &&
           chunk->ranks <= UINT64_MAX / 1024 &&
           (before == 0 ||
            cq_wide_below(layer->chunks.at[before - 1].first, chunk->first));
}

static cq_status get_chunk(const cq_plugs *plugs, cq_checkpoint_file *file,
                           uint64_t size, cq_plug_layer *out)
{
    uint64_t w[CHUNK_WORDS];
    cq_plug_chunk chunk;

    cq_try(get_words(file, w, CHUNK_WORDS));
    chunk = (cq_plug_chunk){.first = {w[0], w[1]},
                            .record = {w[2], w[3], w[4]},
                            .numbers = w[5],
                            .ranks = w[6],
                            .blocks = (uint32_t)w[7]};
    if (w[7] > UINT32_MAX || !may_be_chunk(out, &chunk, size))
        return refuse(plugs);
    out->count += chunk.blocks;
    out->words += cq_plug_chunk_words(&chunk, out->limbs);
    return cq_vec_push(plugs->ctx, &out->chunks, chunk);
}

enum { PATH_MOST = 4096 };

/* The file, and where it has what. */
static cq_status get_file(cq_plugs *plugs, cq_checkpoint_file *file,
                          const uint64_t *head, cq_plug_layer *out)
{
    char path[PATH_MOST];
    uint64_t sizes[2];

    if (head[5] >= PATH_MOST)
        return refuse(plugs);
    cq_try(cq_checkpoint_get(file, path, (size_t)head[5]));
    path[head[5]] = '\0';
    if (path[0] != '/' || strlen(path) != head[5])
        cq_try(refuse(plugs));
    cq_try(get_words(file, sizes, 2));
    cq_try(cq_scratch_open(plugs->ctx, path, &plugs->use, &out->file));
    if (cq_scratch_size(out->file) != sizes[0])
        return cq_fail(plugs->ctx, CQ_INPUT,
                       "%s is not the file that the checkpoint %s was written with",
                       path, plugs->run->checkpoint->read);
    for (uint64_t i = 0; i < sizes[1]; i++)
        cq_try(get_chunk(plugs, file, sizes[0], out));
    return out->count == head[0] ? CQ_OK : refuse(plugs);
}

static cq_status get_chunks(cq_plugs *plugs, cq_checkpoint_file *file,
                            const uint64_t *head, cq_plug_layer *out)
{
    cq_plug_layer layer = {.ctx = plugs->ctx, .limbs = (unsigned)head[2]};
    cq_status status = get_file(plugs, file, head, &layer);

    if (status == CQ_OK)
        *out = layer;
    else
        cq_plug_layer_free(&layer);
    return status;
}

/* More limbs than all subsets of the edges need, and some for the choices of a step. */
static bool is_too_long(const cq_plugs *plugs, uint64_t limbs)
{
    size_t edges = plugs->net.starts[plugs->net.vertices] / 2;

    return limbs > edges / 64 + 3;
}

/* A layer that comes before a step of a side. */
static cq_status get_layer(cq_plugs *plugs, cq_checkpoint_file *file,
                           const cq_plug_side *side, size_t step, cq_plug_layer *out)
{
    cq_plug_layer planned = {0};
    uint32_t vertex[CQ_SLOTS_MOST];
    uint64_t head[6];

    cq_try(get_words(file, head, 6));
    if (head[2] == 0 || is_too_long(plugs, head[2]) ||
        !cq_plug_slots_at(side, step, &planned) || head[1] != planned.slots)
        return refuse(plugs);
    cq_try(cq_checkpoint_get(file, vertex, planned.slots * sizeof *vertex));
    if (memcmp(vertex, planned.vertex, planned.slots * sizeof *vertex) != 0)
        cq_try(refuse(plugs));
    cq_try(head[5] ? get_chunks(plugs, file, head, out)
                   : get_blocks(plugs, file, head, out));
    out->slots = planned.slots;
    memcpy(out->vertex, vertex, out->slots * sizeof *vertex);
    out->states = head[3];
    /* The saved sum may be that of states which were folded since. */
    if (head[4] < out->total_bits || head[4] > 64 * head[2])
        return refuse(plugs);
    out->total_bits = (size_t)head[4];
    return CQ_OK;
}

/* The place of a layer that is not there. */
static cq_status get_nothing(const cq_plugs *plugs, cq_checkpoint_file *file)
{
    uint64_t head[6];

    cq_try(get_words(file, head, 6));
    return head[2] || head[5] ? refuse(plugs) : CQ_OK;
}

/* The layer to be joined with: the last of the first side, or one that was kept. */
static cq_status get_other(cq_plugs *plugs, cq_checkpoint_file *file)
{
    const cq_plug_plan *plan = &plugs->plan;
    cq_plug_state *at = &plugs->at;

    if (at->side == 1)
        return get_layer(plugs, file, &plan->sides[0], plan->sides[0].steps.count,
                         &at->other);
    if (plan->split == CQ_SPLIT_MIRROR && at->step > plan->kept)
        return get_layer(plugs, file, &plan->sides[0], plan->kept, &at->other);
    return get_nothing(plugs, file);
}

typedef struct loading {
    cq_plugs *plugs;
    bool done;
    mpz_ptr number;
} loading;

/* No longer than all subsets of the edges need. */
static cq_status get_number(const loading *l, uint64_t count, cq_checkpoint_file *file)
{
    uint64_t *words;
    cq_status status;

    if (is_too_long(l->plugs, count))
        return refuse(l->plugs);
    words = cq_alloc(l->plugs->ctx, (size_t)count, sizeof *words);
    status = words ? get_words(file, words, (size_t)count) : CQ_MEMORY;
    if (status == CQ_OK)
        mpz_import(l->number, (size_t)count, -1, sizeof *words, 0, 0, words);
    cq_free(words);
    return status;
}

static cq_status get_state(void *state, cq_checkpoint_file *file)
{
    loading *l = state;
    cq_plugs *plugs = l->plugs;
    cq_plug_state *at = &plugs->at;
    uint64_t head[8];

    cq_try(get_words(file, head, 8));
    if (head[0] != mark || head[1] != digest(&plugs->plan) ||
        head[2] > (plugs->plan.split == CQ_SPLIT_TWO ? 1 : 0) ||
        head[3] > plugs->plan.sides[head[2]].steps.count)
        return refuse(plugs);
    at->side = (uint32_t)head[2];
    at->step = head[3];
    plugs->layers = head[4];
    plugs->states = head[5];
    plugs->peak = head[6];
    l->done = head[7] > 0;
    if (l->done)
        return get_number(l, head[7], file);
    cq_try(get_layer(plugs, file, &plugs->plan.sides[at->side], (size_t)at->step,
                     &at->layer));
    return get_other(plugs, file);
}

/* What was done before counts for the share that is. */
static void set_done(cq_plugs *plugs)
{
    for (unsigned s = 0; s <= plugs->at.side; s++) {
        const cq_plug_side *side = &plugs->plan.sides[s];
        size_t count = s == plugs->at.side ? (size_t)plugs->at.step : side->steps.count;

        for (size_t i = 0; i < count; i++)
            plugs->done += side->weights[i];
    }
}

/* What rank 0 has read, for all. */
typedef struct sharing {
    loading *l;
    cq_plug_layer *layers[2];
} sharing;

enum { LAYER_WORDS = 4 };

static void tell_state(void *user, cq_parcel *out)
{
    const sharing *x = user;
    const cq_plugs *plugs = x->l->plugs;

    cq_parcel_put(out, x->l->done, 1);
    cq_parcel_put(out, plugs->at.side, 4);
    cq_parcel_put(out, plugs->at.step, 8);
    for (int i = 0; i < 2; i++) {
        const cq_plug_layer *layer = x->layers[i];
        const uint64_t words[LAYER_WORDS] = {layer->ctx != NULL, layer->limbs,
                                             layer->states, layer->total_bits};

        for (int k = 0; k < LAYER_WORDS; k++)
            cq_parcel_put(out, words[k], 8);
    }
}

static void learn_state(void *user, cq_parcel *in)
{
    sharing *x = user;
    cq_plugs *plugs = x->l->plugs;

    x->l->done = cq_parcel_get(in, 1);
    plugs->at.side = (uint32_t)cq_parcel_get(in, 4);
    plugs->at.step = cq_parcel_get(in, 8);
    for (int i = 0; i < 2; i++) {
        cq_plug_layer *layer = x->layers[i];
        uint64_t words[LAYER_WORDS];

        for (int k = 0; k < LAYER_WORDS; k++)
            words[k] = cq_parcel_get(in, 8);
        if (layer->ctx)
            continue; /* rank 0 has it */
        layer->ctx = words[0] ? plugs->ctx : NULL;
        layer->limbs = (unsigned)words[1];
        layer->states = words[2];
        layer->total_bits = (size_t)words[3];
    }
}

/* A layer that rank 0 has, in shares. Slots follow from the plan. */
static cq_status share_layer(cq_plugs *plugs, const cq_plug_side *side, size_t step,
                             cq_plug_layer *layer)
{
    cq_plug_layer shared = {0};

    if (!layer->ctx)
        return CQ_OK;
    if (!cq_plug_slots_at(side, step, layer))
        return CQ_DEFECT;
    cq_try(cq_plug_share(plugs, layer, NULL, &shared));
    cq_plug_layer_free(layer);
    *layer = shared;
    return CQ_OK;
}

static cq_status share_state(loading *l)
{
    static const cq_meeting meeting = {.conclude = tell_state, .learn = learn_state};
    cq_plugs *plugs = l->plugs;
    const cq_plug_plan *plan = &plugs->plan;
    cq_plug_state *at = &plugs->at;
    sharing x = {.l = l, .layers = {&at->layer, &at->other}};

    cq_try(cq_spread_meet(plugs->spread, &meeting, &x));
    cq_try(share_layer(plugs, &plan->sides[at->side], (size_t)at->step, &at->layer));
    return share_layer(plugs, &plan->sides[0],
                       at->side == 1 ? plan->sides[0].steps.count : plan->kept,
                       &at->other);
}

static cq_status load_first(loading *l)
{
    cq_plugs *plugs = l->plugs;
    bool resumed;

    cq_try(cq_checkpoint_read(plugs->run, get_state, l));
    resumed = plugs->at.layer.ctx != NULL;
    if (resumed)
        cq_try(cq_plugs_need(plugs, true));
    if (resumed || l->done)
        cq_plugs_clear(plugs);
    return CQ_OK;
}

cq_status cq_plug_load(cq_plugs *plugs, bool *resumed, bool *done, mpz_t number)
{
    loading l = {.plugs = plugs, .number = number};
    cq_status status = CQ_OK;

    if (cq_spread_rank(plugs->spread) == 0)
        status = load_first(&l);
    if (status == CQ_OK && plugs->spread)
        status = share_state(&l);
    *done = l.done;
    *resumed = plugs->at.layer.ctx != NULL;
    if (status == CQ_OK && *resumed)
        set_done(plugs);
    return status;
}
