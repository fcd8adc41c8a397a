/* polyomino.c - tilings with pieces: cells as bits, placements by first cell.
 *
 * Three searches share the data of polyomino.h. The first empty cell (narrow.c, or
 * wide.c where a word is too small) is filled with each form that fits, found in tables
 * and never tried in vain; that is best on narrow boards, all the more as states repeat
 * there and dead ones are remembered. On wider boards with pieces that all differ, the
 * most constrained cell or piece comes first (constrain.c) until five pieces are left.
 *
 * The idea of filling the first empty cell is as old as the first programs (Dekkers and
 * Duijvestijn 1962; Fletcher, "A program to solve the pentomino problem by the
 * recursive use of macros", Communications of the ACM 8, 1965); that of the most
 * constrained place is Golomb and Baumert's ("Backtrack programming", Journal of the
 * ACM 12, 1965).
 *
 * Every solution is found once: a node branches over the placements that cover one
 * cell, or over those of the only copy left of a piece that must come, and a solution
 * has exactly one of them. Copies of a piece are interchangeable, so they are never
 * permuted.
 */
#include "engine/polyomino/polyomino.h"

#include <stdio.h>

static double cost_of(const cq_problem *problem, cq_goal goal)
{
    bool domino = cq_problem_is_domino(problem);

    /* Dominoes have engines of their own, which do not search. */
    if (domino && goal != CQ_GOAL_ALL)
        return 1e5;
    return 1e-6 * (double)problem->board->count;
}

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    if (problem->kind != CQ_TILING) {
        snprintf(fit->why, sizeof fit->why, "it lays pieces on a board");
        return;
    }
    if (problem->board->surface != CQ_PLANE) {
        snprintf(fit->why, sizeof fit->why,
                 "the board's edges are joined, and it needs a first cell for every "
                 "piece");
        return;
    }
    fit->fits = true;
    fit->cost = cost_of(problem, goal);
    snprintf(fit->why, sizeof fit->why,
             "pieces on the plane: sets of cells as bits, no placement tried in vain");
}

/* ---- solutions ---- */

/* Cells of a part come in scan order; the board's order is wanted. */
static void sort_cells(uint32_t *cells, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t cell = cells[i];
        size_t k = i;

        for (; k > 0 && cells[k - 1] > cell; k--)
            cells[k] = cells[k - 1];
        cells[k] = cell;
    }
}

static cq_status add_part(cq_poly *p, cq_poly_laid laid)
{
    const cq_poly_form *form = &p->forms.at[laid.form];
    cq_solution *out = &p->solution;
    cq_context *ctx = p->run->ctx;
    size_t start = out->members.count;

    if (cq_vec_reserve(ctx, &out->members, form->count) != CQ_OK)
        return CQ_MEMORY;
    for (uint32_t i = 0; i < form->count; i++)
        out->members.at[out->members.count++] =
            cq_poly_cell(p, laid.cell + (size_t)p->offsets.at[form->start + i]);
    if (p->sideways)
        sort_cells(out->members.at + start, form->count);
    if (cq_vec_push(ctx, &out->labels, form->piece) != CQ_OK)
        return CQ_MEMORY;
    return cq_vec_push(ctx, &out->starts, (uint32_t)out->members.count);
}

cq_status cq_poly_deliver(cq_poly *p)
{
    bool enough = false;
    cq_status status;

    if (p->run->goal == CQ_GOAL_COUNT) {
        cq_run_counted(p->run);
        return CQ_OK;
    }
    cq_solution_clear(&p->solution);
    status = cq_vec_push(p->run->ctx, &p->solution.starts, 0);
    for (size_t i = 0; i < p->depth && status == CQ_OK; i++)
        status = add_part(p, p->laid[i]);
    if (status == CQ_OK)
        status = cq_run_found(p->run, &p->solution, &enough);
    p->stopped |= enough;
    return status;
}

/* ---- running ---- */

cq_status cq_poly_walk(cq_poly *p)
{
    return p->narrow ? cq_poly_narrow_walk(p) : cq_poly_wide_walk(p);
}

static cq_status set_up(cq_poly *p)
{
    cq_context *ctx = p->run->ctx;
    cq_status status;

    p->dead.ctx = ctx;
    status =
        cq_poly_supply_new(ctx, &p->run->problem->pieces, p->board->count, &p->supply);
    if (status != CQ_OK || p->supply.hopeless)
        return status;
    p->dead.off = !p->supply.coded && !p->supply.single;
    status = cq_poly_forms(p);
    if (status != CQ_OK || p->stopped || p->forms.count == 0)
        return status;
    p->laid = cq_alloc(ctx, p->room / p->smallest + 1, sizeof *p->laid);
    if (!p->laid)
        return CQ_MEMORY;
    status = cq_poly_narrow_fits(p) ? cq_poly_narrow_new(p) : cq_poly_wide_new(p);
    if (status == CQ_OK && cq_poly_crowd_pays(p))
        status = cq_poly_crowd_new(p);
    p->dead.most = p->crowd ? CQ_POLY_DEAD_SHORT : CQ_POLY_DEAD_MOST;
    return status;
}

static void tear_down(cq_poly *p)
{
    cq_poly_crowd_free(p);
    cq_poly_narrow_free(p);
    cq_poly_wide_free(p);
    cq_poly_dead_free(&p->dead);
    cq_poly_supply_free(&p->supply);
    cq_vec_free(&p->forms);
    cq_vec_free(&p->offsets);
    cq_vec_free(&p->chunks);
    cq_free(p->colour);
    cq_free(p->fit);
    cq_free(p->of);
    cq_free(p->table);
    cq_free(p->taken);
    cq_free(p->laid);
    cq_solution_free(&p->solution);
}

static void progress(void *state, cq_progress *out)
{
    const cq_poly *p = state;
    double unit = 1;

    out->share = p->crowd ? cq_poly_crowd_share(p, &unit) : 0;
    out->share +=
        p->narrow ? cq_poly_narrow_share(p, unit) : cq_poly_wide_share(p, unit);
    out->work = p->nodes;
    out->unit = "nodes";
}

static cq_status search(cq_poly *p)
{
    cq_status status;

    p->run->progress = progress;
    p->run->state = p;
    status = p->crowd ? cq_poly_crowd_walk(p, (size_t)CQ_POLY_TAIL * p->largest)
                      : cq_poly_walk(p);
    p->run->progress = NULL;
    return status;
}

static cq_status add_counters(const cq_poly *p)
{
    cq_answer *answer = p->run->answer;

    if (cq_answer_add_counter(answer, "nodes", p->nodes) != CQ_OK ||
        cq_answer_add_counter(answer, "cuts", p->cuts) != CQ_OK)
        return CQ_MEMORY;
    return cq_answer_add_counter(answer, "dead states met", p->dead.hits);
}

static cq_status run_polyomino(cq_run *run)
{
    cq_poly p = {.run = run, .board = run->problem->board};
    cq_status status = set_up(&p);

    if (status == CQ_OK && !p.stopped && (p.narrow || p.wide))
        status = search(&p);
    if (status == CQ_OK)
        status = add_counters(&p);
    if (status == CQ_OK && run->stop == CQ_FINISHED)
        cq_run_exhausted(run, p.nodes);
    tear_down(&p);
    return status;
}

const cq_engine cq_engine_polyomino = {
    .name = "polyomino",
    .summary = "pieces on the plane as bits: first cell below, most constrained above",
    .goals = CQ_GOAL_BIT(CQ_GOAL_FIND) | CQ_GOAL_BIT(CQ_GOAL_ALL) |
             CQ_GOAL_BIT(CQ_GOAL_COUNT) | CQ_GOAL_BIT(CQ_GOAL_WHY),
    .breaks = CQ_BREAKS_NEAR,
    .fits = fits,
    .run = run_polyomino,
};
