/* program.c - a program as a user of the library would write it. */
#include <chequer.h>

#include <stdio.h>
#include <string.h>

/* Two corners of one colour gone: 30 squares against 32. */
static int solve(cq_context *ctx)
{
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    int wrong = 1;

    if (cq_problem_parse_board(ctx, "8x8-a1,h8", &problem) == CQ_OK &&
        cq_solve(ctx, problem, CQ_GOAL_FIND, NULL, &answer) == CQ_OK) {
        printf("%s: %s\n", cq_verdict_name(cq_answer_verdict(answer)),
               cq_answer_reason(answer));
        wrong = cq_answer_verdict(answer) != CQ_NO;
    }
    cq_answer_free(answer);
    cq_problem_free(problem);
    return wrong;
}

int main(void)
{
    cq_context *ctx = cq_context_new();
    int wrong;

    if (!ctx)
        return 1;
    wrong = solve(ctx) || strcmp(cq_version(), VERSION) != 0;
    cq_context_free(ctx);
    return wrong;
}
