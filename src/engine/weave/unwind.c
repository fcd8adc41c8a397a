/* unwind.c - the tour as a list of vertices, in the order of its steps.
 *
 * On a board the walk keeps row and column, so that a step is an addition. The number
 * of a vertex is that of its square among the squares that are there: on a board
 * without holes the square itself, else the bits before it are counted, 64 at a time. A
 * cycle is walked in both directions at once from its start, which halves the time
 * spent waiting for memory on a large board.
 */
#include "engine/weave/weave.h"

#include "base/assert.h"
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
    cq_try_memory(out->before);
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

/* A walk over the threads of a board, one way round. */
typedef struct walk {
    uint32_t at;
    unsigned way; /* on from there */
    size_t cell;
} walk;

static void step_on(const cq_loom *f, const int64_t *step, walk *w)
{
    cq_assert(w->way < f->ways);
    w->at += f->delta[w->way];
    w->cell += (size_t)step[w->way];
    w->way = cq_loom_way_on(f, w->at, w->way);
}

/* From an end of a path to the other. */
static cq_status unwind_path(cq_context *ctx, const cq_loom *f, const ranks *r,
                             const int64_t *step, walk w, uint32_t *out)
{
    for (uint32_t i = 0; i < f->count; i++) {
        out[i] = rank_of(r, w.cell);
        if (w.way >= f->ways)
            break;
        step_on(f, step, &w);
        cq_try(cq_poll_at(ctx, i + 1));
    }
    return CQ_OK;
}

/* Both ways round a cycle at once: the processor waits for the memory of two steps
 * together. */
static cq_status unwind_cycle(cq_context *ctx, const cq_loom *f, const ranks *r,
                              const int64_t *step, walk w, uint32_t *out)
{
    walk back = w;
    uint32_t i = 1, k = f->count;

    cq_assert(k >= 3);

    back.way = f->code[2 * (size_t)w.at + 1];
    out[0] = rank_of(r, w.cell);
    for (; i + 1 < k; i++) {
        step_on(f, step, &w);
        step_on(f, step, &back);
        out[i] = rank_of(r, w.cell);
        out[--k] = rank_of(r, back.cell);
        cq_try(cq_poll_at(ctx, i));
    }
    if (i < k) {
        step_on(f, step, &w);
        out[i] = rank_of(r, w.cell);
    }
    return CQ_OK;
}

static cq_status unwind_board(const cq_weave *w, const ranks *r, uint32_t start,
                              unsigned side, uint32_t *out)
{
    cq_context *ctx = w->run->ctx;
    const cq_loom *f = &w->loom;
    walk first = {.at = start, .way = f->code[2 * (size_t)start + side]};
    int64_t step[CQ_WAYS_MOST];

    first.cell =
        (size_t)(start / f->stride - f->above) * f->board->cols + start % f->stride;
    for (unsigned i = 0; i < f->ways; i++)
        step[i] = f->down[i] * f->board->cols + f->right[i];
    return w->open ? unwind_path(ctx, f, r, step, first, out)
                   : unwind_cycle(ctx, f, r, step, first, out);
}

static cq_status unwind_graph(const cq_weave *w, uint32_t start, uint32_t to,
                              uint32_t *out)
{
    const cq_loom *f = &w->loom;
    uint32_t at = start;

    for (uint32_t i = 0; i < f->count && cq_is_vertex(at); i++) {
        uint32_t after = to;

        out[i] = at;
        if (cq_is_vertex(after))
            to = cq_loom_next(f, after, at);
        at = after;
        cq_try(cq_poll_at(w->run->ctx, i + 1));
    }
    return CQ_OK;
}

/* An end if there is one. */
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

/* The number of vertices on the cycle or path of `start`. */
static uint32_t length_from(const cq_loom *f, uint32_t start)
{
    uint32_t at = start, before = CQ_LINK_NONE, length = 0;
    uint32_t to = cq_loom_link(f, start, 0);

    if (to == CQ_LINK_END)
        to = cq_loom_link(f, start, 1);
    do {
        length++;
        before = at;
        at = to;
        to = cq_is_vertex(at) ? cq_loom_next(f, at, before) : at;
    } while (cq_is_vertex(at) && at != start && length <= f->count);
    return length;
}

/* The same for a cycle on a board, walked both ways at once until the two meet. */
static uint32_t length_round(const cq_loom *f, uint32_t start)
{
    static const int64_t nowhere[CQ_WAYS_MOST];
    walk on = {.at = start, .way = f->code[2 * (size_t)start]};
    walk back = {.at = start, .way = f->code[2 * (size_t)start + 1]};
    uint32_t length = 1;

    for (; length < f->count; length += 2) {
        step_on(f, nowhere, &on);
        if (on.at == back.at) /* an odd cycle */
            return length;
        step_on(f, nowhere, &back);
        if (on.at == back.at)
            return length + 1;
    }
    return length;
}

bool cq_weave_is_one(const cq_weave *w)
{
    const cq_loom *f = &w->loom;
    uint32_t start = find_start(w);

    return start < f->size &&
           (f->board && !w->open ? length_round(f, start) : length_from(f, start)) >=
               f->count;
}

/* Of exactly this size: half as much again would be too much on a large board. */
static cq_status make_list(cq_context *ctx, uint32_t count, cq_u32s *out)
{
    cq_vec_free(out);
    out->at = cq_alloc(ctx, count, sizeof *out->at);
    cq_try_memory(out->at);
    out->room = count;
    return CQ_OK;
}

/* The list goes along threads, and never back by the one it came. */
static bool check_tour(const cq_weave *w, const cq_u32s *tour)
{
    const cq_loom *f = &w->loom;

    cq_hold(tour->count == f->count);
    for (size_t i = 1; i < tour->count; i++) {
        cq_hold(cq_loom_linked(f, cq_weave_place(w, tour->at[i - 1]),
                               cq_weave_place(w, tour->at[i])));
        cq_hold(i == 1 || tour->at[i] != tour->at[i - 2]);
    }
    return true;
}

cq_status cq_weave_unwind(cq_weave *w, cq_u32s *out)
{
    const cq_loom *f = &w->loom;
    uint32_t start = find_start(w);
    unsigned side = w->open && cq_loom_link(f, start, 0) == CQ_LINK_END ? 1 : 0;
    ranks r = {0};
    cq_status status = CQ_OK;

    cq_assert(start < f->size && cq_weave_is_one(w));
    out->count = 0;
    if (f->board)
        status = make_ranks(w->run->ctx, f->board, &r);
    cq_then(status, make_list(w->run->ctx, f->count, out));
    cq_then(status,
            f->board ? unwind_board(w, &r, start, side, out->at)
                     : unwind_graph(w, start, cq_loom_link(f, start, side), out->at));
    if (status == CQ_OK) {
        out->count = f->count;
        cq_assert(check_tour(w, out));
    }
    cq_free_each(r.bits, r.before);
    return status;
}
