/* proof_scene.c - why not: the board with the squares that a certificate speaks of.
 *
 * Sets are hatched and their neighbours dotted, a cut is crossed and its parts are
 * numbered, the larger of two sides gets a dot in every square, weights are written in
 * the squares; tints only help. A legend below the board says what the marks mean. A
 * piece that fits nowhere is drawn beside the board.
 */
#include "draw/marks.h"
#include "draw/picture.h"

#include <inttypes.h>
#include <string.h>

typedef struct proof {
    cq_builder *b;
    const cq_certificate *certificate;
    cq_marks marks;
} proof;

/* A line round all squares with this mark. */
static cq_status add_wall(proof *p, cq_mark mark)
{
    cq_tracer tracer = {0};

    cq_try(cq_tracer_start(p->b->ctx, p->b->board, p->marks.mark, &tracer));
    cq_scene_path(p->b->scene, CQ_INK_WALL, NULL);
    cq_trace_owner(&tracer, p->b->scene, CQ_OUTLINE_WALLS, mark);
    cq_scene_drop_empty(p->b->scene);
    cq_tracer_stop(&tracer);
    return CQ_OK;
}

/* Hatches or dots all squares with this mark. */
static cq_status add_texture(proof *p, cq_mark mark, cq_ink ink)
{
    size_t size = cq_board_size(p->b->board);

    cq_scene_path(p->b->scene, ink,
                  mark == CQ_MARK_SET ? p->marks.set_text : p->marks.near_text);
    for (size_t cell = 0; cell < size; cell++)
        if (p->marks.mark[cell] == mark)
            cq_build_cell(p->b, (cq_cell)cell, 0);
    cq_scene_drop_empty(p->b->scene);
    return p->b->scene->coarse ? CQ_OK : add_wall(p, mark);
}

/* A dot or a cross in every square of the set. */
static void add_signs(proof *p, cq_ink ink)
{
    cq_scene *scene = p->b->scene;
    size_t size = cq_board_size(p->b->board);
    int32_t half = scene->unit >= 4 ? scene->unit / 4 : 1;

    cq_scene_path(scene, ink, p->marks.set_text);
    for (size_t cell = 0; cell < size; cell++)
        if (p->marks.mark[cell] == CQ_MARK_SET)
            cq_build_sign(p->b, ink, cq_centre(p->b, (cq_cell)cell), half);
    cq_scene_drop_empty(scene);
}

/* A tint and a text for every square with the same number. */
static void add_numbered(proof *p, const uint32_t *tints)
{
    size_t size = cq_board_size(p->b->board);

    for (uint32_t tint = 0; tint < CQ_PALETTE; tint++) {
        cq_scene_path(p->b->scene, cq_ink_member(CQ_INK_FILL, tint), NULL);
        for (size_t cell = 0; cell < size; cell++)
            if (tints[cell] && (tints[cell] - 1) % CQ_PALETTE == tint)
                cq_build_cell(p->b, (cq_cell)cell, 0);
        cq_scene_drop_empty(p->b->scene);
    }
    cq_build_shade(p->b);
}

static void add_number(proof *p, cq_cell cell, int64_t number)
{
    char text[24];
    int length = snprintf(text, sizeof text, "%" PRId64, number);

    cq_build_text(p->b, CQ_INK_LABEL, cell, cq_letter_size(p->b, (size_t)length, 15),
                  text);
}

static void add_parts(proof *p)
{
    size_t size = cq_board_size(p->b->board);

    add_numbered(p, p->marks.part);
    if (!p->b->scene->coarse)
        for (size_t cell = 0; cell < size; cell++)
            if (p->marks.part[cell])
                add_number(p, (cq_cell)cell, p->marks.part[cell]);
    add_signs(p, CQ_INK_CROSS);
}

/* Squares without weight have no tint, so that a pattern can be seen. */
static cq_status add_weights(proof *p)
{
    const int64_t *weights = p->certificate->weights.at;
    size_t size = cq_board_size(p->b->board);
    uint32_t *tints = cq_zalloc(p->b->ctx, size, sizeof *tints);

    cq_try_memory(tints);
    for (size_t cell = 0; cell < size; cell++)
        if (weights[cell] && cq_board_present(p->b->board, (cq_cell)cell))
            tints[cell] = 1 + (uint32_t)(((uint64_t)weights[cell] - 1) % CQ_PALETTE);
    add_numbered(p, tints);
    cq_free(tints);
    if (!p->b->scene->coarse)
        for (size_t cell = 0; cell < size; cell++)
            if (cq_board_present(p->b->board, (cq_cell)cell))
                add_number(p, (cq_cell)cell, weights[cell]);
    return CQ_OK;
}

/* The outline of a piece beside the board, hatched. */
static cq_status add_piece(proof *p)
{
    const cq_piece *piece = &p->b->problem->pieces.at[p->certificate->members.at[0]];
    cq_scene *scene = p->b->scene;
    cq_tracer tracer = {.surface = CQ_PLANE};
    uint32_t *owner = NULL;
    cq_status status = CQ_MEMORY;

    cq_shape_box(&piece->shape, &tracer.rows, &tracer.cols);
    if ((size_t)tracer.rows * tracer.cols > CQ_COARSE || piece->shape.count == 0)
        return CQ_OK; /* the legend names it */
    owner = cq_zalloc(p->b->ctx, (size_t)tracer.rows * tracer.cols, sizeof *owner);
    tracer.seen = cq_zalloc(p->b->ctx, (size_t)tracer.rows * tracer.cols, 1);
    if (!owner || !tracer.seen)
        goto done;
    for (size_t i = 0; i < piece->shape.count; i++) {
        cq_assert((uint32_t)piece->shape.at[i].row < tracer.rows &&
                  (uint32_t)piece->shape.at[i].col < tracer.cols);
        owner[(size_t)piece->shape.at[i].row * tracer.cols +
              (size_t)piece->shape.at[i].col] = 1;
    }
    tracer.owner = owner;
    tracer.origin.across = cq_place(p->b, p->b->board->cols) + scene->unit;
    cq_scene_path(scene, cq_ink_member(CQ_INK_PIECE, 1), piece->name);
    cq_trace_owner(&tracer, scene, CQ_OUTLINE_ALL, 1);
    cq_scene_path(scene, CQ_INK_HATCH, NULL);
    cq_trace_owner(&tracer, scene, CQ_OUTLINE_WALLS, 1);
    cq_scene_reach(scene, 0, 0,
                   tracer.origin.across + (int32_t)tracer.cols * scene->unit,
                   (int32_t)tracer.rows * scene->unit);
    status = CQ_OK;
done:
    tracer.owner = NULL;
    cq_tracer_stop(&tracer);
    cq_free(owner);
    return status;
}

/* What is drawn over the squares, by kind; and the ink of the set in the legend. */
static cq_status add_marks(proof *p, cq_ink *ink)
{
    cq_status status = CQ_OK;

    *ink = CQ_INK_MARGIN;
    switch (p->certificate->proof) {
    case CQ_PROOF_NONE:
    case CQ_PROOF_SYMMETRY:
    case CQ_PROOF_SUMS:
    case CQ_PROOF_EXHAUSTED: break;
    case CQ_PROOF_AREA:
    case CQ_PROOF_COLOURS:
    case CQ_PROOF_BALANCE:
        *ink = CQ_INK_DOT;
        add_signs(p, CQ_INK_DOT);
        break;
    case CQ_PROOF_CUT:
        *ink = CQ_INK_CROSS;
        add_parts(p);
        break;
    case CQ_PROOF_UNPLACEABLE: status = add_piece(p); break;
    case CQ_PROOF_WEIGHTS: status = add_weights(p); break;
    case CQ_PROOF_SUPPLY:
    case CQ_PROOF_UNCOVERABLE:
    case CQ_PROOF_HALL:
    case CQ_PROOF_COVER:
    case CQ_PROOF_DEGREE:
    case CQ_PROOF_ENDS:
    case CQ_PROOF_NUMBERS:
    case CQ_PROOF_FACTOR:
        *ink = CQ_INK_HATCH;
        status = add_texture(p, CQ_MARK_NEAR, CQ_INK_DOTS);
        cq_then(status, add_texture(p, CQ_MARK_SET, CQ_INK_HATCH));
        break;
    }
    return status;
}

/* The legend as sentences, for those who cannot see it. */
static void describe(proof *p, cq_ink ink)
{
    const char *sign = ink == CQ_INK_HATCH   ? "Hatched: "
                       : ink == CQ_INK_DOT   ? "With a dot: "
                       : ink == CQ_INK_CROSS ? "Crossed: "
                                             : "";
    char text[2 * CQ_LEGEND_SIZE + 40];

    if (!*p->marks.set_text)
        return;
    cq_assert(*sign || ink == CQ_INK_MARGIN);
    snprintf(text, sizeof text, "%s%s%s%s", sign, p->marks.set_text,
             *p->marks.near_text ? ". Dotted: " : "", p->marks.near_text);
    p->b->scene->description = cq_scene_words(p->b->scene, text);
}

cq_status cq_build_proof(cq_builder *b)
{
    proof p = {.b = b, .certificate = b->what->certificate};
    cq_status status = cq_marks_make(b->ctx, b->problem, p.certificate, &p.marks);
    cq_ink ink = CQ_INK_MARGIN;

    cq_then(status, cq_build_squares(b));
    cq_then(status, add_marks(&p, &ink));
    cq_then(status, cq_build_frame(b));
    if (status == CQ_OK) {
        cq_build_colours(b);
        cq_build_coordinates(b);
        cq_legend_add(b, ink, p.marks.set_text);
        cq_legend_add(b, CQ_INK_DOTS, p.marks.near_text);
        describe(&p, ink);
    }
    cq_marks_free(&p.marks);
    return status;
}
