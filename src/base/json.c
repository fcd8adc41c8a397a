/* json.c - a pull reader for JSON (RFC 8259, ECMA-404).
 *
 * The caller asks for the next value, key or number and says what it expects; nothing
 * is kept but the path of open brackets (one byte a level) and the text of the last
 * string or number. A syntax tree of a tiling with 500,000 dominoes would take some
 * hundred megabytes; this takes none, and reads at a few nanoseconds a token, because
 * whole numbers are converted where they stand instead of being copied first.
 *
 * State between two calls: `at` is just after the last token. In an array `first` says
 * whether a value came before, so that the comma is asked for; in an object `key_read`
 * says that a value is due. A raw newline can only stand between tokens, so counting
 * lines costs nothing inside them. Columns count bytes from 1.
 *
 * Strict: no comments, no trailing commas, no leading zeros, no control characters in
 * strings, surrogates only in pairs, text in UTF-8. One decision where the RFC leaves
 * room: \u0000 is refused, because no name in this program can hold it.
 */
#include "base/json.h"
#include "base/assert.h"
#include "base/utf8.h"

#include <string.h>

void cq_json_start(cq_json *json, cq_context *ctx, const cq_text *text)
{
    memset(json, 0, sizeof *json);
    json->ctx = ctx;
    json->text = *text;
    json->line = json->token_line = json->token_column = 1;
    json->first = true;
}

void cq_json_stop(cq_json *json)
{
    cq_vec_free(&json->value);
}

cq_status cq_json_fail(cq_json *json, const char *format, ...)
{
    char sentence[CQ_ERROR_TEXT];
    va_list args;

    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    return cq_fail_at(json->ctx, json->text.name, json->token_line, json->token_column,
                      "%s", sentence);
}

/* ---- characters ---- */

static inline bool at_end(const cq_json *json)
{
    return json->at == json->text.size;
}

/* The character at hand; 0 at the end of the text. */
static inline char peek(const cq_json *json)
{
    return at_end(json) ? '\0' : json->text.data[json->at];
}

static inline void skip_space(cq_json *json)
{
    for (; !at_end(json); json->at++) {
        char c = json->text.data[json->at];

        if (c == '\n') {
            json->line++;
            json->line_start = json->at + 1;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
    }
}

/* The token that starts here is the one that messages are about. */
static inline void mark(cq_json *json)
{
    json->token_line = json->line;
    json->token_column = json->at - json->line_start + 1;
}

static cq_status expected(cq_json *json, const char *what)
{
    char buffer[16];

    mark(json);
    return cq_json_fail(json, "expected %s, found %s", what,
                        at_end(json) ? "the end of the text"
                                     : cq_char_name(peek(json), buffer));
}

/* ---- the path of open brackets ---- */

static cq_status descend(cq_json *json, char bracket)
{
    if (json->depth == CQ_JSON_DEPTH)
        return cq_json_fail(json, "expected at most %d levels of brackets",
                            (int)CQ_JSON_DEPTH);
    cq_assert(bracket == '{' || bracket == '[');
    json->open[json->depth++] = bracket;
    json->first = true;
    json->at++;
    return CQ_OK;
}

static inline void ascend(cq_json *json)
{
    mark(json);
    cq_assert(json->depth > 0);
    json->depth--;
    json->first = false;
    json->at++;
}

static inline bool in_object(const cq_json *json)
{
    return json->depth && json->open[json->depth - 1] == '{';
}

/* Goes to the first character of the next value; *end if there is none, because the
 * array is closed (and then is left) or the document has had its one value. */
static inline cq_status approach(cq_json *json, bool *end)
{
    char c;

    *end = false;
    skip_space(json);
    c = peek(json);
    if (in_object(json)) {
        cq_assert(json->key_read);
        json->key_read = false;
    } else if (json->depth == 0) {
        if (!json->first) {
            *end = true;
            return at_end(json) ? CQ_OK : expected(json, "the end of the text");
        }
    } else if (c == ']') {
        ascend(json);
        *end = true;
        return CQ_OK;
    } else if (!json->first) {
        if (c != ',')
            return expected(json, "',' or ']'");
        json->at++;
        skip_space(json);
    }
    json->first = false;
    mark(json);
    return CQ_OK;
}

/* ---- strings ---- */

static cq_status append(cq_json *json, const char *bytes, size_t count)
{
    cq_try(cq_vec_reserve(json->ctx, &json->value, count + 1));
    if (count)
        memcpy(json->value.at + json->value.count, bytes, count);
    json->value.count += count;
    json->value.at[json->value.count] = '\0';
    return CQ_OK;
}

static cq_status append_utf8(cq_json *json, uint32_t code)
{
    char bytes[4];
    size_t count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};

    for (size_t i = count; i-- > 1; code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(lead[count] | code);
    cq_assert(cq_utf8_length(bytes, count) == count);
    return append(json, bytes, count);
}

static int hex_value(char c)
{
    if (cq_is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* The four digits after \u. */
static cq_status read_hex(cq_json *json, uint32_t *out)
{
    uint32_t code = 0;

    for (unsigned i = 0; i < 4; i++, json->at++) {
        int digit = hex_value(peek(json));

        if (digit < 0)
            return expected(json, "four hexadecimal digits after \\u");
        code = code << 4 | (uint32_t)digit;
    }
    *out = code;
    return CQ_OK;
}

/* After "\u": one code point, from one unit or a pair of surrogates. */
static cq_status read_unicode(cq_json *json)
{
    size_t escape = json->at - 2;
    uint32_t code = 0, low = 0;

    cq_try(read_hex(json, &code));
    if (code >= 0xd800 && code < 0xdc00 && peek(json) == '\\' &&
        json->text.size - json->at > 1 && json->text.data[json->at + 1] == 'u') {
        json->at += 2;
        cq_try(read_hex(json, &low));
        if (low >= 0xdc00 && low < 0xe000)
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code == 0 || (code >= 0xd800 && code < 0xe000)) {
        json->at = escape;
        mark(json);
        return cq_json_fail(json,
                            code ? "expected surrogates in pairs, found half of one"
                                 : "expected text, found a NUL character");
    }
    return append_utf8(json, code);
}

static cq_status read_escape(cq_json *json)
{
    static const char letters[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    const char *found;
    char c;

    json->at++; /* the backslash */
    c = peek(json);
    if (c == 'u') {
        json->at++;
        return read_unicode(json);
    }
    found = c ? strchr(letters, c) : NULL;
    if (!found)
        return expected(json, "one of \"\\/bfnrtu after the backslash");
    json->at++;
    return append(json, meanings + (found - letters), 1);
}

/* Over the bytes that stand for themselves. */
static cq_status skip_plain(cq_json *json)
{
    while (!at_end(json)) {
        const char *at = json->text.data + json->at;
        size_t length = (unsigned char)*at < 0x80 ? 1 : 0;

        if (*at == '"' || *at == '\\' || (length && *at < 0x20))
            return CQ_OK;
        if (!length)
            length = cq_utf8_length(at, json->text.size - json->at);
        if (!length)
            return expected(json, "text in UTF-8");
        json->at += length;
    }
    return CQ_OK;
}

/* From the opening quote to just after the closing one, decoded into `value`. */
static cq_status read_string(cq_json *json)
{
    json->value.count = 0;
    json->at++;
    for (;;) {
        size_t from = json->at;

        cq_try(skip_plain(json));
        cq_try(append(json, json->text.data + from, json->at - from));
        if (peek(json) == '"' && !at_end(json))
            break;
        if (peek(json) != '\\')
            return expected(json, "'\"' at the end of the string");
        cq_try(read_escape(json));
    }
    json->at++;
    return CQ_OK;
}

/* ---- numbers and words ---- */

static cq_status read_digits(cq_json *json)
{
    if (!cq_is_digit(peek(json)))
        return expected(json, "a digit");
    while (cq_is_digit(peek(json)))
        json->at++;
    return CQ_OK;
}

/* Over a number, judged by the grammar and copied into `value` as it is written. */
static cq_status read_number(cq_json *json)
{
    size_t from = json->at;

    if (peek(json) == '-')
        json->at++;
    if (peek(json) == '0') {
        json->at++;
        if (cq_is_digit(peek(json)))
            return expected(json, "no digit after a leading zero");
    } else {
        cq_try(read_digits(json));
    }
    if (peek(json) == '.') {
        json->at++;
        cq_try(read_digits(json));
    }
    if (peek(json) == 'e' || peek(json) == 'E') {
        json->at++;
        if (peek(json) == '+' || peek(json) == '-')
            json->at++;
        cq_try(read_digits(json));
    }
    json->value.count = 0;
    return append(json, json->text.data + from, json->at - from);
}

static cq_status read_word(cq_json *json, const char *word)
{
    size_t length = strlen(word);

    if (json->text.size - json->at < length ||
        memcmp(json->text.data + json->at, word, length) != 0)
        return cq_json_fail(json, "expected the word %s", word);
    json->at += length;
    return CQ_OK;
}

/* ---- what callers use ---- */

/* The value that starts here. */
static cq_status read_value(cq_json *json, cq_json_kind *out)
{
    char c = peek(json);

    switch (c) {
    case '[': *out = CQ_JSON_ARRAY; return descend(json, c);
    case '{': *out = CQ_JSON_OBJECT; return descend(json, c);
    case '"': *out = CQ_JSON_STRING; return read_string(json);
    case 't': *out = CQ_JSON_TRUE; return read_word(json, "true");
    case 'f': *out = CQ_JSON_FALSE; return read_word(json, "false");
    case 'n': *out = CQ_JSON_NULL; return read_word(json, "null");
    default: break;
    }
    if (c != '-' && !cq_is_digit(c))
        return expected(json, "a value");
    *out = CQ_JSON_NUMBER;
    return read_number(json);
}

cq_status cq_json_next(cq_json *json, cq_json_kind *out)
{
    bool end;
    cq_json_kind kind = CQ_JSON_END;

    cq_try(approach(json, &end));
    if (!end)
        cq_try(read_value(json, &kind));
    cq_assert(json->at <= json->text.size && json->line_start <= json->at);
    *out = kind;
    return CQ_OK;
}

cq_status cq_json_key(cq_json *json, bool *more)
{
    cq_assert(in_object(json) && !json->key_read);
    skip_space(json);
    if (peek(json) == '}') {
        ascend(json);
        *more = false;
        return CQ_OK;
    }
    if (!json->first) {
        if (peek(json) != ',')
            return expected(json, "',' or '}'");
        json->at++;
        skip_space(json);
    }
    if (peek(json) != '"')
        return expected(json, json->first ? "a key or '}'" : "a key");
    mark(json);
    cq_try(read_string(json));
    skip_space(json);
    if (peek(json) != ':')
        return expected(json, "':' after the key");
    json->at++;
    json->first = false;
    json->key_read = true;
    *more = true;
    return CQ_OK;
}

cq_status cq_json_more(cq_json *json, bool *more)
{
    cq_assert(json->depth && !in_object(json));
    skip_space(json);
    *more = peek(json) != ']';
    if (!*more)
        ascend(json);
    return CQ_OK;
}

static const char *const kind_names[] = {
    [CQ_JSON_NULL] = "null",        [CQ_JSON_FALSE] = "false",
    [CQ_JSON_TRUE] = "true",        [CQ_JSON_NUMBER] = "a number",
    [CQ_JSON_STRING] = "a string",  [CQ_JSON_ARRAY] = "an array",
    [CQ_JSON_OBJECT] = "an object", [CQ_JSON_END] = "']'",
};

cq_status cq_json_expect(cq_json *json, cq_json_kind kind)
{
    cq_json_kind found;

    cq_try(cq_json_next(json, &found));
    if (found != kind)
        return cq_json_fail(json, "expected %s, found %s", kind_names[kind],
                            kind_names[found]);
    return CQ_OK;
}

/* The digits that stand here as a number up to `most`; false if there are none, too
 * many, or a fraction. Moves on only if true. */
static inline bool take_digits(cq_json *json, uint64_t most, uint64_t *out)
{
    const char *data = json->text.data;
    size_t at = json->at, size = json->text.size;
    uint64_t value = 0;

    if (at == size || !cq_is_digit(data[at]) ||
        (data[at] == '0' && at + 1 < size && cq_is_digit(data[at + 1])))
        return false;
    for (; at < size && cq_is_digit(data[at]); at++) {
        uint64_t digit = (uint64_t)(data[at] - '0');

        if (digit > most || value > (most - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    cq_assert(value <= most);
    if (at < size && (data[at] == '.' || data[at] == 'e' || data[at] == 'E'))
        return false;
    json->at = at;
    *out = value;
    return true;
}

/* A string of digits, or what else stands there, which is then complained about. */
static cq_status read_quoted_u64(cq_json *json, uint64_t most, uint64_t *out)
{
    cq_json_kind kind;
    cq_json digits = {0};
    uint64_t value;
    char found[24] = "";

    cq_try(read_value(json, &kind));
    if (kind == CQ_JSON_STRING || kind == CQ_JSON_NUMBER) {
        digits.text.data = json->value.at;
        digits.text.size = json->value.count;
        if (take_digits(&digits, most, &value) && at_end(&digits)) {
            *out = value;
            return CQ_OK;
        }
        snprintf(found, sizeof found, "%s", json->value.at);
    }
    return cq_json_fail(json, "expected a whole number from 0 to %llu, found %s",
                        (unsigned long long)most, *found ? found : kind_names[kind]);
}

cq_status cq_json_u64(cq_json *json, uint64_t most, uint64_t *out)
{
    bool end;

    cq_try(approach(json, &end));
    if (end)
        return cq_json_fail(json, "expected a whole number, found ']'");
    if (take_digits(json, most, out))
        return CQ_OK;
    return read_quoted_u64(json, most, out);
}

cq_status cq_json_u32(cq_json *json, uint32_t most, uint32_t *out)
{
    uint64_t value;

    cq_try(cq_json_u64(json, most, &value));
    *out = (uint32_t)value;
    return CQ_OK;
}

cq_status cq_json_skip(cq_json *json)
{
    size_t from;

    return cq_json_skip_from(json, &from);
}

cq_status cq_json_skip_from(cq_json *json, size_t *from)
{
    size_t base = json->depth;
    cq_json_kind kind;
    cq_status status = cq_json_next(json, &kind);

    *from = json->line_start + json->token_column - 1; /* no token has a line end */
    while (status == CQ_OK && json->depth > base) {
        bool more = true;

        if (in_object(json))
            status = cq_json_key(json, &more);
        if (status == CQ_OK && more)
            status = cq_json_next(json, &kind);
    }
    cq_assert(status != CQ_OK || (json->depth <= base && *from <= json->at));
    return status;
}

cq_status cq_json_finish(cq_json *json)
{
    skip_space(json);
    return at_end(json) ? CQ_OK : expected(json, "the end of the text");
}
