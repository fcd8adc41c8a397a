/* unwind.c - the tour as a list of vertices, in the order of its steps.
 *
 * On a board the walk keeps row and column, so that a step is an addition. The number
 * of a vertex is that of its square among the squares that are there: on a board
 * without holes the square itself, else the bits before it are counted, 64 at a time.
 */
#include "engine/weave/weave.h"

#include "base/bitset.h"

typedef struct ranks {
    cq_word *bits;    /* squares that are there; NULL: all */
    uint32_t *before; /* by word: how many before it */
} ranks;

static cq_status make_ranks(cq_context *ctx, const cq_board *board, ranks *out)
{
    size_t size = cq_board_size(board), words = cq_bits_words(size);
    uint32_t sum = 0;

    if (board->count == size)
        return CQ_OK;
    out->bits = cq_bits_new(ctx, size);
    out->before = out->bits ? cq_alloc(ctx, words, sizeof *out->before) : NULL;
    if (!out->before)
        return CQ_MEMORY;
    for (size_t cell = 0; cell < size; cell++)
        if (board->colour[cell])
            cq_bits_add(out->bits, cell);
    for (size_t i = 0; i < words; i++) {
        out->before[i] = sum;
        sum += (uint32_t)__builtin_popcountll(out->bits[i]);
    }
    return CQ_OK;
}

static uint32_t rank_of(const ranks *r, size_t cell)
{
    if (!r->bits)
        return (uint32_t)cell;
    return r->before[cell / 64] +
           (uint32_t)__builtin_popcountll(r->bits[cell / 64] &
                                          (((cq_word)1 << (cell % 64)) - 1));
}

static void unwind_board(const cq_loom *f, const ranks *r, uint32_t start, unsigned way,
                         uint32_t *out)
{
    size_t cell =
        (size_t)(start / f->stride - f->above) * f->board->cols + start % f->stride;
    int64_t step[CQ_WAYS_MOST];
    uint32_t at = start;

    for (unsigned i = 0; i < f->ways; i++)
        step[i] = f->down[i] * f->board->cols + f->right[i];
    for (uint32_t i = 0; i < f->count; i++) {
        const uint8_t *code;

        out[i] = rank_of(r, cell);
        if (way >= f->ways)
            break;
        at += f->delta[way];
        cell += (size_t)step[way];
        code = f->code + 2 * (size_t)at;
        way = code[0] == f->back[way] ? code[1] : code[0];
    }
}

static void unwind_graph(const cq_loom *f, uint32_t start, uint32_t to, uint32_t *out)
{
    uint32_t at = start;

    for (uint32_t i = 0; i < f->count && cq_is_vertex(at); i++) {
        uint32_t after = to;

        out[i] = at;
        if (cq_is_vertex(after))
            to = cq_loom_next(f, after, at);
        at = after;
    }
}

/* An end where there is one. */
static uint32_t find_start(const cq_weave *w)
{
    const cq_loom *f = &w->loom;
    uint32_t v = 0;

    if (w->from != CQ_LINK_NONE)
        return w->from;
    for (; v < f->size; v++)
        if (cq_loom_has(f, v) && (!w->open || cq_loom_link(f, v, 0) == CQ_LINK_END ||
                                  cq_loom_link(f, v, 1) == CQ_LINK_END))
            break;
    return v;
}

/* Of exactly this size: half as much again would be too much on a large board. */
static cq_status make_list(cq_context *ctx, uint32_t count, cq_u32s *out)
{
    cq_vec_free(out);
    out->at = cq_alloc(ctx, count, sizeof *out->at);
    if (!out->at)
        return CQ_MEMORY;
    out->room = count;
    return CQ_OK;
}

cq_status cq_weave_unwind(cq_weave *w, cq_u32s *out)
{
    const cq_loom *f = &w->loom;
    uint32_t start = find_start(w);
    unsigned side = w->open && cq_loom_link(f, start, 0) == CQ_LINK_END ? 1 : 0;
    ranks r = {0};
    cq_status status = CQ_OK;

    out->count = 0;
    if (f->board)
        status = make_ranks(w->run->ctx, f->board, &r);
    if (status == CQ_OK)
        status = make_list(w->run->ctx, f->count, out);
    if (status == CQ_OK) {
        if (f->board)
            unwind_board(f, &r, start, f->code[2 * (size_t)start + side], out->at);
        else
            unwind_graph(f, start, cq_loom_link(f, start, side), out->at);
        out->count = f->count;
    }
    cq_free(r.bits);
    cq_free(r.before);
    return status;
}
