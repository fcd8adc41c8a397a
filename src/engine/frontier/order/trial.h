/* trial.h - the parts of a trial: the course of a sweep, and sets of states. */
#ifndef CQ_ENGINE_FRONTIER_TRIAL_H
#define CQ_ENGINE_FRONTIER_TRIAL_H

#include "base/assert.h"
#include "base/keys.h"
#include "engine/frontier/order/prefix.h"

#include <string.h>

/* ---- course.c: what happens at which step ---- */

/* The bits of a state that belong to an item while it is in the frontier. */
typedef struct cq_field {
    uint32_t word;
    unsigned char shift, bits; /* bits 0: it never crosses from step to step */
} cq_field;

typedef struct cq_course {
    const cq_links *links;
    const uint32_t *order;
    uint32_t *turn;   /* of an item: its step in the order */
    uint32_t *step;   /* of an option: when it is chosen or not */
    uint32_t *birth;  /* of an item: the first step of its options */
    uint32_t *death;  /* of an item: the step after which nothing asks for it */
    cq_field *fields; /* of items */
    size_t words;     /* of a state */
    /* By step, one more than steps: */
    uint32_t *choice_starts, *birth_starts, *end_starts;
    uint32_t *choices;       /* options by step */
    uint32_t *births, *ends; /* items by their birth, and by their death */
} cq_course;

cq_status cq_course_make(cq_context *ctx, const cq_links *links, const uint32_t *order,
                         cq_course *out);
void cq_course_free(cq_course *course);

static inline uint64_t cq_field_get(const cq_field *field, const uint64_t *state)
{
    return state[field->word] >> field->shift & ((UINT64_C(1) << field->bits) - 1);
}

static inline void cq_field_set(const cq_field *field, uint64_t *state, uint64_t value)
{
    uint64_t mask = ((UINT64_C(1) << field->bits) - 1) << field->shift;

    cq_assert(!field->bits || value >> field->bits == 0);
    if (field->bits)
        state[field->word] = (state[field->word] & ~mask) | value << field->shift;
}

#endif
