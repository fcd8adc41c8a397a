/* colouring_test.c - the algebra against all vectors of a small module; the textbook
 * colourings, found, checked, and refused once they are spoilt. */
#include "engine/colouring/howell.h"
#include "check/check.h"
#include "posed.h"

static int set_up(void **state)
{
    return open_fixture(state, 17);
}

/* ---- the algebra ---- */

enum { UNKNOWNS = 3, ROWS = 4 };

typedef struct system_of {
    uint32_t modulus;
    uint32_t rows[ROWS][UNKNOWNS];
} system_of;

static bool solves(const system_of *s, const uint32_t *x)
{
    for (unsigned i = 0; i < ROWS; i++) {
        uint32_t sum = 0;

        for (unsigned k = 0; k < UNKNOWNS; k++)
            sum += s->rows[i][k] * x[k];
        if (sum % s->modulus)
            return false;
    }
    return true;
}

static uint32_t number_of(const uint32_t *x, uint32_t modulus)
{
    return (x[0] * modulus + x[1]) * modulus + x[2];
}

/* Marks every sum of multiples of the solutions. */
static void spread(uint32_t modulus, const uint32_t *solutions, size_t count,
                   const uint32_t *from, char *marked)
{
    if (count == 0) {
        marked[number_of(from, modulus)] = 1;
        return;
    }
    for (uint32_t a = 0; a < modulus; a++) {
        uint32_t x[UNKNOWNS];

        for (unsigned k = 0; k < UNKNOWNS; k++)
            x[k] = (from[k] + a * solutions[k]) % modulus;
        spread(modulus, solutions + UNKNOWNS, count - 1, x, marked);
    }
}

static void compare(const system_of *s)
{
    static char marked[24 * 24 * 24];
    const uint32_t zero[UNKNOWNS] = {0};
    uint32_t m = s->modulus, *solutions = NULL;
    cq_equations e = {0};
    size_t count = 0;

    must(cq_equations_new(ctx, m, UNKNOWNS, &e));
    for (unsigned i = 0; i < ROWS; i++) {
        uint32_t row[UNKNOWNS];

        memcpy(row, s->rows[i], sizeof row);
        must(cq_equations_add(&e, row));
        assert_true(cq_equations_check(&e));
    }
    must(cq_equations_solve(&e, &solutions, &count));
    memset(marked, 0, sizeof marked);
    spread(m, solutions, count, zero, marked);
    for (uint32_t n = 0; n < m * m * m; n++) {
        uint32_t x[UNKNOWNS] = {n / m / m, n / m % m, n % m};

        assert_int_equal(marked[n], solves(s, x));
    }
    cq_free(solutions);
    cq_equations_free(&e);
}

static void solutions_are_all(void **state)
{
    static const uint32_t moduli[] = {2, 3, 4, 6, 8, 9, 12, 24};
    fixture *f = *state;

    for (unsigned i = 0; i < 400; i++) {
        system_of s = {.modulus = moduli[i % 8]};

        for (unsigned k = 0; k < ROWS * UNKNOWNS; k++)
            s.rows[k / UNKNOWNS][k % UNKNOWNS] =
                cq_random_below(&f->random, 3)
                    ? (uint32_t)cq_random_below(&f->random, s.modulus)
                    : 0;
        compare(&s);
    }
}

/* ---- the textbook ---- */

static const struct classic {
    const char *board, *pieces;
    uint32_t modulus; /* that is enough; 0: a bound */
} classics[] = {
    {"8x8-a8", "I3*", 2},        /* Golomb 1954 */
    {"4x5", "tetrominoes", 2},   /* Golomb 1965 */
    {"10x10", "T4*", 8},         /* and on 50 x 50: an odd number of pieces */
    {"50x50", "T4*", 8},         /* */
    {"10x10", "I4*", 2},         /* no side is a multiple of 4 */
    {"10x10", "L4*", 8},         /* an area of 4 times an odd number */
    {"6x6", "L4*", 8},           /* */
    {"8x9", "6.1*", 3},          /* sticks of 6 (6.1): no side is their multiple */
    {"14x15", "hexominoes", 2},  /* 24 of the 35 are balanced */
    {"45x45", "X5*,domino*", 3}, /* a surplus of 1 is no sum of threes */
    {"5x5", "L3*3,S4*4", 0},     /* nine squares, one in each piece */
    {"torus:6x6", "T4*", 8},     /* round joined edges */
};

static cq_answer *colour(fixture *f, const struct classic *c)
{
    const cq_options options = CQ_OPTIONS(.engine = "colouring");

    pose_tiling(f, c->board, c->pieces);
    must(cq_solve(ctx, f->problem, CQ_GOAL_FIND, &options, &f->answer));
    return f->answer;
}

static cq_verdict judge(fixture *f)
{
    cq_verdict verdict = CQ_UNKNOWN;

    must(cq_check_certificate(ctx, f->problem, &f->answer->certificate, &verdict,
                              f->sentence));
    return verdict;
}

static void classics_are_found(void **state)
{
    fixture *f = *state;

    for (size_t i = 0; i < sizeof classics / sizeof *classics; i++) {
        const cq_answer *answer = colour(f, &classics[i]);

        assert_int_equal(answer->verdict, CQ_NO);
        assert_int_equal(answer->certificate.proof, CQ_PROOF_WEIGHTS);
        assert_int_equal(answer->certificate.modulus, classics[i].modulus);
        assert_int_equal(judge(f), CQ_YES);
    }
}

/* Every square lies under some placement, whose sum is then another. */
static void spoilt_weights_are_refused(void **state)
{
    fixture *f = *state;

    for (size_t i = 0; i < sizeof classics / sizeof *classics; i++) {
        cq_certificate *c = &colour(f, &classics[i])->certificate;
        size_t cells = cq_board_size(f->problem->board);

        for (unsigned k = 0; k < 20; k++) {
            cq_cell cell = (cq_cell)cq_random_below(&f->random, cells);

            if (!f->problem->board->colour[cell])
                continue;
            c->weights.at[cell] += c->modulus ? 1 : 2;
            assert_int_equal(judge(f), CQ_NO);
            c->weights.at[cell] -= c->modulus ? 1 : 2;
        }
        c->values.at[0] -= 1; /* less than a placement has */
        assert_int_equal(judge(f), CQ_NO);
    }
}

/* Boards on which no colouring comes out wrong, but copies cannot make enough:
 * Hall sets of several pieces, alone and with the area. The search agrees. */
static void bounds_are_found(void **state)
{
    static const struct classic bounded[] = {
        {"4x5-d1,c4,d4,a1", "X5*,L3*", 0},
        {"6x7-c1,d2,d1,g2", "X5*,L3*", 0},
        {"5x4-c2,b5", "U5*,I3*", 0},
        {"6x4-d4,a6,a5,b5", "S4*,domino*0..3", 0},
        {"7x7-b7,a7,e4,a2,d4,d7", "U5*,I3*", 0},
    };
    const cq_options options = CQ_OPTIONS(.engine = "backtrack");
    fixture *f = *state;

    for (size_t i = 0; i < sizeof bounded / sizeof *bounded; i++) {
        cq_answer *answer = colour(f, &bounded[i]), *other = NULL;

        assert_int_equal(answer->verdict, CQ_NO);
        assert_int_equal(answer->certificate.proof, CQ_PROOF_WEIGHTS);
        assert_int_equal(answer->certificate.modulus, 0);
        assert_int_equal(judge(f), CQ_YES);
        answer->certificate.values.at[0] -= 1; /* less than a placement has */
        assert_int_equal(judge(f), CQ_NO);
        must(cq_solve(ctx, f->problem, CQ_GOAL_FIND, &options, &other));
        assert_int_equal(other->verdict, CQ_NO);
        cq_answer_free(other);
    }
}

/* What can be tiled is not refuted, with the same pieces. */
static void what_can_be_tiled_is_left(void **state)
{
    static const struct classic tileable[] = {
        {"8x8-c3", "I3*", 0},    {"8x8", "T4*", 0},   {"12x12", "I4*", 0},
        {"8x10", "L4*", 0},      {"9x12", "6.1*", 0}, {"6x10", "pentominoes", 0},
        {"torus:5x5", "X5*", 0},
    };
    fixture *f = *state;

    for (size_t i = 0; i < sizeof tileable / sizeof *tileable; i++)
        assert_int_equal(colour(f, &tileable[i])->verdict, CQ_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(solutions_are_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(classics_are_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(spoilt_weights_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bounds_are_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_can_be_tiled_is_left, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("colouring", tests, NULL, NULL);
}
