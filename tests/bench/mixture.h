/* mixture.h - problems of ten kinds, of sizes for which engines differ by seconds.
 *
 * bench_regret and bench_effort draw from it with different seeds: what the rates are
 * learned from is of the kinds that they are judged by, but not the same problems. */
#ifndef CQ_BENCH_MIXTURE_H
#define CQ_BENCH_MIXTURE_H

#include "generated.h"

enum { MIXTURE = 10 };

/* The twelve pentominoes, once each, on 8 x 8 without four squares. */
static inline cq_problem *pose_twelve(generator *b)
{
    cq_problem *problem = NULL;

    draw_board(b, 8, 8, 4);
    require(b, cq_problem_parse_board(b->ctx, b->text, &problem) == CQ_OK);
    require(b, cq_problem_set_pieces(b->ctx, problem, "pentominoes") == CQ_OK);
    return problem;
}

/* Pieces in any number, or a few copies of some, on larger boards and round a torus. */
static inline cq_problem *pose_pieces(generator *b, bool torus)
{
    static const char *const sets[] = {"tetrominoes*", "pentominoes*",
                                       "I3*,L4*,X5*2", "L3*,I4*3",
                                       "Y5*,O4*",      "P5*,monomino*1"};
    unsigned rows = draw(b, 5, 8);
    cq_problem *problem = NULL;

    put(b, "%s", torus ? "torus:" : "");
    draw_board(b, rows, draw(b, rows, torus ? 8 : 10), torus ? 0 : draw(b, 0, 3));
    require(b, cq_problem_parse_board(b->ctx, b->text, &problem) == CQ_OK);
    require(b, cq_problem_set_pieces(b->ctx, problem, sets[draw(b, 0, 5)]) == CQ_OK);
    return problem;
}

static inline cq_problem *pose_steps(generator *b, const char *leaper, unsigned rows,
                                     unsigned cols)
{
    cq_problem *problem = NULL;

    draw_board(b, rows, cols, draw(b, 0, 2));
    require(b, cq_problem_parse_board(b->ctx, b->text, &problem) == CQ_OK);
    require(b, cq_problem_set_tour(b->ctx, problem, leaper, true) == CQ_OK);
    return problem;
}

/* Pigeons, one more than there are holes. */
static inline cq_problem *pose_pigeons(generator *b, unsigned holes)
{
    for (unsigned i = 0; i <= holes; i++)
        put(b, "p%u ", i);
    put(b, "|");
    for (unsigned i = 0; i < holes; i++)
        put(b, " h%u", i);
    put(b, "\n");
    for (unsigned i = 0; i <= holes; i++)
        for (unsigned k = 0; k < holes; k++)
            put(b, "p%u h%u\n", i, k);
    return read_cover(b);
}

static inline cq_problem *pose_mixed(generator *b, unsigned number)
{
    unsigned items = draw(b, 34, 44), n = draw(b, 9, 12);

    snprintf(b->name, sizeof b->name, "problem %u", number);
    b->used = 0;
    switch (number % MIXTURE) {
    case 0: return pose_cover(b, items, 9 * items, items);
    case 1: return pose_cover(b, 3 * items, 24 * items, draw(b, 9, 12));
    case 2: return pose_pieces(b, false);
    case 3: return number % 4 == 3 ? pose_langford(b, n) : pose_queens(b, n);
    case 4: return pose_twelve(b);
    case 5: return pose_graph(b, draw(b, 40, 110));
    case 6: return pose_steps(b, "1,2", draw(b, 4, 6), draw(b, 6, 11));
    case 7: return pose_pieces(b, true);
    case 8: return pose_pigeons(b, draw(b, 6, 10));
    default: return pose_steps(b, "wazir", draw(b, 5, 8), draw(b, 6, 9));
    }
}

#endif
