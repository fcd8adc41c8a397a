/* dlx.c - dancing links, as published: the reference for exact cover.
 *
 * Knuth, Dancing links (Millennial Perspectives in Computer Science, 2000), and The Art
 * of Computer Programming 4B, 7.2.2.1: algorithm X with the smallest item first, C for
 * colours, M for multiplicities. Nothing is added, so that other engines can be
 * compared with it in the same run.
 */
#include "engine/dlx/dlx.h"

#include <stdio.h>

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    (void)goal;
    return problem->kind == CQ_TOUR
               ? cq_misfit("a tour is not an exact cover")
               : cq_fit_for(CQ_RANK_LAST, -1,
                            "it is the published algorithm"); /* the reference */
}

static cq_status run_dlx(cq_run *run)
{
    return cq_run_as_cover(run, cq_dlx_walk);
}

const cq_engine cq_engine_dlx = {
    .name = "dlx",
    .summary = "Knuth's dancing links, smallest item first: the reference for covers",
    .goals = CQ_GOALS_OF_ALL,
    .breaks = CQ_BREAKS_NEAR,
    .fits = fits,
    .run = run_dlx,
};
