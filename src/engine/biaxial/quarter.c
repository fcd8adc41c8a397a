/* quarter.c - the moves of a board, folded into its quarter, and where chains can end.
 *
 *     a b|b a      Both middle lines are mirrors: a square of the quarter has four
 *     c d|d c      images. A move from d to the c on the right crosses the vertical
 *     ---+---      line, and so does the one from the d on the right to the c on the
 *     c d|d c      left: it is one move of the quarter, with the bit of that line.
 *     a b|b a
 *
 * A move that does not exist in all four images, because it is forbidden in one, is
 * left out.
 */
#include "engine/biaxial/biaxial.h"

#include "base/assert.h"

uint32_t cq_quarter_vertex(const cq_quarter *quarter, uint32_t square, unsigned image)
{
    uint32_t row = square / quarter->cols, col = square % quarter->cols;

    cq_assert(square < quarter->count && image < CQ_IMAGES);
    if (image & CQ_IMAGE_DOWN)
        row = 2 * quarter->rows - 1 - row;
    if (image & CQ_IMAGE_RIGHT)
        col = 2 * quarter->cols - 1 - col;
    return row * 2 * quarter->cols + col;
}

/* A vertex as square * CQ_IMAGES + image. */
static uint32_t fold(const cq_quarter *quarter, uint32_t vertex)
{
    uint32_t row = vertex / (2 * quarter->cols), col = vertex % (2 * quarter->cols);
    unsigned image = 0;

    if (row >= quarter->rows) {
        row = 2 * quarter->rows - 1 - row;
        image |= CQ_IMAGE_DOWN;
    }
    if (col >= quarter->cols) {
        col = 2 * quarter->cols - 1 - col;
        image |= CQ_IMAGE_RIGHT;
    }
    cq_assert(cq_quarter_vertex(quarter, row * quarter->cols + col, image) == vertex);
    return (row * quarter->cols + col) * CQ_IMAGES + image;
}

static bool in_all_images(const cq_graph *graph, const cq_quarter *quarter, uint32_t a,
                          uint32_t target)
{
    for (unsigned image = 0; image < CQ_IMAGES; image++)
        if (!cq_graph_adjacent(graph, cq_quarter_vertex(quarter, a, image),
                               cq_quarter_vertex(quarter, target / CQ_IMAGES,
                                                 image ^ target % CQ_IMAGES)))
            return false;
    return true;
}

/* A move leads there and back, across the same lines. */
static bool check_links(const cq_quarter *quarter)
{
    for (uint32_t a = 0; a < quarter->count; a++) {
        unsigned links = 0;

        for (uint32_t b = 0; b < quarter->count; b++) {
            cq_hold(cq_quarter_links(quarter, a, b) == cq_quarter_links(quarter, b, a));
            links += (unsigned)__builtin_popcount(cq_quarter_links(quarter, a, b));
        }
        cq_hold(cq_quarter_links(quarter, a, a) == 0);
        cq_hold(links == quarter->starts[a + 1] - quarter->starts[a]);
    }
    return true;
}

static void list_moves(const cq_graph *graph, cq_quarter *quarter)
{
    size_t moves = 0;

    for (uint32_t a = 0; a < quarter->count; a++) {
        uint32_t vertex = cq_quarter_vertex(quarter, a, 0);

        quarter->starts[a] = moves;
        for (size_t e = graph->starts[vertex]; e < graph->starts[vertex + 1]; e++) {
            uint32_t target = fold(quarter, graph->targets[e]);

            if (target / CQ_IMAGES == a || !in_all_images(graph, quarter, a, target))
                continue;
            quarter->targets[moves++] = target;
            quarter->links[(size_t)a * quarter->count + target / CQ_IMAGES] |=
                (uint8_t)(1u << target % CQ_IMAGES);
        }
    }
    quarter->starts[quarter->count] = moves;
    cq_assert(check_links(quarter));
}

cq_status cq_quarter_make(cq_context *ctx, const cq_problem *problem, cq_quarter *out)
{
    cq_quarter made = {.rows = problem->board->rows / 2,
                       .cols = problem->board->cols / 2};
    const cq_graph *graph = &problem->graph;

    made.count = made.rows * made.cols;
    cq_assert(graph->vertices == CQ_IMAGES * made.count);
    made.starts = cq_alloc(ctx, (size_t)made.count + 1, sizeof *made.starts);
    made.targets = cq_alloc(ctx, graph->starts[graph->vertices], sizeof *made.targets);
    made.links = cq_zalloc(ctx, made.count, made.count);
    if (!made.starts || !made.targets || !made.links) {
        cq_quarter_free(&made);
        return CQ_MEMORY;
    }
    list_moves(graph, &made);
    *out = made;
    return CQ_OK;
}

void cq_quarter_free(cq_quarter *quarter)
{
    cq_free_each(quarter->starts, quarter->targets, quarter->links);
    *quarter = (cq_quarter){0};
}

/* ---- ends ---- */

/* The order in which ends are placed: each has a join with one before it. */
static const unsigned placing[CQ_CHAIN_ENDS] = {0, 2, 1, 3};

static bool is_joined(const cq_quarter *quarter, const cq_chain_order *order,
                      const cq_chain_ends *ends, unsigned depth)
{
    unsigned end = placing[depth];

    for (unsigned i = 0; i < depth; i++) {
        unsigned other = placing[i];
        int apart = order->joins[end][other];

        if (ends->square[end] == ends->square[other])
            return false;
        if (apart >= 0 &&
            !(cq_quarter_links(quarter, ends->square[end], ends->square[other]) >>
                  ((unsigned)apart ^ ends->image[end] ^ ends->image[other]) &
              1))
            return false;
    }
    return true;
}

static cq_status place_ends(cq_context *ctx, const cq_quarter *quarter,
                            const cq_chain_order *order, cq_chain_ends *ends,
                            unsigned depth, cq_chain_ends_list *out)
{
    unsigned end, from = 0;
    uint32_t anchor;

    cq_assert(depth <= CQ_CHAIN_ENDS);
    if (depth == CQ_CHAIN_ENDS)
        return cq_vec_push(ctx, out, *ends);
    end = placing[depth];
    while (order->joins[end][placing[from]] < 0)
        from++;
    cq_assert(from < depth);
    from = placing[from];
    anchor = ends->square[from];
    for (size_t e = quarter->starts[anchor]; e < quarter->starts[anchor + 1]; e++) {
        uint32_t target = quarter->targets[e];

        cq_assert(target / CQ_IMAGES < quarter->count && target / CQ_IMAGES != anchor);
        ends->square[end] = target / CQ_IMAGES;
        ends->image[end] = (uint8_t)((target % CQ_IMAGES) ^ ends->image[from] ^
                                     (unsigned)order->joins[end][from]);
        if (is_joined(quarter, order, ends, depth))
            cq_try(place_ends(ctx, quarter, order, ends, depth + 1, out));
    }
    return CQ_OK;
}

cq_status cq_chain_ends_find(cq_context *ctx, const cq_quarter *quarter,
                             const cq_chain_order *order, cq_chain_ends_list *out)
{
    cq_chain_ends ends = {0};

    out->count = 0;
    for (uint32_t square = 0; square < quarter->count; square++) {
        ends.square[placing[0]] = square;
        cq_try(place_ends(ctx, quarter, order, &ends, 1, out));
    }
    return CQ_OK;
}
