/* copies.c - how many copies of a piece: "2", "0..3", "1..any", "any". */
#include "base/assert.h"
#include "problem/piece.h"

static bool read_bound(const char *text, size_t length, uint32_t *out)
{
    if (cq_same_text(text, length, "any")) {
        *out = CQ_ANY_COPIES;
        return true;
    }
    return cq_parse_u32(text, length, CQ_ANY_COPIES - 1, out);
}

static const char *find_dots(const char *text, size_t length)
{
    for (size_t i = 0; i + 1 < length; i++)
        if (text[i] == '.' && text[i + 1] == '.')
            return text + i;
    return NULL;
}

static bool read_range(const char *text, size_t length, uint32_t *least, uint32_t *most)
{
    const char *dots = find_dots(text, length);

    if (!dots) {
        if (!read_bound(text, length, most))
            return false;
        *least = *most == CQ_ANY_COPIES ? 0 : *most;
        return true;
    }
    return cq_parse_u32(text, (size_t)(dots - text), CQ_ANY_COPIES - 1, least) &&
           read_bound(dots + 2, length - (size_t)(dots + 2 - text), most);
}

cq_status cq_copies_parse(cq_context *ctx, const char *source, size_t line,
                          size_t column, const char *text, size_t length,
                          uint32_t *least, uint32_t *most)
{
    int shown = length > 40 ? 40 : (int)length;
    uint32_t low, high;

    if (!read_range(text, length, &low, &high))
        return cq_fail_at(ctx, source, line, column,
                          "expected copies such as 2, 0..3 or any, found '%.*s'", shown,
                          text);
    if (low > high)
        return cq_fail_at(ctx, source, line, column,
                          "the range of copies %.*s is backwards", shown, text);
    if (high == 0)
        return cq_fail_at(ctx, source, line, column,
                          "copies must allow at least one, found '%.*s'", shown, text);
    cq_assert(low <= high && high > 0);
    *least = low;
    *most = high;
    return CQ_OK;
}
