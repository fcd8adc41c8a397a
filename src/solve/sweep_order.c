/* sweep_order.c - the order that a sweep would take, without the sweep.
 *
 * On a board the order is a walk over all squares, in leaps of any length: it is
 * written and drawn as the numbers of a tour are. A cover's is a list of its items.
 */
#include "solve/solve.h"

#include "base/assert.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/sized.h"
#include "draw/draw.h"
#include "engine/frontier/order.h"
#include "problem/numbering.h"

struct cq_sweep_order {
    cq_order order;
};

/* ---- made and read ---- */

static cq_status find(cq_run *run, const cq_cover *cover,
                      const cq_placements *placements)
{
    return cq_order_find(run, cover, placements, run->user);
}

static cq_status find_order(cq_context *ctx, const cq_problem *problem,
                            const cq_options *options, cq_order *out)
{
    cq_run run = {.ctx = ctx,
                  .problem = problem,
                  .goal = CQ_GOAL_COUNT,
                  .seed = options->seed,
                  .threads = 1,
                  .order = options->order,
                  .order_count = options->order_count,
                  .started = cq_clock_seconds(),
                  .user = out};
    double before = ctx->deadline;
    cq_status status;

    ctx->deadline = run.deadline = cq_call_deadline(ctx, run.started, options->seconds);
    status = cq_answer_new(ctx, problem->kind, CQ_GOAL_COUNT, &run.answer);
    cq_then(status, cq_run_as_cover(&run, find));
    if (status == CQ_STOPPED)
        cq_fail(ctx, CQ_STOPPED, "stopped %s before an order was found",
                cq_context_stop(ctx) == CQ_STOP_TIME ? "by the time limit"
                                                     : "by the user");
    ctx->deadline = before;
    cq_answer_free(run.answer);
    return status;
}

/* An empty one, for a problem that has an order. */
static cq_status make(cq_context *ctx, const cq_problem *problem, const void *place,
                      cq_sweep_order **out)
{
    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, place, "a place for the order"));
    if (problem->kind == CQ_TOUR)
        return cq_fail(ctx, CQ_REFUSED, "an order is for tilings and covers");
    *out = cq_zalloc(ctx, 1, sizeof **out);
    return *out ? CQ_OK : CQ_MEMORY;
}

void cq_sweep_order_free(cq_sweep_order *order)
{
    if (!order)
        return;
    cq_order_free(&order->order);
    cq_free(order);
}

/* What was made, unless it failed. */
static cq_status hand_over(cq_status status, cq_sweep_order *made, cq_sweep_order **out)
{
    if (status == CQ_OK)
        *out = made;
    else
        cq_sweep_order_free(made);
    return status;
}

cq_status cq_sweep_order_find(cq_context *ctx, const cq_problem *problem,
                              const cq_options *options, cq_sweep_order **out)
{
    cq_options known;
    cq_sweep_order *made = NULL;
    cq_status status = make(ctx, problem, out, &made);

    cq_then(status, cq_options_read(ctx, options, &known));
    cq_then(status, find_order(ctx, problem, &known, &made->order));
    cq_assert(status != CQ_OK || *made->order.method); /* it says how it was found */
    return hand_over(status, made, out);
}

cq_status cq_sweep_order_parse(cq_context *ctx, const cq_problem *problem,
                               const char *name, const char *text, size_t size,
                               cq_sweep_order **out)
{
    const cq_text source = {name, text, size};
    cq_sweep_order *made = NULL;
    cq_u32s items = {0};
    cq_status status = cq_need(ctx, name && (text || !size) ? text : NULL, "a text");

    cq_then(status, make(ctx, problem, out, &made));
    cq_then(status, cq_numbering_read(ctx, &source, problem, &items));
    if (status == CQ_OK) {
        made->order.items = items.at;
        made->order.count = items.count;
    }
    return hand_over(status, made, out);
}

/* ---- as data ---- */

const uint32_t *cq_sweep_order_items(const cq_sweep_order *order, size_t *count)
{
    if (count)
        *count = order ? order->order.count : 0;
    return order ? order->order.items : NULL;
}

CQ_GET(const char *, cq_sweep_order_method, cq_sweep_order, order.method, "")

void cq_sweep_order_predicted(const cq_sweep_order *order, double *log2_states,
                              double *log2_transitions)
{
    if (log2_states)
        *log2_states = order ? order->order.log2_states : 0;
    if (log2_transitions)
        *log2_transitions = order ? order->order.log2_work : 0;
}

/* ---- written and drawn ---- */

/* A board's order as the walk that the writers of tours know. */
typedef struct view {
    cq_problem walk; /* the board is borrowed */
    cq_solution steps;
} view;

static void free_view(view *v)
{
    cq_free(v->walk.graph.cells);
    cq_solution_free(&v->steps);
}

/* Pieces of which there are few are items too, but no squares. */
static cq_status make_view(cq_context *ctx, const cq_problem *problem,
                           const cq_order *order, view *v)
{
    const cq_board *board = problem->board;
    cq_graph *graph = &v->walk.graph;

    v->walk.kind = CQ_TOUR;
    v->walk.board = problem->board;
    graph->cells = cq_alloc(ctx, board->count, sizeof *graph->cells);
    cq_try_memory(graph->cells);
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        if (cq_board_present(board, cell))
            graph->cells[graph->vertices++] = cell;
    cq_assert(graph->vertices == board->count);
    for (size_t i = 0; i < order->count; i++)
        if (order->items[i] < board->count)
            cq_try(cq_vec_push(ctx, &v->steps.members, order->items[i]));
    return CQ_OK;
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

/* CQ_OK if the order can be one of the problem. */
static cq_status belongs(cq_context *ctx, const cq_problem *problem,
                         const cq_sweep_order *order, const FILE *out)
{
    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, order, "an order"));
    cq_try(cq_need(ctx, out, "a stream to write to"));
    if (problem->kind == CQ_TOUR ||
        (problem->kind == CQ_COVER && order->order.count != problem->cover.items.count))
        return cq_fail(ctx, CQ_INPUT, "the order is one of another problem");
    return CQ_OK;
}

cq_status cq_sweep_order_write(cq_context *ctx, const cq_problem *problem,
                               const cq_sweep_order *order, bool json, FILE *out)
{
    view v = {0};
    cq_status status = belongs(ctx, problem, order, out);

    if (status == CQ_OK && problem->board)
        status = make_view(ctx, problem, &order->order, &v);
    if (status == CQ_OK && json)
        write_json(problem, &order->order, &v, out);
    else if (status == CQ_OK && problem->board)
        status = cq_text_solution(ctx, out, &v.walk, &v.steps);
    else if (status == CQ_OK)
        list_items(&problem->cover, &order->order, out);
    free_view(&v);
    if (status == CQ_OK && ferror(out))
        status = cq_fail_io(ctx, "cannot write", "the order");
    return status;
}

cq_status cq_sweep_order_draw(cq_context *ctx, const cq_problem *problem,
                              const cq_sweep_order *order, const cq_drawing *drawing,
                              cq_format format, FILE *out)
{
    view v = {0};
    cq_drawing known;
    char caption[96];
    cq_status status =
        cq_sized_read(ctx, "CQ_DRAWING_INIT", drawing, sizeof known, &known);

    cq_then(status, belongs(ctx, problem, order, out));
    if (status == CQ_OK && !problem->board)
        status = cq_fail(ctx, CQ_REFUSED, "only a board can be drawn");
    cq_then(status, make_view(ctx, problem, &order->order, &v));
    if (status == CQ_OK) {
        cq_picture_of what = cq_picture_for(&v.walk, NULL, 0, &known);

        snprintf(caption, sizeof caption, "The squares in the order of a sweep: %s.",
                 order->order.method);
        what.solution = &v.steps;
        what.numbers = true;
        what.path = false; /* a line through the squares would say nothing */
        what.caption = known.caption ? known.caption : caption;
        status = cq_draw_picture(ctx, &what, format, out);
    }
    free_view(&v);
    return status;
}
