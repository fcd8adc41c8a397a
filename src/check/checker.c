/* checker.c - a checker for many solutions of one problem.
 *
 * Every solution that a search lists is judged before anybody sees it, so judging must
 * not cost more than finding: the tables and scratch arrays of a problem are made once,
 * and marks that grow from solution to solution take the place of clearing. Only when
 * 32 bits of them are used up are the arrays cleared.
 */
#include "base/assert.h"
#include "check/judge.h"

#include <stdarg.h>
#include <string.h>

cq_verdict cq_judge_say(char sentence[CQ_SENTENCE_SIZE], cq_verdict verdict,
                        const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(sentence, CQ_SENTENCE_SIZE, format, args);
    va_end(args);
    cq_assert(sentence[0]);
    return verdict;
}

/* Marks of solutions before are not above the mark of the one to come. */
static bool all_below(const uint32_t *marks, size_t count, uint32_t mark)
{
    for (size_t i = 0; i < count; i++)
        cq_hold(marks[i] <= mark);
    return true;
}

void cq_judge_next(cq_checker *checker, size_t parts)
{
    if (parts > UINT32_MAX - checker->top) {
        memset(checker->marks, 0, checker->places * sizeof *checker->marks);
        if (checker->chosen)
            memset(checker->chosen, 0,
                   cq_cover_options(&checker->problem->cover) *
                       sizeof *checker->chosen);
        checker->top = 0;
    }
    checker->mark = checker->top;
    checker->top += (uint32_t)parts;
    cq_assert(checker->mark + parts == checker->top);
    cq_assert(checker->places > CQ_WALK_PAIRS ||
              all_below(checker->marks, checker->places, checker->mark));
}

static const struct {
    cq_status (*start)(cq_checker *checker);
    cq_verdict (*judge)(cq_checker *checker, const cq_solution *solution,
                        char sentence[CQ_SENTENCE_SIZE]);
} judges[] = {
    [CQ_TILING] = {cq_judge_tiling_start, cq_judge_tiling},
    [CQ_COVER] = {cq_judge_cover_start, cq_judge_cover},
    [CQ_TOUR] = {cq_judge_tour_start, cq_judge_tour},
};

cq_status cq_checker_new(cq_context *ctx, const cq_problem *problem, cq_checker **out)
{
    cq_checker *checker = cq_zalloc(ctx, 1, sizeof *checker);
    cq_status status;

    cq_try_memory(checker);
    checker->ctx = ctx;
    checker->problem = problem;
    status = judges[problem->kind].start(checker);
    if (status != CQ_OK) {
        cq_checker_free(checker);
        return status;
    }
    *out = checker;
    return CQ_OK;
}

void cq_checker_free(cq_checker *checker)
{
    if (!checker)
        return;
    cq_forms_free(&checker->forms);
    cq_free_each(checker->marks, checker->chosen, checker->used, checker->colour,
                 checker->visited, checker->region, checker);
}

cq_status cq_checker_solution(cq_checker *checker, const cq_solution *solution,
                              bool *right, char sentence[CQ_SENTENCE_SIZE])
{
    cq_verdict verdict =
        judges[checker->problem->kind].judge(checker, solution, sentence);

    if (verdict == CQ_UNKNOWN)
        return CQ_STOPPED; /* the context says by what */
    *right = verdict == CQ_YES;
    return CQ_OK;
}

cq_status cq_check_solution(cq_context *ctx, const cq_problem *problem,
                            const cq_solution *solution, bool *right,
                            char sentence[CQ_SENTENCE_SIZE])
{
    cq_checker *checker = NULL;
    cq_status status = cq_checker_new(ctx, problem, &checker);

    cq_then(status, cq_checker_solution(checker, solution, right, sentence));
    cq_checker_free(checker);
    return status;
}

cq_status cq_check_solutions(cq_context *ctx, const cq_problem *problem,
                             const cq_answer *answer, cq_verdict *out,
                             char sentence[CQ_SENTENCE_SIZE])
{
    cq_checker *checker = NULL;
    bool right = true;
    cq_status status;

    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, answer, "an answer"));
    cq_try(cq_need(ctx, sentence ? out : NULL, "places for verdict and sentence"));
    if (answer->kind != problem->kind)
        return cq_fail(ctx, CQ_INPUT, "an answer to this problem is needed");
    snprintf(sentence, CQ_SENTENCE_SIZE, "there are no solutions");
    status = cq_checker_new(ctx, problem, &checker);
    for (size_t i = 0; i < answer->solutions.count && status == CQ_OK && right; i++)
        status =
            cq_checker_solution(checker, &answer->solutions.at[i], &right, sentence);
    if (status == CQ_OK)
        *out = right ? CQ_YES : CQ_NO;
    cq_checker_free(checker);
    return status;
}
