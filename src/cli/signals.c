/* signals.c - Ctrl-C, kill, and the question how far it is.
 *
 * The signals that ask a process to end ask the running search to stop, so that what is
 * known can still be printed and its state kept; each is caught once, so a second one
 * ends the process at once. They are caught from the first byte that is read, as a
 * large board takes its time. One that the parent had switched off (nohup, a job in the
 * background of a script) stays off. SIGUSR1 sets a flag that the next report of
 * progress answers.
 * A file that may not grow any more (ulimit -f) is a write that fails, as on a full
 * disk, and not the end of the process: SIGXFSZ is switched off.
 *
 * A signal handler has no argument of its own: the two variables below are the only
 * state outside of cq_cli. They are lock-free atomics, which a handler may use.
 */
#include "cli/cli.h"

#include <signal.h>
#include <stdatomic.h>

static const int stops[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};

enum { STOPS = sizeof stops / sizeof *stops };

static _Atomic(cq_context *) watched;
static atomic_bool state_wanted;

static void on_stop(int number)
{
    cq_context *ctx = atomic_load(&watched);

    (void)number;
    if (ctx)
        cq_cancel(ctx);
}

static void on_state(int number)
{
    (void)number;
    atomic_store(&state_wanted, true);
}

static void handle(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {0}, before;

    if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
        return;
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void cq_signals_start(void)
{
    handle(SIGUSR1, on_state, SA_RESTART);
    handle(SIGXFSZ, SIG_IGN, 0);
}

void cq_signals_watch(cq_context *ctx)
{
    atomic_store(&watched, ctx);
    for (size_t i = 0; i < STOPS; i++)
        handle(stops[i], ctx ? on_stop : SIG_DFL, ctx ? (int)SA_RESETHAND : 0);
}

bool cq_signals_state_wanted(void)
{
    return atomic_exchange(&state_wanted, false);
}
