/* brute.c - the truth by the simplest means, sharing no code with the engines.
 *
 * A tiling: all images of all pieces at all places, each a sorted list of cells; then
 * the first cell without a piece is covered in every way. A cover: all subsets of the
 * options. Both give up beyond a moment's work. Cells wrap round as the surface says;
 * turns and reflections are written out as formulas here, not taken from the library.
 */
#include "prop.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 64, MOST_SQUARES = 32, MOST_OPTIONS = 14, MOST_WORK = 300000 };

typedef struct lay {
    uint32_t piece;
    uint64_t cells; /* as a set: boards here have at most 64 */
} lay;

typedef struct tiler {
    const cq_problem *problem;
    lay *lays;
    size_t count, room;
    uint64_t board;
    uint32_t used[MOST_CELLS];
    lay chosen[MOST_CELLS];
    int parts;
    long found, work;
} tiler;

/* (row, col) after k quarter turns clockwise, and a reflection before for k >= 4. */
static void turn(unsigned symmetry, int32_t *row, int32_t *col)
{
    if (symmetry >= 4)
        *col = -*col;
    for (unsigned i = 0; i < symmetry % 4; i++) {
        int32_t old = *row;

        *row = *col;
        *col = -old;
    }
}

static bool allowed(const cq_piece *piece, unsigned symmetry)
{
    unsigned turns = symmetry % 4;

    if (symmetry < 4)
        return turns == 0 || piece->rotate;
    /* Turned over: about any axis if it may be turned, left to right if not. */
    return piece->flip && (turns == 0 || piece->rotate);
}

static bool colours_fit(char piece, char board)
{
    return board != 0 && (piece == '#' || board == '#' || piece == board);
}

/* One square on the board; false if it does not fit. */
static bool put_square(const cq_board *board, int32_t row, int32_t col, char colour,
                       uint64_t *cells)
{
    int32_t rows = (int32_t)board->rows, cols = (int32_t)board->cols;
    uint32_t cell;

    if (board->surface == CQ_TORUS)
        row = ((row % rows) + rows) % rows;
    if (board->surface != CQ_PLANE)
        col = ((col % cols) + cols) % cols;
    if (row < 0 || col < 0 || row >= rows || col >= cols)
        return false;
    cell = (uint32_t)(row * cols + col);
    if (!colours_fit(colour, board->colour[cell]) || (*cells >> cell & 1))
        return false;
    *cells |= UINT64_C(1) << cell;
    return true;
}

static void add_lay(tiler *t, uint32_t piece, uint64_t cells)
{
    for (size_t i = t->count; i-- > 0 && t->lays[i].piece == piece;)
        if (t->lays[i].cells == cells)
            return;
    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        t->lays = realloc(t->lays, t->room * sizeof *t->lays);
        if (!t->lays)
            exit(1);
    }
    t->lays[t->count++] = (lay){piece, cells};
}

/* How far a square can lie from the first corner, whichever way it is turned. */
static int32_t extent(const cq_shape *shape)
{
    int32_t most = 0;

    for (size_t i = 0; i < shape->count; i++) {
        most = shape->at[i].row > most ? shape->at[i].row : most;
        most = shape->at[i].col > most ? shape->at[i].col : most;
    }
    return most;
}

/* A blank lies only where squares may stay free. */
static bool may_stay_free(const cq_piece *piece, uint64_t cells)
{
    return !piece->allowed || (piece->allowed[0] & cells);
}

static void add_lays(tiler *t, uint32_t index, unsigned symmetry)
{
    const cq_piece *piece = &t->problem->pieces.at[index];
    const cq_board *board = t->problem->board;
    int32_t reach = extent(&piece->shape);
    int32_t rows = (int32_t)board->rows + reach, cols = (int32_t)board->cols + reach;

    for (int32_t down = -reach; down < rows; down++) {
        for (int32_t right = -reach; right < cols; right++) {
            uint64_t cells = 0;
            size_t i;

            for (i = 0; i < piece->shape.count; i++) {
                int32_t row = piece->shape.at[i].row, col = piece->shape.at[i].col;

                turn(symmetry, &row, &col);
                if (!put_square(board, row + down, col + right,
                                piece->shape.at[i].colour, &cells))
                    break;
            }
            if (i == piece->shape.count && may_stay_free(piece, cells))
                add_lay(t, index, cells);
        }
    }
}

static bool find_lays(tiler *t)
{
    const cq_board *board = t->problem->board;
    const cq_pieces *pieces = &t->problem->pieces;

    if ((size_t)board->rows * board->cols > MOST_CELLS || pieces->count > MOST_CELLS)
        return false;
    for (uint32_t cell = 0; cell < board->rows * board->cols; cell++)
        if (board->colour[cell])
            t->board |= UINT64_C(1) << cell;
    for (uint32_t p = 0; p < pieces->count; p++) {
        if (pieces->at[p].shape.count > MOST_SQUARES)
            return false;
        for (unsigned s = 0; s < 8; s++)
            if (allowed(&pieces->at[p], s))
                add_lays(t, p, s);
    }
    return true;
}

static bool copies_right(const tiler *t)
{
    for (uint32_t p = 0; p < t->problem->pieces.count; p++)
        if (t->used[p] < t->problem->pieces.at[p].least ||
            t->used[p] > t->problem->pieces.at[p].most)
            return false;
    return true;
}

static bool rules_kept(const tiler *t)
{
    int owner[MOST_CELLS];
    uint32_t pieces[MOST_CELLS];

    for (int cell = 0; cell < MOST_CELLS; cell++)
        owner[cell] = -1;
    for (int i = 0; i < t->parts; i++) {
        pieces[i] = t->chosen[i].piece;
        for (int cell = 0; cell < MOST_CELLS; cell++)
            if (t->chosen[i].cells >> cell & 1)
                owner[cell] = i;
    }
    return brute_rules(t->problem, owner, pieces, t->parts);
}

/* At most one call deep for each cell of the board. */
static void cover_first(tiler *t, uint64_t empty)
{
    uint64_t first = empty & (~empty + 1);

    if (++t->work > MOST_WORK)
        return;
    if (!empty) {
        t->found += copies_right(t) && rules_kept(t);
        return;
    }
    for (size_t i = 0; i < t->count; i++) {
        const lay *l = &t->lays[i];

        if (!(l->cells & first) || (l->cells & ~empty))
            continue;
        t->used[l->piece]++;
        t->chosen[t->parts++] = *l;
        if (t->used[l->piece] <= t->problem->pieces.at[l->piece].most)
            cover_first(t, empty & ~l->cells);
        t->parts--;
        t->used[l->piece]--;
    }
}

/* As above, but the first cell may also stay free; the most covered goes to found. */
static void cover_most(tiler *t, uint64_t empty, long covered)
{
    uint64_t first = empty & (~empty + 1);

    if (++t->work > MOST_WORK)
        return;
    if (!empty) {
        t->found = covered > t->found ? covered : t->found;
        return;
    }
    cover_most(t, empty & ~first, covered);
    for (size_t i = 0; i < t->count; i++) {
        const lay *l = &t->lays[i];

        if (!(l->cells & first) || (l->cells & ~empty) ||
            t->used[l->piece] == t->problem->pieces.at[l->piece].most)
            continue;
        t->used[l->piece]++;
        cover_most(t, empty & ~l->cells, covered + __builtin_popcountll(l->cells));
        t->used[l->piece]--;
    }
}

long brute_most(const cq_problem *problem)
{
    tiler t = {.problem = problem};
    long found = -1;

    if (find_lays(&t)) {
        cover_most(&t, t.board, 0);
        found = t.work > MOST_WORK ? -1 : t.found;
    }
    free(t.lays);
    return found;
}

bool brute_each_lay(const cq_problem *problem,
                    void (*visit)(void *user, uint32_t piece, uint64_t cells),
                    void *user)
{
    tiler t = {.problem = problem};
    bool all = find_lays(&t);

    for (size_t i = 0; i < t.count && all; i++)
        visit(user, t.lays[i].piece, t.lays[i].cells);
    free(t.lays);
    return all;
}

static long count_tilings(const cq_problem *problem)
{
    tiler t = {.problem = problem};
    long found = -1;

    if (find_lays(&t)) {
        cover_first(&t, t.board);
        found = t.work > MOST_WORK ? -1 : t.found;
    }
    free(t.lays);
    return found;
}

/* Does this set of options cover every item as it should? */
static bool covers(const cq_cover *cover, uint32_t chosen)
{
    uint32_t times[256] = {0}, colours[256] = {0};

    for (size_t o = 0; o < cq_cover_options(cover); o++) {
        if (!(chosen >> o & 1))
            continue;
        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++) {
            cq_entry entry = cover->entries.at[e];

            if (entry.item >= cover->primary && times[entry.item] &&
                (!entry.colour || entry.colour != colours[entry.item]))
                return false;
            times[entry.item]++;
            colours[entry.item] = entry.colour;
        }
    }
    for (size_t i = 0; i < cover->primary; i++)
        if (times[i] < cover->items.at[i].least || times[i] > cover->items.at[i].most)
            return false;
    return true;
}

static long count_covers(const cq_cover *cover)
{
    size_t options = cq_cover_options(cover);
    long found = 0;

    if (options > MOST_OPTIONS || cover->items.count > 256)
        return -1;
    for (uint32_t chosen = 0; chosen < UINT32_C(1) << options; chosen++)
        found += covers(cover, chosen);
    return found;
}

long brute_count(const cq_problem *problem)
{
    switch (problem->kind) {
    case CQ_TILING: return count_tilings(problem);
    case CQ_COVER: return count_covers(&problem->cover);
    case CQ_TOUR: return brute_tours(problem);
    }
    return -1;
}

static bool is_lay(const tiler *t, uint32_t piece, uint64_t cells)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->lays[i].piece == piece && t->lays[i].cells == cells)
            return true;
    return false;
}

/* What is not covered must be blanks. */
static bool fill_blanks(tiler *t, uint64_t empty)
{
    uint32_t blank = cq_problem_free_piece(t->problem);

    for (; empty && blank != CQ_NO_PIECE; empty &= empty - 1) {
        if (!is_lay(t, blank, empty & (~empty + 1)))
            return false;
        t->used[blank]++;
    }
    return !empty;
}

static bool judge_parts(tiler *t, const cq_solution *solution)
{
    uint64_t covered = 0;

    for (size_t i = 0; i < solution->labels.count; i++) {
        uint32_t piece = solution->labels.at[i];
        uint64_t cells = 0;

        for (uint32_t m = solution->starts.at[i]; m < solution->starts.at[i + 1]; m++) {
            uint32_t cell = solution->members.at[m];

            if (cell >= MOST_CELLS || (covered >> cell & 1))
                return false;
            covered |= UINT64_C(1) << cell;
            cells |= UINT64_C(1) << cell;
        }
        if (piece >= t->problem->pieces.count || !is_lay(t, piece, cells) ||
            t->problem->pieces.at[piece].blank)
            return false;
        t->used[piece]++;
        t->chosen[t->parts++] = (lay){piece, cells};
    }
    return fill_blanks(t, t->board & ~covered) && copies_right(t) && rules_kept(t);
}

static bool judge_tiling(const cq_problem *problem, const cq_solution *solution)
{
    tiler t = {.problem = problem};
    bool right = find_lays(&t) && judge_parts(&t, solution);

    free(t.lays);
    return right;
}

static bool judge_cover(const cq_cover *cover, const cq_solution *solution)
{
    uint32_t chosen = 0;

    for (size_t i = 0; i < solution->labels.count; i++) {
        uint32_t option = solution->labels.at[i];

        if (option >= cq_cover_options(cover) || (chosen >> option & 1))
            return false;
        chosen |= UINT32_C(1) << option;
    }
    return covers(cover, chosen);
}

bool brute_judge(const cq_problem *problem, const cq_solution *solution)
{
    switch (problem->kind) {
    case CQ_TILING: return judge_tiling(problem, solution);
    case CQ_COVER: return judge_cover(&problem->cover, solution);
    case CQ_TOUR: return brute_judge_tour(problem, solution);
    }
    return false;
}
