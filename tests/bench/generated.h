/* generated.h - problems of all kinds, drawn by number: the same for the same seed.
 *
 * Random covers, covers of near items, pieces on boards with holes, generalised
 * Petersen graphs and knights on small boards, by turns. */
#ifndef CQ_TESTS_BENCH_GENERATED_H
#define CQ_TESTS_BENCH_GENERATED_H

#include "answer/answer.h"
#include "base/random.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TEXT = 1 << 18, KINDS = 5 };

typedef struct generator {
    cq_context *ctx;
    cq_random random;
    char text[TEXT];
    size_t used;
    char name[64];
} generator;

static inline void require(const generator *b, bool worked)
{
    if (worked)
        return;
    fprintf(stderr, "bench: %s: %s\n", b->name, cq_error_text(b->ctx));
    exit(1);
}

__attribute__((format(printf, 2, 3))) static inline void put(generator *b,
                                                             const char *format, ...)
{
    va_list args;

    va_start(args, format);
    b->used += (size_t)vsnprintf(b->text + b->used, TEXT - b->used, format, args);
    va_end(args);
    if (b->used >= TEXT)
        exit(1);
}

static inline unsigned draw(generator *b, unsigned from, unsigned to)
{
    return from + (unsigned)cq_random_below(&b->random, to - from + 1);
}

/* ---- problems ---- */

/* Options of 3 to 5 items, all within `near` of one another. */
static inline cq_problem *pose_cover(generator *b, unsigned items, unsigned options,
                                     unsigned near)
{
    cq_problem *problem = NULL;

    for (unsigned i = 0; i < items; i++)
        put(b, "x%u ", i);
    for (unsigned i = 0; i < options; i++) {
        unsigned at = draw(b, 0, items - near), size = draw(b, 3, 5), taken = 0;
        bool chosen[256] = {false};

        put(b, "\n");
        while (taken < size) {
            unsigned item = at + draw(b, 0, near - 1);

            if (!chosen[item])
                put(b, "x%u ", item);
            taken += !chosen[item];
            chosen[item] = true;
        }
    }
    put(b, "\n");
    require(b, cq_problem_parse_cover(b->ctx, b->name, b->text, b->used, &problem) ==
                   CQ_OK);
    return problem;
}

/* Holes are in columns of their own, so that none is drawn twice. */
static inline void draw_board(generator *b, unsigned rows, unsigned cols,
                              unsigned holes)
{
    put(b, "%ux%u", rows, cols);
    for (unsigned i = 0; i < holes; i++)
        put(b, "%c%c%u", i ? ',' : '-', 'a' + (int)i, draw(b, 1, rows));
}

static inline cq_problem *pose_tiling(generator *b)
{
    static const char *const sets[] = {"pentominoes*", "tetrominoes*",   "L3*,domino*",
                                       "I3*,L4*",      "trominoes*,O4*", "I5*,Y5*,P5*"};
    unsigned rows = draw(b, 4, 7);
    cq_problem *problem = NULL;

    draw_board(b, rows, draw(b, rows, 9), draw(b, 0, 3));
    require(b, cq_problem_parse_board(b->ctx, b->text, &problem) == CQ_OK);
    require(b, cq_problem_set_pieces(b->ctx, problem, sets[draw(b, 0, 5)]) == CQ_OK);
    return problem;
}

static inline cq_problem *pose_graph(generator *b, unsigned n)
{
    unsigned skip = draw(b, 2, 5);
    cq_problem *problem = NULL;

    for (unsigned i = 0; i < n; i++) {
        put(b, "o%u o%u\no%u i%u\n", i, (i + 1) % n, i, i);
        put(b, "i%u i%u\n", i, (i + skip) % n);
    }
    require(b, cq_problem_parse_graph(b->ctx, b->name, b->text, b->used, true,
                                      &problem) == CQ_OK);
    return problem;
}

static inline cq_problem *pose_tour(generator *b)
{
    cq_problem *problem = NULL;

    draw_board(b, draw(b, 3, 5), draw(b, 5, 10), draw(b, 0, 2));
    require(b, cq_problem_parse_board(b->ctx, b->text, &problem) == CQ_OK);
    require(b, cq_problem_set_tour(b->ctx, problem, "1,2", true) == CQ_OK);
    return problem;
}

/* ---- series ---- */

static inline cq_problem *read_cover(generator *b)
{
    cq_problem *problem = NULL;

    require(b, cq_problem_parse_cover(b->ctx, b->name, b->text, b->used, &problem) ==
                   CQ_OK);
    return problem;
}

/* Rows and columns are covered once, diagonals at the most. */
static inline cq_problem *pose_queens(generator *b, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        put(b, "r%u c%u ", i, i);
    put(b, "|");
    for (unsigned i = 0; i < 2 * n - 1; i++)
        put(b, " a%u b%u", i, i);
    put(b, "\n");
    for (unsigned r = 0; r < n; r++)
        for (unsigned c = 0; c < n; c++)
            put(b, "r%u c%u a%u b%u\n", r, c, r + c, r + n - 1 - c);
    return read_cover(b);
}

/* Two of each number k, with k places between them. */
static inline cq_problem *pose_langford(generator *b, unsigned n)
{
    for (unsigned k = 1; k <= n; k++)
        put(b, "d%u ", k);
    for (unsigned i = 0; i < 2 * n; i++)
        put(b, "s%u ", i);
    put(b, "\n");
    for (unsigned k = 1; k <= n; k++)
        for (unsigned i = 0; i + k + 1 < 2 * n; i++)
            put(b, "d%u s%u s%u\n", k, i, i + k + 1);
    return read_cover(b);
}

/* ---- by number ---- */

/* Every second round of kinds is to be counted, the others solved. */
static inline cq_goal goal_of(unsigned number)
{
    return number / KINDS % 2 ? CQ_GOAL_FIND : CQ_GOAL_COUNT;
}

static inline cq_problem *pose(generator *b, unsigned number)
{
    unsigned items = draw(b, 24, 40);

    snprintf(b->name, sizeof b->name, "problem %u", number);
    b->used = 0;
    switch (number % KINDS) {
    case 0: return pose_cover(b, items, 8 * items, items);
    case 1: return pose_cover(b, 2 * items, 12 * items, 9);
    case 2: return pose_tiling(b);
    case 3: return pose_graph(b, draw(b, 10, 60));
    default: return pose_tour(b);
    }
}

#endif
