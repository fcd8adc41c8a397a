/* proofs_symmetric.c - the symmetry that is asked for can map no tour onto itself.
 *
 * A tour that a symmetry g maps onto itself is a cycle or a path, and g a symmetry of
 * it. Let d be the number of moves from a square to its image along the tour.
 *
 *     cycle, turned      d is the same for every square, none stays, and as many times
 *                        as g must be done to bring all back, d is a multiple of n: a
 *                        half turn or a reflection makes d = n / 2, a quarter turn d =
 *                        n / 4 or 3 n / 4. If every move changes the side of a square,
 *                        then g changes it if and only if d is odd.
 *     cycle, reflected   g done twice is nothing, so it is no quarter turn; it has an
 *                        axis through two places of the cycle, and each is a square
 *                        that stays or a move that is turned round.
 *     path, reversed     the same with one place, the middle: a square if n is odd, a
 *                        move if n is even. A path cannot be turned.
 *
 * The reason is right if for none of the symmetries asked for one of these can be. What
 * stays, what is turned round and the sides are found on the checker's own lists and
 * moves (tour_lists.c, board_moves.c).
 *
 * Cost: linear in the graph.
 */
#include "base/assert.h"
#include "check/judge.h"
#include "check/board_moves.h"
#include "check/tour_lists.h"

typedef struct sides {
    char *of;   /* 1 or 2, if they are there */
    bool there; /* every edge goes from one to the other, and all is one part */
} sides;

static cq_status find_sides(cq_context *ctx, const cq_graph *graph, sides *out)
{
    uint32_t *queue = cq_alloc(ctx, graph->vertices, sizeof *queue);
    size_t count[2];

    out->of = cq_zalloc(ctx, graph->vertices, 1);
    if (queue && out->of)
        out->there = cq_two_sides(graph, 0, out->of, queue, count) &&
                     count[0] + count[1] == graph->vertices;
    cq_free(queue);
    return queue && out->of ? CQ_OK : CQ_MEMORY;
}

/* What a symmetry does to the squares. */
typedef struct deeds {
    size_t stay;    /* squares that stay */
    size_t turned;  /* moves whose ends change places */
    size_t crosses; /* squares that go to the other side */
} deeds;

static cq_status look_at(const cq_hearing *hearing, unsigned symmetry, const sides *s,
                         deeds *out)
{
    const cq_problem *problem = hearing->problem;
    const cq_board *board = problem->board;
    cq_move move = cq_move_in_box(board, symmetry);
    size_t size = cq_board_size(board);
    uint32_t next = 0, *number = cq_alloc(hearing->ctx, size, sizeof *number);

    cq_try_memory(number);
    *out = (deeds){0};
    for (cq_cell cell = 0; cell < size; cell++)
        number[cell] = board->colour[cell] ? next++ : 0;
    cq_assert(next == problem->graph.vertices);
    for (cq_cell cell = 0; cell < size; cell++) {
        cq_cell to = board->colour[cell] ? cq_move_cell(board, &move, cell) : cell;

        if (!board->colour[cell] || to == CQ_NO_CELL)
            continue;
        out->stay += to == cell;
        out->turned += cell < to && cq_move_cell(board, &move, to) == cell &&
                       cq_tour_listed(&problem->graph, number[cell], number[to]);
        out->crosses += s->of[number[cell]] != s->of[number[to]];
    }
    cq_assert(out->stay + 2 * out->turned <= next && out->crosses <= next);
    cq_free(number);
    return CQ_OK;
}

static bool can_turn(const deeds *d, const sides *s, size_t n, bool quarter)
{
    size_t moves = n / (quarter ? 4 : 2);

    if (d->stay || n % (quarter ? 4 : 2))
        return false;
    return !s->there || (d->crosses > 0) == (moves % 2 == 1);
}

static bool can_reverse(const deeds *d, size_t n, bool closed)
{
    if (!closed)
        return n % 2 ? d->stay == 1 : d->stay == 0 && d->turned > 0;
    return d->stay <= 2 && d->stay + d->turned >= 2;
}

/* Whether no tour is mapped onto itself by the symmetry. */
static cq_status is_barred(const cq_hearing *hearing, unsigned symmetry, const sides *s,
                           bool *out)
{
    size_t n = hearing->problem->graph.vertices;
    bool closed = hearing->problem->closed;
    bool quarter = symmetry == CQ_TURN_90 || symmetry == CQ_TURN_270;
    deeds d;

    cq_try(look_at(hearing, symmetry, s, &d));
    *out = d.stay < n && /* else all tours are as they were */
           !(closed && can_turn(&d, s, n, quarter)) &&
           !(!quarter && can_reverse(&d, n, closed));
    return CQ_OK;
}

cq_status cq_judge_symmetric(cq_hearing *hearing)
{
    const cq_problem *problem = hearing->problem;
    sides s = {0};
    bool barred = true;
    cq_status status;

    if (!problem->symmetric)
        return cq_find(hearing, CQ_NO, "no symmetry is asked for");
    if (problem->graph.vertices < 3)
        return cq_find(hearing, CQ_NO,
                       "the board is too small for its symmetry to prove anything");
    status = find_sides(hearing->ctx, &problem->graph, &s);
    for (unsigned symmetry = 0; symmetry < 8 && status == CQ_OK && barred; symmetry++)
        if (problem->symmetric & 1u << symmetry)
            status = is_barred(hearing, symmetry, &s, &barred);
    cq_free(s.of);
    if (status != CQ_OK)
        return status;
    if (barred)
        return cq_find(hearing, CQ_YES,
                       "the symmetry can neither carry a tour along nor reverse it");
    return cq_find(hearing, CQ_NO,
                   "the symmetry proves nothing: it may map a tour onto itself");
}
