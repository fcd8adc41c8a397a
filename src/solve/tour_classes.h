/* tour_classes.h - classes of the tours of a board. */
#ifndef CQ_SOLVE_TOUR_CLASSES_H
#define CQ_SOLVE_TOUR_CLASSES_H

#include "answer/answer.h"
#include "board/board.h"

/* The motions of the board that keep its moves and the ends of its tours. */
typedef struct cq_tour_classes {
    cq_context *ctx;
    const cq_problem *problem;
    cq_problem view; /* with lists of neighbours */
    cq_motions motions;
    uint32_t *words[3]; /* the tour, an image, the least image */
    uint32_t *image;    /* a closed tour before it is turned, and then `words` */
} cq_tour_classes;

/* CQ_REFUSED for graphs that are not of a board. */
cq_status cq_tour_classes_start(cq_context *ctx, const cq_problem *problem,
                                cq_tour_classes *out);
void cq_tour_classes_stop(cq_tour_classes *classes);
static inline size_t cq_tour_classes_order(const cq_tour_classes *classes)
{
    return classes->motions.list.count;
}

/* *first: no image of the tour comes before it. *fixed: how many motions take it to
 * itself. `least`, if it is not NULL, becomes the least image. */
cq_status cq_tour_classes_look(cq_tour_classes *classes, const cq_solution *tour,
                               bool *first, size_t *fixed, cq_solution *least);

#endif
