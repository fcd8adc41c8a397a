/* check_weights.c - judges costs, and sums of weights.
 *
 * What each listed solution costs is added up again, and they must come in order. That
 * no other is better, and what all weigh together, has no short proof: all solutions
 * are met once more by the plain search, within its nodes.
 */
#include "base/assert.h"
#include "check/weigh_solution.h"

#include <string.h>

/* ---- the best ---- */

typedef struct better {
    cq_context *ctx;
    const cq_problem *problem;
    bool dear;
    mpq_t last, cost;
    uint64_t found;
} better;

static bool is_best(const cq_answer *answer)
{
    return answer->goal == CQ_GOAL_CHEAPEST || answer->goal == CQ_GOAL_DEAREST;
}

/* Whether `a` is cheaper than `b`, or dearer if that is wanted. */
static bool is_better(const mpq_t a, const mpq_t b, bool dear)
{
    int order = mpq_cmp(a, b);

    return dear ? order > 0 : order < 0;
}

static cq_status meet(void *user, const cq_solution *solution)
{
    better *b = user;

    cq_try(cq_weigh_cost(b->ctx, b->problem, solution, b->cost));
    b->found += is_better(b->cost, b->last, b->dear);
    return CQ_OK;
}

/* A cost as the answer has it; false if it is no number. */
static bool read_cost(const char *text, mpq_t out)
{
    if (mpq_set_str(out, text, 10) != 0 || mpz_sgn(mpq_denref(out)) == 0)
        return false;
    mpq_canonicalize(out);
    return true;
}

/* The costs of the listed solutions; *right is false, with a finding, if one is not as
 * it says. The last one goes to b->last; *fewer are better than that. */
static cq_status judge_listed(cq_hearing *hearing, const cq_answer *answer, better *b,
                              uint64_t *fewer, bool *right)
{
    cq_status status = CQ_OK;
    mpq_t told, before;

    mpq_inits(told, before, NULL);
    *right = true;
    *fewer = 0;
    for (size_t i = 0; i < answer->values.count && status == CQ_OK && *right; i++) {
        bool kept = i < answer->solutions.count; /* else it was judged and handed on */
        bool same = read_cost(answer->values.at[i], told);

        mpq_set(b->last, told);
        if (kept)
            status = cq_weigh_cost(hearing->ctx, hearing->problem,
                                   &answer->solutions.at[i], b->last);
        same = same && mpq_equal(told, b->last);
        *right = same && !(i && is_best(answer) && is_better(b->last, before, b->dear));
        if (status == CQ_OK && !*right)
            cq_find(hearing, CQ_NO,
                    same ? "solution %zu is out of order: it is better than the one "
                           "before it"
                         : "solution %zu does not cost what the answer says",
                    i + 1);
        *fewer = i && mpq_equal(before, b->last) ? *fewer : i;
        cq_assert(*fewer <= i);
        mpq_set(before, b->last);
    }
    mpq_clears(told, before, NULL);
    return status;
}

/* What no solution is said to be better than: those that are listed are not. */
static bool judge_limit(cq_hearing *hearing, const cq_answer *answer, better *b)
{
    bool right = read_cost(answer->limit, b->cost) &&
                 (answer->values.count == 0 || !is_better(b->last, b->cost, b->dear));

    if (!right)
        cq_find(hearing, CQ_NO, "a listed solution is better than the limit %.40s",
                answer->limit);
    return right;
}

/* Of the listed costs, which are right, `fewer` are better than the last one. */
static cq_status judge_others(cq_hearing *hearing, const cq_answer *answer, better *b,
                              uint64_t fewer)
{
    cq_recount again = {.most = hearing->nodes, .visitor = {meet, b}};
    const char *word = b->dear ? "dearer" : "cheaper";
    char nodes[CQ_GROUPED_SIZE];

    if (!is_best(answer))
        return cq_find(hearing, CQ_YES,
                       "every solution is right, and so are the costs");
    if (answer->stop != CQ_FINISHED)
        return cq_find(
            hearing, CQ_UNKNOWN,
            "the costs are right; the search was stopped, so others may be %s", word);
    cq_try(cq_recount_problem(hearing->ctx, hearing->problem, &again));
    if (b->found > fewer)
        return cq_find(hearing, CQ_NO, "other solutions are %s", word);
    if (again.complete)
        return cq_find(hearing, CQ_YES,
                       "the costs are right, and no other solution is %s: confirmed by "
                       "a plain search with %s nodes",
                       word, cq_grouped(again.nodes, nodes));
    return cq_find(hearing, CQ_UNKNOWN,
                   "the costs are right; that no other solution is %s could not be "
                   "confirmed within %s nodes",
                   word, cq_grouped(hearing->nodes, nodes));
}

static cq_status judge_best(cq_hearing *hearing, const cq_answer *answer)
{
    better b = {.ctx = hearing->ctx,
                .problem = hearing->problem,
                .dear = answer->goal == CQ_GOAL_DEAREST};
    uint64_t fewer;
    bool right;
    cq_status status;

    mpq_inits(b.last, b.cost, NULL);
    status = judge_listed(hearing, answer, &b, &fewer, &right);
    if (status == CQ_OK && right && answer->limit)
        right = judge_limit(hearing, answer, &b);
    if (status == CQ_OK && right)
        status = judge_others(hearing, answer, &b, fewer);
    mpq_clears(b.last, b.cost, NULL);
    return status;
}

/* ---- sums ---- */

typedef struct adding {
    cq_context *ctx;
    const cq_problem *problem;
    cq_point point;
    mpz_t sum, product, factor;
} adding;

static cq_status multiply(void *user, const cq_weight *weight)
{
    adding *a = user;

    cq_point_value(&a->point, weight, a->factor);
    mpz_mul(a->product, a->product, a->factor);
    mpz_mod(a->product, a->product, a->point.prime);
    cq_assert(mpz_sgn(a->product) >= 0);
    return CQ_OK;
}

static cq_status add_solution(void *user, const cq_solution *solution)
{
    adding *a = user;

    mpz_set_ui(a->product, 1);
    cq_try(cq_weigh(a->ctx, a->problem, solution, multiply, a));
    mpz_add(a->sum, a->sum, a->product);
    return CQ_OK;
}

/* The sum that is claimed, at the point. */
static cq_status read_claim(cq_hearing *hearing, const cq_answer *answer, adding *a,
                            bool *right)
{
    cq_variables letters = {{0}};
    cq_weight total = {0};
    cq_status status;

    snprintf(letters.at, sizeof letters.at, "%s",
             cq_problem_variables(hearing->problem));
    status = cq_weight_read(hearing->ctx, cq_span_of("total", answer->total), &letters,
                            &total);
    *right = status == CQ_OK &&
             strcmp(letters.at, cq_problem_variables(hearing->problem)) == 0;
    if (status == CQ_OK)
        cq_point_value(&a->point, &total, a->factor);
    cq_weight_free(&total);
    return status == CQ_INPUT ? CQ_OK : status;
}

static cq_status judge_sum(cq_hearing *hearing, const cq_answer *answer, adding *a)
{
    cq_recount again = {.most = hearing->nodes, .visitor = {add_solution, a}};
    char nodes[CQ_GROUPED_SIZE];
    bool right;

    cq_try(cq_recount_problem(hearing->ctx, hearing->problem, &again));
    if (!again.complete)
        return cq_find(hearing, CQ_UNKNOWN,
                       "the sum could not be repeated within %s nodes",
                       cq_grouped(hearing->nodes, nodes));
    cq_try(read_claim(hearing, answer, a, &right));
    mpz_mod(a->sum, a->sum, a->point.prime);
    if (!right || mpz_cmp(a->sum, a->factor) != 0)
        return cq_find(hearing, CQ_NO,
                       "the weights of all solutions sum to something "
                       "else");
    return cq_find(hearing, CQ_YES,
                   "the sum is right, confirmed by a plain search with %s nodes",
                   cq_grouped(again.nodes, nodes));
}

static cq_status judge_total(cq_hearing *hearing, const cq_answer *answer)
{
    adding a = {.ctx = hearing->ctx, .problem = hearing->problem};
    const char *letters = cq_problem_variables(hearing->problem);
    cq_status status;

    mpz_inits(a.sum, a.product, a.factor, NULL);
    cq_point_open(&a.point, cq_problem_digest(hearing->problem));
    for (size_t v = 0; letters[0] && v < strlen(letters); v++)
        if (answer->by[0] && !strchr(answer->by, letters[v]))
            mpz_set_ui(a.point.at[v], 1); /* the sum is given with 1 for it */
    status = judge_sum(hearing, answer, &a);
    cq_point_close(&a.point);
    mpz_clears(a.sum, a.product, a.factor, NULL);
    return status;
}

cq_status cq_judge_weighed(cq_hearing *hearing, const cq_answer *answer)
{
    if (!cq_problem_is_weighted(hearing->problem))
        return cq_find(hearing, CQ_NO,
                       "the answer is about weights, and the problem has none");
    return answer->total ? judge_total(hearing, answer) : judge_best(hearing, answer);
}

/* ---- right after it was found ---- */

/* By default: about 20 ms of work, and none if much more than that is foreseen. */
#define SEARCH_NODES (UINT64_C(1) << 15)
static const double worth_seconds = 0.3;

cq_status cq_confirm_weights(cq_context *ctx, const cq_problem *problem,
                             const cq_answer *answer, bool all, cq_verdict *out,
                             char sentence[CQ_SENTENCE_SIZE])
{
    cq_hearing hearing = {.ctx = ctx,
                          .problem = problem,
                          .certificate = &answer->certificate,
                          .nodes = all ? UINT64_MAX : SEARCH_NODES,
                          .sentence = sentence};
    bool stopped = answer->stop != CQ_FINISHED && !answer->total;
    char how_long[CQ_HOW_LONG_SIZE];
    double seconds = 0;
    cq_status status = all ? CQ_OK : cq_foresee_recount(ctx, problem, &seconds);

    if (seconds > worth_seconds)
        hearing.nodes = 0; /* only what is listed is judged */
    cq_then(status, cq_judge_weighed(&hearing, answer));
    cq_put_how_long(seconds, how_long);
    *out = hearing.verdict;
    if (status == CQ_OK && hearing.verdict == CQ_YES)
        cq_judge_say(sentence, CQ_YES, "confirmed by a plain search of other code");
    else if (status == CQ_OK && hearing.verdict == CQ_UNKNOWN && stopped)
        cq_judge_say(sentence, CQ_UNKNOWN,
                     "the costs are right; that nothing is better is not proved");
    else if (status == CQ_OK && hearing.verdict == CQ_UNKNOWN)
        cq_judge_say(sentence, CQ_UNKNOWN, "%snot confirmed: %s",
                     answer->total ? ""
                                   : "the costs are right; that nothing is better is ",
                     how_long);
    return status;
}
