/* spread_messages.h - the messages below meetings and exchanges, for those who make
 * them: see spread.c. */
#ifndef CQ_ENGINE_SPREAD_MESSAGES_H
#define CQ_ENGINE_SPREAD_MESSAGES_H

#include "engine/spread.h"

#include <pthread.h>

/* From one settlement to the next, by numbers. */
#define CQ_SPREAD_STRETCH ((uint64_t)1 << 20)

/* A message from a rank that is ahead. */
typedef struct cq_spread_early {
    struct cq_spread_early *next;
    unsigned from;
    cq_message kind;
    size_t size;
    char bytes[]; /* after the number */
} cq_spread_early;

typedef struct cq_spread_peer {
    cq_parcel said; /* in a meeting; in others than rank 0 the answer, of rank 0 */
    bool has_said, is_gone;
    bool is_last; /* it has sent the last packet of an exchange */
} cq_spread_peer;

struct cq_spread {
    cq_context *ctx;
    cq_run *run;
    const cq_ranks *ranks;
    uint32_t epoch;
    uint64_t number;       /* of the meeting or exchange at hand */
    uint64_t broken_until; /* the number of a settlement */
    bool over;             /* rank 0 has left, or a rank has */
    cq_status status;      /* what went wrong when messages were taken */
    pthread_mutex_t lock;  /* of all that follows, and of the ranks */
    cq_spread_early *early;
    cq_spread_peer *peers; /* by rank */
    cq_packet_fn *take;    /* an exchange */
    void *user;
    bool in_turns;
    unsigned credit; /* packets that may be sent */
    double began, waited;
    uint64_t sent; /* bytes, in packets */
};

/* All that follows is called under the lock. */

/* Begins a message about what has this number. */
void cq_spread_head(const cq_spread *s, cq_parcel *p, cq_message kind, uint64_t number);
cq_status cq_spread_send_room(cq_spread *s, unsigned to, unsigned packets);
/* Without a word more, to all others. */
cq_status cq_spread_send_others(cq_spread *s, cq_message kind, uint64_t number);

/* To the next meeting or exchange. */
void cq_spread_advance(cq_spread *s, uint64_t number, unsigned credit,
                       cq_packet_fn *take, void *user);
/* All that has come. A failure stays in s->status; false: nothing came. */
bool cq_spread_hear_all(cq_spread *s);
/* One look for messages by one who waits; `idle` begins with 0. */
void cq_spread_wait(cq_spread *s, unsigned *idle);
void cq_spread_forget_early(cq_spread *s);

/* Whether, and why, nothing more is to be done before the settlement. */
bool cq_spread_is_broken(const cq_spread *s);
cq_status cq_spread_why_broken(const cq_spread *s);
/* By the user, or a limit, while rank 0 waits, which is no work. What is done after a
 * stop, such as saving, goes on. */
bool cq_spread_stopped_now(const cq_spread *s);

#endif
