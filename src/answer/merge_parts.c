/* merge_parts.c - the answers to the parts of one problem, added up.
 *
 * A part (--part I/N) is a share of the search tree, and every solution is in exactly
 * one, if all were cut from the same tree in the same way: each says which tree it was
 * (cq_answer.tree), and parts of different ones are refused. So the counts add up, and
 * the lists follow one another in the order of the parts. Only complete answers to all
 * N parts say anything about the whole: then no solution anywhere is a no, by
 * exhaustion. A part that says no has a proof, which is about the whole.
 */
#include "answer/answer.h"

#include "base/assert.h"
#include "base/sort.h"

#include <inttypes.h>
#include <string.h>

/* Whether a part was decided by a proof, which is about the whole. */
static bool is_proved(const cq_answer *part)
{
    return part->verdict == CQ_NO && part->certificate.proof != CQ_PROOF_NONE;
}

/* Parts add up only if one tree was cut in one way. */
static cq_status compare_trees(cq_context *ctx, const cq_answer *const *answers,
                               size_t count)
{
    size_t first = 0;

    while (first < count && is_proved(answers[first]))
        first++;
    for (size_t i = first; i < count; i++) {
        const cq_answer *a = answers[first], *b = answers[i];

        if (is_proved(b))
            continue;
        if (b->tree[0] == '\0' && b->parts > 1)
            return cq_fail(ctx, CQ_INPUT,
                           "answer %zu does not say which search tree it belongs to",
                           i + 1);
        if (strcmp(a->engine, b->engine) != 0)
            return cq_fail(ctx, CQ_INPUT,
                           "answers %zu and %zu are parts of different search trees: "
                           "one was cut by the engine %s, the other by %s",
                           first + 1, i + 1, a->engine, b->engine);
        if (strcmp(a->tree, b->tree) != 0)
            return cq_fail(ctx, CQ_INPUT,
                           "answers %zu and %zu are parts of different search trees: "
                           "%s and %s",
                           first + 1, i + 1, a->tree, b->tree);
    }
    return CQ_OK;
}

static cq_status check_complete(cq_context *ctx, const cq_answer *part)
{
    bool enough = part->goal == CQ_GOAL_FIND && part->verdict == CQ_YES;

    if (part->stop != CQ_FINISHED && !enough)
        return cq_fail(ctx, CQ_INPUT,
                       "part %" PRIu32 " is not complete: it was stopped (%s)",
                       part->part, cq_stop_name(part->stop));
    if (part->earlier && !part->counted)
        return cq_fail(ctx, CQ_INPUT,
                       "part %" PRIu32
                       " lists only what was found after it was resumed",
                       part->part);
    return CQ_OK;
}

/* Whether an answer is one to a part of the same question as the first. */
static cq_status check_question(cq_context *ctx, const cq_answer *const *answers,
                                size_t i)
{
    const cq_answer *a = answers[i], *first = answers[0];

    if (a->parts == 0)
        return cq_fail(ctx, CQ_INPUT, "answer %zu is not an answer to a part", i + 1);
    if (a->parts != first->parts || a->goal != first->goal)
        return cq_fail(ctx, CQ_INPUT,
                       "answer %zu is %s of %" PRIu32 " parts, answer 1 %s of %" PRIu32,
                       i + 1, cq_goal_name(a->goal), a->parts,
                       cq_goal_name(first->goal), first->parts);
    if (a->unique != first->unique || a->symmetric != first->symmetric)
        return cq_fail(ctx, CQ_INPUT,
                       "answers 1 and %zu are not to the same question: one of each "
                       "class, or only symmetric ones",
                       i + 1);
    if (a->part == 0 || a->part > a->parts)
        return cq_fail(ctx, CQ_INPUT, "answer %zu is to part %" PRIu32 " of %" PRIu32,
                       i + 1, a->part, a->parts);
    return CQ_OK;
}

static int by_part(const void *a, const void *b, void *user)
{
    uint32_t one = (*(const cq_answer *const *)a)->part;
    uint32_t other = (*(const cq_answer *const *)b)->part;

    (void)user;
    return one < other ? -1 : one > other;
}

/* The answers that are to this part, by their numbers as they were given. */
static cq_status tell_doubled(cq_context *ctx, const cq_answer *const *answers,
                              size_t count, uint32_t part)
{
    size_t found[2] = {0, 0}, met = 0;

    for (size_t i = 0; i < count && met < 2; i++)
        if (answers[i]->part == part)
            found[met++] = i + 1;
    cq_assert(met == 2);
    return cq_fail(ctx, CQ_INPUT,
                   "part %" PRIu32 " appears twice: in answers %zu and %zu", part,
                   found[0], found[1]);
}

enum { NAMED = 10 }; /* of the parts that are missing, at most */

/* "part 3 of 8 is missing", "parts 3, 5 and 100 others of 200 are missing" */
static cq_status tell_missing(cq_context *ctx, const cq_answer *const *parts,
                              size_t count)
{
    uint32_t all = parts[0]->parts, left = all - (uint32_t)count, named = 0, next = 1;
    char list[NAMED * 16 + 64];
    size_t used = 0;

    for (size_t i = 0; i <= count && named < left && named < NAMED; i++) {
        uint32_t end = i < count ? parts[i]->part : all + 1;

        for (; next < end && named < NAMED; next++, named++)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%" PRIu32,
                                     named == 0          ? ""
                                     : named + 1 == left ? " and "
                                                         : ", ",
                                     next);
        next = end + 1;
    }
    cq_assert(named > 0 && used < sizeof list);
    if (named < left)
        snprintf(list + used, sizeof list - used, " and %" PRIu32 " others",
                 left - named);
    return cq_fail(ctx, CQ_INPUT, "part%s %s of %" PRIu32 " %s missing",
                   left == 1 ? "" : "s", list, all, left == 1 ? "is" : "are");
}

/* Puts the answers into the order of their parts: each once, and all complete. */
static cq_status line_up(cq_context *ctx, const cq_answer *const *answers, size_t count,
                         const cq_answer **parts)
{
    for (size_t i = 0; i < count; i++) {
        cq_try(check_question(ctx, answers, i));
        parts[i] = answers[i];
    }
    cq_sort_by(parts, count, sizeof *parts, by_part, NULL);
    for (size_t i = 1; i < count; i++)
        if (parts[i]->part == parts[i - 1]->part)
            return tell_doubled(ctx, answers, count, parts[i]->part);
    if (count && count < parts[0]->parts)
        return tell_missing(ctx, parts, count);
    for (size_t i = 0; i < count; i++) {
        cq_assert(parts[i]->part == i + 1);
        cq_try(check_complete(ctx, parts[i]));
    }
    return compare_trees(ctx, answers, count);
}

/* Counters of the same name add up. */
static cq_status add_counter(cq_answer *out, const cq_counter *counter)
{
    for (size_t i = 0; i < out->counters.count; i++)
        if (strcmp(out->counters.at[i].name, counter->name) == 0) {
            out->counters.at[i].value += counter->value;
            return CQ_OK;
        }
    return cq_answer_add_counter(out, counter->name, counter->value);
}

static cq_status add_solutions(cq_answer *out, const cq_answer *part)
{
    cq_status status = CQ_OK;

    for (size_t i = 0; i < part->solutions.count && status == CQ_OK; i++) {
        cq_solution copy;

        if (out->goal == CQ_GOAL_FIND && out->solutions.count)
            break;
        if (part->unique && cq_vec_push(out->ctx, &out->classes,
                                        cq_answer_class_size(part, i)) != CQ_OK)
            return CQ_MEMORY;
        status = cq_solution_copy(out->ctx, &part->solutions.at[i], &copy);
        if (status != CQ_OK)
            break;
        status = cq_vec_push(out->ctx, &out->solutions, copy);
        if (status != CQ_OK)
            cq_solution_free(&copy);
    }
    return status;
}

static cq_status add_part(cq_answer *out, const cq_answer *part)
{
    cq_status status = add_solutions(out, part);

    for (size_t i = 0; i < part->counters.count && status == CQ_OK; i++)
        status = add_counter(out, &part->counters.at[i]);
    if (part->counted) {
        mpz_add(out->count, out->count, part->count);
        out->counted = true;
    }
    out->found += part->found;
    out->seconds += part->seconds;
    if (part->verdict == CQ_YES)
        out->verdict = CQ_YES;
    cq_assert(out->found >= part->found && mpz_sgn(out->count) >= 0);
    memcpy(out->engine, part->engine, sizeof out->engine);
    if (status == CQ_OK && part->verdict == CQ_NO &&
        out->certificate.proof == CQ_PROOF_NONE)
        status = cq_certificate_copy(out->ctx, &part->certificate, &out->certificate);
    return status;
}

static cq_status conclude(cq_answer *out, const cq_problem *problem)
{
    if (out->goal == CQ_GOAL_FIND)
        out->found = out->solutions.count;
    cq_assert(!out->unique || out->classes.count == out->solutions.count);
    if (out->verdict == CQ_YES)
        return CQ_OK;
    out->verdict = CQ_NO;
    if (out->certificate.proof == CQ_PROOF_NONE) {
        out->certificate.proof = CQ_PROOF_EXHAUSTED;
        out->certificate.work = out->counters.count ? out->counters.at[0].value : 0;
    }
    return cq_answer_explain(out, problem);
}

cq_status cq_answers_merge(cq_context *ctx, const cq_problem *problem,
                           const cq_answer *const *answers, size_t count,
                           cq_answer **out)
{
    const cq_answer **parts;
    cq_answer *sum = NULL;
    cq_status status = cq_need(ctx, problem, "a problem");

    cq_then(status, cq_need(ctx, answers ? out : NULL, "the answers to all parts"));
    for (size_t i = 0; i < count && status == CQ_OK; i++)
        status = cq_need(ctx, answers[i], "an answer to each part");
    if (status != CQ_OK)
        return status;
    parts = cq_zalloc(ctx, count + 1, sizeof *parts);
    cq_try_memory(parts);
    status = line_up(ctx, answers, count, parts);
    cq_then(status, cq_answer_new(ctx, problem->kind,
                                  count ? answers[0]->goal : CQ_GOAL_ALL, &sum));
    if (status == CQ_OK && count) {
        sum->unique = answers[0]->unique;
        sum->symmetric = answers[0]->symmetric;
    }
    for (size_t i = 0; i < count && status == CQ_OK; i++)
        status = add_part(sum, parts[i]);
    cq_then(status, conclude(sum, problem));
    cq_free(parts);
    if (status != CQ_OK) {
        cq_answer_free(sum);
        return status;
    }
    *out = sum;
    return CQ_OK;
}
