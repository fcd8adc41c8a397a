/* proofs_numbers.c - two given numbers are not as far from each other as they say.
 *
 * From the square of the first to that of the second it takes as many moves as the
 * second number is above the first; in a closed tour, if it is not above, the tour goes
 * round. All squares that can be reached by just k moves are found for k = 0, 1, 2 ...,
 * as sets; if the second is not in the last one, there is no such walk, and no tour.
 *
 * Cost: the moves times the graph, but no more than twice the squares are taken: what
 * can be reached by k moves can be reached by k + 2.
 */
#include "check/judge.h"

#include <string.h>

/* The squares a move away from those of `from`, and those of `from` two moves before
 * stay: a move and its way back. */
static void move_on(const cq_graph *graph, const char *from, char *to)
{
    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t e = graph->starts[v]; from[v] && e < graph->starts[v + 1]; e++)
            to[graph->targets[e]] = 1;
}

static bool leads(const cq_graph *graph, uint32_t a, uint32_t b, uint32_t moves,
                  char *now, char *then)
{
    uint32_t most = 2 * graph->vertices + moves % 2;

    if (moves > most) /* of the same parity, and all that can be reached is by then */
        moves = most;
    now[a] = 1;
    for (uint32_t k = 0; k < moves; k++) {
        char *swap = now;

        move_on(graph, now, then);
        now = then;
        then = swap;
        memset(then, 0, graph->vertices);
    }
    return now[b];
}

/* The place of the given number of a vertex, or SIZE_MAX. */
static size_t find(const cq_u32s *numbers, uint32_t vertex)
{
    for (size_t i = 0; i + 1 < numbers->count; i += 2)
        if (numbers->at[i + 1] == vertex)
            return i;
    return SIZE_MAX;
}

cq_status cq_judge_numbers(cq_hearing *hearing)
{
    const cq_problem *problem = hearing->problem;
    const cq_u32s *members = &hearing->certificate->members;
    const uint32_t *pair = members->at;
    uint32_t n = problem->graph.vertices, moves;
    char *now, *then;
    bool may = true;
    size_t a, b;

    if (members->count != 2)
        return cq_find(hearing, CQ_NO, "a proof by numbers names two squares");
    a = find(&problem->numbers, pair[0]);
    b = find(&problem->numbers, pair[1]);
    if (a == SIZE_MAX || b == SIZE_MAX)
        return cq_find(hearing, CQ_NO, "no number is given there");
    if (problem->numbers.at[b] <= problem->numbers.at[a] && !problem->closed)
        return cq_find(hearing, CQ_NO, "the second number comes before the first");
    moves = (problem->numbers.at[b] + n - problem->numbers.at[a]) % n;
    moves = moves ? moves : n; /* the same square again */
    now = cq_zalloc(hearing->ctx, n, 1);
    then = cq_zalloc(hearing->ctx, n, 1);
    if (now && then)
        may = leads(&problem->graph, pair[0], pair[1], moves, now, then);
    cq_free_each(now, then);
    cq_try_memory(now && then);
    if (may)
        return cq_find(hearing, CQ_NO,
                       "the numbers prove nothing: %u moves can lead from one to the "
                       "other",
                       (unsigned)moves);
    return cq_find(hearing, CQ_YES, "no walk of %u move%s leads from one to the other",
                   (unsigned)moves, moves == 1 ? "" : "s");
}
