/* layout.c - the different ways in which pieces can lie on a board.
 *
 * If numbers on the squares prove something, so do their images under a symmetry of the
 * board, and so does the mean of all images. So squares that the symmetries of board
 * and pieces take to one another may have the same number, a colour, and of all
 * placements only the different ways to cover colours matter. On 8 x 8 these are 10
 * colours for 64 squares, and 28 ways to lay an L-tetromino for 336 placements.
 *
 * Cost: linear in the placements times the number of symmetries.
 */
#include "engine/colouring/layout.h"

#include "base/assert.h"
#include "base/gcd.h"
#include "problem/tiling_symmetries.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- colours ---- */

/* Whether every piece stays what it is. */
static bool keeps_pieces(const cq_symmetries *s, size_t motion)
{
    for (uint32_t p = 0; p < s->pieces; p++)
        if (cq_symmetry_piece(s, motion, p) != p)
            return false;
    return true;
}

/* Each cell that has no colour yet gets one, together with all its images. */
static void colour_cells(cq_layout *layout, const cq_symmetries *s)
{
    const cq_board *board = layout->problem->board;
    size_t cells = cq_board_size(board);

    memset(layout->colour_of, 0xff, cells * sizeof *layout->colour_of);
    for (cq_cell cell = 0; cell < cells; cell++) {
        if (!board->colour[cell] || layout->colour_of[cell] != UINT32_MAX)
            continue;
        for (size_t g = 0; g < cq_symmetries_count(s); g++) {
            cq_cell image = cq_symmetry_image(s, g, cell);

            if (!keeps_pieces(s, g) || layout->colour_of[image] != UINT32_MAX)
                continue;
            layout->colour_of[image] = (uint32_t)layout->colours;
            layout->squares[layout->colours]++;
        }
        layout->painter->steps += cq_symmetries_count(s);
        layout->colours++;
    }
}

/* Whether every square has a colour, and each colour the squares that it counts. */
static bool check_colours(const cq_layout *layout)
{
    const cq_board *board = layout->problem->board;
    uint64_t squares = 0;

    for (size_t i = 0; i < layout->colours; i++) {
        cq_hold(layout->squares[i] > 0);
        squares += layout->squares[i];
    }
    cq_hold(squares == board->count);
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        cq_hold((layout->colour_of[cell] < layout->colours) == !!board->colour[cell]);
    return true;
}

static cq_status make_colours(cq_layout *layout)
{
    cq_context *ctx = layout->painter->run->ctx;
    const cq_problem *problem = layout->problem;
    size_t cells = cq_board_size(problem->board);
    cq_symmetries symmetries;

    layout->colour_of = cq_alloc(ctx, cells, sizeof *layout->colour_of);
    layout->squares = cq_zalloc(ctx, problem->board->count, sizeof *layout->squares);
    cq_try_memory(layout->colour_of && layout->squares);
    cq_try(cq_symmetries_make(ctx, problem->board, &problem->pieces, NULL, NULL,
                              &symmetries));
    colour_cells(layout, &symmetries);
    cq_symmetries_free(&symmetries);
    cq_assert(check_colours(layout));
    return CQ_OK;
}

/* ---- ways ---- */

typedef struct adding {
    cq_layout *layout;
    uint64_t *way;
    size_t piece;
} adding;

static cq_status add_way(void *user, const cq_cell *cells, size_t count, bool *stop)
{
    adding *a = user;
    cq_layout *layout = a->layout;

    (void)stop;
    memset(a->way, 0, layout->ways.words * sizeof *a->way);
    a->way[0] = a->piece;
    for (size_t i = 0; i < count; i++) {
        uint32_t colour = layout->colour_of[cells[i]];

        a->way[1 + colour / 2] += (uint64_t)1 << colour % 2 * 32;
    }
    layout->painter->steps += count + layout->ways.words;
    return cq_keys_add(layout->painter->run->ctx, &layout->ways, a->way, NULL, NULL);
}

/* Whether a way covers as many squares as its piece has, and of no colour more than
 * there are. */
static bool check_ways(const cq_layout *layout)
{
    for (size_t way = 0; way < layout->ways.count; way++) {
        size_t piece = cq_way_piece(layout, way), covered = 0;

        for (size_t i = 0; i < layout->colours; i++) {
            cq_hold(cq_way_covers(layout, way, i) <= layout->squares[i]);
            covered += cq_way_covers(layout, way, i);
        }
        cq_hold(covered == layout->problem->pieces.at[piece].shape.count);
    }
    return true;
}

static cq_status make_ways(cq_layout *layout)
{
    cq_context *ctx = layout->painter->run->ctx;
    const cq_pieces *pieces = &layout->problem->pieces;
    adding a = {.layout = layout};
    cq_status status = CQ_OK;

    layout->ways.words = 1 + (layout->colours + 1) / 2;
    a.way = cq_alloc(ctx, layout->ways.words, sizeof *a.way);
    cq_try_memory(a.way);
    for (; a.piece < pieces->count && status == CQ_OK; a.piece++)
        if (pieces->at[a.piece].most)
            status = cq_placements_visit(ctx, layout->problem->board,
                                         &pieces->at[a.piece], add_way, &a);
    cq_free(a.way);
    cq_assert(status != CQ_OK || check_ways(layout));
    return status;
}

cq_status cq_layout_make(cq_painter *painter, cq_layout *out, bool *fits)
{
    cq_layout layout = {.painter = painter, .problem = painter->run->problem};
    cq_status status;

    *fits = cq_paint_is_small(painter);
    if (!*fits)
        return CQ_OK;
    status = make_colours(&layout);
    cq_then(status, make_ways(&layout));
    if (status != CQ_OK)
        cq_layout_free(&layout);
    *out = layout;
    return status;
}

void cq_layout_free(cq_layout *layout)
{
    cq_free_each(layout->colour_of, layout->squares);
    layout->colour_of = layout->squares = NULL;
    cq_keys_free(&layout->ways);
}

/* ---- whole numbers ---- */

static void add_up(const cq_layout *layout, int64_t *numbers)
{
    size_t n = layout->colours, pieces = layout->problem->pieces.count;
    int64_t *values = numbers + n, *board = values + pieces;

    *board = 0;
    for (size_t i = 0; i < n; i++)
        *board += numbers[i] * layout->squares[i];
    for (size_t p = 0; p < pieces; p++)
        values[p] = INT64_MIN;
    for (size_t way = 0; way < layout->ways.count; way++) {
        int64_t *value = &values[cq_way_piece(layout, way)], sum = 0;

        for (size_t i = 0; i < n; i++)
            sum += numbers[i] * cq_way_covers(layout, way, i);
        *value = sum > *value ? sum : *value;
    }
    for (size_t p = 0; p < pieces; p++) /* one that lies nowhere */
        values[p] = values[p] == INT64_MIN ? 0 : values[p];
    layout->painter->steps += layout->ways.count * n;
}

static uint64_t weight_without(const cq_layout *layout, const int64_t *numbers,
                               int64_t level)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < layout->colours; i++) {
        int64_t size = numbers[i] < level ? level - numbers[i] : numbers[i] - level;

        sum += (uint64_t)size * layout->squares[i];
    }
    layout->painter->steps += layout->colours;
    return sum;
}

/* With one number subtracted on all squares, the rest proves the same, given the area:
 * the number that leaves the least, 0 if possible. */
static void take_level(const cq_layout *layout, int64_t *numbers)
{
    uint64_t least = weight_without(layout, numbers, 0);
    int64_t level = 0;

    for (size_t i = 0; i < layout->colours; i++) {
        uint64_t weight = weight_without(layout, numbers, numbers[i]);

        level = weight < least ? numbers[i] : level;
        least = weight < least ? weight : least;
    }
    for (size_t i = 0; i < layout->colours; i++)
        numbers[i] -= level;
}

/* Whether they are 0, or nothing divides all of them. */
static bool share_nothing(const cq_layout *layout, const int64_t *numbers)
{
    uint64_t divisor = 0;

    for (size_t i = 0; i < layout->colours; i++)
        divisor = cq_gcd(divisor, (uint64_t)llabs(numbers[i]));
    cq_hold(divisor <= 1);
    return true;
}

/* What divides all of them is not needed. */
static void divide(const cq_layout *layout, int64_t *numbers)
{
    uint64_t divisor = 0;

    for (size_t i = 0; i < layout->colours; i++)
        divisor =
            cq_gcd(divisor, (uint64_t)(numbers[i] < 0 ? -numbers[i] : numbers[i]));
    for (size_t i = 0; i < layout->colours && divisor > 1; i++)
        numbers[i] /= (int64_t)divisor;
    cq_assert(share_nothing(layout, numbers));
}

void cq_layout_round(const cq_layout *layout, const double *weights, int64_t most,
                     int64_t *out)
{
    double largest = 0;

    for (size_t i = 0; i < layout->colours; i++)
        largest = fmax(largest, fabs(weights[i]));
    for (size_t i = 0; i < layout->colours; i++)
        out[i] = largest > 0 ? llround(weights[i] / largest * (double)most) : 0;
    for (size_t i = 0; i < layout->colours; i++)
        cq_assert(llabs(out[i]) <= most);
    take_level(layout, out);
    divide(layout, out);
    add_up(layout, out);
}
