/* orbit.c - the images of a tiling, compared without being made.
 *
 * A tiling is written as a word: go through the cells row by row and write down the
 * number of the part that covers each, parts numbered as they are first met, and at
 * that moment also the piece. Two tilings are the same if their words are, and words
 * are ordered letter by letter; the least image of a tiling stands for its class.
 *
 * The word of the image under g is read off the tiling itself: the part on a cell is
 * the one on the cell that g takes there. So no image has to be made, and a comparison
 * ends at the first difference, mostly after a few cells.
 *
 *     part[cell]     of the solution
 *     view           the numbers given so far in one image, with a stamp instead of
 *                    clearing
 *
 * Cost: a comparison, at most the cells of the board; memory 4 bytes a cell, and 24 a
 * part.
 */
#include "answer/orbit.h"
#include "answer/answer_check.h"
#include "base/assert.h"

#include <string.h>

typedef struct view {
    uint32_t *number; /* by part */
    uint64_t *stamp;
    uint32_t next;
} view;

struct cq_orbit {
    cq_context *ctx;
    const cq_symmetries *symmetries;
    const cq_board *board;
    const cq_solution *solution;
    uint32_t *part;
    view views[2];
    uint64_t round;
};

cq_status cq_orbit_new(cq_context *ctx, const cq_symmetries *symmetries, cq_orbit **out)
{
    const cq_board *board = symmetries->motions.board;
    cq_orbit *orbit = cq_zalloc(ctx, 1, sizeof *orbit);
    bool whole;

    cq_try_memory(orbit);
    orbit->ctx = ctx;
    orbit->symmetries = symmetries;
    orbit->board = board;
    orbit->part = cq_alloc(ctx, cq_board_size(board), sizeof *orbit->part);
    whole = orbit->part;
    for (int i = 0; i < 2; i++) {
        view *v = &orbit->views[i];

        v->number = cq_alloc(ctx, board->count, sizeof *v->number);
        v->stamp = cq_zalloc(ctx, board->count, sizeof *v->stamp);
        whole = whole && v->number && v->stamp;
    }
    if (!whole) {
        cq_orbit_free(orbit);
        return CQ_MEMORY;
    }
    *out = orbit;
    return CQ_OK;
}

void cq_orbit_free(cq_orbit *orbit)
{
    if (!orbit)
        return;
    cq_free(orbit->part);
    for (int i = 0; i < 2; i++) {
        cq_free_each(orbit->views[i].number, orbit->views[i].stamp);
    }
    cq_free(orbit);
}

/* Whether every square of a part is marked as one of it, so that no two overlap. */
static bool are_apart(const cq_orbit *orbit)
{
    const cq_solution *s = orbit->solution;

    for (uint32_t i = 0; i < s->labels.count; i++)
        for (uint32_t k = s->starts.at[i]; k < s->starts.at[i + 1]; k++)
            cq_hold(orbit->part[s->members.at[k]] == i);
    return true;
}

void cq_orbit_set(cq_orbit *orbit, const cq_solution *solution)
{
    const cq_solution *s = solution;

    orbit->solution = solution;
    for (uint32_t i = 0; i < s->labels.count; i++)
        for (uint32_t k = s->starts.at[i]; k < s->starts.at[i + 1]; k++)
            orbit->part[s->members.at[k]] = i;
    cq_assert(s->members.count == orbit->board->count); /* all squares have one */
    cq_assert(are_apart(orbit));
}

/* The letter of an image on a cell: the part's number, and its piece if it is met for
 * the first time. */
typedef struct letter {
    uint32_t number, piece;
} letter;

static letter read_cell(cq_orbit *orbit, view *v, size_t g, cq_cell cell)
{
    cq_cell origin = cq_symmetry_origin(orbit->symmetries, g, cell);
    uint32_t part = orbit->part[origin];
    letter found = {0, 0};

    if (v->stamp[part] != orbit->round) {
        v->stamp[part] = orbit->round;
        cq_assert(part < orbit->solution->labels.count);
        v->number[part] = v->next++;
        found.piece =
            cq_symmetry_piece(orbit->symmetries, g, orbit->solution->labels.at[part]);
    }
    found.number = v->number[part];
    return found;
}

static void start_round(cq_orbit *orbit)
{
    orbit->round++;
    orbit->views[0].next = orbit->views[1].next = 0;
}

int cq_orbit_compare(cq_orbit *orbit, size_t g, size_t h)
{
    size_t size = cq_board_size(orbit->board);

    if (g == h)
        return 0;
    start_round(orbit);
    for (cq_cell cell = 0; cell < size; cell++) {
        letter a, b;

        if (!orbit->board->colour[cell])
            continue;
        a = read_cell(orbit, &orbit->views[0], g, cell);
        b = read_cell(orbit, &orbit->views[1], h, cell);
        if (a.number != b.number)
            return a.number < b.number ? -1 : 1;
        if (a.piece != b.piece)
            return a.piece < b.piece ? -1 : 1;
    }
    return 0;
}

/* Room for the parts, numbered as they are met; starts[i + 1] is where part i goes. */
static cq_status lay_out(cq_orbit *orbit, size_t g, cq_solution *out)
{
    const cq_solution *s = orbit->solution;
    view *v = &orbit->views[0];
    size_t parts = s->labels.count;

    cq_solution_clear(out);
    if (cq_vec_reserve(orbit->ctx, &out->labels, parts) != CQ_OK ||
        cq_vec_reserve(orbit->ctx, &out->starts, parts + 1) != CQ_OK ||
        cq_vec_reserve(orbit->ctx, &out->members, s->members.count) != CQ_OK)
        return CQ_MEMORY;
    start_round(orbit);
    out->starts.at[0] = 0;
    for (cq_cell cell = 0; cell < cq_board_size(orbit->board); cell++) {
        uint32_t part, number;

        if (!orbit->board->colour[cell])
            continue;
        part = orbit->part[cq_symmetry_origin(orbit->symmetries, g, cell)];
        if (v->stamp[part] == orbit->round)
            continue;
        number = v->next;
        out->labels.at[number] = read_cell(orbit, v, g, cell).piece;
        out->starts.at[number + 1] =
            out->starts.at[number] + s->starts.at[part + 1] - s->starts.at[part];
    }
    cq_assert(v->next == parts);
    out->labels.count = parts;
    out->starts.count = parts + 1;
    out->members.count = s->members.count;
    return CQ_OK;
}

cq_status cq_orbit_image(cq_orbit *orbit, size_t g, cq_solution *out)
{
    view *v = &orbit->views[0];
    uint32_t *filled = orbit->views[1].number;

    cq_try(lay_out(orbit, g, out));
    for (size_t i = 0; i < out->labels.count; i++)
        filled[i] = out->starts.at[i];
    for (cq_cell cell = 0; cell < cq_board_size(orbit->board); cell++) {
        uint32_t part;

        if (!orbit->board->colour[cell])
            continue;
        part = orbit->part[cq_symmetry_origin(orbit->symmetries, g, cell)];
        cq_assert(filled[v->number[part]] < out->starts.at[v->number[part] + 1]);
        out->members.at[filled[v->number[part]]++] = cell;
    }
    for (size_t i = 0; i < out->labels.count; i++)
        cq_assert(filled[i] == out->starts.at[i + 1]);
    cq_assert(cq_solution_check(out));
    return CQ_OK;
}

bool cq_orbit_part(const cq_orbit *orbit, size_t g, uint32_t piece, cq_cell *cells)
{
    const cq_solution *s = orbit->solution;

    for (size_t i = 0; i < s->labels.count; i++) {
        uint32_t start = s->starts.at[i];

        if (cq_symmetry_piece(orbit->symmetries, g, s->labels.at[i]) != piece)
            continue;
        cq_symmetry_place(orbit->symmetries, g, s->members.at + start,
                          s->starts.at[i + 1] - start, cells);
        return true;
    }
    return false;
}
