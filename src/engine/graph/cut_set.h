/* cut_set.h - removes vertices from a graph and counts the parts that are left.
 *
 * If k > 0 vertices are removed, a closed tour falls into at most k parts and an open
 * one into at most k + 1 (V. Chvatal, Tough graphs and Hamiltonian circuits, 1973). So
 * more parts prove that there is no tour.
 */
#ifndef CQ_GRAPH_CUT_SET_H
#define CQ_GRAPH_CUT_SET_H

#include "engine/engine.h"

typedef struct cq_cut_set {
    const cq_graph *graph;
    bool closed;
    char *taken; /* by vertex; the owner may change it */
    size_t count;
    uint32_t *part; /* by vertex that is left, after cq_cut_set_parts */
    size_t parts;
    uint32_t *queue;
    size_t numbers; /* of parts, while shrinking: joined ones keep theirs */
    uint64_t *seen; /* by part: when it was met last */
    uint64_t stamp;
} cq_cut_set;

cq_status cq_cut_set_init(cq_run *run, cq_cut_set *out);
void cq_cut_set_free(cq_cut_set *cut);
/* Counts taken vertices and the parts that are left. */
void cq_cut_set_parts(cq_cut_set *cut);
/* Whether taking out `taken` vertices leaves more parts than a tour can have. */
static inline bool cq_cut_proves(bool closed, size_t taken, size_t parts)
{
    return parts > (closed && taken ? taken : taken + 1);
}
/* For a set that proves: puts vertices back as long as it still does, so that in the
 * end none can be put back alone. */
void cq_cut_set_shrink(cq_cut_set *cut);
/* A proof by the set that is taken out, after it was shrunk. */
cq_status cq_cut_set_certify(cq_run *run, cq_cut_set *cut, cq_certificate *certificate);

#endif
