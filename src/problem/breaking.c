/* breaking.c - breaking the symmetry on one piece.
 *
 * A piece that comes exactly once lies somewhere in every solution. If it is kept to
 * one placement of each orbit under the symmetries, every class of solutions still has
 * a member, and a search that never looks at the other placements saves a factor. The
 * program of 1962 kept one piece to two of its four orientations (Dekkers and
 * Duijvestijn, "Solving a chessboard puzzle with the PASCAL", Philips Technical Review
 * 24).
 *
 * How much is saved depends on which placements are kept. A search that fills the board
 * from the top left corner gains most from those nearest that corner: the piece is then
 * needed early, and if it is missing the branch ends early. The piece with the
 * fewest orbits is taken, and of each orbit the placement with the smallest sum of its
 * rows and columns.
 *
 * `exact` says that no symmetry but the identity takes a kept placement to a kept one:
 * then a class has one solution with a kept placement, and such solutions can simply be
 * counted. Otherwise a placement may be its own image, and whoever gets the solutions
 * must choose among those that are left of a class.
 *
 * A symmetry that makes another piece of this one does not help to keep it to fewer
 * placements: only those that leave the piece what it is make its orbits.
 *
 * Cost: placements of the piece times symmetries times squares.
 */
#include "problem/breaking.h"

#include "base/assert.h"

#include <string.h>

typedef struct maker {
    cq_context *ctx;
    const cq_board *board;
    const cq_pieces *pieces;
    const cq_symmetries *symmetries;
    cq_breaking made;
    cq_u32s all;    /* placements of the piece, sorted */
    cq_cell *image; /* of one placement */
} maker;

static bool comes_once(const cq_piece *piece)
{
    return piece->least == 1 && piece->most == 1;
}

static size_t fixing(const cq_symmetries *s, uint32_t piece)
{
    size_t count = 0;

    for (size_t g = 0; g < cq_symmetries_count(s); g++)
        count += cq_symmetry_piece(s, g, piece) == piece;
    return count;
}

/* ---- near the corner ---- */

static uint64_t distance(const cq_board *board, const cq_cell *cells, size_t count)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += (uint64_t)cq_row(board, cells[i]) + cq_col(board, cells[i]);
    return sum;
}

/* Whether no image of the placement is nearer; *fixed counts the symmetries that take
 * it to itself. */
static bool is_nearest(maker *m, const cq_cell *cells, size_t *fixed)
{
    const cq_symmetries *s = m->symmetries;
    size_t size = m->made.squares;
    uint64_t own = distance(m->board, cells, size);

    *fixed = 0;
    for (size_t g = 0; g < cq_symmetries_count(s); g++) {
        uint64_t other;
        int order;

        if (cq_symmetry_piece(s, g, m->made.piece) != m->made.piece)
            continue;
        cq_symmetry_place(s, g, cells, size, m->image);
        other = distance(m->board, m->image, size);
        order = cq_placement_compare(m->image, cells, size);
        if (other < own || (other == own && order < 0))
            return false;
        *fixed += order == 0;
    }
    return true;
}

static cq_status keep_nearest(maker *m)
{
    size_t size = m->made.squares;

    m->made.exact =
        fixing(m->symmetries, m->made.piece) == cq_symmetries_count(m->symmetries);
    for (size_t i = 0; i < m->all.count; i += size) {
        size_t fixed;

        if (!is_nearest(m, m->all.at + i, &fixed))
            continue;
        cq_try(cq_u32s_append(m->ctx, &m->made.kept, m->all.at + i, size));
        cq_assert(fixed >= 1); /* the identity */
        m->made.exact &= fixed == 1;
    }
    cq_assert(m->made.kept.count % size == 0 && m->made.kept.count <= m->all.count);
    cq_assert(m->made.kept.count || !m->all.count); /* one of each orbit */
    return CQ_OK;
}

/* ---- by orientation ---- */

/* One orientation of the piece as a piece of its own. */
static cq_status list_turn(maker *m, const cq_shape *shape, cq_u32s *out)
{
    cq_piece turned = {.shape = *shape, .least = 1, .most = 1};

    return cq_placement_list(m->ctx, m->board, &turned, out);
}

static size_t find_shape(const cq_shapes *shapes, const cq_shape *shape)
{
    size_t i = 0;

    while (i < shapes->count && cq_shape_compare(&shapes->at[i], shape) != 0)
        i++;
    return i;
}

/* How far the squares are from the corner of their box. */
static uint64_t spread(const cq_shape *shape)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < shape->count; i++)
        sum += (uint64_t)shape->at[i].row + (uint64_t)shape->at[i].col;
    return sum;
}

/* Whether no other orientation of the orbit is nearer to the corner of its box; *free
 * is false if a symmetry keeps the orientation. */
static cq_status is_first_turn(maker *m, const cq_shapes *shapes, size_t turn,
                               bool *first, bool *free)
{
    const cq_symmetries *s = m->symmetries;
    uint64_t own = spread(&shapes->at[turn]);

    *first = *free = true;
    for (size_t g = 1; g < cq_symmetries_count(s) && *free; g++) {
        unsigned symmetry = s->motions.list.at[g].symmetry;
        uint64_t other;
        cq_shape image;
        size_t k;

        cq_try(cq_shape_image(m->ctx, &shapes->at[turn], symmetry, &image));
        other = spread(&image);
        k = find_shape(shapes, &image);
        cq_vec_free(&image);
        *free = k != turn && k != shapes->count;
        *first &= own < other || (own == other && turn < k);
    }
    return CQ_OK;
}

/* One orientation of each orbit as bits, or 0 if a symmetry keeps one. */
static cq_status choose_turns(maker *m, const cq_shapes *shapes, unsigned *out)
{
    unsigned turns = 0;

    *out = 0;
    for (size_t i = 0; i < shapes->count; i++) {
        bool first, free;

        cq_try(is_first_turn(m, shapes, i, &first, &free));
        if (!free)
            return CQ_OK;
        turns |= (unsigned)first << i;
    }
    cq_assert(turns || !shapes->count); /* one of each orbit */
    *out = turns;
    return CQ_OK;
}

static cq_status keep_turns(maker *m, const cq_shapes *shapes, unsigned turns)
{
    cq_u32s *kept = &m->made.kept;

    kept->count = 0;
    for (size_t i = 0; i < shapes->count; i++) {
        cq_u32s list = {0};
        cq_status status = CQ_OK;

        if (turns >> i & 1)
            status = list_turn(m, &shapes->at[i], &list);
        cq_then(status, cq_u32s_append(m->ctx, kept, list.at, list.count));
        cq_vec_free(&list);
        if (status != CQ_OK)
            return status;
    }
    cq_placement_sort(kept, m->made.squares);
    return CQ_OK;
}

/* Whether no symmetry but the identity takes a kept placement to a kept one. With
 * colours that the board does not ask for two orientations can be one placement. */
static bool is_exact(maker *m)
{
    const cq_symmetries *s = m->symmetries;
    size_t size = m->made.squares;

    for (size_t i = 0; i < m->made.kept.count; i += size)
        for (size_t g = 1; g < cq_symmetries_count(s); g++) {
            cq_symmetry_place(s, g, m->made.kept.at + i, size, m->image);
            if (cq_placement_among(&m->made.kept, size, m->image))
                return false;
        }
    return true;
}

static cq_status set_piece(maker *m, uint32_t piece)
{
    m->made.piece = piece;
    m->made.squares = m->pieces->at[piece].shape.count;
    cq_free(m->image);
    m->image = cq_alloc(m->ctx, m->made.squares, sizeof *m->image);
    return m->image ? CQ_OK : CQ_MEMORY;
}

/* Keeps the piece to some orientations; made.exact says whether that works. */
static cq_status try_turns(maker *m, uint32_t piece)
{
    cq_shapes shapes = {0};
    unsigned turns = 0;
    cq_status status = set_piece(m, piece);

    m->made.exact = false;
    cq_then(status, cq_piece_orientations(m->ctx, &m->pieces->at[piece], &shapes));
    cq_then(status, choose_turns(m, &shapes, &turns));
    if (status == CQ_OK && turns) {
        status = keep_turns(m, &shapes, turns);
        m->made.exact = status == CQ_OK && is_exact(m);
    }
    cq_shapes_free(&shapes);
    return status;
}

/* The first piece that can be kept to some of its orientations. */
static cq_status break_turns(maker *m)
{
    size_t all = cq_symmetries_count(m->symmetries);

    if (m->board->surface != CQ_PLANE)
        return CQ_OK;
    for (uint32_t i = 0; i < m->pieces->count; i++) {
        cq_status status;

        if (!comes_once(&m->pieces->at[i]) || fixing(m->symmetries, i) != all)
            continue;
        status = try_turns(m, i);
        if (status != CQ_OK || m->made.exact)
            return status;
    }
    return CQ_OK;
}

/* ---- choosing ---- */

/* The piece with the fewest orbits of placements, roughly. */
static cq_status choose_piece(maker *m, uint32_t *out)
{
    double least = 0;

    *out = UINT32_MAX;
    for (uint32_t i = 0; i < m->pieces->count; i++) {
        const cq_piece *piece = &m->pieces->at[i];
        cq_u32s list = {0};
        size_t placements;
        double orbits;

        if (!comes_once(piece) || fixing(m->symmetries, i) < 2)
            continue;
        cq_try(cq_placement_list(m->ctx, m->board, piece, &list));
        placements = list.count / piece->shape.count;
        orbits = (double)placements / (double)fixing(m->symmetries, i);
        if (*out == UINT32_MAX || orbits < least) {
            *out = i;
            least = orbits;
            cq_vec_free(&m->all);
            m->all = list;
        } else {
            cq_vec_free(&list);
        }
    }
    return CQ_OK;
}

static cq_status break_near(maker *m)
{
    uint32_t piece;
    cq_status status = choose_piece(m, &piece);

    m->made.kept.count = 0;
    m->made.piece = UINT32_MAX;
    m->made.exact = false;
    if (status != CQ_OK || piece == UINT32_MAX)
        return status;
    status = set_piece(m, piece);
    return status == CQ_OK ? keep_nearest(m) : status;
}

/* Which orientations are left, and how many placements there were. */
static cq_status look_at_turns(maker *m)
{
    cq_shapes shapes = {0};
    cq_breaking *b = &m->made;
    cq_status status = cq_piece_orientations(m->ctx, &m->pieces->at[b->piece], &shapes);

    b->whole = true;
    b->placements = m->all.count / b->squares;
    for (size_t i = 0; i < shapes.count && status == CQ_OK; i++) {
        cq_u32s list = {0};
        size_t among = 0;

        status = list_turn(m, &shapes.at[i], &list);
        for (size_t k = 0; k < list.count; k += b->squares)
            among += cq_placement_among(&b->kept, b->squares, list.at + k);
        if (among)
            b->turns |= 1u << i;
        b->whole &= among == 0 || among == list.count / b->squares;
        cq_vec_free(&list);
    }
    cq_assert(status != CQ_OK || (b->turns != 0) == (b->kept.count != 0));
    cq_shapes_free(&shapes);
    return status;
}

cq_status cq_breaking_make(cq_context *ctx, const cq_board *board,
                           const cq_pieces *pieces, const cq_symmetries *symmetries,
                           cq_breaks how, cq_breaking *out)
{
    maker m = {.ctx = ctx, .board = board, .pieces = pieces, .symmetries = symmetries};
    cq_status status = CQ_OK;

    m.made.piece = UINT32_MAX;
    if (how == CQ_BREAKS_TURNS)
        status = break_turns(&m);
    if (status == CQ_OK && m.made.exact)
        status = cq_placement_list(ctx, board, &pieces->at[m.made.piece], &m.all);
    else if (status == CQ_OK)
        status = break_near(&m);
    if (status == CQ_OK && m.made.piece != UINT32_MAX)
        status = look_at_turns(&m);
    cq_vec_free(&m.all);
    cq_free(m.image);
    if (status != CQ_OK) {
        cq_breaking_free(&m.made);
        return status;
    }
    *out = m.made;
    return CQ_OK;
}

void cq_breaking_free(cq_breaking *breaking)
{
    cq_vec_free(&breaking->kept);
}

void cq_placements_break(cq_placements *placements, const cq_breaking *breaking)
{
    cq_placements *p = placements;
    size_t kept = 0, end = 0;

    if (!breaking)
        return;
    for (size_t i = 0; i < cq_placements_count(p); i++) {
        uint32_t start = p->starts.at[i], count = p->starts.at[i + 1] - start;

        if (!cq_breaking_allows(breaking, p->pieces.at[i], p->cells.at + start))
            continue;
        memmove(p->cells.at + end, p->cells.at + start, count * sizeof *p->cells.at);
        end += count;
        if (p->variants.count)
            p->variants.at[kept] = p->variants.at[i];
        p->pieces.at[kept++] = p->pieces.at[i];
        p->starts.at[kept] = (uint32_t)end; /* never one that is still to be read */
    }
    cq_assert(end <= p->cells.count && kept <= p->pieces.count);
    p->pieces.count = kept;
    p->variants.count = p->variants.count ? kept : 0;
    p->starts.count = kept + 1;
    p->cells.count = end;
}
