/* json_number.c - numbers with a sign or a fraction out of JSON: rare, so they are
 * converted from the copy that cq_json_next leaves in `value`. */
#include "base/json.h"

#include <string.h>

cq_status cq_json_digits(cq_json *json)
{
    cq_json_kind kind;

    cq_try(cq_json_next(json, &kind));
    if ((kind != CQ_JSON_NUMBER && kind != CQ_JSON_STRING) || !json->value.count ||
        strspn(json->value.at, "0123456789") != json->value.count)
        return cq_json_fail(json, "expected a whole number");
    return CQ_OK;
}

cq_status cq_json_i64(cq_json *json, int64_t most, int64_t *out)
{
    cq_json_kind kind;
    uint64_t value;
    bool negative;

    cq_try(cq_json_next(json, &kind));
    negative = json->value.count && json->value.at[0] == '-';
    if ((kind != CQ_JSON_NUMBER && kind != CQ_JSON_STRING) ||
        !cq_parse_u64(json->value.at + negative, json->value.count - negative,
                      (uint64_t)most, &value))
        return cq_json_fail(json, "expected a whole number from -%lld to %lld",
                            (long long)most, (long long)most);
    *out = negative ? -(int64_t)value : (int64_t)value;
    return CQ_OK;
}

/* The power of ten after 'e', if there is one; far beyond a double's it stays put. */
static int read_exponent(const char *at)
{
    int exponent = 0;
    bool negative;

    if (*at != 'e' && *at != 'E')
        return 0;
    at++;
    negative = *at == '-';
    at += *at == '-' || *at == '+';
    for (; cq_is_digit(*at); at++)
        exponent = exponent < 1000 ? exponent * 10 + (*at - '0') : exponent;
    return negative ? -exponent : exponent;
}

/* By hand, because strtod follows the locale's decimal comma. Digits after the 18th
 * only move the point. */
double cq_json_number(const cq_json *json)
{
    const char *at = json->value.at;
    bool negative, fraction = false;
    uint64_t digits = 0;
    int64_t power = 0;
    double value;

    negative = *at == '-';
    for (at += negative; cq_is_digit(*at) || *at == '.'; at++) {
        if (*at == '.') {
            fraction = true;
        } else if (digits < UINT64_C(100000000000000000)) {
            digits = digits * 10 + (uint64_t)(*at - '0');
            power -= fraction;
        } else {
            power += !fraction;
        }
    }
    power += read_exponent(at);
    value = (double)digits;
    for (; power > 0 && value > 0 && value < 1e308; power--)
        value *= 10;
    for (; power < 0 && value > 0; power++)
        value /= 10;
    return negative ? -value : value;
}

cq_status cq_json_double(cq_json *json, double *out)
{
    cq_try(cq_json_expect(json, CQ_JSON_NUMBER));
    *out = cq_json_number(json);
    return CQ_OK;
}
