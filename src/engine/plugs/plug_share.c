/* plug_share.c - a layer that is spread over several ranks.
 *
 * Each rank has the blocks of a range of patterns, rank 0 those of the first range. A
 * layer is made in three rounds (plug_step.c):
 *
 *     borders     all ranks say what some of their patterns become, and how many words
 *                 each stands for; rank 0 cuts that into ranges of equal weight
 *     exchange    what a rank makes for the range of another rank is sent there in
 *                 chunks, packed as on disk, as soon as a chunk is full
 *     merge       what comes from each rank is a run, and the runs are merged with what
 *                 the rank makes for its own range
 *
 * So a rank holds its share of the old layer and of the new one, and what others sent
 * it, packed. If there are few patterns, no samples are taken: all of them belong to
 * rank 0, and small layers cost only the messages that say so.
 *
 * Received chunks stay in memory while there is room, and then go to disk, as layers
 * do.
 */
#include "engine/plugs/plug_share.h"

#include <stdlib.h>
#include <string.h>

/* ---- samples and borders ---- */

uint64_t cq_plug_layer_weight(const cq_plug_layer *layer, const cq_matings *matings,
                              size_t mark)
{
    cq_assert(mark < cq_plug_layer_marks(layer));
    if (cq_plug_layer_is_on_disk(layer))
        return cq_plug_chunk_words(&layer->chunks.at[mark], layer->limbs);
    return cq_plug_block_words(matings, cq_pattern_ends(layer->patterns[mark]),
                               layer->limbs, layer->blocks[mark].entries);
}

void cq_plug_samples_sort(cq_plug_samples *samples)
{
    if (samples->count)
        qsort(samples->at, samples->count, sizeof *samples->at, cq_patterns_compare);
}

void cq_plug_put_pattern(cq_parcel *out, cq_pattern pattern)
{
    cq_parcel_put(out, pattern.low, 8);
    cq_parcel_put(out, pattern.high, 8);
}

cq_pattern cq_plug_get_pattern(cq_parcel *in)
{
    cq_pattern pattern = {.low = cq_parcel_get(in, 8)};

    pattern.high = cq_parcel_get(in, 8);
    return pattern;
}

/* What is said about borders: samples to choose them by, or the first pattern of a
 * layer. */
typedef struct bordering {
    cq_plugs *plugs;
    unsigned ranks;
    const cq_plug_samples *mine;
    cq_plug_samples all; /* rank 0 */
    const cq_plug_layer *layer;
    cq_pattern *borders;
} bordering;

static void say_samples(void *user, cq_parcel *out)
{
    const bordering *b = user;

    for (size_t i = 0; i < b->mine->count; i++) {
        cq_plug_put_pattern(out, b->mine->at[i].pattern);
        cq_parcel_put(out, b->mine->at[i].weight, 8);
    }
}

static cq_status hear_samples(void *user, unsigned from, cq_parcel *in)
{
    bordering *b = user;

    (void)from;
    while (in->status == CQ_OK && in->at < in->bytes.count) {
        cq_plug_sample one = {.pattern = cq_plug_get_pattern(in)};

        one.weight = cq_parcel_get(in, 8);
        cq_try(cq_vec_push(b->plugs->ctx, &b->all, one));
    }
    return CQ_OK;
}

/* Where each rank's part of the weight begins. */
static void choose_borders(bordering *b)
{
    double sum = 0, passed = 0;
    unsigned rank = 1;

    cq_plug_samples_sort(&b->all);
    for (size_t i = 0; i < b->all.count; i++)
        sum += (double)b->all.at[i].weight;
    for (size_t i = 0; i < b->all.count && rank < b->ranks; i++) {
        while (rank < b->ranks && passed >= sum * rank / b->ranks)
            b->borders[rank++] = b->all.at[i].pattern;
        passed += (double)b->all.at[i].weight;
    }
    for (; rank <= b->ranks; rank++)
        b->borders[rank] = cq_wide_ones(128);
    b->borders[0] = cq_wide_of(0);
}

static void tell_borders(void *user, cq_parcel *out)
{
    bordering *b = user;

    choose_borders(b);
    for (size_t i = 0; i <= b->ranks; i++)
        cq_plug_put_pattern(out, b->borders[i]);
}

static void learn_borders(void *user, cq_parcel *in)
{
    bordering *b = user;

    for (size_t i = 0; i <= b->ranks; i++)
        b->borders[i] = cq_plug_get_pattern(in);
}

cq_status cq_plug_borders(cq_plugs *plugs, const cq_plug_samples *samples,
                          cq_pattern *borders)
{
    static const cq_meeting meeting = {say_samples, hear_samples, tell_borders,
                                       learn_borders};
    bordering b = {.plugs = plugs,
                   .ranks = cq_spread_count(plugs->spread),
                   .mine = samples,
                   .borders = borders};
    cq_status status = cq_spread_meet(plugs->spread, &meeting, &b);

    cq_vec_free(&b.all);
    cq_assert(status != CQ_OK || cq_plug_borders_check(borders, b.ranks));
    return status;
}

/* ---- the borders of a layer ---- */

static void say_first(void *user, cq_parcel *out)
{
    const bordering *b = user;

    cq_plug_put_pattern(out, cq_plug_layer_marks(b->layer)
                                 ? cq_plug_layer_mark(b->layer, 0)
                                 : cq_wide_ones(128));
}

/* A rank without blocks begins where the next one does. */
static void learn_firsts(void *user, cq_parcel *in)
{
    bordering *b = user;

    for (unsigned r = 0; r < b->ranks; r++)
        b->borders[r] = cq_plug_get_pattern(in);
    b->borders[b->ranks] = cq_wide_ones(128);
    for (unsigned r = b->ranks; r-- > 0;)
        if (cq_wide_is(b->borders[r], cq_wide_ones(128)))
            b->borders[r] = b->borders[r + 1];
    b->borders[0] = cq_wide_of(0);
}

cq_status cq_plug_layer_borders(cq_plugs *plugs, const cq_plug_layer *layer,
                                cq_pattern *borders)
{
    bordering b = {
        .ranks = cq_spread_count(plugs->spread), .layer = layer, .borders = borders};
    cq_status status = cq_spread_collect(plugs->spread, say_first, learn_firsts, &b);

    cq_assert(status != CQ_OK || cq_plug_borders_check(borders, b.ranks));
    return status;
}

/* ---- what goes to others, and what comes from them ---- */

static cq_status send_chunk(void *user, unsigned to, const cq_plug_chunk *chunk,
                            const uint8_t *bytes, size_t size)
{
    cq_plugs *plugs = user;
    cq_parcel p = {0};
    cq_status status;

    cq_assert(to != cq_spread_rank(plugs->spread) && chunk->blocks > 0);
    cq_spread_pack(plugs->spread, &p);
    cq_plug_put_pattern(&p, chunk->first);
    cq_parcel_put(&p, chunk->numbers, 8);
    cq_parcel_put(&p, chunk->ranks, 8);
    cq_parcel_put(&p, chunk->blocks, 4);
    cq_parcel_put_bytes(&p, bytes, size);
    status = cq_spread_send(plugs->spread, to, &p);
    cq_parcel_free(&p);
    return status;
}

/* Cursors over what comes from each rank take a chunk of memory each. */
enum { CURSORS = 32 };

cq_status cq_plug_share_spill(cq_plugs *plugs, cq_plug_spill *out)
{
    unsigned count = cq_spread_count(plugs->spread);

    cq_try(cq_plug_spill_init(out, plugs->ctx, &plugs->matings));
    out->chunk = count > CURSORS ? plugs->chunk * CURSORS / count + 1 : plugs->chunk;
    out->send = send_chunk;
    out->user = plugs;
    atomic_store(&out->on, true);
    return CQ_OK;
}

/* A chunk that was sent so; its bytes are borrowed. False: it is none. */
static bool get_chunk(cq_parcel *packet, cq_plug_chunk *out, const uint8_t **bytes)
{
    *out = (cq_plug_chunk){.first = cq_plug_get_pattern(packet)};
    out->numbers = cq_parcel_get(packet, 8);
    out->ranks = cq_parcel_get(packet, 8);
    out->blocks = (uint32_t)cq_parcel_get(packet, 4);
    out->record.size = packet->bytes.count - packet->at;
    *bytes = cq_parcel_get_bytes(packet, (size_t)out->record.size);
    return *bytes && out->blocks > 0;
}

cq_status cq_plug_run_add(cq_plug_layer *run, unsigned from, cq_parcel *packet)
{
    const uint8_t *bytes;
    cq_plug_chunk chunk;

    if (!get_chunk(packet, &chunk, &bytes))
        return cq_fail(run->ctx, CQ_DEFECT,
                       "rank %u sent a message that cannot be read", from);
    cq_try(cq_scratch_put(run->file, bytes, (size_t)chunk.record.size, &chunk.record));
    cq_try(cq_vec_push(run->ctx, &run->chunks, chunk));
    run->count += chunk.blocks;
    run->words += cq_plug_chunk_words(&chunk, run->limbs);
    return CQ_OK;
}

/* From each rank a run in memory, and one on disk. */
static cq_plug_layer *run_for(cq_plug_arrivals *a, unsigned from)
{
    const cq_plugs *plugs = a->plugs;
    bool full = cq_context_memory_used(plugs->ctx) > plugs->in_memory;

    return &a->runs[2 * from + full];
}

static cq_status open_run(const cq_plug_arrivals *a, cq_plug_layer *run)
{
    cq_plugs *plugs = a->plugs;

    *run = (cq_plug_layer){.ctx = plugs->ctx, .slots = a->slots, .limbs = a->limbs};
    if ((run - a->runs) % 2)
        return cq_scratch_new(plugs->ctx, plugs->folder, NULL, &plugs->use, &run->file);
    return cq_scratch_in_memory(plugs->ctx, &run->file);
}

static cq_status take_chunk(void *user, unsigned from, cq_parcel *packet)
{
    cq_plug_arrivals *a = user;
    cq_plug_layer *run = run_for(a, from);

    if (!run->ctx)
        cq_try(open_run(a, run));
    return cq_plug_run_add(run, from, packet);
}

cq_status cq_plug_arrivals_begin(cq_plugs *plugs, const cq_plug_layer *like,
                                 cq_plug_arrivals *out)
{
    unsigned count = cq_spread_count(plugs->spread);

    *out =
        (cq_plug_arrivals){.plugs = plugs, .slots = like->slots, .limbs = like->limbs};
    out->runs = cq_zalloc(plugs->ctx, count, 2 * sizeof *out->runs);
    cq_try_memory(out->runs);
    out->count = 2 * (size_t)count;
    cq_spread_begin(plugs->spread, false, take_chunk, out);
    return CQ_OK;
}

/* A run ascends, within the range of this rank. */
static bool run_check(const cq_plug_layer *run, cq_pattern from, cq_pattern to)
{
    for (size_t i = 0; i < run->chunks.count; i++) {
        cq_pattern first = run->chunks.at[i].first;

        cq_hold(!cq_wide_below(first, from) && cq_wide_below(first, to));
        cq_hold(i == 0 || cq_wide_below(run->chunks.at[i - 1].first, first));
        cq_hold(cq_pattern_is_sound(first, run->slots));
    }
    return true;
}

bool cq_plug_arrivals_check(const cq_plug_arrivals *a, cq_pattern from, cq_pattern to)
{
    unsigned me = cq_spread_rank(a->plugs->spread);

    for (size_t i = 0; i < a->count; i++) {
        const cq_plug_layer *run = &a->runs[i];

        cq_hold((run->count > 0) == (run->chunks.count > 0));
        cq_hold(i / 2 != me || run->count == 0); /* nothing is sent to oneself */
        cq_hold(run_check(run, from, to));
    }
    return true;
}

bool cq_plug_borders_check(const cq_pattern *borders, size_t ranges)
{
    cq_hold(cq_wide_is_zero(borders[0]));
    cq_hold(cq_wide_is(borders[ranges], cq_wide_ones(128)));
    for (size_t i = 0; i < ranges; i++)
        cq_hold(!cq_wide_below(borders[i + 1], borders[i]));
    return true;
}

cq_status cq_plug_arrivals_end(cq_plug_arrivals *a)
{
    cq_try(cq_spread_finish(a->plugs->spread));
    /* Threads of the sender have made chunks of different ranges side by side. */
    for (size_t i = 0; i < a->count; i++)
        if (a->runs[i].chunks.count)
            qsort(a->runs[i].chunks.at, a->runs[i].chunks.count,
                  sizeof *a->runs[i].chunks.at, cq_patterns_compare);
    return CQ_OK;
}

void cq_plug_arrivals_free(cq_plug_arrivals *a)
{
    if (a->count)
        cq_spread_end(a->plugs->spread);
    for (size_t i = 0; i < a->count; i++)
        cq_plug_layer_free(&a->runs[i]);
    cq_free(a->runs);
    *a = (cq_plug_arrivals){0};
}

/* ---- sums over all ranks ---- */

cq_status cq_plug_add_up(const cq_plugs *plugs, uint64_t *count)
{
    cq_status status;
    mpz_t sum;

    mpz_init(sum);
    cq_number_set(sum, *count);
    status = cq_spread_add_up(plugs->spread, sum);
    if (status == CQ_OK)
        *count = cq_number_get(sum);
    mpz_clear(sum);
    return status;
}

cq_status cq_plug_totals(cq_plugs *plugs, cq_plug_layer *layer)
{
    cq_status status;
    mpz_t sums[2]; /* of states, and of the largest numbers of as many bits */

    if (!plugs->spread)
        return CQ_OK;
    mpz_inits(sums[0], sums[1], NULL);
    cq_number_set(sums[0], layer->states);
    mpz_setbit(sums[1], layer->total_bits);
    mpz_sub_ui(sums[1], sums[1], 1);
    status = cq_spread_add_up_each(plugs->spread, sums, 2);
    if (status == CQ_OK) {
        cq_assert(cq_number_get(sums[0]) >= layer->states);
        layer->states = cq_number_get(sums[0]);
        layer->total_bits = mpz_sgn(sums[1]) ? mpz_sizeinbase(sums[1], 2) : 0;
    }
    mpz_clears(sums[0], sums[1], NULL);
    return status;
}
