/* fuzz_answer.c - answers as JSON and as text, to four small problems, and their check.
 *
 * The first byte chooses the problem. What the checker makes of an answer is its own
 * affair, but if it calls a "no" right the problem must not have a solution, and the
 * first two of these have one.
 */
#include "fuzz.h"

static cq_status make_problem(cq_context *ctx, unsigned which, cq_problem **out)
{
    static const char cover[] = "a b c | x y\na b x:1\nc x:1\nc y\na\nb\n";
    static const char puzzle[] = "board\n#a#\n###\npiece L copies=any\n##\n#.\n";
    cq_status status;

    switch (which % 4) {
    case 0: return cq_problem_parse_board(ctx, which & 4 ? "3x3-b2" : "2x3", out);
    case 1: return cq_problem_parse_puzzle(ctx, "p", puzzle, sizeof puzzle - 1, out);
    case 2: return cq_problem_parse_cover(ctx, "c", cover, sizeof cover - 1, out);
    default:
        status = cq_problem_parse_board(ctx, "3x4", out);
        return status == CQ_OK ? cq_problem_set_tour(ctx, *out, "1,2", false) : status;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cq_context *ctx = fuzz_start();
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    unsigned which = size ? data[0] : 0;

    fuzz_require(make_problem(ctx, which, &problem) == CQ_OK);
    if (size &&
        fuzz_worked(ctx, cq_answer_read(ctx, problem, "fuzz", (const char *)data + 1,
                                        size - 1, &answer))) {
        char sentence[CQ_SENTENCE_SIZE] = "";
        cq_verdict verdict = CQ_UNKNOWN;

        if (fuzz_worked(ctx, cq_check(ctx, problem, answer, &verdict, sentence)))
            fuzz_require(!(verdict == CQ_YES && which % 4 < 2 &&
                           cq_answer_verdict(answer) == CQ_NO));
    }
    cq_answer_free(answer);
    cq_problem_free(problem);
    return fuzz_end(ctx);
}
