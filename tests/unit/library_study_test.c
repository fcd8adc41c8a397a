/* library_study_test.c - sequences, random graphs and plots, through chequer.h. */
#include "context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- sequences ---- */

static void join_term(void *user, uint64_t n, const char *value)
{
    char *text = user;
    size_t length = strlen(text);

    snprintf(text + length, 200 - length, "%llu:%s ", (unsigned long long)n, value);
}

static cq_sequence *counted(const char *board, uint64_t to, char *terms)
{
    cq_family family = CQ_FAMILY_INIT;
    cq_sequence *sequence = NULL;

    family.board = board;
    must(cq_sequence_count(ctx, &family, 1, to, NULL, terms ? join_term : NULL, terms,
                           &sequence));
    return sequence;
}

/* Domino tilings of 2 x n are Fibonacci numbers: OEIS A000045. */
static void terms_and_their_recurrence(void **state)
{
    char terms[200] = "";
    cq_sequence *s = counted("2xN", 12, terms);
    size_t checked = 0;

    (void)state;
    assert_string_equal(terms,
                        "1:1 2:2 3:3 4:5 5:8 6:13 7:21 8:34 9:55 10:89 11:144 12:233 ");
    assert_int_equal(cq_sequence_from(s), 1);
    assert_int_equal(cq_sequence_terms(s), 12);
    assert_string_equal(cq_sequence_term(s, 11), "233");
    assert_null(cq_sequence_term(s, 12));
    assert_int_equal(cq_sequence_stop(s), CQ_FINISHED);
    assert_true(*cq_sequence_method(s));
    assert_int_equal(cq_sequence_order(s, NULL), 0); /* not looked for */
    must(cq_sequence_find_recurrence(ctx, s));
    must(cq_sequence_find_recurrence(ctx, s));
    assert_int_equal(cq_sequence_order(s, &checked), 2);
    assert_int_equal(checked, 12 - 2 * 2);
    assert_string_equal(cq_sequence_coefficient(s, CQ_COEFFICIENTS, 0), "1");
    assert_string_equal(cq_sequence_coefficient(s, CQ_COEFFICIENTS, 1), "1");
    assert_null(cq_sequence_coefficient(s, CQ_COEFFICIENTS, 2));
    /* (x + x^2) / (1 - x - x^2) */
    assert_string_equal(cq_sequence_coefficient(s, CQ_NUMERATOR, 2), "1");
    assert_string_equal(cq_sequence_coefficient(s, CQ_DENOMINATOR, 2), "-1");
    assert_null(cq_sequence_coefficient(s, (cq_polynomial)3, 0));
    cq_sequence_free(s);
}

static void sequences_are_written(void **state)
{
    cq_sequence *s = counted("2xN", 3, NULL);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    must(cq_sequence_write(ctx, s, CQ_SEQUENCE_BFILE, out));
    must(cq_sequence_write(ctx, s, CQ_SEQUENCE_RECURRENCE, out));
    must(cq_sequence_write(ctx, s, CQ_SEQUENCE_JSON, out));
    fclose(out);
    assert_string_equal(text, "1 1\n2 2\n3 3\n"
                              "# too few terms to look for a recurrence; "
                              "more terms: --to 12\n"
                              "{\"chequer\": 1,\n \"family\": \"2xN\",\n"
                              " \"pieces\": null,\n \"from\": 1,\n"
                              " \"terms\": [\"1\",\"2\",\"3\"],\n"
                              " \"stop\": \"finished\",\n \"confirmed\": 3,\n"
                              " \"recurrence\": null,\n"
                              " \"generating_function\": null}\n");
    free(text);
    must_refuse(cq_sequence_write(ctx, NULL, CQ_SEQUENCE_JSON, stdout), CQ_INPUT,
                "a sequence");
    must_refuse(cq_sequence_write(ctx, s, (cq_sequence_form)9, stdout), CQ_INPUT,
                "no such form");
    cq_sequence_free(s);
}

/* Tilings of 1 x n by dominoes and single squares, by dominoes; and closed tours. */
static void triangles_and_tours(void **state)
{
    cq_family rows = {.size = sizeof rows,
                      .board = "1xN",
                      .pieces = "domino*,monomino*",
                      .by_copies = true};
    cq_family tours = {.size = sizeof tours, .board = "2xN", .tour = true};
    cq_sequence *s = NULL;
    char terms[200] = "";

    (void)state;
    must(cq_sequence_count(ctx, &rows, 0, 4, NULL, join_term, terms, &s));
    assert_string_equal(terms, "0:1 1:1 2:1 1 3:1 2 4:1 3 1 ");
    assert_string_equal(cq_sequence_term(s, 4), "5");
    assert_string_equal(cq_sequence_entry(s, 4, 1), "3");
    assert_null(cq_sequence_entry(s, 4, 3));
    assert_null(cq_sequence_entry(s, 5, 0));
    cq_sequence_free(s);
    tours.leaper = "wazir";
    must(cq_sequence_count(ctx, &tours, 2, 4, NULL, NULL, NULL, &s));
    assert_string_equal(cq_sequence_term(s, 2), "1");
    assert_null(cq_sequence_entry(s, 0, 0));
    cq_sequence_free(s);
    tours.pieces = "domino*";
    must_refuse(cq_sequence_count(ctx, &tours, 2, 4, NULL, NULL, NULL, &s), CQ_INPUT,
                "pieces");
}

static void families_are_refused(void **state)
{
    cq_family family = {.board = "2xN"};
    cq_sequence *s = NULL;

    (void)state;
    must_refuse(cq_sequence_count(ctx, &family, 1, 3, NULL, NULL, NULL, &s), CQ_INPUT,
                "CQ_FAMILY_INIT");
    family.size = sizeof family;
    must_refuse(cq_sequence_count(ctx, &family, 3, 1, NULL, NULL, NULL, &s), CQ_INPUT,
                "empty");
    family.board = "2x3";
    must_refuse(cq_sequence_count(ctx, &family, 1, 3, NULL, NULL, NULL, &s), CQ_INPUT,
                "N");
    family.board = NULL;
    must_refuse(cq_sequence_count(ctx, &family, 1, 3, NULL, NULL, NULL, &s), CQ_INPUT,
                "a board or a drawing");
    assert_null(s);
    must_refuse(cq_sequence_find_recurrence(ctx, NULL), CQ_INPUT, "a sequence");
    assert_int_equal(cq_sequence_terms(NULL), 0);
    assert_null(cq_sequence_term(NULL, 0));
    cq_sequence_free(NULL);
}

/* ---- random graphs ---- */

static void a_drawn_graph_is_a_problem(void **state)
{
    cq_ensemble e = CQ_ENSEMBLE_INIT;
    cq_problem *one = NULL, *again = NULL, *none = NULL;

    (void)state;
    e.kind = CQ_ENSEMBLE_HIDDEN;
    e.vertices = 30;
    e.degree = 4;
    e.seed = 3;
    must(cq_ensemble_draw(ctx, &e, 5, &one));
    must(cq_ensemble_draw(ctx, &e, 5, &again));
    assert_int_equal(cq_problem_kind(one), CQ_TOUR);
    assert_int_equal(cq_problem_vertices(one), 30);
    assert_true(cq_problem_closed(one));
    assert_true(cq_problem_digest(one) == cq_problem_digest(again));
    cq_problem_free(one);
    cq_problem_free(again);
    e.kind = (cq_ensemble_kind)9;
    must_refuse(cq_ensemble_draw(ctx, &e, 5, &none), CQ_INPUT, "no such kind");
    e.size = 0;
    must_refuse(cq_ensemble_draw(ctx, &e, 5, &none), CQ_INPUT, "CQ_ENSEMBLE_INIT");
    must_refuse(cq_ensemble_draw(ctx, NULL, 5, &none), CQ_INPUT, "no such kind");
    assert_null(none);
    assert_string_equal(cq_ensemble_kind_name(CQ_ENSEMBLE_REGULAR), "regular");
}

static void a_census_is_taken(void **state)
{
    cq_ensemble e = CQ_ENSEMBLE_INIT;
    cq_census_options options = {0};
    cq_census census;
    bool stopped;

    (void)state;
    e.kind = CQ_ENSEMBLE_HIDDEN;
    e.vertices = 12;
    e.degree = 4;
    e.graphs = 5;
    must(cq_census_take(ctx, &e, NULL, &census, &stopped));
    assert_false(stopped);
    assert_int_equal(census.graphs, 5);
    assert_int_equal(census.cycle, 5); /* one is hidden in each */
    must_refuse(cq_census_take(ctx, &e, &options, &census, &stopped), CQ_INPUT,
                "CQ_CENSUS_INIT");
    must_refuse(cq_census_take(ctx, &e, NULL, NULL, &stopped), CQ_INPUT, "no place");
}

/* ---- plots ---- */

static void plots_are_drawn(void **state)
{
    const double places[] = {3, 4}, shares[] = {0.25, NAN};
    const cq_series series[] = {{"a line", shares}};
    cq_plot plot = {.size = sizeof plot,
                    .title = "A title",
                    .remark = "and more",
                    .across = "degree",
                    .places = places,
                    .places_count = 2,
                    .series = series,
                    .series_count = 1};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    must(cq_plot_write(ctx, &plot, CQ_FORMAT_SVG, out));
    fclose(out);
    assert_non_null(strstr(text, "a line, degree 3: 25.00 %"));
    free(text);
    must_refuse(cq_plot_write(ctx, &plot, CQ_FORMAT_BOX, stdout), CQ_REFUSED, "format");
    plot.series_count = CQ_SERIES_MOST + 1;
    must_refuse(cq_plot_write(ctx, &plot, CQ_FORMAT_SVG, stdout), CQ_INPUT,
                "at most 4");
    plot.series_count = 1;
    must_refuse(cq_plot_write(ctx, &plot, CQ_FORMAT_SVG, NULL), CQ_INPUT, "needs");
    plot.title = NULL;
    must_refuse(cq_plot_write(ctx, &plot, CQ_FORMAT_SVG, stdout), CQ_INPUT, "needs");
    plot.size = 0;
    must_refuse(cq_plot_write(ctx, &plot, CQ_FORMAT_SVG, stdout), CQ_INPUT,
                "CQ_PLOT_INIT");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(terms_and_their_recurrence),
        TEST(sequences_are_written),
        TEST(families_are_refused),
        TEST(a_drawn_graph_is_a_problem),
        TEST(triangles_and_tours),
        TEST(a_census_is_taken),
        TEST(plots_are_drawn),
    };

    return cmocka_run_group_tests_name("library_study", tests, NULL, NULL);
}
