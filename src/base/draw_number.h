/* draw_number.h - whole numbers of any size, drawn at random. */
#ifndef CQ_BASE_DRAW_NUMBER_H
#define CQ_BASE_DRAW_NUMBER_H

#include "base/random.h"

#include <gmp.h>

/* Uniform in 0..bound-1, without bias; bound is above 0. */
void cq_draw_number(cq_random *random, const mpz_t bound, mpz_t out);

#endif
