/* warnsdorff_rule.c - Warnsdorff's rule with a choice of tie-breaks: see
 * warnsdorff_rule.h.
 *
 * Among the free neighbours with the fewest free neighbours the walk takes the one that
 * comes first by the tie-break (tie_break.h), and if that leaves several, the first in
 * the list of neighbours. Nothing is ever taken back. Cost: vertices times degree, for
 * tie-breaks that look further times degree once more.
 */
#include "engine/graph/warnsdorff_rule.h"

#include "base/assert.h"

#include <string.h>

/* More than any degree: graphs have fewer than 2^31 vertices. */
#define VISITED (UINT32_C(1) << 31)

cq_status cq_warnsdorff_init(cq_context *ctx, const cq_graph *graph,
                             const cq_board *board, cq_ties ties, uint64_t seed,
                             cq_warnsdorff *out)
{
    cq_warnsdorff w = {.graph = graph, .targets = graph->targets};
    size_t n = graph->vertices;

    cq_try(cq_tie_break_init(ctx, graph, board, ties, seed, &w.breaks));
    w.path = cq_alloc(ctx, n, sizeof *w.path);
    w.visited = cq_alloc(ctx, n, sizeof *w.visited);
    w.left = cq_alloc(ctx, n, sizeof *w.left);
    if (!w.path || !w.visited || !w.left) {
        cq_warnsdorff_free(&w);
        return CQ_MEMORY;
    }
    *out = w;
    return CQ_OK;
}

void cq_warnsdorff_free(cq_warnsdorff *w)
{
    cq_free_each(w->path, w->visited, w->left);
    cq_tie_break_free(&w->breaks);
    memset(w, 0, sizeof *w);
}

static void visit(cq_warnsdorff *w, uint32_t v)
{
    cq_assert(!w->visited[v] && w->length < w->graph->vertices);
    w->path[w->length++] = v;
    w->visited[v] = true;
    for (size_t p = w->graph->starts[v]; p < w->graph->starts[v + 1]; p++) {
        cq_assert(w->left[w->graph->targets[p]] > 0); /* v itself was one */
        w->left[w->graph->targets[p]]--;
    }
}

static uint32_t best_move(cq_warnsdorff *w, uint32_t from)
{
    uint32_t best = UINT32_MAX, ways = UINT32_MAX;
    uint64_t best_key = UINT64_MAX;

    for (size_t p = w->graph->starts[from]; p < w->graph->starts[from + 1]; p++) {
        uint32_t to = w->targets[p];
        uint64_t key;

        if (w->visited[to] || w->left[to] > ways)
            continue;
        key = cq_tie_break_key(&w->breaks, w->visited, w->left, to);
        if (w->left[to] < ways || key < best_key) {
            best = to;
            ways = w->left[to];
            best_key = key;
        }
    }
    return best;
}

/* visit and best_move in one pass, if numbers alone decide: a neighbour's count is
 * complete as soon as v has left it. The visited have VISITED added to theirs, so that
 * the least of count and number decides without a branch, which no processor could
 * foretell. */
static uint32_t visit_and_move(cq_warnsdorff *w, uint32_t v)
{
    const uint32_t *at = w->graph->targets + w->graph->starts[v];
    const uint32_t *end = w->graph->targets + w->graph->starts[v + 1];
    uint64_t best = UINT64_MAX;

    cq_assert(w->left[v] < VISITED && w->length < w->graph->vertices);
    w->path[w->length++] = v;
    w->left[v] += VISITED;
    for (; at < end; at++) {
        uint64_t key = (uint64_t)--w->left[*at] << 32 | *at;

        best = key < best ? key : best;
    }
    return best >> 32 < VISITED ? (uint32_t)best : UINT32_MAX;
}

bool cq_warnsdorff_walk(cq_warnsdorff *w, uint32_t start)
{
    const cq_graph *graph = w->graph;
    bool numbers = w->breaks.ties == CQ_TIES_NUMBER && w->targets == graph->targets;

    if (!numbers)
        memset(w->visited, 0, graph->vertices * sizeof *w->visited);
    for (uint32_t v = 0; v < graph->vertices; v++)
        w->left[v] = (uint32_t)cq_graph_degree(graph, v);
    cq_tie_break_start(&w->breaks, start);
    w->length = 0;
    if (numbers)
        for (uint32_t at = start; at != UINT32_MAX;)
            at = visit_and_move(w, at);
    else
        for (uint32_t at = start; at != UINT32_MAX; at = best_move(w, at))
            visit(w, at);
    return w->length == graph->vertices;
}
