/* command_order.c - the order of a sweep: --order prints it, --use-order reads it back.
 *
 * On a board the order is a walk over all squares, in leaps of any length: it is
 * printed and drawn as the numbers of a tour are. A cover's is a list of its items.
 */
#include "cli/cli.h"

#include "answer/write.h"
#include "base/file.h"
#include "base/json.h"
#include "problem/numbering.h"
#include "solve/solve.h"

#include <string.h>

cq_status cq_load_order(cq_cli *cli, const cq_problem *problem, cq_u32s *out)
{
    cq_text text;
    cq_status status;

    if (!cli->set.use_order)
        return CQ_OK;
    status = cq_file_read(cli->ctx, cli->set.use_order, &text);
    if (status != CQ_OK)
        return status;
    status = cq_numbering_read(cli->ctx, &text, problem, out);
    cq_file_drop(&text);
    return status;
}

/* A board's order as the walk that the writers of tours know. */
typedef struct view {
    cq_problem walk; /* the board is borrowed */
    cq_solution steps;
} view;

/* Pieces of which there are few are items too, but no squares. */
static cq_status make_view(cq_context *ctx, const cq_problem *problem,
                           const cq_order *order, view *v)
{
    const cq_board *board = problem->board;
    cq_graph *graph = &v->walk.graph;
    cq_status status = CQ_OK;

    v->walk.kind = CQ_TOUR;
    v->walk.board = problem->board;
    graph->cells = cq_alloc(ctx, board->count, sizeof *graph->cells);
    if (!graph->cells)
        return CQ_MEMORY;
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        if (cq_board_present(board, cell))
            graph->cells[graph->vertices++] = cell;
    for (size_t i = 0; i < order->count && status == CQ_OK; i++)
        if (order->items[i] < board->count)
            status = cq_vec_push(ctx, &v->steps.members, order->items[i]);
    return status;
}

static void free_view(view *v)
{
    cq_free(v->walk.graph.cells);
    cq_solution_free(&v->steps);
}

static void list_items(const cq_cover *cover, const cq_order *order, FILE *out)
{
    for (size_t i = 0; i < order->count; i++)
        fprintf(out, "%s\n", cq_item_name(cover, order->items[i]));
}

/* Squares are [row,column] as in answers, items are their names. */
static void write_json(const cq_problem *problem, const cq_order *order, const view *v,
                       FILE *out)
{
    fputs("{\"chequer\": 1,\n \"method\": ", out);
    cq_json_put_string(out, order->method);
    fprintf(out,
            ",\n \"log2_states\": %.2f, \"log2_transitions\": %.2f,\n \"order\": [",
            order->log2_states, order->log2_work);
    for (size_t i = 0; problem->board && i < v->steps.members.count; i++) {
        cq_cell cell = v->walk.graph.cells[v->steps.members.at[i]];

        fprintf(out, "%s[%u,%u]", i ? "," : "", cq_row(problem->board, cell),
                cq_col(problem->board, cell));
    }
    for (size_t i = 0; !problem->board && i < order->count; i++) {
        fputs(i ? "," : "", out);
        cq_json_put_string(out, cq_item_name(&problem->cover, order->items[i]));
    }
    fputs("]}\n", out);
}

static cq_status write_text(cq_cli *cli, cq_form form, const cq_problem *problem,
                            const cq_order *order, const view *v, FILE *out)
{
    char caption[96];
    cq_shown shown = {.solution = &v->steps, .caption = caption};

    snprintf(caption, sizeof caption, "The squares in the order of a sweep: %s.",
             order->method);
    if (form == CQ_FORM_JSON)
        write_json(problem, order, v, out);
    else if (!problem->board)
        list_items(&problem->cover, order, out);
    else if (form == CQ_FORM_TXT)
        return cq_text_solution(cli->ctx, out, &v->walk, &v->steps);
    else
        return cq_output_draw(cli, form, &v->walk, &shown, out);
    return CQ_OK;
}

static cq_status print(cq_cli *cli, const cq_output *output, const cq_problem *problem,
                       const cq_order *order)
{
    view v = {0};
    cq_file_writer writer = {0};
    cq_status status = problem->board ? make_view(cli->ctx, problem, order, &v) : CQ_OK;

    if (status == CQ_OK && output->path)
        status = cq_file_begin(cli->ctx, output->path, &writer);
    if (status == CQ_OK)
        status = write_text(cli, output->form, problem, order, &v,
                            output->path ? writer.out : stdout);
    if (status == CQ_OK && output->path) {
        status = cq_file_commit(cli->ctx, &writer);
        if (status == CQ_OK)
            cq_output_tell(cli, output->path);
    }
    cq_file_abandon(&writer);
    free_view(&v);
    return status;
}

int cq_run_order(cq_cli *cli, const cq_problem *problem)
{
    cq_options options = {.seed = cli->set.seed, .seconds = cli->set.seconds};
    cq_cli numbers = *cli; /* a line through the squares would say nothing */
    cq_output output = {0};
    cq_order order = {0};
    cq_u32s given = {0};
    int exit_code = CQ_EXIT_YES;
    cq_status status;

    numbers.set.numbers = true;
    numbers.set.path = false;
    if (!cq_output_choose(cli, problem, &output, &exit_code))
        return exit_code;
    status = cq_load_order(cli, problem, &given);
    options.order = given.at;
    options.order_count = given.count;
    cq_signals_watch(cli->ctx);
    if (status == CQ_OK)
        status = cq_solve_order(cli->ctx, problem, &options, &order);
    cq_signals_rest();
    if (status == CQ_OK)
        status = print(&numbers, &output, problem, &order);
    exit_code = status == CQ_OK ? CQ_EXIT_YES : cq_report(cli, status);
    cq_order_free(&order);
    cq_vec_free(&given);
    return exit_code;
}
