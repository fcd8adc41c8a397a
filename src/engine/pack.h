/* pack.h - numbers in as few bytes as they need: for files, and for other machines.
 *
 * A short number is a chain of seven bits a byte, the lowest first (LEB128). In an
 * array of numbers, all have as many bytes as the longest one, so they can be read and
 * written a word at a time. Up to CQ_PACK_SLACK bytes after the last number are written
 * too, and may be read.
 *
 * The lowest byte comes first, on every machine.
 */
#ifndef CQ_ENGINE_PACK_H
#define CQ_ENGINE_PACK_H

#include "base/wide.h"

#include <stddef.h>
#include <string.h>

enum { CQ_PACK_SLACK = 8, CQ_PACK_SHORT = 10, CQ_PACK_WIDE = 19 /* bytes at most */ };

static inline uint64_t cq_pack_little(uint64_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(word);
#else
    return word;
#endif
}

static inline uint8_t *cq_pack_wide(uint8_t *to, cq_wide value)
{
    while (value.high || value.low > 0x7f) {
        *to++ = (uint8_t)(value.low | 0x80);
        value = cq_wide_down(value, 7);
    }
    *to++ = (uint8_t)value.low;
    return to;
}

static inline uint8_t *cq_pack_short(uint8_t *to, uint64_t value)
{
    return cq_pack_wide(to, cq_wide_of(value));
}

/* What stands at `from`; returns where it ends, or NULL if that is beyond `end` or
 * the value beyond 128 bits. NULL for `from` stays NULL. */
static inline const uint8_t *cq_unpack_wide(const uint8_t *from, const uint8_t *end,
                                            cq_wide *value)
{
    *value = cq_wide_of(0);
    for (unsigned shift = 0; from && from < end && shift < 7 * CQ_PACK_WIDE;
         shift += 7) {
        *value = cq_wide_or(*value, cq_wide_up(cq_wide_of(*from & 0x7f), shift));
        if (!(*from++ & 0x80))
            return from;
    }
    return NULL;
}

static inline const uint8_t *cq_unpack_short(const uint8_t *from, const uint8_t *end,
                                             uint64_t *value)
{
    cq_wide wide;

    from = cq_unpack_wide(from, end, &wide);
    *value = wide.low;
    return wide.high ? NULL : from;
}

/* The bytes that each of these numbers of `limbs` words fits into, at least one. */
static inline size_t cq_pack_width(const uint64_t *numbers, size_t count, size_t limbs)
{
    for (size_t limb = limbs; limb-- > 0;) {
        uint64_t any = 0;

        for (size_t i = 0; i < count; i++)
            any |= numbers[i * limbs + limb];
        if (any)
            return 8 * limb + 8 - (unsigned)__builtin_clzll(any) / 8;
    }
    return 1;
}

/* A number of `width` bytes, and up to CQ_PACK_SLACK bytes after it. */
static inline void cq_pack_number(uint8_t *to, const uint64_t *number, size_t width)
{
    for (size_t done = 0; done < width; done += 8) {
        uint64_t word = cq_pack_little(number[done / 8]);

        memcpy(to + done, &word, sizeof word);
    }
}

static inline void cq_unpack_number(const uint8_t *from, size_t width, uint64_t *number,
                                    size_t limbs)
{
    cq_assert(width <= 8 * limbs);
    for (size_t limb = 0; limb < limbs; limb++) {
        size_t done = 8 * limb;
        uint64_t word = 0;

        if (done < width)
            memcpy(&word, from + done, sizeof word);
        word = cq_pack_little(word);
        if (done < width && width - done < 8)
            word &= (UINT64_C(1) << 8 * (width - done)) - 1;
        number[limb] = word;
    }
}

#endif
