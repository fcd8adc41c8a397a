/* json_test.c - the JSON reader: values, strings, numbers, positions of what is wrong.
 */
#include "base/json.h"
#include "base/random.h"
#include "context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static cq_json reading(const char *text)
{
    cq_text source = {"test", text, strlen(text)};
    cq_json json;

    cq_json_start(&json, ctx, &source);
    return json;
}

/* Reads over the whole of a document. */
static cq_status swallow(const char *text, size_t size)
{
    cq_text source = {"test", text, size};
    cq_json json;
    cq_status status;

    cq_json_start(&json, ctx, &source);
    status = cq_json_skip(&json);
    if (status == CQ_OK)
        status = cq_json_finish(&json);
    cq_json_stop(&json);
    return status;
}

static const char document[] = "{\"a\": [1, 2.5e-3, -0, \"x\\u00e9\\ud83d\\ude00\"],\n"
                               "\t\"b\": {\"c\": null, \"d\": [true, false, {}]},\r\n"
                               " \"\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\"}\n";

static void test_tokens(void **state)
{
    cq_json json = reading(document);
    cq_json_kind kind;
    uint64_t number;
    double fraction;
    bool more;

    (void)state;
    assert_int_equal(cq_json_expect(&json, CQ_JSON_OBJECT), CQ_OK);
    assert_int_equal(cq_json_key(&json, &more), CQ_OK);
    assert_true(more);
    assert_string_equal(json.value.at, "a");
    assert_int_equal(cq_json_expect(&json, CQ_JSON_ARRAY), CQ_OK);
    assert_int_equal(cq_json_u64(&json, 9, &number), CQ_OK);
    assert_int_equal(number, 1);
    assert_int_equal(cq_json_double(&json, &fraction), CQ_OK);
    assert_true(fabs(fraction - 0.0025) < 1e-12);
    assert_int_equal(cq_json_next(&json, &kind), CQ_OK);
    assert_int_equal(kind, CQ_JSON_NUMBER);
    assert_string_equal(json.value.at, "-0");
    assert_int_equal(cq_json_next(&json, &kind), CQ_OK);
    assert_int_equal(kind, CQ_JSON_STRING);
    assert_string_equal(json.value.at, "x\xc3\xa9\xf0\x9f\x98\x80");
    assert_int_equal(cq_json_next(&json, &kind), CQ_OK);
    assert_int_equal(kind, CQ_JSON_END);
    assert_int_equal(cq_json_key(&json, &more), CQ_OK);
    assert_string_equal(json.value.at, "b");
    assert_int_equal(json.token_line, 2);
    assert_int_equal(json.token_column, 2);
    assert_int_equal(cq_json_skip(&json), CQ_OK);
    assert_int_equal(cq_json_key(&json, &more), CQ_OK);
    assert_string_equal(json.value.at, "");
    assert_int_equal(cq_json_next(&json, &kind), CQ_OK);
    assert_string_equal(json.value.at, "\"\\/\b\f\n\r\t");
    assert_int_equal(cq_json_key(&json, &more), CQ_OK);
    assert_false(more);
    assert_int_equal(cq_json_next(&json, &kind), CQ_OK);
    assert_int_equal(kind, CQ_JSON_END);
    assert_int_equal(cq_json_finish(&json), CQ_OK);
    cq_json_stop(&json);
}

/* What is wrong, where, and a part of the sentence. */
static const struct {
    const char *text;
    size_t line, column;
    const char *part;
} wrong[] = {
    {"", 1, 1, "expected a value, found the end of the text"},
    {"  \n ", 2, 2, "found the end of the text"},
    {"[1,\n 2", 2, 3, "expected ',' or ']', found the end of the text"},
    {"[1,]", 1, 4, "expected a value, found ']'"},
    {"[,1]", 1, 2, "expected a value, found ','"},
    {"[1 2]", 1, 4, "expected ',' or ']', found '2'"},
    {"[1}", 1, 3, "expected ',' or ']', found '}'"},
    {"]", 1, 1, "expected a value"},
    {"{", 1, 2, "expected a key or '}'"},
    {"{\"a\"}", 1, 5, "expected ':' after the key, found '}'"},
    {"{\"a\":}", 1, 6, "expected a value, found '}'"},
    {"{\"a\":1,}", 1, 8, "expected a key, found '}'"},
    {"{\"a\":1 \"b\":2}", 1, 8, "expected ',' or '}', found '\"'"},
    {"{a:1}", 1, 2, "expected a key or '}', found 'a'"},
    {"{1:1}", 1, 2, "expected a key"},
    {"\"abc", 1, 5, "at the end of the string, found the end of the text"},
    {"[\"a\nb\"]", 1, 4, "found byte 0x0a"},
    {"\"\t\"", 1, 2, "found a tab"},
    {"\"\\x\"", 1, 3, "after the backslash, found 'x'"},
    {"\"\\", 1, 3, "after the backslash, found the end of the text"},
    {"\"\\u12g4\"", 1, 6, "four hexadecimal digits after \\u, found 'g'"},
    {"\"\\u12", 1, 6, "four hexadecimal digits after \\u, found the end"},
    {"\"\\ud800\"", 1, 2, "surrogates in pairs"},
    {"\"ab\\udc00\"", 1, 4, "surrogates in pairs"},
    {"\"\\ud800\\u0041\"", 1, 2, "surrogates in pairs"},
    {"\"\\ud800\\n\"", 1, 2, "surrogates in pairs"},
    {"\"\\u0000\"", 1, 2, "a NUL character"},
    {"01", 1, 2, "leading zero"},
    {"-01", 1, 3, "leading zero"},
    {"-", 1, 2, "expected a digit"},
    {"+1", 1, 1, "expected a value, found '+'"},
    {".5", 1, 1, "expected a value, found '.'"},
    {"1.", 1, 3, "expected a digit"},
    {"1.e5", 1, 3, "expected a digit"},
    {"1e", 1, 3, "expected a digit"},
    {"1e+", 1, 4, "expected a digit"},
    {"0x10", 1, 2, "expected the end of the text, found 'x'"},
    {"1 2", 1, 3, "expected the end of the text"},
    {"[] []", 1, 4, "expected the end of the text"},
    {"tru", 1, 1, "the word true"},
    {"truE", 1, 1, "the word true"},
    {"[fals]", 1, 2, "the word false"},
    {"nul", 1, 1, "the word null"},
    {"NaN", 1, 1, "expected a value, found 'N'"},
    {"'a'", 1, 1, "expected a value"},
    {"[1] // x", 1, 5, "expected the end of the text, found '/'"},
    {"\xff", 1, 1, "found byte 0xff"},
    {"\"ab\xff\"", 1, 4, "expected text in UTF-8, found byte 0xff"},
    {"{\"\xe9\": 1}", 1, 3, "expected text in UTF-8, found byte 0xe9"},
    {"\"\xc3\xa9\xc3\"", 1, 4, "expected text in UTF-8, found byte 0xc3"},
    {"\"\xe2\x82\"", 1, 2, "expected text in UTF-8"}, /* cut off */
    {"\"\xe2\x82", 1, 2, "expected text in UTF-8"},
    {"\"\xc0\xaf\"", 1, 2, "expected text in UTF-8"}, /* overlong */
    {"\"\xe0\x9f\xbf\"", 1, 2, "expected text in UTF-8"},
    {"\"\xf0\x8f\xbf\xbf\"", 1, 2, "expected text in UTF-8"},
    {"\"\xed\xa0\x80\"", 1, 2, "expected text in UTF-8"},     /* a surrogate */
    {"\"\xf4\x90\x80\x80\"", 1, 2, "expected text in UTF-8"}, /* above U+10FFFF */
    {"\"\x80\"", 1, 2, "expected text in UTF-8"},
};

static void test_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *text = wrong[i].text;

        if (swallow(text, strlen(text)) != CQ_INPUT)
            fail_msg("accepted: %s", text);
        assert_refused_at(text, wrong[i].line, wrong[i].column, wrong[i].part);
        assert_string_equal(cq_error_source(ctx), "test");
    }
}

static void test_nul_byte(void **state)
{
    (void)state;
    assert_int_equal(swallow("[1,\0]", 5), CQ_INPUT);
    assert_int_equal(cq_error_column(ctx), 4);
    assert_int_equal(swallow("\"a\0b\"", 5), CQ_INPUT);
    assert_int_equal(cq_error_column(ctx), 3);
}

static void test_right(void **state)
{
    static const char *const texts[] = {"0",
                                        "-0",
                                        "1.5",
                                        "1E5",
                                        "1e-5",
                                        "\"\"",
                                        "[]",
                                        "{}",
                                        " [ ] ",
                                        "[[],[]]",
                                        "[0,-1,2e0]",
                                        "{\"a\":{\"a\":[]}}",
                                        "\"\\ud800\\udc00\"",
                                        "\"\xc2\x80\xef\xbf\xbf\xf4\x8f\xbf\xbf\"",
                                        "\n\n1\n",
                                        "{\"a\":1,\"a\":2}"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (swallow(texts[i], strlen(texts[i])) != CQ_OK)
            fail_msg("%s: %s", texts[i], cq_error_text(ctx));
}

static void test_depth(void **state)
{
    char text[2 * CQ_JSON_DEPTH + 3];

    (void)state;
    memset(text, '[', CQ_JSON_DEPTH);
    memset(text + CQ_JSON_DEPTH, ']', CQ_JSON_DEPTH);
    assert_int_equal(swallow(text, 2 * (size_t)CQ_JSON_DEPTH), CQ_OK);
    memset(text, '[', CQ_JSON_DEPTH + 1);
    assert_int_equal(swallow(text, sizeof text), CQ_INPUT);
    assert_int_equal(cq_error_column(ctx), CQ_JSON_DEPTH + 1);
}

/* Every beginning of a document is refused, whatever it is cut in. */
static void test_truncation(void **state)
{
    size_t size = strlen(document);

    (void)state;
    assert_int_equal(swallow(document, size), CQ_OK);
    assert_int_equal(swallow(document, size - 1), CQ_OK); /* its newline */
    for (size_t cut = 0; cut < size - 1; cut++) {
        char *copy = malloc(cut + 1); /* so that a sanitizer sees reads past its end */

        assert_non_null(copy);
        memcpy(copy, document, cut);
        assert_int_equal(swallow(copy, cut), CQ_INPUT);
        free(copy);
    }
}

static void test_whole_numbers(void **state)
{
    static const struct {
        const char *text;
        uint64_t most;
        bool fine;
        uint64_t value;
    } cases[] = {
        {"0", 0, true, 0},
        {"9", 3, false, 0},
        {"10", 9, false, 0},
        {"9", 9, true, 9},
        {"\"12\"", 12, true, 12},
        {"\"13\"", 12, false, 0},
        {"\"\"", 12, false, 0},
        {"\"1x\"", 12, false, 0},
        {"-1", 12, false, 0},
        {"1.0", 12, false, 0},
        {"1e1", 12, false, 0},
        {"true", 12, false, 0},
        {"[]", 12, false, 0},
        {"18446744073709551615", UINT64_MAX, true, UINT64_MAX},
        {"18446744073709551616", UINT64_MAX, false, 0},
        {"\"18446744073709551615\"", UINT64_MAX, true, UINT64_MAX},
        {"99999999999999999999999999", UINT64_MAX, false, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cq_json json = reading(cases[i].text);
        uint64_t value = 77;
        cq_status status = cq_json_u64(&json, cases[i].most, &value);

        cq_json_stop(&json);
        if ((status == CQ_OK) != cases[i].fine)
            fail_msg("%s up to %llu", cases[i].text, (unsigned long long)cases[i].most);
        assert_int_equal(value, cases[i].fine ? cases[i].value : 77);
    }
}

static void test_signed_numbers(void **state)
{
    cq_json json = reading("[-5, \"-6\", 7, -11]");
    int64_t value;
    bool more;

    (void)state;
    assert_int_equal(cq_json_expect(&json, CQ_JSON_ARRAY), CQ_OK);
    assert_int_equal(cq_json_i64(&json, 10, &value), CQ_OK);
    assert_int_equal(value, -5);
    assert_int_equal(cq_json_i64(&json, 10, &value), CQ_OK);
    assert_int_equal(value, -6);
    assert_int_equal(cq_json_more(&json, &more), CQ_OK);
    assert_true(more);
    assert_int_equal(cq_json_i64(&json, 10, &value), CQ_OK);
    assert_int_equal(value, 7);
    assert_int_equal(cq_json_i64(&json, 10, &value), CQ_INPUT);
    assert_int_equal(cq_error_column(ctx), 15);
    cq_json_stop(&json);
}

/* A string that is written reads back as it was. */
static void test_round_trip(void **state)
{
    static const char text[] = "a\"b\\c/\x01\x1f\n\t\x7f \xc3\xa9 \xf0\x9f\x98\x80";
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);
    cq_json json;

    (void)state;
    assert_non_null(out);
    fputc('[', out);
    cq_json_put_string(out, text);
    fputc(',', out);
    cq_json_put_u64(out, UINT64_C(1) << 53);
    fputc(',', out);
    cq_json_put_u64(out, (UINT64_C(1) << 53) + 1);
    fputc(']', out);
    fclose(out);
    assert_non_null(strstr(written, ",9007199254740992,\"9007199254740993\"]"));
    json = reading(written);
    assert_int_equal(cq_json_expect(&json, CQ_JSON_ARRAY), CQ_OK);
    assert_int_equal(cq_json_expect(&json, CQ_JSON_STRING), CQ_OK);
    assert_string_equal(json.value.at, text);
    cq_json_stop(&json);
    free(written);
}

/* Whether it is UTF-8, by decoding and encoding it. */
static bool is_utf8(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    while (*at) {
        unsigned follow = *at < 0x80 ? 0 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
        unsigned long code = *at++;
        static const unsigned long least[] = {0, 0x80, 0x800, 0x10000};

        if (code >= 0x80 && (code < 0xc0 || code >= 0xf8))
            return false;
        code &= follow ? 0x3fu >> follow : 0x7f;
        for (unsigned i = 0; i < follow; i++, at++) {
            if ((*at & 0xc0) != 0x80)
                return false;
            code = code << 6 | (*at & 0x3fu);
        }
        if (code < least[follow] || code > 0x10ffff ||
            (code >= 0xd800 && code < 0xe000))
            return false;
    }
    return true;
}

/* Whatever the bytes of a string are: the document can be read, and what was UTF-8 is
 * as it was. */
static void test_any_bytes(void **state)
{
    static const char likely[] = "a\"\\\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc2\xc3\xdf"
                                 "\xe0\xe2\xed\xef\xf0\xf4\xf5\xff";
    size_t kept = 0, replaced = 0;
    cq_random dice;

    (void)state;
    cq_random_seed(&dice, 1);
    for (int i = 0; i < 20000; i++) {
        char text[6] = "", *written = NULL;
        size_t size, length = (size_t)cq_random_below(&dice, sizeof text);
        FILE *out = open_memstream(&written, &size);
        cq_json json;

        for (size_t k = 0; k < length; k++)
            text[k] = likely[cq_random_below(&dice, sizeof likely - 1)];
        assert_non_null(out);
        cq_json_put_string(out, text);
        fclose(out);
        json = reading(written);
        assert_int_equal(cq_json_expect(&json, CQ_JSON_STRING), CQ_OK);
        assert_int_equal(cq_json_finish(&json), CQ_OK);
        assert_int_equal(strcmp(json.value.at, text) == 0, is_utf8(text));
        kept += is_utf8(text);
        replaced += !is_utf8(text);
        cq_json_stop(&json);
        free(written);
    }
    assert_true(kept > 1000 && replaced > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tokens),        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_nul_byte),      cmocka_unit_test(test_right),
        cmocka_unit_test(test_depth),         cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_whole_numbers), cmocka_unit_test(test_signed_numbers),
        cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_any_bytes),
    };

    return cmocka_run_group_tests(tests, open_context, close_context);
}
