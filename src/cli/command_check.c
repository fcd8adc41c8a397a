/* command_check.c - chequer check: judge an answer from the problem alone.
 *
 * One sentence on standard output, and an exit code: right 0, wrong 1, undecided 4. An
 * answer that cannot be read, or that belongs to another problem, is bad input. A
 * number alone does not say what it counts: --unique and --symmetric do. A proof tree
 * (--proof) is read as it is judged, so that it may be larger than memory.
 */
#include "cli/cli.h"

#include <sys/stat.h>

static int print_verdict(const cq_cli *cli, cq_verdict verdict, const char *sentence)
{
    static const struct {
        const char *word;
        cq_style style;
    } said[] = {[CQ_YES] = {"right", CQ_STYLE_GOOD},
                [CQ_NO] = {"wrong", CQ_STYLE_BAD},
                [CQ_UNKNOWN] = {"undecided", CQ_STYLE_BOLD}};

    cq_assert(verdict <= CQ_NO && *sentence);
    printf("%s%s:%s %s\n", cq_style_on(cli, stdout, said[verdict].style),
           said[verdict].word, cq_style_on(cli, stdout, CQ_STYLE_PLAIN), sentence);
    return cq_exit_code(CQ_OK, verdict);
}

/* ---- proof trees ---- */

/* Whether the file begins as a proof tree does; it is not held in memory. */
static cq_status look_at_file(cq_cli *cli, const char *path, FILE *in,
                              cq_answer_hints *hints)
{
    char start[32];
    size_t size = fread(start, 1, sizeof start, in);

    if (ferror(in))
        return cq_fail_io(cli->ctx, "cannot read", path);
    cq_try(cq_answer_look(cli->ctx, start, size, hints));
    if (hints->proof_tree && fseek(in, 0, SEEK_SET) != 0)
        return cq_fail_io(cli->ctx, "cannot read", path);
    return CQ_OK;
}

/* Judges a proof tree; *taken is false if the file is something else. */
static cq_status check_tree(cq_cli *cli, const char *path, bool *taken,
                            cq_verdict *verdict, char sentence[CQ_SENTENCE_SIZE])
{
    struct stat info;
    bool regular = stat(path, &info) == 0 && S_ISREG(info.st_mode);
    FILE *in = regular ? fopen(path, "rb") : NULL;
    cq_problem *problem = NULL;
    cq_answer_hints hints = {0};
    cq_status status;

    *taken = false;
    if (!in)
        return CQ_OK; /* a pipe can be read once, and has an answer */
    if (setvbuf(in, NULL, _IOFBF, 1 << 16) != 0 ||
        look_at_file(cli, path, in, &hints) != CQ_OK || !hints.proof_tree) {
        fclose(in);
        return CQ_OK;
    }
    cq_assert(ftell(in) == 0); /* it is read from its beginning */
    *taken = true;
    status = cq_load_hinted(cli, &hints, &problem);
    cq_then(status, cq_proof_check(cli->ctx, problem, path, in, verdict, sentence));
    fclose(in);
    cq_problem_free(problem);
    return status;
}

/* ---- answers ---- */

int cq_run_check(cq_cli *cli)
{
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict;
    int exit_code;
    bool is_tree;
    cq_status status = check_tree(cli, cli->args[1], &is_tree, &verdict, sentence);

    if (status == CQ_OK && !is_tree)
        status = cq_load_answered(cli, cli->args[1], &problem, &answer, NULL);
    if (status == CQ_OK && !is_tree) {
        cq_answer_set_counted(answer, cli->set.unique, cli->set.symmetric);
        status = cq_check(cli->ctx, problem, answer, &verdict, sentence);
    }
    exit_code = status == CQ_OK ? print_verdict(cli, verdict, sentence)
                                : cq_report(cli, status);
    cq_answer_free(answer);
    cq_problem_free(problem);
    return exit_code;
}
