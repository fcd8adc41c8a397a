/* spread.h - the processes that share the layers of a sweep.
 *
 * Each of them takes the same steps, with its own share of the states. For that they
 * need only two things:
 *
 *     a meeting      each says something to rank 0, which hears all and tells all what
 *                    follows from it: borders between the shares, sums, whether to stop
 *     an exchange    each sends packets to the others while it makes more of them; it
 *                    is over when everybody has sent the last
 *
 * All ranks come to the same meetings and exchanges in the same order. If something
 * goes wrong in one of them, or the user stops rank 0, it skips the rest and goes to
 * the settlement at the end. That interrupts the others wherever they are: they return
 * CQ_STOPPED and go there, too. In the settlement all ranks learn the outcome of the
 * others, and from there they can continue together.
 *
 * A single process (NULL) meets only itself, and has no exchanges.
 */
#ifndef CQ_ENGINE_SPREAD_H
#define CQ_ENGINE_SPREAD_H

#include "base/ranks.h"
#include "engine/engine.h"

#include <gmp.h>

typedef struct cq_spread cq_spread;

/* *out is NULL if there are no others. Rank 0 calls them to run its engine. */
cq_status cq_spread_open(cq_run *run, cq_spread **out);
/* Rank 0 lets the others go. */
void cq_spread_close(cq_spread *spread);

unsigned cq_spread_rank(const cq_spread *spread);
unsigned cq_spread_count(const cq_spread *spread);

/* ---- meetings ---- */

/* Those that have nothing to say, hear or learn leave a function out. If rank 0 neither
 * hears nor concludes, all learn what each has said, one rank after the other. */
typedef struct cq_meeting {
    void (*say)(void *user, cq_parcel *out);                     /* in each rank */
    cq_status (*hear)(void *user, unsigned from, cq_parcel *in); /* rank 0, in order */
    void (*conclude)(void *user, cq_parcel *out);                /* rank 0 */
    void (*learn)(void *user, cq_parcel *in);                    /* in each rank */
} cq_meeting;

/* CQ_OK in all ranks, or CQ_STOPPED if a rank does not come to it. */
cq_status cq_spread_meet(cq_spread *spread, const cq_meeting *meeting, void *user);
/* What this rank has come to, and what all have. CQ_OK if all have come with that; else
 * rank 0 has the failure, or CQ_STOPPED, and the others have CQ_STOPPED. */
cq_status cq_spread_settle(cq_spread *spread, cq_status so_far);
/* Rank 0 notes how long the ranks have waited, what they sent and how much memory the
 * largest has used. */
cq_status cq_spread_sum_up(cq_spread *spread);

/* ---- sums (spread_sums.c) ---- */

/* What rank 0 says becomes what all have. */
cq_status cq_spread_agree(cq_spread *spread, uint32_t *word);
/* What each says, one rank after the other, all learn. */
cq_status cq_spread_collect(cq_spread *spread, void (*say)(void *user, cq_parcel *out),
                            void (*learn)(void *user, cq_parcel *in), void *user);
/* A number of any length, in what is said. */
void cq_spread_put_number(cq_parcel *out, mpz_srcptr number);
void cq_spread_get_number(cq_parcel *in, mpz_t number);
/* Each number becomes the sum of those of all ranks; after a failure it may be
 * anything. */
cq_status cq_spread_add_up_each(cq_spread *spread, mpz_t *numbers, size_t count);
cq_status cq_spread_add_up(cq_spread *spread, mpz_t number);
/* After a checkpoint in passing: all hear from rank 0 whether to go on. */
cq_status cq_spread_passed(cq_spread *spread, cq_run *run, cq_status written);
/* Whether these words are the same in all ranks. */
cq_status cq_spread_compare(cq_spread *spread, const uint64_t *place, size_t count,
                            bool *same);

/* ---- exchanges ---- */

/* Takes a packet; called by one thread at a time. */
typedef cq_status cq_packet_fn(void *user, unsigned from, cq_parcel *packet);

/* From now on packets are taken. In turns: all packets go to rank 0, those of rank 1
 * first, and so on. */
void cq_spread_begin(cq_spread *spread, bool in_turns, cq_packet_fn *take, void *user);
/* Begins a packet, which the caller fills; and sends it, by any thread. Waits if too
 * many are under way. */
void cq_spread_pack(cq_spread *spread, cq_parcel *packet);
cq_status cq_spread_send(cq_spread *spread, unsigned to, cq_parcel *packet);
/* This rank has sent its last; waits for the last of the others. In turns rank 0 hears
 * them one after the other. */
cq_status cq_spread_finish(cq_spread *spread);
/* Whoever takes packets is about to go: none are taken any more. */
void cq_spread_end(cq_spread *spread);

/* Between two polls: takes what has come. True: go to the settlement. */
bool cq_spread_look(cq_spread *spread);

#endif
