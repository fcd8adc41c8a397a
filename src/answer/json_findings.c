/* json_findings.c - the findings of the domino goals as JSON, both ways.
 *
 *     max             "left": [[r,c], ...]
 *     repair          "repair": {"remove": [[r,c], ...], "restore": [[r,c], ...]}
 *     forced          "forced": {"always": [[[r,c],[r,c]], ...], "never": [...]}
 *     probabilities   "probabilities": [{"cells": [[r,c],[r,c]], "probability": 0.25,
 *                                        "exact": "9"}, ...]
 *
 * "exact" is the number of tilings that have the domino, of "count" in all, and is left
 * out if only the floating-point number is known. Readers take each key whatever the
 * goal is; only squares to restore may be holes. Whether a pair is one of neighbours,
 * and whether anything of it is true, is for the checker to say.
 */
#include "answer/read.h"
#include "answer/write.h"
#include "base/assert.h"

#include <string.h>

/* ---- writing ---- */

static void put_pair(FILE *out, const cq_board *board, const cq_pair *pair)
{
    cq_cell cells[2] = {pair->first, pair->second};

    cq_json_put_cells(out, board, cells, 2);
}

/* The pairs with this value. */
static void put_forced(FILE *out, const cq_board *board, const char *key, double value,
                       const cq_findings *findings)
{
    bool any = false;

    fprintf(out, "\"%s\": [", key);
    for (size_t i = 0; i < findings->pairs.count; i++) {
        if ((findings->pairs.at[i].value > 0.5) != (value > 0.5))
            continue;
        if (any)
            putc(',', out);
        put_pair(out, board, &findings->pairs.at[i]);
        any = true;
    }
    putc(']', out);
}

/* Two vertices of a graph by their names, as a walk has them. */
static void put_names(FILE *out, const cq_graph *graph, const cq_pair *pair)
{
    char first[CQ_VERTEX_NAME_SIZE], second[CQ_VERTEX_NAME_SIZE];

    putc('[', out);
    cq_json_put_string(out, cq_vertex_name(graph, NULL, pair->first, first));
    fputs(", ", out);
    cq_json_put_string(out, cq_vertex_name(graph, NULL, pair->second, second));
    putc(']', out);
}

static void put_probabilities(FILE *out, const cq_problem *problem,
                              const cq_findings *findings)
{
    const cq_board *board = problem->board;
    char share[CQ_SHARE_SIZE];

    fputs(",\n \"probabilities\": [", out);
    for (size_t i = 0; i < findings->pairs.count; i++) {
        const cq_pair *pair = &findings->pairs.at[i];

        fprintf(out, "%s\n  {\"%s\": ", i ? "," : "", board ? "cells" : "vertices");
        if (board)
            put_pair(out, board, pair);
        else
            put_names(out, &problem->graph, pair);
        fprintf(out, ", \"probability\": %s", cq_share_text(pair->value, share));
        if (pair->exact)
            fprintf(out, ", \"exact\": \"%s\"", pair->exact);
        putc('}', out);
    }
    putc(']', out);
}

void cq_json_put_findings(FILE *out, const cq_problem *problem, const cq_answer *answer)
{
    const cq_board *board = problem->board;
    const cq_findings *f = &answer->findings;

    if (answer->verdict != CQ_YES)
        return;
    switch (answer->goal) {
    case CQ_GOAL_MAX:
        fputs(",\n \"left\": ", out);
        cq_json_put_cells(out, board, f->left.at, f->left.count);
        if (!cq_problem_is_matching(problem))
            fprintf(out, ",\n \"bound\": %" PRIu64, f->bound);
        break;
    case CQ_GOAL_REPAIR:
        fputs(",\n \"repair\": {\"remove\": ", out);
        cq_json_put_cells(out, board, f->removed.at, f->removed.count);
        fputs(", \"restore\": ", out);
        cq_json_put_cells(out, board, f->restored.at, f->restored.count);
        putc('}', out);
        break;
    case CQ_GOAL_FORCED:
        fputs(",\n \"forced\": {", out);
        put_forced(out, board, "always", 1, f);
        fputs(", ", out);
        put_forced(out, board, "never", 0, f);
        putc('}', out);
        break;
    case CQ_GOAL_PROBABILITIES:
        if (!cq_goal_has_numbers(answer->goal, problem))
            put_probabilities(out, problem, f);
        else
            cq_json_put_tallies(out, problem, answer);
        break;
    case CQ_GOAL_INDEX:
    case CQ_GOAL_COPIES: cq_json_put_tallies(out, problem, answer); break;
    case CQ_GOAL_BOUNDS: cq_json_put_bounds(out, problem, f); break;
    default: break;
    }
}

/* ---- reading ---- */

cq_status cq_read_json_repair(cq_reader *reader, void *into)
{
    cq_findings *f = &reader->answer->findings;
    const cq_json_member members[] = {
        {"remove", cq_read_json_cells, &f->removed, NULL},
        {"restore", cq_read_json_places, &f->restored, NULL}};

    (void)into;
    return cq_read_json_object(reader, members, 2);
}

/* A list of two cells into reader->cells. */
static cq_status read_pair(cq_reader *r, void *into)
{
    (void)into;
    r->cells.count = 0;
    cq_try(cq_read_json_cells(r, &r->cells));
    if (r->cells.count != 2)
        return cq_json_fail(&r->json, "expected a pair of squares, found %zu",
                            r->cells.count);
    if (r->problem->kind == CQ_TOUR) /* its squares are read as vertices */
        for (int i = 0; i < 2; i++)
            r->cells.at[i] = cq_problem_cell(r->problem, r->cells.at[i]);
    return CQ_OK;
}

/* A list of two vertices of a graph, likewise. */
static cq_status read_vertices(cq_reader *r, void *into)
{
    (void)into;
    r->cells.count = 0;
    cq_try(cq_read_json_vertices(r, &r->cells));
    if (r->cells.count != 2)
        return cq_json_fail(&r->json, "expected a pair of vertices, found %zu",
                            r->cells.count);
    return CQ_OK;
}

static cq_status read_forced(cq_reader *r, void *into)
{
    const double *value = into;

    cq_try(read_pair(r, NULL));
    return cq_findings_add(r->ctx, &r->answer->findings, r->cells.at[0], r->cells.at[1],
                           *value, NULL);
}

static cq_status read_pairs(cq_reader *r, void *into)
{
    return cq_read_json_list(r, read_forced, into);
}

cq_status cq_read_json_forced(cq_reader *reader, void *into)
{
    double always = 1, never = 0;
    const cq_json_member members[] = {{"always", read_pairs, &always, NULL},
                                      {"never", read_pairs, &never, NULL}};

    (void)into;
    return cq_read_json_object(reader, members, 2);
}

static cq_status read_exact(cq_reader *r, void *into)
{
    char **exact = into;

    cq_try(cq_json_digits(&r->json));
    *exact = cq_strndup(r->ctx, r->json.value.at, r->json.value.count);
    return *exact ? CQ_OK : CQ_MEMORY;
}

static cq_status read_chance(cq_reader *r, void *into)
{
    bool ends = false, known = false;
    double value = 0;
    char *exact = NULL;
    const cq_json_member members[] = {
        {"cells", read_pair, NULL, &ends},
        {"vertices", read_vertices, NULL, &ends},
        {"probability", cq_read_json_double, &value, &known},
        {"exact", read_exact, &exact, NULL}};
    cq_status status = cq_read_json_object(r, members, 4);

    (void)into;
    if (status == CQ_OK && (!ends || !known))
        status = cq_json_fail(&r->json, "expected \"cells\" and \"probability\"");
    cq_assert(status != CQ_OK || r->cells.count == 2);
    cq_then(status, cq_findings_add(r->ctx, &r->answer->findings, r->cells.at[0],
                                    r->cells.at[1], value, exact));
    cq_free(exact);
    return status;
}

cq_status cq_read_json_probabilities(cq_reader *reader, void *into)
{
    return cq_read_json_list(reader, read_chance, into);
}
