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

static int check_explain(const cq_search *run)
{
    if (cq_problem_kind(run->problem) != CQ_TOUR && !cq_problem_is_domino(run->problem))
        return cq_usage(
            run->cli,
            "--explain works only with dominoes; this problem uses other pieces");
    if (run->form == CQ_FORM_JSON)
        return cq_usage(run->cli, "--explain cannot be combined with --json");
    if (!run->cli->set.output && cq_form_is_picture(run->form))
        return cq_usage(run->cli, "pictures of the steps need files; -o NAME.svg "
                                  "writes NAME-1.svg, NAME-2.svg and so on");
    return CQ_EXIT_YES;
}

/* What can be said before the search: that it would have no place to go. */
static int check_place(const cq_search *run)
{
    const cq_cli *cli = run->cli;
    bool picture = cq_form_is_picture(run->form);
    int exit_code = CQ_EXIT_YES;

    if ((run->goal == CQ_GOAL_COUNT || run->goal == CQ_GOAL_TOTAL) && picture)
        return cq_usage(cli, "a count has no picture; use --format txt or json");
    if (cli->set.explain)
        exit_code = check_explain(run);
    if (exit_code)
        return exit_code;
    if (picture && cq_goal_has_numbers(run->goal, run->problem))
        return cq_usage(cli, "numbers have no picture; use --format txt or json");
    if (!cq_goal_suits(run->goal, run->problem))
        return cq_usage(cli, "--%s is for %s only", cq_goal_flag(run->goal),
                        cq_goal_whom(run->goal));
    if ((run->lists || run->boards > 1) && picture && !cli->set.output)
        return cq_usage(cli, "many pictures need files; -o NAME.svg writes NAME-1.svg, "
                             "NAME-2.svg and so on, -o NAME.pdf one file");
    if (run->lists && run->form == CQ_FORM_PDF && cli->set.resume)
        return cq_usage(cli, "a booklet cannot be resumed; list the solutions as txt "
                             "or json, and draw those");
    return CQ_EXIT_YES;
}

/* Where the state of the search is kept, and how far it had got. */
static cq_status look_at_checkpoint(cq_search *run)
{
    const cq_settings *set = &run->cli->set;
    cq_checkpoint_info info;

    run->checkpoint = set->checkpoint ? set->checkpoint : set->resume;
    if (run->checkpoint && stat(run->checkpoint, &run->saved_before) != 0)
        run->saved_before = (struct stat){0};
    if (!set->resume)
        return CQ_OK;
    cq_try(cq_checkpoint_look(run->cli->ctx, set->resume, &info));
    cq_assert(run->checkpoint);
    run->saved = true;
    run->resumed_at = info.mark;
    run->printed = run->cli->set.output ? info.found : 0;
    if (run->cli->set.output ? info.mark > 0 : run->form != CQ_FORM_JSON)
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

void cq_cli_tour_rules(const cq_cli *cli, cq_options *options)
{
    const cq_settings *set = &cli->set;

    options->seed = set->seed;
    options->steps = set->steps;
    options->start_seconds = set->start_seconds;
    options->move_order = set->move_order;
    cq_ties_find(set->ties, &options->ties);
    cq_cut_find(set->cut, &options->cut);
    cq_join_find(set->join, &options->join);
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
    const cq_settings *set = &cli->set;
    cq_status status;

    *options =
        (cq_options)CQ_OPTIONS(.engine = set->engine, .by = set->by,
                               .samples = set->samples, .nth = set->nth,
                               .threads = cq_cli_threads(cli), .unique = set->unique,
                               .symmetric = set->symmetric, .scratch = set->scratch,
                               .checkpoint = set->checkpoint, .resume = set->resume,
                               .ranks = cq_ranks_of(cli));
    cq_cli_tour_rules(cli, options);
    options->first = best_of(cli) ? best_of(cli) : set->first;
    if (set->part)
        cq_value_part(set->part, &options->part, &options->parts);
    cq_assert(options->part <= options->parts && options->threads > 0);
    status = cq_load_order(cli, problem, &out->order);
    cq_then(status, load_given(cli, problem, &out->given));
    options->given = out->given;
    options->order = cq_sweep_order_items(out->order, &options->order_count);
    return status;
}

/* In another rank than 0: takes part, and has nothing to say. */
static int follow(cq_cli *cli, const cq_problem *problem, bool *go_on)
{
    cq_options options;
    companions files = {0};
    cq_status status = ask_the_same(cli, problem, &options, &files);

    status = cq_follow(cli->ctx, status == CQ_OK ? problem : NULL,
                       goal_of(cli, problem), &options);
    companions_free(&files);
    *go_on = status == CQ_OK;
    return CQ_EXIT_YES;
}

/* One board of several. */
static int solve(cq_cli *cli, const cq_problem *problem, size_t board, size_t boards,
                 bool *go_on)
{
    cq_search run = {.cli = cli,
                     .problem = problem,
                     .goal = goal_of(cli, problem),
                     .boards = boards};
    cq_options options;
    companions files = {0};
    cq_answer *answer = NULL;
    cq_status status;
    int exit_code;

    run.lists = run.goal == CQ_GOAL_ALL || cli->set.samples > 1 || best_of(cli) > 1;
    exit_code = cq_output_choose(cli, problem, &run.form);
    if (!exit_code)
        exit_code = check_place(&run);
    if (exit_code)
        return exit_code;
    status = look_at_checkpoint(&run);
    cq_then(status, ask_the_same(cli, problem, &options, &files));
    if (status != CQ_OK) {
        companions_free(&files);
        return cq_report(cli, status);
    }
    options.seconds = cli->set.seconds;
    options.work = cli->set.work;
    options.confirm = cli->set.confirm;
    options.user = &run;
    options.on_progress = cq_search_progress;
    options.on_checkpoint = cq_search_checkpoint;
    options.on_solution = run.lists ? cq_search_solution : NULL;
    if (board > 1 && !cli->set.output && run.form != CQ_FORM_JSON)
        putchar('\n');
    run.on_terminal = cq_terminal_is(stdout);
    run.progress = cq_progress_start(cli);
    status = cq_solve(cli->ctx, problem, run.goal, &options, &answer);
    cq_progress_erase(&run.progress);
    if (status == CQ_OK)
        cq_tell_freely(cli, cq_answer_stop(answer));
    cq_assert(run.lists || !run.list);
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

/* What is asked of a board; *go_on is false if the others are not worth asking. */
static int ask(cq_cli *cli, const cq_problem *problem, size_t board, size_t boards,
               bool *go_on)
{
    const cq_settings *set = &cli->set;

    *go_on = false;
    if (cq_ranks_follows(cli))
        return follow(cli, problem, go_on);
    if (!set->order && !set->lays && !set->trace && !set->worksheet)
        return solve(cli, problem, board, boards, go_on);
    *go_on = true;
    return set->order ? cq_run_order(cli, problem) : cq_run_trace(cli, problem);
}

static size_t length_of(const cq_problem *problem)
{
    size_t count = 0;

    for (; problem; problem = cq_problem_next(problem))
        count++;
    return count;
}

/* What keeps a state, or numbers squares, is for one board. */
static int check_boards(const cq_cli *cli, size_t boards)
{
    const cq_settings *set = &cli->set;
    const char *flag = set->checkpoint  ? "checkpoint"
                       : set->resume    ? "resume"
                       : set->part      ? "part"
                       : set->use_order ? "use-order"
                       : set->proof     ? "proof"
                                        : NULL;

    if (boards == 1 || !flag)
        return CQ_EXIT_YES;
    return cq_usage(cli, "--%s works with one board, but %s has %zu", flag,
                    cli->args[0], boards);
}

/* Each board in turn; the worst exit code counts. -o NAME.txt is NAME-1.txt and so on.
 */
static int solve_each(cq_cli *cli, const cq_problem *problem)
{
    size_t boards = length_of(problem);
    const char *output = cli->set.output;
    int worst = check_boards(cli, boards);
    bool go_on = worst == CQ_EXIT_YES;

    for (size_t i = 1; problem && go_on; problem = cq_problem_next(problem), i++) {
        char *path = NULL;
        int code;

        if (output && boards > 1) {
            cli->set.output = path = cq_path_numbered(cli->ctx, output, i);
            if (!path)
                return cq_report(cli, CQ_MEMORY);
        }
        if (boards > 1 && cli->set.verbose)
            fprintf(stderr, "board: %zu of %zu\n", i, boards);
        code = ask(cli, problem, i, boards, &go_on);
        cq_assert(code >= CQ_EXIT_YES && code <= CQ_EXIT_DEFECT);
        worst = code > worst ? code : worst;
        cq_free(path);
        cli->set.output = output;
    }
    return worst;
}

/* A problem is read as its command is called. */
int cq_run_solve(cq_cli *cli)
{
    cq_reading reading = cq_reading_named(cli->command->name);
    cq_problem *problem = NULL;
    cq_status status = cq_load_problem(cli, reading, true, &problem);
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
