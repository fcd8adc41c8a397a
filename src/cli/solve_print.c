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
#include "solve/solve.h"

#include <string.h>

/* ---- where the answer is printed ---- */

static cq_status open_answer(cq_search *run, FILE **out)
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
bool cq_search_goes_on(const cq_search *run, const cq_answer *answer)
{
    return run->checkpoint && run->saved && answer->stop != CQ_FINISHED;
}

static cq_status close_answer(cq_search *run, const cq_answer *answer)
{
    cq_status status = CQ_OK;

    if (run->kept.out && cq_search_goes_on(run, answer)) {
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

static cq_status begin_json(cq_search *run, FILE *out)
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
static cq_status print_list(cq_search *run, FILE *out, const cq_solution *solution,
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

static cq_status print_solution(cq_search *run, const cq_answer *answer)
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

bool cq_search_solution(void *user, const cq_answer *answer)
{
    cq_search *run = user;
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

bool cq_search_progress(void *user, const cq_progress *progress)
{
    cq_search *run = user;

    cq_progress_show(&run->progress, progress);
    return true;
}

/* What was printed counts as seen by whoever takes up the search. */
bool cq_search_checkpoint(void *user, uint64_t *mark)
{
    cq_search *run = user;
    cq_status status = cq_kept_secure(run->cli->ctx, &run->kept, mark);

    if (status != CQ_OK)
        run->failure = cq_report(run->cli, status);
    else if (!run->output.path && !cq_flush_output(run->cli))
        run->failure = CQ_EXIT_INPUT;
    run->saved = run->failure == 0;
    return run->saved;
}

/* ---- the answer as a whole ---- */

static cq_status write_json(cq_search *run, const cq_answer *answer)
{
    FILE *out;
    cq_status status = open_answer(run, &out);

    if (status != CQ_OK)
        return status;
    if (!run->lists)
        return cq_answer_write_json(run->cli->ctx, run->problem, answer, out);
    if (cq_search_goes_on(run, answer) && run->kept.out)
        return CQ_OK; /* its end is not yet known */
    status = begin_json(run, out);
    if (status == CQ_OK)
        status = cq_json_answer_tail(run->cli->ctx, out, run->problem, answer);
    return status;
}

/* What comes behind the last solution of a list. */
static cq_status end_list(cq_search *run, const cq_answer *answer)
{
    cq_tour_form list;
    FILE *out;
    cq_status status;

    if (!cq_form_is_list(run->output.form, &list) || cq_search_goes_on(run, answer))
        return CQ_OK;
    status = open_answer(run, &out);
    if (status == CQ_OK)
        cq_tour_tail(out, list, true);
    return status;
}

static cq_status write_text(cq_search *run, const cq_answer *answer)
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
static cq_status write_picture(cq_search *run, const cq_answer *answer)
{
    bool no = answer->verdict == CQ_NO;
    bool found = answer->verdict == CQ_YES && cq_goal_has_findings(run->goal);
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
static cq_status say_outcome(cq_search *run, const cq_answer *answer)
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

cq_status cq_search_write(cq_search *run, const cq_answer *answer)
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
