/* rotation_test.c - the path under rotation, and tours found by it.
 *
 * The path is compared with a plain array after every step; tours are sought in random
 * graphs whose truth a brute force over all orders knows, and in graphs too large for
 * any other way.
 */
#include "engine/rotation/path.h"
#include "problem/random_graph.h"
#include "brute_tour.h"
#include "problems.h"

#include <stdlib.h>
#include <string.h>

/* ---- the path ---- */

enum { MOST = 12 };

typedef struct plain {
    uint32_t at[MOST];
    uint32_t length;
} plain;

static void assert_same(const cq_path *path, const plain *p)
{
    assert_int_equal(path->length, p->length);
    for (uint32_t i = 0; i < p->length; i++) {
        assert_int_equal(cq_path_at(path, i), p->at[i]);
        assert_int_equal(cq_path_place(path, p->at[i]), i);
    }
    for (uint32_t v = 0, on = 0; v < path->slots; v++) {
        on += cq_path_has(path, v);
        assert_true(v + 1 < path->slots || on == p->length);
    }
}

static void reverse_plain(plain *p, uint32_t from, uint32_t to)
{
    for (; from + 1 < to; from++, to--) {
        uint32_t kept = p->at[from];

        p->at[from] = p->at[to - 1];
        p->at[to - 1] = kept;
    }
}

static void open_plain(plain *p, uint32_t place)
{
    plain before = *p;

    for (uint32_t i = 0; i < p->length; i++)
        p->at[i] = before.at[(place + 1 + i) % p->length];
}

static void step(cq_path *path, plain *p, cq_random *random)
{
    uint32_t place = (uint32_t)cq_random_below(random, p->length);

    switch (cq_random_below(random, 4)) {
    case 0:
        if (p->length < path->slots) {
            p->at[p->length] = p->length;
            cq_path_append(path, p->length++);
        }
        break;
    case 1:
        reverse_plain(p, 0, p->length);
        cq_path_turn(path);
        break;
    case 2:
        reverse_plain(p, place + 1, p->length);
        cq_path_rotate(path, place);
        break;
    default:
        open_plain(p, place);
        cq_path_open(path, place);
        break;
    }
}

static void the_path_is_what_an_array_would_be(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 9);
    for (unsigned round = 0; round < 200; round++) {
        plain p = {.at = {0}, .length = 1};
        cq_path path;

        assert_int_equal(cq_path_make(ctx, 1 + round % MOST, &path), CQ_OK);
        cq_path_append(&path, 0);
        for (unsigned i = 0; i < 300; i++) {
            step(&path, &p, &random);
            assert_same(&path, &p);
        }
        cq_path_free(&path);
    }
}

/* ---- tours ---- */

/* What the engine says; its solutions are checked on the way. */
static cq_verdict verdict_of(const cq_graph *graph, bool closed)
{
    const cq_options options = CQ_OPTIONS(.engine = "rotation");
    cq_problem *problem;
    cq_answer *answer = NULL;
    cq_verdict verdict;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    assert_int_equal(cq_graph_write(ctx, graph, CQ_GRAPH_DIMACS, out), CQ_OK);
    fclose(out);
    problem = graph_of(text, closed);
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &answer), CQ_OK);
    verdict = cq_answer_verdict(answer);
    cq_answer_free(answer);
    cq_problem_free(problem);
    free(text);
    return verdict;
}

static void small_graphs_agree_with_brute_force(void **state)
{
    cq_random random;
    unsigned tours = 0, missed = 0;

    (void)state;
    cq_random_seed(&random, 21);
    for (unsigned i = 0; i < 600; i++) {
        uint32_t vertices = 2 + (uint32_t)cq_random_below(&random, 8);
        bool closed = i % 2, exists;
        cq_verdict verdict;
        cq_graph graph;

        assert_int_equal(cq_graph_random(ctx, &random, vertices, 2 + i % 3, &graph),
                         CQ_OK);
        exists = has_tour(&graph, closed);
        verdict = verdict_of(&graph, closed);
        assert_int_not_equal(verdict, exists ? CQ_NO : CQ_YES);
        tours += exists;
        missed += exists && verdict != CQ_YES;
        cq_graph_free(&graph);
    }
    assert_true(tours > 100);
    assert_int_equal(missed, 0);
}

static void large_regular_graphs_are_found(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 2);
    for (uint32_t degree = 3; degree < 6; degree++) {
        cq_graph graph;

        assert_int_equal(cq_graph_regular(ctx, &random, 2000, degree, &graph), CQ_OK);
        assert_int_equal(verdict_of(&graph, true), CQ_YES);
        cq_graph_free(&graph);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_path_is_what_an_array_would_be),
        TEST(small_graphs_agree_with_brute_force),
        TEST(large_regular_graphs_are_found),
    };

    return cmocka_run_group_tests_name("rotation", tests, NULL, NULL);
}
