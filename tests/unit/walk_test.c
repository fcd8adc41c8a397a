/* walk_test.c - searches that are cut up, shared, stopped and taken up again.
 *
 * The engine of these tests goes through random trees: how many choices a node has, and
 * whether it is a solution, follows from a hash of the way to it. Whatever is done to
 * the search, what it delivers must be what a plain search delivers, in that order.
 */
#include "engine/walk/walk.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/random.h"
#include "context.h"
#include "engine/checkpoint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- an engine for random trees ---- */

typedef struct tree {
    uint64_t seed;
    uint32_t depth, most; /* levels, and choices of a node */
    uint32_t told;        /* below that depth branches are not told */
    bool in_place;        /* the last choice uses the frame of its level again */
    uint64_t poll;        /* nodes between two polls */
    uint32_t pause;       /* spins at each node, so that threads meet */
    atomic_ullong nodes;  /* of all searchers */
    uint64_t stop;        /* cancels the context at that node; 0: never */
} tree;

typedef struct node {
    uint64_t hash;
    uint32_t depth, choices;
    size_t level; /* of the walk */
} node;

typedef struct searcher {
    tree *t;
    cq_walk *walk;
    node *stack;
    uint64_t polled;
    cq_solution solution;
} searcher;

static node make_node(const tree *t, uint64_t hash, uint32_t depth)
{
    node n = {hash, depth, 0, 0};

    if (depth < t->depth)
        n.choices = (uint32_t)(cq_hash_u64(hash, 1) % (t->most + 1));
    if (depth == 0)
        n.choices = t->most;
    return n;
}

static bool is_solution(const node *n)
{
    return cq_hash_u64(n->hash, 2) % 3 == 0; /* inner nodes, too */
}

static cq_status open_searcher(void *shared, cq_walk *walk, void **out)
{
    tree *t = shared;
    searcher *s = cq_zalloc(ctx, 1, sizeof *s);

    if (!s)
        return CQ_MEMORY;
    s->t = t;
    s->walk = walk;
    s->stack = cq_alloc(ctx, t->depth + 2, sizeof *s->stack);
    *out = s;
    return s->stack ? CQ_OK : CQ_MEMORY;
}

static void close_searcher(void *data)
{
    searcher *s = data;

    cq_solution_free(&s->solution);
    cq_free(s->stack);
    cq_free(s);
}

static cq_status deliver(searcher *s, const node *n, bool *enough)
{
    if (!cq_walk_wants(s->walk)) {
        cq_walk_counted(s->walk);
        return CQ_OK;
    }
    cq_solution_clear(&s->solution);
    if (cq_vec_push(ctx, &s->solution.labels, (uint32_t)n->hash) != CQ_OK ||
        cq_vec_push(ctx, &s->solution.labels, (uint32_t)(n->hash >> 32)) != CQ_OK)
        return CQ_MEMORY;
    return cq_walk_found(s->walk, &s->solution, enough);
}

/* True: the search is over. */
static bool visit(searcher *s, const node *n, cq_status *status)
{
    bool enough = false;

    s->walk->nodes++;
    s->walk->counts[1] += n->choices;
    for (volatile uint32_t i = 0; i < s->t->pause; i++)
        continue;
    if (atomic_fetch_add(&s->t->nodes, 1) + 1 == s->t->stop)
        cq_cancel(ctx);
    if (is_solution(n))
        *status = deliver(s, n, &enough);
    if (s->walk->nodes - s->polled >= s->t->poll) {
        s->polled = s->walk->nodes;
        enough |= cq_walk_poll(s->walk);
    }
    return enough || *status != CQ_OK;
}

/* The subtree of a node without telling. */
static bool search_below(searcher *s, const node *n, cq_status *status)
{
    for (uint32_t i = 0; i < n->choices; i++) {
        node child = make_node(s->t, cq_hash_u64(n->hash, 10 + i), n->depth + 1);

        if (visit(s, &child, status) || search_below(s, &child, status))
            return true;
    }
    return false;
}

/* Opens the node on top of the stack, if there is something to open. */
static bool open_node(searcher *s, node *n, cq_status *status)
{
    if (n->depth >= s->t->told) {
        bool end = cq_walk_below(s->walk) && search_below(s, n, status);

        n->choices = 0;
        return end;
    }
    if (n->choices)
        *status = cq_walk_branch(s->walk, n->choices);
    n->level = s->walk->depth;
    return *status != CQ_OK;
}

static cq_status search_tree(void *data)
{
    searcher *s = data;
    size_t top = 0;
    cq_status status = CQ_OK;

    s->stack[0] = make_node(s->t, s->t->seed, 0);
    if (visit(s, &s->stack[0], &status) || open_node(s, &s->stack[0], &status))
        return status;
    for (;;) {
        node *n = &s->stack[top], child;
        uint32_t choice = CQ_WALK_NONE;

        if (n->choices) {
            cq_walk_back(s->walk, n->level);
            choice = cq_walk_next(s->walk);
        }
        if (choice == CQ_WALK_NONE) {
            if (top-- == 0)
                return status;
            continue;
        }
        child = make_node(s->t, cq_hash_u64(n->hash, 10 + choice), n->depth + 1);
        if (!(s->t->in_place && cq_walk_last(s->walk)))
            top++;
        s->stack[top] = child;
        if (visit(s, &child, &status) || open_node(s, &s->stack[top], &status))
            return status;
    }
}

static const cq_walker walker = {.tree = "random",
                                 .counts = {"nodes", "choices"},
                                 .open = open_searcher,
                                 .close = close_searcher,
                                 .search = search_tree};

/* ---- runs ---- */

typedef CQ_VEC(uint64_t) list;

typedef struct trial {
    cq_run run; /* first */
    cq_checkpoint checkpoint;
    cq_problem *problem;
    list *into;
    uint64_t stop_after; /* so many solutions; 0: never */
} trial;

/* In memory where there is such a place: a checkpoint waits for the disk. */
static const char *path_of(const char *name)
{
    static char path[128];
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";

    snprintf(path, sizeof path, "%s/cq_walk_%ld_%s", folder, (long)getpid(), name);
    return path;
}

static cq_status on_found(cq_run *run, const cq_solution *solution)
{
    trial *x = (trial *)run;
    uint64_t hash = solution->labels.at[0] | (uint64_t)solution->labels.at[1] << 32;

    if (x->stop_after && --x->stop_after == 0)
        run->stop = CQ_STOP_CANCELLED;
    return cq_vec_push(ctx, x->into, hash);
}

static void begin(trial *x, cq_goal goal, list *into)
{
    memset(x, 0, sizeof *x);
    assert_int_equal(cq_problem_parse_board(ctx, "2x2", &x->problem), CQ_OK);
    x->run = (cq_run){.ctx = ctx,
                      .problem = x->problem,
                      .goal = goal,
                      .threads = 1,
                      .seed = 1,
                      .started = cq_clock_seconds(),
                      .on_found = on_found};
    assert_int_equal(cq_answer_new(ctx, CQ_TILING, goal, &x->run.answer), CQ_OK);
    snprintf(x->run.answer->engine, sizeof x->run.answer->engine, "test");
    x->into = into;
}

static void end(trial *x)
{
    cq_answer_free(x->run.answer);
    cq_problem_free(x->problem);
    atomic_store(&ctx->cancelled, false);
}

static void keep(trial *x, const char *path, bool resume)
{
    x->checkpoint.write = path;
    x->checkpoint.read = resume ? path : NULL;
    x->checkpoint.every = 1e9;
    x->checkpoint.next = cq_clock_seconds() + 1e9;
    x->run.checkpoint = &x->checkpoint;
}

static uint64_t counter(const cq_answer *answer, const char *name)
{
    for (size_t i = 0; i < answer->counters.count; i++)
        if (strcmp(answer->counters.at[i].name, name) == 0)
            return answer->counters.at[i].value;
    return UINT64_MAX;
}

/* What a plain search finds. */
typedef struct truth {
    list found;
    uint64_t nodes, choices;
} truth;

static void find_truth(tree *t, truth *out)
{
    trial x;

    memset(out, 0, sizeof *out);
    begin(&x, CQ_GOAL_ALL, &out->found);
    atomic_store(&t->nodes, 0);
    assert_int_equal(cq_walk_run(&x.run, &walker, t), CQ_OK);
    out->nodes = counter(x.run.answer, "nodes");
    out->choices = counter(x.run.answer, "choices");
    assert_int_equal(out->nodes, atomic_load(&t->nodes));
    end(&x);
}

static tree random_tree(uint64_t seed)
{
    cq_random random;
    tree t = {.seed = seed};

    cq_random_seed(&random, seed);
    t.depth = 3 + (uint32_t)cq_random_below(&random, 6);
    t.most = 2 + (uint32_t)cq_random_below(&random, 5);
    t.told = cq_random_below(&random, 2) ? t.depth + 1
                                         : (uint32_t)cq_random_below(&random, t.depth);
    t.in_place = cq_random_below(&random, 2);
    t.poll = 1 + cq_random_below(&random, 20);
    return t;
}

static void assert_same(const list *a, const truth *b)
{
    assert_int_equal(a->count, b->found.count);
    for (size_t i = 0; i < a->count; i++)
        assert_true(a->at[i] == b->found.at[i]);
}

/* ---- tests ---- */

static void test_threads(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        tree t = random_tree(seed);
        truth right;

        find_truth(&t, &right);
        t.pause = seed % 3 ? 200 : 0;
        for (unsigned threads = 1; threads <= 5; threads++)
            for (int count = 0; count < 2; count++) {
                list got = {0};
                trial x;

                begin(&x, count ? CQ_GOAL_COUNT : CQ_GOAL_ALL, &got);
                x.run.threads = threads;
                assert_int_equal(cq_walk_run(&x.run, &walker, &t), CQ_OK);
                if (!count)
                    assert_same(&got, &right);
                assert_int_equal(x.run.answer->found, right.found.count);
                assert_int_equal(counter(x.run.answer, "nodes"), right.nodes);
                assert_int_equal(counter(x.run.answer, "choices"), right.choices);
                assert_int_equal(x.run.answer->verdict,
                                 right.found.count ? CQ_YES : CQ_NO);
                end(&x);
                cq_vec_free(&got);
            }
        cq_vec_free(&right.found);
    }
}

static void test_first(void **state)
{
    (void)state;
    for (uint64_t seed = 100; seed < 130; seed++) {
        tree t = random_tree(seed);
        truth right;

        find_truth(&t, &right);
        t.pause = 100;
        for (unsigned threads = 1; threads <= 3; threads++)
            for (uint64_t first = 0; first < 4; first++) {
                uint64_t wanted = first ? first : 1;
                list got = {0};
                trial x;

                begin(&x, first ? CQ_GOAL_ALL : CQ_GOAL_FIND, &got);
                x.run.threads = threads;
                x.run.first = first;
                assert_int_equal(cq_walk_run(&x.run, &walker, &t), CQ_OK);
                if (wanted > right.found.count)
                    wanted = right.found.count;
                assert_int_equal(got.count, wanted);
                for (size_t i = 0; i < got.count; i++)
                    assert_true(got.at[i] == right.found.at[i]);
                end(&x);
                cq_vec_free(&got);
            }
        cq_vec_free(&right.found);
    }
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* Every solution is in one part, in the order of the whole. */
static void test_parts(void **state)
{
    (void)state;
    for (uint64_t seed = 200; seed < 240; seed++) {
        tree t = random_tree(seed);
        uint32_t parts = 1 + (uint32_t)(seed % 6);
        truth right;
        list all = {0};
        uint64_t counted = 0, nodes = 0;

        find_truth(&t, &right);
        for (uint32_t part = 1; part <= parts; part++) {
            size_t at = 0, from = all.count;
            trial x;

            begin(&x, CQ_GOAL_ALL, &all);
            x.run.part = part;
            x.run.parts = parts;
            x.run.threads = 1 + (unsigned)(seed % 2);
            assert_int_equal(cq_walk_run(&x.run, &walker, &t), CQ_OK);
            nodes += counter(x.run.answer, "nodes");
            end(&x);
            for (size_t i = from; i < all.count; i++, at++) {
                while (at < right.found.count && right.found.at[at] != all.at[i])
                    at++;
                assert_true(at < right.found.count);
            }
            begin(&x, CQ_GOAL_COUNT, NULL);
            x.run.part = part;
            x.run.parts = parts;
            assert_int_equal(cq_walk_run(&x.run, &walker, &t), CQ_OK);
            counted += x.run.answer->found;
            end(&x);
        }
        assert_int_equal(counted, right.found.count);
        assert_int_equal(nodes, right.nodes);
        if (all.count)
            qsort(all.at, all.count, sizeof *all.at, ascending);
        if (right.found.count)
            qsort(right.found.at, right.found.count, sizeof *all.at, ascending);
        assert_same(&all, &right);
        cq_vec_free(&all);
        cq_vec_free(&right.found);
    }
}

/* A run in pieces: it is stopped again and again, and taken up each time. */
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
        assert_int_equal(cq_walk_run(&x.run, &walker, t), CQ_OK);
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

/* Parts of a tree with many choices at some level are of similar size. */
static void test_part_sizes(void **state)
{
    tree t = {.seed = 3, .depth = 8, .most = 9, .told = 99, .poll = 200};
    enum { PARTS = 4 };
    truth right;

    (void)state;
    find_truth(&t, &right);
    for (uint32_t part = 1; part <= PARTS; part++) {
        trial x;

        begin(&x, CQ_GOAL_COUNT, NULL);
        x.run.part = part;
        x.run.parts = PARTS;
        assert_int_equal(cq_walk_run(&x.run, &walker, &t), CQ_OK);
        assert_in_range(counter(x.run.answer, "nodes"), right.nodes / PARTS / 2,
                        right.nodes / PARTS * 2);
        end(&x);
    }
    cq_vec_free(&right.found);
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
    assert_int_equal(cq_walk_run(&x.run, &walker, t), CQ_OK);
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
        assert_int_equal(cq_walk_run(&x.run, &walker, &t), CQ_OK);
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
    status = cq_walk_run(&x.run, w, t);
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
    assert_int_equal(cq_walk_run(&x.run, &walker, t), CQ_OK);
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
                   "of the engine test, not of best");
    assert_refused(try_to_resume(&t, path, CQ_GOAL_ALL, "test", "part 1/2", &walker),
                   "the whole search, not part 1/2");
    other.tree = "other";
    assert_refused(try_to_resume(&t, path, CQ_GOAL_ALL, "test", "", &other),
                   "goes another way");
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

/* The mean of many estimates is the number that there are; here one is made of so many
 * probes that it must be near. */
static void test_estimate(void **state)
{
    (void)state;
    for (uint64_t seed = 500; seed < 510; seed++) {
        tree t = random_tree(seed);
        const cq_estimate *e;
        truth right;
        trial x;

        find_truth(&t, &right);
        begin(&x, CQ_GOAL_ESTIMATE, NULL);
        assert_int_equal(cq_walk_run(&x.run, &walker, &t), CQ_OK);
        e = &x.run.answer->estimate;
        assert_true(e->probes >= 1000);
        assert_true(fabs(e->nodes - (double)right.nodes) <= 5 * e->nodes_error + 1e-6);
        assert_true(fabs(e->solutions - (double)right.found.count) <=
                    5 * e->solutions_error + 1e-6);
        end(&x);
        cq_vec_free(&right.found);
    }
}

/* Many solutions, of which those of later jobs cannot all be kept: memory stays small,
 * and the order is right. */
static void test_much_found(void **state)
{
    tree t = {.seed = 3, .depth = 8, .most = 9, .told = 99, .poll = 200};
    truth right;
    list got = {0};
    trial x;

    (void)state;
    find_truth(&t, &right);
    assert_in_range(right.found.count, 50000, 500000);
    begin(&x, CQ_GOAL_ALL, &got);
    x.run.threads = 3;
    assert_int_equal(cq_walk_run(&x.run, &walker, &t), CQ_OK);
    assert_same(&got, &right);
    end(&x);
    cq_vec_free(&got);
    cq_vec_free(&right.found);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_threads),    TEST(test_first),      TEST(test_parts),
        TEST(test_part_sizes), TEST(test_resume),     TEST(test_every_stop),
        TEST(test_killed),     TEST(test_other_runs), TEST(test_damaged),
        TEST(test_estimate),   TEST(test_much_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
