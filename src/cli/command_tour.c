/* command_tour.c - chequer tour: walk over a board, each square once.
 *
 * A board, its drawing, or the board of a puzzle file, with the leaps of --leaper.
 */
#include "cli/cli.h"

int cq_run_tour(cq_cli *cli)
{
    return cq_run_solve(cli, CQ_READ_TOUR);
}
