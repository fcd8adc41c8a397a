/* two_factor.c - two threads for every vertex, by alternating paths.
 *
 * Vertices with fewer than two threads are short. An alternating path leads from one of
 * them to another, over other edges and threads in turn, beginning and ending with an
 * edge that is not a thread. If threads and other edges are exchanged along it, both
 * ends gain a thread and nothing else changes (Petersen 1891; Tutte, "A short proof of
 * the factor theorem for finite graphs", 1954). The search is breadth first, so paths
 * are short, and reaches every vertex once, so no path crosses itself.
 *
 *     u . . b ---- a . . b ---- a . . x      u, x short; ---- threads
 *     u ---- b . . a ---- b . . a ---- x     the same afterwards
 *
 * If every edge changes sides (a knight on a chessboard) this is a maximum flow, and a
 * vertex without such a path stays short for ever: then not all vertices can have two
 * threads, and a second attempt is useless. In other graphs there may be a path that
 * would have to reach a vertex twice (Edmonds' blossoms), and another order may help.
 *
 * An open tour with loose ends has one thread missing for each of them. They then lead
 * out of the loom (CQ_LINK_END); if none is missing, a thread is cut in two.
 *
 * Cost: the vertices between the ends of each path; all vertices for one that fails.
 */
#include "engine/weave/weave.h"

#include "base/assert.h"
#include "base/bitset.h"
#include "base/sort.h"

#include <string.h>

cq_status cq_weave_make_room(cq_weave *w)
{
    const cq_loom *f = &w->loom;
    cq_context *ctx = w->run->ctx;

    if (f->board) { /* free neighbours are no longer counted */
        if (!w->near)
            w->near = cq_alloc(ctx, f->size, 1);
        cq_try_memory(w->near);
        memset(w->near, CQ_WAY_NONE, f->size);
        w->reach = f->stride > f->size / f->stride ? f->stride : f->size / f->stride;
        if (!w->lists)
            w->lists = cq_zalloc(ctx, w->reach, sizeof *w->lists);
        cq_try_memory(w->lists);
    }
    if (f->graph && !w->parent) {
        w->parent = cq_alloc(ctx, f->size, sizeof *w->parent);
        cq_try_memory(w->parent);
        memset(w->parent, 0xff, f->size * sizeof *w->parent);
    }
    return CQ_OK;
}

void cq_weave_drop_room(cq_weave *w)
{
    cq_free(w->near);
    w->near = NULL;
}

static bool reached(const cq_weave *w, uint32_t v)
{
    return w->loom.board ? w->near[v] != CQ_WAY_NONE : w->parent[v] != CQ_LINK_NONE;
}

/* Reaches v from `from`; v itself at the start of the search. The queue has those at an
 * even distance, which are left by edges that are no threads; `odd` the others. */
static cq_status reach(cq_weave *w, uint32_t v, uint32_t from, cq_u32s *list)
{
    cq_assert(!reached(w, v) && (v == from || cq_loom_adjacent(&w->loom, from, v)));
    if (!w->loom.board)
        w->parent[v] = from;
    else
        w->near[v] = v == from ? CQ_WAY_END : (uint8_t)cq_loom_way(&w->loom, v - from);
    return cq_vec_push(w->run->ctx, list, v);
}

static uint32_t parent_of(const cq_weave *w, uint32_t v)
{
    cq_assert(reached(w, v));
    return w->loom.board ? v - w->loom.delta[w->near[v]] : w->parent[v];
}

static void forget(cq_weave *w, cq_u32s *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (w->loom.board)
            w->near[list->at[i]] = CQ_WAY_NONE;
        else
            w->parent[list->at[i]] = CQ_LINK_NONE;
    w->searched += list->count;
    w->loom.work += list->count * 8;
    list->count = 0;
}

/* Threads and other edges change places from `last`, by way of `before`, to the start.
 */
static void change(cq_weave *w, uint32_t start, uint32_t before, uint32_t last)
{
    cq_loom *f = &w->loom;

    while (before != start) {
        uint32_t inner = parent_of(w, before);

        cq_assert(cq_loom_linked(f, before, inner) && !cq_loom_linked(f, before, last));
        cq_loom_untie(f, before, inner);
        cq_loom_tie(f, before, last);
        last = inner;
        before = parent_of(w, inner);
    }
    cq_assert(!cq_loom_full(f, start) && !cq_loom_linked(f, start, last));
    cq_loom_tie(f, start, last);
}

/* From a, by edges that are no threads: a short vertex ends the search, from others the
 * threads lead on. */
static cq_status look_from(cq_weave *w, uint32_t a, uint32_t *found)
{
    cq_loom *f = &w->loom;
    uint32_t span = cq_loom_span(f, a), i = cq_loom_shuffle(f, span);

    for (uint32_t k = 0; k < span; k++, i = i + 1 < span ? i + 1 : 0) {
        uint32_t b = cq_loom_near(f, a, i);

        if (b == CQ_LINK_NONE || reached(w, b) || cq_loom_linked(f, a, b))
            continue;
        if (!cq_loom_full(f, b)) {
            *found = b;
            return CQ_OK;
        }
        cq_try(reach(w, b, a, &w->odd));
        for (unsigned side = 0; side < 2; side++) {
            uint32_t to = cq_loom_link(f, b, side);

            if (cq_is_vertex(to) && !reached(w, to))
                cq_try(reach(w, to, b, &w->queue));
        }
    }
    return CQ_OK;
}

/* Breadth first, as far as `most` vertices. */
static cq_status search_wide(cq_weave *w, size_t most, uint32_t *before,
                             uint32_t *found)
{
    cq_status status = CQ_OK;

    for (size_t head = 0; status == CQ_OK && head < w->queue.count && head < most;
         head++) {
        *before = w->queue.at[head];
        if (head % CQ_WEAVE_POLL == CQ_WEAVE_POLL - 1 && cq_run_poll(w->run)) {
            w->stopped = true;
            break;
        }
        status = look_from(w, *before, found);
        if (*found != CQ_LINK_NONE)
            break;
    }
    return status;
}

/* How far v is from the place aimed at, in rows or columns. */
static uint32_t distance(const cq_weave *w, uint32_t v, uint32_t aim)
{
    uint32_t stride = w->loom.stride;
    uint32_t row = v / stride, col = v % stride, to = aim / stride, by = aim % stride;

    row = row > to ? row - to : to - row;
    col = col > by ? col - by : by - col;
    cq_assert(row < w->reach && col < w->reach);
    return row > col ? row : col;
}

/* The nearest vertex that is short, of the other colour if that matters. */
static uint32_t aim_from(const cq_weave *w, uint32_t start)
{
    const cq_loom *f = &w->loom;
    uint32_t best = CQ_LINK_NONE, least = UINT32_MAX;
    uint32_t colour = start / f->stride + start % f->stride;

    for (size_t i = 0; i < w->short_of.count; i++) {
        uint32_t v = w->short_of.at[i], far;

        if (cq_loom_full(f, v) || v == start ||
            (f->two_coloured && !((v / f->stride + v % f->stride + colour) & 1)))
            continue;
        far = distance(w, v, start);
        if (far < least) {
            least = far;
            best = v;
        }
    }
    return best;
}

/* Nearest to the aim first: one list for each distance, the last reached in front.
 * lists[d] is the number in the queue of the first in its list, plus one. */
static cq_status search_far(cq_weave *w, uint32_t start, uint32_t aim, size_t most,
                            uint32_t *before, uint32_t *found)
{
    uint32_t far = distance(w, start, aim);
    cq_status status = CQ_OK;
    size_t listed = 0, looked = 0;

    cq_assert(w->loom.board && *found == CQ_LINK_NONE && !cq_loom_full(&w->loom, aim));
    while (status == CQ_OK && *found == CQ_LINK_NONE && w->queue.count < most) {
        uint32_t first;

        cq_try(cq_vec_reserve(w->run->ctx, &w->after, w->queue.count));
        for (; listed < w->queue.count; listed++) {
            uint32_t d = distance(w, w->queue.at[listed], aim);

            w->after.at[listed] = w->lists[d];
            w->lists[d] = (uint32_t)listed + 1;
            far = d < far ? d : far;
        }
        while (far < w->reach && !w->lists[far])
            far++;
        if (far == w->reach || w->stopped)
            break;
        first = w->lists[far] - 1;
        cq_assert(first < w->queue.count);
        w->lists[far] = w->after.at[first];
        *before = w->queue.at[first];
        status = look_from(w, *before, found);
        if (++looked % CQ_WEAVE_POLL == 0)
            w->stopped = cq_run_poll(w->run);
    }
    memset(w->lists, 0, w->reach * sizeof *w->lists);
    return status;
}

/* Vertices in the queue before a search aims, and at first before it gives up. */
enum { NEARBY = 300, FAR = 10000 };

typedef enum outcome { NO_PATH, CHANGED, CUT_SHORT } outcome;

/* A path from the vertex at this place of the list of those that are short, over `most`
 * vertices. */
static cq_status augment(cq_weave *w, size_t at, size_t most, outcome *out)
{
    uint32_t start = w->short_of.at[at], found = CQ_LINK_NONE, before = start, aim;
    cq_status status;

    cq_assert(w->queue.count == 0 && w->odd.count == 0);
    cq_assert(!cq_loom_full(&w->loom, start));
    *out = NO_PATH;
    status = reach(w, start, start, &w->queue);
    cq_then(status, search_wide(w, w->loom.board ? NEARBY : SIZE_MAX, &before, &found));
    if (status == CQ_OK && found == CQ_LINK_NONE && w->loom.board &&
        w->queue.count > NEARBY && !w->stopped) {
        aim = aim_from(w, start);
        if (aim != CQ_LINK_NONE)
            status = search_far(w, start, aim, most, &before, &found);
        if (aim != CQ_LINK_NONE && w->queue.count >= most)
            *out = CUT_SHORT;
    }
    if (status == CQ_OK && found != CQ_LINK_NONE) {
        cq_assert(!cq_loom_full(&w->loom, found));
        change(w, start, before, found);
        w->augmented++;
        cq_assert(!cq_walk_due(w->augmented, w->loom.size) || cq_loom_check(&w->loom));
        *out = CHANGED;
    }
    forget(w, &w->queue);
    forget(w, &w->odd);
    return status;
}

/* Cuts a thread at a vertex drawn at random, so that both ends lead out. */
static void cut_anywhere(cq_weave *w)
{
    cq_loom *f = &w->loom;
    uint32_t v, to;

    do
        v = (uint32_t)cq_random_below(&f->random, f->size);
    while (!cq_loom_has(f, v));
    to = cq_loom_link(f, v, 0);
    cq_assert(cq_is_vertex(to)); /* no end leads out yet */
    cq_loom_turn(f, v, to, CQ_LINK_END);
    cq_loom_turn(f, to, v, CQ_LINK_END);
}

/* What is still missing, kept in the list; each vertex once for each thread. */
static unsigned missing(cq_weave *w)
{
    const cq_loom *f = &w->loom;
    size_t kept = 0, threads = 0;

    for (size_t i = 0; i < w->short_of.count; i++) {
        uint32_t v = w->short_of.at[i];

        if (cq_loom_full(f, v))
            continue;
        threads += cq_loom_bare(f, v) ? 2 : 1;
        w->short_of.at[kept++] = v;
    }
    w->short_of.count = kept;
    return threads > 3 ? 3 : (unsigned)threads;
}

/* The ends of an open tour lead out. */
static bool let_out(cq_weave *w)
{
    cq_loom *f = &w->loom;
    unsigned threads = missing(w);

    if (threads > w->loose_ends)
        return false;
    if (threads == 0 && w->loose_ends == 2 && f->count > 2)
        cut_anywhere(w);
    for (size_t i = 0; i < w->short_of.count; i++)
        while (!cq_loom_full(f, w->short_of.at[i]))
            cq_loom_add(f, w->short_of.at[i], CQ_LINK_END);
    w->short_of.count = 0;
    return true;
}

/* A long list is put in order by marks, in one pass over all vertices. */
static cq_status order_by_marks(cq_weave *w, cq_u32s *list)
{
    cq_word *marks = cq_bits_new(w->run->ctx, w->loom.size);

    cq_try_memory(marks);
    for (size_t i = 0; i < list->count; i++)
        cq_bits_add(marks, list->at[i]);
    list->count = 0;
    for (uint32_t v = 0; v < w->loom.size; v++)
        if (cq_bits_has(marks, v))
            list->at[list->count++] = v;
    cq_free(marks);
    return CQ_OK;
}

/* One vertex twice in the list would count twice. */
static cq_status each_once(cq_weave *w)
{
    cq_u32s *list = &w->short_of;
    size_t kept = 0;

    if (list->count > CQ_WEAVE_SHORT)
        return order_by_marks(w, list);
    cq_sort_u32(list->at, list->count);
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || list->at[kept - 1] != list->at[i])
            list->at[kept++] = list->at[i];
    cq_assert(kept <= list->count);
    list->count = kept;
    return CQ_OK;
}

/* Searches from every vertex that is short; *cut counts those that were cut short, and
 * *failed those that are short for good. */
static cq_status augment_all(cq_weave *w, size_t most, size_t *cut, size_t *failed)
{
    const cq_loom *f = &w->loom;
    cq_status status = CQ_OK;

    *cut = *failed = 0;
    for (size_t i = 0; status == CQ_OK && i < w->short_of.count; i++) {
        outcome out = CHANGED;

        while (status == CQ_OK && out == CHANGED && !w->stopped &&
               !cq_loom_full(f, w->short_of.at[i]))
            status = augment(w, i, most, &out);
        *cut += out == CUT_SHORT;
        *failed += out == NO_PATH;
        if (i % CQ_WEAVE_SHORT == CQ_WEAVE_SHORT - 1 && !w->stopped)
            w->stopped = cq_run_poll(w->run);
        if (w->stopped || (f->two_coloured && *failed > w->loose_ends))
            break;
    }
    return status;
}

/* Paths that are hard to find now may be easy when others have been found. */
static cq_status augment_until_done(cq_weave *w)
{
    size_t cut = 1, failed;

    cq_try(each_once(w));
    for (size_t most = FAR; cut && !w->stopped; most *= 4)
        cq_try(augment_all(w, most, &cut, &failed));
    return CQ_OK;
}

/* Two threads everywhere; those of an open tour's ends lead out. */
static bool check_whole(const cq_weave *w)
{
    const cq_loom *f = &w->loom;
    uint32_t ends = 0;

    cq_hold(cq_loom_check(f) && cq_loom_count_loose(f) == 0);
    for (uint32_t v = 0; v < f->size; v++)
        for (unsigned side = 0; side < 2 && cq_loom_has(f, v); side++)
            ends += cq_loom_link(f, v, side) == CQ_LINK_END;
    cq_hold(ends == (w->open ? 2 : 0));
    return true;
}

cq_status cq_weave_factor(cq_weave *w, bool *done)
{
    const cq_loom *f = &w->loom;
    cq_status status = w->short_of.count ? cq_weave_make_room(w) : CQ_OK;

    *done = false;
    cq_then(status, augment_until_done(w));
    if (status == CQ_OK && !w->stopped)
        *done = let_out(w);
    cq_assert(!*done || check_whole(w));
    if (!*done && f->two_coloured && !w->stopped)
        w->impossible = true;
    cq_weave_drop_room(w);
    return status;
}

cq_status cq_weave_complete(cq_weave *w, bool *done)
{
    cq_status status = augment_until_done(w);

    *done = status == CQ_OK && !w->stopped && missing(w) == 0;
    cq_assert(!*done || cq_loom_count_loose(&w->loom) == 0);
    return status;
}
