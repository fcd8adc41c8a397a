/* ball.c - small Hall sets: cells near each other, taken one by one until they clash.
 *
 * Around a centre, cells of one colour are taken in the order of their distance and each is
 * given a neighbour of its own, others moving over where they must. The first that cannot
 * be given one closes a circuit with those before it: a minimal Hall set (see hall.c), and
 * one whose cells are near each other. Centres are all cells that some Hall set holds:
 * those which alternating paths from the free cells reach.
 *
 * A Hall set of n cells hangs together by steps to a neighbour's neighbour, so that from
 * the cell in its middle all others are at most n / 2 steps away. The radius is doubled
 * from round to round, until a set is known that no larger ball could improve, or the work
 * passes a limit: then the best is minimal still, and only perhaps not the smallest.
 *
 *     trial     a field on which only the cells of the present ball are matched
 *     part      1 for the cells that some Hall set holds
 *     ball      the cells taken or to be taken, with their distances; the field of marks
 *               and the trial are cleaned up by this list
 */
#include "engine/matching/matching.h"

#include <string.h>

enum { WORK_MOST = 24000000 };

typedef struct search {
    cq_run *run;
    cq_field trial;
    cq_tree tree;
    unsigned char *part; /* 1: a centre; 2: in the present ball too */
    cq_u32s centres, ball, distances;
    cq_u32s *best;
    uint64_t work;
} search;

static cq_status set_up(search *s, const cq_field *field)
{
    cq_status status = cq_field_new(s->run->ctx, field->board, &s->trial);

    if (status == CQ_OK)
        status = cq_tree_new(s->run->ctx, field, &s->tree);
    if (status == CQ_OK && !(s->part = cq_zalloc(s->run->ctx, field->size, 1)))
        status = CQ_MEMORY;
    return status;
}

static void tear_down(search *s)
{
    cq_field_free(&s->trial);
    cq_tree_free(&s->tree);
    cq_free(s->part);
    cq_vec_free(&s->centres);
    cq_vec_free(&s->ball);
    cq_vec_free(&s->distances);
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
        if (status == CQ_OK)
            status = cq_vec_push(s->run->ctx, &s->centres, cell);
        for (size_t i = 0; i < all.reached.count && status == CQ_OK; i++)
            status = cq_vec_push(s->run->ctx, &s->centres,
                                 cq_field_mate(field, all.reached.at[i]));
    }
    for (size_t i = 0; i < s->centres.count && status == CQ_OK; i++)
        s->part[s->centres.at[i]] = 1;
    cq_tree_free(&all);
    return status;
}

static cq_status push(search *s, uint32_t cell, uint32_t distance)
{
    s->part[cell] = 2;
    if (cq_vec_push(s->run->ctx, &s->ball, cell) != CQ_OK)
        return CQ_MEMORY;
    return cq_vec_push(s->run->ctx, &s->distances, distance);
}

/* Puts the neighbours' neighbours of a cell into the ball. */
static cq_status widen(search *s, uint32_t cell, uint32_t distance)
{
    cq_status status = CQ_OK;

    for (unsigned d = 0; d < 4; d++) {
        uint32_t by = cq_field_neighbour(&s->trial, cell, d);

        for (unsigned e = 0; by != CQ_NOWHERE && e < 4 && status == CQ_OK; e++) {
            uint32_t to = cq_field_neighbour(&s->trial, by, e);

            if (to != CQ_NOWHERE && s->part[to] == 1)
                status = push(s, to, distance);
        }
    }
    s->work += 16;
    return status;
}

static void keep(search *s, uint32_t root)
{
    s->best->count = 0;
    for (size_t i = 0; i < s->tree.reached.count; i++)
        s->best->at[s->best->count++] =
            cq_field_mate(&s->trial, s->tree.reached.at[i]);
    s->best->at[s->best->count++] = root;
}

/* Gives a cell a neighbour of its own; *clash: there is none, and the set was kept. */
static cq_status take(search *s, uint32_t cell, bool *clash)
{
    cq_growth growth;
    cq_status status = cq_tree_grow(s->run, &s->trial, &s->tree, cell,
                                    s->best->count - 1, &growth);

    *clash = false;
    if (status == CQ_OK && growth == CQ_GROWTH_FREE) {
        cq_tree_flip(&s->trial, &s->tree, cell);
    } else if (status == CQ_OK && growth == CQ_GROWTH_CLOSED) {
        *clash = true;
        keep(s, cell); /* smaller than what was best, so there is room */
    }
    s->work += s->tree.steps;
    s->tree.steps = 0;
    cq_tree_forget(&s->tree);
    return status;
}

static void clean(search *s)
{
    for (size_t i = 0; i < s->ball.count; i++) {
        uint32_t cell = s->ball.at[i];

        s->part[cell] = 1;
        if (cq_field_is_free(&s->trial, cell))
            continue;
        s->trial.state[cq_field_mate(&s->trial, cell)] = CQ_FREE;
        s->trial.state[cell] = CQ_FREE;
    }
    s->trial.matched = 0;
    s->ball.count = s->distances.count = 0;
}

static cq_status try_ball(search *s, uint32_t centre, uint32_t radius)
{
    bool clash = false;
    cq_status status = push(s, centre, 0);

    for (size_t i = 0; i < s->ball.count && status == CQ_OK && !clash; i++) {
        status = take(s, s->ball.at[i], &clash);
        if (status == CQ_OK && !clash && s->distances.at[i] < radius)
            status = widen(s, s->ball.at[i], s->distances.at[i] + 1);
    }
    clean(s);
    return status;
}

cq_status cq_field_balls(cq_run *run, const cq_field *field, bool dark, cq_u32s *best)
{
    search s = {.run = run, .best = best};
    bool go_on = true;
    cq_status status = set_up(&s, field);

    if (status == CQ_OK)
        status = find_centres(&s, field, dark);
    for (uint32_t radius = 1; go_on && status == CQ_OK; radius *= 2) {
        for (size_t i = 0; i < s.centres.count && go_on && status == CQ_OK; i++) {
            /* A smaller set has at most best - 1 cells. */
            size_t enough = (best->count - 1) / 2;

            status = try_ball(&s, s.centres.at[i],
                              radius < enough ? radius : (uint32_t)enough);
            go_on = best->count > 1 && s.work < WORK_MOST && !cq_run_poll(run);
        }
        go_on = go_on && radius < (best->count - 1) / 2;
    }
    tear_down(&s);
    return status;
}
