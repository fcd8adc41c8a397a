/* explain_write.c - an explanation as paragraphs, its steps as pictures, and both on
 * the pages of a handout. */
#include "solve/explain.h"

#include "base/assert.h"
#include "base/sized.h"
#include "base/text.h"
#include "draw/draw.h"

#include <string.h>

enum { WIDTH = 78, INDENT = 4 };

CQ_GET(size_t, cq_explanation_steps, cq_explanation, steps.count, 0)

const char *cq_explanation_text(const cq_explanation *explanation, size_t step)
{
    return step < cq_explanation_steps(explanation) ? explanation->steps.at[step].text
                                                    : NULL;
}

/* Words up to the width, further lines below the first word. */
static void write_paragraph(FILE *out, size_t number, const char *text)
{
    int column = fprintf(out, "%2zu. ", number);
    cq_words words = cq_words_of(text, strlen(text));

    for (bool first = true; cq_words_next(&words); first = false) {
        if (!first && column + 1 + (int)words.length > WIDTH) {
            fprintf(out, "\n%*s", INDENT, "");
            column = INDENT;
        } else if (!first) {
            fputc(' ', out);
            column++;
        }
        fwrite(words.start, 1, words.length, out);
        column += (int)words.length;
    }
    fputc('\n', out);
}

cq_status cq_explanation_write(cq_context *ctx, const cq_explanation *explanation,
                               FILE *out)
{
    size_t count = cq_explanation_steps(explanation);
    const cq_step *last;

    cq_try(cq_need(ctx, explanation, "an explanation"));
    cq_try(cq_need(ctx, out, "a stream to write to"));
    cq_assert(count > 0);
    last = &explanation->steps.at[count - 1];
    for (size_t i = 0; i < count; i++)
        write_paragraph(out, i + 1, explanation->steps.at[i].text);
    if (last->shows_solution && !last->problem) {
        fputc('\n', out);
        return cq_text_solution(ctx, out, explanation->problem, &last->solution);
    }
    return ferror(out) ? cq_fail_io(ctx, "cannot write", "the explanation") : CQ_OK;
}

/* What the picture of a step shows. */
static cq_picture_of picture_of(const cq_explanation *explanation, const cq_step *s,
                                const cq_drawing *drawing)
{
    cq_picture_of what = cq_picture_for(s->problem ? s->problem : explanation->problem,
                                        NULL, 0, drawing);

    what.solution = s->shows_solution ? &s->solution : NULL;
    what.certificate = s->certificate.proof != CQ_PROOF_NONE ? &s->certificate : NULL;
    what.strands = cq_solution_parts(&s->strands) ? &s->strands : NULL;
    what.gone = &s->gone;
    what.come = &s->come;
    what.gone_words = s->gone_words;
    if (!what.caption)
        what.caption = s->text;
    return what;
}

cq_status cq_explanation_draw(cq_context *ctx, const cq_explanation *explanation,
                              size_t step, const cq_drawing *drawing, cq_format format,
                              FILE *out)
{
    cq_drawing known;
    cq_picture_of what;

    cq_try(cq_sized_read(ctx, "CQ_DRAWING_INIT", drawing, sizeof known, &known));
    cq_try(cq_need(ctx, explanation, "an explanation"));
    cq_try(cq_need(ctx, out, "a stream to write to"));
    if (step >= cq_explanation_steps(explanation))
        return cq_fail(ctx, CQ_INPUT, "there is no step %zu: the first one is 0", step);
    what = picture_of(explanation, &explanation->steps.at[step], &known);
    return cq_draw_picture(ctx, &what, format, out);
}

static cq_status add_steps(const cq_explanation *explanation, const cq_drawing *drawing,
                           cq_handout *handout)
{
    cq_status status = CQ_OK;

    for (size_t i = 0; i < explanation->steps.count && status == CQ_OK; i++) {
        const cq_step *s = &explanation->steps.at[i];
        cq_picture_of what = picture_of(explanation, s, drawing);

        status = cq_handout_step(handout, s->text, &what, false);
    }
    return status;
}

cq_status cq_explanation_handout(cq_context *ctx, const cq_explanation *explanation,
                                 const cq_drawing *drawing, const char *title,
                                 FILE *out)
{
    char name[160], subtitle[240];
    cq_handout *handout = NULL;
    cq_drawing known;
    cq_status status;

    cq_try(cq_sized_read(ctx, "CQ_DRAWING_INIT", drawing, sizeof known, &known));
    cq_try(cq_need(ctx, explanation, "an explanation"));
    cq_try(cq_need(ctx, out, "a stream to write to"));
    cq_title_of(explanation->problem, "An explanation", name, sizeof name);
    cq_subtitle_of(explanation->problem, subtitle, sizeof subtitle);
    status = cq_handout_open(ctx, title ? title : name, subtitle, out, &handout);
    cq_then(status, add_steps(explanation, &known, handout));
    cq_then(status, cq_handout_close(handout));
    cq_handout_free(handout);
    return status;
}
