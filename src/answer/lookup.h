/* lookup.h - from what an answer names to the numbers of the problem. */
#ifndef CQ_ANSWER_LOOKUP_H
#define CQ_ANSWER_LOOKUP_H

#include "problem/names.h"
#include "problem/problem.h"

#define CQ_NOT_FOUND UINT32_MAX

typedef CQ_VEC(cq_entry) cq_entries;

typedef struct cq_lookup {
    cq_context *ctx;
    const cq_problem *problem;
    cq_names names;      /* pieces, items, or vertices that have names */
    cq_u32s firsts;      /* the first piece, item or vertex with the n-th name */
    cq_names colours;    /* covers */
    uint32_t *vertex_of; /* tours of a board: by cell of the grid */
    /* Covers: the items of the option at hand, and the options by content. */
    uint32_t *mark, *mark_colour, serial;
    uint32_t *heads, *next; /* 1 + option, 0 ends a chain */
    size_t mask;
} cq_lookup;

cq_status cq_lookup_start(cq_context *ctx, const cq_problem *problem, cq_lookup *out);
void cq_lookup_stop(cq_lookup *lookup);

/* The piece, item or vertex with that name, or CQ_NOT_FOUND. Of pieces with the same
 * name the first. */
uint32_t cq_lookup_name(const cq_lookup *lookup, const char *name, size_t length);
bool cq_lookup_names_repeat(const cq_lookup *lookup);
/* The vertex on a cell of the grid, or CQ_NOT_FOUND. */
uint32_t cq_lookup_vertex(const cq_lookup *lookup, cq_cell cell);
/* "item" or "item:colour" as an entry; false if there is no such item or colour. */
bool cq_lookup_entry(const cq_lookup *lookup, const char *text, size_t length,
                     cq_entry *out);
/* Whether the option consists of these entries, in any order. */
bool cq_lookup_is_option(cq_lookup *lookup, uint32_t option, const cq_entries *entries);
/* The options with these entries, in order: the first, and the one after `option`;
 * CQ_NOT_FOUND if there is none. The first call makes an index of all options. */
cq_status cq_lookup_option(cq_lookup *lookup, const cq_entries *entries, uint32_t *out);
uint32_t cq_lookup_next_option(cq_lookup *lookup, const cq_entries *entries,
                               uint32_t option);

#endif
