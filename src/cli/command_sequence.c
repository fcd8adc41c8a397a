/* command_sequence.c - chequer sequence: the numbers of a family of boards.
 *
 *     chequer sequence 4xN --pieces 'L3*' --to 40
 *
 * prints a line "n a(n)" for each term as soon as it is known, and then, behind '#',
 * the recurrence and the generating function, or that none was found. The lines of the
 * terms are the b-file format of the OEIS; --format bfile is them alone.
 */
#include "cli/cli.h"

#include "base/file.h"
#include "base/json.h"
#include "sequence/sequence.h"

#include <string.h>
#include <unistd.h>

enum { TERMS_UNLESS_TOLD = 20 };

typedef enum form { FORM_TEXT, FORM_BFILE, FORM_JSON } form;

typedef struct printing {
    cq_cli *cli;
    form form;
    FILE *out;
    bool to_file;
} printing;

/* True, or false after a message. A file .txt is a b-file. */
static bool choose_form(const cq_cli *cli, form *out, int *exit_code)
{
    const char *path = cli->set.output;
    const char *name = cli->set.json ? "json" : cli->set.format;
    const char *ending = path && strcmp(path, "-") != 0 ? cq_path_ending(path) : NULL;

    *out = FORM_TEXT;
    if (!name && path && strcmp(path, "-") != 0) {
        if (!ending || (strcmp(ending, "txt") != 0 && strcmp(ending, "json") != 0)) {
            *exit_code = cq_usage(cli,
                                  "-o takes a file that ends in .txt or .json, not "
                                  "'%s'; or say --format",
                                  path);
            return false;
        }
        name = strcmp(ending, "txt") == 0 ? "bfile" : "json";
    }
    if (name)
        *out = strcmp(name, "json") == 0    ? FORM_JSON
               : strcmp(name, "bfile") == 0 ? FORM_BFILE
                                            : FORM_TEXT;
    return true;
}

/* ---- printing ---- */

static void print_term(void *user, uint64_t n, const mpz_t value)
{
    printing *p = user;

    if (p->form == FORM_JSON)
        return;
    fprintf(p->out, "%llu ", (unsigned long long)n);
    mpz_out_str(p->out, 10, value);
    putc('\n', p->out);
    if (!p->to_file && cq_terminal_is(stdout))
        fflush(p->out);
}

static void print_recurrence(const printing *p, const cq_sequence *sequence,
                             const cq_recurrence *r)
{
    size_t most = sequence->terms.count > CQ_RECURRENCE_SPARE + 1
                      ? (sequence->terms.count - CQ_RECURRENCE_SPARE) / 2
                      : 0;

    if (most == 0) {
        fputs("# too few terms to look for a recurrence\n", p->out);
        return;
    }
    if (r->order == 0) {
        fprintf(p->out, "# no linear recurrence of order %zu or less\n", most);
        return;
    }
    fputs("# ", p->out);
    cq_recurrence_write(r, p->out);
    fprintf(p->out, " for n >= %llu, checked on %zu further terms\n",
            (unsigned long long)(sequence->from + r->order), r->checked);
    fputs("# generating function: ", p->out);
    cq_recurrence_write_series(r, p->out);
    putc('\n', p->out);
}

static void put_numbers(FILE *out, const cq_terms *terms)
{
    putc('[', out);
    for (size_t i = 0; i < terms->count; i++) {
        fputs(i ? ",\"" : "\"", out);
        mpz_out_str(out, 10, terms->at[i]);
        putc('"', out);
    }
    putc(']', out);
}

static void print_json(const printing *p, const cq_sequence *sequence,
                       const cq_recurrence *r)
{
    FILE *out = p->out;

    fputs("{\"chequer\": 1,\n \"family\": ", out);
    cq_json_put_string(out, p->cli->args[0]);
    fputs(",\n \"pieces\": ", out);
    if (p->cli->set.pieces)
        cq_json_put_string(out, p->cli->set.pieces);
    else
        fputs("null", out);
    fprintf(out,
            ",\n \"from\": %llu,\n \"terms\": ", (unsigned long long)sequence->from);
    put_numbers(out, &sequence->terms);
    fprintf(out,
            ",\n \"stop\": \"%s\",\n \"recurrence\": ", cq_stop_name(sequence->stop));
    if (r->order) {
        fprintf(out, "{\"order\": %zu, \"checked\": %zu, \"coefficients\": ", r->order,
                r->checked);
        put_numbers(out, &r->coefficients);
        fputs("},\n \"generating_function\": {\"numerator\": ", out);
        put_numbers(out, &r->numerator);
        fputs(", \"denominator\": ", out);
        put_numbers(out, &r->denominator);
        fputs("}}\n", out);
    } else {
        fputs("null,\n \"generating_function\": null}\n", out);
    }
}

static cq_status print_rest(printing *p, const cq_sequence *sequence)
{
    cq_recurrence r = {0};
    cq_status status = CQ_OK;

    if (p->form != FORM_BFILE)
        status = cq_recurrence_find(p->cli->ctx, &sequence->terms, sequence->from, &r);
    if (status == CQ_OK && p->form == FORM_JSON)
        print_json(p, sequence, &r);
    else if (status == CQ_OK && p->form == FORM_TEXT)
        print_recurrence(p, sequence, &r);
    cq_recurrence_free(&r);
    return status;
}

/* ---- the family ---- */

static int tell_stop(const cq_cli *cli, const cq_sequence *sequence)
{
    if (sequence->stop == CQ_FINISHED)
        return CQ_EXIT_YES;
    if (sequence->stop == CQ_STOP_MEMORY)
        cq_report((cq_cli *)cli, CQ_MEMORY);
    cq_remark(cli, "stopped %s after %zu terms",
              sequence->stop == CQ_STOP_TIME     ? "by the time limit"
              : sequence->stop == CQ_STOP_MEMORY ? "by the memory limit"
                                                 : "by the user",
              sequence->terms.count);
    return CQ_EXIT_STOPPED;
}

static int count(printing *p, const cq_family *family, uint64_t from, uint64_t to)
{
    cq_cli *cli = p->cli;
    cq_options options =
        CQ_OPTIONS(.engine = cli->set.engine, .seconds = cli->set.seconds,
                   .threads = cq_cli_threads(cli));
    cq_sequence sequence = {0};
    cq_status status;
    int exit_code;

    cq_signals_watch(cli->ctx);
    status = cq_sequence_count(cli->ctx, family, from, to, &options, print_term, p,
                               &sequence);
    cq_signals_rest();
    if (status == CQ_OK)
        status = print_rest(p, &sequence);
    if (status != CQ_OK) {
        exit_code = cq_report(cli, status);
    } else {
        if (!p->to_file)
            cq_flush_output(cli);
        exit_code = tell_stop(cli, &sequence);
    }
    cq_sequence_free(&sequence);
    return exit_code;
}

static int print_family(cq_cli *cli, const cq_family *family, uint64_t from,
                        uint64_t to)
{
    const char *path = cli->set.output;
    cq_file_writer writer = {0};
    printing p = {.cli = cli, .out = stdout};
    cq_status status = CQ_OK;
    int exit_code = CQ_EXIT_YES;

    if (!choose_form(cli, &p.form, &exit_code))
        return exit_code;
    p.to_file = path && strcmp(path, "-") != 0;
    if (p.to_file)
        status = cq_file_begin(cli->ctx, path, &writer);
    if (status != CQ_OK)
        return cq_report(cli, status);
    if (p.to_file)
        p.out = writer.out;
    exit_code = count(&p, family, from, to);
    if (p.to_file && (exit_code == CQ_EXIT_YES || exit_code == CQ_EXIT_STOPPED)) {
        status = cq_file_commit(cli->ctx, &writer);
        if (status == CQ_OK)
            cq_output_tell(cli, path);
        else
            exit_code = cq_report(cli, status);
    }
    cq_file_abandon(&writer);
    return exit_code;
}

int cq_run_sequence(cq_cli *cli)
{
    const char *argument = cli->args[0];
    cq_family family = {.pieces = cli->set.pieces};
    uint64_t from = cli->set.low ? cli->set.low : 1;
    uint64_t to = cli->set.high ? cli->set.high : from + TERMS_UNLESS_TOLD - 1;
    cq_text text = {0};
    cq_status status = CQ_OK;
    int exit_code;

    if (to < from)
        return cq_usage(cli, "--from %llu lies behind --to %llu",
                        (unsigned long long)from, (unsigned long long)to);
    if (strcmp(argument, "-") == 0 || access(argument, F_OK) == 0) {
        status = cq_file_read(cli->ctx, argument, &text);
        family.art = &text;
    } else {
        family.board = argument;
    }
    exit_code =
        status == CQ_OK ? print_family(cli, &family, from, to) : cq_report(cli, status);
    if (text.data)
        cq_file_drop(&text);
    return exit_code;
}
