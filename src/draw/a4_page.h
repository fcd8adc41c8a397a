/* a4_page.h - A4 pages with words and pictures, through cairo. Lengths are points. */
#ifndef CQ_DRAW_A4_PAGE_H
#define CQ_DRAW_A4_PAGE_H

#include "draw/cairo.h"
#include "draw/draw.h"

#define CQ_PAGE_WIDTH 595.28
#define CQ_PAGE_HEIGHT 841.89
#define CQ_PAGE_MARGIN 54.0
#define CQ_PAGE_TITLE 68.0   /* what a title takes below the margin */
#define CQ_PAGE_LAST 795.0   /* the lowest line of a page */
#define CQ_PAGE_NUMBER 812.0 /* the line of its number */

enum { CQ_PAGE_INK = 0x222222, CQ_PAGE_SOFT = 0x6b6b6b, CQ_PAGE_RULE = 0xc9c2b2 };

/* The pages of a PDF: what booklets and handouts share. */
typedef struct cq_pages {
    cq_context *ctx;
    cairo_surface_t *surface;
    cairo_t *cr;
    char *title, *subtitle; /* of the first page */
    double top;             /* of what comes next on the page */
    uint64_t count;         /* begun */
    bool open;              /* the last one is not ended */
} cq_pages;

/* To be freed also after a failure. The subtitle may be empty. */
cq_status cq_pages_start(cq_context *ctx, const char *title, const char *subtitle,
                         FILE *out, cq_pages *pages);
/* Ends the last page, and there is one at least. */
cq_status cq_pages_finish(cq_pages *pages);
void cq_pages_free(cq_pages *pages);
/* Begins a page if none is open. */
void cq_page_begin(cq_pages *pages);
/* With its number. */
void cq_page_end(cq_pages *pages);

/* Text that is too long for the room is set smaller. Returns its width. */
double cq_page_text(cairo_t *cr, double across, double down, double size, bool bold,
                    uint32_t ink, double room, const char *text);
void cq_page_rule(cairo_t *cr, double left, double down, double right);
/* Words in lines of at most `room`, from `top` on; returns how high they are. With cr
 * they are only measured if `draws` is false. */
double cq_page_paragraph(cairo_t *cr, double left, double top, double room, double size,
                         bool draws, const char *text);
/* The scale at which a picture is as large as fits, with cells of at most `cell`. */
double cq_page_scale(const cq_scene *scene, double width, double height, double cell);
/* The picture with its corner at this place. */
cq_status cq_page_scene(cq_pages *pages, const cq_scene *scene, double left, double top,
                        double scale);

#endif
