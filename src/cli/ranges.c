/* ranges.c - several numbers as people write them: "7..15", "100..900..200", "3,4.5".
 *
 * A list has commas between its parts; a part is a number, or the first and the last of
 * several with ".." between them, and after another ".." the step from each to the
 * next. Numbers are decimal, without sign or exponent.
 */
#include "cli/cli.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

enum { NUMBERS_MOST = 10000 };

/* At the dots of "7..15" a number ends: returns what follows, or NULL. */
static const char *read_number(const char *at, double *out)
{
    char digits[32];
    size_t length = 0;

    while (length + 1 < sizeof digits &&
           (isdigit((unsigned char)at[length]) ||
            (at[length] == '.' && at[length + 1] != '.' && length))) {
        digits[length] = at[length];
        length++;
    }
    if (length == 0 || isdigit((unsigned char)at[length]))
        return NULL;
    digits[length] = '\0';
    *out = strtod(digits, NULL);
    cq_assert(*out >= 0 && isfinite(*out));
    return at + length;
}

static const char *read_dots(const char *at)
{
    return at && at[0] == '.' && at[1] == '.' ? at + 2 : NULL;
}

/* One part of the list: returns what follows, or NULL. */
static const char *read_part(const char *at, double *from, double *to, double *step)
{
    const char *next;

    at = read_number(at, from);
    *to = *from;
    next = read_dots(at);
    if (next)
        at = read_number(next, to);
    next = next ? read_dots(at) : NULL;
    if (next)
        at = read_number(next, step);
    return at;
}

/* 1, 10, 100 ...: the largest that is not above the number. */
static double power_of_ten(double number)
{
    double power = 1;

    while (power * 10 <= number)
        power *= 10;
    cq_assert(number < 1 || (power <= number && number < 10 * power));
    return power;
}

cq_status cq_value_numbers(cq_context *ctx, const char *flag, const char *text,
                           bool tens, cq_reals *out)
{
    const char *at = text;

    do {
        double from = 0, to = 0, step = 0, count;

        at = read_part(at, &from, &to, &step);
        if (!at || (*at && *at != ','))
            return cq_fail(ctx, CQ_REFUSED,
                           "--%s takes numbers such as 8, 7..15, 100..900..200 or "
                           "3,4,5, not '%s'",
                           flag, text);
        step = step > 0 ? step : tens ? power_of_ten(from) : 1;
        count = floor((to - from) / step + 1e-9) + 1;
        if (to < from || !(count + (double)out->count <= NUMBERS_MOST))
            return cq_fail(ctx, CQ_REFUSED, "--%s takes 1 to %d numbers, not '%s'",
                           flag, NUMBERS_MOST, text);
        cq_assert(step > 0 && count >= 1 && from + (count - 1) * step <= to + step / 2);
        for (double i = 0; i < count; i++)
            cq_try(cq_vec_push(ctx, out, from + i * step));
    } while (*at++ == ',');
    return CQ_OK;
}
