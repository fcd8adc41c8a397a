/* listed_samples.c - solutions of a list drawn at random, by their weights.
 *
 * The list is made twice. The first one sums the weights of all solutions, which are 1
 * if nothing has a weight, in units small enough to make every weight a whole number.
 * Then as many numbers below the sum are drawn as samples are wanted, and in the second
 * list a solution is drawn by every number in its range:
 *
 *     weights        1      1/2  2            sum 3 1/2, in halves 7
 *     ranges         0 1    2    3 4 5 6
 *     numbers drawn  5 0 4                    solutions 3, 1 and 3
 *
 * So samples are exact, and for the same seed they are the same with any number of
 * threads, as the list is. The samples are kept until all of them are there.
 *
 * Cost: two lists, and the sum of the weights.
 */
#include "solve/listing.h"

#include "base/draw_number.h"
#include "base/limbs.h"
#include "base/sort.h"
#include "engine/option_weights.h"

/* A number that was drawn, and for which sample. */
typedef struct draw {
    mpz_t number;
    size_t sample;
} draw;

/* A sample: the options of a solution among those that were drawn. */
typedef struct drawn {
    size_t first, count;
} drawn;

typedef struct samples {
    cq_listing *listing;
    cq_option_weights weights;
    mpq_t weight, sum; /* of the solution at hand, and of all so far */
    mpz_t units;       /* that make a weight of 1 */
    mpz_t end;         /* of the range of the solution at hand, in units */
    draw *draws;       /* ascending, from the second list on */
    drawn *samples;
    size_t count, next; /* of the draws */
    cq_u32s options;    /* of all solutions that were drawn */
} samples;

static cq_status weigh(samples *s, const cq_u32s *options)
{
    cq_context *ctx = s->listing->job->run.ctx;
    cq_weight product = {0};
    cq_status status = cq_option_weights_multiply(ctx, &s->weights, options->at,
                                                  options->count, &product);

    if (status == CQ_OK)
        cq_weight_number(&product, s->weight);
    cq_weight_free(&product);
    cq_assert(status != CQ_OK || mpq_sgn(s->weight) >= 0);
    return status;
}

/* ---- the first list ---- */

static cq_status add(void *user, cq_u32s *options, bool *enough)
{
    samples *s = user;

    (void)enough;
    cq_try(weigh(s, options));
    mpq_add(s->sum, s->sum, s->weight);
    mpz_lcm(s->units, s->units, mpq_denref(s->weight));
    return CQ_OK;
}

static int by_number(const void *a, const void *b, void *user)
{
    const draw *x = a, *y = b;

    (void)user;
    return mpz_cmp(x->number, y->number);
}

/* The weight in units, which is a whole number. */
static void in_units(const samples *s, const mpq_t weight, mpz_t out)
{
    cq_assert(mpz_divisible_p(s->units, mpq_denref(weight)));
    mpz_divexact(out, s->units, mpq_denref(weight));
    mpz_mul(out, out, mpq_numref(weight));
}

static cq_status draw_numbers(samples *s)
{
    cq_run *run = &s->listing->job->run;
    size_t wanted = run->samples < SIZE_MAX ? (size_t)run->samples : SIZE_MAX;
    cq_random random;

    s->draws = cq_alloc(run->ctx, wanted, sizeof *s->draws);
    s->samples = cq_zalloc(run->ctx, wanted, sizeof *s->samples);
    cq_try_memory(s->draws && s->samples);
    in_units(s, s->sum, s->end);
    if (mpz_sgn(s->end) == 0)
        return cq_fail(run->ctx, CQ_REFUSED,
                       "all solutions weigh 0, so none of them can be drawn");
    cq_random_seed(&random, run->seed);
    for (; s->count < wanted; s->count++) {
        mpz_init(s->draws[s->count].number);
        cq_draw_number(&random, s->end, s->draws[s->count].number);
        s->draws[s->count].sample = s->count;
        cq_try(cq_poll_at(run->ctx, s->count + 1));
    }
    cq_sort_by(s->draws, s->count, sizeof *s->draws, by_number, NULL);
    mpz_set_ui(s->end, 0);
    return CQ_OK;
}

/* ---- the second list ---- */

static bool is_drawn(const samples *s)
{
    return s->next < s->count && mpz_cmp(s->draws[s->next].number, s->end) < 0;
}

static cq_status take(void *user, cq_u32s *options, bool *enough)
{
    samples *s = user;
    size_t first = s->options.count;
    mpz_t range;

    cq_try(weigh(s, options));
    mpz_init(range);
    in_units(s, s->weight, range);
    mpz_add(s->end, s->end, range);
    mpz_clear(range);
    if (is_drawn(s))
        cq_try(cq_u32s_append(s->listing->job->run.ctx, &s->options, options->at,
                              options->count));
    for (; is_drawn(s); s->next++)
        s->samples[s->draws[s->next].sample] = (drawn){first, options->count};
    *enough = s->next == s->count;
    return CQ_OK;
}

static cq_status deliver(samples *s)
{
    cq_run *run = &s->listing->job->run;
    bool enough = false;

    if (s->next < s->count)
        return cq_fail(run->ctx, CQ_DEFECT, "the engine %s lists other solutions again",
                       s->listing->engine);
    for (size_t i = 0; i < s->count && !enough; i++)
        cq_try(cq_listing_deliver(s->listing, s->options.at + s->samples[i].first,
                                  s->samples[i].count, &enough));
    return CQ_OK;
}

/* ---- both ---- */

static cq_status list_twice(samples *s)
{
    cq_listing *l = s->listing;

    cq_try(cq_listing_all(l, 0, add, s));
    if (!cq_listing_is_whole(l))
        return CQ_OK;
    cq_try(draw_numbers(s));
    cq_try(cq_listing_all(l, 0, take, s));
    return l->job->run.stop == CQ_FINISHED ? deliver(s) : CQ_OK;
}

cq_status cq_listed_samples(cq_listing *l)
{
    cq_context *ctx = l->job->run.ctx;
    samples s = {.listing = l};
    cq_status status = cq_option_weights_make(ctx, &l->cover, true, &s.weights);

    mpq_inits(s.weight, s.sum, NULL);
    mpz_init_set_ui(s.units, 1);
    mpz_init(s.end);
    cq_then(status, cq_option_weights_are_odds(ctx, &s.weights));
    cq_then(status, list_twice(&s));
    while (s.count)
        mpz_clear(s.draws[--s.count].number);
    mpq_clears(s.weight, s.sum, NULL);
    mpz_clears(s.units, s.end, NULL);
    cq_option_weights_free(&s.weights);
    cq_vec_free(&s.options);
    cq_free_each(s.draws, s.samples);
    return status;
}
