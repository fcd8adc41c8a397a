/* draw_number.c - whole numbers of any size, drawn at random: as many random bits
 * as the bound has, and again until they are below it, twice on average at the
 * most. */
#include "base/draw_number.h"

#include "base/assert.h"

void cq_draw_number(cq_random *random, const mpz_t bound, mpz_t out)
{
    size_t bits = mpz_sizeinbase(bound, 2);

    cq_assert(mpz_sgn(bound) > 0);
    do {
        mpz_set_ui(out, 0);
        for (size_t left = bits; left;) {
            unsigned take = left < 32 ? (unsigned)left : 32;

            mpz_mul_2exp(out, out, take);
            mpz_add_ui(out, out,
                       (unsigned long)(cq_random_next(random) >> (64 - take)));
            left -= take;
        }
        cq_assert(mpz_sizeinbase(out, 2) <= bits);
    } while (mpz_cmp(out, bound) >= 0);
}
