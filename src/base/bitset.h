/* bitset.h - fixed sets of small numbers, 64 to a word. */
#ifndef CQ_BASE_BITSET_H
#define CQ_BASE_BITSET_H

#include "base/memory.h"

typedef uint64_t cq_word;

static inline size_t cq_bits_words(size_t bits)
{
    return (bits + 63) / 64;
}

/* All bits clear; free with cq_free. */
static inline cq_word *cq_bits_new(cq_context *context, size_t bits)
{
    return cq_zalloc(context, cq_bits_words(bits), sizeof(cq_word));
}

static inline bool cq_bits_has(const cq_word *set, size_t bit)
{
    return (set[bit / 64] >> (bit % 64)) & 1;
}

static inline void cq_bits_add(cq_word *set, size_t bit)
{
    set[bit / 64] |= (cq_word)1 << (bit % 64);
}

static inline void cq_bits_remove(cq_word *set, size_t bit)
{
    set[bit / 64] &= ~((cq_word)1 << (bit % 64));
}

/* Word i of a set that is moved up, to larger numbers, or down; of one with `words`. */
static inline cq_word cq_bits_moved_up(const cq_word *set, size_t i, size_t by)
{
    size_t whole = by / 64, part = by % 64;
    cq_word word = i >= whole ? set[i - whole] << part : 0;

    return part && i > whole ? word | set[i - whole - 1] >> (64 - part) : word;
}

static inline cq_word cq_bits_moved_down(const cq_word *set, size_t words, size_t i,
                                         size_t by)
{
    size_t at = i + by / 64, part = by % 64;
    cq_word word = at < words ? set[at] >> part : 0;

    return part && at + 1 < words ? word | set[at + 1] << (64 - part) : word;
}

#endif
