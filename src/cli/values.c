/* values.c - times, sizes and parts as people write them.
 *
 * A time is one or more numbers with units (1h30m, 500ms, 2.5), each unit at most a
 * thousand years so that sums stay finite; a number without a unit is seconds. A size
 * is a whole number of bytes, or of K, M, G or T, each 1024 times the one before, with
 * an optional B or iB after it. A part is its number, a slash and how many there are.
 */
#include "cli/cli.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const struct {
    const char *unit;
    double seconds;
} times[] = {{"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};

/* A decimal number without sign or exponent; returns what follows, or NULL. */
static const char *read_decimal(const char *at, double *out)
{
    double value = 0, place = 1;
    bool digits = false;

    for (; isdigit((unsigned char)*at); at++, digits = true)
        value = value * 10 + (*at - '0');
    if (*at == '.')
        for (at++; isdigit((unsigned char)*at); at++, digits = true)
            value += (*at - '0') * (place /= 10);
    cq_assert(place > 0 && value >= 0);
    *out = value;
    return digits && value < 1e9 ? at : NULL;
}

static const char *read_unit(const char *at, double *scale)
{
    size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz");

    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (cq_same_text(at, length, times[i].unit)) {
            *scale = times[i].seconds;
            return at + length;
        }
    *scale = 1;
    return *at ? NULL : at;
}

bool cq_value_time(const char *text, double *out)
{
    double total = 0;

    do {
        double value, scale;

        text = read_decimal(text, &value);
        text = text ? read_unit(text, &scale) : NULL;
        if (!text)
            return false;
        total += value * scale;
    } while (*text);
    cq_assert(isfinite(total) && total >= 0);
    *out = total;
    return total > 0;
}

bool cq_value_size(const char *text, uint64_t *out)
{
    size_t digits = strspn(text, "0123456789");
    const char *units = "KMGT", *unit;
    uint64_t value;
    unsigned shift = 0;

    if (!cq_parse_u64(text, digits, UINT64_MAX, &value) || value == 0)
        return false;
    text += digits;
    unit = *text ? strchr(units, toupper((unsigned char)*text)) : NULL;
    if (unit) {
        shift = 10 * (unsigned)(unit - units + 1);
        text++;
        if (strncmp(text, "iB", 2) == 0)
            text++;
    }
    if (*text == 'B')
        text++;
    if (*text || value > SIZE_MAX >> shift)
        return false;
    cq_assert(shift <= 40 && value << shift >> shift == value);
    *out = value << shift;
    return true;
}

bool cq_value_part(const char *text, uint32_t *part, uint32_t *parts)
{
    const char *slash = strchr(text, '/');
    uint64_t one, all;

    if (!slash || !cq_parse_u64(text, (size_t)(slash - text), UINT32_MAX, &one) ||
        !cq_parse_u64(slash + 1, strlen(slash + 1), UINT32_MAX, &all) || one == 0 ||
        one > all)
        return false;
    cq_assert(one >= 1 && one <= all);
    *part = (uint32_t)one;
    *parts = (uint32_t)all;
    return true;
}
