/* cover_group.h - the checker's own symmetries of a cover. */
#ifndef CQ_CHECK_COVER_GROUP_H
#define CQ_CHECK_COVER_GROUP_H

#include "problem/cover.h"

/* Permutations of the options that generate all those which an automorphism of the
 * cover makes. */
typedef struct cq_cover_group {
    size_t options;
    size_t count;    /* of generators */
    cq_u32s becomes; /* generator g takes option o to becomes[g * options + o] */
    bool complete;   /* they generate all; else the search was given up */
} cq_cover_group;

/* Looks at no more than `steps` edges of the cover's graph. */
cq_status cq_cover_group_make(cq_context *ctx, const cq_cover *cover, uint64_t steps,
                              cq_cover_group *out);
void cq_cover_group_free(cq_cover_group *group);

static inline uint32_t cq_cover_group_image(const cq_cover_group *group, size_t g,
                                            uint32_t option)
{
    return group->becomes.at[g * group->options + option];
}

#endif
