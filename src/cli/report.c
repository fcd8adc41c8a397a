/* report.c - what went wrong, in one sentence on standard error.
 *
 *     chequer: puzzle.txt:3:7: expected a cell, found '%'
 *
 * The context holds the sentence, and source, line and column if they are known.
 * Text from the command line has no lines; it is short, so it is shown, with a caret
 * under the place:
 *
 *     chequer: 8x8-i9:5: ...
 *       8x8-i9
 *           ^
 */
#include "base/utf8.h"
#include "cli/cli.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

int cq_exit_code(cq_status status, cq_verdict verdict)
{
    static const int failed[] = {
        [CQ_MEMORY] = CQ_EXIT_STOPPED,  [CQ_INPUT] = CQ_EXIT_INPUT,
        [CQ_IO] = CQ_EXIT_INPUT,        [CQ_REFUSED] = CQ_EXIT_USAGE,
        [CQ_STOPPED] = CQ_EXIT_STOPPED, [CQ_DEFECT] = CQ_EXIT_DEFECT};

    cq_assert((size_t)status < sizeof failed / sizeof *failed);
    if (status != CQ_OK)
        return failed[status];
    return verdict == CQ_YES  ? CQ_EXIT_YES
           : verdict == CQ_NO ? CQ_EXIT_NO
                              : CQ_EXIT_STOPPED;
}

const char *cq_stopped_by(cq_stop stop)
{
    static const char *const words[] = {[CQ_FINISHED] = "early",
                                        [CQ_STOP_CANCELLED] = "by the user",
                                        [CQ_STOP_TIME] = "by the time limit",
                                        [CQ_STOP_MEMORY] = "by the memory limit",
                                        [CQ_STOP_LIMIT] = "early",
                                        [CQ_STOP_WORK] = "by the limit on work"};

    cq_assert(stop <= CQ_STOP_WORK);
    return words[stop];
}

static void begin(const cq_cli *cli)
{
    fprintf(stderr, "%schequer:%s ", cq_style_on(cli, stderr, CQ_STYLE_BAD),
            cq_style_on(cli, stderr, CQ_STYLE_PLAIN));
}

/* The text of the command line that a message's source stands for, or NULL. */
static const char *shown_text(const cq_cli *cli, const char *source)
{
    const struct {
        const char *source, *text;
    } texts[] = {{cli->board_text, cli->board_text},
                 {"--pieces", cli->set.pieces},
                 {"--rule", cli->set.rules},
                 {"--leaper", cli->set.leaper}};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text && strcmp(source, texts[i].source) == 0)
            return texts[i].text;
    return NULL;
}

static void put_masked(const char *text)
{
    char shown[1024];

    snprintf(shown, sizeof shown, "%s", text);
    cq_mask(shown);
    fputs(shown, stderr);
}

/* Columns are bytes; on the terminal a character of several bytes has one place. */
static void draw_caret(const cq_cli *cli, const char *text, size_t column)
{
    size_t places = column;

    if (column == 0 || column > strlen(text) + 1 || strlen(text) > 200)
        return;
    for (size_t i = 0; i + 1 < column; i++)
        places -= ((unsigned char)text[i] & 0xc0) == 0x80;
    cq_assert(places >= 1 && places <= column);
    fputs("  ", stderr);
    put_masked(text);
    fprintf(stderr, "\n%*s%s^%s\n", (int)places + 1, "",
            cq_style_on(cli, stderr, CQ_STYLE_BAD),
            cq_style_on(cli, stderr, CQ_STYLE_PLAIN));
}

int cq_report(cq_cli *cli, cq_status status)
{
    const char *source = cq_error_source(cli->ctx);
    const char *text = shown_text(cli, source);
    size_t line = cq_error_line(cli->ctx), column = cq_error_column(cli->ctx);

    if (status == CQ_IO && ferror(stdout) && !cq_flush_output(cli))
        return CQ_EXIT_INPUT; /* that was it, and is said */
    begin(cli);
    if (*source) {
        put_masked(source);
        if (line && !text)
            fprintf(stderr, ":%zu", line);
        if (column)
            fprintf(stderr, ":%zu", column);
        fputs(": ", stderr);
    }
    fprintf(stderr, "%s%s\n", status == CQ_DEFECT ? "a defect in chequer: " : "",
            cq_error_text(cli->ctx));
    if (text)
        draw_caret(cli, text, column);
    cq_assert(status != CQ_OK);
    return cq_exit_code(status, CQ_UNKNOWN);
}

void cq_tell_freely(cq_cli *cli, cq_stop stop)
{
    if (stop != CQ_STOP_CANCELLED && stop != CQ_STOP_TIME)
        return;
    cq_cancel_undo(cli->ctx);
    cq_context_limit_time(cli->ctx, 0);
}

int cq_usage(const cq_cli *cli, const char *format, ...)
{
    char sentence[1024];
    va_list args;

    begin(cli);
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    put_masked(sentence);
    fputc('\n', stderr);
    if (cli->command && cli->command->bit != CQ_CMD_HELP)
        fprintf(stderr, "See 'chequer help %s'.\n", cli->command->name);
    else
        fputs("See 'chequer help'.\n", stderr);
    return CQ_EXIT_USAGE;
}

void cq_remark(const cq_cli *cli, const char *format, ...)
{
    va_list args;

    if (cli->set.quiet)
        return;
    fputs("chequer: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

/* A reader that went away is no error of ours: end as the system ends others. If our
 * parent ignored the signal, the write failed instead. */
static void end_if_pipe_closed(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};

    if (poll(&output, 1, 0) == 1 && output.revents & POLLERR) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
}

bool cq_flush_output(cq_cli *cli)
{
    int reason;

    if (cli->output_failed)
        return false;
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    reason = errno;
    end_if_pipe_closed();
    begin(cli);
    fprintf(stderr, "cannot write to standard output%s%s\n", reason ? ": " : "",
            reason ? strerror(reason) : "");
    cli->output_failed = true;
    return false;
}
