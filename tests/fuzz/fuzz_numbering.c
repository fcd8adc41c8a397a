/* fuzz_numbering.c - orders: the grid of a board with a hole, or names of items. */
#include "fuzz.h"

#include "problem/numbering.h"

static const char cover[] = "a b c d\na b\nc d\n";

static void try_order(cq_context *ctx, const cq_text *text, const cq_problem *problem,
                      size_t count)
{
    cq_u32s items = {0};

    if (!fuzz_worked(ctx, cq_numbering_read(ctx, text, problem, &items)))
        return;
    fuzz_require(items.count == count);
    for (size_t i = 0; i < count; i++)
        fuzz_require(items.at[i] < count);
    cq_vec_free(&items);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cq_context *ctx = fuzz_start();
    cq_text text = {.name = "fuzz", .data = (const char *)data, .size = size};
    cq_problem *board = NULL, *sets = NULL;

    fuzz_require(cq_problem_parse_board(ctx, "3x3-b2", &board) == CQ_OK);
    fuzz_require(cq_problem_parse_cover(ctx, "sets", cover, sizeof cover - 1, &sets) ==
                 CQ_OK);
    try_order(ctx, &text, board, 8);
    try_order(ctx, &text, sets, 4);
    cq_problem_free(board);
    cq_problem_free(sets);
    return fuzz_end(ctx);
}
