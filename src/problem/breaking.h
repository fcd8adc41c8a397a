/* breaking.h - one piece kept to some of its placements, so that a search meets of each
 * class of solutions as few as possible. */
#ifndef CQ_PROBLEM_BREAKING_H
#define CQ_PROBLEM_BREAKING_H

#include "problem/placement.h"
#include "problem/tiling_symmetries.h"

/* Which placements are kept. */
typedef enum cq_breaks {
    CQ_BREAKS_NONE, /* an engine that does not look at it */
    CQ_BREAKS_NEAR, /* of each orbit the one nearest the top left corner */
    CQ_BREAKS_TURNS /* all of some orientations, if a piece allows that */
} cq_breaks;

typedef struct cq_breaking {
    uint32_t piece;    /* comes exactly once; UINT32_MAX: there is none to break on */
    size_t squares;    /* of the piece */
    cq_u32s kept;      /* its placements that are kept, sorted */
    size_t placements; /* that it has in all */
    unsigned turns;    /* its orientations of which some are kept, by number as bits */
    bool whole;        /* and then all placements of that orientation are */
    bool exact;        /* each class has exactly one solution with a kept placement */
} cq_breaking;

cq_status cq_breaking_make(cq_context *ctx, const cq_board *board,
                           const cq_pieces *pieces, const cq_symmetries *symmetries,
                           cq_breaks how, cq_breaking *out);
void cq_breaking_free(cq_breaking *breaking);

/* Whether a placement, its cells ascending, may be used; NULL allows all. */
static inline bool cq_breaking_allows(const cq_breaking *breaking, uint32_t piece,
                                      const cq_cell *cells)
{
    return !breaking || breaking->piece != piece ||
           cq_placement_among(&breaking->kept, breaking->squares, cells);
}

/* Drops the placements that are not allowed. */
void cq_placements_break(cq_placements *placements, const cq_breaking *breaking);

#endif
