/* png_frames.h - the chunks of an animated PNG. */
#ifndef CQ_DRAW_PNG_FRAMES_H
#define CQ_DRAW_PNG_FRAMES_H

#include "draw/cairo.h"

typedef struct cq_png_frames {
    cq_context *ctx;
    FILE *out;
    uint32_t sequence; /* of fcTL and fdAT, in one row */
    cq_chars packed;   /* the PNG that cairo made of the last picture; to be freed */
    cq_status status;  /* of that */
} cq_png_frames;

typedef struct cq_png_frame {
    uint32_t left, top, width, height;
    uint32_t milliseconds;
    bool over; /* the frame before it shows where it is transparent */
} cq_png_frame;

/* The picture for viewers that know no animation, which is no frame, and how many
 * frames follow. `transparent` is a colour, 0xRRGGBB. */
cq_status cq_png_begin(cq_png_frames *png, cairo_surface_t *picture, uint32_t frames,
                       uint32_t transparent);
/* The surface has the size of the frame; both are RGB24, as all of a file must be. */
cq_status cq_png_add(cq_png_frames *png, cairo_surface_t *picture,
                     const cq_png_frame *frame);
void cq_png_end(cq_png_frames *png);

#endif
