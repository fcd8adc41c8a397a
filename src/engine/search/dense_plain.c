/* dense_plain.c - the dense search in plain C, for any machine.
 *
 * Bytes are handled eight at a time, as 64-bit words.
 */
#include "engine/search/dense.h"
#include "engine/search/press.h"

#define TARGET
#define WALK cq_dense_walk_plain
#define INLINE static inline __attribute__((always_inline))

#define press cq_press

static uint32_t sweep(const cq_dense_frame *from, const uint64_t *clash,
                      cq_dense_frame *to, uint32_t *list, bool *kept)
{
    uint32_t count = 0, alive = from->count;

    *kept = false;
    to->begin = from->begin;
    to->stop = from->stop;
    for (size_t w = from->begin; w < from->stop; w++) {
        uint64_t bits = from->alive[w] & clash[w];

        to->alive[w] = from->alive[w] & ~clash[w];
        for (; bits; bits &= bits - 1)
            list[count++] = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(bits);
    }
    cq_assert(count <= alive);
    to->count = alive - count;
    return count;
}

/* Adds eight bytes without carries from one to the next. */
static uint64_t add_bytes(uint64_t a, uint64_t b)
{
    const uint64_t high = UINT64_C(0x8080808080808080);

    return ((a & ~high) + (b & ~high)) ^ ((a ^ b) & high);
}

static void tally(const uint8_t *from, uint8_t *to, size_t bytes, const uint8_t *rows,
                  uint32_t none, const uint32_t *list, uint32_t count, bool kept,
                  uint32_t option)
{
    const uint64_t *in = (const uint64_t *)(const void *)from;
    uint64_t *out = (uint64_t *)(void *)to;

    (void)none;
    (void)kept; /* never: sweep lists what went */
    for (size_t i = 0; i < bytes / 8; i++) {
        uint64_t sum = in[i];

        for (uint32_t g = 0; g < count; g++)
            sum = add_bytes(
                sum, ((const uint64_t *)(const void *)(rows + list[g] * bytes))[i]);
        out[i] = sum | ((const uint64_t *)(const void *)(rows + option * bytes))[i];
    }
}

static uint32_t least(const uint8_t *ways, size_t bytes, uint32_t *item)
{
    uint32_t best = CQ_DENSE_CLOSED;

    for (size_t i = 0; i < bytes; i++)
        if (ways[i] < best) {
            best = ways[i];
            *item = (uint32_t)i;
        }
    return best;
}

#include "base/assert.h"
#include "engine/search/dense_walk.h"
