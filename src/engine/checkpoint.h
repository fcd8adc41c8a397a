/* checkpoint.h - the state of a run on file, so that it can be resumed.
 *
 * A checkpoint names its problem (by digest), its engine, its goal and everything else
 * that decides the order of the work; the rest are bytes of the engine. It is written
 * next to the old one and then replaces it, so one of them is always intact. It ends
 * with a checksum, so a truncated file is refused.
 *
 *     text     "chequer checkpoint 1\n", then a line each: engine, goal, problem (the
 *              digest), variant (unique, symmetric, part I/N), found, output, seconds,
 *              and an empty line
 *     bytes    the engine's
 *     8 bytes  the sum of all before it
 */
#ifndef CQ_ENGINE_CHECKPOINT_H
#define CQ_ENGINE_CHECKPOINT_H

#include "base/file.h"
#include "base/parcel.h"
#include "engine/engine.h"

/* Where a run keeps its state; cq_run has one if the user asked for it. */
typedef struct cq_checkpoint {
    const char *write; /* path, or NULL: none is written */
    const char *read;  /* path to resume from, or NULL */
    double every;      /* seconds between two of them */
    double next;       /* when the next is due, on cq_clock_seconds */
    char variant[64];  /* what besides problem, engine and goal must be the same */
    uint64_t found;  /* solutions delivered when it was written; for the goal count the
                     * engine sets it before it writes one */
    uint64_t output; /* the caller's: how far its output had got */
    double seconds;  /* spent in the runs before */
    bool resumed;    /* the engine has started from what was read */
    bool told;       /* that the last one could not be written */
    /* Called before each is written: the caller brings its output to safety and sets
     * `output`. May be NULL. */
    cq_status (*before)(void *user, struct cq_checkpoint *checkpoint);
    void *user;
} cq_checkpoint;

/* Whether one is due now; false if none is wanted. */
bool cq_checkpoint_due(const cq_run *run);

/* Bytes of the engine's own, in and out. Reading past the end fails with CQ_INPUT. */
typedef struct cq_checkpoint_file cq_checkpoint_file;
cq_status cq_checkpoint_put(cq_checkpoint_file *file, const void *bytes, size_t size);
cq_status cq_checkpoint_get(cq_checkpoint_file *file, void *bytes, size_t size);
/* All that is left of them, borrowed: whoever takes it sees to its end. */
cq_parcel cq_checkpoint_rest(cq_checkpoint_file *file);

/* Writes one: the head, then what `put` writes with cq_checkpoint_put, then the sum. */
cq_status cq_checkpoint_write(cq_run *run,
                              cq_status (*put)(void *state, cq_checkpoint_file *file),
                              void *state);
/* After one that was written in passing: if it could not be written, on a full disk for
 * example, the run goes on with a warning, as the one before is still there. Returns
 * CQ_OK, or CQ_STOPPED if the caller wants no more. */
cq_status cq_checkpoint_passed(cq_run *run, cq_status written);
/* Resumes the run: checks the head against the run and the sum against the bytes before
 * `get` sees any of them. Without one to resume from it does nothing. */
cq_status cq_checkpoint_read(cq_run *run,
                             cq_status (*get)(void *state, cq_checkpoint_file *file),
                             void *state);

#endif
