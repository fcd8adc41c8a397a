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

static void print_term(void *user, uint64_t n, const char *value)
{
    printing *p = user;

    if (p->form == FORM_JSON)
        return;
    fprintf(p->out, "%llu %s\n", (unsigned long long)n, value);
    if (!p->to_file && cq_terminal_is(stdout))
        fflush(p->out);
}

/* What follows the terms; JSON is written as a whole. */
static cq_status print_rest(printing *p, cq_sequence *sequence)
{
    if (p->form == FORM_BFILE)
        return CQ_OK;
    cq_try(cq_sequence_find_recurrence(p->cli->ctx, sequence));
    return cq_sequence_write(
        p->cli->ctx, sequence,
        p->form == FORM_JSON ? CQ_SEQUENCE_JSON : CQ_SEQUENCE_RECURRENCE, p->out);
}

/* ---- the family ---- */

static int tell_stop(cq_cli *cli, const cq_sequence *sequence)
{
    cq_stop stop = cq_sequence_stop(sequence);

    if (stop == CQ_FINISHED)
        return CQ_EXIT_YES;
    if (stop == CQ_STOP_MEMORY)
        cq_report(cli, CQ_MEMORY);
    cq_remark(cli, "stopped %s after %zu terms",
              stop == CQ_STOP_TIME     ? "by the time limit"
              : stop == CQ_STOP_MEMORY ? "by the memory limit"
                                       : "by the user",
              cq_sequence_terms(sequence));
    return CQ_EXIT_STOPPED;
}

static int count(printing *p, const cq_family *family, uint64_t from, uint64_t to)
{
    cq_cli *cli = p->cli;
    cq_options options =
        CQ_OPTIONS(.engine = cli->set.engine, .seconds = cli->set.seconds,
                   .threads = cq_cli_threads(cli));
    cq_sequence *sequence = NULL;
    cq_status status;
    int exit_code;

    status = cq_sequence_count(cli->ctx, family, from, to, &options, print_term, p,
                               &sequence);
    if (status == CQ_OK)
        cq_tell_freely(cli, cq_sequence_stop(sequence));
    if (status == CQ_OK)
        status = print_rest(p, sequence);
    if (status != CQ_OK) {
        exit_code = cq_report(cli, status);
    } else {
        if (!p->to_file)
            cq_flush_output(cli);
        exit_code = tell_stop(cli, sequence);
    }
    cq_sequence_free(sequence);
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
    cq_family family = {.size = sizeof family, .pieces = cli->set.pieces};
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
        family.name = text.name;
        family.text = text.data;
        family.length = text.size;
    } else {
        family.board = argument;
    }
    exit_code =
        status == CQ_OK ? print_family(cli, &family, from, to) : cq_report(cli, status);
    if (text.data)
        cq_file_drop(&text);
    return exit_code;
}
