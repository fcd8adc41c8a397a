/* sized.c - structs of options that may be older or newer than the library.
 *
 * A program says how large the struct of its header was. Members that it did not know
 * are 0, which is always the default; members that this library does not know must be
 * 0, so that nothing asked for is silently left out.
 */
#include "base/sized.h"

#include "base/assert.h"

#include <string.h>

/* A size beyond this is that of no struct: whatever was there in memory. */
enum { GROWTH_MOST = 1 << 14 };

cq_status cq_sized_read(cq_context *ctx, const char *name, const void *given,
                        size_t known, void *out)
{
    const char *bytes = given;
    size_t size = known;

    cq_assert(known > sizeof size && known <= GROWTH_MOST);
    if (!ctx)
        return CQ_INPUT;
    memset(out, 0, known);
    if (given)
        memcpy(&size, given, sizeof size);
    if (size < sizeof size || size > GROWTH_MOST)
        return cq_fail(ctx, CQ_INPUT, "the options were not initialised: start from %s",
                       name);
    for (size_t i = known; i < size; i++)
        if (bytes[i])
            return cq_fail(ctx, CQ_INPUT,
                           "the options use a feature that this library does not have: "
                           "it is older than the program");
    if (given)
        memcpy(out, given, size < known ? size : known);
    memcpy(out, &known, sizeof known);
    return CQ_OK;
}
