/* effort.c - what the counted work of engines is worth in time.
 *
 * Engines that run side by side count in units of their own: nodes, transitions,
 * additions. A rate for each makes them comparable. They are nanoseconds on one
 * machine, learned by tools/tune from tests/bench/effort.csv: some hundreds of
 * generated problems, each with the units that an engine counted and the seconds it
 * took. On another machine all are wrong by about the same factor, which changes no
 * race. How well they fit is shown in docs/performance.md. */
#include "solve/effort.h"

#include <string.h>

typedef struct rate {
    const char *engine;
    double each[CQ_UNITS]; /* in the order of cq_engine.units */
} rate;

static const rate rates[] = {
    /* tools/tune writes from here */
    {"polyomino", {2.61, 268, 0, 2.01, 15.7}},
    {"search", {11.5, 1.35, 1.11, 28.7, 10.1}},
    {"frontier", {6.29, 1.78, 2.39, 10.1, 0.28}},
    {"plugs", {9.4, 1.36e+03, 3.66}},
    {"multipath", {657, 21.9, 0, 0, 1.08e+03}},
    {"restart", {64.7, 135, 27.9}},
    /* to here */
    {"branch", {4000, 2}},
};

/* For the best solutions by weight: each is looked at; all layers are kept, and gone
 * back over. */
static const rate best_rates[] = {
    {"search", {25, 3, 0, 0, 20}},
    {"frontier", {140, 1.34, 1.65, 7.52, 0.601}},
};

/* NULL: it has none there. */
static const double *find(const rate *table, size_t count, const cq_engine *engine)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].engine, engine->name) == 0)
            return table[i].each;
    return NULL;
}

const double *cq_effort_rates(const cq_engine *engine, cq_goal goal)
{
    static const double none[CQ_UNITS] = {0};
    const double *each = NULL;

    if (cq_goal_is_best(goal))
        each = find(best_rates, sizeof best_rates / sizeof *best_rates, engine);
    if (!each)
        each = find(rates, sizeof rates / sizeof *rates, engine);
    return each ? each : none;
}
