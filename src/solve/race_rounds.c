/* race_rounds.c - rounds of effort: whose turn it is in a race, and for how long.
 *
 * Everything here follows from what the racers have done, never from the clock.
 */
#include "solve/race.h"

#include "base/assert.h"

#include <math.h>

static const double first_round = 3e6, growth = 1.2; /* of effort */
/* What the first in the plan may do before the others begin: what it does in a blink
 * costs no more than alone. It is time lost if the guess is wrong, so that it is well
 * below the 50 ms that nobody notices, for engines whose effort counts too little,
 * too. */
static const double head_start = 15e6;
/* Covers and graphs have no formula to guess by: theirs is shorter. */
static const double blind_start = 7e6;
/* When one with restarts comes in, by the effort of the others. Short searches of
 * covers fill in a blink what others are stuck on, and come in early. */
static const double late_start = 300e6, late_cover = 7e6;

static unsigned round_of(double effort)
{
    unsigned round = 0;

    for (double most = first_round; effort > most; most *= growth)
        round++;
    return round;
}

static double end_of(unsigned round)
{
    double most = first_round;

    while (round--)
        most *= growth;
    return most;
}

static bool comes_late(const cq_racer *r)
{
    return r->engine->way == CQ_WAY_RESTART && r->race->count > 1;
}

/* Counted effort that is not held against a racer, or that it begins with. */
static double start_of(const cq_racer *r)
{
    cq_kind kind = r->race->job->run.problem->kind;

    if (comes_late(r))
        return kind == CQ_COVER ? -late_cover : -late_start;
    if (r != r->race->racers)
        return 0;
    return kind == CQ_TILING ? head_start : blind_start;
}

static double weight_of(const cq_racer *r)
{
    return comes_late(r) ? (double)(r->race->count - 1) : 1;
}

/* The round that a racer is in, by the effort that counts. */
static unsigned round_at(const cq_racer *r)
{
    unsigned round = round_of(weight_of(r) * r->effort - start_of(r));

    cq_assert(r->effort >= 0);
    /* Its end is ahead, but for the rounding of products. */
    cq_assert((start_of(r) + end_of(round)) / weight_of(r) >= r->effort * (1 - 1e-9));
    return round;
}

/* What a racer may do up to the end of a round. */
static double effort_to(const cq_racer *r, unsigned round)
{
    return (start_of(r) + end_of(round)) / weight_of(r);
}

cq_racer *cq_race_lowest(cq_race *g)
{
    cq_racer *best = NULL;

    for (size_t i = 0; i < g->count && g->spread; i++)
        if (!g->racers[i].out && g->racers[i].ended)
            return &g->racers[i];

    for (size_t i = 0; i < g->count; i++) {
        cq_racer *r = &g->racers[i];

        if (!r->out && (!best || round_at(r) < round_at(best)))
            best = r;
    }
    cq_assert(!best || !best->out);
    return best;
}

static bool is_alone(const cq_race *g)
{
    size_t left = 0;

    for (size_t i = 0; i < g->count; i++)
        left += !g->racers[i].out;
    return left == 1;
}

/* How far a racer goes that begins again each time: twice as far, the first in the plan
 * from the beginning, but not beyond the round in which another one has ended. If all
 * others have ended, nobody waits for its turn to end. */
double cq_racer_bound_here(const cq_race *g, const cq_racer *r)
{
    double bound = effort_to(r, round_at(r)), last = HUGE_VAL;
    size_t waiting = 0;

    for (size_t i = 0; i < g->count; i++) {
        const cq_racer *other = &g->racers[i];

        if (other->ended && !other->out)
            last = fmin(last, effort_to(r, round_at(other)));
        waiting += other != r && !other->ended && !other->out;
    }
    cq_assert(!r->out && !r->ended);
    if (!waiting)
        return last;
    if (r->cut)
        bound = fmax(bound, 2 * r->effort);
    else if (r == g->racers)
        bound *= 2;
    return fmin(bound, last);
}

double cq_racer_bound(const cq_race *g, const cq_racer *r)
{
    return is_alone(g) ? HUGE_VAL : effort_to(r, round_at(r));
}
