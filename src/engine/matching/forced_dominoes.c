/* forced_dominoes.c - dominoes that are in every tiling, and places of dominoes that
 * are in none.
 *
 * Given one tiling, any other differs from it by cycles on which dominoes of the two
 * tilings alternate. So draw an arrow from domino a to domino b if the dark cell of a
 * and the light cell of b are neighbours: it stands for the domino that would cover
 * these two. It lies in some tiling if and only if the arrow lies on a cycle, which is
 * to say if a and b are in the same strongly connected component; and a domino of the
 * first tiling is in every tiling if it is alone in its component.
 *
 * Tarjan's algorithm ("Depth-first search and linear graph algorithms", SIAM J. Comput.
 * 1, 1972) with a stack of its own, a domino being called by its dark cell:
 *
 * low[]   0 if not seen; while open, the number of the earliest open domino known to
 *         be reachable; then FINISHED and the number of its component
 * next[]  the direction to continue with
 *
 * Linear, 5 bytes a cell and 12 for each domino on the stacks.
 */
#include "engine/matching/domino.h"

#include "base/assert.h"
#include "engine/matching/matching.h"

#define FINISHED (UINT32_C(1) << 31)
enum { POLL = 1 << 14 };

typedef struct visit {
    uint32_t dark, number; /* in the order of visits, from 1 */
} visit;

typedef struct search {
    cq_run *run;
    const cq_field *field;
    uint32_t *low;
    unsigned char *next;
    CQ_VEC(visit) path; /* from the start to the domino being looked at */
    cq_u32s open;       /* seen, and in no finished component */
    cq_u32s sizes;      /* of the components */
    uint32_t seen;
    cq_u32s *always, *never;
} search;

static cq_status enter(search *s, uint32_t dark)
{
    visit entry = {dark, ++s->seen};

    cq_assert(cq_field_is_dark(s->field, dark) && s->low[dark] == 0);
    cq_assert(s->seen < FINISHED);
    if (entry.number % POLL == 0 && cq_poll(s->run->ctx) != CQ_OK)
        return CQ_STOPPED;
    s->low[dark] = entry.number;
    s->next[dark] = 0;
    cq_try(cq_vec_push(s->run->ctx, &s->path, entry));
    return cq_vec_push(s->run->ctx, &s->open, dark);
}

/* The domino on the next neighbour of a dark cell, or CQ_NOWHERE after the last. */
static uint32_t next_domino(search *s, uint32_t dark)
{
    while (s->next[dark] < 4) {
        uint32_t light = cq_field_neighbour(s->field, dark, s->next[dark]++);

        if (light != CQ_NOWHERE && cq_field_mate(s->field, light) != dark)
            return cq_field_mate(s->field, light);
    }
    return CQ_NOWHERE;
}

/* The last domino of the path and all that was opened since. */
static cq_status finish_component(search *s, uint32_t dark)
{
    uint32_t member, size = 0, name = FINISHED | (uint32_t)s->sizes.count;

    do {
        cq_assert(s->open.count > 0);
        member = s->open.at[--s->open.count];
        s->low[member] = name;
        size++;
    } while (member != dark);
    return cq_vec_push(s->run->ctx, &s->sizes, size);
}

static void lower(search *s, uint32_t dark, uint32_t to)
{
    if (s->low[to] < s->low[dark]) /* a finished one is higher than all */
        s->low[dark] = s->low[to];
}

static cq_status visit_from(search *s, uint32_t start)
{
    cq_status status = enter(s, start);

    while (s->path.count && status == CQ_OK) {
        visit at = s->path.at[s->path.count - 1];
        uint32_t to = next_domino(s, at.dark);

        if (to != CQ_NOWHERE) {
            if (!s->low[to])
                status = enter(s, to);
            else
                lower(s, at.dark, to);
            continue;
        }
        s->path.count--;
        if (s->low[at.dark] == at.number)
            status = finish_component(s, at.dark);
        else
            lower(s, s->path.at[s->path.count - 1].dark, at.dark);
        if (at.number % POLL == 0 && cq_run_poll(s->run))
            break;
    }
    return status;
}

static cq_status add_pair(search *s, cq_u32s *pairs, uint32_t a, uint32_t b)
{
    cq_cell first = cq_field_cell(s->field, a), second = cq_field_cell(s->field, b);

    cq_try(cq_vec_push(s->run->ctx, pairs, first < second ? first : second));
    return cq_vec_push(s->run->ctx, pairs, first < second ? second : first);
}

/* Whether direction d is the first that leads to this neighbour: round a narrow torus
 * two may, and they are the same domino. */
static bool is_first_way(const search *s, uint32_t cell, unsigned d, uint32_t to)
{
    for (unsigned e = 0; e < d; e++)
        if (cq_field_neighbour(s->field, cell, e) == to)
            return false;
    return true;
}

/* Judges the pairs of a cell with each of its neighbours that come later. */
static cq_status judge_pairs(search *s, uint32_t cell)
{
    const cq_field *field = s->field;

    for (unsigned d = 0; d < 4; d++) {
        uint32_t to = cq_field_neighbour(field, cell, d), dark, light;

        if (to == CQ_NOWHERE || to < cell || !is_first_way(s, cell, d, to))
            continue;
        dark = cq_field_is_dark(field, cell) ? cell : to;
        light = dark == cell ? to : cell;
        if (cq_field_mate(field, dark) != light) {
            if (s->low[dark] != s->low[cq_field_mate(field, light)])
                cq_try(add_pair(s, s->never, cell, to));
        } else if (s->sizes.at[s->low[dark] & ~FINISHED] == 1)
            cq_try(add_pair(s, s->always, cell, to));
    }
    return CQ_OK;
}

static cq_status find_common(search *s)
{
    const cq_field *field = s->field;

    s->low = cq_zalloc(s->run->ctx, field->size, sizeof *s->low);
    s->next = cq_alloc(s->run->ctx, field->size, sizeof *s->next);
    cq_try_memory(s->low && s->next);
    for (uint32_t cell = 0; cell < field->size; cell++)
        if (cq_field_has(field, cell) && cq_field_is_dark(field, cell) &&
            !s->low[cell] && s->run->stop == CQ_FINISHED)
            cq_try(visit_from(s, cell));
    if (s->run->stop != CQ_FINISHED)
        return CQ_OK;
    for (uint32_t cell = 0; cell < field->size; cell++) {
        cq_try(cq_poll_at(s->run->ctx, cell + 1));
        if (cq_field_has(field, cell))
            cq_try(judge_pairs(s, cell));
    }
    return CQ_OK;
}

cq_status cq_domino_forced(cq_run *run, cq_u32s *always, cq_u32s *never, bool *tileable)
{
    cq_field field;
    search s = {.run = run, .field = &field, .always = always, .never = never};
    cq_status status = cq_domino_match(run, &field);

    if (status != CQ_OK)
        return status;
    *tileable = 2 * field.matched == field.board->count;
    if (run->stop == CQ_FINISHED && *tileable)
        status = find_common(&s);
    cq_free_each(s.low, s.next);
    cq_vec_free_each(&s.path, &s.open, &s.sizes);
    cq_field_free(&field);
    return status;
}
