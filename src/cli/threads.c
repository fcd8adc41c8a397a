/* threads.c - how many threads --threads asks for.
 *
 * By default as many as there are processors. Ranks that mpirun has started on one
 * machine share them: each has its part, or those that it is bound to if these are
 * fewer.
 */
#include "cli/cli.h"

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

static long bound_cores(long cores)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) > cores)
        return cores;
    return CPU_COUNT(&set);
}

/* Ranks on this machine, as Open MPI or MPICH says. */
static long neighbours(const cq_cli *cli)
{
    const char *text = getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
    long count;

    if (!text)
        text = getenv("MPI_LOCALNRANKS");
    count = text ? strtol(text, NULL, 10) : 0;
    return count > 0 ? count : (long)cli->ranks.count;
}

static long default_threads(const cq_cli *cli)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN), mine = cores;

    if (cli->ranks.count > 1) {
        mine = cores / neighbours(cli);
        if (mine > bound_cores(cores))
            mine = bound_cores(cores);
    }
    cq_assert(mine <= cores);
    return mine > 0 ? mine : 1;
}

unsigned cq_cli_threads(const cq_cli *cli)
{
    return cli->set.threads ? (unsigned)cli->set.threads
                            : (unsigned)default_threads(cli);
}
