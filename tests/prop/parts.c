/* parts.c - properties of parts: those of one tree add up to the whole, those of
 * different trees are refused. */
#include "properties.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS_MOST = 4 };

typedef struct shares {
    cq_answer *at[PARTS_MOST];
    uint32_t count;
} shares;

static void drop_shares(shares *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        cq_answer_free(s->at[i]);
    s->count = 0;
}

/* Counts each part; false if the engine does not fit. */
static bool count_parts(trial *t, const cq_problem *problem, const char *engine,
                        uint32_t parts, shares *out)
{
    for (out->count = 0; out->count < parts; out->count++) {
        cq_options options = CQ_OPTIONS(.engine = engine, .part = out->count + 1,
                                        .parts = parts, .threads = 1);

        options.threads += (unsigned)cq_random_below(&t->random, 2);
        if (cq_solve(t->ctx, problem, CQ_GOAL_COUNT, &options, &out->at[out->count]) !=
            CQ_OK)
            return false;
    }
    return true;
}

static outcome judge_sum(trial *t, const cq_problem *problem, const shares *s,
                         long truth)
{
    cq_answer *sum = NULL;
    outcome result = HOLDS;
    cq_status status = cq_answers_merge(
        t->ctx, problem, (const cq_answer *const *)s->at, s->count, &sum);

    if (status != CQ_OK)
        result =
            fails(t, "%u parts are not merged: %s", s->count, cq_error_text(t->ctx));
    else if (truth > 0 && strtol(cq_answer_count(sum), NULL, 10) != truth)
        result = fails(t, "%u parts sum to %s, there are %ld", s->count,
                       cq_answer_count(sum), truth);
    else if (sum->verdict != (truth ? CQ_YES : CQ_NO))
        result = fails(t, "%u parts say %s, there are %ld", s->count,
                       cq_verdict_name(sum->verdict), truth);
    cq_answer_free(sum);
    return result;
}

/* The last part of another engine instead: unless a proof says no, it is refused. */
static outcome judge_mixed(trial *t, const cq_problem *problem, shares *a, shares *b)
{
    cq_answer *sum = NULL, **last = &a->at[a->count - 1], *own = *last;
    outcome result = HOLDS;
    cq_status status;

    *last = b->at[b->count - 1];
    status = cq_answers_merge(t->ctx, problem, (const cq_answer *const *)a->at,
                              a->count, &sum);
    if (status == CQ_OK && own->verdict != CQ_NO && (*last)->verdict != CQ_NO)
        result = fails(t, "parts of the trees %s and %s are merged", own->tree,
                       (*last)->tree);
    cq_answer_free(sum);
    *last = own;
    return result;
}

static const char *search_for(const cq_problem *problem)
{
    if (problem->kind != CQ_TOUR)
        return "search";
    return problem->numbers.count ? "figured" : "multipath";
}

outcome parts_add_up(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_count(problem) : -1;
    uint32_t parts = 2 + (uint32_t)cq_random_below(&t->random, PARTS_MOST - 1);
    shares search = {{0}, 0}, polyomino = {{0}, 0};
    outcome result = truth < 0 ? BESIDE : HOLDS;
    const char *engine = truth < 0 ? NULL : search_for(problem);

    if (result == HOLDS && !count_parts(t, problem, engine, parts, &search))
        result = fails(t, "the parts are not counted: %s", cq_error_text(t->ctx));
    if (result == HOLDS)
        result = judge_sum(t, problem, &search, truth);
    if (result == HOLDS && count_parts(t, problem, "polyomino", parts, &polyomino)) {
        result = judge_sum(t, problem, &polyomino, truth);
        if (result == HOLDS)
            result = judge_mixed(t, problem, &search, &polyomino);
    }
    drop_shares(&search);
    drop_shares(&polyomino);
    cq_problem_free(problem);
    return result;
}
