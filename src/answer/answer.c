/* answer.c - the answer as data: making it, freeing it, and what the public asks of it.
 *
 * An answer is filled by an engine or by a reader and then only looked at. Its status,
 * its verdict and why it stopped are three different things: a search that ran out of
 * time has worked (CQ_OK), knows nothing (CQ_UNKNOWN) and says so (CQ_STOP_TIME).
 *
 * A solution is three arrays of numbers whatever its kind, because a tiling of a
 * million cells must not be half a million little blocks.
 */
#include "base/assert.h"
#include "answer/answer_check.h"

#include <string.h>

const char *const cq_verdict_words[] = {
    [CQ_UNKNOWN] = "unknown", [CQ_YES] = "yes", [CQ_NO] = "no", NULL};
const char *const cq_stop_words[] = {[CQ_FINISHED] = "finished",
                                     [CQ_STOP_CANCELLED] = "cancelled",
                                     [CQ_STOP_TIME] = "time",
                                     [CQ_STOP_MEMORY] = "memory",
                                     [CQ_STOP_LIMIT] = "limit",
                                     [CQ_STOP_WORK] = "work",
                                     NULL};
const char *const cq_kind_words[] = {
    [CQ_TILING] = "tiling", [CQ_COVER] = "cover", [CQ_TOUR] = "tour", NULL};

const char *cq_verdict_name(cq_verdict verdict)
{
    return cq_verdict_words[(unsigned)verdict <= CQ_NO ? verdict : CQ_UNKNOWN];
}

const char *cq_stop_name(cq_stop stop)
{
    return cq_stop_words[(unsigned)stop <= CQ_STOP_WORK ? stop : CQ_FINISHED];
}

const char *cq_kind_name(cq_kind kind)
{
    return cq_kind_words[(unsigned)kind <= CQ_TOUR ? kind : CQ_TILING];
}

/* ---- solutions ---- */

void cq_solution_free(cq_solution *solution)
{
    cq_vec_free_each(&solution->labels, &solution->starts, &solution->members);
}

void cq_solution_clear(cq_solution *solution)
{
    solution->labels.count = 0;
    solution->starts.count = 0;
    solution->members.count = 0;
}

cq_status cq_solution_copy(cq_context *ctx, const cq_solution *solution,
                           cq_solution *out)
{
    const cq_solution *s = solution;
    cq_solution copy = {0};

    if (cq_u32s_append(ctx, &copy.labels, s->labels.at, s->labels.count) != CQ_OK ||
        cq_u32s_append(ctx, &copy.starts, s->starts.at, s->starts.count) != CQ_OK ||
        cq_u32s_append(ctx, &copy.members, s->members.at, s->members.count) != CQ_OK) {
        cq_solution_free(&copy);
        return CQ_MEMORY;
    }
    cq_assert(cq_solution_check(&copy));
    *out = copy;
    return CQ_OK;
}

cq_status cq_solution_add(cq_context *ctx, cq_solution *solution, uint32_t piece,
                          const uint32_t *cells, size_t count)
{
    cq_solution *s = solution;

    if (count > UINT32_MAX - s->members.count)
        return cq_fail(ctx, CQ_MEMORY, "a solution with too many squares");
    if (cq_vec_reserve(ctx, &s->labels, 1) != CQ_OK ||
        cq_vec_reserve(ctx, &s->starts, 2) != CQ_OK ||
        cq_u32s_append(ctx, &s->members, cells, count) != CQ_OK)
        return CQ_MEMORY;
    if (s->starts.count == 0)
        s->starts.at[s->starts.count++] = 0;
    s->labels.at[s->labels.count++] = piece;
    s->starts.at[s->starts.count++] = (uint32_t)s->members.count;
    cq_assert(s->starts.count == s->labels.count + 1);
    cq_assert(s->starts.at[s->labels.count] == s->members.count);
    return CQ_OK;
}

/* ---- answers ---- */

cq_status cq_answer_new(cq_context *ctx, cq_kind kind, cq_goal goal, cq_answer **out)
{
    cq_answer *answer = cq_zalloc(ctx, 1, sizeof *answer);

    cq_try_memory(answer);
    /* Counters come when all is done: too late to run out of memory. */
    if (cq_vec_reserve(ctx, &answer->counters, 1) != CQ_OK) {
        cq_free(answer);
        return CQ_MEMORY;
    }
    answer->ctx = ctx;
    answer->kind = kind;
    answer->goal = goal;
    mpz_init(answer->count);
    *out = answer;
    return CQ_OK;
}

void cq_answer_free(cq_answer *answer)
{
    if (!answer)
        return;
    for (size_t i = 0; i < answer->solutions.count; i++)
        cq_solution_free(&answer->solutions.at[i]);
    cq_vec_free_each(&answer->solutions, &answer->classes);
    cq_answer_drop_values(answer);
    cq_vec_free(&answer->values);
    cq_free_each(answer->total, answer->limit);
    mpz_clear(answer->count);
    cq_free(answer->count_text);
    cq_certificate_free(&answer->certificate);
    cq_free(answer->reason);
    cq_findings_free(&answer->findings);
    cq_vec_free(&answer->counters);
    cq_free(answer);
}

cq_status cq_answer_add_value(cq_answer *answer, char *value)
{
    cq_status status = cq_vec_push(answer->ctx, &answer->values, value);

    if (status != CQ_OK)
        cq_free(value);
    return status;
}

void cq_answer_drop_values(cq_answer *answer)
{
    while (answer->values.count)
        cq_free(answer->values.at[--answer->values.count]);
}

CQ_GET_AT(const char *, cq_answer_value, cq_answer, values)
CQ_GET(const char *, cq_answer_limit, cq_answer, limit, NULL)
CQ_GET(const char *, cq_answer_total, cq_answer, total, NULL)

cq_status cq_answer_add_counter(cq_answer *answer, const char *name, uint64_t value)
{
    cq_counter counter = {.value = value};

    snprintf(counter.name, sizeof counter.name, "%s", name);
    return cq_vec_push(answer->ctx, &answer->counters, counter);
}

CQ_GET(cq_verdict, cq_answer_verdict, cq_answer, verdict, CQ_UNKNOWN)
CQ_GET(cq_stop, cq_answer_stop, cq_answer, stop, CQ_FINISHED)
CQ_GET(size_t, cq_answer_solutions, cq_answer, solutions.count, 0)
CQ_GET_AT(uint64_t, cq_answer_class_size, cq_answer, classes)

/* The text is made when it is first asked for: the digits of a large count take longer
 * than many a search. The answer stays the same to everybody, hence `const`. */
const char *cq_answer_count(const cq_answer *answer)
{
    cq_answer *mutable = (cq_answer *)(uintptr_t)answer;

    if (!answer || !answer->counted)
        return NULL;
    if (!answer->count_text)
        mutable->count_text = cq_decimal(answer->ctx, answer->count);
    return answer->count_text;
}

const char *cq_answer_reason(const cq_answer *answer)
{
    return answer && answer->verdict == CQ_NO ? answer->reason : NULL;
}

CQ_GET(const char *, cq_answer_engine, cq_answer, engine, "")

const cq_estimate *cq_answer_estimate(const cq_answer *answer)
{
    return answer && cq_answer_estimated(answer) ? &answer->estimate : NULL;
}
