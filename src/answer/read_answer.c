/* read_answer.c - what an answer holds, as data.
 *
 * Everything handed out is borrowed from the answer. What is asked past the last, or of
 * an answer that has no such thing, is answered with 0, false or NULL.
 */
#include "answer/answer.h"

CQ_GET(cq_kind, cq_answer_kind, cq_answer, kind, CQ_TILING)
CQ_GET(cq_goal, cq_answer_goal, cq_answer, goal, CQ_GOAL_FIND)

void cq_answer_set_counted(cq_answer *answer, bool unique, bool symmetric)
{
    if (!answer)
        return;
    answer->unique |= unique;
    answer->symmetric |= symmetric;
}

CQ_GET(bool, cq_answer_unique, cq_answer, unique, false)
CQ_GET(bool, cq_answer_symmetric, cq_answer, symmetric, false)

uint32_t cq_answer_parts(const cq_answer *answer, uint32_t *part)
{
    if (part)
        *part = answer ? answer->part : 0;
    return answer ? answer->parts : 0;
}

CQ_GET(const char *, cq_answer_confirmation, cq_answer, confirmed, "")
CQ_GET(const char *, cq_answer_confirmed_by, cq_answer, second, "")
CQ_GET(double, cq_answer_seconds, cq_answer, seconds, 0)

const char *cq_answer_counter(const cq_answer *answer, size_t index, uint64_t *value)
{
    if (!answer || index >= answer->counters.count)
        return NULL;
    if (value)
        *value = answer->counters.at[index].value;
    return answer->counters.at[index].name;
}

/* ---- solutions ---- */

const cq_solution *cq_answer_solution(const cq_answer *answer, size_t index)
{
    return answer && index < answer->solutions.count ? &answer->solutions.at[index]
                                                     : NULL;
}

CQ_GET(uint64_t, cq_answer_found, cq_answer, found, 0)
CQ_GET(size_t, cq_solution_parts, cq_solution, labels.count, 0)

bool cq_solution_part(const cq_solution *solution, size_t index, cq_part *out)
{
    uint32_t first, end;

    if (!out || index >= cq_solution_parts(solution))
        return false;
    *out = (cq_part){.number = solution->labels.at[index]};
    if (solution->starts.count == 0)
        return true;
    first = solution->starts.at[index];
    end = solution->starts.at[index + 1];
    out->cells = solution->members.at + first;
    out->count = end - first;
    return true;
}

const uint32_t *cq_solution_walk(const cq_solution *solution, size_t *count)
{
    bool walk = solution && solution->labels.count == 0 && solution->members.count > 0;

    if (count)
        *count = walk ? solution->members.count : 0;
    return walk ? solution->members.at : NULL;
}

/* ---- proofs ---- */

const cq_certificate *cq_answer_certificate(const cq_answer *answer)
{
    return answer && answer->certificate.proof != CQ_PROOF_NONE ? &answer->certificate
                                                                : NULL;
}

CQ_GET(cq_proof, cq_certificate_proof, cq_certificate, proof, CQ_PROOF_NONE)
CQ_GET_LIST(const uint32_t *, cq_certificate_members, cq_certificate, members)
CQ_GET_LIST(const int64_t *, cq_certificate_weights, cq_certificate, weights)
CQ_GET_LIST(const int64_t *, cq_certificate_values, cq_certificate, values)
CQ_GET(uint32_t, cq_certificate_modulus, cq_certificate, modulus, 0)
CQ_GET(uint64_t, cq_certificate_work, cq_certificate, work, 0)

/* ---- findings ---- */

const cq_cell *cq_answer_cells(const cq_answer *answer, cq_cells which, size_t *count)
{
    const cq_findings *f = answer ? &answer->findings : NULL;
    const cq_u32s *cells = !f                           ? NULL
                           : which == CQ_CELLS_LEFT     ? &f->left
                           : which == CQ_CELLS_REMOVED  ? &f->removed
                           : which == CQ_CELLS_RESTORED ? &f->restored
                                                        : NULL;

    if (count)
        *count = cells ? cells->count : 0;
    return cells ? cells->at : NULL;
}

const cq_pair *cq_answer_pair(const cq_answer *answer, size_t index)
{
    return answer && index < answer->findings.pairs.count
               ? &answer->findings.pairs.at[index]
               : NULL;
}

bool cq_answer_likely(const cq_answer *answer, size_t index, cq_part *out,
                      const char **solutions)
{
    const cq_findings *f = answer ? &answer->findings : NULL;

    if (!f || answer->goal != CQ_GOAL_PROBABILITIES || index >= f->numbers.count ||
        !cq_solution_part(&f->parts, index, out))
        return false;
    if (solutions)
        *solutions = f->numbers.at[index];
    return true;
}
