/* backtrack_lays.c - all tilings of a board on the plane, by the search over lays. */
#include "engine/backtrack/lays.h"

typedef struct search {
    cq_run *run;
    cq_lays lays;
    cq_solution solution;
} search;

static cq_status deliver(search *s, bool *enough)
{
    if (!cq_lays_complete(&s->lays))
        return CQ_OK;
    if (s->run->goal == CQ_GOAL_COUNT) {
        cq_run_counted(s->run);
        return CQ_OK;
    }
    if (cq_lays_position(&s->lays, &s->solution) != CQ_OK)
        return CQ_MEMORY;
    return cq_run_found(s->run, &s->solution, enough);
}

/* How much of the tree is done: each level's share is that of its lays done, as if
 * all subtrees were of the same size. */
static void progress(void *state, cq_progress *out)
{
    const cq_lays *l = &((const search *)state)->lays;
    double unit = 1;

    out->share = 0;
    for (size_t d = 0; d <= l->depth && unit > 1e-9; d++) {
        unit /= (double)l->lays.count;
        out->share += unit * l->levels[d].next;
    }
    out->work = l->tried;
    out->unit = "lays";
}

static cq_status walk(search *s)
{
    bool enough = false;
    uint64_t steps = 0;

    for (;;) {
        if (++steps % CQ_BACKTRACK_POLL == 0 && cq_run_poll(s->run))
            return CQ_OK;
        if (cq_lays_find(&s->lays)) {
            cq_status status;

            if (cq_lays_descend(&s->lays))
                continue;
            status = deliver(s, &enough);
            if (status != CQ_OK || enough)
                return status;
        }
        if (!cq_lays_ascend(&s->lays))
            return CQ_OK;
    }
}

cq_status cq_backtrack_lays(cq_run *run)
{
    search s = {.run = run,
                .lays = {.ctx = run->ctx,
                         .board = run->problem->board,
                         .pieces = &run->problem->pieces,
                         .breaking = run->breaking}};
    cq_status status = cq_lays_open(&s.lays);

    if (status == CQ_OK) {
        run->progress = progress;
        run->state = &s;
        status = walk(&s);
        run->progress = NULL;
    }
    cq_then(status, cq_backtrack_conclude(run, "lays tried", s.lays.tried));
    cq_lays_close(&s.lays);
    cq_solution_free(&s.solution);
    return status;
}
