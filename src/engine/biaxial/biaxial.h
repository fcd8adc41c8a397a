/* biaxial.h - magic tours made of chains in a quarter of the board: the quarter, the
 * orders of the chains, and where chains can end. */
#ifndef CQ_ENGINE_BIAXIAL_H
#define CQ_ENGINE_BIAXIAL_H

#include "engine/engine.h"

#include "base/bitset.h"
#include "base/random.h"

/* A square of the quarter stands for four of the board: its images. Image bits say
 * across which of the middle lines an image lies. */
enum {
    CQ_IMAGE_RIGHT = 1, /* across the vertical one */
    CQ_IMAGE_DOWN = 2,  /* across the horizontal one */
    CQ_IMAGES = 4
};

/* The moves of the board, folded into its quarter. A move crosses the middle lines that
 * its bits say; from another image of its start it leads to another image of its end,
 * across the same lines. */
typedef struct cq_quarter {
    uint32_t rows, cols, count;
    size_t *starts;    /* count + 1 */
    uint32_t *targets; /* square * CQ_IMAGES + bits of the lines that are crossed */
    uint8_t *links;    /* count x count: 1 << bits for each move between two squares */
} cq_quarter;

cq_status cq_quarter_make(cq_context *ctx, const cq_problem *problem, cq_quarter *out);
void cq_quarter_free(cq_quarter *quarter);
/* The vertex of the board that is this image of a square. */
uint32_t cq_quarter_vertex(const cq_quarter *quarter, uint32_t square, unsigned image);

static inline uint8_t cq_quarter_links(const cq_quarter *quarter, uint32_t a,
                                       uint32_t b)
{
    return quarter->links[(size_t)a * quarter->count + b];
}

/* Two chains, each with its four images. Chain c has the ends 2 c, its first square,
 * and 2 c + 1. Images without a mirror, and those through both, are walked forwards,
 * the other two backwards. */
enum { CQ_CHAINS = 2, CQ_CHAIN_ENDS = 4, CQ_PASSES = 8 };

typedef struct cq_chain_order {
    uint32_t length[CQ_CHAINS];
    /* The number, from 1 on, of a chain's first square in each image. */
    int64_t first[CQ_CHAINS][CQ_IMAGES];
    int joins[CQ_CHAIN_ENDS][CQ_CHAIN_ENDS]; /* images apart, or -1: none joins them */
} cq_chain_order;

/* The orders for open and closed tours, by number, as eight passes: "A0" is the chain A
 * in its image 0. NULL past the last. */
const char *cq_chain_order_text(bool closed, size_t number);
void cq_chain_order_make(const char *text, bool closed, uint32_t first, uint32_t count,
                         cq_chain_order *out);
/* Whether a pass through an image is walked forwards. */
static inline bool cq_chain_goes_ahead(unsigned image)
{
    return image == 0 || image == CQ_IMAGES - 1;
}

/* The number of a chain's square in an image. */
static inline int64_t cq_chain_number(const cq_chain_order *order, unsigned chain,
                                      unsigned image, uint32_t place)
{
    int64_t on = cq_chain_goes_ahead(image) ? (int64_t)place : -(int64_t)place;

    return order->first[chain][image] + on;
}

/* How many squares of each chain a row of the quarter, or a column, may have, those on
 * either side of the middle line apart: four numbers, A near, A across, B near, B
 * across. */
typedef struct cq_chain_lines {
    uint32_t length;     /* of the line, in the quarter */
    double chance;       /* that a line is right, if its squares are drawn by dice */
    uint8_t *may, *must; /* tables of what can still become right, see chain_lines.c */
} cq_chain_lines;

/* Leaves the tables empty if no numbers make the sums right. */
cq_status cq_chain_lines_make(cq_context *ctx, const cq_chain_order *order,
                              unsigned across, uint32_t lines, uint32_t length,
                              cq_chain_lines *out);
void cq_chain_lines_free(cq_chain_lines *lines);
bool cq_chain_lines_may(const cq_chain_lines *lines, const uint32_t counts[4],
                        bool second);

/* What the squares of the quarter's diagonal add to the sum of the board's, by their
 * places in the chains; see chain_diagonals.c. */
typedef struct cq_chain_diagonals {
    uint32_t places, half; /* squares of the quarter, and of its diagonal */
    int64_t zero;          /* the bit of the sum 0 */
    size_t words;          /* of a row of bits */
    int64_t *value;        /* by parity and place */
    cq_word *reach;        /* rows of bits by parity, place, squares that are left */
} cq_chain_diagonals;

cq_status cq_chain_diagonals_make(cq_context *ctx, const cq_chain_order *order,
                                  uint32_t half, cq_chain_diagonals *out);
void cq_chain_diagonals_free(cq_chain_diagonals *diagonals);
/* What the square at a place adds to the sum of the main diagonal, less its mean. */
int64_t cq_chain_diagonal_value(const cq_chain_order *order, uint32_t place,
                                unsigned parity);
/* Whether both diagonals together are right if chain A has `in_first` of their squares.
 */
bool cq_chain_diagonals_balance(const cq_chain_order *order, uint32_t in_first,
                                uint32_t half);
/* Whether `left` squares, at places from this one on, can bring the sum to 0. */
bool cq_chain_diagonals_may(const cq_chain_diagonals *diagonals, unsigned parity,
                            uint32_t place, uint32_t left, int64_t sum);

/* Where the two chains end: squares of the quarter, and the images in which the pass
 * without a mirror has them. */
typedef struct cq_chain_ends {
    uint32_t square[CQ_CHAIN_ENDS];
    uint8_t image[CQ_CHAIN_ENDS];
} cq_chain_ends;

typedef CQ_VEC(cq_chain_ends) cq_chain_ends_list;

/* All ends that have the moves between them that an order needs. */
cq_status cq_chain_ends_find(cq_context *ctx, const cq_quarter *quarter,
                             const cq_chain_order *order, cq_chain_ends_list *out);

/* An order of the passes, with the length of chain A. */
typedef struct cq_chain_plan {
    const char *text;
    bool closed;
    uint32_t first;
    double chance; /* of right lines and diagonals, if these are asked for */
} cq_chain_plan;

/* The plans that can lead to a tour of the problem, and the one that was drawn. */
typedef struct cq_chain_plans {
    cq_context *ctx;
    const cq_problem *problem;
    cq_random random;
    cq_quarter quarter;
    CQ_VEC(cq_chain_plan) list;
    cq_chain_order order;
    cq_chain_lines rows, cols;
    cq_chain_diagonals diagonals; /* if they are asked for */
    cq_chain_ends_list places;
} cq_chain_plans;

/* To be freed also after a failure; all 0 before. */
cq_status cq_chain_plans_make(cq_context *ctx, const cq_problem *problem, uint64_t seed,
                              cq_chain_plans *out);
void cq_chain_plans_free(cq_chain_plans *plans);
/* Draws a plan, each less often than those before it in the list. */
cq_status cq_chain_plans_draw(cq_chain_plans *plans);

#endif
