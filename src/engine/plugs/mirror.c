/* mirror.c - symmetries of a board as permutations of the vertices of its graph.
 *
 * These are the symmetries of the square that preserve the board; on a cylinder or a
 * torus, also combined with every shift along the joined edges that preserves it. A
 * graph from a file has only the identity, and so has a board with a given end. Every
 * permutation is checked against the edges before it is used. Together they form a
 * group, which folding relies on: if there are too many, all shifts are left out.
 */
#include "engine/plugs/plugs.h"
#include "problem/edge_pairs.h"

#include <string.h>

/* More are not worth their memory; CQ_MIRROR_BITS relies on it. */
enum { MIRRORS_MOST = 1 << CQ_MIRROR_BITS };

typedef struct making {
    const cq_problem *problem;
    const cq_net *net;
    uint32_t *number; /* of the vertex in each cell */
    cq_cell *images;
    cq_mirrors mirrors;
    bool too_many;
} making;

static bool keeps_edges(const cq_net *net, const uint32_t *image)
{
    for (uint32_t v = 0; v < net->hub; v++)
        for (size_t e = net->starts[v]; e < net->starts[v + 1]; e++)
            if (cq_net_edge(net, image[v], image[net->targets[e]]) == SIZE_MAX)
                return false;
    return true;
}

/* As many images as edges: if all are among them, all of them are images. */
static bool keeps_must(const cq_u32s *must, const uint32_t *image)
{
    for (size_t i = 0; i < must->count; i += 2)
        if (!cq_pairs_have(must, image[must->at[i]], image[must->at[i + 1]]))
            return false;
    return true;
}

static bool is_new(const making *m, const uint32_t *image)
{
    size_t n = m->net->vertices;

    for (size_t k = 0; k < m->mirrors.count; k++)
        if (memcmp(m->mirrors.images + k * n, image, n * sizeof *image) == 0)
            return false;
    return true;
}

/* The symmetry in m->images followed by a shift, if it preserves the graph. */
static void try_shift(making *m, uint32_t down, uint32_t right)
{
    const cq_board *board = m->problem->board;
    uint32_t *image = m->mirrors.images + m->mirrors.count * m->net->vertices;

    for (uint32_t v = 0; v < m->net->hub; v++) {
        cq_cell cell = m->images[cq_problem_cell(m->problem, v)];

        if (cell == CQ_NO_CELL)
            return;
        cq_assert(cell < cq_board_size(board));
        cell = (cq_row(board, cell) + down) % board->rows * board->cols +
               (cq_col(board, cell) + right) % board->cols;
        if (m->number[cell] == CQ_NO_CELL)
            return;
        image[v] = m->number[cell];
        cq_assert(image[v] < m->net->hub);
    }
    if (m->net->hub < m->net->vertices)
        image[m->net->hub] = m->net->hub;
    if (!is_new(m, image) || !keeps_edges(m->net, image) ||
        !keeps_must(&m->problem->graph.must, image))
        return;
    if (m->mirrors.count == MIRRORS_MOST)
        m->too_many = true;
    else
        m->mirrors.count++;
}

static void try_all(making *m, bool down_too, bool right_too)
{
    const cq_board *board = m->problem->board;
    uint32_t downs = down_too && board->surface == CQ_TORUS ? board->rows : 1;
    uint32_t rights = right_too && board->surface != CQ_PLANE ? board->cols : 1;
    unsigned symmetries = cq_board_symmetries(board, false);

    m->mirrors.count = 0; /* the identity comes first again */
    m->too_many = false;
    for (unsigned symmetry = 0; symmetry < 8; symmetry++) {
        if (!(symmetries >> symmetry & 1))
            continue;
        cq_board_images(board, symmetry, m->images);
        for (uint32_t right = 0; right < rights; right++)
            for (uint32_t down = 0; down < downs && !m->too_many; down++)
                try_shift(m, down, right);
    }
    cq_assert(m->mirrors.count > 0 && m->mirrors.count <= MIRRORS_MOST);
}

static cq_status from_board(cq_context *ctx, making *m)
{
    const cq_board *board = m->problem->board;
    size_t size = cq_board_size(board);

    m->number = cq_alloc(ctx, size, sizeof *m->number);
    m->images = cq_alloc(ctx, size, sizeof *m->images);
    cq_try_memory(m->number && m->images);
    cq_assert(m->net->hub == m->problem->graph.vertices); /* no post: no ends */
    for (size_t cell = 0; cell < size; cell++)
        m->number[cell] = CQ_NO_CELL;
    for (uint32_t v = 0; v < m->net->hub; v++) {
        cq_cell cell = cq_problem_cell(m->problem, v);

        cq_assert(m->number[cell] == CQ_NO_CELL); /* one vertex a cell */
        m->number[cell] = v;
    }
    try_all(m, true, true);
    if (m->too_many)
        try_all(m, false, true);
    if (m->too_many)
        try_all(m, false, false);
    return CQ_OK;
}

cq_status cq_mirrors_new(cq_context *ctx, const cq_problem *problem, const cq_net *net,
                         cq_mirrors *out)
{
    making m = {.problem = problem, .net = net, .mirrors.count = 1};
    cq_status status = CQ_OK;

    m.mirrors.images = cq_alloc(ctx, ((size_t)MIRRORS_MOST + 1) * net->vertices,
                                sizeof *m.mirrors.images);
    cq_try_memory(m.mirrors.images);
    for (uint32_t v = 0; v < net->vertices; v++)
        m.mirrors.images[v] = v;
    if (problem->board && net->post_at == CQ_NO_VERTEX)
        status = from_board(ctx, &m);
    cq_free_each(m.number, m.images);
    cq_assert(status != CQ_OK || cq_mirrors_check(&m.mirrors, net));
    if (status == CQ_OK)
        *out = m.mirrors;
    else
        cq_free(m.mirrors.images);
    return status;
}

void cq_mirrors_free(cq_mirrors *mirrors)
{
    cq_free(mirrors->images);
    memset(mirrors, 0, sizeof *mirrors);
}
