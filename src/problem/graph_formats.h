/* graph_formats.h - what the readers and writers of the graph formats share. Only for
 * the files that read and write graphs. */
#ifndef CQ_PROBLEM_GRAPH_FORMATS_H
#define CQ_PROBLEM_GRAPH_FORMATS_H

#include "problem/graph.h"
#include "problem/names.h"

/* A graph as it is read: where we are, how many vertices there are, and the pairs. */
typedef struct cq_graph_reader {
    cq_context *ctx;
    const cq_text *text;
    cq_lines lines;
    uint32_t vertices;
    cq_u32s ends; /* edge i joins ends[2 i] and ends[2 i + 1] */
} cq_graph_reader;

/* The number of vertices that a header promises: from 1 to CQ_GRAPH_MOST, and not out
 * of all proportion to the text. Sets reader->vertices. */
cq_status cq_reader_size(cq_graph_reader *reader, const char *start, size_t length);
/* A vertex 1..vertices as a number from 0. */
cq_status cq_reader_vertex(cq_graph_reader *reader, const char *start, size_t length,
                           uint32_t *out);
/* Appends an edge; `second` is the word of v in the line, for the message of a loop. */
cq_status cq_reader_edge(cq_graph_reader *reader, uint32_t u, uint32_t v,
                         const char *second);
/* One note for all edges that were merged. */
void cq_note_merged(cq_context *ctx, size_t merged);

/* Each leaves the reader's fields to be freed by its caller, also on success. */
cq_status cq_edges_read(cq_graph_reader *reader, cq_graph *out);
cq_status cq_dimacs_read(cq_graph_reader *reader, cq_graph *out);
cq_status cq_tsplib_read(cq_graph_reader *reader, cq_graph *out);
cq_status cq_graph6_read(cq_graph_reader *reader, cq_graph *out);

/* True for a line that begins as TSPLIB files do. */
bool cq_tsplib_starts(const char *line, size_t length);
/* True if all bytes may stand in graph6; *fits says whether there are as many as
 * the first of them ask for. */
bool cq_graph6_starts(const char *word, size_t length, bool *fits);

void cq_graph6_write(const cq_graph *graph, FILE *out);

#endif
