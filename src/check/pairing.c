/* pairing.c - the checker's own largest set of dominoes.
 *
 * The simplest method that is still usable: a greedy start, then from every light cell
 * that is left over a breadth-first search for a way that takes turns between gaps and
 * dominoes and ends at a dark cell that is left over; turning the way over makes one
 * domino more (Berge 1957). If no such way is left, no more dominoes can be laid. Meant
 * for boards of some thousand squares; nothing here is shared with the engines that are
 * judged by it.
 *
 * The same search answers what else can be laid: a tiling can be turned over along
 * every ring that takes turns, and rings are found from any light cell of theirs.
 */
#include "check/board_moves.h"
#include "check/pairing.h"

#include "base/assert.h"

/* Visits the dark neighbours of one light cell; the dark cell that is left over, or
 * CQ_NO_CELL. The queue has room for all cells. */
static cq_cell visit(cq_pairing *p, cq_cell light)
{
    cq_cell near[4];
    unsigned count = cq_beside(p->board, light, near);

    for (unsigned i = 0; i < count; i++) {
        cq_cell dark = near[i];

        if (dark == p->mate[light] || p->seen[dark] == p->round)
            continue;
        p->seen[dark] = p->round;
        p->from[dark] = light;
        if (p->mate[dark] == CQ_NO_CELL)
            return dark;
        cq_assert(p->queue.count < p->queue.room);
        p->queue.at[p->queue.count++] = p->mate[dark];
    }
    return CQ_NO_CELL;
}

cq_cell cq_pairing_search(cq_pairing *p, cq_cell light)
{
    cq_cell end = CQ_NO_CELL;

    p->round++;
    p->queue.count = 0;
    p->queue.at[p->queue.count++] = light;
    for (size_t head = 0; head < p->queue.count && end == CQ_NO_CELL; head++)
        end = visit(p, p->queue.at[head]);
    return end;
}

/* Turns the way over that ends at this dark cell. */
static void turn_over(cq_pairing *p, cq_cell dark)
{
    while (dark != CQ_NO_CELL) {
        cq_cell light = p->from[dark], next = p->mate[light];

        cq_assert(cq_is_dark(p->board, dark) && !cq_is_dark(p->board, light));

        p->mate[dark] = light;
        p->mate[light] = dark;
        dark = next;
    }
    p->pairs++;
}

static void start_greedily(cq_pairing *p)
{
    size_t size = cq_board_size(p->board);

    for (cq_cell cell = 0; cell < size; cell++) {
        cq_cell near[4];
        unsigned count;

        if (!cq_board_present(p->board, cell) || p->mate[cell] != CQ_NO_CELL)
            continue;
        count = cq_beside(p->board, cell, near);
        for (unsigned i = 0; i < count && p->mate[cell] == CQ_NO_CELL; i++)
            if (p->mate[near[i]] == CQ_NO_CELL) {
                p->mate[near[i]] = cell;
                p->mate[cell] = near[i];
                p->pairs++;
            }
    }
}

/* Mates are neighbours, of each other, and counted. */
static bool check_pairs(const cq_pairing *p)
{
    size_t halves = 0;

    for (cq_cell cell = 0; cell < cq_board_size(p->board); cell++) {
        cq_cell mate = p->mate[cell], near[4];
        unsigned count;
        bool beside = false;

        if (mate == CQ_NO_CELL)
            continue;
        count = cq_beside(p->board, cell, near);
        for (unsigned i = 0; i < count; i++)
            beside = beside || near[i] == mate;
        cq_hold(beside && p->mate[mate] == cell);
        halves++;
    }
    cq_hold(halves == 2 * p->pairs);
    return true;
}

void cq_pairing_free(cq_pairing *pairing)
{
    cq_free_each(pairing->mate, pairing->from, pairing->seen);
    cq_vec_free(&pairing->queue);
}

cq_status cq_pairing_make(cq_context *ctx, const cq_board *board, cq_pairing *out)
{
    size_t size = cq_board_size(board);
    cq_pairing p = {.board = board};

    p.mate = cq_alloc(ctx, size, sizeof *p.mate);
    p.from = cq_alloc(ctx, size, sizeof *p.from);
    p.seen = cq_zalloc(ctx, size, sizeof *p.seen);
    if (!p.mate || !p.from || !p.seen || cq_vec_reserve(ctx, &p.queue, size) != CQ_OK) {
        cq_pairing_free(&p);
        return CQ_MEMORY;
    }
    for (size_t cell = 0; cell < size; cell++)
        p.mate[cell] = CQ_NO_CELL;
    start_greedily(&p);
    for (cq_cell cell = 0; cell < size; cell++)
        if (cq_board_present(board, cell) && p.mate[cell] == CQ_NO_CELL &&
            !cq_is_dark(board, cell)) {
            cq_cell end = cq_pairing_search(&p, cell);

            if (end != CQ_NO_CELL)
                turn_over(&p, end);
        }
    cq_assert(check_pairs(&p));
    *out = p;
    return CQ_OK;
}
