/* hash.c - FNV-1a: see hash.h. Not for security; a forged collision only fools its
 * author, because the checker judges the answer itself. */
#include "base/hash.h"

#include <string.h>

uint64_t cq_hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t cq_hash_text(uint64_t hash, const char *text)
{
    return cq_hash_bytes(hash, text, strlen(text) + 1);
}

uint64_t cq_hash_u64(uint64_t hash, uint64_t value)
{
    for (unsigned i = 0; i < 8; i++) {
        hash = (hash ^ (value & 255)) * UINT64_C(0x100000001b3);
        value >>= 8;
    }
    return hash;
}
