/* fuzz_art.c - boards as ASCII art. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cq_context *ctx = fuzz_start();
    cq_board *board = NULL, *again = NULL;

    if (fuzz_worked(ctx, cq_board_parse_art(ctx, (const char *)data, size, &board))) {
        char *text = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&text, &length);
        cq_status status;

        fuzz_require(out && cq_board_write_art(ctx, board, out) == CQ_OK);
        fclose(out);
        status = cq_board_parse_art(ctx, text, length, &again);
        fuzz_require(status == CQ_MEMORY ||
                     (status == CQ_OK && cq_board_same(board, again)));
        free(text);
    }
    cq_board_free(again);
    cq_board_free(board);
    return fuzz_end(ctx);
}
