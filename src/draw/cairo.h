/* cairo.h - what the pictures that cairo draws share. */
#ifndef CQ_DRAW_CAIRO_H
#define CQ_DRAW_CAIRO_H

#include "draw/scene.h"

#ifdef CQ_WITH_CAIRO

#include <cairo-pdf.h>
#include <cairo.h>

/* Draws the figures with the scene's corner at the origin, `scale` to a unit. Changes
 * the context's matrix and pens. */
void cq_cairo_scene(cairo_t *cr, const cq_scene *scene, double scale);
/* Writes to the FILE that is the closure. */
cairo_status_t cq_cairo_write(void *closure, const unsigned char *data,
                              unsigned int length);
cq_status cq_cairo_status(cq_context *ctx, cairo_status_t status);

#endif

#endif
