/* merge_test.c - answers to parts added up, and refused if they do not fit. */
#include "answer/answer.h"
#include "problems.h"

#include <string.h>

static cq_problem *problem;

static int set_up(void **state)
{
    if (open_context(state) != 0)
        return 1;
    problem = tiling_of("2x3", NULL);
    return 0;
}

static int tear_down(void **state)
{
    cq_problem_free(problem);
    return close_context(state);
}

static cq_answer *answer_of(const char *text)
{
    cq_answer *answer = NULL;

    if (cq_answer_read(ctx, problem, "part", text, strlen(text), &answer) != CQ_OK)
        fail_msg("%s", cq_error_text(ctx));
    return answer;
}

/* Merges the answers; what is expected is a count, a list's length or a message. */
static cq_answer *merged(const char *const *texts, size_t count, const char *refusal)
{
    cq_answer *answers[8] = {NULL}, *sum = NULL;
    cq_status status;

    for (size_t i = 0; i < count; i++)
        answers[i] = answer_of(texts[i]);
    status =
        cq_answers_merge(ctx, problem, (const cq_answer *const *)answers, count, &sum);
    for (size_t i = 0; i < count; i++)
        cq_answer_free(answers[i]);
    if (refusal) {
        assert_int_equal(status, CQ_INPUT);
        assert_non_null(strstr(cq_error_text(ctx), refusal));
        assert_null(sum);
    } else {
        assert_int_equal(status, CQ_OK);
    }
    return sum;
}

#define COUNTED(part, parts, n)                                                        \
    "{\"chequer\": 1, \"goal\": \"count\", \"solutions\": [], \"verdict\": "           \
    "\"unknown\", \"stop\": \"finished\", \"count\": " n ", \"part\": [" part          \
    ", " parts                                                                         \
    "], \"tree\": \"slots\", \"counters\": {\"nodes\": 5}, \"seconds\": 0.5}"
#define LISTED(part, parts, solutions)                                                 \
    "{\"chequer\": 1, \"goal\": \"all\", \"solutions\": [" solutions                   \
    "], \"verdict\": \"yes\", \"stop\": \"finished\", \"part\": [" part ", " parts     \
    "], \"tree\": \"slots\"}"
#define CUT(part, engine, tree)                                                        \
    "{\"chequer\": 1, \"goal\": \"count\", \"solutions\": [], \"verdict\": "           \
    "\"unknown\", \"stop\": \"finished\", \"count\": 1, \"part\": [" part              \
    ", 2], \"engine\": \"" engine "\", \"tree\": \"" tree "\"}"
#define UPRIGHT "[[[0,0],[1,0]],[[0,1],[1,1]],[[0,2],[1,2]]]"
#define MIXED "[[[0,0],[1,0]],[[0,1],[0,2]],[[1,1],[1,2]]]"

static void counts_add_up(void **state)
{
    const char *const parts[] = {COUNTED("2", "3", "1"),
                                 COUNTED("1", "3", "\"36893488147419103232\""),
                                 COUNTED("3", "3", "0")};
    cq_answer *sum;

    (void)state;
    sum = merged(parts, 3, NULL);
    assert_string_equal(cq_answer_count(sum), "36893488147419103233");
    assert_int_equal(sum->counters.at[0].value, 15);
    assert_int_equal(sum->parts, 0);
    cq_answer_free(sum);
}

static void lists_follow_one_another(void **state)
{
    const char *const parts[] = {LISTED("2", "2", MIXED), LISTED("1", "2", UPRIGHT)};
    cq_answer *sum;

    (void)state;
    sum = merged(parts, 2, NULL);
    assert_int_equal(cq_answer_solutions(sum), 2);
    assert_int_equal(sum->solutions.at[0].members.at[3], 4); /* of the first part */
    assert_int_equal(cq_answer_verdict(sum), CQ_YES);
    cq_answer_free(sum);
}

static void nothing_anywhere_is_a_no(void **state)
{
    const char *const parts[] = {COUNTED("1", "2", "0"), COUNTED("2", "2", "0")};
    cq_answer *sum;

    (void)state;
    sum = merged(parts, 2, NULL);
    assert_int_equal(cq_answer_verdict(sum), CQ_NO);
    assert_int_equal(sum->certificate.proof, CQ_PROOF_EXHAUSTED);
    assert_int_equal(sum->certificate.work, 10);
    assert_non_null(cq_answer_reason(sum));
    cq_answer_free(sum);
}

static void what_does_not_fit_is_refused(void **state)
{
    static const char stopped[] =
        "{\"chequer\": 1, \"goal\": \"count\", \"solutions\": [], \"verdict\": "
        "\"unknown\", \"stop\": \"time\", \"part\": [2, 2]}";
    static const char whole[] =
        "{\"chequer\": 1, \"goal\": \"count\", \"solutions\": [], \"verdict\": "
        "\"yes\", \"stop\": \"finished\", \"count\": 3}";
    const char *one = COUNTED("1", "2", "3"), *two = COUNTED("2", "2", "3");
    const char *other = COUNTED("2", "3", "3"), *list = LISTED("2", "2", MIXED);

    (void)state;
    merged((const char *const[]){one, one}, 2, "part 1 appears twice");
    merged((const char *const[]){one}, 1, "part 2 of 2 is missing");
    merged((const char *const[]){one, two, two}, 3, "part 2 appears twice");
    merged((const char *const[]){one, other}, 2, "answer 2 is count of 3 parts");
    merged((const char *const[]){one, list}, 2, "answer 2 is all of 2 parts");
    merged((const char *const[]){one, stopped}, 2, "part 2 is not complete");
    merged((const char *const[]){one, whole}, 2, "answer 2 is not an answer to a part");
    merged((const char *const[]){CUT("1", "search", "slots"), CUT("2", "search", "")},
           2, "answer 2 does not say which search tree it belongs to");
    merged((const char *const[]){CUT("2", "search", "slots 1"),
                                 CUT("1", "polyomino", "polyomino 1")},
           2, "one was cut by the engine search, the other by polyomino");
    merged((const char *const[]){CUT("1", "search", "slots 0.1.0 5"),
                                 CUT("2", "search", "slots 0.2.0 5")},
           2, "different search trees: slots 0.1.0 5 and slots 0.2.0 5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(counts_add_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_follow_one_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_anywhere_is_a_no, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_does_not_fit_is_refused, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests_name("merge", tests, NULL, NULL);
}
