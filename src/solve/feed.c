/* feed.c - a run in a thread of its own, whose solutions are taken in blocks.
 *
 * cq_solve hands a solution to a function of the caller, which suits C. A caller that
 * wants to be the one who asks (an iterator, a program in another language) would need
 * a thread and a queue of its own; here they are.
 *
 *     run's thread                                  caller
 *     solution -> filling (waits if it is full)     cq_feed_next: filling <-> shown
 *
 * There are two blocks. The run fills one while the caller reads the other; when the
 * caller asks for more they change places. A block is full at `FULL_WORDS`, so that a
 * list of any length takes the memory of two blocks, and a lock or a wait is paid once
 * for hundreds of solutions. Whoever asks gets what there is after the time it says,
 * so that a slow search shows each solution soon.
 *
 * The blocks are filled and freed under the lock, or when the thread has ended; the
 * shown one is the caller's in between. The context is the run's: the caller has its
 * errors to read only when the run is over.
 */
#include "solve/solve_job.h"

#include "base/assert.h"
#include "base/clock.h"

#include <string.h>

enum { FULL_WORDS = 1 << 16 };

/* Solution i has the parts from parts[i] to parts[i + 1], part k the cells from
 * starts[k] to starts[k + 1]: both begin with a 0. */
typedef struct block {
    cq_u32s parts, numbers, starts, cells;
    CQ_VEC(uint64_t) classes;
} block;

struct cq_feed {
    cq_context *ctx;
    const cq_problem *problem;
    cq_goal goal;
    cq_options options;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t news; /* a full block, room in it, or the end */
    block shown;         /* the caller's */
    /* The rest is guarded by the lock. */
    block filling;
    bool ended, quit, short_of_memory;
    cq_status status;
    cq_answer *answer; /* until it is taken */
    cq_progress progress;
};

/* ---- blocks ---- */

static void free_block(block *b)
{
    cq_vec_free_each(&b->parts, &b->numbers, &b->starts, &b->cells, &b->classes);
}

static cq_status open_block(cq_context *ctx, block *b)
{
    cq_status status = cq_vec_push(ctx, &b->parts, 0);

    cq_then(status, cq_vec_push(ctx, &b->starts, 0));
    return status;
}

/* Empty again, with its room. */
static void clear_block(block *b)
{
    b->parts.count = b->starts.count = 1;
    b->numbers.count = b->cells.count = b->classes.count = 0;
}

static size_t solutions_in(const block *b)
{
    return b->parts.count - 1;
}

/* One start more than there are parts, one end for each solution, in order. */
static bool block_check(const block *b)
{
    cq_hold(b->parts.count > 0 && b->parts.at[0] == 0 && b->starts.at[0] == 0);
    cq_hold(b->starts.count == b->numbers.count + 1);
    cq_hold(b->classes.count == solutions_in(b));
    for (size_t i = 1; i < b->parts.count; i++)
        cq_hold(b->parts.at[i - 1] <= b->parts.at[i]);
    for (size_t i = 1; i < b->starts.count; i++)
        cq_hold(b->starts.at[i - 1] <= b->starts.at[i]);
    cq_hold(b->parts.at[b->parts.count - 1] == b->numbers.count);
    cq_hold(b->starts.at[b->starts.count - 1] == b->cells.count);
    return true;
}

static bool is_full(const block *b)
{
    return b->parts.count + b->numbers.count + b->cells.count >= FULL_WORDS;
}

static cq_status reserve(cq_context *ctx, block *b, size_t parts, size_t cells)
{
    bool fits = cq_vec_reserve(ctx, &b->parts, 1) == CQ_OK &&
                cq_vec_reserve(ctx, &b->numbers, parts) == CQ_OK &&
                cq_vec_reserve(ctx, &b->starts, parts) == CQ_OK &&
                cq_vec_reserve(ctx, &b->cells, cells) == CQ_OK &&
                cq_vec_reserve(ctx, &b->classes, 1) == CQ_OK;

    return fits ? CQ_OK : CQ_MEMORY;
}

/* Where the cells of each new part end: all of a walk's at its end, none of an
 * option's. */
static void put_starts(uint32_t *out, uint32_t base, size_t parts,
                       const cq_solution *solution)
{
    const uint32_t *ends = solution->starts.count ? solution->starts.at + 1 : NULL;
    const uint32_t end = base + (uint32_t)solution->members.count;

    for (size_t i = 0; i < parts; i++)
        out[i] = ends ? base + ends[i] : end;
    cq_assert(parts == 0 || out[parts - 1] == end);
}

/* A walk is one part, number 0; an option has no cells. */
static cq_status add_solution(cq_context *ctx, block *b, const cq_solution *solution,
                              uint64_t class_size)
{
    static const uint32_t walk = 0;
    const cq_u32s *labels = &solution->labels, *cells = &solution->members;
    bool is_walk = cells->count && !labels->count;
    size_t parts = is_walk ? 1 : labels->count;

    if (reserve(ctx, b, parts, cells->count) != CQ_OK)
        return CQ_MEMORY;
    if (parts)
        memcpy(b->numbers.at + b->numbers.count, is_walk ? &walk : labels->at,
               parts * sizeof walk);
    put_starts(b->starts.at + b->starts.count, (uint32_t)b->cells.count, parts,
               solution);
    if (cells->count)
        memcpy(b->cells.at + b->cells.count, cells->at, cells->count * sizeof walk);
    b->numbers.count += parts;
    b->starts.count += parts;
    b->cells.count += cells->count;
    b->parts.at[b->parts.count++] = (uint32_t)b->numbers.count;
    b->classes.at[b->classes.count++] = class_size;
    cq_assert(b->starts.at[b->starts.count - 1] == b->cells.count);
    return CQ_OK;
}

/* ---- in the run's thread ---- */

static bool take_in(void *user, const cq_answer *single)
{
    cq_feed *f = user;
    cq_status status = CQ_OK;
    bool go_on;

    pthread_mutex_lock(&f->lock);
    while (is_full(&f->filling) && !f->quit)
        pthread_cond_wait(&f->news, &f->lock);
    if (!f->quit)
        status = add_solution(f->ctx, &f->filling, cq_answer_solution(single, 0),
                              cq_answer_class_size(single, 0));
    f->short_of_memory |= status != CQ_OK;
    if (is_full(&f->filling))
        pthread_cond_broadcast(&f->news);
    go_on = !f->quit && status == CQ_OK;
    pthread_mutex_unlock(&f->lock);
    return go_on;
}

static bool look(void *user, const cq_progress *progress)
{
    cq_feed *f = user;
    bool go_on;

    pthread_mutex_lock(&f->lock);
    f->progress = *progress;
    go_on = !f->quit;
    pthread_mutex_unlock(&f->lock);
    return go_on;
}

/* What a checkpoint takes for shown has been taken. */
static bool before_checkpoint(void *user, uint64_t *mark)
{
    cq_feed *f = user;
    bool go_on;

    (void)mark;
    pthread_mutex_lock(&f->lock);
    while (solutions_in(&f->filling) && !f->quit)
        pthread_cond_wait(&f->news, &f->lock);
    go_on = !solutions_in(&f->filling);
    pthread_mutex_unlock(&f->lock);
    return go_on;
}

/* The solutions that are in the answer, such as the one that was asked for. */
static void add_kept(cq_feed *f, const cq_answer *answer)
{
    for (size_t i = 0; i < answer->solutions.count && !f->short_of_memory; i++)
        f->short_of_memory = add_solution(f->ctx, &f->filling, &answer->solutions.at[i],
                                          cq_answer_class_size(answer, i)) != CQ_OK;
}

static void *run(void *user)
{
    cq_feed *f = user;
    cq_answer *answer = NULL;
    cq_status status = cq_solve(f->ctx, f->problem, f->goal, &f->options, &answer);

    pthread_mutex_lock(&f->lock);
    if (answer)
        add_kept(f, answer);
    if (answer && f->short_of_memory)
        answer->stop = CQ_STOP_MEMORY;
    cq_assert((status == CQ_OK) == (answer != NULL));
    cq_assert(!f->ended);
    f->status = status;
    f->answer = answer;
    f->ended = true;
    pthread_cond_broadcast(&f->news);
    pthread_mutex_unlock(&f->lock);
    return NULL;
}

/* ---- the caller's side ---- */

/* A list is handed over as it grows; what is asked for alone comes at the end. */
static bool is_list(cq_goal goal)
{
    return goal == CQ_GOAL_ALL || goal == CQ_GOAL_SAMPLE;
}

static void drop(cq_feed *f)
{
    cq_answer_free(f->answer);
    free_block(&f->filling);
    free_block(&f->shown);
    cq_free(f);
}

static cq_status start(cq_feed *f)
{
    bool locked = pthread_mutex_init(&f->lock, NULL) == 0;
    bool waits = locked && cq_wait_init(&f->news);

    if (waits && pthread_create(&f->thread, NULL, run, f) == 0)
        return CQ_OK;
    if (waits)
        pthread_cond_destroy(&f->news);
    if (locked)
        pthread_mutex_destroy(&f->lock);
    return cq_fail(f->ctx, CQ_MEMORY, "the system has no more threads");
}

static void set_options(cq_feed *f)
{
    cq_options *o = &f->options;

    o->user = f;
    o->on_progress = look;
    o->on_solution = is_list(f->goal) ? take_in : NULL;
    o->on_checkpoint = is_list(f->goal) && o->checkpoint ? before_checkpoint : NULL;
}

cq_status cq_feed_open(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                       const cq_options *options, cq_feed **out)
{
    cq_feed *f;
    cq_status status;

    cq_try(cq_need(ctx, out, "a place for the feed"));
    f = cq_zalloc(ctx, 1, sizeof *f);
    cq_try_memory(f);
    f->ctx = ctx;
    f->problem = problem;
    f->goal = goal;
    f->progress = (cq_progress){.share = -1, .unit = "steps"};
    status = cq_options_read(ctx, options, &f->options);
    cq_then(status, cq_question_check(ctx, problem, goal, &f->options));
    cq_then(status, open_block(ctx, &f->filling));
    cq_then(status, open_block(ctx, &f->shown));
    if (status == CQ_OK) {
        set_options(f);
        status = start(f);
    }
    if (status != CQ_OK) {
        drop(f);
        return status;
    }
    *out = f;
    return CQ_OK;
}

static void change_places(cq_feed *f)
{
    block full = f->filling;

    cq_assert(block_check(&full));
    f->filling = f->shown;
    clear_block(&f->filling);
    cq_assert(block_check(&f->filling));
    f->shown = full;
    pthread_cond_broadcast(&f->news);
}

cq_status cq_feed_next(cq_feed *feed, double seconds, cq_feed_block *out)
{
    cq_feed *f = feed;
    double until = cq_clock_seconds() + (seconds > 0 ? seconds : 0);
    const block *b;
    bool over;

    if (!f || !out)
        return CQ_INPUT;
    pthread_mutex_lock(&f->lock);
    while (!is_full(&f->filling) && !f->ended &&
           cq_wait_until(&f->news, &f->lock, until))
        ;
    change_places(f);
    over = f->ended;
    pthread_mutex_unlock(&f->lock);
    b = &f->shown;
    *out = (cq_feed_block){.count = solutions_in(b),
                           .over = over,
                           .parts = b->parts.at,
                           .numbers = b->numbers.at,
                           .starts = b->starts.at,
                           .cells = b->cells.at,
                           .classes = f->options.unique ? b->classes.at : NULL};
    return CQ_OK;
}

void cq_feed_progress(cq_feed *feed, cq_progress *out)
{
    if (!feed || !out)
        return;
    pthread_mutex_lock(&feed->lock);
    *out = feed->progress;
    pthread_mutex_unlock(&feed->lock);
}

cq_status cq_feed_answer(cq_feed *feed, cq_answer **out)
{
    bool ended;

    if (!feed || !out)
        return CQ_INPUT;
    pthread_mutex_lock(&feed->lock);
    ended = feed->ended;
    pthread_mutex_unlock(&feed->lock);
    if (!ended)
        return CQ_STOPPED;
    if (feed->status != CQ_OK)
        return feed->status;
    if (!feed->answer)
        return cq_fail(feed->ctx, CQ_INPUT, "the answer has been taken already");
    *out = feed->answer;
    feed->answer = NULL;
    return CQ_OK;
}

void cq_feed_free(cq_feed *feed)
{
    cq_context *ctx;
    bool cancels;

    if (!feed)
        return;
    ctx = feed->ctx;
    pthread_mutex_lock(&feed->lock);
    feed->quit = true;
    cancels = !feed->ended && !atomic_load(&ctx->cancelled);
    pthread_cond_broadcast(&feed->news);
    pthread_mutex_unlock(&feed->lock);
    if (cancels)
        cq_cancel(ctx);
    pthread_join(feed->thread, NULL);
    if (cancels)
        cq_cancel_undo(ctx);
    pthread_cond_destroy(&feed->news);
    pthread_mutex_destroy(&feed->lock);
    drop(feed);
}
