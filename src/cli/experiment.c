/* experiment.c - chequer experiment: the studies of the literature, repeated.
 *
 * A study is a row in the table below and a file of its own (study_*.c); it only makes
 * figures. Here they get their form (--format, --json, the ending of -o) and their
 * place, and progress is shown.
 */
#include "cli/study.h"

#include "base/clock.h"
#include "base/file.h"

#include <string.h>

static const cq_study studies[] = {
    {"aztec", "closed knight's tours of Aztec diamonds, by radius", cq_study_aztec},
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

    whole.share = (double)progress->done / (double)progress->all;
    cq_progress_show(&progress->line, &whole);
    return true;
}

void cq_study_stop(cq_study_progress *progress)
{
    cq_progress_erase(&progress->line);
}

/* ---- the form ---- */

static bool form_named(const char *name, cq_table_form *out)
{
    static const char *const names[] = {"txt", "csv", "json"};

    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) {
            *out = (cq_table_form)i;
            return true;
        }
    return false;
}

static cq_status choose_form(const cq_cli *cli, cq_table_form *out)
{
    const char *ending = cli->set.output ? cq_path_ending(cli->set.output) : NULL;

    *out = CQ_TABLE_TEXT;
    if (cli->set.json)
        *out = CQ_TABLE_JSON;
    else if (cli->set.format)
        form_named(cli->set.format, out);
    else if (cli->set.output && !form_named(ending, out))
        return cq_fail(cli->ctx, CQ_REFUSED,
                       "expected a file that ends in .txt, .csv or .json, or --format, "
                       "found %s",
                       cli->set.output);
    return CQ_OK;
}

static cq_status run_study(cq_cli *cli, const cq_study *study, bool *stopped)
{
    cq_table table = {.out = stdout, .title = study->name, .seed = cli->set.seed};
    cq_file_writer writer = {0};
    cq_status status = choose_form(cli, &table.form);

    if (status == CQ_OK && cli->set.output) {
        status = cq_file_begin(cli->ctx, cli->set.output, &writer);
        table.out = writer.out;
    }
    if (status == CQ_OK) {
        cq_signals_watch(cli->ctx);
        status = study->run(cli, &table, stopped);
        cq_signals_rest();
    }
    if (status == CQ_OK)
        cq_table_end(&table);
    if (status == CQ_OK && cli->set.output)
        status = cq_file_commit(cli->ctx, &writer);
    cq_file_abandon(&writer);
    cq_table_free(&table);
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
