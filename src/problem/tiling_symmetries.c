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
    for (size_t i = 1; i < kept; i++)
        cq_assert(cq_placement_compare(cells->at + (i - 1) * size, cells->at + i * size,
                                       size) < 0);
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
    return cq_u32s_append(g->ctx, g->cells, cells, count);
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

/* A piece as what is compared: its orientations or its placements, sorted; the other
 * list is empty. */
typedef struct form {
    cq_shapes shapes;
    cq_u32s placements;
} form;

typedef struct forms {
    cq_context *ctx;
    const cq_pieces *pieces;
    const cq_motions *motions;
    bool by_shape;
    form *of;       /* of each piece */
    uint32_t *rank; /* of a piece among those that are alike */
} forms;

static void free_form(form *f)
{
    cq_shapes_free(&f->shapes);
    cq_vec_free(&f->placements);
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

/* Whether a piece has another's copies, and a form: its own, or what it turns into. */
static bool is_alike(const forms *f, size_t piece, const form *turned, size_t other)
{
    return same_supply(&f->pieces->at[piece], &f->pieces->at[other]) &&
           same_shapes(&turned->shapes, &f->of[other].shapes) &&
           same_cells(&turned->placements, &f->of[other].placements);
}

static void rank_pieces(forms *f)
{
    for (size_t i = 0; i < f->pieces->count; i++)
        for (size_t k = 0; k < i; k++)
            f->rank[i] += is_alike(f, i, &f->of[i], k);
}

static cq_status turn_shapes(const forms *f, size_t piece, unsigned symmetry,
                             cq_shapes *out)
{
    const cq_shapes *from = &f->of[piece].shapes;

    for (size_t i = 0; i < from->count; i++) {
        cq_shape image;
        bool added;

        cq_try(cq_shape_image(f->ctx, &from->at[i], symmetry, &image));
        cq_try(cq_shapes_add(f->ctx, out, &image, &added));
        cq_assert(added); /* a symmetry takes different shapes to different ones */
    }
    cq_shapes_sort(out);
    return CQ_OK;
}

static cq_status turn_placements(const forms *f, size_t piece, const cq_motion *motion,
                                 cq_u32s *out)
{
    const cq_u32s *from = &f->of[piece].placements;
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
    form turned = {0};
    cq_status status = f->by_shape
                           ? turn_shapes(f, piece, motion->symmetry, &turned.shapes)
                           : turn_placements(f, piece, motion, &turned.placements);

    *out = UINT32_MAX;
    for (uint32_t k = 0; status == CQ_OK && *out == UINT32_MAX && k < f->pieces->count;
         k++)
        if (f->rank[k] == f->rank[piece] && is_alike(f, piece, &turned, k))
            *out = k;
    free_form(&turned);
    return status;
}

static cq_status fill_forms(forms *f, cq_gather_fn *gather, void *user)
{
    for (size_t i = 0; i < f->pieces->count; i++)
        if (f->by_shape) {
            cq_try(cq_piece_orientations(f->ctx, &f->pieces->at[i], &f->of[i].shapes));
            cq_shapes_sort(&f->of[i].shapes);
        } else {
            cq_try(gather(user, (uint32_t)i, &f->of[i].placements));
            cq_placement_sort(&f->of[i].placements, f->pieces->at[i].shape.count);
        }
    rank_pieces(f);
    return CQ_OK;
}

static void free_forms(forms *f)
{
    for (size_t i = 0; f->of && i < f->pieces->count; i++)
        free_form(&f->of[i]);
    cq_free_each(f->of, f->rank);
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
    cq_status status;

    f.motions = &made->motions;
    f.of = cq_zalloc(ctx, pieces->count, sizeof *f.of);
    f.rank = cq_zalloc(ctx, pieces->count, sizeof *f.rank);
    status = f.of && f.rank ? CQ_OK : CQ_MEMORY;
    if (status == CQ_OK && made->motions.list.count > 1)
        status = fill_forms(&f, gather, user);
    cq_then(status, turn_all(&f, made, all));
    free_forms(&f);
    return status;
}

/* Whether a motion takes squares that the piece may cover to such squares. */
static bool keeps_allowed(const cq_motions *motions, const cq_motion *motion,
                          const cq_piece *piece)
{
    const cq_board *board = motions->board;
    bool keeps = true;

    for (cq_cell cell = 0; piece->allowed && keeps && cell < cq_board_size(board);
         cell++)
        if (cq_board_present(board, cell))
            keeps = cq_piece_takes(piece, cell) ==
                    cq_piece_takes(piece, cq_motion_image(motions, motion, cell));
    return keeps;
}

/* Only motions that keep the squares which may stay free. The rest looks at one motion
 * of each turn, which is not enough for that. */
static void keep_allowed(const cq_pieces *pieces, cq_motions *motions)
{
    size_t kept = 0;

    for (size_t i = 0; i < motions->list.count; i++) {
        bool keeps = true;

        for (size_t p = 0; p < pieces->count && keeps; p++)
            keeps = keeps_allowed(motions, &motions->list.at[i], &pieces->at[p]);
        if (keeps)
            motions->list.at[kept++] = motions->list.at[i];
    }
    cq_assert(kept > 0); /* the identity keeps everything */
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
        keep_allowed(pieces, &made.motions);
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
