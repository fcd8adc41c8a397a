/* weave.h - what the steps of the engine share.
 *
 *     strands.c      walks by Warnsdorff's rule until every vertex is on a path
 *     block_tours.c  or, on large boards, cycles copied side by side
 *     two_factor.c   alternating paths join the ends: all vertices have two threads
 *     cycles.c       numbers the cycles and joins them where two threads are parallel
 *     mend.c         joins what is left by changes of more threads
 *     loosen.c       takes threads out round the cycles that are left
 *     weave.c        the order of all this, and the answer
 *     unwind.c       the cycle or path as a list of vertices
 *     quotient.c     tours that a symmetry of the board keeps
 */
#ifndef CQ_ENGINE_WEAVE_WEAVE_H
#define CQ_ENGINE_WEAVE_WEAVE_H

#include "engine/weave/loom.h"

/* Steps between two looks at the clock, in one search and in a list of short ones. */
enum { CQ_WEAVE_POLL = 4096, CQ_WEAVE_SHORT = 16 * CQ_WEAVE_POLL };

/* A set of disjoint cycles that grows by joining (Tarjan, "Efficiency of a good but not
 * linear set union algorithm", 1975). Numbers from 1. */
typedef struct cq_cycles {
    uint32_t *of;    /* by place: the number of its cycle, 0 not yet known */
    cq_u32s root;    /* by number: a number nearer the root */
    cq_u32s size;    /* by root: vertices */
    cq_u32s first;   /* by number: a place on it */
    uint32_t parts;  /* sets left */
    uint32_t widest; /* a number of the set with the most vertices */
} cq_cycles;

static inline uint32_t cq_cycles_root(const cq_cycles *c, uint32_t number)
{
    uint32_t *root = c->root.at;

    while (root[number] != number) {
        root[number] = root[root[number]];
        number = root[number];
    }
    return number;
}

static inline uint32_t cq_cycles_widest(const cq_cycles *c)
{
    return cq_cycles_root(c, c->widest);
}

void cq_cycles_unite(cq_cycles *cycles, uint32_t a, uint32_t b);

typedef struct cq_weave {
    cq_run *run; /* for memory and polling */
    cq_loom loom;
    cq_graph fixed;    /* that the loom is of, if edges must be used */
    uint32_t from, to; /* ends of an open tour that must be, or CQ_LINK_NONE */
    bool open;
    bool shuffled;       /* random choices from the first start on */
    unsigned loose_ends; /* of an open tour: ends that may be anywhere */

    cq_u32s short_of; /* vertices that may lack a thread */
    cq_u32s queue;    /* of the search for an alternating path, every second vertex */
    cq_u32s odd;      /* the vertices between those */
    cq_u32s after;    /* boards: by number in the queue, the next in its list */
    uint32_t *lists;  /* boards: by distance, from 0 to reach - 1 */
    uint32_t reach;
    uint8_t *near;    /* boards: free neighbours, or the way by which it was reached */
    uint32_t *parent; /* graphs: from where it was reached */
    uint32_t *left;   /* graphs: neighbours without a thread */
    cq_cycles cycles;
    cq_random random;
    bool impossible; /* there is no way to give all vertices their threads */
    bool stopped;

    uint64_t starts, blocks, strands, augmented, searched;
    uint64_t joined, mended, blind, rounds;
} cq_weave;

/* The first threads of a large board, if prepared cycles suit it. */
cq_status cq_weave_blocks(cq_weave *weave);
/* Every vertex on a path or a cycle, some of them alone. */
cq_status cq_weave_strands(cq_weave *weave);
/* Two threads at every vertex, except at the ends of an open tour, which lead out.
 * *done is false if some are missing. */
cq_status cq_weave_factor(cq_weave *weave, bool *done);
/* The table for alternating paths: as large as the board, so it should not be there
 * together with the numbers of the cycles. */
cq_status cq_weave_make_room(cq_weave *weave);
void cq_weave_drop_room(cq_weave *weave);
/* As the factor, within that room, and the ends of an open tour stay as they are. */
cq_status cq_weave_complete(cq_weave *weave, bool *done);
/* Numbers the cycles and joins what can be joined. */
cq_status cq_weave_join(cq_weave *weave);
/* Joins small cycles that are left by larger changes. */
cq_status cq_weave_mend(cq_weave *weave);
/* Takes threads out round every cycle but the widest. On a large board they are woven
 * anew at once; *whole is whether all are there again. */
cq_status cq_weave_loosen(cq_weave *weave, bool *whole);
/* Whether the cycle through v closes within `most` steps. */
bool cq_weave_comes_round(const cq_weave *weave, uint32_t v, uint32_t most);

/* The numbers of the cycles are those of the threads: vertices tied together are in one
 * set, and each set has as many as its size says. */
bool cq_cycles_check(const cq_weave *weave);

/* Makes one cycle (or path) of the loom, if it can within the work allowed. */
cq_status cq_weave_try(cq_weave *weave, uint64_t allowed, bool *done);
/* Whether the threads, two at every vertex, are one cycle. */
bool cq_weave_is_one(const cq_weave *weave);
/* The place of a vertex of the run's problem, or, in a loom of a graph, of that. */
uint32_t cq_weave_place(const cq_weave *weave, uint32_t vertex);
/* The one cycle or path as vertices in order. */
cq_status cq_weave_unwind(cq_weave *weave, cq_u32s *out);
void cq_weave_free(cq_weave *weave);

/* A tour with the symmetry that the problem asks for. */
cq_status cq_weave_symmetric(cq_run *run, uint64_t allowed);

#endif
