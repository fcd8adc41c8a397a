/* quad_net.c - a board as blocks of 4 x 4 squares, each made of two squares and two
 * diamonds, rings of four knight's moves:
 *
 *     c a b d      a and b are the squares, c and d the diamonds ("squares and
 *     b d c a      diamonds", Roget 1840; Murray 1936). Each has one square in every row
 *     a c d b      and every column of the block.
 *     d b a c
 *
 * A tour that visits quad after quad, three moves in each, enters a quad on a light
 * square and leaves it from a dark one (or the other way round; the colours are only
 * names here). The light squares are opposite each other in the ring, and so are the
 * dark ones: which light one comes first and which dark one last can be chosen freely,
 * if moves from quad to quad allow it.
 *
 *     balance   for each row of blocks, of its outer rows and of its inner ones, and the
 *               same for columns: of the two squares of a pair one is in row 0 and the
 *               other in row 3, or in 1 and 2. The later number makes its line heavier,
 *               by 2 always. So the sums are equal if as often the one is later as the
 *               other: the signs add up to 0.
 *
 * Cost: quads squared, for the table of links. */
#include "engine/quads/quads.h"

#include "base/assert.h"

static const uint32_t rings[4][4][2] = {{{0, 1}, {1, 3}, {3, 2}, {2, 0}},
                                        {{0, 2}, {1, 0}, {3, 1}, {2, 3}},
                                        {{0, 0}, {1, 2}, {3, 3}, {2, 1}},
                                        {{0, 3}, {1, 1}, {3, 0}, {2, 2}}};

/* The balance that a row or column counts for, and its side of it. */
static void set_balance(cq_quad *quad, unsigned pair, unsigned axis, uint32_t first,
                        uint32_t line)
{
    bool inner = line % 4 == 1 || line % 4 == 2;
    int side = line % 4 < 2 ? 1 : -1;

    quad->balance[pair][axis] = first + 2 * (line / 4) + inner;
    quad->sign[pair][axis] = pair ? -side : side; /* taken first, or last */
}

static void make_quad(const cq_problem *problem, const cq_quad_net *net, uint32_t index,
                      cq_quad *quad)
{
    uint32_t cols = problem->board->cols, block = index / 4;
    const uint32_t(*ring)[2] = rings[index % 4];
    uint32_t light = (ring[0][0] + ring[0][1]) % 2; /* the first light one */

    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t *at = ring[(i + light) % 4];
        uint32_t row = 4 * (block / net->cols) + at[0];
        uint32_t col = 4 * (block % net->cols) + at[1];

        quad->cells[i] = row * cols + col;
        if (i > 1)
            continue;
        set_balance(quad, i, 0, 0, row);
        set_balance(quad, i, 1, 2 * net->rows, col);
    }
}

/* The moves from dark squares of one to light squares of the other. */
static uint8_t find_links(const cq_problem *problem, const cq_quad *a, const cq_quad *b)
{
    uint8_t links = 0;

    for (unsigned link = 0; link < 4; link++)
        if (cq_graph_adjacent(&problem->graph, a->cells[1 + 2 * (link / 2)],
                              b->cells[2 * (link % 2)]))
            links |= (uint8_t)(1u << link);
    return links;
}

static void list_links(const cq_problem *problem, cq_quad_net *net)
{
    for (uint32_t a = 0; a < net->count; a++)
        for (uint32_t b = 0; b < net->count; b++) {
            uint8_t links =
                a == b ? 0 : find_links(problem, &net->quads[a], &net->quads[b]);

            net->links[(size_t)a * net->count + b] = links;
            if (!links)
                continue;
            cq_assert(net->nexts[a] < CQ_QUAD_WAYS && net->befores[b] < CQ_QUAD_WAYS);
            net->next[a * CQ_QUAD_WAYS + net->nexts[a]++] = b;
            net->before[b * CQ_QUAD_WAYS + net->befores[b]++] = a;
        }
}

cq_status cq_quad_net_make(cq_context *ctx, const cq_problem *problem, cq_quad_net *out)
{
    cq_quad_net net = {.rows = problem->board->rows / 4,
                       .cols = problem->board->cols / 4};
    size_t ways;

    net.count = 4 * net.rows * net.cols;
    ways = (size_t)net.count * CQ_QUAD_WAYS;
    net.quads = cq_alloc(ctx, net.count, sizeof *net.quads);
    net.links = cq_alloc(ctx, net.count, net.count);
    net.next = cq_alloc(ctx, ways, sizeof *net.next);
    net.before = cq_alloc(ctx, ways, sizeof *net.before);
    net.nexts = cq_zalloc(ctx, net.count, sizeof *net.nexts);
    net.befores = cq_zalloc(ctx, net.count, sizeof *net.befores);
    if (!net.quads || !net.links || !net.next || !net.before || !net.nexts ||
        !net.befores) {
        cq_quad_net_free(&net);
        return CQ_MEMORY;
    }
    for (uint32_t q = 0; q < net.count; q++)
        make_quad(problem, &net, q, &net.quads[q]);
    list_links(problem, &net);
    *out = net;
    return CQ_OK;
}

void cq_quad_net_free(cq_quad_net *net)
{
    cq_free_each(net->quads, net->links, net->next, net->before, net->nexts,
                 net->befores);
    *net = (cq_quad_net){0};
}
