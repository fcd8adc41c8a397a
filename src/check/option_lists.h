/* option_lists.h - which options have an item, as bits: for judges that take many of
 * them out at once.
 *
 * Options are bits of words, 64 in each. A list is a chunk for each word that has some
 * of its options, ascending: list i of item i; then an empty one; then one for each
 * colour that an item can get, of the options that give it.
 */
#ifndef CQ_CHECK_OPTION_LISTS_H
#define CQ_CHECK_OPTION_LISTS_H

#include "problem/cover.h"

typedef struct cq_chunk {
    uint64_t bits;
    uint32_t word;
} cq_chunk;

typedef struct cq_option_lists {
    uint32_t *starts; /* list l: chunks[starts[l] .. starts[l + 1]) */
    cq_chunk *chunks;
    uint32_t *alike; /* of each entry: the list of those that give its item the same
                        colour; the empty one if it gives none */
    uint32_t none;   /* a chunk without options */
} cq_option_lists;

/* Free them in any case. */
cq_status cq_option_lists_make(cq_context *ctx, const cq_cover *cover,
                               cq_option_lists *out);
void cq_option_lists_free(cq_option_lists *lists);

#endif
