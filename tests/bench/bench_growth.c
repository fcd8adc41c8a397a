/* bench_growth.c - how the time grows with n, for the series that people ask for.
 *
 * Each series is counted by the plan of cq_solve, on one thread, term by term, until a
 * term takes more than a second: n, seconds of the processor, and by how many times
 * that is more than the term before. Numbers are not compared here: the tests do that.
 */
#include "generated.h"

static const double most_seconds = 1;

/* Terms below so much say nothing of the growth. */
static const double least_seconds = 0.002;

static cq_problem *pose_square(generator *b, unsigned n, const char *pieces)
{
    cq_problem *problem = NULL;

    put(b, "%ux%u", n, n);
    require(b, cq_problem_parse_board(b->ctx, b->text, &problem) == CQ_OK);
    if (pieces)
        require(b, cq_problem_set_pieces(b->ctx, problem, pieces) == CQ_OK);
    return problem;
}

static cq_problem *pose_dominoes(generator *b, unsigned n)
{
    return pose_square(b, n, "domino*");
}

static cq_problem *pose_tetrominoes(generator *b, unsigned n)
{
    return pose_square(b, n, "tetrominoes*");
}

static cq_problem *pose_all_pentominoes(generator *b, unsigned n)
{
    cq_problem *problem = NULL;

    put(b, "%ux10", n);
    require(b, cq_problem_parse_board(b->ctx, b->text, &problem) == CQ_OK);
    require(b, cq_problem_set_pieces(b->ctx, problem, "pentominoes*") == CQ_OK);
    return problem;
}

static cq_problem *pose_knights(generator *b, unsigned n)
{
    cq_problem *problem = NULL;

    put(b, "6x%u", n);
    require(b, cq_problem_parse_board(b->ctx, b->text, &problem) == CQ_OK);
    require(b, cq_problem_set_tour(b->ctx, problem, "1,2", true) == CQ_OK);
    return problem;
}

static const struct series {
    const char *name;
    cq_problem *(*pose)(generator *b, unsigned n);
    unsigned from, step; /* terms between are 0, or few */
} all[] = {
    {"dominoes on n x n", pose_dominoes, 50, 50},
    {"tetrominoes in any number on n x n", pose_tetrominoes, 4, 2},
    {"pentominoes in any number on n x 10", pose_all_pentominoes, 4, 1},
    {"closed knight's tours of 6 x n", pose_knights, 5, 1},
    {"queens on n x n", pose_queens, 8, 1},
    {"Langford pairs of n", pose_langford, 7, 1},
};

static double count(generator *b, const cq_problem *problem, char *engine, size_t size)
{
    cq_answer *answer = NULL;
    clock_t start = clock();
    double seconds;

    require(b, cq_solve(b->ctx, problem, CQ_GOAL_COUNT, NULL, &answer) == CQ_OK);
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    snprintf(engine, size, "%s", cq_answer_engine(answer));
    cq_answer_free(answer);
    return seconds;
}

static void grow(generator *b, const struct series *s)
{
    double before = 0, seconds = 0;

    printf("%s\n", s->name);
    for (unsigned n = s->from; seconds <= most_seconds; n += s->step) {
        char engine[32];
        cq_problem *problem;

        b->used = 0;
        snprintf(b->name, sizeof b->name, "%s, n = %u", s->name, n);
        problem = s->pose(b, n);
        seconds = count(b, problem, engine, sizeof engine);
        cq_problem_free(problem);
        printf("  n = %-3u %9.3f s", n, seconds);
        if (before >= least_seconds)
            printf("  x %.1f", seconds / before);
        printf("  %s\n", engine);
        before = seconds;
    }
}

int main(void)
{
    generator *b = calloc(1, sizeof *b);

    if (!b)
        return 1;
    b->ctx = cq_context_new();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        grow(b, &all[i]);
    cq_context_free(b->ctx);
    free(b);
    return 0;
}
