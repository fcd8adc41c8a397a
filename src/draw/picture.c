/* picture.c - the scale of a picture, and its layers in order.
 *
 * A cell is 40 units, which leaves room for insets in whole numbers. From 10,000 cells
 * on it is 2: the middle of a square is still a whole number, and paths stay short.
 */
#include "draw/picture.h"
#include "draw/sheet.h"

enum { FINE_UNIT = 40, COARSE_UNIT = 2 };

static cq_status set_scale(cq_builder *b)
{
    cq_scene *scene = b->scene;
    uint32_t rows = b->board->rows, cols = b->board->cols;
    int32_t margin;

    scene->side = rows > cols ? rows : cols;
    if (scene->side > CQ_PICTURE_SIDE)
        return cq_fail(b->ctx, CQ_REFUSED,
                       "a picture has room for %u squares a side, this board has %u",
                       CQ_PICTURE_SIDE, scene->side);
    scene->coarse = cq_board_size(b->board) > CQ_COARSE;
    scene->unit = scene->coarse ? COARSE_UNIT : FINE_UNIT;
    scene->letters = scene->unit * 13 / 40;
    scene->texture = scene->unit / 5;
    if (scene->side > 40) {
        int32_t scaled = (int32_t)scene->side * scene->unit;

        scene->letters = scaled / 80 > scene->letters ? scaled / 80 : scene->letters;
        scene->texture = scaled / 200 > scene->texture ? scaled / 200 : scene->texture;
    }
    if (scene->letters < 1)
        scene->letters = 1;
    if (scene->texture < 1)
        scene->texture = 1;
    cq_assert(scene->unit % 2 == 0); /* so that a square has a middle */
    /* Whatever is placed on the board has a place that fits. */
    cq_assert((int64_t)scene->side * scene->unit <= INT32_MAX / 4);
    margin = b->board->surface == CQ_PLANE ? scene->unit / 10 : scene->unit * 2 / 5;
    scene->left = scene->top = -margin;
    scene->right = b->what->sheet_alone ? margin : cq_place(b, cols) + margin;
    scene->bottom = b->what->sheet_alone ? margin : cq_place(b, rows) + margin;
    return CQ_OK;
}

static void point_at(cq_builder *b, cq_cell cell)
{
    cq_scene_path(b->scene, CQ_INK_BAR, "the next square");
    cq_build_cell(b, cell, b->scene->unit / 8);
}

/* A tiling in which squares may stay free. */
static bool has_free(const cq_builder *b)
{
    return b->what->solution && b->problem->kind == CQ_TILING && !b->what->points &&
           cq_problem_free_piece(b->problem) != CQ_NO_PIECE;
}

static cq_status add_lines(cq_builder *b)
{
    if (has_free(b))
        cq_try(cq_build_free(b, true));
    for (size_t i = 0; i < sizeof b->what->lines / sizeof *b->what->lines; i++)
        if (b->what->lines[i])
            cq_legend_add(b, CQ_INK_MARGIN, b->what->lines[i]);
    return CQ_OK;
}

static cq_status build_board(cq_builder *b)
{
    if (b->what->certificate)
        return cq_build_proof(b); /* its legend stands below the coordinates */
    if (b->what->findings)
        return cq_build_findings(b); /* likewise */
    if (b->what->strands)
        return cq_build_strands(b); /* likewise */
    if (b->what->solution) {
        cq_try(b->problem->kind == CQ_TILING ? cq_build_tiling(b) : cq_build_tour(b));
        if (has_free(b)) {
            cq_try(cq_build_free(b, false));
            cq_try(cq_build_frame(b));
        }
    } else {
        cq_try(cq_build_squares(b));
        cq_try(cq_build_frame(b));
        cq_build_colours(b);
        cq_build_given(b);
    }
    if (b->what->points)
        point_at(b, b->what->pointed);
    cq_build_coordinates(b);
    cq_try(add_lines(b));
    if (b->what->solution && b->problem->kind == CQ_TOUR && b->what->by_time)
        cq_build_ages(b);
    return CQ_OK;
}

static cq_status build_layers(cq_builder *b)
{
    if (!b->what->sheet_alone)
        cq_try(build_board(b));
    if (b->scene->coarse || !b->what->sheet)
        return CQ_OK; /* pieces would be no larger than the dots of such a board */
    return cq_build_sheet(b);
}

/* A certificate has described itself by now; everything else by its board. */
static void add_words(cq_builder *b)
{
    char text[CQ_CAPTION_SIZE];

    cq_caption_make(b->what, text);
    b->scene->caption =
        cq_scene_words(b->scene, b->what->caption ? b->what->caption : text);
    cq_caption_board(b->board, text);
    if (b->scene->description == CQ_NO_WORDS)
        b->scene->description = cq_scene_words(b->scene, text);
}

cq_status cq_scene_make(cq_context *ctx, const cq_picture_of *what, cq_scene *out)
{
    cq_scene scene = {.ctx = ctx, .caption = CQ_NO_WORDS, .description = CQ_NO_WORDS};
    const cq_problem *shown = what->sheet_alone ? what->sheet->problem : what->problem;
    cq_builder b = {ctx, what, what->problem, shown->board, &scene, 0};
    cq_status status = set_scale(&b);

    cq_then(status, build_layers(&b));
    if (status == CQ_OK) {
        int32_t pad = scene.letters / 2;

        cq_scene_reach(&scene, scene.left - pad, scene.top - pad, scene.right + pad,
                       scene.bottom + pad);
        add_words(&b);
    }
    cq_then(status, scene.status);
    cq_assert(status != CQ_OK || cq_scene_check(&scene));
    if (status == CQ_OK)
        *out = scene;
    else
        cq_scene_free(&scene);
    return status;
}
