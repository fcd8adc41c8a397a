/* confirm_count.c - a number counted again, by the checker's own code.
 *
 * First by a plain sweep (plain_sweep.c), as it does not mind how many solutions there
 * are; then by a plain search (recount.c), which also counts classes. Each is limited
 * by counted steps, so that a default confirmation takes a tenth of a second; without a
 * limit it goes on until the run is stopped.
 *
 * The search is given up after a small sample if there are more solutions than nodes,
 * as every solution takes a node at least, or if the share of the solutions that it has
 * met says that the nodes would not do. How long it would take is foreseen
 * (how_long.c). The sweep counts to 2^128 and is not asked for more.
 */
#include "base/assert.h"
#include "base/limbs.h"
#include "check/judge.h"

/* By default, after the sweep: about 20 ms of work, and 1 ms for the sample. */
#define SEARCH_NODES (UINT64_C(1) << 15)
#define SAMPLE_NODES (UINT64_C(1) << 11)

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

    if (!c->all && mpz_sizeinbase(c->number, 2) > 128)
        return CQ_OK;
    cq_try(cq_confirm_number(c->ctx, c->problem, c->number, &work, &verdict));
    if (verdict != CQ_UNKNOWN)
        say(c, verdict, "sweep");
    return CQ_OK;
}

/* Classes of solutions, or symmetric ones. */
static bool classes(const claim *c)
{
    return c->answer->unique || c->answer->symmetric;
}

/* Nodes that the search would have, by those that it has had; 0: nobody knows. */
static double foreseen(const claim *c, const cq_recount *again)
{
    return again->found
               ? (double)again->nodes * mpz_get_d(c->number) / (double)again->found
               : 0;
}

static cq_status give_up(claim *c, const cq_recount *again)
{
    char how_long[CQ_HOW_LONG_SIZE];

    if (again->too_symmetric) {
        cq_judge_say(c->sentence, CQ_UNKNOWN,
                     "not confirmed: the cover has too many symmetries");
        return CQ_OK;
    }
    cq_try(cq_say_how_long(c->ctx, c->problem, again->beside, how_long));
    cq_judge_say(c->sentence, CQ_UNKNOWN, "not confirmed: %s", how_long);
    return CQ_OK;
}

static cq_status search_plainly(const claim *c, uint64_t nodes, cq_recount *out)
{
    cq_hearing hearing = {.ctx = c->ctx,
                          .problem = c->problem,
                          .certificate = &c->answer->certificate,
                          .nodes = nodes,
                          .sentence = c->sentence};

    if (classes(c))
        return cq_recount_classes(&hearing, c->answer, out);
    return cq_recount_problem(c->ctx, c->problem, nodes, 0, NULL, out);
}

/* Whether a search that met so much in its sample may be over within its limit, with a
 * margin, as samples are uneven. One that met nothing is taken to be about to. */
static bool has_hope(const claim *c, const cq_recount *sample)
{
    cq_recount lucky = *sample;

    lucky.found += lucky.found == 0;
    return mpz_cmp_ui(c->number, SEARCH_NODES) <= 0 &&
           foreseen(c, &lucky) <= 4 * (double)SEARCH_NODES;
}

static cq_status try_search(claim *c)
{
    cq_recount again = {0};
    mpz_t found;

    if (!c->all && !classes(c)) {
        cq_try(search_plainly(c, SAMPLE_NODES, &again));
        if (!again.complete && !has_hope(c, &again))
            return give_up(c, &again);
    }
    if (!again.complete) {
        again = (cq_recount){0};
        cq_try(search_plainly(c, c->all ? UINT64_MAX : SEARCH_NODES, &again));
    }
    if (!again.complete)
        return give_up(c, &again);
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
    if (!classes(&c))
        status = try_sweep(&c);
    if (status == CQ_OK && c.verdict == CQ_UNKNOWN)
        status = try_search(&c);
    mpz_clear(c.number);
    *out = c.verdict;
    return status;
}
