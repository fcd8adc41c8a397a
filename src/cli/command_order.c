/* command_order.c - the order of a sweep: --order prints it, --use-order reads it back.
 */
#include "cli/cli.h"

#include "base/file.h"

cq_status cq_load_order(cq_cli *cli, const cq_problem *problem, cq_sweep_order **out)
{
    cq_text text;
    cq_status status;

    if (!cli->set.use_order)
        return CQ_OK;
    cq_try(cq_file_read(cli->ctx, cli->set.use_order, &text));
    status =
        cq_sweep_order_parse(cli->ctx, problem, text.name, text.data, text.size, out);
    cq_file_drop(&text);
    return status;
}

typedef struct ordered {
    const cq_cli *cli;
    const cq_problem *problem;
    const cq_sweep_order *order;
    cq_form form;
} ordered;

static cq_status write_order(const void *what, FILE *out)
{
    const ordered *o = what;
    cq_drawing drawing = cq_output_drawing(o->cli);
    bool json = o->form == CQ_FORM_JSON;

    if (json || o->form == CQ_FORM_TXT)
        return cq_sweep_order_write(o->cli->ctx, o->problem, o->order, json, out);
    return cq_sweep_order_draw(o->cli->ctx, o->problem, o->order, &drawing,
                               cq_form_format(o->form), out);
}

int cq_run_order(cq_cli *cli, const cq_problem *problem)
{
    cq_options options = CQ_OPTIONS(.seed = cli->set.seed, .seconds = cli->set.seconds);
    cq_form form;
    cq_sweep_order *order = NULL, *given = NULL;
    int exit_code = cq_output_choose(cli, problem, &form);
    cq_status status;

    if (exit_code)
        return exit_code;
    status = cq_load_order(cli, problem, &given);
    options.order = cq_sweep_order_items(given, &options.order_count);
    cq_then(status, cq_sweep_order_find(cli->ctx, problem, &options, &order));
    if (status == CQ_OK) {
        const ordered what = {cli, problem, order, form};

        status = cq_output_write(cli, cli->set.output, write_order, &what);
    }
    if (status != CQ_OK)
        exit_code = cq_report(cli, status);
    cq_sweep_order_free(order);
    cq_sweep_order_free(given);
    return exit_code;
}
