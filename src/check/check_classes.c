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
    const cq_answer *answer;
    cq_hearing *hearing;   /* of a list */
    uint64_t most;         /* images of solutions of a cover */
    cq_tiling_group group; /* of a tiling or a tour */
    cq_cover_group cover;
    cq_keys met;            /* solutions of the classes of a cover met so far */
    cq_u32s queue;          /* of a class: solutions, one after the other */
    bool incomplete;        /* there are more symmetries or images than are looked at */
    cq_solution image;      /* of one solution */
    uint64_t wanted, fixed; /* solutions counted, and their symmetries */
} judge;

/* The graph of a cover is looked at so often; more is not worth the while. */
static const uint64_t group_steps = 100000000;

static cq_status find_symmetries(judge *j)
{
    cq_status status;

    if (j->problem->kind == CQ_TILING)
        return cq_tiling_group_make(j->ctx, j->problem->board, &j->problem->pieces,
                                    &j->group);
    if (j->problem->kind == CQ_TOUR)
        return cq_tour_group_make(j->ctx, j->problem, &j->group);
    status = cq_cover_group_make(j->ctx, &j->problem->cover, group_steps, &j->cover);
    j->incomplete = status == CQ_OK && !j->cover.complete;
    return status;
}

static void stop_judging(judge *j)
{
    cq_tiling_group_free(&j->group);
    cq_cover_group_free(&j->cover);
    cq_keys_free(&j->met);
    cq_vec_free(&j->queue);
    cq_solution_free(&j->image);
}

/* ---- images ---- */

static cq_status make_image(judge *j, const cq_solution *s, size_t g)
{
    const cq_move *move = &j->group.moves.at[g];
    const cq_board *board = j->group.board;
    cq_solution *image = &j->image;
    bool tour = j->problem->kind == CQ_TOUR;

    cq_assert(g < j->group.moves.count);
    cq_assert(s->labels.count == 0 || j->group.becomes[move->symmetry]);
    cq_solution_clear(image);
    cq_try(cq_vec_reserve(j->ctx, &image->labels, s->labels.count));
    cq_try(cq_vec_reserve(j->ctx, &image->starts, s->starts.count));
    cq_try(cq_vec_reserve(j->ctx, &image->members, s->members.count));
    for (size_t i = 0; i < s->labels.count; i++)
        image->labels.at[i] = j->group.becomes[move->symmetry][s->labels.at[i]];
    for (size_t i = 0; i < s->starts.count; i++)
        image->starts.at[i] = s->starts.at[i];
    for (size_t i = 0; i < s->members.count; i++) {
        image->members.at[i] =
            tour ? cq_tour_group_image(&j->group, j->problem, g, s->members.at[i])
                 : cq_move_cell(board, move, s->members.at[i]);
        cq_assert(image->members.at[i] != CQ_NO_CELL);
    }
    image->labels.count = s->labels.count;
    image->starts.count = s->starts.count;
    image->members.count = s->members.count;
    return CQ_OK;
}

/* Puts the options into j->image; a solution that was not met yet joins the queue. */
static cq_status meet(judge *j, const uint32_t *options, size_t count, bool *fresh)
{
    cq_solution *image = &j->image;

    cq_solution_clear(image);
    cq_try(cq_vec_reserve(j->ctx, &image->labels, count));
    cq_try(cq_vec_reserve(j->ctx, &j->queue, count));
    for (size_t i = 0; i < count; i++)
        image->labels.at[i] = options[i];
    image->labels.count = count;
    cq_try(
        cq_digests_add(j->ctx, &j->met, cq_digest_solution(j->problem, image), fresh));
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
    for (size_t g = 1; g < j->group.moves.count; g++) {
        cq_digest digest;

        cq_try(make_image(j, solution, g));
        digest = cq_digest_solution(j->problem, &j->image);
        out->fixed += cq_digest_compare(digest, own) == 0;
        if (cq_digest_compare(digest, out->digest) < 0)
            out->digest = digest;
    }
    /* What keeps a solution is a subgroup (Lagrange). */
    cq_assert(j->group.moves.count % out->fixed == 0);
    out->size = j->group.moves.count / out->fixed;
    return CQ_OK;
}

/* ---- lists ---- */

/* Whether some symmetry makes b of a. */
static cq_status are_alike(judge *j, const cq_solution *a, const cq_solution *b,
                           bool *out)
{
    *out = false;
    for (size_t g = 0; g < j->group.moves.count && !*out; g++) {
        cq_try(make_image(j, a, g));
        cq_try(cq_same_solution(j->ctx, j->problem, &j->image, b, out));
    }
    return CQ_OK;
}

static int compare_classes(const void *a, const void *b)
{
    const class_of *x = a, *y = b;
    int order = cq_digest_compare(x->digest, y->digest);

    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static cq_status say_alike(const judge *j, size_t one, size_t other)
{
    return cq_find(
        j->hearing, CQ_NO,
        "solutions %zu and %zu are in the same class: a symmetry maps one to the other",
        one + 1, other + 1);
}

static cq_status find_alike(judge *j, class_of *classes, bool *right)
{
    const cq_solution *solutions = j->answer->solutions.at;
    size_t count = j->answer->solutions.count;

    qsort(classes, count, sizeof *classes, compare_classes);
    for (size_t i = 1; i < count; i++) {
        size_t a = classes[i - 1].index, b = classes[i].index;
        bool alike;

        if (cq_digest_compare(classes[i - 1].digest, classes[i].digest) != 0)
            continue;
        cq_try(are_alike(j, &solutions[a], &solutions[b], &alike));
        if (alike) {
            *right = false;
            return say_alike(j, a, b);
        }
    }
    return CQ_OK;
}

/* The claims about one solution alone. */
static bool suits(const judge *j, const class_of *found)
{
    uint64_t told = cq_answer_class_size(j->answer, found->index);

    if (j->answer->symmetric && found->fixed == 1)
        return cq_find_wrong(j->hearing, "solution %zu is not symmetric",
                             found->index + 1);
    if (told && told != found->size)
        return cq_find_wrong(j->hearing,
                             "the class of solution %zu has %" PRIu64
                             " solutions, not %" PRIu64,
                             found->index + 1, found->size, told);
    return true;
}

static cq_status judge_images(judge *j, bool *right)
{
    size_t count = j->answer->solutions.count;
    class_of *classes = cq_alloc(j->ctx, count, sizeof *classes);
    cq_status status = classes ? CQ_OK : CQ_MEMORY;

    for (size_t i = 0; i < count && status == CQ_OK && *right; i++) {
        classes[i].index = i;
        status = find_class(j, &j->answer->solutions.at[i], &classes[i]);
        if (status == CQ_OK)
            *right = suits(j, &classes[i]);
    }
    if (status == CQ_OK && *right && j->answer->unique)
        status = find_alike(j, classes, right);
    cq_free(classes);
    return status;
}

/* The solution before this one that is of its class. */
static cq_status name_earlier(judge *j, size_t index)
{
    const cq_solution *solutions = j->answer->solutions.at;
    size_t earlier = index;
    bool fresh = true;

    while (fresh && earlier > 0) {
        uint64_t size;

        cq_keys_free(&j->met);
        cq_try(meet_class(j, &solutions[--earlier], &fresh, &size));
        cq_try(
            meet(j, solutions[index].labels.at, solutions[index].labels.count, &fresh));
    }
    return say_alike(j, earlier, index);
}

static cq_status judge_covers(judge *j, bool *right)
{
    for (size_t i = 0; i < j->answer->solutions.count && *right; i++) {
        class_of found = {.index = i, .fixed = 1};

        cq_try(meet_class(j, &j->answer->solutions.at[i], right, &found.size));
        if (!*right)
            return name_earlier(j, i);
        if (j->incomplete)
            return CQ_OK; /* of these classes no more is known */
        *right = suits(j, &found);
    }
    return CQ_OK;
}

cq_status cq_judge_classes(cq_hearing *hearing, const cq_answer *answer, bool *right)
{
    judge j = {.ctx = hearing->ctx,
               .problem = hearing->problem,
               .answer = answer,
               .hearing = hearing,
               .most = hearing->nodes};
    size_t count = answer->solutions.count;
    cq_status status;

    if (count == 0 || (j.problem->kind == CQ_TOUR && !j.problem->board))
        return CQ_OK; /* no symmetries are known of a graph */
    status = find_symmetries(&j);
    cq_then(status, j.problem->kind == CQ_COVER ? judge_covers(&j, right)
                                                : judge_images(&j, right));
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
    if (!j->answer->symmetric || found.fixed > 1) {
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
static double foresee_images(const judge *j)
{
    const cq_answer *answer = j->answer;
    double classes = answer->counted ? mpz_get_d(answer->count) : (double)answer->found;
    double images = (double)j->group.moves.count;

    if (j->problem->kind == CQ_COVER || !answer->unique)
        return 0; /* not known, as the number of solutions is not */
    return classes * images * images * (double)j->problem->board->count *
           square_seconds;
}

static cq_status recount_classes(judge *j, cq_recount *recount)
{
    bool covers = j->problem->kind == CQ_COVER;

    cq_try(find_symmetries(j));
    recount->too_symmetric = j->incomplete;
    recount->beside = foresee_images(j);
    if (j->incomplete)
        return CQ_OK;
    recount->visitor = (cq_visitor){covers ? add_cover : add_solution, j};
    cq_try(cq_recount_problem(j->ctx, j->problem, recount));
    recount->complete &= !j->incomplete;
    if (covers && recount->complete && j->met.count != recount->found)
        return cq_fail(j->ctx, CQ_DEFECT,
                       "the classes of the checker have %zu solutions, but it found "
                       "%" PRIu64,
                       j->met.count, recount->found);
    /* Burnside: all solutions were met, so the sum is a multiple. */
    cq_assert(!recount->complete || covers || j->fixed % j->group.moves.count == 0);
    recount->found =
        j->answer->unique && !covers ? j->fixed / j->group.moves.count : j->wanted;
    return CQ_OK;
}

cq_status cq_recount_answer(cq_context *ctx, const cq_problem *problem,
                            const cq_answer *answer, cq_recount *recount)
{
    judge j = {.ctx = ctx, .problem = problem, .answer = answer, .most = recount->most};
    cq_status status;

    if (!answer->unique && !answer->symmetric)
        return cq_recount_problem(ctx, problem, recount);
    if (problem->kind == CQ_TOUR && !problem->board)
        return CQ_OK; /* no symmetries are known of a graph */
    recount->enough = 0;
    status = recount_classes(&j, recount);
    stop_judging(&j);
    return status;
}
