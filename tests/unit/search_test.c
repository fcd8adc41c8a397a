/* search_test.c - the engines for covers agree with each other and with published
 * numbers.
 *
 * Small covers are drawn at random, with secondary items, colours and multiplicities.
 * The classic backtracking is the reference; dlx, search and each of the ways in which
 * search can hold the options must count the same, and list the same number of
 * different solutions, all of which pass the checker.
 */
#include "check/check.h"
#include "engine/checkpoint.h"
#include "base/vectors.h"
#include "engine/search/dense.h"
#include "engine/search/slots.h"
#include "counter.h"
#include "random_cover.h"

#include <unistd.h>

enum { ROUNDS = 3000 };

static int set_up(void **state)
{
    return open_fixture(state, 4);
}

/* ---- covers as text ---- */

static void pose_queens(fixture *f, int n)
{
    clear_text(f);
    for (int i = 0; i < n; i++)
        put(f, "r%d c%d ", i, i);
    put(f, "|");
    for (int i = 0; i < 2 * n - 1; i++)
        put(f, " a%d b%d", i, i);
    put(f, "\n");
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++)
            put(f, "r%d c%d a%d b%d\n", row, col, row + col, row - col + n - 1);
    pose_cover(f, f->text);
}

/* ---- counting ---- */

static uint64_t count_by(fixture *f, const char *engine)
{
    const cq_options options = CQ_OPTIONS(.engine = engine);

    solve(f, CQ_GOAL_COUNT, &options);
    assert_int_equal(f->answer->stop, CQ_FINISHED);
    assert_true(f->answer->counted);
    return mpz_get_ui(f->answer->count);
}

/* SLOTS as the machine does best, TABLE as one that does not count bits, WORDS as one
 * without vectors. */
typedef enum way { SPARSE, PLAIN, WIDE, WORDS, TABLE, SLOTS } way;

static cq_status walk_in(cq_sparse *sparse, way how)
{
    cq_run *run = sparse->out->run;
    cq_slots slots;
    cq_dense dense;
    cq_status status;

    if (how >= WORDS && cq_slots_suit(sparse)) {
        assert_int_equal(cq_slots_make(sparse, &slots), CQ_OK);
        if (how == WORDS)
            slots.go = cq_slots_walk_plain;
        else if (how == TABLE && cq_vectors_wide())
            slots.go = cq_slots_walk_table;
        status = cq_dfs_run(run, &cq_slots_walker, &slots);
        cq_slots_free(&slots);
    } else if (how == PLAIN || how == WIDE) {
        assert_int_equal(
            cq_dense_make(sparse, how == WIDE && cq_vectors_wide(), &dense), CQ_OK);
        status = cq_dfs_run(run, &cq_dense_walker, &dense);
        cq_dense_free(&dense);
    } else {
        status = cq_dfs_run(run, &cq_sparse_walker, sparse);
    }
    return status;
}

/* Counts in one of the ways that search has, whatever it would choose itself, with one
 * thread and with two: the number and the nodes are the same. */
static uint64_t count_nodes_in(fixture *f, way how, bool reduce, uint64_t *out_nodes)
{
    const cq_cover *cover = &f->problem->cover;
    uint64_t found[2] = {0}, nodes[2] = {0};

    for (unsigned threads = 1; threads <= 2; threads++) {
        cq_answer *answer = NULL;
        cq_run run = {.ctx = ctx, .problem = f->problem, .threads = threads};
        cq_outlet out = {.run = &run};
        cq_sparse sparse = {0};

        run.goal = reduce ? CQ_GOAL_COUNT : CQ_GOAL_FIND;
        assert_int_equal(cq_answer_new(ctx, CQ_COVER, CQ_GOAL_COUNT, &answer), CQ_OK);
        run.answer = answer;
        out.chosen = cq_alloc(ctx, cq_cover_options(cover), sizeof *out.chosen);
        assert_int_equal(cq_sparse_make(&out, cover, &sparse), CQ_OK);
        if (cq_sparse_reduce(&sparse)) {
            run.goal = CQ_GOAL_COUNT;
            assert_true(cq_sparse_check(&sparse));
            assert_int_equal(walk_in(&sparse, how), CQ_OK);
            assert_true(cq_sparse_check(&sparse));
            nodes[threads - 1] = counter(answer, "nodes");
        }
        found[threads - 1] = answer->found;
        cq_sparse_free(&sparse);
        cq_outlet_close(&out);
        cq_answer_free(answer);
    }
    assert_int_equal(found[0], found[1]);
    assert_int_equal(nodes[0], nodes[1]);
    *out_nodes = nodes[0];
    return found[0];
}

static uint64_t count_in(fixture *f, way how, bool reduce)
{
    uint64_t nodes;

    return count_nodes_in(f, how, reduce, &nodes);
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return x < y ? -1 : x > y;
}

static int compare_solutions(const void *a, const void *b)
{
    const cq_solution *x = a, *y = b;

    if (x->labels.count != y->labels.count)
        return x->labels.count < y->labels.count ? -1 : 1;
    for (size_t i = 0; i < x->labels.count; i++)
        if (x->labels.at[i] != y->labels.at[i])
            return x->labels.at[i] < y->labels.at[i] ? -1 : 1;
    return 0;
}

/* Lists all solutions: all right, all different, and as many as they should be. */
static void assert_lists(fixture *f, const char *engine, uint64_t expected)
{
    const cq_options options = CQ_OPTIONS(.engine = engine);
    char sentence[CQ_SENTENCE_SIZE];
    bool right;

    solve(f, CQ_GOAL_ALL, &options);
    assert_int_equal(f->answer->found, expected);
    assert_int_equal(f->answer->verdict, expected ? CQ_YES : CQ_NO);
    assert_int_equal(f->answer->solutions.count, expected);
    for (size_t i = 0; i < expected; i++) {
        cq_solution *s = &f->answer->solutions.at[i];

        assert_int_equal(cq_check_solution(ctx, f->problem, s, &right, sentence),
                         CQ_OK);
        assert_true(right);
        if (s->labels.count)
            qsort(s->labels.at, s->labels.count, sizeof *s->labels.at, compare_numbers);
    }
    if (expected)
        qsort(f->answer->solutions.at, (size_t)expected,
              sizeof *f->answer->solutions.at, compare_solutions);
    for (size_t i = 1; i < expected; i++)
        assert_true(compare_solutions(&f->answer->solutions.at[i - 1],
                                      &f->answer->solutions.at[i]) < 0);
}

static void assert_finds(fixture *f, const char *engine, bool expected)
{
    const cq_options options = CQ_OPTIONS(.engine = engine);

    solve(f, CQ_GOAL_FIND, &options);
    assert_int_equal(f->answer->verdict, expected ? CQ_YES : CQ_NO);
    assert_int_equal(f->answer->solutions.count, expected);
}

static void assert_agree(fixture *f, bool list)
{
    uint64_t expected = count_by(f, "backtrack");

    assert_int_equal(count_by(f, "dlx"), expected);
    assert_int_equal(count_by(f, "search"), expected);
    for (int how = SPARSE; how <= SLOTS; how++)
        for (int reduce = 0; reduce < 2; reduce++)
            assert_int_equal(count_in(f, (way)how, reduce), expected);
    assert_finds(f, "dlx", expected > 0);
    assert_finds(f, "search", expected > 0);
    if (list && expected <= 500) {
        assert_lists(f, "dlx", expected);
        assert_lists(f, "search", expected);
    }
}

/* ---- long runs ---- */

/* A run that stops after some solutions, and goes on from there. */
typedef struct piece {
    cq_run run; /* first */
    cq_u32s *into;
    uint32_t left; /* solutions until it stops; 0: it does not */
} piece;

static cq_status take_solution(cq_run *run, const cq_solution *solution)
{
    piece *p = (piece *)run;
    uint32_t sum = 0; /* whatever the order of the options */

    for (size_t i = 0; i < solution->labels.count; i++)
        sum += (solution->labels.at[i] + 1) * (solution->labels.at[i] + 7919);
    if (p->left && --p->left == 0)
        run->stop = CQ_STOP_CANCELLED;
    return cq_vec_push(run->ctx, p->into, sum);
}

static cq_stop run_piece(fixture *f, way how, unsigned threads, uint32_t stop,
                         cq_checkpoint *checkpoint, cq_u32s *into)
{
    const cq_cover *cover = &f->problem->cover;
    piece p = {.into = into, .left = stop};
    cq_outlet out = {.run = &p.run};
    cq_sparse sparse = {0};

    p.run = (cq_run){.ctx = ctx,
                     .problem = f->problem,
                     .goal = CQ_GOAL_ALL,
                     .threads = threads,
                     .checkpoint = checkpoint,
                     .on_found = take_solution};
    assert_int_equal(cq_answer_new(ctx, CQ_COVER, CQ_GOAL_ALL, &p.run.answer), CQ_OK);
    strcpy(p.run.answer->engine, "search"); /* checkpoints name it */
    out.chosen = cq_alloc(ctx, cq_cover_options(cover), sizeof *out.chosen);
    assert_int_equal(cq_sparse_make(&out, cover, &sparse), CQ_OK);
    if (cq_sparse_reduce(&sparse))
        assert_int_equal(walk_in(&sparse, how), CQ_OK);
    cq_sparse_free(&sparse);
    cq_outlet_close(&out);
    cq_answer_free(p.run.answer);
    return p.run.stop;
}

/* In pieces, with any number of threads, the same comes out as at once. */
static void assert_in_pieces(fixture *f, way how)
{
    cq_checkpoint checkpoint = {.every = 1e9, .next = 1e18};
    char path[64];
    cq_u32s whole = {0};

    snprintf(path, sizeof path, "%s/cq_search_%ld",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    run_piece(f, how, 1, 0, NULL, &whole);
    for (unsigned threads = 1; threads <= 3; threads++) {
        cq_u32s parts = {0};
        uint32_t stop = (uint32_t)whole.count / 5 + 1;

        checkpoint.write = path;
        checkpoint.read = NULL;
        while (run_piece(f, how, threads, stop, &checkpoint, &parts) != CQ_FINISHED)
            checkpoint.read = path;
        assert_int_equal(parts.count, whole.count);
        for (size_t i = 0; i < whole.count; i++)
            assert_int_equal(parts.at[i], whole.at[i]);
        cq_vec_free(&parts);
    }
    unlink(path);
    cq_vec_free(&whole);
}

static void in_pieces(void **state)
{
    fixture *f = *state;

    for (int how = SPARSE; how <= SLOTS; how++) {
        pose_langford(f, 8);
        assert_in_pieces(f, (way)how);
        for (uint32_t round = 0; round < 12; round++) {
            pose_random(f, 7, 22, round % 3);
            assert_in_pieces(f, (way)how);
        }
    }
}

/* ---- tests ---- */

static void random_covers(void **state)
{
    fixture *f = *state;

    for (unsigned round = 0; round < ROUNDS; round++) {
        pose_random(f, 7, 22, round % 3 ? 0 : 2);
        assert_agree(f, round % 4 == 0);
    }
}

/* Items with more options than a byte of the dense search can count. */
static void many_options(void **state)
{
    fixture *f = *state;

    for (uint32_t round = 0; round < 12; round++) {
        clear_text(f);
        put(f, "a b %sc | s t u\n", round % 2 ? "" : "0:2|");
        for (uint32_t k = 0; k < 330; k++)
            put(f, "%c s:%u t:%u%s\n", k % 2 ? 'a' : 'b', below(f, 6), below(f, 6),
                below(f, 3) ? "" : " u");
        for (uint32_t k = 0; k < 6; k++)
            put(f, "c s:%u\n", below(f, 6));
        pose_cover(f, f->text);
        assert_agree(f, false);
    }
}

/* Enough options that what is left at a node gets slots of its own: from bit sets,
 * from wide slots, and in these once more. Some options ask for a colour. */
static void pose_wide(fixture *f, uint32_t items, uint32_t options)
{
    clear_text(f);
    for (uint32_t i = 0; i < items; i++)
        put(f, "p%u ", i);
    put(f, "| s t\n");
    for (uint32_t k = 0; k < options; k++) {
        uint32_t at = below(f, items), step = 1 + below(f, 4);

        for (uint32_t i = 0, size = 3 + below(f, 3); i < size; i++)
            put(f, "p%u ", (at + i * step) % items);
        put(f, "%s\n", below(f, 8) ? "" : below(f, 2) ? "s:A" : "s:B t");
    }
    pose_cover(f, f->text);
}

/* All ways of one kind have the same tree, in one thread and in two. */
static void assert_same_tree(fixture *f, way from, way to, uint64_t expected)
{
    uint64_t first = 0, nodes;

    for (int how = (int)from; how <= (int)to; how++) {
        assert_int_equal(count_nodes_in(f, (way)how, true, &nodes), expected);
        first = how == (int)from ? nodes : first;
        assert_int_equal(nodes, first);
    }
}

static void inner_slots(void **state)
{
    static const uint32_t sizes[][2] = {{22, 220}, {24, 360}, {40, 240}};
    fixture *f = *state;

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t expected;

        pose_wide(f, sizes[i][0], sizes[i][1]);
        expected = count_by(f, "frontier");
        assert_int_equal(count_by(f, "dlx"), expected);
        assert_same_tree(f, PLAIN, WIDE, expected);
        assert_same_tree(f, WORDS, SLOTS, expected);
        assert_lists(f, "search", expected);
    }
    pose_wide(f, 22, 150);
    for (int how = PLAIN; how <= SLOTS; how++)
        assert_in_pieces(f, (way)how);
}

/* Covers side by side: the numbers multiply, and the nodes add up. */
static void falls_apart(void **state)
{
    fixture *f = *state;
    uint64_t nodes;

    pose_langford(f, 7);
    assert_int_equal(count_by(f, "search"), 52);
    nodes = counter(f->answer, "nodes");
    clear_text(f);
    for (int part = 0; part < 3; part++)
        for (int k = 1; k <= 7; k++)
            put(f, "%d_%d %ds%d %ds%d ", part, k, part, k, part, 7 + k);
    put(f, "0:2|free | s t\n");
    for (int part = 0; part < 3; part++)
        for (int k = 1; k <= 7; k++)
            for (int at = 1; at + k + 1 <= 14; at++)
                put(f, "%d_%d %ds%d %ds%d\n", part, k, part, at, part, at + k + 1);
    pose_cover(f, f->text);
    assert_int_equal(count_by(f, "search"), 52 * 52 * 52);
    assert_int_equal(counter(f->answer, "nodes"), 3 * nodes);
    assert_int_equal(count_by(f, "frontier"), 52 * 52 * 52);
}

/* Small parts, of which some have no solution or a secondary item in common. */
static void falls_apart_at_random(void **state)
{
    fixture *f = *state;

    for (unsigned round = 0; round < 300; round++) {
        clear_text(f);
        put(f, "a b c d e f g h i | s t\n");
        for (uint32_t k = 0, options = 8 + below(f, 10); k < options; k++) {
            uint32_t part = below(f, 3);

            put(f, "%c ", 'a' + 3 * (int)part);
            for (int i = 1; i < 3; i++)
                if (below(f, 2))
                    put(f, "%c ", 'a' + 3 * (int)part + i);
            put(f, "%s\n", below(f, 6) ? "" : part ? "s:A" : "t");
            if (below(f, 3) == 0)
                put(f, "%c\n", 'a' + (int)below(f, 9));
        }
        pose_cover(f, f->text);
        assert_agree(f, true);
    }
}

/* OEIS A014552: a count that engines race for is whole with two threads, too. */
static void raced_with_threads(void **state)
{
    const cq_options options = CQ_OPTIONS(.threads = 2);
    fixture *f = *state;

    pose_langford(f, 11);
    for (int round = 0; round < 5; round++) {
        solve(f, CQ_GOAL_COUNT, &options);
        assert_true(f->answer->counted);
        assert_int_equal(mpz_get_ui(f->answer->count), 2 * 17792);
    }
}

/* More options than the dense search takes, through the engine itself. */
static void thousands_of_options(void **state)
{
    fixture *f = *state;

    put(f, "a b | s\n");
    for (uint32_t k = 0; k < 5000; k++)
        put(f, "a s:%u\nb s:%u\n", k % 2500, k);
    pose_cover(f, f->text);
    assert_int_equal(count_by(f, "search"), 5000);
    assert_int_equal(count_by(f, "dlx"), 5000);
}

/* OEIS A000170: 92 for 8, 724 for 10. */
static void queens(void **state)
{
    fixture *f = *state;

    pose_queens(f, 8);
    assert_agree(f, true);
    assert_lists(f, "search", 92);
    pose_queens(f, 10);
    assert_int_equal(count_by(f, "dlx"), 724);
    assert_int_equal(count_by(f, "search"), 724);
}

/* OEIS A014552, which counts an arrangement and its mirror image once: 26 for 7, 150
 * for 8, 0 for 9, 17792 for 11. */
static void langford(void **state)
{
    fixture *f = *state;

    pose_langford(f, 7);
    assert_agree(f, true);
    assert_lists(f, "search", 2 * 26);
    pose_langford(f, 8);
    assert_int_equal(count_by(f, "dlx"), 2 * 150);
    assert_int_equal(count_by(f, "search"), 2 * 150);
    pose_langford(f, 9);
    assert_int_equal(count_by(f, "search"), 0);
    pose_langford(f, 11);
    assert_int_equal(count_by(f, "search"), 2 * 17792);
}

/* Haselgrove and Haselgrove, 1960: 2339 essentially different ways for 6x10 and 2 for
 * 3x20, four of each by symmetry. Dominoes: OEIS A004003, 6728 for 6x6. */
static void tilings(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "6x10", "pentominoes");
    assert_int_equal(count_by(f, "search"), 4 * 2339);
    pose_tiling(f, "3x20", "pentominoes");
    assert_int_equal(count_by(f, "search"), 4 * 2);
    assert_int_equal(count_by(f, "dlx"), 4 * 2);
    pose_tiling(f, "6x6", "domino*");
    assert_int_equal(count_by(f, "search"), 6728);
    assert_int_equal(count_by(f, "dlx"), 6728);
    pose_tiling(f, "torus:4x5", "L3*0..4,domino*1..7,I3*0..1");
    assert_int_equal(count_by(f, "search"), count_by(f, "backtrack"));
    assert_int_equal(count_by(f, "dlx"), count_by(f, "backtrack"));
}

static void assert_none(fixture *f, const char *text)
{
    static const char *const engines[] = {"dlx", "search", NULL};

    pose_cover(f, text);
    for (const char *const *engine = engines; *engine; engine++) {
        assert_int_equal(count_by(f, *engine), 0);
        assert_lists(f, *engine, 0);
        assert_int_equal(f->answer->certificate.proof, CQ_PROOF_EXHAUSTED);
    }
}

static void nothing_to_choose(void **state)
{
    fixture *f = *state;

    assert_none(f, "a b\na\n");
    assert_none(f, "a b\n");
    assert_none(f, "3:5|a b\na b\na\n");
    assert_none(f, "a | s\n");
    assert_none(f, "a b | s\na s\nb s\n");
    /* Nothing is needed: one solution, of no options. */
    pose_cover(f, "0:1|a 0:2|b\n");
    assert_agree(f, true);
    assert_lists(f, "search", 1);
}

static void limits(void **state)
{
    const cq_options first = CQ_OPTIONS(.engine = "search", .first = 5);
    const cq_options find = CQ_OPTIONS(.engine = "dlx");
    fixture *f = *state;

    pose_queens(f, 8);
    solve(f, CQ_GOAL_ALL, &first);
    assert_int_equal(f->answer->found, 5);
    assert_int_equal(f->answer->stop, CQ_STOP_LIMIT);
    solve(f, CQ_GOAL_FIND, &find);
    assert_int_equal(f->answer->found, 1);
}

typedef struct reports {
    double share;
    unsigned count;
} reports;

/* The share of the search that is done grows, and stays within 0 and 1. */
static bool watch(void *user, const cq_progress *progress)
{
    reports *r = user;

    assert_true(progress->share >= r->share - 1e-9 && progress->share <= 1);
    r->share = progress->share;
    return ++r->count < 4;
}

static void progress(void **state)
{
    static const char *const engines[] = {"dlx", "search", NULL};
    fixture *f = *state;

    for (const char *const *engine = engines; *engine; engine++) {
        reports r = {0};
        const cq_options options =
            CQ_OPTIONS(.engine = *engine, .user = &r, .on_progress = watch);

        pose_tiling(f, "8x8", "pentominoes,O4");
        solve(f, CQ_GOAL_COUNT, &options);
        assert_int_equal(f->answer->stop, CQ_STOP_CANCELLED);
        assert_true(r.share > 0);
    }
}

/* Whatever the limit on memory: an answer that claims no more than is known, no
 * leak. */
static void little_memory(void **state)
{
    static const char *const engines[] = {"dlx", "search", NULL};
    fixture *f = *state;

    for (int round = 0; round < 9; round++) {
        const cq_options options = CQ_OPTIONS(.engine = engines[round % 2]);
        cq_goal goal = round % 3 ? CQ_GOAL_COUNT : CQ_GOAL_FIND;
        size_t used;
        bool enough = false;

        if (round < 4)
            pose_queens(f, 6);
        else
            pose_random(f, 7, 22, 2);
        used = cq_context_memory_used(ctx);
        for (size_t more = 64; !enough; more += more / 16 + 8) {
            cq_status status;

            cq_context_limit_memory(ctx, used + more);
            status = cq_solve(ctx, f->problem, goal, &options, &f->answer);
            assert_true(status == CQ_OK || status == CQ_MEMORY);
            enough = status == CQ_OK && f->answer->stop == CQ_FINISHED;
            assert_true(enough || status == CQ_MEMORY ||
                        (f->answer->stop == CQ_STOP_MEMORY && !f->answer->counted));
            forget_answer(f);
            assert_int_equal(cq_context_memory_used(ctx), used);
        }
        cq_context_limit_memory(ctx, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(random_covers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_options, set_up, tear_down),
        cmocka_unit_test_setup_teardown(raced_with_threads, set_up, tear_down),
        cmocka_unit_test_setup_teardown(falls_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(falls_apart_at_random, set_up, tear_down),
        cmocka_unit_test_setup_teardown(inner_slots, set_up, tear_down),
        cmocka_unit_test_setup_teardown(thousands_of_options, set_up, tear_down),
        cmocka_unit_test_setup_teardown(queens, set_up, tear_down),
        cmocka_unit_test_setup_teardown(langford, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tilings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(in_pieces, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_to_choose, set_up, tear_down),
        cmocka_unit_test_setup_teardown(limits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(progress, set_up, tear_down),
        cmocka_unit_test_setup_teardown(little_memory, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
