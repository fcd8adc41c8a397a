/* a4_page.c - what booklets, handouts and worksheets put on a page. */
#include "draw/a4_page.h"

#include "draw/picture.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

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

static void put_title(cq_pages *pages)
{
    double room = CQ_PAGE_WIDTH - 2 * CQ_PAGE_MARGIN, top = CQ_PAGE_MARGIN;

    cq_page_text(pages->cr, CQ_PAGE_MARGIN, top + 14, 22, true, CQ_PAGE_INK, room,
                 pages->title);
    top += 26;
    if (*pages->subtitle) {
        cq_page_text(pages->cr, CQ_PAGE_MARGIN, top + 8, 10.5, false, CQ_PAGE_SOFT,
                     room, pages->subtitle);
        top += 18;
    }
    cq_page_rule(pages->cr, CQ_PAGE_MARGIN, top + 2, CQ_PAGE_WIDTH - CQ_PAGE_MARGIN);
}

/* ---- pages ---- */

cq_status cq_pages_start(cq_context *ctx, const char *title, const char *subtitle,
                         FILE *out, cq_pages *pages)
{
    pages->ctx = ctx;
    pages->title = cq_strndup(ctx, title, strlen(title));
    pages->subtitle = cq_strndup(ctx, subtitle, strlen(subtitle));
    cq_try_memory(pages->title && pages->subtitle);
    pages->surface = cairo_pdf_surface_create_for_stream(cq_cairo_write, out,
                                                         CQ_PAGE_WIDTH, CQ_PAGE_HEIGHT);
    pages->cr = cairo_create(pages->surface);
    cq_try(cq_cairo_status(ctx, cairo_status(pages->cr)));
#if CAIRO_VERSION >= CAIRO_VERSION_ENCODE(1, 16, 0)
    cairo_pdf_surface_set_metadata(pages->surface, CAIRO_PDF_METADATA_TITLE, title);
#endif
    return CQ_OK;
}

void cq_page_begin(cq_pages *pages)
{
    if (pages->open)
        return;
    pages->open = true;
    pages->top = CQ_PAGE_MARGIN;
    if (pages->count++ > 0)
        return;
    put_title(pages);
    pages->top += CQ_PAGE_TITLE;
}

void cq_page_end(cq_pages *pages)
{
    char text[24];

    cq_assert(pages->open && pages->count > 0);
    snprintf(text, sizeof text, "%" PRIu64, pages->count);
    set_font(pages->cr, 9.5, false);
    cq_page_text(pages->cr, (CQ_PAGE_WIDTH - width_of(pages->cr, text)) / 2,
                 CQ_PAGE_NUMBER, 9.5, false, CQ_PAGE_SOFT, CQ_PAGE_WIDTH, text);
    cairo_show_page(pages->cr);
    pages->open = false;
}

cq_status cq_pages_finish(cq_pages *pages)
{
    cq_page_begin(pages);
    cq_page_end(pages);
    cq_assert(pages->count > 0 && !pages->open);
    cairo_surface_finish(pages->surface);
    return cq_cairo_status(pages->ctx, cairo_surface_status(pages->surface));
}

void cq_pages_free(cq_pages *pages)
{
    if (pages->cr)
        cairo_destroy(pages->cr);
    if (pages->surface)
        cairo_surface_destroy(pages->surface);
    cq_free_each(pages->title, pages->subtitle);
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
        cq_assert(*line); /* so that it ends */
        down += line_height;
        if (draws)
            cq_page_text(cr, left, down - 0.35 * size, size, false, CQ_PAGE_INK, room,
                         line);
    }
    return down - top;
}

/* ---- pictures ---- */

double cq_page_scale(const cq_scene *scene, double width, double height, double cell)
{
    double scale = fmin(cell / scene->unit, fmin(width / cq_scene_wide(scene),
                                                 height / cq_scene_high(scene)));

    cq_assert(scale > 0);
    return scale;
}

cq_status cq_page_scene(cq_pages *pages, const cq_scene *scene, double left, double top,
                        double scale)
{
    cairo_save(pages->cr);
    cairo_translate(pages->cr, left, top);
    cq_cairo_scene(pages->cr, scene, scale);
    cairo_restore(pages->cr);
    return cq_cairo_status(pages->ctx, cairo_status(pages->cr));
}
