/* augment.c - Hopcroft and Karp: a largest matching by phases of shortest paths.
 *
 * "An n^(5/2) algorithm for maximum matchings in bipartite graphs", SIAM J. Comput. 2
 * (1973). A phase searches breadth first from all free dark cells, alternating between
 * dominoes and gaps, until a layer holds a free light cell; then depth first, along the
 * layers only, for disjoint augmenting paths. At most O(sqrt n) phases, each linear.
 *
 * Nothing here is recursive: the depth-first search keeps its path on a stack, and each
 * dark cell remembers the direction to go on with, so that an edge is looked at once a
 * phase.
 *
 *     layer[]      of a dark cell: its distance from the free cells, in dominoes
 *     direction[]  of a dark cell: the next of its four neighbours to try
 */
#include "engine/matching/matching.h"

#include <string.h>

#define NO_LAYER UINT32_MAX

typedef struct phase {
    cq_run *run;
    cq_field *field;
    cq_matching_work *work;
    uint32_t *layer;
    unsigned char *direction;
    cq_u32s queue; /* dark cells in the order they were reached */
    cq_u32s path;  /* dark cells of the path being tried */
} phase;

static cq_status push_free_cells(phase *p)
{
    const cq_field *field = p->field;

    p->queue.count = 0;
    for (uint32_t row = 1; row <= field->board->rows; row++)
        for (uint32_t col = 1 + row % 2; col <= field->board->cols; col += 2) {
            uint32_t cell = row * field->width + col;

            /* On the field's own colouring row + col is odd here: all of one side. */
            p->layer[cell] = NO_LAYER;
            p->direction[cell] = 0;
            if (field->kind[cell] != CQ_PRESENT || field->mate[cell] != CQ_NO_MATE)
                continue;
            p->layer[cell] = 0;
            if (cq_vec_push(p->run->ctx, &p->queue, cell) != CQ_OK)
                return CQ_MEMORY;
        }
    return CQ_OK;
}

/* Reaches the dark cells behind the light neighbours of one; *found: one was free. */
static cq_status reach_from(phase *p, uint32_t cell, bool *found)
{
    for (unsigned d = 0; d < 4; d++) {
        uint32_t light = cq_field_neighbour(p->field, cell, d), dark;

        if (light == CQ_NO_MATE)
            continue;
        p->work->steps++;
        dark = p->field->mate[light];
        if (dark == CQ_NO_MATE) {
            *found = true;
        } else if (p->layer[dark] == NO_LAYER) {
            p->layer[dark] = p->layer[cell] + 1;
            if (cq_vec_push(p->run->ctx, &p->queue, dark) != CQ_OK)
                return CQ_MEMORY;
        }
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
        if (head % 65536 == 0 && cq_run_poll(p->run))
            return CQ_OK;
        status = reach_from(p, cell, found);
        if (*found && last == NO_LAYER)
            last = p->layer[cell];
    }
    return status;
}

/* Turns the path over: every dark cell on it gets the light cell it points at. */
static void flip_path(phase *p)
{
    for (size_t i = 0; i < p->path.count; i++) {
        uint32_t dark = p->path.at[i];
        uint32_t light = cq_field_neighbour(p->field, dark, p->direction[dark]);

        p->field->mate[dark] = light;
        p->field->mate[light] = dark;
    }
    p->field->matched++;
    p->work->paths++;
}

/* Looks for the next step from the end of the path. Returns the dark cell to go on with,
 * CQ_NO_MATE at a dead end; *free: the direction now points at a free light cell. */
static uint32_t next_step(phase *p, uint32_t dark, bool *is_free)
{
    for (; p->direction[dark] < 4; p->direction[dark]++) {
        uint32_t light = cq_field_neighbour(p->field, dark, p->direction[dark]), next;

        if (light == CQ_NO_MATE)
            continue;
        p->work->steps++;
        next = p->field->mate[light];
        *is_free = next == CQ_NO_MATE;
        if (*is_free || p->layer[next] == p->layer[dark] + 1)
            return next;
    }
    return CQ_NO_MATE;
}

static cq_status augment_from(phase *p, uint32_t start)
{
    p->path.count = 0;
    if (cq_vec_push(p->run->ctx, &p->path, start) != CQ_OK)
        return CQ_MEMORY;
    while (p->path.count) {
        uint32_t dark = p->path.at[p->path.count - 1];
        bool is_free = false;
        uint32_t next = next_step(p, dark, &is_free);

        if (is_free) {
            flip_path(p);
            /* These cells are done for this phase. */
            for (size_t i = 0; i < p->path.count; i++)
                p->direction[p->path.at[i]] = 4;
            return CQ_OK;
        }
        if (next != CQ_NO_MATE) {
            if (cq_vec_push(p->run->ctx, &p->path, next) != CQ_OK)
                return CQ_MEMORY;
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

cq_status cq_field_augment(cq_run *run, cq_field *field, cq_matching_work *work)
{
    phase p = {.run = run, .field = field, .work = work};
    cq_status status = CQ_MEMORY;
    bool found = true;

    p.layer = cq_alloc(run->ctx, field->size, sizeof *p.layer);
    p.direction = cq_alloc(run->ctx, field->size, sizeof *p.direction);
    if (p.layer && p.direction)
        status = CQ_OK;
    while (status == CQ_OK && found && !cq_run_poll(run))
        status = run_phase(&p, &found);
    cq_free(p.layer);
    cq_free(p.direction);
    cq_vec_free(&p.queue);
    cq_vec_free(&p.path);
    return status;
}
