/* letter_picture.h - pictures made of characters: plain letters, or boxes in UTF-8. */
#ifndef CQ_DRAW_LETTER_PICTURE_H
#define CQ_DRAW_LETTER_PICTURE_H

#include "draw/draw.h"

/* The caller looks at ferror. */
cq_status cq_letters_write(cq_context *ctx, const cq_picture_of *what, FILE *out);
cq_status cq_box_write(cq_context *ctx, const cq_picture_of *what, FILE *out);

#endif
