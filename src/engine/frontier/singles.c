/* singles.c - single covers by their numbers: random ones, given ones, and the number
 * of a cover.
 *
 * A random number below the number of all covers gives a random cover. If not all
 * layers are kept, many walks go back together: see kept_layers.c.
 */
#include "engine/frontier/job.h"
#include "problem/rule_variants.h"

#include "base/draw_number.h"

#include <string.h>

enum { TOGETHER_MOST = 4096 };

/* Whether the options have every exact item once. */
static bool covers_exactly(const cq_frontier *j, const cq_u32s *options)
{
    const cq_plan *plan = &j->plan;
    size_t met = 0, exact = 0;

    for (uint32_t i = 0; i < j->cover->items.count; i++)
        exact += plan->tracks[i].kind == CQ_ITEM_EXACT;
    for (size_t i = 0; i < options->count; i++) {
        uint32_t option = options->at[i];

        cq_hold(option < cq_cover_options(j->cover));
        for (uint32_t e = j->cover->starts.at[option];
             e < j->cover->starts.at[option + 1]; e++)
            met += plan->tracks[j->cover->entries.at[e].item].kind == CQ_ITEM_EXACT;
    }
    cq_hold(met == exact);
    return true;
}

cq_status cq_frontier_deliver(cq_frontier *j, const cq_u32s *options,
                              cq_solution *solution, bool *enough)
{
    if (cq_spread_rank(j->spread))
        return CQ_OK; /* rank 0 has it */
    cq_assert(covers_exactly(j, options));
    cq_solution_clear(solution);
    for (size_t i = 0; i < options->count; i++)
        cq_try(cq_run_add_option(j->run, j->placements, options->at[i], solution));
    return cq_run_found(j->run, solution, enough);
}

/* How many walks go together: one as long as all layers are at hand. */
static size_t together(const cq_frontier *j)
{
    uint64_t samples = j->run->samples;

    if (j->sweep.apart == 1 && !j->spread)
        return 1;
    return samples == 0 ? 1 : samples < TOGETHER_MOST ? (size_t)samples : TOGETHER_MOST;
}

cq_status cq_frontier_samples(cq_frontier *j, const mpz_t number)
{
    cq_solution solution = {0};
    cq_back_walk *walks = NULL;
    cq_random random;
    size_t count = together(j);
    bool enough = false;
    uint32_t done = 0;
    cq_status status = cq_back_open(&j->sweep, count, &walks);
    mpz_t rank;

    mpz_init(rank);
    cq_random_seed(&random, j->run->seed);
    while (status == CQ_OK && !done) {
        for (size_t i = 0; i < count; i++) {
            cq_draw_number(&random, number, rank);
            cq_back_start(&j->sweep, &walks[i], rank);
        }
        status = cq_back_walks(&j->sweep, walks, count);
        for (size_t i = 0; i < count && status == CQ_OK && !enough; i++)
            status = cq_frontier_deliver(j, &walks[i].options, &solution, &enough);
        done = enough || cq_run_poll(j->run);
        cq_then(status, cq_spread_agree(j->spread, &done));
    }
    mpz_clear(rank);
    cq_back_close(walks, count);
    cq_solution_free(&solution);
    return status;
}

/* The solution whose number, from 1 on, the user gives. */
cq_status cq_frontier_nth(cq_frontier *j, const mpz_t number)
{
    cq_solution solution = {0};
    cq_back_walk *walk = NULL;
    cq_status status;
    bool enough = false;
    mpz_t rank;

    if (cq_spread_rank(j->spread))
        return cq_back_walks(&j->sweep, NULL, 0);
    mpz_init(rank);
    status = cq_run_which(j->run, number, rank);
    cq_then(status, cq_back_open(&j->sweep, 1, &walk));
    if (status == CQ_OK) {
        cq_back_start(&j->sweep, walk, rank);
        status = cq_back_walks(&j->sweep, walk, 1);
    }
    cq_then(status, cq_frontier_deliver(j, &walk->options, &solution, &enough));
    mpz_clear(rank);
    cq_back_close(walk, 1);
    cq_solution_free(&solution);
    return status;
}

/* ---- the number of a solution ---- */

static bool has_cell(const cq_placements *p, size_t option, uint32_t cell)
{
    for (uint32_t k = p->starts.at[option]; k < p->starts.at[option + 1]; k++)
        if (p->cells.at[k] == cell)
            return true;
    return false;
}

/* Whether the placement is part i of the solution: cells may be in any order. */
static bool is_part(const cq_placements *p, size_t option, const cq_solution *s,
                    size_t i)
{
    uint32_t first = s->starts.at[i], end = s->starts.at[i + 1];

    if (p->pieces.at[option] != s->labels.at[i] ||
        p->starts.at[option + 1] - p->starts.at[option] != end - first)
        return false;
    while (first < end && has_cell(p, option, s->members.at[first]))
        first++;
    return first == end;
}

/* The piece on each cell, if options are variants; else NULL. */
static cq_status map_pieces(const cq_frontier *j, uint32_t **out)
{
    const cq_solution *s = j->run->given;
    size_t cells = cq_board_size(j->run->problem->board);

    *out = cq_alloc(j->run->ctx, cells, sizeof **out);
    if (!*out)
        return CQ_MEMORY;
    memset(*out, 0xff, cells * sizeof **out);
    for (size_t i = 0; i < cq_solution_parts(s); i++)
        for (uint32_t k = s->starts.at[i]; k < s->starts.at[i + 1]; k++)
            if (s->members.at[k] < cells)
                (*out)[s->members.at[k]] = s->labels.at[i];
    return CQ_OK;
}

/* From the first variant of a placement to the one that the solution has. */
static cq_status vary_option(const cq_frontier *j, const uint32_t *piece_on,
                             uint32_t *option)
{
    const cq_placements *p = j->placements;
    const cq_problem *problem = j->run->problem;
    uint32_t start = p->starts.at[*option], variant;

    cq_try(cq_variant_in(j->run->ctx, problem->board, &problem->pieces, piece_on,
                         p->pieces.at[*option], p->cells.at + start,
                         p->starts.at[*option + 1] - start, &variant));
    *option = variant == UINT32_MAX ? UINT32_MAX : *option + variant;
    return CQ_OK;
}

/* Turns the first options with the cells of each part into those of the tiling. */
static cq_status vary_options(const cq_frontier *j, cq_u32s *options)
{
    uint32_t *piece_on;
    cq_status status = map_pieces(j, &piece_on);

    for (size_t i = 0; i < options->count && status == CQ_OK; i++) {
        status = vary_option(j, piece_on, &options->at[i]);
        if (status == CQ_OK && options->at[i] == UINT32_MAX)
            status = cq_fail(j->run->ctx, CQ_INPUT, "this is not one of the covers");
    }
    cq_free(piece_on);
    return status;
}

/* The options that the parts of the solution are. */
static cq_status find_options(const cq_frontier *j, cq_u32s *out)
{
    const cq_solution *s = j->run->given;
    const cq_placements *p = j->placements;

    for (size_t i = 0; i < cq_solution_parts(s); i++) {
        uint32_t option = p ? 0 : s->labels.at[i];

        while (p && option < cq_placements_count(p) && !is_part(p, option, s, i))
            option++;
        if (option >= cq_cover_options(j->cover))
            return cq_fail(j->run->ctx, CQ_INPUT, "this is not one of the covers");
        cq_try(cq_vec_push(j->run->ctx, out, option));
    }
    return p && p->variants.count ? vary_options(j, out) : CQ_OK;
}

cq_status cq_frontier_index(cq_frontier *j)
{
    cq_u32s options = {0};
    cq_status status;
    mpz_t rank;

    if (cq_spread_rank(j->spread))
        return cq_back_walks(&j->sweep, NULL, 0);
    status = find_options(j, &options);
    mpz_init(rank);
    cq_then(status, cq_back_rank(&j->sweep, options.at, options.count, rank));
    cq_then(status, cq_run_numbered(j->run, rank));
    mpz_clear(rank);
    cq_vec_free(&options);
    return status;
}
