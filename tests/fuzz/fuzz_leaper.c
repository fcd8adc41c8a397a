/* fuzz_leaper.c - leapers: "1,2", "knight", "1,2+0,1"; and their graph on a small
 * board.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cq_context *ctx = fuzz_start();
    char *text = fuzz_string(data, size);
    cq_problem *problem = NULL;

    fuzz_require(cq_problem_parse_board(ctx, "torus:4x5-b2", &problem) == CQ_OK);
    if (fuzz_worked(ctx, cq_problem_set_tour(ctx, problem, text, true)))
        fuzz_require(cq_graph_check(&problem->graph));
    cq_problem_free(problem);
    free(text);
    return fuzz_end(ctx);
}
