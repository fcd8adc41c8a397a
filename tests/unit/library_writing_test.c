/* library_writing_test.c - lists, problems, pictures, explanations and orders, through
 * chequer.h alone. */
#include "problems.h"

#include <stdio.h>
#include <stdlib.h>

/* A stream into memory. */
typedef struct content {
    FILE *out;
    char *text;
    size_t size;
} content;

static void start(content *c)
{
    *c = (content){0};
    c->out = open_memstream(&c->text, &c->size);
    assert_non_null(c->out);
}

static void expect(content *c, const char *expected)
{
    fclose(c->out);
    assert_string_equal(c->text, expected);
    free(c->text);
}

static void expect_part(content *c, const char *part)
{
    fclose(c->out);
    if (!strstr(c->text, part))
        fail_msg("expected ..%s.. in\n%s", part, c->text);
    free(c->text);
}

static cq_answer *solved(const cq_problem *problem, cq_goal goal)
{
    cq_answer *answer = NULL;

    must(cq_solve(ctx, problem, goal, NULL, &answer));
    return answer;
}

/* ---- lists ---- */

static bool add_to_list(void *user, const cq_answer *solution)
{
    must(cq_list_add(user, solution));
    return true;
}

/* All solutions, as they are found. */
static void stream(const cq_problem *problem, const cq_list_options *options, FILE *out)
{
    cq_options solving = CQ_OPTIONS(.on_solution = add_to_list);
    cq_list *list = NULL;
    cq_answer *whole = NULL;

    must(cq_list_open(ctx, problem, options, out, &list));
    solving.user = list;
    must(cq_solve(ctx, problem, CQ_GOAL_ALL, &solving, &whole));
    must(cq_list_close(list, whole));
    cq_list_free(list);
    cq_answer_free(whole);
}

/* Up to here the two are the same: engine and time follow. */
static size_t length_without_times(const content *c)
{
    const char *at = strstr(c->text, ",\n \"engine\"");

    return at ? (size_t)(at - c->text) : c->size;
}

static void streamed_is_as_written_whole(void **state)
{
    cq_problem *tiling = tiling_of("3x4", NULL), *tour = tour_of("3x4", "1,2", false);
    static const struct {
        cq_list_form form;
        bool tour;
    } forms[] = {{CQ_LIST_TEXT, false}, {CQ_LIST_BOX, false}, {CQ_LIST_JSON, false},
                 {CQ_LIST_TEXT, true},  {CQ_LIST_BOX, true},  {CQ_LIST_JSON, true},
                 {CQ_LIST_MOVES, true}, {CQ_LIST_TOUR, true}};

    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const cq_problem *problem = forms[i].tour ? tour : tiling;
        cq_list_options options = CQ_LIST_INIT;
        cq_answer *answer = solved(problem, CQ_GOAL_ALL);
        content one, other;

        options.form = forms[i].form;
        options.goal = CQ_GOAL_ALL;
        start(&one);
        stream(problem, &options, one.out);
        fclose(one.out);
        start(&other);
        must(cq_answer_write(ctx, problem, answer, forms[i].form, other.out));
        fclose(other.out);
        assert_int_equal(length_without_times(&one), length_without_times(&other));
        assert_memory_equal(one.text, other.text, length_without_times(&one));
        free(one.text);
        free(other.text);
        cq_answer_free(answer);
    }
    cq_problem_free(tiling);
    cq_problem_free(tour);
}

static void a_list_of_three(void **state)
{
    cq_problem *problem = tiling_of("2x3", NULL);
    cq_list_options options = CQ_LIST_INIT;
    content c;

    (void)state;
    start(&c);
    stream(problem, &options, c.out);
    /* The three domino tilings of 2 x 3, in any order: F(4) = 3, OEIS A000045. */
    fclose(c.out);
    assert_int_equal(c.size, 3 * 8 + 2);
    assert_true(c.text[8] == '\n' && c.text[17] == '\n');
    free(c.text);
    cq_problem_free(problem);
}

/* The first run writes a solution and is interrupted; the second goes on. */
static void a_list_goes_on(void **state)
{
    static const cq_list_form forms[] = {CQ_LIST_TEXT, CQ_LIST_JSON, CQ_LIST_MOVES,
                                         CQ_LIST_TOUR};
    cq_problem *problem = tour_of("3x4", "1,2", false);
    cq_answer *one = solved(problem, CQ_GOAL_FIND);

    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        cq_list_options options = CQ_LIST_INIT;
        cq_list *list = NULL;
        content whole, parts;

        options.form = forms[i];
        start(&whole);
        must(cq_list_open(ctx, problem, &options, whole.out, &list));
        must(cq_list_add(list, one));
        must(cq_list_add(list, one));
        must(cq_list_close(list, one));
        cq_list_free(list);
        fclose(whole.out);

        start(&parts);
        must(cq_list_open(ctx, problem, &options, parts.out, &list));
        must(cq_list_add(list, one));
        cq_list_free(list);
        options.written = 1;
        must(cq_list_open(ctx, problem, &options, parts.out, &list));
        must(cq_list_add(list, one));
        must(cq_list_close(list, one));
        cq_list_free(list);
        expect(&parts, whole.text);
        free(whole.text);
    }
    cq_answer_free(one);
    cq_problem_free(problem);
}

static void a_list_without_solutions_says_why(void **state)
{
    static const cq_list_form forms[] = {CQ_LIST_TEXT, CQ_LIST_BOX, CQ_LIST_JSON};
    cq_problem *problem = tiling_of("3x3", NULL);
    cq_list_options options = CQ_LIST_INIT;
    content c;

    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        options.form = forms[i];
        start(&c);
        stream(problem, &options, c.out);
        expect_part(&c,
                    forms[i] == CQ_LIST_JSON ? "\"verdict\": \"no\"" : "impossible: ");
    }
    cq_problem_free(problem);
}

static void a_booklet_is_a_pdf(void **state)
{
    cq_problem *problem = tiling_of("4x4", NULL);
    cq_list_options options = CQ_LIST_INIT;
    content c;

    (void)state;
    options.form = CQ_LIST_PDF;
    start(&c);
    if (cq_draw_can(CQ_FORMAT_PDF)) {
        stream(problem, &options, c.out);
        fflush(c.out);
        assert_true(c.size > 1000 && memcmp(c.text, "%PDF", 4) == 0);
    }
    fclose(c.out);
    free(c.text);
    cq_problem_free(problem);
}

static void lists_are_refused(void **state)
{
    cq_problem *problem = tiling_of("2x2", NULL), *cover = cover_of("a\n\na\n");
    cq_problem *tour = tour_of("3x4", "1,2", false);
    cq_answer *answer = solved(problem, CQ_GOAL_FIND);
    cq_answer *walk = solved(tour, CQ_GOAL_FIND);
    cq_list_options options = {0};
    cq_list *list = NULL;
    content c;

    (void)state;
    start(&c);
    must_refuse(cq_list_open(ctx, problem, &options, c.out, &list), CQ_INPUT,
                "CQ_LIST_INIT");
    options.size = sizeof options;
    must_refuse(cq_list_open(ctx, NULL, &options, c.out, &list), CQ_INPUT, "a problem");
    must_refuse(cq_list_open(ctx, problem, &options, NULL, &list), CQ_INPUT,
                "a stream");
    options.form = CQ_LIST_MOVES;
    must_refuse(cq_list_open(ctx, problem, &options, c.out, &list), CQ_REFUSED,
                "a tiling cannot be written as moves");
    options.form = CQ_LIST_BOX;
    must_refuse(cq_list_open(ctx, cover, &options, c.out, &list), CQ_REFUSED,
                "a cover cannot be written as box");
    options.form = (cq_list_form)99;
    must_refuse(cq_list_open(ctx, problem, &options, c.out, &list), CQ_INPUT,
                "no such form");
    assert_null(list);
    options.form = CQ_LIST_TEXT;
    must(cq_list_open(ctx, problem, &options, c.out, &list));
    must_refuse(cq_list_add(list, walk), CQ_INPUT, "another problem");
    must_refuse(cq_list_add(list, NULL), CQ_INPUT, "no answer");
    must(cq_list_close(list, answer));
    must_refuse(cq_list_close(list, answer), CQ_INPUT, "closed");
    must_refuse(cq_list_add(list, answer), CQ_INPUT, "closed");
    cq_list_free(list);
    assert_int_equal(cq_list_add(NULL, answer), CQ_INPUT);
    cq_list_free(NULL);
    must_refuse(cq_answer_write_text(ctx, problem, NULL, c.out), CQ_INPUT, "an answer");
    must_refuse(cq_answer_write_json(ctx, NULL, answer, c.out), CQ_INPUT, "a problem");
    must_refuse(cq_answer_write(ctx, problem, NULL, CQ_LIST_TEXT, c.out), CQ_INPUT,
                "an answer");
    fclose(c.out);
    free(c.text);
    cq_answer_free(walk);
    cq_answer_free(answer);
    cq_problem_free(tour);
    cq_problem_free(cover);
    cq_problem_free(problem);
}

/* ---- problems ---- */

static void problems_are_written(void **state)
{
    cq_problem *tiling = tiling_of("2x2-a1", "L3*"), *cover = cover_of("a b\n\na b\n");
    cq_problem *graph = graph_of("x y\ny z\nz x\n", true);
    content c;

    (void)state;
    start(&c);
    must(cq_problem_write(ctx, tiling, CQ_PROBLEM_ART, c.out));
    expect(&c, "##\n.#\n");
    start(&c);
    must(cq_problem_write(ctx, tiling, CQ_PROBLEM_PUZZLE, c.out));
    expect_part(&c, "L3");
    start(&c);
    must(cq_problem_write(ctx, cover, CQ_PROBLEM_COVER, c.out));
    expect_part(&c, "a b\n");
    for (int format = CQ_PROBLEM_EDGES; format <= CQ_PROBLEM_ADJACENCY; format++) {
        static const char *const parts[] = {"x y\n", "p edge 3 3\n", "DIMENSION : 3\n",
                                            "Bw\n", "x: y z\n"};

        start(&c);
        must(cq_problem_write(ctx, graph, (cq_problem_format)format, c.out));
        expect_part(&c, parts[format - CQ_PROBLEM_EDGES]);
    }
    start(&c);
    must(cq_problem_write(ctx, tiling, CQ_PROBLEM_CNF, c.out));
    expect_part(&c, "p cnf 1 3\n1 0\n1 0\n1 0\n");
    start(&c);
    must(cq_problem_write(ctx, cover, CQ_PROBLEM_OPB, c.out));
    expect_part(&c, "+1 x1 >= 1 ;\n");
    must_refuse(cq_problem_write(ctx, graph, CQ_PROBLEM_CNF, stdout), CQ_REFUSED,
                "a graph cannot be written as cnf");
    must_refuse(cq_problem_write(ctx, tiling, CQ_PROBLEM_EDGES, stdout), CQ_REFUSED,
                "a tiling cannot be written as edges");
    must_refuse(cq_problem_write(ctx, graph, CQ_PROBLEM_ART, stdout), CQ_REFUSED,
                "a graph cannot be written as art");
    must_refuse(cq_problem_write(ctx, NULL, CQ_PROBLEM_ART, stdout), CQ_INPUT,
                "problem");
    must_refuse(
        cq_problem_write(ctx, graph, (cq_problem_format)(CQ_PROBLEM_OPB + 1), stdout),
        CQ_INPUT, "format");
    cq_problem_free(tiling);
    cq_problem_free(cover);
    cq_problem_free(graph);
}

/* ---- the classic search ---- */

/* Two dominoes, laid and taken back: both tilings of the square are met. */
static void a_search_is_watched_move_by_move(void **state)
{
    cq_problem *problem = tiling_of("2x2", NULL);
    cq_trace *trace = NULL;
    cq_trace_state at;
    cq_lay lay;
    cq_part part;
    content c;

    (void)state;
    must(cq_trace_new(ctx, problem, false, &trace));
    assert_int_equal(cq_trace_lays(trace), 2);
    assert_true(cq_trace_lay(trace, 1, &lay));
    assert_int_equal(lay.count, 2);
    assert_false(cq_trace_lay(trace, 2, &lay));
    cq_trace_look(trace, &at);
    assert_int_equal(at.last, CQ_MOVE_NONE);
    assert_int_equal(at.empty, 0);
    assert_true(cq_trace_fits(trace, 0) && cq_trace_fits(trace, 1));
    assert_false(cq_trace_fits(trace, 2));
    must(cq_trace_move(trace, 1));
    assert_true(cq_solution_part(cq_trace_position(trace), 0, &part));
    assert_int_equal(part.count, 2);
    assert_false(cq_solution_part(cq_trace_position(trace), 1, &part));
    must(cq_trace_move(trace, 1));
    cq_trace_look(trace, &at);
    assert_true(at.solution && at.found == 1 && at.depth == 2);
    assert_int_equal(at.empty, CQ_NO_CELL);
    assert_false(cq_trace_fits(trace, 0));
    start(&c);
    must(cq_trace_draw(ctx, trace, NULL, CQ_FORMAT_SVG, c.out));
    expect_part(&c, "a solution");
    must(cq_trace_move(trace, 100));
    cq_trace_look(trace, &at);
    assert_int_equal(at.last, CQ_MOVE_OVER);
    assert_int_equal(at.found, 2);
    assert_int_equal(at.moves, 8);
    start(&c);
    must(cq_trace_draw_lays(ctx, trace, NULL, CQ_FORMAT_TEXT, c.out));
    expect_part(&c, "2 lays");
    must_refuse(cq_trace_draw(ctx, NULL, NULL, CQ_FORMAT_SVG, stdout), CQ_INPUT,
                "a trace");
    must_refuse(cq_trace_new(ctx, NULL, false, &trace), CQ_INPUT, "a tiling");
    must_refuse(cq_worksheet_write(ctx, NULL, NULL, NULL, stdout), CQ_INPUT,
                "a tiling");
    must_refuse(cq_explanation_handout(ctx, NULL, NULL, NULL, stdout), CQ_INPUT,
                "an explanation");
    cq_trace_free(trace);
    cq_problem_free(problem);
}

/* ---- pictures ---- */

static void pictures_show_what_is_asked(void **state)
{
    cq_problem *problem = tiling_of("2x3", NULL);
    cq_answer *answer = solved(problem, CQ_GOAL_ALL);
    cq_drawing drawing = CQ_DRAWING_INIT;
    content first, last;

    (void)state;
    start(&first);
    must(cq_draw_with(ctx, problem, answer, &drawing, CQ_FORMAT_TEXT, first.out));
    fclose(first.out);
    start(&last);
    drawing.solution = 2;
    must(cq_draw_with(ctx, problem, answer, &drawing, CQ_FORMAT_TEXT, last.out));
    fclose(last.out);
    assert_string_not_equal(first.text, last.text);
    free(first.text);
    free(last.text);
    drawing.caption = "Three of a kind";
    start(&first);
    must(cq_draw_with(ctx, problem, answer, &drawing, CQ_FORMAT_SVG, first.out));
    expect_part(&first, "Three of a kind");
    drawing.solution = 3;
    must_refuse(cq_draw_with(ctx, problem, answer, &drawing, CQ_FORMAT_SVG, stdout),
                CQ_INPUT, "3 solutions");
    drawing.size = 0;
    must_refuse(cq_draw_with(ctx, problem, answer, &drawing, CQ_FORMAT_SVG, stdout),
                CQ_INPUT, "CQ_DRAWING_INIT");
    must_refuse(cq_draw(ctx, NULL, NULL, CQ_FORMAT_SVG, stdout), CQ_INPUT, "a problem");
    must_refuse(cq_draw(ctx, problem, NULL, (cq_format)50, stdout), CQ_INPUT, "format");
    assert_false(cq_draw_can((cq_format)50));
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* A program that was built against a later header, and one that knew less. */
static void options_may_be_older_or_newer(void **state)
{
    struct {
        cq_drawing known;
        size_t new_member;
    } later = {.known = {.size = sizeof later}};
    cq_drawing earlier = {.size = offsetof(cq_drawing, caption),
                          .caption = (const char *)1}; /* not looked at */
    cq_problem *problem = tiling_of("2x3", NULL);
    content c;

    (void)state;
    start(&c);
    must(cq_draw_with(ctx, problem, NULL, &later.known, CQ_FORMAT_SVG, c.out));
    must(cq_draw_with(ctx, problem, NULL, &earlier, CQ_FORMAT_SVG, c.out));
    later.new_member = 1;
    must_refuse(cq_draw_with(ctx, problem, NULL, &later.known, CQ_FORMAT_SVG, c.out),
                CQ_INPUT, "older than the program");
    fclose(c.out);
    free(c.text);
    cq_problem_free(problem);
}

/* ---- explanations ---- */

static void explanations_have_steps(void **state)
{
    cq_problem *problem = tiling_of("8x8-a1,h8", NULL),
               *other = tiling_of("3x3", "L3*");
    cq_answer *answer = solved(problem, CQ_GOAL_FIND);
    cq_explanation *explanation = NULL;
    size_t steps;
    content c;

    (void)state;
    must(cq_explain(ctx, problem, answer, &explanation));
    steps = cq_explanation_steps(explanation);
    assert_true(steps > 0);
    assert_non_null(strstr(cq_explanation_text(explanation, 0), "squares"));
    assert_null(cq_explanation_text(explanation, steps));
    start(&c);
    must(cq_explanation_write(ctx, explanation, c.out));
    expect_part(&c, " 1. ");
    start(&c);
    must(cq_explanation_draw(ctx, explanation, 0, NULL, CQ_FORMAT_SVG, c.out));
    expect_part(&c, "<svg");
    must_refuse(
        cq_explanation_draw(ctx, explanation, steps, NULL, CQ_FORMAT_SVG, stdout),
        CQ_INPUT, "no step");
    must_refuse(cq_explain(ctx, other, answer, &explanation), CQ_REFUSED, "domino");
    must_refuse(cq_explain(ctx, problem, NULL, &explanation), CQ_INPUT, "answer");
    assert_int_equal(cq_explanation_steps(NULL), 0);
    cq_explanation_free(explanation);
    cq_explanation_free(NULL);
    cq_answer_free(answer);
    cq_problem_free(other);
    cq_problem_free(problem);
}

/* However a path is cut and joined: a step each for the rule, the walk, the cuts, the
 * cycles, every join and the tour, which the text holds at its end. */
static void tours_are_explained(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 9; round++) {
        cq_options options =
            CQ_OPTIONS(.cut = (cq_cut)(round % 3), .join = (cq_join)(round / 3));
        cq_problem *problem = tour_of("aztec:7", "1,2", true);
        cq_answer *answer = solved(problem, CQ_GOAL_FIND), *read = NULL;
        cq_explanation *explanation = NULL;
        char sentence[CQ_SENTENCE_SIZE];
        size_t steps, joins = 0;
        const char *grid;
        cq_verdict verdict;
        content c;

        must(cq_explain_with(ctx, problem, answer, &options, &explanation));
        steps = cq_explanation_steps(explanation);
        for (size_t i = 0; i < steps; i++)
            joins += strncmp(cq_explanation_text(explanation, i), "Cycle ", 6) == 0;
        assert_int_equal(steps, 5 + joins);
        assert_true(joins > 0);
        start(&c);
        must(cq_explanation_write(ctx, explanation, c.out));
        fflush(c.out);
        grid = strstr(c.text, "\n\n") + 2;
        must(cq_answer_read(ctx, problem, "grid", grid, strlen(grid), &read));
        must(cq_check(ctx, problem, read, &verdict, sentence));
        assert_int_equal(verdict, CQ_YES);
        expect_part(&c, "a closed tour");
        for (size_t i = 0; i < steps; i++) {
            start(&c);
            must(cq_explanation_draw(ctx, explanation, i, NULL, CQ_FORMAT_SVG, c.out));
            expect_part(&c, "<svg");
        }
        cq_explanation_free(explanation);
        cq_answer_free(read);
        cq_answer_free(answer);
        cq_problem_free(problem);
    }
}

/* ---- orders ---- */

static void orders_read_back(void **state)
{
    cq_problem *problems[] = {tiling_of("3x4-a1", NULL), cover_of("a b c\n\na b\nc\n")};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        cq_sweep_order *order = NULL, *again = NULL;
        size_t count, same;
        content c;

        must(cq_sweep_order_find(ctx, problems[i], NULL, &order));
        assert_non_null(cq_sweep_order_items(order, &count));
        assert_true(count > 0 && *cq_sweep_order_method(order));
        start(&c);
        must(cq_sweep_order_write(ctx, problems[i], order, false, c.out));
        fclose(c.out);
        must(cq_sweep_order_parse(ctx, problems[i], "order", c.text, c.size, &again));
        free(c.text);
        assert_memory_equal(cq_sweep_order_items(order, &count),
                            cq_sweep_order_items(again, &same), 4 * count);
        assert_int_equal(count, same);
        start(&c);
        must(cq_sweep_order_write(ctx, problems[i], order, true, c.out));
        expect_part(&c, "\"log2_states\"");
        cq_sweep_order_free(again);
        cq_sweep_order_free(order);
    }
    cq_problem_free(problems[0]);
    cq_problem_free(problems[1]);
}

static void orders_are_drawn(void **state)
{
    cq_problem *board = tiling_of("3x4", NULL), *cover = cover_of("a b\n\na b\n");
    cq_problem *tour = tour_of("3x4", "1,2", false);
    cq_sweep_order *order = NULL, *items = NULL, *none = NULL;
    content c;

    (void)state;
    must(cq_sweep_order_find(ctx, board, NULL, &order));
    must(cq_sweep_order_find(ctx, cover, NULL, &items));
    start(&c);
    must(cq_sweep_order_draw(ctx, board, order, NULL, CQ_FORMAT_SVG, c.out));
    expect_part(&c, "The squares in the order of a sweep");
    must_refuse(cq_sweep_order_draw(ctx, cover, items, NULL, CQ_FORMAT_SVG, stdout),
                CQ_REFUSED, "only a board");
    must_refuse(cq_sweep_order_write(ctx, cover, order, false, stdout), CQ_INPUT,
                "another problem");
    must_refuse(cq_sweep_order_find(ctx, tour, NULL, &none), CQ_REFUSED, "tilings");
    must_refuse(cq_sweep_order_find(ctx, NULL, NULL, &none), CQ_INPUT, "a problem");
    assert_null(none);
    cq_sweep_order_free(order);
    cq_sweep_order_free(items);
    cq_problem_free(tour);
    cq_problem_free(cover);
    cq_problem_free(board);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(streamed_is_as_written_whole),
        TEST(a_list_of_three),
        TEST(a_list_goes_on),
        TEST(a_list_without_solutions_says_why),
        TEST(a_booklet_is_a_pdf),
        TEST(lists_are_refused),
        TEST(problems_are_written),
        TEST(a_search_is_watched_move_by_move),
        TEST(pictures_show_what_is_asked),
        TEST(options_may_be_older_or_newer),
        TEST(explanations_have_steps),
        TEST(tours_are_explained),
        TEST(orders_read_back),
        TEST(orders_are_drawn),
    };

    return cmocka_run_group_tests_name("library_writing", tests, NULL, NULL);
}
