/* wide_test.c - words of 128 bits, and long numbers as limbs of 64: against GMP. */
#include "base/limbs.h"
#include "base/memory.h"
#include "base/random.h"
#include "context.h"

enum { ROUNDS = 20000, LIMBS_MOST = 4 };

/* Words with few bits or few that are missing, so that carries run far. */
static uint64_t draw_word(cq_random *random)
{
    uint64_t word = cq_random_next(random);

    switch (cq_random_below(random, 4)) {
    case 0: return word;
    case 1: return word & cq_random_next(random) & cq_random_next(random);
    case 2: return ~(word & cq_random_next(random) & cq_random_next(random));
    default: return cq_random_below(random, 2) ? UINT64_MAX : 0;
    }
}

static cq_wide draw_wide(cq_random *random)
{
    uint64_t low = draw_word(random);

    return (cq_wide){low, draw_word(random)};
}

/* Whether it is the number, whose upper bits are cut. */
static void expect_wide(cq_wide found, mpz_t number)
{
    mpz_t other;

    mpz_init(other);
    cq_wide_read(other, found);
    mpz_fdiv_r_2exp(number, number, 128);
    assert_int_equal(mpz_cmp(other, number), 0);
    mpz_clear(other);
}

static void test_wide(void **state)
{
    cq_random random;
    mpz_t x, y, z;

    (void)state;
    cq_random_seed(&random, 1);
    mpz_inits(x, y, z, NULL);
    for (unsigned i = 0; i < ROUNDS; i++) {
        cq_wide a = draw_wide(&random), b = draw_wide(&random);
        unsigned bits = (unsigned)cq_random_below(&random, 128);

        if (cq_random_below(&random, 4) == 0)
            b.high = a.high;
        cq_wide_read(x, a);
        cq_wide_read(y, b);
        mpz_add(z, x, y);
        expect_wide(cq_wide_plus(a, b), z);
        mpz_sub(z, x, y);
        expect_wide(cq_wide_minus(a, b), z);
        mpz_and(z, x, y);
        expect_wide(cq_wide_and(a, b), z);
        mpz_ior(z, x, y);
        expect_wide(cq_wide_or(a, b), z);
        mpz_com(z, x);
        expect_wide(cq_wide_not(a), z);
        mpz_mul_2exp(z, x, bits);
        expect_wide(cq_wide_up(a, bits), z);
        mpz_fdiv_q_2exp(z, x, bits);
        expect_wide(cq_wide_down(a, bits), z);
        assert_int_equal(cq_wide_below(a, b), mpz_cmp(x, y) < 0);
        assert_int_equal(cq_wide_is(a, b), mpz_cmp(x, y) == 0);
        assert_true(cq_wide_is(a, a) && !cq_wide_below(a, a));
        assert_int_equal(cq_wide_is_zero(a), mpz_sgn(x) == 0);
        assert_int_equal(cq_wide_count(a), mpz_popcount(x));
    }
    for (unsigned bits = 0; bits <= 128; bits++) {
        mpz_set_ui(z, 1);
        mpz_mul_2exp(z, z, bits);
        mpz_sub_ui(z, z, 1);
        expect_wide(cq_wide_ones(bits), z);
    }
    mpz_clears(x, y, z, NULL);
}

/* With the type of the compiler, if it has one, and without. */
static void test_products(void **state)
{
    cq_random random;
    mpz_t x, y;

    (void)state;
    cq_random_seed(&random, 2);
    mpz_inits(x, y, NULL);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t a = draw_word(&random), b = draw_word(&random), rest;
        cq_wide wide = draw_wide(&random);

        cq_number_set(x, a);
        cq_number_set(y, b);
        mpz_mul(x, x, y);
        expect_wide(cq_wide_product(a, b), x);
        expect_wide(cq_wide_product_by_halves(a, b), x);
        if (!b)
            continue;
        cq_wide_read(x, wide);
        mpz_fdiv_r(x, x, y);
        rest = cq_number_get(x);
        assert_true(cq_wide_rest(wide, b) == rest);
        assert_true(cq_wide_rest_by_bits(wide, b) == rest);
    }
    mpz_clears(x, y, NULL);
}

static void test_limbs(void **state)
{
    cq_random random;
    mpz_t x, y;

    (void)state;
    cq_random_seed(&random, 3);
    mpz_inits(x, y, NULL);
    for (unsigned i = 0; i < ROUNDS; i++) {
        size_t limbs = 1 + (size_t)cq_random_below(&random, LIMBS_MOST);
        uint64_t a[LIMBS_MOST], b[LIMBS_MOST];

        for (size_t k = 0; k < limbs; k++) {
            a[k] = draw_word(&random);
            b[k] = draw_word(&random);
        }
        a[limbs - 1] >>= 1; /* room for the sum */
        b[limbs - 1] >>= 1;
        cq_limbs_read(x, a, limbs);
        cq_limbs_read(y, b, limbs);
        assert_int_equal(cq_limbs_are_zero(a, limbs), mpz_sgn(x) == 0);
        mpz_add(y, x, y);
        cq_limbs_add(a, b, limbs);
        cq_limbs_read(x, a, limbs);
        assert_int_equal(mpz_cmp(x, y), 0);
        assert_true(cq_number_get(x) ==
                    (mpz_sizeinbase(x, 2) > 64 ? UINT64_MAX : a[0]));
    }
    mpz_clears(x, y, NULL);
}

/* What a size_t cannot count is never given. */
static void test_counts(void **state)
{
    (void)state;
    assert_true(cq_size(7) == 7 && cq_times(6, 7) == 42);
    assert_true(cq_size(UINT64_MAX) == SIZE_MAX);
    assert_true(cq_times(SIZE_MAX / 2, 3) == SIZE_MAX);
    assert_null(cq_alloc(ctx, cq_times(SIZE_MAX / 2, 3), 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_wide, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_products, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_limbs, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_counts, open_context, close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
