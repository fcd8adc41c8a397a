/* augment.c - a largest matching: paths as long as they are cheap, then phases.
 *
 * After the sweep few cells are free, and paths between pairs of them are found at once
 * (seek.c). If they turn out to be expensive, Hopcroft and Karp take over ("An n^(5/2)
 * algorithm for maximum matchings in bipartite graphs", SIAM J. Comput. 2, 1973): a
 * phase searches breadth first from all free dark cells, until a layer holds a free
 * light cell; then depth first, along the layers only, for disjoint augmenting paths.
 * There are at most O(sqrt n) phases, each linear, so no board is worse than that.
 *
 * Nothing here is recursive: the depth-first search keeps its path on a stack, and each
 * dark cell remembers the direction to continue with, so each phase looks at an edge
 * once. A phase clears its marks by means of its queue.
 *
 *     layer[]      of a dark cell: its distance from the free cells, in dominoes
 *     direction[]  of a dark cell: the next of its four neighbours to try
 */
#include "engine/matching/matching.h"

#include "base/assert.h"

#include <string.h>

#define NO_LAYER UINT32_MAX
enum { POLL = 1 << 15 };

typedef struct phase {
    cq_run *run;
    cq_field *field;
    const unsigned char *seen; /* the trees' marks: light cells of closed trees */
    cq_matching_work *work;
    uint32_t *layer;
    unsigned char *direction;
    cq_u32s queue; /* dark cells in the order they were reached */
    cq_u32s path;  /* dark cells of the path being tried */
} phase;

static cq_status reach(phase *p, uint32_t dark, uint32_t layer)
{
    cq_assert(cq_field_is_dark(p->field, dark) && p->layer[dark] == NO_LAYER);
    p->layer[dark] = layer;
    p->direction[dark] = 0;
    return cq_vec_push(p->run->ctx, &p->queue, dark);
}

static cq_status push_free_cells(phase *p)
{
    for (size_t i = 0; i < p->queue.count; i++)
        p->layer[p->queue.at[i]] = NO_LAYER;
    p->queue.count = 0;
    for (uint32_t cell = 0; cell < p->field->size; cell++)
        if (cq_field_is_free(p->field, cell) && cq_field_is_dark(p->field, cell))
            cq_try(reach(p, cell, 0));
    return CQ_OK;
}

/* The light neighbour to look at, or CQ_NOWHERE. */
static uint32_t light_beside(phase *p, uint32_t dark, unsigned direction)
{
    uint32_t light = cq_field_neighbour(p->field, dark, direction);

    if (light == CQ_NOWHERE || p->seen[light] != CQ_UNSEEN)
        return CQ_NOWHERE;
    p->work->steps++;
    return light;
}

/* Reaches the dark cells matched with the light neighbours of one; *found: one was
 * free. */
static cq_status reach_from(phase *p, uint32_t cell, bool *found)
{
    for (unsigned d = 0; d < 4; d++) {
        uint32_t light = light_beside(p, cell, d), dark;

        if (light == CQ_NOWHERE)
            continue;
        if (cq_field_is_free(p->field, light)) {
            *found = true;
            continue;
        }
        dark = cq_field_mate(p->field, light);
        cq_assert(!cq_field_is_free(p->field, dark));
        if (p->layer[dark] == NO_LAYER && reach(p, dark, p->layer[cell] + 1) != CQ_OK)
            return CQ_MEMORY;
    }
    return CQ_OK;
}

/* Fills the layers up to the first that touches a free light cell. */
static cq_status make_layers(phase *p, bool *found)
{
    uint32_t last = NO_LAYER;
    cq_status status = push_free_cells(p);

    *found = false;
    for (size_t head = 0; head < p->queue.count && status == CQ_OK; head++) {
        uint32_t cell = p->queue.at[head];

        if (p->layer[cell] > last)
            break;
        if (head % POLL == 0 && cq_run_poll(p->run))
            return CQ_OK;
        status = reach_from(p, cell, found);
        if (*found && last == NO_LAYER)
            last = p->layer[cell];
    }
    return status;
}

/* Turns the path over: every dark cell on it gets the light cell it points at. These
 * cells are done for this phase. */
static void flip_path(phase *p)
{
    for (size_t i = 0; i < p->path.count; i++) {
        uint32_t dark = p->path.at[i];
        unsigned char direction = p->direction[dark];

        cq_assert(direction < 4);
        cq_assert(i == 0 || p->layer[dark] == p->layer[p->path.at[i - 1]] + 1);

        p->field->state[cq_field_step(p->field, dark, direction)] = direction ^ 2;
        p->field->state[dark] = direction;
        p->direction[dark] = 4;
    }
    p->field->matched++;
    cq_assert(!cq_walk_due(p->work->steps, p->field->size) || cq_field_check(p->field));
}

/* Looks for the next step from the end of the path: the dark cell to continue with, or
 * CQ_NOWHERE at a dead end; *is_free: the direction now points at a free light cell. */
static uint32_t next_step(phase *p, uint32_t dark, bool *is_free)
{
    for (; p->direction[dark] < 4; p->direction[dark]++) {
        uint32_t light = light_beside(p, dark, p->direction[dark]), next;

        if (light == CQ_NOWHERE)
            continue;
        *is_free = cq_field_is_free(p->field, light);
        if (*is_free)
            return CQ_NOWHERE;
        next = cq_field_mate(p->field, light);
        if (p->layer[next] == p->layer[dark] + 1)
            return next;
    }
    return CQ_NOWHERE;
}

static cq_status augment_from(phase *p, uint32_t start)
{
    cq_assert(cq_field_is_free(p->field, start) && p->layer[start] == 0);
    p->path.count = 0;
    cq_try(cq_vec_push(p->run->ctx, &p->path, start));
    while (p->path.count) {
        bool is_free = false;
        uint32_t next = next_step(p, p->path.at[p->path.count - 1], &is_free);

        if (is_free) {
            flip_path(p);
            return CQ_OK;
        }
        if (next != CQ_NOWHERE) {
            cq_try(cq_vec_push(p->run->ctx, &p->path, next));
            continue;
        }
        p->path.count--; /* a dead end: its predecessor tries its next direction */
        if (p->path.count)
            p->direction[p->path.at[p->path.count - 1]]++;
    }
    return CQ_OK;
}

static cq_status run_phase(phase *p, bool *found)
{
    cq_status status = make_layers(p, found);

    p->work->phases++;
    for (size_t i = 0; i < p->queue.count && status == CQ_OK && *found; i++) {
        if (p->layer[p->queue.at[i]] != 0)
            break;
        status = augment_from(p, p->queue.at[i]);
    }
    return status;
}

/* Hopcroft and Karp from where the field stands; cells that `tree` has seen
 * are left alone. */
static cq_status augment_field(cq_run *run, cq_field *field, const cq_tree *tree,
                               cq_matching_work *work)
{
    phase p = {.run = run, .field = field, .seen = tree->came, .work = work};
    cq_status status = CQ_MEMORY;
    bool found = true;

    p.layer = cq_alloc(run->ctx, field->size, sizeof *p.layer);
    p.direction = cq_alloc(run->ctx, field->size, sizeof *p.direction);
    if (p.layer && p.direction) {
        memset(p.layer, 0xff, field->size * sizeof *p.layer);
        status = CQ_OK;
    }
    while (status == CQ_OK && found && !cq_run_poll(run))
        status = run_phase(&p, &found);
    cq_assert(cq_field_check(field));
    cq_free_each(p.layer, p.direction);
    cq_vec_free_each(&p.queue, &p.path);
    return status;
}

cq_status cq_field_match(cq_run *run, cq_field *field, unsigned patience,
                         cq_matching_work *work)
{
    uint64_t most = (uint64_t)patience * field->size;
    cq_tree tree;
    bool rest = false;
    cq_status status;

    cq_try(cq_tree_new(run->ctx, field, &tree));
    status = cq_field_sweep(run, field, &tree, most);
    cq_assert(cq_field_check(field));
    work->swept = field->matched;
    if (status == CQ_OK && 2 * field->matched < field->board->count)
        status = cq_field_pair(run, field, &tree, most, work, &rest);
    work->steps += tree.steps;
    if (status == CQ_OK && rest)
        status = augment_field(run, field, &tree, work);
    cq_tree_free(&tree);
    return status;
}

cq_status cq_domino_match(cq_run *run, cq_field *out)
{
    cq_matching_work work = {0};
    cq_field field;
    cq_status status;

    if (!cq_board_two_coloured(run->problem->board))
        return cq_fail(run->ctx, CQ_REFUSED,
                       "the board has an odd circumference, so its squares cannot be "
                       "coloured light and dark");
    cq_try(cq_field_new(run->ctx, run->problem->board, &field));
    status = cq_field_match(run, &field, CQ_PATIENCE, &work);
    if (status != CQ_OK) {
        cq_field_free(&field);
        return status;
    }
    *out = field;
    return CQ_OK;
}
