/* cuts.c - a set of vertices whose removal leaves too many parts.
 *
 * All small sets are tried (small_cuts.c), larger ones at random (anneal_cut.c), each
 * for as long as a reason that one can see is worth the time. Deciding whether a graph
 * has such a set is hard in general (D. Bauer, S. L. Hakimi and E. Schmeichel,
 * Recognizing tough graphs is NP-hard, 1990): if none is found nothing is known.
 */
#include "engine/no_tour/no_tour.h"

/* Arcs to look at: some hundredths of a second, or a few seconds if only the reason is
 * asked for. */
static const double worth_finding = 4e6, worth_proving = 1e8;

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    (void)goal;
    return problem->kind != CQ_TOUR || problem->graph.vertices < 3
               ? cq_misfit("it judges graphs of three vertices and up")
               : cq_fit_for(CQ_RANK_PROOF, -1,
                            "small cuts are a reason that can be seen");
}

static cq_status look(cq_run *run, cq_cut_set *cut, uint64_t *tried, bool *found)
{
    double worth = run->goal == CQ_GOAL_WHY ? worth_proving : worth_finding;
    bool all = false;

    cq_try(cq_cuts_small(run, cut, worth, tried, found, &all));
    if (!*found && !all && run->stop == CQ_FINISHED)
        return cq_cuts_anneal(run, cut, worth, tried, found);
    return CQ_OK;
}

static cq_status run_cuts(cq_run *run)
{
    cq_certificate certificate = {0};
    cq_cut_set cut = {0};
    uint64_t tried = 0;
    bool found = false;
    cq_status status = cq_cut_set_init(run, &cut);

    if (status == CQ_OK) {
        cq_run_counts(run, &tried, "cuts");
        status = look(run, &cut, &tried, &found);
        run->progress = NULL;
    }
    if (status == CQ_OK && found)
        status = cq_cut_set_certify(run, &cut, &certificate);
    if (status == CQ_OK && found)
        cq_run_refute(run, &certificate);
    cq_then(status, cq_answer_add_counter(run->answer, "cuts tried", tried));
    cq_cut_set_free(&cut);
    cq_certificate_free(&certificate);
    return status;
}

const cq_engine cq_engine_cuts = {
    .name = "cuts",
    .summary = "proofs that there is no tour: small cuts, and larger ones by chance",
    .goals = CQ_GOALS_OF_ONE | CQ_GOAL_BIT(CQ_GOAL_ALL),
    /* No tour at all: none with ends or a symmetry that are asked for either. */
    .can = CQ_CAN_ENDS | CQ_CAN_SYMMETRY | CQ_ONLY_PROVES | CQ_CAN_MUST |
           CQ_CAN_MUST_OPEN | CQ_CAN_NUMBERS | CQ_CAN_MAGIC,
    .fits = fits,
    .run = run_cuts,
};
