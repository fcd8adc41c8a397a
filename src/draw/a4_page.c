/* a4_page.c - what booklets, handouts and worksheets put on a page. */
#include "base/assert.h"
#include "draw/a4_page.h"

#include "draw/picture.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#ifdef CQ_WITH_CAIRO

static void set_ink(cairo_t *cr, uint32_t colour)
{
    cairo_set_source_rgb(cr, (colour >> 16) / 255.0, (colour >> 8 & 255) / 255.0,
                         (colour & 255) / 255.0);
}

static void set_font(cairo_t *cr, double size, bool bold)
{
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, size);
}

static double width_of(cairo_t *cr, const char *text)
{
    cairo_text_extents_t extents;

    cairo_text_extents(cr, text, &extents);
    return extents.x_advance;
}

double cq_page_text(cairo_t *cr, double across, double down, double size, bool bold,
                    uint32_t ink, double room, const char *text)
{
    double width;

    set_font(cr, size, bold);
    width = width_of(cr, text);
    if (width > room) {
        set_font(cr, size * room / width, bold);
        width = width_of(cr, text);
    }
    set_ink(cr, ink);
    cairo_move_to(cr, across, down);
    cairo_show_text(cr, text);
    cairo_new_path(cr);
    return width;
}

void cq_page_rule(cairo_t *cr, double left, double down, double right)
{
    set_ink(cr, CQ_PAGE_RULE);
    cairo_set_line_width(cr, 0.8);
    cairo_move_to(cr, left, down);
    cairo_line_to(cr, right, down);
    cairo_stroke(cr);
}

void cq_page_title(cairo_t *cr, const char *title, const char *subtitle)
{
    double room = CQ_PAGE_WIDTH - 2 * CQ_PAGE_MARGIN, top = CQ_PAGE_MARGIN;

    cq_page_text(cr, CQ_PAGE_MARGIN, top + 14, 22, true, CQ_PAGE_INK, room, title);
    top += 26;
    if (subtitle && *subtitle) {
        cq_page_text(cr, CQ_PAGE_MARGIN, top + 8, 10.5, false, CQ_PAGE_SOFT, room,
                     subtitle);
        top += 18;
    }
    cq_page_rule(cr, CQ_PAGE_MARGIN, top + 2, CQ_PAGE_WIDTH - CQ_PAGE_MARGIN);
}

/* ---- paragraphs ---- */

enum { LINE = 512 };

/* Adds the next word if the line has room for it; a word alone always has. */
static bool add_word(cairo_t *cr, char line[LINE], const cq_words *word, double room)
{
    size_t used = strlen(line), length = word->length;

    if (length > LINE - 2)
        length = LINE - 2;
    if (used + length + 2 > LINE)
        return false;
    cq_assert(length > 0);
    snprintf(line + used, LINE - used, "%s%.*s", used ? " " : "", (int)length,
             word->start);
    if (used && width_of(cr, line) > room) {
        line[used] = '\0';
        return false;
    }
    return true;
}

double cq_page_paragraph(cairo_t *cr, double left, double top, double room, double size,
                         bool draws, const char *text)
{
    cq_words words = cq_words_of(text, strlen(text));
    double line_height = 1.4 * size, down = top;
    bool more = cq_words_next(&words);

    while (more) {
        char line[LINE] = "";

        set_font(cr, size, false);
        while (more && add_word(cr, line, &words, room))
            more = cq_words_next(&words);
        down += line_height;
        if (draws)
            cq_page_text(cr, left, down - 0.35 * size, size, false, CQ_PAGE_INK, room,
                         line);
    }
    return down - top;
}

cq_status cq_page_picture(cq_context *ctx, cairo_t *cr, const cq_picture_of *what,
                          double left, double top, double width, double height,
                          double cell, double *used)
{
    cq_scene scene;
    cq_status status = cq_scene_make(ctx, what, &scene);
    double scale;

    if (status != CQ_OK)
        return status;
    scale = fmin(cell / scene.unit, fmin(width / ((double)scene.right - scene.left),
                                         height / ((double)scene.bottom - scene.top)));
    cq_assert(scale > 0);
    cairo_save(cr);
    cairo_translate(cr, left, top);
    cq_cairo_scene(cr, &scene, scale);
    cairo_restore(cr);
    if (used)
        *used = ((double)scene.bottom - scene.top) * scale;
    cq_scene_free(&scene);
    return cq_cairo_status(ctx, cairo_status(cr));
}

void cq_page_end(cairo_t *cr, uint64_t number)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, number);
    set_font(cr, 9.5, false);
    cq_page_text(cr, (CQ_PAGE_WIDTH - width_of(cr, text)) / 2, CQ_PAGE_NUMBER, 9.5,
                 false, CQ_PAGE_SOFT, CQ_PAGE_WIDTH, text);
    cairo_show_page(cr);
}

#endif
