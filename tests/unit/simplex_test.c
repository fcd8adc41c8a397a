/* simplex_test.c - random linear programs: a solution or prices that show that there is
 * none, and for the largest solution prices that show that there is no larger one. Both
 * are compared with the equations, which the method has changed beyond recognition. */
#include "engine/colouring/simplex.h"
#include "posed.h"

#include <math.h>

enum { ROWS = 6, COLS = 14 };

typedef struct program {
    double a[ROWS][COLS], b[ROWS], worth[COLS];
} program;

static int set_up(void **state)
{
    return open_fixture(state, 29);
}

/* Small whole numbers, mostly 0, as placements give them. The columns are not negative,
 * and none is empty, so that nothing grows without end. */
static void draw(fixture *f, program *p)
{
    for (unsigned k = 0; k < COLS; k++) {
        for (unsigned i = 0; i < ROWS; i++)
            p->a[i][k] = cq_random_below(&f->random, 3)
                             ? 0
                             : (double)cq_random_below(&f->random, 4);
        p->a[cq_random_below(&f->random, ROWS)][k] += 1;
        p->worth[k] = (double)cq_random_below(&f->random, 5) - 2;
    }
    for (unsigned i = 0; i < ROWS; i++)
        p->b[i] = (double)cq_random_below(&f->random, 5);
}

static void load(const program *p, cq_simplex *s)
{
    must(cq_simplex_new(ctx, ROWS, COLS, UINT64_MAX, s));
    for (unsigned i = 0; i < ROWS; i++) {
        for (unsigned k = 0; k < COLS; k++)
            *cq_simplex_at(s, i, k) = p->a[i][k];
        *cq_simplex_bound(s, i) = p->b[i];
    }
}

static double cost(const program *p, const double *prices, unsigned col)
{
    double sum = 0;

    for (unsigned i = 0; i < ROWS; i++)
        sum += prices[i] * p->a[i][col];
    return sum;
}

static double cost_of_bounds(const program *p, const double *prices)
{
    double sum = 0;

    for (unsigned i = 0; i < ROWS; i++)
        sum += prices[i] * p->b[i];
    return sum;
}

/* Reads the solution out and puts it into the equations; returns its worth. */
static double try_solution(const program *p, const cq_simplex *s)
{
    double x[COLS] = {0}, worth = 0;

    for (unsigned i = 0; i < ROWS; i++)
        if (s->basis[i] < COLS)
            x[s->basis[i]] = *cq_simplex_bound(s, i);
    for (unsigned i = 0; i < ROWS; i++) {
        double sum = 0;

        for (unsigned k = 0; k < COLS; k++)
            sum += p->a[i][k] * x[k];
        assert_true(fabs(sum - p->b[i]) < 1e-6);
    }
    for (unsigned k = 0; k < COLS; k++) {
        assert_true(x[k] > -1e-9);
        worth += p->worth[k] * x[k];
    }
    return worth;
}

static void programs_are_solved(void **state)
{
    fixture *f = *state;
    unsigned solved = 0, none = 0;

    for (unsigned round = 0; round < 2000; round++) {
        double prices[ROWS], best;
        cq_simplex s;
        program p;

        draw(f, &p);
        load(&p, &s);
        if (cq_simplex_solve(&s, prices) == CQ_SIMPLEX_NONE) {
            none++;
            for (unsigned k = 0; k < COLS; k++)
                assert_true(cost(&p, prices, k) < 1e-6);
            assert_true(cost_of_bounds(&p, prices) > 1e-6);
        } else {
            solved++;
            try_solution(&p, &s);
            assert_int_equal(cq_simplex_maximise(&s, p.worth, prices),
                             CQ_SIMPLEX_SOLVED);
            best = try_solution(&p, &s);
            for (unsigned k = 0; k < COLS; k++)
                assert_true(cost(&p, prices, k) < 1e-6 - p.worth[k]);
            assert_true(fabs(cost_of_bounds(&p, prices) + best) < 1e-6);
        }
        assert_true(cq_simplex_check(&s));
        cq_simplex_free(&s);
    }
    assert_true(solved > 100 && none > 100); /* both are tried */
}

static void work_is_limited(void **state)
{
    fixture *f = *state;
    double prices[ROWS];
    cq_simplex s;
    program p;

    draw(f, &p);
    load(&p, &s);
    s.most = 1;
    assert_int_equal(cq_simplex_solve(&s, prices), CQ_SIMPLEX_GIVEN_UP);
    cq_simplex_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(programs_are_solved, set_up, tear_down),
        cmocka_unit_test_setup_teardown(work_is_limited, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("simplex", tests, NULL, NULL);
}
