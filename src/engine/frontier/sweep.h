/* sweep.h - layer after layer: from the empty state to the number of covers. */
#ifndef CQ_ENGINE_FRONTIER_SWEEP_H
#define CQ_ENGINE_FRONTIER_SWEEP_H

#include "engine/frontier/fill.h"
#include "engine/frontier/fold.h"
#include "engine/frontier/layer_share.h"
#include "engine/team.h"

/* A path of moves as the buckets see it, in bits of the number of a source bucket. */
typedef struct cq_lane {
    uint32_t path; /* in the crossing's paths, a move for each step */
    uint32_t set, test, want;
} cq_lane;

/* A bucket from which lanes lead to the target, if it passes their tests. */
typedef struct cq_source {
    uint32_t bucket;
    const cq_lane *lanes;
    size_t count;
} cq_source;

/* What one thread has for itself. */
typedef struct cq_hand {
    cq_states table;
    CQ_VEC(cq_source) sources; /* of the task under the hand */
    CQ_VEC(uint64_t) any;      /* all numbers of the step or-ed: how long they are */
    uint32_t *ones;            /* of each place: sampled states that have it set */
    uint32_t sampled;
    uint64_t moved;
    uint64_t read; /* states of the buckets that its tasks read */
} cq_hand;

/* What a path of moves amounts to: the masks of a trail, each of the plan's words. */
enum { CQ_TRAIL_TEST, CQ_TRAIL_WANT, CQ_TRAIL_KEEP, CQ_TRAIL_SET, CQ_TRAIL_MASKS };

/* A stride under way: the steps that it takes, and which source buckets go where. */
typedef struct cq_crossing {
    size_t stride;
    uint64_t *trail;       /* of the current path, after each of its moves */
    uint32_t common, gone; /* bits of source numbers that live on, or do not */
    unsigned commons;
    uint32_t from_bit[CQ_SPLIT_MOST]; /* common bit i: in the source's number */
    uint32_t to_bit[CQ_SPLIT_MOST];   /* and in the target's */
    unsigned news;
    uint32_t new_bit[CQ_SPLIT_MOST]; /* bits of the target's number that are new */
    uint32_t new_place[CQ_SPLIT_MOST];
    cq_u32s paths;
    CQ_VEC(uint64_t) masks; /* of each path: its trail */
    CQ_VEC(cq_lane) lanes;  /* by set, then by path */
} cq_crossing;

/* What the layer to come must add up to, foreseen in checked builds: sweep_check.c. */
typedef struct cq_witness {
    bool known;
    uint64_t states;     /* at most */
    uint64_t sum, print; /* of the numbers, and with a value for each state */
} cq_witness;

/* What a sweep has done, in the units of moves, tests and doubts, and how much it
 * counts for in a race: far.c. */
enum { CQ_FAR_UNITS = 3 };

typedef struct cq_far {
    size_t at;   /* the step where it was last looked, */
    double bits; /* and the layer's size there */
    double work[CQ_FAR_UNITS], charged[CQ_FAR_UNITS]; /* up to there */
    double weight;                                    /* of work from there on */
} cq_far;

typedef struct cq_sweep {
    cq_run *run;
    cq_plan *plan;
    cq_store store;
    cq_share share; /* with other ranks */
    cq_team team;
    cq_hand *hands;  /* of each thread */
    uint64_t *known; /* places settled by a bucket's number */
    cq_layer now, next;
    size_t at, end;  /* the step under way; the first that is not taken */
    size_t doing;    /* steps that the team is at work on */
    uint32_t *owner; /* item at each place, or CQ_NO_PLACE: plain items only */
    uint32_t *ones;  /* of `now`, by place */
    uint32_t sampled;
    cq_crossing crossing;
    double yield;     /* states for each that a task reads, as measured last */
    double growth;    /* of the layers in the last stride */
    double branching; /* moves that a state has in a step, as measured last */
    uint64_t moved, states, most_states;
    uint64_t tested, doubted; /* of all tables, in the steps that are done */
    bool whole;               /* a layer stays whole until the next one is done */
    bool keeping; /* and after that, in `kept`; strides are of one step then */
    CQ_VEC(cq_layer)
    kept;                    /* layer s is that before step s; empty if it was freed */
    size_t apart;            /* steps between two kept layers */
    size_t most_kept;        /* bytes of layers; beyond that some are freed */
    struct cq_sweep *again;  /* makes a stretch of layers once more, or NULL */
    size_t again_from;       /* the first of them */
    const cq_folds *folds;   /* symmetries to count states by, or NULL */
    const cq_scales *scales; /* what states carry in place of numbers, or NULL */
    uint64_t folded;         /* layers that were */
    cq_status (*between)(struct cq_sweep *sweep); /* where a checkpoint is due */
    cq_witness witness;
    cq_far far;
} cq_sweep;

/* With scales, which may be NULL, it is a weighted sweep; with others, it is shared
 * with them. */
cq_status cq_sweep_new(cq_run *run, cq_plan *plan, const cq_scales *scales,
                       cq_spread *spread, cq_sweep *out);
void cq_sweep_free(cq_sweep *sweep); /* all zero: there is none */
/* Takes the steps up to sweep->end; CQ_STOPPED if the run was stopped. */
cq_status cq_sweep_run(cq_sweep *sweep);
/* Continues after step `to`; the caller puts in the layer there. */
void cq_sweep_skip(cq_sweep *sweep, size_t to);
/* The sum of the numbers in the layer that was reached, in all ranks. */
cq_status cq_sweep_total(const cq_sweep *sweep, mpz_t out);

/* Before a stride: looks how far the end is. What the work so far counts for. */
void cq_far_look(cq_sweep *sweep);
void cq_far_charge(const cq_sweep *sweep, double out[CQ_FAR_UNITS]);

/* The layer that is done with is kept, and kept ones let go where they are too large
 * (kept_layers.c). */
void cq_kept_push(cq_sweep *sweep);
/* How far apart they are to be, if they take that many bytes; and those that are nearer
 * are let go. */
size_t cq_kept_apart(const cq_sweep *sweep, size_t bytes);
void cq_kept_thin(cq_sweep *sweep);
size_t cq_kept_bytes(const cq_sweep *sweep);
/* The layer before a step, made once more where it was let go. Cheap where the steps
 * are asked for from the last to the first. */
cq_status cq_kept_layer(cq_sweep *sweep, size_t step, const cq_layer **out);
void cq_kept_free(cq_sweep *sweep);

/* Completes `ahead`, which has the ways on from this rank's states of the layer behind
 * the step, by those of the states that moves from the layer before it lead to. All
 * ranks come to it, unless rank 0 has both layers (ask_ahead.c). */
cq_status cq_ask_ahead(cq_sweep *sweep, size_t step, const cq_layer *layer,
                       bool ahead_shared, cq_states *ahead);

/* How many steps to take at once from here. */
size_t cq_stride_best(const cq_sweep *sweep);
/* The paths of the stride, as many steps as keep them few; its doubts are made. */
cq_status cq_stride_make(cq_sweep *sweep, size_t stride);
/* Which places split the next layer, and how the buckets go over. */
void cq_crossing_make(cq_sweep *sweep, unsigned *splits, uint32_t *split);
/* The whole stride: from sweep->now to sweep->next. */
cq_status cq_step_take(cq_sweep *sweep);

/* The hands before the tasks that make sweep->next; each then writes the table that it
 * filled into the target bucket, and those that its new places name; and what the next
 * layer has come to. */
cq_status cq_hands_ready(cq_sweep *sweep);
cq_status cq_hand_write(cq_sweep *sweep, cq_hand *hand, uint32_t target);
void cq_hands_collect(cq_sweep *sweep);
/* What stands in several sets of buckets, through tables into sweep->next, after the
 * hands were made ready (layer_merge.c). */
cq_status cq_layer_merge(cq_sweep *sweep, cq_bucket *sets, size_t count);

/* Counts the states of sweep->now that are images of one another as one, if that pays
 * (fold_layer.c). */
cq_status cq_fold_layer(cq_sweep *sweep);

/* Before a stride and before a fold: what will come of it, plainly. After it: whether
 * that has come (sweep_check.c). */
bool cq_sweep_watch(cq_sweep *sweep);
bool cq_sweep_check(const cq_sweep *sweep);
bool cq_fold_watch(cq_sweep *sweep);
bool cq_fold_check(const cq_sweep *sweep);

#endif
