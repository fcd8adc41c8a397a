/* solve_run.c - a search, from the flags to the exit code: tile, cover, tour and ham.
 *
 * The limits and the goal go to cq_solve; its callbacks print solutions as they are
 * found (--all), draw the progress line, and answer SIGUSR1 (solve_print.c); what is
 * said of it goes to standard error (solve_tell.c).
 */
#include "cli/solving.h"

#include <string.h>

/* The flags of goals exclude one another, so the first that was given is the only one.
 * */
static cq_goal goal_of(const cq_cli *cli, const cq_problem *problem)
{
    if (cq_max_weighed(&cli->set))
        return CQ_GOAL_DEAREST;
    if (cli->set.by || (cli->set.count && cq_problem_is_weighted(problem)))
        return CQ_GOAL_TOTAL;
    for (cq_goal goal = CQ_GOAL_FIND; cq_goal_name(goal); goal++) {
        const char *flag = cq_goal_flag(goal);

        if (flag && cq_flag_given(&cli->set, flag, cli->command->bit))
            return goal;
    }
    return cli->set.first ? CQ_GOAL_ALL : CQ_GOAL_FIND;
}

/* How many of the cheapest or dearest solutions are wanted. */
static uint64_t best_of(const cq_cli *cli)
{
    return cq_max_weighed(&cli->set) ? 1
           : cli->set.cheapest       ? cli->set.cheapest
                                     : cli->set.dearest;
}

/* True, or false after a message. */
static bool explain_has_place(const cq_search *run)
{
    if (cq_problem_kind(run->problem) != CQ_TOUR && !cq_problem_is_domino(run->problem))
        cq_usage(run->cli,
                 "--explain works only with dominoes; this problem uses other pieces");
    else if (run->output.form == CQ_FORM_JSON)
        cq_usage(run->cli, "--explain cannot be combined with --json");
    else if (!run->output.path && cq_form_is_picture(run->output.form))
        cq_usage(run->cli, "pictures of the steps need files; -o NAME.svg writes "
                           "NAME-1.svg, NAME-2.svg and so on");
    else
        return true;
    return false;
}

/* What can be said before the search: that it would have no place to go. */
static bool goal_has_place(const cq_search *run, int *exit_code)
{
    bool picture = cq_form_is_picture(run->output.form);

    if ((run->goal == CQ_GOAL_COUNT || run->goal == CQ_GOAL_TOTAL) && picture)
        *exit_code =
            cq_usage(run->cli, "a count has no picture; use --format txt or json");
    else if (run->cli->set.explain && !explain_has_place(run))
        *exit_code = CQ_EXIT_USAGE;
    else if (picture && cq_goal_has_numbers(run->goal, run->problem))
        *exit_code =
            cq_usage(run->cli, "numbers have no picture; use --format txt or json");
    else if (!cq_goal_suits(run->goal, run->problem))
        *exit_code = cq_usage(run->cli, "--%s is for %s only", cq_goal_flag(run->goal),
                              cq_goal_whom(run->goal));
    else if ((run->lists || run->boards > 1) && picture && !run->output.path)
        *exit_code = cq_usage(run->cli,
                              "many pictures need files; -o NAME.svg writes "
                              "NAME-1.svg, NAME-2.svg and so on, -o NAME.pdf one file");
    else if (run->lists && run->output.form == CQ_FORM_PDF && run->cli->set.resume)
        *exit_code = cq_usage(run->cli, "a booklet cannot be resumed; list the "
                                        "solutions as txt or json, and draw those");
    else
        return true;
    return false;
}

/* Where the state of the search is kept, and how far it had got. */
static cq_status look_at_checkpoint(cq_search *run, cq_options *options)
{
    const cq_settings *set = &run->cli->set;
    cq_checkpoint_info info;

    options->checkpoint = set->checkpoint;
    options->resume = set->resume;
    options->on_checkpoint = cq_search_checkpoint;
    run->checkpoint = set->checkpoint ? set->checkpoint : set->resume;
    if (run->checkpoint && stat(run->checkpoint, &run->saved_before) != 0)
        run->saved_before = (struct stat){0};
    if (!set->resume)
        return CQ_OK;
    cq_try(cq_checkpoint_look(run->cli->ctx, set->resume, &info));
    run->saved = true;
    run->resumed_at = info.mark;
    run->printed = run->output.path ? info.found : 0;
    if (run->output.path ? info.mark > 0 : run->output.form != CQ_FORM_JSON)
        run->before = info.found;
    return CQ_OK;
}

/* The solution whose number is asked for. */
static cq_status load_given(cq_cli *cli, const cq_problem *problem, cq_answer **out)
{
    cq_text text;
    cq_status status;

    if (!cli->set.index_of)
        return CQ_OK;
    cq_try(cq_file_read(cli->ctx, cli->set.index_of, &text));
    status = cq_answer_read(cli->ctx, problem, text.name, text.data, text.size, out);
    if (status == CQ_OK && cq_answer_solutions(*out) == 0)
        status = cq_fail_at(cli->ctx, text.name, 0, 0, "there is no solution here");
    cq_file_drop(&text);
    return status;
}

/* What the files say that come with a question. */
typedef struct companions {
    cq_answer *given;
    cq_sweep_order *order;
} companions;

static void companions_free(companions *c)
{
    cq_sweep_order_free(c->order);
    cq_answer_free(c->given);
}

/* Sets what all ranks must agree on. The caller frees *out in any case. */
static cq_status ask_the_same(cq_cli *cli, const cq_problem *problem,
                              cq_options *options, companions *out)
{
    cq_status status;

    cq_cli_tour_rules(cli, options);
    options->first = best_of(cli) ? best_of(cli) : cli->set.first;
    if (cli->set.part)
        cq_value_part(cli->set.part, &options->part, &options->parts);
    status = cq_load_order(cli, problem, &out->order);
    cq_then(status, load_given(cli, problem, &out->given));
    options->given = out->given;
    options->order = cq_sweep_order_items(out->order, &options->order_count);
    return status;
}

/* In another rank than 0: takes part, and has nothing to say. */
static int follow(cq_cli *cli, const cq_problem *problem, bool *go_on)
{
    cq_options options =
        CQ_OPTIONS(.engine = cli->set.engine, .by = cli->set.by,
                   .samples = cli->set.samples, .nth = cli->set.nth,
                   .threads = cq_cli_threads(cli), .unique = cli->set.unique,
                   .symmetric = cli->set.symmetric, .scratch = cli->set.scratch,
                   .checkpoint = cli->set.checkpoint, .resume = cli->set.resume,
                   .ranks = cq_ranks_of(cli));
    companions files = {0};
    cq_status status = ask_the_same(cli, problem, &options, &files);

    status = cq_follow(cli->ctx, status == CQ_OK ? problem : NULL,
                       goal_of(cli, problem), &options);
    companions_free(&files);
    *go_on = status == CQ_OK;
    return CQ_EXIT_YES;
}

/* One board of several; *go_on is false if the others are not worth asking. */
static int solve(cq_cli *cli, const cq_problem *problem, size_t board, size_t boards,
                 bool *go_on)
{
    cq_search run = {.cli = cli,
                     .problem = problem,
                     .goal = goal_of(cli, problem),
                     .board = board,
                     .boards = boards};
    cq_options options =
        CQ_OPTIONS(.engine = cli->set.engine, .seconds = cli->set.seconds,
                   .work = cli->set.work, .by = cli->set.by,
                   .samples = cli->set.samples, .nth = cli->set.nth,
                   .threads = cq_cli_threads(cli), .unique = cli->set.unique,
                   .symmetric = cli->set.symmetric, .confirm = cli->set.confirm,
                   .scratch = cli->set.scratch, .user = &run,
                   .on_progress = cq_search_progress, .ranks = cq_ranks_of(cli));
    companions files = {0};
    cq_answer *answer = NULL;
    cq_status status;
    int exit_code = CQ_EXIT_YES;

    if (cq_ranks_follows(cli))
        return follow(cli, problem, go_on);
    if (cli->set.order) {
        *go_on = true;
        return cq_run_order(cli, problem);
    }
    if (cli->set.lays || cli->set.trace || cli->set.worksheet) {
        *go_on = true;
        return cq_run_trace(cli, problem);
    }
    run.lists = run.goal == CQ_GOAL_ALL || cli->set.samples > 1 || best_of(cli) > 1;
    if (!cq_output_choose(cli, problem, &run.output, &exit_code) ||
        !goal_has_place(&run, &exit_code))
        return exit_code;
    status = look_at_checkpoint(&run, &options);
    cq_then(status, ask_the_same(cli, problem, &options, &files));
    if (status != CQ_OK) {
        companions_free(&files);
        return cq_report(cli, status);
    }
    if (run.lists)
        options.on_solution = cq_search_solution;
    if (board > 1 && !run.output.path && run.output.form != CQ_FORM_JSON)
        putchar('\n');
    run.on_terminal = cq_terminal_is(stdout);
    run.progress = cq_progress_start(cli);
    status = cq_solve(cli->ctx, problem, run.goal, &options, &answer);
    cq_progress_erase(&run.progress);
    if (status == CQ_OK)
        cq_tell_freely(cli, cq_answer_stop(answer));
    *go_on =
        !run.failure && status == CQ_OK && cq_answer_stop(answer) != CQ_STOP_CANCELLED;
    if (!run.failure && status != CQ_OK)
        cq_search_fail(&run, status);
    exit_code = run.failure ? run.failure : cq_search_finish(&run, answer);
    if (run.failure)
        cq_search_leave(&run);
    else if (cli->set.proof)
        exit_code = cq_search_prove(&run, answer, exit_code);
    cq_list_free(run.list);
    cq_kept_close(&run.kept);
    cq_file_abandon(&run.writer);
    cq_answer_free(answer);
    companions_free(&files);
    return exit_code;
}

static size_t length_of(const cq_problem *problem)
{
    size_t count = 0;

    for (; problem; problem = cq_problem_next(problem))
        count++;
    return count;
}

/* What keeps a state, or numbers squares, is for one board. */
static bool may_be_several(cq_cli *cli, size_t boards, int *exit_code)
{
    const cq_settings *set = &cli->set;
    const char *flag = set->checkpoint  ? "checkpoint"
                       : set->resume    ? "resume"
                       : set->part      ? "part"
                       : set->use_order ? "use-order"
                       : set->proof     ? "proof"
                                        : NULL;

    if (boards == 1 || !flag)
        return true;
    *exit_code = cq_usage(cli, "--%s works with one board, but %s has %zu", flag,
                          cli->args[0], boards);
    return false;
}

/* Each board in turn; the worst exit code counts. -o NAME.txt is NAME-1.txt and so on.
 */
static int solve_each(cq_cli *cli, const cq_problem *problem)
{
    size_t boards = length_of(problem);
    const char *output = cli->set.output;
    bool names = boards > 1 && output && strcmp(output, "-") != 0;
    int worst = CQ_EXIT_YES;
    bool go_on = true;

    if (!may_be_several(cli, boards, &worst))
        return worst;
    for (size_t i = 1; problem && go_on; problem = cq_problem_next(problem), i++) {
        char *path = names ? cq_path_numbered(cli->ctx, output, i) : NULL;
        int code = CQ_EXIT_INPUT;

        if (names && !path)
            return cq_report(cli, CQ_MEMORY);
        cli->set.output = names ? path : output;
        if (boards > 1 && cli->set.verbose)
            fprintf(stderr, "board: %zu of %zu\n", i, boards);
        go_on = false;
        code = solve(cli, problem, i, boards, &go_on);
        worst = code > worst ? code : worst;
        cq_free(path);
        cli->set.output = output;
    }
    return worst;
}

int cq_run_solve(cq_cli *cli, cq_reading reading)
{
    cq_problem *problem = NULL;
    cq_status status = cq_load_problems(cli, cli->args[0], reading, &problem);
    int exit_code;

    if (status == CQ_OK && cli->set.as_drawn && cli->set.verbose &&
        cq_problem_kind(problem) == CQ_TILING)
        status = cq_explain_cover(cli->ctx, problem);
    if (status != CQ_OK && cq_ranks_follows(cli))
        cq_follow(cli->ctx, NULL, goal_of(cli, NULL),
                  &(cq_options)CQ_OPTIONS(.ranks = cq_ranks_of(cli)));
    exit_code = status == CQ_OK ? solve_each(cli, problem) : cq_report(cli, status);
    cq_problem_free(problem);
    return exit_code;
}
