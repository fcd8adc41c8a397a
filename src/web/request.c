/* request.c - a request read, run, and told in events.
 *
 * The request is small and read as a tree; answers can be large and are written as they
 * are, by the writers of src/answer. Every event is one line of JSON.
 */
#include "web/request.h"

#include "base/json.h"
#include "draw/draw.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static cq_status read_tree(cq_request *r, const char *name, const char *text,
                           size_t size)
{
    json_error_t error;

    if (r->limits->body && size > r->limits->body)
        return cq_fail(r->ctx, CQ_INPUT,
                       "the request has %zu bytes, and at most %zu are taken here",
                       size, r->limits->body);
    r->tree = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!r->tree)
        return cq_fail_at(r->ctx, name, error.line > 0 ? (size_t)error.line : 0,
                          error.column > 0 ? (size_t)error.column : 0, "%s",
                          error.text);
    if (!json_is_object(r->tree))
        return cq_fail_at(r->ctx, name, 1, 1, "expected a request as an object");
    return CQ_OK;
}

static cq_status read_goal(cq_request *r)
{
    const char *name = "find";
    cq_status status = cq_member_text(r->ctx, r->tree, "goal", &name);

    if (status != CQ_OK)
        return status;
    r->describes = strcmp(name, "describe") == 0;
    if (r->describes)
        return CQ_OK;
    if (!cq_goal_find(name, &r->goal))
        return cq_fail(r->ctx, CQ_INPUT, "there is no goal \"%.40s\"", name);
    return CQ_OK;
}

static cq_status read_numbers(cq_request *r, const json_t *object)
{
    cq_options *o = &r->options;
    uint64_t threads = 1;
    cq_status status = cq_member_number(r->ctx, object, "first", &o->first);

    if (status == CQ_OK)
        status = cq_member_number(r->ctx, object, "samples", &o->samples);
    if (status == CQ_OK)
        status = cq_member_number(r->ctx, object, "seed", &o->seed);
    if (status == CQ_OK)
        status = cq_member_number(r->ctx, object, "threads", &threads);
    if (status == CQ_OK)
        status = cq_member_real(r->ctx, object, "seconds", &o->seconds);
    if (status == CQ_OK)
        status = cq_member_flag(r->ctx, object, "unique", &o->unique);
    if (status == CQ_OK)
        status = cq_member_flag(r->ctx, object, "symmetric", &o->symmetric);
    if (status == CQ_OK)
        o->threads = threads < 1024 ? (unsigned)threads : 1024;
    return status;
}

static void apply_limits(cq_request *r)
{
    const cq_web_limits *l = r->limits;
    cq_options *o = &r->options;

    if (l->seconds > 0 && (o->seconds <= 0 || o->seconds > l->seconds))
        o->seconds = l->seconds;
    if (l->threads && o->threads > l->threads)
        o->threads = l->threads;
    if (l->solutions && (o->first == 0 || o->first > l->solutions))
        o->first = l->solutions;
    if (l->solutions && o->samples > l->solutions)
        o->samples = l->solutions;
}

static cq_status read_options(cq_request *r)
{
    static const char *const known[] = {"engine",    "first",   "samples", "nth",
                                        "seed",      "threads", "seconds", "unique",
                                        "symmetric", NULL};
    const json_t *object = json_object_get(r->tree, "options");
    cq_status status = CQ_OK;

    r->options = (cq_options)CQ_OPTIONS(.threads = 1);
    if (object && !json_is_object(object))
        return cq_fail(r->ctx, CQ_INPUT, "\"options\" must be an object");
    if (object) {
        status = cq_members_known(r->ctx, object, "\"options\"", known);
        if (status == CQ_OK)
            status = cq_member_text(r->ctx, object, "engine", &r->options.engine);
        if (status == CQ_OK)
            status = cq_member_text(r->ctx, object, "nth", &r->options.nth);
        if (status == CQ_OK)
            status = read_numbers(r, object);
    }
    apply_limits(r);
    return status;
}

cq_status cq_request_answer(const cq_request *r, cq_answer **out)
{
    json_t *value = json_object_get(r->tree, "answer");
    char *text;
    cq_status status;

    if (!value || json_is_null(value))
        return CQ_OK;
    text = json_dumps(value, JSON_ENCODE_ANY);
    if (!text)
        return cq_fail(r->ctx, CQ_MEMORY, "out of memory");
    status = cq_answer_read(r->ctx, r->problem, "answer", text, strlen(text), out);
    free(text);
    return status;
}

cq_status cq_request_read(cq_context *ctx, const char *name, const char *text,
                          size_t size, const cq_web_limits *limits, cq_request *out)
{
    static const char *const known[] = {"chequer", "problem", "goal", "options",
                                        "answer",  "format",  NULL};
    cq_request *r = out;
    cq_status status;

    *r = (cq_request){.ctx = ctx, .limits = limits};
    status = read_tree(r, name, text, size);
    if (status == CQ_OK)
        status = cq_members_known(ctx, r->tree, "the request", known);
    if (status == CQ_OK)
        status = read_goal(r);
    if (status == CQ_OK)
        status = read_options(r);
    if (status == CQ_OK)
        status = cq_request_pose(r);
    return status;
}

void cq_request_free(cq_request *request)
{
    cq_problem_free(request->problem);
    json_decref(request->tree);
}

/* ---- telling ---- */

typedef struct teller {
    const cq_request *request;
    cq_event_fn *tell;
    void *user;
    uint64_t told; /* solutions */
    char *text;    /* of the event that is being written */
    size_t size;
} teller;

static FILE *begin(teller *t)
{
    t->text = NULL;
    t->size = 0;
    return open_memstream(&t->text, &t->size);
}

/* Ends the event and tells it: as one line, whatever the writers made. */
static bool end(teller *t, FILE *out, const char *name)
{
    bool told = fclose(out) == 0;

    for (size_t i = 0; told && i < t->size; i++)
        if (t->text[i] == '\n')
            t->text[i] = ' ';
    while (t->size && t->text[t->size - 1] == ' ')
        t->size--;
    told = told && t->tell(t->user, name, t->text, t->size);
    free(t->text);
    return told;
}

static bool on_progress(void *user, const cq_progress *progress)
{
    teller *t = user;
    FILE *out = begin(t);

    if (!out)
        return false;
    fputs("{\"share\": ", out);
    if (progress->share >= 0)
        fprintf(out, "%.6f", progress->share);
    else
        fputs("null", out);
    fputs(", \"found\": ", out);
    cq_json_put_u64(out, progress->found);
    fputs(", \"work\": ", out);
    cq_json_put_u64(out, progress->work);
    fputs(", \"unit\": ", out);
    cq_json_put_string(out, progress->unit);
    fprintf(out, ", \"seconds\": %.3f}", progress->seconds);
    return end(t, out, "progress");
}

static bool on_solution(void *user, const cq_answer *answer)
{
    teller *t = user;
    FILE *out = begin(t);

    if (!out)
        return false;
    fputs("{\"number\": ", out);
    cq_json_put_u64(out, ++t->told);
    fputs(", \"solution\": ", out);
    cq_json_answer_solution(out, t->request->problem, &answer->solutions.at[0], 0,
                            true);
    if (cq_answer_class_size(answer, 0)) {
        fputs(", \"class\": ", out);
        cq_json_put_u64(out, cq_answer_class_size(answer, 0));
    }
    fputs("}", out);
    return end(t, out, "solution");
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

static void tell_error(teller *t, cq_context *ctx, cq_status status)
{
    FILE *out = begin(t);

    if (!out)
        return;
    cq_web_put_error(out, ctx, status);
    end(t, out, "error");
}

static cq_status tell_answer(teller *t, const cq_answer *answer)
{
    const cq_request *r = t->request;
    FILE *out = begin(t);
    cq_status status;

    if (!out)
        return cq_fail(r->ctx, CQ_MEMORY, "out of memory");
    status = cq_answer_write_json(r->ctx, r->problem, answer, out);
    if (status == CQ_OK) {
        end(t, out, "answer");
    } else {
        fclose(out);
        free(t->text);
    }
    return status;
}

static cq_status tell_description(teller *t, cq_web_outcome *outcome)
{
    FILE *out = begin(t);
    cq_status status;

    if (!out)
        return cq_fail(t->request->ctx, CQ_MEMORY, "out of memory");
    status = cq_request_describe(t->request, out);
    if (status == CQ_OK) {
        end(t, out, "description");
        *outcome = (cq_web_outcome){CQ_YES, CQ_FINISHED};
    } else {
        fclose(out);
        free(t->text);
    }
    return status;
}

/* ---- running ---- */

static cq_status run(teller *t, cq_web_outcome *out)
{
    cq_request *r = (cq_request *)(uintptr_t)t->request;
    bool lists =
        r->goal == CQ_GOAL_ALL || (r->goal == CQ_GOAL_SAMPLE && r->options.samples > 1);
    cq_answer *answer = NULL, *given = NULL;
    cq_status status = CQ_OK;

    if (r->goal == CQ_GOAL_INDEX)
        status = cq_request_answer(r, &given);
    r->options.given = given;
    r->options.user = t;
    r->options.on_progress = on_progress;
    r->options.on_solution = lists ? on_solution : NULL;
    if (r->limits->memory)
        cq_context_limit_memory(r->ctx, r->limits->memory);
    if (status == CQ_OK)
        status = cq_solve(r->ctx, r->problem, r->goal, &r->options, &answer);
    cq_answer_free(given);
    if (status != CQ_OK)
        return status;
    *out = (cq_web_outcome){answer->verdict, answer->stop};
    status = tell_answer(t, answer);
    cq_answer_free(answer);
    return status;
}

cq_status cq_web_request(cq_context *ctx, const char *name, const char *text,
                         size_t size, const cq_web_limits *limits, cq_event_fn *tell,
                         void *user, cq_web_outcome *out)
{
    cq_request request;
    teller t = {.request = &request, .tell = tell, .user = user};
    cq_status status = cq_request_read(ctx, name, text, size, limits, &request);

    if (status == CQ_OK)
        status = request.describes ? tell_description(&t, out) : run(&t, out);
    if (status != CQ_OK)
        tell_error(&t, ctx, status);
    cq_request_free(&request);
    return status;
}
