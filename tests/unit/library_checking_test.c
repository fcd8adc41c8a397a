/* library_checking_test.c - judging solutions alone, goals as data, and tilings as
 * covers, through chequer.h alone. */
#include "problems.h"

static cq_answer *answer_of(const cq_problem *problem, const char *text)
{
    cq_answer *answer = NULL;

    must_read(cq_answer_read(ctx, problem, "test", text, strlen(text), &answer), text);
    return answer;
}

static void solutions_are_judged_alone(void **state)
{
    cq_problem *problem = tour_of("2x2", "wazir", true),
               *other = tiling_of("2x2", NULL);
    cq_answer *right = answer_of(problem, "1 2\n4 3\n");
    cq_answer *wrong = answer_of(problem, "1 2\n4 3\n\n1 2\n3 4\n");
    char sentence[CQ_SENTENCE_SIZE] = "";
    cq_verdict verdict = CQ_UNKNOWN;

    (void)state;
    must(cq_check_solutions(ctx, problem, right, &verdict, sentence));
    assert_int_equal(verdict, CQ_YES);
    must(cq_check_solutions(ctx, problem, wrong, &verdict, sentence));
    assert_int_equal(verdict, CQ_NO);
    assert_true(*sentence);
    assert_int_equal(cq_check_solutions(ctx, other, right, &verdict, sentence),
                     CQ_INPUT);
    assert_int_equal(cq_check_solutions(ctx, problem, NULL, &verdict, sentence),
                     CQ_INPUT);
    cq_answer_free(right);
    cq_answer_free(wrong);
    cq_problem_free(other);
    cq_problem_free(problem);
}

/* 2 x 2 has two domino tilings, and each is the other one turned. */
static void a_number_may_count_classes(void **state)
{
    cq_problem *problem = tiling_of("2x2", NULL);
    cq_answer *one = answer_of(problem, "1\n");
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict;

    (void)state;
    must(cq_check(ctx, problem, one, &verdict, sentence));
    assert_int_equal(verdict, CQ_NO);
    cq_answer_set_counted(one, true, false);
    assert_true(cq_answer_unique(one) && !cq_answer_symmetric(one));
    must(cq_check(ctx, problem, one, &verdict, sentence));
    assert_int_equal(verdict, CQ_YES);
    cq_answer_set_counted(one, false, false);
    assert_true(cq_answer_unique(one)); /* what it says already stays */
    cq_answer_set_counted(NULL, true, true);
    cq_answer_free(one);
    cq_problem_free(problem);
}

static void goals_end_somewhere(void **state)
{
    cq_problem *problem = tiling_of("2x2", NULL);
    cq_goal goal = CQ_GOAL_FIND, found;

    (void)state;
    for (; cq_goal_name(goal); goal++) {
        assert_true(cq_goal_find(cq_goal_name(goal), &found));
        assert_int_equal(found, goal);
    }
    assert_int_equal(goal, CQ_GOAL_TOTAL + 1);
    assert_null(cq_goal_flag(goal));
    assert_string_equal(cq_goal_flag(CQ_GOAL_INDEX), "index-of");
    assert_false(cq_goal_suits(goal, problem));
    assert_false(cq_goal_suits(CQ_GOAL_FIND, NULL));
    assert_false(cq_goal_find(NULL, &found));
    cq_problem_free(problem);
}

static void count_notes(void *user, const char *sentence)
{
    assert_true(*sentence);
    ++*(size_t *)user;
}

static void a_tiling_is_told_as_a_cover(void **state)
{
    cq_problem *problem = tiling_of("2x3", NULL), *tour = tour_of("3x4", "1,2", false);
    size_t notes = 0;

    (void)state;
    cq_context_on_note(ctx, count_notes, &notes);
    must(cq_explain_cover(ctx, problem));
    /* Universe, subsets, keys, q-sets, partial tilings, merged ones, perfect ones. */
    assert_int_equal(notes, 7);
    assert_int_equal(cq_explain_cover(ctx, tour), CQ_INPUT);
    assert_int_equal(cq_explain_cover(ctx, NULL), CQ_INPUT);
    cq_problem_free(tour);
    cq_problem_free(problem);
}

static void a_slip_is_a_warning(void **state)
{
    const char text[] = "board\na##b\npiece A\nac\npiece B\n##\n";
    cq_problem *problem = NULL;
    size_t warnings = 0;

    (void)state;
    cq_context_on_warning(ctx, count_notes, &warnings);
    must(cq_problem_parse_puzzle(ctx, "p", text, sizeof text - 1, &problem));
    assert_int_equal(warnings, 1);
    cq_problem_free(problem);
}

static void a_no_about_areas_has_advice(void **state)
{
    cq_problem *domino = tiling_of("8x8", "domino"),
               *uneven = tiling_of("8x8-a1,h8", NULL);
    cq_answer *none = NULL, *hall = NULL;
    char advice[CQ_SENTENCE_SIZE];

    (void)state;
    must(cq_solve(ctx, domino, CQ_GOAL_FIND, NULL, &none));
    must(cq_answer_advise(ctx, domino, none, advice));
    assert_non_null(strstr(advice, "'domino*'"));
    must(cq_solve(ctx, uneven, CQ_GOAL_FIND, NULL, &hall));
    must(cq_answer_advise(ctx, uneven, hall, advice));
    assert_string_equal(advice, "");
    assert_int_equal(cq_answer_advise(ctx, uneven, NULL, advice), CQ_INPUT);
    cq_answer_free(none);
    cq_answer_free(hall);
    cq_problem_free(domino);
    cq_problem_free(uneven);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(solutions_are_judged_alone), TEST(a_number_may_count_classes),
        TEST(goals_end_somewhere),        TEST(a_tiling_is_told_as_a_cover),
        TEST(a_slip_is_a_warning),        TEST(a_no_about_areas_has_advice),
    };

    return cmocka_run_group_tests_name("library_checking", tests, NULL, NULL);
}
