/* answer_test.c - answers of every kind: written and read back. */
#include "answers.h"

static void test_tilings(void **state)
{
    static const struct {
        const char *board, *pieces;
    } cases[] = {
        {"1x2", NULL},
        {"8x8", NULL},
        {"7x9-a1,d4,i7", NULL},
        {"aztec:5", NULL},
        {"torus:6x5", NULL},
        {"torus:2x2", NULL},
        {"torus:1x7", NULL},
        {"cylinder:5x3", NULL},
        {"cylinder:2x2", NULL},
        {"9x9", "L3*,I3*"},
        {"torus:5x5", "I5*"},
        {"cylinder:4x5", "I5*,T4*"},
        {"6x10", "pentominoes"},
        {"torus:6x10", "pentominoes"},
        {"8x8", "tetrominoes"},
        {"30x30", "hexominoes"},
        {"12x12", "T4*,L4*,S4*,O4*,I4*"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cq_problem *problem = tiling_of(cases[i].board, cases[i].pieces);
        cq_placements placements = {0};

        assert_int_equal(
            cq_placements_make(ctx, problem->board, &problem->pieces, &placements),
            CQ_OK);
        for (unsigned round = 0; round < 20; round++) {
            cq_answer *answer = new_answer(problem, CQ_YES);

            for (unsigned k = 0; k <= round % 3; k++)
                fill_randomly(problem, &placements, new_solution(answer));
            assert_round_trip(problem, answer, cq_answer_write_json);
            assert_round_trip(problem, answer, cq_answer_write_text);
            cq_answer_free(answer);
        }
        cq_placements_free(&placements);
        cq_problem_free(problem);
    }
}

static void test_repeated_names(void **state)
{
    cq_problem *problem = tiling_of("10x12", "pentominoes,pentominoes");
    cq_placements placements = {0};
    cq_answer *answer = new_answer(problem, CQ_YES);

    (void)state;
    assert_int_equal(
        cq_placements_make(ctx, problem->board, &problem->pieces, &placements), CQ_OK);
    fill_randomly(problem, &placements, new_solution(answer));
    assert_round_trip(problem, answer, cq_answer_write_json);
    cq_answer_free(answer);
    cq_placements_free(&placements);
    cq_problem_free(problem);
}

static void test_tours(void **state)
{
    cq_problem *problems[] = {tour_of("8x8", "1,2", true),
                              tour_of("torus:4x5-a1", "1,2+0,1", false),
                              tour_of("1x1", "1,2", false),
                              tour_of("11x11-f6", "1,2", false),
                              graph_of("a b\nb c\nc \"d\"\na x\n", true),
                              graph_of("p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n", false)};

    (void)state;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        for (unsigned round = 0; round < 10; round++) {
            cq_answer *answer = new_answer(problems[i], CQ_YES);

            for (unsigned k = 0; k <= round % 3; k++)
                random_tour(problems[i], new_solution(answer));
            assert_round_trip(problems[i], answer, cq_answer_write_json);
            assert_round_trip(problems[i], answer, cq_answer_write_text);
            cq_answer_free(answer);
        }
        cq_problem_free(problems[i]);
    }
}

/* The option "c y" appears twice; both can be in what is read. */
static void test_covers(void **state)
{
    cq_problem *problem = cover_of("a b c | x y\na b x:1\nc x:1\nc y\na\nc y\nb\ny\n");
    uint32_t options = (uint32_t)cq_cover_options(&problem->cover);

    (void)state;
    for (unsigned round = 1; round < 1u << options; round++) {
        cq_answer *answer = new_answer(problem, CQ_YES);
        cq_solution *solution = new_solution(answer);

        for (uint32_t i = 0; i < options; i++)
            /* of the same options the first comes first */
            if (round >> i & 1 && !(i == 4 && !(round >> 2 & 1)))
                assert_int_equal(cq_vec_push(ctx, &solution->labels, i), CQ_OK);
        if (solution->labels.count) {
            assert_round_trip(problem, answer, cq_answer_write_json);
            assert_round_trip(problem, answer, cq_answer_write_text);
        }
        cq_answer_free(answer);
    }
    cq_problem_free(problem);
}

/* A solution by hand: items without numbers, in any order. */
static void test_cover_by_items(void **state)
{
    cq_problem *problem = cover_of("a b c | x y\na b x:1\nc x:1\nc y\na\nb\n");
    cq_answer *answer =
        read_back(problem, "[{\"items\": [\"x:1\", \"b\", \"a\"]}, {\"option\": 2}]");

    (void)state;
    assert_int_equal(answer->verdict, CQ_YES);
    assert_int_equal(answer->solutions.at[0].labels.at[0], 0);
    assert_int_equal(answer->solutions.at[0].labels.at[1], 1);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

static void test_counts(void **state)
{
    static const char *const counts[] = {"0", "1", "9007199254740992",
                                         "9007199254740993",
                                         "2444888770250892795802079170816"};
    cq_problem *problem = tiling_of("8x8", NULL);

    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        write_fn *const writers[] = {cq_answer_write_json, cq_answer_write_text};
        cq_answer *answer = new_answer(problem, i ? CQ_YES : CQ_NO);

        answer->goal = CQ_GOAL_COUNT;
        answer->counted = true;
        mpz_set_str(answer->count, counts[i], 10);
        for (size_t w = 0; w < 2; w++) {
            char *text = written(problem, answer, writers[w]);
            cq_answer *again = read_back(problem, text);

            assert_string_equal(cq_answer_count(again), counts[i]);
            assert_int_equal(again->goal, CQ_GOAL_COUNT);
            assert_int_equal(again->verdict, answer->verdict);
            cq_answer_free(again);
            free(text);
        }
        cq_answer_free(answer);
    }
    cq_problem_free(problem);
}

/* Every goal that there is, and no other. */
static void test_goals(void **state)
{
    cq_problem *problem = tiling_of("2x2", NULL);
    cq_answer *none = NULL;
    char text[96];

    (void)state;
    for (unsigned goal = 0; cq_goal_at(goal); goal++) {
        cq_answer *answer;

        snprintf(text, sizeof text,
                 "{\"chequer\": 1, \"goal\": \"%s\", \"verdict\": \"unknown\"}",
                 cq_goal_name((cq_goal)goal));
        answer = read_back(problem, text);
        assert_int_equal(answer->goal, goal);
        cq_answer_free(answer);
    }
    snprintf(text, sizeof text, "{\"chequer\": 1, \"goal\": \"guess\"}");
    assert_int_equal(cq_answer_read(ctx, problem, "x", text, strlen(text), &none),
                     CQ_INPUT);
    cq_problem_free(problem);
}

static void test_unknown(void **state)
{
    cq_problem *problem = tiling_of("8x8", NULL);

    (void)state;
    for (unsigned stop = CQ_FINISHED; stop <= CQ_STOP_LIMIT; stop++) {
        cq_answer *answer = new_answer(problem, CQ_UNKNOWN), *again;
        char *text;

        answer->stop = (cq_stop)stop;
        text = written(problem, answer, cq_answer_write_text);
        again = read_back(problem, text);
        assert_int_equal(again->verdict, CQ_UNKNOWN);
        assert_int_equal(again->stop, stop);
        cq_answer_free(again);
        cq_answer_free(answer);
        free(text);
    }
    cq_problem_free(problem);
}

static void test_statistics(void **state)
{
    cq_problem *problem = tiling_of("2x2", NULL);
    cq_answer *answer = new_answer(problem, CQ_UNKNOWN), *again;
    char *text;

    (void)state;
    answer->stop = CQ_STOP_TIME;
    answer->seconds = 12.25;
    answer->found = UINT64_MAX;
    assert_int_equal(cq_answer_add_counter(answer, "lays", 77), CQ_OK);
    assert_int_equal(
        cq_answer_add_counter(answer, "a \"name\" that is far too long", UINT64_MAX),
        CQ_OK);
    text = written(problem, answer, cq_answer_write_json);
    again = read_back(problem, text);
    assert_true(again->seconds > 12.2499 && again->seconds < 12.2501);
    assert_true(again->found == UINT64_MAX);
    assert_string_equal(cq_answer_engine(again), "test");
    assert_int_equal(again->counters.count, 2);
    assert_string_equal(again->counters.at[0].name, "lays");
    assert_int_equal(again->counters.at[0].value, 77);
    assert_true(again->counters.at[1].value == UINT64_MAX);
    cq_answer_free(again);
    cq_answer_free(answer);
    free(text);
    cq_problem_free(problem);
}

/* Numbers beyond all measure are read and written without harm. */
static void test_large_statistics(void **state)
{
    cq_problem *problem = tiling_of("2x2", NULL);
    cq_answer *answer = read_back(problem, "{\"chequer\": 1, \"verdict\": \"unknown\", "
                                           "\"seconds\": 1e99999999999}");

    (void)state;
    free(written(problem, answer, cq_answer_write_json));
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* No number is written as 1e+02. */
static void test_estimates(void **state)
{
    static const struct {
        double error;
        const char *expected;
    } rows[] = {{0.5, "give or take 0.5 %"},
                {9.94, "give or take 9.9 %"},
                {99.7, "give or take 100 %"},
                {1234, "give or take 1234 %"}};
    cq_problem *problem = tiling_of("2x2", NULL);

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cq_answer *answer = NULL;
        char *text;

        must(cq_answer_new(ctx, CQ_TILING, CQ_GOAL_ESTIMATE, &answer));
        answer->estimate = (cq_estimate){
            .probes = 1, .nodes = 100, .nodes_error = rows[i].error, .seconds = 1};
        text = written(problem, answer, cq_answer_write_text);
        assert_non_null(strstr(text, rows[i].expected));
        free(text);
        cq_answer_free(answer);
    }
    cq_problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tilings, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_repeated_names, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_tours, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_covers, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_cover_by_items, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_counts, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_goals, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_unknown, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_statistics, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_large_statistics, set_up, close_context),
        cmocka_unit_test_setup_teardown(test_estimates, set_up, close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
