/* root.c - removes and includes options before the search begins.
 *
 * Options that no solution has are removed, options that every solution has are
 * included; both leave the set of solutions as it is. Options without a primary item
 * are dead (by convention they are in no solution), and so are options of an item that
 * must not be covered. Then each option is tried: if some item can no longer be covered
 * together with it, it is dead. Each removal may lead to others, so this is repeated.
 * It costs about as much as a level of the search, so it is limited by a budget, a
 * small multiple of the size of the problem. It is skipped if one solution is enough,
 * because that may be found quickly.
 */
#include "engine/search/sparse.h"

#include "base/assert.h"

enum { BUDGET = 30, BUDGET_LEAST = 50000 }; /* updates an option, and in any case */

static bool is_dead_at_once(const cq_sparse *s, uint32_t option)
{
    const cq_cover *cover = s->cover;
    bool primary = false;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        uint32_t item = cover->entries.at[e].item;
        cq_assert(item < s->items);

        if (item < s->primary && s->head[item].room == 0)
            return true;
        primary |= item < s->primary;
    }
    return !primary;
}

/* Every item has as many options as it needs; those with no more are put in the
 * queue. */
static bool look_at_items(cq_sparse *s)
{
    for (uint32_t i = 0; i < s->primary; i++)
        if (s->head[i].need && s->head[i].size <= s->head[i].need &&
            !cq_sparse_queue(s, i))
            return false;
    return true;
}

/* Whether the option can be included without an item being left without options. */
static bool survives(cq_sparse *s, uint32_t option)
{
    cq_sparse_mark mark = cq_sparse_set_mark(s);
    bool possible = cq_sparse_include(s, option);

    cq_assert(s->saved >= mark.saved && s->out->count == mark.chosen + 1);
    cq_sparse_undo(s, &mark);
    cq_assert(cq_sparse_is_alive(s, option)); /* nothing of the trial stays */
    return possible;
}

/* One round over all options; *changed tells whether any went. */
static bool probe(cq_sparse *s, uint64_t limit, bool *changed)
{
    cq_assert(s->waiting == 0); /* all that was forced is included */
    *changed = false;
    for (uint32_t o = 0; o < s->options && s->out->updates < limit; o++) {
        if (!cq_sparse_is_alive(s, o) || survives(s, o))
            continue;
        *changed = true;
        if (!cq_sparse_remove(s, o) || !cq_sparse_force(s))
            return false;
    }
    return true;
}

bool cq_sparse_reduce(cq_sparse *s)
{
    uint64_t limit = BUDGET_LEAST + BUDGET * (uint64_t)s->options;
    bool changed = s->out->run->goal != CQ_GOAL_FIND;

    cq_assert(s->saved == 0 && s->alive == s->options);
    for (uint32_t o = 0; o < s->options; o++)
        if (is_dead_at_once(s, o))
            cq_sparse_remove(s, o);
    if (!look_at_items(s) || !cq_sparse_force(s))
        return false;
    while (changed && s->out->updates < limit)
        if (!probe(s, limit, &changed))
            return false;
    return true;
}
