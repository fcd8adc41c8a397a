/* answer_look.c - what an answer tells of the problem that it answers.
 *
 * In JSON by its "problem", as a bare array by its first brackets, as text by being a
 * grid of numbers, a list of squares or a TOUR file of TSPLIB. It is only looked at:
 * malformed text is reported when the answer is read.
 */
#include "answer/answer.h"

#include "base/json.h"
#include "problem/content.h"

#include <string.h>

static void take_hint(const cq_json *json, cq_json_kind kind, const char *key,
                      cq_answer_hints *out)
{
    const char *text = kind == CQ_JSON_STRING ? json->value.at : "";

    if (strcmp(key, "closed") == 0) {
        out->has_closed = true;
        out->closed = kind == CQ_JSON_TRUE;
    } else if (strcmp(key, "leaper") == 0) {
        snprintf(out->leaper, sizeof out->leaper, "%s", text);
    } else if (strcmp(text, "tiling") == 0) {
        out->reading = CQ_READ_TILE;
    } else if (strcmp(text, "cover") == 0) {
        out->reading = CQ_READ_COVER;
    } else if (strcmp(text, "tour") == 0) {
        out->reading = CQ_READ_TOUR;
    }
}

/* The members of "problem": {...}. */
static cq_status look_at_problem(cq_json *json, cq_answer_hints *out)
{
    static const char *const keys[] = {"kind", "closed", "leaper"};
    cq_status status = cq_json_expect(json, CQ_JSON_OBJECT);
    bool more = true;

    while (status == CQ_OK && (status = cq_json_key(json, &more)) == CQ_OK && more) {
        const char *key = NULL;
        cq_json_kind kind;

        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            if (strcmp(json->value.at, keys[i]) == 0)
                key = keys[i];
        if (!key) {
            status = cq_json_skip(json);
            continue;
        }
        status = cq_json_next(json, &kind);
        if (status == CQ_OK)
            take_hint(json, kind, key, out);
        if (status == CQ_OK && (kind == CQ_JSON_ARRAY || kind == CQ_JSON_OBJECT))
            return CQ_INPUT;
    }
    return status;
}

/* Up to "problem" and past it; malformed text is reported when the answer is read. */
static cq_status look_at_object(cq_context *ctx, const cq_text *text,
                                cq_answer_hints *out)
{
    cq_json json;
    cq_status status;
    bool more = true;

    cq_json_start(&json, ctx, text);
    status = cq_json_expect(&json, CQ_JSON_OBJECT);
    while (status == CQ_OK && (status = cq_json_key(&json, &more)) == CQ_OK && more) {
        if (strcmp(json.value.at, "problem") == 0) {
            status = look_at_problem(&json, out);
            break;
        }
        status = cq_json_skip(&json);
    }
    cq_json_stop(&json);
    return status == CQ_MEMORY ? CQ_MEMORY : CQ_OK;
}

/* [[[0,0],[0,1]],... dominoes; [[0,0],[1,2],... a tour; [{"piece" or [{"option";
 * ["name", a walk over a graph. */
static void look_at_array(const char *at, const char *end, cq_answer_hints *out)
{
    unsigned depth = 0;

    for (; at < end && strchr("[ \t\r\n", *at); at++)
        depth += *at == '[';
    if (at == end)
        return;
    if (*at == '{')
        out->reading = memmem(at, (size_t)(end - at), "\"option\"", 8) ? CQ_READ_COVER
                                                                       : CQ_READ_TILE;
    else if (*at == '"' || depth == 2)
        out->reading = CQ_READ_TOUR;
    else if (depth == 3)
        out->reading = CQ_READ_TILE;
}

/* How many characters at the beginning are of this set. */
static size_t span_of(const char *at, const char *end, const char *set)
{
    size_t count = 0;

    while (at + count < end && at[count] && strchr(set, at[count]))
        count++;
    return count;
}

/* "e4", "ab12", "3:4" */
static bool is_square_name(const cq_words *word)
{
    const char *at = word->start, *end = at + word->length, *middle;

    if (memchr(at, ':', word->length)) {
        at += span_of(at, end, "0123456789");
        return at > word->start && *at == ':' && at + 1 < end &&
               at + 1 + span_of(at + 1, end, "0123456789") == end;
    }
    middle = at + span_of(at, end, "abcdefghijklmnopqrstuvwxyz");
    return middle > at && middle < end &&
           middle + span_of(middle, end, "0123456789") == end;
}

static bool is_step(const cq_words *word)
{
    uint64_t number;

    return cq_word_is(word, ".") ||
           cq_parse_u64(word->start, word->length, UINT32_MAX, &number);
}

/* Words of one kind and nothing else, and more than one on a line. */
static bool has_only(const cq_text *text, bool (*is)(const cq_words *word))
{
    cq_lines lines = cq_lines_of(text);
    bool several = false;

    while (cq_next_full_line(&lines)) {
        cq_words words = cq_words_of(lines.start, lines.length);
        size_t on_line = 0;

        for (; cq_words_next(&words); on_line++)
            if (!is(&words))
                return false;
        several |= on_line > 1;
    }
    return several;
}

/* "proof: cut a1 b2": a reason why there is no walk. */
static bool is_tour_proof(const cq_text *text)
{
    static const char *const proofs[] = {"degree", "balance", "cut", "factor"};
    cq_lines lines = cq_lines_of(text);

    while (cq_next_full_line(&lines)) {
        cq_words words = cq_words_of(lines.start, lines.length);

        if (!cq_words_next(&words) || !cq_word_is(&words, "proof:") ||
            !cq_words_next(&words))
            continue;
        for (size_t i = 0; i < sizeof proofs / sizeof *proofs; i++)
            if (cq_word_is(&words, proofs[i]))
                return true;
    }
    return false;
}

/* A proof in a file says after its first line and its version what it is about. */
static bool is_proof_tree(const char *data, size_t size, cq_answer_hints *out)
{
    static const char mark[] = "\xc9"
                               "chequer proof\n";
    size_t length = sizeof mark - 1;
    char kind;

    if (size < length + 2 || memcmp(data, mark, length) != 0)
        return false;
    kind = data[length + 1];
    if (kind >= 'A' && kind <= 'Z')
        kind = (char)(kind - 'A' + 'a'); /* layers, in place of a tree */
    out->reading = kind == 't'   ? CQ_READ_TILE
                   : kind == 'c' ? CQ_READ_COVER
                                 : CQ_READ_TOUR;
    out->has_closed = kind == 'h' || kind == 'o';
    out->closed = kind == 'h';
    out->proof_tree = true;
    return true;
}

cq_status cq_answer_look(cq_context *ctx, const char *data, size_t size,
                         cq_answer_hints *out)
{
    cq_text whole = {"answer", data, size}, *text = &whole;
    const char *at = data, *end = size ? data + size : data;

    cq_try(cq_need(ctx, size ? data : "", "a text"));
    cq_try(cq_need(ctx, out, "a place for the hints"));
    memset(out, 0, sizeof *out);
    while (at < end && strchr(" \t\r\n", *at) && *at)
        at++;
    if (at == end || is_proof_tree(data, size, out))
        return CQ_OK;
    out->json = *at == '{' || *at == '[';
    if (*at == '{')
        return look_at_object(ctx, text, out);
    if (*at == '[')
        look_at_array(at, end, out);
    else if (is_tour_proof(text) || cq_text_is_tsplib_tour(text))
        out->reading = CQ_READ_TOUR;
    else if (has_only(text, is_step) || has_only(text, is_square_name)) {
        out->reading = CQ_READ_TOUR;
        out->unsure = true; /* items of a cover may have such names */
    }
    return CQ_OK;
}
