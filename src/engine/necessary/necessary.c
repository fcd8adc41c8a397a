/* necessary.c - necessary conditions, tested before any search.
 *
 * Cheap conditions that every solution meets, those with the simplest reasons first. If
 * one fails, that is a proof, with a certificate that the checker can judge. All
 * conditions may hold and the problem still be impossible: then the verdict stays
 * unknown and another engine takes over.
 */
#include "engine/necessary/necessary.h"

#include "base/assert.h"

static cq_condition *const tiling_conditions[] = {
    cq_necessary_area,   cq_necessary_colours, cq_necessary_supply,
    cq_necessary_pieces, cq_necessary_cells,   NULL,
};
static cq_condition *const cover_conditions[] = {cq_necessary_items, NULL};
static cq_condition *const tour_conditions[] = {
    cq_necessary_degree,  cq_necessary_parts, cq_necessary_balance,   cq_necessary_ends,
    cq_necessary_numbers, cq_necessary_sums,  cq_necessary_symmetric, NULL,
};

static cq_condition *const *conditions_of(cq_kind kind)
{
    switch (kind) {
    case CQ_TILING: return tiling_conditions;
    case CQ_COVER: return cover_conditions;
    case CQ_TOUR: return tour_conditions;
    }
    return NULL;
}

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    (void)problem;
    (void)goal;
    return cq_fit_for(CQ_RANK_DIRECT, 0, "necessary conditions come first");
}

static cq_status run_necessary(cq_run *run)
{
    cq_condition *const *condition = conditions_of(run->problem->kind);
    uint64_t looked = 0;

    cq_assert(condition);
    for (; *condition && !cq_run_poll(run); condition++) {
        cq_certificate certificate = {0};
        cq_status status = (*condition)(run, &certificate);

        looked++;
        if (status == CQ_OK && certificate.proof != CQ_PROOF_NONE)
            cq_run_refute(run, &certificate);
        cq_certificate_free(&certificate);
        if (status != CQ_OK)
            return status;
        if (run->answer->verdict == CQ_NO)
            break;
    }
    return cq_answer_add_counter(run->answer, "conditions", looked);
}

const cq_engine cq_engine_necessary = {
    .name = "necessary",
    .summary = "necessary conditions only: area, colours, places, degrees, connection",
    .goals = CQ_GOALS_OF_ALL,
    .fits = fits,
    .run = run_necessary,
};
