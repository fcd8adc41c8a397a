/* how_long.c - how long it would take to confirm what was not confirmed, in words.
 *
 * Foreseen by probes of the search that would do it (recount_cover.c, recount_tour.c):
 * on the searches of some seconds that this was compared with, it was between half and
 * three times of what they took.
 */
#include "base/assert.h"
#include "check/judge.h"

#include <math.h>

/* "about 40 s", "about 3 h", "about 2 years"; a count too large for a double takes as
 * long as the longest. */
static void put_duration(double seconds, char *out, size_t size)
{
    static const struct {
        double seconds;
        const char *name;
    } units[] = {
        {31557600, "years"}, {86400, "days"}, {3600, "h"}, {60, "min"}, {1, "s"}};
    size_t i = 0;

    while (i < 4 && seconds < 2 * units[i].seconds)
        i++;
    if (seconds < 1e6 * units[0].seconds)
        snprintf(out, size, "about %.0f %s", fmax(1, seconds / units[i].seconds),
                 units[i].name);
    else
        snprintf(out, size, "more than a million years");
}

void cq_put_how_long(double seconds, char out[CQ_HOW_LONG_SIZE])
{
    char duration[40];

    cq_assert(seconds >= 0);
    put_duration(seconds, duration, sizeof duration);
    if (seconds > 0)
        snprintf(out, CQ_HOW_LONG_SIZE, "a plain search would take %s", duration);
    else
        snprintf(out, CQ_HOW_LONG_SIZE, "the problem is too large for a plain search");
}

cq_status cq_find_too_long(cq_hearing *hearing, double beside, const char *known)
{
    char how_long[CQ_HOW_LONG_SIZE];
    double seconds;

    cq_assert(beside >= 0);
    cq_try(cq_foresee_recount(hearing->ctx, hearing->problem, &seconds));
    cq_put_how_long(seconds > 0 ? seconds + beside : 0, how_long);
    return cq_find(hearing, CQ_UNKNOWN, "%s %s", known, how_long);
}
