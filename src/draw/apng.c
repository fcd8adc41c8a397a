/* apng.c - a walk as an animated PNG: the frames, and what changes between them.
 *
 * Two drawings grow while the walk goes on: the board with the lines, and above it, on
 * nothing, the discs and numbers. A frame is the one, the other and the walker on top.
 * What differs from the frame before is cut out as the smallest rectangle; within it,
 * what is the same becomes a colour that is declared transparent, so that it packs into
 * almost nothing. png_frames.c makes chunks of it.
 *
 * The picture that viewers show which know no animation is the whole walk, and no frame
 * of it. A short walk has three frames a step, so that the walker glides; there are at
 * most CQ_FILM_STEPS steps, and at most about as many frames, whatever the length
 * of the walk. The longer side is about 800 pixels, which bounds the cost of a frame.
 */
#include "draw/cairo.h"
#include "draw/png_frames.h"

#include <math.h>
#include <string.h>

enum { CELL = 40, SIDE = 800 };
/* Walks of fewer steps have three frames a step, or two. */
enum { GLIDE_WELL = 100, GLIDE = 200 };
/* No ink is near it; a pixel that happens to have it is changed by one. */
#define UNCHANGED UINT32_C(0xfe01fd)
#define COLOUR UINT32_C(0xffffff)

typedef struct drawing {
    unsigned char *pixels;
    cairo_surface_t *surface;
    cairo_t *cr;
} drawing;

/* Figures in the order of their steps. */
typedef struct cursor {
    size_t at, end;
} cursor;

typedef struct filming {
    cq_context *ctx;
    const cq_scene *scene;
    double scale;
    int width, height, stride;
    drawing lines, squares; /* what has been drawn so far, and above it */
    drawing frame, before;  /* this frame, and the one before it */
    drawing change;         /* what differs */
    cq_png_frames png;
    uint32_t glides; /* frames a step */
} filming;

static cq_status open_drawing(const filming *f, cairo_format_t format, drawing *out)
{
    out->pixels = cq_zalloc(f->ctx, (size_t)f->height, (size_t)f->stride);
    cq_try_memory(out->pixels);
    out->surface = cairo_image_surface_create_for_data(out->pixels, format, f->width,
                                                       f->height, f->stride);
    out->cr = cairo_create(out->surface);
    cq_cairo_begin(out->cr, f->scene, f->scale);
    return cq_cairo_status(f->ctx, cairo_status(out->cr));
}

static void close_drawing(drawing *d)
{
    if (d->cr)
        cairo_destroy(d->cr);
    if (d->surface)
        cairo_surface_destroy(d->surface);
    cq_free(d->pixels);
}

/* Rows begin at multiples of four bytes. */
static uint32_t *row_of(const filming *f, const drawing *d, int row)
{
    cq_assert(row >= 0 && row < f->height && f->stride % 4 == 0);
    return (uint32_t *)(void *)(d->pixels + (size_t)row * (size_t)f->stride);
}

/* ---- drawing ---- */

static void fill_white(cairo_t *cr)
{
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
}

/* Everything that is there from the beginning; the cursor then stands on the first
 * figure that has a step. */
static void draw_still(const filming *f, cairo_t *cr, cursor *c)
{
    size_t first = c->end;

    for (size_t i = c->at; i < c->end; i++)
        if (f->scene->figures.at[i].step == 0)
            cq_cairo_figure(cr, f->scene, &f->scene->figures.at[i]);
        else if (first == c->end)
            first = i;
    c->at = first;
}

static void draw_step(const filming *f, cairo_t *cr, cursor *c, uint32_t step)
{
    for (; c->at < c->end && f->scene->figures.at[c->at].step == step; c->at++)
        cq_cairo_figure(cr, f->scene, &f->scene->figures.at[c->at]);
}

/* What is left was there from the beginning. */
static bool all_drawn(const filming *f, const cursor *c)
{
    for (size_t i = c->at; i < c->end; i++)
        cq_hold(f->scene->figures.at[i].step == 0);
    return true;
}

static void lay_over(drawing *ground, const drawing *layer, cairo_operator_t how)
{
    cairo_save(ground->cr);
    cairo_identity_matrix(ground->cr);
    cairo_set_operator(ground->cr, how);
    cairo_set_source_surface(ground->cr, layer->surface, 0, 0);
    cairo_paint(ground->cr);
    cairo_restore(ground->cr);
}

/* Where the walker is, `part` of the way through a step, from 0 to 1. */
static cq_point place_of(const cq_film *film, uint32_t step, double part)
{
    cq_point from = film->stations.at[step - 1], to = film->stations.at[step];

    cq_assert(step > 0 && step <= film->steps && part >= 0 && part <= 1);
    if (film->jumps)
        return part < 1 ? from : to;
    return (cq_point){
        from.across + (int32_t)lround(part * (to.across - (double)from.across)),
        from.down + (int32_t)lround(part * (to.down - (double)from.down))};
}

/* The frame `part` of the way through a step, whose line `next` is. */
static void draw_frame(filming *f, const cursor *next, uint32_t step, double part)
{
    const cq_film *film = &f->scene->film;
    cq_point at = place_of(film, step, part);
    bool growing = part > 0 && part < 1 && !film->jumps && next->at < next->end;

    lay_over(&f->frame, &f->lines, CAIRO_OPERATOR_SOURCE);
    if (growing &&
        cq_style_of(f->scene->figures.at[next->at].ink).stroke != CQ_NO_PAINT)
        cq_cairo_stroke(f->frame.cr, f->scene, f->scene->figures.at[next->at].ink, 1,
                        film->stations.at[step - 1], at);
    lay_over(&f->frame, &f->squares, CAIRO_OPERATOR_OVER);
    cq_cairo_stroke(f->frame.cr, f->scene, CQ_INK_HALO, film->bold, at, at);
    cq_cairo_stroke(f->frame.cr, f->scene, CQ_INK_WALKER, film->bold, at, at);
}

/* ---- changes ---- */

typedef struct area {
    int left, top, right, bottom; /* right and bottom are outside of it */
} area;

/* The byte above the colour means nothing. */
static bool differ(uint32_t pixel, uint32_t other)
{
    return ((pixel ^ other) & COLOUR) != 0;
}

/* What differs, at least one pixel, as a frame must have one. */
static area find_change(const filming *f)
{
    area found = {f->width, f->height, 0, 0};

    for (int row = 0; row < f->height; row++) {
        const uint32_t *now = row_of(f, &f->frame, row);
        const uint32_t *old = row_of(f, &f->before, row);
        int left = 0, right = f->width;

        while (left < right && !differ(now[left], old[left]))
            left++;
        while (right > left && !differ(now[right - 1], old[right - 1]))
            right--;
        if (left == right)
            continue;
        found.left = left < found.left ? left : found.left;
        found.right = right > found.right ? right : found.right;
        found.top = row < found.top ? row : found.top;
        found.bottom = row + 1;
    }
    return found.right ? found : (area){0, 0, 1, 1};
}

static uint32_t visible(uint32_t pixel)
{
    return (pixel & COLOUR) == UNCHANGED ? pixel ^ 1 : pixel;
}

/* Puts the changed pixels of the area into `change`, all of them if `all`. */
static void cut_out(const filming *f, const area *a, bool all)
{
    cq_assert(a->left >= 0 && a->left < a->right && a->right <= f->width);
    cq_assert(a->top >= 0 && a->top < a->bottom && a->bottom <= f->height);
    cairo_surface_flush(f->change.surface);
    for (int row = a->top; row < a->bottom; row++) {
        const uint32_t *now = row_of(f, &f->frame, row);
        const uint32_t *old = row_of(f, &f->before, row);
        uint32_t *out = row_of(f, &f->change, row);

        for (int col = a->left; col < a->right; col++)
            out[col] = all || differ(now[col], old[col]) ? visible(now[col])
                                                         : (uint32_t)UNCHANGED;
    }
    cairo_surface_mark_dirty(f->change.surface);
}

/* The frame as it is drawn goes into the file. */
static cq_status add_frame(filming *f, bool first, double seconds)
{
    area all = {0, 0, f->width, f->height}, a;
    double wanted = round(seconds * 1000);
    cairo_surface_t *part;
    cq_png_frame frame;
    cq_status status;

    cairo_surface_flush(f->frame.surface);
    a = first ? all : find_change(f);
    cut_out(f, &a, first);
    frame = (cq_png_frame){(uint32_t)a.left,
                           (uint32_t)a.top,
                           (uint32_t)(a.right - a.left),
                           (uint32_t)(a.bottom - a.top),
                           (uint32_t)fmin(65535, fmax(10, wanted)),
                           !first};
    part = cairo_image_surface_create_for_data(
        (unsigned char *)(row_of(f, &f->change, a.top) + a.left), CAIRO_FORMAT_RGB24,
        (int)frame.width, (int)frame.height, f->stride);
    status = cq_png_add(&f->png, part, &frame);
    cairo_surface_destroy(part);
    memcpy(f->before.pixels, f->frame.pixels, (size_t)f->height * (size_t)f->stride);
    return status;
}

/* ---- the whole ---- */

/* The picture of the whole walk, before all frames. */
static cq_status add_whole(filming *f)
{
    const cq_film *film = &f->scene->film;
    area all = {0, 0, f->width, f->height};
    uint32_t frames = film->steps * f->glides + 2;

    fill_white(f->frame.cr);
    cq_cairo_figures(f->frame.cr, f->scene, 0, f->scene->figures.count);
    cairo_surface_flush(f->frame.surface);
    cut_out(f, &all, true);
    return cq_png_begin(&f->png, f->change.surface, frames, UNCHANGED);
}

static cq_status add_steps(filming *f)
{
    const cq_scene *scene = f->scene;
    const cq_film *film = &scene->film;
    cursor under = {0, film->over}, over = {film->over, scene->figures.count};
    double seconds = film->seconds / f->glides;

    fill_white(f->lines.cr);
    draw_still(f, f->lines.cr, &under);
    draw_still(f, f->squares.cr, &over);
    draw_frame(f, &under, 1, 0);
    cq_try(add_frame(f, true, seconds));
    for (uint32_t step = 1; step <= film->steps; step++)
        for (uint32_t i = 1; i <= f->glides; i++) {
            if (i == f->glides) {
                draw_step(f, f->lines.cr, &under, step);
                draw_step(f, f->squares.cr, &over, step);
            }
            draw_frame(f, &under, step, (double)i / f->glides);
            cq_try(add_frame(f, false, seconds));
        }
    cq_assert(f->png.sequence > film->steps * f->glides);
    cq_assert(all_drawn(f, &under) && all_drawn(f, &over));
    lay_over(&f->frame, &f->lines, CAIRO_OPERATOR_SOURCE);
    lay_over(&f->frame, &f->squares, CAIRO_OPERATOR_OVER);
    return add_frame(f, false, film->rest * film->seconds);
}

static cq_status open_drawings(filming *f)
{
    drawing *const drawings[] = {&f->lines, &f->frame, &f->before, &f->change};

    cq_try(open_drawing(f, CAIRO_FORMAT_ARGB32, &f->squares));
    for (size_t i = 0; i < 4; i++)
        cq_try(open_drawing(f, CAIRO_FORMAT_RGB24, drawings[i]));
    return CQ_OK;
}

static void stop_filming(filming *f)
{
    close_drawing(&f->lines);
    close_drawing(&f->squares);
    close_drawing(&f->frame);
    close_drawing(&f->before);
    close_drawing(&f->change);
    cq_vec_free(&f->png.packed);
}

cq_status cq_apng_write(cq_context *ctx, const cq_scene *scene, FILE *out)
{
    double cell = fmin(CELL, (double)SIDE / scene->side);
    uint32_t steps = scene->film.steps;
    filming f = {.ctx = ctx,
                 .scene = scene,
                 .scale = cell / scene->unit,
                 .png = {.ctx = ctx, .out = out},
                 .glides = steps <= GLIDE_WELL ? 3
                           : steps <= GLIDE    ? 2
                                               : 1};
    cq_status status;

    if (steps == 0)
        return cq_png_write(ctx, scene, out);
    if (scene->film.jumps)
        f.glides = 1;
    f.width = (int)ceil(cq_scene_wide(scene) * f.scale);
    f.height = (int)ceil(cq_scene_high(scene) * f.scale);
    f.stride = cairo_format_stride_for_width(CAIRO_FORMAT_ARGB32, f.width);
    cq_assert(f.width > 0 && f.height > 0 && f.glides > 0);
    status = open_drawings(&f);
    cq_then(status, add_whole(&f));
    cq_then(status, add_steps(&f));
    if (status == CQ_OK)
        cq_png_end(&f.png);
    stop_filming(&f);
    return status;
}
