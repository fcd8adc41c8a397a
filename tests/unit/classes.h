/* classes.h - solutions up to symmetry: asked for, counted and checked. */
#ifndef CQ_TESTS_UNIT_CLASSES_H
#define CQ_TESTS_UNIT_CLASSES_H

#include "answer/orbit.h"
#include "problems.h"

static inline cq_answer *ask(const cq_problem *problem, cq_goal goal,
                             const char *engine, bool unique, bool symmetric)
{
    cq_options options =
        CQ_OPTIONS(.engine = engine, .unique = unique, .symmetric = symmetric);
    cq_answer *answer = NULL;

    must(cq_solve(ctx, problem, goal, &options, &answer));
    return answer;
}

static inline void assert_right(const cq_problem *problem, const cq_answer *answer)
{
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict judged;

    assert_int_equal(cq_check(ctx, problem, answer, &judged, sentence), CQ_OK);
    if (judged != CQ_YES)
        fail_msg("%s", sentence);
}

static inline void assert_count(const cq_problem *problem, const char *engine,
                                bool unique, bool symmetric, size_t expected)
{
    cq_answer *answer = ask(problem, CQ_GOAL_COUNT, engine, unique, symmetric);

    assert_true(answer->counted);
    assert_int_equal(mpz_get_ui(answer->count), expected);
    assert_right(problem, answer);
    cq_answer_free(answer);
}

#endif
