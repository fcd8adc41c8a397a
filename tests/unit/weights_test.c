/* weights_test.c - weights as text, as data of a problem, and in answers. */
#include "problems.h"

#include "problem/weight.h"

#include <stdlib.h>

/* A weight as it is written, or why it cannot be read. */
static void shows(const char *text, const char *expected)
{
    cq_variables letters = {{0}};
    cq_weight weight = {0};
    char *shown = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&shown, &size);

    assert_non_null(out);
    if (cq_weight_read(ctx, cq_span_of("test", text), &letters, &weight) == CQ_OK)
        cq_weight_print(&weight, &letters, false, out);
    else
        fputs(cq_error_text(ctx), out);
    fclose(out);
    assert_string_equal(shown, expected);
    free(shown);
    cq_weight_free(&weight);
}

static void weights_are_read_and_written(void **state)
{
    (void)state;
    shows("3", "3");
    shows(" - 4/6 x^2 * y + 1", "1 - 2/3x^2y");
    shows("x + x - 2x", "0");
    shows("b+a", "a + b");
    shows("xx3", "expected + or - or the end in a weight such as 3/2 or 1+2x^2y, "
                 "found '3'");
    shows("", "expected a number or a variable in a weight such as 3/2 or 1+2x^2y, "
              "found the end");
    shows("2*", "expected a variable after the * in a weight such as 3/2 or 1+2x^2y, "
                "found the end");
    shows("x^65536", "expected a power up to 65535 in a weight such as 3/2 or 1+2x^2y, "
                     "found '6'");
}

static cq_answer *ask(const cq_problem *problem, cq_goal goal, uint64_t first)
{
    cq_options options = CQ_OPTIONS(.first = first);
    cq_answer *answer = NULL;

    must(cq_solve(ctx, problem, goal, &options, &answer));
    return answer;
}

static void a_tiling_is_weighed_line_by_line(void **state)
{
    cq_problem *problem = tiling_of("2x4", NULL);
    cq_answer *answer;

    (void)state;
    must(cq_problem_add_weights(ctx, problem, "as ## = x; at a1,d2 = y"));
    assert_string_equal(cq_problem_weight(problem, 0), "as ## = x");
    assert_null(cq_problem_weight(problem, 2));
    assert_string_equal(cq_problem_variables(problem), "xy");
    answer = ask(problem, CQ_GOAL_TOTAL, 0);
    assert_string_equal(cq_answer_total(answer), "y^2 + 3x^2y^2 + x^4y^2");
    cq_answer_free(answer);
    /* What is wrong leaves the problem as it was. */
    assert_int_equal(cq_problem_add_weights(ctx, problem, "as ## = 2; at e1 = 1"),
                     CQ_INPUT);
    assert_null(cq_problem_weight(problem, 2));
    assert_int_equal(cq_problem_add_weights(ctx, problem, "as ## = z"), CQ_INPUT);
    cq_problem_drop_weights(problem);
    assert_false(cq_problem_is_weighted(problem));
    assert_string_equal(cq_problem_variables(problem), "");
    cq_problem_free(problem);
}

static void options_are_weighed_by_number(void **state)
{
    cq_problem *problem = cover_of("a b\na b\na\nb\n");
    cq_answer *answer;

    (void)state;
    assert_int_equal(cq_problem_add_option_weight(ctx, problem, 3, "1"), CQ_INPUT);
    must(cq_problem_add_option_weight(ctx, problem, 2, "-1/2"));
    must(cq_problem_add_option_weight(ctx, problem, 0, "3"));
    must(cq_problem_add_option_weight(ctx, problem, 0, "1/3"));
    assert_int_equal(cq_problem_option_weights(problem, 0), 2);
    assert_int_equal(cq_problem_option_weights(problem, 1), 0);
    answer = ask(problem, CQ_GOAL_CHEAPEST, 9);
    assert_int_equal(cq_answer_solutions(answer), 2);
    assert_string_equal(cq_answer_value(answer, 0), "-1/2");
    assert_string_equal(cq_answer_value(answer, 1), "10/3");
    assert_null(cq_answer_value(answer, 2));
    cq_answer_free(answer);
    answer = ask(problem, CQ_GOAL_DEAREST, 0);
    assert_int_equal(cq_answer_solutions(answer), 1);
    assert_string_equal(cq_answer_value(answer, 0), "10/3");
    cq_answer_free(answer);
    answer = ask(problem, CQ_GOAL_TOTAL, 0); /* 3 * 1/3 - 1/2 */
    assert_string_equal(cq_answer_total(answer), "1/2");
    cq_answer_free(answer);
    cq_problem_free(problem);
}

static void the_digest_tells_weights_apart(void **state)
{
    cq_problem *one = cover_of("a b\na b |x+y\n"), *same = cover_of("a b\na b |y+x\n");
    cq_problem *other = cover_of("a b\na b |x+2y\n"), *none = cover_of("a b\na b\n");

    (void)state;
    assert_int_equal(cq_problem_digest(one), cq_problem_digest(same));
    assert_int_not_equal(cq_problem_digest(one), cq_problem_digest(other));
    assert_int_not_equal(cq_problem_digest(one), cq_problem_digest(none));
    cq_problem_free(one);
    cq_problem_free(same);
    cq_problem_free(other);
    cq_problem_free(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(weights_are_read_and_written, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(a_tiling_is_weighed_line_by_line, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(options_are_weighed_by_number, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(the_digest_tells_weights_apart, open_context,
                                        close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
