/* bench_binding.c - reads every solution of a list as a C program would.
 *
 *     bench_binding tile|cover|tour FIRST [PIECES] <PROBLEM
 *
 * The yardstick of tests/bench/binding, which counts instructions of this program and
 * of a loop in Python over the same list. It prints how many solutions it saw and a sum
 * over their parts, so that reading them is not left out by the compiler.
 */
#include "chequer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tally {
    unsigned long long seen, sum;
} tally;

static bool add(void *user, const cq_answer *single)
{
    tally *t = user;
    const cq_solution *solution = cq_answer_solution(single, 0);
    size_t length = 0;
    const uint32_t *walk = cq_solution_walk(solution, &length);
    cq_part part;

    for (size_t i = 0; walk && i < length; i++)
        t->sum += walk[i];
    for (size_t i = 0; !walk && cq_solution_part(solution, i, &part); i++) {
        t->sum += part.number;
        for (size_t k = 0; k < part.count; k++)
            t->sum += part.cells[k];
    }
    t->seen++;
    return true;
}

static cq_reading reading(const char *word)
{
    return strcmp(word, "cover") == 0  ? CQ_READ_COVER
           : strcmp(word, "tour") == 0 ? CQ_READ_TOUR
                                       : CQ_READ_TILE;
}

static cq_status list(cq_context *ctx, const cq_question *question, uint64_t first)
{
    tally t = {0};
    cq_options options = CQ_OPTIONS_INIT;
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    cq_status status = cq_problem_pose(ctx, question, &problem);

    options.first = first;
    options.on_solution = add;
    options.user = &t;
    if (status == CQ_OK)
        status = cq_solve(ctx, problem, CQ_GOAL_ALL, &options, &answer);
    if (status == CQ_OK)
        printf("%llu %llu\n", t.seen, t.sum);
    else
        fprintf(stderr, "%s\n", cq_error_text(ctx));
    cq_answer_free(answer);
    cq_problem_free(problem);
    return status;
}

int main(int argc, char **argv)
{
    static char text[1 << 20]; /* far more than the problems of tests/bench/binding */
    cq_context *ctx = argc > 2 ? cq_context_new() : NULL;
    cq_question question = {.size = sizeof question, .name = "problem", .text = text};
    cq_status status;

    if (!ctx)
        return 2;
    question.reading = reading(argv[1]);
    question.length = fread(text, 1, sizeof text, stdin);
    question.pieces = argc > 3 ? argv[3] : NULL;
    status = list(ctx, &question, strtoull(argv[2], NULL, 10));
    cq_context_free(ctx);
    return status == CQ_OK ? 0 : 1;
}
