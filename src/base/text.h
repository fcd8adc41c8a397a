/* text.h - reading text by lines and words with positions, and small writing helpers.
 */
#ifndef CQ_BASE_TEXT_H
#define CQ_BASE_TEXT_H

#include "base/vec.h"

typedef struct cq_text {
    const char *name; /* for messages: a path, "standard input", "--pieces" */
    const char *data; /* need not end in NUL */
    size_t size;
} cq_text;

/* A walk over the lines. After cq_lines_next is true, `start` and `length` are the line
 * without its ending ("\n" or "\r\n") and `number` counts from 1. */
typedef struct cq_lines {
    const cq_text *text;
    const char *at, *end;
    const char *start;
    size_t length;
    size_t number;
} cq_lines;

cq_lines cq_lines_of(const cq_text *text);
bool cq_lines_next(cq_lines *lines);
bool cq_lines_blank(const cq_lines *lines); /* only spaces and tabs */

/* A walk over the words of a line, split at spaces and tabs; `column` counts from 1. */
typedef struct cq_words {
    const char *at, *end, *line;
    const char *start;
    size_t length;
    size_t column;
} cq_words;

cq_words cq_words_of(const char *line, size_t length);
bool cq_words_next(cq_words *words);
bool cq_word_is(const cq_words *words, const char *expected);

/* CQ_INPUT, with a message about a character of the line at hand: `at` points to it. */
#define cq_fail_in(ctx, lines, at, ...)                                                \
    cq_fail_at((ctx), (lines)->text->name, (lines)->number,                            \
               (size_t)((at) - (lines)->start) + 1, __VA_ARGS__)

/* The same about a text that ends too soon: after its last line. */
#define cq_fail_end(ctx, lines, ...)                                                   \
    cq_fail_at((ctx), (lines)->text->name, (lines)->number + 1, 1, __VA_ARGS__)

/* A part of a line and its place, for those that read it and say what is wrong. */
typedef struct cq_span {
    const char *source;  /* as a text's name */
    size_t line, column; /* of its first character; line 0: it is in no file */
    const char *start;
    size_t length;
} cq_span;

/* A text of one line, such as a flag's value. */
cq_span cq_span_of(const char *source, const char *text);
/* What the line at hand has from `start` on. */
cq_span cq_span_from(const cq_lines *line, const char *start);
cq_span cq_span_part(cq_span whole, const char *start, size_t length);
cq_span cq_span_word(cq_span whole, const cq_words *word);
/* Without the spaces at both ends. */
cq_span cq_span_trim(cq_span span);
/* Takes what stands before the next `mark` off the rest; false if nothing is left. A
 * list without a mark, even an empty one, has one member. */
bool cq_span_take(cq_span *rest, char mark, cq_span *out);

/* CQ_INPUT, with a message about it. */
#define cq_fail_span(ctx, span, ...)                                                   \
    cq_fail_at((ctx), (span).source, (span).line, (span).column, __VA_ARGS__)
/* "expected WHAT, found 'these words'"; of an empty one, "found END". */
cq_status cq_expected(cq_context *ctx, cq_span found, const char *what,
                      const char *end);

bool cq_same_text(const char *a, size_t length, const char *b); /* b ends in NUL */

static inline bool cq_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A decimal number without sign in a[0..length); false if empty, not only digits, or
 * above `most`. */
bool cq_parse_u64(const char *a, size_t length, uint64_t most, uint64_t *out);
bool cq_parse_u32(const char *a, size_t length, uint32_t most, uint32_t *out);
/* The same with a minus before it, or not. */
bool cq_parse_signed(const char *a, size_t length, uint32_t most, int64_t *out);

/* A quotable form of a character for messages: 'x', a tab, byte 0x07. */
const char *cq_char_name(char c, char buffer[16]);

/* CQ_OK, or CQ_INPUT that says where the first NUL byte is: that is no text. */
cq_status cq_text_require_plain(cq_context *ctx, const cq_text *text);

/* Adds to the text in a buffer of this size; what has no room is left out. */
void cq_append(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Numbers with thousands separators for sentences: 2,873,844. */
#define CQ_GROUPED_SIZE 32
const char *cq_grouped(uint64_t value, char buffer[CQ_GROUPED_SIZE]);

#endif
