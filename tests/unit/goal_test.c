/* goal_test.c - the table of goals: whole, without doubles, and in the order of the
 * public enum. */
#include "problems.h"

#include "answer/goal.h"

static size_t count_goals(void)
{
    size_t count = 0;

    while (cq_goal_at(count))
        count++;
    return count;
}

static void every_goal_has_a_name_and_words_of_its_own(void **state)
{
    size_t count = count_goals();

    (void)state;
    assert_int_equal(count, CQ_GOAL_TOTAL + 1);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(cq_goal_at(i)->name, cq_goal_at(j)->name);
            assert_string_not_equal(cq_goal_at(i)->words, cq_goal_at(j)->words);
            if (cq_goal_at(i)->flag && cq_goal_at(j)->flag)
                assert_string_not_equal(cq_goal_at(i)->flag, cq_goal_at(j)->flag);
        }
}

static void a_goal_is_found_by_its_name(void **state)
{
    cq_goal found = CQ_GOAL_FIND;

    (void)state;
    for (size_t i = 0; i < count_goals(); i++) {
        assert_true(cq_goal_find(cq_goal_name((cq_goal)i), &found));
        assert_int_equal(found, i);
    }
    assert_false(cq_goal_find("win", &found));
    assert_string_equal(cq_goal_name(CQ_GOAL_ESTIMATE), "estimate");
    assert_string_equal(cq_goal_of(CQ_GOAL_INDEX)->flag, "index-of");
    assert_null(cq_goal_of(CQ_GOAL_FIND)->flag);
}

static void goals_are_for_the_problems_that_they_make_sense_for(void **state)
{
    cq_problem *dominoes = tiling_of("2x3", NULL), *others = tiling_of("2x3", "L3*");

    (void)state;
    for (size_t i = 0; i < count_goals(); i++)
        assert_true(cq_goal_suits((cq_goal)i, dominoes));
    assert_true(cq_goal_suits(CQ_GOAL_MAX, others));
    assert_false(cq_goal_suits(CQ_GOAL_REPAIR, others));
    assert_true(cq_goal_suits(CQ_GOAL_COPIES, others));
    assert_true(cq_goal_has_numbers(CQ_GOAL_PROBABILITIES, others));
    assert_false(cq_goal_has_numbers(CQ_GOAL_PROBABILITIES, dominoes));
    assert_string_equal(cq_goal_whom(CQ_GOAL_REPAIR), "dominoes");
    assert_true(cq_goal_has_findings(CQ_GOAL_FORCED));
    assert_false(cq_goal_has_findings(CQ_GOAL_SAMPLE));
    cq_problem_free(dominoes);
    cq_problem_free(others);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_goal_has_a_name_and_words_of_its_own,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(a_goal_is_found_by_its_name, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(
            goals_are_for_the_problems_that_they_make_sense_for, open_context,
            close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
