/* command_request.c - chequer request: the server's protocol on the command line. */
#include "cli/cli.h"

#include "base/file.h"
#include "web/web.h"

#include <string.h>

static bool print_event(void *user, const char *name, const char *json, size_t size)
{
    cq_cli *cli = user;

    cq_assert(size > 1 && json[0] == '{' && json[size - 1] == '}');
    cq_assert(!memchr(json, '\n', size)); /* an event is a line */
    printf("{\"event\": \"%s\", \"data\": ", name);
    fwrite(json, 1, size, stdout);
    fputs("}\n", stdout);
    return cq_flush_output(cli);
}

int cq_run_request(cq_cli *cli)
{
    const cq_web_limits limits = {.seconds = cli->set.seconds,
                                  .memory = cq_size(cli->set.memory),
                                  .threads = (unsigned)cli->set.threads};
    cq_web_outcome outcome = {CQ_UNKNOWN, CQ_FINISHED};
    cq_text text = {0};
    cq_status status = cq_file_read(cli->ctx, cli->args[0], &text);

    if (status != CQ_OK)
        return cq_report(cli, status);
    status = cq_web_request(cli->ctx, text.name, text.data, text.size, &limits,
                            print_event, cli, &outcome);
    cq_file_drop(&text);
    if (status == CQ_MEMORY || (status == CQ_OK && outcome.verdict == CQ_UNKNOWN &&
                                outcome.stop == CQ_STOP_MEMORY))
        cq_report(cli, CQ_MEMORY); /* the events may have had no room to say it */
    return cq_exit_code(status, outcome.verdict);
}
