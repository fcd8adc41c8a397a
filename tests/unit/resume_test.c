/* resume_test.c - searches of random trees that are stopped and resumed, and the
 * checkpoints in between: copied, of other runs, damaged. */
#include "base/file.h"
#include "random_tree.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- runs in pieces ---- */

/* In memory if there is such a place: a checkpoint waits for the disk. */
static const char *path_of(const char *name)
{
    static char path[128];
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";

    snprintf(path, sizeof path, "%s/cq_dfs_%ld_%s", folder, (long)getpid(), name);
    return path;
}

static void keep(trial *x, const char *path, bool resume)
{
    x->checkpoint.write = path;
    x->checkpoint.read = resume ? path : NULL;
    x->checkpoint.every = 1e9;
    x->checkpoint.next = cq_clock_seconds() + 1e9;
    x->run.checkpoint = &x->checkpoint;
}

/* A run in pieces: it is stopped again and again, and resumed each time. */
static void run_in_pieces(tree *t, cq_goal goal, unsigned threads, uint64_t nodes,
                          uint64_t solutions, const truth *right)
{
    const char *path = path_of("pieces");
    list got = {0};
    cq_stop stop = CQ_STOP_CANCELLED;
    uint64_t found = 0;
    unsigned runs = 0;

    for (; stop != CQ_FINISHED; runs++) {
        trial x;

        begin(&x, goal, &got);
        keep(&x, path, runs > 0);
        x.run.threads = threads;
        x.stop_after = solutions;
        atomic_store(&t->nodes, 0);
        /* Each goes further than the one before, so that it ends. */
        t->stop = nodes ? nodes + runs * (t->poll + 100) : 0;
        assert_int_equal(cq_dfs_run(&x.run, &walker, t), CQ_OK);
        stop = x.run.stop;
        found = x.run.answer->found;
        if (stop == CQ_FINISHED) {
            assert_int_equal(counter(x.run.answer, "nodes"), right->nodes);
            assert_int_equal(counter(x.run.answer, "choices"), right->choices);
        }
        end(&x);
    }
    t->stop = 0;
    assert_int_equal(found, right->found.count);
    if (goal == CQ_GOAL_ALL)
        assert_same(&got, right);
    cq_vec_free(&got);
    unlink(path);
}

static void test_resume(void **state)
{
    (void)state;
    for (uint64_t seed = 300; seed < 316; seed++) {
        tree t = random_tree(seed);
        truth right;

        find_truth(&t, &right);
        for (unsigned threads = 1; threads <= 3; threads++)
            for (uint64_t step = 1; step <= 1000; step *= 30) {
                run_in_pieces(&t, CQ_GOAL_ALL, threads, step, 0, &right);
                run_in_pieces(&t, CQ_GOAL_COUNT, threads, step, 0, &right);
                if (right.found.count < 500 * step)
                    run_in_pieces(&t, CQ_GOAL_ALL, threads, 0, step, &right);
            }
        cq_vec_free(&right.found);
    }
}

/* At every node of one tree near its beginning, and many further on. */
static void test_every_stop(void **state)
{
    tree t = {.seed = 7, .depth = 5, .most = 4, .told = 4, .poll = 3, .in_place = true};
    truth right;

    (void)state;
    find_truth(&t, &right);
    assert_in_range(right.nodes, 50, 500);
    for (uint64_t stop = 1; stop <= right.nodes; stop += 1 + stop / 16) {
        run_in_pieces(&t, CQ_GOAL_ALL, 1, stop, 0, &right);
        run_in_pieces(&t, CQ_GOAL_COUNT, 2, stop, 0, &right);
    }
    for (uint64_t stop = 1; stop <= right.found.count; stop += 1 + stop / 16)
        run_in_pieces(&t, CQ_GOAL_ALL, 2, 0, stop, &right);
    cq_vec_free(&right.found);
}

/* ---- checkpoints as files ---- */

/* As it would be found had the run been killed: written in passing, and copied before
 * the run goes on. */
typedef struct copies {
    trial *x;
    list marks; /* solutions delivered at each */
    const char *path;
    unsigned count;
} copies;

static void copy_file(const char *from, const char *to)
{
    cq_text text;
    FILE *out;

    assert_int_equal(cq_file_read(ctx, from, &text), CQ_OK);
    out = fopen(to, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text.data, 1, text.size, out), text.size);
    fclose(out);
    cq_file_drop(&text);
}

static char *copy_name(unsigned number)
{
    static char name[160];

    snprintf(name, sizeof name, "%s_%u", path_of("copy"), number);
    return name;
}

/* Called before each is written: what is there now is the one before. */
static cq_status before(void *user, cq_checkpoint *checkpoint)
{
    copies *c = user;

    if (access(checkpoint->write, F_OK) == 0)
        copy_file(checkpoint->write, copy_name(c->count++));
    checkpoint->output = c->x->into->count;
    return CQ_OK;
}

static void resume_copy(tree *t, const char *path, const list *seen, const truth *right,
                        unsigned threads)
{
    cq_checkpoint_info info;
    list got = {0};
    trial x;

    assert_int_equal(cq_checkpoint_look(ctx, path, &info), CQ_OK);
    for (uint64_t i = 0; i < info.mark; i++)
        assert_int_equal(cq_vec_push(ctx, &got, seen->at[i]), CQ_OK);
    assert_int_equal(info.mark, info.found);
    begin(&x, CQ_GOAL_ALL, &got);
    x.checkpoint.read = path;
    x.run.checkpoint = &x.checkpoint;
    x.run.threads = threads;
    assert_int_equal(cq_dfs_run(&x.run, &walker, t), CQ_OK);
    assert_same(&got, right);
    assert_int_equal(counter(x.run.answer, "nodes"), right->nodes);
    end(&x);
    cq_vec_free(&got);
}

static void test_killed(void **state)
{
    (void)state;
    for (uint64_t seed = 400; seed < 412; seed++) {
        tree t = random_tree(seed);
        const unsigned threads = 1 + (unsigned)(seed % 3);
        char path[128];
        copies c = {0};
        list got = {0};
        truth right;
        trial x;

        snprintf(path, sizeof path, "%s", path_of("killed"));
        find_truth(&t, &right);
        begin(&x, CQ_GOAL_ALL, &got);
        keep(&x, path, false);
        x.checkpoint.every = 0;
        x.checkpoint.next = 0;
        x.checkpoint.before = before;
        x.checkpoint.user = &c;
        c.x = &x;
        x.run.threads = threads;
        t.pause = threads > 1 ? 2000 : 0;
        assert_int_equal(cq_dfs_run(&x.run, &walker, &t), CQ_OK);
        assert_same(&got, &right);
        end(&x);
        t.pause = 0;
        for (unsigned i = 0; i < c.count; i++) {
            char name[160];

            snprintf(name, sizeof name, "%s", copy_name(i));
            if (i < 40 || i % 16 == 0)
                resume_copy(&t, name, &got, &right, 1 + i % 2);
            unlink(name);
        }
        resume_copy(&t, path, &got, &right, 1); /* of a finished run */
        unlink(path);
        cq_vec_free(&got);
        cq_vec_free(&right.found);
    }
}

static cq_status try_to_resume(tree *t, const char *path, cq_goal goal,
                               const char *engine, const char *variant,
                               const cq_walker *w)
{
    list got = {0};
    trial x;
    cq_status status;

    begin(&x, goal, &got);
    keep(&x, path, true);
    snprintf(x.run.answer->engine, sizeof x.run.answer->engine, "%s", engine);
    snprintf(x.checkpoint.variant, sizeof x.checkpoint.variant, "%s", variant);
    status = cq_dfs_run(&x.run, w, t);
    assert_true(status == CQ_OK || got.count == 0);
    end(&x);
    cq_vec_free(&got);
    return status;
}

static void assert_unchanged(const char *path, const cq_text *text)
{
    cq_text now;

    assert_int_equal(cq_file_read(ctx, path, &now), CQ_OK);
    assert_int_equal(now.size, text->size);
    assert_memory_equal(now.data, text->data, now.size);
    cq_file_drop(&now);
}

static void write_bytes(const char *path, const char *bytes, size_t size)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(out);
}

/* A checkpoint to spoil; 0 nodes: of a run that is finished. */
static void make_checkpoint(tree *t, const char *path, uint64_t nodes)
{
    list got = {0};
    trial x;

    begin(&x, CQ_GOAL_ALL, &got);
    keep(&x, path, false);
    atomic_store(&t->nodes, 0);
    t->stop = nodes;
    assert_int_equal(cq_dfs_run(&x.run, &walker, t), CQ_OK);
    t->stop = 0;
    end(&x);
    cq_vec_free(&got);
}

static void assert_refused(cq_status status, const char *sentence)
{
    assert_int_equal(status, CQ_INPUT);
    if (!strstr(cq_error_text(ctx), sentence))
        fail_msg("%s", cq_error_text(ctx));
}

static void test_other_runs(void **state)
{
    tree t = {.seed = 7, .depth = 6, .most = 4, .told = 9, .poll = 3};
    cq_walker other = walker;
    char path[128];
    cq_text text;
    tree another = t;

    (void)state;
    snprintf(path, sizeof path, "%s", path_of("other"));
    make_checkpoint(&t, path, 100);
    assert_int_equal(cq_file_read(ctx, path, &text), CQ_OK);
    assert_refused(try_to_resume(&t, path, CQ_GOAL_COUNT, "test", "", &walker),
                   "with the goal all, not count");
    assert_refused(try_to_resume(&t, path, CQ_GOAL_ALL, "best", "", &walker),
                   "the engine test, not to best");
    assert_refused(try_to_resume(&t, path, CQ_GOAL_ALL, "test", "part 1/2", &walker),
                   "the whole search, not part 1/2");
    other.tree = "other";
    assert_refused(try_to_resume(&t, path, CQ_GOAL_ALL, "test", "", &other),
                   "different search tree");
    another.seed = 8;
    another.most = 5;
    assert_refused(try_to_resume(&another, path, CQ_GOAL_ALL, "test", "", &walker),
                   "does not fit the search");
    assert_unchanged(path, &text);
    assert_int_equal(try_to_resume(&t, path, CQ_GOAL_ALL, "test", "", &walker), CQ_OK);
    cq_file_drop(&text);
    unlink(path);
}

static void test_damaged(void **state)
{
    tree t = {.seed = 7, .depth = 6, .most = 4, .told = 9, .poll = 3};
    char path[128], *bytes;
    cq_text text;

    (void)state;
    snprintf(path, sizeof path, "%s", path_of("damaged"));
    make_checkpoint(&t, path, 100);
    assert_int_equal(cq_file_read(ctx, path, &text), CQ_OK);
    bytes = malloc(text.size + 1);
    assert_non_null(bytes);
    for (size_t size = 0; size < text.size; size++) {
        write_bytes(path, text.data, size);
        assert_int_equal(try_to_resume(&t, path, CQ_GOAL_ALL, "test", "", &walker),
                         CQ_INPUT);
    }
    for (size_t at = 0; at <= text.size; at++) {
        cq_text spoilt = {"", bytes, text.size + (at == text.size)};

        memcpy(bytes, text.data, text.size);
        bytes[at] = at < text.size ? (char)(bytes[at] ^ 0x41) : 'x';
        write_bytes(path, bytes, spoilt.size);
        assert_int_equal(try_to_resume(&t, path, CQ_GOAL_ALL, "test", "", &walker),
                         CQ_INPUT);
        assert_unchanged(path, &spoilt);
    }
    free(bytes);
    cq_file_drop(&text);
    unlink(path);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_resume),     TEST(test_every_stop), TEST(test_killed),
        TEST(test_other_runs), TEST(test_damaged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
