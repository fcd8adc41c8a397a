/* command_experiment.c - chequer experiment: the studies of the literature, repeated.
 *
 * A study is a row in the table below and a file of its own (study_*.c); it only makes
 * figures. Here they get their form (--format, --json, the ending of -o) and their
 * place, a plot is drawn if one is wanted, and progress is shown.
 */
#include "cli/study.h"

#include "base/clock.h"
#include "base/file.h"

#include <string.h>

static const cq_study studies[] = {
    {"aztec", cq_study_aztec, false, CQ_ENSEMBLE_RANDOM},
    {"random", cq_study_graphs, true, CQ_ENSEMBLE_RANDOM},
    {"regular", cq_study_graphs, true, CQ_ENSEMBLE_REGULAR},
    {"hidden", cq_study_graphs, true, CQ_ENSEMBLE_HIDDEN},
    {"subdivided", cq_study_graphs, true, CQ_ENSEMBLE_SUBDIVIDED},
};

static const cq_study *study_named(const char *name)
{
    for (size_t i = 0; i < sizeof studies / sizeof *studies; i++)
        if (strcmp(studies[i].name, name) == 0)
            return &studies[i];
    return NULL;
}

/* ---- progress ---- */

void cq_study_start(cq_study_progress *progress, const cq_cli *cli, uint64_t all)
{
    *progress = (cq_study_progress){
        .line = cq_progress_start(cli), .started = cq_clock_seconds(), .all = all};
}

bool cq_study_tick(void *user, const cq_progress *entry)
{
    cq_study_progress *progress = user;
    cq_progress whole = {.seconds = cq_clock_seconds() - progress->started,
                         .found = progress->found,
                         .work = entry->work,
                         .unit = entry->unit};

    cq_assert(progress->done < progress->all);
    whole.share = (double)progress->done / (double)progress->all;
    cq_progress_show(&progress->line, &whole);
    return true;
}

/* ---- the form ---- */

/* What is written, and where: a table, or a plot in a file and the table as text on
 * standard output. */
typedef struct study_form {
    cq_table_form table;
    bool plot;
    cq_format picture;
} study_form;

static const struct {
    const char *name;
    study_form form;
} forms[] = {{"txt", {CQ_TABLE_TEXT, false, CQ_FORMAT_TEXT}},
             {"csv", {CQ_TABLE_CSV, false, CQ_FORMAT_TEXT}},
             {"json", {CQ_TABLE_JSON, false, CQ_FORMAT_TEXT}},
             {"svg", {CQ_TABLE_TEXT, true, CQ_FORMAT_SVG}},
             {"png", {CQ_TABLE_TEXT, true, CQ_FORMAT_PNG}},
             {"pdf", {CQ_TABLE_TEXT, true, CQ_FORMAT_PDF}},
             {"tex", {CQ_TABLE_TEXT, true, CQ_FORMAT_TIKZ}}};

static bool form_named(const char *name, bool plots, study_form *out)
{
    for (size_t i = 0; name && i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].name, name) == 0 && (plots || !forms[i].form.plot)) {
            *out = forms[i].form;
            return true;
        }
    return false;
}

static cq_status choose_form(const cq_cli *cli, const cq_study *study, study_form *out)
{
    const char *ending = cli->set.output ? cq_path_ending(cli->set.output) : NULL;
    const char *name = cli->set.json     ? "json"
                       : cli->set.format ? cli->set.format
                                         : ending;

    *out = forms[0].form;
    if (!name && !cli->set.output)
        return CQ_OK;
    if (!form_named(name, study->plots, out))
        return cq_fail(cli->ctx, CQ_REFUSED,
                       "expected a file that ends in .txt, .csv%s, or --format, "
                       "found %s",
                       study->plots ? ", .json, .svg, .png, .pdf or .tex" : " or .json",
                       cli->set.output ? cli->set.output : name);
    if (out->plot && !cli->set.output)
        return cq_fail(cli->ctx, CQ_REFUSED, "a plot needs a file; add -o FILE.%s",
                       name);
    if (out->plot && !cq_draw_can(out->picture))
        return cq_fail(cli->ctx, CQ_REFUSED,
                       "this chequer was built without drawing and cannot write .%s",
                       name);
    return CQ_OK;
}

/* ---- running ---- */

static cq_status write_plot(cq_context *ctx, const cq_study_plot *points,
                            cq_format format, FILE *out)
{
    cq_series series[CQ_SERIES_MOST];
    const cq_plot plot = {.size = sizeof plot,
                          .title = points->title,
                          .remark = points->remark,
                          .across = points->across,
                          .places = points->places.at,
                          .places_count = points->places.count,
                          .series = series,
                          .series_count = CQ_SERIES_MOST};

    for (size_t i = 0; i < CQ_SERIES_MOST; i++) {
        cq_assert(points->names[i] && points->shares[i].count == points->places.count);
        series[i] = (cq_series){points->names[i], points->shares[i].at};
    }
    return cq_plot_write(ctx, &plot, format, out);
}

static void free_plot(cq_study_plot *plot)
{
    cq_vec_free(&plot->places);
    for (size_t i = 0; i < CQ_SERIES_MOST; i++)
        cq_vec_free(&plot->shares[i]);
}

static cq_status finish(cq_cli *cli, const study_form *form, cq_table *table,
                        const cq_study_plot *plot, cq_file_writer *writer)
{
    cq_status status = CQ_OK;

    cq_table_end(table);
    if (form->plot)
        status = write_plot(cli->ctx, plot, form->picture, writer->out);
    return cli->set.output ? cq_file_end(cli->ctx, writer, status) : status;
}

static cq_status run_study(cq_cli *cli, const cq_study *study, bool *stopped)
{
    cq_table table = {.out = stdout, .title = study->name, .seed = cli->set.seed};
    cq_file_writer writer = {0};
    cq_study_plot plot = {0};
    study_form form;
    cq_status status = choose_form(cli, study, &form);

    if (status == CQ_OK && cli->set.output)
        status = cq_file_begin(cli->ctx, cli->set.output, &writer);
    if (status == CQ_OK) {
        cq_assert(!form.plot || (study->plots && cli->set.output));
        table.form = form.table;
        table.out = cli->set.output && !form.plot ? writer.out : stdout;
        status =
            study->run(cli, study->kind, &table, form.plot ? &plot : NULL, stopped);
        if (*stopped)
            cq_tell_freely(cli, CQ_STOP_CANCELLED); /* its rows are still drawn */
    }
    cq_then(status, finish(cli, &form, &table, &plot, &writer));
    cq_file_abandon(&writer);
    cq_table_free(&table);
    free_plot(&plot);
    return status;
}

int cq_run_experiment(cq_cli *cli)
{
    const cq_study *study = study_named(cli->args[0]);
    cq_suggest suggest = cq_suggest_for(cli->args[0], strlen(cli->args[0]));
    bool stopped = false;
    cq_status status;

    if (!study) {
        for (size_t i = 0; i < sizeof studies / sizeof *studies; i++)
            cq_suggest_offer(&suggest, studies[i].name);
        return cq_usage(cli, "there is no study called %s%s%s%s", cli->args[0],
                        suggest.best ? "; did you mean " : "",
                        suggest.best ? suggest.best : "", suggest.best ? "?" : "");
    }
    status = run_study(cli, study, &stopped);
    if (status != CQ_OK)
        return cq_report(cli, status);
    cq_flush_output(cli);
    return stopped ? CQ_EXIT_STOPPED : CQ_EXIT_YES;
}
