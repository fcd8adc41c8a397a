/* sequence_test.c - families of boards: their terms, recurrences and generating
 * functions. */
#include "context.h"

#include "sequence/sequence.h"

#include <string.h>

/* ---- terms ---- */

static cq_counted count_family(const cq_board_family *family, uint64_t from,
                               uint64_t to, const char *engine)
{
    cq_options options = CQ_OPTIONS(.engine = engine);
    cq_counted sequence = {0};

    assert_int_equal(
        cq_terms_count(ctx, family, from, to, &options, NULL, NULL, &sequence), CQ_OK);
    assert_int_equal(sequence.stop, CQ_FINISHED);
    assert_int_equal(sequence.terms.count, to - from + 1);
    return sequence;
}

static void expect_terms(const char *board, const char *pieces, uint64_t from,
                         const char *const *expected, size_t count)
{
    cq_board_family family = {.board = board, .pieces = pieces};
    cq_counted sequence = count_family(&family, from, from + count - 1, NULL);

    for (size_t i = 0; i < count; i++) {
        mpz_t value;

        mpz_init_set_str(value, expected[i], 10);
        assert_true(mpz_cmp(sequence.terms.at[i], value) == 0);
        mpz_clear(value);
    }
    cq_counted_free(&sequence);
}

#define EXPECT(board, pieces, from, ...)                                               \
    do {                                                                               \
        static const char *const expected[] = {__VA_ARGS__};                           \
                                                                                       \
        expect_terms(board, pieces, from, expected,                                    \
                     sizeof expected / sizeof *expected);                              \
    } while (0)

/* The numbers are those of the OEIS: A000045, A001835 (dominoes on 3 x 2n), A005178 (on
 * 4 x n), A004003 (on 2n x 2n), A006125 (2^(n(n+1)/2), Aztec diamonds), and A046984
 * (right trominoes on 4 x 3n). */
static void test_published(void **state)
{
    (void)state;
    EXPECT("2xN", NULL, 1, "1", "2", "3", "5", "8", "13", "21", "34", "55", "89");
    EXPECT("3x2N", NULL, 1, "3", "11", "41", "153", "571", "2131", "7953", "29681");
    EXPECT("Nx4", NULL, 1, "1", "5", "11", "36", "95", "281", "781", "2245", "6336");
    EXPECT("2Nx2N", NULL, 1, "2", "36", "6728", "12988816", "258584046368",
           "53060477521960000");
    EXPECT("aztec:N", NULL, 1, "2", "8", "64", "1024", "32768", "2097152");
    EXPECT("4x3N", "L3*", 1, "4", "18", "88", "468", "2672", "16072");
}

/* The same boards, counted one by one by an engine. */
static void expect_same(const cq_board_family *family, uint64_t from, uint64_t to)
{
    cq_counted a = count_family(family, from, to, NULL);
    cq_counted b = count_family(family, from, to, "search");

    assert_string_equal(a.method, "one sweep over all");
    assert_string_equal(b.method, "term by term");
    for (size_t i = 0; i < a.terms.count; i++)
        assert_true(mpz_cmp(a.terms.at[i], b.terms.at[i]) == 0);
    cq_counted_free(&a);
    cq_counted_free(&b);
}

static void test_two_ways(void **state)
{
    static const char *const boards[][2] = {
        {"3xN", "L3*,I3*,domino*"},   {"Nx4", "T4*,L4*"},
        {"4xN-a1,b3", "domino*,L3*"}, {"cylinder:Nx4", "L3*,domino*"},
        {"4x2N+1", "S4*,L4*"},        {"Nx3", "monomino*,S4*"},
        {"2x3N", "I3*,L3*,I2*"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        cq_board_family family = {.board = boards[i][0], .pieces = boards[i][1]};

        expect_same(&family, i == 2 ? 2 : 1, i == 4 ? 2 : i == 6 ? 3 : 5);
    }
}

static void expect_same_art(const char *art, const char *pieces, uint64_t to)
{
    cq_text text = {.name = "art", .data = art, .size = strlen(art)};
    cq_board_family family = {.art = &text, .pieces = pieces};

    expect_same(&family, 1, to);
}

/* Columns go on after those that are repeated, with and without a difference. */
static void test_drawings(void **state)
{
    (void)state;
    expect_same_art("NN\n##\n#.\n##\n", "L3*,domino*", 5);
    expect_same_art(".N.\n###\n###\n#.#\n", "L3*,domino*,I3*", 5);
    expect_same_art("..NN...\n#######\n##.#.##\n####.##\n", "L3*,domino*", 3);
    expect_same_art("board\n.N...\n##A##\n#####\n\npiece X copies=any\nA#\n\n"
                    "piece Y copies=any\n##\n",
                    NULL, 5);
}

/* Pieces that are limited, and edges that are joined, are not for one sweep. */
static void test_term_by_term(void **state)
{
    static const char *const boards[][2] = {
        {"3xN", "domino*,L3*0..2"}, {"torus:4xN", "domino*"}, {"NxN", "domino*"}};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        cq_board_family family = {.board = boards[i][0], .pieces = boards[i][1]};
        cq_counted a = count_family(&family, 1, 4, NULL);

        assert_string_equal(a.method, "term by term");
        cq_counted_free(&a);
    }
}

/* ---- recurrences ---- */

static cq_recurrence find(const long *values, size_t count, uint64_t from)
{
    cq_recurrence r = {0};
    cq_terms terms;

    assert_int_equal(cq_terms_make(ctx, count, &terms), CQ_OK);
    for (size_t i = 0; i < count; i++)
        mpz_set_si(terms.at[i], values[i]);
    assert_int_equal(cq_recurrence_find(ctx, &terms, from, &r), CQ_OK);
    cq_terms_free(&terms);
    return r;
}

static void expect_text(const cq_recurrence *r,
                        void (*write)(const cq_recurrence *, bool, FILE *), bool latex,
                        const char *expected)
{
    char text[512] = "";
    FILE *out = fmemopen(text, sizeof text, "w");

    assert_non_null(out);
    write(r, latex, out);
    fclose(out);
    assert_string_equal(text, expected);
}

static void test_recurrences(void **state)
{
    static const long fibonacci[] = {1, 1, 2, 3, 5, 8, 13, 21};
    static const long late[] = {7, 0, 1, -2, 4, -8, 16, -32, 64, -128, 256, -512};
    static const long primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    static const long nothing[] = {0, 0, 0, 0, 0, 0, 0, 0};
    cq_recurrence r = find(fibonacci, 8, 0);

    (void)state;
    assert_int_equal(r.order, 2);
    assert_int_equal(r.checked, 4);
    expect_text(&r, cq_recurrence_write, false, "a(n) = a(n-1) + a(n-2)");
    expect_text(&r, cq_recurrence_write_series, false, "(1)/(1 - x - x^2)");
    cq_recurrence_free(&r);
    r = find(fibonacci, 7, 0); /* three further terms are not enough */
    assert_int_equal(r.order, 0);
    cq_recurrence_free(&r);
    r = find(late, 12, 2); /* follows only from its fourth term on */
    assert_int_equal(r.order, 3);
    expect_text(&r, cq_recurrence_write, false, "a(n) = -2*a(n-1)");
    expect_text(&r, cq_recurrence_write_series, false,
                "(7*x^2 + 14*x^3 + x^4)/(1 + 2*x)");
    expect_text(&r, cq_recurrence_write, true, "a(n) = -2\\,a(n-1)");
    expect_text(&r, cq_recurrence_write_series, true,
                "\\frac{7x^{2} + 14x^{3} + x^{4}}{1 + 2x}");
    cq_recurrence_free(&r);
    r = find(primes, 12, 1);
    assert_int_equal(r.order, 0);
    cq_recurrence_free(&r);
    r = find(nothing, 8, 1);
    assert_int_equal(r.order, 1);
    expect_text(&r, cq_recurrence_write, false, "a(n) = 0");
    expect_text(&r, cq_recurrence_write_series, false, "(0)/(1)");
    cq_recurrence_free(&r);
}

/* Coefficients beyond 62 bits take more than one prime. */
static void test_large_coefficients(void **state)
{
    cq_recurrence r = {0};
    cq_terms terms;
    mpz_t factor;

    (void)state;
    mpz_init(factor);
    mpz_ui_pow_ui(factor, 10, 50);
    assert_int_equal(cq_terms_make(ctx, 12, &terms), CQ_OK);
    mpz_set_ui(terms.at[0], 1);
    mpz_set_ui(terms.at[1], 5);
    for (size_t i = 2; i < 12; i++) { /* a(n) = 3 a(n-1) - 10^50 a(n-2) */
        mpz_mul_ui(terms.at[i], terms.at[i - 1], 3);
        mpz_submul(terms.at[i], factor, terms.at[i - 2]);
    }
    assert_int_equal(cq_recurrence_find(ctx, &terms, 0, &r), CQ_OK);
    assert_int_equal(r.order, 2);
    mpz_neg(factor, factor);
    assert_true(mpz_cmp_ui(r.coefficients.at[0], 3) == 0);
    assert_true(mpz_cmp(r.coefficients.at[1], factor) == 0);
    mpz_clear(factor);
    cq_terms_free(&terms);
    cq_recurrence_free(&r);
}

/* P / Q gives the terms back: Q times the series is P. */
static void test_series(void **state)
{
    cq_board_family family = {.board = "5xN", .pieces = "L3*,domino*"};
    cq_counted s = count_family(&family, 1, 60, NULL);
    cq_recurrence r = {0};
    mpz_t sum;

    (void)state;
    mpz_init(sum);
    assert_int_equal(cq_recurrence_find(ctx, &s.terms, 1, &r), CQ_OK);
    assert_true(r.order > 3);
    for (size_t n = 1; n <= 60; n++) {
        mpz_set_ui(sum, 0);
        for (size_t i = 0; i < r.denominator.count && i < n; i++)
            mpz_addmul(sum, r.denominator.at[i], s.terms.at[n - i - 1]);
        if (n < r.numerator.count)
            mpz_sub(sum, sum, r.numerator.at[n]);
        assert_true(mpz_sgn(sum) == 0);
    }
    mpz_clear(sum);
    cq_recurrence_free(&r);
    cq_counted_free(&s);
}

/* ---- what is refused ---- */

static void expect_refusal(const cq_board_family *family, uint64_t from, uint64_t to,
                           const char *message)
{
    cq_options options = CQ_OPTIONS_INIT;
    cq_counted sequence;

    assert_int_equal(
        cq_terms_count(ctx, family, from, to, &options, NULL, NULL, &sequence),
        CQ_INPUT);
    assert_non_null(strstr(cq_error_text(ctx), message));
}

static void test_refusals(void **state)
{
    static const char unmarked[] = "##\n##\n", apart[] = "N.N\n###\n";
    cq_text text = {.name = "art", .data = unmarked, .size = sizeof unmarked - 1};
    cq_board_family family = {.board = "4x4"}, art = {.art = &text};

    (void)state;
    expect_refusal(&family, 1, 3, "needs a capital N");
    family.board = "4xN";
    expect_refusal(&family, 3, 2, "the range from 3 to 2 is empty");
    family.board = "4xN+";
    expect_refusal(&family, 1, 2, "after N+");
    family.board = "4x0N";
    expect_refusal(&family, 1, 2, "before N");
    family.board = "4xN-c1"; /* for N = 1 and 2 there is no such square */
    expect_refusal(&family, 1, 4, "c1 is not on this board");
    expect_refusal(&art, 1, 2, "begins with a line of N");
    text.data = apart;
    text.size = sizeof apart - 1;
    expect_refusal(&art, 1, 2, "next to each other");
}

static void expect_follows(const cq_recurrence *r, const cq_terms *terms, size_t n)
{
    mpz_t sum;

    mpz_init(sum);
    for (size_t i = 0; i < r->coefficients.count; i++)
        mpz_addmul(sum, r->coefficients.at[i], terms->at[n - 1 - i]);
    assert_int_equal(mpz_cmp(sum, terms->at[n]), 0);
    mpz_clear(sum);
}

/* Whether the recurrence of the first terms is proved; then all of them follow it. */
static bool is_proved(const cq_board_family *family, uint64_t to, const cq_terms *all)
{
    cq_counted some = count_family(family, 2, to, NULL);
    cq_recurrence r = {0};
    bool proved;

    must(cq_recurrence_find(ctx, &some.terms, 2, &r));
    cq_recurrence_judge(&r, &some);
    proved = r.proved;
    for (size_t n = r.order; proved && n < all->count; n++)
        expect_follows(&r, all, n);
    cq_recurrence_free(&r);
    cq_counted_free(&some);
    return proved;
}

/* Whatever is called proved from few terms holds for many more. */
static void test_proved_recurrences_hold(void **state)
{
    static const struct {
        const char *board, *pieces;
    } families[] = {{"4xN", NULL},          {"3xN", "L3*,domino*"},
                    {"2xN", "L3*,I2*,I1*"}, {"4xN", "L4*,O4*"},
                    {"cylinder:Nx4", NULL}, {"3xN-a1", "L3*,I3*"},
                    {"Nx3", "P5*,domino*"}, {"2xN", "8.1*"}};
    size_t proved = 0;

    (void)state;
    for (size_t k = 0; k < sizeof families / sizeof *families; k++)
        for (uint64_t to = 6; to <= 24; to += 3) {
            cq_board_family family = {.board = families[k].board,
                                      .pieces = families[k].pieces};
            cq_counted all = count_family(&family, 2, 60, NULL);

            proved += is_proved(&family, to, &all.terms);
            cq_counted_free(&all);
        }
    assert_true(proved > 20);
}

/* The same of tours. A term that the matrix counts otherwise than the engine would be
 * an error. */
static void test_recurrences_of_tours(void **state)
{
    static const struct {
        const char *board, *leaper;
        bool closed;
        uint64_t to; /* the recurrence is proved from this term on */
    } families[] = {{"4xN", "0,1", true, 14},  {"Nx4", "0,1", true, 14},
                    {"2xN", "king", true, 12}, {"3xN", "0,1", false, 24},
                    {"5xN", "0,1", true, 22},  {"2xN", "0,1", false, 16}};

    (void)state;
    for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
        cq_board_family family = {.board = families[k].board,
                                  .tour = true,
                                  .closed = families[k].closed,
                                  .leaper = families[k].leaper};
        cq_counted all = count_family(&family, 2, 34, NULL);

        assert_true(all.states > 0 && all.confirmed == all.terms.count);
        assert_false(is_proved(&family, 5, &all.terms)); /* too few to find one */
        assert_true(is_proved(&family, families[k].to, &all.terms));
        cq_counted_free(&all);
    }
}

/* Boards with holes, boards that grow in both directions and riders have no bound. */
static void test_tours_without_a_bound(void **state)
{
    static const struct {
        const char *board, *leaper;
    } families[] = {{"4xN-b2", "0,1"}, {"NxN", "0,1"}, {"2xN", "rook"}};

    (void)state;
    for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
        cq_board_family family = {.board = families[k].board,
                                  .tour = true,
                                  .closed = true,
                                  .leaper = families[k].leaper};
        cq_counted all = count_family(&family, 2, 5, NULL);

        assert_int_equal(all.states, 0);
        cq_counted_free(&all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_published, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_two_ways, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_drawings, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_term_by_term, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_recurrences, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_large_coefficients, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_series, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_proved_recurrences_hold, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_recurrences_of_tours, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_tours_without_a_bound, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_refusals, open_context, close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
