/* request.c - a request read, run, and answered in events.
 *
 * The request is read as a stream by the table of its members; answers can be large and
 * are written as they are, by the library's writers. Every event is one line of JSON.
 */
#include "web/request.h"

#include "base/assert.h"
#include "base/context.h"
#include "base/settings.h"
#include "web/events.h"
#include "web/member.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* A job can stand in the place of a goal. */
static cq_status find_goal(cq_request *r)
{
    static const char *const jobs[] = {[CQ_JOB_EXPLAIN] = "explain",
                                       [CQ_JOB_DESCRIBE] = "describe",
                                       [CQ_JOB_TRACE] = "trace"};
    const char *name = r->goal_name ? r->goal_name : "find";

    r->goal = CQ_GOAL_FIND;
    for (cq_job job = CQ_JOB_EXPLAIN; job <= CQ_JOB_TRACE; job++)
        if (strcmp(name, jobs[job]) == 0)
            r->job = job;
    if (r->job != CQ_JOB_SOLVE || cq_goal_find(name, &r->goal))
        return CQ_OK;
    return cq_fail(r->ctx, CQ_INPUT, "there is no goal \"%.40s\"", name);
}

static void apply_limits(cq_request *r)
{
    const cq_web_limits *l = r->limits;
    cq_options *o = &r->options;

    if (l->seconds > 0 && (o->seconds <= 0 || o->seconds > l->seconds))
        o->seconds = l->seconds;
    if (l->threads && o->threads > l->threads)
        o->threads = l->threads;
    if (o->first == 0 && (r->goal == CQ_GOAL_CHEAPEST || r->goal == CQ_GOAL_DEAREST))
        o->first = 1;
    if (l->solutions && (o->first == 0 || o->first > l->solutions))
        o->first = l->solutions;
    if (l->solutions && o->samples > l->solutions)
        o->samples = l->solutions;
    cq_assert(!l->solutions || (o->first > 0 && o->first <= l->solutions));
    cq_assert(l->seconds <= 0 || (o->seconds > 0 && o->seconds <= l->seconds));
}

/* The one description of a request: its members, those of its problem, its options. */
static cq_status read_members(cq_request *r, cq_json *json)
{
    cq_question *q = &r->question;
    cq_options *o = &r->options;
    uint64_t version = 1, threads = 1;
    const cq_member problem[] = {{"kind", CQ_MEMBER_TEXT, &r->kind},
                                 {"text", CQ_MEMBER_TEXT, &q->text},
                                 {"pieces", CQ_MEMBER_TEXT, &q->pieces},
                                 {"rules", CQ_MEMBER_TEXT, &q->rules},
                                 {"free", CQ_MEMBER_TEXT, &q->free},
                                 {"weights", CQ_MEMBER_TEXT, &q->weights},
                                 {"unweighted", CQ_MEMBER_FLAG, &q->unweighted},
                                 {"leaper", CQ_MEMBER_TEXT, &q->leaper},
                                 {"closed", CQ_MEMBER_FLAG, &r->closed},
                                 {"from", CQ_MEMBER_TEXT, &q->from},
                                 {"to", CQ_MEMBER_TEXT, &q->to},
                                 {"symmetric", CQ_MEMBER_TEXT, &q->symmetric},
                                 {"with", CQ_MEMBER_TEXT, &q->with},
                                 {"without", CQ_MEMBER_TEXT, &q->without},
                                 {"at", CQ_MEMBER_TEXT, &q->at},
                                 {"make", CQ_MEMBER_TEXT, &r->make},
                                 {"magic", CQ_MEMBER_TEXT, &q->magic},
                                 {"tour", CQ_MEMBER_FLAG, &r->tour},
                                 {"by_copies", CQ_MEMBER_FLAG, &r->by_copies}};
    const cq_member options[] = {{"engine", CQ_MEMBER_TEXT, &o->engine},
                                 {"first", CQ_MEMBER_NUMBER, &o->first},
                                 {"samples", CQ_MEMBER_NUMBER, &o->samples},
                                 {"nth", CQ_MEMBER_TEXT, &o->nth},
                                 {"by", CQ_MEMBER_TEXT, &o->by},
                                 {"moves", CQ_MEMBER_NUMBER, &r->moves},
                                 {"steps", CQ_MEMBER_NUMBER, &r->steps},
                                 {"seed", CQ_MEMBER_NUMBER, &o->seed},
                                 {"threads", CQ_MEMBER_NUMBER, &threads},
                                 {"seconds", CQ_MEMBER_REAL, &o->seconds},
                                 {"unique", CQ_MEMBER_FLAG, &o->unique},
                                 {"symmetric", CQ_MEMBER_FLAG, &o->symmetric},
                                 {"confirm", CQ_MEMBER_FLAG, &o->confirm},
                                 {"ties", CQ_MEMBER_TEXT, &r->ties},
                                 {"move_order", CQ_MEMBER_TEXT, &o->move_order},
                                 {"cut", CQ_MEMBER_TEXT, &r->cut},
                                 {"join", CQ_MEMBER_TEXT, &r->join},
                                 {"from", CQ_MEMBER_NUMBER, &r->from},
                                 {"to", CQ_MEMBER_NUMBER, &r->to},
                                 {"highest", CQ_MEMBER_NUMBER, &r->highest},
                                 {"rows", CQ_MEMBER_NUMBER, &r->rows},
                                 {"cols", CQ_MEMBER_NUMBER, &r->cols},
                                 {"fewest", CQ_MEMBER_FLAG, &r->fewest},
                                 {"solutions", CQ_MEMBER_NUMBER, &r->solutions},
                                 {"easiest", CQ_MEMBER_NUMBER, &r->easiest},
                                 {"hardest", CQ_MEMBER_NUMBER, &r->hardest},
                                 {"tries", CQ_MEMBER_NUMBER, &r->tries}};
    const cq_members problem_table = {"\"problem\"", problem,
                                      sizeof problem / sizeof *problem};
    const cq_members option_table = {"\"options\"", options,
                                     sizeof options / sizeof *options};
    const cq_member request[] = {{"chequer", CQ_MEMBER_NUMBER, &version},
                                 {"problem", CQ_MEMBER_OBJECT, &problem_table},
                                 {"goal", CQ_MEMBER_TEXT, &r->goal_name},
                                 {"options", CQ_MEMBER_OBJECT, &option_table},
                                 {"answer", CQ_MEMBER_ANY, &r->answer},
                                 {"format", CQ_MEMBER_TEXT, &r->format}};
    const cq_members request_table = {"the request", request,
                                      sizeof request / sizeof *request};
    cq_status status = cq_members_read(json, &request_table);

    cq_then(status, cq_json_finish(json));
    o->threads = threads < CQ_THREADS_MOST ? (unsigned)threads : CQ_THREADS_MOST;
    return status;
}

/* The rules for tours, by their names. */
static cq_status read_rules(cq_request *r)
{
    cq_options *o = &r->options;
    const char *key = NULL, *name = NULL;

    if (r->ties && !cq_ties_find(r->ties, &o->ties))
        key = "ties", name = r->ties;
    else if (r->cut && !cq_cut_find(r->cut, &o->cut))
        key = "cut", name = r->cut;
    else if (r->join && !cq_join_find(r->join, &o->join))
        key = "join", name = r->join;
    return key ? cq_fail(r->ctx, CQ_INPUT, "\"%s\" cannot be \"%.40s\"", key, name)
               : CQ_OK;
}

static cq_status read_text(cq_request *r, const cq_text *text)
{
    cq_json json;
    cq_json_kind kind;
    cq_status status;

    if (r->limits->body && text->size > r->limits->body)
        return cq_fail(r->ctx, CQ_INPUT,
                       "the request has %zu bytes, but at most %zu are allowed",
                       text->size, r->limits->body);
    cq_json_start(&json, r->ctx, text);
    status = cq_json_next(&json, &kind);
    if (status == CQ_OK && kind != CQ_JSON_OBJECT)
        status = cq_json_fail(&json, "expected a request as an object");
    cq_then(status, read_members(r, &json));
    cq_json_stop(&json);
    return status;
}

cq_status cq_request_answer(const cq_request *r, cq_answer **out)
{
    return r->answer.size ? cq_answer_read(r->ctx, r->problem, "answer", r->answer.data,
                                           r->answer.size, out)
                          : CQ_OK;
}

cq_status cq_request_read(cq_context *ctx, const char *name, const char *text,
                          size_t size, const cq_web_limits *limits, cq_request *out)
{
    cq_text whole = {name, text, size};
    cq_request *r = out;
    cq_status status;

    if (limits->memory)
        cq_context_limit_memory(ctx, limits->memory);
    cq_context_limit_time(ctx, limits->seconds);
    *r = (cq_request){.ctx = ctx,
                      .limits = limits,
                      .question = CQ_QUESTION_INIT,
                      .closed = true,
                      .from = 1,
                      .options = CQ_OPTIONS(.threads = 1)};
    status = read_text(r, &whole);
    cq_then(status, read_rules(r));
    cq_then(status, find_goal(r));
    apply_limits(r);
    return status == CQ_OK ? cq_request_pose(r) : status;
}

void cq_request_free(cq_request *r)
{
    const cq_question *q = &r->question;
    const cq_options *o = &r->options;

    cq_free_each(r->kind, r->goal_name, r->format, r->make, r->ties, r->cut, r->join,
                 q->text, q->pieces, q->rules, q->free, q->weights, q->leaper, q->from,
                 q->to, q->symmetric, q->with, q->without, q->at, q->magic, o->engine,
                 o->nth, o->by, o->move_order);
    cq_problem_free(r->problem);
}

/* ---- telling ---- */

static bool on_solution(void *user, const cq_answer *answer)
{
    cq_events *t = user;
    FILE *out = cq_event_begin(t);

    cq_assert(cq_answer_solution(answer, 0));
    if (!out)
        return false;
    fputs("{\"number\": ", out);
    cq_json_put_u64(out, ++t->told);
    fputs(", \"solution\": ", out);
    cq_solution_write_json(t->request->problem, cq_answer_solution(answer, 0), out);
    if (cq_answer_class_size(answer, 0)) {
        fputs(", \"class\": ", out);
        cq_json_put_u64(out, cq_answer_class_size(answer, 0));
    }
    if (cq_answer_value(answer, 0)) {
        fputs(", \"costs\": ", out);
        cq_json_put_string(out, cq_answer_value(answer, 0));
    }
    fputs("}", out);
    return cq_event_end(t, out, "solution");
}

void cq_web_put_error(FILE *out, const cq_context *ctx, cq_status status)
{
    fputs("{\"status\": ", out);
    cq_json_put_string(out, cq_status_name(status));
    fputs(", \"message\": ", out);
    cq_json_put_string(out, cq_error_text(ctx));
    if (*cq_error_source(ctx)) {
        fputs(", \"source\": ", out);
        cq_json_put_string(out, cq_error_source(ctx));
    }
    if (cq_error_line(ctx))
        fprintf(out, ", \"line\": %zu", cq_error_line(ctx));
    if (cq_error_column(ctx))
        fprintf(out, ", \"column\": %zu", cq_error_column(ctx));
    fputs("}", out);
}

static void tell_error(cq_events *t, cq_context *ctx, cq_status status)
{
    FILE *out = cq_event_begin(t);

    if (!out)
        return;
    cq_web_put_error(out, ctx, status);
    cq_event_end(t, out, "error");
}

static cq_status tell_answer(cq_events *t, const cq_answer *answer)
{
    const cq_request *r = t->request;
    FILE *out = cq_event_begin(t);

    return cq_event_finish(t, out, "answer",
                           out ? cq_answer_write_json(r->ctx, r->problem, answer, out)
                               : CQ_OK);
}

static cq_status tell_description(cq_events *t)
{
    FILE *out = cq_event_begin(t);

    return cq_event_finish(t, out, "description",
                           out ? cq_request_describe(t->request, out) : CQ_OK);
}

/* Moves that were asked for, one event each, no more than solutions are allowed. */
static cq_status tell_moves(cq_events *t, cq_trace *trace)
{
    const cq_request *r = t->request;
    uint64_t most = r->limits->solutions, count = r->steps;

    if (most && count > most)
        count = most;
    for (uint64_t i = 0; i < count; i++) {
        cq_trace_state state;
        FILE *out;

        cq_try(cq_trace_move(trace, 1));
        cq_trace_look(trace, &state);
        if (state.last == CQ_MOVE_OVER)
            return CQ_OK;
        out = cq_event_begin(t);
        if (!out)
            return cq_fail(r->ctx, CQ_MEMORY, "out of memory");
        cq_request_put_move(r, trace, out);
        if (!cq_event_end(t, out, "move"))
            return CQ_OK; /* nobody listens */
    }
    return CQ_OK;
}

static cq_status tell_trace(cq_events *t)
{
    const cq_request *r = t->request;
    cq_trace *trace = NULL;
    FILE *out = NULL;
    cq_status status = cq_trace_new(r->ctx, r->problem, r->options.unique, &trace);

    cq_then(status, cq_trace_move(trace, r->moves));
    cq_then(status, tell_moves(t, trace));
    if (status == CQ_OK)
        out = cq_event_begin(t);
    if (out)
        cq_request_put_trace(r, trace, out);
    cq_trace_free(trace);
    return cq_event_finish(t, out, "trace", status);
}

static cq_status tell_explanation(cq_events *t, const cq_answer *answer)
{
    const cq_request *r = t->request;
    cq_explanation *explanation = NULL;
    FILE *out = NULL;
    cq_status status =
        cq_explain_with(r->ctx, r->problem, answer, &r->options, &explanation);

    if (status == CQ_OK)
        out = cq_event_begin(t);
    if (out)
        status = cq_explanation_write_json(r->ctx, explanation, out);
    cq_explanation_free(explanation);
    return cq_event_finish(t, out, "explanation", status);
}

/* ---- running ---- */

static cq_status run(cq_events *t, cq_web_outcome *out)
{
    cq_request *r = t->request;
    bool lists = r->goal == CQ_GOAL_ALL ||
                 (r->goal == CQ_GOAL_SAMPLE && r->options.samples > 1) ||
                 ((r->goal == CQ_GOAL_CHEAPEST || r->goal == CQ_GOAL_DEAREST) &&
                  r->options.first > 1);
    cq_answer *answer = NULL, *given = NULL;
    cq_status status = CQ_OK;

    cq_assert(r->problem && r->job <= CQ_JOB_EXPLAIN);
    if (r->goal == CQ_GOAL_INDEX)
        status = cq_request_answer(r, &given);
    r->options.given = given;
    r->options.user = t;
    r->options.on_progress = cq_event_progress;
    r->options.on_solution = lists ? on_solution : NULL;
    cq_then(status, cq_solve(r->ctx, r->problem, r->goal, &r->options, &answer));
    cq_answer_free(given);
    if (status != CQ_OK)
        return status;
    cq_assert(!r->limits->solutions || t->told <= r->limits->solutions);
    *out = (cq_web_outcome){cq_answer_verdict(answer), cq_answer_stop(answer)};
    if (r->job == CQ_JOB_EXPLAIN && cq_answer_verdict(answer) != CQ_UNKNOWN) {
        status = tell_explanation(t, answer);
    } else {
        cq_context_limit_time(r->ctx, 0); /* report what is known */
        status = tell_answer(t, answer);
    }
    cq_answer_free(answer);
    return status;
}

static cq_status do_job(cq_events *t, cq_web_outcome *out)
{
    switch (t->request->job) {
    case CQ_JOB_SOLVE:
    case CQ_JOB_EXPLAIN: return run(t, out);
    case CQ_JOB_DESCRIBE: return tell_description(t);
    case CQ_JOB_TRACE: return tell_trace(t);
    case CQ_JOB_SEQUENCE: return cq_request_sequence(t, out);
    case CQ_JOB_MAKE: return cq_request_make(t);
    }
    return CQ_OK;
}

cq_status cq_web_request(cq_context *ctx, const char *name, const char *text,
                         size_t size, const cq_web_limits *limits, cq_event_fn *tell,
                         void *user, cq_web_outcome *out)
{
    cq_request request;
    cq_events t = {.request = &request, .tell = tell, .user = user};
    cq_status status = cq_request_read(ctx, name, text, size, limits, &request);

    *out = (cq_web_outcome){CQ_YES, CQ_FINISHED};
    cq_then(status, do_job(&t, out));
    cq_assert(status == CQ_OK || *cq_error_text(ctx) != '\0');
    if (status != CQ_OK)
        tell_error(&t, ctx, status);
    cq_request_free(&request);
    return status;
}
