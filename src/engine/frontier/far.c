/* far.c - how far a sweep is from its end: work far from it counts for more in a race.
 *
 * In a race, engines take turns by counted work (solve/race.c). A sweep whose layers
 * still grow fast has nearly all of its work ahead, so the competing search should get
 * more of the turns. So a sweep predicts its layers: the number of bits of a layer is
 * assumed to be a parabola over the steps, through the last two layers and 0 at the
 * end:
 *
 *     bits                . - .                 bits(t) = now + slope t - bend t^2
 *                     .           .
 *                 x                  .          x: the layers that are known
 *               x                      .
 *     steps ----------------------------'-
 *
 * The steps of boards and covers follow it roughly: on 8x8 with tetrominoes, and on
 * 6x10 with the pentominoes, the remaining work was predicted within a factor of two in
 * the middle of the sweep, and was overestimated earlier. A sweep that finishes pays
 * little for this: with the right forecast a ninth of its work counts double, and a
 * thirtieth three times.
 *
 * All this depends only on the layers, so races end in the same way for any number of
 * threads. Outside of races, where there are no rates, work counts as it is.
 */
#include "engine/frontier/sweep.h"

#include <math.h>

/* Work left, in parts of the work done, from which it counts double and three times. */
static const double far = 8, farther = 32;

static double bits_of(const cq_sweep *sweep)
{
    return log2(1 + (double)sweep->now.states);
}

/* States of the layers to come. */
static double states_left(double bits, double slope, double steps)
{
    double bend = fmax(bits + slope * steps, 0) / (steps * steps), sum = 0;

    for (double t = 1; t <= steps; t++)
        sum += exp2(fmin(bits + t * (slope - bend * t), 1000));
    return sum;
}

static double weight_of(const cq_sweep *sweep)
{
    const cq_far *f = &sweep->far;
    double left, bits = bits_of(sweep), done = (double)sweep->states + 1;

    if (!sweep->run->rates || sweep->at <= f->at || sweep->at >= sweep->end)
        return 1;
    left = states_left(bits, (bits - f->bits) / (double)(sweep->at - f->at),
                       (double)(sweep->end - sweep->at));
    return left >= farther * done ? 3 : left >= far * done ? 2 : 1;
}

/* With one thread the first hand's work is all of it; with several, only that of the
 * steps that are done is known. */
static void work_of(const cq_sweep *sweep, double out[CQ_FAR_UNITS])
{
    const cq_hand *hand = &sweep->hands[0];

    out[0] = fmax((double)sweep->moved, (double)hand->moved);
    out[1] = fmax((double)sweep->tested, (double)hand->table.tested);
    out[2] = fmax((double)sweep->doubted, (double)hand->table.doubted);
}

void cq_far_charge(const cq_sweep *sweep, double out[CQ_FAR_UNITS])
{
    const cq_far *f = &sweep->far;
    double work[CQ_FAR_UNITS];

    work_of(sweep, work);
    for (int i = 0; i < CQ_FAR_UNITS; i++)
        out[i] = f->charged[i] + fmax(f->weight, 1) * (work[i] - f->work[i]);
}

void cq_far_look(cq_sweep *sweep)
{
    cq_far *f = &sweep->far;

    cq_far_charge(sweep, f->charged);
    work_of(sweep, f->work);
    f->weight = weight_of(sweep);
    f->bits = bits_of(sweep);
    f->at = sweep->at;
}
