/* edge_pairs.h - edges as pairs of vertices: the smaller first, in order, each once. */
#ifndef CQ_PROBLEM_EDGE_PAIRS_H
#define CQ_PROBLEM_EDGE_PAIRS_H

#include "base/vec.h"

/* Adds edges, given as pairs in any order and direction. */
cq_status cq_pairs_add(cq_context *ctx, cq_u32s *pairs, const uint32_t *ends,
                       size_t edges);
/* Whether the edge is among them. O(log of their number). */
bool cq_pairs_have(const cq_u32s *pairs, uint32_t u, uint32_t v);
/* For qsort: two numbers and two others, by the first, then by the second. */
int cq_pairs_compare(const void *left, const void *right);
bool cq_pairs_check(const cq_u32s *pairs);

#endif
