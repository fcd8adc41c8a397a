/* trace_request.c - the classic search of a tiling, as events for those who show it.
 *
 *     move    {"move", "kind": "laid" or "taken", "lay", "at", "empty" (or null),
 *              "fits": [lay, ...], "parts", "tried", "found", "solution"}
 *     trace   the end: {"lays": [{"piece", "index", "squares"}], "position": [{"piece",
 *              "index", "cells"}], and the state as in a move; "kind" is also "none"
 *              and "over"}
 *
 * Lays are numbers into the list of "lays", from 0; squares of the board are [row, col]
 * from the top left.
 */
#include "web/request.h"

#include "base/assert.h"
#include "base/json.h"

#include <inttypes.h>

static void put_cell(FILE *out, const cq_problem *problem, cq_cell cell)
{
    uint32_t cols = cq_board_cols(cq_problem_board(problem));

    cq_assert(cell == CQ_NO_CELL ||
              cell / cols < cq_board_rows(cq_problem_board(problem)));
    if (cell == CQ_NO_CELL)
        fputs("null", out);
    else
        fprintf(out, "[%" PRIu32 ",%" PRIu32 "]", cell / cols, cell % cols);
}

/* The lays that can still be laid at the first empty square. */
static void put_fits(FILE *out, const cq_trace *trace, const cq_trace_state *state)
{
    bool first = true;

    fputs(", \"fits\": [", out);
    for (size_t i = state->next; i < cq_trace_lays(trace); i++)
        if (cq_trace_fits(trace, i)) {
            fprintf(out, "%s%zu", first ? "" : ",", i);
            first = false;
        }
    fputs("]", out);
}

static void put_state(FILE *out, const cq_problem *problem, const cq_trace *trace)
{
    static const char *const kinds[] = {[CQ_MOVE_NONE] = "none",
                                        [CQ_MOVE_LAID] = "laid",
                                        [CQ_MOVE_TAKEN] = "taken",
                                        [CQ_MOVE_OVER] = "over"};
    cq_trace_state state;

    cq_trace_look(trace, &state);
    cq_assert(state.at == CQ_NO_CELL || state.lay < cq_trace_lays(trace));
    cq_assert(state.found <= state.moves && state.tried >= state.found);
    fputs("\"move\": ", out);
    cq_json_put_u64(out, state.moves);
    fprintf(out, ", \"kind\": \"%s\", \"lay\": ", kinds[state.last]);
    if (state.at == CQ_NO_CELL)
        fputs("null", out);
    else
        fprintf(out, "%" PRIu32, state.lay);
    fputs(", \"at\": ", out);
    put_cell(out, problem, state.at);
    fputs(", \"empty\": ", out);
    put_cell(out, problem, state.empty);
    put_fits(out, trace, &state);
    fprintf(out, ", \"parts\": %zu, \"tried\": ", state.depth);
    cq_json_put_u64(out, state.tried);
    fputs(", \"found\": ", out);
    cq_json_put_u64(out, state.found);
    fprintf(out, ", \"solution\": %s", state.solution ? "true" : "false");
}

static void put_piece(FILE *out, const cq_problem *problem, uint32_t piece)
{
    cq_piece_info info;

    cq_problem_piece(problem, piece, &info);
    fputs("{\"piece\": ", out);
    cq_json_put_string(out, info.name);
    fprintf(out, ", \"index\": %" PRIu32, piece);
}

static void put_lays(FILE *out, const cq_problem *problem, const cq_trace *trace)
{
    cq_lay lay;

    fputs("{\"lays\": [", out);
    for (size_t i = 0; cq_trace_lay(trace, i, &lay); i++) {
        fputs(i ? ", " : "", out);
        put_piece(out, problem, lay.piece);
        fputs(", \"squares\": [", out);
        for (size_t k = 0; k < lay.count; k++)
            fprintf(out, "%s[%" PRId32 ",%" PRId32 ",\"%c\"]", k ? "," : "",
                    lay.squares[k].row, lay.squares[k].col, lay.squares[k].colour);
        fputs("]}", out);
    }
    fputs("]", out);
}

static void put_position(FILE *out, const cq_problem *problem, const cq_trace *trace)
{
    cq_part part;

    fputs(", \"position\": [", out);
    for (size_t i = 0; cq_solution_part(cq_trace_position(trace), i, &part); i++) {
        fputs(i ? ", " : "", out);
        put_piece(out, problem, part.number);
        fputs(", \"cells\": [", out);
        for (size_t k = 0; k < part.count; k++) {
            fputs(k ? "," : "", out);
            put_cell(out, problem, part.cells[k]);
        }
        fputs("]}", out);
    }
    fputs("], ", out);
}

void cq_request_put_move(const cq_request *request, const cq_trace *trace, FILE *out)
{
    fputs("{", out);
    put_state(out, request->problem, trace);
    fputs("}", out);
}

void cq_request_put_trace(const cq_request *request, const cq_trace *trace, FILE *out)
{
    put_lays(out, request->problem, trace);
    put_position(out, request->problem, trace);
    put_state(out, request->problem, trace);
    fputs("}", out);
}
