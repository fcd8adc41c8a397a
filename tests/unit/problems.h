/* problems.h - problems from short texts; whoever makes one frees it. */
#ifndef CQ_TESTS_UNIT_PROBLEMS_H
#define CQ_TESTS_UNIT_PROBLEMS_H

#include "context.h"

#include <string.h>

/* A failure shows the text that was not read. */
static inline void must_read(cq_status status, const char *text)
{
    if (status != CQ_OK)
        fail_msg("%s in\n%s", cq_error_text(ctx), text);
}

static inline cq_problem *puzzle_of(const char *text)
{
    cq_problem *problem = NULL;

    must_read(cq_problem_parse_puzzle(ctx, "test", text, strlen(text), &problem), text);
    return problem;
}

/* The board is named or, if there is more than one line of it, drawn. Without pieces
 * it is for dominoes. */
static inline cq_problem *tiling_of(const char *board, const char *pieces)
{
    cq_problem *problem = NULL;

    if (strchr(board, '\n'))
        problem = puzzle_of(board);
    else
        must_read(cq_problem_parse_board(ctx, board, &problem), board);
    if (pieces)
        must(cq_problem_set_pieces(ctx, problem, pieces));
    return problem;
}

static inline cq_problem *cover_of(const char *text)
{
    cq_problem *problem = NULL;

    must_read(cq_problem_parse_cover(ctx, "test", text, strlen(text), &problem), text);
    return problem;
}

static inline cq_problem *graph_of(const char *text, bool closed)
{
    cq_problem *problem = NULL;

    must_read(cq_problem_parse_graph(ctx, "test", text, strlen(text), closed, &problem),
              text);
    return problem;
}

static inline cq_problem *tour_of(const char *board, const char *leaper, bool closed)
{
    cq_problem *problem = tiling_of(board, NULL);

    must(cq_problem_set_tour(ctx, problem, leaper, closed));
    return problem;
}

#endif
