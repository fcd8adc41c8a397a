/* json_put.c - strings and large numbers into JSON: see json.h.
 *
 * Bytes go into the stream's own buffer without locking; whoever writes to one stream
 * from two threads has other troubles. Names are UTF-8 when they come here, as all that
 * reads them sees to that; a byte that is not becomes U+FFFD, so that whatever happens
 * the document can be read.
 */
#include "base/json.h"
#include "base/utf8.h"

/* What stands after a backslash, if that is shorter than a number. */
static const char letters[0x80] = {
    ['"'] = '"',  ['\\'] = '\\', ['\b'] = 'b', ['\f'] = 'f',
    ['\n'] = 'n', ['\r'] = 'r',  ['\t'] = 't'};

void cq_json_put_escaped(FILE *out, const char *text)
{
    while (*text) {
        unsigned char c = (unsigned char)*text;
        size_t length = c < 0x80 ? 1 : cq_utf8_length(text, 4);

        if (c < 0x80 && letters[c]) {
            putc_unlocked('\\', out);
            putc_unlocked(letters[c], out);
        } else if (c < 0x20) {
            fprintf(out, "\\u%04x", (unsigned)c);
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
