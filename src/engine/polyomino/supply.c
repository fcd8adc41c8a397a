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
    cq_free(supply->of);
    memset(supply, 0, sizeof *supply);
}

cq_status cq_poly_supply_copy(cq_context *ctx, const cq_poly_supply *supply,
                              cq_poly_supply *out)
{
    cq_poly_stock *of = cq_alloc(ctx, supply->count, sizeof *of);

    cq_try_memory(of);
    memcpy(of, supply->of, supply->count * sizeof *of);
    *out = *supply;
    out->of = of;
    return CQ_OK;
}

/* Slack, and from it the copies that can really come. */
static void tighten(cq_poly_supply *s, size_t area)
{
    uint64_t owed = 0;
    bool must = false;

    for (size_t i = 0; i < s->count; i++) {
        uint64_t more = (uint64_t)s->of[i].least * s->of[i].size;

        must |= s->of[i].least > 0;
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
        cq_poly_stock *of = &s->of[i];
        uint64_t most = of->least + s->slack / of->size, asked = of->most;

        of->most = (uint32_t)(asked < most ? asked : most);
        cq_assert(of->size > 0 && of->least <= of->most);
        of->limited = s->tracked ? asked < most : of->most < area / of->size;
        s->limits += of->limited;
        s->stock += of->limited ? (uint64_t)of->most * of->size : 0;
        s->single &= !of->limited || of->most == 1;
    }
}

static void make_code(cq_poly_supply *s)
{
    uint64_t weight = 1;

    s->coded = true;
    for (size_t i = 0; i < s->count; i++) {
        cq_poly_stock *of = &s->of[i];
        uint64_t digits = of->limited               ? (uint64_t)of->most + 1
                          : s->tracked && of->least ? (uint64_t)of->least + 1
                                                    : 1;

        if (digits == 1)
            continue;
        of->weight = weight;
        if (weight > UINT64_MAX / digits)
            s->coded = false;
        weight *= digits;
    }
}

cq_status cq_poly_supply_new(cq_context *ctx, const cq_pieces *pieces, size_t area,
                             cq_poly_supply *out)
{
    cq_poly_supply s = {.count = pieces->count};

    s.of = cq_zalloc(ctx, s.count, sizeof *s.of);
    cq_try_memory(s.of);
    for (size_t i = 0; i < s.count; i++) {
        const cq_piece *piece = &pieces->at[i];

        s.of[i] = (cq_poly_stock){.size = (uint32_t)piece->shape.count,
                                  .least = piece->least,
                                  .most = piece->most};
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
        uint32_t size = s->of[i].size;
        uint64_t copies = 0;
        bool counted = false;

        for (size_t k = 0; k < i && !counted; k++)
            counted = s->of[k].size == size;
        for (uint32_t k = (uint32_t)i; k < s->count && !counted; k++)
            if (s->of[k].size == size)
                copies += cq_poly_left(s, k);
        cq_assert(copies <= (uint64_t)UINT32_MAX * s->count);
        if (copies > area / size)
            copies = area / size;
        for (uint64_t step = 1; copies; step *= 2) {
            step = step > copies ? copies : step;
            for (size_t k = words;
                 k-- > 0;) /* from the top: words below are as before */
                out[k] |= cq_bits_moved_up(out, k, (size_t)(step * size));
            copies -= step;
        }
    }
}
