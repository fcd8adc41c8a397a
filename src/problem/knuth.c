/* knuth.c - covers in the text format of Knuth's programs for exact cover.
 *
 *     | The items, then the options, one a line.
 *     a b 0:2|c | p q
 *     a c p:red
 *     b p:red q
 *
 * A line whose first character other than a space is '|' is a comment, wherever it
 * stands; blank lines do not count. The first other line names the items, the primary
 * ones before a '|' on its own, the secondary ones after it. `lo:hi|` or `n|`
 * before a primary item says how many of the chosen options have it; without, it is
 * exactly one. Each further line is an option: items, all different, and a secondary
 * item may have a colour after ':'; a word that starts with '|' or '$' is a weight of
 * the option, as in DLX5. Source: D. E. Knuth, The Art of Computer
 * Programming 4B (2022), 7.2.2.1, and the programs DLX2 and DLX3 that go with it, which
 * allow names of up to 8 characters and colours of one; here both have any length.
 *
 * Reading is one pass. Items and colours are numbered through a hash table, and
 * stamps[item] is the number of the last option line that had the item, so that
 * "twice in an option" costs one comparison: O(size of the text) altogether.
 *
 * An option without primary items is never needed to cover anything. Knuth's programs
 * leave such options out, and so does this one; a note says how many there were.
 */
#include "base/assert.h"
#include "problem/cover.h"
#include "problem/names.h"

#include <string.h>

typedef struct reader {
    cq_context *ctx;
    const cq_text *text;
    cq_lines lines;
    cq_cover cover;
    cq_names items, colours;
    size_t *stamps; /* line of the last option with this item */
    size_t left_out, first_left_out;
} reader;

/* Comments and blank lines do not count. */
static bool next_line(reader *r)
{
    while (cq_lines_next(&r->lines)) {
        cq_words words = cq_words_of(r->lines.start, r->lines.length);

        if (cq_words_next(&words) && *words.start != '|')
            return true;
    }
    return false;
}

static bool only_digits(const char *start, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (start[i] < '0' || start[i] > '9')
            return false;
    return length > 0;
}

static cq_status read_copies(reader *r, const char *start, size_t length,
                             uint32_t *copies)
{
    char quoted[CQ_QUOTED_SIZE];

    if (!only_digits(start, length))
        return cq_fail_found(r->ctx, &r->lines, start, length,
                             "a number in front of an item as in 2|a or 1:3|a", "none");
    if (!cq_parse_u32(start, length, UINT32_MAX, copies))
        return cq_fail_in(r->ctx, &r->lines, start,
                          "expected at most %u copies of an item, found %s", UINT32_MAX,
                          cq_quoted(start, length, quoted));
    return CQ_OK;
}

/* "lo:hi" or "n", the part of a word before its '|'. */
static cq_status read_multiplicity(reader *r, const char *start, size_t length,
                                   uint32_t *least, uint32_t *most)
{
    const char *colon = memchr(start, ':', length);
    size_t low = colon ? (size_t)(colon - start) : length;

    cq_try(read_copies(r, start, low, least));
    *most = *least;
    if (colon)
        cq_try(read_copies(r, colon + 1, length - low - 1, most));
    if (*most == 0)
        return cq_fail_in(r->ctx, &r->lines, start,
                          "expected an item that may be covered, found one with at "
                          "most 0 copies");
    if (*least > *most)
        return cq_fail_in(r->ctx, &r->lines, start,
                          "expected least:most copies in this order, found %u:%u",
                          *least, *most);
    return CQ_OK;
}

/* Names and colours are not empty and have neither ':' nor '|'. */
static cq_status require_name(reader *r, const char *what, const char *start,
                              size_t length)
{
    size_t plain = cq_name_plain(start, length);
    char name[16];

    if (plain < length)
        return cq_fail_in(r->ctx, &r->lines, start + plain,
                          "expected the name of %s, found %s in it", what,
                          cq_char_name(start[plain], name));
    if (length == 0)
        return cq_fail_in(r->ctx, &r->lines, start,
                          "expected the name of %s, found none", what);
    for (size_t i = 0; i < length; i++)
        if (start[i] == ':' || start[i] == '|')
            return cq_fail_in(r->ctx, &r->lines, start + i,
                              "expected the name of %s without ':' and '|', found '%c'",
                              what, start[i]);
    return CQ_OK;
}

static cq_status read_item(reader *r, const cq_words *word, bool primary)
{
    const char *bar = memchr(word->start, '|', word->length);
    const char *name = bar ? bar + 1 : word->start;
    size_t length = (size_t)(word->start + word->length - name);
    size_t known = r->items.list.count;
    uint32_t least = primary ? 1 : 0, most = 1, number;
    char quoted[CQ_QUOTED_SIZE];

    if (bar && !primary)
        return cq_fail_found(r->ctx, &r->lines, word->start, word->length,
                             "a secondary item, which has no multiplicity", "");
    if (bar)
        cq_try(read_multiplicity(r, word->start, (size_t)(bar - word->start), &least,
                                 &most));
    cq_try(require_name(r, "an item", name, length));
    cq_try(cq_names_add(r->ctx, &r->items, name, length, &number));
    if (number < known)
        return cq_fail_in(r->ctx, &r->lines, name,
                          "expected items with different names, found %s twice",
                          cq_quoted(name, length, quoted));
    cq_assert(number == r->cover.items.count); /* the same in names and in the cover */
    return cq_cover_add_item(r->ctx, &r->cover, name, length, primary, least, most,
                             &number);
}

static cq_status read_items(reader *r)
{
    cq_words words;
    bool primary = true;

    if (!next_line(r))
        return cq_fail_end(r->ctx, &r->lines,
                           "expected a line with the items of a cover, found the end");
    words = cq_words_of(r->lines.start, r->lines.length);
    while (cq_words_next(&words))
        if (!cq_word_is(&words, "|"))
            cq_try(read_item(r, &words, primary));
        else if (primary)
            primary = false;
        else
            return cq_fail_in(r->ctx, &r->lines, words.start,
                              "expected one '|' between primary and secondary "
                              "items, found a second one");
    return CQ_OK;
}

static cq_status read_colour(reader *r, const char *start, size_t length,
                             uint32_t *colour)
{
    size_t known = r->colours.list.count;
    uint32_t number;

    cq_try(require_name(r, "a colour", start, length));
    cq_try(cq_names_add(r->ctx, &r->colours, start, length, &number));
    if (number == known)
        return cq_cover_add_colour(r->ctx, &r->cover, start, length, colour);
    cq_assert(number < r->cover.colour_names.count);
    *colour = number + 1;
    return CQ_OK;
}

static cq_status read_entry(reader *r, const cq_words *word, bool *primary)
{
    const char *colon = memchr(word->start, ':', word->length);
    size_t length = colon ? (size_t)(colon - word->start) : word->length;
    uint32_t item = cq_names_find(&r->items, word->start, length);
    uint32_t colour = CQ_NO_COLOUR;
    char quoted[CQ_QUOTED_SIZE];

    if (item == CQ_NO_NAME) {
        cq_try(require_name(r, "an item", word->start, length));
        return cq_fail_found(r->ctx, &r->lines, word->start, length,
                             "an item from the first line", "''");
    }
    if (r->stamps[item] == r->lines.number)
        return cq_fail_in(r->ctx, &r->lines, word->start,
                          "expected different items in an option, found %s twice",
                          cq_quoted(word->start, length, quoted));
    cq_assert(r->stamps[item] < r->lines.number);
    r->stamps[item] = r->lines.number;
    if (item < r->cover.primary) {
        *primary = true;
        if (colon)
            return cq_fail_in(r->ctx, &r->lines, word->start + length,
                              "expected a colour on secondary items only, found one "
                              "on the primary item %s",
                              cq_quoted(word->start, length, quoted));
    }
    if (colon)
        cq_try(read_colour(r, colon + 1, word->length - length - 1, &colour));
    return cq_cover_add_entry(r->ctx, &r->cover, item, colour);
}

/* A number is a weight, as in DLX5. What begins with a letter may be the item of that
 * name, with a '|' that does not belong there. */
static cq_status require_weight(reader *r, const cq_words *word)
{
    const char *start = word->start + 1;
    size_t length = word->length - 1;
    char quoted[CQ_QUOTED_SIZE];

    if (*word->start != '|' || length == 0 || *start < 'a' || *start > 'z' ||
        cq_names_find(&r->items, start, length) == CQ_NO_NAME)
        return CQ_OK;
    return cq_fail_in(r->ctx, &r->lines, word->start,
                      "expected an item or a weight, found %s, which may be either: "
                      "write %.*s for the item or |$%.*s for the weight",
                      cq_quoted(word->start, word->length, quoted), (int)length, start,
                      (int)length, start);
}

/* "|3", "$3/2" or "|$x". */
static cq_status read_weight(reader *r, const cq_words *word)
{
    cq_factors *factors = &r->cover.factors;
    bool both = word->length > 1 && *word->start == '|' && word->start[1] == '$';
    size_t marks = both ? 2 : 1;
    cq_weight weight = {0};
    uint32_t number;
    cq_span text = cq_span_from(&r->lines, word->start + marks);
    cq_status status;

    text.length = word->length - marks;
    status = cq_weight_read(r->ctx, text, &factors->letters, &weight);

    cq_then(status, cq_factors_value(r->ctx, factors, &weight, &number));
    cq_then(status,
            cq_factors_add(r->ctx, factors, cq_cover_options(&r->cover) - 1, number));
    cq_weight_free(&weight);
    return status;
}

static cq_status read_option(reader *r)
{
    cq_words words = cq_words_of(r->lines.start, r->lines.length);
    bool primary = false, first = true;

    cq_try(cq_cover_open_option(r->ctx, &r->cover));
    for (; cq_words_next(&words); first = false) {
        bool named = cq_names_find(&r->items, words.start, words.length) != CQ_NO_NAME;

        if (!first && !named && (*words.start == '|' || *words.start == '$')) {
            cq_try(require_weight(r, &words));
            cq_try(read_weight(r, &words));
        } else {
            cq_try(read_entry(r, &words, &primary));
        }
    }
    if (primary)
        return CQ_OK;
    cq_cover_drop_option(&r->cover);
    if (r->left_out++ == 0)
        r->first_left_out = r->lines.number;
    return CQ_OK;
}

static void note_left_out(const reader *r)
{
    char grouped[CQ_GROUPED_SIZE];

    if (r->left_out == 1)
        cq_note(r->ctx, "the option in line %zu has no primary item and is left out",
                r->first_left_out);
    else if (r->left_out > 1)
        cq_note(r->ctx,
                "%s options, the first in line %zu, have no primary item and are left "
                "out",
                cq_grouped(r->left_out, grouped), r->first_left_out);
}

static cq_status read_cover(reader *r)
{
    cq_try(read_items(r));
    r->stamps = cq_zalloc(r->ctx, r->cover.items.count, sizeof *r->stamps);
    cq_try_memory(r->stamps);
    cq_try(cq_vec_push(r->ctx, &r->cover.starts, 0));
    while (next_line(r)) {
        cq_try(cq_poll_at(r->ctx, r->lines.number));
        cq_try(read_option(r));
    }
    note_left_out(r);
    return CQ_OK;
}

cq_status cq_cover_read(cq_context *ctx, const cq_text *text, cq_cover *out)
{
    reader r = {.ctx = ctx, .text = text};
    cq_status status;

    if (text->size == 0)
        return cq_fail_at(ctx, text->name, 1, 1,
                          "expected a line with the items of a cover, found an empty "
                          "text");
    cq_try(cq_text_require_plain(ctx, text));
    r.lines = cq_lines_of(text);
    status = read_cover(&r);
    if (status == CQ_OK)
        *out = r.cover;
    else
        cq_cover_free(&r.cover);
    cq_names_free(&r.items);
    cq_names_free(&r.colours);
    cq_free(r.stamps);
    return status;
}

/* ---- writing ---- */

static cq_status require_writable(cq_context *ctx, const char *name, const char *what)
{
    char quoted[CQ_QUOTED_SIZE];

    if (cq_name_for_covers(name))
        return CQ_OK;
    return cq_fail(ctx, CQ_INPUT,
                   "the name %s of %s is empty or has a space, ':', '|' or a control "
                   "character, so the cover would not read back",
                   cq_quoted(name, strlen(name), quoted), what);
}

/* Items with different names must still have different names afterwards. */
static cq_status require_names(cq_context *ctx, const cq_cover *cover)
{
    cq_names names = {0};
    cq_status status = CQ_OK;
    uint32_t number;
    char quoted[CQ_QUOTED_SIZE];

    for (uint32_t i = 0; status == CQ_OK && i < cover->items.count; i++) {
        const char *name = cq_item_name(cover, i);

        status = cq_names_add(ctx, &names, name, strlen(name), &number);
        if (status == CQ_OK && number < i)
            status = cq_fail(ctx, CQ_INPUT,
                             "two items have the name %s, so the cover would not read "
                             "back",
                             cq_quoted(name, strlen(name), quoted));
        cq_then(status, require_writable(ctx, name, "an item"));
    }
    for (uint32_t i = 1; status == CQ_OK && i <= cover->colour_names.count; i++)
        status = require_writable(ctx, cq_colour_name(cover, i), "a colour");
    cq_names_free(&names);
    return status;
}

static cq_status require_primary(cq_context *ctx, const cq_cover *cover)
{
    if (cover->primary == 0)
        return cq_fail(ctx, CQ_INPUT,
                       "a cover without primary items cannot be written");
    for (size_t option = 0; option < cq_cover_options(cover); option++) {
        uint32_t at = cover->starts.at[option], end = cover->starts.at[option + 1];

        while (at < end && cover->entries.at[at].item >= cover->primary)
            at++;
        if (at == end)
            return cq_fail(ctx, CQ_INPUT,
                           "option %zu has no primary item, so the cover would not "
                           "read back",
                           option + 1);
    }
    return CQ_OK;
}

static void write_items(const cq_cover *cover, FILE *out)
{
    for (uint32_t i = 0; i < cover->items.count; i++) {
        const cq_item *item = &cover->items.at[i];

        if (i > 0)
            putc(' ', out);
        if (i == cover->primary)
            fputs("| ", out);
        if (i < cover->primary && item->least != item->most)
            fprintf(out, "%u:%u|", item->least, item->most);
        else if (i < cover->primary && item->least != 1)
            fprintf(out, "%u|", item->least);
        fputs(cq_item_name(cover, i), out);
    }
    putc('\n', out);
}

static void write_weights(const cq_factors *factors, size_t option, FILE *out)
{
    for (const cq_factor *f = cq_factors_first(factors, option); f;
         f = cq_factors_link(factors, f->next)) {
        const cq_weight *weight = cq_factors_weight(factors, f);

        fputs(cq_weight_is_number(weight) ? " |" : " |$", out); /* x may be an item */
        cq_weight_print(weight, &factors->letters, true, out);
    }
}

static void write_option(const cq_cover *cover, size_t option, FILE *out)
{
    uint32_t first = cover->starts.at[option], end = cover->starts.at[option + 1];

    for (uint32_t i = first; i < end; i++) {
        cq_entry entry = cover->entries.at[i];

        if (i > first)
            putc_unlocked(' ', out);
        fputs_unlocked(cq_item_name(cover, entry.item), out);
        if (entry.colour == CQ_NO_COLOUR)
            continue;
        putc_unlocked(':', out);
        fputs_unlocked(cq_colour_name(cover, entry.colour), out);
    }
    write_weights(&cover->factors, option, out);
    putc_unlocked('\n', out);
}

cq_status cq_cover_write(cq_context *ctx, const cq_cover *cover, FILE *out)
{
    cq_try(require_primary(ctx, cover));
    cq_try(require_names(ctx, cover));
    write_items(cover, out);
    for (size_t option = 0; option < cq_cover_options(cover); option++)
        write_option(cover, option, out);
    return ferror(out) ? cq_fail_io(ctx, "cannot write", "the cover") : CQ_OK;
}
