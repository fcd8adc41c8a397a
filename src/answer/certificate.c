/* certificate.c - the kinds of proof, their names, and what each must look like.
 *
 * A certificate that comes from a file is not to be trusted in anything: before it is
 * put into words or handed to the checker, cq_certificate_fits makes sure that its
 * numbers are cells, pieces, items or vertices of the problem at all. Whether it
 * proves what it claims is for the checker to say.
 */
#include "answer/answer.h"

#include <string.h>

/* By cq_proof: the name, whether it can be said of tilings, covers and tours, and how
 * many members it has. */
static const struct {
    const char *name;
    bool tiling, cover, tour;
    size_t least, most;
} kinds[] = {
    [CQ_PROOF_NONE] = {"none", true, true, true, 0, 0},
    [CQ_PROOF_AREA] = {"area", true, false, false, 0, 0},
    [CQ_PROOF_COLOURS] = {"colours", true, false, false, 0, 0},
    [CQ_PROOF_SUPPLY] = {"supply", true, false, false, 1, 1},
    [CQ_PROOF_UNPLACEABLE] = {"unplaceable", true, false, false, 1, 1},
    [CQ_PROOF_UNCOVERABLE] = {"uncoverable", true, true, false, 1, 1},
    [CQ_PROOF_HALL] = {"hall", true, false, false, 1, SIZE_MAX},
    [CQ_PROOF_WEIGHTS] = {"weights", true, false, false, 0, 0},
    [CQ_PROOF_DEGREE] = {"degree", false, false, true, 1, 3},
    [CQ_PROOF_BALANCE] = {"balance", false, false, true, 0, 0},
    [CQ_PROOF_CUT] = {"cut", false, false, true, 0, SIZE_MAX},
    [CQ_PROOF_FACTOR] = {"factor", false, false, true, 1, SIZE_MAX},
    [CQ_PROOF_COVER] = {"cover", true, false, false, 0, SIZE_MAX},
    [CQ_PROOF_ENDS] = {"ends", false, false, true, 1, 2},
    [CQ_PROOF_SYMMETRY] = {"symmetry", false, false, true, 0, 0},
    [CQ_PROOF_EXHAUSTED] = {"exhausted", true, true, true, 0, 0},
    [CQ_PROOF_NUMBERS] = {"numbers", false, false, true, 2, 2},
    [CQ_PROOF_SUMS] = {"sums", false, false, true, 0, 0},
};

enum { KINDS = sizeof kinds / sizeof *kinds };
_Static_assert(KINDS == (int)CQ_PROOFS, "every kind of proof has its row");

void cq_certificate_free(cq_certificate *certificate)
{
    cq_vec_free_each(&certificate->members, &certificate->weights,
                     &certificate->values);
    certificate->proof = CQ_PROOF_NONE;
}

cq_status cq_certificate_copy(cq_context *ctx, const cq_certificate *certificate,
                              cq_certificate *out)
{
    const cq_certificate *c = certificate;
    cq_certificate copy = {.proof = c->proof, .modulus = c->modulus, .work = c->work};
    cq_status status = CQ_OK;

    for (size_t i = 0; i < c->members.count && status == CQ_OK; i++)
        status = cq_vec_push(ctx, &copy.members, c->members.at[i]);
    for (size_t i = 0; i < c->weights.count && status == CQ_OK; i++)
        status = cq_vec_push(ctx, &copy.weights, c->weights.at[i]);
    for (size_t i = 0; i < c->values.count && status == CQ_OK; i++)
        status = cq_vec_push(ctx, &copy.values, c->values.at[i]);
    if (status == CQ_OK)
        *out = copy;
    else
        cq_certificate_free(&copy);
    return status;
}

const char *cq_proof_name(cq_proof proof)
{
    return (size_t)proof < KINDS ? kinds[proof].name : "unknown";
}

bool cq_proof_find(const char *name, cq_proof *out)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].name, name) == 0) {
            *out = (cq_proof)i;
            return true;
        }
    return false;
}

bool cq_proof_suits(cq_proof proof, cq_kind kind)
{
    if ((size_t)proof >= KINDS)
        return false;
    switch (kind) {
    case CQ_TILING: return kinds[proof].tiling;
    case CQ_COVER: return kinds[proof].cover;
    case CQ_TOUR: return kinds[proof].tour;
    }
    return false;
}

/* One more than the largest number that a member can be; cells must also be there. */
static size_t member_bound(cq_proof proof, const cq_problem *problem)
{
    if (proof == CQ_PROOF_SUPPLY)
        return 128;
    if (proof == CQ_PROOF_UNPLACEABLE)
        return problem->pieces.count;
    if (problem->kind == CQ_TOUR)
        return problem->graph.vertices;
    if (problem->kind == CQ_COVER)
        return problem->cover.items.count;
    return cq_board_size(problem->board);
}

static bool members_are_cells(cq_proof proof, const cq_problem *problem)
{
    return problem->kind == CQ_TILING &&
           (proof == CQ_PROOF_UNCOVERABLE || proof == CQ_PROOF_HALL ||
            proof == CQ_PROOF_COVER);
}

bool cq_certificate_fits(const cq_certificate *certificate, const cq_problem *problem)
{
    const cq_certificate *c = certificate;
    size_t bound;

    if (!cq_proof_suits(c->proof, problem->kind) ||
        c->members.count < kinds[c->proof].least ||
        c->members.count > kinds[c->proof].most)
        return false;
    bound = member_bound(c->proof, problem);
    for (size_t i = 0; i < c->members.count; i++)
        if (c->members.at[i] >= bound ||
            (members_are_cells(c->proof, problem) &&
             !cq_board_present(problem->board, c->members.at[i])))
            return false;
    if (c->proof == CQ_PROOF_SUPPLY)
        return cq_is_colour((char)c->members.at[0]);
    if (c->proof == CQ_PROOF_WEIGHTS)
        return c->weights.count == cq_board_size(problem->board) &&
               c->values.count == problem->pieces.count;
    return true;
}
