/* build_problem.c - problems made piece by piece, as the parsers make them from text.
 *
 * Every call checks its arguments and leaves the problem as it was if something is
 * wrong; what a parser refuses in a file is refused here, if possible in the same
 * words. A problem that is still being built is whole at every moment: a tiling without
 * pieces and a cover without options have answers too.
 */
#include "problem/problem.h"

#include "base/assert.h"
#include "base/bitset.h"
#include "base/sort.h"
#include "problem/graph_formats.h"
#include "problem/names.h"
#include "problem/placement.h"

#include <stdlib.h>
#include <string.h>

cq_status cq_problem_require(cq_context *ctx, const cq_problem *problem, cq_kind kind,
                             const char *what)
{
    cq_try(cq_need(ctx, problem, "a problem"));
    if (problem->kind != kind)
        return cq_fail(ctx, CQ_REFUSED, "%s", what);
    return CQ_OK;
}

/* ---- tilings ---- */

cq_status cq_problem_new_tiling(cq_context *ctx, const cq_board *board,
                                cq_problem **out)
{
    cq_problem *problem = NULL;
    cq_status status = cq_need(ctx, board, "a board");

    cq_then(status, cq_need(ctx, out, "a place for the problem"));
    if (status == CQ_OK && board->count == 0)
        status = cq_fail(ctx, CQ_INPUT, "the board has no squares");
    cq_then(status, cq_problem_new(ctx, CQ_TILING, "board", &problem));
    cq_then(status, cq_board_copy(ctx, board, &problem->board));
    return cq_problem_deliver(status, problem, out);
}

static cq_status check_piece_name(cq_context *ctx, const cq_problem *problem,
                                  const char *name)
{
    char quoted[CQ_QUOTED_SIZE];
    size_t plain = 0;

    cq_try(cq_need(ctx, name, "the name of a piece"));
    while (cq_piece_name_has(name[plain]))
        plain++;
    if (plain == 0 || name[plain])
        return cq_fail(ctx, CQ_INPUT,
                       "expected letters, digits or one of '._+- in the name of a "
                       "piece, found %s",
                       cq_quoted(name, strlen(name), quoted));
    for (size_t i = 0; i < problem->pieces.count; i++)
        if (strcmp(problem->pieces.at[i].name, name) == 0)
            return cq_fail(ctx, CQ_INPUT, "there is already a piece %s", name);
    return CQ_OK;
}

static cq_status check_squares(cq_context *ctx, const cq_piece_info *piece)
{
    cq_try(cq_need(ctx, piece->squares, "the squares of a piece"));
    if (piece->count == 0)
        return cq_fail(ctx, CQ_INPUT, "piece %s has no squares", piece->name);
    for (size_t i = 0; i < piece->count; i++) {
        const cq_square *s = &piece->squares[i];
        int32_t most = INT32_MAX / 4; /* boxes and turns stay within an int */

        if (s->row < -most || s->row > most || s->col < -most || s->col > most)
            return cq_fail(ctx, CQ_INPUT,
                           "square %zu of piece %s is too far away: %" PRId32
                           ", %" PRId32,
                           i, piece->name, s->row, s->col);
        if (s->colour != CQ_ANY_COLOUR && !cq_is_colour(s->colour))
            return cq_fail(ctx, CQ_INPUT,
                           "expected '#', a letter or a digit as the colour of square "
                           "%zu of piece %s, found the number %d",
                           i, piece->name, s->colour);
    }
    return CQ_OK;
}

static cq_status check_copies(cq_context *ctx, const char *what, const char *name,
                              uint32_t least, uint32_t most)
{
    if (most == 0)
        return cq_fail(ctx, CQ_INPUT, "%s %s may not be used at all: most is 0", what,
                       name);
    if (least > most)
        return cq_fail(ctx, CQ_INPUT,
                       "%s %s asks for at least %" PRIu32 " and at most %" PRIu32, what,
                       name, least, most);
    return CQ_OK;
}

static cq_status check_piece(cq_context *ctx, const cq_problem *problem,
                             const cq_piece_info *piece)
{
    cq_try(cq_need(ctx, piece, "a piece"));
    cq_try(check_piece_name(ctx, problem, piece->name));
    cq_try(check_squares(ctx, piece));
    return check_copies(ctx, "piece", piece->name, piece->least, piece->most);
}

/* The squares in normal form; two in one place are CQ_INPUT. */
static cq_status take_squares(cq_context *ctx, const cq_piece_info *piece,
                              cq_shape *out)
{
    cq_shape shape = {0};

    cq_try(cq_vec_reserve(ctx, &shape, piece->count));
    memcpy(shape.at, piece->squares, piece->count * sizeof *shape.at);
    shape.count = piece->count;
    cq_shape_normalise(&shape);
    for (size_t i = 1; i < shape.count; i++)
        if (shape.at[i].row == shape.at[i - 1].row &&
            shape.at[i].col == shape.at[i - 1].col) {
            cq_vec_free(&shape);
            return cq_fail(ctx, CQ_INPUT, "piece %s has the same square twice",
                           piece->name);
        }
    *out = shape;
    return CQ_OK;
}

cq_status cq_problem_add_piece(cq_context *ctx, cq_problem *problem,
                               const cq_piece_info *piece, uint32_t *number)
{
    cq_piece made = {0};
    bool connected = true;
    cq_status status;

    cq_try(cq_problem_require(ctx, problem, CQ_TILING, "only a tiling has pieces"));
    cq_try(check_piece(ctx, problem, piece));
    made.least = piece->least;
    made.most = piece->most;
    made.rotate = piece->rotate;
    made.flip = piece->flip;
    made.name = cq_strndup(ctx, piece->name, strlen(piece->name));
    status = made.name ? take_squares(ctx, piece, &made.shape) : CQ_MEMORY;
    cq_then(status, cq_shape_connected(ctx, &made.shape, &connected));
    cq_then(status, cq_vec_push(ctx, &problem->pieces, made));
    if (status != CQ_OK) {
        cq_piece_free(&made);
        return status;
    }
    if (!connected)
        cq_note(ctx, "piece %s is not connected", piece->name);
    if (number)
        *number = (uint32_t)problem->pieces.count - 1;
    return CQ_OK;
}

/* ---- rules ---- */

cq_status cq_problem_add_rule(cq_context *ctx, cq_problem *problem, const char *rule)
{
    cq_try(cq_problem_require(ctx, problem, CQ_TILING, "only a tiling has rules"));
    cq_try(cq_need(ctx, rule, "a rule"));
    return cq_rule_read(ctx, cq_span_of("rule", rule), &problem->pieces);
}

CQ_GET(size_t, cq_problem_rules, cq_problem, pieces.rules.count, 0)

const char *cq_problem_rule(const cq_problem *problem, size_t number)
{
    return number < cq_problem_rules(problem) ? problem->pieces.rules.at[number].text
                                              : NULL;
}

/* ---- a piece laid in advance ---- */

/* Cells twice are found later: no piece lies so. */
static cq_status check_cells(cq_context *ctx, const cq_board *board,
                             const cq_cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i] >= cq_board_size(board) || !cq_board_present(board, cells[i]))
            return cq_fail(ctx, CQ_INPUT, "there is no cell %" PRIu32 " on this board",
                           cells[i]);
    return CQ_OK;
}

typedef struct lying {
    const cq_cell *cells; /* ascending */
    size_t count;
    bool found;
} lying;

static cq_status compare_lying(void *user, const cq_cell *cells, size_t count,
                               bool *stop)
{
    lying *l = user;

    l->found = count == l->count && memcmp(cells, l->cells, count * sizeof *cells) == 0;
    *stop = l->found;
    return CQ_OK;
}

/* Whether one of the ways in which the piece can lie is this set of cells. */
static cq_status may_lie(cq_context *ctx, const cq_problem *problem, uint32_t number,
                         const cq_cell *cells, size_t count, bool *out)
{
    cq_cell *sorted = cq_alloc(ctx, count, sizeof *sorted);
    lying l = {.cells = sorted, .count = count};
    cq_status status = sorted ? CQ_OK : CQ_MEMORY;

    if (status == CQ_OK) {
        memcpy(sorted, cells, count * sizeof *sorted);
        cq_sort_u32(sorted, count);
        status = cq_placements_visit(ctx, problem->board, &problem->pieces.at[number],
                                     compare_lying, &l);
    }
    cq_free(sorted);
    *out = l.found;
    return status;
}

/* One copy fewer; a piece without copies leaves the problem. */
static void use_up(cq_pieces *pieces, uint32_t number)
{
    cq_piece *piece = &pieces->at[number];

    cq_assert(piece->least <= piece->most && piece->most > 0);
    piece->least -= piece->least > 0;
    piece->most -= piece->most != CQ_ANY_COPIES;
    if (piece->most > 0)
        return;
    cq_piece_free(piece);
    cq_pieces_close_up(pieces, number);
}

cq_status cq_problem_place(cq_context *ctx, cq_problem *problem, uint32_t piece,
                           const cq_cell *cells, size_t count)
{
    bool fits = false;

    cq_try(cq_problem_require(ctx, problem, CQ_TILING, "only a tiling has pieces"));
    cq_try(cq_need(ctx, cells, "the cells of a piece"));
    if (piece >= problem->pieces.count)
        return cq_fail(ctx, CQ_INPUT, "there is no piece %" PRIu32, piece);
    cq_try(check_cells(ctx, problem->board, cells, count));
    cq_try(may_lie(ctx, problem, piece, cells, count, &fits));
    if (!fits)
        return cq_fail(ctx, CQ_INPUT, "piece %s cannot lie on these cells",
                       problem->pieces.at[piece].name);
    if (problem->pieces.rules.count)
        return cq_fail(ctx, CQ_REFUSED,
                       "rules hold between all pieces: lay none in advance");
    if (problem->pieces.weighing.lines.count)
        return cq_fail(ctx, CQ_REFUSED,
                       "a piece laid in advance has no weight: lay none");
    if (problem->board->count == count)
        return cq_fail(ctx, CQ_INPUT, "nothing would be left of the board");
    use_up(&problem->pieces, piece);
    for (size_t i = 0; i < count; i++)
        cq_grid_set(problem->board, cells[i], 0);
    cq_assert(cq_problem_check(problem));
    return CQ_OK;
}

/* ---- covers ---- */

cq_status cq_problem_new_cover(cq_context *ctx, cq_problem **out)
{
    cq_problem *problem = NULL;
    cq_status status = cq_need(ctx, out, "a place for the problem");

    cq_then(status, cq_problem_new(ctx, CQ_COVER, "cover", &problem));
    return cq_problem_deliver(status, problem, out);
}

cq_status cq_problem_as_cover(cq_context *ctx, const cq_problem *problem, bool numbered,
                              cq_problem **out)
{
    cq_problem *made = NULL;
    cq_status status = cq_problem_require(ctx, problem, CQ_TILING,
                                          "only a tiling can be made into a cover");

    cq_then(status, cq_need(ctx, out, "a place for the cover"));
    cq_then(status, cq_problem_new(ctx, CQ_COVER, problem->source, &made));
    cq_then(status, cq_tiling_as_cover(ctx, problem->board, &problem->pieces, numbered,
                                       &made->cover));
    return cq_problem_deliver(status, made, out);
}

/* Names can be written in Knuth's format and read back. */
static cq_status check_cover_name(cq_context *ctx, const char *what, const char *name)
{
    char quoted[CQ_QUOTED_SIZE];

    cq_try(cq_need(ctx, name, what));
    if (cq_name_for_covers(name))
        return CQ_OK;
    return cq_fail(ctx, CQ_INPUT, "expected %s without spaces, ':' and '|', found %s",
                   what,
                   *name ? cq_quoted(name, strlen(name), quoted) : "an empty one");
}

cq_status cq_problem_add_item(cq_context *ctx, cq_problem *problem,
                              const cq_item_info *item, uint32_t *number)
{
    cq_cover *cover;
    uint32_t least, most, made;

    cq_try(cq_problem_require(ctx, problem, CQ_COVER, "only a cover has items"));
    cq_try(cq_need(ctx, item, "an item"));
    cq_try(check_cover_name(ctx, "the name of an item", item->name));
    cover = &problem->cover;
    least = item->secondary ? 0 : item->least;
    most = item->secondary ? 1 : item->most;
    cq_try(check_copies(ctx, "item", item->name, least, most));
    if (cq_cover_options(cover) > 0)
        return cq_fail(ctx, CQ_INPUT, "item %s comes after the first option",
                       item->name);
    if (!item->secondary && cover->primary < cover->items.count)
        return cq_fail(ctx, CQ_INPUT, "the primary item %s comes after a secondary one",
                       item->name);
    cq_assert(least <= most && most > 0);
    cq_try(cq_cover_find_item(ctx, cover, item->name, &made));
    if (made != UINT32_MAX)
        return cq_fail(ctx, CQ_INPUT, "there is already an item %s", item->name);
    cq_try(cq_cover_add_item(ctx, cover, item->name, strlen(item->name),
                             !item->secondary, least, most, &made));
    if (number)
        *number = made;
    return CQ_OK;
}

/* Whether an item is there twice: its number goes to *out, else UINT32_MAX. Options are
 * short, as a rule; a long one is not compared with itself pair by pair. */
static cq_status find_twice(cq_context *ctx, size_t items, const cq_entry_info *entries,
                            size_t count, uint32_t *out)
{
    enum { SHORT = 32 };
    cq_word *marks = NULL;

    *out = UINT32_MAX;
    if (count > SHORT) {
        marks = cq_bits_new(ctx, items);
        cq_try_memory(marks);
    }
    for (size_t i = 0; i < count && *out == UINT32_MAX; i++) {
        for (size_t j = 0; !marks && j < i; j++)
            if (entries[j].item == entries[i].item)
                *out = entries[i].item;
        if (marks && cq_bits_has(marks, entries[i].item))
            *out = entries[i].item;
        if (marks)
            cq_bits_add(marks, entries[i].item);
    }
    cq_free(marks);
    return CQ_OK;
}

static cq_status check_entries(cq_context *ctx, const cq_cover *cover,
                               const cq_entry_info *entries, size_t count)
{
    bool primary = false;
    uint32_t twice = UINT32_MAX;

    for (size_t i = 0; i < count; i++) {
        const cq_entry_info *e = &entries[i];

        if (e->item >= cover->items.count)
            return cq_fail(ctx, CQ_INPUT, "there is no item %" PRIu32, e->item);
        if (e->colour && e->item < cover->primary)
            return cq_fail(ctx, CQ_INPUT,
                           "item %s is primary: only secondary items have colours",
                           cq_item_name(cover, e->item));
        primary |= e->item < cover->primary;
        if (e->colour)
            cq_try(check_cover_name(ctx, "the name of a colour", e->colour));
    }
    cq_try(find_twice(ctx, cover->items.count, entries, count, &twice));
    if (twice != UINT32_MAX)
        return cq_fail(ctx, CQ_INPUT, "item %s appears twice in an option",
                       cq_item_name(cover, twice));
    if (!primary)
        return cq_fail(ctx, CQ_INPUT,
                       "an option without a primary item is never needed");
    return CQ_OK;
}

/* The number of a colour by its name, made if it is new. */
static cq_status colour_of(cq_context *ctx, cq_cover *cover, const char *name,
                           uint32_t *out)
{
    *out = CQ_NO_COLOUR;
    if (!name)
        return CQ_OK;
    cq_try(cq_cover_find_colour(ctx, cover, name, out));
    if (*out == UINT32_MAX)
        return cq_cover_add_colour(ctx, cover, name, strlen(name), out);
    return CQ_OK;
}

cq_status cq_problem_add_option(cq_context *ctx, cq_problem *problem,
                                const cq_entry_info *entries, size_t count,
                                uint32_t *number)
{
    cq_cover *cover;
    cq_status status;

    cq_try(cq_problem_require(ctx, problem, CQ_COVER, "only a cover has options"));
    cq_try(cq_need(ctx, entries, "the entries of an option"));
    cover = &problem->cover;
    status = check_entries(ctx, cover, entries, count);
    cq_then(status, cq_cover_open_option(ctx, cover));
    if (status != CQ_OK)
        return status;
    for (size_t i = 0; i < count && status == CQ_OK; i++) {
        uint32_t colour;

        status = colour_of(ctx, cover, entries[i].colour, &colour);
        cq_then(status, cq_cover_add_entry(ctx, cover, entries[i].item, colour));
    }
    if (status != CQ_OK)
        cq_cover_drop_option(cover);
    else if (number)
        *number = (uint32_t)cq_cover_options(cover) - 1;
    return status;
}

/* ---- graphs and tours ---- */

static cq_status check_edges(cq_context *ctx, uint32_t vertices, const uint32_t *ends,
                             size_t edges)
{
    cq_try(edges ? cq_need(ctx, ends, "the ends of the edges") : CQ_OK);
    if (vertices == 0 || vertices > CQ_GRAPH_MOST)
        return cq_fail(ctx, CQ_INPUT,
                       "expected 1 to %" PRIu32 " vertices, found %" PRIu32,
                       CQ_GRAPH_MOST, vertices);
    for (size_t i = 0; i < edges; i++) {
        if (ends[2 * i] >= vertices || ends[2 * i + 1] >= vertices)
            return cq_fail(ctx, CQ_INPUT,
                           "edge %zu leads to vertex %" PRIu32
                           ", and there are %" PRIu32 ", numbered from 0",
                           i, ends[2 * i] >= vertices ? ends[2 * i] : ends[2 * i + 1],
                           vertices);
        if (ends[2 * i] == ends[2 * i + 1])
            return cq_fail(ctx, CQ_INPUT, "edge %zu is a loop at vertex %" PRIu32, i,
                           ends[2 * i]);
    }
    return CQ_OK;
}

/* Names that can be written in a list of edges and are all different. */
static cq_status take_names(cq_context *ctx, const char *const *names, uint32_t count,
                            char ***out)
{
    cq_names table = {0};
    cq_status status = CQ_OK;

    for (uint32_t v = 0; v < count && status == CQ_OK; v++) {
        uint32_t number;

        status = check_cover_name(ctx, "the name of a vertex", names[v]);
        cq_then(status, cq_names_add(ctx, &table, names[v], strlen(names[v]), &number));
        cq_assert(status != CQ_OK || number <= v);
        if (status == CQ_OK && number < v)
            status = cq_fail(ctx, CQ_INPUT, "two vertices are called %.40s", names[v]);
    }
    if (status == CQ_OK) {
        *out = cq_names_copy(ctx, &table);
        status = *out ? CQ_OK : CQ_MEMORY;
    }
    cq_names_free(&table);
    return status;
}

cq_status cq_problem_new_graph(cq_context *ctx, uint32_t vertices, const uint32_t *ends,
                               size_t edges, const char *const *names, bool closed,
                               cq_problem **out)
{
    cq_problem *problem = NULL;
    size_t merged = 0;
    cq_status status = cq_need(ctx, out, "a place for the problem");

    cq_then(status, check_edges(ctx, vertices, ends, edges));
    cq_then(status, cq_problem_new(ctx, CQ_TOUR, "graph", &problem));
    cq_then(status,
            cq_graph_build(ctx, vertices, ends, edges, &problem->graph, &merged));
    if (status == CQ_OK && names)
        status = take_names(ctx, names, vertices, &problem->graph.names);
    if (status == CQ_OK) {
        problem->closed = closed;
        cq_note_merged(ctx, merged);
    }
    return cq_problem_deliver(status, problem, out);
}

static cq_status take_moves(cq_context *ctx, const cq_tour_move *moves, size_t count,
                            cq_leaper *out)
{
    cq_try(cq_need(ctx, count ? moves : NULL, "at least one move"));
    for (size_t i = 0; i < count; i++) {
        const cq_tour_move *m = &moves[i];

        if (m->down == INT32_MIN || m->right == INT32_MIN)
            return cq_fail(ctx, CQ_INPUT, "move %zu is too long", i);
        else if (m->down == 0 && m->right == 0)
            return cq_fail(ctx, CQ_INPUT, "move %zu stays where it is", i);
        else if (m->leaper)
            cq_try(cq_leaper_add(ctx, out, (uint32_t)abs(m->down),
                                 (uint32_t)abs(m->right), m->rider));
        else
            cq_try(
                cq_leaper_add_move(ctx, out, (cq_offset){m->down, m->right}, m->rider));
    }
    return CQ_OK;
}

cq_status cq_problem_new_tour(cq_context *ctx, const cq_board *board,
                              const cq_tour_move *moves, size_t count, bool closed,
                              cq_problem **out)
{
    cq_leaper leaper = {0};
    cq_problem *problem = NULL;
    cq_status status = cq_problem_new_tiling(ctx, board, &problem);

    cq_then(status, cq_need(ctx, out, "a place for the problem"));
    cq_then(status, take_moves(ctx, moves, count, &leaper));
    if (status == CQ_OK)
        status = cq_problem_tour_by(ctx, problem, &leaper, closed);
    else
        cq_vec_free(&leaper);
    return cq_problem_deliver(status, problem, out);
}

/* ---- several boards ---- */

cq_status cq_problem_chain(cq_context *ctx, cq_problem *first, cq_problem *next)
{
    cq_problem *last = first;

    cq_try(cq_need(ctx, first, "a problem"));
    cq_try(cq_need(ctx, next, "a problem to be added"));
    for (const cq_problem *p = next; p; p = p->next)
        if (p == first)
            return cq_fail(ctx, CQ_INPUT, "a problem cannot follow itself");
    for (; last->next; last = last->next)
        if (last->next == next)
            return cq_fail(ctx, CQ_INPUT, "this problem is in the chain already");
    last->next = next;
    return CQ_OK;
}
