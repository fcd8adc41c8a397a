/* utf8.c - which bytes are a character in UTF-8: see utf8.h.
 *
 * The first byte says how many follow, each from 0x80 to 0xbf. What a longer form than
 * necessary would give, surrogates and numbers above U+10FFFF are no characters; all of
 * these are seen from the first two bytes (RFC 3629, section 4):
 *
 *     c0, c1, f5..ff        never
 *     e0 80..9f, f0 80..8f  overlong
 *     ed a0..bf             surrogates
 *     f4 90..bf             above U+10FFFF
 *
 * Messages quote arguments and names of files, which may hold anything: an escape
 * sequence could colour the terminal or worse. Shown is UTF-8 without controls, those
 * from U+0080 to U+009F included.
 */
#include "base/utf8.h"

#include "base/assert.h"

static size_t length_by_lead(unsigned lead)
{
    return lead < 0x80   ? 1
           : lead < 0xc2 ? 0
           : lead < 0xe0 ? 2
           : lead < 0xf0 ? 3
           : lead < 0xf5 ? 4
                         : 0;
}

size_t cq_utf8_length(const char *at, size_t left)
{
    const unsigned char *bytes = (const unsigned char *)at;
    size_t length = left ? length_by_lead(bytes[0]) : 0;

    if (length > left)
        return 0;
    cq_assert(length <= 4);
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    if (length > 2 && ((bytes[0] == 0xe0 && bytes[1] < 0xa0) ||
                       (bytes[0] == 0xed && bytes[1] >= 0xa0) ||
                       (bytes[0] == 0xf0 && bytes[1] < 0x90) ||
                       (bytes[0] == 0xf4 && bytes[1] >= 0x90)))
        return 0;
    return length;
}

/* The bytes of the character that begins here; 0 if none does that may be shown. */
static size_t shown_length(const char *at)
{
    unsigned char first = (unsigned char)at[0], next = (unsigned char)at[1];

    if (first < 0x20 || first == 0x7f || (first == 0xc2 && next < 0xa0))
        return 0;
    return cq_utf8_length(at, 4);
}

void cq_mask(char *text)
{
    while (*text) {
        size_t length = shown_length(text);

        if (!length)
            *text = '?';
        text += length ? length : 1;
    }
}
