/* hearing.h - what the other ranks of a search say to rank 0. */
#ifndef CQ_ENGINE_DFS_HEARING_H
#define CQ_ENGINE_DFS_HEARING_H

#include "base/ranks.h"
#include "engine/engine.h"

typedef struct cq_hearing {
    const cq_run *run;
    uint32_t epoch; /* of the search that they were called to */
    unsigned left;  /* ranks that may still say something */
    void *state;
    /* What is said in that search, except that a rank has ended, failed or is done. */
    cq_status (*hear)(void *state, unsigned from, cq_message kind, cq_parcel *p);
} cq_hearing;

/* Calls all others to the search of this engine; `out` is left with the message. */
cq_status cq_hearing_begin(cq_hearing *hearing, cq_parcel *out);
/* All that has come; *any: something has. */
cq_status cq_hear_all(cq_hearing *hearing, bool *any);
/* Until all have said their last, or too long after the run was stopped. */
cq_status cq_hear_last(cq_hearing *hearing);
cq_status cq_hear_nonsense(const cq_hearing *hearing, unsigned from);

#endif
