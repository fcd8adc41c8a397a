/* bench_ham.c - random graphs decided: which engine said what, and how long it took.
 *
 * The graphs are those of S. Davies, C. Xue and C. R. Yerger (Involve 10, 2017), tables
 * 1 to 3: connected, of 100 to 1000 vertices; and some that are known to be harder. All
 * of a row are drawn first, which is the reference for its time; then each is asked for
 * a Hamiltonian cycle and for a path. Every answer was checked.
 *
 *     bench_ham            all rows
 *     bench_ham 4 12       rows 4 to 12
 */
#include "problem/random_graph.h"
#include "solve/solve.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum kind { RANDOM, REGULAR, SUBDIVIDED, HIDDEN } kind;

typedef struct row {
    kind kind;
    uint32_t vertices;
    double degree; /* SUBDIVIDED: edges with a middle, for each vertex */
    unsigned graphs;
} row;

static const char *const kind_names[] = {"random", "regular", "subdivided", "hidden"};

static const row rows[] = {
    {RANDOM, 1000, 7, 1000},   {RANDOM, 1000, 8, 1000},  {RANDOM, 1000, 9, 1000},
    {RANDOM, 1000, 11, 1000},  {RANDOM, 1000, 13, 1000}, {RANDOM, 1000, 15, 1000},
    {RANDOM, 100, 8, 1000},    {RANDOM, 300, 8, 1000},   {RANDOM, 600, 8, 1000},
    {REGULAR, 1000, 3, 1000},  {REGULAR, 1000, 4, 1000}, {REGULAR, 1000, 7, 1000},
    {REGULAR, 1000, 15, 1000}, {REGULAR, 10000, 3, 10},  {SUBDIVIDED, 60, 0.3, 100},
    {HIDDEN, 1000, 4, 200},    {HIDDEN, 5000, 4, 10},
};
enum { ROWS = sizeof rows / sizeof *rows };

enum { ENGINES = CQ_ENGINES_MOST };

typedef struct tally {
    unsigned yes[ENGINES], no[ENGINES], undecided;
    double seconds, longest;
} tally;

static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void require(cq_context *ctx, cq_status status)
{
    if (status == CQ_OK)
        return;
    fprintf(stderr, "bench_ham: %s\n", cq_error_text(ctx));
    exit(1);
}

static cq_status draw(cq_context *ctx, cq_random *random, const row *r, cq_graph *out)
{
    switch (r->kind) {
    case RANDOM: return cq_graph_random(ctx, random, r->vertices, r->degree, out);
    case REGULAR:
        return cq_graph_regular(ctx, random, r->vertices, (uint32_t)r->degree, out);
    case SUBDIVIDED:
        return cq_graph_subdivided(ctx, random, r->vertices,
                                   (uint32_t)(r->degree * r->vertices), out);
    case HIDDEN: return cq_graph_hidden(ctx, random, r->vertices, r->degree, out);
    }
    return CQ_OK;
}

static cq_graph draw_connected(cq_context *ctx, cq_random *random, const row *r)
{
    cq_graph graph;
    bool connected;

    for (;;) {
        require(ctx, draw(ctx, random, r, &graph));
        require(ctx, cq_graph_connected(ctx, &graph, &connected));
        if (connected)
            return graph;
        cq_graph_free(&graph);
    }
}

static size_t engine_number(const char *name)
{
    size_t i = 0;

    while (cq_engine_name(i) && strcmp(cq_engine_name(i), name) != 0)
        i++;
    return i;
}

static void decide(cq_context *ctx, const cq_graph *graph, bool closed, tally *t)
{
    const cq_options options = CQ_OPTIONS(.seconds = 10);
    cq_problem problem = {.kind = CQ_TOUR,
                          .graph = *graph,
                          .closed = closed,
                          .from = CQ_NO_VERTEX,
                          .to = CQ_NO_VERTEX};
    cq_answer *answer = NULL;
    double start = cpu_seconds(), seconds;
    size_t engine;

    require(ctx, cq_solve(ctx, &problem, CQ_GOAL_FIND, &options, &answer));
    seconds = cpu_seconds() - start;
    t->seconds += seconds;
    t->longest = seconds > t->longest ? seconds : t->longest;
    engine = engine_number(cq_answer_engine(answer));
    t->yes[engine] += cq_answer_verdict(answer) == CQ_YES;
    t->no[engine] += cq_answer_verdict(answer) == CQ_NO;
    t->undecided += cq_answer_verdict(answer) == CQ_UNKNOWN;
    cq_answer_free(answer);
}

static void tell(const char *what, const tally *t, double reference)
{
    unsigned yes = 0, no = 0;

    for (size_t i = 0; i < ENGINES; i++) {
        yes += t->yes[i];
        no += t->no[i];
    }
    printf("  %s: %u yes, %u no, %u undecided, %.3f s, longest %.4f s, %.1f times the "
           "drawing;",
           what, yes, no, t->undecided, t->seconds, t->longest,
           t->seconds / (reference > 0 ? reference : 1e-6));
    for (size_t i = 0; cq_engine_name(i); i++)
        if (t->yes[i] + t->no[i])
            printf(" %s +%u -%u", cq_engine_name(i), t->yes[i], t->no[i]);
    printf("\n");
}

static void run_row(cq_context *ctx, const row *r)
{
    cq_graph *graphs = malloc(r->graphs * sizeof *graphs);
    tally cycles = {0}, paths = {0};
    double start = cpu_seconds(), drawing;
    cq_random random;

    if (!graphs)
        exit(1);
    cq_random_seed(&random, 1);
    for (unsigned i = 0; i < r->graphs; i++)
        graphs[i] = draw_connected(ctx, &random, r);
    drawing = cpu_seconds() - start;
    for (unsigned i = 0; i < r->graphs; i++) {
        decide(ctx, &graphs[i], true, &cycles);
        decide(ctx, &graphs[i], false, &paths);
        cq_graph_free(&graphs[i]);
    }
    free(graphs);
    printf("%s, %u vertices, degree %.4g, %u graphs: drawn in %.3f s\n",
           kind_names[r->kind], r->vertices, r->degree, r->graphs, drawing);
    tell("cycles", &cycles, drawing);
    tell("paths ", &paths, drawing);
    fflush(stdout);
}

int main(int count, char **words)
{
    cq_context *ctx = cq_context_new();
    size_t from = count > 1 ? strtoul(words[1], NULL, 10) : 1;
    size_t to = count > 2 ? strtoul(words[2], NULL, 10) : ROWS;

    if (!ctx)
        return 1;
    for (size_t i = from ? from - 1 : 0; i < to && i < ROWS; i++)
        run_row(ctx, &rows[i]);
    cq_context_free(ctx);
    return 0;
}
