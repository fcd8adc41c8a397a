/* listed_sums.c - what all solutions of a list come to: how many there are for each
 * choice of copies, how many use each placement, and what they weigh together.
 *
 * A choice of copies is a key, a number of copies for each piece. A weight is a product
 * of polynomials for each solution, and the sum is one.
 */
#include "solve/listing.h"

#include "base/limbs.h"
#include "base/sort.h"
#include "engine/option_weights.h"

#include <string.h>

static cq_status tell_number(cq_listing *l)
{
    mpz_t number;

    mpz_init(number);
    cq_number_set(number, l->met);
    cq_run_number(&l->job->run, number);
    mpz_clear(number);
    return CQ_OK;
}

/* ---- copies ---- */

typedef struct copies {
    cq_listing *listing;
    cq_keys rows;           /* two copies to a word */
    cq_u32s copies;         /* the rows by number, one after the other */
    CQ_VEC(uint64_t) found; /* solutions of each */
    uint64_t *key;
    uint32_t *row; /* the same, on its way there */
    size_t pieces;
} copies;

static cq_status add_copies(void *user, cq_u32s *options, bool *enough)
{
    copies *c = user;
    cq_context *ctx = c->listing->job->run.ctx;
    uint32_t number;
    bool fresh;

    (void)enough;
    memset(c->row, 0, c->rows.words * sizeof *c->key);
    for (size_t i = 0; i < options->count; i++)
        c->row[c->listing->placements.pieces.at[options->at[i]]]++;
    memcpy(c->key, c->row, c->rows.words * sizeof *c->key);
    cq_try(cq_keys_add(ctx, &c->rows, c->key, &number, &fresh));
    if (fresh) {
        cq_try(cq_u32s_append(ctx, &c->copies, c->row, c->pieces));
        cq_try(cq_vec_push(ctx, &c->found, 0));
    }
    cq_assert(number < c->found.count);
    c->found.at[number]++;
    return CQ_OK;
}

static const uint32_t *row_at(const copies *c, uint32_t number)
{
    return c->copies.at + number * c->pieces;
}

static int by_copies(const void *a, const void *b, void *user)
{
    const copies *c = user;
    const uint32_t *x = row_at(c, *(const uint32_t *)a);
    const uint32_t *y = row_at(c, *(const uint32_t *)b);

    for (size_t p = 0; p < c->pieces; p++)
        if (x[p] != y[p])
            return x[p] < y[p] ? -1 : 1;
    return 0;
}

static cq_status tell_rows(copies *c, uint32_t *order)
{
    cq_run *run = &c->listing->job->run;
    cq_status status = CQ_OK;
    mpz_t number;

    for (uint32_t i = 0; i < c->rows.count; i++)
        order[i] = i;
    cq_sort_by(order, c->rows.count, sizeof *order, by_copies, c);
    mpz_init(number);
    for (size_t i = 0; i < c->rows.count && status == CQ_OK; i++) {
        cq_number_set(number, c->found.at[order[i]]);
        status = cq_findings_row(run->ctx, &run->answer->findings, row_at(c, order[i]),
                                 c->pieces, number);
    }
    mpz_clear(number);
    return status == CQ_OK ? tell_number(c->listing) : status;
}

static cq_status count_copies(copies *c)
{
    cq_context *ctx = c->listing->job->run.ctx;
    uint32_t *order;
    cq_status status;

    c->key = cq_alloc(ctx, c->rows.words, sizeof *c->key);
    c->row = cq_alloc(ctx, 2 * c->rows.words, sizeof *c->row);
    cq_try_memory(c->key && c->row);
    cq_try(cq_listing_all(c->listing, 0, add_copies, c));
    if (!cq_listing_is_whole(c->listing))
        return CQ_OK;
    order = cq_alloc(ctx, c->rows.count, sizeof *order);
    cq_try_memory(order);
    status = tell_rows(c, order);
    cq_free(order);
    return status;
}

cq_status cq_listed_copies(cq_listing *l)
{
    size_t pieces = l->job->run.problem->pieces.count;
    copies c = {.listing = l, .rows = {.words = pieces / 2 + 1}, .pieces = pieces};
    cq_status status = count_copies(&c);

    cq_keys_free(&c.rows);
    cq_vec_free_each(&c.copies, &c.found);
    cq_free_each(c.key, c.row);
    return status;
}

/* ---- placements ---- */

static cq_status add_uses(void *user, cq_u32s *options, bool *enough)
{
    uint64_t *uses = user;

    (void)enough;
    for (size_t i = 0; i < options->count; i++)
        uses[options->at[i]]++;
    return CQ_OK;
}

static cq_status tell_uses(cq_listing *l, const uint64_t *uses)
{
    cq_run *run = &l->job->run;
    cq_status status = CQ_OK;
    mpz_t number;

    mpz_init(number);
    for (uint32_t o = 0; o < cq_cover_options(&l->cover) && status == CQ_OK; o++) {
        cq_number_set(number, uses[o]);
        status = cq_findings_number(run->ctx, &run->answer->findings, number);
        cq_then(status, cq_run_add_option(run, &l->placements, o,
                                          &run->answer->findings.parts));
    }
    mpz_clear(number);
    return status == CQ_OK ? tell_number(l) : status;
}

cq_status cq_listed_uses(cq_listing *l)
{
    uint64_t *uses =
        cq_zalloc(l->job->run.ctx, cq_cover_options(&l->cover), sizeof *uses);
    cq_status status = uses ? cq_listing_all(l, 0, add_uses, uses) : CQ_MEMORY;

    if (status == CQ_OK && cq_listing_is_whole(l))
        status = tell_uses(l, uses);
    cq_free(uses);
    return status;
}

/* ---- weights ---- */

typedef struct total {
    cq_context *ctx;
    cq_option_weights weights;
    cq_weight sum;
} total;

static cq_status add_weight(void *user, cq_u32s *options, bool *enough)
{
    total *t = user;
    cq_weight product = {0};
    cq_status status = cq_option_weights_multiply(t->ctx, &t->weights, options->at,
                                                  options->count, &product);

    (void)enough;
    cq_then(status, cq_weight_add(t->ctx, &t->sum, &product));
    cq_weight_free(&product);
    return status;
}

cq_status cq_listed_total(cq_listing *l)
{
    cq_run *run = &l->job->run;
    total t = {.ctx = run->ctx};
    cq_status status = cq_option_weights_make(run->ctx, &l->cover, true, &t.weights);

    cq_then(status, cq_listing_all(l, 0, add_weight, &t));
    if (status == CQ_OK && cq_listing_is_whole(l))
        status = cq_run_total(run, &t.sum, &l->cover.factors.letters);
    cq_option_weights_free(&t.weights);
    cq_weight_free(&t.sum);
    return status;
}
