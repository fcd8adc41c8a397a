/* stride.c - several steps at once.
 *
 * Most states pass through most steps unchanged, because the item is already covered.
 * Taking each of them through a table at every step costs more than following it along
 * all paths of a few steps and merging what arrives. With b moves for a state and step,
 * a stride of r steps puts in b^r states, and r strides of one put in r * b; it pays as
 * long as b is near one, as with dominoes and straight pieces.
 *
 * A path is a move for each step, and is again a test and a change of bits: if a later
 * move tests a place that an earlier one has written, the result is known here; if it
 * tests another place, the test is applied to the state before the stride. Paths that
 * contradict themselves are left out.
 */
#include "engine/frontier/sweep.h"

#include <math.h>
#include <string.h>

/* Layers of LARGE states and more are far larger than a cache. */
enum { PATHS_MOST = 384, LARGE = 1 << 20 };

/* Nanoseconds, about: a state into a table, out of it, and through a test. Long strides
 * also take more memory, a fifth more for tetrominoes: in large layers, where they save
 * a few per cent of the time, tests count for more. */
static const double into = 7, out_of = 5, through = 0.5, through_large = 2.5;
/* Out of it, packed and sent to another rank, or merged with what others send: there
 * are to be few such layers, whatever tests take. */
static const double out_shared = 27;

/* A stride never goes over a step that looks at a number: its bits are not followed;
 * nor over a layer that can be folded. */
static bool can_join(const cq_sweep *sweep, size_t step)
{
    return step < sweep->end && sweep->plan->steps.at[step].kind != CQ_STEP_DROP &&
           !sweep->plan->guarded && !(sweep->folds && cq_folds_at(sweep->folds, step));
}

size_t cq_stride_best(const cq_sweep *sweep)
{
    const cq_step *step = &sweep->plan->steps.at[sweep->at];
    double moves = (double)(step->move_end - step->moves) / 2, b = sweep->branching;
    bool together = sweep->share.together;
    double each = sweep->now.states < LARGE || together ? through : through_large;
    double out = together ? out_shared : out_of;
    double least = HUGE_VAL, tests = 0;
    size_t best = 1;

    for (size_t r = 1; r <= CQ_STRIDE_MOST; r++) {
        double cost;

        if (r > 1 && !can_join(sweep, sweep->at + r - 1))
            break;
        tests += pow(b, (double)r - 1) * moves * each;
        cost = (pow(b, (double)r) * into + out + tests) / (double)r;
        if (cost >= least)
            break;
        least = cost;
        best = r;
    }
    cq_assert(sweep->at + best <= sweep->plan->steps.count);
    return best;
}

/* ---- paths ---- */

/* The trail after `depth` moves. */
static uint64_t *trail_at(const cq_sweep *sweep, size_t depth)
{
    cq_assert(depth <= CQ_STRIDE_MOST);
    return sweep->crossing.trail + depth * CQ_TRAIL_MASKS * sweep->plan->words;
}

/* Follows the trail through one more move; false if they contradict. */
static bool extend(const cq_sweep *sweep, size_t depth, const cq_move *move)
{
    const cq_plan *plan = sweep->plan;
    const cq_step *step = &plan->steps.at[sweep->at + depth];
    const uint64_t *tests = cq_move_mask(plan, move, CQ_MASK_TEST);
    const uint64_t *wants = cq_move_mask(plan, move, CQ_MASK_WANT);
    const uint64_t *sets = cq_move_mask(plan, move, CQ_MASK_SET);
    const uint64_t *from = trail_at(sweep, depth);
    uint64_t *to = trail_at(sweep, depth + 1), wrong = 0;
    size_t words = plan->words, at_want = CQ_TRAIL_WANT * words;
    size_t at_keep = CQ_TRAIL_KEEP * words, at_set = CQ_TRAIL_SET * words;

    cq_assert(depth < sweep->crossing.stride);
    for (size_t w = 0; w < words; w++) {
        uint64_t test = tests[w], want = wants[w], set = sets[w];
        uint64_t keep = plan->pool.at[step->keep + w];
        uint64_t old_keep = from[at_keep + w], old_set = from[at_set + w];
        uint64_t open = old_keep & ~old_set;

        wrong |= test & old_set & ~want;
        wrong |= want & ~old_keep & ~old_set;
        wrong |= from[w] & test & open & (from[at_want + w] ^ want);
        to[w] = from[w] | (test & open);
        to[at_want + w] = from[at_want + w] | (want & open);
        to[at_keep + w] = old_keep & keep;
        to[at_set + w] = (old_set & keep) | set;
        cq_assert(wrong || !(to[at_want + w] & ~to[w]));
    }
    return !wrong;
}

static cq_status add_lane(cq_sweep *sweep, const uint32_t *path)
{
    cq_crossing *c = &sweep->crossing;
    cq_context *ctx = sweep->run->ctx;
    size_t masks = CQ_TRAIL_MASKS * sweep->plan->words;
    const uint64_t *trail = trail_at(sweep, c->stride);
    cq_lane lane = {.path = (uint32_t)c->paths.count};

    if (cq_vec_reserve(ctx, &c->paths, c->stride) != CQ_OK ||
        cq_vec_reserve(ctx, &c->masks, masks) != CQ_OK)
        return CQ_MEMORY;
    cq_assert(c->paths.count == c->lanes.count * c->stride);
    cq_assert(c->masks.count == c->lanes.count * masks);
    memcpy(c->paths.at + c->paths.count, path, c->stride * sizeof *path);
    c->paths.count += c->stride;
    memcpy(c->masks.at + c->masks.count, trail, masks * sizeof *trail);
    c->masks.count += masks;
    return cq_vec_push(ctx, &c->lanes, lane);
}

/* All paths in their order, until there are too many of them. */
static cq_status list_paths(cq_sweep *sweep, bool *too_many)
{
    const cq_plan *plan = sweep->plan;
    cq_crossing *c = &sweep->crossing;
    uint32_t path[CQ_STRIDE_MOST];
    size_t depth = 0;
    cq_status status = CQ_OK;

    path[0] = plan->steps.at[sweep->at].moves;
    while (status == CQ_OK && !*too_many) {
        const cq_step *step = &plan->steps.at[sweep->at + depth];

        if (path[depth] == step->move_end) { /* back to the step before */
            if (depth == 0)
                break;
            path[--depth]++;
        } else if (!extend(sweep, depth, &plan->moves.at[path[depth]])) {
            path[depth]++;
        } else if (depth + 1 == c->stride) {
            status = add_lane(sweep, path);
            path[depth]++;
            *too_many = c->stride > 1 && c->lanes.count > PATHS_MOST;
        } else {
            depth++;
            path[depth] = plan->steps.at[sweep->at + depth].moves;
        }
    }
    return status;
}

cq_status cq_stride_make(cq_sweep *sweep, size_t stride)
{
    cq_crossing *c = &sweep->crossing;
    size_t words = sweep->plan->words;
    bool too_many = true;

    if (!c->trail)
        c->trail =
            cq_zalloc(sweep->run->ctx, (CQ_STRIDE_MOST + 1) * CQ_TRAIL_MASKS * words,
                      sizeof *c->trail);
    cq_try_memory(c->trail);
    memset(c->trail + CQ_TRAIL_KEEP * words, 0xff, words * sizeof *c->trail);
    for (c->stride = stride; too_many; c->stride -= too_many) {
        too_many = false;
        c->paths.count = c->masks.count = c->lanes.count = 0;
        cq_try(list_paths(sweep, &too_many));
    }
    cq_assert(c->stride > 0 && c->stride <= stride);
    return CQ_OK;
}
