/* command_check.c - chequer check: judge an answer from the problem alone.
 *
 * One sentence on standard output, and an exit code: right 0, wrong 1, undecided 4. An
 * answer that cannot be read, or that belongs to another problem, is bad input. A
 * number alone does not say what it counts: --unique and --symmetric do.
 */
#include "cli/cli.h"

static int print_verdict(const cq_cli *cli, cq_verdict verdict, const char *sentence)
{
    const char *word = verdict == CQ_YES  ? "right"
                       : verdict == CQ_NO ? "wrong"
                                          : "undecided";
    cq_style style = verdict == CQ_YES  ? CQ_STYLE_GOOD
                     : verdict == CQ_NO ? CQ_STYLE_BAD
                                        : CQ_STYLE_BOLD;

    printf("%s%s:%s %s\n", cq_style_on(cli, stdout, style), word,
           cq_style_on(cli, stdout, CQ_STYLE_PLAIN), sentence);
    return verdict == CQ_YES  ? CQ_EXIT_YES
           : verdict == CQ_NO ? CQ_EXIT_NO
                              : CQ_EXIT_STOPPED;
}

int cq_run_check(cq_cli *cli)
{
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict;
    int exit_code;
    cq_status status =
        cq_load_answered(cli, cli->args[0], cli->args[1], &problem, &answer, NULL);

    if (status == CQ_OK) {
        cq_answer_set_counted(answer, cli->set.unique, cli->set.symmetric);
        status = cq_check(cli->ctx, problem, answer, &verdict, sentence);
    }
    exit_code = status == CQ_OK ? print_verdict(cli, verdict, sentence)
                                : cq_report(cli, status);
    cq_answer_free(answer);
    cq_problem_free(problem);
    return exit_code;
}
