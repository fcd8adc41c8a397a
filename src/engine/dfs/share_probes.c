/* share_probes.c - the probes of an estimate, made by all ranks.
 *
 * Probes are made in blocks, and the number of a block determines its random numbers.
 * Rank 0 gives the numbers of blocks to the others, makes blocks itself meanwhile, and
 * adds up all of them in the order of their numbers:
 *
 *     added ... | made | away | made | away | free ...      a window of blocks
 *
 * So the estimate does not depend on the number of ranks, unless the clock ends it:
 * more ranks make more probes in that time. A process alone has a window of one block.
 */
#include "engine/dfs/probes.h"

#include "base/assert.h"
#include "engine/dfs/hearing.h"

#include <string.h>

/* How many blocks each rank may be ahead of the sum, and has been given. */
enum { AHEAD = 4, AWAY_MOST = 2 };

typedef struct seat {
    bool ready;
    unsigned away; /* blocks that it has */
} seat;

struct cq_dfs_probers {
    cq_dfs_guide *guide;
    const cq_ranks *ranks; /* NULL: alone */
    cq_hearing hearing;
    cq_parcel out;
    cq_dfs_block *window; /* of block b: at b % size */
    size_t size;
    uint64_t first, next; /* blocks: the first that was not taken, and not given */
    seat *seats;          /* by rank */
};

typedef struct cq_dfs_probers probers;

static cq_context *context_of(const probers *p)
{
    return p->guide->boss->run->ctx;
}

static void put_block(cq_parcel *parcel, const cq_dfs_block *block)
{
    cq_assert(block->count <= CQ_DFS_BLOCK &&
              block->full == (block->count == CQ_DFS_BLOCK));
    cq_parcel_put(parcel, block->number, 8);
    cq_parcel_put(parcel, block->count, 4);
    cq_parcel_put(parcel, block->full, 1);
    for (unsigned i = 0; i < block->count; i++) {
        cq_parcel_put_double(parcel, block->probes[i].nodes);
        cq_parcel_put_double(parcel, block->probes[i].solutions);
    }
}

static bool get_block(cq_parcel *parcel, cq_dfs_block *block)
{
    block->number = cq_parcel_get(parcel, 8);
    block->count = (unsigned)cq_parcel_get(parcel, 4);
    block->full = cq_parcel_get(parcel, 1);
    for (unsigned i = 0; i < block->count && i < CQ_DFS_BLOCK; i++) {
        block->probes[i].nodes = cq_parcel_get_double(parcel);
        block->probes[i].solutions = cq_parcel_get_double(parcel);
    }
    return parcel->status == CQ_OK && block->count <= CQ_DFS_BLOCK;
}

/* ---- rank 0 ---- */

static cq_status give(probers *p, unsigned to)
{
    cq_assert(to > 0 && to < p->ranks->count && p->next < p->first + p->size);
    cq_message_begin(&p->out, CQ_MESSAGE_JOB, p->hearing.epoch);
    cq_parcel_put(&p->out, p->next++, 8);
    p->seats[to].away++;
    return cq_ranks_send(p->ranks, to, &p->out);
}

static cq_status give_all(probers *p)
{
    for (unsigned to = 1; p->ranks && to < p->ranks->count; to++)
        while (p->seats[to].ready && p->seats[to].away < AWAY_MOST &&
               p->next < p->first + p->size)
            cq_try(give(p, to));
    return CQ_OK;
}

static cq_status hear_ready(probers *p, unsigned from, cq_parcel *parcel)
{
    const char *mine = p->guide->boss->walker->tree;
    char tree[CQ_DFS_TREE];

    cq_parcel_get_text(parcel, tree, sizeof tree);
    if (strcmp(tree, mine) != 0)
        return cq_fail(context_of(p), CQ_DEFECT,
                       "rank %u probes another tree (%s) than rank 0 (%s)", from, tree,
                       mine);
    p->seats[from].ready = true;
    return CQ_OK;
}

static cq_status hear_block(probers *p, unsigned from, cq_parcel *parcel)
{
    cq_dfs_block block;

    if (!get_block(parcel, &block) || block.number < p->first ||
        block.number >= p->next || !p->seats[from].away)
        return cq_hear_nonsense(&p->hearing, from);
    p->seats[from].away--;
    block.made = true;
    cq_assert(!p->window[block.number % p->size].made);
    p->window[block.number % p->size] = block;
    return CQ_OK;
}

static cq_status hear(void *state, unsigned from, cq_message kind, cq_parcel *parcel)
{
    switch (kind) {
    case CQ_MESSAGE_READY: return hear_ready(state, from, parcel);
    case CQ_MESSAGE_NEWS: return hear_block(state, from, parcel);
    default: return CQ_OK;
    }
}

cq_status cq_dfs_probers_new(cq_dfs_guide *guide, cq_dfs_probers **out)
{
    cq_run *run = guide->boss->run;
    probers *p = cq_zalloc(run->ctx, 1, sizeof *p);
    unsigned count = cq_ranks_several(run->ranks) ? run->ranks->count : 1;

    cq_try_memory(p);
    *out = p;
    p->guide = guide;
    p->out.ctx = run->ctx;
    p->size = count > 1 ? (size_t)count * AHEAD : 1;
    p->window = cq_zalloc(run->ctx, p->size, sizeof *p->window);
    p->seats = cq_zalloc(run->ctx, count, sizeof *p->seats);
    if (!p->window || !p->seats)
        return CQ_MEMORY;
    if (count == 1)
        return CQ_OK;
    p->ranks = run->ranks;
    p->hearing = (cq_hearing){.run = run, .state = p, .hear = hear};
    return cq_hearing_begin(&p->hearing, &p->out);
}

/* A block of our own, if the window has room for one. */
static cq_status make_own(probers *p, bool *any)
{
    cq_dfs_block *block = &p->window[p->next % p->size];

    *any = p->next < p->first + p->size;
    if (!*any)
        return CQ_OK;
    cq_assert(!block->made);
    block->number = p->next++;
    cq_try(cq_dfs_probe_block(p->guide, block));
    block->made = true;
    return CQ_OK;
}

cq_status cq_dfs_probers_next(cq_dfs_probers *p, cq_dfs_block *out)
{
    cq_dfs_block *first = &p->window[p->first % p->size];
    unsigned idle = 0;

    cq_assert(p->first <= p->next && p->next <= p->first + p->size);
    for (;;) {
        bool heard, made = false;

        cq_try(cq_hear_all(&p->hearing, &heard));
        if (first->made)
            break;
        cq_try(give_all(p));
        if (!heard)
            cq_try(make_own(p, &made));
        if (heard || made)
            idle = 0;
        else if (cq_poll(context_of(p)) != CQ_OK)
            return CQ_STOPPED;
        else
            cq_ranks_sleep(&idle);
    }
    cq_assert(first->number == p->first);
    *out = *first;
    first->made = false;
    p->first++;
    return give_all(p);
}

void cq_dfs_probers_free(cq_dfs_probers *p)
{
    if (!p)
        return;
    if (p->ranks) {
        cq_note(context_of(p), "ranks: %u have made the probes", p->ranks->count);
        cq_message_begin(&p->out, CQ_MESSAGE_STOP, p->hearing.epoch);
        if (cq_ranks_send_all(p->ranks, &p->out) == CQ_OK)
            cq_hear_last(&p->hearing);
    }
    cq_parcel_free(&p->out);
    cq_free_each(p->window, p->seats);
    cq_free(p);
}

/* ---- the others ---- */

static cq_status tell_ready(const cq_dfs_guide *g, uint32_t epoch, cq_parcel *out)
{
    cq_message_begin(out, CQ_MESSAGE_READY, epoch);
    cq_parcel_put_text(out, g->boss->walker->tree);
    return cq_ranks_send(g->boss->run->ranks, 0, out);
}

static cq_status tell_block(cq_dfs_guide *g, uint32_t epoch, uint64_t number,
                            cq_parcel *out)
{
    cq_dfs_block block = {.number = number};

    cq_try(cq_dfs_probe_block(g, &block));
    cq_message_begin(out, CQ_MESSAGE_NEWS, epoch);
    put_block(out, &block);
    return cq_ranks_send(g->boss->run->ranks, 0, out);
}

/* Makes the blocks that rank 0 asks for, until it has enough. */
static cq_status serve(cq_dfs_guide *g, uint32_t epoch, cq_parcel *out)
{
    cq_run *run = g->boss->run;
    cq_status status = tell_ready(g, epoch, out);
    unsigned idle = 0;

    while (status == CQ_OK) {
        cq_message kind;
        cq_parcel parcel;
        unsigned from;

        status = cq_ranks_receive(run->ctx, run->ranks, &from, &kind, &parcel);
        if (status != CQ_OK || kind == CQ_MESSAGE_OVER)
            break;
        if (kind == CQ_MESSAGE_NONE) {
            cq_ranks_sleep(&idle);
            continue;
        }
        idle = 0;
        if (cq_parcel_get(&parcel, 4) != epoch)
            continue;
        if (kind == CQ_MESSAGE_STOP)
            break;
        if (kind == CQ_MESSAGE_JOB)
            status = tell_block(g, epoch, cq_parcel_get(&parcel, 8), out);
    }
    return status;
}

cq_status cq_dfs_follow_probes(cq_dfs_guide *g)
{
    cq_run *run = g->boss->run;
    cq_parcel out = {.ctx = run->ctx};
    uint32_t epoch = *run->epoch;
    cq_status status;

    cq_assert(g->mode == CQ_DFS_PROBE && run->ranks->rank > 0);
    status = serve(g, epoch, &out);

    run->followed = true;
    if (status == CQ_OK) {
        cq_message_begin(&out, CQ_MESSAGE_DONE, epoch);
        status = cq_ranks_send(run->ranks, 0, &out);
    }
    cq_parcel_free(&out);
    return status;
}
