/* recount.c - repeats a claim that has no short proof: "all was tried", or a count.
 *
 * A tiling becomes a cover by the checker's own table of forms (placed_cover.c). A
 * cover is searched as it is, a tour as a path; see recount_cover.c and recount_tour.c.
 * None of that is clever: the claims repeated here should be small, and one that is not
 * small is given up, with CQ_UNKNOWN, after a number of nodes.
 *
 */
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
    const cq_visitor *visitor;
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
            else if (cq_vec_push(t->ctx, &t->part, t->cells[item]) != CQ_OK)
                return CQ_MEMORY;
        }
        if (cq_solution_add(t->ctx, &t->tiling, piece, t->part.at, t->part.count) !=
            CQ_OK)
            return CQ_MEMORY;
    }
    return t->visitor->visit(t->visitor->user, &t->tiling);
}

/* Passes on tilings that keep their rules, and counts them. They are judged without the
 * blanks on free squares. */
typedef struct sieve {
    cq_checker *checker;
    cq_solution stripped;
    const cq_visitor *visitor; /* or NULL */
    uint64_t found, enough;    /* 0: never */
} sieve;

static cq_status sift(void *user, const cq_solution *tiling)
{
    sieve *s = user;
    char sentence[CQ_SENTENCE_SIZE];
    const cq_solution *shown;
    bool right;

    cq_try(cq_solution_strip(s->checker->ctx, s->checker->problem, tiling, &s->stripped,
                             &shown));
    cq_try(cq_checker_solution(s->checker, shown, &right, sentence));
    if (!right)
        return CQ_OK;
    s->found++;
    if (s->visitor)
        cq_try(s->visitor->visit(s->visitor->user, tiling));
    return s->enough && s->found == s->enough ? CQ_STOPPED : CQ_OK;
}

/* Searches the cover; a visitor sees tilings. */
static cq_status search_tilings(cq_context *ctx, const cq_board *board,
                                const cq_cover *cover, uint64_t nodes,
                                uint64_t stop_after, const cq_visitor *visitor,
                                cq_recount *out)
{
    translator t = {.ctx = ctx, .cover = cover, .visitor = visitor};
    cq_visitor through = {translate, &t};
    uint32_t *cells;
    cq_status status;

    if (!visitor)
        return cq_recount_cover(ctx, cover, nodes, stop_after, NULL, out);
    cells = cq_alloc(ctx, board->count, sizeof *cells);
    cq_try_memory(cells);
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell])
            cells[t.cell_items++] = cell;
    t.cells = cells;
    status = cq_recount_cover(ctx, cover, nodes, stop_after, &through, out);
    cq_solution_free(&t.tiling);
    cq_vec_free(&t.part);
    cq_free(cells);
    return status;
}

/* The cover knows no rules: what it finds is judged one by one. */
static cq_status search_ruled(cq_context *ctx, const cq_problem *problem,
                              const cq_cover *cover, uint64_t nodes,
                              uint64_t stop_after, const cq_visitor *visitor,
                              cq_recount *out)
{
    sieve s = {.visitor = visitor, .enough = stop_after};
    cq_visitor sifting = {sift, &s};
    cq_status status = cq_checker_new(ctx, problem, &s.checker);

    cq_then(status,
            search_tilings(ctx, problem->board, cover, nodes, 0, &sifting, out));
    cq_checker_free(s.checker);
    cq_solution_free(&s.stripped);
    if (s.enough && s.found == s.enough)
        status = CQ_OK;
    out->found = s.found;
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
                                 uint64_t nodes, uint64_t stop_after,
                                 const cq_visitor *visitor, cq_recount *out)
{
    cq_cover cover = {0};
    cq_recount result = {.complete = false};
    bool made;
    cq_status status = make_cover(ctx, problem, &cover, &made);

    if (status == CQ_OK && made && problem->pieces.rules.count)
        status =
            search_ruled(ctx, problem, &cover, nodes, stop_after, visitor, &result);
    else if (status == CQ_OK && made)
        status = search_tilings(ctx, problem->board, &cover, nodes, stop_after, visitor,
                                &result);
    cq_cover_free(&cover);
    if (status == CQ_OK)
        *out = result;
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

cq_status cq_recount_problem(cq_context *ctx, const cq_problem *problem, uint64_t nodes,
                             uint64_t stop_after, const cq_visitor *visitor,
                             cq_recount *out)
{
    switch (problem->kind) {
    case CQ_TILING:
        return recount_tilings(ctx, problem, nodes, stop_after, visitor, out);
    case CQ_COVER:
        return cq_recount_cover(ctx, &problem->cover, nodes, stop_after, visitor, out);
    case CQ_TOUR:
        return cq_recount_tours(ctx, problem, nodes, stop_after, visitor, out);
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

    snprintf(known, sizeof known, "the search was not repeated within %s nodes",
             cq_grouped(hearing->nodes, nodes));
    return cq_find_too_long(hearing, 0, known);
}

cq_status cq_judge_exhausted(cq_hearing *hearing)
{
    cq_recount again = {0};
    char nodes[CQ_GROUPED_SIZE];

    cq_try(cq_recount_problem(hearing->ctx, hearing->problem, hearing->nodes, 1, NULL,
                              &again));
    if (again.found)
        return cq_find(hearing, CQ_NO,
                       "not everything was tried: a search found a solution");
    if (!again.complete)
        return give_up_exhausted(hearing);
    return cq_find(hearing, CQ_YES,
                   "the search was repeated with %s nodes and found nothing",
                   cq_grouped(again.nodes, nodes));
}
