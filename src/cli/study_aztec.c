/* study_aztec.c - closed knight's tours of Aztec diamonds, radius by radius.
 *
 * S. Davies, C. Xue and C. R. Yerger, Algorithms for finding knight's tours on Aztec
 * diamonds (Involve 10, 2017), ran their two algorithms on radii up to 140: the random
 * walk found tours up to radius 22 but for 17 and 21, path conversion up to 100 and now
 * and then up to 125. A row is a radius: how many squares, and for each engine the
 * seconds that it took to find a tour, which was verified. Nothing if it did not find
 * one in its time; "none" if it proved that there is none.
 */
#include "cli/study.h"

#include <string.h>

enum { USUAL_FROM = 2, USUAL_TO = 30, ENGINES = 16 };

static const char usual_engines[] = "conversion,walk,weave";
static const double usual_seconds = 10;

typedef struct study {
    cq_cli *cli;
    cq_table *table;
    char names[ENGINES][32];
    size_t engines;
    cq_study_progress progress;
    bool stopped;
} study;

static bool is_engine(const char *name)
{
    const char *now;

    for (size_t i = 0; cq_engine_name(i); i++)
        if (strcmp(cq_engine_name(i), name) == 0)
            return true;
    for (size_t i = 0; cq_engine_alias(i, &now); i++)
        if (strcmp(cq_engine_alias(i, &now), name) == 0)
            return true;
    return false;
}

/* "conversion,walk": names of engines, each of which there is. */
static cq_status read_engines(study *s, const char *list)
{
    while (*list) {
        size_t length = strcspn(list, ",");

        if (s->engines == ENGINES)
            return cq_fail(s->cli->ctx, CQ_REFUSED, "expected at most %d engines",
                           ENGINES);
        snprintf(s->names[s->engines], sizeof *s->names, "%.*s", (int)length, list);
        if (!is_engine(s->names[s->engines]))
            return cq_fail(s->cli->ctx, CQ_REFUSED, "there is no engine called %s",
                           s->names[s->engines]);
        s->engines++;
        list += length + (list[length] == ',');
    }
    return CQ_OK;
}

static cq_status make_problem(cq_context *ctx, uint64_t radius, cq_problem **out)
{
    char spec[32];
    cq_problem *problem = NULL;
    cq_status status;

    snprintf(spec, sizeof spec, "aztec:%llu", (unsigned long long)radius);
    status = cq_problem_parse_board(ctx, spec, &problem);
    cq_then(status, cq_problem_set_tour(ctx, problem, "1,2", true));
    if (status != CQ_OK) {
        cq_problem_free(problem);
        return status;
    }
    *out = problem;
    return CQ_OK;
}

static cq_status add_entry(study *s, const cq_problem *problem, const char *engine)
{
    const cq_settings *set = &s->cli->set;
    cq_options options =
        CQ_OPTIONS(.engine = engine,
                   .seconds = set->seconds > 0 ? set->seconds : usual_seconds,
                   .threads = cq_cli_threads(s->cli), .user = &s->progress,
                   .on_progress = cq_study_tick);
    cq_answer *answer = NULL;
    cq_status status;

    cq_cli_tour_rules(s->cli, &options);
    status = cq_solve(s->cli->ctx, problem, CQ_GOAL_FIND, &options, &answer);
    cq_progress_erase(&s->progress.line); /* the line goes before the table grows */
    if (status != CQ_OK)
        return status;
    if (cq_answer_stop(answer) == CQ_STOP_MEMORY && !set->memory) {
        cq_answer_free(answer);
        return CQ_MEMORY; /* nobody asked for less than there is */
    }
    s->stopped = cq_answer_stop(answer) == CQ_STOP_CANCELLED;
    if (cq_answer_verdict(answer) == CQ_YES)
        cq_table_real(s->table, cq_answer_seconds(answer), 6);
    else
        cq_table_word(s->table, cq_answer_verdict(answer) == CQ_NO ? "none" : NULL);
    s->progress.found += cq_answer_verdict(answer) == CQ_YES;
    s->progress.done++;
    cq_assert(s->progress.found <= s->progress.done);
    cq_answer_free(answer);
    return CQ_OK;
}

/* A row that was begun is completed, also when the user stops it. */
static cq_status add_row(study *s, uint64_t radius)
{
    cq_problem *problem = NULL;
    cq_status status = make_problem(s->cli->ctx, radius, &problem);

    if (status != CQ_OK)
        return status;
    cq_table_whole(s->table, radius);
    cq_table_whole(s->table, cq_problem_vertices(problem));
    for (size_t i = 0; i < s->engines && status == CQ_OK; i++) {
        if (s->stopped)
            cq_table_word(s->table, NULL);
        else
            status = add_entry(s, problem, s->names[i]);
    }
    cq_assert(status != CQ_OK || s->table->cells == 0); /* the row is whole */
    cq_problem_free(problem);
    return status;
}

cq_status cq_study_aztec(cq_cli *cli, cq_ensemble_kind kind, cq_table *table,
                         cq_study_plot *plot, bool *stopped)
{
    study s = {.cli = cli, .table = table};
    uint64_t from = cli->set.low ? cli->set.low : USUAL_FROM;
    uint64_t to = cli->set.high ? cli->set.high : USUAL_TO;
    cq_status status =
        read_engines(&s, cli->set.engines ? cli->set.engines : usual_engines);

    (void)kind;
    (void)plot;
    if (status == CQ_OK && from > to)
        status = cq_fail(cli->ctx, CQ_REFUSED, "--from %llu is greater than --to %llu",
                         (unsigned long long)from, (unsigned long long)to);
    cq_then(status, cq_table_column(cli->ctx, table, "radius", 0));
    cq_then(status, cq_table_column(cli->ctx, table, "squares", 0));
    for (size_t i = 0; i < s.engines && status == CQ_OK; i++)
        status = cq_table_column(cli->ctx, table, s.names[i], 10);
    cq_study_start(&s.progress, cli, (to - from + 1) * s.engines);
    for (uint64_t radius = from; radius <= to && status == CQ_OK && !s.stopped;
         radius++)
        status = add_row(&s, radius);
    cq_progress_erase(&s.progress.line);
    *stopped = s.stopped;
    return status;
}
