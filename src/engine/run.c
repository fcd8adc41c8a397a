/* run.c - the part of a run that every engine shares: stopping, progress, delivery. */
#include "engine/engine.h"

#include "base/assert.h"
#include "base/clock.h"

#include <stdarg.h>
#include <string.h>

static bool stop_with(cq_run *run, cq_stop stop)
{
    if (run->stop == CQ_FINISHED)
        run->stop = stop;
    return true;
}

static bool report(cq_run *run, double now)
{
    cq_progress progress = {.share = -1,
                            .seconds = now - run->started,
                            .found = run->answer->found,
                            .unit = "steps"};

    run->next_progress = now + 0.1;
    if (run->progress)
        run->progress(run->state, &progress);
    return run->on_progress(run->user, &progress);
}

static void show_counted(void *state, cq_progress *out)
{
    const cq_run *run = state;

    out->work = *run->counted;
    out->unit = run->unit;
}

cq_fit cq_misfit(const char *format, ...)
{
    cq_fit fit = {.seconds = -1};
    va_list values;

    va_start(values, format);
    vsnprintf(fit.why, sizeof fit.why, format, values);
    va_end(values);
    return fit;
}

cq_fit cq_fit_for(cq_rank rank, double seconds, const char *format, ...)
{
    cq_fit fit = {.fits = true, .rank = rank, .seconds = seconds};
    va_list values;

    va_start(values, format);
    vsnprintf(fit.why, sizeof fit.why, format, values);
    va_end(values);
    return fit;
}

void cq_run_counts(cq_run *run, const uint64_t *counted, const char *unit)
{
    run->progress = show_counted;
    run->state = run;
    run->counted = counted;
    run->unit = unit;
}

bool cq_run_poll_for(cq_run *run, uint64_t polls)
{
    double now;

    if (run->stop != CQ_FINISHED)
        return true;
    if (atomic_load_explicit(&run->ctx->cancelled, memory_order_relaxed))
        return stop_with(run, CQ_STOP_CANCELLED);
    run->worked += polls;
    if (run->work && run->worked > run->work)
        return stop_with(run, CQ_STOP_WORK);
    if (run->on_poll)
        return run->on_poll(run) ? stop_with(run, CQ_STOP_CANCELLED) : false;
    now = cq_clock_seconds();
    if (run->deadline > 0 && now >= run->deadline)
        return stop_with(run, CQ_STOP_TIME);
    if (run->on_progress && now >= run->next_progress && !report(run, now))
        return stop_with(run, CQ_STOP_CANCELLED);
    return false;
}

bool cq_run_poll(cq_run *run)
{
    return cq_run_poll_for(run, 1);
}

double cq_run_effort(const cq_run *run)
{
    double units[CQ_UNITS], effort = 0;

    memcpy(units, run->spent, sizeof units);
    if (run->meter)
        run->meter(run->state, units);
    for (int i = 0; i < CQ_UNITS && run->rates; i++)
        effort += run->rates[i] * units[i];
    return effort;
}

void cq_run_spend(cq_run *run)
{
    if (run->meter)
        run->meter(run->state, run->spent);
    run->meter = NULL;
}

cq_status cq_run_lists(cq_run *run)
{
    cq_problem view;

    cq_try(cq_problem_listed(run->ctx, run->problem, &view));
    if (view.graph.starts == run->problem->graph.starts)
        return CQ_OK;
    run->view = view;
    run->problem = &run->view;
    return CQ_OK;
}

void cq_run_unlist(cq_run *run, const cq_problem *problem)
{
    if (run->problem != problem)
        cq_problem_unlist(&run->view, problem);
    run->problem = problem;
}

cq_status cq_run_see_stop(cq_run *run, cq_status status)
{
    if (status != CQ_STOPPED && !atomic_load(&run->ctx->told))
        return status;
    if (run->stop == CQ_FINISHED)
        run->stop = cq_context_stop(run->ctx);
    return status == CQ_STOPPED ? CQ_OK : status;
}

cq_status cq_run_found(cq_run *run, const cq_solution *solution, bool *enough)
{
    run->passed_over = false;
    cq_assert(run->goal != CQ_GOAL_COUNT);
    cq_try(run->on_found(run, solution));
    if (run->passed_over) {
        *enough = run->stop != CQ_FINISHED;
        return CQ_OK;
    }
    run->answer->found++;
    run->answer->verdict = CQ_YES;
    if (run->goal == CQ_GOAL_FIND || run->goal == CQ_GOAL_WHY)
        *enough = true;
    else if (run->goal == CQ_GOAL_SAMPLE)
        *enough = run->answer->found >= run->samples;
    else if (cq_goal_is_best(run->goal))
        *enough = run->answer->found >= run->first;
    else if (run->first && run->answer->found - run->answer->earlier >= run->first)
        *enough = stop_with(run, CQ_STOP_LIMIT);
    else
        *enough = run->stop != CQ_FINISHED;
    return CQ_OK;
}

cq_status cq_run_hand_over(cq_run *run, cq_solution *solution, bool *enough)
{
    cq_status status;

    run->handed = solution;
    status = cq_run_found(run, solution, enough);
    run->handed = NULL;
    return status;
}

void cq_run_counted(cq_run *run)
{
    run->answer->found++;
    run->answer->verdict = CQ_YES;
}

void cq_run_number(cq_run *run, const mpz_t count)
{
    cq_assert(mpz_sgn(count) >= 0);
    mpz_set(run->answer->count, count);
    run->answer->counted = true;
    run->answer->verdict = mpz_sgn(count) ? CQ_YES : CQ_NO;
}

cq_status cq_run_limit(cq_run *run, const mpq_t limit)
{
    size_t size = mpz_sizeinbase(mpq_numref(limit), 10) +
                  mpz_sizeinbase(mpq_denref(limit), 10) + 3;
    char *text = cq_alloc(run->ctx, size, 1);

    cq_assert(mpz_sgn(mpq_denref(limit)) > 0);
    cq_try_memory(text);
    cq_free(run->answer->limit);
    run->answer->limit = mpq_get_str(text, 10, limit);
    return CQ_OK;
}

cq_status cq_run_total(cq_run *run, const cq_weight *sum, const cq_variables *letters)
{
    cq_weight kept = {0};
    char *text = NULL;
    cq_status status = cq_weight_keep(run->ctx, sum, letters, run->by, &kept);

    cq_then(status, cq_weight_text(run->ctx, &kept, letters, &text));
    cq_weight_free(&kept);
    cq_try(status);
    cq_free(run->answer->total);
    run->answer->total = text;
    snprintf(run->answer->by, sizeof run->answer->by, "%s", run->by ? run->by : "");
    run->answer->verdict = CQ_YES;
    return CQ_OK;
}

void cq_run_refute(cq_run *run, cq_certificate *certificate)
{
    cq_assert(certificate->proof != CQ_PROOF_NONE && run->answer->found == 0);
    cq_assert(run->answer->verdict != CQ_YES);
    cq_certificate_free(&run->answer->certificate);
    run->answer->certificate = *certificate;
    memset(certificate, 0, sizeof *certificate);
    run->answer->verdict = CQ_NO;
}

void cq_run_exhausted(cq_run *run, uint64_t work)
{
    cq_certificate certificate = {.proof = CQ_PROOF_EXHAUSTED, .work = work};

    cq_assert(run->stop == CQ_FINISHED); /* what was stopped has tried only a part */
    if (run->answer->found == 0)
        cq_run_refute(run, &certificate);
}

cq_status cq_run_which(const cq_run *run, const mpz_t solutions, mpz_t out)
{
    const char *nth = run->goal != CQ_GOAL_NTH ? "1" : run->nth ? run->nth : "";

    if (mpz_set_str(out, nth, 10) != 0 || mpz_sgn(out) <= 0)
        return cq_fail(run->ctx, CQ_REFUSED, "solutions are numbered from 1");
    if (mpz_cmp(out, solutions) > 0)
        return cq_fail(run->ctx, CQ_REFUSED, "there are fewer solutions than that");
    mpz_sub_ui(out, out, 1);
    cq_assert(mpz_sgn(out) >= 0 && mpz_cmp(out, solutions) < 0);
    return CQ_OK;
}

cq_status cq_run_numbered(cq_run *run, const mpz_t number)
{
    cq_status status;
    mpz_t from_one;

    cq_assert(mpz_sgn(number) >= 0);
    mpz_init(from_one);
    mpz_add_ui(from_one, number, 1);
    status = cq_findings_number(run->ctx, &run->answer->findings, from_one);
    if (status == CQ_OK)
        run->answer->verdict = CQ_YES;
    mpz_clear(from_one);
    return status;
}

cq_status cq_run_as_cover(cq_run *run, cq_cover_fn *search)
{
    const cq_problem *problem = run->problem;
    cq_placements placements = {0};
    cq_cover cover = {0};
    cq_status status;

    if (problem->kind == CQ_COVER)
        return search(run, &problem->cover, NULL);
    status =
        cq_tiling_placements(run->ctx, problem->board, &problem->pieces, &placements);
    if (status == CQ_OK)
        cq_placements_break(&placements, run->breaking);
    cq_then(status, cq_tiling_lower(run->ctx, problem->board, &problem->pieces,
                                    &placements, &cover));
    cq_assert(status != CQ_OK ||
              cq_cover_options(&cover) == cq_placements_count(&placements));
    cq_then(status, search(run, &cover, &placements));
    cq_cover_free(&cover);
    cq_placements_free(&placements);
    return status;
}
