/* confirm_count.c - a number counted again, by the checker's own code.
 *
 * First by a plain sweep (plain_sweep.c), as it does not mind how many solutions there
 * are; then by a plain search (recount.c), which also counts classes. Each is limited
 * by counted steps, so that a default confirmation takes a tenth of a second; without a
 * limit it goes on until the run is stopped.
 *
 * Where the search is given up, the share of the solutions that it has met says about
 * how long it would take.
 */
#include "base/assert.h"
#include "base/limbs.h"
#include "check/judge.h"

#include <math.h>

/* By default, after the sweep: about 20 ms of work. */
#define SEARCH_NODES (UINT64_C(1) << 15)

static const double node_seconds = 3e-7; /* of the search, about */

typedef struct claim {
    cq_context *ctx;
    const cq_problem *problem;
    const cq_answer *answer;
    mpz_t number;
    bool all; /* as far as it goes */
    cq_verdict verdict;
    char *sentence;
} claim;

static cq_status say(claim *c, cq_verdict verdict, const char *means)
{
    cq_assert(c->verdict == CQ_UNKNOWN && verdict != CQ_UNKNOWN);
    c->verdict = verdict;
    if (verdict == CQ_YES)
        cq_judge_say(c->sentence, verdict, "confirmed by a plain %s of other code",
                     means);
    else
        cq_judge_say(c->sentence, verdict,
                     "a plain %s of other code counts differently", means);
    return CQ_OK;
}

cq_status cq_confirm_number(cq_context *ctx, const cq_problem *problem,
                            const mpz_t number, uint64_t *work, cq_verdict *out)
{
    cq_plain_count counted = {0};
    mpz_t high, found;

    *out = CQ_UNKNOWN;
    cq_try(cq_plain_sweep_problem(ctx, problem, *work, &counted));
    *work -= counted.work < *work ? counted.work : *work;
    if (!counted.complete)
        return CQ_OK;
    mpz_inits(high, found, NULL);
    cq_number_set(high, counted.found.high);
    cq_number_set(found, counted.found.low);
    mpz_mul_2exp(high, high, 64);
    mpz_add(found, found, high);
    *out = mpz_cmp(found, number) == 0 ? CQ_YES : CQ_NO;
    mpz_clears(high, found, NULL);
    return CQ_OK;
}

static cq_status try_sweep(claim *c)
{
    uint64_t work = c->all ? UINT64_MAX : CQ_CONFIRM_WORK;
    cq_verdict verdict;

    cq_try(cq_confirm_number(c->ctx, c->problem, c->number, &work, &verdict));
    if (verdict != CQ_UNKNOWN)
        say(c, verdict, "sweep");
    return CQ_OK;
}

/* "40 s", "3 h", "2 years" */
static void put_duration(double seconds, char *out, size_t size)
{
    static const struct {
        double seconds;
        const char *name;
    } units[] = {
        {31557600, "years"}, {86400, "days"}, {3600, "h"}, {60, "min"}, {1, "s"}};
    size_t i = 0;

    while (i < 4 && seconds < 2 * units[i].seconds)
        i++;
    snprintf(out, size, seconds < 1e12 ? "%.0f %s" : "%.0e %s",
             fmax(1, seconds / units[i].seconds), units[i].name);
}

static void give_up(claim *c, const cq_recount *again)
{
    double claimed = mpz_get_d(c->number);
    char duration[40];

    if (again->found == 0 || c->answer->unique || c->answer->symmetric) {
        cq_judge_say(c->sentence, CQ_UNKNOWN,
                     "not confirmed: counting it again would take too long");
        return;
    }
    put_duration((double)again->nodes * claimed / (double)again->found * node_seconds,
                 duration, sizeof duration);
    cq_judge_say(c->sentence, CQ_UNKNOWN,
                 "not confirmed: a plain search would take about %s", duration);
}

static cq_status try_search(claim *c)
{
    cq_hearing hearing = {.ctx = c->ctx,
                          .problem = c->problem,
                          .certificate = &c->answer->certificate,
                          .nodes = c->all ? UINT64_MAX : SEARCH_NODES,
                          .sentence = c->sentence};
    bool classes = c->answer->unique || c->answer->symmetric;
    cq_recount again = {0};
    mpz_t found;

    if (classes)
        cq_try(cq_recount_classes(&hearing, c->answer, &again));
    else
        cq_try(cq_recount_problem(c->ctx, c->problem, hearing.nodes, 0, NULL, &again));
    if (!again.complete) {
        give_up(c, &again);
        return CQ_OK;
    }
    mpz_init(found);
    cq_number_set(found, again.found);
    say(c, mpz_cmp(found, c->number) == 0 ? CQ_YES : CQ_NO, "search");
    mpz_clear(found);
    return CQ_OK;
}

cq_status cq_confirm_count(cq_context *ctx, const cq_problem *problem,
                           const cq_answer *answer, bool all, cq_verdict *out,
                           char sentence[CQ_SENTENCE_SIZE])
{
    claim c = {.ctx = ctx,
               .problem = problem,
               .answer = answer,
               .all = all,
               .sentence = sentence};
    cq_status status = CQ_OK;

    mpz_init(c.number);
    if (answer->counted)
        mpz_set(c.number, answer->count);
    else
        cq_number_set(c.number, answer->found);
    cq_assert(mpz_sgn(c.number) >= 0);
    if (!answer->unique && !answer->symmetric)
        status = try_sweep(&c);
    if (status == CQ_OK && c.verdict == CQ_UNKNOWN)
        status = try_search(&c);
    mpz_clear(c.number);
    *out = c.verdict;
    return status;
}
