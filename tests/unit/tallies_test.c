/* tallies_test.c - numbers of solutions by their parts and copies, and of given ones.
 *
 * The checker makes all solutions of a small problem once more and counts them itself:
 * it must find every answer right, also after a way through JSON, and notice if one was
 * changed. Each of all solutions has a number of its own.
 */
#include "posed.h"

static int set_up(void **state)
{
    return open_fixture(state, 1);
}

static void ask(fixture *f, cq_goal goal, const cq_answer *given)
{
    cq_options options = CQ_OPTIONS(.given = given);

    solve(f, goal, &options);
    assert_int_equal(cq_answer_verdict(f->answer), CQ_YES);
}

static cq_verdict judge(fixture *f, const cq_answer *answer)
{
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict;

    assert_int_equal(cq_check(ctx, f->problem, answer, &verdict, sentence), CQ_OK);
    return verdict;
}

static void judge_json(fixture *f)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    cq_answer *read = NULL;

    assert_int_equal(cq_answer_write_json(ctx, f->problem, f->answer, out), CQ_OK);
    fclose(out);
    assert_int_equal(cq_answer_read(ctx, f->problem, "test", text, size, &read), CQ_OK);
    assert_int_equal(read->findings.numbers.count, f->answer->findings.numbers.count);
    assert_int_equal(judge(f, read), CQ_YES);
    cq_answer_free(read);
    free(text);
}

/* One number is changed, and then one is moved to another place. */
static void judge_changed(fixture *f)
{
    char **numbers = f->answer->findings.numbers.at, *first = numbers[0], wrong[] = "7";

    numbers[0] = wrong;
    assert_int_equal(judge(f, f->answer), CQ_NO);
    numbers[0] = first;
    for (size_t i = 1; i < f->answer->findings.numbers.count; i++)
        if (strcmp(numbers[i], first) != 0) {
            numbers[0] = numbers[i];
            numbers[i] = first;
            assert_int_equal(judge(f, f->answer), CQ_NO);
            numbers[i] = numbers[0];
            numbers[0] = first;
            break;
        }
    assert_int_equal(judge(f, f->answer), CQ_YES);
}

static void tallies_are_right(fixture *f, cq_goal goal)
{
    ask(f, goal, NULL);
    assert_int_equal(judge(f, f->answer), CQ_YES);
    judge_json(f);
    judge_changed(f);
}

static void tilings(void **state)
{
    static const char *const posed[][2] = {{"4x4", "L3*,domino*"},
                                           {"4x4", "tetrominoes*"},
                                           {"3x5", "L3*1..4,domino*"},
                                           {"torus:3x4", "L3*,I1*0..3,domino*0..5"},
                                           {"5x4-a1,d5", "I1*2,L3*,O4*0..1,I4*"},
                                           {"4x6", "I4,O4,L4,domino*"}};
    fixture *f = *state;

    for (size_t i = 0; i < sizeof posed / sizeof *posed; i++) {
        pose_tiling(f, posed[i][0], posed[i][1]);
        tallies_are_right(f, CQ_GOAL_COPIES);
        tallies_are_right(f, CQ_GOAL_PROBABILITIES);
    }
}

static void covers(void **state)
{
    static const char text[] = "p q 0:2|r | x y\np x:A\np r y\nq r x:A\nq x:B\n"
                               "q y\np q\nr x\np y x\n";
    fixture *f = *state;

    pose_cover(f, text);
    tallies_are_right(f, CQ_GOAL_PROBABILITIES);
}

/* The coefficients for L-trominoes and dominoes on 4 x 4: 36 domino tilings (A004003),
 * and 380 in all. */
static void rows(void **state)
{
    fixture *f = *state;
    const char *tilings = NULL;
    const uint32_t *copies;

    pose_tiling(f, "4x4", "L3*,domino*");
    ask(f, CQ_GOAL_COPIES, NULL);
    copies = cq_answer_copies(f->answer, 0, &tilings);
    assert_non_null(copies);
    assert_int_equal(copies[0], 0);
    assert_int_equal(copies[1], 8);
    assert_string_equal(tilings, "36");
    assert_non_null(cq_answer_copies(f->answer, 2, &tilings));
    assert_null(cq_answer_copies(f->answer, 3, &tilings));
    assert_string_equal(cq_answer_count(f->answer), "380");
    assert_null(cq_answer_index(f->answer));
}

static void indices(void **state)
{
    fixture *f = *state;
    char seen[128] = {0};
    cq_answer *all;

    pose_tiling(f, "4x4", "tetrominoes*");
    ask(f, CQ_GOAL_ALL, NULL);
    all = f->answer;
    f->answer = NULL;
    assert_int_equal(cq_answer_solutions(all), 117);
    for (size_t i = 0; i < 117; i++) {
        cq_solution first = all->solutions.at[0];
        unsigned long index;

        all->solutions.at[0] = all->solutions.at[i];
        ask(f, CQ_GOAL_INDEX, all);
        all->solutions.at[0] = first;
        index = strtoul(cq_answer_index(f->answer), NULL, 10);
        assert_in_range(index, 1, 117);
        assert_false(seen[index]);
        seen[index] = 1;
    }
    cq_answer_free(all);
}

static void strange_solutions(void **state)
{
    fixture *f = *state;
    cq_options options = CQ_OPTIONS_INIT;
    cq_answer *given, *answer = NULL;

    pose_tiling(f, "4x4", "tetrominoes*");
    assert_int_equal(cq_solve(ctx, f->problem, CQ_GOAL_INDEX, &options, &answer),
                     CQ_INPUT);
    ask(f, CQ_GOAL_FIND, NULL);
    given = f->answer;
    given->solutions.at[0].members.at[0] = given->solutions.at[0].members.at[5];
    options.given = given;
    assert_int_equal(cq_solve(ctx, f->problem, CQ_GOAL_INDEX, &options, &answer),
                     CQ_INPUT);
    assert_non_null(strstr(cq_error_text(ctx), "is not a solution"));
    assert_null(answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tilings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(covers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(indices, set_up, tear_down),
        cmocka_unit_test_setup_teardown(strange_solutions, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("tallies", tests, NULL, NULL);
}
