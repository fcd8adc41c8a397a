/* cairo.c - a scene as PNG and PDF, through cairo.
 *
 * Both walk over the same figures; only the surface and its scale differ. A PNG has 40
 * pixels a cell, fewer for large boards so that its longer side stays near 4,000, and
 * never fewer than 2; its pixels are in memory of ours, counted against the limit. A
 * PDF has 24 points a cell, or a longer side of 1,440 points.
 *
 * Paths of very many shapes are painted in chunks of whole ones, holes and all: cairo
 * sorts the edges of a path, and is slower with all of them at once.
 *
 * Textures are small surfaces that repeat; on a PDF they stay drawings.
 */
#include "draw/cairo.h"

#include <math.h>
#include <string.h>

enum { PNG_CELL = 40, PNG_SIDE = 4000, PNG_LEAST = 2, PNG_MOST = 32767 };
enum { PDF_CELL = 24, PDF_SIDE = 1440 };
enum { CHUNK = 1000, LINE = 4096 }; /* runs, points of a line, drawn at once */

static void set_paint(cairo_t *cr, uint32_t colour, double opacity)
{
    cairo_set_source_rgba(cr, (colour >> 16) / 255.0, (colour >> 8 & 255) / 255.0,
                          (colour & 255) / 255.0, opacity);
}

/* A tile of the texture in its own surface, `size` units in the scene's scale. */
static void draw_tile(cairo_t *tile, const cq_style *style, double size)
{
    set_paint(tile, style->fill, 1);
    if (style->texture == CQ_DOTTED) {
        cairo_arc(tile, size / 2, size / 2, size / 5, 0, 2 * M_PI);
        cairo_fill(tile);
        return;
    }
    cairo_set_line_width(tile, 0.15 * size);
    for (int i = 0; i < 3; i++) {
        cairo_move_to(tile, -0.5 * size, (0.5 + i) * size);
        cairo_line_to(tile, (0.5 + i) * size, -0.5 * size);
        cairo_stroke(tile);
    }
}

/* Takes the texture as the source. The tile is a whole number of device units large, so
 * that it meets itself without a seam. */
static void set_texture(cairo_t *cr, const cq_scene *scene, const cq_style *style)
{
    double scale, unused = 0, size, wish = scene->texture;
    cairo_surface_t *surface;
    cairo_pattern_t *pattern;
    cairo_matrix_t matrix;
    cairo_t *tile;

    scale = 1;
    cairo_user_to_device_distance(cr, &scale, &unused);
    size = fmax(3, round(wish * scale));
    surface = cairo_surface_create_similar(
        cairo_get_target(cr), CAIRO_CONTENT_COLOR_ALPHA, (int)size, (int)size);
    tile = cairo_create(surface);
    draw_tile(tile, style, size);
    cairo_destroy(tile);
    pattern = cairo_pattern_create_for_surface(surface);
    cairo_surface_destroy(surface);
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT);
    cairo_matrix_init_scale(&matrix, scale, scale);
    cairo_pattern_set_matrix(pattern, &matrix);
    cairo_set_source(cr, pattern);
    cairo_pattern_destroy(pattern);
}

/* Fills and strokes what the path has so far, and clears it. A texture is the source
 * already. */
static void paint(cairo_t *cr, const cq_scene *scene, const cq_style *style)
{
    if (style->fill != CQ_NO_PAINT) {
        if (style->texture == CQ_SOLID)
            set_paint(cr, style->fill, style->opacity);
        cairo_fill_preserve(cr);
    }
    if (style->stroke != CQ_NO_PAINT) {
        double width = cq_scene_width(scene, style->width), dash = 3 * width;

        set_paint(cr, style->stroke, 1);
        cairo_set_line_width(cr, width);
        cairo_set_dash(cr, &dash, style->dashed, 0);
        cairo_stroke_preserve(cr);
    }
    cairo_new_path(cr);
}

/* A line without dashes looks the same in pieces: their ends are round, as its corners
 * are. Cairo takes a second for 150,000 points at once. */
static bool is_line(const cq_style *style)
{
    return style->fill == CQ_NO_PAINT && style->stroke != CQ_NO_PAINT && !style->dashed;
}

/* A run into the path; a long line is painted piece by piece. */
static void add_run(cairo_t *cr, const cq_scene *scene, const cq_style *style,
                    size_t run)
{
    const cq_point *points;
    size_t count = cq_scene_run(scene, run, &points);
    bool pieces = count > LINE && is_line(style), closed = scene->runs.at[run].closed;

    cq_assert(count > 0);
    for (size_t k = 0; k < count; k++) {
        if (k)
            cairo_line_to(cr, points[k].across, points[k].down);
        if (k == 0 || (pieces && k % LINE == 0)) {
            if (k)
                paint(cr, scene, style);
            if (pieces && cq_poll(scene->ctx) != CQ_OK)
                return;
            cairo_move_to(cr, points[k].across, points[k].down);
        }
    }
    if (closed && pieces)
        cairo_line_to(cr, points[0].across, points[0].down);
    else if (closed)
        cairo_close_path(cr);
}

static void draw_path(cairo_t *cr, const cq_scene *scene, const cq_figure *figure)
{
    cq_style style = cq_style_of(figure->ink);
    size_t pending = 0;

    if (style.texture != CQ_SOLID)
        set_texture(cr, scene, &style);
    for (size_t i = 0; i < figure->count && cq_scene_goes_on(scene, i); i++) {
        add_run(cr, scene, &style, figure->first + i);
        if (++pending >= CHUNK && scene->runs.at[figure->first + i].whole) {
            paint(cr, scene, &style);
            pending = 0;
        }
    }
    paint(cr, scene, &style);
}

static void draw_text(cairo_t *cr, const cq_scene *scene, const cq_figure *figure)
{
    cq_style style = cq_style_of(figure->ink);
    const char *text = cq_scene_string(scene, figure->words);
    cairo_text_extents_t extents;
    double across = figure->at.across;

    set_paint(cr, style.fill, 1);
    /* Here and not once for all: looking for fonts takes time that a picture without
     * text need not spend; cairo keeps what it found. */
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, figure->size);
    cairo_text_extents(cr, text, &extents);
    if (figure->anchor == CQ_MIDDLE)
        across -= extents.x_advance / 2;
    else if (figure->anchor == CQ_END)
        across -= extents.x_advance;
    cairo_move_to(cr, across, figure->at.down + 0.36 * figure->size);
    cairo_show_text(cr, text);
    cairo_new_path(cr);
}

void cq_cairo_begin(cairo_t *cr, const cq_scene *scene, double scale)
{
    cairo_scale(cr, scale, scale);
    cairo_translate(cr, -scene->left, -scene->top);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
}

void cq_cairo_figure(cairo_t *cr, const cq_scene *scene, const cq_figure *figure)
{
    if (figure->is_text)
        draw_text(cr, scene, figure);
    else
        draw_path(cr, scene, figure);
}

/* Looking at the clock is cheap beside a figure, and a picture may have thousands. */
void cq_cairo_figures(cairo_t *cr, const cq_scene *scene, size_t first, size_t end)
{
    for (size_t i = first; i < end && cq_poll(scene->ctx) == CQ_OK; i++)
        cq_cairo_figure(cr, scene, &scene->figures.at[i]);
}

void cq_cairo_scene(cairo_t *cr, const cq_scene *scene, double scale)
{
    cq_cairo_begin(cr, scene, scale);
    cq_cairo_figures(cr, scene, 0, scene->figures.count);
}

void cq_cairo_stroke(cairo_t *cr, const cq_scene *scene, cq_ink ink, double bold,
                     cq_point from, cq_point to)
{
    cq_style style = cq_style_of(ink);

    style.width *= bold;
    cairo_move_to(cr, from.across, from.down);
    cairo_line_to(cr, to.across, to.down);
    paint(cr, scene, &style);
}

cairo_status_t cq_cairo_write(void *closure, const unsigned char *data,
                              unsigned int length)
{
    FILE *out = closure;

    return fwrite(data, 1, length, out) == length ? CAIRO_STATUS_SUCCESS
                                                  : CAIRO_STATUS_WRITE_ERROR;
}

cq_status cq_cairo_status(cq_context *ctx, cairo_status_t status)
{
    if (status == CAIRO_STATUS_SUCCESS)
        return CQ_OK;
    if (status == CAIRO_STATUS_NO_MEMORY)
        return cq_fail(ctx, CQ_MEMORY, "out of memory while drawing");
    return cq_fail(ctx, CQ_IO, "cannot write the picture: %s",
                   cairo_status_to_string(status));
}

/* Where a picture is written, until the context is stopped: compressing a large one
 * takes longer than drawing it. */
typedef struct sink {
    cq_context *ctx;
    FILE *out;
} sink;

static cairo_status_t write_or_stop(void *closure, const unsigned char *data,
                                    unsigned int length)
{
    const sink *s = closure;

    return cq_poll(s->ctx) == CQ_OK ? cq_cairo_write(s->out, data, length)
                                    : CAIRO_STATUS_WRITE_ERROR;
}

/* A stop is no failure to write. */
static cq_status outcome(cq_context *ctx, cairo_status_t status)
{
    cq_try(cq_poll(ctx));
    return cq_cairo_status(ctx, status);
}

/* Draws on the surface and hands its status on. */
static cairo_status_t draw_on(cairo_surface_t *surface, const cq_scene *scene,
                              double scale)
{
    cairo_t *cr = cairo_create(surface);
    cairo_status_t status;

    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cq_cairo_scene(cr, scene, scale);
    status = cairo_status(cr);
    cairo_destroy(cr);
    return status;
}

cq_status cq_png_write(cq_context *ctx, const cq_scene *scene, FILE *out)
{
    int cell = PNG_CELL;
    double scale, width, height;
    unsigned char *pixels;
    sink to = {ctx, out};
    cairo_surface_t *surface;
    cairo_status_t status;
    int stride;

    if (scene->side > PNG_SIDE / PNG_CELL)
        cell = scene->side > PNG_SIDE / PNG_LEAST ? PNG_LEAST
                                                  : (int)(PNG_SIDE / scene->side);
    scale = (double)cell / scene->unit;
    width = ceil(cq_scene_wide(scene) * scale);
    height = ceil(cq_scene_high(scene) * scale);
    if (width > PNG_MOST || height > PNG_MOST)
        return cq_fail(ctx, CQ_REFUSED,
                       "a PNG picture of this board would be %.0f x %.0f pixels, the "
                       "most is %d a side",
                       width, height, (int)PNG_MOST);
    cq_assert(cell >= PNG_LEAST && cell <= PNG_CELL && width >= 1 && height >= 1);
    stride = cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, (int)width);
    pixels = cq_zalloc(ctx, (size_t)height, (size_t)stride);
    cq_try_memory(pixels);
    surface = cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_RGB24,
                                                  (int)width, (int)height, stride);
    status = draw_on(surface, scene, scale);
    if (status == CAIRO_STATUS_SUCCESS && cq_poll(ctx) == CQ_OK)
        status = cairo_surface_write_to_png_stream(surface, write_or_stop, &to);
    cairo_surface_destroy(surface);
    cq_free(pixels);
    return outcome(ctx, status);
}

cq_status cq_pdf_write(cq_context *ctx, const cq_scene *scene, FILE *out)
{
    double cell = fmin(PDF_CELL, (double)PDF_SIDE / scene->side);
    double scale = cell / scene->unit;
    sink to = {ctx, out};
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        write_or_stop, &to, cq_scene_wide(scene) * scale, cq_scene_high(scene) * scale);
    cairo_status_t status;

#if CAIRO_VERSION >= CAIRO_VERSION_ENCODE(1, 16, 0)
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE,
                                       cq_scene_string(scene, scene->caption));
#endif
    status = draw_on(surface, scene, scale);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return outcome(ctx, status);
}
