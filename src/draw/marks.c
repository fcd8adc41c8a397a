/* marks.c - from a certificate to marked squares.
 *
 * Most certificates name a set of squares, and what matters is how few neighbours it
 * has: in a tiling those are the squares beside it, in a tour those a leap away. A
 * certificate about colours names no square: there the larger side is marked, which is
 * one of the chessboard's colours in a tiling, and in a tour one of the two sides of
 * its graph (the same for a knight, not for every leaper). A cut gets the parts that
 * are left without it, numbered from 1 in the order of their first squares.
 *
 * Everything is linear in the grid and the graph.
 */
#include "base/assert.h"
#include "draw/marks.h"

#include <string.h>

/* What it takes to mark: the board, the graph of a tour, and the marks. */
typedef struct marker {
    cq_context *ctx;
    const cq_problem *problem;
    const cq_board *board;
    const cq_certificate *certificate;
    cq_marks *marks;
} marker;

void cq_marks_free(cq_marks *marks)
{
    cq_free_each(marks->mark, marks->part);
    marks->mark = marks->part = NULL;
}

static void put(marker *m, cq_cell cell, cq_mark mark)
{
    cq_assert(cell < cq_board_size(m->board));
    if (m->marks->mark[cell] != CQ_MARK_NONE)
        return;
    m->marks->mark[cell] = mark;
    if (mark == CQ_MARK_SET)
        m->marks->set++;
    else if (mark == CQ_MARK_NEAR)
        m->marks->near++;
}

static bool of_tour(const marker *m)
{
    return m->problem->kind == CQ_TOUR;
}

/* Members are cells of a tiling and vertices of a tour. */
static cq_cell cell_of(const marker *m, uint32_t member)
{
    return of_tour(m) ? cq_problem_cell(m->problem, member) : member;
}

static cq_status mark_members(marker *m)
{
    size_t most = of_tour(m) ? m->problem->graph.vertices : cq_board_size(m->board);

    for (size_t i = 0; i < m->certificate->members.count; i++) {
        if (m->certificate->members.at[i] >= most)
            return cq_fail(m->ctx, CQ_INPUT,
                           "the certificate names a square outside of the board");
        put(m, cell_of(m, m->certificate->members.at[i]), CQ_MARK_SET);
    }
    return CQ_OK;
}

static void mark_neighbours(marker *m)
{
    const cq_graph *graph = &m->problem->graph;

    for (size_t i = 0; i < m->certificate->members.count; i++) {
        uint32_t member = m->certificate->members.at[i];
        cq_cell around[4];

        if (of_tour(m)) {
            for (size_t e = graph->starts[member]; e < graph->starts[member + 1]; e++)
                put(m, graph->cells[graph->targets[e]], CQ_MARK_NEAR);
        } else {
            unsigned count = cq_board_neighbours(m->board, member, around);

            for (unsigned k = 0; k < count; k++)
                put(m, around[k], CQ_MARK_NEAR);
        }
    }
}

/* All vertices of the part of `start`, numbered; `queue` has room for all vertices.
 * With `sides`, the number is 1 or 2 by the parity of the distance instead. Returns how
 * many there are. */
static size_t flood(const cq_graph *graph, uint32_t *number, uint32_t *queue,
                    uint32_t start, uint32_t first, bool sides)
{
    size_t head = 0, tail = 0;

    cq_assert(first > 0 && number[start] == 0);
    number[start] = first;
    queue[tail++] = start;
    while (head < tail) {
        uint32_t v = queue[head++];

        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++) {
            uint32_t other = graph->targets[e];

            if (number[other])
                continue;
            number[other] = sides ? 3 - number[v] : first;
            queue[tail++] = other;
        }
    }
    return tail;
}

/* Marks the larger side of each part of the graph. */
static cq_status mark_sides(marker *m)
{
    const cq_graph *graph = &m->problem->graph;
    uint32_t *number = cq_zalloc(m->ctx, graph->vertices, sizeof *number);
    uint32_t *queue = cq_alloc(m->ctx, graph->vertices, sizeof *queue);
    cq_status status = number && queue ? CQ_OK : CQ_MEMORY;

    for (uint32_t v = 0; status == CQ_OK && v < graph->vertices; v++) {
        size_t count, ones = 0;
        uint32_t larger;

        if (number[v])
            continue;
        count = flood(graph, number, queue, v, 1, true);
        for (size_t i = 0; i < count; i++)
            ones += number[queue[i]] == 1;
        cq_assert(count > 0 && ones > 0 && ones <= count);
        larger = ones * 2 >= count ? 1 : 2;
        for (size_t i = 0; i < count; i++)
            if (number[queue[i]] == larger)
                put(m, graph->cells[queue[i]], CQ_MARK_SET);
    }
    cq_free_each(number, queue);
    if (status == CQ_OK)
        snprintf(m->marks->set_text, CQ_LEGEND_SIZE, "%zu squares against %zu others",
                 m->marks->set, (size_t)graph->vertices - m->marks->set);
    return status;
}

/* Marks the chessboard colour of which there is more. */
static void mark_colour(marker *m)
{
    size_t size = cq_board_size(m->board), light, dark;

    cq_board_balance(m->board, &light, &dark);
    if (light == dark)
        return;
    for (size_t cell = 0; cell < size; cell++)
        if (cq_board_present(m->board, (cq_cell)cell) &&
            cq_is_dark(m->board, (cq_cell)cell) == (dark > light))
            put(m, (cq_cell)cell, CQ_MARK_SET);
    snprintf(m->marks->set_text, CQ_LEGEND_SIZE, "%zu %s squares against %zu %s ones",
             light > dark ? light : dark, light > dark ? "light" : "dark",
             light > dark ? dark : light, light > dark ? "dark" : "light");
}

static void mark_supply(marker *m)
{
    size_t size = cq_board_size(m->board);
    char colour;

    if (m->certificate->members.count == 0)
        return;
    colour = (char)m->certificate->members.at[0];
    for (size_t cell = 0; cell < size; cell++)
        if (m->board->colour[cell] == colour && colour)
            put(m, (cq_cell)cell, CQ_MARK_SET);
    snprintf(m->marks->set_text, CQ_LEGEND_SIZE, "%zu squares of colour %c",
             m->marks->set, colour);
}

/* The parts that are left of the graph without the set. */
static cq_status mark_parts(marker *m)
{
    const cq_graph *graph = &m->problem->graph;
    uint32_t *number = cq_zalloc(m->ctx, graph->vertices, sizeof *number);
    uint32_t *queue = cq_alloc(m->ctx, graph->vertices, sizeof *queue);
    uint32_t parts = 0;
    cq_status status = CQ_MEMORY;

    m->marks->part = cq_zalloc(m->ctx, cq_board_size(m->board), sizeof *m->marks->part);
    if (!number || !queue || !m->marks->part)
        goto done;
    for (uint32_t v = 0; v < graph->vertices; v++)
        if (m->marks->mark[graph->cells[v]] == CQ_MARK_SET)
            number[v] = UINT32_MAX;
    for (uint32_t v = 0; v < graph->vertices; v++)
        if (!number[v])
            flood(graph, number, queue, v, ++parts, false);
    for (uint32_t v = 0; v < graph->vertices; v++)
        if (number[v] != UINT32_MAX) {
            put(m, graph->cells[v], CQ_MARK_PART);
            m->marks->part[graph->cells[v]] = number[v];
        }
    cq_assert(m->marks->set + parts <= graph->vertices);
    m->marks->parts = parts;
    snprintf(m->marks->set_text, CQ_LEGEND_SIZE,
             "without %s %zu square%s %u parts remain",
             m->marks->set == 1 ? "this" : "these", m->marks->set,
             m->marks->set == 1 ? "" : "s", parts);
    status = CQ_OK;
done:
    cq_free_each(number, queue);
    return status;
}

static cq_status mark_set(marker *m, const char *what, const char *around)
{
    cq_try(mark_members(m));
    if (around)
        mark_neighbours(m);
    snprintf(m->marks->set_text, CQ_LEGEND_SIZE, "%zu square%s%s", m->marks->set,
             m->marks->set == 1 ? "" : "s", what);
    if (around)
        snprintf(m->marks->near_text, CQ_LEGEND_SIZE, "%zu square%s%s", m->marks->near,
                 m->marks->near == 1 ? "" : "s", around);
    return CQ_OK;
}

static cq_status mark_unplaceable(marker *m)
{
    if (m->certificate->members.count == 0 ||
        m->certificate->members.at[0] >= m->problem->pieces.count)
        return cq_fail(m->ctx, CQ_INPUT,
                       "the certificate names a piece that does not exist");
    snprintf(m->marks->set_text, CQ_LEGEND_SIZE, "piece %.90s fits nowhere",
             m->problem->pieces.at[m->certificate->members.at[0]].name);
    return CQ_OK;
}

static cq_status mark_all(marker *m)
{
    switch (m->certificate->proof) {
    case CQ_PROOF_NONE:
    case CQ_PROOF_SYMMETRY:
    case CQ_PROOF_SUMS:
    case CQ_PROOF_EXHAUSTED: return CQ_OK;
    case CQ_PROOF_AREA:
    case CQ_PROOF_COLOURS: mark_colour(m); return CQ_OK;
    case CQ_PROOF_SUPPLY: mark_supply(m); return CQ_OK;
    case CQ_PROOF_UNPLACEABLE: return mark_unplaceable(m);
    case CQ_PROOF_UNCOVERABLE: return mark_set(m, " that nothing can cover", NULL);
    case CQ_PROOF_HALL:
        return mark_set(m, ", no two side by side", " beside them: too few");
    case CQ_PROOF_DEGREE: return mark_set(m, " with too few moves", " a move away");
    case CQ_PROOF_FACTOR:
        return mark_set(m, " that need two moves each", " a move away: too few");
    case CQ_PROOF_COVER: return mark_set(m, ", one of every two neighbours", NULL);
    case CQ_PROOF_ENDS: return mark_set(m, " that cannot be the ends", NULL);
    case CQ_PROOF_NUMBERS:
        return mark_set(m, " that no walk joins in as many moves", NULL);
    case CQ_PROOF_BALANCE: return mark_sides(m);
    case CQ_PROOF_CUT: cq_try(mark_members(m)); return mark_parts(m);
    case CQ_PROOF_WEIGHTS:
        if (m->certificate->weights.count != cq_board_size(m->board))
            return cq_fail(m->ctx, CQ_INPUT,
                           "the certificate has %zu weights, the grid %zu squares",
                           m->certificate->weights.count, cq_board_size(m->board));
        if (m->certificate->modulus)
            snprintf(m->marks->set_text, CQ_LEGEND_SIZE, "weights modulo %u",
                     m->certificate->modulus);
        else
            snprintf(m->marks->set_text, CQ_LEGEND_SIZE, "weights");
        return CQ_OK;
    }
    return CQ_OK;
}

/* Counts are those of the squares, and parts are numbered from 1. */
static bool check_marks(const cq_marks *marks, const cq_board *board)
{
    size_t count[CQ_MARK_PART + 1] = {0};

    for (size_t cell = 0; cell < cq_board_size(board); cell++) {
        uint32_t mark = marks->mark[cell];

        cq_hold(mark <= CQ_MARK_PART &&
                (!mark || cq_board_present(board, (cq_cell)cell)));
        cq_hold(mark != CQ_MARK_PART ||
                (marks->part[cell] > 0 && marks->part[cell] <= marks->parts));
        count[mark]++;
    }
    cq_hold(count[CQ_MARK_SET] == marks->set && count[CQ_MARK_NEAR] == marks->near);
    cq_hold(!marks->set == !*marks->set_text || !marks->set);
    return true;
}

cq_status cq_marks_make(cq_context *ctx, const cq_problem *problem,
                        const cq_certificate *certificate, cq_marks *out)
{
    cq_marks marks = {0};
    cq_problem view;
    marker m = {ctx, &view, problem->board, certificate, &marks};
    cq_status status;

    cq_try(cq_problem_listed(ctx, problem, &view));
    status = CQ_MEMORY;
    marks.mark = cq_zalloc(ctx, cq_board_size(problem->board), sizeof *marks.mark);
    if (marks.mark)
        status = mark_all(&m);
    cq_assert(status != CQ_OK || check_marks(&marks, problem->board));
    cq_problem_unlist(&view, problem);
    if (status == CQ_OK)
        *out = marks;
    else
        cq_marks_free(&marks);
    return status;
}
