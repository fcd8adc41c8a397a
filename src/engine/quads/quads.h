/* quads.h - the net of quads, the order in which a tour visits them, and its links. */
#ifndef CQ_ENGINE_QUADS_H
#define CQ_ENGINE_QUADS_H

#include "engine/engine.h"

#include "base/random.h"

/* Four squares, one in every row and every column of a 4 x 4 block, that knight's moves
 * join in a ring. */
typedef struct cq_quad {
    uint32_t cells[4]; /* along the ring; light, dark, light, dark */
    /* Balances, of rows and of columns, of the pairs of light and of dark squares:
     * which one, and its sign if the first square of the pair is taken. */
    uint32_t balance[2][2];
    int sign[2][2];
} cq_quad;

enum { CQ_QUAD_WAYS = 16 }; /* quads that one move leads to, at most */

typedef struct cq_quad_net {
    uint32_t rows, cols, count; /* of blocks; of quads */
    cq_quad *quads;
    uint8_t *links;          /* count x count: bits 1 << (2 * out + in) of the moves */
    uint32_t *next, *before; /* lists of CQ_QUAD_WAYS for each quad */
    uint32_t *nexts, *befores; /* how many */
} cq_quad_net;

cq_status cq_quad_net_make(cq_context *ctx, const cq_problem *problem,
                           cq_quad_net *out);
void cq_quad_net_free(cq_quad_net *net);
static inline uint8_t cq_quad_links(const cq_quad_net *net, uint32_t a, uint32_t b)
{
    return net->links[(size_t)a * net->count + b];
}

/* The choice of links for one order of the quads, by backtracking. */
typedef struct cq_quad_chooser {
    const cq_quad_net *net;
    const uint32_t *order;
    bool closed;
    int *balance;    /* signs so far */
    uint32_t *left;  /* signs to come */
    uint8_t *chosen; /* by gap: 2 * out + in */
    uint8_t *tried;  /* by gap: links tried so far, as bits */
    uint64_t nodes, most;
} cq_quad_chooser;

cq_status cq_quad_chooser_make(cq_context *ctx, const cq_quad_net *net, bool closed,
                               cq_quad_chooser *out);
void cq_quad_chooser_free(cq_quad_chooser *chooser);
/* Whether there are links, found within a number of nodes, with which all balances are
 * 0. */
bool cq_quad_choose(cq_quad_chooser *chooser, const uint32_t *order, uint64_t most);
/* The squares of the tour, in its order. */
void cq_quad_walk(const cq_quad_chooser *chooser, uint32_t *walk);

#endif
