/* polyomino.c - tilings with pieces: cells as bits, placements by first cell.
 *
 * Two parts of a tree share the data of polyomino.h. In the lower part the first empty
 * cell (narrow.c, or wide_sets.c if a word is too small) is filled with each form that
 * fits; tables give these forms directly. That is best on narrow boards, especially
 * because states repeat there and dead ones are remembered. The upper part (upper.c) is
 * the one that can be shared among threads and resumed; on wider boards with pieces
 * that all differ it branches on the most constrained cell or piece (constrain.c).
 * Solutions that are rotations or reflections of each other are found once (images.c).
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

#include "base/assert.h"
#include "base/sort.h"
#include "engine/keep_best.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A search meets every tiling that it counts: their number grows with every square, by
 * two fifths if all polyominoes of a size come in any number, else by less. */
static double count_seconds(const cq_problem *problem)
{
    double growth = 1.3;

    for (size_t i = 0; i < problem->pieces.count; i++)
        if (problem->pieces.at[i].most == CQ_ANY_COPIES)
            growth = 1.4;
    return fmin(1e6, 1.5e-7 * pow(growth, (double)problem->board->count));
}

static double seconds_of(const cq_problem *problem, cq_goal goal)
{
    if (cq_goal_meets_all(goal))
        return count_seconds(problem);
    return 1e-6 * (double)problem->board->count;
}

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    bool last = cq_goal_meets_all(goal) && cq_problem_is_endless(problem);

    if (problem->kind != CQ_TILING)
        return cq_misfit("it lays pieces on a board");
    if (problem->board->surface != CQ_PLANE)
        return cq_misfit(
            "the board's edges are joined, and it needs a first cell for every piece");
    if (problem->pieces.rules.count)
        return cq_misfit("it does not support rules about pieces");
    return cq_fit_for(
        last ? CQ_RANK_LAST : CQ_RANK_EXACT, seconds_of(problem, goal),
        "pieces on the plane: sets of cells as bits, no placement tried in vain");
}

/* ---- solutions ---- */

/* The piece, or its image under the symmetry; cells of an image may come in any order.
 * */
static cq_status add_part(cq_poly_hand *h, cq_poly_laid laid, unsigned symmetry)
{
    const cq_poly *p = h->p;
    const cq_poly_form *form = &p->forms.at[laid.form];
    const uint32_t *images = p->images.cells[symmetry];
    cq_solution *out = &h->solution;
    size_t start = out->members.count;
    uint32_t piece = symmetry ? p->images.pieces[symmetry][form->piece] : form->piece;

    cq_assert(symmetry < 8 && (!symmetry || images));
    cq_try(cq_vec_reserve(h->ctx, &out->members, form->count));
    for (uint32_t i = 0; i < form->count; i++) {
        uint32_t cell = laid.cell + p->offsets.at[form->start + i];

        cq_assert(cell < p->cells && p->colour[cell]);
        cq_assert(!symmetry || images[cell] < p->cells);

        out->members.at[out->members.count++] =
            cq_poly_cell(p, symmetry ? images[cell] : cell);
    }
    if (p->sideways || symmetry)
        cq_sort_few(out->members.at + start, form->count);
    cq_try(cq_vec_push(h->ctx, &out->labels, piece));
    return cq_vec_push(h->ctx, &out->starts, (uint32_t)out->members.count);
}

static cq_status write_image(cq_poly_hand *h, unsigned symmetry)
{
    cq_status status = CQ_OK;

    cq_solution_clear(&h->solution);
    if (h->p->numbers[0])
        return cq_poly_write_numbers(h, symmetry);
    status = cq_vec_push(h->ctx, &h->solution.starts, 0);
    for (size_t i = 0; i < h->depth && status == CQ_OK; i++)
        status = add_part(h, h->laid[i], symmetry);
    return status;
}

static cq_status deliver_image(cq_poly_hand *h, unsigned symmetry)
{
    bool enough = false;
    cq_status status;

    if (!h->limit && !cq_dfs_wants(h->walk)) {
        cq_dfs_counted(h->walk);
        return CQ_OK;
    }
    status = write_image(h, symmetry);
    if (h->limit)
        h->caught = enough = status == CQ_OK;
    else if (status == CQ_OK)
        status = cq_dfs_found(h->walk, &h->solution, &enough);
    h->stopped |= enough;
    return status;
}

cq_status cq_poly_deliver(cq_poly_hand *h)
{
    unsigned symmetries = cq_poly_images_of(h->p, h->laid, h->depth);

    cq_assert(h->depth <= h->p->deepest && cq_poly_solution_check(h));
    cq_assert(symmetries & 1); /* it stands for itself, too */
    for (unsigned g = 0; symmetries >> g && !h->stopped; g++)
        if (symmetries >> g & 1)
            cq_try(deliver_image(h, g));
    return CQ_OK;
}

/* ---- a hand ---- */

void cq_poly_hand_close(void *searcher)
{
    cq_poly_hand *h = searcher;

    if (!h)
        return;
    cq_poly_upper_free(h);
    cq_poly_lines_free(h);
    cq_poly_wide_free(h);
    cq_poly_dead_free(&h->dead);
    cq_poly_supply_free(&h->supply);
    cq_solution_free(&h->solution);
    cq_free_each(h->taken, h->laid, h);
}

cq_status cq_poly_hand_open(void *shared, cq_dfs *walk, void **searcher)
{
    const cq_poly *p = shared;
    cq_context *ctx = p->run->ctx;
    cq_poly_hand *h = *searcher = cq_zalloc(ctx, 1, sizeof *h);
    size_t words = p->cell_words + 1;

    cq_try_memory(h);
    h->p = p;
    h->ctx = h->dead.ctx = ctx;
    h->walk = walk;
    h->room = p->room;
    h->taken = cq_alloc(ctx, words, sizeof *h->taken);
    h->laid = cq_alloc(ctx, p->deepest + 1, sizeof *h->laid);
    if (!h->taken || !h->laid ||
        cq_poly_supply_copy(ctx, &p->supply, &h->supply) != CQ_OK ||
        (p->narrow ? cq_poly_lines_new(h) : cq_poly_wide_new(h)) != CQ_OK ||
        cq_poly_upper_new(h) != CQ_OK)
        return CQ_MEMORY;
    memcpy(h->taken, p->taken, words * sizeof *h->taken);
    return CQ_OK;
}

static cq_status search(void *searcher)
{
    cq_poly_hand *h = searcher;

    cq_assert(h->depth == 0 && h->room == h->p->room);
    h->stopped = false;
    h->poll_at = CQ_POLY_POLL;
    return cq_poly_upper_walk(h);
}

/* ---- running ---- */

/* The piece that must be laid once and in the first half of the scan, with the fewest
 * placements. */
static void choose_opener(cq_poly *p)
{
    size_t fewest = SIZE_MAX;

    p->opener = UINT32_MAX;
    for (uint32_t i = 0; i < p->supply.count; i++) {
        size_t count = 0, last = 0;

        if (p->supply.of[i].least != 1 || p->supply.of[i].most != 1)
            continue;
        for (size_t cell = 0; cell < p->cells; cell++)
            for (size_t j = 0; j < p->words; j++) {
                cq_word set = p->fit[cell * p->words + j] & p->of[i * p->words + j];

                count += (size_t)__builtin_popcountll(set);
                last = set ? cell : last;
            }
        if (last < p->cells / 2 && count < fewest) {
            fewest = count;
            p->opener = i;
        }
    }
}

static const double MOST_TOLD = 1 << 20; /* branches of the upper part of a search */

/* Probes are quick only if they go deep: in a tree beyond all measure down to the last
 * pieces. */
static double told_to_probes(double told)
{
    if (told > MOST_TOLD)
        return HUGE_VAL;
    return told > 16 ? 16 * told : 256;
}

/* Parts are of similar size only if there are many branches for each. */
static double told_to_search(double told, uint32_t parts)
{
    return fmax(fmin(told, MOST_TOLD), 256.0 * parts);
}

static cq_status measure(cq_poly *p)
{
    void *hand = NULL;
    double told = 0;
    cq_status status = cq_poly_hand_open(p, NULL, &hand);

    cq_then(status, cq_poly_upper_measure(hand, &told));
    p->told = p->run->goal == CQ_GOAL_ESTIMATE ? told_to_probes(told)
                                               : told_to_search(told, p->run->parts);
    cq_poly_hand_close(hand);
    return status;
}

cq_status cq_poly_set_up(cq_poly *p)
{
    cq_status status = cq_poly_supply_new(p->run->ctx, &p->run->problem->pieces,
                                          p->board->count, &p->supply);

    if (status != CQ_OK || p->supply.hopeless)
        return status;
    status = cq_poly_forms(p);
    if (status != CQ_OK || p->forms.count == 0)
        return status;
    p->deepest = p->room / p->smallest;
    cq_assert(cq_poly_check(p));
    if (!p->shuffled && cq_poly_narrow_fits(p))
        status = cq_poly_narrow_new(p);
    if (status == CQ_OK && !p->plain && cq_poly_crowd_pays(p))
        status = cq_poly_crowd_new(p);
    p->remember = !p->crowd && p->reach < 64 &&
                  (p->supply.coded || (p->narrow && p->supply.single));
    choose_opener(p);
    if (status == CQ_OK && !p->plain && !p->crowd)
        status = measure(p);
    return status;
}

void cq_poly_tear_down(cq_poly *p)
{
    cq_poly_crowd_free(p);
    cq_poly_narrow_free(p);
    cq_poly_numbers_free(p);
    cq_poly_images_free(&p->images);
    cq_poly_supply_free(&p->supply);
    cq_vec_free_each(&p->forms, &p->offsets, &p->chunks);
    cq_free_each(p->colour, p->fit, p->of, p->late, p->table, p->taken);
}

static cq_status search_shortly(cq_poly *p, uint64_t limit, uint64_t *nodes,
                                cq_solution *out, bool *found)
{
    cq_dfs walk = {0};
    void *searcher = NULL;
    cq_poly_hand *h;
    cq_status status = cq_poly_hand_open(p, &walk, &searcher);

    if (status != CQ_OK)
        return status;
    h = searcher;
    h->limit = limit;
    h->poll_at = CQ_POLY_POLL;
    cq_poly_dead_begin(&h->dead);
    if (p->scattered || cq_poly_regions_pass(h, &h->regions))
        status = cq_poly_lower_walk(h);
    *nodes += walk.nodes;
    p->run->spent[0] += (double)walk.nodes;
    *found = h->caught;
    if (h->caught) {
        *out = h->solution;
        memset(&h->solution, 0, sizeof h->solution);
    }
    cq_poly_hand_close(h);
    return status;
}

cq_status cq_poly_try(cq_run *run, cq_board *board, const cq_pieces *pieces,
                      uint64_t limit, uint64_t *nodes, cq_solution *out, bool *found)
{
    cq_problem problem = *run->problem;
    cq_run part = *run;
    cq_poly p = {.run = &part, .board = board, .plain = true};
    cq_status status;

    problem.board = board;
    problem.pieces = *pieces;
    part.problem = &problem;
    part.breaking = NULL;
    *found = false;
    status = cq_poly_set_up(&p);
    if (status == CQ_OK && p.forms.count)
        status = search_shortly(&p, limit, nodes, out, found);
    status = cq_run_see_stop(&part, status);
    run->stop = part.stop;
    memcpy(run->spent, part.spent, sizeof run->spent);
    run->worked = part.worked;
    cq_poly_tear_down(&p);
    return status;
}

static const cq_walker walker = {
    .tree = "polyomino 1",
    .counts = {"nodes", "cuts", "dead states met"},
    .open = cq_poly_hand_open,
    .close = cq_poly_hand_close,
    .search = search,
};

/* With `placements` a solution is their numbers. */
static cq_status search_whole(cq_run *run, const cq_placements *placements)
{
    cq_poly p = {.run = run, .board = run->problem->board};
    cq_status status = cq_poly_set_up(&p);

    if (status == CQ_OK && p.forms.count && placements)
        status = cq_poly_numbers_make(&p, placements);
    if (status == CQ_OK && p.forms.count)
        status = cq_dfs_run(run, &walker, &p);
    else if (status == CQ_OK)
        cq_run_exhausted(run, 0);
    cq_poly_tear_down(&p);
    return cq_run_see_stop(run, status);
}

static cq_status list_numbers(cq_run *run, const cq_cover *cover,
                              const cq_placements *placements)
{
    (void)cover;
    return search_whole(run, placements);
}

static cq_status run_best(cq_run *run, const cq_cover *cover,
                          const cq_placements *placements)
{
    return cq_keep_listed(run, cover, placements, list_numbers);
}

static cq_status run_polyomino(cq_run *run)
{
    uint64_t nodes = 0;
    bool found = false;

    if (cq_goal_is_best(run->goal))
        return cq_run_as_cover(run, run_best);
    if (run->goal == CQ_GOAL_FIND && !run->parts && !run->checkpoint)
        cq_try(cq_poly_blocks(run, &nodes, &found));
    if (run->stop != CQ_FINISHED)
        return CQ_OK;
    return found ? cq_answer_add_counter(run->answer, "nodes", nodes)
                 : search_whole(run, NULL);
}

const cq_engine cq_engine_polyomino = {
    .name = "polyomino",
    .summary = "pieces on the plane as bits: first cell below, most constrained above",
    .goals = CQ_GOALS_OF_ALL | CQ_GOAL_BIT(CQ_GOAL_ESTIMATE) |
             CQ_GOAL_BIT(CQ_GOAL_CHEAPEST) | CQ_GOAL_BIT(CQ_GOAL_DEAREST),
    .can = CQ_CAN_RESUME | CQ_CAN_PART,
    .breaks = CQ_BREAKS_NEAR,
    .way = CQ_WAY_SEARCH,
    .units = {"nodes", "cuts", "dead states met",
              "words seen", [CQ_DFS_COUNTS] = "solutions"},
    .fits = fits,
    .run = run_polyomino,
};
