/* plan_test.c - the plan of a run, for a table of problems and goals; and what engines
 * say of themselves through the public interface. */
#include "problems.h"

#include "solve/stages.h"

typedef struct row {
    const char *board, *pieces; /* a tiling; pieces NULL: dominoes */
    const char *rule;           /* of the pieces */
    const char *cover;          /* or a cover */
    const char *leaper;         /* or a closed tour of the board */
    const char *graph;          /* or a closed tour of a graph */
    cq_goal goal;
    cq_options options;
    const char *plan;
} row;

static const char cover_text[] = "a b c\na b\nc\n";
static const char graph_text[] = "1 2\n2 3\n3 4\n4 1\n1 3\n";

static const row rows[] = {
    {.board = "8x8",
     .goal = CQ_GOAL_FIND,
     .plan = "conditions; matching; gomory; polyomino beside frontier beside restart"},
    {.board = "8x8",
     .goal = CQ_GOAL_COUNT,
     .plan = "conditions; kasteleyn; frontier; polyomino; confirmed by frontier; "
             "reason by matching or gomory"},
    {.board = "8x8", .goal = CQ_GOAL_MAX, .plan = "matching"},
    {.board = "8x8",
     .goal = CQ_GOAL_FIND,
     .options = {.engine = "search"},
     .plan = "search"},
    {.board = "8x8",
     .goal = CQ_GOAL_COUNT,
     .options = {.engine = "kasteleyn"},
     .plan = "kasteleyn; reason by matching or gomory"},
    {.board = "8x8",
     .goal = CQ_GOAL_ALL,
     .options = {.checkpoint = "file"},
     .plan = "conditions; polyomino"},
    {.board = "8x8",
     .pieces = "I4*,L3*",
     .goal = CQ_GOAL_FIND,
     .plan =
         "conditions; proofs by colouring; polyomino beside frontier beside restart"},
    {.board = "torus:4x4",
     .pieces = "I4*,L3*",
     .goal = CQ_GOAL_ALL,
     .plan = "conditions; proofs by colouring; search beside frontier"},
    {.board = "6x10",
     .pieces = "pentominoes",
     .goal = CQ_GOAL_COUNT,
     .options = {.unique = true},
     .plan = "conditions; proofs by colouring; polyomino beside frontier"},
    {.board = "6x6",
     .pieces = "L3*",
     .goal = CQ_GOAL_SAMPLE,
     .plan = "conditions; frontier; reason by colouring"},
    {.board = "4x5",
     .pieces = "L3*,domino*",
     .rule = "connected L3",
     .goal = CQ_GOAL_SAMPLE,
     .plan = "by listing"},
    {.cover = cover_text,
     .goal = CQ_GOAL_COUNT,
     .plan = "conditions; search beside frontier"},
    {.cover = cover_text,
     .goal = CQ_GOAL_FIND,
     .plan = "conditions; search beside frontier beside restart"},
    {.cover = cover_text,
     .goal = CQ_GOAL_ALL,
     .plan = "conditions; search beside frontier"},
    {.board = "8x8",
     .leaper = "1,2",
     .goal = CQ_GOAL_FIND,
     .plan =
         "conditions; proofs by tough; warnsdorff; weave; rotation; proofs by cuts; "
         "multipath beside plugs"},
    {.board = "8x8",
     .leaper = "1,2",
     .goal = CQ_GOAL_COUNT,
     .plan = "conditions; plugs; reason by tough"},
    {.board = "6x6",
     .leaper = "1,2",
     .goal = CQ_GOAL_COUNT,
     .plan = "conditions; plugs beside multipath; reason by tough"},
    {.graph = graph_text,
     .goal = CQ_GOAL_WHY,
     .plan = "conditions; rotation; proofs by tough; warnsdorff; proofs by cuts; "
             "multipath beside plugs"},
};

static cq_problem *pose(const row *r)
{
    cq_problem *problem;

    if (r->cover)
        return cover_of(r->cover);
    if (r->graph)
        return graph_of(r->graph, true);
    if (r->leaper)
        return tour_of(r->board, r->leaper, true);
    problem = tiling_of(r->board, r->pieces);
    if (r->rule)
        must(cq_problem_add_rule(ctx, problem, r->rule));
    return problem;
}

static void plans_are_as_the_table_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cq_problem *problem = pose(&rows[i]);
        cq_options options = rows[i].options;
        cq_solve_plan *plan = NULL;
        char line[512];

        options.size = sizeof options;
        must(cq_solve_plan_new(ctx, problem, rows[i].goal, &options, &plan));
        cq_stages_tell(plan, line, sizeof line);
        assert_string_equal(line, rows[i].plan);
        cq_solve_plan_free(plan);
        cq_problem_free(problem);
    }
}

static void a_stage_is_data(void **state)
{
    cq_problem *problem = cover_of(cover_text);
    cq_solve_plan *plan = NULL;
    const cq_stage *stage;

    (void)state;
    must(cq_solve_plan_new(ctx, problem, CQ_GOAL_COUNT, NULL, &plan));
    assert_int_equal(cq_solve_plan_count(plan), 2);
    stage = cq_solve_plan_stage(plan, 0);
    assert_int_equal(stage->kind, CQ_STAGE_CONDITIONS);
    assert_string_equal(cq_stage_kind_name(stage->kind), "conditions");
    assert_string_equal(stage->engines[0], "necessary");
    stage = cq_solve_plan_stage(plan, 1);
    assert_int_equal(stage->kind, CQ_STAGE_RACE);
    assert_int_equal(stage->count, 2);
    assert_string_equal(stage->engines[1], "frontier");
    assert_true(strlen(stage->why) > 0);
    assert_null(cq_solve_plan_stage(plan, 2));
    cq_solve_plan_free(plan);
    cq_problem_free(problem);
}

static size_t number_of_engine(const char *name)
{
    size_t i = 0;

    while (strcmp(cq_engine_name(i), name) != 0)
        i++;
    return i;
}

static cq_fit fit_of(const char *engine, const cq_problem *problem, cq_goal goal,
                     const cq_options *options)
{
    cq_fit fit;

    must(cq_engine_fits(ctx, number_of_engine(engine), problem, goal, options, &fit));
    return fit;
}

static void engines_say_whether_they_fit_and_why_not(void **state)
{
    cq_problem *dominoes = tiling_of("8x8", NULL), *tour = tour_of("6x6", "1,2", true);
    cq_options part = CQ_OPTIONS(.part = 1, .parts = 2);
    cq_fit fit = fit_of("matching", dominoes, CQ_GOAL_FIND, NULL);

    (void)state;
    assert_true(fit.fits);
    assert_int_equal(fit.rank, CQ_RANK_DIRECT);
    assert_true(fit.seconds >= 0 && fit.seconds < 1);
    fit = fit_of("search", dominoes, CQ_GOAL_FIND, NULL);
    assert_true(fit.fits && fit.rank == CQ_RANK_EXACT && fit.seconds < 0);
    fit = fit_of("dlx", dominoes, CQ_GOAL_FIND, NULL);
    assert_true(fit.fits && fit.rank == CQ_RANK_LAST);
    fit = fit_of("matching", dominoes, CQ_GOAL_COUNT, NULL);
    assert_false(fit.fits);
    assert_string_equal(fit.why, "it does not count solutions");
    fit = fit_of("dlx", dominoes, CQ_GOAL_COUNT, &part);
    assert_string_equal(fit.why, "it does not search a part alone");
    fit = fit_of("search", tour, CQ_GOAL_COUNT, NULL);
    assert_string_equal(fit.why, "a tour is not an exact cover");
    fit = fit_of("matching", tour, CQ_GOAL_MAX, NULL);
    assert_string_equal(fit.why, "the goal max is for tilings only");
    assert_int_equal(cq_engine_fits(ctx, 1000, tour, CQ_GOAL_FIND, NULL, &fit),
                     CQ_REFUSED);
    cq_problem_free(dominoes);
    cq_problem_free(tour);
}

static void what_no_engine_can_do_has_no_plan(void **state)
{
    cq_problem *tour = tour_of("6x6", "1,2", true);
    cq_options parts = CQ_OPTIONS(.part = 1, .parts = 2);
    cq_solve_plan *plan = NULL;

    (void)state;
    assert_int_equal(cq_solve_plan_new(ctx, tour, CQ_GOAL_MAX, NULL, &plan),
                     CQ_REFUSED);
    assert_int_equal(cq_solve_plan_new(ctx, tour, CQ_GOAL_SAMPLE, &parts, &plan),
                     CQ_REFUSED);
    assert_null(plan);
    cq_problem_free(tour);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(plans_are_as_the_table_says, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(a_stage_is_data, open_context, close_context),
        cmocka_unit_test_setup_teardown(engines_say_whether_they_fit_and_why_not,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(what_no_engine_can_do_has_no_plan, open_context,
                                        close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
