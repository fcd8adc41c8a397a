/* solve_print.c - the answer of a search, printed where it belongs.
 *
 *     standard output   the answer, and nothing else
 *     -o FILE           the answer instead; a no is then also said on standard output
 *
 * Nothing is opened or printed before there is something to say, so that an error
 * leaves nothing behind. One solution is held whole; with --all each is printed and
 * dropped, so a list of any length takes the memory of one.
 */
#include "cli/solving.h"

#include "base/clock.h"

/* ---- where the answer is printed ---- */

static cq_status open_answer(cq_search *run, FILE **out)
{
    cq_context *ctx = run->cli->ctx;
    const char *path = run->cli->set.output;
    bool keeps = run->checkpoint && run->lists && run->form != CQ_FORM_PDF;

    if (path && keeps && !run->kept.out)
        cq_try(cq_kept_open(ctx, path, run->cli->set.resume != NULL, run->resumed_at,
                            &run->kept));
    else if (path && !keeps && !run->writer.out)
        cq_try(cq_file_begin(ctx, path, &run->writer));
    cq_assert(!run->kept.out || !run->writer.out);
    *out = !path ? stdout : keeps ? run->kept.out : run->writer.out;
    return CQ_OK;
}

/* Who writes to a stream does not know the name of its file; here it is known. */
static cq_status name_file(cq_search *run, cq_status status)
{
    cq_context *ctx = run->cli->ctx;

    if (run->kept.out)
        return cq_file_failed(ctx, run->kept.out, run->kept.partial, status);
    if (run->writer.out)
        return cq_file_failed(ctx, run->writer.out, run->writer.path, status);
    return status;
}

/* A list that may still be resumed stays as it is. */
bool cq_search_goes_on(const cq_search *run, const cq_answer *answer)
{
    return run->checkpoint && run->saved && cq_answer_stop(answer) != CQ_FINISHED;
}

static cq_status close_answer(cq_search *run, const cq_answer *answer)
{
    if (run->kept.out && cq_search_goes_on(run, answer)) {
        cq_remark(run->cli, "the list so far is in %s", run->kept.partial);
        cq_kept_close(&run->kept);
    } else if (run->kept.out) {
        cq_try(cq_kept_complete(run->cli->ctx, &run->kept));
        cq_output_tell(run->cli, run->cli->set.output);
    }
    if (run->writer.out) {
        cq_try(cq_file_commit(run->cli->ctx, &run->writer));
        cq_output_tell(run->cli, run->cli->set.output);
    }
    return CQ_OK;
}

/* A reader at the other end sees solutions soon; a fast search is not slowed down. */
static void flush_now_and_then(cq_search *run)
{
    double now = cq_clock_seconds();

    if (!run->on_terminal && !ferror(stdout) && now - run->flushed < 0.5)
        return;
    if (!cq_flush_output(run->cli))
        run->failure = CQ_EXIT_INPUT;
    run->flushed = now;
}

/* ---- solutions as they come ---- */

static cq_status open_list(cq_search *run)
{
    const cq_settings *set = &run->cli->set;
    cq_list_options options = {.size = sizeof options,
                               .form = cq_form_list(run->form),
                               .goal = run->goal,
                               .unique = set->unique,
                               .symmetric = set->symmetric,
                               .written = run->before,
                               .drawing = &run->drawing};
    FILE *out = NULL;
    cq_status status = run->list ? CQ_OK : open_answer(run, &out);

    if (run->list || status != CQ_OK)
        return status;
    run->drawing = cq_output_drawing(run->cli);
    return cq_list_open(run->cli->ctx, run->problem, &options, out, &run->list);
}

static bool is_single_picture(cq_form form)
{
    return cq_form_is_picture(form) && form != CQ_FORM_PDF;
}

/* Pictures that are written before the user is asked. */
enum { PICTURES_UNASKED = 100 };

/* Whether to continue with single pictures: --first says how many are wanted; without
 * it somebody at a terminal is asked, and otherwise it ends here. */
static bool wants_more_pictures(cq_search *run)
{
    char answer[8] = "";

    if (run->goal != CQ_GOAL_ALL || run->cli->set.first || run->asked ||
        run->printed < PICTURES_UNASKED)
        return true;
    run->asked = true;
    if (cq_terminal_is(stdin) && cq_terminal_is(stderr)) {
        fprintf(stderr, "%d pictures are written, and there are more. Continue? [y/N] ",
                (int)PICTURES_UNASKED);
        if (fgets(answer, sizeof answer, stdin) && (*answer == 'y' || *answer == 'Y'))
            return true;
    } else {
        cq_assert(run->printed == PICTURES_UNASKED);
        cq_usage(run->cli,
                 "%d pictures are written, and there are more; use --first N to write "
                 "N, or -o NAME.pdf to write all to one file",
                 (int)PICTURES_UNASKED);
    }
    run->failure = CQ_EXIT_STOPPED;
    return false;
}

static cq_status print_solution(cq_search *run, const cq_answer *answer)
{
    cq_form form = run->form;

    if (is_single_picture(form))
        return cq_output_draw_numbered(run->cli, form, run->printed + 1, run->problem,
                                       answer, 0);
    cq_try(open_list(run));
    return cq_list_add(run->list, answer);
}

bool cq_search_solution(void *user, const cq_answer *answer)
{
    cq_search *run = user;
    cq_status status;

    if (cq_answer_solutions(answer) == 0)
        return true;
    cq_assert(run->lists && cq_answer_solutions(answer) == 1);
    cq_progress_erase(&run->progress);
    if (is_single_picture(run->form) && !wants_more_pictures(run))
        return false;
    status = name_file(run, print_solution(run, answer));
    if (status != CQ_OK) {
        cq_search_fail(run, status);
        return false;
    }
    run->printed++;
    if (!run->cli->set.output)
        flush_now_and_then(run);
    return run->failure == 0;
}

bool cq_search_progress(void *user, const cq_progress *progress)
{
    cq_search *run = user;

    cq_progress_show(&run->progress, progress);
    return true;
}

/* What was printed counts as seen when the search is resumed; if printing failed,
 * only the checkpoint before it says how far the output got. */
bool cq_search_checkpoint(void *user, uint64_t *mark)
{
    cq_search *run = user;
    cq_status status;

    if (run->failure)
        return false;
    status = cq_kept_secure(run->cli->ctx, &run->kept, mark);
    if (status != CQ_OK)
        cq_search_fail(run, status);
    else if (!run->cli->set.output && !cq_flush_output(run->cli))
        run->failure = CQ_EXIT_INPUT;
    run->saved = run->failure == 0;
    cq_assert(!run->saved || run->checkpoint);
    return run->saved;
}

/* ---- the answer as a whole ---- */

/* What follows the last solution, unless the list may go on in another run. In JSON on
 * standard output each run writes a document of its own. */
static cq_status end_list(cq_search *run, const cq_answer *answer)
{
    bool begun;

    cq_try(open_list(run));
    cq_assert(run->list && !run->failure);
    begun =
        run->form == CQ_FORM_JSON ? run->kept.out != NULL : run->printed || run->before;
    if (begun && cq_search_goes_on(run, answer))
        return CQ_OK;
    return cq_list_close(run->list, answer);
}

static cq_status write_text(cq_search *run, const cq_answer *answer)
{
    FILE *out;

    if (run->lists)
        return end_list(run, answer);
    cq_try(open_answer(run, &out));
    if (run->goal == CQ_GOAL_WHY && cq_answer_verdict(answer) == CQ_YES &&
        run->form != CQ_FORM_JSON) {
        fputs("possible\n", out);
        return CQ_OK;
    }
    if (run->form == CQ_FORM_BOX && cq_answer_solutions(answer) &&
        run->goal != CQ_GOAL_REPAIR)
        return cq_output_draw(run->cli, CQ_FORM_BOX, run->problem, answer, 0, out);
    return cq_answer_write(run->cli->ctx, run->problem, answer, cq_form_list(run->form),
                           out);
}

/* A yes is a solution, a no its reason; without either there is nothing to draw. */
static cq_status write_picture(cq_search *run, const cq_answer *answer)
{
    bool no = cq_answer_verdict(answer) == CQ_NO;
    bool found = cq_answer_verdict(answer) == CQ_YES && cq_goal_has_findings(run->goal);

    if (run->list)
        return end_list(run, answer);
    if (!no && !found && (!cq_answer_solutions(answer) || run->goal == CQ_GOAL_WHY))
        return CQ_OK;
    return cq_output_draw_numbered(run->cli, run->form, 0, run->problem, answer, 0);
}

/* What people should see even if the answer itself went to a file or is a picture:
 * a no with its reason, and that the search was stopped. */
static cq_status say_outcome(cq_search *run, const cq_answer *answer)
{
    bool picture = cq_form_is_picture(run->form);
    bool told = !run->cli->set.output && !picture;

    if (cq_answer_verdict(answer) != CQ_YES && !told)
        return cq_answer_write_text(run->cli->ctx, run->problem, answer,
                                    run->cli->set.output ? stdout : stderr);
    if (run->goal == CQ_GOAL_WHY && cq_answer_verdict(answer) == CQ_YES && picture)
        puts("possible");
    return CQ_OK;
}

cq_status cq_search_write(cq_search *run, const cq_answer *answer)
{
    if (run->cli->set.explain && cq_answer_verdict(answer) != CQ_UNKNOWN)
        return cq_output_explain(run->cli, run->form, run->problem, answer);
    if (cq_form_is_picture(run->form))
        cq_try(name_file(run, write_picture(run, answer)));
    else
        cq_try(name_file(run, write_text(run, answer)));
    cq_try(close_answer(run, answer));
    return say_outcome(run, answer);
}
