/* random_graph.h - graphs drawn at random; the same seed draws the same graphs. */
#ifndef CQ_PROBLEM_RANDOM_GRAPH_H
#define CQ_PROBLEM_RANDOM_GRAPH_H

#include "base/random.h"
#include "problem/graph.h"

/* G(n, p): every two vertices are joined with probability degree / (n - 1), so that
 * `degree` is the average to be expected. It may be disconnected. */
cq_status cq_graph_random(cq_context *ctx, cq_random *random, uint32_t vertices,
                          double degree, cq_graph *out);

/* Every vertex has the same degree, by pairing with restarts. CQ_INPUT if no such
 * graph exists: the degree must be below the number of vertices, and one of the two
 * even. It may be disconnected. */
cq_status cq_graph_regular(cq_context *ctx, cq_random *random, uint32_t vertices,
                           uint32_t degree, cq_graph *out);

/* A cubic graph on `vertices` vertices of which `edges` edges got a new vertex in their
 * middle: those edges must be on every Hamiltonian cycle, and with about one in three
 * of them it is hard to say whether there is one. */
cq_status cq_graph_subdivided(cq_context *ctx, cq_random *random, uint32_t vertices,
                              uint32_t edges, cq_graph *out);

/* A cycle through all vertices in a random order, and other edges, drawn at random,
 * until the average degree is reached: there is a Hamiltonian cycle, and nothing shows
 * where. With a degree of about 4 it is of the kind of the ALB instances in TSPLIB.
 * CQ_INPUT for fewer than three vertices, or a degree that is below 2 or too large. */
cq_status cq_graph_hidden(cq_context *ctx, cq_random *random, uint32_t vertices,
                          double degree, cq_graph *out);

/* Whether all vertices can be reached from the first. */
cq_status cq_graph_connected(cq_context *ctx, const cq_graph *graph, bool *out);

#endif
