/* no_cairo.c - a build without cairo: whatever it would draw is refused.
 *
 * A booklet or handout cannot be opened, so that nobody calls what goes on with one.
 */
#include "draw/draw.h"
#include "draw/scene.h"

static cq_status refuse(cq_context *ctx, const char *format)
{
    return cq_fail(ctx, CQ_REFUSED,
                   "this build has no cairo, which %s needs; use SVG instead", format);
}

cq_status cq_png_write(cq_context *ctx, const cq_scene *scene, FILE *out)
{
    (void)scene;
    (void)out;
    return refuse(ctx, "PNG");
}

cq_status cq_apng_write(cq_context *ctx, const cq_scene *scene, FILE *out)
{
    return cq_png_write(ctx, scene, out);
}

cq_status cq_pdf_write(cq_context *ctx, const cq_scene *scene, FILE *out)
{
    (void)scene;
    (void)out;
    return refuse(ctx, "PDF");
}

cq_status cq_booklet_open(cq_context *ctx, const cq_problem *problem, const char *title,
                          const char *subtitle, FILE *out, cq_booklet **booklet)
{
    (void)problem;
    (void)title;
    (void)subtitle;
    (void)out;
    (void)booklet;
    return refuse(ctx, "PDF");
}

cq_status cq_booklet_pieces(cq_booklet *booklet, const struct cq_sheet *sheet)
{
    (void)booklet;
    (void)sheet;
    return CQ_DEFECT;
}

cq_status cq_booklet_add(cq_booklet *booklet, const cq_picture_of *what,
                         const char *remark)
{
    (void)booklet;
    (void)what;
    (void)remark;
    return CQ_DEFECT;
}

cq_status cq_booklet_close(cq_booklet *booklet, const char *closing)
{
    (void)booklet;
    (void)closing;
    return CQ_DEFECT;
}

void cq_booklet_free(cq_booklet *booklet)
{
    (void)booklet;
}

cq_status cq_handout_open(cq_context *ctx, const char *title, const char *subtitle,
                          FILE *out, cq_handout **handout)
{
    (void)title;
    (void)subtitle;
    (void)out;
    (void)handout;
    return refuse(ctx, "PDF");
}

cq_status cq_handout_step(cq_handout *handout, const char *text,
                          const cq_picture_of *what, bool wide)
{
    (void)handout;
    (void)text;
    (void)what;
    (void)wide;
    return CQ_DEFECT;
}

void cq_handout_lines(cq_handout *handout, unsigned lines)
{
    (void)handout;
    (void)lines;
}

cq_status cq_handout_close(cq_handout *handout)
{
    (void)handout;
    return CQ_DEFECT;
}

void cq_handout_free(cq_handout *handout)
{
    (void)handout;
}
