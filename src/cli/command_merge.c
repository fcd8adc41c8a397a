/* command_merge.c - chequer merge: the answers to the parts of a search, added up. */
#include "cli/cli.h"

#include "base/file.h"

typedef struct parts {
    cq_problem *problem;
    cq_answer **at;
    size_t count; /* read so far */
} parts;

/* The first answer also says how the problem is to be read. */
static cq_status read_part(cq_cli *cli, const char *path, parts *p)
{
    cq_text text = {0};
    cq_status status;

    if (p->count == 0) {
        status = cq_load_answered(cli, path, &p->problem, &p->at[0], NULL);
    } else {
        status = cq_file_read(cli->ctx, path, &text);
        cq_then(status, cq_answer_read(cli->ctx, p->problem, text.name, text.data,
                                       text.size, &p->at[p->count]));
        cq_file_drop(&text);
    }
    p->count += status == CQ_OK;
    return status;
}

typedef struct merged {
    cq_context *ctx;
    const cq_problem *problem;
    const cq_answer *sum;
    cq_list_form form;
} merged;

static cq_status write_sum(const void *what, FILE *out)
{
    const merged *m = what;

    return cq_answer_write(m->ctx, m->problem, m->sum, m->form, out);
}

/* What the parts say together is a claim of its own: it is checked like any other. */
static cq_status check_sum(cq_cli *cli, const cq_problem *problem, const cq_answer *sum)
{
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict;

    cq_try(cq_check(cli->ctx, problem, sum, &verdict, sentence));
    if (verdict == CQ_NO)
        return cq_fail(cli->ctx, CQ_INPUT, "the answers do not fit together: %s",
                       sentence);
    if (cli->set.verbose)
        fprintf(stderr, "%s: %s\n", verdict == CQ_YES ? "checked" : "not judged",
                sentence);
    return CQ_OK;
}

static int merge(cq_cli *cli, const parts *p)
{
    cq_form form;
    cq_answer *sum = NULL;
    int exit_code = cq_output_choose(cli, p->problem, &form);
    cq_status status;

    if (exit_code)
        return exit_code;
    if (cq_form_is_picture(form) || cq_form_is_walk(form))
        return cq_usage(cli, "merged answers are written as txt or json");
    cq_assert(p->count + 1 == cli->arg_count);
    status = cq_answers_merge(cli->ctx, p->problem, (const cq_answer *const *)p->at,
                              p->count, &sum);
    cq_then(status, check_sum(cli, p->problem, sum));
    if (status == CQ_OK) {
        const merged what = {cli->ctx, p->problem, sum,
                             form == CQ_FORM_JSON ? CQ_LIST_JSON : CQ_LIST_TEXT};

        status = cq_output_write(cli, cli->set.output, write_sum, &what);
    }
    if (status != CQ_OK)
        exit_code = cq_report(cli, status);
    else
        exit_code = cq_answer_verdict(sum) == CQ_NO ? CQ_EXIT_NO : CQ_EXIT_YES;
    cq_answer_free(sum);
    return exit_code;
}

int cq_run_merge(cq_cli *cli)
{
    parts p = {.at = cq_zalloc(cli->ctx, cli->arg_count, sizeof *p.at)};
    cq_status status = p.at ? CQ_OK : CQ_MEMORY;
    int exit_code;

    for (size_t i = 1; i < cli->arg_count && status == CQ_OK; i++)
        status = read_part(cli, cli->args[i], &p);
    exit_code = status == CQ_OK ? merge(cli, &p) : cq_report(cli, status);
    while (p.count)
        cq_answer_free(p.at[--p.count]);
    cq_free(p.at);
    cq_problem_free(p.problem);
    return exit_code;
}
