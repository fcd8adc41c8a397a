/* check_layers.c - are these layers a proof that there is no solution?
 *
 * The file has an order of the primary items or of the vertices; the problem in that
 * order is a number of steps (steps.h). For each step but the last there is a layer: a
 * set of states. The layer before the first step is the state in which nothing is
 * decided. Two things are to be seen, and nothing else:
 *
 *     whatever a step makes of a state of one layer is in the next layer
 *     no step completes a solution
 *
 * Then every partial solution stays within the layers, and none is ever whole. A layer
 * may have states that nothing leads to; they do no harm. After an empty layer, and
 * after the last step, the file ends.
 *
 *     order    of each the difference to the one before (the first: to -1), times two;
 *              if it is negative, its size times two, less 1
 *     layer    the number of its states, then the states, ascending by their values;
 *              the values are those of the slots in use, from the lowest slot on
 *     state    the first of a layer: its values. Others: how many values are those of
 *              the state before, by how much the next is larger, less 1, and the rest
 *
 * One pass, with memory for two layers. Cost: the states times the choices of a step.
 */
#include "base/assert.h"
#include "base/keys.h"
#include "check/judge.h"
#include "check/proof_reader.h"
#include "check/tour_lists.h"

#include <inttypes.h>
#include <string.h>

enum { AT_COUNT, AT_SAME, AT_VALUES }; /* depths of the reader */

typedef struct judge {
    cq_context *ctx;
    cq_proof_reader *reader;
    cq_steps *steps;
    bool *taken;  /* slots in use after this step */
    cq_u32s used; /* the same, as a list */
    cq_keys now, next;
    uint64_t *key;
    size_t step;
} judge;

/* ---- reading ---- */

/* The rank of each of `count` things, to be freed in any case. */
static cq_status read_order(cq_proof_reader *reader, size_t count, uint32_t **out)
{
    uint64_t at = UINT64_MAX, number;
    uint32_t *rank = *out = cq_alloc(reader->ctx, count, sizeof *rank);

    cq_try_memory(rank);
    for (size_t i = 0; i < count; i++)
        rank[i] = UINT32_MAX;
    for (uint32_t place = 0; place < count; place++) {
        cq_try(cq_poll_at(reader->ctx, (uint64_t)place + 1));
        cq_try(cq_proof_next(reader, AT_COUNT, 2 * (uint64_t)UINT32_MAX, &number));
        at += number % 2 ? UINT64_MAX - number / 2 : number / 2; /* modulo 2^64 */
        if (at >= count || rank[at] != UINT32_MAX)
            return cq_proof_fail(reader, "the order has a number %s",
                                 at >= count ? "that is too large" : "twice");
        rank[at] = place;
    }
    return CQ_OK;
}

/* The values of the key from the i-th slot in use on. */
static cq_status read_values(judge *j, size_t i)
{
    uint64_t value;

    for (; i < j->used.count; i++) {
        uint32_t slot = j->used.at[i];

        cq_try(cq_proof_next(j->reader, AT_VALUES + slot, CQ_SLOT_MOST, &value));
        cq_slot_set(j->key, slot, (uint32_t)value);
    }
    return CQ_OK;
}

/* The key becomes the next state, which is larger. */
static cq_status read_state(judge *j, bool first)
{
    uint64_t same, by;
    uint32_t slot, value;

    j->reader->nodes++;
    if (first)
        return read_values(j, 0);
    cq_try(cq_proof_next(j->reader, AT_SAME, j->used.count, &same));
    if (same == j->used.count)
        return cq_proof_fail(j->reader, "state %" PRIu64 ": it comes twice",
                             j->reader->nodes);
    slot = j->used.at[same];
    value = cq_slot_get(j->key, slot);
    cq_try(cq_proof_next(j->reader, AT_VALUES + slot, CQ_SLOT_MOST, &by));
    if (value + by >= CQ_SLOT_MOST)
        return cq_proof_fail(j->reader, "state %" PRIu64 ": a value is too large",
                             j->reader->nodes);
    cq_slot_set(j->key, slot, value + (uint32_t)by + 1);
    return read_values(j, (size_t)same + 1);
}

static cq_status read_layer(judge *j)
{
    uint64_t count;
    bool fresh;

    cq_keys_clear(&j->next);
    memset(j->key, 0, j->steps->words * sizeof *j->key);
    cq_try(cq_proof_next(j->reader, AT_COUNT, UINT32_MAX - 1, &count));
    for (uint64_t i = 0; i < count; i++) {
        cq_try(cq_poll_at(j->ctx, i + 1));
        cq_try(read_state(j, i == 0));
        if (j->steps->is_state && !j->steps->is_state(j->steps, j->step, j->key))
            return cq_proof_refuse(j->reader, j->step + 1, "no paths have such ends");
        cq_try(cq_keys_add(j->ctx, &j->next, j->key, NULL, &fresh));
        cq_assert(fresh); /* each is larger than the one before */
    }
    return CQ_OK;
}

/* ---- judging ---- */

/* Everything that the step makes of a state. */
static cq_status follow(judge *j, const uint64_t *from)
{
    size_t choices = j->steps->choices(j->steps, j->step, from);

    for (size_t i = 0; i < choices; i++) {
        cq_step_end end = j->steps->choose(j->steps, j->step, i, from, j->key);

        if (end == CQ_STEP_COMPLETES)
            return cq_proof_refuse(j->reader, j->step + 1,
                                   "a solution is completed here");
        if (end == CQ_STEP_HOLDS && j->step + 1 < j->steps->count &&
            cq_keys_find(&j->next, j->key) == CQ_NO_KEY)
            return cq_proof_refuse(j->reader, j->step + 1,
                                   "a state that can be reached is missing");
    }
    return CQ_OK;
}

static cq_status follow_all(judge *j)
{
    for (size_t i = 0; i < j->now.count && !j->reader->wrong; i++) {
        cq_try(cq_poll_at(j->ctx, i + 1));
        cq_try(follow(j, j->now.at + i * j->steps->words));
    }
    return CQ_OK;
}

/* The slots that are in use after the step. */
static cq_status list_used(judge *j)
{
    const cq_steps *s = j->steps;

    for (uint32_t i = s->enters[j->step]; i < s->enters[j->step + 1]; i++)
        j->taken[s->slots[s->entering[i]]] = true;
    for (uint32_t i = s->leaves[j->step]; i < s->leaves[j->step + 1]; i++)
        j->taken[s->slots[s->leaving[i]]] = false;
    j->used.count = 0;
    for (uint32_t slot = 0; slot < s->width; slot++)
        if (j->taken[slot])
            cq_try(cq_vec_push(j->ctx, &j->used, slot));
    return CQ_OK;
}

static cq_status walk(judge *j)
{
    for (j->step = 0; j->step < j->steps->count && j->now.count; j->step++) {
        cq_keys spare = j->now;

        cq_try(list_used(j));
        if (j->step + 1 < j->steps->count)
            cq_try(read_layer(j));
        cq_try(follow_all(j));
        if (j->step + 1 == j->steps->count || j->reader->wrong)
            break;
        j->now = j->next;
        j->next = spare;
    }
    return cq_proof_finish(j->reader);
}

/* ---- from beginning to end ---- */

static cq_status begin(judge *j)
{
    const cq_steps *steps = j->steps;

    if (steps->too_large)
        return cq_fail(j->ctx, CQ_REFUSED,
                       "the problem is too large for a proof by layers");
    j->now.words = j->next.words = steps->words;
    j->key = cq_zalloc(j->ctx, steps->words, sizeof *j->key);
    j->taken = cq_zalloc(j->ctx, steps->width + 1, sizeof *j->taken);
    return j->key && j->taken ? cq_keys_add(j->ctx, &j->now, j->key, NULL, NULL)
                              : CQ_MEMORY;
}

static cq_status judge_layers(cq_steps *steps, cq_proof_reader *reader)
{
    judge j = {.ctx = reader->ctx, .reader = reader, .steps = steps};
    cq_status status;

    if (steps->hopeless) /* there is nothing to be read */
        return cq_proof_finish(reader);
    if (steps->count == 0) {
        cq_judge_say(reader->sentence, CQ_NO, "layer 0: nothing at all is a solution");
        reader->wrong = true;
        return CQ_OK;
    }
    status = begin(&j);
    cq_then(status, walk(&j));
    cq_free_each(j.key, j.taken);
    cq_vec_free(&j.used);
    cq_keys_free(&j.now);
    cq_keys_free(&j.next);
    return status;
}

cq_status cq_judge_cover_layers(const cq_cover *cover, cq_proof_reader *reader)
{
    uint32_t *rank = NULL;
    cq_steps *steps = NULL;
    cq_status status = read_order(reader, cover->primary, &rank);

    cq_then(status, cq_cover_steps_make(reader->ctx, cover, rank, &steps));
    cq_then(status, judge_layers(steps, reader));
    cq_steps_free(steps);
    cq_free(rank);
    return status;
}

cq_status cq_judge_tour_layers(const cq_problem *problem, cq_proof_reader *reader)
{
    size_t count = (size_t)problem->graph.vertices + !problem->closed;
    cq_problem view;
    uint32_t *rank = NULL;
    cq_steps *steps = NULL;
    cq_status status;

    if (count < 3 || problem->symmetric)
        return cq_proof_fail(reader, "such a problem has no proof by layers");
    cq_try(cq_tour_lists_make(reader->ctx, problem, &view));
    status = read_order(reader, count, &rank);
    cq_then(status, cq_tour_steps_make(reader->ctx, &view, rank, &steps));
    cq_then(status, judge_layers(steps, reader));
    cq_steps_free(steps);
    cq_free(rank);
    cq_tour_lists_free(&view, problem);
    return status;
}
