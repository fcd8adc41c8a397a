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
#include "draw/a4_page.h"
#include "draw/picture.h"

#include <math.h>
#include <string.h>

static const double margin = CQ_PAGE_MARGIN, room = CQ_PAGE_WIDTH - 2 * CQ_PAGE_MARGIN;
static const double beside = 190, gap = 22, text_size = 11, cell_most = 34;
static const double between = 26, tallest = 300; /* steps; a picture beside words */

struct cq_handout {
    cq_pages pages;
    uint64_t steps;
};

/* A page with so much room left, unless that is more than a page has. */
static void need(cq_pages *pages, double height)
{
    if (pages->open && pages->top > margin + CQ_PAGE_TITLE &&
        pages->top + height > CQ_PAGE_LAST)
        cq_page_end(pages);
    cq_page_begin(pages);
    cq_assert(pages->top >= margin && pages->top < CQ_PAGE_HEIGHT);
}

cq_status cq_handout_open(cq_context *ctx, const char *title, const char *subtitle,
                          FILE *out, cq_handout **handout)
{
    cq_handout *h = cq_zalloc(ctx, 1, sizeof *h);
    cq_status status;

    cq_try_memory(h);
    status = cq_pages_start(ctx, title, subtitle, out, &h->pages);
    if (status == CQ_OK)
        *handout = h;
    else
        cq_handout_free(h);
    return status;
}

static double paragraph(cq_handout *h, double left, double top, double width,
                        bool draws, const char *text)
{
    char number[24];
    double indent = 18;

    snprintf(number, sizeof number, "%" PRIu64 ".", h->steps);
    if (draws)
        cq_page_text(h->pages.cr, left, top + 1.05 * text_size, text_size, true,
                     CQ_PAGE_INK, indent, number);
    return cq_page_paragraph(h->pages.cr, left + indent, top, width - indent, text_size,
                             draws, text);
}

/* The picture at the left, the words beside it. */
static cq_status add_beside(cq_handout *h, const char *text, const cq_scene *scene)
{
    double left = margin + beside + gap, width = room - beside - gap;
    double scale = cq_page_scale(scene, beside, tallest, cell_most);
    double high =
        fmax(cq_scene_high(scene) * scale, paragraph(h, left, 0, width, false, text));
    double top;

    need(&h->pages, high);
    top = h->pages.top;
    paragraph(h, left, top, width, true, text);
    cq_assert(high > 0);
    h->pages.top += high + between;
    return cq_page_scene(&h->pages, scene, margin, top, scale);
}

/* The words, and below them the picture, if there is one, over the whole width. */
static cq_status add_below(cq_handout *h, const char *text, const cq_scene *scene)
{
    double words = paragraph(h, margin, 0, room, false, text) + 10;
    double most = CQ_PAGE_LAST - margin - CQ_PAGE_TITLE - words;
    double scale = scene ? cq_page_scale(scene, room, most, cell_most) : 0;
    double high = scene ? cq_scene_high(scene) * scale : 0, top;

    need(&h->pages, words + high);
    h->pages.top += paragraph(h, margin, h->pages.top, room, true, text) + 10;
    top = h->pages.top;
    h->pages.top += high + (scene ? between : 0);
    return scene ? cq_page_scene(&h->pages, scene, margin, top, scale) : CQ_OK;
}

cq_status cq_handout_step(cq_handout *handout, const char *text,
                          const cq_picture_of *what, bool wide)
{
    cq_scene scene;
    cq_status status;

    handout->steps++;
    cq_page_begin(&handout->pages);
    if (!what)
        return add_below(handout, text, NULL);
    cq_try(cq_scene_make(handout->pages.ctx, what, &scene));
    status =
        wide ? add_below(handout, text, &scene) : add_beside(handout, text, &scene);
    cq_scene_free(&scene);
    return status;
}

void cq_handout_lines(cq_handout *handout, unsigned lines)
{
    const double step = 24;
    cq_pages *pages = &handout->pages;

    for (unsigned i = 0; i < lines; i++) {
        need(pages, step);
        pages->top += step;
        cq_page_rule(pages->cr, margin, pages->top - 4, margin + room);
    }
    pages->top += between;
}

cq_status cq_handout_close(cq_handout *handout)
{
    return cq_pages_finish(&handout->pages);
}

void cq_handout_free(cq_handout *handout)
{
    if (handout)
        cq_pages_free(&handout->pages);
    cq_free(handout);
}
