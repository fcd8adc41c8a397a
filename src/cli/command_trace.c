/* command_trace.c - chequer tile --lays, --trace and --worksheet: a tiling that is
 * looked at instead of solved.
 *
 * Each is one text or one picture, on standard output or in -o FILE; a worksheet is a
 * PDF.
 */
#include "cli/cli.h"

typedef struct shown {
    const cq_cli *cli;
    const cq_problem *problem;
    const cq_trace *trace; /* NULL: a worksheet */
    cq_form form;
} shown;

static cq_status write_shown(const void *what, FILE *out)
{
    const shown *s = what;
    cq_drawing drawing = cq_output_drawing(s->cli);
    cq_format format = cq_form_format(s->form);

    cq_assert(!s->trace == s->cli->set.worksheet);
    if (!s->trace)
        return cq_worksheet_write(s->cli->ctx, s->problem, &drawing, NULL, out);
    if (s->cli->set.lays)
        return cq_trace_draw_lays(s->cli->ctx, s->trace, &drawing, format, out);
    return cq_trace_draw(s->cli->ctx, s->trace, &drawing, format, out);
}

int cq_run_trace(cq_cli *cli, const cq_problem *problem)
{
    cq_trace *trace = NULL;
    bool worksheet = cli->set.worksheet;
    cq_form form;
    int exit_code = cq_output_choose(cli, problem, &form);
    cq_status status = CQ_OK;

    if (exit_code)
        return exit_code;
    if (worksheet && form != CQ_FORM_PDF)
        return cq_usage(cli, "a worksheet is a PDF; add -o NAME.pdf");
    if (!worksheet && form == CQ_FORM_JSON)
        return cq_usage(cli,
                        "--%s writes text or a picture; for JSON use 'chequer request'",
                        cli->set.lays ? "lays" : "trace");
    cq_context_limit_time(cli->ctx, cli->set.seconds);
    if (!worksheet)
        status = cq_trace_new(cli->ctx, problem, cli->set.unique, &trace);
    if (status == CQ_OK && cli->set.trace)
        status = cq_trace_move(trace, cli->set.trace);
    if (status == CQ_OK) {
        const shown what = {cli, problem, trace, form};

        status = cq_output_write(cli, cli->set.output, write_shown, &what);
    }
    cq_trace_free(trace);
    return status == CQ_OK ? CQ_EXIT_YES : cq_report(cli, status);
}
