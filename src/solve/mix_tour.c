/* mix_tour.c - another tour out of one, by the seed.
 *
 *     --a   c--        --a---c--      Two edges of the tour, a-b and c-d, are exchanged
 *        \ /                           for a-c and b-d if the graph has those; the walk
 *         X     becomes                from b to c is then taken the other way (the
 *        / \                           2-opt step of G. Croes, "A method for solving
 *     --d   b--        --b---d--      traveling-salesman problems", 1958).
 *
 * The engines that find tours are quick and always find the same one. With a seed other
 * than 0 theirs is changed by random exchanges, each of which leaves a tour. Ends that
 * the problem names stay where they are; of an open tour the ends that it does not name
 * may move, as by a rotation of Posa's: the walk from an end to a neighbour of the
 * other is turned round.
 *
 * A step costs the shorter part of a closed tour. All together reverse no more than a
 * few times as many vertices as there are, so that large boards stay quick. */
#include "base/assert.h"
#include "base/random.h"
#include "problem/edge_pairs.h"
#include "solve/solve_job.h"

enum { TRIES_LEAST = 1000, REVERSED_MOST = 8, NEIGHBOURS_MOST = 64 };

typedef struct mixing {
    const cq_problem *problem;
    uint32_t *walk;
    uint32_t *place; /* of each vertex in the walk */
    size_t count;
    uint64_t budget; /* vertices that may still change their places */
    cq_random random;
} mixing;

/* Any neighbour; CQ_NO_VERTEX if there is none. */
static uint32_t any_neighbour(mixing *m, uint32_t v)
{
    const cq_graph *graph = &m->problem->graph;
    uint32_t list[NEIGHBOURS_MOST];
    size_t degree = graph->starts
                        ? cq_graph_degree(graph, v)
                        : cq_problem_neighbours(m->problem, v, list, NEIGHBOURS_MOST);
    size_t at;

    if (!graph->starts && degree > NEIGHBOURS_MOST)
        degree = NEIGHBOURS_MOST;
    if (degree == 0)
        return CQ_NO_VERTEX;
    at = (size_t)cq_random_below(&m->random, degree);
    return graph->starts ? graph->targets[graph->starts[v] + at] : list[at];
}

static void put(mixing *m, size_t at, uint32_t vertex)
{
    m->walk[at] = vertex;
    m->place[vertex] = (uint32_t)at;
}

/* Turns the walk from place `first` on round, `length` vertices, over the end of a
 * closed tour if need be. */
static void reverse(mixing *m, size_t first, size_t length)
{
    size_t last = first + length - 1;

    cq_assert(first < m->count && length > 0 && length <= m->count);
    cq_assert(m->problem->closed || last < m->count);
    for (size_t i = 0; i < length / 2; i++) {
        size_t low = (first + i) % m->count, high = (last - i) % m->count;
        uint32_t vertex = m->walk[low];

        put(m, low, m->walk[high]);
        put(m, high, vertex);
    }
    m->budget -= length < m->budget ? length : m->budget;
}

/* Whether the problem asks for this edge: among those that must be used, or of a closed
 * tour from its last vertex back to its first. */
static bool is_kept(const mixing *m, uint32_t u, uint32_t v)
{
    uint32_t from = m->problem->from, to = m->problem->to;

    return cq_pairs_have(&m->problem->graph.must, u, v) ||
           (m->problem->closed && to != CQ_NO_VERTEX &&
            ((u == from && v == to) || (u == to && v == from)));
}

/* Exchanges the edges that follow places i and j. */
static void exchange_closed(mixing *m, size_t i, size_t j)
{
    size_t n = m->count, length = (j + n - i) % n;
    uint32_t a = m->walk[i], b = m->walk[(i + 1) % n];
    uint32_t c = m->walk[j], d = m->walk[(j + 1) % n];

    if (b == c || d == a || is_kept(m, a, b) || is_kept(m, c, d) ||
        !cq_problem_adjacent(m->problem, b, d))
        return;
    if (length <= n - length)
        reverse(m, (i + 1) % n, length);
    else
        reverse(m, (j + 1) % n, n - length);
}

/* The same if the walk has two ends, i < j; past the last vertex there is no edge,
 * and the end moves. */
static void exchange_open(mixing *m, size_t i, size_t j)
{
    bool end = j + 1 == m->count;

    if (j < i + 2 || (end && m->problem->to != CQ_NO_VERTEX) ||
        is_kept(m, m->walk[i], m->walk[i + 1]) ||
        (!end && is_kept(m, m->walk[j], m->walk[j + 1])) ||
        (!end && !cq_problem_adjacent(m->problem, m->walk[i + 1], m->walk[j + 1])))
        return;
    reverse(m, i + 1, j - i);
}

static void try_exchange(mixing *m)
{
    size_t i = (size_t)cq_random_below(&m->random, m->count), j;
    uint32_t c = any_neighbour(m, m->walk[i]);

    if (c == CQ_NO_VERTEX)
        return;
    j = m->place[c];
    if (m->problem->closed)
        exchange_closed(m, i, j);
    else
        exchange_open(m, i < j ? i : j, i < j ? j : i);
}

static bool is_walk(const mixing *m)
{
    for (size_t i = 0; i < m->count; i++) {
        cq_hold(m->place[m->walk[i]] == i);
        cq_hold((i == 0 && !m->problem->closed) ||
                cq_problem_adjacent(m->problem, m->walk[i ? i - 1 : m->count - 1],
                                    m->walk[i]));
    }
    return true;
}

cq_status cq_tour_mix(cq_context *ctx, const cq_problem *problem, uint64_t seed,
                      cq_u32s *walk)
{
    mixing m = {.problem = problem,
                .walk = walk->at,
                .count = walk->count,
                .budget = (uint64_t)REVERSED_MOST * walk->count};
    size_t tries = walk->count + TRIES_LEAST;

    if (walk->count < 4 || walk->count != problem->graph.vertices)
        return CQ_OK;
    m.place = cq_alloc(ctx, walk->count, sizeof *m.place);
    cq_try_memory(m.place);
    cq_random_seed(&m.random, seed);
    for (size_t i = 0; i < walk->count; i++)
        put(&m, i, walk->at[i]);
    for (size_t i = 0; i < tries && m.budget; i++) {
        if (cq_poll_at(ctx, i + 1) != CQ_OK)
            break; /* what is there is a tour */
        try_exchange(&m);
    }
    cq_assert(is_walk(&m));
    cq_free(m.place);
    return CQ_OK;
}
