/* leaper.c - leapers, and the graph of a leaper on a board.
 *
 * An (a,b)-leaper goes a squares in one direction and b in the other, in all eight
 * ways: the knight is 1,2. A union of leapers may choose at every move. The names are
 * those of fairy chess (A. S. M. Dickins, A Guide to Fairy Chess, 1969).
 *
 * A rider may repeat its leap in the same direction, as the rook repeats 0,1: its lists
 * are made in rides.c.
 *
 * The moves are a set of offsets (down, right), sorted. On a joined edge an offset
 * counts modulo the board's length, so that moves that come to the same (a small torus)
 * become one offset, and those that lead back to where they start become (0,0) and are
 * dropped. Different offsets then lead from a cell to different cells; that is why no
 * list of neighbours needs to be searched for repetitions.
 *
 * Nor need it be sorted. Offsets of the same `down` form a band:
 *
 *     bands of the knight      -2: -1 +1   -1: -2 +2   +1: -2 +2   +2: -1 +1
 *
 * For each row of the board the bands are put in the order of the rows that they lead
 * to: without joined edges that is the order they have, with joined edges those that
 * wrap round come first. Within a band the same holds for columns. So the neighbours of
 * every cell are met in ascending order, twice: once to count, once to fill. Time is
 * O(cells x offsets), and no list of edges is ever made.
 */
#include "problem/graph.h"
#include "base/assert.h"
#include "problem/names.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- leapers as text ---- */

static const struct {
    const char *name;
    size_t count;
    cq_leap leaps[2];
} named[] = {
    {"knight", 1, {{.a = 1, .b = 2}}},
    {"king", 2, {{.b = 1}, {.a = 1, .b = 1}}},
    {"wazir", 1, {{.b = 1}}},
    {"ferz", 1, {{.a = 1, .b = 1}}},
    {"fers", 1, {{.a = 1, .b = 1}}},
    {"camel", 1, {{.a = 1, .b = 3}}},
    {"zebra", 1, {{.a = 2, .b = 3}}},
    {"giraffe", 1, {{.a = 1, .b = 4}}},
    {"dabbaba", 1, {{.b = 2}}},
    {"alfil", 1, {{.a = 2, .b = 2}}},
    {"queen", 2, {{.b = 1, .rides = true}, {.a = 1, .b = 1, .rides = true}}},
    {"rook", 1, {{.b = 1, .rides = true}}},
    {"bishop", 1, {{.a = 1, .b = 1, .rides = true}}},
    {"nightrider", 1, {{.a = 1, .b = 2, .rides = true}}},
};

const char *cq_leaper_name(size_t index)
{
    return index < sizeof named / sizeof *named ? named[index].name : NULL;
}

static bool has_leap(const cq_leaper *leaper, cq_leap leap)
{
    for (size_t i = 0; i < leaper->count; i++)
        if (leaper->at[i].a == leap.a && leaper->at[i].b == leap.b &&
            leaper->at[i].ways == leap.ways && leaper->at[i].rides == leap.rides)
            return true;
    return false;
}

static cq_status add_leap(cq_context *ctx, cq_leaper *leaper, cq_leap leap)
{
    return has_leap(leaper, leap) ? CQ_OK : cq_vec_push(ctx, leaper, leap);
}

cq_status cq_leaper_add(cq_context *ctx, cq_leaper *leaper, uint32_t a, uint32_t b,
                        bool rides)
{
    cq_leap leap = {.a = a < b ? a : b, .b = a < b ? b : a, .rides = rides};

    return add_leap(ctx, leaper, leap);
}

cq_status cq_leaper_add_move(cq_context *ctx, cq_leaper *leaper, cq_offset move,
                             bool rides)
{
    bool back = move.down < 0 || (move.down == 0 && move.right < 0);
    cq_leap leap = {.a = (uint32_t)llabs(move.down),
                    .b = (uint32_t)llabs(move.right),
                    .rides = rides};
    unsigned way = (back ? -move.right : move.right) < 0 ? 2 : 0;

    cq_assert(move.down != 0 || move.right != 0);
    leap.ways = 1u << way | 1u << (way ^ 3); /* it and its way back are one leap */
    return add_leap(ctx, leaper, leap);
}

bool cq_leaper_rides(const cq_leaper *leaper)
{
    for (size_t i = 0; i < leaper->count; i++)
        if (leaper->at[i].rides)
            return true;
    return false;
}

/* Whether one of the leaps, or of the rides, is this move or its way back. */
static bool has_move(const cq_leaper *leaper, cq_offset move, bool rides)
{
    for (size_t i = 0; i < leaper->count; i++)
        for (unsigned way = 0; way < 8; way++) {
            cq_offset o = cq_leap_offset(leaper->at[i], way);

            if (cq_leap_goes(leaper->at[i], way) && leaper->at[i].rides == rides &&
                o.down == move.down && o.right == move.right)
                return true;
        }
    return false;
}

/* No leap is twice in a leaper. */
bool cq_leaper_same(const cq_leaper *a, const cq_leaper *b)
{
    bool same = a->count == b->count;

    for (size_t i = 0; i < a->count && same; i++)
        same = has_leap(b, a->at[i]);
    return same;
}

bool cq_leaper_keeps(const cq_leaper *leaper, unsigned symmetry)
{
    for (size_t i = 0; i < leaper->count; i++) {
        cq_offset move = cq_leap_move(leaper->at[i]);

        if (!leaper->at[i].ways)
            continue; /* all eight ways are kept by all eight symmetries */
        move.right = symmetry & CQ_MIRROR ? -move.right : move.right;
        for (unsigned turn = symmetry & 3; turn > 0; turn--) /* clockwise */
            move = (cq_offset){move.right, -move.down};
        if (!has_move(leaper, move, leaper->at[i].rides))
            return false;
    }
    return true;
}

bool cq_offset_parse(const char *text, size_t length, char mark, cq_offset *out)
{
    const char *stop = memchr(text, mark, length);
    size_t left = stop ? (size_t)(stop - text) : 0;

    return stop && cq_parse_signed(text, left, (uint32_t)CQ_BOARD_MOST, &out->down) &&
           cq_parse_signed(stop + 1, length - left - 1, (uint32_t)CQ_BOARD_MOST,
                           &out->right);
}

/* Appends the leaps of a name; *found is false if it is none. */
static cq_status add_named(cq_context *ctx, const char *word, size_t length, bool rides,
                           cq_leaper *leaper, bool *found)
{
    cq_status status = CQ_OK;

    *found = false;
    for (size_t i = 0; i < sizeof named / sizeof *named && !*found; i++) {
        if (strlen(named[i].name) != length ||
            strncasecmp(named[i].name, word, length) != 0)
            continue;
        *found = true;
        for (size_t k = 0; status == CQ_OK && k < named[i].count; k++)
            status =
                cq_leaper_add(ctx, leaper, named[i].leaps[k].a, named[i].leaps[k].b,
                              named[i].leaps[k].rides || rides);
    }
    return status;
}

/* "1,2", or "(1,-2)" for one move and its way back, or a name. */
static cq_status add_term(cq_context *ctx, cq_span term, cq_leaper *leaper)
{
    const char *word = term.start;
    char quoted[CQ_QUOTED_SIZE];
    cq_offset o = {0};
    bool found, rides = term.length > 1 && word[term.length - 1] == '*';
    size_t length = term.length - rides;
    bool move = length > 4 && word[0] == '(' && word[length - 1] == ')';

    cq_try(add_named(ctx, word, length, rides, leaper, &found));
    if (found)
        return CQ_OK;
    if (move ? !cq_offset_parse(word + 1, length - 2, ',', &o)
             : memchr(word, '-', length) || !cq_offset_parse(word, length, ',', &o))
        return cq_fail_span(ctx, term,
                            "expected a leaper such as 1,2 or knight, or several "
                            "joined by '+', found %s",
                            term.length ? cq_quoted(word, term.length, quoted)
                                        : "nothing");
    if (o.down == 0 && o.right == 0)
        return cq_fail_span(ctx, term, "expected a leaper that moves, found 0,0");
    return move
               ? cq_leaper_add_move(ctx, leaper, o, rides)
               : cq_leaper_add(ctx, leaper, (uint32_t)o.down, (uint32_t)o.right, rides);
}

cq_status cq_leaper_parse(cq_context *ctx, const char *source, const char *text,
                          cq_leaper *out)
{
    cq_leaper leaper = {0};
    cq_span rest = {source, 1, 1, text, strlen(text)}, term;
    cq_status status = CQ_OK;

    while (status == CQ_OK && cq_span_take(&rest, '+', &term))
        status = add_term(ctx, cq_span_trim(term), &leaper);
    if (status == CQ_OK)
        *out = leaper;
    else
        cq_vec_free(&leaper);
    return status;
}

void cq_leaper_write(const cq_leaper *leaper, FILE *out)
{
    for (size_t i = 0; i < leaper->count; i++) {
        cq_leap leap = leaper->at[i];
        cq_offset move = cq_leap_move(leap);

        if (leap.ways)
            fprintf(out, "%s(%" PRId64 ",%" PRId64 ")", i ? "+" : "", move.down,
                    move.right);
        else
            fprintf(out, "%s%u,%u", i ? "+" : "", leap.a, leap.b);
        if (leap.rides)
            putc('*', out);
    }
}

/* ---- the graph of a board ---- */

/* offsets[first .. end), all with the same down; `row` is where they lead to. */
typedef struct band {
    int64_t down;
    size_t first, end;
    size_t row;
} band;

typedef struct walk {
    const cq_board *board;
    bool joined_rows, joined_cols; /* top to bottom, left to right */
    CQ_VEC(cq_offset) offsets;     /* on a joined edge 0 <= offset < length */
    CQ_VEC(band) bands;
    band *live; /* of the row at hand, by row */
    size_t live_count;
    uint32_t *number; /* of the vertex in each cell, or CQ_NO_CELL */
} walk;

/* An offset along one direction: false if it never stays on the board. */
static bool fit(int64_t *along, uint32_t length, bool joined)
{
    if (joined)
        *along = ((*along % length) + length) % length;
    cq_assert(!joined || (*along >= 0 && *along < (int64_t)length));
    return llabs(*along) < (int64_t)length;
}

static cq_status add_offset(cq_context *ctx, walk *w, cq_offset o)
{
    if (!fit(&o.down, w->board->rows, w->joined_rows) ||
        !fit(&o.right, w->board->cols, w->joined_cols) || (o.down == 0 && o.right == 0))
        return CQ_OK;
    return cq_vec_push(ctx, &w->offsets, o);
}

static int compare_offsets(const void *left, const void *right)
{
    const cq_offset *a = left, *b = right;

    if (a->down != b->down)
        return a->down < b->down ? -1 : 1;
    return (a->right > b->right) - (a->right < b->right);
}

static cq_status add_leap_offsets(cq_context *ctx, walk *w, cq_leap leap)
{
    for (unsigned way = 0; way < 8; way++)
        if (cq_leap_goes(leap, way))
            cq_try(add_offset(ctx, w, cq_leap_offset(leap, way)));
    return CQ_OK;
}

/* Sorted, each once, and cut into bands. */
static cq_status make_bands(cq_context *ctx, walk *w)
{
    cq_offset *at = w->offsets.at;
    size_t kept = 0;

    if (w->offsets.count > 0)
        qsort(at, w->offsets.count, sizeof *at, compare_offsets);
    for (size_t i = 0; i < w->offsets.count; i++) {
        if (kept > 0 && compare_offsets(&at[kept - 1], &at[i]) == 0)
            continue;
        if (kept == 0 || at[kept - 1].down != at[i].down) {
            band next = {.down = at[i].down, .first = kept};

            cq_try(cq_vec_push(ctx, &w->bands, next));
        }
        at[kept++] = at[i];
        w->bands.at[w->bands.count - 1].end = kept;
    }
    w->offsets.count = kept;
    for (size_t i = 1; i < w->bands.count; i++) /* they follow on one another */
        cq_assert(w->bands.at[i - 1].end == w->bands.at[i].first &&
                  w->bands.at[i - 1].down < w->bands.at[i].down);
    w->live = cq_alloc(ctx, w->bands.count, sizeof *w->live);
    return w->live ? CQ_OK : CQ_MEMORY;
}

/* Which bands lead from this row to rows of the board, those rows ascending. */
static void enter_row(walk *w, uint32_t row)
{
    int64_t rows = w->board->rows;

    w->live_count = 0;
    for (int wrapped = w->joined_rows ? 1 : 0; wrapped >= 0; wrapped--)
        for (size_t i = 0; i < w->bands.count; i++) {
            band live = w->bands.at[i];
            int64_t to = row + live.down - (wrapped ? rows : 0);

            if (to < 0 || to >= rows)
                continue;
            live.row = (size_t)to;
            w->live[w->live_count++] = live;
            cq_assert(w->live_count <= w->bands.count);
            cq_assert(w->live_count == 1 ||
                      w->live[w->live_count - 2].row < live.row); /* ascending */
        }
}

/* Puts the neighbours of the cell in column `col` into out and returns how many. Writes
 * one place further than it fills, to spare a branch at each hole. */
static size_t neighbours(const walk *w, uint32_t col, uint32_t *out)
{
    int64_t cols = w->board->cols;
    size_t count = 0;

    for (const band *b = w->live; b < w->live + w->live_count; b++) {
        const uint32_t *number = w->number + b->row * w->board->cols;

        for (int wrapped = w->joined_cols ? 1 : 0; wrapped >= 0; wrapped--) {
            int64_t from = (int64_t)col - (wrapped ? cols : 0);

            for (size_t i = b->first; i < b->end; i++) {
                int64_t to = from + w->offsets.at[i].right;

                if ((uint64_t)to >= (uint64_t)cols)
                    continue;
                out[count] = number[to];
                count += number[to] != CQ_NO_CELL;
            }
        }
    }
    cq_assert(count <= w->offsets.count);
    return count;
}

static cq_status number_cells(cq_context *ctx, const cq_board *board, uint32_t *number,
                              cq_cell *cells)
{
    size_t size = cq_board_size(board);
    uint32_t next = 0;

    for (size_t cell = 0; cell < size; cell++) {
        number[cell] = board->colour[cell] ? next : CQ_NO_CELL;
        if (board->colour[cell])
            cells[next++] = (cq_cell)cell;
        cq_try(cq_poll_at(ctx, cell + 1));
    }
    cq_assert(next == board->count);
    return CQ_OK;
}

/* Lists of all cells; without targets, into `scratch`, only to see where each ends. */
static cq_status list_neighbours(cq_context *ctx, walk *w, uint32_t *scratch,
                                 cq_graph *graph)
{
    size_t *starts = graph->starts;
    uint32_t v = 0, cols = w->board->cols;

    for (uint32_t row = 0; row < w->board->rows; row++) {
        enter_row(w, row);
        for (uint32_t col = 0; col < cols; col++) {
            if (!w->board->colour[(size_t)row * cols + col])
                continue;
            starts[v + 1] =
                starts[v] +
                neighbours(w, col,
                           graph->targets ? graph->targets + starts[v] : scratch);
            cq_try(cq_poll_at(ctx, ++v));
        }
    }
    cq_assert(v == graph->vertices);
    return CQ_OK;
}

static cq_status list_leaps(cq_context *ctx, walk *w, const cq_leaper *leaper,
                            cq_graph *graph)
{
    uint32_t *scratch;
    cq_status status;

    for (size_t i = 0; i < leaper->count; i++)
        cq_try(add_leap_offsets(ctx, w, leaper->at[i]));
    cq_try(make_bands(ctx, w));
    scratch = cq_alloc(ctx, w->offsets.count + 1, sizeof *scratch);
    cq_try_memory(scratch);
    status = list_neighbours(ctx, w, scratch, graph);
    cq_free(scratch);
    cq_try(status);
    graph->targets =
        cq_alloc(ctx, graph->starts[graph->vertices] + 1, sizeof *graph->targets);
    cq_try_memory(graph->targets);
    return list_neighbours(ctx, w, NULL, graph);
}

cq_status cq_graph_from_board(cq_context *ctx, const cq_board *board,
                              const cq_leaper *leaper, cq_graph *out)
{
    cq_graph graph = {.vertices = (uint32_t)board->count};
    walk w = {.board = board,
              .joined_rows = board->surface == CQ_TORUS,
              .joined_cols = board->surface != CQ_PLANE};
    cq_status status = CQ_MEMORY;

    w.number = cq_alloc(ctx, cq_board_size(board), sizeof *w.number);
    graph.cells = cq_alloc(ctx, board->count, sizeof *graph.cells);
    graph.starts = cq_zalloc(ctx, board->count + 1, sizeof *graph.starts);
    if (w.number && graph.cells && graph.starts)
        status = number_cells(ctx, board, w.number, graph.cells);
    cq_then(status, cq_leaper_rides(leaper)
                        ? cq_rides_list(ctx, board, leaper, w.number, &graph)
                        : list_leaps(ctx, &w, leaper, &graph));
    cq_vec_free_each(&w.offsets, &w.bands);
    cq_free_each(w.live, w.number);
    if (status != CQ_OK) {
        cq_graph_free(&graph);
        return status;
    }
    cq_assert(graph.starts[graph.vertices] > CQ_WALK_WORK || cq_graph_check(&graph));
    *out = graph;
    return CQ_OK;
}
