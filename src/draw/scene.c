/* scene.c - building a scene: paths, runs, points and texts in growing arrays.
 *
 * A figure that is being filled is the last one, a run the last one, so that nothing is
 * ever inserted and a picture of a million cells is built by appending. About 50 bytes
 * a domino.
 */
#include "draw/scene.h"
#include "base/context.h"
#include "base/utf8.h"

#include <string.h>

void cq_scene_free(cq_scene *scene)
{
    cq_vec_free_each(&scene->figures, &scene->runs, &scene->points, &scene->words,
                     &scene->film.stations);
}

/* A text, or the runs that follow those of the path before it. */
static bool check_figure(const cq_scene *scene, const cq_figure *f, size_t *runs)
{
    cq_hold(f->ink < CQ_INKS && f->step <= scene->film.steps);
    cq_hold(f->words == CQ_NO_WORDS || f->words < scene->words.count);
    if (f->is_text) {
        cq_hold(f->words != CQ_NO_WORDS && f->size > 0 && f->count == 0);
        return true;
    }
    cq_hold(f->first == *runs);
    *runs += f->count;
    return true;
}

bool cq_scene_check(const cq_scene *scene)
{
    const cq_film *film = &scene->film;
    size_t runs = 0, points = 0;

    cq_hold(scene->status == CQ_OK && scene->unit > 0);
    cq_hold(scene->left < scene->right && scene->top < scene->bottom);
    cq_hold(film->steps == 0 || film->stations.count == (size_t)film->steps + 1);
    cq_hold(film->over <= scene->figures.count);
    for (size_t i = 0; i < scene->figures.count; i++) {
        cq_hold(check_figure(scene, &scene->figures.at[i], &runs));
        cq_hold(i > 0 || !scene->figures.at[i].joined);
    }
    cq_hold(runs == scene->runs.count);
    for (size_t i = 0; i < scene->runs.count; i++) {
        cq_hold(scene->runs.at[i].end > points); /* none is empty */
        points = scene->runs.at[i].end;
    }
    cq_hold(points == scene->points.count);
    return true;
}

static void keep(cq_scene *scene, cq_status status)
{
    if (scene->status == CQ_OK)
        scene->status = status;
}

/* The length of the UTF-8 character that a text begins with, 0 if there is none that
 * XML allows: U+FFFE and U+FFFF are no characters there. */
static size_t character_length(const char *text)
{
    bool none = memcmp(text, "\xef\xbf", 2) == 0 && (unsigned char)text[2] >= 0xbe;

    return none ? 0 : cq_utf8_length(text, 4);
}

/* Names come from files: whatever is no character becomes a question mark, since no
 * format could be read with it. */
static void make_readable(char *text)
{
    while (*text) {
        size_t length = character_length(text);

        if (length == 0)
            *text = '?';
        text += length ? length : 1;
    }
}

size_t cq_scene_words(cq_scene *scene, const char *text)
{
    size_t offset = scene->words.count, size = strlen(text) + 1;

    if (scene->status != CQ_OK)
        return CQ_NO_WORDS;
    if (cq_vec_reserve(scene->ctx, &scene->words, size) != CQ_OK) {
        keep(scene, CQ_MEMORY);
        return CQ_NO_WORDS;
    }
    memcpy(scene->words.at + offset, text, size);
    make_readable(scene->words.at + offset);
    cq_assert(strlen(scene->words.at + offset) + 1 == size);
    scene->words.count += size;
    return offset;
}

static void add_path(cq_scene *scene, cq_ink ink, size_t words, bool joined)
{
    cq_figure figure = {.ink = ink,
                        .joined = joined,
                        .words = words,
                        .first = scene->runs.count,
                        .step = scene->step};

    if (scene->status == CQ_OK)
        keep(scene, cq_vec_push(scene->ctx, &scene->figures, figure));
}

void cq_scene_path(cq_scene *scene, cq_ink ink, const char *title)
{
    add_path(scene, ink, title ? cq_scene_words(scene, title) : CQ_NO_WORDS, false);
}

void cq_scene_join(cq_scene *scene, cq_ink ink)
{
    cq_assert(scene->status != CQ_OK || scene->figures.count > 0);
    add_path(scene, ink, CQ_NO_WORDS, true);
}

void cq_scene_point(cq_scene *scene, int32_t across, int32_t down)
{
    cq_point point = {scene->origin.across + across, scene->origin.down + down};

    if (scene->status == CQ_OK)
        keep(scene, cq_vec_push(scene->ctx, &scene->points, point));
}

void cq_scene_end(cq_scene *scene, bool closed)
{
    cq_run run = {scene->points.count, closed, false};

    if (scene->status != CQ_OK)
        return;
    cq_assert(scene->figures.count > 0);
    cq_assert(!scene->figures.at[scene->figures.count - 1].is_text);
    keep(scene, cq_poll_at(scene->ctx, scene->runs.count + 1));
    keep(scene, cq_vec_push(scene->ctx, &scene->runs, run));
    if (scene->status == CQ_OK)
        scene->figures.at[scene->figures.count - 1].count++;
}

void cq_scene_whole(cq_scene *scene)
{
    if (scene->status == CQ_OK && scene->runs.count > 0)
        scene->runs.at[scene->runs.count - 1].whole = true;
}

void cq_scene_drop_empty(cq_scene *scene)
{
    if (scene->status == CQ_OK && scene->figures.count > 0 &&
        !scene->figures.at[scene->figures.count - 1].is_text &&
        scene->figures.at[scene->figures.count - 1].count == 0)
        scene->figures.count--;
}

void cq_scene_box(cq_scene *scene, int32_t across, int32_t down, int32_t width,
                  int32_t height)
{
    cq_scene_point(scene, across, down);
    cq_scene_point(scene, across + width, down);
    cq_scene_point(scene, across + width, down + height);
    cq_scene_point(scene, across, down + height);
    cq_scene_end(scene, true);
    cq_scene_whole(scene);
}

void cq_scene_dot(cq_scene *scene, int32_t across, int32_t down)
{
    cq_scene_point(scene, across, down);
    cq_scene_point(scene, across, down);
    cq_scene_end(scene, false);
    cq_scene_whole(scene);
}

void cq_scene_line(cq_scene *scene, cq_point from, cq_point to)
{
    cq_scene_point(scene, from.across, from.down);
    cq_scene_point(scene, to.across, to.down);
    cq_scene_end(scene, false);
}

void cq_scene_text(cq_scene *scene, cq_ink ink, cq_anchor anchor, int32_t across,
                   int32_t down, int32_t size, const char *text)
{
    cq_figure figure = {
        .ink = ink,
        .is_text = true,
        .words = cq_scene_words(scene, text),
        .anchor = anchor,
        .at = {scene->origin.across + across, scene->origin.down + down},
        .size = size,
        .step = scene->step};

    if (scene->status == CQ_OK)
        keep(scene, cq_vec_push(scene->ctx, &scene->figures, figure));
}

void cq_scene_reach(cq_scene *scene, int32_t left, int32_t top, int32_t right,
                    int32_t bottom)
{
    cq_point o = scene->origin;

    scene->left = o.across + left < scene->left ? o.across + left : scene->left;
    scene->top = o.down + top < scene->top ? o.down + top : scene->top;
    scene->right = o.across + right > scene->right ? o.across + right : scene->right;
    scene->bottom = o.down + bottom > scene->bottom ? o.down + bottom : scene->bottom;
    cq_assert(scene->left <= o.across + left && o.across + right <= scene->right);
}

size_t cq_scene_run(const cq_scene *scene, size_t run, const cq_point **points)
{
    size_t begin = run ? scene->runs.at[run - 1].end : 0;

    cq_assert(run < scene->runs.count && begin <= scene->runs.at[run].end);
    *points = scene->points.at + begin;
    return scene->runs.at[run].end - begin;
}

bool cq_scene_goes_on(const cq_scene *scene, size_t run)
{
    return cq_poll_at(scene->ctx, run) == CQ_OK;
}
