/* listing.h - goals that are reached by listing: each solution is met once, as options.
 *
 *     cq_listing_all(listing, first, meet, user)    every solution goes to `meet`
 *     cq_listing_is_whole(listing)                  nothing has stopped the list
 *     cq_listing_deliver(listing, options)          one of them is found
 */
#ifndef CQ_SOLVE_LISTING_H
#define CQ_SOLVE_LISTING_H

#include "base/keys.h"
#include "solve/solve_job.h"

/* What is done with a solution; its options ascend, and may be taken. It may set
 * *enough. */
typedef cq_status cq_meet_fn(void *user, cq_u32s *options, bool *enough);

typedef struct cq_listing {
    cq_job *job;
    cq_placements placements; /* without variants */
    cq_cover cover; /* of the tiling without its rules: option i is placement i */
    cq_keys places; /* of placements, by number: piece and cells */
    uint64_t *key;
    uint32_t *row;      /* the same, on its way there */
    cq_solution filled; /* the solution at hand, with blanks on free squares */
    cq_u32s options;    /* and as options */
    uint64_t met;
    bool enough;
    char engine[32]; /* that has listed; "": none yet */
    cq_meet_fn *meet;
    void *user;
    cq_status status; /* what went wrong in `meet` */
} cq_listing;

/* Lists the solutions, at most `first` of them (0: all). If it is called again, the
 * same solutions come in the same order. That there is none is then the verdict, and
 * why the list was stopped is job->run.stop. */
cq_status cq_listing_all(cq_listing *listing, uint64_t first, cq_meet_fn *meet,
                         void *user);
/* There are solutions, and all that were wanted have been met. */
bool cq_listing_is_whole(const cq_listing *listing);
/* A solution of these options is found; *enough says that no more are wanted. */
cq_status cq_listing_deliver(cq_listing *listing, const uint32_t *options, size_t count,
                             bool *enough);

/* The goals copies, probabilities and total (listed_sums.c), and sample
 * (listed_samples.c). */
cq_status cq_listed_copies(cq_listing *listing);
cq_status cq_listed_uses(cq_listing *listing);
cq_status cq_listed_total(cq_listing *listing);
cq_status cq_listed_samples(cq_listing *listing);

#endif
