/* crew_test.c - what keeps the solutions of a shared search from filling the memory,
 * and the order of its jobs.
 *
 * A crew is set up by hand, so that each case of heap.c is met for certain: whether a
 * thread is quick or slow changes who waits for whom, never the outcome.
 */
#include "engine/dfs/crew.h"
#include "random_tree.h"

#include <unistd.h>

/* ---- a crew without threads ---- */

typedef struct stage {
    trial x;
    cq_dfs_boss boss;
    cq_dfs_crew crew;
    cq_dfs_job *jobs[2];
    cq_dfs_guide guide; /* searches jobs[1], unless a test says otherwise */
} stage;

static void push_step(cq_dfs_path *path, uint32_t choice, uint32_t count)
{
    must(cq_vec_push(ctx, path, ((cq_dfs_step){choice, count})));
}

/* Two jobs: the choices 0 to 2 of a root with four, and the last one. */
static void set_stage(stage *s)
{
    memset(s, 0, sizeof *s);
    begin(&s->x, CQ_GOAL_ALL, NULL);
    s->boss = (cq_dfs_boss){.run = &s->x.run, .walker = &walker, .wants = true};
    s->crew.boss = &s->boss;
    s->boss.crew = &s->crew;
    pthread_mutex_init(&s->crew.lock, NULL);
    pthread_cond_init(&s->crew.room, NULL);
    pthread_cond_init(&s->crew.news, NULL);
    for (int i = 0; i < 2; i++) {
        must(cq_dfs_job_new(ctx, &(cq_dfs_path){0}, &s->jobs[i]));
        s->jobs[i]->state = CQ_DFS_RUNS;
    }
    push_step(&s->jobs[0]->end, 3, 4);
    push_step(&s->jobs[1]->here.path, 3, 4);
    push_step(&s->jobs[1]->safe.path, 3, 4);
    s->boss.jobs = s->jobs[0];
    s->jobs[0]->next = s->jobs[1];
    s->guide = (cq_dfs_guide){.ctx = ctx, .boss = &s->boss, .job = s->jobs[1]};
    assert_true(cq_dfs_jobs_check(&s->boss));
}

static void clear_stage(stage *s)
{
    cq_dfs_job_free(s->jobs[0]);
    cq_dfs_job_free(s->jobs[1]);
    cq_vec_free(&s->guide.fresh);
    pthread_cond_destroy(&s->crew.news);
    pthread_cond_destroy(&s->crew.room);
    pthread_mutex_destroy(&s->crew.lock);
    end(&s->x);
}

/* `words` words of solutions that the job does not have yet. */
static void find(stage *s, size_t words)
{
    while (s->guide.fresh.count < words)
        must(cq_vec_push(ctx, &s->guide.fresh, 7));
}

/* ---- solutions that wait ---- */

static void a_little_is_handed_over_at_once(void **state)
{
    stage s;

    (void)state;
    set_stage(&s);
    find(&s, 100);
    assert_int_equal(cq_dfs_crew_hand_over(&s.guide), CQ_OK);
    assert_int_equal(cq_dfs_crew_hand_over(&s.guide), CQ_OK); /* nothing new */
    assert_int_equal(s.guide.fresh.count, 0);
    assert_int_equal(cq_dfs_job_waiting(s.jobs[1]), 100);
    assert_int_equal(atomic_load(&s.crew.words), 100);
    assert_false(s.guide.pause);
    clear_stage(&s);
}

/* A later job with much waiting is left, and not gone on with before it has room; the
 * first one always is. */
static void a_later_job_with_much_waiting_is_left(void **state)
{
    stage s;

    (void)state;
    set_stage(&s);
    find(&s, CQ_DFS_JOB_WORDS);
    assert_int_equal(cq_dfs_crew_hand_over(&s.guide), CQ_OK);
    assert_true(s.guide.pause);
    s.jobs[1]->state = CQ_DFS_WAITS;
    assert_null(cq_dfs_crew_pick(&s.crew));
    s.jobs[1]->waiting.count--;
    assert_ptr_equal(cq_dfs_crew_pick(&s.crew), s.jobs[1]);
    s.jobs[1]->waiting.count++;
    s.jobs[0]->state = CQ_DFS_WAITS;
    assert_ptr_equal(cq_dfs_crew_pick(&s.crew), s.jobs[0]);
    s.boss.jobs = s.jobs[1]; /* as after the first was done */
    assert_ptr_equal(cq_dfs_crew_pick(&s.crew), s.jobs[1]);
    clear_stage(&s);
}

typedef struct helper {
    stage *s;
    void (*act)(stage *s);
    pthread_t thread;
} helper;

/* Acts when the words have come to the job: its searcher then waits, or is about to. */
static void *help(void *argument)
{
    helper *h = argument;
    cq_dfs_job *job = h->s->guide.job;

    while (cq_dfs_job_waiting(job) < CQ_DFS_JOB_WORDS)
        usleep(100);
    pthread_mutex_lock(&h->s->crew.lock);
    h->act(h->s);
    pthread_cond_broadcast(&h->s->crew.room);
    pthread_mutex_unlock(&h->s->crew.lock);
    return NULL;
}

static void hand_over_while(stage *s, void (*act)(stage *s))
{
    helper h = {.s = s, .act = act};

    find(s, CQ_DFS_JOB_WORDS);
    assert_int_equal(pthread_create(&h.thread, NULL, help, &h), 0);
    assert_int_equal(cq_dfs_crew_hand_over(&s->guide), CQ_OK);
    pthread_join(h.thread, NULL);
}

/* As the calling thread does with the solutions of the first job. */
static void fetch_all(stage *s)
{
    pthread_mutex_lock(&s->guide.job->lock);
    atomic_fetch_sub(&s->crew.words, s->guide.job->waiting.count);
    s->guide.job->waiting.count = 0;
    pthread_mutex_unlock(&s->guide.job->lock);
}

static void the_first_job_waits_until_it_has_room(void **state)
{
    stage s;

    (void)state;
    set_stage(&s);
    s.guide.job = s.jobs[0];
    hand_over_while(&s, fetch_all);
    assert_false(s.guide.pause);
    assert_int_equal(cq_dfs_job_waiting(s.jobs[0]), 0);
    assert_int_equal(atomic_load(&s.crew.words), 0);
    clear_stage(&s);
}

static void leave_the_first(stage *s)
{
    s->jobs[0]->state = CQ_DFS_WAITS;
}

/* If all jobs hold too much, searchers of later ones wait too, until the first one
 * needs somebody. */
static void with_too_much_in_all_a_later_job_waits(void **state)
{
    stage s;

    (void)state;
    set_stage(&s);
    atomic_store(&s.crew.words, CQ_DFS_CREW_WORDS);
    hand_over_while(&s, leave_the_first);
    assert_true(s.guide.pause);
    clear_stage(&s);
}

static void stop_all(stage *s)
{
    atomic_store(&s->crew.stop, true);
}

static void who_waits_can_be_stopped(void **state)
{
    stage s;

    (void)state;
    set_stage(&s);
    s.guide.job = s.jobs[0];
    hand_over_while(&s, stop_all);
    assert_false(s.guide.pause);
    assert_int_equal(cq_dfs_job_waiting(s.jobs[0]), CQ_DFS_JOB_WORDS);
    clear_stage(&s);
}

/* ---- order ---- */

static void places_have_the_order_of_the_search(void **state)
{
    /* Ascending; a place comes before what lies below it. */
    static const uint32_t choices[][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {2, 0, 0}};
    cq_dfs_path paths[16] = {{0}};
    size_t count = 1; /* the first one is empty */

    (void)state;
    for (size_t i = 0; i < 4; i++)
        for (size_t length = 1; length <= 3; length++) {
            size_t common = 0;

            while (i > 0 && common < 3 && choices[i][common] == choices[i - 1][common])
                common++;
            if (length <= common)
                continue;
            for (size_t k = 0; k < length; k++)
                push_step(&paths[count], choices[i][k], 3);
            count++;
        }
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++) {
            int order = cq_dfs_path_compare(&paths[a], &paths[b]);

            assert_int_equal(order < 0 ? -1 : order > 0, a < b ? -1 : a > b);
        }
    for (size_t i = 0; i < count; i++)
        cq_vec_free(&paths[i]);
}

static cq_status load(stage *s)
{
    trial x;
    cq_dfs_boss boss = {.run = &x.run, .walker = &walker, .wants = true};
    bool loaded;
    cq_status status;

    begin(&x, CQ_GOAL_ALL, NULL);
    x.checkpoint.read = s->x.checkpoint.write;
    x.run.checkpoint = &x.checkpoint;
    status = cq_dfs_load(&boss, &loaded);
    cq_dfs_jobs_free(&boss);
    end(&x);
    return status;
}

/* A file whose sum is right may still not be one that a search has written. */
static void jobs_out_of_order_are_no_checkpoint(void **state)
{
    char path[64];
    stage s;

    (void)state;
    snprintf(path, sizeof path, "/tmp/crew-%ld", (long)getpid());
    set_stage(&s);
    s.boss.crew = NULL;
    s.x.checkpoint.write = path;
    s.x.run.checkpoint = &s.x.checkpoint;
    assert_int_equal(cq_dfs_save(&s.boss), CQ_OK);
    assert_int_equal(load(&s), CQ_OK);
    s.boss.jobs = s.jobs[1];
    s.jobs[1]->next = s.jobs[0];
    s.jobs[0]->next = NULL;
    assert_int_equal(cq_dfs_save(&s.boss), CQ_OK);
    assert_int_equal(load(&s), CQ_INPUT);
    assert_non_null(strstr(cq_error_text(ctx), "does not fit the search"));
    unlink(path);
    clear_stage(&s);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_little_is_handed_over_at_once),
        TEST(a_later_job_with_much_waiting_is_left),
        TEST(the_first_job_waits_until_it_has_room),
        TEST(with_too_much_in_all_a_later_job_waits),
        TEST(who_waits_can_be_stopped),
        TEST(places_have_the_order_of_the_search),
        TEST(jobs_out_of_order_are_no_checkpoint),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
