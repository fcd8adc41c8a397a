/* trace.h - a search that stands still after a move. */
#ifndef CQ_SOLVE_TRACE_H
#define CQ_SOLVE_TRACE_H

#include "engine/backtrack/lays.h"

struct cq_trace {
    cq_context *ctx;
    const cq_problem *problem; /* borrowed */
    cq_breaking breaking;
    cq_lays lays;
    cq_trace_state state; /* but for what cq_trace_look finds in the lays */
    cq_solution position;
    /* The squares of lay i, for people: squares[starts[i] .. starts[i + 1]). */
    CQ_VEC(cq_square) squares;
    cq_u32s starts;
};

#endif
