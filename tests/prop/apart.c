/* apart.c - trials in a process of their own, so that a crash is a failure like others.
 *
 * Parent and child share a page. The child notes there which trial it is at, and at the
 * end that it came to one; a child that ends otherwise (a signal, a sanitizer's exit,
 * an alarm) has found a failure, and its last trial is the one to look at.
 */
#include "prop.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE = 60 }; /* seconds for a trial; all of them take milliseconds */

typedef struct shared {
    bool done;
    outcome result;
    uint64_t seed;
    unsigned long beside;
    char complaint[COMPLAINT_SIZE];
} shared;

static shared *share(void)
{
    void *page = mmap(NULL, sizeof(shared), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (page == MAP_FAILED)
        exit(1);
    return page;
}

static pid_t start(void)
{
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child < 0)
        exit(1);
    return child;
}

/* Waits, and makes a failure of an end that was none. */
static void finish(pid_t child, shared *s)
{
    int status = 0;

    waitpid(child, &status, 0);
    if (s->done)
        return;
    s->result = FAILS;
    if (WIFSIGNALED(status))
        snprintf(s->complaint, sizeof s->complaint, "ended by a signal: %s",
                 strsignal(WTERMSIG(status)));
    else
        snprintf(s->complaint, sizeof s->complaint, "ended with exit code %d",
                 WEXITSTATUS(status));
}

/* A child that is tried many times over need not tell of its crash each time. */
static void be_quiet(void)
{
    int null = open("/dev/null", O_WRONLY);

    if (null >= 0) {
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
    }
}

outcome attempt_apart(const property *p, uint64_t seed, const input *in,
                      char *complaint)
{
    shared *s = share();
    pid_t child = start();
    outcome result;

    if (child == 0) {
        be_quiet();
        alarm(PATIENCE);
        s->result = attempt(p, seed, in, s->complaint);
        s->done = true;
        _exit(0);
    }
    finish(child, s);
    result = s->result;
    memcpy(complaint, s->complaint, COMPLAINT_SIZE);
    munmap(s, sizeof *s);
    return result;
}

bool try_many(const property *p, uint64_t seed, unsigned long runs, failure *out)
{
    shared *s = share();
    pid_t child = start();
    bool failed;

    if (child == 0) {
        for (unsigned long i = 0; i < runs && s->result != FAILS; i++) {
            input in;

            s->seed = seed + i;
            alarm(PATIENCE);
            generate_seeded(p, s->seed, &in);
            s->result = attempt(p, s->seed, &in, s->complaint);
            s->beside += s->result == BESIDE;
        }
        s->done = true;
        _exit(0);
    }
    finish(child, s);
    failed = s->result == FAILS;
    out->seed = s->seed;
    out->beside = s->beside;
    memcpy(out->complaint, s->complaint, COMPLAINT_SIZE);
    munmap(s, sizeof *s);
    return !failed;
}
