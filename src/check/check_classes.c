/* check_classes.c - are the listed solutions of different classes, and the sizes right?
 *
 * The symmetries of a tiling are worked out from the checker's own table of where
 * pieces can lie. All images of a solution are made one by one and digested (see
 * distinct.c): the least digest identifies the class, and the solution's own digest
 * comes up once for each symmetry that takes it to itself. If two solutions have the
 * same class by its digest, the image of one that is the other is looked for, so that a
 * collision is no mistake.
 *
 * How many classes there are is counted without keeping any (Burnside): the sum, over
 * all solutions, of the number of symmetries that take a solution to itself, divided by
 * the number of symmetries.
 *
 * Tours of a board are judged in the same way, by the moves that keep the board and the
 * steps on it.
 *
 * The symmetries of a cover can be far too many to be made one by one; permutations of
 * the options that generate them are found (cover_group.c) and put to one solution
 * after the other, until nothing new comes: that is its class, and its digests are
 * remembered. A solution that is among them is of a class that was met before, and the
 * number of those met in the end must be the number of solutions.
 *
 * Nothing of this is shared with the solver, which has its symmetries from
 * problem/tiling_symmetries.c and problem/automorphisms.c.
 *
 * Cost: for each solution, symmetries times cells; for covers generators times options.
 */
#include "base/assert.h"
#include "check/cover_group.h"
#include "check/judge.h"
#include "check/tour_group.h"

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
    uint64_t most; /* images of solutions of a cover */
    cq_tiling_group tiling;
    cq_cover_group cover;
    cq_keys met;       /* solutions of the classes of a cover met so far */
    cq_u32s queue;     /* of a class: solutions, one after the other */
    bool incomplete;   /* a cover has more symmetries or images than are looked at */
    cq_solution image; /* of one solution */
    /* Counting. */
    bool symmetric;
    uint64_t wanted, fixed; /* solutions, and their symmetries */
} judge;

/* The graph of a cover is looked at so often; more is not worth the while. */
static const uint64_t group_steps = 100000000;

static cq_status find_symmetries(judge *j)
{
    cq_status status;

    if (j->problem->kind == CQ_TILING)
        return cq_tiling_group_make(j->ctx, j->problem->board, &j->problem->pieces,
                                    &j->tiling);
    if (j->problem->kind == CQ_TOUR)
        return cq_tour_group_make(j->ctx, j->problem, &j->tiling);
    status = cq_cover_group_make(j->ctx, &j->problem->cover, group_steps, &j->cover);
    j->incomplete = status == CQ_OK && !j->cover.complete;
    return status;
}

static void stop_judging(judge *j)
{
    cq_tiling_group_free(&j->tiling);
    cq_cover_group_free(&j->cover);
    cq_keys_free(&j->met);
    cq_vec_free(&j->queue);
    cq_solution_free(&j->image);
}

/* ---- images ---- */

static cq_status make_tour_image(judge *j, const cq_solution *tour, size_t g)
{
    cq_solution_clear(&j->image);
    cq_try(cq_vec_reserve(j->ctx, &j->image.members, tour->members.count));
    for (size_t i = 0; i < tour->members.count; i++) {
        j->image.members.at[i] =
            cq_tour_group_image(&j->tiling, j->problem, g, tour->members.at[i]);
        cq_assert(j->image.members.at[i] < j->problem->graph.vertices);
    }
    j->image.members.count = tour->members.count;
    return CQ_OK;
}

static cq_status make_image(judge *j, const cq_solution *solution, size_t g)
{
    const cq_move *move = &j->tiling.moves.at[g];
    const cq_solution *s = solution;

    if (j->problem->kind == CQ_TOUR)
        return make_tour_image(j, solution, g);
    cq_assert(g < j->tiling.moves.count && j->tiling.becomes[move->symmetry]);
    cq_solution_clear(&j->image);
    if (cq_vec_reserve(j->ctx, &j->image.labels, s->labels.count) != CQ_OK ||
        cq_vec_reserve(j->ctx, &j->image.starts, s->starts.count) != CQ_OK ||
        cq_vec_reserve(j->ctx, &j->image.members, s->members.count) != CQ_OK)
        return CQ_MEMORY;
    for (size_t i = 0; i < s->labels.count; i++)
        j->image.labels.at[i] = j->tiling.becomes[move->symmetry][s->labels.at[i]];
    for (size_t i = 0; i < s->starts.count; i++)
        j->image.starts.at[i] = s->starts.at[i];
    for (size_t i = 0; i < s->members.count; i++) {
        j->image.members.at[i] = cq_move_cell(j->tiling.board, move, s->members.at[i]);
        cq_assert(j->image.members.at[i] != CQ_NO_CELL);
    }
    j->image.labels.count = s->labels.count;
    j->image.starts.count = s->starts.count;
    j->image.members.count = s->members.count;
    return CQ_OK;
}

/* Puts the options into j->image; a solution that was not met yet joins the queue. */
static cq_status meet(judge *j, const uint32_t *options, size_t count, bool *fresh)
{
    cq_solution *image = &j->image;

    cq_solution_clear(image);
    if (cq_vec_reserve(j->ctx, &image->labels, count) != CQ_OK ||
        cq_vec_reserve(j->ctx, &j->queue, count) != CQ_OK)
        return CQ_MEMORY;
    for (size_t i = 0; i < count; i++)
        image->labels.at[i] = options[i];
    image->labels.count = count;
    if (cq_digests_add(j->ctx, &j->met, cq_digest_solution(j->problem, image), fresh) !=
        CQ_OK)
        return CQ_MEMORY;
    for (size_t i = 0; i < count && *fresh; i++)
        j->queue.at[j->queue.count++] = options[i];
    return CQ_OK;
}

/* Meets all images of the solutions in the queue from `at` on. */
static cq_status meet_images(judge *j, size_t at, size_t count, uint32_t *room)
{
    bool fresh;

    cq_assert(at + count <= j->queue.count);
    for (size_t g = 0; g < j->cover.count; g++) {
        for (size_t i = 0; i < count; i++)
            room[i] = cq_cover_group_image(&j->cover, g, j->queue.at[at + i]);
        cq_try(meet(j, room, count, &fresh));
    }
    return CQ_OK;
}

/* *fresh: no solution of its class was met before; then all of it is met. */
static cq_status meet_class(judge *j, const cq_solution *solution, bool *fresh,
                            uint64_t *size)
{
    size_t count = solution->labels.count, before = j->met.count;
    uint32_t *room = cq_alloc(j->ctx, count, sizeof *room);
    cq_status status = room ? CQ_OK : CQ_MEMORY;

    j->queue.count = 0;
    cq_then(status, meet(j, solution->labels.at, count, fresh));
    for (size_t at = 0; status == CQ_OK && count && at < j->queue.count; at += count) {
        status = meet_images(j, at, count, room);
        j->incomplete |= j->met.count > j->most;
        if (j->incomplete)
            break;
    }
    cq_free(room);
    *size = j->met.count - before;
    cq_assert(status != CQ_OK || *fresh == (*size > 0));
    return status;
}

static cq_status find_class(judge *j, const cq_solution *solution, class_of *out)
{
    cq_digest own = cq_digest_solution(j->problem, solution);

    out->digest = own;
    out->fixed = 1;
    for (size_t g = 1; g < j->tiling.moves.count; g++) {
        cq_digest digest;

        cq_try(make_image(j, solution, g));
        digest = cq_digest_solution(j->problem, &j->image);
        out->fixed += cq_digest_compare(digest, own) == 0;
        if (cq_digest_compare(digest, out->digest) < 0)
            out->digest = digest;
    }
    /* What keeps a solution is a subgroup (Lagrange). */
    cq_assert(j->tiling.moves.count % out->fixed == 0);
    out->size = j->tiling.moves.count / out->fixed;
    return CQ_OK;
}

/* ---- lists ---- */

/* Whether some symmetry makes b of a. */
static cq_status are_alike(judge *j, const cq_solution *a, const cq_solution *b,
                           bool *out)
{
    *out = false;
    for (size_t g = 0; g < j->tiling.moves.count && !*out; g++) {
        cq_status status = make_image(j, a, g);

        cq_then(status, cq_same_solution(j->ctx, j->problem, &j->image, b, out));
        if (status != CQ_OK)
            return status;
    }
    return CQ_OK;
}

static int compare_classes(const void *a, const void *b)
{
    const class_of *x = a, *y = b;
    int order = cq_digest_compare(x->digest, y->digest);

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

        if (cq_digest_compare(classes[i - 1].digest, classes[i].digest) != 0)
            continue;
        if (are_alike(j, &answer->solutions.at[a], &answer->solutions.at[b], &alike) !=
            CQ_OK)
            return CQ_MEMORY;
        if (alike) {
            *right = false;
            return cq_find(hearing, CQ_NO,
                           "solutions %zu and %zu are in the same class: a symmetry "
                           "maps one to the other",
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
        cq_find(hearing, CQ_NO, "solution %zu is not symmetric", found->index + 1);
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

static cq_status judge_images(judge *j, cq_hearing *hearing, const cq_answer *answer,
                              bool *right)
{
    size_t count = answer->solutions.count;
    class_of *classes = cq_alloc(j->ctx, count, sizeof *classes);
    cq_status status = classes ? CQ_OK : CQ_MEMORY;

    for (size_t i = 0; i < count && status == CQ_OK && *right; i++) {
        classes[i].index = i;
        status = find_class(j, &answer->solutions.at[i], &classes[i]);
        if (status == CQ_OK)
            *right = suits(hearing, answer, &classes[i]);
    }
    if (status == CQ_OK && *right && answer->unique)
        status = find_alike(j, hearing, answer, classes, right);
    cq_free(classes);
    return status;
}

/* The solution before this one that is of its class. */
static cq_status name_earlier(judge *j, cq_hearing *hearing, const cq_answer *answer,
                              size_t index)
{
    const cq_solution *solutions = answer->solutions.at;
    size_t earlier = index;
    bool fresh = true;

    while (fresh && earlier > 0) {
        uint64_t size;

        cq_keys_free(&j->met);
        if (meet_class(j, &solutions[--earlier], &fresh, &size) != CQ_OK ||
            meet(j, solutions[index].labels.at, solutions[index].labels.count,
                 &fresh) != CQ_OK)
            return CQ_MEMORY;
    }
    return cq_find(
        hearing, CQ_NO,
        "solutions %zu and %zu are in the same class: a symmetry maps one to the other",
        earlier + 1, index + 1);
}

static cq_status judge_covers(judge *j, cq_hearing *hearing, const cq_answer *answer,
                              bool *right)
{
    for (size_t i = 0; i < answer->solutions.count && *right; i++) {
        class_of found = {.index = i, .fixed = 1};
        bool fresh;
        cq_status status = meet_class(j, &answer->solutions.at[i], &fresh, &found.size);

        if (status != CQ_OK)
            return status;
        *right = fresh;
        if (!fresh)
            return name_earlier(j, hearing, answer, i);
        if (j->incomplete)
            return CQ_OK; /* of these classes no more is known */
        *right = suits(hearing, answer, &found);
    }
    return CQ_OK;
}

cq_status cq_judge_classes(cq_hearing *hearing, const cq_answer *answer, bool *right)
{
    judge j = {
        .ctx = hearing->ctx, .problem = hearing->problem, .most = hearing->nodes};
    size_t count = answer->solutions.count;
    cq_status status;

    if (count == 0 || (j.problem->kind == CQ_TOUR && !j.problem->board))
        return CQ_OK; /* no symmetries are known of a graph */
    status = find_symmetries(&j);
    cq_then(status, j.problem->kind == CQ_COVER
                        ? judge_covers(&j, hearing, answer, right)
                        : judge_images(&j, hearing, answer, right));
    if (status == CQ_OK && *right && j.incomplete)
        cq_find(hearing, CQ_UNKNOWN,
                "every solution is right; the cover has too many symmetries to tell "
                "their classes apart");
    else if (status == CQ_OK && *right && count > 1)
        cq_find(hearing, CQ_YES, "%zu %s, each of them right", count,
                answer->unique ? "solutions of different classes"
                               : "different symmetric solutions");
    stop_judging(&j);
    return status;
}

/* ---- numbers ---- */

static cq_status add_solution(void *user, const cq_solution *solution)
{
    judge *j = user;
    class_of found;

    cq_try(find_class(j, solution, &found));
    if (!j->symmetric || found.fixed > 1) {
        j->wanted++;
        j->fixed += found.fixed;
    }
    return CQ_OK;
}

static cq_status add_cover(void *user, const cq_solution *solution)
{
    judge *j = user;
    bool fresh;
    uint64_t size;

    cq_try(j->incomplete ? CQ_OK : meet_class(j, solution, &fresh, &size));
    if (!j->incomplete)
        j->wanted += fresh;
    return CQ_OK;
}

/* Seconds for a square of an image, about. */
static const double square_seconds = 1e-8;

/* What the images of all solutions take. */
static double foresee_images(const judge *j, const cq_answer *answer)
{
    double classes = answer->counted ? mpz_get_d(answer->count) : (double)answer->found;
    double images = (double)j->tiling.moves.count;

    if (j->problem->kind == CQ_COVER || !answer->unique)
        return 0; /* not known, as the number of solutions is not */
    return classes * images * images * (double)j->problem->board->count *
           square_seconds;
}

cq_status cq_recount_classes(cq_hearing *hearing, const cq_answer *answer,
                             cq_recount *out)
{
    judge j = {.ctx = hearing->ctx,
               .problem = hearing->problem,
               .most = hearing->nodes,
               .symmetric = answer->symmetric};
    cq_visitor visitor = {j.problem->kind == CQ_COVER ? add_cover : add_solution, &j};
    cq_recount again = {0};
    cq_status status;

    if (j.problem->kind == CQ_TOUR && !j.problem->board)
        return CQ_OK;
    status = find_symmetries(&j);
    if (status == CQ_OK && !j.incomplete)
        status =
            cq_recount_problem(j.ctx, j.problem, hearing->nodes, 0, &visitor, &again);
    else
        again.too_symmetric = j.incomplete;
    again.beside = status == CQ_OK ? foresee_images(&j, answer) : 0;
    if (status == CQ_OK && j.problem->kind == CQ_COVER && again.complete &&
        !j.incomplete && j.met.count != again.found)
        status = cq_fail(j.ctx, CQ_DEFECT,
                         "the classes of the checker have %zu solutions, but it found "
                         "%" PRIu64,
                         j.met.count, again.found);
    if (status == CQ_OK) {
        /* Burnside: all solutions were met, so the sum is a multiple. */
        cq_assert(!again.complete || j.problem->kind == CQ_COVER ||
                  j.fixed % j.tiling.moves.count == 0);
        again.found = answer->unique && j.problem->kind != CQ_COVER
                          ? j.fixed / j.tiling.moves.count
                          : j.wanted;
        again.complete &= !j.incomplete;
        *out = again;
    }
    stop_judging(&j);
    return status;
}
