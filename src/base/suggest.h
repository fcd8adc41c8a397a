/* suggest.h - did you mean ...? */
#ifndef CQ_BASE_SUGGEST_H
#define CQ_BASE_SUGGEST_H

#include <stddef.h>
#include <stdint.h>

/* The candidate nearest to what was typed, or NULL if none is near. */
typedef struct cq_suggest {
    const char *typed;
    size_t length;
    const char *best;
    size_t distance; /* of the best */
} cq_suggest;

cq_suggest cq_suggest_for(const char *typed, size_t length);
void cq_suggest_offer(cq_suggest *suggest, const char *candidate);

#endif
