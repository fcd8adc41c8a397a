/* recount.c - repeats a claim that has no short proof: "all was tried", or a count.
 *
 * A tiling becomes a cover by the checker's own table of forms (placed_cover.c). A
 * cover is searched as it is, a tour as a path; see recount_cover.c and recount_tour.c.
 * None of that is clever: the claims repeated here should be small, and one that is not
 * small is given up, with CQ_UNKNOWN, after a number of nodes.
 */
#include "base/assert.h"
#include "check/judge.h"
#include "check/placed_cover.h"

#include <string.h>

/* More squares in all placements are not worth the try. */
#define ENTRIES_MOST ((uint64_t)10000000)

/* The number of squares in all placements on a full grid. */
static uint64_t count_entries(const cq_forms *forms)
{
    return (uint64_t)forms->squares.count * cq_board_size(forms->board);
}

/* Turns the options of a solution back into pieces on cells, for a visitor. */
typedef struct translator {
    cq_context *ctx;
    const cq_cover *cover;
    const uint32_t *cells; /* by item */
    size_t cell_items;
    cq_visitor visitor;
    cq_solution tiling;
    cq_u32s part;
} translator;

static cq_status translate(void *user, const cq_solution *options)
{
    translator *t = user;
    const uint32_t *starts = t->cover->starts.at;

    cq_solution_clear(&t->tiling);
    for (size_t i = 0; i < options->labels.count; i++) {
        uint32_t option = options->labels.at[i], piece = 0;

        t->part.count = 0;
        for (uint32_t e = starts[option]; e < starts[option + 1]; e++) {
            uint32_t item = t->cover->entries.at[e].item;

            if (item >= t->cell_items)
                piece = item - (uint32_t)t->cell_items;
            else
                cq_try(cq_vec_push(t->ctx, &t->part, t->cells[item]));
        }
        cq_try(cq_solution_add(t->ctx, &t->tiling, piece, t->part.at, t->part.count));
    }
    cq_assert(t->tiling.members.count == t->cell_items); /* each square once */
    return t->visitor.visit(t->visitor.user, &t->tiling);
}

/* Searches the cover; a visitor sees tilings. */
static cq_status search_tilings(cq_context *ctx, const cq_board *board,
                                const cq_cover *cover, cq_recount *recount)
{
    translator t = {.ctx = ctx, .cover = cover, .visitor = recount->visitor};
    uint32_t *cells;
    cq_status status;

    if (!t.visitor.visit)
        return cq_recount_cover(ctx, cover, recount);
    cells = cq_alloc(ctx, board->count, sizeof *cells);
    cq_try_memory(cells);
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell])
            cells[t.cell_items++] = cell;
    cq_assert(t.cell_items == board->count);
    t.cells = cells;
    recount->visitor = (cq_visitor){translate, &t};
    status = cq_recount_cover(ctx, cover, recount);
    recount->visitor = t.visitor;
    cq_solution_free(&t.tiling);
    cq_vec_free(&t.part);
    cq_free(cells);
    return status;
}

/* Passes on tilings that keep their rules, and counts them. They are judged without the
 * blanks on free squares. */
typedef struct sieve {
    cq_checker *checker;
    cq_solution stripped;
    cq_recount *asked;
    uint64_t found;
} sieve;

static cq_status sift(void *user, const cq_solution *tiling)
{
    sieve *s = user;
    const cq_visitor *visitor = &s->asked->visitor;
    char sentence[CQ_SENTENCE_SIZE];
    const cq_solution *shown;
    bool right;

    cq_try(cq_solution_strip(s->checker->ctx, s->checker->problem, tiling, &s->stripped,
                             &shown));
    cq_try(cq_checker_solution(s->checker, shown, &right, sentence));
    if (!right)
        return CQ_OK;
    s->found++;
    if (visitor->visit)
        cq_try(visitor->visit(visitor->user, tiling));
    return s->found == s->asked->enough ? CQ_STOPPED : CQ_OK;
}

/* The cover knows no rules: what it finds is judged one by one. */
static cq_status search_ruled(cq_context *ctx, const cq_problem *problem,
                              const cq_cover *cover, cq_recount *recount)
{
    sieve s = {.asked = recount};
    cq_recount all = {.most = recount->most, .visitor = {sift, &s}};
    cq_status status = cq_checker_new(ctx, problem, &s.checker);

    cq_then(status, search_tilings(ctx, problem->board, cover, &all));
    cq_checker_free(s.checker);
    cq_solution_free(&s.stripped);
    if (s.found && s.found == recount->enough)
        status = CQ_OK;
    recount->found = s.found;
    recount->nodes = all.nodes;
    recount->complete = all.complete;
    cq_assert(s.found <= all.found || s.found == recount->enough);
    return status;
}

/* The cover of a tiling without its rules; *made is false if it would be too large. */
static cq_status make_cover(cq_context *ctx, const cq_problem *problem, cq_cover *cover,
                            bool *made)
{
    cq_forms forms = {0};
    cq_status status = cq_forms_make(ctx, problem->board, &problem->pieces, &forms);

    *made = status == CQ_OK && count_entries(&forms) <= ENTRIES_MOST;
    if (*made)
        status = cq_placed_cover_make(ctx, &forms, false, cover);
    cq_forms_free(&forms);
    return status;
}

static cq_status recount_tilings(cq_context *ctx, const cq_problem *problem,
                                 cq_recount *recount)
{
    cq_cover cover = {0};
    bool made;
    cq_status status = make_cover(ctx, problem, &cover, &made);

    if (status == CQ_OK && made)
        status = problem->pieces.rules.count
                     ? search_ruled(ctx, problem, &cover, recount)
                     : search_tilings(ctx, problem->board, &cover, recount);
    cq_cover_free(&cover);
    return status;
}

static cq_status foresee_tilings(cq_context *ctx, const cq_problem *problem,
                                 double *seconds)
{
    cq_cover cover = {0};
    bool made;
    cq_status status = make_cover(ctx, problem, &cover, &made);

    *seconds = 0;
    if (status == CQ_OK && made)
        status = cq_foresee_cover(ctx, &cover, seconds);
    cq_cover_free(&cover);
    return status;
}

cq_status cq_recount_problem(cq_context *ctx, const cq_problem *problem,
                             cq_recount *recount)
{
    switch (problem->kind) {
    case CQ_TILING: return recount_tilings(ctx, problem, recount);
    case CQ_COVER: return cq_recount_cover(ctx, &problem->cover, recount);
    case CQ_TOUR: return cq_recount_tours(ctx, problem, recount);
    }
    return CQ_OK;
}

cq_status cq_foresee_recount(cq_context *ctx, const cq_problem *problem,
                             double *seconds)
{
    switch (problem->kind) {
    case CQ_TILING: return foresee_tilings(ctx, problem, seconds);
    case CQ_COVER: return cq_foresee_cover(ctx, &problem->cover, seconds);
    case CQ_TOUR: return cq_foresee_tours(ctx, problem, seconds);
    }
    return CQ_OK;
}

static cq_status give_up_exhausted(cq_hearing *hearing)
{
    char known[80], nodes[CQ_GROUPED_SIZE];

    snprintf(known, sizeof known, "the search was not repeated within %s nodes;",
             cq_grouped(hearing->nodes, nodes));
    return cq_find_too_long(hearing, 0, known);
}

cq_status cq_judge_exhausted(cq_hearing *hearing)
{
    cq_recount again = {.most = hearing->nodes, .enough = 1};
    char nodes[CQ_GROUPED_SIZE];

    cq_try(cq_recount_problem(hearing->ctx, hearing->problem, &again));
    if (again.found)
        return cq_find(hearing, CQ_NO,
                       "not everything was tried: a search found a solution");
    if (!again.complete)
        return give_up_exhausted(hearing);
    return cq_find(hearing, CQ_YES,
                   "the search was repeated with %s nodes and found nothing",
                   cq_grouped(again.nodes, nodes));
}
