/* explain_json.c - an explanation as data, for those who show it in their own way.
 *
 *     {"steps": [{"text": "...",
 *                 "tour": [...] or "tiling": [...]     what lies or is walked, if any
 *                 "strands": [{"closed": true, "cells": [[0,0], ...]}, ...],
 *                 "gone": [[[0,0],[1,2]], ...],        moves taken out
 *                 "come": [...],                       moves put in
 *                 "proof": "hall", "cells": [...]},    what a reason speaks of
 *                ...]}
 *
 * A strand keeps its place in the list from step to step, also when another has taken
 * it up and it is empty: so it can keep its colour. */
#include "solve/explain.h"

#include "answer/write.h"
#include "base/assert.h"
#include "base/json.h"
#include "draw/draw.h"

static void put_strands(FILE *out, const cq_board *board, const cq_solution *strands)
{
    size_t count = cq_solution_parts(strands);

    if (!count)
        return;
    fputs(", \"strands\": [", out);
    for (size_t i = 0; i < count; i++) {
        uint32_t from = strands->starts.at[i];

        fprintf(out, "%s{\"closed\": %s, \"cells\": ", i ? ", " : "",
                strands->labels.at[i] == CQ_STRAND_CLOSED ? "true" : "false");
        cq_json_put_cells(out, board, strands->members.at + from,
                          strands->starts.at[i + 1] - from);
        putc('}', out);
    }
    putc(']', out);
}

/* Pairs of cells. */
static void put_moves(FILE *out, const char *key, const cq_board *board,
                      const cq_u32s *cells)
{
    cq_assert(cells->count % 2 == 0);
    if (!cells->count)
        return;
    fprintf(out, ", \"%s\": [", key);
    for (size_t i = 0; i < cells->count; i += 2) {
        fputs(i ? ", " : "", out);
        cq_json_put_cells(out, board, cells->at + i, 2);
    }
    putc(']', out);
}

static void put_proof(FILE *out, const cq_board *board, const cq_certificate *c)
{
    if (c->proof == CQ_PROOF_NONE)
        return;
    fputs(", \"proof\": ", out);
    cq_json_put_string(out, cq_proof_name(c->proof));
    if (c->proof == CQ_PROOF_HALL) {
        fputs(", \"cells\": ", out);
        cq_json_put_cells(out, board, c->members.at, c->members.count);
    }
}

static void put_step(FILE *out, const cq_explanation *explanation, const cq_step *step)
{
    const cq_problem *problem = step->problem ? step->problem : explanation->problem;

    fputs("{\"text\": ", out);
    cq_json_put_string(out, step->text);
    if (step->shows_solution) {
        fprintf(out, ", \"%s\": ", problem->kind == CQ_TOUR ? "tour" : "tiling");
        cq_solution_write_json(problem, &step->solution, out);
    }
    put_strands(out, problem->board, &step->strands);
    put_moves(out, "gone", problem->board, &step->gone);
    put_moves(out, "come", problem->board, &step->come);
    put_proof(out, problem->board, &step->certificate);
    putc('}', out);
}

cq_status cq_explanation_write_json(cq_context *ctx, const cq_explanation *explanation,
                                    FILE *out)
{
    size_t count = cq_explanation_steps(explanation);

    cq_try(cq_need(ctx, explanation, "an explanation"));
    cq_try(cq_need(ctx, out, "a stream to write to"));
    fputs("{\"steps\": [", out);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ",\n " : "", out);
        put_step(out, explanation, &explanation->steps.at[i]);
    }
    fputs("]}\n", out);
    return ferror(out) ? cq_fail_io(ctx, "cannot write", "the explanation") : CQ_OK;
}
