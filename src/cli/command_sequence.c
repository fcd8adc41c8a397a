/* command_sequence.c - chequer sequence: the numbers of a family of boards.
 *
 *     chequer sequence 4xN --pieces 'L3*' --to 40
 *
 * prints a line "n a(n)" for each term as soon as it is known, and then, after '#', the
 * recurrence and the generating function, or that none was found. The lines of the
 * terms are the b-file format of the OEIS; --format bfile is them alone. With
 * --by-copies a line is a row of a triangle. Other formats are written as a whole, when
 * all terms are known.
 */
#include "cli/cli.h"

#include "base/file.h"

#include <string.h>
#include <unistd.h>

enum { TERMS_UNLESS_TOLD = 20 };

/* The endings of -o that mean a format. Without one the terms are printed as they come,
 * and then the recurrence. */
static const char *const endings[] = {
    [CQ_SEQUENCE_BFILE] = "txt", [CQ_SEQUENCE_RECURRENCE] = NULL,
    [CQ_SEQUENCE_JSON] = "json", [CQ_SEQUENCE_PARI] = "gp",
    [CQ_SEQUENCE_SAGE] = "sage", [CQ_SEQUENCE_LATEX] = "tex"};

typedef struct printing {
    cq_cli *cli;
    cq_sequence_form form;
    bool rows; /* a triangle */
    FILE *out;
    cq_progress_line progress;
} printing;

static int choose_form(const cq_cli *cli, cq_sequence_form *out)
{
    const char *path = cli->set.output, *ending = path ? cq_path_ending(path) : NULL;
    const char *name = cli->set.json ? "json" : cli->set.format;

    *out = CQ_SEQUENCE_RECURRENCE;
    if ((!name && !path) || cq_sequence_form_find(name, out))
        return CQ_EXIT_YES;
    for (size_t i = 0; !name && ending && i < sizeof endings / sizeof *endings; i++)
        if (endings[i] && strcmp(ending, endings[i]) == 0) {
            *out = (cq_sequence_form)i;
            return CQ_EXIT_YES;
        }
    return cq_usage(cli,
                    "-o takes a file that ends in .txt, .json, .gp, .sage or .tex, not "
                    "'%s'; or use --format",
                    path);
}

/* ---- printing ---- */

/* A b-file of a triangle counts its numbers through, which is left to the library. */
static bool is_printed_early(const printing *p)
{
    return p->form == CQ_SEQUENCE_RECURRENCE ||
           (p->form == CQ_SEQUENCE_BFILE && !p->rows);
}

static void print_term(void *user, uint64_t n, const char *value)
{
    printing *p = user;

    cq_progress_erase(&p->progress);
    if (!is_printed_early(p))
        return;
    fprintf(p->out, "%llu %s\n", (unsigned long long)n, value);
    if (p->out == stdout && cq_terminal_is(stdout))
        fflush(p->out);
}

/* What follows the terms, or all of it. */
static cq_status print_rest(printing *p, cq_sequence *sequence)
{
    if (p->form == CQ_SEQUENCE_BFILE && !p->rows)
        return CQ_OK;
    if (p->form != CQ_SEQUENCE_BFILE)
        cq_try(cq_sequence_find_recurrence(p->cli->ctx, sequence));
    return cq_sequence_write(p->cli->ctx, sequence, p->form, p->out);
}

static bool show_progress(void *user, const cq_progress *progress)
{
    printing *p = user;

    cq_progress_show(&p->progress, progress);
    return true;
}

/* ---- the family ---- */

static int tell_stop(cq_cli *cli, const cq_sequence *sequence)
{
    cq_stop stop = cq_sequence_stop(sequence);

    if (stop == CQ_FINISHED)
        return CQ_EXIT_YES;
    if (stop == CQ_STOP_MEMORY)
        cq_report(cli, CQ_MEMORY);
    cq_remark(cli, "stopped %s after %zu terms", cq_stopped_by(stop),
              cq_sequence_terms(sequence));
    return CQ_EXIT_STOPPED;
}

static void tell_confirmed(const cq_sequence *sequence)
{
    size_t confirmed = cq_sequence_confirmed(sequence);

    if (confirmed)
        fprintf(stderr, "checked: the first %zu of %zu terms by other code\n",
                confirmed, cq_sequence_terms(sequence));
    else
        fprintf(stderr,
                "checked: no term; --confirm goes on for as long as it takes\n");
}

/* As many terms as were asked for, or fewer if it was stopped. */
static bool check_terms(const cq_sequence *sequence, uint64_t wanted)
{
    size_t terms = cq_sequence_terms(sequence);

    cq_hold(terms <= wanted && cq_sequence_confirmed(sequence) <= terms);
    cq_hold(terms == wanted || cq_sequence_stop(sequence) != CQ_FINISHED);
    return true;
}

static int count(printing *p, const cq_family *family, uint64_t from, uint64_t to)
{
    cq_cli *cli = p->cli;
    cq_options options =
        CQ_OPTIONS(.engine = cli->set.engine, .seconds = cli->set.seconds,
                   .threads = cq_cli_threads(cli), .confirm = cli->set.confirm,
                   .user = p, .on_progress = show_progress);
    cq_sequence *sequence = NULL;
    cq_status status;
    int exit_code;

    status = cq_sequence_count(cli->ctx, family, from, to, &options, print_term, p,
                               &sequence);
    cq_progress_erase(&p->progress);
    cq_assert(status != CQ_OK || check_terms(sequence, to - from + 1));
    if (status == CQ_OK)
        cq_tell_freely(cli, cq_sequence_stop(sequence));
    cq_then(status, print_rest(p, sequence));
    if (status == CQ_OK && cli->set.verbose)
        tell_confirmed(sequence);
    if (status != CQ_OK) {
        exit_code = cq_report(cli, status);
    } else {
        if (p->out == stdout)
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
    printing p = {.cli = cli,
                  .out = stdout,
                  .rows = family->by_copies,
                  .progress = cq_progress_start(cli)};
    cq_status status = CQ_OK;
    int exit_code = choose_form(cli, &p.form);

    if (exit_code)
        return exit_code;
    if (path)
        status = cq_file_begin(cli->ctx, path, &writer);
    if (status != CQ_OK)
        return cq_report(cli, status);
    if (path)
        p.out = writer.out;
    exit_code = count(&p, family, from, to);
    if (path && (exit_code == CQ_EXIT_YES || exit_code == CQ_EXIT_STOPPED)) {
        status = cq_file_commit(cli->ctx, &writer);
        if (status == CQ_OK)
            cq_output_tell(cli, path);
        else
            exit_code = cq_report(cli, status);
    }
    cq_file_abandon(&writer);
    return exit_code;
}

/* What is said of tours needs tours. */
static int check_tours(const cq_cli *cli)
{
    const cq_settings *set = &cli->set;
    const char *flag = set->leaper   ? "leaper"
                       : set->open   ? "open"
                       : set->closed ? "closed"
                                     : NULL;

    if (set->tour && set->by_copies)
        return cq_usage(
            cli, "--by-copies counts tilings and cannot be combined with --tour");
    if (!set->tour && flag)
        return cq_usage(cli, "--%s is for tours; add --tour", flag);
    return CQ_EXIT_YES;
}

int cq_run_sequence(cq_cli *cli)
{
    const char *argument = cli->args[0];
    const cq_settings *set = &cli->set;
    cq_family family = {.size = sizeof family,
                        .pieces = set->pieces,
                        .tour = set->tour,
                        .open = set->open,
                        .leaper = set->leaper,
                        .by_copies = set->by_copies};
    uint64_t from = set->first_n;
    uint64_t to = cli->set.high ? cli->set.high : from + TERMS_UNLESS_TOLD - 1;
    cq_text text = {0};
    cq_status status = CQ_OK;
    int exit_code;

    if (to < from)
        return cq_usage(cli, "--from %llu is greater than --to %llu",
                        (unsigned long long)from, (unsigned long long)to);
    exit_code = check_tours(cli);
    if (exit_code)
        return exit_code;
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
