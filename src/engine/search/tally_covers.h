/* tally_covers.h - counts several covers in turn, as parts of one count. */
#ifndef CQ_ENGINE_SEARCH_TALLY_COVERS_H
#define CQ_ENGINE_SEARCH_TALLY_COVERS_H

#include "engine/search/search.h"

typedef struct cq_tally {
    cq_run *run;
    uint64_t totals[CQ_DFS_COUNTS];
    const char *names[CQ_DFS_COUNTS]; /* of the counters */
} cq_tally;

/* Whether the count may be made of others: it is no list, and its tree is not saved,
 * cut into parts or shared with other processes. */
bool cq_tally_may(const cq_run *run);
/* The number of solutions of one of the covers; what it took goes into the totals. The
 * run may be stopped afterwards, and then the number is of no use. */
cq_status cq_tally_count(cq_tally *tally, const cq_cover *cover, cq_search_fn *search,
                         mpz_t out);
/* The count as a whole, if the run was not stopped, and the totals. */
cq_status cq_tally_tell(const cq_tally *tally, const mpz_t number);

#endif
