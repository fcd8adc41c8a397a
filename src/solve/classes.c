/* classes.c - one solution of each class, and solutions with a symmetry of their own.
 *
 * The symmetries of a problem sort its solutions into classes: those that they make of
 * one another. The size of a class is the order of the group over the number of
 * symmetries that take one of its members to itself. A class is shown by its least
 * image in the order of orbit.c, whichever engine met it and in whichever place.
 *
 * Of each class exactly one solution must pass. If nothing is left out of the search,
 * it is the least. If a piece is kept to some of its placements (breaking.c), it is the
 * least of those images in which that piece has a kept placement; that also holds for
 * engines that do not look at what is to be left out. If the breaking is exact, there
 * is only one such image, and an engine that heeds it may count by itself.
 *
 * Nothing is remembered from one tiling to the next, so a list of any length takes the
 * memory of one. Tours go the same way (tour_classes.c), and nothing is left out of the
 * search for them.
 *
 * Covers have no piece to keep in a corner, and symmetries that are not known before.
 * The class of a solution is known by a digest (automorphisms.c), and the digests of
 * the classes met so far are remembered, at most 48 bytes for each: the first one of
 * each class passes.
 *
 * A rule that no items stand for is judged in each solution (connected.c). Then all are
 * listed here, too, even if nobody asks for classes.
 */
#include "solve/classes.h"

#include "answer/orbit.h"
#include "base/assert.h"
#include "problem/automorphisms.h"
#include "solve/connected.h"
#include "solve/solve.h"
#include "solve/tour_classes.h"

#include <inttypes.h>

enum { POLL = 256 }; /* comparisons between two looks at the clock */

struct cq_classes {
    cq_context *ctx;
    const cq_problem *problem;
    cq_goal goal;
    bool unique, symmetric;
    bool sifted;                     /* some are passed over before they are sorted */
    bool resumed;                    /* some solutions were met by an earlier run */
    cq_automorphisms *automorphisms; /* covers */
    cq_keys seen;                    /* covers: the classes met so far */
    cq_tour_classes tours;           /* tours; the rest is for tilings */
    cq_symmetries symmetries;
    cq_orbit *orbit;
    cq_breaking breaking; /* for the engine that runs */
    cq_breaks broken;     /* how it was made; CQ_BREAKS_NONE: not made */
    bool heeded;          /* the engine that runs leaves out what is not kept */
    cq_cell *cells;       /* of a placement of the piece that is kept */
    uint64_t met, sum;    /* solutions, and the sizes of the classes they are of */
    cq_solution image;
};

static cq_status refuse(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                        const cq_options *options)
{
    const char *asked = options->unique ? "one solution of each class" : "symmetry";

    if (problem->kind != CQ_TILING && options->symmetric)
        return cq_fail(ctx, CQ_REFUSED, "%s is for tilings, and this is a %s", asked,
                       cq_kind_name(problem->kind));
    if (problem->kind == CQ_COVER &&
        (options->parts || options->checkpoint || options->resume))
        return cq_fail(
            ctx, CQ_REFUSED,
            "one solution of each class of a cover cannot be searched for in parts or "
            "resumed, because the classes found are kept in memory");
    if (goal != CQ_GOAL_FIND && goal != CQ_GOAL_ALL && goal != CQ_GOAL_COUNT)
        return cq_fail(ctx, CQ_REFUSED, "%s does not work with the goal %s", asked,
                       cq_goal_name(goal));
    return CQ_OK;
}

static cq_status find_automorphisms(cq_classes *c)
{
    char order[CQ_ORDER_SIZE];

    cq_try(cq_automorphisms_new(c->ctx, &c->problem->cover, &c->automorphisms));
    cq_automorphisms_order(c->automorphisms, order);
    cq_note(c->ctx, "symmetry: the cover has %s automorphisms", order);
    return CQ_OK;
}

static cq_status find_symmetries(cq_classes *c)
{
    const cq_problem *problem = c->problem;
    size_t count;

    if (!c->unique && !c->symmetric)
        return CQ_OK;
    if (problem->kind == CQ_COVER)
        return find_automorphisms(c);
    if (problem->kind == CQ_TOUR)
        return cq_tour_classes_start(c->ctx, problem, &c->tours);
    cq_try(cq_symmetries_make(c->ctx, problem->board, &problem->pieces, NULL, NULL,
                              &c->symmetries));
    cq_try(cq_orbit_new(c->ctx, &c->symmetries, &c->orbit));
    count = cq_symmetries_count(&c->symmetries);
    cq_note(c->ctx, "symmetry: %zu %s the board, its colours and the pieces", count,
            count == 1 ? "motion keeps" : "motions keep");
    return CQ_OK;
}

cq_status cq_classes_new(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                         const cq_options *options, cq_classes **out)
{
    bool sifted = cq_problem_sifting(problem) != NULL;
    cq_classes *made;
    cq_status status;

    if (options->unique || options->symmetric)
        cq_try(refuse(ctx, problem, goal, options));
    else if (!sifted)
        return CQ_OK;
    made = cq_alloc(ctx, 1, sizeof *made);
    cq_try_memory(made);
    *made = (cq_classes){.ctx = ctx,
                         .problem = problem,
                         .goal = goal,
                         .unique = options->unique,
                         .symmetric = options->symmetric,
                         .sifted = sifted,
                         .resumed = options->resume != NULL,
                         .breaking = {.piece = UINT32_MAX}};
    status = find_symmetries(made);
    if (status != CQ_OK) {
        cq_classes_free(made);
        return status;
    }
    *out = made;
    return CQ_OK;
}

void cq_classes_free(cq_classes *classes)
{
    if (!classes)
        return;
    cq_automorphisms_free(classes->automorphisms);
    cq_keys_free(&classes->seen);
    cq_tour_classes_stop(&classes->tours);
    cq_orbit_free(classes->orbit);
    cq_symmetries_free(&classes->symmetries);
    cq_breaking_free(&classes->breaking);
    cq_free(classes->cells);
    cq_solution_free(&classes->image);
    cq_free(classes);
}

static size_t order(const cq_classes *classes)
{
    return classes->problem->kind == CQ_TOUR
               ? cq_tour_classes_order(&classes->tours)
               : cq_symmetries_count(&classes->symmetries);
}

static bool is_trivial(const cq_classes *c)
{
    return c->problem->kind == CQ_COVER ? cq_automorphisms_trivial(c->automorphisms)
                                        : order(c) == 1;
}

cq_goal cq_classes_goal(const cq_classes *classes, cq_goal goal)
{
    if (classes && classes->sifted)
        return cq_goal_of_engines(classes->problem, goal);
    if (!classes || (is_trivial(classes) && !classes->symmetric))
        return goal;
    return goal == CQ_GOAL_COUNT || classes->symmetric ? CQ_GOAL_ALL : goal;
}

bool cq_classes_hopeless(const cq_classes *classes)
{
    return classes && classes->symmetric && is_trivial(classes);
}

/* ---- leaving out ---- */

static void tell_breaking(const cq_classes *c)
{
    const cq_breaking *b = &c->breaking;

    if (b->piece == UINT32_MAX)
        cq_note(c->ctx, "symmetry: no piece is used exactly once, so all solutions are "
                        "found and the smallest of each class is kept");
    else
        cq_note(c->ctx,
                "symmetry: piece %s is restricted to %zu of its %zu placements%s",
                c->problem->pieces.at[b->piece].name, b->kept.count / b->squares,
                b->placements, b->exact ? "" : ", some of which are their own images");
}

static cq_status make_breaking(cq_classes *c, cq_breaks how)
{
    if (c->broken == how)
        return CQ_OK;
    cq_breaking_free(&c->breaking);
    c->breaking.piece = UINT32_MAX;
    c->broken = CQ_BREAKS_NONE;
    cq_try(cq_breaking_make(c->ctx, c->problem->board, &c->problem->pieces,
                            &c->symmetries, how, &c->breaking));
    c->broken = how;
    tell_breaking(c);
    cq_free(c->cells);
    c->cells = cq_alloc(c->ctx, c->breaking.squares, sizeof *c->cells);
    return c->cells ? CQ_OK : CQ_MEMORY;
}

static bool wants_one(cq_goal goal)
{
    return goal == CQ_GOAL_FIND || goal == CQ_GOAL_WHY;
}

cq_status cq_classes_prepare(cq_classes *classes, const cq_engine *engine, cq_run *run)
{
    run->breaking = NULL;
    if (!classes)
        return CQ_OK;
    classes->heeded = false;
    classes->met = classes->sum = 0;
    run->goal = cq_classes_goal(classes, classes->goal);
    run->sifted = run->goal == CQ_GOAL_ALL;
    if ((classes->goal == CQ_GOAL_FIND && classes->symmetric) ||
        (classes->sifted && wants_one(classes->goal)))
        run->first = 1;
    if (classes->problem->kind != CQ_TILING || !classes->unique ||
        order(classes) == 1 || classes->goal == CQ_GOAL_FIND ||
        engine->breaks == CQ_BREAKS_NONE)
        return CQ_OK;
    cq_try(make_breaking(classes, engine->breaks));
    if (classes->breaking.piece == UINT32_MAX)
        return CQ_OK;
    cq_assert(classes->breaking.kept.count % classes->breaking.squares == 0);
    run->breaking = &classes->breaking;
    classes->heeded = true;
    if (classes->breaking.exact && !classes->symmetric && !classes->sifted) {
        run->goal = classes->goal;
        run->sifted = false;
    }
    return CQ_OK;
}

/* ---- sorting ---- */

/* Whether the image under g has the piece on a placement that is kept. */
static bool is_kept(cq_classes *c, size_t g)
{
    const cq_breaking *b = &c->breaking;

    return b->piece == UINT32_MAX || (cq_orbit_part(c->orbit, g, b->piece, c->cells) &&
                                      cq_breaking_allows(b, b->piece, c->cells));
}

/* Compares all images. *least: which comes first; *fixed: how many are the solution
 * itself; false as soon as it is sure that another one of the class passes. */
static bool compare_images(cq_classes *c, cq_run *run, size_t *least, size_t *fixed)
{
    bool chooses = c->unique && c->goal != CQ_GOAL_FIND;

    *least = 0;
    *fixed = 1;
    cq_assert(order(c) > 0);
    cq_assert(c->breaking.piece == UINT32_MAX || c->broken != CQ_BREAKS_NONE);
    if (chooses && !c->heeded && !is_kept(c, 0))
        return false;
    for (size_t g = 1; g < order(c); g++) {
        int sign = cq_orbit_compare(c->orbit, g, 0);

        if (g % POLL == 0 && cq_run_poll(run))
            return false;
        *fixed += sign == 0;
        if (sign >= 0)
            continue;
        if (chooses && is_kept(c, g))
            return false;
        if (*least == 0 || cq_orbit_compare(c->orbit, g, *least) < 0)
            *least = g;
    }
    return true;
}

/* What became of a tiling. */
static cq_status sort_tiling(cq_classes *c, cq_run *run, const cq_solution *solution,
                             bool show, cq_sorted *out)
{
    size_t least, fixed;
    cq_status status = CQ_OK;

    cq_orbit_set(c->orbit, solution);
    out->wanted =
        compare_images(c, run, &least, &fixed) && !(c->symmetric && fixed == 1);
    if (!out->wanted || !c->unique)
        return CQ_OK;
    cq_assert(order(c) % fixed == 0); /* those that keep it are a subgroup */
    out->size = order(c) / fixed;
    if (show && least) {
        status = cq_orbit_image(c->orbit, least, &c->image);
        out->shown = &c->image;
    }
    return status;
}

/* What became of a solution of a cover. */
static cq_status sort_cover(cq_classes *c, const cq_solution *solution, cq_sorted *out)
{
    cq_cover_class found;

    cq_try(cq_automorphisms_class(c->automorphisms, solution->labels.at,
                                  solution->labels.count, &found));
    out->size = found.size;
    return cq_digests_add(c->ctx, &c->seen, found.digest, &out->wanted);
}

/* What became of a tour. */
static cq_status sort_tour(cq_classes *c, const cq_solution *tour, bool show,
                           cq_sorted *out)
{
    size_t fixed;
    bool first;

    cq_try(
        cq_tour_classes_look(&c->tours, tour, &first, &fixed, show ? &c->image : NULL));
    cq_assert(fixed > 0 && order(c) % fixed == 0);
    out->wanted = first || c->goal == CQ_GOAL_FIND;
    out->size = order(c) / fixed;
    if (show)
        out->shown = &c->image;
    return CQ_OK;
}

cq_status cq_classes_sort(cq_classes *c, cq_run *run, const cq_solution *solution,
                          bool show, cq_sorted *out)
{
    cq_status status;

    *out = (cq_sorted){.wanted = true, .shown = solution};
    if (!c->unique && !c->symmetric)
        return CQ_OK;
    if (c->problem->kind == CQ_COVER)
        status = sort_cover(c, solution, out);
    else if (c->problem->kind == CQ_TOUR)
        status = sort_tour(c, solution, show, out);
    else
        status = sort_tiling(c, run, solution, show, out);
    c->met++;
    c->sum += out->wanted ? out->size : 0;
    cq_assert(status != CQ_OK || !out->wanted || !c->unique || out->size > 0);
    return status;
}

cq_status cq_classes_finish(const cq_classes *c, const cq_run *run)
{
    if (!c || !c->unique || c->symmetric || c->heeded || c->goal == CQ_GOAL_FIND ||
        run->stop != CQ_FINISHED || run->answer->verdict != CQ_YES || run->parts ||
        c->resumed || c->met == c->sum)
        return CQ_OK;
    return cq_fail(c->ctx, CQ_DEFECT,
                   "the classes have %" PRIu64 " solutions, but %" PRIu64 " were found",
                   c->sum, c->met);
}
