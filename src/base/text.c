/* text.c - lines and words with their positions.
 *
 * Lines are found with memchr, so that a board of 100 million cells is read at the
 * speed of memory; nothing is copied.
 */
#include "base/text.h"

#include "base/assert.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

cq_lines cq_lines_of(const cq_text *text)
{
    cq_lines lines = {.text = text, .at = text->data, .end = text->data + text->size};

    return lines;
}

bool cq_lines_next(cq_lines *lines)
{
    const char *newline;

    if (lines->at == lines->end)
        return false;
    cq_assert(lines->at < lines->end);
    newline = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    lines->start = lines->at;
    lines->length = (size_t)((newline ? newline : lines->end) - lines->at);
    lines->at = newline ? newline + 1 : lines->end;
    if (lines->length && lines->start[lines->length - 1] == '\r')
        lines->length--;
    cq_assert(lines->start + lines->length <= lines->at);
    lines->number++;
    return true;
}

bool cq_lines_blank(const cq_lines *lines)
{
    for (size_t i = 0; i < lines->length; i++)
        if (lines->start[i] != ' ' && lines->start[i] != '\t')
            return false;
    return true;
}

cq_words cq_words_of(const char *line, size_t length)
{
    cq_words words = {.at = line, .end = line + length, .line = line};

    return words;
}

static bool is_gap(char c)
{
    return c == ' ' || c == '\t';
}

bool cq_words_next(cq_words *words)
{
    while (words->at < words->end && is_gap(*words->at))
        words->at++;
    words->start = words->at;
    words->column = (size_t)(words->at - words->line) + 1;
    while (words->at < words->end && !is_gap(*words->at))
        words->at++;
    words->length = (size_t)(words->at - words->start);
    cq_assert(words->start >= words->line && words->at <= words->end);
    return words->length > 0;
}

bool cq_word_is(const cq_words *words, const char *expected)
{
    return cq_same_text(words->start, words->length, expected);
}

cq_span cq_span_of(const char *source, const char *text)
{
    return (cq_span){source, 0, 1, text, strlen(text)};
}

cq_span cq_span_from(const cq_lines *line, const char *start)
{
    cq_span whole = {line->text->name, line->number, 1, line->start, line->length};

    return cq_span_part(whole, start, (size_t)(line->start + line->length - start));
}

cq_span cq_span_part(cq_span whole, const char *start, size_t length)
{
    size_t before = (size_t)(start - whole.start);

    cq_assert(start >= whole.start && before + length <= whole.length);
    return (cq_span){whole.source, whole.line, whole.column + before, start, length};
}

cq_span cq_span_word(cq_span whole, const cq_words *word)
{
    return cq_span_part(whole, word->start, word->length);
}

cq_span cq_span_trim(cq_span span)
{
    size_t first = 0, end = span.length;

    while (first < end && span.start[first] == ' ')
        first++;
    while (end > first && span.start[end - 1] == ' ')
        end--;
    return cq_span_part(span, span.start + first, end - first);
}

bool cq_span_take(cq_span *rest, char mark, cq_span *out)
{
    const char *stop;

    if (!rest->start)
        return false;
    stop = memchr(rest->start, mark, rest->length);
    *out = *rest;
    if (stop) {
        out->length = (size_t)(stop - rest->start);
        *rest = cq_span_part(*rest, stop + 1, rest->length - out->length - 1);
    } else {
        rest->start = NULL;
    }
    return true;
}

cq_status cq_expected(cq_context *ctx, cq_span found, const char *what, const char *end)
{
    if (found.length == 0)
        return cq_fail_span(ctx, found, "expected %s, found %s", what, end);
    return cq_fail_span(ctx, found, "expected %s, found '%.*s'", what,
                        found.length > 40 ? 40 : (int)found.length, found.start);
}

bool cq_same_text(const char *a, size_t length, const char *b)
{
    return strlen(b) == length && memcmp(a, b, length) == 0;
}

bool cq_parse_u64(const char *a, size_t length, uint64_t most, uint64_t *out)
{
    uint64_t value = 0;

    if (length == 0)
        return false;
    for (size_t i = 0; i < length; i++) {
        uint64_t digit = (uint64_t)(a[i] - '0');

        if (!cq_is_digit(a[i]) || digit > most || value > (most - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

bool cq_parse_u32(const char *a, size_t length, uint32_t most, uint32_t *out)
{
    uint64_t value;

    if (!cq_parse_u64(a, length, most, &value))
        return false;
    *out = (uint32_t)value;
    return true;
}

bool cq_parse_signed(const char *a, size_t length, uint32_t most, int64_t *out)
{
    bool minus = length > 0 && *a == '-';
    uint32_t number;

    if (!cq_parse_u32(a + minus, length - minus, most, &number))
        return false;
    *out = minus ? -(int64_t)number : number;
    return true;
}

const char *cq_char_name(char c, char buffer[16])
{
    unsigned char byte = (unsigned char)c;

    if (c == '\t')
        return "a tab";
    if (isprint(byte))
        snprintf(buffer, 16, "'%c'", c);
    else
        snprintf(buffer, 16, "byte 0x%02x", byte);
    return buffer;
}

cq_status cq_text_require_plain(cq_context *ctx, const cq_text *text)
{
    const char *nul = memchr(text->data, '\0', text->size);
    cq_lines lines = cq_lines_of(text);

    if (!nul)
        return CQ_OK;
    while (cq_lines_next(&lines) && lines.at <= nul)
        continue;
    cq_assert(lines.start <= nul && nul < lines.at);
    return cq_fail_at(ctx, text->name, lines.number, (size_t)(nul - lines.start) + 1,
                      "expected text, found a NUL byte");
}

const char *cq_grouped(uint64_t value, char buffer[CQ_GROUPED_SIZE])
{
    char *at = buffer + CQ_GROUPED_SIZE - 1;
    unsigned digits = 0;

    *at = '\0';
    do {
        if (digits && digits % 3 == 0)
            *--at = ',';
        cq_assert(at > buffer);
        *--at = (char)('0' + value % 10);
        value /= 10;
        digits++;
    } while (value);
    return at;
}

void cq_append(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;

    cq_assert(used < size);
    va_start(args, format);
    vsnprintf(text + used, size - used, format, args);
    va_end(args);
}
