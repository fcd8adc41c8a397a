/* decimal_terms.c - sequences for programs and for people: all numbers in decimal.
 *
 * As text a sequence is a line "n a(n)" for each term (the b-file format of the OEIS)
 * and, behind '#', its recurrence and generating function, or that none was found.
 */
#include "sequence/sequence.h"

#include "base/json.h"
#include "base/sized.h"

#include <string.h>

typedef CQ_VEC(char *) decimals;

struct cq_sequence {
    cq_context *ctx;
    char *family, *pieces; /* as they were asked for; pieces may be NULL */
    cq_counted counted;
    cq_recurrence recurrence; /* of order 0 before it is looked for */
    decimals terms;
    decimals coefficients[CQ_DENOMINATOR + 1];
    void (*on_term)(void *user, uint64_t n, const char *value);
    void *user;
};

static void free_decimals(decimals *numbers)
{
    while (numbers->count)
        cq_free(numbers->at[--numbers->count]);
    cq_vec_free(numbers);
}

void cq_sequence_free(cq_sequence *sequence)
{
    if (!sequence)
        return;
    for (size_t i = 0; i <= CQ_DENOMINATOR; i++)
        free_decimals(&sequence->coefficients[i]);
    free_decimals(&sequence->terms);
    cq_recurrence_free(&sequence->recurrence);
    cq_counted_free(&sequence->counted);
    cq_free(sequence->family);
    cq_free(sequence->pieces);
    cq_free(sequence);
}

static cq_status add_decimal(cq_context *ctx, decimals *numbers, const mpz_t value)
{
    char *text = cq_alloc(ctx, mpz_sizeinbase(value, 10) + 2, 1);

    if (!text)
        return CQ_MEMORY;
    mpz_get_str(text, 10, value);
    if (cq_vec_push(ctx, numbers, text) == CQ_OK)
        return CQ_OK;
    cq_free(text);
    return CQ_MEMORY;
}

/* ---- counting ---- */

static cq_status take_term(void *user, uint64_t n, const mpz_t value)
{
    cq_sequence *s = user;
    cq_status status = add_decimal(s->ctx, &s->terms, value);

    if (status == CQ_OK && s->on_term)
        s->on_term(s->user, n, s->terms.at[s->terms.count - 1]);
    return status;
}

static cq_status count(cq_sequence *s, const cq_family *family, uint64_t from,
                       uint64_t to, const cq_options *options)
{
    const char *name = family->board ? family->board : family->name;
    const cq_text art = {family->name, family->text, family->length};
    const cq_board_family boards = {.board = family->board,
                                    .art = family->board ? NULL : &art,
                                    .pieces = family->pieces};

    s->family = cq_strndup(s->ctx, name ? name : "", name ? strlen(name) : 0);
    if (family->pieces)
        s->pieces = cq_strndup(s->ctx, family->pieces, strlen(family->pieces));
    if (!s->family || (family->pieces && !s->pieces))
        return CQ_MEMORY;
    return cq_terms_count(s->ctx, &boards, from, to, options, take_term, s,
                          &s->counted);
}

cq_status cq_sequence_count(cq_context *ctx, const cq_family *family, uint64_t from,
                            uint64_t to, const cq_options *options, cq_term_fn *on_term,
                            void *user, cq_sequence **out)
{
    cq_options allowed;
    cq_family known;
    cq_sequence *s;
    cq_status status =
        cq_sized_read(ctx, "CQ_FAMILY_INIT", family, sizeof known, &known);

    if (status == CQ_OK)
        status =
            cq_sized_read(ctx, "CQ_OPTIONS_INIT", options, sizeof allowed, &allowed);
    if (status != CQ_OK)
        return status;
    if (!known.board && !known.text)
        return cq_fail(ctx, CQ_INPUT, "a family needs a board or a drawing");
    s = cq_zalloc(ctx, 1, sizeof *s);
    if (!s)
        return CQ_MEMORY;
    s->ctx = ctx;
    s->on_term = on_term;
    s->user = user;
    status = count(s, &known, from, to, &allowed);
    if (status == CQ_OK)
        *out = s;
    else
        cq_sequence_free(s);
    return status;
}

cq_status cq_sequence_find_recurrence(cq_context *ctx, cq_sequence *sequence)
{
    cq_recurrence *r;
    const cq_terms *numbers[CQ_DENOMINATOR + 1];
    cq_status status;

    if (!sequence)
        return cq_fail(ctx, CQ_INPUT, "there is no sequence");
    r = &sequence->recurrence;
    if (r->order)
        return CQ_OK;
    status =
        cq_recurrence_find(ctx, &sequence->counted.terms, sequence->counted.from, r);
    numbers[CQ_COEFFICIENTS] = &r->coefficients;
    numbers[CQ_NUMERATOR] = &r->numerator;
    numbers[CQ_DENOMINATOR] = &r->denominator;
    for (size_t which = 0; which <= CQ_DENOMINATOR; which++)
        for (size_t i = 0; status == CQ_OK && i < numbers[which]->count; i++)
            status =
                add_decimal(ctx, &sequence->coefficients[which], numbers[which]->at[i]);
    return status;
}

/* ---- as data ---- */

uint64_t cq_sequence_from(const cq_sequence *sequence)
{
    return sequence ? sequence->counted.from : 0;
}

size_t cq_sequence_terms(const cq_sequence *sequence)
{
    return sequence ? sequence->terms.count : 0;
}

const char *cq_sequence_term(const cq_sequence *sequence, size_t index)
{
    return index < cq_sequence_terms(sequence) ? sequence->terms.at[index] : NULL;
}

cq_stop cq_sequence_stop(const cq_sequence *sequence)
{
    return sequence ? sequence->counted.stop : CQ_FINISHED;
}

const char *cq_sequence_method(const cq_sequence *sequence)
{
    return sequence ? sequence->counted.method : "";
}

size_t cq_sequence_order(const cq_sequence *sequence, size_t *checked)
{
    if (checked)
        *checked = sequence ? sequence->recurrence.checked : 0;
    return sequence ? sequence->recurrence.order : 0;
}

const char *cq_sequence_coefficient(const cq_sequence *sequence, cq_polynomial which,
                                    size_t index)
{
    if (!sequence || which > CQ_DENOMINATOR)
        return NULL;
    return index < sequence->coefficients[which].count
               ? sequence->coefficients[which].at[index]
               : NULL;
}

/* ---- as text ---- */

static void put_recurrence(const cq_sequence *s, FILE *out)
{
    size_t terms = s->terms.count;
    size_t most =
        terms > CQ_RECURRENCE_SPARE + 1 ? (terms - CQ_RECURRENCE_SPARE) / 2 : 0;

    if (most == 0) {
        fputs("# too few terms to look for a recurrence\n", out);
        return;
    }
    if (s->recurrence.order == 0) {
        fprintf(out, "# no linear recurrence of order %zu or less\n", most);
        return;
    }
    fputs("# ", out);
    cq_recurrence_write(&s->recurrence, out);
    fprintf(out, " for n >= %llu, checked on %zu further terms\n",
            (unsigned long long)(s->counted.from + s->recurrence.order),
            s->recurrence.checked);
    fputs("# generating function: ", out);
    cq_recurrence_write_series(&s->recurrence, out);
    putc('\n', out);
}

static void put_numbers(FILE *out, const decimals *numbers)
{
    putc('[', out);
    for (size_t i = 0; i < numbers->count; i++)
        fprintf(out, i ? ",\"%s\"" : "\"%s\"", numbers->at[i]);
    putc(']', out);
}

static void put_json(const cq_sequence *s, FILE *out)
{
    fputs("{\"chequer\": 1,\n \"family\": ", out);
    cq_json_put_string(out, s->family);
    fputs(",\n \"pieces\": ", out);
    if (s->pieces)
        cq_json_put_string(out, s->pieces);
    else
        fputs("null", out);
    fprintf(out,
            ",\n \"from\": %llu,\n \"terms\": ", (unsigned long long)s->counted.from);
    put_numbers(out, &s->terms);
    fprintf(out,
            ",\n \"stop\": \"%s\",\n \"recurrence\": ", cq_stop_name(s->counted.stop));
    if (s->recurrence.order == 0) {
        fputs("null,\n \"generating_function\": null}\n", out);
        return;
    }
    fprintf(out, "{\"order\": %zu, \"checked\": %zu, \"coefficients\": ",
            s->recurrence.order, s->recurrence.checked);
    put_numbers(out, &s->coefficients[CQ_COEFFICIENTS]);
    fputs("},\n \"generating_function\": {\"numerator\": ", out);
    put_numbers(out, &s->coefficients[CQ_NUMERATOR]);
    fputs(", \"denominator\": ", out);
    put_numbers(out, &s->coefficients[CQ_DENOMINATOR]);
    fputs("}}\n", out);
}

cq_status cq_sequence_write(cq_context *ctx, const cq_sequence *sequence,
                            cq_sequence_form form, FILE *out)
{
    if (!sequence || !out || form > CQ_SEQUENCE_JSON)
        return cq_fail(ctx, CQ_INPUT, "a sequence, a form and a stream are needed");
    if (form == CQ_SEQUENCE_BFILE)
        for (size_t i = 0; i < sequence->terms.count; i++)
            fprintf(out, "%llu %s\n", (unsigned long long)(sequence->counted.from + i),
                    sequence->terms.at[i]);
    else if (form == CQ_SEQUENCE_RECURRENCE)
        put_recurrence(sequence, out);
    else
        put_json(sequence, out);
    return ferror(out) ? cq_fail_io(ctx, "cannot write", "the sequence") : CQ_OK;
}
