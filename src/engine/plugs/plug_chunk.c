/* plug_chunk.c - blocks in as few bytes as they need.
 *
 *     pattern    what it is beyond the one before; the first: beyond 0
 *     form       numbers * 8 + full * 4 + how they are written: all of them (ALL), with
 *                ranks (RANKS), or by bits that say which ranks are there (BITS);
 *                full: a block in memory has a number for each mating
 *     width      bytes of a number: those of the longest in the block
 *     ranks      each in as many bytes as the largest rank of the ends needs; or bits,
 *                the first lowest, in whole bytes
 *     numbers    one after the other
 *
 * Each block has the shortest form that it allows: bits need ascending ranks, which a
 * list from a hash table does not have. A chunk does not say how long numbers are in
 * memory, so a layer on disk need not be rewritten when they become longer.
 *
 * Unpacking trusts nothing: it returns a valid list of blocks or fails.
 */
#include "engine/pack.h"
#include "engine/plugs/plug_layer.h"

enum { ALL, RANKS, BITS, FORMS, FULL = 4, FORM_BITS = 3 };

size_t cq_plug_block_words(const cq_matings *matings, unsigned ends, unsigned limbs,
                           uint32_t entries)
{
    size_t numbers =
        cq_plug_block_numbers(&(cq_plug_block){.entries = entries}, matings, ends);
    size_t ranks = ends <= CQ_SHORT_RANKS ? (numbers + 1) / 2 : numbers;

    return numbers * limbs + (entries ? ranks : 0);
}

/* Bits are chosen if they are shorter than what memory has, so that this is enough
 * for every form; a word for what begins in the middle of one. */
size_t cq_plug_chunk_room(size_t blocks, uint64_t words)
{
    size_t head = CQ_PACK_WIDE + 2 * CQ_PACK_SHORT + sizeof(uint64_t);

    return blocks * head + (size_t)words * sizeof(uint64_t) + CQ_PACK_SLACK;
}

static size_t rank_width(const cq_matings *matings, unsigned ends)
{
    uint64_t largest = matings->counts[ends] - 1;

    return cq_pack_width(&largest, 1, 1);
}

/* ---- packing ---- */

/* A block, and what is known of it. */
typedef struct packing {
    const cq_plug_block *block;
    unsigned ends, limbs;
    size_t places;       /* matings */
    size_t count;        /* numbers in memory */
    size_t states;       /* those that are not zero */
    size_t width, ranks; /* in bytes */
    bool ascending;
} packing;

static uint64_t rank_at(const packing *p, size_t i)
{
    return cq_plug_block_rank(p->block, p->ends, p->limbs, i);
}

static packing look_at(const cq_matings *matings, unsigned limbs, unsigned ends,
                       const cq_plug_block *block)
{
    packing p = {.block = block, .ends = ends, .limbs = limbs, .ascending = true};

    p.places = ends <= CQ_FULL_MOST ? cq_mating_words(matings, ends, 1) : SIZE_MAX;
    p.count = block->entries ? block->entries : p.places;
    p.width = cq_pack_width(block->words, p.count, limbs);
    p.ranks = rank_width(matings, ends);
    p.states = p.count;
    if (!block->entries)
        for (size_t i = 0; i < p.count; i++)
            p.states -= cq_limbs_are_zero(block->words + i * limbs, limbs);
    cq_assert(p.states > 0 && p.count <= p.places && p.width <= 8 * (size_t)limbs);
    for (size_t i = 1; block->entries && i < p.count && p.ascending; i++)
        p.ascending = rank_at(&p, i - 1) < rank_at(&p, i);
    return p;
}

static unsigned choose_form(const packing *p)
{
    unsigned plain = p->block->entries ? RANKS : ALL;
    size_t bytes =
        p->block->entries ? p->count * (p->width + p->ranks) : p->count * p->width;

    if (!p->ascending || p->places == SIZE_MAX)
        return plain;
    return p->places / 8 + 1 + p->states * p->width < bytes ? BITS : plain;
}

static uint8_t *put_ranks(const packing *p, uint8_t *to)
{
    for (size_t i = 0; i < p->count; i++, to += p->ranks) {
        uint64_t rank = rank_at(p, i);

        cq_pack_number(to, &rank, p->ranks);
    }
    return to;
}

static bool is_there(const packing *p, size_t i)
{
    return !cq_limbs_are_zero(p->block->words + i * p->limbs, p->limbs);
}

static uint8_t *put_bits(const packing *p, uint8_t *to)
{
    memset(to, 0, (p->places + 7) / 8);
    for (size_t i = 0; i < p->count; i++)
        if (is_there(p, i))
            to[rank_at(p, i) / 8] |= (uint8_t)(1u << rank_at(p, i) % 8);
    return to + (p->places + 7) / 8;
}

static uint8_t *put_block(const packing *p, uint8_t *to)
{
    unsigned form = choose_form(p);
    size_t numbers = form == BITS ? p->states : p->count;

    to = cq_pack_short(to, (uint64_t)numbers << FORM_BITS |
                               (p->block->entries ? 0 : FULL) | form);
    to = cq_pack_short(to, p->width);
    if (form == RANKS)
        to = put_ranks(p, to);
    if (form == BITS)
        to = put_bits(p, to);
    for (size_t i = 0; i < p->count; i++)
        if (form != BITS || is_there(p, i)) {
            cq_pack_number(to, p->block->words + i * p->limbs, p->width);
            to += p->width;
        }
    return to;
}

size_t cq_plug_chunk_pack(const cq_matings *matings, unsigned limbs,
                          const cq_pattern *patterns, const cq_plug_block *blocks,
                          size_t count, uint8_t *out, cq_plug_chunk *chunk)
{
    cq_pattern before = cq_wide_of(0);
    uint8_t *to = out;

    cq_assert(count > 0 && count <= UINT32_MAX);
    *chunk = (cq_plug_chunk){.first = patterns[0], .blocks = (uint32_t)count};
    for (size_t i = 0; i < count; i++) {
        packing p = look_at(matings, limbs, cq_pattern_ends(patterns[i]), &blocks[i]);

        cq_assert(i == 0 || cq_wide_below(before, patterns[i]));
        to = cq_pack_wide(to, cq_wide_minus(patterns[i], before));
        to = put_block(&p, to);
        chunk->numbers += p.count;
        chunk->ranks += cq_plug_block_words(matings, p.ends, 0, blocks[i].entries);
        before = patterns[i];
    }
    return (size_t)(to - out);
}

/* ---- unpacking ---- */

typedef struct unpacking {
    const cq_matings *matings;
    const uint8_t *from, *end;
    uint64_t *to;
    size_t room; /* words left */
    unsigned ends, limbs, form;
    bool full;
    size_t numbers, width, ranks;
    uint64_t places;
} unpacking;

/* Takes the bytes; NULL if there are fewer. */
static const uint8_t *take(unpacking *u, size_t count, size_t size)
{
    const uint8_t *from = u->from;

    cq_assert(from && from <= u->end);
    if (size && count > (size_t)(u->end - from) / size)
        return NULL;
    u->from += count * size;
    return from;
}

static bool get_head(unpacking *u)
{
    uint64_t form, width;

    u->from = cq_unpack_short(u->from, u->end, &form);
    u->from = cq_unpack_short(u->from, u->end, &width);
    if (!u->from || width == 0 || width > 8 * (uint64_t)u->limbs)
        return false;
    u->form = form & (FULL - 1);
    u->full = form & FULL;
    u->width = (size_t)width;
    u->numbers = cq_size(form >> FORM_BITS);
    u->places = u->matings->counts[u->ends];
    u->ranks = rank_width(u->matings, u->ends);
    if (u->form >= FORMS || u->numbers == 0 || u->numbers > u->places ||
        u->numbers > UINT32_MAX || (u->full && u->ends > CQ_FULL_MOST) ||
        (u->form == BITS && u->ends > CQ_FULL_MOST))
        return false;
    return u->form == ALL ? u->full && u->numbers == u->places
                          : !(u->form == RANKS && u->full);
}

static void put_rank(unpacking *u, size_t at, uint64_t rank)
{
    uint64_t *ranks = u->to + u->numbers * u->limbs;

    cq_assert(at < u->numbers && rank < u->places && !u->full);
    if (u->ends <= CQ_SHORT_RANKS)
        ((uint32_t *)(void *)ranks)[at] = (uint32_t)rank;
    else
        ranks[at] = rank;
}

static bool get_ranks(unpacking *u)
{
    const uint8_t *from = take(u, u->numbers, u->ranks);

    for (size_t i = 0; from && i < u->numbers; i++) {
        uint64_t rank;

        cq_unpack_number(from + i * u->ranks, u->ranks, &rank, 1);
        if (rank >= u->places)
            return false;
        put_rank(u, i, rank);
    }
    return from != NULL;
}

static bool get_numbers(unpacking *u)
{
    const uint8_t *from = take(u, u->numbers, u->width);

    for (size_t i = 0; from && i < u->numbers; i++)
        cq_unpack_number(from + i * u->width, u->width, u->to + i * u->limbs, u->limbs);
    return from != NULL;
}

/* Numbers by the bits that say where they are: at their rank, or in a list. */
static bool get_by_bits(unpacking *u)
{
    size_t places = (size_t)u->places, met = 0;
    const uint8_t *bits = take(u, (places + 7) / 8, 1), *from;

    if (!bits || !(from = take(u, u->numbers, u->width)))
        return false;
    if (u->full)
        memset(u->to, 0, places * u->limbs * sizeof *u->to);
    for (size_t byte = 0; byte < (places + 7) / 8; byte++)
        for (unsigned left = bits[byte]; left; left &= left - 1, met++) {
            size_t rank = 8 * byte + (unsigned)__builtin_ctz(left);

            if (rank >= places || met == u->numbers)
                return false;
            cq_unpack_number(from + met * u->width, u->width,
                             u->to + (u->full ? rank : met) * u->limbs, u->limbs);
            if (!u->full)
                put_rank(u, met, rank);
        }
    return met == u->numbers;
}

static bool get_block(unpacking *u, cq_plug_block *out)
{
    size_t words;

    if (!get_head(u))
        return false;
    *out = (cq_plug_block){u->to, u->full ? 0 : (uint32_t)u->numbers};
    words = cq_plug_block_words(u->matings, u->ends, u->limbs, out->entries);
    if (words > u->room)
        return false;
    if (!u->full && u->ends <= CQ_SHORT_RANKS)
        u->to[words - 1] = 0; /* half of it may be beyond the ranks */
    if (u->form == BITS ? !get_by_bits(u)
                        : (u->form == RANKS && !get_ranks(u)) || !get_numbers(u))
        return false;
    cq_assert(words >= u->numbers * u->limbs);
    u->to += words;
    u->room -= words;
    return true;
}

bool cq_plug_chunk_unpack(const cq_matings *matings, unsigned slots, unsigned limbs,
                          const uint8_t *bytes, const cq_plug_chunk *chunk,
                          cq_pattern *patterns, cq_plug_block *blocks, uint64_t *words)
{
    unpacking u = {.matings = matings,
                   .from = bytes,
                   .end = bytes + chunk->record.size,
                   .to = words,
                   .room = (size_t)cq_plug_chunk_words(chunk, limbs),
                   .limbs = limbs};
    cq_pattern pattern = cq_wide_of(0), more;

    for (size_t i = 0; i < chunk->blocks; i++) {
        u.from = cq_unpack_wide(u.from, u.end, &more);
        pattern = cq_wide_plus(pattern, more);
        u.ends = cq_pattern_ends(pattern);
        if (!u.from || (i > 0 && !cq_wide_below(patterns[i - 1], pattern)) ||
            u.ends % 2 || u.ends > CQ_MATING_MOST ||
            !cq_pattern_is_sound(pattern, slots) || !get_block(&u, &blocks[i]))
            return false;
        patterns[i] = pattern;
    }
    return u.from == u.end && cq_wide_is(patterns[0], chunk->first);
}
