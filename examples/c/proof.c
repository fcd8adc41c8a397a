/* proof.c - why a board has no domino tiling: the proof read as data, and drawn.
 *
 *     ./proof [FILE.svg]
 */
#include <chequer.h>

#include <stdio.h>

/* A Hall set: squares of one colour that have fewer neighbours than they are. */
static void print_proof(const cq_board *board, const cq_answer *answer)
{
    const cq_certificate *proof = cq_answer_certificate(answer);
    size_t count;
    const uint32_t *members = cq_certificate_members(proof, &count);
    char name[CQ_CELL_NAME_SIZE];

    printf("proof by %s:", cq_proof_name(cq_certificate_proof(proof)));
    for (size_t i = 0; i < count; i++)
        printf(" %s", cq_cell_name(board, members[i], name));
    printf("\n%s\n", cq_answer_reason(answer));
}

static cq_status draw(cq_context *ctx, const cq_problem *problem,
                      const cq_answer *answer, const char *path)
{
    FILE *out = fopen(path, "w");
    cq_status status = out ? cq_draw(ctx, problem, answer, CQ_FORMAT_SVG, out) : CQ_IO;

    if (out && fclose(out) != 0)
        status = CQ_IO;
    return status;
}

int main(int argc, char **argv)
{
    cq_context *ctx = cq_context_new();
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    cq_verdict judged = CQ_UNKNOWN;
    char sentence[CQ_SENTENCE_SIZE];
    cq_status status =
        ctx ? cq_problem_parse_board(ctx, "8x8-b1,c2,b3,f6,e7,h8", &problem)
            : CQ_MEMORY;

    if (status == CQ_OK)
        status = cq_solve(ctx, problem, CQ_GOAL_WHY, NULL, &answer);
    if (status == CQ_OK)
        print_proof(cq_problem_board(problem), answer);
    if (status == CQ_OK)
        status = cq_check(ctx, problem, answer, &judged, sentence);
    if (status == CQ_OK)
        printf("the checker: %s, %s\n", cq_verdict_name(judged), sentence);
    if (status == CQ_OK && argc > 1)
        status = draw(ctx, problem, answer, argv[1]);
    if (status != CQ_OK && ctx)
        fprintf(stderr, "%s\n", cq_error_text(ctx));
    cq_answer_free(answer);
    cq_problem_free(problem);
    cq_context_free(ctx);
    return status == CQ_OK && judged == CQ_YES ? 0 : 1;
}
