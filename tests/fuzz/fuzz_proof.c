/* fuzz_proof.c - proof trees and layers: of a problem that has solutions there are
 * none.
 *
 * The first byte says which problem and whether the rest is a tree or has layers; it
 * comes after a head that fits.
 */
#include "fuzz.h"

static cq_problem *pose(cq_context *ctx, unsigned which)
{
    static const char *const boards[] = {"4x4-a1,a2", "4x4"};
    static const char graph[] = "a b\nb c\nc d\nd e\ne a\na c\nb d\n";
    static const char cover[] = "2|a b 0:2|c | s\na b s:R\na c s:R\na s:G\nb c\nc s\n";
    cq_problem *problem = NULL;
    cq_status status =
        which < 2 ? cq_problem_parse_board(ctx, boards[which], &problem)
        : which < 4
            ? cq_problem_parse_graph(ctx, "graph", graph, sizeof graph - 1, which == 2,
                                     &problem)
            : cq_problem_parse_cover(ctx, "cover", cover, sizeof cover - 1, &problem);

    if (status == CQ_OK && which == 1)
        status = cq_problem_set_pieces(ctx, problem, "L4*1..3,T4*0..2,O4*");
    fuzz_require(status == CQ_OK);
    return problem;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char mark[] = "\xc9"
                               "chequer proof\n\2";
    unsigned which = size ? data[0] % 5 : 0, layers = size ? data[0] / 5 % 2 : 0;
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict = CQ_UNKNOWN;
    cq_context *ctx = fuzz_start();
    cq_problem *problem = pose(ctx, which);
    uint64_t digest = cq_problem_digest(problem);
    FILE *stream = tmpfile();

    fuzz_require(stream != NULL);
    fwrite(mark, 1, sizeof mark - 1, stream);
    putc((layers ? "TTHOC" : "tthoc")[which], stream);
    for (int i = 0; i < 64; i += 8)
        putc((int)(digest >> i & 0xff), stream);
    if (size > 1)
        fwrite(data + 1, 1, size - 1, stream);
    rewind(stream);
    if (fuzz_worked(ctx,
                    cq_proof_check(ctx, problem, "proof", stream, &verdict, sentence)))
        fuzz_require(verdict == CQ_NO);
    fclose(stream);
    cq_problem_free(problem);
    return fuzz_end(ctx);
}
