/* sized.h - structs of options that may be older or newer than the library. */
#ifndef CQ_BASE_SIZED_H
#define CQ_BASE_SIZED_H

#include "base/context.h"

/* Copies a struct of options of the public header, whose first member is its size, into
 * `out`, which has room for the `known` bytes that this library knows. `name` is its
 * initialiser, for the message: CQ_INPUT if it was not used, or if a newer program asks
 * for something that is not known here. `given` may be NULL: all defaults, which are
 * 0; without a context, CQ_INPUT. */
cq_status cq_sized_read(cq_context *ctx, const char *name, const void *given,
                        size_t known, void *out);

#endif
