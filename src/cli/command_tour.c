/* command_tour.c - chequer tour: walk over a board, each square once.
 *
 * A board, its drawing, or the board of a puzzle file, with the leaps of --leaper.
 */
#include "cli/cli.h"

int cq_run_tour(cq_cli *cli)
{
    return cq_run_solve(cli, CQ_READ_TOUR);
}

void cq_cli_tour_rules(const cq_cli *cli, cq_options *options)
{
    const cq_settings *set = &cli->set;

    options->seed = set->seed;
    options->steps = set->steps;
    options->start_seconds = set->start_seconds;
    options->move_order = set->move_order;
    cq_ties_find(set->ties, &options->ties);
    cq_cut_find(set->cut, &options->cut);
    cq_join_find(set->join, &options->join);
}
