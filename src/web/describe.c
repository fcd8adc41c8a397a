/* describe.c - what a problem is made of, for those who show it.
 *
 *     tile    {"kind": "tiling", "rows", "cols", "cells", "art", "pieces": [{"name",
 *              "least", "most" (null: any), "rotate", "flip",
 *              "squares": [[r, c, "#"]]}]}
 *     cover   {"kind": "cover", "items": [{"name", "least", "most", "primary"}],
 *              "options": [[item, ...]]}: options by the numbers of their items, left
 *              out if there are more than a screen shows
 *     tour    {"kind": "tour", "rows", "cols", "cells", "art"} of a board; of a graph
 *             {"kind": "tour", "vertices": [name, ...], "edges": [[0, 1], ...]}, edges
 *             left out if there are more than a screen shows */
#include "web/request.h"

#include "base/assert.h"
#include "base/context.h"
#include "base/json.h"

#include <stdlib.h>

enum { SHOWN = 400, EDGES = 4000 }; /* options and edges that are still listed */

static cq_status put_board(FILE *out, cq_context *ctx, const cq_board *board)
{
    char *art = NULL;
    size_t size = 0;
    FILE *text = open_memstream(&art, &size);
    cq_status status;

    if (!text)
        return cq_fail(ctx, CQ_MEMORY, "out of memory");
    status = cq_board_write_art(ctx, board, text);
    fclose(text);
    fprintf(out, ", \"rows\": %u, \"cols\": %u, \"cells\": %zu, \"art\": ",
            cq_board_rows(board), cq_board_cols(board), cq_board_count(board));
    cq_json_put_string(out, art);
    free(art);
    return status;
}

static void put_copies(FILE *out, uint32_t least, uint32_t most)
{
    fprintf(out, "\"least\": %u, \"most\": ", least);
    if (most == CQ_ANY_COPIES)
        fputs("null", out);
    else
        fprintf(out, "%u", most);
}

static void put_piece(FILE *out, const cq_piece_info *piece)
{
    fputs("{\"name\": ", out);
    cq_json_put_string(out, piece->name);
    fputs(", ", out);
    put_copies(out, piece->least, piece->most);
    fprintf(out, ", \"rotate\": %s, \"flip\": %s, \"squares\": [",
            piece->rotate ? "true" : "false", piece->flip ? "true" : "false");
    for (size_t i = 0; i < piece->count; i++)
        fprintf(out, "%s[%d,%d,\"%c\"]", i ? "," : "", piece->squares[i].row,
                piece->squares[i].col, piece->squares[i].colour);
    fputs("]}", out);
}

static void put_pieces(FILE *out, const cq_problem *problem)
{
    cq_piece_info piece;

    fputs(", \"pieces\": [", out);
    for (size_t i = 0; cq_problem_piece(problem, i, &piece); i++) {
        fputs(i ? ", " : "", out);
        put_piece(out, &piece);
    }
    fputs("]", out);
}

static void put_items(FILE *out, const cq_problem *problem)
{
    cq_item_info item;

    fputs(", \"items\": [", out);
    for (size_t i = 0; cq_problem_item(problem, i, &item); i++) {
        fprintf(out, "%s{\"name\": ", i ? ", " : "");
        cq_json_put_string(out, item.name);
        fputs(", ", out);
        put_copies(out, item.least, item.most);
        fprintf(out, ", \"primary\": %s}", item.secondary ? "false" : "true");
    }
    fprintf(out, "], \"count\": %zu", cq_problem_options(problem));
}

static void put_options(FILE *out, const cq_problem *problem)
{
    fputs(", \"options\": [", out);
    for (size_t i = 0; i < cq_problem_options(problem); i++) {
        cq_entry_info entry;

        fputs(i ? ", [" : "[", out);
        for (size_t e = 0; cq_problem_entry(problem, i, e, &entry); e++)
            fprintf(out, "%s%u", e ? "," : "", entry.item);
        fputs("]", out);
    }
    fputs("]", out);
}

/* Each edge once, from its smaller vertex. */
static cq_status put_edges(FILE *out, cq_context *ctx, const cq_problem *problem)
{
    uint32_t count = (uint32_t)cq_problem_vertices(problem);
    uint32_t *near = cq_alloc(ctx, count, sizeof *near);
    const char *between = "";

    cq_try_memory(near);
    fputs(", \"edges\": [", out);
    for (uint32_t v = 0; v < count; v++) {
        size_t degree = cq_problem_neighbours(problem, v, near, count);

        for (size_t i = 0; i < degree && i < count; i++) {
            cq_assert(near[i] < count && near[i] != v);
            if (near[i] > v) {
                fprintf(out, "%s[%u,%u]", between, v, near[i]);
                between = ",";
            }
        }
    }
    fputs("]", out);
    cq_free(near);
    return CQ_OK;
}

static cq_status put_graph(FILE *out, cq_context *ctx, const cq_problem *problem)
{
    uint32_t count = (uint32_t)cq_problem_vertices(problem);
    char name[CQ_VERTEX_NAME_SIZE];
    size_t ends = 0;

    fputs(", \"vertices\": [", out);
    for (uint32_t v = 0; v < count; v++) {
        fputs(v ? "," : "", out);
        cq_json_put_string(out, cq_problem_vertex_name(problem, v, name));
        ends += cq_problem_neighbours(problem, v, NULL, 0);
    }
    cq_assert(ends % 2 == 0); /* every edge has two */
    fprintf(out, "], \"count\": %zu", ends / 2);
    return ends / 2 <= EDGES ? put_edges(out, ctx, problem) : CQ_OK;
}

cq_status cq_request_describe(const cq_request *request, FILE *out)
{
    const cq_problem *problem = request->problem;
    cq_kind kind = cq_problem_kind(problem);
    cq_status status = CQ_OK;

    fprintf(out, "{\"kind\": \"%s\"", cq_kind_name(kind));
    if (cq_problem_board(problem))
        status = put_board(out, request->ctx, cq_problem_board(problem));
    if (kind == CQ_TOUR && !cq_problem_board(problem))
        status = put_graph(out, request->ctx, problem);
    if (kind == CQ_TILING)
        put_pieces(out, problem);
    if (kind == CQ_COVER) {
        put_items(out, problem);
        if (cq_problem_options(problem) <= SHOWN)
            put_options(out, problem);
    }
    fputs("}", out);
    return status;
}
