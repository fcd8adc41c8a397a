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
    {"polyomino", {2.23, 216, 0, 2.16, 9.79}},
    {"search", {12.7, 0.914, 0.6, 25.8, 5.49}},
    {"frontier", {3.82, 1.43, 1.65, 7.87, 0.263}},
    {"plugs", {8.01, 546, 3.2}},
    {"multipath", {608, 13.6, 0, 0, 904}},
    {"restart", {59, 87.5, 23.1}},
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
