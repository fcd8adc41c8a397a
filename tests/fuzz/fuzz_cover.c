/* fuzz_cover.c - covers in Knuth's text format, read, written and read again. */
#include "fuzz.h"

#include "base/hash.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cq_context *ctx = fuzz_start();
    cq_text text = {"fuzz", (const char *)data, size};
    cq_cover cover = {0}, again = {0};

    if (fuzz_worked(ctx, cq_cover_read(ctx, &text, &cover))) {
        char *written = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&written, &length);
        cq_status status;

        fuzz_require(cq_cover_check(&cover));
        fuzz_require(out && cq_cover_write(ctx, &cover, out) == CQ_OK);
        fclose(out);
        text = (cq_text){"written", written, length};
        status = cq_cover_read(ctx, &text, &again);
        fuzz_require(status == CQ_MEMORY ||
                     (status == CQ_OK && cq_cover_hash(&cover, CQ_HASH_START) ==
                                             cq_cover_hash(&again, CQ_HASH_START)));
        free(written);
    }
    cq_cover_free(&again);
    cq_cover_free(&cover);
    return fuzz_end(ctx);
}
