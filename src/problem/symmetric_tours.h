/* symmetric_tours.h - what a symmetry of the board does to tours, see
 * symmetric_tours.c. */
#ifndef CQ_PROBLEM_SYMMETRIC_TOURS_H
#define CQ_PROBLEM_SYMMETRIC_TOURS_H

#include "problem/problem.h"

typedef struct cq_symmetry_facts {
    bool quarter; /* a turn by 90 degrees */
    bool
        two_sided; /* every move changes the colour, or the side, and all is one part */
    bool changes;  /* the symmetry does so too; only if two_sided */
    uint32_t fixed; /* squares that stay where they are */
    uint32_t stays; /* one of them */
    uint32_t moves; /* between a square and its image, each the other's image */
} cq_symmetry_facts;

/* Whether no tour can be mapped onto itself by any of the symmetries that the problem
 * allows; the facts are those of the first. */
cq_status cq_symmetric_barred(cq_context *ctx, const cq_problem *problem, bool *out,
                              cq_symmetry_facts *first);

#endif
