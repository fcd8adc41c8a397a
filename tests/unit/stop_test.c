/* stop_test.c - a stop is seen soon, wherever it comes.
 *
 * Nothing here looks at the clock: cq_poll counts how often it is asked, and the
 * context is cancelled at the n-th time. What runs then must end with a few more
 * questions, at most one for each caller on the way out, and give back all that it had;
 * and what takes long must ask in proportion to its work.
 */
#include "context.h"
#include "problems.h"

#include "solve/solve.h"

#include <string.h>

/* Something that may take long; its status. */
typedef cq_status task(void);

static cq_problem *posed;

static cq_status read_board(void)
{
    cq_problem *problem = NULL;
    cq_status status = cq_problem_parse_board(ctx, "600x600", &problem);

    cq_problem_free(problem);
    return status;
}

static cq_status read_drawing(void)
{
    static char art[400 * 401];
    cq_problem *problem = NULL;
    cq_status status;

    memset(art, '#', sizeof art);
    for (size_t row = 0; row < 400; row++)
        art[row * 401 + 400] = '\n';
    status = cq_problem_parse_puzzle(ctx, "art", art, sizeof art, &problem);
    cq_problem_free(problem);
    return status;
}

static cq_status solved(cq_goal goal, const char *engine)
{
    const cq_options options = CQ_OPTIONS(.engine = engine, .work = 200);
    cq_answer *answer = NULL;
    cq_status status = cq_solve(ctx, posed, goal, &options, &answer);

    /* A stop that comes while the answer is confirmed leaves the answer as it is. */
    if (status == CQ_OK &&
        (cq_answer_stop(answer) == CQ_STOP_CANCELLED || atomic_load(&ctx->cancelled)))
        status = CQ_STOPPED;
    cq_answer_free(answer);
    return status;
}

static cq_status count_by_frontier(void)
{
    return solved(CQ_GOAL_COUNT, "frontier");
}

static cq_status find_most(void)
{
    return solved(CQ_GOAL_MAX, NULL);
}

static cq_status find_forced(void)
{
    return solved(CQ_GOAL_FORCED, NULL);
}

static cq_status list_all(void)
{
    return solved(CQ_GOAL_ALL, "search");
}

static cq_status list_by_polyomino(void)
{
    return solved(CQ_GOAL_ALL, "polyomino");
}

/* ---- an answer that is there: judged, written and drawn ---- */

static cq_answer *given;

static cq_status judge(void)
{
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict;

    return cq_check_solutions(ctx, posed, given, &verdict, sentence);
}

static FILE *open_nowhere(void)
{
    FILE *out = fopen("/dev/null", "w");

    assert_non_null(out);
    return out;
}

static cq_status written_as(cq_list_form form)
{
    FILE *out = open_nowhere();
    cq_status status = cq_answer_write(ctx, posed, given, form, out);

    fclose(out);
    return status;
}

static cq_status write_text(void)
{
    return written_as(CQ_LIST_TEXT);
}

static cq_status write_json(void)
{
    return written_as(CQ_LIST_JSON);
}

static cq_status write_moves(void)
{
    return written_as(CQ_LIST_MOVES);
}

static cq_status drawn_as(cq_format format)
{
    cq_drawing drawing = {.size = sizeof drawing, .no_coordinates = true};
    FILE *out = open_nowhere();
    cq_status status = cq_draw_with(ctx, posed, given, &drawing, format, out);

    fclose(out);
    return status;
}

static cq_status draw_svg(void)
{
    return drawn_as(CQ_FORMAT_SVG);
}

static cq_status draw_tikz(void)
{
    return drawn_as(CQ_FORMAT_TIKZ);
}

static cq_status draw_png(void)
{
    return drawn_as(CQ_FORMAT_PNG);
}

static cq_status find_tour(void)
{
    return solved(CQ_GOAL_FIND, "weave");
}

static cq_status find_no_tour(void)
{
    return solved(CQ_GOAL_FIND, "necessary");
}

static cq_status list_moves(void)
{
    cq_graph graph = {0};
    cq_status status = cq_graph_from_board(ctx, posed->board, &posed->leaper, &graph);

    cq_graph_free(&graph);
    return status;
}

/* A ring of vertices with names that are no numbers. */
static cq_status read_graph(void)
{
    enum { VERTICES = 20000, LINE = 16 };
    static char text[VERTICES * LINE + 1];
    cq_problem *problem = NULL;
    size_t size = 0;
    cq_status status;

    for (int i = 0; i < VERTICES; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "v%d v%d\n", i,
                                 (i + 1) % VERTICES);
    status = cq_problem_parse_graph(ctx, "ring", text, size, true, &problem);
    cq_problem_free(problem);
    return status;
}

/* Many options of one item. */
static cq_status read_cover(void)
{
    enum { OPTIONS = 50000 };
    static char text[2 * OPTIONS + 2];
    cq_problem *problem = NULL;
    cq_status status;

    for (size_t i = 0; i <= OPTIONS; i++)
        memcpy(text + 2 * i, "a\n", 2);
    status = cq_problem_parse_cover(ctx, "options", text, sizeof text, &problem);
    cq_problem_free(problem);
    return status;
}

/* How often the task asks when nothing stops it. */
static size_t polls_of(task *run)
{
    size_t before = atomic_load(&ctx->polls);

    ctx->last_poll = 0;
    assert_int_equal(run(), CQ_OK);
    return atomic_load(&ctx->polls) - before;
}

enum { PLACES = 24, MORE = 8 };

/* Stopped at places spread over its course, it ends there. */
static void assert_stops(task *run, size_t least)
{
    size_t used = cq_context_memory_used(ctx), polls = polls_of(run);

    if (polls < least)
        fail_msg("asks %zu times, not %zu", polls, least);
    for (size_t i = 0; i < PLACES; i++) {
        size_t at = 1 + i * (polls - 1) / PLACES, asked;

        ctx->last_poll = atomic_load(&ctx->polls) + at;
        assert_int_equal(run(), CQ_STOPPED);
        asked = atomic_load(&ctx->polls) + 1 - ctx->last_poll;
        if (asked > MORE)
            fail_msg("asks %zu times after the stop", asked);
        ctx->last_poll = 0;
        cq_cancel_undo(ctx);
        assert_int_equal(cq_context_memory_used(ctx), used);
    }
    assert_int_equal(run(), CQ_OK); /* as if nothing had been */
}

static void test_boards(void **state)
{
    (void)state;
    assert_stops(read_drawing, 400 * 400 / 4096);
}

/* A row of a rectangle is set at once; a long one in megabytes. */
static void test_rectangles(void **state)
{
    size_t polls;

    (void)state;
    polls = polls_of(read_board);
    assert_true(polls >= 1);
    ctx->last_poll = atomic_load(&ctx->polls) + 1;
    assert_int_equal(read_board(), CQ_STOPPED);
    ctx->last_poll = 0;
    cq_cancel_undo(ctx);
}

static void test_orders(void **state)
{
    (void)state;
    posed = tiling_of("2x6000", NULL);
    assert_stops(count_by_frontier, 16 * 12000 / 4096);
    cq_problem_free(posed);
}

static void test_dominoes(void **state)
{
    (void)state;
    posed = tiling_of("300x300", NULL);
    assert_stops(find_most, 3 * 90000 / 4096);
    assert_stops(find_forced, 3 * 90000 / 4096);
    cq_problem_free(posed);
}

static void test_searches(void **state)
{
    (void)state;
    posed = tiling_of("60x60", "L3*,I3*");
    assert_stops(list_all, 6 * 3600 / 4096);
    cq_problem_free(posed);
    posed = tiling_of("100x100", "L3*,I3*");
    assert_stops(list_by_polyomino, 2 * 10000 / 4096);
    cq_problem_free(posed);
}

static void find_given(cq_problem *problem)
{
    posed = problem;
    given = NULL;
    assert_int_equal(cq_solve(ctx, posed, CQ_GOAL_FIND, NULL, &given), CQ_OK);
    assert_int_equal(cq_answer_verdict(given), CQ_YES);
}

static void drop_given(void)
{
    cq_answer_free(given);
    cq_problem_free(posed);
}

static void test_answers(void **state)
{
    enum { DOMINOES = 200 * 200 / 2, SQUARES = 130 * 130 };

    (void)state;
    find_given(tiling_of("200x200", NULL));
    assert_stops(judge, DOMINOES / 4096);
    assert_stops(write_json, DOMINOES / 4096);
    assert_stops(write_text, 6 * DOMINOES / 4096);
    assert_stops(draw_svg, 6 * DOMINOES / 4096);
    assert_stops(draw_tikz, 6 * DOMINOES / 4096);
    drop_given();
    find_given(tour_of("130x130", "1,2", true));
    assert_stops(write_moves, SQUARES / 4096);
    assert_stops(write_text, 130);
    assert_stops(write_json, SQUARES / 4096);
    drop_given();
}

/* Pixels take longer than words, so these are smaller. */
static void test_pixels(void **state)
{
    (void)state;
    if (!cq_draw_can(CQ_FORMAT_PNG))
        skip();
    find_given(tiling_of("80x80", NULL));
    assert_stops(draw_png, 6 * (80 * 80 / 2) / 4096);
    drop_given();
    find_given(tour_of("66x66", "1,2", true));
    assert_stops(draw_png, 2 * (66 * 66) / 4096);
    drop_given();
}

/* Lists of moves, the two sides of a graph, and a tour that is read off its threads. */
static void test_tours(void **state)
{
    enum { SQUARES = 199 * 201 };

    (void)state;
    posed = tour_of("199x201", "1,2", false);
    assert_stops(list_moves, 3 * (SQUARES / 4096));
    assert_stops(find_tour, 3 * (SQUARES / 4096)); /* the tour, and its judge */
    cq_problem_free(posed);
    posed = tour_of("200x201", "1,2", true);
    assert_stops(find_no_tour, SQUARES / 4096);
    cq_problem_free(posed);
}

static void test_texts(void **state)
{
    (void)state;
    assert_stops(read_graph, 4 * 20000 / 4096);
    assert_stops(read_cover, 50000 / 4096);
}

/* A stop holds until it is undone; time that is over, until more is given. */
static void test_again(void **state)
{
    (void)state;
    posed = tiling_of("8x8", NULL);
    cq_cancel(ctx);
    assert_int_equal(solved(CQ_GOAL_COUNT, NULL), CQ_STOPPED);
    assert_int_equal(solved(CQ_GOAL_COUNT, NULL), CQ_STOPPED);
    cq_cancel_undo(ctx);
    assert_int_equal(solved(CQ_GOAL_COUNT, NULL), CQ_OK);
    cq_context_limit_time(ctx, 1e-9);
    assert_int_equal(read_drawing(), CQ_STOPPED);
    assert_non_null(strstr(cq_error_text(ctx), "time"));
    cq_context_limit_time(ctx, 0);
    assert_int_equal(read_drawing(), CQ_OK);
    cq_problem_free(posed);
}

static void test_memory(void **state)
{
    cq_problem *problem = NULL;

    (void)state;
    assert_true(cq_context_room(ctx) == 0);
    cq_context_limit_to_machine(ctx);
    assert_true(cq_context_room(ctx) > 0);
    ctx->ceiling = 100000;
    assert_int_equal(cq_problem_parse_board(ctx, "600x600", &problem), CQ_MEMORY);
    assert_non_null(strstr(cq_error_text(ctx), "three quarters of this machine's"));
    cq_context_limit_memory(ctx, 1000000); /* what is asked for comes first */
    assert_int_equal(cq_problem_parse_board(ctx, "600x600", &problem), CQ_OK);
    cq_problem_free(problem);
    cq_context_limit_memory(ctx, 0);
    ctx->ceiling = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_boards, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_rectangles, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_orders, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_dominoes, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_searches, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_answers, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_pixels, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_tours, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_texts, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_again, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_memory, open_context, close_context),
    };

    return cmocka_run_group_tests_name("stop", tests, NULL, NULL);
}
