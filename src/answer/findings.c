/* findings.c - what some goals find out beside solutions: see answer.h. */
#include "base/assert.h"
#include "answer/write.h"

#include <inttypes.h>
#include <string.h>

void cq_findings_free(cq_findings *findings)
{
    cq_vec_free_each(&findings->left, &findings->removed, &findings->restored);
    for (size_t i = 0; i < findings->pairs.count; i++)
        cq_free(findings->pairs.at[i].exact);
    cq_vec_free(&findings->pairs);
    cq_solution_free(&findings->parts);
    cq_vec_free(&findings->copies);
    for (size_t i = 0; i < findings->numbers.count; i++)
        cq_free(findings->numbers.at[i]);
    cq_vec_free_each(&findings->numbers, &findings->bounds);
    for (size_t i = 0; i < findings->reasons.count; i++)
        cq_certificate_free(&findings->reasons.at[i]);
    cq_vec_free(&findings->reasons);
}

char *cq_decimal(cq_context *ctx, const mpz_t number)
{
    char *text = cq_alloc(ctx, mpz_sizeinbase(number, 10) + 2, 1);

    return text ? mpz_get_str(text, 10, number) : NULL;
}

cq_status cq_findings_number(cq_context *ctx, cq_findings *findings, const mpz_t number)
{
    char *text = cq_decimal(ctx, number);

    cq_try_memory(text);
    cq_assert(mpz_sgn(number) >= 0);
    if (cq_vec_push(ctx, &findings->numbers, text) != CQ_OK) {
        cq_free(text);
        return CQ_MEMORY;
    }
    return CQ_OK;
}

cq_status cq_findings_row(cq_context *ctx, cq_findings *findings,
                          const uint32_t *copies, size_t pieces, const mpz_t number)
{
    cq_try(cq_findings_number(ctx, findings, number));
    return cq_u32s_append(ctx, &findings->copies, copies, pieces);
}

const char *cq_answer_index(const cq_answer *answer)
{
    return answer && answer->goal == CQ_GOAL_INDEX && answer->findings.numbers.count
               ? answer->findings.numbers.at[0]
               : NULL;
}

const uint32_t *cq_answer_copies(const cq_answer *answer, size_t row,
                                 const char **tilings)
{
    const cq_findings *f = answer ? &answer->findings : NULL;

    if (!f || answer->goal != CQ_GOAL_COPIES || row >= f->numbers.count)
        return NULL;
    *tilings = f->numbers.at[row];
    return f->copies.at + row * (f->copies.count / f->numbers.count);
}

bool cq_answer_is_uniform(const cq_answer *answer)
{
    return answer && answer->goal == CQ_GOAL_SAMPLE && !answer->chained;
}

uint64_t cq_answer_bound(const cq_answer *answer)
{
    const cq_findings *f = answer ? &answer->findings : NULL;

    if (!f || answer->goal != CQ_GOAL_MAX)
        return 0;
    return f->bound || answer->stop != CQ_FINISHED ? f->bound : f->left.count;
}

cq_status cq_answer_subject(cq_context *ctx, const cq_problem *problem,
                            const cq_answer *answer, cq_problem **made,
                            const cq_problem **out)
{
    uint64_t bound = answer->findings.bound;

    *made = NULL;
    *out = problem;
    if (answer->goal != CQ_GOAL_MAX || problem->kind != CQ_TILING ||
        cq_problem_is_matching(problem) || (answer->verdict == CQ_YES && bound == 0))
        return CQ_OK;
    cq_try(cq_problem_packing(ctx, problem, 0,
                              answer->verdict == CQ_NO    ? CQ_ANY_COPIES
                              : bound - 1 < CQ_ANY_COPIES ? (uint32_t)(bound - 1)
                                                          : CQ_ANY_COPIES,
                              made));
    *out = *made;
    return CQ_OK;
}

cq_status cq_findings_add(cq_context *ctx, cq_findings *findings, cq_cell a, cq_cell b,
                          double value, const char *exact)
{
    cq_pair pair = {a < b ? a : b, a < b ? b : a, value, NULL};

    if (exact) {
        pair.exact = cq_strndup(ctx, exact, strlen(exact));
        cq_try_memory(pair.exact);
    }
    if (cq_vec_push(ctx, &findings->pairs, pair) != CQ_OK) {
        cq_free(pair.exact);
        return CQ_MEMORY;
    }
    return CQ_OK;
}

cq_status cq_findings_board(cq_context *ctx, const cq_board *board,
                            const cq_findings *findings, cq_board **out)
{
    cq_board *repaired;

    cq_try(cq_board_copy(ctx, board, &repaired));
    for (size_t i = 0; i < findings->removed.count; i++)
        cq_grid_set(repaired, findings->removed.at[i], 0);
    for (size_t i = 0; i < findings->restored.count; i++)
        cq_grid_set(repaired, findings->restored.at[i], CQ_ANY_COLOUR);
    *out = repaired;
    return CQ_OK;
}

const char *cq_share_text(double value, char text[CQ_SHARE_SIZE])
{
    uint64_t scaled = value > 0 ? (uint64_t)((value < 1 ? value : 1) * 1e12 + 0.5) : 0;
    size_t length;

    snprintf(text, CQ_SHARE_SIZE, "%" PRIu64 ".%012" PRIu64,
             scaled / UINT64_C(1000000000000), scaled % UINT64_C(1000000000000));
    for (length = strlen(text); text[length - 1] == '0'; length--)
        continue;
    cq_assert(length >= 2 && strchr(text, '.')); /* the zeros end at the point */
    text[text[length - 1] == '.' ? length - 1 : length] = '\0';
    return text;
}
