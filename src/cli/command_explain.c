/* command_explain.c - chequer tile --explain: the argument, a numbered paragraph a
 * step.
 *
 * The words go to standard output. With -o NAME.svg (or .png, .pdf, .tex) each step has
 * a picture, NAME-1.svg, NAME-2.svg and so on; with -o NAME.txt the words go there.
 */
#include "cli/cli.h"

#include "base/file.h"
#include "solve/explain.h"

#include <string.h>

enum { WIDTH = 78, INDENT = 4 };

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

/* The steps, and the tiling where that is what they lead to. */
static cq_status write_words(const cq_cli *cli, FILE *out, const cq_problem *problem,
                             const cq_explanation *explanation)
{
    size_t count = explanation->steps.count;
    const cq_step *last = &explanation->steps.at[count - 1];

    for (size_t i = 0; i < count; i++)
        write_paragraph(out, i + 1, explanation->steps.at[i].text);
    if (!last->shows_solution || last->problem)
        return CQ_OK;
    fputc('\n', out);
    return cq_text_solution(cli->ctx, out, problem, &last->solution);
}

static cq_status draw_steps(const cq_cli *cli, const cq_output *output,
                            const cq_problem *problem,
                            const cq_explanation *explanation)
{
    cq_status status = CQ_OK;

    for (size_t i = 0; i < explanation->steps.count && status == CQ_OK; i++) {
        const cq_step *step = &explanation->steps.at[i];
        bool proof = step->certificate.proof != CQ_PROOF_NONE;
        cq_shown shown = {.solution = step->shows_solution ? &step->solution : NULL,
                          .certificate = proof ? &step->certificate : NULL,
                          .caption = step->text};

        status = cq_output_draw_file(cli, output, i + 1,
                                     step->problem ? step->problem : problem, &shown);
    }
    return status;
}

static cq_status write_file(const cq_cli *cli, const char *path,
                            const cq_problem *problem,
                            const cq_explanation *explanation)
{
    cq_file_writer writer;
    cq_status status = cq_file_begin(cli->ctx, path, &writer);

    if (status != CQ_OK)
        return status;
    status = write_words(cli, writer.out, problem, explanation);
    if (status == CQ_OK)
        status = cq_file_commit(cli->ctx, &writer);
    else
        cq_file_abandon(&writer);
    if (status == CQ_OK)
        cq_output_tell(cli, path);
    return status;
}

cq_status cq_output_explain(const cq_cli *cli, const cq_output *output,
                            const cq_problem *problem, const cq_answer *answer)
{
    cq_explanation explanation = {0};
    cq_status status = cq_explain_dominoes(cli->ctx, problem, answer, &explanation);

    if (status == CQ_OK && output->path && cq_form_is_picture(output->form))
        status = draw_steps(cli, output, problem, &explanation);
    if (status == CQ_OK) {
        if (output->path && !cq_form_is_picture(output->form))
            status = write_file(cli, output->path, problem, &explanation);
        else
            status = write_words(cli, stdout, problem, &explanation);
    }
    cq_explanation_free(&explanation);
    return status;
}
