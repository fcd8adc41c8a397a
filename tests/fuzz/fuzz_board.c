/* fuzz_board.c - boards as one word: "8x8-a1,h8", "aztec:4", "torus:3x5". */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cq_context *ctx = fuzz_start();
    char *spec = fuzz_string(data, size);
    cq_board *board = NULL;

    if (fuzz_worked(ctx, cq_board_parse(ctx, spec, &board))) {
        char name[CQ_CELL_NAME_SIZE];
        cq_cell last = (cq_cell)(cq_board_size(board) - 1), back = CQ_NO_CELL;

        fuzz_require(cq_board_count(board) <= cq_board_size(board));
        cq_cell_name(board, last, name);
        fuzz_require(cq_cell_parse(ctx, board, name, &back) == CQ_OK && back == last);
    }
    cq_board_free(board);
    free(spec);
    return fuzz_end(ctx);
}
