/* race_winner.c - what has been found in a race becomes what the run says. */
#include "solve/race.h"

#include "base/assert.h"

#include <string.h>

void cq_race_tell_notes(const cq_race *g, const cq_racer *r)
{
    cq_context *ctx = g->job->run.ctx;

    cq_note(ctx, "engine %s: it finished first", r->engine->name);
    for (size_t at = 0; at < r->notes.count; at += strlen(r->notes.at + at) + 1)
        cq_note(ctx, "%s", r->notes.at + at);
}

cq_status cq_race_adopt(cq_race *g, const cq_racer *r)
{
    cq_job *j = g->job;
    cq_answer *to = j->run.answer;
    const cq_answer *from = r->run.answer;
    cq_certificate certificate = {0};
    bool enough = false;

    cq_assert(r->ended && cq_racer_decides(r));
    snprintf(to->engine, sizeof to->engine, "%s", r->engine->name);
    to->counters.count = 0;
    for (size_t i = 0; i < from->counters.count; i++)
        cq_try(cq_answer_add_counter(to, from->counters.at[i].name,
                                     from->counters.at[i].value));
    cq_assert(from->verdict != CQ_NO || from->solutions.count == 0);
    if (from->verdict == CQ_NO) {
        cq_try(cq_certificate_copy(j->run.ctx, &from->certificate, &certificate));
        cq_run_refute(&j->run, &certificate);
    }
    for (size_t i = 0; i < from->solutions.count; i++)
        cq_try(cq_run_found(&j->run, &from->solutions.at[i], &enough));
    to->verdict = from->verdict;
    if (j->run.goal == CQ_GOAL_COUNT) {
        to->found = from->found;
        to->counted = from->counted;
        mpz_set(to->count, from->count);
    }
    return cq_job_judge(j);
}

/* Of a race that was stopped: whose solutions are shown; NULL if there are none. One
 * that knows a bound says more. */
static const cq_answer *best_known(const cq_race *g)
{
    const cq_answer *best = NULL;

    for (size_t i = 0; i < g->count; i++) {
        const cq_answer *answer = g->racers[i].run.answer;

        if (answer->solutions.count && (!best || (answer->limit && !best->limit)))
            best = answer;
    }
    return best;
}

cq_status cq_race_adopt_partly(void *user)
{
    cq_race *g = user;
    cq_run *run = &g->job->run;
    const cq_answer *from = best_known(g);
    bool enough = false;

    if (!from)
        return CQ_OK;
    snprintf(run->answer->engine, sizeof run->answer->engine, "%s", from->engine);
    cq_free(run->answer->limit);
    run->answer->limit =
        from->limit ? cq_strndup(run->ctx, from->limit, strlen(from->limit)) : NULL;
    if (from->limit && !run->answer->limit)
        return CQ_MEMORY;
    for (size_t k = 0; k < from->solutions.count && !enough; k++)
        cq_try(cq_run_found(run, &from->solutions.at[k], &enough));
    return CQ_OK;
}
