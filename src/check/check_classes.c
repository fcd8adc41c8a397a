/* check_classes.c - are the listed solutions of different classes, and the sizes right?
 *
 * The symmetries of a tiling are worked out from the checker's own table of where
 * pieces can lie. All images of a solution are made one by one and digested (see
 * distinct.c): the least digest tells the class, and how often the solution's own
 * digest comes up tells how many symmetries take it to itself. Where two solutions have
 * the same class by its digest, the image of one that is the other is looked for, so
 * that a collision is no mistake.
 *
 * How many classes there are is counted without keeping any (Burnside): the sum, over
 * all solutions, of the number of symmetries that take a solution to itself, divided by
 * the number of symmetries.
 *
 * The classes of covers are told by the digests of automorphisms.c, which the solver
 * uses too; that their sizes add up to what the checker's own search finds speaks for
 * both.
 *
 * Cost: for each solution, symmetries times cells; for covers what nauty takes.
 */
#include "check/judge.h"
#include "problem/automorphisms.h"
#include "problem/tiling_symmetries.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct class_of {
    cq_digest digest; /* the least of all images */
    size_t index;
    uint64_t fixed; /* tilings: symmetries that take the solution to itself */
    uint64_t size;  /* of the class */
} class_of;

typedef struct judge {
    cq_context *ctx;
    const cq_problem *problem;
    cq_symmetries symmetries;
    cq_automorphisms *automorphisms; /* covers */
    cq_digests seen;                 /* their classes */
    cq_solution image;
    /* Counting. */
    bool symmetric;
    uint64_t wanted, fixed; /* solutions, and their symmetries */
} judge;

/* ---- the symmetries ---- */

typedef struct gathering {
    cq_context *ctx;
    cq_forms forms;
    cq_u32s *cells;
    cq_status status;
} gathering;

static int compare_cells(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static bool add_placement(void *user, size_t piece, const uint32_t *cells, size_t count)
{
    gathering *g = user;

    (void)piece;
    g->status = cq_vec_reserve(g->ctx, g->cells, count);
    if (g->status != CQ_OK)
        return false;
    memcpy(g->cells->at + g->cells->count, cells, count * sizeof *cells);
    qsort(g->cells->at + g->cells->count, count, sizeof *cells, compare_cells);
    g->cells->count += count;
    return true;
}

static cq_status gather(void *user, uint32_t piece, cq_u32s *cells)
{
    gathering *g = user;

    g->cells = cells;
    g->status = CQ_OK;
    cq_forms_walk(&g->forms, piece, add_placement, g);
    return g->status;
}

static cq_status find_symmetries(judge *j)
{
    gathering g = {.ctx = j->ctx};
    cq_status status;

    if (j->problem->kind == CQ_COVER)
        return cq_automorphisms_new(j->ctx, &j->problem->cover, &j->automorphisms);
    status = cq_forms_make(j->ctx, j->problem->board, &j->problem->pieces, &g.forms);
    if (status != CQ_OK)
        return status;
    status = cq_symmetries_make(j->ctx, j->problem->board, &j->problem->pieces, gather,
                                &g, &j->symmetries);
    cq_forms_free(&g.forms);
    return status;
}

static void stop_judging(judge *j)
{
    cq_symmetries_free(&j->symmetries);
    cq_automorphisms_free(j->automorphisms);
    cq_digests_free(&j->seen);
    cq_solution_free(&j->image);
}

/* ---- images ---- */

static cq_status make_image(judge *j, const cq_solution *solution, size_t g)
{
    const cq_solution *s = solution;

    cq_solution_clear(&j->image);
    if (cq_vec_reserve(j->ctx, &j->image.labels, s->labels.count) != CQ_OK ||
        cq_vec_reserve(j->ctx, &j->image.starts, s->starts.count) != CQ_OK ||
        cq_vec_reserve(j->ctx, &j->image.members, s->members.count) != CQ_OK)
        return CQ_MEMORY;
    for (size_t i = 0; i < s->labels.count; i++)
        j->image.labels.at[i] = cq_symmetry_piece(&j->symmetries, g, s->labels.at[i]);
    for (size_t i = 0; i < s->starts.count; i++)
        j->image.starts.at[i] = s->starts.at[i];
    for (size_t i = 0; i < s->members.count; i++)
        j->image.members.at[i] = cq_symmetry_image(&j->symmetries, g, s->members.at[i]);
    j->image.labels.count = s->labels.count;
    j->image.starts.count = s->starts.count;
    j->image.members.count = s->members.count;
    return CQ_OK;
}

static int compare_digests(cq_digest a, cq_digest b)
{
    if (a.first != b.first)
        return a.first < b.first ? -1 : 1;
    return (a.second > b.second) - (a.second < b.second);
}

static cq_status find_cover_class(judge *j, const cq_solution *solution, class_of *out)
{
    cq_cover_class found;
    cq_status status = cq_automorphisms_class(j->automorphisms, solution->labels.at,
                                              solution->labels.count, &found);

    if (status == CQ_OK) {
        out->digest = found.digest;
        out->size = found.size;
        out->fixed = 1;
    }
    return status;
}

static cq_status find_class(judge *j, const cq_solution *solution, class_of *out)
{
    cq_digest own = cq_digest_solution(j->problem, solution);

    if (j->problem->kind == CQ_COVER)
        return find_cover_class(j, solution, out);
    out->digest = own;
    out->fixed = 1;
    for (size_t g = 1; g < cq_symmetries_count(&j->symmetries); g++) {
        cq_digest digest;

        if (make_image(j, solution, g) != CQ_OK)
            return CQ_MEMORY;
        digest = cq_digest_solution(j->problem, &j->image);
        out->fixed += compare_digests(digest, own) == 0;
        if (compare_digests(digest, out->digest) < 0)
            out->digest = digest;
    }
    out->size = cq_symmetries_count(&j->symmetries) / out->fixed;
    return CQ_OK;
}

/* ---- lists ---- */

/* Whether some symmetry makes b of a. */
static cq_status are_alike(judge *j, const cq_solution *a, const cq_solution *b,
                           bool *out)
{
    *out = j->problem->kind == CQ_COVER; /* the digest is all there is */
    for (size_t g = 0; g < cq_symmetries_count(&j->symmetries) && !*out; g++) {
        cq_status status = make_image(j, a, g);

        if (status == CQ_OK)
            status = cq_same_solution(j->ctx, j->problem, &j->image, b, out);
        if (status != CQ_OK)
            return status;
    }
    return CQ_OK;
}

static int compare_classes(const void *a, const void *b)
{
    const class_of *x = a, *y = b;
    int order = compare_digests(x->digest, y->digest);

    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static cq_status find_alike(judge *j, cq_hearing *hearing, const cq_answer *answer,
                            class_of *classes, bool *right)
{
    size_t count = answer->solutions.count;

    qsort(classes, count, sizeof *classes, compare_classes);
    for (size_t i = 1; i < count; i++) {
        size_t a = classes[i - 1].index, b = classes[i].index;
        bool alike;

        if (compare_digests(classes[i - 1].digest, classes[i].digest) != 0)
            continue;
        if (are_alike(j, &answer->solutions.at[a], &answer->solutions.at[b], &alike) !=
            CQ_OK)
            return CQ_MEMORY;
        if (alike) {
            *right = false;
            return cq_find(hearing, CQ_NO,
                           "solutions %zu and %zu are of the same class, a symmetry "
                           "makes one of the other",
                           a + 1, b + 1);
        }
    }
    return CQ_OK;
}

/* The claims about one solution alone. */
static bool suits(cq_hearing *hearing, const cq_answer *answer, const class_of *found)
{
    uint64_t size = found->size;
    uint64_t told = cq_answer_class_size(answer, found->index);

    if (answer->symmetric && found->fixed == 1) {
        cq_find(hearing, CQ_NO, "solution %zu has no symmetry of its own",
                found->index + 1);
        return false;
    }
    if (told && told != size) {
        cq_find(hearing, CQ_NO,
                "the class of solution %zu has %" PRIu64 " solutions, not %" PRIu64,
                found->index + 1, size, told);
        return false;
    }
    return true;
}

cq_status cq_judge_classes(cq_hearing *hearing, const cq_answer *answer, bool *right)
{
    judge j = {.ctx = hearing->ctx, .problem = hearing->problem};
    size_t count = answer->solutions.count;
    class_of *classes;
    cq_status status = CQ_OK;

    if (count == 0 || hearing->problem->kind == CQ_TOUR)
        return CQ_OK;
    classes = cq_alloc(j.ctx, count, sizeof *classes);
    status = classes ? find_symmetries(&j) : CQ_MEMORY;
    for (size_t i = 0; i < count && status == CQ_OK && *right; i++) {
        classes[i].index = i;
        status = find_class(&j, &answer->solutions.at[i], &classes[i]);
        if (status == CQ_OK)
            *right = suits(hearing, answer, &classes[i]);
    }
    if (status == CQ_OK && *right && answer->unique)
        status = find_alike(&j, hearing, answer, classes, right);
    if (status == CQ_OK && *right && count > 1)
        cq_find(hearing, CQ_YES, "%zu %s, each of them right", count,
                answer->unique ? "solutions of different classes"
                               : "different symmetric solutions");
    stop_judging(&j);
    cq_free(classes);
    return status;
}

/* ---- numbers ---- */

static cq_status add_solution(void *user, const cq_solution *solution)
{
    judge *j = user;
    class_of found;
    cq_status status = find_class(j, solution, &found);
    bool fresh = false;

    if (status == CQ_OK && j->problem->kind == CQ_COVER) {
        status = cq_digests_add(j->ctx, &j->seen, found.digest, &fresh);
        j->wanted += fresh;
    } else if (status == CQ_OK && (!j->symmetric || found.fixed > 1)) {
        j->wanted++;
        j->fixed += found.fixed;
    }
    return status;
}

cq_status cq_recount_classes(cq_hearing *hearing, const cq_answer *answer,
                             cq_recount *out)
{
    judge j = {.ctx = hearing->ctx,
               .problem = hearing->problem,
               .symmetric = answer->symmetric};
    cq_visitor visitor = {add_solution, &j};
    cq_recount again = {0};
    cq_status status;

    if (hearing->problem->kind == CQ_TOUR)
        return CQ_OK;
    status = find_symmetries(&j);
    if (status == CQ_OK)
        status =
            cq_recount_problem(j.ctx, j.problem, hearing->nodes, 0, &visitor, &again);
    if (status == CQ_OK) {
        again.found = answer->unique && j.problem->kind == CQ_TILING
                          ? j.fixed / cq_symmetries_count(&j.symmetries)
                          : j.wanted;
        *out = again;
    }
    stop_judging(&j);
    return status;
}
