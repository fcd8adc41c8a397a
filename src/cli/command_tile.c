/* command_tile.c - chequer tile: cover a board with pieces.
 *
 * A board, its drawing or a puzzle file, with the pieces of --pieces if given.
 */
#include "cli/cli.h"

int cq_run_tile(cq_cli *cli)
{
    return cq_run_solve(cli, CQ_READ_TILE);
}
