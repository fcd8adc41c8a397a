/* random_cover.h - small covers drawn at random, with secondary items, colours and
 * multiplicities. */
#ifndef CQ_TESTS_UNIT_RANDOM_COVER_H
#define CQ_TESTS_UNIT_RANDOM_COVER_H

#include "posed.h"

static void put_option(fixture *f, uint32_t primary, uint32_t secondary)
{
    static const char *const colours[] = {"", ":A", ":A", ":B"};
    uint32_t sure = below(f, primary);

    for (uint32_t i = 0; i < primary; i++)
        if (i == sure || below(f, 4) == 0)
            put(f, "p%u ", i);
    for (uint32_t i = 0; i < secondary; i++)
        if (below(f, 3) == 0)
            put(f, "s%u%s ", i, colours[below(f, 4)]);
    put(f, "\n");
}

/* Up to `items` that must be covered, and fewer than `most` options. `copies` of four
 * items may be covered more than once, or not at all. */
static void pose_random(fixture *f, uint32_t items, uint32_t most, uint32_t copies)
{
    uint32_t primary = 1 + below(f, items), secondary = below(f, 4);
    uint32_t options = below(f, copies ? 14 : most);

    clear_text(f);
    for (uint32_t i = 0; i < primary; i++) {
        uint32_t least = below(f, 3);

        if (below(f, 4) < copies)
            put(f, "%u:%u|", least, least + below(f, 3) + (least == 0));
        put(f, "p%u ", i);
    }
    put(f, secondary ? "| " : "");
    for (uint32_t i = 0; i < secondary; i++)
        put(f, "s%u ", i);
    put(f, "\n");
    for (uint32_t k = 0; k < options; k++)
        put_option(f, primary, secondary);
    pose_cover(f, f->text);
}

#endif
