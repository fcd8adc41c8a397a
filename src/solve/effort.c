/* effort.c - what the counted work of engines is worth in time.
 *
 * Engines that run side by side count in units of their own: nodes, transitions,
 * additions. A rate for each makes them comparable. They are nanoseconds on one machine,
 * learned by tools/tune from tests/bench/effort.csv: some hundreds of generated problems,
 * each with the units that an engine counted and the seconds it took. On another machine
 * all are wrong by about the same factor, which changes no race. How well they fit is
 * shown in docs/performance.md.
 */
#include "solve/effort.h"

#include <string.h>

typedef struct rate {
    const char *engine;
    double each[CQ_UNITS]; /* in the order of cq_engine.units */
} rate;

static const rate rates[] = {
    /* tools/tune writes from here */
    {"polyomino", {4.73, 355}},
    {"search", {22.5, 8.29}},
    {"frontier", {7.01, 1.58, 11.6, 22, 2.09}},
    {"plugs", {20.6, 0, 10.2}},
    {"multipath", {1.27e+03, 27.8}},
    /* to here */
};

const double *cq_effort_rates(const cq_engine *engine)
{
    static const double none[CQ_UNITS] = {0};

    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        if (strcmp(rates[i].engine, engine->name) == 0)
            return rates[i].each;
    return none;
}
