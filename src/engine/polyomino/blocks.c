/* blocks.c - one solution of a large board: rectangles cut off, a small rest searched.
 *
 * On a board of thousands of squares, a search that fills cell after cell may discover
 * a gap that nothing fits into long after it arose, and all work in between is wasted.
 * If some pieces may be used any number of times, there is often an easy way: they make
 * small rectangles (blocks), blocks make strips, and strips cover most of the board. So
 * everything around a core is covered with strips of blocks; the core has the holes and
 * colours of the board and the pieces that come in limited numbers, and is searched
 * like a small board. Klarner studied which rectangles pieces make ("Packing a
 * rectangle with congruent n-ominoes", Journal of Combinatorial Theory 7, 1969).
 *
 *     block     rows x cols up to 16 x 16, by a short search; or made of smaller ones
 *     wide[a]   widths of strips of height a that blocks of that height make
 *     strips    the heights that a full rectangle of a given width is cut into
 *
 * All searches are short: they end after some thousand nodes. A second round gives the
 * cores more time, because some take longer: the smallest square of odd side that
 * Y-pentominoes fill has side 15, and that takes two million nodes. If nothing is
 * found, the whole board is searched next. Nothing is proved impossible here.
 *
 * Cost: at most 256 short searches for blocks, and two rounds of 64 for cores.
 */
#include "base/gcd.h"
#include "engine/polyomino/polyomino.h"

#include "base/assert.h"

#include <string.h>

enum {
    LARGE = 256, /* squares; smaller boards are searched at once */
    SIDE = 16,
    BLOCK_NODES = 20000,
    CORE_NODES = 200000,
    MORE_NODES = 20,        /* times as many in the second round */
    ROUND_NODES = 20 << 20, /* nodes after which a round ends */
    CORES = 64,
    MARGIN = 16 /* of a core on each side, beyond what it must have */
};

typedef struct rectangle {
    uint32_t top, left, rows, cols;
} rectangle;

typedef struct mason {
    cq_run *run;
    const cq_board *board;
    cq_pieces any;   /* the pieces, those that are limited with no copies; borrowed */
    uint32_t common; /* divisor of the sizes of the others */
    uint64_t owed;   /* squares of the pieces that must come */
    cq_solution blocks[SIDE + 1][SIDE + 1]; /* found by a search, or empty */
    uint32_t *wide[SIDE + 1]; /* by width: the last block's cols, 0 if impossible */
    uint32_t *high;           /* by height: the last strip's rows, 0 if impossible */
    cq_solution whole;
    uint64_t nodes, limit; /* so far, and for a core in this round */
} mason;

/* ---- blocks ---- */

static bool is_made(const mason *m, uint32_t rows, uint32_t cols)
{
    return m->blocks[rows][cols].labels.count > 0;
}

static cq_status make_block(mason *m, uint32_t rows, uint32_t cols)
{
    cq_context *ctx = m->run->ctx;
    cq_board *board = NULL;
    bool found;
    cq_status status = cq_grid_new(ctx, rows, cols, CQ_PLANE, &board);

    cq_assert(rows <= SIDE && cols <= SIDE && !is_made(m, rows, cols));
    for (cq_cell cell = 0; status == CQ_OK && cell < rows * cols; cell++)
        cq_grid_set(board, cell, CQ_ANY_COLOUR);
    cq_then(status, cq_poly_try(m->run, board, &m->any, BLOCK_NODES, &m->nodes,
                                &m->blocks[rows][cols], &found));
    cq_board_free(board);
    return status;
}

/* Blocks of this height from the narrowest on, and the strips that they make; what is a
 * strip of narrower blocks is not looked for. */
static cq_status make_row(mason *m, uint32_t rows)
{
    uint32_t *wide = m->wide[rows];

    wide[0] = 1;
    for (uint32_t width = 1; width <= m->board->cols; width++) {
        for (uint32_t cols = SIDE; cols > 0 && !wide[width]; cols--)
            if (is_made(m, rows, cols) && cols <= width && wide[width - cols])
                wide[width] = cols;
        if (wide[width] || width > SIDE || rows * width % m->common)
            continue;
        cq_try(make_block(m, rows, width));
        wide[width] = is_made(m, rows, width) ? width : 0;
    }
    return CQ_OK;
}

/* ---- strips ---- */

/* The heights of strips that make up a rectangle, into m->high; false if none do. */
static bool plan(mason *m, uint32_t rows, uint32_t cols)
{
    if (rows == 0 || cols == 0)
        return true;
    cq_assert(rows <= m->board->rows && cols <= m->board->cols);
    memset(m->high, 0, (rows + 1) * sizeof *m->high);
    m->high[0] = 1;
    for (uint32_t height = 1; height <= rows; height++)
        for (uint32_t strip = SIDE; strip > 0 && !m->high[height]; strip--)
            if (strip <= height && m->high[height - strip] && m->wide[strip][cols])
                m->high[height] = strip;
    return m->high[rows] != 0;
}

/* Adds a solution of a board of its own, moved to a place on the whole board. */
static cq_status add_moved(mason *m, const cq_solution *part, uint32_t part_cols,
                           uint32_t top, uint32_t left)
{
    cq_context *ctx = m->run->ctx;
    cq_solution *to = &m->whole;

    cq_try(cq_vec_reserve(ctx, &to->members, part->members.count));
    for (size_t i = 0; i < part->labels.count; i++) {
        for (uint32_t k = part->starts.at[i]; k < part->starts.at[i + 1]; k++) {
            uint32_t cell = part->members.at[k];

            cq_assert(left + cell % part_cols < m->board->cols);
            cq_assert(top + cell / part_cols < m->board->rows);

            to->members.at[to->members.count++] =
                (top + cell / part_cols) * m->board->cols + left + cell % part_cols;
        }
        if (cq_vec_push(ctx, &to->labels, part->labels.at[i]) != CQ_OK ||
            cq_vec_push(ctx, &to->starts, (uint32_t)to->members.count) != CQ_OK)
            return CQ_MEMORY;
    }
    return CQ_OK;
}

static cq_status cover(mason *m, rectangle r)
{
    if (!plan(m, r.rows, r.cols))
        return CQ_OK;
    for (uint32_t height = r.rows; height > 0 && r.cols > 0;) {
        uint32_t strip = m->high[height];
        cq_assert(strip > 0 && strip <= height);

        height -= strip;
        for (uint32_t width = r.cols; width > 0;) {
            uint32_t cols = m->wide[strip][width];

            cq_assert(cols > 0 && cols <= width && is_made(m, strip, cols));

            width -= cols;
            cq_try(add_moved(m, &m->blocks[strip][cols], cols, r.top + height,
                             r.left + width));
        }
    }
    return CQ_OK;
}

/* ---- the core ---- */

/* The four rectangles around the core: above and below it over all columns, and on its
 * two sides. */
static void surround(const mason *m, rectangle core, rectangle out[4])
{
    uint32_t bottom = core.top + core.rows, right = core.left + core.cols;

    cq_assert(bottom <= m->board->rows && right <= m->board->cols);

    out[0] = (rectangle){0, 0, core.top, m->board->cols};
    out[1] = (rectangle){bottom, 0, m->board->rows - bottom, m->board->cols};
    out[2] = (rectangle){core.top, 0, core.rows, core.left};
    out[3] = (rectangle){core.top, right, core.rows, m->board->cols - right};
}

static cq_status try_core(mason *m, rectangle core, bool *found)
{
    cq_context *ctx = m->run->ctx;
    cq_solution solution = {0};
    cq_board *board = NULL;
    cq_status status = cq_grid_new(ctx, core.rows, core.cols, CQ_PLANE, &board);

    for (uint32_t r = 0; status == CQ_OK && r < core.rows; r++)
        for (uint32_t c = 0; c < core.cols; c++)
            cq_grid_set(
                board, r * core.cols + c,
                m->board->colour[(core.top + r) * m->board->cols + core.left + c]);
    cq_then(status, cq_poly_try(m->run, board, &m->run->problem->pieces, m->limit,
                                &m->nodes, &solution, found));
    if (status == CQ_OK && *found)
        status = add_moved(m, &solution, core.cols, core.top, core.left);
    cq_solution_free(&solution);
    cq_board_free(board);
    return status;
}

/* Covers all around the core and then the core, if both are possible. */
static cq_status try_around(mason *m, rectangle core, unsigned *cores, bool *found)
{
    rectangle around[4];

    if ((uint64_t)core.rows * core.cols < m->owed)
        return CQ_OK;
    surround(m, core, around);
    for (unsigned i = 0; i < 4; i++)
        if (!plan(m, around[i].rows, around[i].cols))
            return CQ_OK;
    if (core.rows && core.cols) {
        ++*cores;
        cq_try(try_core(m, core, found));
    } else {
        *found = true;
    }
    for (unsigned i = 0; i < 4 && *found; i++)
        cq_try(cover(m, around[i]));
    return CQ_OK;
}

/* The rectangle of cells that are missing or coloured; without any, the first corner.
 * */
static rectangle special(const mason *m)
{
    const cq_board *board = m->board;
    uint32_t top = board->rows, bottom = 0, left = board->cols, right = 0;

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell] != CQ_ANY_COLOUR) {
            uint32_t row = cq_row(board, cell), col = cq_col(board, cell);

            top = row < top ? row : top;
            bottom = row + 1 > bottom ? row + 1 : bottom;
            left = col < left ? col : left;
            right = col + 1 > right ? col + 1 : right;
        }
    if (bottom == 0)
        return (rectangle){0};
    cq_assert(top < bottom && left < right);
    return (rectangle){top, left, bottom - top, right - left};
}

/* A core with margins above, to the left, below and to the right; false if it goes over
 * the edge. */
static bool widen(const mason *m, rectangle inner, const uint32_t margin[4],
                  rectangle *core)
{
    if (margin[0] > inner.top || margin[1] > inner.left ||
        inner.top + inner.rows + margin[2] > m->board->rows ||
        inner.left + inner.cols + margin[3] > m->board->cols)
        return false;
    *core = (rectangle){inner.top - margin[0], inner.left - margin[1],
                        inner.rows + margin[0] + margin[2],
                        inner.cols + margin[1] + margin[3]};
    return (core->rows == 0) == (core->cols == 0);
}

/* Cores with margins of a given sum. */
static cq_status try_margins(mason *m, rectangle inner, uint32_t sum, unsigned *cores,
                             bool *found)
{
    cq_status status = CQ_OK;
    uint32_t margin[4];

    for (margin[0] = 0; margin[0] <= sum && margin[0] <= MARGIN; margin[0]++)
        for (margin[1] = 0; margin[0] + margin[1] <= sum && margin[1] <= MARGIN;
             margin[1]++)
            for (margin[2] = 0;
                 margin[0] + margin[1] + margin[2] <= sum && margin[2] <= MARGIN;
                 margin[2]++) {
                rectangle core;

                margin[3] = sum - margin[0] - margin[1] - margin[2];
                if (margin[3] > MARGIN || !widen(m, inner, margin, &core))
                    continue;
                status = try_around(m, core, cores, found);
                if (status != CQ_OK || *found || *cores >= CORES)
                    return status;
                if (m->run->stop != CQ_FINISHED)
                    return status;
            }
    return status;
}

/* One round over all cores. */
static cq_status try_cores(mason *m, bool *found)
{
    rectangle inner = special(m);
    unsigned cores = 0;
    uint64_t most = m->nodes + ROUND_NODES;

    for (uint32_t sum = 0; sum <= 4 * MARGIN && !*found; sum++) {
        if (cores >= CORES || m->nodes > most || cq_run_poll(m->run))
            break;
        cq_try(try_margins(m, inner, sum, &cores, found));
    }
    return CQ_OK;
}

/* ---- all of it ---- */

/* Pieces in any number that no board can exhaust; false if there are none. */
static bool choose_pieces(mason *m, cq_piece *at)
{
    const cq_pieces *pieces = &m->run->problem->pieces;

    m->any = (cq_pieces){.at = at, .count = pieces->count, .room = pieces->count};
    for (size_t i = 0; i < pieces->count; i++) {
        uint32_t size = (uint32_t)pieces->at[i].shape.count;

        at[i] = pieces->at[i];
        at[i].least = 0;
        m->owed += (uint64_t)pieces->at[i].least * size;
        if (pieces->at[i].most >= m->board->count / size)
            m->common = (uint32_t)cq_gcd(m->common, size);
        else
            at[i].most = 0;
    }
    return m->common > 0;
}

static cq_status open_mason(mason *m, cq_piece **pieces)
{
    cq_context *ctx = m->run->ctx;
    size_t widest = m->board->cols, highest = m->board->rows;

    *pieces = cq_alloc(ctx, m->run->problem->pieces.count, sizeof **pieces);
    m->high = cq_alloc(ctx, highest + 1, sizeof *m->high);
    if (!*pieces || !m->high || cq_vec_push(ctx, &m->whole.starts, 0) != CQ_OK)
        return CQ_MEMORY;
    for (uint32_t rows = 1; rows <= SIDE; rows++) {
        m->wide[rows] = cq_zalloc(ctx, widest + 1, sizeof *m->wide[rows]);
        cq_try_memory(m->wide[rows]);
    }
    return CQ_OK;
}

static void close_mason(mason *m, cq_piece *pieces)
{
    for (uint32_t rows = 0; rows <= SIDE; rows++) {
        for (uint32_t cols = 0; cols <= SIDE; cols++)
            cq_solution_free(&m->blocks[rows][cols]);
        cq_free(m->wide[rows]);
    }
    cq_free_each(m->high, pieces);
    cq_solution_free(&m->whole);
    cq_free(m);
}

cq_status cq_poly_blocks(cq_run *run, uint64_t *nodes, bool *found)
{
    mason *m;
    cq_piece *pieces = NULL;
    bool enough;
    cq_status status;

    if (run->problem->board->count <= LARGE)
        return CQ_OK;
    m = cq_zalloc(run->ctx, 1, sizeof *m);
    cq_try_memory(m);
    m->run = run;
    m->board = run->problem->board;
    status = open_mason(m, &pieces);
    if (status != CQ_OK || !choose_pieces(m, pieces))
        goto done;
    for (uint32_t rows = 1; rows <= SIDE && status == CQ_OK && !cq_run_poll(run);
         rows++)
        status = make_row(m, rows);
    for (m->limit = CORE_NODES; m->limit <= MORE_NODES * CORE_NODES && !*found;
         m->limit *= MORE_NODES)
        if (status == CQ_OK && run->stop == CQ_FINISHED)
            status = try_cores(m, found);
    if (status == CQ_OK && *found)
        status = cq_run_found(run, &m->whole, &enough);
    *nodes += m->nodes;
done:
    close_mason(m, pieces);
    return status;
}
