/* foresee.c - what a sweep would take, added to an estimate of a search. */
#include "solve/solve_job.h"

#include <string.h>

cq_status cq_job_foresee(cq_job *j, const cq_planned *stage)
{
    cq_run *run = &j->run;
    cq_answer *answer = run->answer;
    char engine[sizeof answer->engine];
    double deadline = run->deadline;
    cq_stop stop = run->stop;
    cq_status status;

    if (stop == CQ_STOP_CANCELLED || answer->verdict == CQ_NO)
        return CQ_OK;
    memcpy(engine, answer->engine, sizeof engine);
    run->deadline = 0; /* that was for the probes */
    status = stage->engines[0]->run(run);
    run->deadline = deadline;
    run->stop = stop;
    memcpy(answer->engine, engine, sizeof engine);
    return status;
}
