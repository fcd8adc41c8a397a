/* convert_path.h - path conversion from one start: a walk, its cuts, the joins. */
#ifndef CQ_ENGINE_CONVERSION_CONVERT_PATH_H
#define CQ_ENGINE_CONVERSION_CONVERT_PATH_H

#include "engine/conversion/cut_and_join.h"
#include "engine/graph/warnsdorff_rule.h"

/* How it goes: each 0 is as in the paper. */
typedef struct cq_conversion_rules {
    cq_ties ties;
    uint64_t seed;
    const char *move_order; /* only of a board */
    cq_cut cut;
    cq_join join;
} cq_conversion_rules;

typedef enum cq_conversion_end {
    CQ_NO_PATH,    /* the walk was stuck */
    CQ_NO_CUT,     /* a single vertex was left */
    CQ_NOT_JOINED, /* several cycles were left */
    CQ_CONVERTED
} cq_conversion_end;

typedef struct cq_conversion {
    cq_warnsdorff walk;
    cq_convert convert;
    uint32_t *order; /* lists in the order of moves, or NULL */
} cq_conversion;

/* Borrows the problem, a tour whose graph has its lists. */
cq_status cq_conversion_init(cq_context *ctx, const cq_problem *problem,
                             const cq_conversion_rules *rules, cq_conversion *out);
void cq_conversion_free(cq_conversion *conversion);
cq_conversion_end cq_conversion_from(cq_conversion *conversion, uint32_t start);

#endif
