/* plug_load.c - a sweep resumed from its checkpoint, whose form plug_save.c describes.
 *
 * A checkpoint of another plan, or with an impossible layer, is refused: the checksum
 * shows that the file is intact, but not who wrote it. So everything that the sweep
 * relies on is checked:
 *
 *     place      a step of the plan, and just the layers that there are before it
 *     slots      those of the plan, gone through step by step
 *     patterns   ascending, within the slots, an even number of ends, none of which is
 *                done
 *     ranks      below the matings of the ends
 *     numbers    as long as their sum needs at least, and no longer than all subsets of
 *                the edges need at most
 *     files      that they are there, and as long as they were; what is in them is
 *                looked at as it is read (plug_chunk.c)
 *
 * The numbers themselves are trusted.
 *
 * With several ranks a checkpoint is read by rank 0 and then shared, so that it can be
 * resumed with any number of ranks. */
#include "engine/checkpoint.h"
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_share.h"

#include <string.h>

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

/* Adds the numbers of a block to the sum; false if one has a rank that is none. */
static bool add_numbers(const cq_matings *matings, const cq_plug_block *block,
                        unsigned ends, unsigned limbs, mpz_t sum)
{
    size_t numbers = cq_plug_block_numbers(block, matings, ends);
    mpz_t number;
    bool right = true;

    mpz_init(number);
    for (size_t i = 0; i < numbers && right; i++) {
        right = cq_plug_block_rank(block, ends, limbs, i) < matings->counts[ends];
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
    cq_try_memory(words);
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
    cq_then(status, cq_plug_layer_of_parts(plugs->ctx, limbs, &part, 1, out));
    cq_plug_part_free(&part);
    cq_plugs_spilled(plugs, &spill);
    return status;
}

/* A chunk within the file, after the one before. */
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
    uint64_t w[CQ_PLUG_CHUNK_WORDS];
    cq_plug_chunk chunk;

    cq_try(get_words(file, w, CQ_PLUG_CHUNK_WORDS));
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
                       "%s is not the file that belongs to the checkpoint %s", path,
                       plugs->run->checkpoint->read);
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
    cq_plug_layer_set_slots(out, vertex, planned.slots);
    cq_assert(out->limbs == head[2]);
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
    if (head[0] != CQ_PLUG_MARK || head[1] != cq_plug_plan_digest(&plugs->plan) ||
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
        cq_assert(count <= side->steps.count);
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
    cq_try(cq_plug_share(plugs, layer, &shared));
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
