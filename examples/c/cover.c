/* cover.c - an exact cover built in memory: Langford pairs, as D. E. Knuth poses them.
 *
 * Put two copies of each number 1 to n into 2n places, so that k numbers stand between
 * the two k's. Items are the numbers and the places; an option is a number with two
 * places. Each solution is read back as the options that were chosen.
 */
#include <chequer.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct pair {
    unsigned number, first, second;
} pair;

typedef struct listing {
    pair *pairs; /* by option */
    unsigned n;
    unsigned *places; /* 2n */
} listing;

static cq_status add_items(cq_context *ctx, cq_problem *problem, unsigned n)
{
    cq_status status = CQ_OK;

    for (unsigned i = 0; i < 3 * n && status == CQ_OK; i++) {
        char name[16];
        const cq_item_info item = {.name = name, .least = 1, .most = 1};

        snprintf(name, sizeof name, "%c%u", i < n ? 'n' : 'p', i < n ? i + 1 : i - n);
        status = cq_problem_add_item(ctx, problem, &item, NULL);
    }
    return status;
}

static cq_status add_options(cq_context *ctx, cq_problem *problem, listing *l)
{
    cq_status status = CQ_OK;

    for (unsigned k = 1; k <= l->n; k++)
        for (unsigned at = 0; at + k + 1 < 2 * l->n && status == CQ_OK; at++) {
            const cq_entry_info entries[] = {
                {k - 1, NULL}, {l->n + at, NULL}, {l->n + at + k + 1, NULL}};
            uint32_t option;

            status = cq_problem_add_option(ctx, problem, entries, 3, &option);
            if (status == CQ_OK)
                l->pairs[option] = (pair){k, at, at + k + 1};
        }
    return status;
}

static bool print_row(void *user, const cq_answer *answer)
{
    listing *l = user;
    cq_part part;

    for (size_t i = 0; cq_solution_part(cq_answer_solution(answer, 0), i, &part); i++) {
        const pair *p = &l->pairs[part.number];

        l->places[p->first] = l->places[p->second] = p->number;
    }
    for (unsigned i = 0; i < 2 * l->n; i++)
        printf("%u%c", l->places[i], i + 1 < 2 * l->n ? ' ' : '\n');
    return true; /* go on */
}

int main(void)
{
    cq_context *ctx = cq_context_new();
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    listing l = {.n = 4};
    const cq_options options = CQ_OPTIONS(.user = &l, .on_solution = print_row);
    cq_status status = ctx ? cq_problem_new_cover(ctx, &problem) : CQ_MEMORY;

    l.pairs = calloc((size_t)2 * l.n * l.n, sizeof *l.pairs);
    l.places = calloc((size_t)2 * l.n, sizeof *l.places);
    if (!l.pairs || !l.places)
        status = CQ_MEMORY;
    if (status == CQ_OK)
        status = add_items(ctx, problem, l.n);
    if (status == CQ_OK)
        status = add_options(ctx, problem, &l);
    if (status == CQ_OK)
        status = cq_solve(ctx, problem, CQ_GOAL_ALL, &options, &answer);
    if (status == CQ_OK)
        printf("%llu in all\n", (unsigned long long)cq_answer_found(answer));
    else if (ctx)
        fprintf(stderr, "%s\n", cq_error_text(ctx));
    cq_answer_free(answer);
    cq_problem_free(problem);
    cq_context_free(ctx);
    free(l.pairs);
    free(l.places);
    return status == CQ_OK ? 0 : 1;
}
