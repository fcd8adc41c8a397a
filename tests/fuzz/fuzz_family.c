/* fuzz_family.c - families of boards: the first byte is N and whether it is a drawing.
 */
#include "fuzz.h"

#include "sequence/sequence.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cq_context *ctx = fuzz_start();
    unsigned head = size ? data[0] : 0;
    char *text = fuzz_string(size ? data + 1 : data, size ? size - 1 : 0);
    cq_text art = {.name = "fuzz", .data = text, .size = size ? size - 1 : 0};
    cq_board_family family = {.board = head & 1 ? NULL : text,
                              .art = head & 1 ? &art : NULL};
    cq_problem *problem = NULL;

    if (fuzz_worked(ctx, cq_family_check(ctx, &family)) &&
        fuzz_worked(ctx, cq_family_problem(ctx, &family, head / 2 % 32, &problem)))
        cq_problem_free(problem);
    free(text);
    return fuzz_end(ctx);
}
