/* json_put.c - strings and large numbers into JSON: see json.h.
 *
 * Bytes go into the stream's own buffer without locking; whoever writes to one stream
 * from two threads has other troubles. Names are UTF-8 when they come here, as all that
 * reads them sees to that; a byte that is not becomes U+FFFD, so that whatever happens
 * the document can be read.
 */
#include "base/json.h"
#include "base/utf8.h"

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
    while (*text) {
        char letter = escape_letter(*text);
        size_t length = (unsigned char)*text < 0x80 ? 1 : cq_utf8_length(text, 4);

        if (letter) {
            putc_unlocked('\\', out);
            putc_unlocked(letter, out);
        } else if ((unsigned char)*text < 0x20) {
            fprintf(out, "\\u%04x", (unsigned)*text);
        } else if (length == 0) {
            fputs("\\ufffd", out);
        } else {
            for (size_t i = 0; i < length; i++)
                putc_unlocked(text[i], out);
        }
        text += length ? length : 1;
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
