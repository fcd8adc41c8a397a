/* kernel.c - kernel_body.h for vectors of 16, 32 and 64 bytes, and the choice among
 * them.
 *
 * The code for wide vectors is compiled into every x86-64 program, and chosen when it
 * runs.
 */
#include "engine/kasteleyn/kernel.h"

#include <string.h>

#define KERNEL(name) name##_plain
#define KERNEL_TARGET
#define PART_DOUBLES 2
#define TILE 3
#include "engine/kasteleyn/kernel_body.h"

#ifdef CQ_LANES_X86

#define KERNEL(name) name##_avx2
#define KERNEL_TARGET CQ_TARGET_AVX2
#define PART_DOUBLES 4
#define TILE 3
#include "engine/kasteleyn/kernel_body.h"

#define KERNEL(name) name##_avx512
#define KERNEL_TARGET CQ_TARGET_AVX512
#define PART_DOUBLES 8
#define TILE 4
#include "engine/kasteleyn/kernel_body.h"

#endif

const cq_kernel *cq_kernel_best(void)
{
#ifdef CQ_LANES_X86
    switch (cq_lanes_level()) {
    case 2: return &kernel_avx512;
    case 1: return &kernel_avx2;
    default: break;
    }
#endif
    return &kernel_plain;
}
