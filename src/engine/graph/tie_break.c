/* tie_break.c - the rules for moves that are equally good: see tie_break.h.
 *
 *   number   none: the order in which the moves stand decides (by number, which on a
 *            board is row by row: Davies, Xue and Yerger, Algorithms for finding
 *            knight's tours on Aztec diamonds, 2017)
 *   pohl     whose own free neighbours have the fewest in sum, that is Warnsdorff's
 *            rule once more (I. Pohl, A method for finding Hamilton paths and knight's
 *            tours, Communications of the ACM 10, 1967)
 *   centre   the farthest from the centre of the board (A. Roth, 1996); in a graph
 *            without board, from the middle of a long shortest path
 *   random   any, by the seed and the start
 *   most     whose own free neighbours have the most in sum: Pohl's rule reversed
 *   largest  who has the free neighbour with the most free neighbours
 *
 * The last two are for random graphs, where they find six to nine times as many paths
 * as ties by number (docs/experiments.md); on boards they are no better.
 *
 * A key costs the degree for pohl, most and largest, else nothing.
 */
#include "engine/graph/tie_break.h"

#include "base/assert.h"

#include <string.h>

/* ---- the centre ---- */

static void measure_board(const cq_tie_break *t, const cq_board *board)
{
    for (uint32_t v = 0; v < t->graph->vertices; v++) {
        cq_cell cell = t->graph->cells[v];
        int64_t down = 2 * (int64_t)cq_row(board, cell) - (int64_t)board->rows + 1;
        int64_t right = 2 * (int64_t)cq_col(board, cell) - (int64_t)board->cols + 1;

        t->far[v] = (uint64_t)(down * down + right * right);
    }
}

/* Steps from `root` into far. Returns the last one reached. */
static uint32_t measure_from(const cq_tie_break *t, uint32_t root, uint32_t *queue)
{
    const cq_graph *graph = t->graph;
    size_t head = 0, tail = 0;

    memset(t->far, 0xff, graph->vertices * sizeof *t->far);
    t->far[root] = 0;
    queue[tail++] = root;
    while (head < tail) {
        uint32_t v = queue[head++];

        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
            if (t->far[graph->targets[p]] == UINT64_MAX) {
                t->far[graph->targets[p]] = t->far[v] + 1;
                queue[tail++] = graph->targets[p];
            }
    }
    cq_assert(tail >= 1 && tail <= graph->vertices);
    return queue[tail - 1];
}

static void measure_graph(const cq_tie_break *t, uint32_t *queue)
{
    const cq_graph *graph = t->graph;
    uint32_t v = measure_from(t, measure_from(t, 0, queue), queue);

    for (uint64_t half = t->far[v] / 2; half; half--) {
        size_t p = graph->starts[v];

        while (t->far[graph->targets[p]] + 1 != t->far[v]) {
            cq_assert(p + 1 < graph->starts[v + 1]); /* it was reached from one */
            p++;
        }
        v = graph->targets[p];
    }
    measure_from(t, v, queue);
}

/* ---- keys ---- */

cq_status cq_tie_break_init(cq_context *ctx, const cq_graph *graph,
                            const cq_board *board, cq_ties ties, uint64_t seed,
                            cq_tie_break *out)
{
    cq_tie_break t = {.graph = graph, .ties = ties, .seed = seed};
    size_t n = graph->vertices;
    uint32_t *queue = NULL;
    bool by_steps = ties == CQ_TIES_CENTRE && !(board && graph->cells);

    if (ties == CQ_TIES_CENTRE)
        t.far = cq_alloc(ctx, n, sizeof *t.far);
    if (by_steps)
        queue = cq_alloc(ctx, n, sizeof *queue);
    if ((ties == CQ_TIES_CENTRE && !t.far) || (by_steps && !queue)) {
        cq_free(queue);
        cq_tie_break_free(&t);
        return CQ_MEMORY;
    }
    if (by_steps && n)
        measure_graph(&t, queue);
    else if (t.far && n)
        measure_board(&t, board);
    cq_free(queue);
    *out = t;
    return CQ_OK;
}

void cq_tie_break_free(cq_tie_break *t)
{
    cq_free(t->far);
    memset(t, 0, sizeof *t);
}

void cq_tie_break_start(cq_tie_break *t, uint32_t start)
{
    if (t->ties == CQ_TIES_RANDOM)
        cq_random_seed(&t->random, t->seed ^ (uint64_t)start << 32);
}

/* Of v's free neighbours, their free neighbours: in sum, and the most. */
static uint64_t look_further(const cq_tie_break *t, const bool *visited,
                             const uint32_t *left, uint32_t v, uint64_t *largest)
{
    uint64_t sum = 0;

    *largest = 0;
    for (size_t p = t->graph->starts[v]; p < t->graph->starts[v + 1]; p++) {
        uint32_t to = t->graph->targets[p];

        if (visited[to])
            continue;
        sum += left[to];
        *largest = left[to] > *largest ? left[to] : *largest;
    }
    cq_assert(*largest <= sum);
    return sum;
}

uint64_t cq_tie_break_key(cq_tie_break *t, const bool *visited, const uint32_t *left,
                          uint32_t vertex)
{
    uint64_t largest;

    switch (t->ties) {
    case CQ_TIES_NUMBER: break;
    case CQ_TIES_POHL: return look_further(t, visited, left, vertex, &largest);
    case CQ_TIES_CENTRE: return UINT64_MAX - t->far[vertex];
    case CQ_TIES_RANDOM: return cq_random_next(&t->random);
    case CQ_TIES_MOST:
        return UINT64_MAX - look_further(t, visited, left, vertex, &largest);
    case CQ_TIES_LARGEST:
        look_further(t, visited, left, vertex, &largest);
        return UINT64_MAX - largest;
    }
    return 0;
}
