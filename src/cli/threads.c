/* threads.c - how many threads --threads asks for. */
#include "cli/cli.h"

#include <unistd.h>

unsigned cq_cli_threads(const cq_cli *cli)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (cli->set.threads)
        return (unsigned)cli->set.threads;
    return cores > 0 ? (unsigned)cores : 1;
}
