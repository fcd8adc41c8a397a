/* check_bounds.c - judges bounds on the copies of each piece.
 *
 * An answer says of every piece from which number of copies to which there are in any
 * tiling, and what the number is modulo m; and it gives the weights from which that
 * follows (proofs_weights.c says what weights are). Here every number of copies that
 * the answer rules out is looked at again: n copies of the piece are impossible if the
 * other pieces cannot fill the rest of the area, or if for one of the weights no others
 * that do make the rest of the weight.
 *
 * The weights are judged first, placement by placement. Cost: for each piece and each
 * set of weights one table of what the other pieces can make, by area.
 */
#include "base/assert.h"
#include "check/check_copies.h"
#include "check/check_findings.h"

#include <inttypes.h>

typedef struct judge {
    cq_hearing *hearing;
    const cq_problem *problem;
    const cq_findings *found;
    cq_pieces others; /* the pieces without the one that is looked at */
    int64_t *values;
    int64_t *boards; /* of each reason: the sum of the board */
    bool *ruled_out; /* by number of copies */
    bool undecided;
} judge;

static bool claims(const cq_copy_bound *b, uint64_t copies)
{
    return copies >= b->least && copies <= b->most && copies % b->modulus == b->rest;
}

static uint64_t most_copies(const judge *j, size_t piece)
{
    const cq_piece *p = &j->problem->pieces.at[piece];
    uint64_t fit = j->problem->board->count / p->shape.count;

    return p->most < fit ? p->most : fit;
}

/* ---- one piece, one reason ---- */

/* Marks the copies of a piece for which the others cannot make the rest. Without a
 * reason the area alone counts, as weights of 0 modulo 1. */
static cq_status rule_out(judge *j, size_t piece, const cq_certificate *reason,
                          int64_t board)
{
    cq_hearing *hearing = j->hearing;
    uint32_t modulus = reason ? reason->modulus : 1;
    size_t size = j->problem->pieces.at[piece].shape.count;
    int64_t own = reason ? reason->values.at[piece] : 0;
    cq_supply supply = {0};
    cq_status status;

    cq_assert(j->others.at[piece].most == 0); /* it is not one of the others */
    for (size_t p = 0; p < j->others.count; p++)
        j->values[p] = reason ? cq_weight_modulo(reason->values.at[p], modulus) : 0;
    status = cq_supply_make(hearing->ctx, &j->others, j->values,
                            j->problem->board->count, &supply);
    cq_then(status, cq_supply_tabulate(hearing->ctx, &supply, modulus));
    if (status == CQ_OK && !supply.decided)
        j->undecided = true;
    for (uint64_t n = 0;
         status == CQ_OK && supply.decided && n <= most_copies(j, piece); n++) {
        int64_t rest =
            board - (int64_t)n * own; /* both are limited, see judge_reason */

        j->ruled_out[n] |= !cq_supply_makes(&supply, n * size, rest);
    }
    cq_supply_free(&supply);
    return status;
}

/* ---- one piece ---- */

static cq_status judge_piece(judge *j, size_t piece, bool *right)
{
    const cq_copy_bound *bound = &j->found->bounds.at[piece];
    cq_piece *own = &j->others.at[piece], kept = *own;
    uint64_t most = most_copies(j, piece);
    cq_status status;

    for (uint64_t n = 0; n <= most; n++)
        j->ruled_out[n] = n < kept.least;
    own->least = own->most = 0;
    status = rule_out(j, piece, NULL, 0);
    for (size_t i = 0; i < j->found->reasons.count && status == CQ_OK; i++)
        status = rule_out(j, piece, &j->found->reasons.at[i], j->boards[i]);
    *own = kept;
    for (uint64_t n = 0; n <= most && *right && status == CQ_OK; n++)
        if (!claims(bound, n) && !j->ruled_out[n]) {
            *right = false;
            cq_find(j->hearing, j->undecided ? CQ_UNKNOWN : CQ_NO,
                    "nothing rules out %" PRIu64 " copies of %.40s", n, kept.name);
        }
    return status;
}

/* ---- the whole ---- */

/* Every placement has its piece's weight, and the numbers are small enough. */
static cq_status judge_reason(judge *j, size_t at, bool *right)
{
    const cq_certificate *reason = &j->found->reasons.at[at];
    cq_hearing hearing = *j->hearing;

    hearing.certificate = reason;
    if (reason->proof != CQ_PROOF_WEIGHTS || !cq_certificate_fits(reason, j->problem)) {
        *right = false;
        return cq_find(j->hearing, CQ_NO, "reason %zu is not one by weights", at + 1);
    }
    cq_try(cq_weigh_placements(&hearing, &j->boards[at], right));
    j->hearing->verdict = hearing.verdict;
    return CQ_OK;
}

static cq_status judge_all(judge *j)
{
    bool right = true;

    for (size_t i = 0; i < j->found->reasons.count && right; i++)
        cq_try(judge_reason(j, i, &right));
    for (size_t p = 0; p < j->problem->pieces.count && right; p++) {
        const cq_copy_bound *b = &j->found->bounds.at[p];

        if (b->modulus == 0 || b->rest >= b->modulus)
            return cq_find(j->hearing, CQ_NO,
                           "a remainder modulo %" PRIu32 " cannot be %" PRIu32,
                           b->modulus, b->rest);
        cq_try(judge_piece(j, p, &right));
    }
    if (!right)
        return CQ_OK;
    return j->found->reasons.count
               ? cq_find(
                     j->hearing, CQ_YES,
                     "all other numbers of copies are ruled out by the area and %zu "
                     "set%s of weights",
                     j->found->reasons.count, j->found->reasons.count == 1 ? "" : "s")
               : cq_find(j->hearing, CQ_YES,
                         "all other numbers of copies are ruled out by the area");
}

cq_status cq_judge_bounds(cq_hearing *hearing, const cq_answer *answer)
{
    const cq_problem *problem = hearing->problem;
    size_t pieces = problem->pieces.count;
    judge j = {.hearing = hearing, .problem = problem, .found = &answer->findings};
    cq_status status = CQ_MEMORY;

    if (j.found->bounds.count != pieces)
        return cq_find(hearing, CQ_NO, "there must be a bound for each of %zu pieces",
                       pieces);
    j.others = (cq_pieces){.count = pieces};
    j.others.at = cq_alloc(hearing->ctx, pieces, sizeof *j.others.at);
    j.values = cq_alloc(hearing->ctx, pieces, sizeof *j.values);
    j.boards = cq_alloc(hearing->ctx, j.found->reasons.count, sizeof *j.boards);
    j.ruled_out =
        cq_alloc(hearing->ctx, problem->board->count + 1, sizeof *j.ruled_out);
    if (j.others.at && j.values && j.boards && j.ruled_out) {
        for (size_t p = 0; p < pieces; p++)
            j.others.at[p] = problem->pieces.at[p];
        status = judge_all(&j);
    }
    cq_free_each(j.others.at, j.values, j.boards, j.ruled_out);
    return status;
}
