/* cardinality.h - a cover as bounds on how many variables are true, for programs that
 * know nothing of covers: SAT solvers (clauses.c) and pseudo-Boolean ones
 * (inequalities.c).
 *
 * Variables 1 .. options are the options, in their order: true is chosen. Row i belongs
 * to item i and says that from least[i] to most[i] of its variables are true. A
 * secondary item whose options agree on a colour gets a variable for that colour, after
 * those of the options; `implied` then has pairs: the first variable implies the
 * second.
 */
#ifndef CQ_PROBLEM_CARDINALITY_H
#define CQ_PROBLEM_CARDINALITY_H

#include "problem/problem.h"

typedef struct cq_cardinality {
    uint32_t variables;
    uint32_t options;
    cq_u32s members;     /* variables of all rows, one row after the other */
    cq_u32s starts;      /* one more than there are rows */
    cq_u32s least, most; /* most is never above the number of members */
    cq_u32s implied;     /* pairs */
} cq_cardinality;

/* Of a cover, or of a tiling as the cover that it amounts to. */
cq_status cq_cardinality_of(cq_context *ctx, const cq_problem *problem,
                            cq_cardinality *out);
void cq_cardinality_free(cq_cardinality *rows);

static inline size_t cq_cardinality_rows(const cq_cardinality *rows)
{
    return rows->least.count;
}

/* The same as clauses: clause i is literals[starts[i] .. starts[i + 1]), a literal a
 * variable or its negative. Variables after those of the rows count. Whatever follows
 * from the bounds by looking at one row is found by unit propagation. */
typedef struct cq_clauses {
    uint32_t variables;
    CQ_VEC(int32_t) literals;
    CQ_VEC(size_t) starts; /* one more than there are clauses */
} cq_clauses;

cq_status cq_clauses_make(cq_context *ctx, const cq_cardinality *rows, cq_clauses *out);
void cq_clauses_free(cq_clauses *clauses);

static inline size_t cq_clauses_count(const cq_clauses *clauses)
{
    return clauses->starts.count ? clauses->starts.count - 1 : 0;
}

/* Numbers of the inequalities of a row, from 1 in the order of the OPB file; 0 if there
 * is none, as it would say nothing. */
typedef struct cq_inequality_numbers {
    uint32_t least, most;
} cq_inequality_numbers;

/* Fills numbers, one for each row, unless it is NULL; returns how many inequalities
 * there are. */
size_t cq_inequalities_number(const cq_cardinality *rows,
                              cq_inequality_numbers *numbers);

/* The problem as DIMACS CNF, and as OPB. */
cq_status cq_clauses_write(cq_context *ctx, const cq_problem *problem, FILE *out);
cq_status cq_inequalities_write(cq_context *ctx, const cq_problem *problem, FILE *out);

#endif
