/* cut_set.c - parts, and smaller sets that leave too many of them: see cut_set.h.
 *
 * Putting back a vertex that touches p parts joins them: p - 1 fewer parts for one
 * vertex fewer. Parts are then joined by union-find over their numbers, held in
 * `queue`, which is otherwise unused at that time. Rounds over the set continue until
 * one changes nothing: a vertex that could not be put back may become free if parts
 * that it touches were joined.
 *
 * Cost: linear in the graph, and for shrinking a pass over the edges of the set a
 * round.
 */
#include "engine/graph/cut_set.h"

#include "base/assert.h"

cq_status cq_cut_set_init(cq_run *run, cq_cut_set *out)
{
    const cq_graph *graph = &run->problem->graph;
    cq_cut_set cut = {.graph = graph, .closed = run->problem->closed};

    cut.taken = cq_zalloc(run->ctx, graph->vertices, 1);
    cut.part = cq_alloc(run->ctx, graph->vertices, sizeof *cut.part);
    cut.queue = cq_alloc(run->ctx, graph->vertices, sizeof *cut.queue);
    cut.seen = cq_zalloc(run->ctx, graph->vertices, sizeof *cut.seen);
    if (!cut.taken || !cut.part || !cut.queue || !cut.seen) {
        cq_cut_set_free(&cut);
        return CQ_MEMORY;
    }
    *out = cut;
    return CQ_OK;
}

void cq_cut_set_free(cq_cut_set *cut)
{
    cq_free_each(cut->taken, cut->part, cut->queue, cut->seen);
    *cut = (cq_cut_set){0};
}

static void flood(cq_cut_set *cut, uint32_t root)
{
    const cq_graph *graph = cut->graph;
    uint32_t number = (uint32_t)cut->parts++;
    size_t head = 0, tail = 0;

    cut->part[root] = number;
    cut->queue[tail++] = root;
    while (head < tail) {
        uint32_t v = cut->queue[head++];

        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
            uint32_t to = graph->targets[p];

            if (cut->taken[to] || cut->part[to] != UINT32_MAX)
                continue;
            cut->part[to] = number;
            cut->queue[tail++] = to;
            cq_assert(tail <= graph->vertices);
        }
    }
}

void cq_cut_set_parts(cq_cut_set *cut)
{
    uint32_t n = cut->graph->vertices;

    cut->count = cut->parts = 0;
    for (uint32_t v = 0; v < n; v++) {
        cut->part[v] = UINT32_MAX;
        cut->count += cut->taken[v] != 0;
    }
    for (uint32_t v = 0; v < n; v++)
        if (!cut->taken[v] && cut->part[v] == UINT32_MAX)
            flood(cut, v);
    cq_assert(cut->parts + cut->count <= n);
}

static uint32_t part_of(uint32_t *joined, uint32_t part)
{
    while (joined[part] != part)
        part = joined[part] = joined[joined[part]];
    return part;
}

/* How many different parts v touches. */
static size_t count_touched(cq_cut_set *cut, uint32_t v)
{
    const cq_graph *graph = cut->graph;
    size_t touched = 0;

    cut->stamp++;
    for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
        uint32_t to = graph->targets[p], part;

        if (cut->taken[to])
            continue;
        part = part_of(cut->queue, cut->part[to]);
        cq_assert(part < cut->numbers && cut->queue[part] == part);
        touched += cut->seen[part] != cut->stamp;
        cut->seen[part] = cut->stamp;
    }
    return touched;
}

/* Puts v back: what it touches becomes one part, with v in it. If it touches nothing it
 * is a part of its own; there are never more numbers than vertices. */
static void put_back(cq_cut_set *cut, uint32_t v, size_t touched)
{
    const cq_graph *graph = cut->graph;
    uint32_t own = (uint32_t)cut->numbers++;

    cq_assert(cut->taken[v] && own < graph->vertices && cut->parts + 1 > touched);
    cut->queue[own] = own;
    cut->part[v] = own;
    for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
        if (!cut->taken[graph->targets[p]])
            cut->queue[part_of(cut->queue, cut->part[graph->targets[p]])] = own;
    cut->taken[v] = 0;
    cut->count--;
    cut->parts = cut->parts + 1 - touched;
}

/* As many parts as were counted while vertices were put back. */
static bool check_parts(cq_cut_set *cut)
{
    size_t count = cut->count, parts = cut->parts;

    cq_cut_set_parts(cut);
    cq_hold(count == cut->count && parts == cut->parts);
    cq_hold(cq_cut_proves(cut->closed, count, parts));
    return true;
}

void cq_cut_set_shrink(cq_cut_set *cut)
{
    uint32_t n = cut->graph->vertices;
    bool changed = true;

    cq_cut_set_parts(cut);
    cq_assert(cq_cut_proves(cut->closed, cut->count, cut->parts));
    cut->numbers = cut->parts;
    for (uint32_t i = 0; i < cut->parts; i++)
        cut->queue[i] = i;
    while (changed) {
        changed = false;
        for (uint32_t v = 0; v < n && cut->count > 1; v++) {
            size_t touched = cut->taken[v] ? count_touched(cut, v) : 0;

            if (!cut->taken[v] ||
                !cq_cut_proves(cut->closed, cut->count - 1, cut->parts + 1 - touched))
                continue;
            put_back(cut, v, touched);
            changed = true;
        }
    }
    cq_assert(check_parts(cut));
}

cq_status cq_cut_set_certify(cq_run *run, cq_cut_set *cut, cq_certificate *certificate)
{
    cq_cut_set_shrink(cut);
    certificate->proof = CQ_PROOF_CUT;
    certificate->members.count = 0;
    for (uint32_t v = 0; v < cut->graph->vertices; v++)
        if (cut->taken[v] && cq_vec_push(run->ctx, &certificate->members, v) != CQ_OK)
            return CQ_MEMORY;
    return CQ_OK;
}
