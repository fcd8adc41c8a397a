/* race.h - engines side by side: see race.c. */
#ifndef CQ_SOLVE_RACE_H
#define CQ_SOLVE_RACE_H

#include "solve/solve_job.h"

#include <pthread.h>

/* Seconds: the caller is asked at least so often. */
static const double cq_race_turn = 0.05;

typedef struct cq_racer {
    struct cq_race *race;
    const cq_engine *engine;
    cq_context *ctx;
    cq_run run;
    pthread_t thread;
    bool started, out;  /* out: it is no longer in the race */
    bool here, cut;     /* in the thread that called; given up at the end of its turn */
    uint64_t spent;     /* work of its turns before, if it was given up */
    CQ_VEC(char) notes; /* passed on when it has won; each ends in NUL */
    /* The rest is shared, and guarded by the lock of the race. */
    bool ended, quit;
    cq_status status;
    double effort, bound, until; /* what it may do before it is the next one's turn */
    uint64_t worked;
    cq_progress progress;
} cq_racer;

typedef struct cq_race {
    cq_job *job;
    cq_racer racers[CQ_ENGINES_MOST];
    size_t count;
    cq_goal goal;    /* that they race for */
    uint64_t before; /* work of the run before the race */
    bool baton;
    bool spread; /* one of them searches in all ranks: the first to end has won */
    pthread_mutex_t lock;
    pthread_cond_t news;
    const cq_racer *turn; /* who has the baton; NULL: the caller */
    cq_progress progress; /* of the racer that is shown; for the caller only */
} cq_race;

/* ---- a racer (racer.c) ---- */

cq_status cq_racer_set_up(cq_race *race, cq_racer *racer, const cq_engine *engine);
void cq_racer_drop(cq_racer *racer);
/* What its thread does, from its first turn to its end. */
void *cq_racer_run(void *racer);
/* Of one that has ended: whether it has won when its turn comes; else it is out. */
bool cq_racer_decides(const cq_racer *racer);

/* ---- rounds of effort (race_rounds.c) ---- */

/* Whose turn it is, or who has won; NULL: all are out. */
cq_racer *cq_race_lowest(cq_race *race);
/* The effort at which its turn ends. */
double cq_racer_bound(const cq_race *race, const cq_racer *racer);
/* The same for one that runs in the thread that called, and begins again each time. */
double cq_racer_bound_here(const cq_race *race, const cq_racer *racer);

/* ---- turns, in the thread that called (race_turns.c) ---- */

/* Turn after turn, under the lock. *winner stays NULL if all are out, or if something
 * stopped the run. */
cq_status cq_race_hold(cq_race *race, cq_racer **winner);
/* Asks the caller whether to go on; the racers' work is that of the run. */
bool cq_race_goes_on(cq_race *race);
/* All that still run end; then they are waited for. */
void cq_race_call_off(cq_race *race);

/* ---- what they found (race_winner.c) ---- */

void cq_race_tell_notes(const cq_race *race, const cq_racer *winner);
/* What the winner says becomes what the run says: solutions go through the checker, as
 * do reasons. */
cq_status cq_race_adopt(cq_race *race, const cq_racer *winner);
/* The best that is known in a race that was stopped; `user` is the race. */
cq_status cq_race_adopt_partly(void *user);

#endif
