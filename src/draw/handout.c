/* handout.c - words and pictures in one PDF, a step after the other.
 *
 *     +----------------------------+
 *     |  title                     |
 *     |  --------------------------|
 *     |  [picture]   1. Words that |
 *     |              go with it.   |
 *     |  [picture]   2. ...        |
 *     |             1              |
 *     +----------------------------+
 *
 * A step that does not fit on what is left of a page begins the next one. A wide step
 * has its picture below the words, as large as the page allows.
 */
#include "base/assert.h"
#include "draw/a4_page.h"

#include "draw/picture.h"

#include <math.h>
#include <string.h>

#ifdef CQ_WITH_CAIRO

static const double margin = CQ_PAGE_MARGIN, room = CQ_PAGE_WIDTH - 2 * CQ_PAGE_MARGIN;
static const double beside = 190, gap = 22, text_size = 11, cell_most = 34;
static const double between = 26, tallest = 300; /* steps; a picture beside words */

struct cq_handout {
    cq_context *ctx;
    cairo_surface_t *surface;
    cairo_t *cr;
    char *title, *subtitle;
    double top;
    uint64_t pages, steps;
    bool open;
};

static void begin_page(cq_handout *h)
{
    h->open = true;
    h->top = margin;
    if (h->pages++ > 0)
        return;
    cq_page_title(h->cr, h->title, h->subtitle);
    h->top = margin + CQ_PAGE_TITLE;
}

static void end_page(cq_handout *h)
{
    cq_assert(h->open && h->pages > 0);
    cq_page_end(h->cr, h->pages);
    h->open = false;
}

/* A page with so much room left, unless that is more than a page has. */
static void need(cq_handout *h, double height)
{
    if (h->open && h->top > margin + CQ_PAGE_TITLE && h->top + height > CQ_PAGE_LAST)
        end_page(h);
    if (!h->open)
        begin_page(h);
}

cq_status cq_handout_open(cq_context *ctx, const char *title, const char *subtitle,
                          FILE *out, cq_handout **handout)
{
    cq_handout *h = cq_zalloc(ctx, 1, sizeof *h);
    cq_status status;

    cq_try_memory(h);
    h->ctx = ctx;
    h->title = cq_strndup(ctx, title, strlen(title));
    h->subtitle = cq_strndup(ctx, subtitle, strlen(subtitle));
    h->surface = cairo_pdf_surface_create_for_stream(cq_cairo_write, out, CQ_PAGE_WIDTH,
                                                     CQ_PAGE_HEIGHT);
    h->cr = cairo_create(h->surface);
    status = cq_cairo_status(ctx, cairo_status(h->cr));
    if (status == CQ_OK && (!h->title || !h->subtitle))
        status = CQ_MEMORY;
    if (status != CQ_OK) {
        cq_handout_free(h);
        return status;
    }
#if CAIRO_VERSION >= CAIRO_VERSION_ENCODE(1, 16, 0)
    cairo_pdf_surface_set_metadata(h->surface, CAIRO_PDF_METADATA_TITLE, title);
#endif
    *handout = h;
    return CQ_OK;
}

static double paragraph(cq_handout *h, double left, double top, double width,
                        bool draws, const char *text)
{
    char number[24];
    double indent = 18;

    snprintf(number, sizeof number, "%" PRIu64 ".", h->steps);
    if (draws)
        cq_page_text(h->cr, left, top + 1.05 * text_size, text_size, true, CQ_PAGE_INK,
                     indent, number);
    return cq_page_paragraph(h->cr, left + indent, top, width - indent, text_size,
                             draws, text);
}

/* How high the picture comes out in this width. */
static cq_status measure(cq_handout *h, const cq_picture_of *what, double width,
                         double most, double *height)
{
    cq_scene scene;
    cq_status status = cq_scene_make(h->ctx, what, &scene);

    if (status != CQ_OK)
        return status;
    *height =
        fmin(cell_most / scene.unit, fmin(width / ((double)scene.right - scene.left),
                                          most / ((double)scene.bottom - scene.top))) *
        ((double)scene.bottom - scene.top);
    cq_scene_free(&scene);
    return CQ_OK;
}

/* The picture at the left, the words beside it. */
static cq_status add_beside(cq_handout *h, const char *text, const cq_picture_of *what)
{
    double words, high = 0, left = margin + beside + gap;
    cq_status status = measure(h, what, beside, tallest, &high);

    if (status != CQ_OK)
        return status;
    words = paragraph(h, left, 0, room - beside - gap, false, text);
    need(h, fmax(high, words));
    paragraph(h, left, h->top, room - beside - gap, true, text);
    status = cq_page_picture(h->ctx, h->cr, what, margin, h->top, beside, tallest,
                             cell_most, NULL);
    h->top += fmax(high, words) + between;
    return status;
}

/* The words, and below them the picture over the whole width. */
static cq_status add_below(cq_handout *h, const char *text, const cq_picture_of *what)
{
    double words = paragraph(h, margin, 0, room, false, text) + 10, high = 0;
    double most = CQ_PAGE_LAST - margin - CQ_PAGE_TITLE - words;
    cq_status status = what ? measure(h, what, room, most, &high) : CQ_OK;

    if (status != CQ_OK)
        return status;
    need(h, words + high);
    h->top += paragraph(h, margin, h->top, room, true, text) + 10;
    if (what)
        status = cq_page_picture(h->ctx, h->cr, what, margin, h->top, room, most,
                                 cell_most, NULL);
    h->top += high + (what ? between : 0);
    return status;
}

cq_status cq_handout_step(cq_handout *handout, const char *text,
                          const cq_picture_of *what, bool wide)
{
    handout->steps++;
    if (!handout->open)
        begin_page(handout);
    return wide || !what ? add_below(handout, text, what)
                         : add_beside(handout, text, what);
}

void cq_handout_lines(cq_handout *handout, unsigned lines)
{
    const double step = 24;

    for (unsigned i = 0; i < lines; i++) {
        need(handout, step);
        handout->top += step;
        cq_page_rule(handout->cr, margin, handout->top - 4, margin + room);
    }
    handout->top += between;
}

cq_status cq_handout_close(cq_handout *handout)
{
    if (!handout->open)
        begin_page(handout);
    end_page(handout);
    cairo_surface_finish(handout->surface);
    return cq_cairo_status(handout->ctx, cairo_surface_status(handout->surface));
}

void cq_handout_free(cq_handout *handout)
{
    if (!handout)
        return;
    if (handout->cr)
        cairo_destroy(handout->cr);
    if (handout->surface)
        cairo_surface_destroy(handout->surface);
    cq_free_each(handout->title, handout->subtitle, handout);
}

#else

cq_status cq_handout_open(cq_context *ctx, const char *title, const char *subtitle,
                          FILE *out, cq_handout **handout)
{
    (void)title;
    (void)subtitle;
    (void)out;
    (void)handout;
    return cq_fail(ctx, CQ_REFUSED,
                   "this build has no cairo, which PDF needs; use SVG instead");
}

cq_status cq_handout_step(cq_handout *handout, const char *text,
                          const cq_picture_of *what, bool wide)
{
    (void)handout;
    (void)text;
    (void)what;
    (void)wide;
    return CQ_OK;
}

void cq_handout_lines(cq_handout *handout, unsigned lines)
{
    (void)handout;
    (void)lines;
}

cq_status cq_handout_close(cq_handout *handout)
{
    (void)handout;
    return CQ_OK;
}

void cq_handout_free(cq_handout *handout)
{
    (void)handout;
}

#endif
