/* ranks.h - messages between the processes that work on one problem (cq_ranks).
 *
 * Every message begins with a byte that says what it is. Those of a search carry its
 * number next (`epoch`, counted by rank 0), so that what comes late is not taken for
 * news of another. An empty message is the last one of its sender.
 */
#ifndef CQ_BASE_RANKS_H
#define CQ_BASE_RANKS_H

#include "base/parcel.h"

typedef enum cq_message {
    CQ_MESSAGE_NONE,  /* there is none now */
    CQ_MESSAGE_OVER,  /* the sender has left */
    CQ_MESSAGE_HELLO, /* to rank 0: who I am, and what I am to work on */
    CQ_MESSAGE_LEAVE, /* from rank 0: the question is answered */
    CQ_MESSAGE_START, /* from rank 0: the engine that is to search */
    CQ_MESSAGE_READY, /* to rank 0: the tree, and searchers without a job */
    CQ_MESSAGE_JOB,   /* from rank 0: a piece of the tree */
    CQ_MESSAGE_GIVE,  /* from rank 0: split off a part of that piece */
    CQ_MESSAGE_GAVE,  /* to rank 0: where the part that was split off begins */
    CQ_MESSAGE_PAUSE, /* from rank 0: leave the piece where you are */
    CQ_MESSAGE_CUT,   /* from rank 0: nothing more is wanted of the piece */
    CQ_MESSAGE_ROOM,  /* from rank 0: there is room for more solutions */
    CQ_MESSAGE_NEWS,  /* to rank 0: how far a piece is, and what was found in it */
    CQ_MESSAGE_STOP,  /* from rank 0: the search is over */
    CQ_MESSAGE_DONE,  /* to rank 0: nothing more will come of that search */
    /* Of a sweep (engine/spread.c), as are START, ROOM and STOP: */
    CQ_MESSAGE_SAY,    /* to rank 0: a word in a meeting */
    CQ_MESSAGE_ANSWER, /* from rank 0: what the meeting came to */
    CQ_MESSAGE_PACKET, /* to anyone: states of its share */
    CQ_MESSAGE_LAST,   /* to anyone: that was the last packet */
    CQ_MESSAGE_BREAK,  /* to anyone: something went wrong, or is to stop */
    CQ_MESSAGE_FAILED  /* to rank 0: what went wrong */
} cq_message;

/* Whether there are others. */
static inline bool cq_ranks_several(const cq_ranks *ranks)
{
    return ranks && ranks->count > 1;
}

/* Begins a message. */
void cq_message_begin(cq_parcel *parcel, cq_message kind, uint32_t epoch);
/* Sends it, and empties the parcel for the next one. */
cq_status cq_ranks_send(const cq_ranks *ranks, unsigned to, cq_parcel *parcel);
/* To all ranks but 0. */
cq_status cq_ranks_send_all(const cq_ranks *ranks, cq_parcel *parcel);
/* The next message, borrowed in *parcel until the next call; never waits. */
cq_status cq_ranks_receive(cq_context *ctx, const cq_ranks *ranks, unsigned *from,
                           cq_message *kind, cq_parcel *parcel);
/* For one who has nothing to do until a message comes: sleeps, longer and longer up to
 * some milliseconds. *idle counts the calls in a row. */
void cq_ranks_sleep(unsigned *idle);

#endif
