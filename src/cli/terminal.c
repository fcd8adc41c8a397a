/* terminal.c - what the terminal can show.
 *
 * Colours follow --color; by default they are for terminals only, and not if NO_COLOR
 * is set (no-color.org) or TERM is dumb. Styles are never the only sign of anything.
 */
#include "cli/cli.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool cq_terminal_is(FILE *stream)
{
    /* What mpirun passes on looks like a terminal, whatever it goes to. */
    return isatty(fileno(stream)) && !cq_ranks_started();
}

bool cq_terminal_can_redraw(FILE *stream)
{
    const char *term = getenv("TERM");

    return cq_terminal_is(stream) && term && *term && strcmp(term, "dumb") != 0;
}

/* The locale is set in main, for this question only. */
bool cq_terminal_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

unsigned cq_terminal_width(FILE *stream)
{
    struct winsize size;

    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

static bool has_colours(const cq_cli *cli, FILE *stream)
{
    const char *when = cli->set.color, *none = getenv("NO_COLOR");

    if (when && strcmp(when, "always") == 0)
        return true;
    if (when && strcmp(when, "never") == 0)
        return false;
    return cq_terminal_can_redraw(stream) && !(none && *none);
}

const char *cq_style_on(const cq_cli *cli, FILE *stream, cq_style style)
{
    static const char *const codes[] = {[CQ_STYLE_PLAIN] = "\033[0m",
                                        [CQ_STYLE_BOLD] = "\033[1m",
                                        [CQ_STYLE_BAD] = "\033[1;31m",
                                        [CQ_STYLE_GOOD] = "\033[1;32m"};

    cq_assert(style <= CQ_STYLE_GOOD);
    return has_colours(cli, stream) ? codes[style] : "";
}
