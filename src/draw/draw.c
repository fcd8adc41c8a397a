/* draw.c - which picture in which format. */
#include "draw/draw.h"
#include "draw/letter_picture.h"
#include "draw/picture.h"
#include "draw/scene.h"

bool cq_draw_can(cq_format format)
{
    switch (format) {
    case CQ_FORMAT_TEXT:
    case CQ_FORMAT_BOX:
    case CQ_FORMAT_SVG:
    case CQ_FORMAT_TIKZ: return true;
    case CQ_FORMAT_PNG:
    case CQ_FORMAT_PDF:
    case CQ_FORMAT_APNG:
#ifdef CQ_WITH_CAIRO
        return true;
#else
        return false;
#endif
    }
    return false;
}

static cq_status draw_scene(cq_context *ctx, const cq_picture_of *what,
                            cq_format format, FILE *out)
{
    cq_picture_of wanted = *what;
    cq_scene scene;
    cq_status status;

    wanted.animated =
        format == CQ_FORMAT_APNG || (format == CQ_FORMAT_SVG && what->animated);
    status = cq_scene_make(ctx, &wanted, &scene);

    if (status != CQ_OK)
        return status;
    switch (format) {
    case CQ_FORMAT_TEXT:
    case CQ_FORMAT_BOX: break;
    case CQ_FORMAT_SVG: cq_svg_write(&scene, out); break;
    case CQ_FORMAT_TIKZ: cq_tikz_write(&scene, out); break;
    case CQ_FORMAT_PNG: status = cq_png_write(ctx, &scene, out); break;
    case CQ_FORMAT_PDF: status = cq_pdf_write(ctx, &scene, out); break;
    case CQ_FORMAT_APNG: status = cq_apng_write(ctx, &scene, out); break;
    }
    cq_scene_free(&scene);
    return status;
}

/* Whether boxes can show it all: the most dominoes, and what they leave over. */
static bool shows_solution(const cq_picture_of *what)
{
    return what->findings->goal == CQ_GOAL_MAX && what->solution;
}

cq_status cq_draw_picture(cq_context *ctx, const cq_picture_of *what, cq_format format,
                          FILE *out)
{
    cq_status status;

    if (!what->problem->board)
        return cq_fail(
            ctx, CQ_REFUSED, "only problems on a board can be drawn, this is %s",
            what->problem->kind == CQ_COVER ? "a cover of sets" : "a tour of a graph");
    if (what->findings && (format == CQ_FORMAT_TEXT ||
                           (format == CQ_FORMAT_BOX && !shows_solution(what))))
        status = cq_answer_write_text(ctx, what->problem, what->findings, out);
    else if (format == CQ_FORMAT_TEXT)
        status = cq_letters_write(ctx, what, out);
    else if (format == CQ_FORMAT_BOX)
        status = cq_box_write(ctx, what, out);
    else
        status = draw_scene(ctx, what, format, out);
    if (status == CQ_OK && (fflush(out) != 0 || ferror(out)))
        status = cq_fail_io(ctx, "cannot write", "the picture");
    return status;
}

cq_status cq_draw(cq_context *ctx, const cq_problem *problem, const cq_answer *answer,
                  cq_format format, FILE *out)
{
    cq_picture_of what = {
        .problem = problem, .coordinates = true, .numbers = true, .path = true};

    if (answer && answer->verdict == CQ_YES && cq_goal_has_findings(answer->goal))
        what.findings = answer;
    what.types = answer && answer->goal == CQ_GOAL_SAMPLE;
    if (answer && answer->solutions.count)
        what.solution = &answer->solutions.at[0];
    else if (answer && answer->verdict == CQ_NO &&
             answer->certificate.proof != CQ_PROOF_NONE) {
        what.certificate = &answer->certificate;
        what.caption = answer->reason;
    }
    return cq_draw_picture(ctx, &what, format, out);
}
