/* plug_save.c - the layers of a sweep in a checkpoint.
 *
 * What a checkpoint holds, in words of 64 bits in the byte order of the machine:
 *
 *     a mark (to know the byte order), the digest of the plan's steps
 *     side, step, layers and states so far, the most states at once
 *     two layers, the second perhaps empty:
 *         blocks, slots, limbs, states, bits of the total, the vertices of the slots
 *         for each block: pattern (two words), entries, the block's words
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
 *
 * What the numbers are is believed.
 */
#include "base/hash.h"
#include "engine/checkpoint.h"
#include "engine/plugs/plugs.h"

#include <string.h>

static const uint64_t mark = UINT64_C(0x0102030405060708);

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

/* How many words a block has. */
static size_t words_of(const cq_matings *matings, unsigned ends, unsigned limbs,
                       uint32_t entries)
{
    size_t numbers = entries ? entries : cq_mating_words(matings, ends, 1);
    size_t ranks = ends <= CQ_SHORT_RANKS ? (numbers + 1) / 2 : numbers;

    return numbers * limbs + (entries ? ranks : 0);
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
        words += words_of(&plugs->matings, cq_pattern_ends(layer->patterns[i]),
                          layer->limbs, layer->blocks[i].entries);
    cq_hold(words == layer->words);
    return true;
}

static cq_status put_layer(const cq_plugs *plugs, const cq_plug_layer *layer,
                           cq_checkpoint_file *file)
{
    const uint64_t head[] = {layer->count, layer->slots, layer->limbs, layer->states,
                             layer->total_bits};
    cq_status status = put_words(file, head, sizeof head / sizeof *head);

    cq_assert(words_check(plugs, layer));
    if (status == CQ_OK)
        status = cq_checkpoint_put(file, layer->vertex,
                                   layer->slots * sizeof *layer->vertex);
    for (size_t i = 0; i < layer->count && status == CQ_OK; i++) {
        const cq_plug_block *block = &layer->blocks[i];
        cq_pattern pattern = layer->patterns[i];
        const uint64_t block_head[] = {pattern.low, pattern.high, block->entries};

        status = put_words(file, block_head, 3);
        if (status == CQ_OK)
            status = put_words(file, block->words,
                               words_of(&plugs->matings, cq_pattern_ends(pattern),
                                        layer->limbs, block->entries));
    }
    return status;
}

static cq_status put_state(void *state, cq_checkpoint_file *file)
{
    const cq_plugs *plugs = state;
    const cq_plug_state *at = &plugs->at;
    const uint64_t head[] = {mark,          digest(&plugs->plan), at->side,   at->step,
                             plugs->layers, plugs->states,        plugs->peak};

    cq_try(put_words(file, head, sizeof head / sizeof *head));
    cq_try(put_layer(plugs, &at->layer, file));
    return put_layer(plugs, &at->other, file);
}

cq_status cq_plug_save(cq_plugs *plugs)
{
    return cq_checkpoint_write(plugs->run, put_state, plugs);
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
    count = words_of(&plugs->matings, ends, part->limbs, (uint32_t)head[2]);
    words = cq_plug_part_reserve(part, count);
    if (!words)
        return CQ_MEMORY;
    cq_try(get_words(file, words, count));
    if (!add_numbers(&plugs->matings, &(cq_plug_block){words, (uint32_t)head[2]}, ends,
                     part->limbs, part->total))
        cq_try(refuse(plugs));
    return cq_plug_part_commit(part, pattern, words, count, (uint32_t)head[2], 0);
}

static cq_status get_blocks(const cq_plugs *plugs, cq_checkpoint_file *file,
                            const uint64_t *head, cq_plug_layer *out)
{
    unsigned limbs = (unsigned)head[2];
    cq_status status = CQ_OK;
    cq_plug_part part;

    cq_plug_part_init(&part, plugs->ctx, limbs, plugs->budget);
    for (uint64_t i = 0; i < head[0] && status == CQ_OK; i++)
        status = get_block(plugs, file, (unsigned)head[1], &part);
    if (status == CQ_OK)
        status = cq_plug_layer_of_parts(plugs->ctx, limbs, &part, 1, out);
    cq_plug_part_free(&part);
    return status;
}

/* More limbs than all subsets of the edges need, and some for the choices of a step. */
static bool is_too_long(const cq_plugs *plugs, uint64_t limbs)
{
    size_t edges = plugs->net.starts[plugs->net.vertices] / 2;

    return limbs > edges / 64 + 3;
}

/* A layer that comes before a step of a side. */
static cq_status get_layer(const cq_plugs *plugs, cq_checkpoint_file *file,
                           const cq_plug_side *side, size_t step, cq_plug_layer *out)
{
    cq_plug_layer planned = {0};
    uint32_t vertex[CQ_SLOTS_MOST];
    uint64_t head[5];

    cq_try(get_words(file, head, 5));
    if (head[2] == 0 || is_too_long(plugs, head[2]) ||
        !cq_plug_slots_at(side, step, &planned) || head[1] != planned.slots)
        return refuse(plugs);
    cq_try(cq_checkpoint_get(file, vertex, planned.slots * sizeof *vertex));
    if (memcmp(vertex, planned.vertex, planned.slots * sizeof *vertex) != 0)
        cq_try(refuse(plugs));
    cq_try(get_blocks(plugs, file, head, out));
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
    uint64_t head[5];

    cq_try(get_words(file, head, 5));
    return head[2] ? refuse(plugs) : CQ_OK;
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

static cq_status get_state(void *state, cq_checkpoint_file *file)
{
    cq_plugs *plugs = state;
    cq_plug_state *at = &plugs->at;
    uint64_t head[7];

    cq_try(get_words(file, head, 7));
    if (head[0] != mark || head[1] != digest(&plugs->plan) ||
        head[2] > (plugs->plan.split == CQ_SPLIT_TWO ? 1 : 0) ||
        head[3] > plugs->plan.sides[head[2]].steps.count)
        return refuse(plugs);
    at->side = (uint32_t)head[2];
    at->step = head[3];
    plugs->layers = head[4];
    plugs->states = head[5];
    plugs->peak = head[6];
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

cq_status cq_plug_load(cq_plugs *plugs, bool *resumed)
{
    cq_status status = cq_checkpoint_read(plugs->run, get_state, plugs);

    *resumed = plugs->at.layer.patterns != NULL;
    if (status == CQ_OK && *resumed)
        set_done(plugs);
    return status;
}
