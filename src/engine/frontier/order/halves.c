/* halves.c - predicts from an order what counting mirror images as one saves.
 *
 * A symmetry of board and pieces keeps a layer if it maps the set of cells decided
 * before it onto itself (fold_symmetries.c). Half of the states of such a layer remain,
 * and for some steps little more than half of the work. An order by rows meets such a
 * layer at the end of every row; an annealed one never does, and may take longer
 * although its frontier is narrower.
 *
 *     last of the images of the first k items     at place k or before: kept
 *
 * A state costs one half right after a kept layer, and a little more with each further
 * step: with tetrominoes on 10 x 10, by rows, 58 % of the transitions were counted.
 * Layers of few states are not folded, so nothing is saved there.
 *
 * Cost: a look at each item for every symmetry and order.
 */
#include "engine/frontier/order/prefix.h"

#include "base/assert.h"
#include "problem/tiling_symmetries.h"

#include <string.h>

enum { SYMMETRIES_MOST = 8 }; /* of a square; round a torus the first are enough */
static const double most_saved = 0.5, lost_a_step = 0.016, states_from = 4096;

/* Cells are items in ascending order, as in a sweep over the board. */
static cq_status number_cells(cq_context *ctx, const cq_board *board, uint32_t **out)
{
    size_t size = cq_board_size(board);
    uint32_t *item = cq_alloc(ctx, size, sizeof *item), count = 0;

    cq_try_memory(item);
    for (cq_cell cell = 0; cell < size; cell++)
        item[cell] = cq_board_present(board, cell) ? count++ : UINT32_MAX;
    cq_assert(count == board->count);
    *out = item;
    return CQ_OK;
}

static void fill_images(const cq_symmetries *s, const cq_board *board,
                        const uint32_t *item, cq_halves *m)
{
    for (size_t g = 0; g < m->count; g++)
        for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
            if (cq_board_present(board, cell))
                m->images[g * m->items + item[cell]] =
                    item[cq_symmetry_image(s, g + 1, cell)];
    for (size_t i = 0; i < m->count * m->items; i++)
        cq_assert(m->images[i] < m->items); /* a cell that is there */
}

cq_status cq_halves_make(cq_context *ctx, const cq_problem *problem, cq_halves *out)
{
    cq_halves m = {.items = problem->board->count};
    cq_symmetries symmetries = {0};
    uint32_t *item = NULL;
    cq_status status = cq_symmetries_make(ctx, problem->board, &problem->pieces, NULL,
                                          NULL, &symmetries);

    if (status != CQ_OK)
        return status;
    m.count = cq_symmetries_count(&symmetries) - 1;
    m.count = m.count < SYMMETRIES_MOST ? m.count : SYMMETRIES_MOST;
    m.images = cq_alloc(ctx, cq_times(m.count + 1, m.items), sizeof *m.images);
    m.place = cq_alloc(ctx, m.items, sizeof *m.place);
    m.last = cq_alloc(ctx, m.count + 1, sizeof *m.last);
    status = m.images && m.place && m.last ? number_cells(ctx, problem->board, &item)
                                           : CQ_MEMORY;
    if (status == CQ_OK)
        fill_images(&symmetries, problem->board, item, &m);
    cq_free(item);
    cq_symmetries_free(&symmetries);
    if (status == CQ_OK)
        *out = m;
    else
        cq_halves_free(&m);
    return status;
}

void cq_halves_free(cq_halves *m)
{
    cq_free_each(m->images, m->place, m->last);
    memset(m, 0, sizeof *m);
}

void cq_halves_begin(cq_halves *m, const uint32_t *order)
{
    for (uint32_t k = 0; k < m->items; k++) {
        cq_assert(order[k] < m->items);
        m->place[order[k]] = k;
    }
    memset(m->last, 0, (m->count + 1) * sizeof *m->last);
    m->kept = SIZE_MAX;
}

double cq_halves_share(cq_halves *m, const uint32_t *order, size_t k, double states)
{
    double share;

    for (size_t g = 0; g < m->count; g++) {
        uint32_t at = m->place[m->images[g * m->items + order[k]]];

        cq_assert(at < m->items);
        m->last[g] = at > m->last[g] ? at : m->last[g];
        if (m->last[g] <= k && states >= states_from)
            m->kept = k;
    }
    if (m->kept == SIZE_MAX)
        return 1;
    cq_assert(m->kept <= k);
    share = most_saved + lost_a_step * (double)(k - m->kept);
    return share < 1 ? share : 1;
}
