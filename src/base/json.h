/* json.h - JSON as a stream of tokens, in and out, with positions.
 *
 * No tree is built: an answer with a million dominoes is read in constant extra memory.
 * RFC 8259; nesting is limited to CQ_JSON_DEPTH.
 */
#ifndef CQ_BASE_JSON_H
#define CQ_BASE_JSON_H

#include "base/text.h"

enum { CQ_JSON_DEPTH = 64 };

typedef enum cq_json_kind {
    CQ_JSON_NULL,
    CQ_JSON_FALSE,
    CQ_JSON_TRUE,
    CQ_JSON_NUMBER,
    CQ_JSON_STRING,
    CQ_JSON_ARRAY,  /* its '[' has been read */
    CQ_JSON_OBJECT, /* its '{' has been read */
    CQ_JSON_END     /* the enclosing array or object is closed, or the text ended */
} cq_json_kind;

typedef struct cq_json {
    cq_context *ctx;
    cq_text text;
    size_t at, line, line_start;
    size_t depth;
    char open[CQ_JSON_DEPTH]; /* '[' or '{' */
    bool first;               /* nothing read yet in the innermost container */
    bool key_read;
    size_t token_line, token_column;
    cq_chars value; /* of a string (decoded) or number (as written), NUL at the end */
} cq_json;

void cq_json_start(cq_json *json, cq_context *ctx, const cq_text *text);
void cq_json_stop(cq_json *json);

/* The next value in the document or array, or after a key; CQ_JSON_END closes. */
cq_status cq_json_next(cq_json *json, cq_json_kind *out);
/* Inside an object: the next key into json->value, or *more = false at '}'. */
cq_status cq_json_key(cq_json *json, bool *more);
/* Inside an array: whether a value follows; if not, the array is closed and left. */
cq_status cq_json_more(cq_json *json, bool *more);
/* The next value must be of that kind. */
cq_status cq_json_expect(cq_json *json, cq_json_kind kind);
/* A whole number 0..most, also as a string of digits. */
cq_status cq_json_u64(cq_json *json, uint64_t most, uint64_t *out);
cq_status cq_json_u32(cq_json *json, uint32_t most, uint32_t *out);
/* A whole number -most..most, also as a string. */
cq_status cq_json_i64(cq_json *json, int64_t most, int64_t *out);
/* A whole number of any length, also as a string: json->value are its digits. */
cq_status cq_json_digits(cq_json *json);
/* Any number, to the precision of a double or nearly so; not as a string. */
cq_status cq_json_double(cq_json *json, double *out);
/* The number that cq_json_next has just read. */
double cq_json_number(const cq_json *json);
/* Reads over one value, whatever it is. */
cq_status cq_json_skip(cq_json *json);
/* The same; *from is where it begins in the text, and json->at where it ends. */
cq_status cq_json_skip_from(cq_json *json, size_t *from);
/* Nothing but white space may follow. */
cq_status cq_json_finish(cq_json *json);
/* CQ_INPUT at the last token. */
cq_status cq_json_fail(cq_json *json, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A string with quotes and escapes. */
void cq_json_put_string(FILE *out, const char *text);
/* The same without the quotes, for strings made of several parts. */
void cq_json_put_escaped(FILE *out, const char *text);
/* A number, as a string if a double could not hold it. */
void cq_json_put_u64(FILE *out, uint64_t value);

#endif
