/* cairo.h - what the pictures that cairo draws share. */
#ifndef CQ_DRAW_CAIRO_H
#define CQ_DRAW_CAIRO_H

#include "draw/scene.h"

#include <cairo-pdf.h>
#include <cairo.h>

/* Draws the figures with the scene's corner at the origin, `scale` to a unit. Changes
 * the context's matrix and pens. */
void cq_cairo_scene(cairo_t *cr, const cq_scene *scene, double scale);
/* The same in two parts: the matrix and the pens, and the figures first .. end. */
void cq_cairo_begin(cairo_t *cr, const cq_scene *scene, double scale);
void cq_cairo_figures(cairo_t *cr, const cq_scene *scene, size_t first, size_t end);
void cq_cairo_figure(cairo_t *cr, const cq_scene *scene, const cq_figure *figure);
/* A line, or with two equal points a dot, with the pen of an ink, so much bolder. */
void cq_cairo_stroke(cairo_t *cr, const cq_scene *scene, cq_ink ink, double bold,
                     cq_point from, cq_point to);
/* Writes to the FILE that is the closure. */
cairo_status_t cq_cairo_write(void *closure, const unsigned char *data,
                              unsigned int length);
cq_status cq_cairo_status(cq_context *ctx, cairo_status_t status);

#endif
