/* repack.c - a better packing out of one: a part of the board is cleared and packed
 * anew.
 *
 *     ..AAB..       The pieces that reach into a window around a free square are taken
 *     .#CCB#.       off. What they covered, and the free squares of the window, make a
 *     .DDEE..       small board of their own: can it be packed with fewer free squares?
 *
 * Known as large neighbourhood search (Shaw, "Using constraint programming and local
 * search methods to solve vehicle routing problems", 1998). Each window is a question
 * with little work; windows go over the free squares in an order by the seed, and grow.
 */
#include "solve/first_packing.h"

#include "base/assert.h"
#include "base/random.h"

#include <string.h>

/* Half sides of windows, and units of work for each. */
enum { REACH_LEAST = 2, REACH_MOST = 4, WINDOW_WORK = 400 };

typedef struct repack {
    cq_context *ctx;
    const cq_problem *problem;
    cq_solution *solution;
    cq_word *window; /* cells of the small board */
    size_t uncovered;
} repack;

static bool is_near(const cq_board *board, cq_cell a, cq_cell b, uint32_t reach)
{
    int64_t rows = (int64_t)cq_row(board, a) - cq_row(board, b);
    int64_t cols = (int64_t)cq_col(board, a) - cq_col(board, b);

    return rows <= reach && -rows <= reach && cols <= reach && -cols <= reach;
}

static bool is_lifted(const repack *r, size_t part)
{
    return cq_bits_has(r->window,
                       r->solution->members.at[r->solution->starts.at[part]]);
}

/* A part is lifted as a whole, or not at all. */
static bool window_check(const repack *r)
{
    const cq_solution *s = r->solution;

    for (size_t i = 0; i < cq_solution_parts(s); i++)
        for (uint32_t m = s->starts.at[i]; m < s->starts.at[i + 1]; m++)
            cq_hold(cq_bits_has(r->window, s->members.at[m]) == is_lifted(r, i));
    return true;
}

/* Marks the cells of all parts that reach into the window, and its free squares. */
static void open_window(repack *r, const cq_u32s *left, cq_cell centre, uint32_t reach)
{
    const cq_solution *s = r->solution;

    memset(r->window, 0,
           cq_bits_words(cq_board_size(r->problem->board)) * sizeof *r->window);
    r->uncovered = 0;
    for (size_t i = 0; i < left->count; i++)
        if (is_near(r->problem->board, centre, left->at[i], reach)) {
            cq_bits_add(r->window, left->at[i]);
            r->uncovered++;
        }
    for (size_t i = 0; i < cq_solution_parts(s); i++) {
        bool reaches = false;

        for (uint32_t m = s->starts.at[i]; m < s->starts.at[i + 1]; m++)
            reaches |= is_near(r->problem->board, centre, s->members.at[m], reach);
        for (uint32_t m = s->starts.at[i]; reaches && m < s->starts.at[i + 1]; m++)
            cq_bits_add(r->window, s->members.at[m]);
    }
    cq_assert(window_check(r));
}

/* A piece without copies left cannot be posed: that window is passed over. */
static bool has_copies(const cq_problem *problem)
{
    for (size_t i = 0; i < problem->pieces.count; i++)
        if (problem->pieces.at[i].most == 0)
            return false;
    return true;
}

/* The window as a problem: only its cells, and the copies that are not used outside;
 * NULL if it is passed over. */
static cq_status pose_window(const repack *r, cq_problem **out)
{
    cq_problem *made = NULL;
    cq_status status =
        cq_problem_packing(r->ctx, r->problem, 0, (uint32_t)(r->uncovered - 1), &made);

    for (cq_cell cell = 0; status == CQ_OK && cell < cq_board_size(made->board); cell++)
        if (cq_board_present(made->board, cell) && !cq_bits_has(r->window, cell))
            cq_grid_set(made->board, cell, 0);
    for (size_t i = 0; status == CQ_OK && i < cq_solution_parts(r->solution); i++) {
        cq_piece *piece = &made->pieces.at[r->solution->labels.at[i]];

        if (!is_lifted(r, i) && piece->most != CQ_ANY_COPIES) {
            cq_assert(piece->most > 0);
            piece->most--;
        }
    }
    if (status == CQ_OK && !has_copies(made)) {
        cq_problem_free(made);
        return CQ_OK;
    }
    return cq_problem_deliver(status, made, out);
}

static cq_status add_part(const repack *r, const cq_solution *from, size_t part,
                          cq_solution *out)
{
    uint32_t start = from->starts.at[part];

    return cq_solution_add(r->ctx, out, from->labels.at[part], from->members.at + start,
                           from->starts.at[part + 1] - start);
}

/* The parts outside of the window, and those that were found for it. */
static cq_status take_over(repack *r, const cq_solution *found)
{
    cq_solution made = {0};
    const cq_solution *s = r->solution;
    cq_status status = CQ_OK;

    for (size_t i = 0; i < cq_solution_parts(s) && status == CQ_OK; i++)
        if (!is_lifted(r, i))
            status = add_part(r, s, i, &made);
    for (size_t i = 0; i < cq_solution_parts(found) && status == CQ_OK; i++)
        status = add_part(r, found, i, &made);
    if (status != CQ_OK) {
        cq_solution_free(&made);
        return status;
    }
    cq_assert(made.members.count > s->members.count);
    cq_solution_free(r->solution);
    *r->solution = made;
    return CQ_OK;
}

static cq_status try_window(repack *r, bool *better)
{
    bool plane = r->problem->board->surface == CQ_PLANE;
    cq_options options =
        CQ_OPTIONS(.engine = plane ? "polyomino" : "dlx", .work = WINDOW_WORK);
    cq_problem *window = NULL;
    cq_answer *answer = NULL;
    cq_status status = pose_window(r, &window);

    if (status == CQ_OK && window)
        status = cq_solve(r->ctx, window, CQ_GOAL_FIND, &options, &answer);
    *better = status == CQ_OK && answer && answer->solutions.count;
    if (*better)
        status = take_over(r, &answer->solutions.at[0]);
    if (status == CQ_REFUSED) /* the engine has no way with such a board */
        status = CQ_OK;
    cq_answer_free(answer);
    cq_problem_free(window);
    return status;
}

cq_status cq_packing_improve(cq_context *ctx, const cq_problem *problem, uint64_t seed,
                             uint64_t bound, uint64_t windows, cq_solution *solution)
{
    repack r = {.ctx = ctx, .problem = problem, .solution = solution};
    cq_u32s left = {0};
    cq_random random;
    cq_status status;

    cq_random_seed(&random, seed);
    r.window = cq_bits_new(ctx, cq_board_size(problem->board));
    status = r.window ? cq_solution_uncovered(ctx, problem->board, solution, &left)
                      : CQ_MEMORY;
    for (uint64_t i = 0; i < windows && status == CQ_OK && left.count > bound; i++) {
        cq_cell centre = left.at[cq_random_below(&random, left.count)];
        uint32_t reach = REACH_LEAST + (uint32_t)cq_random_below(
                                           &random, REACH_MOST - REACH_LEAST + 1);
        bool better = false;

        open_window(&r, &left, centre, reach);
        status = cq_poll(ctx);
        if (status == CQ_OK && r.uncovered)
            status = try_window(&r, &better);
        if (better && status == CQ_OK) {
            left.count = 0;
            status = cq_solution_uncovered(ctx, problem->board, solution, &left);
        }
    }
    cq_vec_free(&left);
    cq_free(r.window);
    return status;
}
