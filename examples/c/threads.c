/* threads.c - one problem, two threads with a context each, progress, and a cancel.
 *
 * A problem does not change while it is solved: any number of threads may solve it,
 * each in a context of its own. The first counts the domino tilings of a board. The
 * second lists them, which would take for ever: it is cancelled when the first is done,
 * and its context is then used once more.
 */
#include <chequer.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

typedef struct job {
    const cq_problem *problem;
    cq_context *ctx; /* of this thread alone, but for cq_cancel */
    atomic_ullong seen;
} job;

/* Called about ten times a second; false would stop, too. */
static bool show(void *user, const cq_progress *progress)
{
    job *j = user;

    atomic_store(&j->seen, progress->found);
    return true;
}

static bool pass(void *user, const cq_answer *solution)
{
    (void)user;
    return cq_answer_solutions(solution) == 1;
}

static void *list(void *user)
{
    job *j = user;
    const cq_options options =
        CQ_OPTIONS(.user = j, .on_progress = show, .on_solution = pass);
    cq_answer *answer = NULL;

    if (cq_solve(j->ctx, j->problem, CQ_GOAL_ALL, &options, &answer) == CQ_OK)
        printf("the list was %s\n", cq_stop_name(cq_answer_stop(answer)));
    cq_answer_free(answer);
    return NULL;
}

static cq_status print_count(cq_context *ctx, const cq_problem *problem)
{
    const cq_options options = CQ_OPTIONS(.threads = 2);
    cq_answer *answer = NULL;
    cq_status status = cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer);

    if (status == CQ_OK)
        printf("%s tilings\n", cq_answer_count(answer));
    cq_answer_free(answer);
    return status;
}

int main(void)
{
    cq_context *ctx = cq_context_new(), *other = cq_context_new();
    cq_problem *problem = NULL;
    job j = {.ctx = other};
    pthread_t thread;
    cq_status status =
        ctx && other ? cq_problem_parse_board(ctx, "8x8", &problem) : CQ_MEMORY;

    j.problem = problem;
    if (status == CQ_OK && pthread_create(&thread, NULL, list, &j) == 0) {
        status = print_count(ctx, problem);
        cq_cancel(other);
        pthread_join(thread, NULL);
        cq_cancel_undo(other); /* so that the context can be used again */
        if (status == CQ_OK)
            status = print_count(other, problem);
    }
    cq_problem_free(problem);
    cq_context_free(other);
    cq_context_free(ctx);
    return status == CQ_OK ? 0 : 1;
}
