/* ensemble_test.c - studies of random graphs: the same for any number of threads, and
 * right if brute force can check. */
#include "problem/problem.h"
#include "study/ensemble.h"
#include "brute_tour.h"
#include "context.h"

#include <string.h>

static const cq_ensemble_kind kinds[] = {CQ_ENSEMBLE_RANDOM, CQ_ENSEMBLE_REGULAR,
                                         CQ_ENSEMBLE_HIDDEN, CQ_ENSEMBLE_SUBDIVIDED};

static cq_ensemble small_one(cq_ensemble_kind kind)
{
    static const double degrees[] = {4, 4, 4, 2.75};

    return (cq_ensemble){.size = sizeof(cq_ensemble),
                         .kind = kind,
                         .vertices = 40,
                         .degree = degrees[kind],
                         .graphs = 24,
                         .seed = 5};
}

static void threads_change_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        cq_ensemble e = small_one(kinds[i]);
        cq_census one, three;
        bool stopped;

        assert_int_equal(
            cq_census_take(
                ctx, &e,
                &(cq_census_options){.size = sizeof(cq_census_options), .threads = 1},
                &one, &stopped),
            CQ_OK);
        assert_false(stopped);
        assert_int_equal(
            cq_census_take(
                ctx, &e,
                &(cq_census_options){.size = sizeof(cq_census_options), .threads = 3},
                &three, &stopped),
            CQ_OK);
        assert_memory_equal(&one, &three, sizeof one);
        assert_int_equal(one.graphs, 24);
        assert_int_equal(one.cycle + one.no_cycle, 24);
        assert_int_equal(one.path + one.no_path, 24);
        assert_int_equal(one.undecided, 0);
        assert_true(one.cycle <= one.path && one.cycle_graphs <= one.path_graphs);
        assert_true(one.cycle_graphs <= one.cycle && one.path_graphs <= one.path);
        assert_true(kinds[i] != CQ_ENSEMBLE_HIDDEN || one.cycle == 24);
    }
}

static void a_number_is_a_graph(void **state)
{
    cq_ensemble e = small_one(CQ_ENSEMBLE_RANDOM), other = e;
    uint64_t hashes[4], ignored = 0;

    (void)state;
    other.seed++;
    for (unsigned i = 0; i < 4; i++) {
        cq_graph graph;

        assert_int_equal(cq_ensemble_graph(ctx, i == 3 ? &other : &e, i == 2 ? 8 : 7,
                                           &graph, &ignored),
                         CQ_OK);
        assert_true(cq_graph_check(&graph));
        hashes[i] = cq_graph_hash(&graph, 0);
        cq_graph_free(&graph);
    }
    assert_int_equal(hashes[0], hashes[1]);
    assert_int_not_equal(hashes[0], hashes[2]);
    assert_int_not_equal(hashes[0], hashes[3]);
}

/* ---- against brute force ---- */

enum { MOST = 8 };

static void the_truth_is_true(void **state)
{
    cq_ensemble e = {.size = sizeof(cq_ensemble),
                     .kind = CQ_ENSEMBLE_RANDOM,
                     .vertices = MOST,
                     .degree = 3,
                     .graphs = 300,
                     .seed = 2};
    uint64_t cycles = 0, paths = 0, disconnected = 0;
    cq_census census;
    bool stopped;

    (void)state;
    assert_int_equal(
        cq_census_take(
            ctx, &e,
            &(cq_census_options){.size = sizeof(cq_census_options), .threads = 2},
            &census, &stopped),
        CQ_OK);
    for (uint64_t i = 0; i < e.graphs; i++) {
        cq_graph graph;

        assert_int_equal(cq_ensemble_graph(ctx, &e, i, &graph, &disconnected), CQ_OK);
        cycles += has_tour(&graph, true);
        paths += has_tour(&graph, false);
        cq_graph_free(&graph);
    }
    assert_true(cycles > 50 && cycles < paths && paths < 300);
    assert_int_equal(census.cycle, cycles);
    assert_int_equal(census.no_cycle, 300 - cycles);
    assert_int_equal(census.path, paths);
    assert_int_equal(census.no_path, 300 - paths);
    assert_int_equal(census.disconnected, disconnected);
    assert_true(disconnected > 0);
}

/* At the sizes and degrees of the literature nothing is left undecided. */
static void a_thousand_vertices_are_decided(void **state)
{
    static const double degrees[] = {7, 8, 9, 12};
    unsigned verdicts[2][3] = {{0}};

    (void)state;
    for (unsigned i = 0; i < 48; i++) {
        const cq_ensemble e = {.size = sizeof(cq_ensemble),
                               .vertices = 1000,
                               .degree = degrees[i % 4],
                               .seed = 1};
        uint64_t ignored = 0;
        cq_graph graph;

        assert_int_equal(cq_ensemble_graph(ctx, &e, i, &graph, &ignored), CQ_OK);
        for (unsigned closed = 0; closed < 2; closed++) {
            cq_problem problem = {.kind = CQ_TOUR,
                                  .graph = graph,
                                  .closed = closed,
                                  .from = CQ_NO_VERTEX,
                                  .to = CQ_NO_VERTEX};
            cq_answer *answer = NULL;

            assert_int_equal(cq_solve(ctx, &problem, CQ_GOAL_FIND, NULL, &answer),
                             CQ_OK);
            verdicts[closed][cq_answer_verdict(answer)]++;
            cq_answer_free(answer);
        }
        cq_graph_free(&graph);
    }
    for (unsigned closed = 0; closed < 2; closed++) {
        assert_int_equal(verdicts[closed][CQ_UNKNOWN], 0);
        assert_true(verdicts[closed][CQ_YES] > 8 && verdicts[closed][CQ_NO] > 8);
    }
    assert_true(verdicts[0][CQ_YES] >= verdicts[1][CQ_YES]);
}

/* K5 has a path from every start, and each is closed at once. */
static void complete_graphs_are_converted(void **state)
{
    cq_ensemble e = {.size = sizeof(cq_ensemble),
                     .kind = CQ_ENSEMBLE_RANDOM,
                     .vertices = 5,
                     .degree = 4,
                     .graphs = 3};
    cq_census census;
    bool stopped;

    (void)state;
    assert_int_equal(cq_census_take(ctx, &e, NULL, &census, &stopped), CQ_OK);
    assert_int_equal(census.paths, 15);
    assert_int_equal(census.converted, 15);
    assert_int_equal(census.path_graphs, 3);
    assert_int_equal(census.cycle_graphs, 3);
}

static void the_smallest_are_graphs_too(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 2; n++) {
        cq_ensemble e = {
            .size = sizeof(cq_ensemble), .vertices = n, .degree = n - 1.0, .graphs = 2};
        cq_census census;
        bool stopped;

        assert_int_equal(cq_census_take(ctx, &e, NULL, &census, &stopped), CQ_OK);
        assert_int_equal(census.no_cycle, 2);
        assert_int_equal(census.path, 2);
    }
}

/* ---- what ends it ---- */

static bool stop_after_three(void *user, uint64_t done)
{
    (void)user;
    return done < 3;
}

static void the_caller_may_stop(void **state)
{
    cq_ensemble e = small_one(CQ_ENSEMBLE_RANDOM);
    cq_census census;
    bool stopped = false;

    (void)state;
    assert_int_equal(
        cq_census_take(ctx, &e,
                       &(cq_census_options){.size = sizeof(cq_census_options),
                                            .on_progress = stop_after_three},
                       &census, &stopped),
        CQ_OK);
    assert_true(stopped);
    assert_int_equal(census.graphs, 3);
    assert_int_equal(census.cycle + census.no_cycle, 3);
}

static void assert_refused(cq_ensemble e, cq_status expected, const char *sentence)
{
    cq_census census;
    bool stopped;

    assert_int_equal(
        cq_census_take(
            ctx, &e,
            &(cq_census_options){.size = sizeof(cq_census_options), .threads = 2},
            &census, &stopped),
        expected);
    assert_non_null(strstr(cq_error_text(ctx), sentence));
}

static void what_cannot_be_is_said(void **state)
{
    cq_ensemble e = {
        .size = sizeof(cq_ensemble), .vertices = 60, .degree = 0.5, .graphs = 4};

    (void)state;
    assert_refused(e, CQ_REFUSED, "use a larger degree");
    e.kind = CQ_ENSEMBLE_REGULAR;
    assert_refused(e, CQ_INPUT, "expected a whole number");
    e.kind = CQ_ENSEMBLE_HIDDEN;
    assert_refused(e, CQ_INPUT, "must be at least 2");
    e.kind = CQ_ENSEMBLE_SUBDIVIDED;
    assert_refused(e, CQ_INPUT, "from 2.4 to 3");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(threads_change_nothing),
        TEST(a_number_is_a_graph),
        TEST(the_truth_is_true),
        TEST(a_thousand_vertices_are_decided),
        TEST(complete_graphs_are_converted),
        TEST(the_smallest_are_graphs_too),
        TEST(the_caller_may_stop),
        TEST(what_cannot_be_is_said),
    };

    return cmocka_run_group_tests_name("ensemble", tests, NULL, NULL);
}
