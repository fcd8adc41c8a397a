/* command_request.c - chequer request: the server's protocol on the command line. */
#include "cli/cli.h"

#include "base/file.h"
#include "web/web.h"

static bool print_event(void *user, const char *name, const char *json, size_t size)
{
    cq_cli *cli = user;

    printf("{\"event\": \"%s\", \"data\": ", name);
    fwrite(json, 1, size, stdout);
    fputs("}\n", stdout);
    return cq_flush_output(cli);
}

static int exit_code_of(cq_status status, const cq_web_outcome *outcome)
{
    switch (status) {
    case CQ_OK: break;
    case CQ_REFUSED: return CQ_EXIT_USAGE;
    case CQ_INPUT:
    case CQ_IO: return CQ_EXIT_INPUT;
    case CQ_MEMORY:
    case CQ_STOPPED: return CQ_EXIT_STOPPED;
    case CQ_DEFECT: return CQ_EXIT_DEFECT;
    }
    return outcome->verdict == CQ_NO        ? CQ_EXIT_NO
           : outcome->verdict == CQ_UNKNOWN ? CQ_EXIT_STOPPED
                                            : CQ_EXIT_YES;
}

int cq_run_request(cq_cli *cli)
{
    const cq_web_limits limits = {.seconds = cli->set.seconds,
                                  .memory = cq_size(cli->set.memory),
                                  .threads = (unsigned)cli->set.threads};
    cq_web_outcome outcome = {CQ_UNKNOWN, CQ_FINISHED};
    cq_text text = {0};
    int exit_code;
    cq_status status = cq_file_read(cli->ctx, cli->args[0], &text);

    if (status != CQ_OK)
        return cq_report(cli, status);
    status = cq_web_request(cli->ctx, text.name, text.data, text.size, &limits,
                            print_event, cli, &outcome);
    cq_file_drop(&text);
    exit_code = exit_code_of(status, &outcome);
    if (exit_code == CQ_EXIT_STOPPED &&
        (status == CQ_MEMORY || outcome.stop == CQ_STOP_MEMORY))
        cq_report(cli, CQ_MEMORY); /* the events may have had no room to say it */
    return exit_code;
}
