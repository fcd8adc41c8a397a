/* json_solution.c - one solution out of JSON, judged against the problem.
 *
 *   dominoes         [[[r,c],[r,c]], ...]
 *   other tilings    [{"piece": "A", "cells": [[r,c], ...]}, ...]
 *   covers           [{"option": K, "items": ["a", "b:x"]}, ...]; either will do
 *   tours            [[r,c], ...] on a board, ["name", ...] on a graph
 *
 * Every cell, name and option must exist in the problem. One that does not is the sign
 * of an answer to another problem, and is reported with its position. Whether the parts
 * make a solution is not checked here.
 *
 * If names of pieces repeat, "index" says which is meant; without it a piece goes
 * to the first of that name and size that has copies left.
 */
#include "answer/read.h"
#include "base/assert.h"

#include <inttypes.h>
#include <string.h>

/* Which places of the grid will do. */
typedef enum place_kind {
    SQUARES,  /* that are on the board */
    DOMINOES, /* also holes, reported later: see cq_reader */
    PLACES    /* holes too */
} place_kind;

cq_status cq_json_fail_place(const cq_reader *r, size_t line, size_t column,
                             uint32_t row, uint32_t col)
{
    return cq_fail_at(r->ctx, r->text->name, line, column,
                      "[%" PRIu32 ", %" PRIu32
                      "] is not on this board: the answer belongs to another board",
                      row, col);
}

/* One [row, col]. */
static inline cq_status read_cell(cq_reader *r, size_t line, size_t column,
                                  place_kind kind, uint32_t *out)
{
    const cq_board *board = r->problem->board;
    uint32_t row, col;

    cq_try(cq_json_u32(&r->json, UINT32_MAX, &row));
    cq_try(cq_json_u32(&r->json, UINT32_MAX, &col));
    cq_try(cq_json_expect(&r->json, CQ_JSON_END));
    if (row >= board->rows || col >= board->cols)
        return cq_json_fail_place(r, line, column, row, col);
    *out = row * board->cols + col;
    if (kind == PLACES || cq_board_present(board, *out))
        return CQ_OK;
    if (kind == SQUARES)
        return cq_json_fail_place(r, line, column, row, col);
    if (!r->hole_line) {
        r->hole_line = line;
        r->hole_column = column;
        r->hole = *out;
    }
    return CQ_OK;
}

/* Inside a list of cells: appends them, up to its end. */
static cq_status read_cells(cq_reader *r, place_kind which, cq_u32s *out)
{
    cq_json_kind kind;
    uint32_t cell = 0;

    for (;;) {
        cq_try(cq_json_next(&r->json, &kind));
        if (kind == CQ_JSON_END)
            return CQ_OK;
        if (kind != CQ_JSON_ARRAY)
            return cq_json_fail(&r->json, "expected a square as [row, col]");
        cq_try(read_cell(r, r->json.token_line, r->json.token_column, which, &cell));
        cq_try(cq_vec_push(r->ctx, out, cell));
    }
}

/* Inside a list of names of vertices. */
static cq_status read_vertices(cq_reader *r, cq_u32s *out)
{
    char quoted[CQ_QUOTED_SIZE];
    cq_json_kind kind;
    uint32_t vertex;

    for (;;) {
        cq_try(cq_json_next(&r->json, &kind));
        if (kind == CQ_JSON_END)
            return CQ_OK;
        if (kind != CQ_JSON_STRING && kind != CQ_JSON_NUMBER)
            return cq_json_fail(&r->json, "expected the name of a vertex");
        vertex = cq_lookup_name(&r->lookup, r->json.value.at, r->json.value.count);
        if (vertex == CQ_NOT_FOUND)
            return cq_json_fail(
                &r->json,
                "this graph has no vertex %s: the answer belongs to another problem",
                cq_quoted(r->json.value.at, r->json.value.count, quoted));
        cq_try(cq_vec_push(r->ctx, out, vertex));
    }
}

/* Cells of a tour's board become its vertices: all of its cells are. */
static cq_status read_steps(cq_reader *r, cq_u32s *out)
{
    size_t from = out->count;

    cq_try(r->problem->board ? read_cells(r, SQUARES, out) : read_vertices(r, out));
    if (r->problem->board)
        for (size_t i = from; i < out->count; i++)
            out->at[i] = cq_lookup_vertex(&r->lookup, out->at[i]);
    return CQ_OK;
}

/* The '[' of a list of squares. */
static cq_status open_squares(cq_reader *r)
{
    if (!r->problem->board)
        return cq_json_fail(&r->json, "expected no squares: this problem has no board");
    return cq_json_expect(&r->json, CQ_JSON_ARRAY);
}

cq_status cq_read_json_cells(cq_reader *reader, void *into)
{
    cq_try(open_squares(reader));
    return reader->problem->kind == CQ_TOUR ? read_steps(reader, into)
                                            : read_cells(reader, SQUARES, into);
}

cq_status cq_read_json_places(cq_reader *reader, void *into)
{
    cq_try(open_squares(reader));
    return read_cells(reader, PLACES, into);
}

cq_status cq_read_json_vertices(cq_reader *reader, void *into)
{
    if (reader->problem->kind != CQ_TOUR || reader->problem->board)
        return cq_json_fail(&reader->json, "expected no vertices: this problem is no "
                                           "graph");
    cq_try(cq_json_expect(&reader->json, CQ_JSON_ARRAY));
    return read_vertices(reader, into);
}

/* ---- dominoes ---- */

static cq_status read_dominoes(cq_reader *r, cq_solution *solution)
{
    cq_json_kind kind;

    for (;;) {
        size_t line, column;

        cq_try(cq_json_next(&r->json, &kind));
        if (kind == CQ_JSON_END)
            return CQ_OK;
        if (kind != CQ_JSON_ARRAY)
            return cq_json_fail(&r->json, "expected a domino as two squares");
        cq_assert(solution->members.count == 2 * solution->labels.count);
        line = r->json.token_line;
        column = r->json.token_column;
        r->cells.count = 0;
        cq_try(read_cells(r, DOMINOES, &r->cells));
        if (r->cells.count != 2)
            return cq_fail_at(r->ctx, r->text->name, line, column,
                              "expected a domino as two squares, found %zu",
                              r->cells.count);
        cq_try(cq_solution_add(r->ctx, solution, 0, r->cells.at, 2));
    }
}

/* ---- other pieces ---- */

/* A placement as it is read: what was there of it. */
typedef struct placement {
    uint32_t named, index; /* pieces, or CQ_NOT_FOUND */
} placement;

static cq_status read_piece_name(cq_reader *r, void *into)
{
    char quoted[CQ_QUOTED_SIZE];
    placement *p = into;

    cq_try(cq_json_expect(&r->json, CQ_JSON_STRING));
    p->named = cq_lookup_name(&r->lookup, r->json.value.at, r->json.value.count);
    if (p->named == CQ_NOT_FOUND)
        return cq_json_fail(
            &r->json, "there is no piece %s: the answer belongs to another problem",
            cq_quoted(r->json.value.at, r->json.value.count, quoted));
    return CQ_OK;
}

static cq_status read_piece_index(cq_reader *r, void *into)
{
    placement *p = into;

    return cq_json_u32(&r->json, (uint32_t)r->problem->pieces.count - 1, &p->index);
}

/* Which of the pieces with the same name. */
static uint32_t choose_piece(const cq_reader *r, const placement *p)
{
    const cq_pieces *pieces = &r->problem->pieces;

    if (p->index != CQ_NOT_FOUND || !cq_lookup_names_repeat(&r->lookup))
        return p->index != CQ_NOT_FOUND ? p->index : p->named;
    for (uint32_t i = p->named; i < pieces->count; i++)
        if (strcmp(pieces->at[i].name, pieces->at[p->named].name) == 0 &&
            pieces->at[i].shape.count == r->cells.count &&
            r->used[i] < pieces->at[i].most)
            return i;
    return p->named;
}

static cq_status read_placement(cq_reader *r, cq_solution *solution)
{
    size_t line = r->json.token_line, column = r->json.token_column;
    placement p = {CQ_NOT_FOUND, CQ_NOT_FOUND};
    const cq_json_member members[] = {{"piece", read_piece_name, &p, NULL},
                                      {"index", read_piece_index, &p, NULL},
                                      {"cells", cq_read_json_cells, &r->cells, NULL}};
    const cq_pieces *pieces = &r->problem->pieces;
    uint32_t piece;

    r->cells.count = 0;
    cq_try(cq_read_json_members(r, members, 3));
    if ((p.named == CQ_NOT_FOUND && p.index == CQ_NOT_FOUND) || r->cells.count == 0)
        return cq_fail_at(r->ctx, r->text->name, line, column,
                          "expected \"piece\" and \"cells\" of a placement");
    piece = choose_piece(r, &p);
    if (p.named != CQ_NOT_FOUND &&
        strcmp(pieces->at[piece].name, pieces->at[p.named].name) != 0)
        return cq_fail_at(r->ctx, r->text->name, line, column,
                          "piece %" PRIu32 " is called %s here, not %s", piece,
                          pieces->at[piece].name, pieces->at[p.named].name);
    r->used[piece]++;
    return cq_solution_add(r->ctx, solution, piece, r->cells.at, r->cells.count);
}

/* ---- covers ---- */

static cq_status read_option_number(cq_reader *r, void *into)
{
    uint32_t *option = into; /* from 1 */
    size_t options = cq_cover_options(&r->problem->cover);

    cq_try(cq_json_u32(&r->json, UINT32_MAX, option));
    if (*option == 0 || *option > options)
        return cq_json_fail(&r->json,
                            "expected an option from 1 to %zu, found %" PRIu32
                            ": the answer belongs to another problem",
                            options, *option);
    return CQ_OK;
}

static cq_status read_option_item(cq_reader *r, void *into)
{
    char quoted[CQ_QUOTED_SIZE];
    cq_json_kind kind;
    cq_entry entry;

    (void)into;
    cq_try(cq_json_next(&r->json, &kind));
    if (kind != CQ_JSON_STRING)
        return cq_json_fail(&r->json, "expected an item's name as a string");
    if (!cq_lookup_entry(&r->lookup, r->json.value.at, r->json.value.count, &entry))
        return cq_json_fail(
            &r->json, "there is no item %s: the answer belongs to another problem",
            cq_quoted(r->json.value.at, r->json.value.count, quoted));
    return cq_vec_push(r->ctx, &r->entries, entry);
}

static cq_status read_option_items(cq_reader *r, void *into)
{
    return cq_read_json_list(r, read_option_item, into);
}

static cq_status read_choice(cq_reader *r, cq_solution *solution)
{
    size_t line = r->json.token_line, column = r->json.token_column;
    bool numbered = false, listed = false;
    uint32_t number = 0, option = CQ_NOT_FOUND;
    const cq_json_member members[] = {
        {"option", read_option_number, &number, &numbered},
        {"items", read_option_items, NULL, &listed}};

    r->entries.count = 0;
    cq_try(cq_read_json_members(r, members, 2));
    if (!numbered && !listed)
        return cq_fail_at(r->ctx, r->text->name, line, column,
                          "expected \"option\" or \"items\" of an option");
    if (!numbered)
        cq_try(cq_lookup_option(&r->lookup, &r->entries, &option));
    else if (!listed || cq_lookup_is_option(&r->lookup, number - 1, &r->entries))
        option = number - 1;
    if (option == CQ_NOT_FOUND)
        return cq_fail_at(r->ctx, r->text->name, line, column,
                          "no option has exactly these items: the answer belongs "
                          "to another problem");
    return cq_vec_push(r->ctx, &solution->labels, option);
}

/* ---- any ---- */

static cq_status read_parts(cq_reader *r, cq_solution *solution,
                            cq_status (*read_part)(cq_reader *, cq_solution *))
{
    cq_json_kind kind;

    for (;;) {
        cq_try(cq_json_next(&r->json, &kind));
        if (kind == CQ_JSON_END)
            return CQ_OK;
        if (kind != CQ_JSON_OBJECT)
            return cq_json_fail(&r->json, "expected an object for each part");
        cq_try(read_part(r, solution));
    }
}

/* After the '[' of a solution. */
cq_status cq_read_json_solution(cq_reader *reader)
{
    const cq_problem *problem = reader->problem;
    cq_solution *solution;

    cq_try(cq_reader_add_solution(reader, &solution));
    if (problem->kind == CQ_COVER)
        return read_parts(reader, solution, read_choice);
    if (problem->kind == CQ_TOUR)
        return read_steps(reader, &solution->members);
    if (cq_problem_is_domino(problem))
        return read_dominoes(reader, solution);
    return read_parts(reader, solution, read_placement);
}
