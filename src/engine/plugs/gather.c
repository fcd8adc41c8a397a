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
    cq_vec_free_each(&g->full, &g->turn, &g->back, &g->table, &g->ranks, &g->changed,
                     &g->counts);
    memset(g, 0, sizeof *g);
}

static size_t numbers_in(const cq_plug_gatherer *g, const cq_plug_source *source)
{
    return cq_plug_block_numbers(source->block, g->matings, source->ends);
}

uint64_t cq_plug_source_rank(const cq_matings *matings, unsigned limbs,
                             const cq_plug_source *source, size_t entry)
{
    unsigned ends = source->ends;
    uint64_t rank = cq_plug_block_rank(source->block, ends, limbs, entry);

    for (unsigned c = 0; c < source->changes && rank != CQ_NO_RANK; c++) {
        rank = cq_mating_change(matings, source->change[c], ends, rank);
        ends = cq_change_points(source->change[c], ends);
        cq_assert(rank == CQ_NO_RANK || rank < matings->counts[ends]);
    }
    return rank;
}

/* ---- in an array ---- */

/* The ranks of all entries of a source after its changes, to g->changed. */
static cq_status change_ranks(cq_plug_gatherer *g, const cq_plug_source *source,
                              size_t count)
{
    unsigned ends = source->ends;

    cq_try(cq_vec_renew(g->ctx, &g->changed, count));
    for (size_t i = 0; i < count; i++)
        g->changed.at[i] = cq_plug_block_rank(source->block, ends, g->limbs, i);
    for (unsigned c = 0; c < source->changes; c++) {
        cq_mating_change_each(g->matings, source->change[c], ends, g->changed.at,
                              count);
        ends = cq_change_points(source->change[c], ends);
    }
    return CQ_OK;
}

static cq_status add_entries(cq_plug_gatherer *g, const cq_plug_source *source)
{
    size_t count = numbers_in(g, source);

    cq_try(change_ranks(g, source, count));
    for (size_t entry = 0; entry < count; entry++)
        if (g->changed.at[entry] != CQ_NO_RANK)
            cq_limbs_add(g->full.at + g->changed.at[entry] * g->limbs,
                         source->block->words + entry * g->limbs, g->limbs);
    return CQ_OK;
}

/* All changes but the last in the array g->turn, to and fro; only moves. */
static cq_status add_turned(cq_plug_gatherer *g, const cq_plug_source *source)
{
    size_t words = cq_mating_words(g->matings, source->ends, g->limbs);
    const uint64_t *from = source->block->words;

    cq_try(cq_vec_renew(g->ctx, &g->turn, 2 * words));
    for (unsigned c = 0; c < source->changes; c++) {
        bool last = c + 1 == source->changes;
        uint64_t *to = last ? g->full.at : g->turn.at + (c & 1) * words;

        cq_assert(source->change[c].kind == CQ_CHANGE_MOVE && from != to);
        if (!last)
            memset(to, 0, words * sizeof *to);
        cq_mating_add(g->matings, source->change[c], source->ends, g->limbs, from, to,
                      g->back.at);
        from = to;
    }
    return CQ_OK;
}

static cq_status add_source(cq_plug_gatherer *g, const cq_plug_source *source)
{
    static const cq_change none = {0};
    size_t back = cq_mating_scratch(g->matings, source->ends, g->limbs);

    g->additions += numbers_in(g, source);
    if (!cq_plug_block_is_full(source->block))
        return add_entries(g, source);
    cq_try(cq_vec_renew(g->ctx, &g->back, back));
    if (source->changes > 1)
        return add_turned(g, source);
    cq_mating_add(g->matings, source->changes ? source->change[0] : none, source->ends,
                  g->limbs, source->block->words, g->full.at, g->back.at);
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
    cq_hold(sum ==
            sum_lows(g->full.at, cq_mating_words(g->matings, ends, 1), g->limbs));
    return true;
}

cq_status cq_plug_gather_full(cq_plug_gatherer *g, const cq_plug_source *sources,
                              size_t count, unsigned ends)
{
    size_t words = cq_mating_words(g->matings, ends, g->limbs);

    cq_assert(words > 0);
    cq_try(cq_vec_renew(g->ctx, &g->full, words));
    memset(g->full.at, 0, words * sizeof *g->full.at);
    for (size_t i = 0; i < count; i++)
        cq_try(add_source(g, &sources[i]));
    cq_assert(sum_check(g, sources, count, ends));
    return CQ_OK;
}

/* ---- in a hash table ---- */

/* Room for this many ranks with their numbers. */
static cq_status make_list(cq_plug_gatherer *g, size_t entries)
{
    cq_try(cq_vec_renew(g->ctx, &g->ranks, entries));
    return cq_vec_renew(g->ctx, &g->counts, entries * g->limbs);
}

/* An empty table of *mask + 1 places, a power of two, at most half of which are taken.
 */
static cq_status clear_table(cq_plug_gatherer *g, size_t entries, size_t *mask)
{
    size_t size = 16;

    while (size < 2 * entries)
        size *= 2;
    cq_try(cq_vec_renew(g->ctx, &g->table, size));
    memset(g->table.at, 0, size * sizeof *g->table.at);
    cq_assert((size & (size - 1)) == 0 && size >= 2 * entries);
    *mask = size - 1;
    g->listed = 0;
    return make_list(g, entries);
}

static void add_listed(cq_plug_gatherer *g, size_t mask, uint64_t rank,
                       const uint64_t *number)
{
    size_t at = (size_t)((rank * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & mask;
    uint32_t *table = g->table.at;

    cq_assert(g->listed < mask); /* an empty place is left */
    while (table[at] && g->ranks.at[table[at] - 1] != rank)
        at = (at + 1) & mask;
    if (!table[at]) {
        g->ranks.at[g->listed] = rank;
        memset(g->counts.at + g->listed * g->limbs, 0, g->limbs * sizeof *number);
        table[at] = (uint32_t)++g->listed;
    }
    cq_limbs_add(g->counts.at + (size_t)(table[at] - 1) * g->limbs, number, g->limbs);
}

static cq_status gather_listed(cq_plug_gatherer *g, const cq_plug_source *sources,
                               size_t count, size_t entries)
{
    size_t mask;

    cq_try(clear_table(g, entries, &mask));
    for (size_t i = 0; i < count; i++) {
        size_t numbers = numbers_in(g, &sources[i]);

        g->additions += numbers;
        cq_try(change_ranks(g, &sources[i], numbers));
        for (size_t entry = 0; entry < numbers; entry++) {
            const uint64_t *number = sources[i].block->words + entry * g->limbs;

            if (g->changed.at[entry] != CQ_NO_RANK &&
                !cq_limbs_are_zero(number, g->limbs))
                add_listed(g, mask, g->changed.at[entry], number);
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

    if (!order || cq_vec_renew(g->ctx, &g->turn, words) != CQ_OK) {
        cq_free(order);
        return CQ_MEMORY;
    }
    for (size_t i = 0; i < g->listed; i++)
        order[i] = (listed_rank){g->ranks.at[i], i};
    qsort(order, g->listed, sizeof *order, compare_ranks);
    if (words)
        memcpy(g->turn.at, g->counts.at, words * sizeof *g->turn.at);
    for (size_t i = 0; i < g->listed; i++) {
        cq_assert(i == 0 || order[i - 1].rank < order[i].rank); /* each once */
        g->ranks.at[i] = order[i].rank;
        memcpy(g->counts.at + i * g->limbs, g->turn.at + order[i].at * g->limbs,
               g->limbs * sizeof *g->counts.at);
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

cq_status cq_plug_store(cq_plug_part *part, cq_pattern pattern, unsigned ends,
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
    const uint64_t *full = g->full.at;
    uint64_t *ranks = g->ranks.at, *counts = g->counts.at;
    unsigned limbs = g->limbs;
    size_t kept = 0;

    if (limbs == 1) /* without a branch: zeros come as they like */
        for (size_t i = 0; i < count; i++) {
            ranks[kept] = i;
            counts[kept] = full[i];
            kept += full[i] != 0;
        }
    else
        for (size_t i = 0; i < count; i++) {
            ranks[kept] = i;
            memcpy(counts + kept * limbs, full + i * limbs, limbs * sizeof *full);
            kept += !cq_limbs_are_zero(full + i * limbs, limbs);
        }
    return kept;
}

static cq_status store_full(cq_plug_gatherer *g, cq_plug_part *part, cq_pattern pattern,
                            unsigned ends)
{
    size_t count = cq_mating_words(g->matings, ends, 1), states;

    cq_try(make_list(g, count));
    states = list_states(g, count);
    cq_assert(states <= count);
    if (!states)
        return CQ_OK;
    if ((uint64_t)states * (2 * g->limbs + 1) >= (uint64_t)count * 2 * g->limbs)
        return cq_plug_store(part, pattern, ends, g->full.at, NULL, count, states);
    return cq_plug_store(part, pattern, ends, g->counts.at, g->ranks.at, states,
                         states);
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
    cq_assert(count > 0 && sources_suit(sources, count, ends));
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
        return cq_plug_store(part, pattern, ends, g->counts.at, g->ranks.at, g->listed,
                             g->listed);
    return CQ_OK;
}
