/* weight.c - weights as text and as sorted lists of terms: see weight.h.
 *
 *     weight = [sign] term { sign term }
 *     term   = number { ["*"] power } | power { ["*"] power }
 *     number = digits [ "/" digits ]
 *     power  = letter [ "^" digits ]
 *
 * Spaces may stand between all of these. Weights are short, so a new term is put in its
 * place by a walk over the others: O(terms) each.
 */
#include "problem/weight.h"

#include "base/assert.h"
#include "base/hash.h"

#include <inttypes.h>
#include <string.h>

/* Powers are added in products: no sum of many may wrap. */
enum { POWER_MOST = 65535 };

void cq_weight_free(cq_weight *weight)
{
    for (size_t i = 0; i < weight->terms.count; i++)
        mpq_clear(weight->terms.at[i].factor);
    cq_vec_free(&weight->terms);
}

/* ---- terms ---- */

static int compare_powers(const uint32_t a[CQ_VARIABLES],
                          const uint32_t b[CQ_VARIABLES])
{
    uint64_t sum_a = (uint64_t)a[0] + a[1], sum_b = (uint64_t)b[0] + b[1];

    if (sum_a != sum_b)
        return sum_a < sum_b ? -1 : 1;
    return a[0] == b[0] ? 0 : a[0] > b[0] ? -1 : 1;
}

static void drop_term(cq_weight *weight, size_t at)
{
    mpq_clear(weight->terms.at[at].factor);
    memmove(weight->terms.at + at, weight->terms.at + at + 1,
            (--weight->terms.count - at) * sizeof *weight->terms.at);
}

/* In order, and none with the factor 0. */
static bool check_weight(const cq_weight *weight)
{
    for (size_t i = 0; i < weight->terms.count; i++) {
        cq_hold(mpq_sgn(weight->terms.at[i].factor) != 0);
        cq_hold(i == 0 || compare_powers(weight->terms.at[i - 1].power,
                                         weight->terms.at[i].power) < 0);
    }
    return true;
}

cq_status cq_weight_add_term(cq_context *ctx, cq_weight *weight, const mpq_t factor,
                             const uint32_t power[CQ_VARIABLES])
{
    size_t at = weight->terms.count;
    cq_term term = {.power = {power[0], power[1]}};

    while (at > 0 && compare_powers(weight->terms.at[at - 1].power, power) > 0)
        at--;
    if (at > 0 && compare_powers(weight->terms.at[at - 1].power, power) == 0) {
        cq_term *same = &weight->terms.at[--at];

        mpq_add(same->factor, same->factor, factor);
        if (mpq_sgn(same->factor) == 0)
            drop_term(weight, at);
        cq_assert(check_weight(weight));
        return CQ_OK;
    }
    if (mpq_sgn(factor) == 0)
        return CQ_OK;
    cq_try(cq_vec_reserve(ctx, &weight->terms, 1));
    memmove(weight->terms.at + at + 1, weight->terms.at + at,
            (weight->terms.count - at) * sizeof term);
    mpq_init(term.factor);
    mpq_set(term.factor, factor);
    weight->terms.at[at] = term;
    weight->terms.count++;
    cq_assert(check_weight(weight));
    return CQ_OK;
}

cq_status cq_weight_add(cq_context *ctx, cq_weight *to, const cq_weight *from)
{
    for (size_t i = 0; i < from->terms.count; i++)
        cq_try(cq_weight_add_term(ctx, to, from->terms.at[i].factor,
                                  from->terms.at[i].power));
    return CQ_OK;
}

cq_status cq_weight_set_one(cq_context *ctx, cq_weight *out)
{
    const uint32_t none[CQ_VARIABLES] = {0};
    cq_status status;
    mpq_t one;

    cq_assert(out->terms.count == 0);
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    status = cq_weight_add_term(ctx, out, one, none);
    mpq_clear(one);
    return status;
}

cq_status cq_weight_multiply(cq_context *ctx, const cq_weight *a, const cq_weight *b,
                             cq_weight *out)
{
    cq_status status = CQ_OK;
    mpq_t factor;

    cq_assert(out->terms.count == 0);
    mpq_init(factor);
    for (size_t i = 0; i < a->terms.count; i++)
        for (size_t k = 0; k < b->terms.count && status == CQ_OK; k++) {
            const cq_term *s = &a->terms.at[i], *t = &b->terms.at[k];
            uint32_t power[CQ_VARIABLES] = {s->power[0] + t->power[0],
                                            s->power[1] + t->power[1]};

            cq_assert(power[0] >= s->power[0] && power[1] >= s->power[1]);
            mpq_mul(factor, s->factor, t->factor);
            status = cq_weight_add_term(ctx, out, factor, power);
        }
    mpq_clear(factor);
    return status;
}

cq_status cq_weight_keep(cq_context *ctx, const cq_weight *weight,
                         const cq_variables *letters, const char *by, cq_weight *out)
{
    cq_assert(out->terms.count == 0);
    for (size_t i = 0; i < weight->terms.count; i++) {
        const cq_term *term = &weight->terms.at[i];
        uint32_t power[CQ_VARIABLES];

        for (size_t v = 0; v < CQ_VARIABLES; v++)
            power[v] = !by || (letters->at[v] && strchr(by, letters->at[v]))
                           ? term->power[v]
                           : 0;
        cq_try(cq_weight_add_term(ctx, out, term->factor, power));
    }
    return CQ_OK;
}

bool cq_weight_is_number(const cq_weight *weight)
{
    size_t count = weight->terms.count;

    return count == 0 || (count == 1 && weight->terms.at[0].power[0] == 0 &&
                          weight->terms.at[0].power[1] == 0);
}

void cq_weight_number(const cq_weight *weight, mpq_t out)
{
    cq_assert(cq_weight_is_number(weight));
    if (weight->terms.count)
        mpq_set(out, weight->terms.at[0].factor);
    else
        mpq_set_ui(out, 0, 1);
}

/* ---- reading ---- */

typedef struct reader {
    cq_context *ctx;
    cq_span text;
    const char *at, *end;
    cq_variables *letters;
    cq_weight *out;
    mpq_t factor; /* of the term under the hand */
    uint32_t power[CQ_VARIABLES];
} reader;

static cq_status refuse(const reader *r, const char *expected)
{
    char name[16];

    return cq_fail_span(r->ctx, cq_span_part(r->text, r->at, 0),
                        "expected %s in a weight such as 3/2 or 1+2x^2y, found %s",
                        expected,
                        r->at < r->end ? cq_char_name(*r->at, name) : "the end");
}

static char look(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
        r->at++;
    return r->at < r->end ? *r->at : '\0';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits, into a number. */
static cq_status read_digits(reader *r, const char *expected, mpz_t out)
{
    const char *start = r->at;
    char *digits;

    while (r->at < r->end && is_digit(*r->at))
        r->at++;
    if (r->at == start)
        return refuse(r, expected);
    digits = cq_strndup(r->ctx, start, (size_t)(r->at - start));
    cq_try_memory(digits);
    mpz_set_str(out, digits, 10);
    cq_free(digits);
    return CQ_OK;
}

static cq_status read_number(reader *r)
{
    mpq_t number;
    cq_status status;

    mpq_init(number);
    status = read_digits(r, "a number", mpq_numref(number));
    if (status == CQ_OK && r->at < r->end && *r->at == '/') {
        r->at++;
        status = read_digits(r, "digits after the /", mpq_denref(number));
        if (status == CQ_OK && mpz_sgn(mpq_denref(number)) == 0)
            status = cq_fail_span(r->ctx, cq_span_part(r->text, r->at - 1, 1),
                                  "a weight is divided by 0");
    }
    if (status == CQ_OK) {
        mpq_canonicalize(number);
        mpq_mul(r->factor, r->factor, number);
    }
    mpq_clear(number);
    return status;
}

/* Which variable a letter is; a new one joins the others. */
static cq_status find_letter(reader *r, size_t *out)
{
    size_t known = strlen(r->letters->at);
    const char *found = memchr(r->letters->at, *r->at, known);

    if (!found && known == CQ_VARIABLES)
        return cq_fail_span(r->ctx, cq_span_part(r->text, r->at, 1),
                            "weights have at most two variables, here %c and %c; found "
                            "%c as well",
                            r->letters->at[0], r->letters->at[1], *r->at);
    if (!found) {
        r->letters->at[known] = *r->at;
        r->letters->at[known + 1] = '\0';
    }
    *out = found ? (size_t)(found - r->letters->at) : known;
    r->at++;
    return CQ_OK;
}

static cq_status read_power(reader *r)
{
    size_t variable = 0;
    uint64_t power = 1;

    cq_try(find_letter(r, &variable));
    if (look(r) == '^') {
        const char *start = ++r->at;

        while (r->at < r->end && is_digit(*r->at))
            r->at++;
        if (!cq_parse_u64(start, (size_t)(r->at - start), POWER_MOST, &power)) {
            r->at = start;
            return refuse(r, "a power up to 65535");
        }
    }
    if (r->power[variable] + power > POWER_MOST)
        return refuse(r, "powers up to 65535");
    cq_assert(variable < CQ_VARIABLES);
    r->power[variable] += (uint32_t)power;
    return CQ_OK;
}

static cq_status read_term(reader *r)
{
    bool any = false;

    memset(r->power, 0, sizeof r->power);
    if (is_digit(look(r))) {
        cq_try(read_number(r));
        any = true;
    }
    for (;;) {
        char c = look(r);

        if (any && c == '*') {
            r->at++;
            c = look(r);
            if (!(c >= 'a' && c <= 'z'))
                return refuse(r, "a variable after the *");
        }
        if (!(c >= 'a' && c <= 'z'))
            break;
        cq_try(read_power(r));
        any = true;
    }
    if (!any)
        return refuse(r, "a number or a variable");
    return cq_weight_add_term(r->ctx, r->out, r->factor, r->power);
}

static cq_status read_sum(reader *r)
{
    char sign = look(r);

    for (bool first = true; first || sign; first = false, sign = look(r)) {
        if (!first && sign != '+' && sign != '-')
            return refuse(r, "+ or - or the end");
        if (sign == '+' || sign == '-')
            r->at++;
        mpq_set_si(r->factor, sign == '-' ? -1 : 1, 1);
        cq_try(read_term(r));
    }
    return CQ_OK;
}

cq_status cq_weight_read(cq_context *ctx, cq_span text, cq_variables *letters,
                         cq_weight *out)
{
    cq_weight weight = {0};
    cq_variables known = *letters;
    reader r = {.ctx = ctx,
                .text = text,
                .at = text.start,
                .end = text.start + text.length,
                .letters = &known,
                .out = &weight};
    cq_status status;

    mpq_init(r.factor);
    status = read_sum(&r);
    mpq_clear(r.factor);
    if (status != CQ_OK) {
        cq_weight_free(&weight);
        return status;
    }
    *letters = known;
    *out = weight;
    return CQ_OK;
}

bool cq_weight_is_text(const char *text, size_t length)
{
    static const char marks[] = "+-*/^ \t0123456789";
    bool digits = false;
    size_t run = 0;

    for (size_t i = 0; i < length; i++) {
        bool letter = text[i] >= 'a' && text[i] <= 'z';

        if (!letter && !memchr(marks, text[i], sizeof marks - 1))
            return false;
        digits |= is_digit(text[i]);
        run = letter ? run + 1 : 0;
        if (run > CQ_VARIABLES)
            return false;
    }
    return digits || length <= CQ_VARIABLES;
}

/* ---- writing ---- */

static void print_power(char letter, uint32_t power, FILE *out)
{
    if (power)
        fputc(letter, out);
    if (power > 1)
        fprintf(out, "^%" PRIu32, power);
}

/* The factor without its sign; 1 is not written before a variable. */
static void print_factor(const mpq_t factor, bool alone, FILE *out)
{
    mpz_t above;

    mpz_init(above);
    mpz_abs(above, mpq_numref(factor));
    if (alone || mpz_cmp_ui(above, 1) != 0 || mpz_cmp_ui(mpq_denref(factor), 1) != 0)
        mpz_out_str(out, 10, above);
    if (mpz_cmp_ui(mpq_denref(factor), 1) != 0) {
        fputc('/', out);
        mpz_out_str(out, 10, mpq_denref(factor));
    }
    mpz_clear(above);
}

/* Whether the letters were met in another order than that of the alphabet, which is
 * the one that is shown. */
static bool is_turned(const cq_variables *letters)
{
    return letters->at[0] && letters->at[1] && letters->at[1] < letters->at[0];
}

static uint64_t sum_of_powers(const cq_term *term)
{
    return (uint64_t)term->power[0] + term->power[1];
}

/* The term to be shown in place i: those of one sum of powers are turned, too. */
static const cq_term *shown_term(const cq_weight *weight, bool turned, size_t i)
{
    const cq_term *at = weight->terms.at;
    size_t first = i, last = i;

    while (turned && first > 0 &&
           sum_of_powers(&at[first - 1]) == sum_of_powers(&at[i]))
        first--;
    while (turned && last + 1 < weight->terms.count &&
           sum_of_powers(&at[last + 1]) == sum_of_powers(&at[i]))
        last++;
    return &at[first + last - i];
}

void cq_weight_print(const cq_weight *weight, const cq_variables *letters, bool tight,
                     FILE *out)
{
    bool turned = is_turned(letters);

    if (weight->terms.count == 0)
        fputc('0', out);
    for (size_t i = 0; i < weight->terms.count; i++) {
        const cq_term *term = shown_term(weight, turned, i);
        bool minus = mpq_sgn(term->factor) < 0;

        if (i == 0)
            fputs(minus ? "-" : "", out);
        else
            fprintf(out, tight ? "%c" : " %c ", minus ? '-' : '+');
        print_factor(term->factor, term->power[0] == 0 && term->power[1] == 0, out);
        for (size_t k = 0; k < CQ_VARIABLES; k++) {
            size_t v = turned ? CQ_VARIABLES - 1 - k : k;

            print_power(letters->at[v], term->power[v], out);
        }
    }
}

/* Room for the text: signs, digits, and letters with their powers. */
static size_t text_room(const cq_weight *weight)
{
    size_t room = 8;

    for (size_t i = 0; i < weight->terms.count; i++)
        room += mpz_sizeinbase(mpq_numref(weight->terms.at[i].factor), 10) +
                mpz_sizeinbase(mpq_denref(weight->terms.at[i].factor), 10) + 36;
    return room;
}

cq_status cq_weight_text(cq_context *ctx, const cq_weight *weight,
                         const cq_variables *letters, char **out)
{
    size_t room = text_room(weight);
    char *text = cq_zalloc(ctx, room, 1);
    FILE *stream = text ? fmemopen(text, room, "w") : NULL;

    if (!stream) {
        cq_free(text);
        return cq_fail(ctx, CQ_MEMORY, "out of memory");
    }
    cq_weight_print(weight, letters, false, stream);
    fclose(stream);
    cq_assert(strlen(text) + 1 < room);
    *out = text;
    return CQ_OK;
}

/* The same on machines with limbs of 32 bits. */
static uint64_t hash_number(const mpz_t number, uint64_t hash)
{
    mpz_t rest;

    mpz_init(rest);
    mpz_abs(rest, number);
    hash = cq_hash_u64(hash, mpz_sizeinbase(rest, 2));
    while (mpz_sgn(rest)) {
        hash = cq_hash_u64(hash, mpz_get_ui(rest) & UINT32_MAX);
        mpz_tdiv_q_2exp(rest, rest, 32);
    }
    mpz_clear(rest);
    return hash;
}

/* A term by its letters, not by their order. */
static uint64_t hash_term(const cq_term *term, const cq_variables *letters)
{
    bool turned = is_turned(letters);
    uint64_t hash = cq_hash_u64(CQ_HASH_START, (uint64_t)(mpq_sgn(term->factor) + 1));

    for (size_t i = 0; i < CQ_VARIABLES; i++) {
        size_t v = turned ? CQ_VARIABLES - 1 - i : i;

        if (term->power[v])
            hash = cq_hash_u64(hash, (uint64_t)letters->at[v] << 32 | term->power[v]);
    }
    hash = hash_number(mpq_numref(term->factor), hash);
    return hash_number(mpq_denref(term->factor), hash);
}

uint64_t cq_weight_hash(const cq_weight *weight, const cq_variables *letters,
                        uint64_t hash)
{
    uint64_t sum = weight->terms.count;

    for (size_t i = 0; i < weight->terms.count; i++)
        sum += hash_term(&weight->terms.at[i], letters);
    return cq_hash_u64(hash, sum);
}
