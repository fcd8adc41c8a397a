/* command_cover.c - chequer cover: choose options that cover every item.
 *
 * A cover in Knuth's format; or a board or puzzle, taken as the cover that it lowers
 * to.
 */
#include "cli/cli.h"

int cq_run_cover(cq_cli *cli)
{
    return cq_run_solve(cli, CQ_READ_COVER);
}
