/* terms_write.c - sequences for people, and for the programs that they use next.
 *
 * As text a sequence is a line "n a(n)" for each term (the b-file format of the OEIS)
 * and, after '#', its recurrence and generating function, or that none was found. The
 * same in PARI/GP, Sage and LaTeX: a comment that says what was counted, the terms as a
 * list (a triangle as a list of rows), the recurrence, and the generating function.
 */
#include "sequence/sequence.h"

#include "base/json.h"

#include <string.h>

static const char *leaper_of(const cq_sequence *s)
{
    return s->leaper ? s->leaper : "knight";
}

/* ---- the recurrence ---- */

/* How far to count for twice as many terms: the order that can be found doubles. */
static uint64_t farther(const cq_sequence *s, size_t least)
{
    size_t terms = 2 * s->terms.count;

    return s->counted.from + (terms > least ? terms : least) - 1;
}

/* Why the recurrence may be believed. */
static void put_grounds(const cq_sequence *s, FILE *out)
{
    const cq_recurrence *r = &s->recurrence;
    size_t states = s->counted.states, needed = s->counted.skipped + states + r->order;

    if (r->proved) {
        fprintf(out, "proved: the transfer matrix has %zu state%s\n", states,
                states == 1 ? "" : "s");
        return;
    }
    fprintf(out, "a guess that fits %zu further terms", r->checked);
    if (states)
        fprintf(out, "; to prove it: --to %llu",
                (unsigned long long)(s->counted.from + needed - 1));
    putc('\n', out);
}

/* After `mark`: the recurrence; or that there is none, and how to look further. */
static void put_recurrence(const cq_sequence *s, const char *mark, FILE *out)
{
    enum { LEAST = 2 * 4 + CQ_RECURRENCE_SPARE }; /* for order 4 */
    size_t terms = s->terms.count;
    size_t most =
        terms > CQ_RECURRENCE_SPARE + 1 ? (terms - CQ_RECURRENCE_SPARE) / 2 : 0;

    fputs(mark, out);
    if (most == 0) {
        fprintf(out, "too few terms to look for a recurrence; more terms: --to %llu\n",
                (unsigned long long)farther(s, LEAST));
    } else if (s->recurrence.order == 0) {
        fprintf(out,
                "no linear recurrence of order %zu or less; more terms: --to %llu\n",
                most, (unsigned long long)farther(s, LEAST));
    } else {
        fputs(s->triangle ? "row sums: " : "", out);
        cq_recurrence_write(&s->recurrence, false, out);
        fprintf(out, " for n >= %llu, ",
                (unsigned long long)(s->counted.from + s->recurrence.order));
        put_grounds(s, out);
    }
}

static void put_text(const cq_sequence *s, FILE *out)
{
    put_recurrence(s, "# ", out);
    if (s->recurrence.order == 0)
        return;
    fprintf(out, "# generating function%s: ", s->triangle ? " of the row sums" : "");
    cq_recurrence_write_series(&s->recurrence, false, out);
    putc('\n', out);
}

/* ---- b-files ---- */

static void put_bfile(const cq_sequence *s, FILE *out)
{
    uint64_t n = s->counted.from;

    for (size_t i = 0; !s->triangle && i < s->terms.count; i++)
        fprintf(out, "%llu %s\n", (unsigned long long)n++, s->terms.at[i]);
    for (size_t i = 0; i < s->rows.count; i++)
        for (size_t k = 0; k < s->rows.at[i].count; k++)
            fprintf(out, "%llu %s\n", (unsigned long long)n++, s->rows.at[i].at[k]);
}

/* ---- JSON ---- */

static void put_numbers(FILE *out, const cq_decimals *numbers)
{
    putc('[', out);
    for (size_t i = 0; i < numbers->count; i++)
        fprintf(out, i ? ",\"%s\"" : "\"%s\"", numbers->at[i]);
    putc(']', out);
}

static void put_rows(const cq_sequence *s, FILE *out)
{
    fputs(",\n \"rows\": [", out);
    for (size_t i = 0; i < s->rows.count; i++) {
        fputs(i ? ",\n  " : "", out);
        put_numbers(out, &s->rows.at[i]);
    }
    putc(']', out);
}

static void put_json(const cq_sequence *s, FILE *out)
{
    fputs("{\"chequer\": 1,\n \"family\": ", out);
    cq_json_put_string(out, s->family);
    if (s->tour) {
        fputs(",\n \"tours\": {\"leaper\": ", out);
        cq_json_put_string(out, leaper_of(s));
        fprintf(out, ", \"closed\": %s}", s->closed ? "true" : "false");
    } else {
        fputs(s->pieces ? ",\n \"pieces\": " : ",\n \"pieces\": null", out);
        if (s->pieces)
            cq_json_put_string(out, s->pieces);
    }
    fprintf(out,
            ",\n \"from\": %llu,\n \"terms\": ", (unsigned long long)s->counted.from);
    put_numbers(out, &s->terms);
    if (s->triangle)
        put_rows(s, out);
    fprintf(out, ",\n \"stop\": \"%s\",\n \"confirmed\": %zu,\n \"recurrence\": ",
            cq_stop_name(s->counted.stop), s->counted.confirmed);
    if (s->recurrence.order == 0) {
        fputs("null,\n \"generating_function\": null}\n", out);
        return;
    }
    fprintf(out, "{\"order\": %zu, \"checked\": %zu, \"proved\": %s, ",
            s->recurrence.order, s->recurrence.checked,
            s->recurrence.proved ? "true" : "false");
    if (s->counted.states)
        fprintf(out, "\"states\": %zu, ", s->counted.states);
    fputs("\"coefficients\": ", out);
    put_numbers(out, &s->coefficients[CQ_COEFFICIENTS]);
    fputs("},\n \"generating_function\": {\"numerator\": ", out);
    put_numbers(out, &s->coefficients[CQ_NUMERATOR]);
    fputs(", \"denominator\": ", out);
    put_numbers(out, &s->coefficients[CQ_DENOMINATOR]);
    fputs("}}\n", out);
}

/* ---- languages of others ---- */

/* On one line, whatever was typed. */
static void put_plain(const char *text, FILE *out)
{
    for (; *text; text++)
        putc((unsigned char)*text < ' ' ? '?' : *text, out);
}

/* "4xN: tilings with L3*, n = 1..20" */
static void put_subject(const cq_sequence *s, const char *mark, FILE *out)
{
    uint64_t from = s->counted.from;

    fputs(mark, out);
    put_plain(s->family, out);
    if (s->tour) {
        fprintf(out, ": %s tours by ", s->closed ? "closed" : "open");
        put_plain(leaper_of(s), out);
    } else if (s->pieces) {
        fputs(": tilings with ", out);
        put_plain(s->pieces, out);
    } else {
        fputs(": tilings", out); /* with dominoes, or the pieces of a file */
    }
    fprintf(out, ", n = %llu..%llu%s\n", (unsigned long long)from,
            (unsigned long long)(from + s->terms.count - 1),
            s->triangle ? ", by copies of the first piece" : "");
}

static void put_list(const cq_decimals *numbers, FILE *out)
{
    putc('[', out);
    for (size_t i = 0; i < numbers->count; i++)
        fprintf(out, "%s%s", i ? ", " : "", numbers->at[i]);
    putc(']', out);
}

/* "a = [...]", and of a triangle "T = [[...], ...]" before it. */
static void put_lists(const cq_sequence *s, const char *end, FILE *out)
{
    if (s->triangle) {
        fputs("T = [", out);
        for (size_t i = 0; i < s->rows.count; i++) {
            fputs(i ? ", " : "", out);
            put_list(&s->rows.at[i], out);
        }
        fprintf(out, "]%s\n", end);
    }
    fputs("a = ", out);
    put_list(&s->terms, out);
    fprintf(out, "%s\n", end);
}

/* By what begins a comment, what ends a statement, and what comes before the series. */
static void put_program(const cq_sequence *s, const char *mark, const char *end,
                        const char *before, FILE *out)
{
    put_subject(s, mark, out);
    put_lists(s, end, out);
    put_recurrence(s, mark, out);
    if (s->recurrence.order == 0)
        return;
    fprintf(out, "%sg = ", before);
    cq_recurrence_write_series(&s->recurrence, false, out);
    fprintf(out, "%s\n", end);
}

static void put_pari(const cq_sequence *s, FILE *out)
{
    put_program(s, "\\\\ ", ";", "", out);
}

static void put_sage(const cq_sequence *s, FILE *out)
{
    put_program(s, "# ", "", "x = polygen(ZZ, 'x')\n", out);
}

static void put_latex(const cq_sequence *s, FILE *out)
{
    uint64_t from = s->counted.from;

    put_subject(s, "% ", out);
    fprintf(out, "\\begin{tabular}{r%s}\n", s->triangle ? "l" : "r");
    fprintf(out, "  $n$ & $%s$ \\\\\n  \\hline\n", s->triangle ? "T(n, k)" : "a(n)");
    for (size_t i = 0; i < s->terms.count; i++) {
        fprintf(out, "  %llu &", (unsigned long long)(from + i));
        if (!s->triangle)
            fprintf(out, " %s", s->terms.at[i]);
        for (size_t k = 0; s->triangle && k < s->rows.at[i].count; k++)
            fprintf(out, "%s %s", k ? "," : "", s->rows.at[i].at[k]);
        fputs(" \\\\\n", out);
    }
    fputs("\\end{tabular}\n", out);
    put_recurrence(s, "% ", out);
    if (s->recurrence.order == 0)
        return;
    fputs("\\[ ", out);
    cq_recurrence_write(&s->recurrence, true, out);
    fprintf(out, " \\qquad (n \\ge %llu) \\]\n\\[ \\sum_{n \\ge %llu} a(n)\\,x^n = ",
            (unsigned long long)(from + s->recurrence.order), (unsigned long long)from);
    cq_recurrence_write_series(&s->recurrence, true, out);
    fputs(" \\]\n", out);
}

cq_status cq_sequence_write(cq_context *ctx, const cq_sequence *sequence,
                            cq_sequence_form form, FILE *out)
{
    static void (*const writers[])(const cq_sequence *, FILE *) = {
        [CQ_SEQUENCE_BFILE] = put_bfile, [CQ_SEQUENCE_RECURRENCE] = put_text,
        [CQ_SEQUENCE_JSON] = put_json,   [CQ_SEQUENCE_PARI] = put_pari,
        [CQ_SEQUENCE_SAGE] = put_sage,   [CQ_SEQUENCE_LATEX] = put_latex,
    };

    cq_try(cq_need(ctx, sequence, "a sequence"));
    cq_try(cq_need(ctx, out, "a stream to write to"));
    if ((unsigned)form > CQ_SEQUENCE_LATEX)
        return cq_fail(ctx, CQ_INPUT, "there is no such form of sequences");
    writers[form](sequence, out);
    return ferror(out) ? cq_fail_io(ctx, "cannot write", "the sequence") : CQ_OK;
}
