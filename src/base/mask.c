/* mask.c - text that is shown on a terminal without doing anything to it.
 *
 * Messages quote arguments and names of files, which may hold anything: an escape
 * sequence could colour the terminal or worse. UTF-8 as in RFC 3629: no overlong forms,
 * no surrogates, nothing above U+10FFFF; and no controls from U+0080 to U+009F.
 */
#include "base/mask.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static bool is_follower(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* The bytes of the character that begins here; 0 where none does. */
static size_t length_at(const char *at)
{
    unsigned char first = (unsigned char)at[0];
    size_t length = first < 0x80   ? 1
                    : first < 0xc2 ? 0
                    : first < 0xe0 ? 2
                    : first < 0xf0 ? 3
                    : first < 0xf5 ? 4
                                   : 0;
    uint32_t code = length > 1 ? first & (0xffu >> (length + 1)) : first;

    for (size_t i = 1; i < length; i++) {
        if (!is_follower(at[i])) /* the NUL at the end is none */
            return 0;
        code = code << 6 | ((unsigned char)at[i] & 0x3fu);
    }
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || (length == 3 && code < 0x800) ||
        (length == 4 && (code < 0x10000 || code > 0x10ffff)) ||
        (code >= 0xd800 && code < 0xe000))
        return 0;
    return length;
}

void cq_mask(char *text)
{
    while (*text) {
        size_t length = length_at(text);

        if (!length)
            *text = '?';
        text += length ? length : 1;
    }
}
