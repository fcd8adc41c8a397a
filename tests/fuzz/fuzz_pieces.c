/* fuzz_pieces.c - lists of pieces: "domino*, pentominoes, L3*2". */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cq_context *ctx = fuzz_start();
    cq_span list = {"--pieces", 0, 1, (const char *)data, size};
    cq_pieces pieces = {0};

    if (fuzz_worked(ctx, cq_pieces_parse(ctx, list, &pieces)))
        for (size_t i = 0; i < pieces.count; i++)
            fuzz_require(pieces.at[i].least <= pieces.at[i].most &&
                         pieces.at[i].shape.count > 0);
    cq_pieces_free(&pieces);
    return fuzz_end(ctx);
}
