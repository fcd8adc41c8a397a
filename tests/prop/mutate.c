/* mutate.c - spoils solutions: a part lost, doubled or mislabelled, a cell moved.
 *
 * What comes out may by chance be right (two pieces of one shape change names); the
 * checker is compared with brute_judge, not with "wrong".
 */
#include "prop.h"

#include <string.h>

static size_t pick(cq_random *random, size_t bound)
{
    return bound ? (size_t)cq_random_below(random, bound) : 0;
}

static void drop_part(cq_solution *s, size_t part)
{
    memmove(s->labels.at + part, s->labels.at + part + 1,
            (s->labels.count - part - 1) * sizeof *s->labels.at);
    s->labels.count--;
    if (s->starts.count) {
        uint32_t from = s->starts.at[part], to = s->starts.at[part + 1];

        memmove(s->members.at + from, s->members.at + to,
                (s->members.count - to) * sizeof *s->members.at);
        s->members.count -= to - from;
        memmove(s->starts.at + part, s->starts.at + part + 1,
                (s->starts.count - part - 1) * sizeof *s->starts.at);
        s->starts.count--;
        for (size_t i = part; i < s->starts.count; i++)
            s->starts.at[i] -= to - from;
    }
}

static void double_part(cq_context *ctx, cq_solution *s, size_t part)
{
    if (!s->starts.count) {
        (void)cq_vec_push(ctx, &s->labels, s->labels.at[part]);
        return;
    }
    uint32_t cells[64];
    uint32_t from = s->starts.at[part], size = s->starts.at[part + 1] - from;

    if (size > 64)
        return;
    memcpy(cells, s->members.at + from, size * sizeof *cells);
    (void)cq_solution_add(ctx, s, s->labels.at[part], cells, size);
}

/* Two cells of different parts change places, or one becomes another one. */
static void move_cell(cq_random *random, const cq_problem *problem, cq_solution *s)
{
    size_t a = pick(random, s->members.count), b = pick(random, s->members.count);
    uint32_t old = s->members.at[a];

    if (pick(random, 2)) {
        s->members.at[a] = s->members.at[b];
        s->members.at[b] = old;
    } else {
        s->members.at[a] = (uint32_t)pick(random, cq_board_size(problem->board));
    }
}

void mutate(cq_random *random, const cq_problem *problem, cq_context *ctx,
            cq_solution *s)
{
    size_t labels = problem->kind == CQ_TILING ? problem->pieces.count
                                               : cq_cover_options(&problem->cover);
    size_t part = pick(random, s->labels.count);

    if (!s->labels.count)
        return;
    switch (pick(random, s->members.count ? 4 : 3)) {
    case 0: drop_part(s, part); break;
    case 1: double_part(ctx, s, part); break;
    case 2: s->labels.at[part] = (uint32_t)pick(random, labels); break;
    case 3: move_cell(random, problem, s); break;
    default: break;
    }
}
