/* kept_layers.c - the layers of a sweep that walks go back over, or a few of them.
 *
 * All layers are kept as long as they are small. Then every second one is let go, and
 * again every second one of those that are left, until they are as many as the layers
 * in between: about the square root of the number of steps. What is between two of them
 * is made once more when a walk comes there, so that one sweep more is the price of a
 * memory that is so much smaller (Griewank, "Achieving logarithmic growth of temporal
 * and spatial complexity in reverse automatic differentiation", 1992, in its simplest
 * form). Walks go together for that reason, many at once.
 */
#include "engine/frontier/sweep.h"

#include <string.h>

static size_t bytes_kept(const cq_sweep *sweep)
{
    return sweep->store.in_use *
           (sizeof(cq_block) + sweep->store.words * sizeof(uint64_t));
}

void cq_kept_thin(cq_sweep *sweep)
{
    size_t last = sweep->kept.count;

    while (sweep->most_kept && bytes_kept(sweep) > sweep->most_kept &&
           sweep->apart * sweep->apart < sweep->end) {
        sweep->apart *= 2;
        for (size_t i = 0; i < last; i++)
            if (i % sweep->apart && sweep->kept.at[i].buckets)
                cq_layer_free(&sweep->kept.at[i]);
    }
    cq_assert((sweep->apart & (sweep->apart - 1)) == 0);
    if (last && (last - 1) % sweep->apart && sweep->kept.at[last - 1].buckets)
        cq_layer_free(&sweep->kept.at[last - 1]);
}

/* The first layer of the stretch is the outer sweep's own. */
static void free_again(cq_sweep *sweep)
{
    cq_sweep *again = sweep->again;

    if (!again)
        return;
    if (again->kept.count)
        memset(&again->kept.at[0], 0, sizeof again->kept.at[0]);
    else
        memset(&again->now, 0, sizeof again->now);
    cq_sweep_free(again);
    cq_free(again);
    sweep->again = NULL;
}

void cq_kept_free(cq_sweep *sweep)
{
    free_again(sweep);
    for (size_t i = 0; i < sweep->kept.count; i++)
        cq_layer_free(&sweep->kept.at[i]);
    cq_vec_free(&sweep->kept);
}

/* Once more from the kept layer at or before the step to the next one. */
static cq_status make_again(cq_sweep *sweep, size_t step)
{
    size_t from = step - step % sweep->apart, to = from + sweep->apart;
    cq_sweep *again;
    cq_status status;

    cq_assert(from < step && sweep->kept.at[from].buckets);
    free_again(sweep);
    again = cq_zalloc(sweep->run->ctx, 1, sizeof *again);
    if (!again)
        return CQ_MEMORY;
    status = cq_sweep_new(sweep->run, sweep->plan, sweep->scales, again);
    if (status != CQ_OK) {
        cq_free(again);
        return status;
    }
    cq_layer_free(&again->now);
    again->now = sweep->kept.at[from];
    again->keeping = again->whole = true;
    again->end = to < sweep->end ? to : sweep->end;
    sweep->again = again;
    sweep->again_from = from;
    cq_sweep_skip(again, from);
    return cq_sweep_run(again);
}

cq_status cq_kept_layer(cq_sweep *sweep, size_t step, const cq_layer **out)
{
    cq_assert(step < sweep->kept.count);
    if (sweep->kept.at[step].buckets) {
        *out = &sweep->kept.at[step];
        return CQ_OK;
    }
    if (!sweep->again || step < sweep->again_from ||
        step - sweep->again_from >= sweep->again->kept.count)
        cq_try(make_again(sweep, step));
    *out = &sweep->again->kept.at[step - sweep->again_from];
    return CQ_OK;
}
