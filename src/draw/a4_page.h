/* a4_page.h - A4 pages with words and pictures, through cairo. Lengths are points. */
#ifndef CQ_DRAW_A4_PAGE_H
#define CQ_DRAW_A4_PAGE_H

#include "draw/cairo.h"
#include "draw/draw.h"

#ifdef CQ_WITH_CAIRO

#define CQ_PAGE_WIDTH 595.28
#define CQ_PAGE_HEIGHT 841.89
#define CQ_PAGE_MARGIN 54.0
#define CQ_PAGE_TITLE 68.0   /* what a title takes below the margin */
#define CQ_PAGE_LAST 795.0   /* the lowest line of a page */
#define CQ_PAGE_NUMBER 812.0 /* the line of its number */

enum { CQ_PAGE_INK = 0x222222, CQ_PAGE_SOFT = 0x6b6b6b, CQ_PAGE_RULE = 0xc9c2b2 };

/* Text that is too long for the room is set smaller. Returns its width. */
double cq_page_text(cairo_t *cr, double across, double down, double size, bool bold,
                    uint32_t ink, double room, const char *text);
void cq_page_rule(cairo_t *cr, double left, double down, double right);
/* On top of the first page; the subtitle may be NULL or empty. */
void cq_page_title(cairo_t *cr, const char *title, const char *subtitle);
/* Words in lines of at most `room`, from `top` on; returns how high they are. With cr
 * they are only measured if `draws` is false. */
double cq_page_paragraph(cairo_t *cr, double left, double top, double room, double size,
                         bool draws, const char *text);
/* A picture as large as fits, with cells of at most `cell`; *height, which may be NULL,
 * says how high it is. */
cq_status cq_page_picture(cq_context *ctx, cairo_t *cr, const cq_picture_of *what,
                          double left, double top, double width, double height,
                          double cell, double *used);
void cq_page_end(cairo_t *cr, uint64_t number);

#endif

#endif
