/* trace.c - the classic search over lays, to be watched move by move.
 *
 * A. J. Dekkers and A. J. W. Duijvestijn, "Solving a chessboard puzzle with the PASCAL"
 * (Philips Technical Review 24, 1962/63), show their search by its row of lays (figure
 * 2) and by a position after eight moves (figure 3). This is the search of the engine
 * backtrack (lays.c), stopped after any move.
 *
 *     find -> descend    a move: a piece is laid
 *     none, or full      a move: the last piece is taken back
 */
#include "solve/trace.h"

#include "base/assert.h"
#include "problem/tiling_symmetries.h"

static const cq_trace_state nowhere = {.lay = UINT32_MAX, .at = CQ_NO_CELL};

static cq_status keep_turns(cq_trace *t)
{
    cq_symmetries symmetries = {0};
    const cq_problem *p = t->problem;
    cq_status status =
        cq_symmetries_make(t->ctx, p->board, &p->pieces, NULL, NULL, &symmetries);

    cq_then(status, cq_breaking_make(t->ctx, p->board, &p->pieces, &symmetries,
                                     CQ_BREAKS_TURNS, &t->breaking));
    cq_symmetries_free(&symmetries);
    return status;
}

/* The squares of the lays, each from its own corner, as people draw them. */
static cq_status list_squares(cq_trace *t)
{
    const cq_lays *l = &t->lays;
    cq_status status = CQ_OK;

    for (size_t i = 0; i < l->lays.count && status == CQ_OK; i++) {
        const cq_lay_shape *lay = &l->lays.at[i];
        cq_shapes shapes = {0};

        status = cq_piece_orientations(t->ctx, &l->pieces->at[lay->piece], &shapes);
        cq_then(status, cq_vec_push(t->ctx, &t->starts, (uint32_t)t->squares.count));
        for (size_t k = 0; status == CQ_OK && k < shapes.at[lay->turn].count; k++)
            status = cq_vec_push(t->ctx, &t->squares, shapes.at[lay->turn].at[k]);
        cq_shapes_free(&shapes);
    }
    cq_then(status, cq_vec_push(t->ctx, &t->starts, (uint32_t)t->squares.count));
    cq_assert(status != CQ_OK || t->starts.count == l->lays.count + 1);
    return status;
}

static cq_status open_trace(cq_trace *t, bool unique)
{
    cq_status status = CQ_OK;

    if (unique)
        status = keep_turns(t);
    t->lays.breaking = t->breaking.piece != UINT32_MAX ? &t->breaking : NULL;
    cq_then(status, cq_lays_open(&t->lays));
    cq_then(status, list_squares(t));
    cq_then(status, cq_lays_position(&t->lays, &t->position));
    return status;
}

cq_status cq_trace_new(cq_context *ctx, const cq_problem *problem, bool unique,
                       cq_trace **out)
{
    cq_trace *t;
    cq_status status;

    cq_try(cq_need(ctx, problem, "a tiling"));
    cq_try(cq_need(ctx, out, "a place for the trace"));
    if (problem->kind != CQ_TILING)
        return cq_fail(ctx, CQ_INPUT, "only a tiling has a trace");
    if (problem->board->surface != CQ_PLANE)
        return cq_fail(ctx, CQ_REFUSED,
                       "on a %s a piece has no first square, so there is no trace",
                       problem->board->surface == CQ_TORUS ? "torus" : "cylinder");
    t = cq_zalloc(ctx, 1, sizeof *t);
    cq_try_memory(t);
    t->ctx = ctx;
    t->problem = problem;
    t->breaking.piece = UINT32_MAX;
    t->state = nowhere;
    t->lays =
        (cq_lays){.ctx = ctx, .board = problem->board, .pieces = &problem->pieces};
    status = open_trace(t, unique);
    if (status == CQ_OK)
        *out = t;
    else
        cq_trace_free(t);
    return status;
}

void cq_trace_free(cq_trace *trace)
{
    if (!trace)
        return;
    cq_lays_close(&trace->lays);
    cq_breaking_free(&trace->breaking);
    cq_solution_free(&trace->position);
    cq_vec_free_each(&trace->squares, &trace->starts);
    cq_free(trace);
}

CQ_GET(size_t, cq_trace_lays, cq_trace, lays.lays.count, 0)

bool cq_trace_lay(const cq_trace *trace, size_t index, cq_lay *out)
{
    uint32_t start;

    if (index >= cq_trace_lays(trace) || !out)
        return false;
    start = trace->starts.at[index];
    cq_assert(start < trace->starts.at[index + 1]); /* a lay has squares */
    *out = (cq_lay){trace->lays.lays.at[index].piece, trace->squares.at + start,
                    trace->starts.at[index + 1] - start};
    return true;
}

/* ---- moves ---- */

static bool is_full(const cq_trace *t)
{
    return t->lays.levels[t->lays.depth].cell >= t->lays.end;
}

static void note_move(cq_trace *t, cq_move_kind kind, size_t level)
{
    cq_assert(t->lays.levels[level].next < t->lays.lays.count);
    t->state.moves++;
    t->state.last = kind;
    t->state.lay = t->lays.levels[level].next;
    t->state.at = cq_lays_cell(&t->lays, t->lays.levels[level].cell);
}

static void lay_one(cq_trace *t)
{
    bool goes_on = cq_lays_descend(&t->lays);

    note_move(t, CQ_MOVE_LAID, t->lays.depth - 1);
    cq_assert(goes_on != is_full(t));
    t->state.solution = !goes_on && cq_lays_complete(&t->lays);
    t->state.found += t->state.solution;
}

static void take_one(cq_trace *t)
{
    cq_assert(t->lays.depth > 0);
    note_move(t, CQ_MOVE_TAKEN, t->lays.depth - 1);
    cq_lays_ascend(&t->lays);
    t->state.solution = false;
}

static void move_once(cq_trace *t)
{
    if (!is_full(t) && cq_lays_find(&t->lays)) {
        lay_one(t);
    } else if (t->lays.depth) {
        take_one(t);
    } else {
        t->state.last = CQ_MOVE_OVER;
        t->state.lay = nowhere.lay;
        t->state.at = nowhere.at;
    }
}

cq_status cq_trace_move(cq_trace *trace, uint64_t moves)
{
    cq_status status = trace ? CQ_OK : CQ_INPUT;

    for (uint64_t i = 0;
         i < moves && status == CQ_OK && trace->state.last != CQ_MOVE_OVER; i++) {
        move_once(trace);
        status = cq_poll_at(trace->ctx, (size_t)i + 1);
    }
    cq_then(status, cq_lays_position(&trace->lays, &trace->position));
    return status;
}

void cq_trace_look(const cq_trace *trace, cq_trace_state *out)
{
    const cq_lay_level *top;

    if (!trace || !out)
        return;
    top = &trace->lays.levels[trace->lays.depth];
    *out = trace->state;
    out->tried = trace->lays.tried;
    out->empty = is_full(trace) ? CQ_NO_CELL : cq_lays_cell(&trace->lays, top->cell);
    out->next = top->next;
    out->depth = trace->lays.depth;
}

bool cq_trace_fits(const cq_trace *trace, size_t index)
{
    return index < cq_trace_lays(trace) && !is_full(trace) &&
           cq_lays_fits(&trace->lays, (uint32_t)index);
}

const cq_solution *cq_trace_position(const cq_trace *trace)
{
    return trace ? &trace->position : NULL;
}
