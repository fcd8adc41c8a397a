/* main.c - the command: understand the line, run the command, give its exit code. */
#include "cli/cli.h"

#include <locale.h>

static void take_note(void *user, const char *sentence)
{
    (void)user;
    fprintf(stderr, "chequer: %s\n", sentence);
}

/* From here on everything may be stopped: what is read, searched and drawn. The time of
 * a server is that of a request, and of a study that of each trial. */
static void set_limits(cq_cli *cli)
{
    const unsigned own = CQ_CMD_SERVE | CQ_CMD_EXPERIMENT;

    cq_assert(cli->arg_count >= cli->command->least);
    cq_context_limit_memory(cli->ctx, cq_size(cli->set.memory));
    cq_context_limit_to_machine(cli->ctx);
    if (!(cli->command->bit & own))
        cq_context_limit_time(cli->ctx, cli->set.seconds);
    cq_signals_watch(cli->ctx);
}

static int run(cq_cli *cli)
{
    int exit_code = cq_cli_parse(cli);

    if (exit_code)
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
    if (!cq_ranks_share_input(cli))
        return CQ_EXIT_INPUT;
    if (cq_ranks_follows(cli))
        return cli->command->bit & CQ_CMD_SOLVE ? cli->command->run(cli) : CQ_EXIT_YES;
    set_limits(cli);
    if (!cli->set.quiet)
        cq_context_on_warning(cli->ctx, take_note, NULL);
    if (cli->set.verbose)
        cq_context_on_note(cli->ctx, take_note, NULL);
    return cli->command->run(cli);
}

int main(int argc, char **argv)
{
    cq_cli cli = {0};
    int exit_code;

    cq_assert(cq_commands_check() && cq_flags_check() && cq_forms_check());
    cq_assert(cq_guess_check());
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
    exit_code = cli.args ? cq_ranks_join(&cli) : cq_report(&cli, CQ_MEMORY);
    if (exit_code == CQ_EXIT_YES)
        exit_code = run(&cli);
    if (!cq_flush_output(&cli))
        exit_code = CQ_EXIT_INPUT;
    if (cq_ranks_follows(&cli))
        exit_code = CQ_EXIT_YES; /* rank 0 says how it went */
    cq_ranks_leave(&cli);
    cq_signals_watch(NULL);
    cq_free(cli.args);
    cq_context_free(cli.ctx);
    return exit_code;
}
