/* plugs.h - the parts of the engine that counts tours, and what they share.
 *
 *     net.c       the graph to be toured; an open tour is a closed one through a hub
 *     mirror.c    its symmetries, if it comes from a board
 *     vertex_orders.c     orders of the vertices
 *     weigh.c     how many states an order is expected to meet
 *     cut.c       the choice: order, cut, symmetry
 *     plug_plan.c      the steps of each side
 *     plug_sweep.c     the steps of one side, one after the other
 *     choices.c   what a step does to patterns
 *     plug_step.c      one step: a layer to the next
 *     plug_images.c    a layer under maps of its slots, in order
 *     fold_mirrors.c      states that are images of each other become one
 *     join_layers.c      two sides make closed tours
 *     join_shared.c      the same, if several ranks have them
 *     pair_blocks.c      and two blocks of theirs
 *     read_tour.c      one of the tours, or any, out of layers that were kept
 *     origins.c        what states of such a layer become given ones
 *     draw_pairs.c     the states that a tour has in two layers
 *     tour_number.c    the number of a tour
 *     plug_chunk.c, plug_spill.c, plug_cursor.c, plug_disk.c     layers on disk
 *     move_uses.c      how many tours use each edge, by such layers
 *     ask_blocks.c     what a rank needs of a layer that all have together
 *     plug_share.c     layers that several ranks have together
 *     plug_save.c, plug_load.c   the layers in a checkpoint
 *     plug_check.c     walks over all of these, in checked builds
 */
#ifndef CQ_ENGINE_PLUGS_PLUGS_H
#define CQ_ENGINE_PLUGS_PLUGS_H

#include "engine/engine.h"
#include "engine/plugs/gather.h"
#include "engine/spread.h"
#include "engine/team.h"

/* ---- the graph ---- */

/* Neighbours of v: targets[starts[v] .. starts[v + 1]), ascending. */
typedef struct cq_net {
    uint32_t vertices;
    uint32_t hub;     /* a neighbour of (nearly) all, the last; else == vertices */
    uint32_t post_at; /* the vertex before the hub holds an end here, if not none */
    size_t *starts;
    uint32_t *targets;
} cq_net;

/* Closed tours of the net are tours of the problem with the ends that it asks for. */
cq_status cq_net_new(cq_context *ctx, const cq_problem *problem, cq_net *out);
void cq_net_free(cq_net *net);
/* False if a look at degrees and parts shows that there is no closed tour. */
cq_status cq_net_may_close(cq_context *ctx, const cq_net *net, bool *out);

static inline size_t cq_net_degree(const cq_net *net, uint32_t v)
{
    cq_assert(v < net->vertices && net->starts[v] <= net->starts[v + 1]);
    return net->starts[v + 1] - net->starts[v];
}

/* Walks over it: lists ascend, edges are there from both sides (plug_check.c). */
bool cq_net_check(const cq_net *net);
/* Whether a list has each number below n once, if it is not too long to be looked at.
 */
bool cq_is_permutation(const uint32_t *list, uint32_t n);

/* The place of the edge in targets, or SIZE_MAX. */
size_t cq_net_edge(const cq_net *net, uint32_t from, uint32_t to);

/* Permutations of the vertices that keep all edges, the identity first; a group. */
enum { CQ_MIRROR_BITS = 7 }; /* of their number, at most */

typedef struct cq_mirrors {
    size_t count;
    uint32_t *images; /* count * vertices */
} cq_mirrors;

cq_status cq_mirrors_new(cq_context *ctx, const cq_problem *problem, const cq_net *net,
                         cq_mirrors *out);
void cq_mirrors_free(cq_mirrors *mirrors);
/* Walks over them: permutations, and a group (plug_check.c). */
bool cq_mirrors_check(const cq_mirrors *mirrors, const cq_net *net);

/* ---- the plan ---- */

/* The edges from v to some others are decided. */
typedef struct cq_plug_step {
    uint32_t v;
    bool last;          /* v has no other edges left, and is done with */
    bool fold;          /* afterwards images become one */
    uint32_t first, to; /* the others: plan->targets[first .. first + to) */
} cq_plug_step;

typedef CQ_VEC(cq_plug_step) cq_plug_steps;

typedef struct cq_plug_side {
    cq_plug_steps steps;
    cq_u32s targets;
    uint32_t *position; /* of each vertex: slots stand in this order */
    cq_u32s rest;       /* the vertices of the last layer; empty: all are done */
    double *weights;    /* of each step: expected states after it */
} cq_plug_side;

/* How the work is divided. */
typedef enum cq_plug_split {
    CQ_SPLIT_BEST,
    CQ_SPLIT_NONE,   /* one sweep over all */
    CQ_SPLIT_TWO,    /* a sweep from each end */
    CQ_SPLIT_MIRROR, /* one sweep, joined with its own image, if there is one */
} cq_plug_split;

typedef struct cq_plug_plan {
    cq_plug_split split;
    cq_plug_side sides[2]; /* the second with CQ_SPLIT_TWO */
    size_t kept;    /* CQ_SPLIT_MIRROR: the layer after this many steps is the other */
    uint32_t *onto; /* joined: maps of the other layer's vertices, one by one */
    size_t maps;    /* how many; the tours are the sum over all, divided by it */
    cq_u32s folds;  /* mirrors under which states are folded, without the first */
    double states;  /* expected in the largest layer */
    double weight;  /* expected in all steps, and in the join */
    double joining; /* expected in the join */
    bool flat;      /* as in cq_weigh */
    unsigned slots; /* at most */
    const char *order; /* its name */
} cq_plug_plan;

/* The best plan of the kind that is asked for; if there is none, one sweep. */
cq_status cq_plug_plan_new(cq_context *ctx, const cq_net *net,
                           const cq_mirrors *mirrors, const cq_problem *problem,
                           cq_plug_split split, cq_plug_plan *out);
void cq_plug_plan_free(cq_plug_plan *plan);
/* The same for the same steps, so that a checkpoint knows its own. */
uint64_t cq_plug_plan_digest(const cq_plug_plan *plan);
/* Walks over it: every edge is decided once, vertices go by position (plug_check.c). */
bool cq_plug_plan_check(const cq_plug_plan *plan, const cq_net *net,
                        const cq_mirrors *mirrors);

/* ---- orders and their weights ---- */

/* Orders of all vertices but the hub, one after the other. */
typedef struct cq_orders {
    size_t count;
    uint32_t *vertices; /* count * net->hub */
    const char **names;
} cq_orders;

cq_status cq_orders_new(cq_context *ctx, const cq_net *net, const cq_problem *problem,
                        cq_orders *out);
void cq_orders_free(cq_orders *orders);

/* What a graph is like, as far as its states are concerned. */
typedef struct cq_weigh {
    bool flat;        /* paths hardly cross: only moves to the squares around */
    bool two_colours; /* every edge joins a light vertex and a dark one, or the hub */
    bool hub;
} cq_weigh;

cq_status cq_weigh_new(cq_context *ctx, const cq_net *net, const cq_problem *problem,
                       cq_weigh *out);
/* Expected states if `once` vertices have one decided edge and `often` have more. */
double cq_weigh_states(const cq_weigh *weigh, unsigned once, unsigned often);
/* The decimal digits of that for any number of slots, roughly. */
double cq_weigh_digits(unsigned slots);
/* Expected states of each layer of a sweep in this order: weights[i] after i vertices,
 * i = 0 .. count. Infinite if there are more than CQ_SLOTS_MOST slots. */
cq_status cq_weigh_order(cq_context *ctx, const cq_net *net, const cq_weigh *weigh,
                         const uint32_t *order, double *weights, unsigned *slots);

/* ---- the work ---- */

/* How far the sweeps have got. */
typedef struct cq_plug_state {
    uint32_t side;
    uint64_t step;       /* of that side, the next to be taken */
    cq_plug_layer layer; /* before that step */
    cq_plug_layer other; /* that it will be joined with: kept, or of the first side */
} cq_plug_state;

/* What the layer to come must add up to, foreseen in checked builds: plug_check.c. */
typedef struct cq_plug_witness {
    bool known;
    uint64_t states;     /* at most */
    uint64_t sum, print; /* of the numbers, and with a value for each state */
} cq_plug_witness;

typedef struct cq_plugs {
    cq_run *run;
    cq_context *ctx;
    cq_spread *spread; /* ranks that sweep together; NULL: this process alone */
    cq_net net;
    cq_mirrors mirrors;
    cq_plug_plan plan;
    cq_matings matings;
    cq_plug_state at;
    size_t budget;      /* bytes */
    size_t in_memory;   /* of these may be in use before layers go to disk */
    size_t chunk;       /* words of a chunk there */
    const char *folder; /* for files with what is on disk */
    cq_scratch_use use;
    bool full;      /* nothing more could be written there */
    char name[40];  /* what the names of such files begin with; "": they have none */
    uint64_t files; /* how many were made */
    bool passing;   /* files made now are not for a checkpoint */
    bool cleared;   /* what a run before has left is gone */
    CQ_VEC(char *) needed; /* paths of those that the last checkpoint needs */
    cq_team team;
    cq_plug_gatherer *gatherers; /* one a thread */
    double done, doing;          /* weights of the steps done, and of the one at hand */
    uint64_t layers, peak, states, additions;
    uint64_t others; /* additions of all gatherers but the first, in steps before */
    bool keeping;    /* the layers, to read a tour out of them */
    CQ_VEC(cq_plug_layer) kept[2]; /* the layer before each step of a side */
    struct cq_plug_joining *join;  /* kept, too: see plug_join.h */
    cq_plug_witness witness;
} cq_plugs;

/* The layer after the step, with the slots that the next one needs besides. `decided`
 * says which edges are, this step's among them. May lengthen the layer's numbers. */
cq_status cq_plug_take(cq_plugs *plugs, const cq_plug_side *side, size_t step,
                       const bool *decided, cq_plug_layer *layer, cq_plug_layer *out);
/* Images under the mirrors become one state. */
cq_status cq_plug_fold(cq_plugs *plugs, const cq_u32s *folds, cq_plug_layer *layer);
/* Several layers with the same slots as one, in which equal states are one. */
cq_status cq_plug_merge(cq_plugs *plugs, const cq_plug_layer *runs, size_t count,
                        cq_plug_layer *out);
/* All ranks have a layer each, with any patterns; then each has those of a range, with
 * about the same weight. */
cq_status cq_plug_share(cq_plugs *plugs, const cq_plug_layer *layer,
                        cq_plug_layer *out);
/* Asked now and then by the thread of the run: whether to stop. */
bool cq_plugs_poll(cq_plugs *plugs);
/* All steps of all sides, from where plugs->at is. */
cq_status cq_plug_sweep(cq_plugs *plugs);
/* The slots of the layer before a step of a side, which follow from the plan alone;
 * false if there are too many. */
bool cq_plug_slots_at(const cq_plug_side *side, size_t step, cq_plug_layer *out);

/* A tour of the problem, after sweeps that kept their layers and found that there is
 * one: that of this number, from 0 on; NULL: any. */
cq_status cq_plug_read(cq_plugs *plugs, const mpz_t number, cq_solution *out);
/* After the same: gives the run as many tours as it asks for, each drawn at random out
 * of `tours`, all equally likely. */
cq_status cq_plug_draw(cq_plugs *plugs, const mpz_t tours);
/* The number of a tour that is right, after one sweep without folds (tour_number.c). */
cq_status cq_plug_number(cq_plugs *plugs, const cq_solution *tour, mpz_t number);
/* After the same: how many of the tours use each edge, into the run's findings
 * (move_uses.c). */
cq_status cq_plug_uses(cq_plugs *plugs, const mpz_t tours);
/* How many tours a closed tour of the net stands for. */
unsigned cq_plug_directions(const cq_problem *problem);

/* The first checks a layer of this side, or a rank's share of one. The others compute
 * plainly, before a step or a fold, what it must give, and compare afterwards; the last
 * counts the tours of two layers (plug_check.c). */
bool cq_plug_layer_check(const cq_plug_layer *layer, const cq_matings *matings,
                         const cq_plug_side *side, bool shared);
bool cq_plug_watch(cq_plugs *plugs, const cq_plug_side *side, size_t step,
                   const bool *decided, const cq_plug_layer *layer);
bool cq_plug_check(const cq_plugs *plugs, const cq_plug_side *side,
                   const cq_plug_layer *layer);
bool cq_plug_fold_watch(cq_plugs *plugs, const cq_plug_layer *layer);
bool cq_plug_fold_check(const cq_plugs *plugs, const cq_plug_side *side,
                        const cq_plug_layer *layer);
bool cq_plug_join_check(const cq_plugs *plugs, const cq_plug_layer *one,
                        const cq_plug_layer *other, const mpz_t tours);

/* Sets how much of the budget layers may use before they go to disk, and where. */
cq_status cq_plugs_set_memory(cq_plugs *plugs);
void cq_plugs_free_memory(cq_plugs *plugs);
/* Where the next layer goes if memory has no room for it. */
cq_status cq_plugs_spill(cq_plugs *plugs, cq_plug_spill *out);
void cq_plugs_spilled(cq_plugs *plugs, cq_plug_spill *spill); /* that it is made */
/* Before a checkpoint is written: files that it names are on the disk. After that: they
 * are needed, and those of the one before are not any more; without layers none is. */
cq_status cq_plugs_sync(cq_plugs *plugs);
cq_status cq_plugs_need(cq_plugs *plugs, bool layers);
/* Removes what a run with the same checkpoint has left, but for what is needed; once.
 */
void cq_plugs_clear(cq_plugs *plugs);

/* The layer becomes the other one; it goes to disk if it would be in the way. */
cq_status cq_plugs_set_aside(cq_plugs *plugs);

/* A checkpoint begins with the mark, to know the byte order; what it says of a chunk on
 * disk has this many words. */
#define CQ_PLUG_MARK UINT64_C(0x0102030405060709)
enum { CQ_PLUG_CHUNK_WORDS = 8 };

/* The state to the run's checkpoint, and back from the one to resume from; *resumed
 * says that there was one. All ranks take part. */
cq_status cq_plug_save(cq_plugs *plugs);
/* That all is done, and the number. */
cq_status cq_plug_save_number(cq_plugs *plugs, const mpz_t number);
/* *done: the number is known, and nothing is left to do. */
cq_status cq_plug_load(cq_plugs *plugs, bool *resumed, bool *done, mpz_t number);

/* The tours of the run's problem: closed ones without direction, open ones with it.
 * CQ_STOPPED if the run was stopped, or too many states are expected. */
cq_status cq_plugs_count(cq_run *run, cq_plug_split split, mpz_t out);
/* The same, and gives the run as many tours drawn at random as it asks for. */
cq_status cq_plugs_sample(cq_run *run, cq_plug_split split, mpz_t out);

#endif
