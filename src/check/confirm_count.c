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
    cq_hearing hearing;
    const cq_answer *answer;
    mpz_t number;
    bool all; /* as far as it goes */
} claim;

static void decide(claim *c, bool right, const char *means)
{
    cq_assert(c->hearing.verdict == CQ_UNKNOWN);
    if (right)
        cq_find(&c->hearing, CQ_YES, "confirmed by a plain %s of other code", means);
    else
        cq_find(&c->hearing, CQ_NO, "a plain %s of other code counts differently",
                means);
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
    cq_try(cq_confirm_number(c->hearing.ctx, c->hearing.problem, c->number, &work,
                             &verdict));
    if (verdict != CQ_UNKNOWN)
        decide(c, verdict == CQ_YES, "sweep");
    return CQ_OK;
}

/* Classes of solutions, or symmetric ones. */
static bool classes(const claim *c)
{
    return c->answer->unique || c->answer->symmetric;
}

static cq_status give_up(claim *c, const cq_recount *again)
{
    if (again->too_symmetric)
        return cq_find(&c->hearing, CQ_UNKNOWN,
                       "not confirmed: the cover has too many symmetries");
    return cq_find_too_long(&c->hearing, again->beside, "not confirmed:");
}

static cq_status search_plainly(const claim *c, uint64_t nodes, cq_recount *out)
{
    *out = (cq_recount){.most = nodes};
    return cq_recount_answer(c->hearing.ctx, c->hearing.problem, c->answer, out);
}

/* Whether a search that met so much in its sample may be over within its limit, with a
 * margin, as samples are uneven. One that met nothing is taken to be about to. */
static bool has_hope(const claim *c, const cq_recount *sample)
{
    double found = sample->found ? (double)sample->found : 1;

    return mpz_cmp_ui(c->number, SEARCH_NODES) <= 0 &&
           (double)sample->nodes * mpz_get_d(c->number) / found <=
               4 * (double)SEARCH_NODES;
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
    if (!again.complete)
        cq_try(search_plainly(c, c->all ? UINT64_MAX : SEARCH_NODES, &again));
    if (!again.complete)
        return give_up(c, &again);
    mpz_init(found);
    cq_number_set(found, again.found);
    decide(c, mpz_cmp(found, c->number) == 0, "search");
    mpz_clear(found);
    return CQ_OK;
}

cq_status cq_confirm_count(cq_context *ctx, const cq_problem *problem,
                           const cq_answer *answer, bool all, cq_verdict *out,
                           char sentence[CQ_SENTENCE_SIZE])
{
    claim c = {.hearing = {.ctx = ctx,
                           .problem = problem,
                           .verdict = CQ_UNKNOWN,
                           .sentence = sentence},
               .answer = answer,
               .all = all};
    cq_status status = CQ_OK;

    mpz_init(c.number);
    if (answer->counted)
        mpz_set(c.number, answer->count);
    else
        cq_number_set(c.number, answer->found);
    cq_assert(mpz_sgn(c.number) >= 0);
    if (!classes(&c))
        status = try_sweep(&c);
    if (status == CQ_OK && c.hearing.verdict == CQ_UNKNOWN)
        status = try_search(&c);
    mpz_clear(c.number);
    *out = c.hearing.verdict;
    return status;
}
