/* progress.c - how far it is: one line on standard error.
 *
 *     12.3 % | 3 found | 2,873,844 lays | 0:05 | about 0:37 left
 *
 * A share that moves slowly is shown with more digits. The number found is shown if it
 * is not 0, or if all are to be listed: a count has its number at the end.
 *
 * On a terminal the line is drawn again and again in its place, from half a second on
 * (so that short runs do not flicker), and erased before anything else is printed.
 * Elsewhere nothing is printed unless SIGUSR1 asks; then it is an ordinary line. The
 * time left supposes that the rest goes as fast as what is done; it is reckoned when
 * the share moves, and runs down between, until it proves too short. */
#include "cli/cli.h"

#include <string.h>

enum { LINE = 256 };

static const double first_shown = 0.5, between = 0.1;

/* 0:05, 12:34, 1:02:03, 3 days */
static void write_time(char *out, size_t size, double seconds)
{
    uint64_t whole = seconds < 9e15 ? (uint64_t)seconds : 0;
    unsigned minutes = (unsigned)(whole / 60 % 60), rest = (unsigned)(whole % 60);
    char days[CQ_GROUPED_SIZE];

    if (whole < 3600)
        snprintf(out, size, "%u:%02u", minutes, rest);
    else if (whole < 3 * 86400)
        snprintf(out, size, "%u:%02u:%02u", (unsigned)(whole / 3600), minutes, rest);
    else
        snprintf(out, size, "%s days", cq_grouped(whole / 86400, days));
}

/* As many digits as change within a few seconds: from one to three. */
static int digits_of(const cq_progress *progress)
{
    double speed = progress->share / progress->seconds;

    cq_assert(progress->share >= 0 && progress->share <= 1);
    return speed > 1e-3 || progress->seconds < 1 ? 1 : speed > 1e-4 ? 2 : 3;
}

/* When it will have ended, by the speed until the share moved last. */
static void reckon(cq_progress_line *line, const cq_progress *progress)
{
    if (progress->share == line->share)
        return;
    line->share = progress->share;
    line->end = progress->share > 0.001 && progress->share < 1
                    ? progress->seconds / progress->share
                    : 0;
    cq_assert(line->end == 0 || line->end >= progress->seconds);
}

static void compose(char line[LINE], const cq_progress_line *state,
                    const cq_progress *progress)
{
    char number[CQ_GROUPED_SIZE], time[48];

    line[0] = '\0';
    if (progress->share >= 0)
        cq_append(line, LINE, "%.*f %% | ", digits_of(progress), 100 * progress->share);
    if (progress->found || state->lists)
        cq_append(line, LINE, "%s found | ", cq_grouped(progress->found, number));
    if (progress->work && progress->unit)
        cq_append(line, LINE, "%s %s | ", cq_grouped(progress->work, number),
                  progress->unit);
    write_time(time, sizeof time, progress->seconds);
    cq_append(line, LINE, "%s", time);
    if (state->end > progress->seconds) {
        write_time(time, sizeof time, state->end - progress->seconds);
        cq_append(line, LINE, " | about %s left", time);
    }
}

cq_progress_line cq_progress_start(const cq_cli *cli)
{
    cq_progress_line line = {.next = first_shown, .share = -1};

    line.lists = cli->set.all || cli->set.first || cli->set.samples ||
                 cli->set.cheapest || cli->set.dearest;
    line.wanted = !cli->set.quiet && cq_terminal_can_redraw(stderr);
    return line;
}

void cq_progress_show(cq_progress_line *line, const cq_progress *progress)
{
    char text[LINE];

    reckon(line, progress);
    if (cq_signals_state_wanted()) {
        cq_progress_erase(line);
        compose(text, line, progress);
        fprintf(stderr, "chequer: %s\n", text);
        line->next = 0;
    }
    if (!line->wanted || progress->seconds < line->next)
        return;
    compose(text, line, progress);
    cq_assert(line->wanted && *text);
    fprintf(stderr, "\r%.*s\033[K", (int)cq_terminal_width(stderr) - 1, text);
    fflush(stderr);
    line->shown = true;
    line->next = progress->seconds + between;
}

void cq_progress_erase(cq_progress_line *line)
{
    if (!line->shown)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    line->shown = false;
}
