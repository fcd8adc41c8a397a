/* mpi_ranks.c - messages between ranks by MPI.
 *
 * This is all that knows of MPI. It is a module of its own, which the command loads
 * only if mpirun has started it (src/cli/mpirun.c): so the library and the command do
 * not depend on MPI, and start as fast as without it.
 *
 * Sending never waits: a copy of the message stays in a list until MPI has sent it.
 * Receiving takes the next message from anyone, or nothing: a blocking call of MPI
 * would keep a processor busy. Calls may come from any thread, one at a time
 * (MPI_THREAD_SERIALIZED).
 *
 * An empty message is the last one of its sender. Rank 0 leaves when all others have
 * sent theirs, the others when rank 0 has; so nothing is under way when MPI ends.
 */
#include "mpi_ranks.h"

#include "base/assert.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct letter {
    struct letter *next;
    MPI_Request request;
    char bytes[];
} letter;

typedef struct post {
    int rank, count;
    letter *sent; /* under way */
    char *got;    /* the message last received */
    size_t room;
    bool *left; /* who has sent an empty message */
} post;

/* Letters that have arrived go. */
static bool reap(post *p)
{
    for (letter **slot = &p->sent; *slot;) {
        letter *l = *slot;
        int done = 0;

        if (MPI_Test(&l->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return false;
        if (!done) {
            slot = &l->next;
            continue;
        }
        *slot = l->next;
        free(l);
    }
    return true;
}

static bool send_bytes(void *state, unsigned to, const void *bytes, size_t size)
{
    post *p = state;
    letter *l = size <= INT_MAX ? malloc(sizeof *l + size) : NULL;

    if (!l)
        return false;
    cq_assert((int)to < p->count && (int)to != p->rank);
    if (size)
        memcpy(l->bytes, bytes, size);
    if (MPI_Isend(l->bytes, (int)size, MPI_BYTE, (int)to, 0, MPI_COMM_WORLD,
                  &l->request) != MPI_SUCCESS) {
        free(l);
        return false;
    }
    l->next = p->sent;
    p->sent = l;
    return reap(p);
}

static bool make_room(post *p, size_t size)
{
    char *more;

    if (size < p->room)
        return true;
    more = realloc(p->got, 2 * size + 1);
    if (!more)
        return false;
    p->got = more;
    p->room = 2 * size + 1;
    return true;
}

/* A message that is there. */
static bool fetch(post *p, MPI_Message *message, const MPI_Status *about, size_t *size)
{
    int bytes = 0;

    if (MPI_Get_count(about, MPI_BYTE, &bytes) != MPI_SUCCESS ||
        !make_room(p, (size_t)bytes) ||
        MPI_Mrecv(p->got, bytes, MPI_BYTE, message, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        return false;
    cq_assert(bytes >= 0 && (size_t)bytes < p->room);
    cq_assert(!p->left[about->MPI_SOURCE]); /* an empty message is the last one */
    *size = (size_t)bytes;
    if (bytes == 0)
        p->left[about->MPI_SOURCE] = true;
    return true;
}

static bool receive_bytes(void *state, unsigned *from, const void **bytes, size_t *size)
{
    post *p = state;
    MPI_Message message;
    MPI_Status about;
    int any = 0;

    *bytes = NULL;
    *size = 0;
    if (!reap(p) || MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &any, &message,
                                &about) != MPI_SUCCESS)
        return false;
    if (any && !fetch(p, &message, &about, size))
        return false;
    *from = any ? (unsigned)about.MPI_SOURCE : 0;
    /* That rank 0 has left is said as often as it is asked. */
    if (any || (p->rank > 0 && p->left[0]))
        *bytes = p->got;
    return true;
}

static void drop(post *p)
{
    if (!p)
        return;
    free(p->got);
    free(p->left);
    free(p);
}

bool cq_mpi_open(cq_ranks *ranks)
{
    post *p = calloc(1, sizeof *p);
    int level = 0;

    if (!p || !make_room(p, 0) ||
        MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS) {
        drop(p);
        return false;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &p->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p->count);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    cq_assert(p->rank >= 0 && p->rank < p->count);
    p->left = calloc((size_t)p->count, sizeof *p->left);
    if (!p->left || level < MPI_THREAD_SERIALIZED) {
        MPI_Finalize();
        drop(p);
        return false;
    }
    *ranks = (cq_ranks){.rank = (unsigned)p->rank,
                        .count = (unsigned)p->count,
                        .state = p,
                        .send = send_bytes,
                        .receive = receive_bytes};
    return true;
}

/* Whether all whose last message is waited for have sent it, and ours have gone. */
static bool is_over(const post *p)
{
    if (p->rank > 0)
        return p->left[0] && !p->sent;
    for (int i = 1; i < p->count; i++)
        if (!p->left[i])
            return false;
    return !p->sent;
}

void cq_mpi_close(cq_ranks *ranks)
{
    post *p = ranks->state;
    const struct timespec pause = {0, 2000000};
    bool works = true;

    for (int i = 0; i < p->count && works; i++)
        if (p->rank == 0 ? i > 0 : i == 0)
            works = send_bytes(p, (unsigned)i, "", 0);
    while (works && !is_over(p)) {
        const void *bytes;
        unsigned from;
        size_t size;

        works = receive_bytes(p, &from, &bytes, &size);
        if (!bytes || size == 0)
            nanosleep(&pause, NULL);
    }
    if (works)
        MPI_Finalize();
    else
        MPI_Abort(MPI_COMM_WORLD, 3);
    drop(p);
}
