/* seek.c - a path from one free cell towards another of the other colour.
 *
 * The sweep leaves some free cells in the last row, light and dark ones, far apart. A
 * breadth-first tree would grow to the square of the distance. But an alternating path
 * can go in almost any direction. So the search is depth first and tries the direction
 * towards the target first: it usually finds a path in about as many steps as the path
 * has. It ends at any free cell, the target or not.
 *
 * Partners are chosen like matching brackets: along the rows, each free cell is paired
 * with the last unpaired one before it, if their colours differ. So paths are short and
 * do not cross.
 *
 * A search that fails has visited everything that can be reached, as a tree would
 * (alternating_tree.c); these cells are never visited again. Nor are cells whose colour
 * is the only one left. In the worst case every path costs as much as the board has
 * cells; augment.c limits that.
 */
#include "engine/matching/matching.h"

#include "base/assert.h"

#include <string.h>

enum { POLL = 1 << 15 };

/* The four directions, those towards the target first. */
static uint32_t ways_towards(const cq_field *field, uint32_t cell, uint32_t target)
{
    int64_t down = (int64_t)(target / field->width) - (int64_t)(cell / field->width);
    int64_t right = (int64_t)(target % field->width) - (int64_t)(cell % field->width);
    uint32_t column = down > 0 ? CQ_DOWN : CQ_UP, row = right > 0 ? CQ_RIGHT : CQ_LEFT;
    uint32_t first = row, second = column;

    if ((down < 0 ? -down : down) > (right < 0 ? -right : right)) {
        first = column;
        second = row;
    }
    cq_assert(((first ^ second) & 1) ==
              1); /* one along the row, one along the column */
    return 1u << 8 | (first ^ 2) << 6 | (second ^ 2) << 4 | second << 2 | first;
}

static cq_status push_fork(cq_run *run, const cq_field *field, cq_tree *tree,
                           uint32_t cell, uint32_t target)
{
    cq_fork fork = {cell, ways_towards(field, cell, target)};

    return cq_vec_push(run->ctx, &tree->forks, fork);
}

/* The next unseen neighbour of the last cell on the path, or CQ_NOWHERE. */
static uint32_t next_unseen(const cq_field *field, cq_tree *tree)
{
    cq_fork *fork = &tree->forks.at[tree->forks.count - 1];

    while (fork->ways != 1) {
        unsigned direction = fork->ways & 3;
        uint32_t to = cq_field_neighbour(field, fork->cell, direction);

        fork->ways >>= 2;
        tree->steps++;
        if (to == CQ_NOWHERE || tree->came[to] != CQ_UNSEEN)
            continue;
        tree->came[to] = (unsigned char)(direction ^ 2);
        return to;
    }
    return CQ_NOWHERE;
}

cq_status cq_tree_seek(cq_run *run, const cq_field *field, cq_tree *tree, uint32_t root,
                       uint32_t target, uint64_t most, cq_growth *out)
{
    cq_status status;

    cq_assert(cq_field_is_free(field, root));
    tree->reached.count = tree->forks.count = 0;
    status = push_fork(run, field, tree, root, target);
    while (status == CQ_OK && tree->forks.count) {
        uint32_t to = next_unseen(field, tree);

        if (to == CQ_NOWHERE) {
            tree->forks.count--;
            continue;
        }
        status = cq_vec_push(run->ctx, &tree->reached, to);
        if (status != CQ_OK)
            break;
        *out = CQ_GROWTH_FREE;
        if (cq_field_is_free(field, to))
            return CQ_OK;
        *out = CQ_GROWTH_CUT;
        if (tree->steps > most || (tree->reached.count % POLL == 0 && cq_run_poll(run)))
            return CQ_OK;
        status = push_fork(run, field, tree, cq_field_mate(field, to), target);
    }
    cq_assert(status != CQ_OK || cq_tree_check(field, tree, root, true));
    *out = CQ_GROWTH_CLOSED;
    return status;
}

/* A free cell that may yet be covered: no closed tree holds it or its neighbours. */
static bool is_open(const cq_field *field, const cq_tree *tree, uint32_t cell)
{
    if (!cq_field_is_free(field, cell))
        return false;
    for (unsigned d = 0; d < 4; d++) {
        uint32_t to = cq_field_neighbour(field, cell, d);

        if (to != CQ_NOWHERE && tree->came[to] == CQ_UNSEEN)
            return true;
    }
    return false;
}

static cq_status open_cells(cq_run *run, const cq_field *field, const cq_tree *tree,
                            cq_u32s *out)
{
    const unsigned char *at = field->state, *end = field->state + field->size;

    for (; (at = memchr(at, CQ_FREE, (size_t)(end - at))); at++) {
        uint32_t cell = (uint32_t)(at - field->state);

        if (is_open(field, tree, cell) && cq_vec_push(run->ctx, out, cell) != CQ_OK)
            return CQ_MEMORY;
    }
    return CQ_OK;
}

static cq_status seek(cq_run *run, cq_field *field, cq_tree *tree, uint32_t from,
                      uint32_t to)
{
    cq_growth growth;

    if (!is_open(field, tree, from))
        return CQ_OK;
    cq_try(cq_tree_seek(run, field, tree, from, to, UINT64_MAX, &growth));
    cq_tree_use(field, tree, from, growth);
    return CQ_OK;
}

/* Pairs the cells like brackets and looks for a path for each pair; what is still open
 * stays in `cells`, *tried counts the pairs. */
static cq_status pair_once(cq_run *run, cq_field *field, cq_tree *tree, uint64_t most,
                           cq_u32s *cells, uint64_t *tried)
{
    cq_status status = CQ_OK;
    size_t alone = 0, open = 0; /* a stack at the front of the list */

    *tried = 0;
    for (size_t i = 0; i < cells->count && status == CQ_OK; i++) {
        uint32_t cell = cells->at[i];

        if (tree->steps > most || run->stop != CQ_FINISHED || alone == 0 ||
            cq_field_is_dark(field, cells->at[alone - 1]) ==
                cq_field_is_dark(field, cell)) {
            cells->at[alone++] = cell;
            continue;
        }
        ++*tried;
        status = seek(run, field, tree, cells->at[alone - 1], cell);
        cq_assert(alone <= i);
        /* One of the two is done. The other waits for the next one. */
        if (!is_open(field, tree, cells->at[alone - 1]))
            alone--;
        if (status == CQ_OK && is_open(field, tree, cell))
            cells->at[alone++] = cell;
    }
    for (size_t i = 0; i < alone; i++)
        if (is_open(field, tree, cells->at[i]))
            cells->at[open++] = cells->at[i];
    cq_assert(open <= alone && alone <= cells->count);
    cells->count = open;
    return status;
}

cq_status cq_field_pair(cq_run *run, cq_field *field, cq_tree *tree, uint64_t most,
                        cq_matching_work *work, bool *rest)
{
    cq_u32s cells = {0};
    uint64_t tried = 1;
    cq_status status = open_cells(run, field, tree, &cells);

    *rest = false;
    while (status == CQ_OK && tried && !*rest && run->stop == CQ_FINISHED) {
        status = pair_once(run, field, tree, most, &cells, &tried);
        work->searches += tried;
        *rest = tree->steps > most && cells.count > 0;
    }
    cq_vec_free(&cells);
    return status;
}
