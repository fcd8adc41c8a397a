/* gather.c - sums of blocks: in an array over all ranks, or in a small hash table.
 *
 * If the sources have numbers for a large part of all matings, these are added up in an
 * array with a place for each rank, a whole block at a time through a table. If they
 * have few, as on boards whose paths hardly cross, each entry is changed by itself and
 * looked up in a hash table of the size of the sources. Either way the result is stored
 * in the shorter form.
 */
#include "engine/plugs/gather.h"

#include <stdlib.h>
#include <string.h>

/* An array pays off up to this many places for each entry. */
enum { PLACES_AN_ENTRY = 8, PLACES_ALWAYS = 945 };

void cq_plug_gatherer_init(cq_plug_gatherer *g, cq_context *ctx,
                           const cq_matings *matings)
{
    memset(g, 0, sizeof *g);
    g->ctx = ctx;
    g->matings = matings;
}

void cq_plug_gatherer_free(cq_plug_gatherer *g)
{
    cq_free_each(g->full, g->turn, g->back, g->table, g->ranks, g->counts);
    memset(g, 0, sizeof *g);
}

bool cq_plug_make_room(cq_context *ctx, uint64_t **words, size_t *room, size_t want)
{
    if (*room >= want)
        return true;
    cq_free(*words);
    *room = 0;
    *words = cq_alloc(ctx, want, sizeof **words);
    if (*words)
        *room = want;
    return *words != NULL;
}

static size_t numbers_in(const cq_plug_gatherer *g, const cq_plug_source *source)
{
    return source->block->entries ? source->block->entries
                                  : cq_mating_words(g->matings, source->ends, 1);
}

static uint64_t change_rank(const cq_plug_gatherer *g, const cq_plug_source *source,
                            uint64_t rank)
{
    unsigned ends = source->ends;

    for (unsigned c = 0; c < source->changes && rank != CQ_NO_RANK; c++) {
        rank = cq_mating_change(g->matings, source->change[c], ends, rank);
        ends = cq_change_points(source->change[c], ends);
        cq_assert(rank == CQ_NO_RANK || rank < g->matings->counts[ends]);
    }
    return rank;
}

static uint64_t rank_at(const cq_plug_gatherer *g, const cq_plug_source *source,
                        size_t entry)
{
    if (cq_plug_block_is_full(source->block))
        return entry;
    return cq_plug_block_rank(source->block, source->ends, g->limbs, entry);
}

/* ---- in an array ---- */

static void add_entries(cq_plug_gatherer *g, const cq_plug_source *source)
{
    size_t count = numbers_in(g, source);

    for (size_t entry = 0; entry < count; entry++) {
        uint64_t rank = change_rank(g, source, rank_at(g, source, entry));

        if (rank != CQ_NO_RANK)
            cq_limbs_add(g->full + rank * g->limbs,
                         source->block->words + entry * g->limbs, g->limbs);
    }
}

/* All changes but the last in the array g->turn, to and fro; only moves. */
static cq_status add_turned(cq_plug_gatherer *g, const cq_plug_source *source)
{
    size_t words = cq_mating_words(g->matings, source->ends, g->limbs);
    const uint64_t *from = source->block->words;

    if (!cq_plug_make_room(g->ctx, &g->turn, &g->turn_room, 2 * words))
        return CQ_MEMORY;
    for (unsigned c = 0; c < source->changes; c++) {
        bool last = c + 1 == source->changes;

        cq_assert(source->change[c].kind == CQ_CHANGE_MOVE);
        uint64_t *to = last ? g->full : g->turn + (c & 1) * words;

        if (!last)
            memset(to, 0, words * sizeof *to);
        cq_mating_add(g->matings, source->change[c], source->ends, g->limbs, from, to,
                      g->back);
        from = to;
    }
    return CQ_OK;
}

static cq_status add_source(cq_plug_gatherer *g, const cq_plug_source *source)
{
    static const cq_change none = {0};
    size_t back = cq_mating_scratch(g->matings, source->ends, g->limbs);

    g->additions += numbers_in(g, source);
    if (!cq_plug_block_is_full(source->block)) {
        add_entries(g, source);
        return CQ_OK;
    }
    if (!cq_plug_make_room(g->ctx, &g->back, &g->back_room, back))
        return CQ_MEMORY;
    if (source->changes > 1)
        return add_turned(g, source);
    cq_mating_add(g->matings, source->changes ? source->change[0] : none, source->ends,
                  g->limbs, source->block->words, g->full, g->back);
    return CQ_OK;
}

static uint64_t sum_lows(const uint64_t *numbers, size_t count, unsigned limbs)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += numbers[i * limbs];
    return sum;
}

/* Numbers only change places, unless ends are joined: their lowest words add up. */
static bool sum_check(const cq_plug_gatherer *g, const cq_plug_source *sources,
                      size_t count, unsigned ends)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        if (sources[i].changes && sources[i].change->kind == CQ_CHANGE_JOIN)
            return true;
        sum += sum_lows(sources[i].block->words, numbers_in(g, &sources[i]), g->limbs);
    }
    cq_hold(sum == sum_lows(g->full, cq_mating_words(g->matings, ends, 1), g->limbs));
    return true;
}

cq_status cq_plug_gather_full(cq_plug_gatherer *g, const cq_plug_source *sources,
                              size_t count, unsigned ends)
{
    size_t words = cq_mating_words(g->matings, ends, g->limbs);

    if (!cq_plug_make_room(g->ctx, &g->full, &g->full_room, words))
        return CQ_MEMORY;
    memset(g->full, 0, words * sizeof *g->full);
    for (size_t i = 0; i < count; i++)
        cq_try(add_source(g, &sources[i]));
    cq_assert(sum_check(g, sources, count, ends));
    return CQ_OK;
}

/* ---- in a hash table ---- */

/* Room for this many ranks with their numbers. */
static bool make_list(cq_plug_gatherer *g, size_t entries)
{
    return cq_plug_make_room(g->ctx, &g->ranks, &g->ranks_room, entries) &&
           cq_plug_make_room(g->ctx, &g->counts, &g->counts_room, entries * g->limbs);
}

static cq_status clear_table(cq_plug_gatherer *g, size_t entries)
{
    size_t size = 16;

    while (size < 2 * entries)
        size *= 2;
    if (size > g->table_room) {
        cq_free(g->table);
        g->table_room = 0;
        g->table = cq_alloc(g->ctx, size, sizeof *g->table);
        cq_try_memory(g->table);
        g->table_room = size;
    }
    if (!make_list(g, entries))
        return CQ_MEMORY;
    memset(g->table, 0, size * sizeof *g->table);
    g->listed = 0;
    return CQ_OK;
}

static void add_listed(cq_plug_gatherer *g, size_t mask, uint64_t rank,
                       const uint64_t *number)
{
    size_t at = (size_t)((rank * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & mask;

    cq_assert(g->listed < mask); /* an empty place is left */
    while (g->table[at] && g->ranks[g->table[at] - 1] != rank)
        at = (at + 1) & mask;
    if (!g->table[at]) {
        g->ranks[g->listed] = rank;
        memset(g->counts + g->listed * g->limbs, 0, g->limbs * sizeof *g->counts);
        g->table[at] = (uint32_t)++g->listed;
    }
    cq_limbs_add(g->counts + (size_t)(g->table[at] - 1) * g->limbs, number, g->limbs);
}

static cq_status gather_listed(cq_plug_gatherer *g, const cq_plug_source *sources,
                               size_t count, size_t entries)
{
    size_t mask = 16;

    cq_try(clear_table(g, entries));
    while (mask < 2 * entries)
        mask *= 2;
    mask--;
    for (size_t i = 0; i < count; i++) {
        size_t numbers = numbers_in(g, &sources[i]);

        g->additions += numbers;
        for (size_t entry = 0; entry < numbers; entry++) {
            const uint64_t *number = sources[i].block->words + entry * g->limbs;
            uint64_t rank;

            if (cq_limbs_are_zero(number, g->limbs))
                continue;
            rank = change_rank(g, &sources[i], rank_at(g, &sources[i], entry));
            if (rank != CQ_NO_RANK)
                add_listed(g, mask, rank, number);
        }
    }
    return CQ_OK;
}

typedef struct listed_rank {
    uint64_t rank;
    size_t at;
} listed_rank;

static int compare_ranks(const void *left, const void *right)
{
    const listed_rank *a = left, *b = right;

    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* By rank; through the other array, which lists do not need. */
static cq_status sort_list(cq_plug_gatherer *g)
{
    listed_rank *order = cq_alloc(g->ctx, g->listed + 1, sizeof *order);
    size_t words = g->listed * g->limbs;

    if (!order || !cq_plug_make_room(g->ctx, &g->turn, &g->turn_room, words)) {
        cq_free(order);
        return CQ_MEMORY;
    }
    for (size_t i = 0; i < g->listed; i++)
        order[i] = (listed_rank){g->ranks[i], i};
    qsort(order, g->listed, sizeof *order, compare_ranks);
    if (words)
        memcpy(g->turn, g->counts, words * sizeof *g->turn);
    for (size_t i = 0; i < g->listed; i++) {
        g->ranks[i] = order[i].rank;
        memcpy(g->counts + i * g->limbs, g->turn + order[i].at * g->limbs,
               g->limbs * sizeof *g->counts);
    }
    cq_free(order);
    return CQ_OK;
}

/* ---- storing ---- */

static void add_total(cq_plug_part *part, const uint64_t *numbers, size_t count)
{
    unsigned limbs = part->limbs;
    cq_wide sum = {0};
    mpz_t more;

    mpz_init(more);
    if (limbs == 1) {
        for (size_t i = 0; i < count; i++)
            sum = cq_wide_plus(sum, cq_wide_of(numbers[i]));
        cq_wide_read(more, sum);
        mpz_add(part->total, part->total, more);
    } else {
        for (size_t i = 0; i < count; i++) {
            cq_limbs_read(more, numbers + i * limbs, limbs);
            mpz_add(part->total, part->total, more);
        }
    }
    mpz_clear(more);
}

/* The entries `numbers` with their ranks; ranks NULL if all are there. */
static cq_status store(cq_plug_part *part, cq_pattern pattern, unsigned ends,
                       const uint64_t *numbers, const uint64_t *ranks, size_t count,
                       uint64_t states)
{
    size_t values = count * part->limbs, words = values;
    uint64_t *to;

    cq_assert(states > 0 && states <= count && (!ranks || states == count));
    if (ranks)
        words += ends <= CQ_SHORT_RANKS ? (count + 1) / 2 : count;
    to = cq_plug_part_reserve(part, words);
    cq_try_memory(to);
    memcpy(to, numbers, values * sizeof *to);
    if (ranks && ends <= CQ_SHORT_RANKS) {
        uint32_t *shorts = (uint32_t *)(void *)(to + values);

        for (size_t i = 0; i < count; i++)
            shorts[i] = (uint32_t)ranks[i];
        if (count & 1)
            shorts[count] = 0;
    } else if (ranks) {
        memcpy(to + values, ranks, count * sizeof *to);
    }
    add_total(part, to, count);
    return cq_plug_part_commit(part, pattern, to, words, ranks ? (uint32_t)count : 0,
                               states);
}

/* The numbers that are not zero, with their ranks, to the list, which has room for all
 * of them; returns how many. */
static size_t list_states(cq_plug_gatherer *g, size_t count)
{
    const uint64_t *full = g->full;
    unsigned limbs = g->limbs;
    size_t kept = 0;

    if (limbs == 1) /* without a branch: zeros come as they like */
        for (size_t i = 0; i < count; i++) {
            g->ranks[kept] = i;
            g->counts[kept] = full[i];
            kept += full[i] != 0;
        }
    else
        for (size_t i = 0; i < count; i++) {
            g->ranks[kept] = i;
            memcpy(g->counts + kept * limbs, full + i * limbs, limbs * sizeof *full);
            kept += !cq_limbs_are_zero(full + i * limbs, limbs);
        }
    return kept;
}

static cq_status store_full(cq_plug_gatherer *g, cq_plug_part *part, cq_pattern pattern,
                            unsigned ends)
{
    size_t count = cq_mating_words(g->matings, ends, 1), states;

    if (!make_list(g, count))
        return CQ_MEMORY;
    states = list_states(g, count);
    if (!states)
        return CQ_OK;
    if ((uint64_t)states * (2 * g->limbs + 1) >= (uint64_t)count * 2 * g->limbs)
        return store(part, pattern, ends, g->full, NULL, count, states);
    return store(part, pattern, ends, g->counts, g->ranks, states, states);
}

/* Whether the changes of every source lead to `ends` ends; when the last path closes,
 * nothing changes, and two ends become none. */
static bool sources_suit(const cq_plug_source *sources, size_t count, unsigned ends)
{
    for (size_t i = 0; i < count; i++) {
        unsigned points = sources[i].ends;

        for (unsigned c = 0; c < sources[i].changes; c++)
            points = cq_change_points(sources[i].change[c], points);
        cq_hold(points == ends || (points == 2 && ends == 0 && !sources[i].changes));
    }
    return true;
}

cq_status cq_plug_gather(cq_plug_gatherer *g, const cq_plug_source *sources,
                         size_t count, cq_pattern pattern, cq_plug_part *part)
{
    unsigned ends = cq_pattern_ends(pattern);
    uint64_t places = g->matings->counts[ends];
    size_t entries = 0;

    g->limbs = part->limbs;
    cq_assert(sources_suit(sources, count, ends));
    for (size_t i = 0; i < count; i++)
        entries += numbers_in(g, &sources[i]);
    if (places <= PLACES_ALWAYS ||
        (ends <= CQ_FULL_MOST && places <= PLACES_AN_ENTRY * entries)) {
        cq_try(cq_plug_gather_full(g, sources, count, ends));
        return store_full(g, part, pattern, ends);
    }
    cq_try(gather_listed(g, sources, count, entries));
    if (g->sorts)
        cq_try(sort_list(g));
    if (g->listed)
        return store(part, pattern, ends, g->counts, g->ranks, g->listed, g->listed);
    return CQ_OK;
}
