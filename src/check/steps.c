/* steps.c - who is open between which steps, and in which slot of the key.
 *
 * Cost: the things and the steps; for a thing that enters, the slots below its own
 * that are taken, from the lowest that may be free.
 */
#include "check/steps.h"

#include "base/assert.h"

#include <string.h>

cq_status cq_steps_begin(cq_context *ctx, size_t things, cq_steps *steps)
{
    steps->ctx = ctx;
    steps->things = things;
    steps->factor = 1;
    steps->first = cq_alloc(ctx, things, sizeof *steps->first);
    steps->last = cq_alloc(ctx, things, sizeof *steps->last);
    steps->slots = cq_alloc(ctx, things, sizeof *steps->slots);
    cq_try_memory(steps->first && steps->last && steps->slots);
    memset(steps->first, 0xff, things * sizeof *steps->first);
    memset(steps->last, 0xff, things * sizeof *steps->last);
    return CQ_OK;
}

/* Whether the things of each step are those that have it. */
static bool are_listed(const cq_steps *steps, const uint32_t *step, const uint32_t *at,
                       const uint32_t *list)
{
    for (size_t s = 0; s < steps->count; s++)
        for (uint32_t i = at[s]; i < at[s + 1]; i++)
            cq_hold(step[list[i]] == s);
    return true;
}

/* Things by a step of theirs: a counting sort, so that equal ones stay ascending. */
static cq_status list_by(const cq_steps *steps, const uint32_t *step, uint32_t **starts,
                         uint32_t **list)
{
    uint32_t *at = cq_zalloc(steps->ctx, steps->count + 2, sizeof *at);

    *starts = at;
    *list = cq_alloc(steps->ctx, steps->things, sizeof **list);
    if (!at || !*list)
        return CQ_MEMORY;
    for (size_t i = 0; i < steps->things; i++)
        if (step[i] != CQ_NO_STEP)
            at[step[i] + 2]++;
    for (size_t s = 0; s < steps->count; s++)
        at[s + 2] += at[s + 1];
    for (uint32_t i = 0; i < steps->things; i++)
        if (step[i] != CQ_NO_STEP)
            (*list)[at[step[i] + 1]++] = i;
    cq_assert(are_listed(steps, step, at, *list));
    return CQ_OK;
}

static void number_slots(cq_steps *s, bool *taken)
{
    uint32_t lowest = 0; /* below it all are taken */

    for (size_t step = 0; step < s->count; step++) {
        for (uint32_t i = s->enters[step]; i < s->enters[step + 1]; i++) {
            while (taken[lowest])
                lowest++;
            taken[lowest] = true;
            s->slots[s->entering[i]] = lowest;
            if (lowest >= s->width)
                s->width = (size_t)lowest + 1;
        }
        for (uint32_t i = s->leaves[step]; i < s->leaves[step + 1]; i++) {
            uint32_t slot = s->slots[s->leaving[i]];

            cq_assert(taken[slot]);
            taken[slot] = false;
            if (slot < lowest)
                lowest = slot;
        }
    }
    cq_assert(!memchr(taken, true, s->things + 1)); /* whatever entered has left */
}

cq_status cq_steps_give_slots(cq_steps *steps)
{
    bool *taken;

    cq_try(list_by(steps, steps->first, &steps->enters, &steps->entering));
    cq_try(list_by(steps, steps->last, &steps->leaves, &steps->leaving));
    taken = cq_zalloc(steps->ctx, steps->things + 1, sizeof *taken);
    cq_try_memory(taken);
    number_slots(steps, taken);
    cq_free(taken);
    steps->words = steps->width ? (steps->width + 3) / 4 : 1;
    return CQ_OK;
}

void cq_steps_free(cq_steps *steps)
{
    if (!steps)
        return;
    if (steps->drop)
        steps->drop(steps);
    cq_free_each(steps->first, steps->last, steps->slots, steps->enters,
                 steps->entering, steps->leaves, steps->leaving, steps);
}
