/* dark.c - dominoes by backtracking over the dark squares.
 *
 * Every domino covers one dark square. So the engine goes through the dark squares in
 * order and gives each its first unused neighbour. If a dark square has none left, the
 * square before it moves on to its next neighbour. When the last dark square has a
 * neighbour, all dark squares are covered, and so is the board if it has as many light
 * squares. That is the search of "The General Mutilated Chessboard" (Mahesh, Joshi,
 * Nadathur and De, Ashoka University, 2020), without its recursion.
 *
 *     squares[]  the dark squares, row by row
 *     chosen[]   for each square up to the present one: which neighbour it has
 *     used[]     1 for light squares that are given away
 *
 * Each choice of a free neighbour is counted as a square tried.
 */
#include "engine/backtrack/backtrack.h"

#include "base/assert.h"

typedef struct search {
    cq_run *run;
    const cq_board *board;
    cq_u32s squares;
    unsigned char *chosen; /* number of the neighbour, from 1; 0: none yet */
    unsigned char *used;
    uint64_t tried;
} search;

static cq_status set_up(search *s)
{
    size_t size = cq_board_size(s->board);

    for (cq_cell cell = 0; cell < size; cell++)
        if (cq_board_present(s->board, cell) && cq_is_dark(s->board, cell) &&
            cq_vec_push(s->run->ctx, &s->squares, cell) != CQ_OK)
            return CQ_MEMORY;
    s->chosen = cq_zalloc(s->run->ctx, s->squares.count, 1);
    s->used = cq_zalloc(s->run->ctx, size, 1);
    return s->chosen && s->used ? CQ_OK : CQ_MEMORY;
}

/* Gives square i its next free neighbour in place of the one it has; false if none is
 * left, and then it has none. */
static bool choose_next(search *s, size_t i)
{
    cq_cell near[4];
    unsigned count = cq_board_neighbours(s->board, s->squares.at[i], near);

    cq_assert(s->chosen[i] <= count);
    cq_assert(!s->chosen[i] || s->used[near[s->chosen[i] - 1]]);
    if (s->chosen[i])
        s->used[near[s->chosen[i] - 1]] = 0;
    while (s->chosen[i] < count) {
        cq_cell light = near[s->chosen[i]++];

        if (s->used[light])
            continue;
        s->used[light] = 1;
        s->tried++;
        return true;
    }
    s->chosen[i] = 0;
    return false;
}

static cq_status deliver(search *s)
{
    cq_solution solution = {0};
    bool enough;
    cq_status status = CQ_OK;

    for (size_t i = 0; i < s->squares.count && status == CQ_OK; i++) {
        cq_cell near[4], cells[2];

        cq_board_neighbours(s->board, s->squares.at[i], near);
        cq_assert(s->chosen[i] > 0);
        cells[0] = s->squares.at[i];
        cells[1] = near[s->chosen[i] - 1];
        status = cq_solution_add(s->run->ctx, &solution, 0, cells, 2);
    }
    cq_then(status, cq_run_found(s->run, &solution, &enough));
    cq_solution_free(&solution);
    return status;
}

/* To the next square if this one was given a neighbour, else back to the one before. */
static cq_status walk(search *s)
{
    size_t at = 0;
    uint64_t moves = 0;

    while (at < s->squares.count) {
        if (choose_next(s, at)) {
            at++;
        } else if (at == 0) {
            cq_run_exhausted(s->run, s->tried);
            return CQ_OK;
        } else {
            at--;
        }
        if (++moves % CQ_BACKTRACK_POLL == 0 && cq_run_poll(s->run))
            return CQ_OK;
    }
    return deliver(s);
}

cq_status cq_backtrack_dark(cq_run *run)
{
    search s = {.run = run, .board = run->problem->board};
    cq_certificate unequal = {.proof = CQ_PROOF_COLOURS};
    size_t light, dark;
    cq_status status = CQ_OK;

    cq_board_balance(s.board, &light, &dark);
    if (light != dark) {
        cq_run_refute(run, &unequal);
        return CQ_OK;
    }
    status = set_up(&s);
    cq_then(status, walk(&s));
    cq_then(status, cq_answer_add_counter(run->answer, "squares tried", s.tried));
    cq_vec_free(&s.squares);
    cq_free_each(s.chosen, s.used);
    return status;
}
