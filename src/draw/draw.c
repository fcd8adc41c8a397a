/* draw.c - which picture in which format. */
#include "draw/draw.h"
#include "base/context.h"
#include "base/sized.h"
#include "draw/letter_picture.h"
#include "draw/picture.h"
#include "draw/scene.h"
#include "draw/sheet.h"

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

cq_status cq_scene_write(const cq_scene *scene, cq_format format, FILE *out)
{
    cq_context *ctx = scene->ctx;

    cq_assert(cq_scene_check(scene));
    switch (format) {
    case CQ_FORMAT_TEXT:
    case CQ_FORMAT_BOX: cq_assert(false); break;
    case CQ_FORMAT_SVG: cq_svg_write(scene, out); break;
    case CQ_FORMAT_TIKZ: cq_tikz_write(scene, out); break;
    case CQ_FORMAT_PNG: cq_try(cq_png_write(ctx, scene, out)); break;
    case CQ_FORMAT_PDF: cq_try(cq_pdf_write(ctx, scene, out)); break;
    case CQ_FORMAT_APNG: cq_try(cq_apng_write(ctx, scene, out)); break;
    }
    return cq_poll(ctx); /* a writer that was stopped left a part of it */
}

static cq_status draw_scene(cq_context *ctx, const cq_picture_of *what,
                            cq_format format, FILE *out)
{
    cq_picture_of wanted = *what;
    cq_scene scene;
    cq_status status;

    wanted.animated =
        format == CQ_FORMAT_APNG || (format == CQ_FORMAT_SVG && what->animated);
    cq_try(cq_scene_make(ctx, &wanted, &scene));
    status = cq_scene_write(&scene, format, out);
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
    if (!what->problem->board)
        return cq_fail(
            ctx, CQ_REFUSED, "only problems on a board can be drawn, this is %s",
            what->problem->kind == CQ_COVER ? "a cover of sets" : "a tour of a graph");
    if (what->findings && (format == CQ_FORMAT_TEXT ||
                           (format == CQ_FORMAT_BOX && !shows_solution(what))))
        cq_try(cq_answer_write_text(ctx, what->problem, what->findings, out));
    else if (format == CQ_FORMAT_TEXT || (format == CQ_FORMAT_BOX && what->strands))
        cq_try(cq_letters_write(ctx, what, out));
    else if (format == CQ_FORMAT_BOX)
        cq_try(cq_box_write(ctx, what, out));
    else
        cq_try(draw_scene(ctx, what, format, out));
    if (fflush(out) != 0 || ferror(out))
        return cq_fail_io(ctx, "cannot write", "the picture");
    return CQ_OK;
}

cq_picture_of cq_picture_for(const cq_problem *problem, const cq_answer *answer,
                             size_t index, const cq_drawing *drawing)
{
    bool no = answer && answer->verdict == CQ_NO;
    bool proof = no && answer->certificate.proof != CQ_PROOF_NONE;
    bool bounds = answer && answer->goal == CQ_GOAL_BOUNDS;
    bool found = answer && answer->verdict == CQ_YES && !bounds &&
                 cq_goal_has_findings(answer->goal);
    const cq_certificate *reason = /* bounds are drawn by the weights that show them */
        bounds && index < answer->findings.reasons.count
            ? &answer->findings.reasons.at[index]
            : NULL;

    return (cq_picture_of){
        .problem = problem,
        .solution = answer && index < answer->solutions.count
                        ? &answer->solutions.at[index]
                        : NULL,
        .certificate = proof ? &answer->certificate : reason,
        .findings = found ? answer : NULL,
        .caption = drawing->caption || !no ? drawing->caption : answer->reason,
        .types = drawing->types || (answer && answer->goal == CQ_GOAL_SAMPLE),
        .coordinates = !drawing->no_coordinates,
        .numbers = drawing->numbers || !drawing->path,
        .path = drawing->path || !drawing->numbers,
        .by_time = drawing->by_time,
        .animated = drawing->animated,
    };
}

/* The board and the pieces below it; as text a puzzle file, which has both. */
static cq_status draw_with_pieces(cq_context *ctx, const cq_picture_of *what,
                                  cq_format format, FILE *out)
{
    bool box = format == CQ_FORMAT_BOX;
    cq_picture_of whole = *what;
    cq_sheet sheet;
    cq_status status;

    if (format == CQ_FORMAT_TEXT)
        return cq_puzzle_write(ctx, what->problem, out);
    status = cq_sheet_of_pieces(ctx, what->problem, box ? 1 : CQ_NOTE_LETTERS, &sheet);
    if (status != CQ_OK)
        return status;
    whole.sheet = &sheet;
    status = cq_draw_picture(ctx, &whole, format, out);
    if (status == CQ_OK && box) {
        putc('\n', out);
        status = cq_sheet_write(&sheet, out);
    }
    cq_sheet_free(&sheet);
    return status;
}

cq_status cq_draw_with(cq_context *ctx, const cq_problem *problem,
                       const cq_answer *answer, const cq_drawing *drawing,
                       cq_format format, FILE *out)
{
    cq_drawing known;
    cq_picture_of what;

    cq_try(cq_sized_read(ctx, "CQ_DRAWING_INIT", drawing, sizeof known, &known));
    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, out, "a stream to write to"));
    if (format > CQ_FORMAT_APNG)
        return cq_fail(ctx, CQ_INPUT, "there is no such format of pictures");
    if (answer && known.solution && known.solution >= answer->solutions.count)
        return cq_fail(ctx, CQ_INPUT,
                       "the answer has %zu solutions, so none is the "
                       "number %zu from 0",
                       answer->solutions.count, known.solution);
    what = cq_picture_for(problem, answer, known.solution, &known);
    if (known.pieces && !answer && problem->kind == CQ_TILING &&
        !cq_problem_is_domino(problem) && problem->pieces.count)
        return draw_with_pieces(ctx, &what, format, out);
    return cq_draw_picture(ctx, &what, format, out);
}

cq_status cq_draw(cq_context *ctx, const cq_problem *problem, const cq_answer *answer,
                  cq_format format, FILE *out)
{
    return cq_draw_with(ctx, problem, answer, NULL, format, out);
}
