/* json_put.c - strings and large numbers into JSON: see json.h.
 *
 * Bytes go into the stream's own buffer without locking; whoever writes to one stream
 * from two threads has other troubles. Bytes from 0x80 are written as they are.
 */
#include "base/json.h"

static char escape_letter(char c)
{
    switch (c) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return '\0';
    }
}

void cq_json_put_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        char letter = escape_letter(*text);

        if (letter) {
            putc_unlocked('\\', out);
            putc_unlocked(letter, out);
        } else if ((unsigned char)*text < 0x20) {
            fprintf(out, "\\u%04x", (unsigned)*text);
        } else {
            putc_unlocked(*text, out);
        }
    }
}

void cq_json_put_string(FILE *out, const char *text)
{
    putc_unlocked('"', out);
    cq_json_put_escaped(out, text);
    putc_unlocked('"', out);
}

void cq_json_put_u64(FILE *out, uint64_t value)
{
    const char *quote = value > UINT64_C(1) << 53 ? "\"" : "";

    fprintf(out, "%s%llu%s", quote, (unsigned long long)value, quote);
}
