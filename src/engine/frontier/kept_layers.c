/* kept_layers.c - the layers of a sweep that are kept for walks back through it.
 *
 * All layers are kept as long as they are small. If they grow too large, every second
 * one is dropped, repeatedly, until as many are left as lie between two of them: about
 * the square root of the number of steps. Layers in between are recomputed when a walk
 * reaches them. So much less memory costs one more sweep (Griewank, "Achieving
 * logarithmic growth of temporal and spatial complexity in reverse automatic
 * differentiation", 1992, in its simplest form). That is why many walks go back
 * together.
 */
#include "engine/frontier/sweep.h"

#include <string.h>

size_t cq_kept_bytes(const cq_sweep *sweep)
{
    return sweep->store.in_use *
           (sizeof(cq_block) + sweep->store.words * sizeof(uint64_t));
}

size_t cq_kept_apart(const cq_sweep *sweep, size_t bytes)
{
    bool many = sweep->most_kept && bytes > sweep->most_kept &&
                sweep->apart * sweep->apart < sweep->end;

    return many ? 2 * sweep->apart : sweep->apart;
}

void cq_kept_thin(cq_sweep *sweep)
{
    cq_assert((sweep->apart & (sweep->apart - 1)) == 0);
    for (size_t i = 0; i < sweep->kept.count; i++)
        if (i % sweep->apart && sweep->kept.at[i].buckets)
            cq_layer_free(&sweep->kept.at[i]);
}

/* Rank 0 decides for all how far apart they are: here where it is alone with the layer,
 * and in a meeting else (layer_calls.c). */
void cq_kept_push(cq_sweep *sweep)
{
    size_t last = sweep->kept.count, apart;

    cq_assert(last < sweep->kept.room);
    sweep->kept.at[sweep->kept.count++] = sweep->now;
    if (last % sweep->apart)
        cq_layer_free(&sweep->kept.at[last]);
    if (sweep->share.together || cq_spread_rank(sweep->share.spread))
        return;
    while ((apart = cq_kept_apart(sweep, cq_kept_bytes(sweep))) > sweep->apart) {
        sweep->apart = apart;
        cq_kept_thin(sweep);
    }
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
    cq_try_memory(again);
    status = cq_sweep_new(sweep->run, sweep->plan, sweep->scales, sweep->share.spread,
                          again);
    if (status != CQ_OK) {
        cq_free(again);
        return status;
    }
    cq_layer_free(&again->now);
    again->now = sweep->kept.at[from];
    again->share.together = again->now.shared;
    again->share.stride = 1;
    again->keeping = again->whole = true;
    again->end = to < sweep->end ? to : sweep->end;
    sweep->again = again;
    sweep->again_from = from;
    cq_sweep_skip(again, from);
    cq_try(cq_sweep_run(again));
    cq_assert(again->at == again->end && again->kept.count == again->end - from);
    return CQ_OK;
}

cq_status cq_kept_layer(cq_sweep *sweep, size_t step, const cq_layer **out)
{
    cq_assert(step < sweep->kept.count);
    if (step % sweep->apart == 0) {
        cq_assert(sweep->kept.at[step].buckets);
        *out = &sweep->kept.at[step];
        return CQ_OK;
    }
    if (!sweep->again || step < sweep->again_from ||
        step - sweep->again_from >= sweep->again->kept.count)
        cq_try(make_again(sweep, step));
    cq_assert(step - sweep->again_from < sweep->again->kept.count);
    *out = &sweep->again->kept.at[step - sweep->again_from];
    return CQ_OK;
}
