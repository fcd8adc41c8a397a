/* quad_links.c - moves from quad to quad that balance all lines, for a given order.
 *
 * Between two quads of the order there is a gap; an open tour has one more before the
 * first quad and one after the last. The link of a gap says which dark square of the
 * quad before it is left (out) and which light square of the quad after it is entered
 * (in):
 *
 *     gap 0    gap 1    gap 2             open: gap i is before quad i
 *          q0       q1       q2 ...       closed: gap 0 joins the last quad and the first
 *
 * Links are tried gap by gap; a balance that the signs to come cannot bring back to 0
 * ends a branch. Few gaps have more than one link, so that a search is short. */
#include "engine/quads/quads.h"

#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

cq_status cq_quad_chooser_make(cq_context *ctx, const cq_quad_net *net, bool closed,
                               cq_quad_chooser *out)
{
    size_t balances = 2 * ((size_t)net->rows + net->cols);

    *out = (cq_quad_chooser){.net = net, .closed = closed};
    out->balance = cq_alloc(ctx, balances, sizeof *out->balance);
    out->left = cq_alloc(ctx, balances, sizeof *out->left);
    out->chosen = cq_alloc(ctx, net->count + (size_t)1, 1);
    out->tried = cq_alloc(ctx, net->count + (size_t)1, 1);
    return out->balance && out->left && out->chosen && out->tried ? CQ_OK : CQ_MEMORY;
}

void cq_quad_chooser_free(cq_quad_chooser *c)
{
    cq_free_each(c->balance, c->left, c->chosen, c->tried);
}

static uint32_t gaps(const cq_quad_chooser *c)
{
    return c->net->count + !c->closed;
}

/* The quad before a gap and the one after it, or NULL. */
static const cq_quad *quad_before(const cq_quad_chooser *c, uint32_t gap)
{
    uint32_t count = c->net->count;

    if (gap == 0 && !c->closed)
        return NULL;
    return &c->net->quads[c->order[(gap + count - 1) % count]];
}

static const cq_quad *quad_after(const cq_quad_chooser *c, uint32_t gap)
{
    return gap == c->net->count ? NULL : &c->net->quads[c->order[gap]];
}

static uint8_t links_of(const cq_quad_chooser *c, uint32_t gap)
{
    const cq_quad *a = quad_before(c, gap), *b = quad_after(c, gap);

    if (!a)
        return 1u << 0 | 1u << 1; /* only the square that is entered */
    if (!b)
        return 1u << 0 | 1u << 2; /* only the one that is left */
    return cq_quad_links(c->net, (uint32_t)(a - c->net->quads),
                         (uint32_t)(b - c->net->quads));
}

/* Counts the sign of a pair, or takes it back; false if a balance cannot be 0 then. */
static bool count_pair(cq_quad_chooser *c, const cq_quad *quad, unsigned pair,
                       bool second, bool taken)
{
    bool may = true;

    for (unsigned axis = 0; quad && axis < 2; axis++) {
        uint32_t at = quad->balance[pair][axis];
        int sign = second ? -quad->sign[pair][axis] : quad->sign[pair][axis];

        c->balance[at] += taken ? sign : -sign;
        c->left[at] += taken ? UINT32_MAX : 1;
        may = may && (uint32_t)abs(c->balance[at]) <= c->left[at];
    }
    return may;
}

static bool count_link(cq_quad_chooser *c, uint32_t gap, bool taken)
{
    uint8_t link = c->chosen[gap];
    bool out = count_pair(c, quad_before(c, gap), 1, link / 2, taken);
    bool in = count_pair(c, quad_after(c, gap), 0, link % 2, taken);

    return out && in;
}

/* Every quad gives a sign for its light pair and one for its dark pair. */
static void start(cq_quad_chooser *c)
{
    size_t balances = 2 * ((size_t)c->net->rows + c->net->cols);

    memset(c->balance, 0, balances * sizeof *c->balance);
    memset(c->left, 0, balances * sizeof *c->left);
    for (uint32_t q = 0; q < c->net->count; q++)
        for (unsigned i = 0; i < 4; i++)
            c->left[c->net->quads[q].balance[i / 2][i % 2]]++;
    memset(c->tried, 0, c->net->count + (size_t)1);
    c->nodes = 0;
}

/* The next link of a gap that keeps all balances possible. */
static bool advance(cq_quad_chooser *c, uint32_t gap)
{
    uint8_t links = links_of(c, gap);

    for (uint8_t link = 0; link < 4; link++) {
        if (!(links >> link & 1) || c->tried[gap] >> link & 1)
            continue;
        c->tried[gap] |= (uint8_t)(1u << link);
        c->chosen[gap] = link;
        c->nodes++;
        if (count_link(c, gap, true))
            return true;
        count_link(c, gap, false);
    }
    c->tried[gap] = 0;
    return false;
}

bool cq_quad_choose(cq_quad_chooser *c, const uint32_t *order, uint64_t most)
{
    uint32_t gap = 0;

    c->order = order;
    start(c);
    while (gap < gaps(c)) {
        if (c->nodes > most)
            return false;
        if (advance(c, gap)) {
            gap++;
        } else if (gap == 0) {
            return false;
        } else {
            count_link(c, --gap, false);
        }
    }
    return true;
}

void cq_quad_walk(const cq_quad_chooser *c, uint32_t *walk)
{
    uint32_t count = c->net->count;

    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *cells = c->net->quads[c->order[i]].cells;
        unsigned in = c->chosen[i] % 2, out = c->chosen[(i + 1) % gaps(c)] / 2;

        walk[4 * i] = cells[2 * in];
        walk[4 * i + 1] = cells[1 + 2 * !out];
        walk[4 * i + 2] = cells[2 * !in];
        walk[4 * i + 3] = cells[1 + 2 * out];
        cq_assert(out < 2);
    }
}
