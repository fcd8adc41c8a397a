/* read_answer.c - what an answer holds, as data.
 *
 * Everything handed out is borrowed from the answer. What is asked past the last, or of
 * an answer that has no such thing, is answered with 0, false or NULL.
 */
#include "answer/answer.h"

cq_kind cq_answer_kind(const cq_answer *answer)
{
    return answer ? answer->kind : CQ_TILING;
}

cq_goal cq_answer_goal(const cq_answer *answer)
{
    return answer ? answer->goal : CQ_GOAL_FIND;
}

void cq_answer_set_counted(cq_answer *answer, bool unique, bool symmetric)
{
    if (!answer)
        return;
    answer->unique |= unique;
    answer->symmetric |= symmetric;
}

bool cq_answer_unique(const cq_answer *answer)
{
    return answer ? answer->unique : false;
}

bool cq_answer_symmetric(const cq_answer *answer)
{
    return answer ? answer->symmetric : false;
}

uint32_t cq_answer_parts(const cq_answer *answer, uint32_t *part)
{
    if (part)
        *part = answer ? answer->part : 0;
    return answer ? answer->parts : 0;
}

const char *cq_answer_confirmation(const cq_answer *answer)
{
    return answer ? answer->confirmed : "";
}

const char *cq_answer_confirmed_by(const cq_answer *answer)
{
    return answer ? answer->second : "";
}

double cq_answer_seconds(const cq_answer *answer)
{
    return answer ? answer->seconds : 0;
}

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

uint64_t cq_answer_found(const cq_answer *answer)
{
    return answer ? answer->found : 0;
}

size_t cq_solution_parts(const cq_solution *solution)
{
    return solution ? solution->labels.count : 0;
}

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

cq_proof cq_certificate_proof(const cq_certificate *certificate)
{
    return certificate ? certificate->proof : CQ_PROOF_NONE;
}

const uint32_t *cq_certificate_members(const cq_certificate *certificate, size_t *count)
{
    if (count)
        *count = certificate ? certificate->members.count : 0;
    return certificate ? certificate->members.at : NULL;
}

const int64_t *cq_certificate_weights(const cq_certificate *certificate, size_t *count)
{
    if (count)
        *count = certificate ? certificate->weights.count : 0;
    return certificate ? certificate->weights.at : NULL;
}

const int64_t *cq_certificate_values(const cq_certificate *certificate, size_t *count)
{
    if (count)
        *count = certificate ? certificate->values.count : 0;
    return certificate ? certificate->values.at : NULL;
}

uint32_t cq_certificate_modulus(const cq_certificate *certificate)
{
    return certificate ? certificate->modulus : 0;
}

uint64_t cq_certificate_work(const cq_certificate *certificate)
{
    return certificate ? certificate->work : 0;
}

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
