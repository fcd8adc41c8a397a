/* hash.h - a 64-bit digest of bytes, to tell problems apart. */
#ifndef CQ_BASE_HASH_H
#define CQ_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define CQ_HASH_START UINT64_C(0xcbf29ce484222325)

/* FNV-1a (Fowler, Noll, Vo), continued from `hash`. */
uint64_t cq_hash_bytes(uint64_t hash, const void *bytes, size_t size);
uint64_t cq_hash_u64(uint64_t hash, uint64_t value);
/* With its NUL, so that "ab","c" and "a","bc" differ. */
uint64_t cq_hash_text(uint64_t hash, const char *text);

#endif
