/* tiling_symmetries.c - which motions of the board keep a tiling problem.
 *
 * A motion keeps the set of pieces if it takes all placements of each piece to all
 * placements of a piece that comes in as many copies. That piece may be another one: a
 * reflection swaps two one-sided pieces that are mirror images of each other. If a
 * motion keeps the board, what it does to the placements follows from its turn or
 * reflection alone, whatever shift comes after, so that at most eight cases are looked
 * at.
 *
 * Pieces that can lie in the same ways and come in as many copies are alike, and yet
 * have names of their own. The i-th of some alike becomes the i-th of those that a
 * motion makes of them: then one motion after the other does to the pieces what their
 * product does, and they are a group. Solutions that differ only in the places of two
 * alike pieces stay different.
 *
 * If all motions of the board keep the orientations of pieces without colours on the
 * plane, they keep the placements too, and comparing a few shapes is enough. Otherwise
 * the placements themselves are compared, as sorted lists: an orientation may have no
 * place on the board, and on a small torus, or with colours that the board does not ask
 * for, different orientations are the same placement.
 *
 * Cost: a few comparisons of shapes, or a sort of all placements for each of the eight.
 */
#include "problem/tiling_symmetries.h"

#include "base/assert.h"
#include "base/sort.h"

#include "problem/placement.h"

#include <stdlib.h>
#include <string.h>

/* ---- lists of placements ---- */

int cq_placement_compare(const cq_cell *a, const cq_cell *b, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_sized(const void *a, const void *b, void *size)
{
    return cq_placement_compare(a, b, *(const size_t *)size);
}

void cq_placement_sort(cq_u32s *cells, size_t size)
{
    size_t count = size ? cells->count / size : 0, kept = 0;

    cq_assert(!size || cells->count % size == 0);

    if (count < 2)
        return;
    cq_sort_by(cells->at, count, size * sizeof *cells->at, compare_sized, &size);
    for (size_t i = 0; i < count; i++) {
        const cq_cell *next = cells->at + i * size;

        if (kept &&
            cq_placement_compare(cells->at + (kept - 1) * size, next, size) == 0)
            continue;
        memmove(cells->at + kept * size, next, size * sizeof *next);
        kept++;
    }
    cells->count = kept * size;
}

bool cq_placement_among(const cq_u32s *cells, size_t size, const cq_cell *placement)
{
    size_t low = 0, high = cells->count / size;

    cq_assert(cells->count % size == 0);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = cq_placement_compare(cells->at + middle * size, placement, size);

        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

typedef struct gathering {
    cq_context *ctx;
    const cq_board *board;
    const cq_pieces *pieces;
    cq_u32s *cells;
} gathering;

static cq_status add_cells(void *user, const cq_cell *cells, size_t count, bool *stop)
{
    gathering *g = user;

    (void)stop;
    cq_try(cq_vec_reserve(g->ctx, g->cells, count));
    memcpy(g->cells->at + g->cells->count, cells, count * sizeof *cells);
    g->cells->count += count;
    return CQ_OK;
}

static cq_status gather_placements(void *user, uint32_t piece, cq_u32s *cells)
{
    gathering *g = user;

    g->cells = cells;
    return cq_placements_visit(g->ctx, g->board, &g->pieces->at[piece], add_cells, g);
}

cq_status cq_placement_list(cq_context *ctx, const cq_board *board,
                            const cq_piece *piece, cq_u32s *out)
{
    cq_u32s cells = {0};
    gathering g = {.ctx = ctx, .board = board, .cells = &cells};
    cq_status status = cq_placements_visit(ctx, board, piece, add_cells, &g);

    if (status != CQ_OK) {
        cq_vec_free(&cells);
        return status;
    }
    cq_placement_sort(&cells, piece->shape.count);
    *out = cells;
    return CQ_OK;
}

void cq_symmetry_place(const cq_symmetries *s, size_t g, const cq_cell *cells,
                       size_t count, cq_cell *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = cq_symmetry_image(s, g, cells[i]);
    cq_sort_few(out, count);
}

/* ---- what pieces turn into ---- */

/* The pieces as what is compared: lists of orientations, or of placements. */
typedef struct forms {
    cq_context *ctx;
    const cq_pieces *pieces;
    const cq_motions *motions;
    bool by_shape;
    cq_shapes *shapes;   /* each sorted */
    cq_u32s *placements; /* each sorted */
    uint32_t *rank;      /* of a piece among those that are alike */
} forms;

static int compare_shapes(const void *a, const void *b)
{
    return cq_shape_compare(a, b);
}

static void sort_shapes(cq_shapes *shapes)
{
    if (shapes->count) /* a piece that cannot lie anywhere has none */
        qsort(shapes->at, shapes->count, sizeof *shapes->at, compare_shapes);
}

static bool same_shapes(const cq_shapes *a, const cq_shapes *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (cq_shape_compare(&a->at[i], &b->at[i]) != 0)
            return false;
    return true;
}

static bool same_cells(const cq_u32s *a, const cq_u32s *b)
{
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->at, b->at, a->count * sizeof *a->at) == 0);
}

static bool same_supply(const cq_piece *a, const cq_piece *b)
{
    return a->least == b->least && a->most == b->most &&
           a->shape.count == b->shape.count;
}

static bool alike(const forms *f, size_t a, size_t b)
{
    return same_supply(&f->pieces->at[a], &f->pieces->at[b]) &&
           (f->by_shape ? same_shapes(&f->shapes[a], &f->shapes[b])
                        : same_cells(&f->placements[a], &f->placements[b]));
}

static void rank_pieces(forms *f)
{
    for (size_t i = 0; i < f->pieces->count; i++)
        for (size_t k = 0; k < i; k++)
            f->rank[i] += alike(f, k, i);
}

static cq_status turn_shapes(const forms *f, size_t piece, unsigned symmetry,
                             cq_shapes *out)
{
    cq_status status = CQ_OK;

    for (size_t i = 0; i < f->shapes[piece].count && status == CQ_OK; i++) {
        cq_shape image;
        bool added;

        status = cq_shape_image(f->ctx, &f->shapes[piece].at[i], symmetry, &image);
        cq_then(status, cq_shapes_add(f->ctx, out, &image, &added));
    }
    sort_shapes(out);
    return status;
}

static cq_status turn_placements(const forms *f, size_t piece, const cq_motion *motion,
                                 cq_u32s *out)
{
    const cq_u32s *from = &f->placements[piece];
    size_t size = f->pieces->at[piece].shape.count;

    cq_try(cq_vec_reserve(f->ctx, out, from->count));
    for (size_t i = 0; i < from->count; i++)
        out->at[out->count++] = cq_motion_image(f->motions, motion, from->at[i]);
    for (size_t i = 0; i < out->count; i += size)
        cq_sort_few(out->at + i, size);
    cq_placement_sort(out, size);
    return CQ_OK;
}

/* What a piece becomes under a motion, or UINT32_MAX: of the pieces that lie as its
 * image does, the one of the same rank. */
static cq_status find_image(const forms *f, size_t piece, const cq_motion *motion,
                            uint32_t *out)
{
    cq_shapes shapes = {0};
    cq_u32s placements = {0};
    cq_status status = f->by_shape ? turn_shapes(f, piece, motion->symmetry, &shapes)
                                   : turn_placements(f, piece, motion, &placements);

    *out = UINT32_MAX;
    for (size_t k = 0; k < f->pieces->count && status == CQ_OK; k++) {
        bool same = same_supply(&f->pieces->at[piece], &f->pieces->at[k]) &&
                    f->rank[k] == f->rank[piece] &&
                    (f->by_shape ? same_shapes(&shapes, &f->shapes[k])
                                 : same_cells(&placements, &f->placements[k]));

        if (same) {
            *out = (uint32_t)k;
            break;
        }
    }
    cq_shapes_free(&shapes);
    cq_vec_free(&placements);
    return status;
}

static cq_status fill_forms(forms *f, cq_gather_fn *gather, void *user)
{
    for (size_t i = 0; i < f->pieces->count; i++)
        if (f->by_shape) {
            cq_try(cq_piece_orientations(f->ctx, &f->pieces->at[i], &f->shapes[i]));
            sort_shapes(&f->shapes[i]);
        } else {
            cq_try(gather(user, (uint32_t)i, &f->placements[i]));
            cq_placement_sort(&f->placements[i], f->pieces->at[i].shape.count);
        }
    rank_pieces(f);
    return CQ_OK;
}

static void free_forms(forms *f)
{
    for (size_t i = 0; f->shapes && i < f->pieces->count; i++)
        cq_shapes_free(&f->shapes[i]);
    for (size_t i = 0; f->placements && i < f->pieces->count; i++)
        cq_vec_free(&f->placements[i]);
    cq_free_each(f->shapes, f->placements, f->rank);
}

/* ---- the group ---- */

/* No two pieces become the same one. */
static bool is_one_to_one(const uint32_t *becomes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cq_hold(becomes[i] < count);
        for (size_t k = 0; k < i; k++)
            cq_hold(becomes[k] != becomes[i]);
    }
    return true;
}

/* Fills becomes[] for the motion's symmetry, or leaves it NULL if some piece becomes
 * none. */
static cq_status turn_pieces(const forms *f, const cq_motion *motion,
                             cq_symmetries *made)
{
    uint32_t *becomes = cq_alloc(f->ctx, f->pieces->count, sizeof *becomes);
    cq_status status = becomes ? CQ_OK : CQ_MEMORY;
    bool whole = true;

    for (size_t i = 0; i < f->pieces->count && status == CQ_OK && whole; i++) {
        if (motion->symmetry == CQ_IDENTITY)
            becomes[i] = (uint32_t)i;
        else
            status = find_image(f, i, motion, &becomes[i]);
        whole = status == CQ_OK && becomes[i] != UINT32_MAX;
    }
    cq_assert(!whole || status != CQ_OK || f->pieces->count > CQ_WALK_PAIRS ||
              is_one_to_one(becomes, f->pieces->count));
    if (whole && status == CQ_OK && cq_rules_kept(f->pieces, becomes))
        made->becomes[motion->symmetry] = becomes;
    else
        cq_free(becomes);
    return status;
}

/* Tries each of the eight that occurs; *all: every piece becomes one under each. */
static cq_status turn_all(const forms *f, cq_symmetries *made, bool *all)
{
    bool tried[8] = {false};

    *all = true;
    for (size_t i = 0; i < made->motions.list.count; i++) {
        const cq_motion *motion = &made->motions.list.at[i];

        if (tried[motion->symmetry])
            continue;
        tried[motion->symmetry] = true;
        cq_try(turn_pieces(f, motion, made));
        *all &= made->becomes[motion->symmetry] != NULL;
    }
    return CQ_OK;
}

static cq_status keep_motions(cq_context *ctx, cq_symmetries *made)
{
    cq_motion_list *list = &made->motions.list;
    size_t kept = 0;

    for (size_t i = 0; i < list->count; i++)
        if (made->becomes[list->at[i].symmetry])
            list->at[kept++] = list->at[i];
    cq_assert(kept > 0 && list->at[0].symmetry == CQ_IDENTITY);
    list->count = kept;
    cq_try(cq_vec_reserve(ctx, &made->inverses, kept));
    for (size_t i = 0; i < kept; i++)
        made->inverses.at[made->inverses.count++] =
            cq_motion_inverse(&made->motions, &list->at[i]);
    return CQ_OK;
}

static void forget_pieces(cq_symmetries *made)
{
    for (unsigned symmetry = 0; symmetry < 8; symmetry++) {
        cq_free(made->becomes[symmetry]);
        made->becomes[symmetry] = NULL;
    }
}

/* What the pieces become, compared by shapes or by placements. */
static cq_status compare_pieces(cq_context *ctx, const cq_pieces *pieces, bool by_shape,
                                cq_gather_fn *gather, void *user, cq_symmetries *made,
                                bool *all)
{
    forms f = {.ctx = ctx, .pieces = pieces, .by_shape = by_shape};
    cq_status status = CQ_MEMORY;

    f.motions = &made->motions;
    f.shapes = cq_zalloc(ctx, pieces->count, sizeof *f.shapes);
    f.placements = cq_zalloc(ctx, pieces->count, sizeof *f.placements);
    f.rank = cq_zalloc(ctx, pieces->count, sizeof *f.rank);
    if (f.shapes && f.placements && f.rank)
        status = CQ_OK;
    if (status == CQ_OK && made->motions.list.count > 1)
        status = fill_forms(&f, gather, user);
    cq_then(status, turn_all(&f, made, all));
    free_forms(&f);
    return status;
}

/* Only motions that take squares which may stay free to such squares. The rest looks at
 * one motion of each turn, which is not enough for that. */
static void keep_allowed(const cq_board *board, const cq_pieces *pieces,
                         cq_motions *motions)
{
    size_t kept = 0;

    for (size_t i = 0; i < motions->list.count; i++) {
        bool keeps = true;

        for (size_t p = 0; p < pieces->count; p++)
            for (cq_cell cell = 0; pieces->at[p].allowed && keeps; cell++) {
                if (cell == cq_board_size(board))
                    break;
                if (cq_board_present(board, cell))
                    keeps = cq_piece_takes(&pieces->at[p], cell) ==
                            cq_piece_takes(
                                &pieces->at[p],
                                cq_motion_image(motions, &motions->list.at[i], cell));
            }
        if (keeps)
            motions->list.at[kept++] = motions->list.at[i];
    }
    motions->list.count = kept;
}

cq_status cq_symmetries_make(cq_context *ctx, const cq_board *board,
                             const cq_pieces *pieces, cq_gather_fn *gather, void *user,
                             cq_symmetries *out)
{
    cq_symmetries made = {.pieces = pieces->count};
    gathering own = {.ctx = ctx, .board = board, .pieces = pieces};
    bool simple = !gather && board->surface == CQ_PLANE && !cq_pieces_coloured(pieces);
    bool all = false;
    cq_status status = cq_motions_make(ctx, board, &made.motions);

    if (status == CQ_OK)
        keep_allowed(board, pieces, &made.motions);
    if (status == CQ_OK && simple)
        status = compare_pieces(ctx, pieces, true, NULL, NULL, &made, &all);
    if (status == CQ_OK && !all) {
        forget_pieces(&made);
        status = compare_pieces(ctx, pieces, false, gather ? gather : gather_placements,
                                gather ? user : &own, &made, &all);
    }
    cq_then(status, keep_motions(ctx, &made));
    if (status != CQ_OK) {
        cq_symmetries_free(&made);
        return status;
    }
    *out = made;
    return CQ_OK;
}

void cq_symmetries_free(cq_symmetries *symmetries)
{
    cq_motions_free(&symmetries->motions);
    cq_vec_free(&symmetries->inverses);
    forget_pieces(symmetries);
    memset(symmetries, 0, sizeof *symmetries);
}
