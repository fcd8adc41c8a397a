/* parcel.c - numbers and bytes one after the other, for a file or another process. */
#include "base/parcel.h"

#include "base/assert.h"

#include <string.h>

void cq_parcel_put_bytes(cq_parcel *p, const void *bytes, size_t size)
{
    if (p->status == CQ_OK)
        p->status = cq_vec_reserve(p->ctx, &p->bytes, size);
    if (p->status != CQ_OK || size == 0)
        return;
    memcpy(p->bytes.at + p->bytes.count, bytes, size);
    p->bytes.count += size;
}

void cq_parcel_put(cq_parcel *p, uint64_t number, size_t size)
{
    uint8_t bytes[8];

    cq_assert(size <= sizeof bytes && (size == 8 || number >> 8 * size == 0));
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
    cq_parcel_put_bytes(p, bytes, size);
}

void cq_parcel_put_double(cq_parcel *p, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    cq_parcel_put(p, bits, sizeof bits);
}

void cq_parcel_put_text(cq_parcel *p, const char *text)
{
    cq_parcel_put(p, strlen(text), 4);
    cq_parcel_put_bytes(p, text, strlen(text));
}

const void *cq_parcel_get_bytes(cq_parcel *p, size_t size)
{
    const char *from = p->bytes.at + p->at;

    cq_assert(p->at <= p->bytes.count);
    if (p->status == CQ_OK && size > p->bytes.count - p->at)
        p->status = CQ_INPUT;
    if (p->status != CQ_OK)
        return NULL;
    p->at += size;
    return from;
}

uint64_t cq_parcel_get(cq_parcel *p, size_t size)
{
    const uint8_t *bytes = cq_parcel_get_bytes(p, size);
    uint64_t number = 0;

    cq_assert(size <= sizeof number);
    for (size_t i = 0; i < size && bytes; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

double cq_parcel_get_double(cq_parcel *p)
{
    uint64_t bits = cq_parcel_get(p, sizeof bits);
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

void cq_parcel_get_text(cq_parcel *p, char *out, size_t size)
{
    size_t length = (size_t)cq_parcel_get(p, 4);
    const char *text = cq_parcel_get_bytes(p, length);

    cq_assert(size > 0);
    length = text && length < size ? length : text ? size - 1 : 0;
    if (length)
        memcpy(out, text, length);
    out[length] = '\0';
}
