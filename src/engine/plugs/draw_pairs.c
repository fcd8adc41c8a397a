/* draw_pairs.c - finds the states in two joined layers that belong to the tour with a
 * given number.
 *
 * When the layers were joined, the number of tours of each pattern was recorded. So a
 * number leads to a pattern, and there it is split into a mating on each side and the
 * number of a way to each (pair_blocks.c). Numbers are handled in ascending order, so
 * blocks are too, and a layer on disk is read from end to end.
 *
 * With several ranks, each has recorded the tours of its own patterns, and patterns
 * ascend from rank to rank, so that numbers fall to the same patterns as in one
 * process. A rank that knows how many tours those before it have finds the numbers that
 * are its own, asks for the blocks that it needs of the other layer (ask_blocks.c), in
 * batches of a bounded number of words, and tells all what it has found. */
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_join.h"
#include "engine/plugs/plug_read.h"
#include "engine/plugs/plug_share.h"

#include <stdlib.h>

enum { BATCH_WORDS = 1 << 20 }; /* or one pattern */

typedef struct drawing {
    cq_plug_reader *rd;
    cq_plug_joining *j;
    cq_plug_pairing pairing;
    cq_plug_cursor one, images;
    cq_plug_pair_choice choice;
    size_t first, end; /* readings whose patterns this rank has */
    mpz_t below;       /* the tours of all patterns before the one at hand */
    mpz_t share;       /* its own */
} drawing;

/* ---- patterns ---- */

static int compare_numbers(const void *left, const void *right)
{
    const cq_plug_reading *a = left, *b = right;
    int order = mpz_cmp(a->number, b->number);

    return order ? order : a->place < b->place ? -1 : a->place > b->place;
}

static void read_share(drawing *d, size_t i)
{
    const cq_plug_joining *j = d->j;

    cq_limbs_read(d->share, j->noted.words.at + i * j->share_limbs, j->share_limbs);
}

/* d->below becomes the tours of the ranks before this one. */
static cq_status count_below(drawing *d)
{
    const cq_plugs *plugs = d->rd->plugs;
    unsigned ranks = cq_spread_count(plugs->spread), me = cq_spread_rank(plugs->spread);
    mpz_t *before = cq_alloc(plugs->ctx, ranks, sizeof *before);
    cq_status status;

    cq_try_memory(before);
    for (unsigned r = 0; r < ranks; r++)
        mpz_init(before[r]);
    for (size_t i = 0; i < d->j->noted.patterns.count && me + 1 < ranks; i++) {
        read_share(d, i);
        mpz_add(before[me + 1], before[me + 1], d->share);
    }
    for (unsigned r = me + 2; r < ranks; r++)
        mpz_set(before[r], before[me + 1]);
    status = cq_spread_add_up_each(plugs->spread, before, ranks);
    mpz_set(d->below, before[me]);
    for (unsigned r = 0; r < ranks; r++)
        mpz_clear(before[r]);
    cq_free(before);
    return status;
}

/* The pattern of each reading that is this rank's, and its number among the tours of
 * that pattern. */
static void find_patterns(drawing *d)
{
    cq_plug_reading *readings = d->rd->readings;
    size_t at = 0, tours = d->rd->tours;

    while (at < tours && mpz_cmp(readings[at].number, d->below) < 0)
        at++;
    d->first = at;
    for (size_t i = 0; i < d->j->noted.patterns.count; i++) {
        read_share(d, i);
        for (; at < tours; at++) {
            mpz_sub(d->rd->share, readings[at].number, d->below);
            if (mpz_cmp(d->rd->share, d->share) >= 0)
                break;
            cq_assert(mpz_sgn(d->rd->share) >= 0); /* numbers ascend */
            readings[at].state.pattern = d->j->noted.patterns.at[i];
            mpz_set(readings[at].number, d->rd->share);
        }
        mpz_add(d->below, d->below, d->share);
    }
    d->end = at;
    cq_assert(d->rd->plugs->spread || (d->first == 0 && d->end == tours));
}

/* Whether the pattern of a reading is not that of the one before it. */
static bool is_next(const drawing *d, size_t first, size_t at)
{
    const cq_plug_reading *r = &d->rd->readings[at];

    return at == first || !cq_wide_is(r->state.pattern, r[-1].state.pattern);
}

/* ---- states ---- */

/* The blocks of both sides. */
static cq_status open_pattern(drawing *d, cq_pattern pattern,
                              const cq_plug_block **block)
{
    cq_plug_pairing *p = &d->pairing;
    unsigned ends = cq_pattern_ends(pattern);
    const cq_plug_block *image = NULL;
    size_t sources;

    if (cq_plugs_poll(d->rd->plugs))
        return CQ_STOPPED;
    cq_try(cq_plug_cursor_find(&d->one, pattern, block));
    if (!d->j->images.ctx) {
        sources = cq_plug_join_sources(p, pattern);
    } else {
        cq_try(cq_plug_cursor_find(&d->images, pattern, &image));
        p->sources[0] = (cq_plug_source){.block = image, .ends = ends};
        sources = image ? 1 : 0;
    }
    if (!*block || !sources)
        return cq_fail(d->rd->plugs->ctx, CQ_DEFECT,
                       "no rank has the states that a tour goes through");
    return cq_plug_pair_open(p, *block, ends, sources);
}

/* Both readings of a tour. */
static void place(drawing *d, size_t at, cq_pattern pattern)
{
    cq_plug_reading *one = &d->rd->readings[at];
    cq_plug_reading *other = &d->rd->readings[d->rd->tours + one->place];

    cq_assert(!one->other && other->other && one->place == other->place);
    one->state = (cq_plug_want){pattern, d->choice.x};
    mpz_set(one->number, d->choice.one);
    other->state = (cq_plug_want){pattern, d->choice.y};
    mpz_set(other->number, d->choice.other);
}

static cq_status place_all(drawing *d, size_t first, size_t end)
{
    const cq_plug_block *block = NULL;

    for (size_t i = first; i < end; i++) {
        cq_plug_reading *r = &d->rd->readings[i];
        cq_pattern pattern = r->state.pattern;

        if (is_next(d, first, i))
            cq_try(open_pattern(d, pattern, &block));
        cq_try(cq_plug_pair_choose(&d->pairing, block, cq_pattern_ends(pattern),
                                   r->number, &d->choice));
        place(d, i, pattern);
    }
    return CQ_OK;
}

/* ---- with several ranks ---- */

/* The readings from *at on whose blocks have as many words as a batch may have. */
static cq_status place_batch(drawing *d, size_t *at, cq_plug_patterns *wanted)
{
    cq_plug_joining *j = d->j;
    const cq_plug_layer *other = j->other;
    cq_plug_layer found = {0};
    size_t first = *at;
    double words = 0;
    cq_status status;

    wanted->count = 0;
    for (; *at < d->end; ++*at) {
        cq_pattern pattern = d->rd->readings[*at].state.pattern;

        if (!is_next(d, first, *at))
            continue;
        words += (double)(j->there.maps + 1) * j->one->limbs *
                 (double)d->pairing.matings->counts[cq_pattern_ends(pattern)];
        if (*at > first && words > BATCH_WORDS)
            break;
        cq_try(cq_plug_join_want(j, pattern, wanted));
    }
    cq_assert(*at > first || wanted->count == 0);
    status = cq_plug_ask(j->plugs, other, wanted, &found);
    j->other = &found;
    cq_then(status, place_all(d, first, *at));
    j->other = other;
    cq_plug_layer_free(&found);
    return status;
}

/* Batches, until no rank has a reading left. */
static cq_status place_batches(drawing *d)
{
    cq_plug_patterns wanted = {0};
    cq_status status = CQ_OK;
    uint64_t left = 1;

    for (size_t at = d->first; status == CQ_OK && left;) {
        cq_assert(at <= d->end);
        left = d->end - at;
        status = cq_plug_add_up(d->rd->plugs, &left);
        if (status == CQ_OK && left)
            status = place_batch(d, &at, &wanted);
    }
    cq_vec_free(&wanted);
    return status;
}

static void say_states(void *user, cq_parcel *out)
{
    const drawing *d = user;

    for (size_t i = d->first; i < d->end; i++) {
        const cq_plug_reading *one = &d->rd->readings[i];
        const cq_plug_reading *other = &d->rd->readings[d->rd->tours + one->place];

        cq_plug_put_pattern(out, one->state.pattern);
        cq_parcel_put(out, one->state.rank, 8);
        cq_parcel_put(out, other->state.rank, 8);
        cq_spread_put_number(out, one->number);
        cq_spread_put_number(out, other->number);
    }
}

/* Those of rank 0 come first, as the readings do. */
static void learn_states(void *user, cq_parcel *in)
{
    drawing *d = user;

    for (size_t i = 0; i < d->rd->tours && in->status == CQ_OK; i++) {
        cq_pattern pattern = cq_plug_get_pattern(in);

        d->choice.x = cq_parcel_get(in, 8);
        d->choice.y = cq_parcel_get(in, 8);
        cq_spread_get_number(in, d->choice.one);
        cq_spread_get_number(in, d->choice.other);
        place(d, i, pattern);
    }
    cq_assert(in->status != CQ_OK || in->at == in->bytes.count);
}

static cq_status place_together(drawing *d)
{
    const cq_plugs *plugs = d->rd->plugs;

    cq_try(count_below(d));
    find_patterns(d);
    cq_try(place_batches(d));
    return cq_spread_collect(plugs->spread, say_states, learn_states, d);
}

static cq_status place_alone(drawing *d)
{
    find_patterns(d);
    return place_all(d, d->first, d->end);
}

/* ---- the other side, back from the images ---- */

static cq_status take_maps(drawing *d)
{
    cq_plug_reader *rd = d->rd;
    const cq_plug_joining *j = d->j;
    const cq_plugs *plugs = rd->plugs;
    const cq_plug_origin *at;

    rd->wants.count = 0;
    for (size_t i = rd->tours; i < rd->count; i++)
        cq_try(cq_vec_push(plugs->ctx, &rd->wants, rd->readings[i].state));
    cq_try(cq_plug_find_preimages(&rd->origins, j->other, &j->there, &j->back,
                                  j->one->slots, rd->wants.at, rd->wants.count));
    at = rd->origins.list.at;
    for (size_t i = 0; i < rd->tours; i++) {
        cq_plug_reading *r = &rd->readings[rd->tours + i];
        const cq_plug_origin *chosen;

        while (at->want < i)
            at++;
        cq_assert(at->want == i);
        chosen = cq_plug_choose_origin(rd, r, at);
        cq_plug_turn(rd, r,
                     plugs->plan.onto + chosen->map * (size_t)plugs->net.vertices);
        cq_plug_go_to(r, chosen);
    }
    return CQ_OK;
}

cq_status cq_plug_place_pairs(cq_plug_reader *rd)
{
    cq_plugs *plugs = rd->plugs;
    drawing d = {.rd = rd, .j = plugs->join};
    cq_status status = cq_plug_pairing_new(d.j, &plugs->gatherers[0], &d.pairing);

    if (status != CQ_OK)
        return status;
    mpz_inits(d.below, d.share, d.choice.one, d.choice.other, NULL);
    cq_plug_cursor_init(&d.one, d.j->one, &plugs->matings);
    if (d.j->images.ctx)
        cq_plug_cursor_init(&d.images, &d.j->images, &plugs->matings);
    qsort(rd->readings, rd->tours, sizeof *rd->readings, compare_numbers);
    status = plugs->spread ? place_together(&d) : place_alone(&d);
    cq_then(status, take_maps(&d));
    cq_plug_cursor_free(&d.one);
    cq_plug_cursor_free(&d.images);
    mpz_clears(d.below, d.share, d.choice.one, d.choice.other, NULL);
    cq_plug_pairing_free(&d.pairing);
    return status;
}
