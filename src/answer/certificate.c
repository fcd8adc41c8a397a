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
    cq_status status =
        cq_u32s_append(ctx, &copy.members, c->members.at, c->members.count);

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

cq_members cq_proof_members(cq_proof proof, cq_kind kind)
{
    static const cq_members usual[] = {[CQ_TILING] = CQ_MEMBERS_CELLS,
                                       [CQ_COVER] = CQ_MEMBERS_ITEMS,
                                       [CQ_TOUR] = CQ_MEMBERS_VERTICES};

    if ((size_t)proof >= KINDS || kinds[proof].most == 0)
        return CQ_MEMBERS_NONE;
    return proof == CQ_PROOF_SUPPLY        ? CQ_MEMBERS_COLOURS
           : proof == CQ_PROOF_UNPLACEABLE ? CQ_MEMBERS_PIECES
                                           : usual[kind];
}

static bool member_fits(cq_members members, uint32_t member, const cq_problem *problem)
{
    switch (members) {
    case CQ_MEMBERS_NONE: break;
    case CQ_MEMBERS_COLOURS: return member < 128 && cq_is_colour((char)member);
    case CQ_MEMBERS_PIECES: return member < problem->pieces.count;
    case CQ_MEMBERS_ITEMS: return member < problem->cover.items.count;
    case CQ_MEMBERS_VERTICES: return member < problem->graph.vertices;
    case CQ_MEMBERS_CELLS:
        return member < cq_board_size(problem->board) &&
               cq_board_present(problem->board, member);
    }
    return false;
}

bool cq_certificate_fits(const cq_certificate *certificate, const cq_problem *problem)
{
    const cq_certificate *c = certificate;
    cq_members members = cq_proof_members(c->proof, problem->kind);

    if (!cq_proof_suits(c->proof, problem->kind) ||
        c->members.count < kinds[c->proof].least ||
        c->members.count > kinds[c->proof].most)
        return false;
    for (size_t i = 0; i < c->members.count; i++)
        if (!member_fits(members, c->members.at[i], problem))
            return false;
    if (c->proof == CQ_PROOF_WEIGHTS)
        return c->weights.count == cq_board_size(problem->board) &&
               c->values.count == problem->pieces.count;
    return true;
}
