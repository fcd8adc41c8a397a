/* describe.c - what a problem is made of, for those who show it.
 *
 *     tile    {"kind": "tiling", "rows", "cols", "cells", "art", "pieces": [{"name",
 *              "least", "most" (null: any), "rotate", "flip",
 *              "squares": [[r, c, "#"]]}]}
 *     cover   {"kind": "cover", "items": [{"name", "least", "most", "primary"}],
 *              "options": [[item, ...]]}: options by the numbers of their items, left
 *              out where there are more than a screen shows
 *     tour    {"kind": "tour", "rows", "cols", "cells", "art", "vertices", "edges"}
 */
#include "web/request.h"

#include "base/json.h"

#include <stdlib.h>

enum { SHOWN = 400 }; /* options that are still listed */

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
    fprintf(out, ", \"rows\": %u, \"cols\": %u, \"cells\": %zu, \"art\": ", board->rows,
            board->cols, board->count);
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

static void put_piece(FILE *out, const cq_piece *piece)
{
    fputs("{\"name\": ", out);
    cq_json_put_string(out, piece->name);
    fputs(", ", out);
    put_copies(out, piece->least, piece->most);
    fprintf(out, ", \"rotate\": %s, \"flip\": %s, \"squares\": [",
            piece->rotate ? "true" : "false", piece->flip ? "true" : "false");
    for (size_t i = 0; i < piece->shape.count; i++) {
        const cq_square *square = &piece->shape.at[i];

        fprintf(out, "%s[%d,%d,\"%c\"]", i ? "," : "", square->row, square->col,
                square->colour);
    }
    fputs("]}", out);
}

static void put_pieces(FILE *out, const cq_pieces *pieces)
{
    fputs(", \"pieces\": [", out);
    for (size_t i = 0; i < pieces->count; i++) {
        if (i)
            fputs(", ", out);
        put_piece(out, &pieces->at[i]);
    }
    fputs("]", out);
}

static void put_items(FILE *out, const cq_cover *cover)
{
    fputs(", \"items\": [", out);
    for (uint32_t i = 0; i < cover->items.count; i++) {
        fprintf(out, "%s{\"name\": ", i ? ", " : "");
        cq_json_put_string(out, cq_item_name(cover, i));
        fputs(", ", out);
        put_copies(out, cover->items.at[i].least, cover->items.at[i].most);
        fprintf(out, ", \"primary\": %s}", i < cover->primary ? "true" : "false");
    }
    fprintf(out, "], \"count\": %zu", cq_cover_options(cover));
}

static void put_options(FILE *out, const cq_cover *cover)
{
    fputs(", \"options\": [", out);
    for (size_t i = 0; i < cq_cover_options(cover); i++) {
        fputs(i ? ", [" : "[", out);
        for (uint32_t e = cover->starts.at[i]; e < cover->starts.at[i + 1]; e++)
            fprintf(out, "%s%u", e > cover->starts.at[i] ? "," : "",
                    cover->entries.at[e].item);
        fputs("]", out);
    }
    fputs("]", out);
}

cq_status cq_request_describe(const cq_request *request, FILE *out)
{
    const cq_problem *problem = request->problem;
    cq_status status = CQ_OK;

    fprintf(out, "{\"kind\": \"%s\"", cq_kind_name(problem->kind));
    if (problem->board)
        status = put_board(out, request->ctx, problem->board);
    if (problem->kind == CQ_TILING)
        put_pieces(out, &problem->pieces);
    if (problem->kind == CQ_COVER) {
        put_items(out, &problem->cover);
        if (cq_cover_options(&problem->cover) <= SHOWN)
            put_options(out, &problem->cover);
    }
    fputs("}", out);
    return status;
}
