/* command_explain.c - tile and tour --explain: the argument, a paragraph for each step.
 *
 * The words go to standard output. With -o NAME.svg (or .png, .tex) each step has a
 * picture, NAME-1.svg, NAME-2.svg and so on; with -o NAME.pdf the words and all
 * pictures are there, and with -o NAME.txt the words. */
#include "cli/cli.h"

typedef struct step {
    const cq_cli *cli;
    const cq_explanation *explanation;
    size_t number;
    cq_form form;
} step;

static cq_status write_words(const void *what, FILE *out)
{
    const step *s = what;

    return cq_explanation_write(s->cli->ctx, s->explanation, out);
}

static cq_status draw_step(const void *what, FILE *out)
{
    const step *s = what;
    cq_drawing drawing = cq_output_drawing(s->cli);

    return cq_explanation_draw(s->cli->ctx, s->explanation, s->number, &drawing,
                               cq_form_format(s->form), out);
}

static cq_status write_handout(const void *what, FILE *out)
{
    const step *s = what;
    cq_drawing drawing = cq_output_drawing(s->cli);

    return cq_explanation_handout(s->cli->ctx, s->explanation, &drawing, NULL, out);
}

static cq_status draw_steps(step *s)
{
    for (; s->number < cq_explanation_steps(s->explanation); s->number++)
        cq_try(cq_output_write_numbered(s->cli, s->number + 1, draw_step, s));
    cq_assert(s->number > 0); /* there is something to explain */
    return CQ_OK;
}

cq_status cq_output_explain(const cq_cli *cli, cq_form form, const cq_problem *problem,
                            const cq_answer *answer)
{
    const char *path = cli->set.output;
    bool pictures = path && cq_form_is_picture(form);
    cq_explanation *explanation = NULL;
    cq_options options = CQ_OPTIONS_INIT;
    step s = {cli, NULL, 0, form};
    cq_status status;

    cq_cli_tour_rules(cli, &options);
    status = cq_explain_with(cli->ctx, problem, answer, &options, &explanation);
    s.explanation = explanation;
    if (status == CQ_OK && form == CQ_FORM_PDF)
        status = cq_output_write(cli, path, write_handout, &s);
    else if (status == CQ_OK && pictures)
        status = draw_steps(&s);
    cq_then(status, cq_output_write(cli, pictures ? NULL : path, write_words, &s));
    cq_explanation_free(explanation);
    return status;
}
