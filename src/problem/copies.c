/* copies.c - how many copies of a piece: "2", "0..3", "1..any", "any". */
#include "problem/piece.h"

#include <string.h>

static bool read_bound(const char *text, size_t length, uint32_t *out)
{
    if (cq_same_text(text, length, "any")) {
        *out = CQ_ANY_COPIES;
        return true;
    }
    return cq_parse_u32(text, length, CQ_ANY_COPIES - 1, out);
}

static bool read_range(const char *text, size_t length, uint32_t *least, uint32_t *most)
{
    const char *dots = memmem(text, length, "..", 2);

    if (!dots) {
        if (!read_bound(text, length, most))
            return false;
        *least = *most == CQ_ANY_COPIES ? 0 : *most;
        return true;
    }
    return cq_parse_u32(text, (size_t)(dots - text), CQ_ANY_COPIES - 1, least) &&
           read_bound(dots + 2, length - (size_t)(dots + 2 - text), most);
}

cq_status cq_copies_parse(cq_context *ctx, cq_span text, uint32_t *least,
                          uint32_t *most)
{
    int shown = text.length > 40 ? 40 : (int)text.length;
    uint32_t low, high;

    if (!read_range(text.start, text.length, &low, &high))
        return cq_expected(ctx, text, "copies such as 2, 0..3 or any", "''");
    if (low > high)
        return cq_fail_span(ctx, text, "the range of copies %.*s is backwards", shown,
                            text.start);
    if (high == 0)
        return cq_fail_span(ctx, text, "copies must allow at least one, found '%.*s'",
                            shown, text.start);
    *least = low;
    *most = high;
    return CQ_OK;
}
