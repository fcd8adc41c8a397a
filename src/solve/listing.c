/* listing.c - numbers, sums and samples of solutions that are sifted.
 *
 * Whether a tiling keeps a rule without items (connected.c) is seen in the whole tiling
 * only, so no sweep can number, weigh or draw those that do. But they can be listed. A
 * question for all solutions is asked within the one that was asked, of any engine that
 * lists, and what each solution adds is added here:
 *
 *     nth                  the list ends with the solution of that number
 *     index                it ends with the one that is given
 *     cheapest, dearest    the heap of keep_best.c
 *     copies, probabilities, total    listed_sums.c
 *     sample               listed_samples.c: the list is made twice
 *
 * So solutions are numbered as --all lists them, with the same engine.
 *
 * A solution comes as pieces on cells. Each part becomes an option of the cover that
 * the tiling is without its rules, by a set of keys: then weights are those of options,
 * and what is found is handed over as every engine does it. The list within has checked
 * the solution once; what is handed over is checked again.
 *
 * Cost: that of the list, and a look into the set for each part of each solution.
 */
#include "solve/listing.h"

#include "base/limbs.h"
#include "base/sort.h"
#include "engine/keep_best.h"

#include <string.h>

/* ---- parts as options ---- */

/* The piece and its cells, ascending; behind them a key is 0. */
static const uint64_t *key_of(cq_listing *l, uint32_t piece, const uint32_t *cells,
                              size_t count)
{
    cq_assert(count < 2 * l->places.words);
    memset(l->row, 0, l->places.words * sizeof *l->key);
    l->row[0] = piece;
    memcpy(l->row + 1, cells, count * sizeof *cells);
    cq_sort_few(l->row + 1, count);
    memcpy(l->key, l->row, l->places.words * sizeof *l->key);
    return l->key;
}

static cq_status make_places(cq_listing *l)
{
    const cq_placements *p = &l->placements;
    cq_context *ctx = l->job->run.ctx;
    size_t longest = 1;

    for (size_t i = 0; i < cq_placements_count(p); i++)
        if (p->starts.at[i + 1] - p->starts.at[i] > longest)
            longest = p->starts.at[i + 1] - p->starts.at[i];
    l->places.words = longest / 2 + 1;
    l->key = cq_alloc(ctx, l->places.words, sizeof *l->key);
    l->row = cq_alloc(ctx, 2 * l->places.words, sizeof *l->row);
    cq_try_memory(l->key && l->row);
    for (uint32_t i = 0; i < cq_placements_count(p); i++) {
        uint32_t start = p->starts.at[i], number;

        cq_try(cq_keys_add(ctx, &l->places,
                           key_of(l, p->pieces.at[i], p->cells.at + start,
                                  p->starts.at[i + 1] - start),
                           &number, NULL));
        cq_assert(number == i); /* no two placements are the same */
        cq_try(cq_poll_at(ctx, i + 1));
    }
    return CQ_OK;
}

/* The cover has no items for rules, so that a placement is one option. */
static cq_status open_listing(cq_job *job, cq_listing *l)
{
    const cq_problem *problem = job->run.problem;
    cq_pieces pieces = problem->pieces;

    *l = (cq_listing){.job = job};
    memset(&pieces.rules, 0, sizeof pieces.rules);
    cq_try(cq_tiling_placements(job->run.ctx, problem->board, &pieces, &l->placements));
    cq_try(cq_tiling_lower(job->run.ctx, problem->board, &pieces, &l->placements,
                           &l->cover));
    return make_places(l);
}

static void close_listing(cq_listing *l)
{
    cq_placements_free(&l->placements);
    cq_cover_free(&l->cover);
    cq_keys_free(&l->places);
    cq_free_each(l->key, l->row);
    cq_solution_free(&l->filled);
    cq_vec_free(&l->options);
}

/* In l->options, ascending. */
static cq_status find_options(cq_listing *l, const cq_solution *s)
{
    l->options.count = 0;
    for (size_t i = 0; i < s->labels.count; i++) {
        uint32_t start = s->starts.at[i], option;

        option =
            cq_keys_find(&l->places, key_of(l, s->labels.at[i], s->members.at + start,
                                            s->starts.at[i + 1] - start));
        cq_assert(option != CQ_NO_KEY); /* the checker has seen the solution */
        cq_try(cq_vec_push(l->job->run.ctx, &l->options, option));
    }
    cq_sort_u32(l->options.at, l->options.count);
    return CQ_OK;
}

/* The same of a solution without the blanks on free squares. */
static cq_status find_all_options(cq_listing *l, const cq_solution *s)
{
    cq_run *run = &l->job->run;

    if (cq_problem_free_piece(run->problem) == CQ_NO_PIECE)
        return find_options(l, s);
    cq_solution_free(&l->filled);
    cq_try(cq_solution_copy(run->ctx, s, &l->filled));
    cq_try(cq_solution_fill(run->ctx, run->problem, &l->filled));
    return find_options(l, &l->filled);
}

/* ---- the list ---- */

static bool on_solution(void *user, const cq_answer *answer)
{
    cq_listing *l = user;

    cq_assert(!l->enough && l->status == CQ_OK);
    l->status = find_all_options(l, &answer->solutions.at[0]);
    l->met++;
    cq_then(l->status, l->meet(l->user, &l->options, &l->enough));
    return l->status == CQ_OK && !l->enough;
}

static bool on_progress(void *user, const cq_progress *progress)
{
    const cq_options *asked = ((cq_listing *)user)->job->options;

    return asked->on_progress(asked->user, progress);
}

/* What the list says, but for its solutions. */
static cq_status take_answer(cq_listing *l, cq_answer *answer, uint64_t first)
{
    cq_run *run = &l->job->run;
    bool ended = l->enough || (first && l->met == first);

    memcpy(l->engine, answer->engine, sizeof l->engine);
    memcpy(run->answer->engine, answer->engine, sizeof run->answer->engine);
    if (!ended && run->stop == CQ_FINISHED)
        run->stop = answer->stop;
    if (answer->verdict == CQ_NO)
        cq_run_refute(run, &answer->certificate);
    run->answer->counters.count = 0;
    for (size_t i = 0; i < answer->counters.count; i++)
        cq_try(cq_answer_add_counter(run->answer, answer->counters.at[i].name,
                                     answer->counters.at[i].value));
    return CQ_OK;
}

cq_status cq_listing_all(cq_listing *l, uint64_t first, cq_meet_fn *meet, void *user)
{
    cq_options options = cq_job_options_within(l->job);
    cq_run *run = &l->job->run;
    cq_answer *answer = NULL;
    cq_status status;

    l->met = 0;
    l->enough = false;
    l->meet = meet;
    l->user = user;
    options.first = first;
    options.confirm = false;
    options.on_solution = on_solution;
    options.on_progress = options.on_progress ? on_progress : NULL;
    options.user = l;
    if (*l->engine) /* who has listed them once lists them in the same order again */
        options.engine = l->engine;
    status = cq_solve(run->ctx, run->problem, CQ_GOAL_ALL, &options, &answer);
    cq_then(status, l->status);
    cq_then(status, take_answer(l, answer, first));
    cq_answer_free(answer);
    return status;
}

bool cq_listing_is_whole(const cq_listing *l)
{
    return l->met && l->job->run.stop == CQ_FINISHED;
}

cq_status cq_listing_deliver(cq_listing *l, const uint32_t *options, size_t count,
                             bool *enough)
{
    cq_run *run = &l->job->run;
    cq_solution solution = {0};
    cq_status status = CQ_OK;

    for (size_t i = 0; i < count && status == CQ_OK; i++)
        status = cq_run_add_option(run, &l->placements, options[i], &solution);
    cq_then(status, cq_run_found(run, &solution, enough));
    cq_solution_free(&solution);
    return status;
}

/* ---- one solution, by its number ---- */

static cq_status pass_over(void *user, cq_u32s *options, bool *enough)
{
    (void)user;
    (void)options;
    (void)enough;
    return CQ_OK;
}

/* The number, from 0 on; no list is longer than 2^64 - 1. */
static cq_status read_which(cq_listing *l, uint64_t solutions, uint64_t *out)
{
    cq_status status;
    mpz_t most, which;

    mpz_inits(most, which, NULL);
    cq_number_set(most, solutions);
    status = cq_run_which(&l->job->run, most, which);
    if (status == CQ_OK)
        *out = cq_number_get(which);
    mpz_clears(most, which, NULL);
    return status;
}

static cq_status list_nth(cq_listing *l)
{
    uint64_t which;
    bool enough;

    cq_try(read_which(l, UINT64_MAX, &which));
    cq_try(cq_listing_all(l, which + 1, pass_over, NULL));
    if (!cq_listing_is_whole(l))
        return CQ_OK;
    cq_try(read_which(l, l->met, &which)); /* refused, if there are fewer */
    return cq_listing_deliver(l, l->options.at, l->options.count, &enough);
}

/* ---- the number of a solution ---- */

static cq_status compare(void *user, cq_u32s *options, bool *enough)
{
    const cq_u32s *given = user;

    *enough = options->count == given->count &&
              memcmp(options->at, given->at, given->count * sizeof *given->at) == 0;
    return CQ_OK;
}

static cq_status list_to(cq_listing *l, cq_u32s *given)
{
    cq_run *run = &l->job->run;
    cq_status status;
    mpz_t number;

    cq_try(cq_listing_all(l, 0, compare, given));
    if (run->stop != CQ_FINISHED)
        return CQ_OK;
    if (!l->enough)
        return cq_fail(run->ctx, CQ_DEFECT, "the engine %s does not list the solution",
                       l->engine);
    mpz_init(number);
    cq_number_set(number, l->met - 1);
    status = cq_run_numbered(run, number);
    mpz_clear(number);
    return status;
}

static cq_status list_index(cq_listing *l)
{
    cq_u32s given = {0};
    cq_status status = find_options(l, l->job->run.given);

    cq_then(status,
            cq_u32s_append(l->job->run.ctx, &given, l->options.at, l->options.count));
    cq_then(status, list_to(l, &given));
    cq_vec_free(&given);
    return status;
}

/* ---- the best ---- */

static cq_status keep(void *user, cq_u32s *options, bool *enough)
{
    (void)enough;
    return cq_keeper_meet(user, options->at, options->count);
}

static cq_status deliver_best(void *user)
{
    return cq_keeper_deliver(user);
}

/* If the list was stopped, they are the best so far. */
static cq_status list_best(cq_listing *l)
{
    cq_keeper keeper;
    cq_status status;

    cq_try(cq_keeper_open(&keeper, &l->job->run, &l->cover, &l->placements));
    status = cq_listing_all(l, 0, keep, &keeper);
    cq_then(status, cq_job_in_peace(l->job, deliver_best, &keeper));
    cq_keeper_close(&keeper);
    return status;
}

/* ---- the stage ---- */

static cq_status list_for(cq_listing *l)
{
    switch (l->job->run.goal) {
    case CQ_GOAL_NTH: return list_nth(l);
    case CQ_GOAL_INDEX: return list_index(l);
    case CQ_GOAL_COPIES: return cq_listed_copies(l);
    case CQ_GOAL_PROBABILITIES: return cq_listed_uses(l);
    case CQ_GOAL_TOTAL: return cq_listed_total(l);
    case CQ_GOAL_SAMPLE: return cq_listed_samples(l);
    default: break;
    }
    cq_assert(cq_goal_is_best(l->job->run.goal));
    return list_best(l);
}

cq_status cq_job_listing(cq_job *job)
{
    cq_listing l;
    cq_status status = open_listing(job, &l);

    cq_then(status, list_for(&l));
    close_listing(&l);
    cq_try(cq_run_see_stop(&job->run, status));
    return job->run.stop == CQ_FINISHED ? cq_job_judge(job) : CQ_OK;
}
