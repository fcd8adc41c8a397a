/* sequence.h - a family of boards, its numbers, and what they follow.
 *
 * A family is a board with an N in it: "4xN", "aztec:N", or a drawing in which columns
 * are marked as repeated. Its terms are the numbers of tilings or tours for N = from,
 * from + 1, ..., to; a triangle has a row of numbers for each N, and their sum as term.
 */
#ifndef CQ_SEQUENCE_SEQUENCE_H
#define CQ_SEQUENCE_SEQUENCE_H

#include "problem/problem.h"

#include <gmp.h>

/* ---- family.c ---- */

typedef struct cq_board_family {
    const char *board;  /* "4xN"; NULL for a drawing */
    const cq_text *art; /* a drawing with a line of marks, or a puzzle file with one */
    const char *pieces; /* NULL: dominoes, or those of the puzzle file */
    bool tour, closed;
    const char *leaper; /* NULL: the knight */
    bool by_copies;     /* rows by the copies of the first piece */
} cq_board_family;

/* CQ_INPUT if there is no N. */
cq_status cq_family_check(cq_context *ctx, const cq_board_family *family);
/* NULL for a board without squares: only N = 0 can give one. */
cq_status cq_family_problem(cq_context *ctx, const cq_board_family *family, uint64_t n,
                            cq_problem **out);

/* ---- terms.c ---- */

typedef CQ_VEC(mpz_t) cq_terms;

/* Numbers that are 0 from the start; cq_terms_free clears them. */
cq_status cq_terms_make(cq_context *ctx, size_t count, cq_terms *out);
void cq_terms_free(cq_terms *terms);
cq_status cq_terms_append(cq_context *ctx, cq_terms *terms, const mpz_t value);
/* Into terms that are empty; what was copied stays in them if it fails. */
cq_status cq_terms_copy(cq_context *ctx, const cq_terms *terms, cq_terms *out);

typedef CQ_VEC(cq_terms) cq_rows;

typedef struct cq_counted {
    uint64_t from;
    cq_terms terms; /* as many as were counted */
    cq_rows rows;   /* of a triangle, one for each term */
    cq_stop stop;   /* why there are no more, if there are not */
    char method[64];
    size_t confirmed; /* first terms that the checker counted again */
    /* What order_bound.c and tour_bound.c find out: */
    size_t skipped; /* first terms, for which the matrix does not hold yet */
    size_t states;  /* of the transfer matrix; 0: unknown, or there is none */
    size_t further; /* terms after the last, compared with the recurrence of these */
    bool refuted;   /* the last of them differed */
} cq_counted;

/* options: engine, seconds for all terms together, threads, seed, and on_progress;
 * on_term, which may be NULL, gets each term as it is known, and of a triangle its row
 * (else NULL); what it fails with ends the count. */
typedef cq_status cq_mpz_fn(void *user, uint64_t n, const mpz_t value,
                            const cq_terms *row);
cq_status cq_terms_count(cq_context *ctx, const cq_board_family *family, uint64_t from,
                         uint64_t to, const cq_options *options, cq_mpz_fn *on_term,
                         void *user, cq_counted *out);
void cq_counted_free(cq_counted *sequence);

/* ---- tour_bound.c ---- */

/* As cq_counted_bound (strip.h), for tours of rectangles that grow in one direction. */
cq_status cq_counted_bound_tours(cq_context *ctx, const cq_board_family *family,
                                 cq_counted *counted);

/* ---- recurrence.c ---- */

/* a(n) = c[0] a(n-1) + c[1] a(n-2) + ... for all n from from + order on, and the sum of
 * all a(n) x^n is numerator / denominator. */
typedef struct cq_recurrence {
    size_t order;   /* 0: none was found */
    size_t checked; /* terms that agree without having been used to find it */
    bool proved;    /* it holds for all n */
    cq_terms coefficients;
    cq_terms numerator, denominator; /* coefficients from x^0 on */
} cq_recurrence;

/* How many terms must be left over to believe in a recurrence. */
enum { CQ_RECURRENCE_SPARE = 4 };

/* The shortest, or none: order 0. */
cq_status cq_recurrence_find(cq_context *ctx, const cq_terms *terms, uint64_t from,
                             cq_recurrence *out);
void cq_recurrence_free(cq_recurrence *recurrence);
/* "a(n) = 4*a(n-1) - a(n-2)", in LaTeX without the stars */
void cq_recurrence_write(const cq_recurrence *recurrence, bool latex, FILE *out);
/* "(1 - x)/(1 - 4*x + x^2)", in LaTeX a fraction */
void cq_recurrence_write_series(const cq_recurrence *recurrence, bool latex, FILE *out);

/* A further term, which follows from all before it, or refutes the recurrence. */
cq_status cq_counted_compare(cq_context *ctx, cq_counted *counted,
                             const cq_recurrence *recurrence, cq_terms *all,
                             const mpz_t term);
/* Marks as proved what follows from the states and terms that were counted; forgets
 * what they refute. */
void cq_recurrence_judge(cq_recurrence *recurrence, const cq_counted *counted);

/* ---- decimal_terms.c ---- */

typedef CQ_VEC(char *) cq_decimals;

struct cq_sequence {
    cq_context *ctx;
    char *family, *pieces; /* as they were asked for; pieces may be NULL */
    char *leaper;          /* of tours; NULL: the knight */
    bool tour, closed, triangle;
    cq_counted counted;
    cq_recurrence recurrence; /* of order 0 before it is looked for */
    cq_decimals terms;
    CQ_VEC(cq_decimals) rows; /* of a triangle */
    cq_decimals coefficients[CQ_DENOMINATOR + 1];
    cq_term_fn *on_term;
    void *user;
};

#endif
