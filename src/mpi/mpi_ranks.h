/* mpi_ranks.h - ranks that MPI has started: the module chequer-mpi.so. */
#ifndef CQ_MPI_MPI_RANKS_H
#define CQ_MPI_MPI_RANKS_H

#include "chequer.h"

/* False: MPI does not work here, and has said why. */
CQ_API bool cq_mpi_open(cq_ranks *ranks);
/* Waits, without a processor, until all ranks are done. */
CQ_API void cq_mpi_close(cq_ranks *ranks);

#endif
