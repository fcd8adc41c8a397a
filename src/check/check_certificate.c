/* check_certificate.c - is this a reason why there is no solution?
 *
 * One row for each kind of proof: for which problems it is one, and who judges it. Each
 * judge trusts nothing in the certificate: numbers are checked for their range, lists
 * for repetitions, and what is claimed is counted again on the problem.
 */
#include "base/assert.h"
#include "check/judge.h"
#include "check/tour_lists.h"

#include <stdarg.h>

static void put(cq_hearing *hearing, cq_verdict verdict, const char *format,
                va_list args)
{
    vsnprintf(hearing->sentence, CQ_SENTENCE_SIZE, format, args);
    cq_assert(hearing->sentence[0]);
    hearing->verdict = verdict;
}

cq_status cq_find(cq_hearing *hearing, cq_verdict verdict, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    put(hearing, verdict, format, args);
    va_end(args);
    return CQ_OK;
}

bool cq_find_wrong(cq_hearing *hearing, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    put(hearing, CQ_NO, format, args);
    va_end(args);
    return false;
}

enum {
    FOR_TILINGS = 1 << CQ_TILING,
    FOR_COVERS = 1 << CQ_COVER,
    FOR_TOURS = 1 << CQ_TOUR
};

static const struct {
    cq_status (*judge)(cq_hearing *hearing);
    unsigned kinds;
} judges[] = {
    [CQ_PROOF_AREA] = {cq_judge_area, FOR_TILINGS},
    [CQ_PROOF_COLOURS] = {cq_judge_colours, FOR_TILINGS},
    [CQ_PROOF_SUPPLY] = {cq_judge_supply, FOR_TILINGS},
    [CQ_PROOF_UNPLACEABLE] = {cq_judge_unplaceable, FOR_TILINGS},
    [CQ_PROOF_UNCOVERABLE] = {cq_judge_uncoverable, FOR_TILINGS | FOR_COVERS},
    [CQ_PROOF_HALL] = {cq_judge_hall, FOR_TILINGS},
    [CQ_PROOF_WEIGHTS] = {cq_judge_weights, FOR_TILINGS},
    [CQ_PROOF_DEGREE] = {cq_judge_degree, FOR_TOURS},
    [CQ_PROOF_BALANCE] = {cq_judge_balance, FOR_TOURS},
    [CQ_PROOF_ENDS] = {cq_judge_ends, FOR_TOURS},
    [CQ_PROOF_NUMBERS] = {cq_judge_numbers, FOR_TOURS},
    [CQ_PROOF_SUMS] = {cq_judge_sums, FOR_TOURS},
    [CQ_PROOF_SYMMETRY] = {cq_judge_symmetric, FOR_TOURS},
    [CQ_PROOF_CUT] = {cq_judge_cut, FOR_TOURS},
    [CQ_PROOF_FACTOR] = {cq_judge_factor, FOR_TOURS},
    [CQ_PROOF_COVER] = {cq_judge_vertex_cover, FOR_TILINGS},
    [CQ_PROOF_EXHAUSTED] = {cq_judge_exhausted, FOR_TILINGS | FOR_COVERS | FOR_TOURS},
};

cq_status cq_check_certificate_within(cq_context *ctx, const cq_problem *problem,
                                      const cq_certificate *certificate, uint64_t nodes,
                                      cq_verdict *out, char sentence[CQ_SENTENCE_SIZE])
{
    cq_problem view = *problem;
    cq_hearing hearing = {.ctx = ctx,
                          .problem = &view,
                          .certificate = certificate,
                          .nodes = nodes,
                          .verdict = CQ_UNKNOWN,
                          .sentence = sentence};
    size_t proof = (size_t)certificate->proof;
    cq_status status = CQ_OK;

    if (proof >= sizeof judges / sizeof *judges || !judges[proof].judge)
        status = cq_find(&hearing, CQ_NO, "no reason is given");
    else if (!(judges[proof].kinds & 1u << problem->kind))
        status = cq_find(&hearing, CQ_NO, "%s is not a proof for this kind of problem",
                         cq_proof_name(certificate->proof));
    else
        status = cq_tour_lists_make(ctx, problem, &view);
    if (status == CQ_OK && hearing.verdict == CQ_UNKNOWN)
        status = judges[proof].judge(&hearing);
    cq_tour_lists_free(&view, problem);
    if (status == CQ_OK)
        *out = hearing.verdict;
    return status;
}

cq_status cq_check_certificate(cq_context *ctx, const cq_problem *problem,
                               const cq_certificate *certificate, cq_verdict *out,
                               char sentence[CQ_SENTENCE_SIZE])
{
    return cq_check_certificate_within(ctx, problem, certificate, CQ_CHECK_NODES, out,
                                       sentence);
}
