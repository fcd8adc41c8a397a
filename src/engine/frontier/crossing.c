/* crossing.c - how whole buckets go from one layer to the next.
 *
 * The number of a bucket is the bits of its states at the layer's split places. A move
 * changes these bits in the same way in all states that pass its test, so it takes a
 * whole bucket into one other bucket. Conversely, every move has at most one source
 * among the buckets that differ only in lasting places. So one task fills a target
 * bucket, or a few of them that differ in new places, from a list of sources, and no
 * other task writes there.
 *
 * Split places are chosen among those that last, by how evenly their bit falls (counted
 * on a sample of the states); if two are equally good, the one whose item is decided
 * sooner, because later moves test it: what the number of the bucket already says need
 * not be tested.
 */
#include "engine/frontier/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATES_A_BUCKET = 3000, NEWS_MOST = 6 };

static bool lasts(const cq_sweep *sweep, uint32_t place)
{
    const cq_plan *plan = sweep->plan;

    for (size_t s = sweep->at; s < sweep->at + sweep->crossing.stride; s++)
        if (!cq_key_has(plan->pool.at + plan->steps.at[s].keep, place))
            return false;
    return true;
}

/* How evenly a place falls, 0 to 1; after the step it belongs to the same item. */
static double evenness(const cq_sweep *sweep, uint32_t place)
{
    double share;

    if (!sweep->sampled)
        return 0;
    share = (double)sweep->ones[place] / sweep->sampled;
    cq_assert(share <= 1);
    return 2 * (share < 0.5 ? share : 1 - share);
}

static double worth(const cq_sweep *sweep, uint32_t place)
{
    const cq_track *track = &sweep->plan->tracks[sweep->owner[place]];
    /* A place that is given back is clear in all states: its worth is 0. */
    double life = (double)(track->death - sweep->at) / (double)sweep->crossing.stride;

    return evenness(sweep, place) * life / (life + 3);
}

static unsigned wanted_splits(const cq_sweep *sweep)
{
    double states = (double)sweep->now.own * fmax(sweep->growth, 1.1);
    unsigned splits = 0;

    while (splits < CQ_SPLIT_MOST - 1 && states > ldexp(STATES_A_BUCKET, (int)splits))
        splits++;
    return splits;
}

static bool is_chosen(const uint32_t *split, unsigned splits, uint32_t place)
{
    for (unsigned i = 0; i < splits; i++)
        if (split[i] == place)
            return true;
    return false;
}

/* The best place that is not chosen yet; CQ_NO_PLACE if none is any good. */
static uint32_t best_place(const cq_sweep *sweep, const uint32_t *split,
                           unsigned splits)
{
    uint32_t best = CQ_NO_PLACE;
    double most = 0.02;

    for (uint32_t p = 0; p < sweep->plan->words * 64; p++) {
        double value;

        if (sweep->owner[p] == CQ_NO_PLACE || !lasts(sweep, p) ||
            is_chosen(split, splits, p))
            continue;
        value = worth(sweep, p);
        if (value > most) {
            most = value;
            best = p;
        }
    }
    return best;
}

/* Keeps what lasts, gives up what is uneven if there are too many, adds the best. */
static void choose(const cq_sweep *sweep, unsigned *splits, uint32_t *split)
{
    const cq_layer *now = &sweep->now;
    unsigned count = 0, wanted = wanted_splits(sweep), news = 0;

    for (unsigned i = 0; i < now->splits; i++)
        if (lasts(sweep, now->split[i]))
            split[count++] = now->split[i];
    while (count > wanted + 1) {
        unsigned worst = 0;

        for (unsigned i = 1; i < count; i++)
            if (evenness(sweep, split[i]) < evenness(sweep, split[worst]))
                worst = i;
        split[worst] = split[--count];
    }
    while (count < wanted && news < NEWS_MOST) {
        uint32_t place = best_place(sweep, split, count);

        if (place == CQ_NO_PLACE)
            break;
        split[count++] = place;
        news++;
    }
    cq_assert(count < CQ_SPLIT_MOST);
    *splits = count;
}

/* Each place once, and none that is given back on the way. */
static bool splits_check(const cq_sweep *sweep, const uint32_t *split, unsigned splits)
{
    for (unsigned i = 0; i < splits; i++) {
        cq_hold(split[i] < 64 * sweep->plan->words && lasts(sweep, split[i]));
        cq_hold(!is_chosen(split, i, split[i]));
    }
    return true;
}

/* ---- from places to bits of numbers ---- */

static void map_bits(cq_crossing *c, const cq_layer *from, unsigned splits,
                     const uint32_t *split)
{
    c->common = 0;
    c->commons = c->news = 0;
    for (unsigned t = 0; t < splits; t++) {
        unsigned f = 0;

        while (f < from->splits && from->split[f] != split[t])
            f++;
        if (f < from->splits) {
            c->from_bit[c->commons] = UINT32_C(1) << f;
            c->to_bit[c->commons++] = UINT32_C(1) << t;
            c->common |= UINT32_C(1) << f;
        } else {
            c->new_bit[c->news] = UINT32_C(1) << t;
            c->new_place[c->news++] = split[t];
        }
    }
    c->gone = (UINT32_C(1) << from->splits) - 1 - c->common;
    cq_assert(c->commons + c->news == splits);
    cq_assert(!(c->gone & c->common) && c->news <= NEWS_MOST);
}

static int by_set(const void *a, const void *b)
{
    const cq_lane *p = a, *q = b;

    if (p->set != q->set)
        return p->set < q->set ? -1 : 1;
    return p->path < q->path ? -1 : p->path > q->path;
}

/* The masks of the lanes' paths are turned into bits of numbers. */
void cq_crossing_make(cq_sweep *sweep, unsigned *splits, uint32_t *split)
{
    cq_crossing *c = &sweep->crossing;
    size_t words = sweep->plan->words;

    choose(sweep, splits, split);
    cq_assert(splits_check(sweep, split, *splits));
    map_bits(c, &sweep->now, *splits, split);
    for (size_t i = 0; i < c->lanes.count; i++) {
        const uint64_t *masks = c->masks.at + i * CQ_TRAIL_MASKS * words;
        cq_lane *lane = &c->lanes.at[i];

        lane->test =
            (uint32_t)cq_layer_bucket(&sweep->now, masks + CQ_TRAIL_TEST * words);
        lane->want =
            (uint32_t)cq_layer_bucket(&sweep->now, masks + CQ_TRAIL_WANT * words);
        lane->set =
            (uint32_t)cq_layer_bucket(&sweep->now, masks + CQ_TRAIL_SET * words);
        lane->set &= c->common;
        cq_assert(!(lane->want & ~lane->test));
        cq_assert(lane->path == i * c->stride);
    }
    if (c->lanes.count)
        qsort(c->lanes.at, c->lanes.count, sizeof *c->lanes.at, by_set);
}
