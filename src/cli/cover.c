/* cover.c - chequer cover: choose options that cover every item. */
#include "cli/cli.h"

int cq_run_cover(cq_cli *cli)
{
    cq_problem *problem = NULL;
    cq_status status = cq_load_problem(cli, cli->args[0], CQ_READ_COVER, &problem);
    int exit_code =
        status == CQ_OK ? cq_run_solve(cli, problem) : cq_report(cli, status);

    cq_problem_free(problem);
    return exit_code;
}
