/* draw_shared.c - the states of two joined layers that tours have, if several ranks
 * have the layers.
 *
 * Each rank has noted the tours of its own patterns, and patterns ascend from rank to
 * rank, so that numbers fall to the same patterns as in one process:
 *
 *     whose     each rank knows how many tours those before it have, finds the
 *               patterns of the numbers that are its own, and tells them to all
 *     blocks    of these patterns all ranks send what they have, of both layers, to
 *               rank 0, which takes the numbers apart (pair_blocks.c) and tells all
 *
 * Blocks are asked for in batches of a bounded number of words. */
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_read.h"
#include "engine/plugs/plug_share.h"

#include <stdlib.h>

enum { BATCH_WORDS = 1 << 20 }; /* or one pattern */

#define FIRST_LAYER UINT32_MAX

/* A block that a rank may have. */
typedef struct request {
    size_t reading; /* the first of its pattern */
    uint32_t map;   /* of the other layer; or FIRST_LAYER */
    cq_pattern pattern;
} request;

/* One that a rank has. */
typedef struct piece {
    size_t reading;
    uint32_t map, entries;
    size_t words; /* where they begin */
} piece;

typedef struct placing {
    cq_plug_reader *rd;
    cq_plugs *plugs;
    cq_plug_joining *j;
    cq_plug_pairing *pairing;
    size_t first, end; /* readings whose patterns are known, or which are placed */
    CQ_VEC(request) requests;
    cq_plug_cursor one, other;
    CQ_VEC(piece) pieces; /* rank 0 */
    CQ_VEC(uint64_t) words;
    cq_plug_pair_choice choice;
    mpz_t below, share;
} placing;

/* ---- whose numbers they are ---- */

/* How many tours the patterns of the ranks before this one have. */
static cq_status count_below(placing *p)
{
    const cq_plug_joining *j = p->j;
    unsigned ranks = cq_spread_count(p->plugs->spread);
    unsigned me = cq_spread_rank(p->plugs->spread);
    mpz_t *before = cq_alloc(p->plugs->ctx, ranks, sizeof *before);
    cq_status status;

    cq_try_memory(before);
    for (unsigned r = 0; r < ranks; r++)
        mpz_init(before[r]);
    for (size_t i = 0; i < j->noted.patterns.count && me + 1 < ranks; i++) {
        cq_limbs_read(p->share, j->noted.words.at + i * j->share_limbs, j->share_limbs);
        mpz_add(before[me + 1], before[me + 1], p->share);
    }
    for (unsigned r = me + 2; r < ranks; r++)
        mpz_set(before[r], before[me + 1]);
    status = cq_spread_add_up_each(p->plugs->spread, p->plugs->ctx, before, ranks);
    mpz_set(p->below, before[me]);
    for (unsigned r = 0; r < ranks; r++)
        mpz_clear(before[r]);
    cq_free(before);
    return status;
}

/* The pattern of each reading that is this rank's, and its number among the tours of
 * that pattern. */
static void say_patterns(void *user, cq_parcel *out)
{
    placing *p = user;
    const cq_plug_joining *j = p->j;
    cq_plug_reading *at = p->rd->readings, *end = at + p->rd->tours;

    while (at < end && mpz_cmp(at->number, p->below) < 0)
        at++;
    for (size_t i = 0; i < j->noted.patterns.count; i++) {
        cq_limbs_read(p->share, j->noted.words.at + i * j->share_limbs, j->share_limbs);
        for (; at < end; at++) {
            mpz_sub(p->rd->share, at->number, p->below);
            if (mpz_cmp(p->rd->share, p->share) >= 0)
                break;
            cq_plug_put_pattern(out, j->noted.patterns.at[i]);
            cq_spread_put_number(out, p->rd->share);
        }
        mpz_add(p->below, p->below, p->share);
    }
}

/* Those of rank 0 come first, as the readings do. */
static void learn_patterns(void *user, cq_parcel *in)
{
    placing *p = user;

    for (p->end = 0; p->end < p->rd->tours && in->status == CQ_OK; p->end++) {
        cq_plug_reading *r = &p->rd->readings[p->end];

        r->state.pattern = cq_plug_get_pattern(in);
        cq_spread_get_number(in, r->number);
    }
    cq_assert(in->status != CQ_OK || in->at == in->bytes.count);
}

/* ---- blocks ---- */

static bool same_pattern(const placing *p, size_t a, size_t b)
{
    return cq_wide_is(p->rd->readings[a].state.pattern,
                      p->rd->readings[b].state.pattern);
}

static int compare_requests(const void *left, const void *right)
{
    const request *a = left, *b = right;

    return cq_wide_below(b->pattern, a->pattern) -
           cq_wide_below(a->pattern, b->pattern);
}

static cq_status request_blocks(placing *p, size_t reading, cq_pattern pattern)
{
    const cq_plug_joining *j = p->j;
    request r = {reading, FIRST_LAYER, pattern};

    cq_try(cq_vec_push(p->plugs->ctx, &p->requests, r));
    for (r.map = 0; r.map < j->there.maps; r.map++)
        if (cq_plug_image(&j->back, r.map, j->one->slots, pattern, &r.pattern))
            cq_try(cq_vec_push(p->plugs->ctx, &p->requests, r));
    return CQ_OK;
}

/* The next readings, until their blocks have as many words as a batch may have. */
static cq_status open_batch(placing *p)
{
    double words = 0;

    p->requests.count = p->pieces.count = p->words.count = 0;
    cq_assert(p->end < p->rd->tours && p->rd->tours <= p->rd->count);
    for (p->first = p->end; p->end < p->rd->tours; p->end++) {
        cq_pattern pattern = p->rd->readings[p->end].state.pattern;

        if (p->end > p->first && same_pattern(p, p->end, p->end - 1))
            continue;
        words += (double)(p->j->there.maps + 1) * p->j->one->limbs *
                 (double)p->plugs->matings.counts[cq_pattern_ends(pattern)];
        if (p->end > p->first && words > BATCH_WORDS)
            break;
        cq_try(request_blocks(p, p->end, pattern));
    }
    qsort(p->requests.at, p->requests.count, sizeof *p->requests.at, compare_requests);
    return CQ_OK;
}

static cq_status say_block(placing *p, const request *r, cq_parcel *out)
{
    bool first = r->map == FIRST_LAYER;
    const cq_plug_block *block = NULL;
    size_t words;

    cq_try(cq_plug_cursor_find(first ? &p->one : &p->other, r->pattern, &block));
    if (!block)
        return CQ_OK;
    words = cq_plug_block_words(&p->plugs->matings, cq_pattern_ends(r->pattern),
                                p->j->one->limbs, block->entries);
    cq_parcel_put(out, r->reading, 8);
    cq_parcel_put(out, r->map, 4);
    cq_parcel_put(out, block->entries, 4);
    cq_parcel_put(out, words, 8);
    for (size_t i = 0; i < words; i++)
        cq_parcel_put(out, block->words[i], 8);
    return out->status;
}

static void say_blocks(void *user, cq_parcel *out)
{
    placing *p = user;

    for (size_t i = 0; i < p->requests.count && out->status == CQ_OK; i++)
        out->status = say_block(p, &p->requests.at[i], out);
}

static cq_status hear_blocks(void *user, unsigned from, cq_parcel *in)
{
    placing *p = user;
    cq_context *ctx = p->plugs->ctx;

    (void)from;
    while (in->status == CQ_OK && in->at < in->bytes.count) {
        piece one = {.reading = (size_t)cq_parcel_get(in, 8)};
        uint64_t words;

        one.map = (uint32_t)cq_parcel_get(in, 4);
        one.entries = (uint32_t)cq_parcel_get(in, 4);
        one.words = p->words.count;
        for (words = cq_parcel_get(in, 8); words && in->status == CQ_OK; words--) {
            uint64_t word = cq_parcel_get(in, 8);

            cq_try(cq_vec_push(ctx, &p->words, word));
        }
        cq_try(cq_vec_push(ctx, &p->pieces, one));
    }
    return CQ_OK;
}

/* ---- numbers taken apart, in rank 0 ---- */

/* By readings, and by maps; that of the first layer comes last. */
static int compare_pieces(const void *left, const void *right)
{
    const piece *a = left, *b = right;

    if (a->reading != b->reading)
        return a->reading < b->reading ? -1 : 1;
    return a->map < b->map ? -1 : a->map > b->map;
}

/* The blocks of both sides, from the piece *at on; sets that to the first of the next
 * pattern. */
static cq_status open_blocks(placing *p, size_t reading, cq_plug_block *blocks,
                             size_t *at, size_t *sources)
{
    const cq_plug_joining *j = p->j;
    cq_pattern pattern = p->rd->readings[reading].state.pattern, other;

    for (*sources = 0; *at < p->pieces.count; ++*at) {
        const piece *one = &p->pieces.at[*at];
        cq_plug_block *block = &blocks[*sources];

        if (one->reading != reading)
            break;
        *block = (cq_plug_block){p->words.at + one->words, one->entries};
        if (one->map == FIRST_LAYER) {
            blocks[j->there.maps] = *block;
            continue;
        }
        (void)cq_plug_image(&j->back, one->map, j->one->slots, pattern, &other);
        cq_plug_join_source(p->pairing, (*sources)++, one->map, other, pattern, block);
    }
    if (!*sources || !blocks[j->there.maps].words)
        return cq_fail(p->plugs->ctx, CQ_DEFECT,
                       "no rank has the states that a tour goes through");
    return cq_plug_pair_open(p->pairing, &blocks[j->there.maps],
                             cq_pattern_ends(pattern), *sources);
}

static void put_choice(cq_parcel *out, const cq_plug_pair_choice *c)
{
    cq_parcel_put(out, c->x, 8);
    cq_parcel_put(out, c->y, 8);
    cq_spread_put_number(out, c->one);
    cq_spread_put_number(out, c->other);
}

static cq_status choose(placing *p, cq_plug_block *blocks, cq_parcel *out)
{
    cq_plug_block *first = &blocks[p->j->there.maps];
    size_t at = 0, sources = 0;

    for (size_t i = p->first; i < p->end; i++) {
        cq_plug_reading *r = &p->rd->readings[i];

        if (i == p->first || !same_pattern(p, i, i - 1)) {
            first->words = NULL;
            cq_try(open_blocks(p, i, blocks, &at, &sources));
        }
        cq_assert(mpz_sgn(r->number) >= 0 && first->words);
        cq_try(cq_plug_pair_choose(p->pairing, first, cq_pattern_ends(r->state.pattern),
                                   r->number, &p->choice));
        put_choice(out, &p->choice);
    }
    return out->status;
}

static void tell_choices(void *user, cq_parcel *out)
{
    placing *p = user;
    cq_plug_block *blocks =
        cq_alloc(p->plugs->ctx, p->j->there.maps + 1, sizeof *blocks);

    if (p->pieces.count)
        qsort(p->pieces.at, p->pieces.count, sizeof *p->pieces.at, compare_pieces);
    out->status = blocks ? choose(p, blocks, out) : CQ_MEMORY;
    cq_free(blocks);
}

static void learn_choices(void *user, cq_parcel *in)
{
    placing *p = user;
    cq_plug_pair_choice *c = &p->choice;

    for (size_t i = p->first; i < p->end && in->status == CQ_OK; i++) {
        c->x = cq_parcel_get(in, 8);
        c->y = cq_parcel_get(in, 8);
        cq_spread_get_number(in, c->one);
        cq_spread_get_number(in, c->other);
        cq_plug_place(p->rd, i, p->rd->readings[i].state.pattern, c);
    }
}

/* ---- all of it ---- */

static cq_status place_batches(placing *p)
{
    static const cq_meeting meeting = {say_blocks, hear_blocks, tell_choices,
                                       learn_choices};
    cq_status status = CQ_OK;

    for (p->end = 0; p->end < p->rd->tours && status == CQ_OK;) {
        status = cq_plugs_poll(p->plugs) ? CQ_STOPPED : open_batch(p);
        cq_then(status, cq_spread_meet(p->plugs->spread, &meeting, p));
    }
    return status;
}

cq_status cq_plug_place_shared(cq_plug_reader *rd, cq_plug_pairing *pairing)
{
    cq_plugs *plugs = rd->plugs;
    placing p = {.rd = rd, .plugs = plugs, .j = plugs->join, .pairing = pairing};
    cq_status status;

    mpz_inits(p.below, p.share, p.choice.one, p.choice.other, NULL);
    cq_plug_cursor_init(&p.one, p.j->one, &plugs->matings);
    cq_plug_cursor_init(&p.other, p.j->other, &plugs->matings);
    status = count_below(&p);
    cq_then(status, cq_spread_collect(plugs->spread, plugs->ctx, say_patterns,
                                      learn_patterns, &p));
    cq_then(status, place_batches(&p));
    cq_plug_cursor_free(&p.one);
    cq_plug_cursor_free(&p.other);
    mpz_clears(p.below, p.share, p.choice.one, p.choice.other, NULL);
    cq_vec_free_each(&p.requests, &p.pieces, &p.words);
    return status;
}
