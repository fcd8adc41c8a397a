/* utf8.h - which bytes are a character in UTF-8 (RFC 3629), and which may be shown. */
#ifndef CQ_BASE_UTF8_H
#define CQ_BASE_UTF8_H

#include <stddef.h>

/* The number of bytes, 1 to 4, of the character at `at`, with `left` bytes left;
 * 0: none begins here. A NUL ends every character, so that with text that ends in one
 * `left` may be 4 everywhere. */
size_t cq_utf8_length(const char *at, size_t left);

/* Text that is shown on a terminal without doing anything to it: control characters and
 * what is not UTF-8 become '?', byte by byte. */
void cq_mask(char *text);

#endif
