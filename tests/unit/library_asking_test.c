/* library_asking_test.c - what is asked through chequer.h: the words for it, and what
 * nobody can mean. */
#include "context.h"

#include <math.h>
#include <stdio.h>

/* ---- words ---- */

/* Each word of an enum leads back to its value; past the last there is none. */
#define BOTH_WAYS(of, count)                                                           \
    do {                                                                               \
        cq_##of found;                                                                 \
                                                                                       \
        for (int i = 0; i < (count); i++) {                                            \
            assert_non_null(cq_##of##_name((cq_##of)i));                               \
            assert_true(cq_##of##_find(cq_##of##_name((cq_##of)i), &found));           \
            assert_int_equal(found, i);                                                \
        }                                                                              \
        assert_null(cq_##of##_name((cq_##of)(count)));                                 \
        assert_null(cq_##of##_name((cq_##of) - 1));                                    \
        assert_false(cq_##of##_find("word", &found));                                  \
        assert_false(cq_##of##_find("", &found));                                      \
        assert_false(cq_##of##_find(NULL, &found));                                    \
        assert_false(cq_##of##_find(cq_##of##_name((cq_##of)0), NULL));                \
    } while (false)

static void words_lead_both_ways(void **state)
{
    (void)state;
    BOTH_WAYS(ties, CQ_TIES_LARGEST + 1);
    BOTH_WAYS(cut, CQ_CUT_EVEN + 1);
    BOTH_WAYS(join, CQ_JOIN_LONGEST + 1);
    BOTH_WAYS(magic, CQ_MAGIC_FULL + 1);
    BOTH_WAYS(reading, CQ_READ_HAM + 1);
    BOTH_WAYS(format, CQ_FORMAT_APNG + 1);
    BOTH_WAYS(list_form, CQ_LIST_PDF + 1);
    BOTH_WAYS(problem_format, CQ_PROBLEM_OPB + 1);
    BOTH_WAYS(proof_format, CQ_PROOF_AS_LAYERS + 1);
    BOTH_WAYS(sequence_form, CQ_SEQUENCE_LATEX + 1);
    BOTH_WAYS(make_kind, CQ_MAKE_TOUR + 1);
    BOTH_WAYS(ensemble_kind, CQ_ENSEMBLE_SUBDIVIDED + 1);
    BOTH_WAYS(goal, CQ_GOAL_TOTAL + 1);
    assert_string_equal(cq_ties_name(CQ_TIES_POHL), "pohl");
    assert_string_equal(cq_format_name(CQ_FORMAT_TIKZ), "tex");
    assert_string_equal(cq_problem_format_name(CQ_PROBLEM_ADJACENCY), "adjacency");
    assert_string_equal(cq_sequence_form_name(CQ_SEQUENCE_RECURRENCE), "txt");
    assert_string_equal(cq_proof_format_name(CQ_PROOF_AS_LAYERS), "layers");
}

/* Free and one-sided polyominoes: OEIS A000105 and A000988, from one square on; up to
 * three squares both are the same. */
static void sets_have_names(void **state)
{
    static const size_t sizes[] = {1, 1, 2, 5, 12, 35, 108, 369, 7, 18, 60, 196, 704};
    size_t i = 0;

    (void)state;
    for (; cq_piece_set_name(i); i++) {
        cq_problem *problem = NULL;

        assert_true(i < sizeof sizes / sizeof *sizes);
        must(cq_problem_parse_board(ctx, "8x8", &problem));
        must(cq_problem_set_pieces(ctx, problem, cq_piece_set_name(i)));
        assert_int_equal(cq_problem_pieces(problem), sizes[i]);
        cq_problem_free(problem);
    }
    assert_int_equal(i, sizeof sizes / sizeof *sizes);
}

static void leapers_have_names(void **state)
{
    size_t i = 0;

    (void)state;
    for (; cq_leaper_name(i); i++) {
        cq_problem *problem = NULL;

        must(cq_problem_parse_board(ctx, "4x4", &problem));
        must(cq_problem_set_tour(ctx, problem, cq_leaper_name(i), true));
        cq_problem_free(problem);
    }
    assert_true(i > 4);
}

/* ---- a tiling as a cover ---- */

/* 36 domino tilings of 4 x 4: OEIS A004003. */
static void a_tiling_becomes_a_cover(void **state)
{
    cq_problem *tiling = NULL, *cover = NULL, *again = NULL;
    cq_answer *answer = NULL;
    cq_item_info item;

    (void)state;
    must(cq_problem_parse_board(ctx, "4x4", &tiling));
    must(cq_problem_as_cover(ctx, tiling, false, &cover));
    assert_int_equal(cq_problem_kind(tiling), CQ_TILING); /* as it was */
    assert_int_equal(cq_problem_kind(cover), CQ_COVER);
    assert_int_equal(cq_problem_items(cover), 16);
    assert_int_equal(cq_problem_options(cover), 24);
    assert_true(cq_problem_item(cover, 0, &item));
    assert_string_equal(item.name, "a4");
    cq_problem_free(tiling); /* nothing of it is borrowed */
    must(cq_solve(ctx, cover, CQ_GOAL_COUNT, NULL, &answer));
    assert_string_equal(cq_answer_count(answer), "36");
    must_refuse(cq_problem_as_cover(ctx, cover, false, &again), CQ_REFUSED,
                "only a tiling");
    assert_null(again);
    cq_answer_free(answer);
    cq_problem_free(cover);
}

static void squares_of_a_cover_are_numbered(void **state)
{
    cq_problem *tiling = NULL, *cover = NULL;
    cq_item_info item;

    (void)state;
    must(cq_problem_parse_board(ctx, "2x3", &tiling));
    must(cq_problem_as_cover(ctx, tiling, true, &cover));
    assert_true(cq_problem_item(cover, 5, &item));
    assert_string_equal(item.name, "6");
    cq_problem_free(tiling);
    cq_problem_free(cover);
}

/* ---- limits ---- */

static void refused_options(const cq_options *options, const char *part)
{
    cq_family family = {.size = sizeof family, .board = "2xN"};
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    cq_solve_plan *plan = NULL;
    cq_feed *feed = NULL;
    cq_sequence *sequence = NULL;
    cq_sweep_order *order = NULL;
    cq_fit fit;

    must(cq_problem_parse_board(ctx, "4x4", &problem));
    must_refuse(cq_solve(ctx, problem, CQ_GOAL_FIND, options, &answer), CQ_INPUT, part);
    must_refuse(cq_solve_plan_new(ctx, problem, CQ_GOAL_FIND, options, &plan), CQ_INPUT,
                part);
    must_refuse(cq_feed_open(ctx, problem, CQ_GOAL_ALL, options, &feed), CQ_INPUT,
                part);
    must_refuse(cq_engine_fits(ctx, 0, problem, CQ_GOAL_FIND, options, &fit), CQ_INPUT,
                part);
    must_refuse(cq_sweep_order_find(ctx, problem, options, &order), CQ_INPUT, part);
    must_refuse(cq_sequence_count(ctx, &family, 1, 3, options, NULL, NULL, &sequence),
                CQ_INPUT, part);
    assert_true(!answer && !plan && !feed && !order && !sequence);
    cq_problem_free(problem);
}

static void limits_are_numbers(void **state)
{
    cq_options options = CQ_OPTIONS(.seconds = -1);

    (void)state;
    refused_options(&options, "or 0 for none, not -1");
    options.seconds = NAN;
    refused_options(&options, "not nan");
    options = (cq_options)CQ_OPTIONS(.start_seconds = -0.5);
    refused_options(&options, "not -0.5");
    options = (cq_options)CQ_OPTIONS(.threads = 1025);
    refused_options(&options, "at most 1024 threads, not 1025");
    options = (cq_options)CQ_OPTIONS(.order_count = 2);
    refused_options(&options, "an order of 2 items");
    options = (cq_options)CQ_OPTIONS(.join = (cq_join)3);
    refused_options(&options, "no such rule");
}

/* What is left of a time may be less than nothing. */
static void a_time_that_is_over_is_no_time(void **state)
{
    static const double none[] = {-1, NAN};
    cq_problem *problem = NULL;

    (void)state;
    must(cq_problem_parse_board(ctx, "4x4", &problem));
    for (size_t i = 0; i < 2; i++) {
        cq_answer *answer = NULL;

        cq_context_limit_time(ctx, none[i]);
        must(cq_solve(ctx, problem, CQ_GOAL_FIND, NULL, &answer));
        assert_int_equal(cq_answer_stop(answer), CQ_STOP_TIME);
        cq_answer_free(answer);
        cq_context_limit_time(ctx, 0);
    }
    cq_problem_free(problem);
}

static void a_census_has_limits_too(void **state)
{
    cq_ensemble e = CQ_ENSEMBLE_INIT;
    cq_census_options options = CQ_CENSUS_INIT;
    cq_census census;
    bool stopped;

    (void)state;
    e.vertices = 8;
    e.degree = 3;
    e.graphs = 1;
    options.seconds = -1;
    must_refuse(cq_census_take(ctx, &e, &options, &census, &stopped), CQ_INPUT,
                "not -1");
    options.seconds = 0;
    options.start_seconds = -1;
    must_refuse(cq_census_take(ctx, &e, &options, &census, &stopped), CQ_INPUT,
                "not -1");
    options.start_seconds = 0;
    options.threads = 1025;
    must_refuse(cq_census_take(ctx, &e, &options, &census, &stopped), CQ_INPUT,
                "at most 1024");
    options.threads = 0;
    options.cut = (cq_cut)9;
    must_refuse(cq_census_take(ctx, &e, &options, &census, &stopped), CQ_INPUT,
                "no such rule");
    options.cut = CQ_CUT_FARTHEST;
    e.degree = NAN;
    must_refuse(cq_census_take(ctx, &e, &options, &census, &stopped), CQ_INPUT,
                "an average degree, found nan");
    e.degree = 3;
    e.vertices = 0;
    must_refuse(cq_census_take(ctx, &e, &options, &census, &stopped), CQ_INPUT,
                "needs a vertex");
}

static void a_range_is_empty_or_too_long(void **state)
{
    cq_family family = {.size = sizeof family, .board = "2xN"};
    cq_sequence *sequence = NULL;

    (void)state;
    must_refuse(cq_sequence_count(ctx, &family, 5, 3, NULL, NULL, NULL, &sequence),
                CQ_INPUT, "the range from 5 to 3 is empty");
    must_refuse(
        cq_sequence_count(ctx, &family, 0, UINT64_MAX, NULL, NULL, NULL, &sequence),
        CQ_INPUT, "the range from 0 to 18446744073709551615 is too long");
    family.leaper = "1,2";
    must_refuse(cq_sequence_count(ctx, &family, 1, 3, NULL, NULL, NULL, &sequence),
                CQ_INPUT, "only tours have a leaper");
}

/* ---- wishes ---- */

static void refused_wish(cq_question question, const char *part)
{
    cq_problem *problem = NULL;

    must_refuse(cq_problem_pose(ctx, &question, &problem), CQ_INPUT, part);
    assert_null(problem);
}

static void wishes_are_for_some_problems(void **state)
{
    static const char graph[] = "1 2\n2 3\n3 1\n", cover[] = "a b\na\nb\n";

    (void)state;
    refused_wish((cq_question)CQ_QUESTION(.board = "4x4",
                                          .reading = (cq_reading)(CQ_READ_HAM + 1)),
                 "no reading number 5");
    refused_wish((cq_question)CQ_QUESTION(.board = "4x4", .reading = CQ_READ_TILE,
                                          .leaper = "1,2"),
                 "a leaper is for tours, and this is a tiling");
    refused_wish((cq_question)CQ_QUESTION(.board = "4x4", .reading = CQ_READ_TOUR,
                                          .pieces = "domino"),
                 "pieces are for tilings, and this is a tour");
    refused_wish((cq_question)CQ_QUESTION(.text = cover, .length = sizeof cover - 1,
                                          .reading = CQ_READ_COVER, .free = "any"),
                 "free squares are for tilings, and this is a cover");
    refused_wish((cq_question)CQ_QUESTION(.text = graph, .length = sizeof graph - 1,
                                          .reading = CQ_READ_HAM, .leaper = "1,2"),
                 "this is a graph");
    refused_wish((cq_question)CQ_QUESTION(.board = "4x4", .open = true, .closed = true),
                 "not both");
}

static void a_recipe_has_what_its_kind_has(void **state)
{
    cq_recipe recipe = CQ_RECIPE_INIT;
    cq_made *made = NULL;

    (void)state;
    recipe.leaper = "knight";
    must_refuse(cq_make(ctx, &recipe, &made), CQ_INPUT,
                "a puzzle of the kind numbers has no leaper");
    recipe.leaper = NULL;
    recipe.easiest = 10;
    recipe.hardest = 9;
    must_refuse(cq_make(ctx, &recipe, &made), CQ_INPUT, "at least 10 nodes");
    recipe.easiest = recipe.hardest = 0;
    recipe.kind = CQ_MAKE_SUDOKU;
    recipe.board = "9x9";
    must_refuse(cq_make(ctx, &recipe, &made), CQ_INPUT,
                "a puzzle of the kind sudoku has no board");
    assert_null(made);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)
    const struct CMUnitTest tests[] = {TEST(words_lead_both_ways),
                                       TEST(sets_have_names),
                                       TEST(leapers_have_names),
                                       TEST(a_tiling_becomes_a_cover),
                                       TEST(squares_of_a_cover_are_numbered),
                                       TEST(limits_are_numbers),
                                       TEST(a_time_that_is_over_is_no_time),
                                       TEST(a_census_has_limits_too),
                                       TEST(a_range_is_empty_or_too_long),
                                       TEST(wishes_are_for_some_problems),
                                       TEST(a_recipe_has_what_its_kind_has)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
