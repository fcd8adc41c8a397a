/* command_ham.c - chequer ham: walk over a graph, each vertex once.
 *
 * A graph in one of the formats that src/problem reads.
 */
#include "cli/cli.h"

int cq_run_ham(cq_cli *cli)
{
    return cq_run_solve(cli, CQ_READ_HAM);
}
