/* decimal_terms.c - sequences for programs: all numbers in decimal. */
#include "sequence/sequence.h"

#include "base/assert.h"
#include "base/sized.h"
#include "solve/solve.h"

#include <string.h>

static void free_decimals(cq_decimals *numbers)
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
    while (sequence->rows.count)
        free_decimals(&sequence->rows.at[--sequence->rows.count]);
    cq_vec_free(&sequence->rows);
    cq_recurrence_free(&sequence->recurrence);
    cq_counted_free(&sequence->counted);
    cq_free_each(sequence->family, sequence->pieces, sequence->leaper, sequence);
}

static cq_status add_decimal(cq_context *ctx, cq_decimals *numbers, const mpz_t value)
{
    char *text = cq_decimal(ctx, value);

    cq_try_memory(text);
    if (cq_vec_push(ctx, numbers, text) == CQ_OK)
        return CQ_OK;
    cq_free(text);
    return CQ_MEMORY;
}

/* ---- counting ---- */

static cq_status keep_row(cq_sequence *s, const cq_terms *row)
{
    cq_decimals numbers = {0};
    cq_status status = CQ_OK;

    for (size_t i = 0; i < row->count && status == CQ_OK; i++)
        status = add_decimal(s->ctx, &numbers, row->at[i]);
    cq_then(status, cq_vec_push(s->ctx, &s->rows, numbers));
    if (status != CQ_OK)
        free_decimals(&numbers);
    return status;
}

/* The last row as one text. */
static cq_status tell_row(cq_sequence *s, uint64_t n)
{
    const cq_decimals *row = &s->rows.at[s->rows.count - 1];
    cq_chars text = {0};
    cq_status status = CQ_OK;

    cq_assert(row->count > 0);
    for (size_t i = 0; i < row->count && status == CQ_OK; i++) {
        size_t size = strlen(row->at[i]) + 2; /* with a space and a NUL */

        status = cq_vec_reserve(s->ctx, &text, size);
        if (status == CQ_OK)
            text.count += (size_t)snprintf(text.at + text.count, size, i ? " %s" : "%s",
                                           row->at[i]);
    }
    if (status == CQ_OK)
        s->on_term(s->user, n, text.at);
    cq_vec_free(&text);
    return status;
}

static cq_status take_term(void *user, uint64_t n, const mpz_t value,
                           const cq_terms *row)
{
    cq_sequence *s = user;
    cq_status status = add_decimal(s->ctx, &s->terms, value);

    if (status == CQ_OK && row)
        status = keep_row(s, row);
    if (status != CQ_OK || !s->on_term)
        return status;
    if (row)
        return tell_row(s, n);
    s->on_term(s->user, n, s->terms.at[s->terms.count - 1]);
    return CQ_OK;
}

/* A text that may be NULL. */
static cq_status copy_text(cq_context *ctx, const char *text, char **out)
{
    if (text)
        *out = cq_strndup(ctx, text, strlen(text));
    return !text || *out ? CQ_OK : CQ_MEMORY;
}

static cq_status count(cq_sequence *s, const cq_family *family, uint64_t from,
                       uint64_t to, const cq_options *options)
{
    const char *name = family->board ? family->board : family->name;
    const cq_text art = {family->name, family->text, family->length};
    const cq_board_family boards = {.board = family->board,
                                    .art = family->board ? NULL : &art,
                                    .pieces = family->pieces,
                                    .tour = family->tour,
                                    .closed = !family->open,
                                    .leaper = family->leaper,
                                    .by_copies = family->by_copies};

    s->tour = family->tour;
    s->closed = !family->open;
    s->triangle = family->by_copies;
    if (copy_text(s->ctx, name ? name : "", &s->family) != CQ_OK ||
        copy_text(s->ctx, family->pieces, &s->pieces) != CQ_OK ||
        copy_text(s->ctx, family->leaper, &s->leaper) != CQ_OK)
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

    cq_then(status, cq_need(ctx, out, "a place for the sequence"));
    cq_then(status, cq_options_read(ctx, options, &allowed));
    if (status != CQ_OK)
        return status;
    if (!known.board && !known.text)
        return cq_fail(ctx, CQ_INPUT, "a family needs a board or a drawing");
    if (known.tour && (known.pieces || known.by_copies))
        return cq_fail(ctx, CQ_INPUT, "tours have no pieces");
    if (!known.tour && (known.leaper || known.open))
        return cq_fail(ctx, CQ_INPUT, "only tours have a leaper and can be open");
    s = cq_zalloc(ctx, 1, sizeof *s);
    cq_try_memory(s);
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

    cq_try(cq_need(ctx, sequence, "a sequence"));
    r = &sequence->recurrence;
    if (r->order)
        return CQ_OK;
    status =
        cq_recurrence_find(ctx, &sequence->counted.terms, sequence->counted.from, r);
    if (status == CQ_OK)
        cq_recurrence_judge(r, &sequence->counted);
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

CQ_GET(uint64_t, cq_sequence_from, cq_sequence, counted.from, 0)
CQ_GET(size_t, cq_sequence_terms, cq_sequence, terms.count, 0)

const char *cq_sequence_term(const cq_sequence *sequence, size_t index)
{
    return index < cq_sequence_terms(sequence) ? sequence->terms.at[index] : NULL;
}

const char *cq_sequence_entry(const cq_sequence *sequence, size_t index, size_t copies)
{
    if (!sequence || index >= sequence->rows.count ||
        copies >= sequence->rows.at[index].count)
        return NULL;
    return sequence->rows.at[index].at[copies];
}

CQ_GET(cq_stop, cq_sequence_stop, cq_sequence, counted.stop, CQ_FINISHED)
CQ_GET(const char *, cq_sequence_method, cq_sequence, counted.method, "")

size_t cq_sequence_order(const cq_sequence *sequence, size_t *checked)
{
    if (checked)
        *checked = sequence ? sequence->recurrence.checked : 0;
    return sequence ? sequence->recurrence.order : 0;
}

bool cq_sequence_is_proved(const cq_sequence *sequence, size_t *states)
{
    if (states)
        *states = sequence ? sequence->counted.states : 0;
    return sequence && sequence->recurrence.proved;
}

CQ_GET(size_t, cq_sequence_confirmed, cq_sequence, counted.confirmed, 0)

const char *cq_sequence_coefficient(const cq_sequence *sequence, cq_polynomial which,
                                    size_t index)
{
    if (!sequence || which > CQ_DENOMINATOR)
        return NULL;
    return index < sequence->coefficients[which].count
               ? sequence->coefficients[which].at[index]
               : NULL;
}
