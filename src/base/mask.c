/* mask.c - text that is shown on a terminal without doing anything to it.
 *
 * Messages quote arguments and names of files, which may hold anything: an escape
 * sequence could colour the terminal or worse. Shown is UTF-8 without controls, those
 * from U+0080 to U+009F included.
 */
#include "base/mask.h"
#include "base/utf8.h"

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
