/* main.c - the command: understand the line, run the command, give its exit code. */
#include "cli/cli.h"

#include <locale.h>

static void take_note(void *user, const char *sentence)
{
    (void)user;
    fprintf(stderr, "chequer: %s\n", sentence);
}

static int run(cq_cli *cli, int argc, char **argv)
{
    int exit_code = CQ_EXIT_YES;

    if (!cq_cli_parse(cli, argc, argv, &exit_code))
        return exit_code;
    if (cli->set.version) {
        printf("chequer %s\n", cq_version());
        return CQ_EXIT_YES;
    }
    if (cli->set.help && cli->command) {
        cq_help_command(cli, cli->command, stdout);
        return CQ_EXIT_YES;
    }
    if (cli->set.help)
        return cq_run_help(cli);
    if (!cli->command) {
        cq_help_short(cli, stderr);
        return CQ_EXIT_USAGE;
    }
    if (cli->set.memory)
        cq_context_limit_memory(cli->ctx, (size_t)cli->set.memory);
    if (cli->set.verbose)
        cq_context_on_note(cli->ctx, take_note, NULL);
    return cli->command->run(cli);
}

int main(int argc, char **argv)
{
    cq_cli cli = {0};
    int exit_code;

    setlocale(LC_CTYPE, ""); /* only to know whether the terminal shows UTF-8 */
    cq_signals_start();
    cli.ctx = cq_context_new();
    if (!cli.ctx) {
        fputs("chequer: out of memory\n", stderr);
        return CQ_EXIT_STOPPED;
    }
    cli.argc = argc;
    cli.argv = argv;
    cli.args = cq_alloc(cli.ctx, (size_t)argc, sizeof *cli.args);
    exit_code = cli.args ? run(&cli, argc, argv) : cq_report(&cli, CQ_MEMORY);
    if (!cq_flush_output(&cli))
        exit_code = CQ_EXIT_INPUT;
    cq_free(cli.args);
    cq_context_free(cli.ctx);
    return exit_code;
}
