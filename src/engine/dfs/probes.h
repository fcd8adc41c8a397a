/* probes.h - random probes of a tree in blocks, by one process or by several ranks. */
#ifndef CQ_ENGINE_DFS_PROBES_H
#define CQ_ENGINE_DFS_PROBES_H

#include "engine/dfs/guide.h"

enum { CQ_DFS_BLOCK = 16 }; /* probes */

typedef struct cq_dfs_block {
    uint64_t number;
    unsigned count; /* of probes that were made */
    bool full;      /* nothing stopped it */
    bool made;
    struct {
        double nodes, solutions;
    } probes[CQ_DFS_BLOCK];
} cq_dfs_block;

/* Makes the probes of a block (estimate.c). */
cq_status cq_dfs_probe_block(cq_dfs_guide *guide, cq_dfs_block *block);

/* Whoever makes probes for this run: calls all ranks. Free it in any case. */
typedef struct cq_dfs_probers cq_dfs_probers;
cq_status cq_dfs_probers_new(cq_dfs_guide *guide, cq_dfs_probers **out);
void cq_dfs_probers_free(cq_dfs_probers *probers);
/* The next block, in the order of their numbers. */
cq_status cq_dfs_probers_next(cq_dfs_probers *probers, cq_dfs_block *out);
/* In another rank than 0: makes the blocks that are asked for. */
cq_status cq_dfs_follow_probes(cq_dfs_guide *guide);

#endif
