/* long_run.c - where a run keeps its state, and what it must agree in to be resumed. */
#include "solve/solve_job.h"

#include <string.h>

static cq_status before_checkpoint(void *user, cq_checkpoint *checkpoint)
{
    cq_job *j = user;

    if (j->options->on_checkpoint &&
        !j->options->on_checkpoint(j->options->user, &checkpoint->output))
        return cq_fail(j->run.ctx, CQ_STOPPED, "stopped before a checkpoint");
    return CQ_OK;
}

/* "unique symmetric part 2/8": what else a resumed run must agree in. */
static void set_variant(const cq_job *j, char *out, size_t size)
{
    const char *unique = j->options->unique ? "unique" : "";
    const char *symmetric = j->options->symmetric ? "symmetric" : "";
    const char *both = *unique && *symmetric ? " " : "";
    const char *behind = (*unique || *symmetric) && j->run.parts ? " " : "";

    snprintf(out, size, "%s%s%s%s", unique, both, symmetric, behind);
    if (j->run.parts)
        snprintf(out + strlen(out), size - strlen(out), "part %u/%u", j->run.part,
                 j->run.parts);
}

void cq_job_checkpoint(cq_job *j)
{
    cq_checkpoint *c = &j->checkpoint;
    const cq_options *options = j->options;

    if (!options->checkpoint && !options->resume)
        return;
    c->write = options->checkpoint ? options->checkpoint : options->resume;
    c->read = options->resume;
    c->every = 60;
    c->next = j->run.started + c->every;
    c->before = before_checkpoint;
    c->user = j;
    set_variant(j, c->variant, sizeof c->variant);
    j->run.checkpoint = c;
}

cq_options cq_job_options_within(const cq_job *j)
{
    cq_options options = *j->options;

    options.on_solution = NULL;
    options.on_checkpoint = NULL;
    options.checkpoint = options.resume = NULL;
    options.ranks = NULL;
    options.seconds = 0; /* the context knows the end */
    return options;
}
