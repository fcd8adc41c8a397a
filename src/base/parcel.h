/* parcel.h - numbers and bytes one after the other, for a file or another process.
 *
 * Numbers are little-endian. The first failure is kept in `status`, so that a whole
 * parcel can be written, or read, before it is looked at.
 */
#ifndef CQ_BASE_PARCEL_H
#define CQ_BASE_PARCEL_H

#include "base/vec.h"

typedef struct cq_parcel {
    cq_context *ctx;
    cq_chars bytes;
    size_t at;        /* read so far */
    cq_status status; /* CQ_MEMORY, or CQ_INPUT after reading past the end */
} cq_parcel;

void cq_parcel_put(cq_parcel *parcel, uint64_t number, size_t size);
void cq_parcel_put_bytes(cq_parcel *parcel, const void *bytes, size_t size);
/* Its 8 bytes, as those of a number. */
void cq_parcel_put_double(cq_parcel *parcel, double value);
/* A length of 4 bytes, then the letters. */
void cq_parcel_put_text(cq_parcel *parcel, const char *text);
/* 0 past the end. */
uint64_t cq_parcel_get(cq_parcel *parcel, size_t size);
double cq_parcel_get_double(cq_parcel *parcel);
/* Borrowed; NULL past the end. */
const void *cq_parcel_get_bytes(cq_parcel *parcel, size_t size);
/* As much of it as fits; always ends with a 0. */
void cq_parcel_get_text(cq_parcel *parcel, char *out, size_t size);
#define cq_parcel_free(parcel) cq_vec_free(&(parcel)->bytes)

#endif
