/* start.c - some tiling to start from, or a Hall set if there is none.
 *
 * Row by row, a free cell is paired with the one at its right, otherwise with the one
 * below. From each cell left over, a breadth-first search along gaps and dominoes looks
 * for another free cell. If it fails, there is no tiling: the cells it reached that
 * have the colour of its start are a minimal set with too few neighbours.
 */
#include "engine/cftp/cftp.h"

#include "base/assert.h"
#include "base/sort.h"

typedef struct start {
    cq_run *run;
    const cq_board *board;
    cq_cell *mates;
    cq_cell
        *came; /* of a reached cell: that from which it was reached; else CQ_NO_CELL */
    cq_u32s reached;
} start;

static void join(start *s, cq_cell a, cq_cell b)
{
    cq_assert(a != b && cq_board_present(s->board, a) && cq_board_present(s->board, b));
    s->mates[a] = b;
    s->mates[b] = a;
}

static bool is_free(const start *s, cq_cell cell)
{
    return cq_board_present(s->board, cell) && s->mates[cell] == CQ_NO_CELL;
}

static void join_greedily(start *s)
{
    uint32_t cols = s->board->cols;
    size_t size = cq_board_size(s->board);

    for (cq_cell cell = 0; cell < size; cell++)
        s->mates[cell] = s->came[cell] = CQ_NO_CELL;
    for (cq_cell cell = 0; cell < size; cell++) {
        if (!is_free(s, cell))
            continue;
        if (cell % cols + 1 < cols && is_free(s, cell + 1))
            join(s, cell, cell + 1);
        else if (cell + cols < size && is_free(s, cell + cols))
            join(s, cell, cell + cols);
    }
}

/* Reaches the neighbours of a cell; *end: a free one, if there is one. */
static cq_status reach(start *s, cq_cell from, cq_cell *end)
{
    cq_cell near[4];
    unsigned count = cq_board_neighbours(s->board, from, near);

    for (unsigned i = 0; i < count && *end == CQ_NO_CELL; i++) {
        if (s->came[near[i]] != CQ_NO_CELL)
            continue;
        s->came[near[i]] = from;
        cq_try(cq_vec_push(s->run->ctx, &s->reached, near[i]));
        if (s->mates[near[i]] == CQ_NO_CELL)
            *end = near[i];
    }
    return CQ_OK;
}

static cq_status search(start *s, cq_cell root, cq_cell *end)
{
    *end = CQ_NO_CELL;
    s->reached.count = 0;
    cq_try(reach(s, root, end));
    for (size_t i = 0; i < s->reached.count; i++) {
        if (*end != CQ_NO_CELL || (i % 65536 == 65535 && cq_run_poll(s->run)))
            break;
        cq_try(reach(s, s->mates[s->reached.at[i]], end));
    }
    return CQ_OK;
}

/* Turns over the path that ends in a free cell, and forgets what was reached. */
static void augment(start *s, cq_cell end)
{
    while (end != CQ_NO_CELL) {
        cq_cell from = s->came[end], next = s->mates[from];

        cq_assert(from != CQ_NO_CELL);

        join(s, from, end);
        end = next;
    }
    for (size_t i = 0; i < s->reached.count; i++)
        s->came[s->reached.at[i]] = CQ_NO_CELL;
}

static cq_status keep_hall(start *s, cq_cell root, cq_u32s *hall)
{
    cq_try(cq_vec_reserve(s->run->ctx, hall, s->reached.count + 1));
    hall->at[hall->count++] = root;
    for (size_t i = 0; i < s->reached.count; i++)
        hall->at[hall->count++] = s->mates[s->reached.at[i]];
    cq_sort_u32(hall->at, hall->count);
    return CQ_OK;
}

cq_status cq_some_tiling(cq_run *run, const cq_board *board, cq_cell *mates,
                         cq_u32s *hall)
{
    start s = {.run = run, .board = board, .mates = mates};
    size_t size = cq_board_size(board);
    cq_status status = CQ_OK;

    s.came = cq_alloc(run->ctx, size, sizeof *s.came);
    cq_try_memory(s.came);
    join_greedily(&s);
    for (cq_cell cell = 0; cell < size && status == CQ_OK && !hall->count; cell++) {
        cq_cell end;

        if (!is_free(&s, cell) || run->stop != CQ_FINISHED)
            continue;
        status = search(&s, cell, &end);
        if (status == CQ_OK && end != CQ_NO_CELL)
            augment(&s, end);
        else if (status == CQ_OK && run->stop == CQ_FINISHED)
            status = keep_hall(&s, cell, hall);
    }
    cq_vec_free(&s.reached);
    cq_free(s.came);
    return status;
}
