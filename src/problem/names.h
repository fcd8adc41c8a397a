/* names.h - numbers for names: the n-th different name that is added has number n. */
#ifndef CQ_PROBLEM_NAMES_H
#define CQ_PROBLEM_NAMES_H

#include "base/text.h"

#define CQ_NO_NAME UINT32_MAX

/* A name where it stands in the text that is read; the text outlives the table. */
typedef struct cq_name {
    const char *start;
    size_t length;
} cq_name;

typedef struct cq_names {
    CQ_VEC(cq_name) list; /* by number */
    uint64_t *slots;      /* hash table: hash in the high half, 1 + number in the low */
    size_t slot_count;    /* a power of two, or 0 */
} cq_names;

void cq_names_free(cq_names *names);
/* The number of a name, or CQ_NO_NAME. */
uint32_t cq_names_find(const cq_names *names, const char *start, size_t length);
/* The same, after adding the name if it is new: it is if list.count grew. */
cq_status cq_names_add(cq_context *ctx, cq_names *names, const char *start,
                       size_t length, uint32_t *out);

/* All names, in one block: pointers, then the texts that they point to; NULL: no
 * memory. */
char **cq_names_copy(cq_context *ctx, const cq_names *names);

/* Where the first byte stands that is no part of a name, or the length: names are UTF-8
 * without control characters. */
size_t cq_name_plain(const char *start, size_t length);

/* Whether a name can stand in Knuth's format for covers, and in lists of edges: it is
 * plain, not empty, and has no space, ':' or '|'. */
bool cq_name_for_covers(const char *name);

/* A name for messages: 'abc', cut short if it is long, without control characters. */
#define CQ_QUOTED_SIZE 56
const char *cq_quoted(const char *start, size_t length, char buffer[CQ_QUOTED_SIZE]);
/* CQ_INPUT about a word in the line at hand: "expected WHAT, found 'word'", or "found
 * NONE" if it is empty. */
cq_status cq_fail_found(cq_context *ctx, const cq_lines *lines, const char *start,
                        size_t length, const char *what, const char *none);

#endif
