/* posed.h - a problem that is posed, and all that is said about it.
 *
 * The fixture of tests that pose one problem after another, often drawn at random: each
 * takes the place of the one before, and nothing is left when the test is over.
 *
 *     static int set_up(void **state)
 *     {
 *         return open_fixture(state, 7); (the seed of the dice)
 *     }
 *
 *     cmocka_unit_test_setup_teardown(something, set_up, tear_down)
 */
#ifndef CQ_TESTS_UNIT_POSED_H
#define CQ_TESTS_UNIT_POSED_H

#include "answer/answer.h"
#include "base/random.h"
#include "problems.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct fixture {
    cq_random random;
    cq_problem *problem;
    cq_answer *answer;
    cq_solution solution;
    cq_certificate certificate;
    char sentence[CQ_SENTENCE_SIZE];
    size_t length; /* of the text */
    char text[1 << 20];
} fixture;

static inline int open_fixture(void **state, uint64_t seed)
{
    fixture *f = calloc(1, sizeof *f);

    *state = f;
    if (!f)
        return 1;
    cq_random_seed(&f->random, seed);
    return open_context(state);
}

static inline void forget_answer(fixture *f)
{
    cq_answer_free(f->answer);
    f->answer = NULL;
}

/* The text is kept: it may be the next problem. */
static inline void forget(fixture *f)
{
    forget_answer(f);
    cq_solution_free(&f->solution);
    cq_certificate_free(&f->certificate);
    memset(&f->certificate, 0, sizeof f->certificate);
    cq_problem_free(f->problem);
    f->problem = NULL;
}

static inline int tear_down(void **state)
{
    forget(*state);
    free(*state);
    return close_context(state);
}

/* ---- drawing at random ---- */

static inline uint32_t below(fixture *f, uint32_t bound)
{
    return (uint32_t)cq_random_below(&f->random, bound);
}

/* ---- a text that grows ---- */

static inline void clear_text(fixture *f)
{
    f->length = 0;
    f->text[0] = '\0';
}

__attribute__((format(printf, 2, 3))) static inline void put(fixture *f,
                                                             const char *format, ...)
{
    va_list args;

    va_start(args, format);
    f->length += (size_t)vsnprintf(f->text + f->length, sizeof f->text - f->length,
                                   format, args);
    va_end(args);
    assert_true(f->length < sizeof f->text);
}

/* ---- posing ---- */

static inline void pose(fixture *f, cq_problem *problem)
{
    forget(f);
    f->problem = problem;
}

static inline void pose_tiling(fixture *f, const char *board, const char *pieces)
{
    pose(f, tiling_of(board, pieces));
}

static inline void pose_puzzle(fixture *f, const char *text)
{
    pose(f, puzzle_of(text));
}

static inline void pose_cover(fixture *f, const char *text)
{
    pose(f, cover_of(text));
}

/* Langford's problem for n pairs, as a cover. */
static inline void pose_langford(fixture *f, int n)
{
    clear_text(f);
    for (int k = 1; k <= n; k++)
        put(f, "%d s%d s%d ", k, k, n + k);
    put(f, "\n");
    for (int k = 1; k <= n; k++)
        for (int at = 1; at + k + 1 <= 2 * n; at++)
            put(f, "%d s%d s%d\n", k, at, at + k + 1);
    pose_cover(f, f->text);
}

static inline void pose_graph(fixture *f, const char *text, bool closed)
{
    pose(f, graph_of(text, closed));
}

static inline void pose_tour(fixture *f, const char *board, const char *leaper,
                             bool closed)
{
    pose(f, tour_of(board, leaper, closed));
}

/* ---- answering ---- */

static inline void solve(fixture *f, cq_goal goal, const cq_options *options)
{
    forget_answer(f);
    must(cq_solve(ctx, f->problem, goal, options, &f->answer));
}

#endif
