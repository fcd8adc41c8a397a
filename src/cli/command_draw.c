/* command_draw.c - chequer draw: a board, or an answer on it.
 *
 * A board alone, with the pieces of its puzzle below it; the solutions of an answer, or
 * the squares of its proof. Text goes to standard output one solution after the other;
 * pictures of several solutions go to NAME-1.svg, NAME-2.svg and so on, or to the pages
 * of one PDF. A wrong answer can be drawn, to see what is wrong with it; a remark says
 * so. */
#include "cli/cli.h"

/* All solutions in one PDF. */
typedef struct book {
    const cq_cli *cli;
    const cq_problem *problem;
    const cq_answer *answer;
} book;

static cq_status write_book(const void *what, FILE *out)
{
    const book *b = what;
    cq_drawing drawing = cq_output_drawing(b->cli);
    cq_list_options options = {.size = sizeof options,
                               .form = CQ_LIST_PDF,
                               .unique = b->cli->set.unique,
                               .symmetric = b->cli->set.symmetric,
                               .drawing = &drawing};
    cq_list *list = NULL;
    cq_status status = cq_list_open(b->cli->ctx, b->problem, &options, out, &list);

    cq_then(status, cq_list_add(list, b->answer));
    cq_then(status, cq_list_close(list, b->answer));
    cq_list_free(list);
    return status;
}

static cq_status draw_all(const cq_cli *cli, cq_form form, const cq_problem *problem,
                          const cq_answer *answer)
{
    const book all = {cli, problem, answer};
    size_t count = answer ? cq_answer_solutions(answer) : 0;

    if (answer && count == 0 && cq_answer_verdict(answer) != CQ_NO &&
        !cq_answer_pair(answer, 0))
        return cq_fail(cli->ctx, CQ_INPUT, "the answer has no solution to draw");
    if (count <= 1)
        return cq_output_draw_numbered(cli, form, 0, problem, answer, 0);
    if (!cli->set.output && cq_form_is_picture(form))
        return cq_fail(
            cli->ctx, CQ_REFUSED,
            "the answer has %zu solutions; to draw them all, add -o NAME.svg", count);
    cq_assert(form == CQ_FORM_TXT || form == CQ_FORM_BOX || cli->set.output);
    if (form == CQ_FORM_PDF)
        return cq_output_write(cli, cli->set.output, write_book, &all);
    for (size_t i = 0; i < count; i++) {
        if (i && !cli->set.output)
            putchar('\n');
        cq_try(cq_output_draw_numbered(cli, form, i + 1, problem, answer, i));
    }
    return CQ_OK;
}

/* What goals find beside solutions is judged as a whole; of the rest only the
 * solutions: what the answer claims beyond them is not drawn. */
static cq_status warn_if_wrong(const cq_cli *cli, const cq_problem *problem,
                               const cq_answer *answer)
{
    bool found = cq_goal_has_findings(cq_answer_goal(answer));
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict = CQ_YES;

    if (found)
        cq_try(cq_check(cli->ctx, problem, answer, &verdict, sentence));
    else if (cq_answer_solutions(answer))
        cq_try(cq_check_solutions(cli->ctx, problem, answer, &verdict, sentence));
    if (verdict == CQ_NO)
        cq_remark(cli, "the answer is wrong: %s", sentence);
    return CQ_OK;
}

static int draw(cq_cli *cli, const cq_problem *problem, const cq_answer *answer)
{
    cq_form form;
    cq_status status = CQ_OK;
    int exit_code = cq_output_choose(cli, problem, &form);

    if (exit_code)
        return exit_code;
    if (form == CQ_FORM_JSON || cq_form_is_walk(form))
        return cq_usage(cli, "%s is not a picture; use 'chequer convert' to write it",
                        form == CQ_FORM_JSON ? "json" : "a list of squares");
    if (!cq_problem_board(problem))
        return cq_usage(cli, "only a board can be drawn");
    if (answer)
        status = warn_if_wrong(cli, problem, answer);
    cq_then(status, draw_all(cli, form, problem, answer));
    return status == CQ_OK ? CQ_EXIT_YES : cq_report(cli, status);
}

int cq_run_draw(cq_cli *cli)
{
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    cq_status status;
    int exit_code;

    if (cli->arg_count == 2)
        status = cq_load_answered(cli, cli->args[1], &problem, &answer, NULL);
    else
        status = cq_load_problem(cli, cq_reading_named(cli->set.as), false, &problem);
    exit_code = status == CQ_OK ? draw(cli, problem, answer) : cq_report(cli, status);
    cq_answer_free(answer);
    cq_problem_free(problem);
    return exit_code;
}
