/* ball.c - small Hall sets: matches nearby cells one by one until one fails.
 *
 * Around a centre, the cells of one colour are visited in order of distance, and each
 * is matched with a neighbour, changing the partners of others if necessary. A cell
 * that cannot be matched closes a circuit with earlier ones: a minimal Hall set (see
 * hall_set.c) whose cells are close together. That cell is left out, and the next one
 * follows. Centres are cells in some Hall set, that is, those that alternating paths
 * from the free cells reach.
 *
 * A minimal Hall set of n cells is connected by steps to a neighbour's neighbour, so
 * all its cells are at most n / 2 steps from the one in the middle. The radius is
 * doubled from round to round, and large balls are set up further apart, so that a
 * round costs about the same as the one before. It ends when no larger ball can hold a
 * smaller set than the best, or when the work passes a limit: then the best set is
 * still minimal, but perhaps not the smallest. Whenever a better set is found, its
 * cells become centres too.
 *
 *     trial     a field on which only the cells of the present ball are matched
 *     part      0 for cells in no Hall set, else IN_PART and the marks below
 *     ball      the cells taken or to be taken, with their distances; the marks and the
 *               trial are cleaned up by this list
 */
#include "engine/matching/matching.h"

#include "base/assert.h"

#include <string.h>

enum { WORK_MOST = 12000000 };
enum { IN_PART = 1, IN_BALL = 2, NEAR = 4 }; /* NEAR: close to a centre of this round */

typedef struct member {
    uint32_t cell, distance; /* from the centre, in steps to a neighbour's neighbour */
} member;

typedef struct search {
    cq_run *run;
    cq_field trial;
    cq_tree tree;
    unsigned char *part;
    CQ_VEC(member) ball;
    cq_u32s centres, again;
    cq_u32s *best;
    uint64_t work;
} search;

static cq_status set_up(search *s, const cq_field *field)
{
    cq_try(cq_field_new(s->run->ctx, field->board, &s->trial));
    cq_try(cq_tree_new(s->run->ctx, field, &s->tree));
    if (!(s->part = cq_zalloc(s->run->ctx, field->size, 1)))
        return CQ_MEMORY;
    return CQ_OK;
}

static void tear_down(search *s)
{
    cq_field_free(&s->trial);
    cq_tree_free(&s->tree);
    cq_free(s->part);
    cq_vec_free_each(&s->centres, &s->ball, &s->again);
}

/* All cells of the colour that are reached from its free cells. */
static cq_status find_centres(search *s, const cq_field *field, bool dark)
{
    cq_tree all;
    cq_status status = cq_tree_new(s->run->ctx, field, &all);

    if (status != CQ_OK)
        return status;
    for (uint32_t cell = 0; cell < field->size && status == CQ_OK; cell++) {
        cq_growth growth;

        if (!cq_field_is_free(field, cell) || cq_field_is_dark(field, cell) != dark)
            continue;
        /* What an earlier tree has seen stays seen: each cell is reached once. */
        status = cq_tree_grow(s->run, field, &all, cell, SIZE_MAX, &growth);
        cq_then(status, cq_vec_push(s->run->ctx, &s->centres, cell));
        for (size_t i = 0; i < all.reached.count && status == CQ_OK; i++)
            status = cq_vec_push(s->run->ctx, &s->centres,
                                 cq_field_mate(field, all.reached.at[i]));
    }
    for (size_t i = 0; i < s->centres.count && status == CQ_OK; i++)
        s->part[s->centres.at[i]] = IN_PART;
    cq_tree_free(&all);
    return status;
}

static cq_status push(search *s, uint32_t cell, uint32_t distance)
{
    member entry = {cell, distance};

    cq_assert((s->part[cell] & (IN_PART | IN_BALL)) == IN_PART);
    s->part[cell] |= IN_BALL;
    return cq_vec_push(s->run->ctx, &s->ball, entry);
}

/* Puts the neighbours' neighbours of a cell into the ball. */
static cq_status widen(search *s, uint32_t cell, uint32_t distance)
{
    cq_status status = CQ_OK;

    for (unsigned d = 0; d < 4; d++) {
        uint32_t by = cq_field_neighbour(&s->trial, cell, d);

        for (unsigned e = 0; by != CQ_NOWHERE && e < 4 && status == CQ_OK; e++) {
            uint32_t to = cq_field_neighbour(&s->trial, by, e);

            if (to != CQ_NOWHERE && (s->part[to] & (IN_PART | IN_BALL)) == IN_PART)
                status = push(s, to, distance);
        }
    }
    s->work += 16;
    return status;
}

static void keep(search *s, uint32_t root)
{
    cq_assert(s->tree.reached.count + 1 < s->best->count); /* a better one */
    cq_assert(cq_tree_check(&s->trial, &s->tree, root, true));
    s->best->count = 0;
    for (size_t i = 0; i < s->tree.reached.count; i++)
        s->best->at[s->best->count++] = cq_field_mate(&s->trial, s->tree.reached.at[i]);
    s->best->at[s->best->count++] = root;
}

/* Gives a cell a neighbour of its own, or keeps the set that it closes. */
static cq_status take(search *s, uint32_t cell)
{
    cq_growth growth;
    cq_status status =
        cq_tree_grow(s->run, &s->trial, &s->tree, cell, s->best->count - 1, &growth);

    if (status == CQ_OK && growth == CQ_GROWTH_FREE)
        cq_tree_flip(&s->trial, &s->tree, cell);
    else if (status == CQ_OK && growth == CQ_GROWTH_CLOSED)
        keep(s, cell);
    s->work += s->tree.steps;
    s->tree.steps = 0;
    cq_tree_forget(&s->tree);
    return status;
}

static void clean(search *s, uint32_t radius)
{
    for (size_t i = 0; i < s->ball.count; i++) {
        uint32_t cell = s->ball.at[i].cell;

        s->part[cell] &= (unsigned char)~IN_BALL;
        if (s->ball.at[i].distance <= radius / 4)
            s->part[cell] |= NEAR;
        if (cq_field_is_free(&s->trial, cell))
            continue;
        s->trial.state[cq_field_mate(&s->trial, cell)] = CQ_FREE;
        s->trial.state[cell] = CQ_FREE;
    }
    s->trial.matched = 0;
    cq_assert(!cq_walk_due(s->work / 64, s->trial.size) || cq_field_check(&s->trial));
    s->ball.count = 0;
}

/* A smaller set than the best has its cells at most so far from the middle one. */
static uint32_t enough(const search *s)
{
    return (uint32_t)((s->best->count - 1) / 2);
}

static cq_status try_ball(search *s, uint32_t centre, uint32_t radius)
{
    cq_status status = push(s, centre, 0);

    for (size_t i = 0; i < s->ball.count && status == CQ_OK && s->best->count > 1;
         i++) {
        member at = s->ball.at[i];

        status = take(s, at.cell);
        if (status == CQ_OK && at.distance < radius && at.distance < enough(s))
            status = widen(s, at.cell, at.distance + 1);
    }
    clean(s, radius);
    return status;
}

/* Around the cells of the best, as long as that makes it better. */
static cq_status refine(search *s)
{
    cq_status status = CQ_OK;
    size_t before = SIZE_MAX;

    while (s->best->count < before && status == CQ_OK && s->work < WORK_MOST) {
        before = s->best->count;
        s->again.count = 0;
        status = cq_vec_reserve(s->run->ctx, &s->again, before);
        if (status != CQ_OK)
            break;
        memcpy(s->again.at, s->best->at, before * sizeof *s->again.at);
        for (size_t i = 0; i < before && status == CQ_OK; i++)
            if (s->work < WORK_MOST && s->best->count > 1)
                status = try_ball(s, s->again.at[i], enough(s));
    }
    return status;
}

static cq_status try_round(search *s, uint32_t radius)
{
    for (size_t i = 0; i < s->centres.count; i++)
        s->part[s->centres.at[i]] = IN_PART;
    for (size_t i = 0; i < s->centres.count; i++) {
        size_t before = s->best->count;

        if (s->part[s->centres.at[i]] & NEAR)
            continue;
        if (before == 1 || s->work >= WORK_MOST || cq_run_poll(s->run))
            break;
        cq_try(try_ball(s, s->centres.at[i], radius));
        if (s->best->count < before)
            cq_try(refine(s));
    }
    return CQ_OK;
}

cq_status cq_field_balls(cq_run *run, const cq_field *field, bool dark, cq_u32s *best)
{
    search s = {.run = run, .best = best};
    bool go_on = true;
    cq_status status = set_up(&s, field);

    cq_then(status, find_centres(&s, field, dark));
    for (uint32_t radius = 1; go_on && status == CQ_OK; radius *= 2) {
        status = try_round(&s, radius);
        go_on = radius < enough(&s) && s.work < WORK_MOST && run->stop == CQ_FINISHED;
    }
    tear_down(&s);
    return status;
}
