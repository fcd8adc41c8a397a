/* greet.c - several ranks come together: is it one question, and who searches when.
 *
 *     rank 0                           the others
 *     waits for all                    HELLO: program, version, problem, question
 *     compares, goes on with its plan  wait
 *     START from within an engine      run that engine, which follows (dfs/follow.c)
 *     LEAVE                            are done
 *
 * The others make no plan and deliver nothing. They run an engine on the same problem,
 * with the same placements left out, and so come to the same tree.
 */
#include "solve/solve_job.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/ranks.h"
#include "base/sized.h"

#include <string.h>

/* ---- who is who ---- */

typedef struct hello {
    uint64_t kin, problem, question;
    char version[64];
} hello;

static uint64_t add_text(uint64_t hash, const char *text)
{
    return cq_hash_bytes(hash, text ? text : "", text ? strlen(text) + 1 : 0);
}

/* What of the options decides the tree, or what is read out of layers. */
static uint64_t question_digest(const cq_job *j)
{
    const cq_options *o = j->options;
    uint64_t hash = cq_hash_u64(CQ_HASH_START, j->run.goal);

    hash = add_text(hash, o->engine);
    hash = cq_hash_u64(hash, o->first);
    hash = cq_hash_u64(hash, o->part);
    hash = cq_hash_u64(hash, o->parts);
    hash = cq_hash_u64(hash, o->order_count);
    hash = cq_hash_u64(hash, o->samples);
    hash = cq_hash_u64(hash, o->seed);
    hash = add_text(hash, o->nth);
    return cq_hash_u64(hash, (uint64_t)o->unique << 1 | (uint64_t)o->symmetric);
}

static hello hello_of(const cq_job *j)
{
    hello mine = {.kin = j->run.ranks->kin,
                  .problem = cq_problem_digest(j->run.problem),
                  .question = question_digest(j)};

    snprintf(mine.version, sizeof mine.version, "%s", cq_version());
    return mine;
}

static cq_status say_hello(const cq_job *j)
{
    cq_parcel p = {.ctx = j->run.ctx};
    hello mine = hello_of(j);
    cq_status status;

    cq_message_begin(&p, CQ_MESSAGE_HELLO, 0);
    cq_parcel_put(&p, mine.kin, 8);
    cq_parcel_put(&p, mine.problem, 8);
    cq_parcel_put(&p, mine.question, 8);
    cq_parcel_put_text(&p, mine.version);
    status = cq_ranks_send(j->run.ranks, 0, &p);
    cq_parcel_free(&p);
    return status;
}

static cq_status compare(const cq_job *j, unsigned from, cq_parcel *p)
{
    hello mine = hello_of(j), theirs = {.kin = cq_parcel_get(p, 8),
                                        .problem = cq_parcel_get(p, 8),
                                        .question = cq_parcel_get(p, 8)};
    const char *what = NULL;

    cq_parcel_get_text(p, theirs.version, sizeof theirs.version);
    if (strcmp(mine.version, theirs.version) != 0)
        return cq_fail(j->run.ctx, CQ_INPUT,
                       "rank %u is chequer %s, but rank 0 is chequer %s: install the "
                       "same one on all hosts",
                       from, theirs.version, mine.version);
    if (mine.kin != theirs.kin)
        what = "runs another program or has other arguments than rank 0: start the "
               "same command on all hosts";
    else if (mine.problem != theirs.problem)
        what = "has another problem than rank 0: the files must be the same on all "
               "hosts";
    else if (mine.question != theirs.question)
        what = "was asked another question than rank 0";
    return what ? cq_fail(j->run.ctx, CQ_INPUT, "rank %u %s", from, what) : CQ_OK;
}

/* ---- rank 0 ---- */

static cq_status hear_hello(const cq_job *j, unsigned from, cq_message kind,
                            cq_parcel *p, unsigned *missing)
{
    char text[512];
    cq_status status;

    if (kind == CQ_MESSAGE_OVER)
        return cq_fail(j->run.ctx, CQ_INPUT, "rank %u ended before the search began",
                       from);
    cq_parcel_get(p, 4);
    if (kind == CQ_MESSAGE_FAILED) {
        status = (cq_status)cq_parcel_get(p, 4);
        cq_parcel_get_text(p, text, sizeof text);
        return cq_fail(j->run.ctx, status == CQ_OK ? CQ_INPUT : status, "rank %u: %s",
                       from, text);
    }
    if (kind != CQ_MESSAGE_HELLO)
        return CQ_OK;        /* late news of the question before */
    cq_assert(*missing > 0); /* each says it once */
    --*missing;
    return compare(j, from, p);
}

cq_status cq_job_greet(const cq_job *j)
{
    const cq_ranks *ranks = j->run.ranks;
    unsigned missing, idle = 0;
    cq_status status = CQ_OK;

    if (!cq_ranks_several(ranks))
        return CQ_OK;
    missing = ranks->count - 1;
    while (missing && status == CQ_OK) {
        cq_message kind;
        cq_parcel p;
        unsigned from;

        status = cq_ranks_receive(j->run.ctx, ranks, &from, &kind, &p);
        if (status == CQ_OK && kind != CQ_MESSAGE_NONE) {
            status = hear_hello(j, from, kind, &p, &missing);
            idle = 0;
        } else if (status == CQ_OK) {
            status = cq_poll(j->run.ctx);
            cq_ranks_sleep(&idle);
        }
    }
    return status;
}

/* Nobody was called to take part. */
static const char *why_alone(const cq_job *j)
{
    cq_goal goal = j->run.answer ? j->run.answer->goal : j->run.goal;

    if (goal == CQ_GOAL_ESTIMATE)
        return "the estimate of a sweep takes a moment";
    if (goal == CQ_GOAL_FIND || goal == CQ_GOAL_WHY)
        return "one solution, or a reason, is not searched for by several";
    return "this question is not spread";
}

void cq_job_part(const cq_job *j)
{
    cq_parcel p = {.ctx = j->run.ctx};

    if (!cq_ranks_several(j->run.ranks))
        return;
    if (j->epoch == 0)
        cq_note(j->run.ctx, "ranks: %u, of which rank 0 has answered alone: %s",
                j->run.ranks->count, why_alone(j));
    cq_message_begin(&p, CQ_MESSAGE_LEAVE, 0);
    (void)cq_ranks_send_all(j->run.ranks, &p); /* who cannot be reached has left */
    cq_parcel_free(&p);
}

/* ---- the others ---- */

void cq_job_tell_failure(cq_context *ctx, const cq_ranks *ranks, uint32_t epoch,
                         cq_status status)
{
    cq_parcel p = {.ctx = ctx};

    cq_message_begin(&p, CQ_MESSAGE_FAILED, epoch);
    cq_parcel_put(&p, status, 4);
    cq_parcel_put_text(&p, cq_error_text(ctx));
    (void)cq_ranks_send(ranks, 0, &p);
    cq_parcel_free(&p);
}

/* The same way to the search as in rank 0 (judged.c). */
static cq_status run_engine(cq_job *j, const char *name)
{
    const cq_engine *engine = cq_engine_find(name);

    if (!engine)
        return CQ_DEFECT;
    j->run.followed = false;
    cq_try(cq_job_run(j, engine));
    return j->run.followed
               ? CQ_OK
               : cq_fail(j->run.ctx, CQ_DEFECT,
                         "the engine %s did not reach the search that rank 0 shares",
                         name);
}

static void take_start(cq_job *j, cq_parcel *p)
{
    char name[32];
    cq_status status;

    j->epoch = (uint32_t)cq_parcel_get(p, 4);
    cq_parcel_get_text(p, name, sizeof name);
    status = run_engine(j, name);
    if (status != CQ_OK)
        cq_job_tell_failure(j->run.ctx, j->run.ranks, j->epoch, status);
}

/* Until rank 0 says that all is done. What belongs to a search that failed here is
 * passed over. */
static cq_status serve(cq_job *j)
{
    cq_status status = say_hello(j);
    cq_message kind = CQ_MESSAGE_NONE;
    unsigned idle = 0;

    while (status == CQ_OK && kind != CQ_MESSAGE_LEAVE && kind != CQ_MESSAGE_OVER) {
        cq_parcel p;
        unsigned from;

        status = cq_ranks_receive(j->run.ctx, j->run.ranks, &from, &kind, &p);
        if (status == CQ_OK && kind == CQ_MESSAGE_START)
            take_start(j, &p);
        if (kind == CQ_MESSAGE_NONE)
            cq_ranks_sleep(&idle);
        else
            idle = 0;
    }
    return status;
}

cq_status cq_job_follow(cq_job *j, cq_goal goal)
{
    cq_status status =
        cq_classes_new(j->run.ctx, j->run.problem, goal, j->options, &j->classes);

    if (status == CQ_OK)
        return serve(j);
    cq_job_tell_failure(j->run.ctx, j->run.ranks, 0, status);
    return status;
}

cq_status cq_ranks_check(cq_context *ctx, const cq_options *options, bool first)
{
    const cq_ranks *r = options->ranks;

    if (!r && first)
        return CQ_OK;
    if (!r || r->rank >= r->count || !r->send || !r->receive || (r->rank == 0) != first)
        return cq_fail(ctx, CQ_INPUT,
                       "rank 0 of several calls cq_solve, and the others cq_follow");
    return CQ_OK;
}
