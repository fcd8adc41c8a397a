/* plain_sweep.c - the checker's own count: all partial solutions at once, step by step.
 *
 * The problem is taken as steps (steps.h). Partial solutions in the same state are
 * added up, in a hash table; after each step there is a new table. Numbers are exact up
 * to 128 bits.
 *
 * Cost: states times the choices of a step. Counted, and given up if it is too much, or
 * is going to be: layers that are large now are still large a while later. A quarter of
 * the steps to come is expected to take what this one has taken already; in the first
 * quarter of the steps, where layers have only begun to grow, all of them; and in the
 * first half the next one so much more as the last one had more than the one before. If
 * that is beyond the limit, the rest of it would be spent in vain.
 */
#include "base/assert.h"
#include "base/keys.h"
#include "check/judge.h"
#include "check/placed_cover.h"
#include "check/tour_lists.h"

/* Steps for each state; one step in STEPS_LIKE_THIS is as large as this one, and as
 * many parts of the steps come first; growth beyond which nothing is predicted. */
enum { ADDING = 8, STEPS_LIKE_THIS = 4, GROWTH_MOST = 8 };

typedef struct layer {
    cq_keys states;
    CQ_VEC(cq_wide) counts;
} layer;

typedef struct sweep {
    cq_context *ctx;
    cq_steps *steps;
    uint64_t *key;
    layer now, next;
    cq_wide found;
    uint64_t most;
    uint64_t took[2]; /* the last step, and the one before */
    bool given_up;
} sweep;

static void add(sweep *s, cq_wide *sum, cq_wide count)
{
    cq_wide before = *sum;

    *sum = cq_wide_plus(*sum, count);
    s->given_up |= cq_wide_below(*sum, before);
}

/* s->key comes in `count` more ways. */
static cq_status add_state(sweep *s, cq_wide count)
{
    uint32_t number;
    bool fresh;

    s->steps->work += ADDING;
    cq_try(cq_keys_add(s->ctx, &s->next.states, s->key, &number, &fresh));
    if (fresh)
        return cq_vec_push(s->ctx, &s->next.counts, count);
    add(s, &s->next.counts.at[number], count);
    return CQ_OK;
}

/* One state with each choice of a step. */
static cq_status branch(sweep *s, uint32_t state, size_t step)
{
    const uint64_t *from = s->now.states.at + state * s->steps->words;
    size_t choices = s->steps->choices(s->steps, step, from);

    for (size_t i = 0; i < choices; i++) {
        cq_step_end end = s->steps->choose(s->steps, step, i, from, s->key);

        if (end == CQ_STEP_COMPLETES)
            add(s, &s->found, s->now.counts.at[state]);
        else if (end == CQ_STEP_HOLDS)
            cq_try(add_state(s, s->now.counts.at[state]));
    }
    return CQ_OK;
}

/* How many times the work of this step is still to come, about. */
static uint64_t foresee(const sweep *s, size_t step)
{
    uint64_t likely = s->steps->count - step, growth = 0;

    if (STEPS_LIKE_THIS * step >= s->steps->count)
        likely /= STEPS_LIKE_THIS;
    if (2 * step < s->steps->count && s->took[1])
        growth = s->took[0] / s->took[1];
    return likely + (growth < GROWTH_MOST ? growth : GROWTH_MOST);
}

/* The work up to which the step may go. */
static uint64_t most_before(const sweep *s, size_t step)
{
    uint64_t work = s->steps->work, likely = foresee(s, step);

    cq_assert(work <= s->most);
    return likely ? work + (s->most - work) / likely : s->most;
}

static cq_status go_over(sweep *s)
{
    for (size_t step = 0; step < s->steps->count && !s->given_up; step++) {
        uint64_t before = s->steps->work, most = most_before(s, step);
        layer spare;

        cq_keys_clear(&s->next.states);
        s->next.counts.count = 0;
        for (uint32_t i = 0; i < s->now.states.count && !s->given_up; i++) {
            cq_try(branch(s, i, step));
            cq_try(cq_poll_at(s->ctx, (uint64_t)i + 1));
            s->given_up |= s->steps->work > most;
        }
        s->took[1] = s->took[0];
        s->took[0] = s->steps->work - before;
        cq_assert(s->next.states.count == s->next.counts.count);
        spare = s->now;
        s->now = s->next;
        s->next = spare;
    }
    cq_assert(s->given_up || s->now.states.count == 0); /* all are decided */
    return CQ_OK;
}

/* One way to have chosen nothing yet. */
static cq_status begin(sweep *s)
{
    s->now.states.words = s->next.states.words = s->steps->words;
    s->key = cq_zalloc(s->ctx, s->steps->words, sizeof *s->key);
    cq_try_memory(s->key);
    cq_try(cq_keys_add(s->ctx, &s->now.states, s->key, NULL, NULL));
    return cq_vec_push(s->ctx, &s->now.counts, cq_wide_of(1));
}

static void drop(sweep *s)
{
    cq_keys_free(&s->now.states);
    cq_keys_free(&s->next.states);
    cq_vec_free_each(&s->now.counts, &s->next.counts);
    cq_free(s->key);
}

static cq_status sweep_steps(cq_context *ctx, cq_steps *steps, uint64_t most,
                             cq_plain_count *out)
{
    sweep s = {.ctx = ctx, .steps = steps, .most = most};
    cq_status status = CQ_OK;

    *out = (cq_plain_count){.complete = steps->hopeless};
    if (steps->hopeless || steps->too_large)
        return CQ_OK;
    if (steps->count == 0) /* nothing has to be decided */
        s.found = cq_wide_of(1);
    else
        status = begin(&s);
    cq_then(status, go_over(&s));
    for (unsigned i = 0; i < steps->factor; i++)
        add(&s, &out->found, s.found);
    out->complete = status == CQ_OK && !s.given_up;
    out->work = steps->work;
    drop(&s);
    return status;
}

/* ---- by the kind of the problem ---- */

/* Along the order in which they are numbered. */
static cq_status sweep_covers(cq_context *ctx, const cq_cover *cover, uint64_t most,
                              cq_plain_count *out)
{
    uint32_t *rank;
    cq_steps *steps = NULL;
    cq_status status = CQ_MEMORY;

    if (cover->entries.count > most)
        return CQ_OK;
    rank = cq_alloc(ctx, cover->items.count, sizeof *rank);
    for (uint32_t i = 0; i < cover->items.count && rank; i++)
        rank[i] = i;
    if (rank)
        status = cq_cover_steps_make(ctx, cover, rank, &steps);
    cq_then(status, sweep_steps(ctx, steps, most, out));
    cq_steps_free(steps);
    cq_free(rank);
    return status;
}

/* About how many squares the options of the cover have: a placement of a piece that
 * must touch another stands for each square round it. */
static double count_squares(const cq_forms *forms)
{
    double squares = (double)forms->squares.count * (double)cq_board_size(forms->board);

    for (size_t i = 0; i < forms->pieces->rules.count; i++)
        if (forms->pieces->rules.at[i].kind == CQ_RULE_TOUCH)
            squares *=
                2 * (double)forms->squares.count / (double)forms->forms.count + 2;
    return squares;
}

static cq_status sweep_tilings(cq_context *ctx, const cq_problem *problem,
                               uint64_t most, cq_plain_count *out)
{
    cq_forms forms = {0};
    cq_cover cover = {0};
    uint32_t *rank = NULL;
    cq_steps *steps = NULL;
    cq_status status = CQ_OK;

    for (size_t i = 0; i < problem->pieces.rules.count; i++)
        if (problem->pieces.rules.at[i].kind == CQ_RULE_CONNECTED)
            return CQ_OK; /* whether squares hang together is seen in whole solutions */
    cq_try(cq_forms_make(ctx, problem->board, &problem->pieces, &forms));
    if (count_squares(&forms) > (double)most)
        goto done;
    status = problem->pieces.rules.count
                 ? cq_tiling_cover_make(ctx, problem, &cover)
                 : cq_placed_cover_make(ctx, &forms, false, &cover);
    if (status == CQ_OK) {
        rank = cq_rank_cells(ctx, problem->board, cover.items.count);
        status = rank ? cq_cover_steps_make(ctx, &cover, rank, &steps) : CQ_MEMORY;
    }
    cq_then(status, sweep_steps(ctx, steps, most, out));
done:
    cq_steps_free(steps);
    cq_free(rank);
    cq_cover_free(&cover);
    cq_forms_free(&forms);
    return status;
}

/* Tours that are asked to be symmetric, or to have given numbers, and graphs without a
 * cycle, are for others. */
static cq_status sweep_tours(cq_context *ctx, const cq_problem *problem, uint64_t most,
                             cq_plain_count *out)
{
    cq_problem view;
    uint32_t *rank = NULL;
    cq_steps *steps = NULL;
    cq_status status;

    if (problem->symmetric || cq_problem_is_numbered(problem) ||
        problem->graph.vertices + !problem->closed < 3 ||
        problem->graph.vertices > most)
        return CQ_OK;
    cq_try(cq_tour_lists_make(ctx, problem, &view));
    status = cq_rank_vertices(ctx, &view, &rank);
    cq_then(status, cq_tour_steps_make(ctx, &view, rank, &steps));
    cq_then(status, sweep_steps(ctx, steps, most, out));
    cq_steps_free(steps);
    cq_free(rank);
    cq_tour_lists_free(&view, problem);
    return status;
}

cq_status cq_plain_sweep_problem(cq_context *ctx, const cq_problem *problem,
                                 uint64_t most, cq_plain_count *out)
{
    *out = (cq_plain_count){0};
    switch (problem->kind) {
    case CQ_TILING: return sweep_tilings(ctx, problem, most, out);
    case CQ_COVER: return sweep_covers(ctx, &problem->cover, most, out);
    case CQ_TOUR: return sweep_tours(ctx, problem, most, out);
    }
    return CQ_OK;
}
