/* number_gaps.c - whether two given numbers are too near each other, or of the wrong
 * colours.
 *
 * The number of moves from one given number to the next is their difference; in a
 * closed tour this includes the way from the last back to the first. If no walk of that
 * many moves leads there, even one that may visit squares again, there is no tour. A
 * breadth-first search in a graph that has each square twice, for even and odd numbers
 * of moves, knows the shortest walks of both kinds. */
#include "engine/necessary/necessary.h"

#include "base/assert.h"

#include <string.h>

/* Into far[2 v + odd]: the fewest moves from `root` to v, by an even or odd number. */
static void measure(const cq_graph *graph, uint32_t root, uint32_t *far,
                    uint32_t *queue)
{
    size_t head = 0, tail = 0;

    memset(far, 0xff, 2 * (size_t)graph->vertices * sizeof *far);
    far[2 * (size_t)root] = 0;
    queue[tail++] = 2 * root;
    while (head < tail) {
        uint32_t v = queue[head] / 2, odd = queue[head] % 2;
        uint32_t moves = far[queue[head++]] + 1;

        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++) {
            uint32_t to = 2 * graph->targets[e] + !odd;

            if (far[to] != UINT32_MAX)
                continue;
            far[to] = moves;
            queue[tail++] = to;
        }
    }
    cq_assert(tail <= 2 * (size_t)graph->vertices);
}

static cq_status refute(cq_run *run, cq_certificate *certificate, uint32_t a,
                        uint32_t b)
{
    certificate->proof = CQ_PROOF_NUMBERS;
    cq_try(cq_vec_push(run->ctx, &certificate->members, a));
    return cq_vec_push(run->ctx, &certificate->members, b);
}

static cq_status look(cq_run *run, uint32_t *far, uint32_t *queue,
                      cq_certificate *certificate)
{
    const cq_problem *problem = run->problem;
    const cq_u32s *given = &problem->numbers;
    size_t gaps = given->count / 2 - (problem->closed ? 0 : 1);

    for (size_t i = 0; i < gaps; i++) {
        size_t next = (2 * i + 2) % given->count;
        uint32_t moves = given->at[next] - given->at[2 * i];

        if (next == 0) /* round the end */
            moves += problem->graph.vertices;
        cq_try(cq_poll(run->ctx));
        measure(&problem->graph, given->at[2 * i + 1], far, queue);
        if (far[2 * (size_t)given->at[next + 1] + moves % 2] > moves)
            return refute(run, certificate, given->at[2 * i + 1], given->at[next + 1]);
    }
    return CQ_OK;
}

cq_status cq_necessary_numbers(cq_run *run, cq_certificate *certificate)
{
    uint32_t n = run->problem->graph.vertices, *far, *queue;
    cq_status status;

    if (!run->problem->numbers.count)
        return CQ_OK;
    far = cq_alloc(run->ctx, 2 * (size_t)n, sizeof *far);
    queue = cq_alloc(run->ctx, 2 * (size_t)n, sizeof *queue);
    status = far && queue ? look(run, far, queue, certificate) : CQ_MEMORY;
    cq_free_each(far, queue);
    return status;
}
