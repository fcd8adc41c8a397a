/* block_tours.c - starts large boards with copies of a small tour, laid side by side.
 *
 * A closed tour of the 8 x 8 board is woven once. The board is cut into bands of eight
 * rows, and in each band copies of that tour are laid wherever eight columns are free.
 * Neighbouring copies are joined at once, always in the same place, where a thread near
 * the right edge of one copy and one near the left edge of the next lie side by side.
 * So every run of copies is one cycle, and the bands are joined like any other cycles.
 * The strands cover the remaining squares.
 *
 *     +----+----+----+---
 *     | 1  = 1  = 1  | the   a run; = where copies are joined
 *     +----+----+----+ rest
 *     | 2  = 2  = 2  |
 *
 * Joining prepared blocks is how Parberry ("An efficient algorithm for the knight's
 * tour problem", Discrete Applied Mathematics 73, 1997) tours large squares in linear
 * time. Here the blocks are only a start, which saves nearly all of the work on boards
 * with large full parts; the other steps complete it.
 *
 * A remainder of one to four rows or columns would be hard to fill, so one block fewer
 * is laid and five to twelve remain. If the squares next to the runs are of unequal
 * colours, as along the slopes of an Aztec diamond, threads would have to be pulled
 * through the blocks from one side to the other; then no blocks are laid.
 *
 * Cost: a few steps for each square.
 */
#include "engine/weave/weave.h"

#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 8,
    LEAST = 4096,  /* squares of a board on which blocks are worth while */
    TRIES = 40,    /* tours of the block, until one can be joined to its copy */
    WORK = 200000, /* places looked at for one of them */
    NARROW = 5     /* a remainder of this many rows or columns can be filled */
};

typedef struct pattern {
    uint8_t code[SIDE][2 * SIDE];
    uint32_t u, v, x, y; /* threads u v and, in the copy, x y: joined u x and v y */
} pattern;

/* ---- the block ---- */

static uint32_t place(const cq_loom *f, uint32_t row, uint32_t col)
{
    return (row + f->above) * f->stride + col;
}

/* The threads of the small loom, as ways of the large one. */
static void copy_threads(const cq_loom *small, const cq_loom *large, pattern *out)
{
    for (uint32_t row = 0; row < SIDE; row++)
        for (uint32_t col = 0; col < SIDE; col++)
            for (unsigned side = 0; side < 2; side++) {
                unsigned way = small->code[2 * place(small, row, col) + side];
                int64_t delta = small->down[way] * large->stride + small->right[way];

                cq_assert(way < small->ways); /* a closed tour: no end, none missing */
                out->code[row][2 * col + side] =
                    (uint8_t)cq_loom_way(large, (uint32_t)delta);
            }
}

/* A place of the block as one of the large loom, with its corner at 0. */
static uint32_t seam(const pattern *b, const cq_loom *f, uint32_t at, unsigned side,
                     uint32_t *to)
{
    uint32_t here = at / SIDE * f->stride + at % SIDE;

    cq_assert(at < SIDE * SIDE && b->code[at / SIDE][2 * (at % SIDE) + side] < f->ways);
    *to = here + f->delta[b->code[at / SIDE][2 * (at % SIDE) + side]];
    return here;
}

/* A thread u v of the block and x y of its copy to the right that are sides of a square
 * of edges, and are not copies of one another. */
static bool find_seam(const cq_loom *f, pattern *b)
{
    for (uint32_t i = 0; i < 2 * SIDE * SIDE; i++) {
        b->u = seam(b, f, i / 2, i % 2, &b->v);
        for (uint32_t k = 0; k < 2 * SIDE * SIDE; k++) {
            b->x = seam(b, f, k / 2, k % 2, &b->y);
            if ((b->x == b->u && b->y == b->v) || (b->x == b->v && b->y == b->u))
                continue;
            if (cq_loom_adjacent(f, b->u, b->x + SIDE) &&
                cq_loom_adjacent(f, b->v, b->y + SIDE))
                return true;
        }
    }
    return false;
}

static cq_status make_square(cq_context *ctx, cq_board **out)
{
    cq_try(cq_grid_new(ctx, SIDE, SIDE, CQ_PLANE, out));
    for (cq_cell cell = 0; cell < SIDE * SIDE; cell++)
        cq_grid_set(*out, cell, CQ_ANY_COLOUR);
    return CQ_OK;
}

/* Weaves the block; *done is false if this leaper has none. */
static cq_status make_block(cq_weave *w, pattern *out, bool *done)
{
    cq_weave small = {.run = w->run, .from = CQ_LINK_NONE, .to = CQ_LINK_NONE};
    cq_board *board = NULL;
    bool fits = false;
    cq_status status = make_square(w->run->ctx, &board);

    *done = false;
    cq_then(status, cq_loom_of_board(w->run->ctx, board, &w->run->problem->leaper,
                                     &small.loom, &fits));
    small.loom.random = w->loom.random;
    fits = fits && small.loom.ways == w->loom.ways;
    for (unsigned i = 0; fits && status == CQ_OK && i < TRIES && !*done; i++) {
        bool woven = false;

        status = cq_weave_try(&small, WORK, &woven);
        if (!woven)
            break;
        copy_threads(&small.loom, &w->loom, out);
        *done = find_seam(&w->loom, out);
    }
    w->stopped = small.stopped;
    cq_weave_free(&small);
    cq_board_free(board);
    return status;
}

/* ---- laying ---- */

typedef struct band {
    cq_weave *w;
    const pattern *block;
    uint32_t row;    /* its first */
    uint8_t *free;   /* by column: all of its eight squares are */
    int64_t surplus; /* of one colour among the free squares so far */
    uint64_t pull;   /* threads to be pulled through blocks, for each block */
    uint64_t blocks; /* that there would be */
} band;

static void find_free(band *b)
{
    const cq_loom *f = &b->w->loom;

    memset(b->free, 1, f->board->cols);
    for (uint32_t row = 0; row < SIDE; row++) {
        const uint8_t *code = f->code + 2 * (size_t)place(f, b->row + row, 0);

        for (uint32_t col = 0; col < f->board->cols; col++)
            b->free[col] &= code[2 * col] == CQ_WAY_NONE;
    }
}

/* Adds what one colour has more among the free squares from column `from` to `to`. */
static void weigh(band *b, uint32_t from, uint32_t to)
{
    const cq_loom *f = &b->w->loom;

    for (uint32_t row = 0; row < SIDE; row++)
        for (uint32_t col = from; col < to; col++)
            if (f->code[2 * (size_t)place(f, b->row + row, col)] == CQ_WAY_NONE)
                b->surplus += (row + col) & 1 ? 1 : -1;
}

static void lay(band *b, uint32_t col, bool joined)
{
    cq_loom *f = &b->w->loom;
    const pattern *block = b->block;
    uint32_t corner = place(f, b->row, col);

    cq_assert(col + SIDE <= f->board->cols && b->row + SIDE <= f->board->rows);
    cq_assert(!joined || col >= SIDE);

    for (uint32_t row = 0; row < SIDE; row++)
        memcpy(f->code + 2 * (size_t)(corner + row * f->stride), block->code[row],
               sizeof block->code[row]);
    b->w->blocks++;
    if (!joined)
        return;
    cq_loom_turn(f, corner - SIDE + block->u, corner - SIDE + block->v,
                 corner + block->x);
    cq_loom_turn(f, corner - SIDE + block->v, corner - SIDE + block->u,
                 corner + block->y);
    cq_loom_turn(f, corner + block->x, corner + block->y, corner - SIDE + block->u);
    cq_loom_turn(f, corner + block->y, corner + block->x, corner - SIDE + block->v);
}

/* How many blocks to lay on a stretch: what is left is nothing, or wide enough. */
static uint32_t blocks_on(uint32_t length)
{
    uint32_t count = length / SIDE, rest = length % SIDE;

    return count && rest && rest < NARROW ? count - 1 : count;
}

/* Lays the blocks of a band, or with `dry` only finds out what they would pull. */
static void fill_band(band *b, bool dry)
{
    uint32_t cols = b->w->loom.board->cols, end, done = 0;

    find_free(b);
    b->surplus = 0;
    for (uint32_t col = 0; col < cols; col = end + 1) {
        uint32_t count;

        for (end = col; end < cols && b->free[end]; end++)
            ;
        count = blocks_on(end - col);
        if (count == 0)
            continue;
        if (dry) {
            weigh(b, done, col);
            b->pull += (uint64_t)llabs(b->surplus) * count;
            b->blocks += count;
        }
        for (uint32_t i = 0; i < count && !dry; i++)
            lay(b, col + i * SIDE, i > 0);
        done = col + count * SIDE;
    }
}

static void fill_all(band *b, uint32_t bands, bool dry)
{
    for (uint32_t i = 0; i < bands && !b->w->stopped; i++) {
        b->row = i * SIDE;
        fill_band(b, dry);
        b->w->stopped = i % 16 == 15 && cq_run_poll(b->w->run);
    }
}

static cq_status lay_all(cq_weave *w, const pattern *block)
{
    const cq_board *board = w->loom.board;
    uint32_t bands = blocks_on(board->rows);
    band b = {.w = w, .block = block};

    b.free = cq_alloc(w->run->ctx, board->cols, 1);
    cq_try_memory(b.free);
    if (w->loom.two_coloured && board->count < cq_board_size(board))
        fill_all(&b, bands, true);
    if (b.pull <= b.blocks / 4)
        fill_all(&b, bands, false);
    cq_assert(cq_loom_check(&w->loom));
    cq_free(b.free);
    return CQ_OK;
}

cq_status cq_weave_blocks(cq_weave *w)
{
    pattern block;
    bool done;

    if (!w->loom.board || w->loom.count < LEAST || w->starts > 1)
        return CQ_OK;
    cq_try(make_block(w, &block, &done));
    return done && !w->stopped ? lay_all(w, &block) : CQ_OK;
}
