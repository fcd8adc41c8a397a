/* dfs_test.c - searches of random trees that are shared, cut up and estimated deliver
 * what a plain search delivers, in that order. */
#include "random_tree.h"

#include <math.h>
#include <stdlib.h>

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
                assert_int_equal(cq_dfs_run(&x.run, &walker, &t), CQ_OK);
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
                assert_int_equal(cq_dfs_run(&x.run, &walker, &t), CQ_OK);
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
            assert_int_equal(cq_dfs_run(&x.run, &walker, &t), CQ_OK);
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
            assert_int_equal(cq_dfs_run(&x.run, &walker, &t), CQ_OK);
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
        assert_int_equal(cq_dfs_run(&x.run, &walker, &t), CQ_OK);
        assert_in_range(counter(x.run.answer, "nodes"), right.nodes / PARTS / 2,
                        right.nodes / PARTS * 2);
        end(&x);
    }
    cq_vec_free(&right.found);
}

/* The mean of many estimates is the true number; here one estimate uses enough probes
 * to be close. */
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
        assert_int_equal(cq_dfs_run(&x.run, &walker, &t), CQ_OK);
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
    assert_int_equal(cq_dfs_run(&x.run, &walker, &t), CQ_OK);
    assert_same(&got, &right);
    end(&x);
    cq_vec_free(&got);
    cq_vec_free(&right.found);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_threads),    TEST(test_first),    TEST(test_parts),
        TEST(test_part_sizes), TEST(test_estimate), TEST(test_much_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
