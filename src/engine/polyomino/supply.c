/* supply.c - copies of the pieces still to lay, and the areas they can make.
 *
 * A piece has a least and a most number of copies. The area tightens both. Cells that
 * are not needed for required copies are slack: only they may be used by copies beyond
 * the least, so that
 *
 *     slack = empty cells - sum of (least - used) * size, over pieces used too rarely
 *
 * never falls below 0, and is 0 when the board is full: then every piece has been laid
 * often enough, and no test is needed at the end. If the slack is 0 from the start,
 * most = least for every piece and slack needs no tracking; if nothing must come, it
 * cannot run out.
 *
 * The code is a number in a mixed radix with a digit for every piece whose used copies
 * matter for what may follow: copies used for limited pieces, copies used up to the
 * least for the others while slack is tracked. Together with the empty cells it
 * determines what can follow. If the digits do not fit into 64 bits there is no code.
 */
#include "engine/polyomino/polyomino.h"

#include "base/assert.h"

#include <string.h>

void cq_poly_supply_free(cq_poly_supply *supply)
{
    cq_free_each(supply->size, supply->least, supply->most, supply->used,
                 supply->limited, supply->weight);
    memset(supply, 0, sizeof *supply);
}

static cq_status allocate(cq_context *ctx, cq_poly_supply *s)
{
    s->size = cq_zalloc(ctx, s->count, sizeof *s->size);
    s->least = cq_zalloc(ctx, s->count, sizeof *s->least);
    s->most = cq_zalloc(ctx, s->count, sizeof *s->most);
    s->used = cq_zalloc(ctx, s->count, sizeof *s->used);
    s->limited = cq_zalloc(ctx, s->count, sizeof *s->limited);
    s->weight = cq_zalloc(ctx, s->count, sizeof *s->weight);
    return s->size && s->least && s->most && s->used && s->limited && s->weight
               ? CQ_OK
               : CQ_MEMORY;
}

cq_status cq_poly_supply_copy(cq_context *ctx, const cq_poly_supply *supply,
                              cq_poly_supply *out)
{
    cq_poly_supply s = *supply;

    if (allocate(ctx, &s) != CQ_OK) {
        cq_poly_supply_free(&s);
        return CQ_MEMORY;
    }
    memcpy(s.size, supply->size, s.count * sizeof *s.size);
    memcpy(s.least, supply->least, s.count * sizeof *s.least);
    memcpy(s.most, supply->most, s.count * sizeof *s.most);
    memcpy(s.used, supply->used, s.count * sizeof *s.used);
    memcpy(s.limited, supply->limited, s.count * sizeof *s.limited);
    memcpy(s.weight, supply->weight, s.count * sizeof *s.weight);
    *out = s;
    return CQ_OK;
}

/* Slack, and from it the copies that can really come. */
static void tighten(cq_poly_supply *s, size_t area)
{
    uint64_t owed = 0;
    bool must = false;

    for (size_t i = 0; i < s->count; i++) {
        uint64_t more = (uint64_t)s->least[i] * s->size[i];

        must |= s->least[i] > 0;
        if (more > area - owed) {
            s->hopeless = true;
            return;
        }
        owed += more;
    }
    s->slack = area - owed;
    cq_assert(owed <= area);
    s->tracked = must && s->slack > 0;
    s->single = !s->tracked;
    for (size_t i = 0; i < s->count; i++) {
        uint64_t most = s->least[i] + s->slack / s->size[i], asked = s->most[i];

        s->most[i] = (uint32_t)(asked < most ? asked : most);
        cq_assert(s->size[i] > 0 && s->least[i] <= s->most[i]);
        s->limited[i] = s->tracked ? asked < most : s->most[i] < area / s->size[i];
        s->limits += s->limited[i];
        s->stock += s->limited[i] ? (uint64_t)s->most[i] * s->size[i] : 0;
        s->single &= !s->limited[i] || s->most[i] == 1;
    }
}

static void make_code(cq_poly_supply *s)
{
    uint64_t weight = 1;

    s->coded = true;
    for (size_t i = 0; i < s->count; i++) {
        uint64_t digits = s->limited[i]               ? (uint64_t)s->most[i] + 1
                          : s->tracked && s->least[i] ? (uint64_t)s->least[i] + 1
                                                      : 1;

        if (digits == 1)
            continue;
        s->weight[i] = weight;
        if (weight > UINT64_MAX / digits)
            s->coded = false;
        weight *= digits;
    }
}

cq_status cq_poly_supply_new(cq_context *ctx, const cq_pieces *pieces, size_t area,
                             cq_poly_supply *out)
{
    cq_poly_supply s = {.count = pieces->count};

    if (allocate(ctx, &s) != CQ_OK) {
        cq_poly_supply_free(&s);
        return CQ_MEMORY;
    }
    for (size_t i = 0; i < s.count; i++) {
        s.size[i] = (uint32_t)pieces->at[i].shape.count;
        s.least[i] = pieces->at[i].least;
        s.most[i] = pieces->at[i].most;
    }
    tighten(&s, area);
    if (!s.hopeless)
        make_code(&s);
    cq_assert(s.hopeless || cq_poly_supply_check(&s, area));
    *out = s;
    return CQ_OK;
}

/* Copies of pieces of the same size are added together, and each number of them is made
 * of powers of two: a shift for each power. */
void cq_poly_areas(const cq_poly_supply *s, size_t area, cq_word *out)
{
    size_t words = area / 64 + 1;

    memset(out, 0, words * sizeof *out);
    out[0] = 1;
    for (size_t i = 0; i < s->count; i++) {
        uint64_t copies = 0;
        bool counted = false;

        for (size_t k = 0; k < i && !counted; k++)
            counted = s->size[k] == s->size[i];
        for (size_t k = i; k < s->count && !counted; k++)
            if (s->size[k] == s->size[i])
                copies += s->most[k] - s->used[k];
        cq_assert(copies <= (uint64_t)UINT32_MAX * s->count);
        if (copies > area / s->size[i])
            copies = area / s->size[i];
        for (uint64_t step = 1; copies; step *= 2) {
            step = step > copies ? copies : step;
            for (size_t k = words;
                 k-- > 0;) /* from the top: words below are as before */
                out[k] |= cq_bits_moved_up(out, k, (size_t)(step * s->size[i]));
            copies -= step;
        }
    }
}
