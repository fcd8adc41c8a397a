/* sort.h - numbers in ascending order. */
#ifndef CQ_BASE_SORT_H
#define CQ_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

void cq_sort_u32(uint32_t *numbers, size_t count);

#endif
