/* study_graphs.c - random graphs: path conversion, and what is true of them.
 *
 * S. Davies, C. Xue and C. R. Yerger, Algorithms for finding knight's tours on Aztec
 * diamonds (Involve 10, 2017), tables 1 to 3. A row is a number of vertices and a
 * degree. The paper has two columns: of all Hamiltonian paths by Warnsdorff's rule, the
 * part that path conversion makes into cycles; and of all graphs with such a path, the
 * part in which it finds a cycle. Beside them stand the numbers of graphs that have a
 * cycle and that have none, that have a path and that have none, as the engines decide.
 *
 * As text a rate and its fraction are one column; as CSV and JSON they are three.
 */
#include "cli/study.h"

#include "base/file.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

static const double usual_seconds = 10;
enum { USUAL_GRAPHS = 100 };

typedef struct study {
    cq_cli *cli;
    cq_table *table;
    cq_study_plot *plot; /* or NULL */
    cq_ensemble_kind kind;
    cq_reals vertices, degrees;
    uint64_t graphs;
    cq_study_progress progress;
    bool stopped;
} study;

/* ---- what to study ---- */

/* The defaults of a kind: those of the paper, or where it is hard. */
static const struct {
    const char *vertices, *degrees;
} usual[] = {[CQ_ENSEMBLE_RANDOM] = {"1000", "7..15"},
             [CQ_ENSEMBLE_REGULAR] = {"1000", "7..15"},
             [CQ_ENSEMBLE_HIDDEN] = {"1000", "3..5"},
             [CQ_ENSEMBLE_SUBDIVIDED] = {"100", "2.5..3..0.1"}};

static cq_status read_flags(study *s)
{
    const cq_settings *set = &s->cli->set;
    cq_context *ctx = s->cli->ctx;
    const char *vertices = set->vertices ? set->vertices : usual[s->kind].vertices;
    const char *degrees = set->degree ? set->degree : usual[s->kind].degrees;
    cq_status status = cq_value_numbers(ctx, "vertices", vertices, true, &s->vertices);

    cq_then(status, cq_value_numbers(ctx, "degree", degrees, false, &s->degrees));
    s->graphs = set->graphs ? set->graphs : USUAL_GRAPHS;
    for (size_t i = 0; i < s->vertices.count && status == CQ_OK; i++) {
        double n = s->vertices.at[i];

        if (floor(n) != n || n < 1 || n > INT32_MAX)
            status = cq_fail(ctx, CQ_REFUSED,
                             "--vertices takes whole numbers of at least 1, not %g", n);
    }
    if (status == CQ_OK && s->plot && s->vertices.count > 1 && s->degrees.count > 1)
        status = cq_fail(ctx, CQ_REFUSED,
                         "a plot needs one of --vertices and --degree to be a single "
                         "number");
    return status;
}

/* ---- the table ---- */

static cq_status add_columns(study *s)
{
    static const struct {
        const char *name;
        size_t width;
        bool in_text, in_data;
    } columns[] = {
        {"vertices", 0, true, true},
        {"degree", 0, true, true},
        {"graphs", 0, true, true},
        {"disconnected", 0, true, true},
        {"converted", 23, true, false},
        {"success", 18, true, false},
        {"paths", 0, false, true},
        {"converted", 0, false, true},
        {"conversion_rate", 0, false, true},
        {"path_graphs", 0, false, true},
        {"cycle_graphs", 0, false, true},
        {"success_rate", 0, false, true},
        {"cycle", 0, true, true},
        {"no_cycle", 0, true, true},
        {"path", 0, true, true},
        {"no_path", 0, true, true},
        {"undecided", 0, true, true},
        {"seed", 0, false, true},
    };
    bool text = s->table->form == CQ_TABLE_TEXT;

    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (text ? columns[i].in_text : columns[i].in_data)
            cq_try(cq_table_column(s->cli->ctx, s->table, columns[i].name,
                                   columns[i].width));
    return CQ_OK;
}

/* "9.02% (1967/21804)", or its three parts. */
static void add_rate(cq_table *table, uint64_t part, uint64_t whole)
{
    double percent = whole ? 100.0 * (double)part / (double)whole : 0;
    char text[80];

    if (table->form == CQ_TABLE_TEXT) {
        snprintf(text, sizeof text, "%.2f%% (%llu/%llu)", percent,
                 (unsigned long long)part, (unsigned long long)whole);
        cq_table_word(table, whole ? text : NULL);
        return;
    }
    cq_table_whole(table, whole);
    cq_table_whole(table, part);
    if (whole)
        cq_table_real(table, percent / 100, 6);
    else
        cq_table_word(table, NULL);
}

static void add_row(study *s, const cq_ensemble *e, const cq_census *c)
{
    cq_table *table = s->table;
    const uint64_t last[] = {c->cycle, c->no_cycle, c->path, c->no_path, c->undecided};
    int decimals = 0;

    cq_assert(c->converted <= c->paths && c->cycle_graphs <= c->path_graphs);
    cq_assert(c->path_graphs <= c->graphs && c->cycle + c->no_cycle <= c->graphs);
    cq_assert(c->path + c->no_path <= c->graphs && c->cycle <= c->path);

    while (decimals < 4 && fabs(e->degree * pow(10, decimals) -
                                floor(e->degree * pow(10, decimals) + 0.5)) > 1e-6)
        decimals++;
    cq_table_whole(table, e->vertices);
    cq_table_real(table, e->degree, decimals);
    cq_table_whole(table, c->graphs);
    cq_table_whole(table, c->disconnected);
    add_rate(table, c->converted, c->paths);
    add_rate(table, c->cycle_graphs, c->path_graphs);
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        cq_table_whole(table, last[i]);
    if (table->form != CQ_TABLE_TEXT)
        cq_table_whole(table, s->cli->set.seed);
    cq_assert(table->cells == 0); /* the row is whole */
}

/* ---- the plot ---- */

static void open_plot(study *s)
{
    static const char *const names[CQ_SERIES_MOST] = {
        "converted, of all paths found", "success, of graphs with such a path",
        "graphs that have a cycle", "graphs that have a path"};
    static const char *const kinds[] = {
        [CQ_ENSEMBLE_RANDOM] = "Random graphs",
        [CQ_ENSEMBLE_REGULAR] = "Regular random graphs",
        [CQ_ENSEMBLE_HIDDEN] = "Graphs with a hidden cycle",
        [CQ_ENSEMBLE_SUBDIVIDED] = "Subdivided cubic graphs"};
    bool by_degree = s->vertices.count == 1;
    cq_study_plot *plot = s->plot;

    plot->across = by_degree ? "degree" : "vertices";
    if (by_degree)
        snprintf(plot->title, sizeof plot->title, "%s with %g vertices", kinds[s->kind],
                 s->vertices.at[0]);
    else
        snprintf(plot->title, sizeof plot->title, "%s of degree %g", kinds[s->kind],
                 s->degrees.at[0]);
    snprintf(plot->remark, sizeof plot->remark,
             "%llu connected graphs for each point, seed %llu",
             (unsigned long long)s->graphs, (unsigned long long)s->cli->set.seed);
    memcpy(plot->names, names, sizeof names);
}

static cq_status add_point(study *s, const cq_ensemble *e, const cq_census *c)
{
    cq_context *ctx = s->cli->ctx;
    cq_study_plot *plot = s->plot;
    const struct {
        uint64_t part, whole;
    } shares[CQ_SERIES_MOST] = {{c->converted, c->paths},
                                {c->cycle_graphs, c->path_graphs},
                                {c->cycle, c->graphs},
                                {c->path, c->graphs}};
    double place = s->vertices.count == 1 ? e->degree : e->vertices;

    cq_try(cq_vec_push(ctx, &plot->places, place));
    for (size_t i = 0; i < CQ_SERIES_MOST; i++) {
        double share = shares[i].whole
                           ? (double)shares[i].part / (double)shares[i].whole
                           : (double)NAN;

        cq_assert(isnan(share) || (share >= 0 && share <= 1));
        cq_try(cq_vec_push(ctx, &plot->shares[i], share));
    }
    return CQ_OK;
}

/* ---- saving ---- */

/* DIR/random-1000-8-0001.hcp */
static cq_status save_graph(study *s, const cq_ensemble *e, uint64_t number)
{
    cq_context *ctx = s->cli->ctx;
    cq_file_writer writer = {0};
    cq_problem *graph = NULL;
    char path[4096];
    cq_status status;

    if (snprintf(path, sizeof path, "%s/%s-%u-%g-%04llu.hcp", s->cli->set.save,
                 cq_ensemble_kind_name(e->kind), e->vertices, e->degree,
                 (unsigned long long)number + 1) >= (int)sizeof path)
        return cq_fail(ctx, CQ_REFUSED, "the path of --save is too long");
    status = cq_ensemble_draw(ctx, e, number, &graph);
    cq_then(status, cq_file_begin(ctx, path, &writer));
    cq_then(status,
            cq_file_end(ctx, &writer,
                        cq_problem_write(ctx, graph, CQ_PROBLEM_TSPLIB, writer.out)));
    cq_problem_free(graph);
    return status;
}

static cq_status save_graphs(study *s, const cq_ensemble *e)
{
    if (!s->cli->set.save)
        return CQ_OK;
    if (mkdir(s->cli->set.save, 0777) != 0 && errno != EEXIST)
        return cq_fail_io(s->cli->ctx, "cannot make", s->cli->set.save);
    for (uint64_t i = 0; i < e->graphs; i++)
        cq_try(save_graph(s, e, i));
    return CQ_OK;
}

/* ---- running ---- */

static bool on_progress(void *user, uint64_t done)
{
    study *s = user;
    cq_study_progress whole = s->progress;
    cq_progress entry = {.work = s->progress.done + done, .unit = "graphs"};

    whole.done += done;
    cq_study_tick(&whole, &entry);
    s->progress.line = whole.line;
    return true;
}

static cq_status study_row(study *s, uint32_t vertices, double degree)
{
    const cq_settings *set = &s->cli->set;
    const cq_ensemble e = {.size = sizeof e,
                           .kind = s->kind,
                           .vertices = vertices,
                           .degree = degree,
                           .graphs = s->graphs,
                           .seed = set->seed,
                           .whole_odds = set->whole_odds};
    cq_options rules = CQ_OPTIONS_INIT;
    cq_census_options options = {.size = sizeof options,
                                 .threads = cq_cli_threads(s->cli),
                                 .seconds =
                                     set->seconds > 0 ? set->seconds : usual_seconds,
                                 .user = s,
                                 .on_progress = on_progress,
                                 .steps = set->steps,
                                 .start_seconds = set->start_seconds};
    cq_census census;
    cq_status status = save_graphs(s, &e);

    cq_cli_tour_rules(s->cli, &rules);
    options.ties = rules.ties;
    options.cut = rules.cut;
    options.join = rules.join;
    cq_then(status, cq_census_take(s->cli->ctx, &e, &options, &census, &s->stopped));
    cq_progress_erase(&s->progress.line); /* the line goes before the table grows */
    if (status != CQ_OK || census.graphs == 0)
        return status;
    s->progress.done += s->graphs;
    s->progress.found += census.cycle;
    cq_assert(s->progress.done <= s->progress.all && census.graphs <= s->graphs);
    add_row(s, &e, &census);
    return s->plot ? add_point(s, &e, &census) : CQ_OK;
}

static cq_status study_rows(study *s)
{
    cq_status status = add_columns(s);

    if (s->plot)
        open_plot(s);
    cq_study_start(&s->progress, s->cli,
                   s->graphs * s->vertices.count * s->degrees.count);
    for (size_t i = 0; i < s->vertices.count; i++)
        for (size_t j = 0; j < s->degrees.count; j++)
            if (status == CQ_OK && !s->stopped)
                status = study_row(s, (uint32_t)s->vertices.at[i], s->degrees.at[j]);
    cq_progress_erase(&s->progress.line);
    if (status == CQ_OK && s->table->form == CQ_TABLE_TEXT)
        cq_table_remark(s->table, "seed %llu", (unsigned long long)s->cli->set.seed);
    return status;
}

cq_status cq_study_graphs(cq_cli *cli, cq_ensemble_kind kind, cq_table *table,
                          cq_study_plot *plot, bool *stopped)
{
    study s = {.cli = cli, .table = table, .plot = plot, .kind = kind};
    cq_status status = read_flags(&s);

    cq_then(status, study_rows(&s));
    *stopped = s.stopped;
    cq_vec_free_each(&s.vertices, &s.degrees);
    return status;
}
