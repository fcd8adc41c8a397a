/* alternating_tree.c - a free cell and all cells that alternating paths from it reach.
 *
 * From the root every step goes to a neighbour (a gap) and on to that neighbour's mate
 * (a domino), so that all cells on which one stands have the root's colour. A free
 * neighbour ends an augmenting path: turned over, it covers the root and that
 * neighbour. If none is found the tree is closed: its cells of the root's colour have
 * no neighbours but the reached ones, which are the mates of all of them except the
 * root: one too few (Hall 1935, Koenig 1931).
 *
 * A closed tree stays closed whatever is augmented elsewhere, for either colour of the
 * root, because no path can leave it. So its cells may stay marked as seen.
 *
 * The search is breadth first and clears its marks by its own list, so a tree costs
 * only as much as it reaches.
 */
#include "engine/matching/matching.h"
#include "base/assert.h"

#include <string.h>

enum { POLL = 1 << 15 };

cq_status cq_tree_new(cq_context *ctx, const cq_field *field, cq_tree *out)
{
    unsigned char *came = cq_alloc(ctx, field->size, sizeof *came);

    cq_try_memory(came);
    memset(came, CQ_UNSEEN, field->size);
    memset(out, 0, sizeof *out);
    out->came = came;
    return CQ_OK;
}

void cq_tree_free(cq_tree *tree)
{
    cq_free(tree->came);
    cq_vec_free_each(&tree->reached, &tree->forks);
    tree->came = NULL;
}

cq_status cq_tree_grow(cq_run *run, const cq_field *field, cq_tree *tree, uint32_t root,
                       size_t most, cq_growth *out)
{
    uint32_t cell = root;

    cq_assert(cq_field_is_free(field, root));
    tree->reached.count = 0;
    for (size_t head = 0;;) {
        for (unsigned d = 0; d < 4; d++) {
            uint32_t to = cq_field_neighbour(field, cell, d);

            if (to == CQ_NOWHERE || tree->came[to] != CQ_UNSEEN)
                continue;
            cq_try(cq_vec_push(run->ctx, &tree->reached, to));
            tree->came[to] = (unsigned char)(d ^ 2);
            if (cq_field_is_free(field, to)) {
                *out = CQ_GROWTH_FREE;
                return CQ_OK;
            }
        }
        tree->steps += 4;
        if (tree->reached.count >= most ||
            (head % POLL == POLL - 1 && cq_run_poll(run))) {
            *out = CQ_GROWTH_CUT;
            return CQ_OK;
        }
        if (head == tree->reached.count)
            break;
        cell = cq_field_mate(field, tree->reached.at[head++]);
    }
    cq_assert(cq_tree_check(field, tree, root, true));
    *out = CQ_GROWTH_CLOSED;
    return CQ_OK;
}

/* Whether all neighbours of a cell of the root's colour were reached. */
static bool is_done(const cq_field *field, const cq_tree *tree, uint32_t cell)
{
    for (unsigned d = 0; d < 4; d++) {
        uint32_t to = cq_field_neighbour(field, cell, d);

        if (to != CQ_NOWHERE && tree->came[to] == CQ_UNSEEN)
            return false;
    }
    return true;
}

bool cq_tree_check(const cq_field *field, const cq_tree *tree, uint32_t root,
                   bool closed)
{
    bool dark = cq_field_is_dark(field, root);

    for (size_t i = 0; i < tree->reached.count; i++) {
        uint32_t to = tree->reached.at[i], from;

        cq_hold(tree->came[to] < CQ_UNSEEN && cq_field_is_dark(field, to) != dark);
        from = cq_field_step(field, to, tree->came[to]);
        cq_hold(cq_field_is_dark(field, from) == dark);
        cq_hold(from == root || (!cq_field_is_free(field, from) &&
                                 tree->came[cq_field_mate(field, from)] < CQ_UNSEEN));
        if (!closed)
            continue;
        cq_hold(!cq_field_is_free(field, to));
        cq_hold(is_done(field, tree, cq_field_mate(field, to)));
    }
    cq_hold(!closed || is_done(field, tree, root));
    return true;
}

void cq_tree_flip(cq_field *field, const cq_tree *tree, uint32_t root)
{
    uint32_t to = tree->reached.at[tree->reached.count - 1], cell;

    cq_assert(cq_field_is_free(field, to) && cq_field_is_free(field, root));
    cq_assert(cq_tree_check(field, tree, root, false));
    do {
        unsigned char back = tree->came[to];
        uint32_t next;

        cell = cq_field_step(field, to, back);
        cq_assert(back < 4 &&
                  cq_field_is_dark(field, cell) == cq_field_is_dark(field, root));
        next = cell == root ? CQ_NOWHERE : cq_field_mate(field, cell);
        field->state[to] = back;
        field->state[cell] = back ^ 2;
        to = next;
    } while (cell != root);
    field->matched++;
    cq_assert(!cq_field_is_free(field, root));
    cq_assert(!cq_walk_due(tree->steps, field->size) || cq_field_check(field));
}

void cq_tree_forget(cq_tree *tree)
{
    for (size_t i = 0; i < tree->reached.count; i++)
        tree->came[tree->reached.at[i]] = CQ_UNSEEN;
    tree->reached.count = 0;
}

void cq_tree_use(cq_field *field, cq_tree *tree, uint32_t root, cq_growth growth)
{
    if (growth == CQ_GROWTH_FREE)
        cq_tree_flip(field, tree, root);
    if (growth != CQ_GROWTH_CLOSED)
        cq_tree_forget(tree);
}
