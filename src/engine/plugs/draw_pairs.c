/* draw_pairs.c - finds the states in two joined layers that belong to the tour with a
 * given number.
 *
 * When the layers were joined, the number of tours of each pattern was recorded. So a
 * number leads to a pattern, and there it is split into a mating on each side and the
 * number of a way to each (pair_blocks.c). Numbers are handled in ascending order, so
 * blocks are too, and a layer on disk is read from end to end. */
#include "engine/plugs/plug_cursor.h"
#include "engine/plugs/plug_join.h"
#include "engine/plugs/plug_read.h"

#include <stdlib.h>

typedef struct drawing {
    cq_plug_reader *rd;
    cq_plug_joining *j;
    cq_plug_pairing pairing;
    cq_plug_cursor one, images;
    cq_plug_pair_choice choice;
    size_t next; /* reading that has no state yet */
    mpz_t below; /* the tours of all patterns before the one at hand */
    mpz_t share;
} drawing;

static int compare_numbers(const void *left, const void *right)
{
    const cq_plug_reading *a = left, *b = right;
    int order = mpz_cmp(a->number, b->number);

    return order ? order : a->place < b->place ? -1 : a->place > b->place;
}

/* Whether the next reading is one of the pattern at hand, and its number among
 * those. */
static bool falls_here(drawing *d)
{
    cq_plug_reader *rd = d->rd;
    cq_plug_reading *r = &rd->readings[d->next];

    if (d->next == rd->tours)
        return false;
    mpz_sub(rd->share, r->number, d->below);
    return mpz_cmp(rd->share, d->share) < 0;
}

/* The blocks of both sides. */
static cq_status open_pattern(drawing *d, cq_pattern pattern,
                              const cq_plug_block **block, size_t *sources)
{
    cq_plug_pairing *p = &d->pairing;
    const cq_plug_block *image = NULL;

    cq_try(cq_plug_cursor_find(&d->one, pattern, block));
    if (!d->j->images.ctx) {
        *sources = cq_plug_join_sources(p, pattern);
    } else {
        cq_try(cq_plug_cursor_find(&d->images, pattern, &image));
        p->sources[0] =
            (cq_plug_source){.block = image, .ends = cq_pattern_ends(pattern)};
        *sources = image ? 1 : 0;
    }
    cq_assert(*block && *sources);
    return cq_plug_pair_open(p, *block, cq_pattern_ends(pattern), *sources);
}

void cq_plug_place(cq_plug_reader *rd, size_t at, cq_pattern pattern,
                   const cq_plug_pair_choice *c)
{
    cq_plug_reading *one = &rd->readings[at];
    cq_plug_reading *other = &rd->readings[rd->tours + one->place];

    one->state = (cq_plug_want){pattern, c->x};
    mpz_set(one->number, c->one);
    other->state = (cq_plug_want){pattern, c->y};
    mpz_set(other->number, c->other);
}

/* All readings whose numbers are among the tours of a pattern. */
static cq_status place_here(drawing *d, cq_pattern pattern)
{
    const cq_plug_block *block = NULL;
    size_t sources = 0;

    if (cq_run_poll(d->rd->plugs->run))
        return CQ_STOPPED;
    cq_try(open_pattern(d, pattern, &block, &sources));
    for (; falls_here(d); d->next++) {
        cq_try(cq_plug_pair_choose(&d->pairing, block, cq_pattern_ends(pattern),
                                   d->rd->share, &d->choice));
        cq_plug_place(d->rd, d->next, pattern, &d->choice);
    }
    return CQ_OK;
}

static cq_status place_all(drawing *d)
{
    const cq_plug_joining *j = d->j;

    for (size_t i = 0; i < j->noted.patterns.count; i++) {
        cq_limbs_read(d->share, j->noted.words.at + i * j->share_limbs, j->share_limbs);
        if (falls_here(d))
            cq_try(place_here(d, j->noted.patterns.at[i]));
        mpz_add(d->below, d->below, d->share);
    }
    cq_assert(d->next == d->rd->tours);
    return CQ_OK;
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
    status = plugs->spread ? cq_plug_place_shared(rd, &d.pairing) : place_all(&d);
    cq_then(status, take_maps(&d));
    cq_plug_cursor_free(&d.one);
    cq_plug_cursor_free(&d.images);
    mpz_clears(d.below, d.share, d.choice.one, d.choice.other, NULL);
    cq_plug_pairing_free(&d.pairing);
    return status;
}
