/* png_frames.c - an animated PNG out of the single ones that cairo makes.
 *
 *     signature IHDR acTL tRNS IDAT ...        the picture that is no frame
 *               fcTL fdAT ...  fcTL fdAT ...   the frames
 *               IEND
 *
 * The packed pixels of a frame are those of a PNG of its own, with a number in front:
 * so cairo packs each frame into memory, and its IDAT chunks are copied as fdAT. A
 * chunk is its length, four letters, its bytes, and the CRC of letters and bytes.
 *
 * W3C, "Portable Network Graphics (PNG) Specification (Third Edition)", 2025; the CRC
 * is that of its annex D, four bits at a time: 16 entries instead of 256.
 */
#include "base/assert.h"
#include "draw/png_frames.h"

#include <string.h>

enum { SIGNATURE = 8, FRAME = 12 /* bytes around the data of a chunk */ };

static uint32_t crc_of(uint32_t crc, const unsigned char *bytes, size_t count)
{
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return crc;
}

static void set_u32(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(value >> (24 - 8 * i));
}

static uint32_t get_u32(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* A chunk whose data is `head` and then `body`. */
static void put_chunk(FILE *out, const char *name, const unsigned char *head,
                      size_t head_size, const unsigned char *body, size_t body_size)
{
    unsigned char bytes[8];
    uint32_t crc = UINT32_MAX;

    cq_assert(strlen(name) == 4 && head_size + body_size <= INT32_MAX);
    set_u32(bytes, (uint32_t)(head_size + body_size));
    memcpy(bytes + 4, name, 4);
    fwrite(bytes, 1, 8, out);
    crc = crc_of(crc, bytes + 4, 4);
    if (head_size)
        fwrite(head, 1, head_size, out);
    crc = crc_of(crc, head, head_size);
    if (body_size)
        fwrite(body, 1, body_size, out);
    crc = crc_of(crc, body, body_size);
    set_u32(bytes, ~crc);
    fwrite(bytes, 1, 4, out);
}

static cairo_status_t keep_bytes(void *closure, const unsigned char *data,
                                 unsigned int length)
{
    cq_png_frames *png = closure;

    png->status = cq_vec_reserve(png->ctx, &png->packed, length);
    if (png->status != CQ_OK)
        return CAIRO_STATUS_NO_MEMORY;
    memcpy(png->packed.at + png->packed.count, data, length);
    png->packed.count += length;
    return CAIRO_STATUS_SUCCESS;
}

static cq_status pack(cq_png_frames *png, cairo_surface_t *picture)
{
    cairo_status_t status;

    png->packed.count = 0;
    png->status = CQ_OK;
    cairo_surface_flush(picture);
    status = cairo_surface_write_to_png_stream(picture, keep_bytes, png);
    return png->status != CQ_OK ? png->status : cq_cairo_status(png->ctx, status);
}

/* The next chunk of what cairo made, from *at, with its letters at *chunk and its data
 * after them; returns false after the last. */
static bool next_chunk(const cq_png_frames *png, size_t *at,
                       const unsigned char **chunk, uint32_t *size)
{
    const unsigned char *bytes = (const unsigned char *)png->packed.at;

    if (png->packed.count < *at + FRAME) {
        cq_assert(*at == png->packed.count);
        return false;
    }
    *size = get_u32(bytes + *at);
    if (*size > png->packed.count - *at - FRAME)
        return false;
    *chunk = bytes + *at + 4;
    *at += FRAME + (size_t)*size;
    return true;
}

cq_status cq_png_begin(cq_png_frames *png, cairo_surface_t *picture, uint32_t frames,
                       uint32_t transparent)
{
    unsigned char plan[8], key[6] = {0};
    const unsigned char *chunk;
    size_t at = SIGNATURE;
    uint32_t size;

    cq_try(pack(png, picture));
    set_u32(plan, frames);
    set_u32(plan + 4, 0); /* again and again */
    for (int i = 0; i < 3; i++)
        key[2 * i + 1] = (unsigned char)(transparent >> (16 - 8 * i));
    fwrite(png->packed.at, 1, SIGNATURE, png->out);
    while (next_chunk(png, &at, &chunk, &size))
        if (memcmp(chunk, "IHDR", 4) == 0) {
            put_chunk(png->out, "IHDR", NULL, 0, chunk + 4, size);
            put_chunk(png->out, "acTL", plan, sizeof plan, NULL, 0);
            put_chunk(png->out, "tRNS", key, sizeof key, NULL, 0);
        } else if (memcmp(chunk, "IDAT", 4) == 0)
            put_chunk(png->out, "IDAT", NULL, 0, chunk + 4, size);
    return CQ_OK;
}

cq_status cq_png_add(cq_png_frames *png, cairo_surface_t *picture,
                     const cq_png_frame *frame)
{
    cq_status status = pack(png, picture);
    unsigned char control[26] = {0}, number[4];
    const unsigned char *chunk;
    size_t at = SIGNATURE;
    uint32_t size;

    if (status != CQ_OK)
        return status;
    cq_assert(frame->width > 0 && frame->height > 0 && frame->milliseconds <= 65535);
    set_u32(control, png->sequence++);
    set_u32(control + 4, frame->width);
    set_u32(control + 8, frame->height);
    set_u32(control + 12, frame->left);
    set_u32(control + 16, frame->top);
    set_u32(control + 20, frame->milliseconds << 16 | 1000); /* of a second */
    control[24] = 0;                                         /* it stays */
    control[25] = frame->over;
    put_chunk(png->out, "fcTL", control, sizeof control, NULL, 0);
    while (next_chunk(png, &at, &chunk, &size))
        if (memcmp(chunk, "IDAT", 4) == 0) {
            set_u32(number, png->sequence++);
            put_chunk(png->out, "fdAT", number, sizeof number, chunk + 4, size);
        }
    return CQ_OK;
}

void cq_png_end(cq_png_frames *png)
{
    put_chunk(png->out, "IEND", NULL, 0, NULL, 0);
}
