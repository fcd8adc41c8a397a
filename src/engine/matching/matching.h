/* matching.h - the parts of the matching engine. */
#ifndef CQ_ENGINE_MATCHING_H
#define CQ_ENGINE_MATCHING_H

#include "engine/engine.h"
#include "engine/matching/field.h"

typedef struct cq_matching_work {
    uint64_t swept;    /* dominoes of the first sweep */
    uint64_t searches; /* for a path between two free cells */
    uint64_t phases;   /* of Hopcroft and Karp */
    uint64_t steps;    /* pairs of neighbours looked at */
} cq_matching_work;

/* ---- alternating_tree.c: what gaps and dominoes in turn reach from one cell ---- */

enum { CQ_UNSEEN = 4 };

/* A cell of the root's colour, and the directions still to be tried from it. */
typedef struct cq_fork {
    uint32_t cell;
    uint32_t ways; /* two bits each, the next one lowest, a 1 above the last */
} cq_fork;

/* came[x] for a reached cell x of the other colour: the direction back to the cell from
 * which it was reached. `reached` is these cells, in order; the tree's cells of the
 * root's own colour are the root and the mates of those reached. */
typedef struct cq_tree {
    unsigned char *came;
    cq_u32s reached;
    CQ_VEC(cq_fork) forks; /* seek.c: the path on which it stands */
    uint64_t steps;
} cq_tree;

typedef enum cq_growth {
    CQ_GROWTH_FREE, /* the last cell reached is free: the matching can be made larger */
    CQ_GROWTH_CLOSED, /* nothing more to reach: the root's side is a Hall set */
    CQ_GROWTH_CUT /* it would have more than `most` cells of the root's colour, or the
                         run was stopped */
} cq_growth;

cq_status cq_tree_new(cq_context *ctx, const cq_field *field, cq_tree *out);
void cq_tree_free(cq_tree *tree);
/* Grows the tree breadth first from a free cell. */
cq_status cq_tree_grow(cq_run *run, const cq_field *field, cq_tree *tree, uint32_t root,
                       size_t most, cq_growth *out);
/* The same depth first, keeping towards a cell: quick if a path leads that way
 * (seek.c). The tree is as large if it is closed, and else as small as luck will have
 * it. It is cut when tree->steps passes `most`. */
cq_status cq_tree_seek(cq_run *run, const cq_field *field, cq_tree *tree, uint32_t root,
                       uint32_t target, uint64_t most, cq_growth *out);
/* After CQ_GROWTH_FREE: turns the path over; the root and the last cell are covered. */
void cq_tree_flip(cq_field *field, const cq_tree *tree, uint32_t root);
/* Makes the reached cells unseen. A closed tree need not be forgotten: no later path
 * leads through it, and left as it is it costs nothing again. */
void cq_tree_forget(cq_tree *tree);
/* Every cell reached leads back to the root by a gap and a domino in turn; with
 * `closed`, nothing beside it was left out. */
bool cq_tree_check(const cq_field *field, const cq_tree *tree, uint32_t root,
                   bool closed);
/* Turns over the path that was found, if one was, and forgets the tree unless closed.
 * */
void cq_tree_use(cq_field *field, cq_tree *tree, uint32_t root, cq_growth growth);

/* ---- making the matching ---- */

/* A first matching, near the best (greedy_rows.c); `most` steps for its searches in
 * all. */
cq_status cq_field_sweep(cq_run *run, cq_field *field, cq_tree *tree, uint64_t most);
/* Paths between the free cells that the sweep left (seek.c), up to `most` steps in all;
 * *rest: they got too dear, some have not been tried. */
cq_status cq_field_pair(cq_run *run, cq_field *field, cq_tree *tree, uint64_t most,
                        cq_matching_work *work, bool *rest);
/* A largest matching: the sweep, then paths as long as they are cheap, then phases.
 * `patience` is what paths may cost, in steps a cell of the board. Stops early, with
 * run->stop set, when the run says so. */
cq_status cq_field_match(cq_run *run, cq_field *field, unsigned patience,
                         cq_matching_work *work);
enum { CQ_PATIENCE = 32 };
/* The same for the run's board, from its start: CQ_REFUSED if it is not
 * two-coloured. */
cq_status cq_domino_match(cq_run *run, cq_field *out);

/* ---- the goals for dominoes only (goals.c) ---- */

cq_status cq_matching_goal(cq_run *run);

/* ---- why not ---- */

/* A minimal Hall set, as small as can be found soon, as cells of the board in ascending
 * order (hall_set.c, ball.c). The matching must be as large as possible, with a cell
 * free. */
cq_status cq_field_hall(cq_run *run, const cq_field *field, cq_u32s *out);
/* Looks for a Hall set smaller than `best` among those near each other, cells of the
 * colour `dark`; replaces *best if there is one. */
cq_status cq_field_balls(cq_run *run, const cq_field *field, bool dark, cq_u32s *best);

#endif
