/* legend.c - what marks mean: lines below the board, each with a sample of an ink.
 *
 * The lines stand below the coordinates, so the coordinates come first. A sample shows
 * the sign that belongs to its ink, since nothing depends on colour alone.
 */
#include "draw/picture.h"

#include <string.h>

/* A line through a point, which goes so far from it to either side. */
static void add_stroke(cq_scene *scene, cq_point at, int32_t across, int32_t down)
{
    cq_scene_line(scene, (cq_point){at.across - across, at.down - down},
                  (cq_point){at.across + across, at.down + down});
}

void cq_build_sign(const cq_builder *b, cq_ink ink, cq_point at, int32_t half)
{
    if (ink == CQ_INK_CROSS) {
        add_stroke(b->scene, at, half, half);
        add_stroke(b->scene, at, half, -half);
    } else if (ink == CQ_INK_PLUS) {
        add_stroke(b->scene, at, half, 0);
        add_stroke(b->scene, at, 0, half);
    } else
        cq_scene_dot(b->scene, at.across, at.down);
}

/* What an ink looks like, in a box of this size. The dots of a coarse picture are too
 * small for it: there a square stands for them. */
static void add_sample(const cq_builder *b, cq_ink ink, cq_point at, int32_t box)
{
    cq_scene *scene = b->scene;
    int32_t half = box / 2;

    if (ink == CQ_INK_DOT && scene->coarse) {
        cq_scene_path(scene, CQ_INK_LABEL, NULL);
        cq_scene_box(scene, at.across - half / 2, at.down - half / 2, half, half);
        return;
    }
    cq_scene_path(scene, ink, NULL);
    if (ink == CQ_INK_DOT || ink == CQ_INK_CROSS || ink == CQ_INK_PLUS)
        cq_build_sign(b, ink, at, half / 2);
    else if ((ink >= CQ_INK_STRAND && ink < CQ_INK_KNOT) || ink == CQ_INK_GONE ||
             ink == CQ_INK_COME)
        add_stroke(scene, at, half * 2 / 3, 0);
    else if (ink == CQ_INK_BAR)
        add_stroke(scene, at, 0, half * 2 / 3);
    else if (ink == CQ_INK_HEAVY)
        cq_scene_box(scene, at.across - half * 2 / 3, at.down - half / 3, half * 4 / 3,
                     half * 2 / 3);
    else
        cq_scene_box(scene, at.across - half, at.down - half, box, box);
}

void cq_legend_add(cq_builder *b, cq_ink ink, const char *text)
{
    cq_scene *scene = b->scene;
    int32_t size = scene->letters, box = size * 5 / 4, left = 0, middle;

    if (!*text)
        return;
    if (b->legend == 0)
        b->legend = scene->bottom + size / 2;
    middle = b->legend + box / 2;
    if (ink != CQ_INK_MARGIN) {
        cq_scene_path(scene, CQ_INK_LIGHT, NULL);
        cq_scene_box(scene, 0, b->legend, box, box);
        add_sample(b, ink, (cq_point){box / 2, middle}, box);
        cq_scene_path(scene, CQ_INK_FRAME, NULL);
        cq_scene_box(scene, 0, b->legend, box, box);
        left = box + size / 2;
    }
    cq_scene_text(scene, CQ_INK_MARGIN, CQ_START, left, middle, size, text);
    b->legend += box + size / 2;
    cq_scene_reach(scene, 0, 0, left + cq_text_width(strlen(text), size), b->legend);
    cq_assert(b->legend > middle && scene->bottom >= b->legend);
}

/* A bar of all colours, from the number of the first square to that of the last. Each
 * box goes on under the next one: no seams can show. */
void cq_build_ages(cq_builder *b)
{
    cq_scene *scene = b->scene;
    int32_t size = scene->letters, width = cq_place(b, b->board->cols);
    int32_t height = size * 2 / 3 > 1 ? size * 2 / 3 : 1, top = scene->bottom + size;
    int32_t left, right;
    char number[24];

    snprintf(number, sizeof number, "%zu", b->what->solution->members.count);
    left = cq_text_width(1, size) + size / 2;
    right = width - cq_text_width(strlen(number), size) - size / 2;
    if (right - left < 4 * size)
        right = left + 4 * size;
    for (int32_t i = 0; i < CQ_TIMES; i++) {
        int32_t from = left + (int32_t)((int64_t)(right - left) * i / CQ_TIMES);
        int32_t to = left + (int32_t)((int64_t)(right - left) * (i + 2) / CQ_TIMES);

        cq_assert(from < right && to > from);
        cq_scene_path(scene, cq_ink_of_time(CQ_INK_BAND, (uint64_t)i, CQ_TIMES), NULL);
        cq_scene_box(scene, from, top, (to < right ? to : right) - from, height);
    }
    cq_scene_text(scene, CQ_INK_MARGIN, CQ_END, left - size / 2, top + height / 2, size,
                  "1");
    cq_scene_text(scene, CQ_INK_MARGIN, CQ_START, right + size / 2, top + height / 2,
                  size, number);
    cq_scene_reach(scene, 0, 0, right + size / 2 + cq_text_width(strlen(number), size),
                   top + height + size / 4);
}
