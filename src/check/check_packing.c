/* check_packing.c - do these pieces cover as much of the board as possible?
 *
 * The pieces must lie right, at most as many of each as there are, and leave over just
 * what the answer says: judged as a tiling in which any square may stay free. That at
 * least `bound` squares stay free is a no to the same question with fewer of them: its
 * reason is judged as the reason of any no. If bound and leftover are the same, no
 * packing is better.
 *
 * An answer as text has no bound; then the search is repeated with its own leftover.
 */
#include "check/check_findings.h"

#include <inttypes.h>

/* The pieces are laid correctly, and what they leave over is what is listed. */
static cq_status judge_lying(cq_hearing *hearing, const cq_answer *answer, bool *right)
{
    const cq_u32s *left = &answer->findings.left;
    char sentence[CQ_SENTENCE_SIZE];
    cq_problem *any = NULL;
    cq_u32s found = {0};
    cq_status status;

    *right = answer->solutions.count == 1;
    if (!*right)
        return cq_find(hearing, CQ_NO, "expected one solution, found %zu",
                       answer->solutions.count);
    status = cq_problem_packing(hearing->ctx, hearing->problem, 0, CQ_ANY_COPIES, &any);
    cq_then(status, cq_check_solution(hearing->ctx, any, &answer->solutions.at[0],
                                      right, sentence));
    if (status == CQ_OK && !*right)
        cq_find(hearing, CQ_NO, "%s", sentence);
    if (status == CQ_OK && *right)
        status = cq_solution_uncovered(hearing->ctx, hearing->problem->board,
                                       &answer->solutions.at[0], &found);
    if (status == CQ_OK && *right) {
        *right = found.count == left->count;
        for (size_t i = 0; *right && i < found.count; i++)
            *right = cq_rule_has(left, found.at[i]);
        if (!*right)
            cq_find(hearing, CQ_NO,
                    "the squares left over are not those that no piece covers");
    }
    cq_vec_free(&found);
    cq_problem_free(any);
    return status;
}

/* Whether at least `bound` squares stay free, by the reason that is given. */
static cq_status judge_bound(cq_hearing *hearing, uint64_t bound,
                             const cq_certificate *certificate, cq_verdict *out,
                             char sentence[CQ_SENTENCE_SIZE])
{
    cq_problem *fewer = NULL;
    cq_status status = cq_problem_packing(hearing->ctx, hearing->problem, 0,
                                          (uint32_t)(bound - 1), &fewer);

    cq_then(status, cq_check_certificate_within(hearing->ctx, fewer, certificate,
                                                hearing->nodes, out, sentence));
    cq_problem_free(fewer);
    return status;
}

static cq_status say_best(cq_hearing *hearing, const cq_answer *answer, uint64_t bound)
{
    size_t parts = answer->solutions.at[0].labels.count;
    size_t left = answer->findings.left.count;
    const char *s = parts == 1 ? "" : "s", *es = left == 1 ? " is" : "s are";

    if (bound == left)
        return cq_find(
            hearing, CQ_YES,
            "%zu piece%s, and %zu square%s left over: no more can be covered", parts, s,
            left, es);
    return cq_find(hearing, CQ_YES,
                   "%zu piece%s, and %zu square%s left over; at least %" PRIu64
                   " %s whatever is laid",
                   parts, s, left, es, bound, bound == 1 ? "is" : "are");
}

cq_status cq_judge_packing(cq_hearing *hearing, const cq_answer *answer)
{
    static const cq_certificate tried = {.proof = CQ_PROOF_EXHAUSTED};
    size_t left = answer->findings.left.count, squares = hearing->problem->board->count;
    uint64_t bound = answer->bare ? left : answer->findings.bound;
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict = CQ_YES;
    bool right;

    cq_try(judge_lying(hearing, answer, &right));
    if (!right)
        return CQ_OK;
    if (bound > left || (answer->stop == CQ_FINISHED && bound != left))
        return cq_find(hearing, CQ_NO,
                       "%zu of %zu squares are left over, but the answer says that "
                       "at least %" PRIu64 " are",
                       left, squares, bound);
    if (bound)
        cq_try(judge_bound(hearing, bound, answer->bare ? &tried : &answer->certificate,
                           &verdict, sentence));
    if (verdict == CQ_YES)
        return say_best(hearing, answer, bound);
    if (verdict == CQ_NO)
        return cq_find(hearing, CQ_NO,
                       "that at least %" PRIu64 " squares are left over is not proved: "
                       "%.400s",
                       bound, sentence);
    return cq_find(
        hearing, CQ_UNKNOWN,
        "the pieces are laid correctly, and %zu squares are left over; that at least "
        "%" PRIu64 " are: %.300s",
        left, bound, sentence);
}
