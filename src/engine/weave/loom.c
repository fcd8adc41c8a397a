/* loom.c - looms made of boards and of graphs.
 *
 * A way of a board is identified by the difference of two places. A table from
 * differences to ways is filled by multiplicative hashing, with a factor drawn until no
 * two ways meet: the table has at least four times the square of what is needed for few
 * ways, so that a few draws are enough, and looking up is one load and one comparison.
 *
 * Two different leaps have different deltas because a row of places is wider than twice
 * the longest leap to the side: a leap that is as wide as the board is dropped at once.
 */
#include "engine/weave/loom.h"

#include "base/assert.h"

#include <string.h>

void cq_loom_free(cq_loom *f)
{
    cq_free_each(f->way_of, f->code, f->link);
    f->way_of = f->code = NULL;
    f->link = NULL;
}

/* Ways in the order of the squares that they lead to, row by row: Warnsdorff's rule
 * leaves the fewest paths if equals are taken in a fixed order such as this. */
static void add_way(cq_loom *f, const cq_board *board, int64_t down, int64_t right)
{
    unsigned at = f->ways;

    if (down <= -(int64_t)board->rows || down >= (int64_t)board->rows ||
        right <= -(int64_t)board->cols || right >= (int64_t)board->cols)
        return;
    while (at > 0 && (f->down[at - 1] > down ||
                      (f->down[at - 1] == down && f->right[at - 1] >= right)))
        at--;
    if (at < f->ways && f->down[at] == down && f->right[at] == right)
        return;
    cq_assert(f->ways < CQ_WAYS_MOST);
    for (unsigned w = f->ways++; w > at; w--) {
        f->down[w] = f->down[w - 1];
        f->right[w] = f->right[w - 1];
    }
    f->down[at] = down;
    f->right[at] = right;
}

static void add_ways(cq_loom *f, const cq_board *board, const cq_leaper *leaper)
{
    for (size_t i = 0; i < leaper->count; i++)
        for (unsigned way = 0; way < 8; way++) {
            int64_t a = leaper->at[i].a, b = leaper->at[i].b;

            a = way & 1 ? -a : a;
            b = way & 2 ? -b : b;
            if (cq_leap_goes(leaper->at[i], way))
                add_way(f, board, way & 4 ? b : a, way & 4 ? a : b);
        }
}

static bool place_ways(cq_loom *f)
{
    memset(f->way_of, CQ_WAY_NONE, (size_t)1 << (32 - f->shift));
    for (unsigned w = 0; w < f->ways; w++) {
        uint8_t *slot = &f->way_of[(f->delta[w] * f->factor) >> f->shift];

        if (*slot != CQ_WAY_NONE)
            return false;
        *slot = (uint8_t)w;
    }
    return true;
}

static cq_status hash_ways(cq_context *ctx, cq_loom *f)
{
    cq_random random;
    unsigned bits = 6;

    while (((uint32_t)1 << bits) < f->ways * f->ways)
        bits++;
    f->shift = 32 - bits;
    f->way_of = cq_alloc(ctx, (size_t)1 << bits, 1);
    cq_try_memory(f->way_of);
    cq_random_seed(&random, 1);
    do
        f->factor = (uint32_t)cq_random_next(&random) | 1;
    while (!place_ways(f));
    return CQ_OK;
}

static void reach(const cq_loom *f, int64_t *rows, int64_t *cols)
{
    *rows = *cols = 0;
    for (unsigned w = 0; w < f->ways; w++) {
        *rows = f->down[w] > *rows ? f->down[w] : *rows;
        *cols = f->right[w] > *cols ? f->right[w] : *cols;
    }
}

/* How many squares from here on are absent, looked at eight at a time. */
static size_t absent_from(const char *colour, size_t most)
{
    size_t count = 0;
    uint64_t eight;

    for (; count + sizeof eight <= most; count += sizeof eight) {
        memcpy(&eight, colour + count, sizeof eight);
        if (eight)
            break;
    }
    while (count < most && !colour[count])
        count++;
    return count;
}

static void mark_cells(cq_loom *f)
{
    const cq_board *board = f->board;

    for (uint32_t row = 0; row < board->rows; row++) {
        const char *colour = board->colour + (size_t)row * board->cols;
        uint8_t *code = f->code + 2 * (size_t)(row + f->above) * f->stride;

        for (uint32_t col = 0, end; col < board->cols; col = end) {
            const char *hole;

            col += (uint32_t)absent_from(colour + col, board->cols - col);
            hole = memchr(colour + col, 0, board->cols - col);
            end = hole ? (uint32_t)(hole - colour) : board->cols;
            cq_assert(end > col || end == board->cols);
            memset(code + 2 * (size_t)col, CQ_WAY_NONE, 2 * (size_t)(end - col));
        }
    }
}

/* A way and the way back undo each other, and none is met under another's delta. */
static bool check_ways(const cq_loom *f)
{
    for (unsigned w = 0; w < f->ways; w++) {
        unsigned back = f->back[w];

        cq_hold(back < f->ways && f->back[back] == w);
        cq_hold(f->down[back] == -f->down[w] && f->right[back] == -f->right[w]);
        cq_hold(cq_loom_way(f, f->delta[w]) == w);
        cq_hold(w == 0 || f->down[w - 1] < f->down[w] ||
                (f->down[w - 1] == f->down[w] && f->right[w - 1] < f->right[w]));
    }
    return true;
}

cq_status cq_loom_of_board(cq_context *ctx, const cq_board *board,
                           const cq_leaper *leaper, cq_loom *out, bool *fits)
{
    cq_loom f = {.board = board, .count = (uint32_t)board->count};
    int64_t rows, cols;
    uint64_t size;

    *fits = false;
    if (board->surface != CQ_PLANE || 8 * leaper->count > CQ_WAYS_MOST)
        return CQ_OK;
    add_ways(&f, board, leaper);
    reach(&f, &rows, &cols);
    size = ((uint64_t)board->rows + 2 * (uint64_t)rows + 1) *
           (board->cols + (uint64_t)cols);
    if (f.ways == 0 || size >= CQ_LINK_END)
        return CQ_OK;
    f.size = (uint32_t)size;
    f.above = (uint32_t)rows + 1;
    f.stride = board->cols + (uint32_t)cols;
    f.two_coloured = true;
    for (unsigned w = 0; w < f.ways; w++) {
        f.delta[w] = (uint32_t)(f.down[w] * f.stride + f.right[w]);
        f.two_coloured = f.two_coloured && ((f.down[w] + f.right[w]) & 1);
    }
    f.code = cq_alloc(ctx, f.size, 2);
    if (!f.code || hash_ways(ctx, &f) != CQ_OK) {
        cq_loom_free(&f);
        return CQ_MEMORY;
    }
    for (unsigned w = 0; w < f.ways; w++)
        f.back[w] = (uint8_t)cq_loom_way(&f, 0 - f.delta[w]);
    cq_assert(check_ways(&f));
    memset(f.code, CQ_WAY_ABSENT, 2 * (size_t)f.size);
    mark_cells(&f);
    cq_assert(cq_loom_check(&f));
    *out = f;
    *fits = true;
    return CQ_OK;
}

cq_status cq_loom_of_graph(cq_context *ctx, const cq_graph *graph, cq_loom *out)
{
    cq_loom f = {.graph = graph, .size = graph->vertices, .count = graph->vertices};

    f.link = cq_alloc(ctx, graph->vertices, 2 * sizeof *f.link);
    cq_try_memory(f.link);
    cq_loom_clear(&f);
    *out = f;
    return CQ_OK;
}

void cq_loom_clear(cq_loom *f)
{
    if (f->board)
        mark_cells(f);
    else
        memset(f->link, 0xff, 2 * sizeof *f->link * (size_t)f->size);
}

bool cq_loom_check(const cq_loom *f)
{
    uint32_t count = 0;

    for (uint32_t v = 0; v < f->size; v++) {
        if (!cq_loom_has(f, v))
            continue;
        count++;
        cq_hold(!cq_loom_bare(f, v) || !cq_loom_full(f, v));
        cq_hold(!cq_is_vertex(cq_loom_link(f, v, 0)) ||
                cq_loom_link(f, v, 0) != cq_loom_link(f, v, 1));
        for (unsigned side = 0; side < 2; side++) {
            uint32_t to = cq_loom_link(f, v, side);

            cq_hold(!cq_is_vertex(to) || (to < f->size && to != v));
            cq_hold(!cq_is_vertex(to) || cq_loom_adjacent(f, v, to));
            cq_hold(!cq_is_vertex(to) || cq_loom_linked(f, to, v));
        }
    }
    cq_hold(count == f->count);
    return true;
}

uint32_t cq_loom_count_loose(const cq_loom *f)
{
    uint32_t count = 0;

    for (uint32_t v = 0; v < f->size; v++)
        count += cq_loom_has(f, v) && !cq_loom_full(f, v);
    return count;
}
