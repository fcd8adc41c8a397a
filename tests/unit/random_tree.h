/* random_tree.h - an engine that goes through random trees, and what a plain search
 * finds in them.
 *
 * How many choices a node has, and whether it is a solution, follows from a hash of the
 * way to it. Whatever is done to the search, what it delivers must be what a plain
 * search delivers, in that order.
 */
#ifndef CQ_TESTS_UNIT_RANDOM_TREE_H
#define CQ_TESTS_UNIT_RANDOM_TREE_H

#include "base/clock.h"
#include "base/hash.h"
#include "base/random.h"
#include "engine/checkpoint.h"
#include "engine/dfs/dfs.h"
#include "counter.h"
#include "problems.h"

/* ---- an engine for random trees ---- */

typedef struct tree {
    uint64_t seed;
    uint32_t depth, most; /* levels, and choices of a node */
    uint32_t told;        /* below that depth branches are not reported */
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
    cq_dfs *walk;
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

static cq_status open_searcher(void *shared, cq_dfs *walk, void **out)
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
    if (!cq_dfs_wants(s->walk)) {
        cq_dfs_counted(s->walk);
        return CQ_OK;
    }
    cq_solution_clear(&s->solution);
    if (cq_vec_push(ctx, &s->solution.labels, (uint32_t)n->hash) != CQ_OK ||
        cq_vec_push(ctx, &s->solution.labels, (uint32_t)(n->hash >> 32)) != CQ_OK)
        return CQ_MEMORY;
    return cq_dfs_found(s->walk, &s->solution, enough);
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
        enough |= cq_dfs_poll(s->walk);
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
        bool end = cq_dfs_below(s->walk) && search_below(s, n, status);

        n->choices = 0;
        return end;
    }
    if (n->choices)
        *status = cq_dfs_branch(s->walk, n->choices);
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
        uint32_t choice = CQ_DFS_NONE;

        if (n->choices) {
            cq_dfs_back(s->walk, n->level);
            choice = cq_dfs_next(s->walk);
        }
        if (choice == CQ_DFS_NONE) {
            if (top-- == 0)
                return status;
            continue;
        }
        child = make_node(s->t, cq_hash_u64(n->hash, 10 + choice), n->depth + 1);
        if (!(s->t->in_place && cq_dfs_last(s->walk)))
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
    uint64_t stop_after; /* how many solutions; 0: never */
} trial;

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
    x->problem = tiling_of("2x2", NULL);
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

/* What a plain search finds. */
typedef struct truth {
    list found;
    uint64_t nodes, choices;
} truth;

static inline void find_truth(tree *t, truth *out)
{
    trial x;

    memset(out, 0, sizeof *out);
    begin(&x, CQ_GOAL_ALL, &out->found);
    atomic_store(&t->nodes, 0);
    assert_int_equal(cq_dfs_run(&x.run, &walker, t), CQ_OK);
    out->nodes = counter(x.run.answer, "nodes");
    out->choices = counter(x.run.answer, "choices");
    assert_int_equal(out->nodes, atomic_load(&t->nodes));
    end(&x);
}

static inline tree random_tree(uint64_t seed)
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

static inline void assert_same(const list *a, const truth *b)
{
    assert_int_equal(a->count, b->found.count);
    for (size_t i = 0; i < a->count; i++)
        assert_true(a->at[i] == b->found.at[i]);
}

#endif
