/* bounds.c - marked squares that the pieces cannot all cover, or must cover too often.
 *
 * Mark the squares of one colour of a pattern. Wherever a piece lies, it covers at
 * least `low` and at most `high` of them. So the copies cover no more than the sum of
 * their highs; if more squares are marked there is no tiling, and likewise for the
 * lows. On 5 x 5, mark every second square of every second row: nine squares, of which
 * an L-tromino or a skew tetromino covers at most one. So a tiling needs at least nine
 * of these pieces.
 *
 *     values for each piece, then for the board: the marks, or less than none if the
 *     lows are meant, so that the bound is one from above in both cases
 *
 * What the copies can cover is bounded as in a knapsack that takes parts of things:
 * what must be used, then what has the most marks to its area.
 */
#include "engine/colouring/colouring.h"

#include "base/assert.h"

#include <math.h>

/* ---- the knapsack ---- */

/* Of the pieces with a choice those with the most marks to their area, below `under`;
 * *room is the area that their copies can have. */
static double best_ratio(const cq_pieces *pieces, const int64_t *values, double under,
                         double *room)
{
    double best = -HUGE_VAL;

    *room = 0;
    for (size_t p = 0; p < pieces->count; p++) {
        const cq_piece *piece = &pieces->at[p];
        double area = (double)piece->shape.count, ratio = (double)values[p] / area;

        if (!cq_has_choice(piece) || ratio < best || ratio >= under)
            continue;
        *room = ratio > best ? 0 : *room;
        *room += area * (piece->most - piece->least);
        best = ratio;
    }
    return best;
}

bool cq_copies_fall_short(const cq_problem *problem, const int64_t *values)
{
    const cq_pieces *pieces = &problem->pieces;
    double left = (double)problem->board->count, sum = 0, ratio = HUGE_VAL, room;

    for (size_t p = 0; p < pieces->count; p++) {
        left -= (double)pieces->at[p].shape.count * pieces->at[p].least;
        sum += (double)values[p] * pieces->at[p].least;
    }
    while (left > 0) {
        ratio = best_ratio(pieces, values, ratio, &room);
        if (room <= 0)
            return false; /* the area cannot be made: others say so */
        cq_assert(ratio > -HUGE_VAL && ratio < HUGE_VAL);
        room = room < left ? room : left;
        sum += ratio * room;
        left -= room;
    }
    return left == 0 && sum < (double)values[pieces->count] - 1e-6;
}

/* ---- the marks ---- */

typedef struct marks {
    cq_repeats *family;
    const cq_pattern *pattern;
    size_t colours;
    uint32_t *count;     /* of each colour: of one placement */
    int64_t *high, *low; /* of each piece, then of the board: of each colour */
    int64_t *values;
    uint64_t *squares;
} marks;

/* Whether the least of all colours, and the most, leave room for the piece. */
static bool check_marks(const marks *m, size_t piece)
{
    const int64_t *high = m->high + piece * m->colours;
    const int64_t *low = m->low + piece * m->colours;
    int64_t size = (int64_t)m->family->problem->pieces.at[piece].shape.count;
    int64_t least = 0, most = 0;

    for (size_t c = 0; c < m->colours; c++) {
        cq_hold(0 <= low[c] && low[c] <= high[c] && high[c] <= size);
        least += low[c];
        most += high[c];
    }
    cq_hold(least <= size && size <= most);
    return true;
}

static void look_at_piece(marks *m, size_t piece)
{
    const cq_shapes *shapes = &m->family->shapes[piece];
    int64_t *high = m->high + piece * m->colours, *low = m->low + piece * m->colours;
    uint32_t rows, cols;
    bool first = true;

    cq_pattern_places(m->pattern, &rows, &cols);
    for (size_t i = 0; i < shapes->count; i++)
        for (uint32_t at = 0; at < rows * cols; at++, first = false) {
            cq_shape_colours(m->pattern, &shapes->at[i], at / cols, at % cols,
                             m->count);
            for (size_t c = 0; c < m->colours; c++) {
                high[c] = first || m->count[c] > high[c] ? m->count[c] : high[c];
                low[c] = first || m->count[c] < low[c] ? m->count[c] : low[c];
            }
            m->family->painter->steps += shapes->at[i].count + m->colours;
        }
    cq_assert(first || check_marks(m, piece));
}

/* Whether the marks of a colour refute; `sign` is -1 if the lows are meant. */
static bool is_refuted(marks *m, size_t colour, int64_t sign)
{
    size_t pieces = m->family->problem->pieces.count;
    const int64_t *bounds = sign > 0 ? m->high : m->low;

    for (size_t p = 0; p < pieces; p++)
        m->values[p] = sign * bounds[p * m->colours + colour];
    m->values[pieces] = sign * (int64_t)m->squares[colour];
    m->family->painter->steps += pieces;
    return cq_copies_fall_short(m->family->problem, m->values);
}

static cq_status refute(marks *m, size_t colour, int64_t sign)
{
    size_t pieces = m->family->problem->pieces.count;
    cq_context *ctx = m->family->painter->run->ctx;
    cq_colouring found = {.found = true};
    cq_status status;

    cq_assert(sign * m->values[pieces] == (int64_t)m->squares[colour]);
    found.numbers = cq_zalloc(ctx, m->colours + pieces, sizeof *found.numbers);
    cq_try_memory(found.numbers);
    found.numbers[colour] = sign;
    for (size_t p = 0; p < pieces; p++)
        found.numbers[m->colours + p] = m->values[p];
    status = cq_repeats_refute(m->family, m->pattern, &found);
    cq_free(found.numbers);
    return status;
}

static cq_status try_marks(marks *m)
{
    cq_board_colours(m->family, m->pattern, m->squares);
    for (size_t p = 0; p < m->family->problem->pieces.count; p++)
        look_at_piece(m, p);
    for (size_t c = 0; c < m->colours; c++) {
        if (is_refuted(m, c, 1))
            return refute(m, c, 1);
        if (is_refuted(m, c, -1))
            return refute(m, c, -1);
    }
    return CQ_OK;
}

static cq_status try_pattern(cq_repeats *f, const cq_pattern *pattern)
{
    cq_context *ctx = f->painter->run->ctx;
    size_t n = cq_pattern_colours(pattern), pieces = f->problem->pieces.count;
    marks m = {.family = f, .pattern = pattern, .colours = n};
    cq_status status = CQ_MEMORY;

    if (!cq_pattern_joins(pattern, f->problem->board))
        return CQ_OK;
    f->painter->spaces++;
    m.count = cq_alloc(ctx, n, sizeof *m.count);
    m.high = cq_zalloc(ctx, cq_times(pieces, n), sizeof *m.high);
    m.low = cq_zalloc(ctx, cq_times(pieces, n), sizeof *m.low);
    m.values = cq_alloc(ctx, pieces + 1, sizeof *m.values);
    m.squares = cq_alloc(ctx, n, sizeof *m.squares);
    if (m.count && m.high && m.low && m.values && m.squares)
        status = try_marks(&m);
    cq_free_each(m.count, m.high, m.low, m.values, m.squares);
    return status;
}

cq_status cq_repeats_bounds(cq_repeats *f)
{
    for (uint32_t n = 2; n <= f->longest && cq_paint_goes_on(f->painter); n++) {
        cq_pattern lattice = cq_pattern_lattice(n), p = cq_pattern_first();

        cq_try(try_pattern(f, &lattice));
        for (; p.period <= n && cq_paint_goes_on(f->painter); p = cq_pattern_next(p))
            if (p.period == n)
                cq_try(try_pattern(f, &p));
    }
    return CQ_OK;
}
