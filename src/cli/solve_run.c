/* solve_run.c - a search, from the flags to the exit code: tile, cover, tour and ham.
 *
 * The limits and the goal go to cq_solve; its callbacks print solutions as they are
 * found (--all), draw the progress line, and answer SIGUSR1. What goes where:
 *
 *     standard output   the answer, and nothing else
 *     -o FILE           the answer instead; a no is then also said on standard output
 *     standard error    progress, remarks, and with -v what was done
 *
 * Nothing is opened or printed before there is something to say, so that an error
 * leaves nothing behind. One solution is held whole; with --all each is printed and
 * dropped, so a list of any length takes the memory of one.
 */
#include "cli/book.h"

#include "base/clock.h"
#include "solve/solve.h"

#include <string.h>
#include <unistd.h>

typedef struct search {
    cq_cli *cli;
    const cq_problem *problem;
    cq_goal goal;
    bool lists;           /* many solutions, printed as they come */
    size_t board, boards; /* which of how many in the file, from 1 */
    cq_output output;
    cq_progress_line progress;
    cq_file_writer writer;  /* of -o FILE, open where its `out` is set */
    const char *checkpoint; /* where the state is kept, or NULL */
    bool saved;             /* there is one, of this run or of the one before */
    cq_kept kept;           /* with it, a list in -o FILE; open where its `out` is */
    uint64_t resumed_at;    /* bytes of that list which are there already */
    cq_answer *frame;       /* JSON: kind and goal for the head; NULL before the head */
    bool headed;            /* a TOUR file has its head */
    cq_book book;           /* a list as one PDF */
    uint64_t printed;       /* solutions */
    bool continues;         /* a list that began in another run, whose end is printed */
    bool on_terminal;       /* standard output is */
    double flushed;         /* when standard output was */
    int failure;            /* exit code of a failed print, already reported; 0: none */
} search;

static cq_goal goal_of(const cq_settings *set)
{
    if (set->count)
        return CQ_GOAL_COUNT;
    if (set->why)
        return CQ_GOAL_WHY;
    if (set->samples)
        return CQ_GOAL_SAMPLE;
    if (set->nth)
        return CQ_GOAL_NTH;
    if (set->index_of)
        return CQ_GOAL_INDEX;
    if (set->by_copies)
        return CQ_GOAL_COPIES;
    if (set->max)
        return CQ_GOAL_MAX;
    if (set->repair)
        return CQ_GOAL_REPAIR;
    if (set->forced)
        return CQ_GOAL_FORCED;
    if (set->probabilities)
        return CQ_GOAL_PROBABILITIES;
    if (set->estimate)
        return CQ_GOAL_ESTIMATE;
    return set->all || set->first ? CQ_GOAL_ALL : CQ_GOAL_FIND;
}

/* True, or false after a message. */
static bool explain_has_place(const search *run)
{
    if (!cq_problem_is_domino(run->problem))
        cq_usage(run->cli, "--explain is for dominoes only, and here are other pieces");
    else if (run->output.form == CQ_FORM_JSON)
        cq_usage(run->cli, "an explanation is words and pictures, not json");
    else if (!run->output.path && cq_form_is_picture(run->output.form))
        cq_usage(run->cli, "the pictures of the steps need files: -o NAME.svg gives "
                           "NAME-1.svg, NAME-2.svg and so on");
    else
        return true;
    return false;
}

/* Whether the answer is a list of numbers. */
static bool is_numbers(const search *run)
{
    return run->goal == CQ_GOAL_INDEX || run->goal == CQ_GOAL_COPIES ||
           (run->goal == CQ_GOAL_PROBABILITIES && !cq_problem_is_domino(run->problem));
}

/* What can be said before the search: that it would have no place to go. */
static bool goal_has_place(const search *run, int *exit_code)
{
    bool picture = cq_form_is_picture(run->output.form);

    if (run->goal == CQ_GOAL_COUNT && picture)
        *exit_code = cq_usage(run->cli, "a count has no picture; say txt or json");
    else if (run->cli->set.explain && !explain_has_place(run))
        *exit_code = CQ_EXIT_USAGE;
    else if (picture && is_numbers(run))
        *exit_code = cq_usage(run->cli, "numbers have no picture; say txt or json");
    else if (cq_goal_dominoes(run->goal) && !cq_problem_is_domino(run->problem))
        *exit_code = cq_usage(run->cli,
                              "--%s is for dominoes only, and here are other "
                              "pieces",
                              cq_goal_name(run->goal));
    else if ((run->lists || run->boards > 1) && picture && !run->output.path)
        *exit_code = cq_usage(run->cli, "many pictures need files: -o NAME.svg gives "
                                        "NAME-1.svg, NAME-2.svg and so on, -o NAME.pdf "
                                        "one file");
    else if (run->lists && run->output.form == CQ_FORM_PDF && run->cli->set.resume)
        *exit_code = cq_usage(run->cli, "a booklet cannot be taken up again; list the "
                                        "solutions as txt or json, and draw those");
    else
        return true;
    return false;
}

/* ---- where the answer is printed ---- */

static cq_status open_answer(search *run, FILE **out)
{
    cq_context *ctx = run->cli->ctx;
    const char *path = run->output.path;
    bool keeps = run->checkpoint && run->lists;
    cq_status status = CQ_OK;

    if (path && keeps && !run->kept.out)
        status = cq_kept_open(ctx, path, run->cli->set.resume != NULL, run->resumed_at,
                              &run->kept);
    else if (path && !keeps && !run->writer.out)
        status = cq_file_begin(ctx, path, &run->writer);
    if (status == CQ_OK)
        *out = !path ? stdout : keeps ? run->kept.out : run->writer.out;
    return status;
}

/* A list that may still be taken up stays as it is. */
static bool will_go_on(const search *run, const cq_answer *answer)
{
    return run->checkpoint && run->saved && answer->stop != CQ_FINISHED;
}

static cq_status close_answer(search *run, const cq_answer *answer)
{
    cq_status status = CQ_OK;

    if (run->kept.out && will_go_on(run, answer)) {
        cq_remark(run->cli, "the list so far is in %s", run->kept.partial);
        cq_kept_close(&run->kept);
    } else if (run->kept.out) {
        status = cq_kept_complete(run->cli->ctx, &run->kept);
        if (status == CQ_OK)
            cq_output_tell(run->cli, run->output.path);
    }
    if (status == CQ_OK && run->writer.out) {
        status = cq_file_commit(run->cli->ctx, &run->writer);
        if (status == CQ_OK)
            cq_output_tell(run->cli, run->output.path);
    }
    return status;
}

/* A reader at the other end sees solutions soon; a fast search is not slowed down. */
static void flush_now_and_then(search *run)
{
    double now = cq_clock_seconds();

    if (!run->on_terminal && !ferror(stdout) && now - run->flushed < 0.5)
        return;
    if (!cq_flush_output(run->cli))
        run->failure = CQ_EXIT_INPUT;
    run->flushed = now;
}

/* ---- solutions as they come ---- */

static cq_status begin_json(search *run, FILE *out)
{
    cq_status status = CQ_OK;

    if (run->frame)
        return CQ_OK;
    if (run->kept.out && run->resumed_at)
        return CQ_OK; /* its head is there already */
    status = cq_answer_new(run->cli->ctx, run->problem->kind, run->goal, &run->frame);
    if (status == CQ_OK) {
        run->frame->unique = run->cli->set.unique;
        run->frame->symmetric = run->cli->set.symmetric;
        cq_json_answer_head(out, run->problem, run->frame);
    }
    return status;
}

/* The head goes before the first tour, if it is not there from the run before. */
static cq_status print_list(search *run, FILE *out, const cq_solution *solution,
                            cq_tour_form form)
{
    bool resumed = (run->kept.out && run->resumed_at) || run->continues;

    if (!run->headed && !resumed)
        cq_tour_head(out, run->problem, form);
    run->headed = true;
    if ((run->printed || run->continues) && form == CQ_TOUR_MOVES)
        fputc('\n', out);
    return cq_tour_solution(run->cli->ctx, out, run->problem, solution, form);
}

static cq_status print_solution(search *run, const cq_answer *answer)
{
    const cq_solution *solution = &answer->solutions.at[0];
    cq_shown shown = {.solution = solution, .answer = answer};
    cq_form form = run->output.form;
    cq_tour_form list;
    FILE *out;
    cq_status status;

    if (form == CQ_FORM_PDF)
        return cq_book_add(run->cli, &run->book, run->output.path, run->problem, &shown,
                           cq_answer_class_size(answer, 0));
    if (cq_form_is_picture(form))
        return cq_output_draw_file(run->cli, &run->output, run->printed + 1,
                                   run->problem, &shown);
    status = open_answer(run, &out);
    if (status != CQ_OK)
        return status;
    if (cq_form_is_list(form, &list))
        return print_list(run, out, solution, list);
    if (form == CQ_FORM_JSON) {
        status = begin_json(run, out);
        if (status == CQ_OK)
            cq_json_answer_solution(out, run->problem, solution,
                                    cq_answer_class_size(answer, 0), run->printed == 0);
    } else {
        if (run->printed || run->continues)
            fputc('\n', out);
        cq_text_class(out, cq_answer_class_size(answer, 0));
        status = form == CQ_FORM_BOX
                     ? cq_output_draw(run->cli, form, run->problem, &shown, out)
                     : cq_text_solution(run->cli->ctx, out, run->problem, solution);
    }
    return status;
}

static bool on_solution(void *user, const cq_answer *answer)
{
    search *run = user;
    cq_status status;

    if (answer->solutions.count == 0)
        return true;
    cq_progress_erase(&run->progress);
    status = print_solution(run, answer);
    if (status != CQ_OK) {
        run->failure = cq_report(run->cli, status);
        return false;
    }
    run->printed++;
    if (!run->output.path)
        flush_now_and_then(run);
    return run->failure == 0;
}

static bool on_progress(void *user, const cq_progress *progress)
{
    search *run = user;

    cq_progress_show(&run->progress, progress);
    return true;
}

/* What was printed counts as seen by whoever takes up the search. */
static bool on_checkpoint(void *user, uint64_t *mark)
{
    search *run = user;
    cq_status status = cq_kept_secure(run->cli->ctx, &run->kept, mark);

    if (status != CQ_OK)
        run->failure = cq_report(run->cli, status);
    else if (!run->output.path && !cq_flush_output(run->cli))
        run->failure = CQ_EXIT_INPUT;
    run->saved = run->failure == 0;
    return run->saved;
}

/* ---- the answer as a whole ---- */

static cq_status write_json(search *run, const cq_answer *answer)
{
    FILE *out;
    cq_status status = open_answer(run, &out);

    if (status != CQ_OK)
        return status;
    if (!run->lists)
        return cq_answer_write_json(run->cli->ctx, run->problem, answer, out);
    if (will_go_on(run, answer) && run->kept.out)
        return CQ_OK; /* its end is not yet known */
    status = begin_json(run, out);
    if (status == CQ_OK)
        status = cq_json_answer_tail(run->cli->ctx, out, run->problem, answer);
    return status;
}

/* What comes behind the last solution of a list. */
static cq_status end_list(search *run, const cq_answer *answer)
{
    cq_tour_form list;
    FILE *out;
    cq_status status;

    if (!cq_form_is_list(run->output.form, &list) || will_go_on(run, answer))
        return CQ_OK;
    status = open_answer(run, &out);
    if (status == CQ_OK)
        cq_tour_tail(out, list, true);
    return status;
}

static cq_status write_text(search *run, const cq_answer *answer)
{
    cq_tour_form list;
    FILE *out;
    cq_status status;

    if (run->lists && (run->printed || run->continues))
        return end_list(run, answer); /* they are there already */
    status = open_answer(run, &out);
    if (status != CQ_OK)
        return status;
    if (run->goal == CQ_GOAL_WHY && answer->verdict == CQ_YES) {
        fputs("possible\n", out);
        return CQ_OK;
    }
    if (cq_form_is_list(run->output.form, &list))
        return cq_answer_write_tour(run->cli->ctx, run->problem, answer, list, out);
    if (run->output.form == CQ_FORM_BOX && answer->solutions.count &&
        run->goal != CQ_GOAL_REPAIR) {
        cq_shown shown = {.solution = &answer->solutions.at[0], .answer = answer};

        return cq_output_draw(run->cli, CQ_FORM_BOX, run->problem, &shown, out);
    }
    return cq_answer_write_text(run->cli->ctx, run->problem, answer, out);
}

/* A yes is a solution, a no its reason; without either there is nothing to draw. */
static cq_status write_picture(search *run, const cq_answer *answer)
{
    bool no = answer->verdict == CQ_NO;
    bool found = answer->verdict == CQ_YES && cq_goal_finds(run->goal);
    cq_shown shown = {.solution =
                          answer->solutions.count ? &answer->solutions.at[0] : NULL,
                      .certificate = no ? &answer->certificate : NULL,
                      .answer = answer,
                      .caption = no ? answer->reason : NULL};

    if (run->book.solutions) {
        cq_status status =
            cq_book_finish(run->cli, &run->book, answer->stop == CQ_FINISHED);

        if (status == CQ_OK)
            cq_output_tell(run->cli, run->output.path);
        return status;
    }
    if (!no && !found && (!shown.solution || run->goal == CQ_GOAL_WHY))
        return CQ_OK;
    if (run->output.path)
        return cq_output_draw_file(run->cli, &run->output, 0, run->problem, &shown);
    return cq_output_draw(run->cli, run->output.form, run->problem, &shown, stdout);
}

/* What people should see even where the answer itself went to a file or is a picture:
 * a no with its reason, and that the search was stopped. */
static cq_status say_outcome(search *run, const cq_answer *answer)
{
    bool picture = cq_form_is_picture(run->output.form);
    bool told = !run->output.path && !picture;

    if (answer->verdict != CQ_YES && !told)
        return cq_answer_write_text(run->cli->ctx, run->problem, answer,
                                    run->output.path ? stdout : stderr);
    if (run->goal == CQ_GOAL_WHY && answer->verdict == CQ_YES && picture)
        puts("possible");
    return CQ_OK;
}

static cq_status write_answer(search *run, const cq_answer *answer)
{
    cq_status status;

    if (run->cli->set.explain && answer->verdict != CQ_UNKNOWN)
        return cq_output_explain(run->cli, &run->output, run->problem, answer);
    if (run->output.form == CQ_FORM_JSON)
        status = write_json(run, answer);
    else if (cq_form_is_picture(run->output.form))
        status = write_picture(run, answer);
    else
        status = write_text(run, answer);
    if (status == CQ_OK)
        status = close_answer(run, answer);
    if (status == CQ_OK)
        status = say_outcome(run, answer);
    return status;
}

/* ---- the outcome ---- */

static bool is_stopped(const search *run, const cq_answer *answer)
{
    if (answer->verdict == CQ_UNKNOWN)
        return !(answer->stop == CQ_FINISHED &&
                 (answer->parts || cq_answer_estimated(answer)));
    if (answer->verdict == CQ_NO || run->goal == CQ_GOAL_FIND ||
        run->goal == CQ_GOAL_WHY)
        return false;
    return answer->stop != CQ_FINISHED &&
           !(answer->stop == CQ_STOP_LIMIT && run->goal == CQ_GOAL_ALL);
}

static int exit_code_of(const search *run, const cq_answer *answer)
{
    if (is_stopped(run, answer))
        return CQ_EXIT_STOPPED;
    return answer->verdict == CQ_NO ? CQ_EXIT_NO : CQ_EXIT_YES;
}

/* cq_solve has checked all that it hands out, except what has no short proof. */
static void tell_check(const cq_answer *answer)
{
    char number[CQ_GROUPED_SIZE];

    if (answer->verdict == CQ_YES && cq_goal_finds(answer->goal))
        return; /* a note of the library has said it */
    if (answer->verdict == CQ_NO)
        fprintf(stderr, "checked: %s\n",
                answer->certificate.proof == CQ_PROOF_EXHAUSTED
                    ? "nothing, an exhausted search has no short proof"
                    : "the proof is right");
    else if (answer->goal == CQ_GOAL_COUNT && answer->second[0])
        fprintf(stderr, "checked: the engine %s counts the same\n", answer->second);
    else if (answer->goal == CQ_GOAL_COUNT && answer->verdict == CQ_YES)
        fputs("checked: nothing, a count has no short proof\n", stderr);
    else if (answer->found)
        fprintf(stderr, "checked: %s %s right\n", cq_grouped(answer->found, number),
                answer->found == 1 ? "solution is" : "solutions are");
}

/* -v: what was done, a line each. */
static void tell_work(const search *run, const cq_answer *answer)
{
    char number[CQ_GROUPED_SIZE];

    if (!run->cli->set.verbose)
        return;
    if (answer->engine[0])
        fprintf(stderr, "engine: %s\n", answer->engine);
    for (size_t i = 0; i < answer->counters.count; i++)
        fprintf(stderr, "%s: %s\n", answer->counters.at[i].name,
                cq_grouped(answer->counters.at[i].value, number));
    tell_check(answer);
    fprintf(stderr, "time: %.3g s\n", answer->seconds);
    fprintf(stderr, "memory: %s bytes at the most\n",
            cq_grouped(cq_context_memory_peak(run->cli->ctx), number));
}

static const char *stopped_by(cq_stop stop)
{
    switch (stop) {
    case CQ_STOP_TIME: return "by the time limit";
    case CQ_STOP_MEMORY: return "by the memory limit";
    case CQ_STOP_CANCELLED: return "by the user";
    default: return "early";
    }
}

static void tell_stop(const search *run, const cq_answer *answer)
{
    char number[CQ_GROUPED_SIZE];

    if (!is_stopped(run, answer))
        return;
    if (answer->stop == CQ_STOP_MEMORY)
        cq_report(run->cli, CQ_MEMORY); /* the context still says what did not fit */
    if (answer->found)
        cq_remark(run->cli, "stopped %s with %s found", stopped_by(answer->stop),
                  cq_grouped(answer->found, number));
}

/* Where the state is, and how to go on from it. */
static void tell_again(const search *run, const cq_answer *answer)
{
    if (!will_go_on(run, answer) || run->cli->set.quiet)
        return;
    fputs("chequer: go on with: ", stderr);
    cq_again_write(run->cli, run->checkpoint, stderr);
}

static int finish(search *run, const cq_answer *answer)
{
    cq_status status = write_answer(run, answer);

    if (status != CQ_OK)
        return cq_report(run->cli, status);
    cq_flush_output(run->cli); /* before what standard error adds */
    tell_stop(run, answer);
    tell_again(run, answer);
    tell_work(run, answer);
    return exit_code_of(run, answer);
}

static unsigned threads_of(const cq_cli *cli)
{
    long cores;

    if (cli->set.threads)
        return (unsigned)cli->set.threads;
    cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (unsigned)cores : 1;
}

/* Where the state of the search is kept, and how far it had got. */
static cq_status look_at_checkpoint(search *run, cq_options *options)
{
    const cq_settings *set = &run->cli->set;
    cq_checkpoint_info info;
    cq_status status;

    options->checkpoint = set->checkpoint;
    options->resume = set->resume;
    options->on_checkpoint = on_checkpoint;
    run->checkpoint = set->checkpoint ? set->checkpoint : set->resume;
    if (!set->resume)
        return CQ_OK;
    status = cq_checkpoint_look(run->cli->ctx, set->resume, &info);
    if (status == CQ_OK) {
        run->saved = true;
        run->resumed_at = info.mark;
        run->printed = run->output.path ? info.found : 0;
        run->continues = run->lists && !run->output.path && info.found > 0;
    }
    return status;
}

static cq_ties ties_of(const char *name)
{
    if (!name || strcmp(name, "number") == 0)
        return CQ_TIES_NUMBER;
    if (strcmp(name, "pohl") == 0)
        return CQ_TIES_POHL;
    return strcmp(name, "centre") == 0 ? CQ_TIES_CENTRE : CQ_TIES_RANDOM;
}

/* The solution whose number is asked for. */
static cq_status load_given(cq_cli *cli, const cq_problem *problem, cq_answer **out)
{
    cq_text text;
    cq_status status;

    if (!cli->set.index_of)
        return CQ_OK;
    status = cq_file_read(cli->ctx, cli->set.index_of, &text);
    if (status != CQ_OK)
        return status;
    status = cq_answer_read(cli->ctx, problem, text.name, text.data, text.size, out);
    if (status == CQ_OK && (*out)->solutions.count == 0)
        status = cq_fail_at(cli->ctx, text.name, 0, 0, "there is no solution here");
    cq_file_drop(&text);
    return status;
}

/* One board of several; *go_on is false where the others are not worth asking. */
static int solve(cq_cli *cli, const cq_problem *problem, size_t board, size_t boards,
                 bool *go_on)
{
    search run = {.cli = cli,
                  .problem = problem,
                  .goal = goal_of(&cli->set),
                  .board = board,
                  .boards = boards};
    cq_options options = {.engine = cli->set.engine,
                          .seconds = cli->set.seconds,
                          .first = cli->set.first,
                          .samples = cli->set.samples,
                          .nth = cli->set.nth,
                          .seed = cli->set.seed,
                          .ties = ties_of(cli->set.ties),
                          .steps = cli->set.steps,
                          .threads = threads_of(cli),
                          .unique = cli->set.unique,
                          .symmetric = cli->set.symmetric,
                          .user = &run,
                          .on_progress = on_progress};
    cq_answer *answer = NULL, *given = NULL;
    cq_status status;
    cq_u32s order = {0};
    int exit_code = CQ_EXIT_YES;

    if (cli->set.order) {
        *go_on = true;
        return cq_run_order(cli, problem);
    }
    run.lists = run.goal == CQ_GOAL_ALL || cli->set.samples > 1;
    if (!cq_output_choose(cli, problem, &run.output, &exit_code) ||
        !goal_has_place(&run, &exit_code))
        return exit_code;
    if (cli->set.part)
        cq_value_part(cli->set.part, &options.part, &options.parts);
    status = look_at_checkpoint(&run, &options);
    if (status == CQ_OK)
        status = cq_load_order(cli, problem, &order);
    if (status == CQ_OK)
        status = load_given(cli, problem, &given);
    if (status != CQ_OK) {
        cq_vec_free(&order);
        return cq_report(cli, status);
    }
    options.given = given;
    options.order = order.at;
    options.order_count = order.count;
    if (run.lists)
        options.on_solution = on_solution;
    if (board > 1 && !run.output.path && run.output.form != CQ_FORM_JSON)
        putchar('\n');
    run.on_terminal = cq_terminal_is(stdout);
    run.progress = cq_progress_start(cli);
    cq_signals_watch(cli->ctx);
    status = cq_solve(cli->ctx, problem, run.goal, &options, &answer);
    cq_signals_rest();
    cq_progress_erase(&run.progress);
    *go_on = !run.failure && status == CQ_OK && answer->stop != CQ_STOP_CANCELLED;
    if (run.failure)
        exit_code = run.failure;
    else
        exit_code = status == CQ_OK ? finish(&run, answer) : cq_report(cli, status);
    cq_kept_close(&run.kept);
    cq_book_abandon(&run.book);
    cq_file_abandon(&run.writer);
    cq_answer_free(run.frame);
    cq_answer_free(answer);
    cq_answer_free(given);
    cq_vec_free(&order);
    return exit_code;
}

static size_t length_of(const cq_problem *problem)
{
    size_t count = 0;

    for (; problem; problem = problem->next)
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
                                        : NULL;

    if (boards == 1 || !flag)
        return true;
    *exit_code = cq_usage(cli, "--%s is for one board, and %s has %zu", flag,
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
    for (size_t i = 1; problem && go_on; problem = problem->next, i++) {
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
        problem->kind == CQ_TILING)
        status = cq_solve_slides(cli->ctx, problem);
    exit_code = status == CQ_OK ? solve_each(cli, problem) : cq_report(cli, status);
    cq_problem_free(problem);
    return exit_code;
}
