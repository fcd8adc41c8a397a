/* vectors.c - how wide the vectors may be that a fast path uses. */
#include "base/vectors.h"

#include <stdlib.h>
#include <string.h>

cq_vectors cq_vectors_allowed(void)
{
    const char *word = getenv("CHEQUER_VECTORS");

    if (word && strcmp(word, "none") == 0)
        return CQ_VECTORS_NONE;
    return word && strcmp(word, "avx2") == 0 ? CQ_VECTORS_AVX2 : CQ_VECTORS_AVX512;
}

bool cq_vectors_wide(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    return cq_vectors_allowed() >= CQ_VECTORS_AVX2 && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}
