/* rule_read.c - rules as text: "apart L3", "touch A,B C", "copies A,B 0..3".
 *
 * A rule is a word and its lists; names in a list are separated by commas. What is
 * wrong is said with its place, and a name that no piece has with the names that there
 * are. Rules are about pieces: no list has squares that stay free. */
#include "base/assert.h"
#include "base/hash.h"
#include "base/sort.h"
#include "problem/piece.h"

#include <string.h>

enum { LISTS_MOST = 2 };

/* What follows the word of a rule. */
static const struct {
    const char *word;
    cq_rule_kind kind;
    unsigned lists, lists_least;
    bool corners, range; /* may end in "corners", must end in copies */
    const char *form;
} forms[] = {
    {"apart", CQ_RULE_APART, 2, 1, true, false, "apart LIST [LIST] [corners]"},
    {"spread", CQ_RULE_APART, 1, 1, false, false, "spread LIST"},
    {"touch", CQ_RULE_TOUCH, 2, 2, false, false, "touch LIST LIST"},
    {"copies", CQ_RULE_COPIES, 1, 1, false, true, "copies LIST NUMBER"},
    {"no-faults", CQ_RULE_FAULTS, 0, 0, false, false, "no-faults"},
    {"no-crosses", CQ_RULE_CROSSES, 0, 0, false, false, "no-crosses"},
    {"connected", CQ_RULE_CONNECTED, 1, 1, false, false, "connected LIST"},
};

typedef struct reader {
    cq_context *ctx;
    cq_span text;
    cq_words words;
    const cq_pieces *pieces;
    size_t form;
} reader;

static cq_status refuse(const reader *r, const char *expected)
{
    return cq_expected(r->ctx, cq_span_word(r->text, &r->words), expected,
                       "the end of the rule");
}

/* ---- lists ---- */

/* "A, B, C and 9 more" */
static void list_names(const cq_pieces *pieces, char *out, size_t size)
{
    enum { SHOWN = 12 };
    size_t used = 0, count = pieces->count;

    if (count && pieces->at[count - 1].blank)
        count--;

    out[0] = '\0';
    for (size_t i = 0; i < count && i < SHOWN && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%.20s", i ? ", " : "",
                                 pieces->at[i].name);
    if (count > SHOWN && used < size)
        snprintf(out + used, size - used, " and %zu more", count - SHOWN);
}

static uint32_t find_piece(const cq_pieces *pieces, const char *name, size_t length)
{
    for (uint32_t i = 0; i < pieces->count; i++)
        if (!pieces->at[i].blank && cq_same_text(name, length, pieces->at[i].name))
            return i;
    return UINT32_MAX;
}

static cq_status add_name(reader *r, cq_span name, cq_u32s *out)
{
    uint32_t piece = find_piece(r->pieces, name.start, name.length);
    char names[400];

    if (piece == UINT32_MAX && cq_same_text(name.start, name.length, "all")) {
        for (uint32_t i = 0; i < r->pieces->count; i++)
            if (!r->pieces->at[i].blank && !cq_rule_has(out, i))
                cq_try(cq_vec_push(r->ctx, out, i));
        return CQ_OK;
    }
    if (piece == UINT32_MAX) {
        list_names(r->pieces, names, sizeof names);
        return cq_fail_span(r->ctx, name, "there is no piece '%.*s'; the pieces are %s",
                            name.length > 40 ? 40 : (int)name.length, name.start,
                            names);
    }
    return cq_rule_has(out, piece) ? CQ_OK : cq_vec_push(r->ctx, out, piece);
}

/* The list that the word at hand is. */
static cq_status read_list(reader *r, cq_u32s *out)
{
    cq_span rest = cq_span_word(r->text, &r->words), name;

    while (cq_span_take(&rest, ',', &name)) {
        if (name.length == 0)
            return refuse(r, "the names of pieces with commas between them");
        cq_try(add_name(r, name, out));
    }
    cq_sort_u32(out->at, out->count);
    for (size_t i = 1; i < out->count; i++)
        cq_assert(out->at[i - 1] < out->at[i] && out->at[i] < r->pieces->count);
    return CQ_OK;
}

cq_status cq_piece_list_read(cq_context *ctx, cq_span list, const cq_pieces *pieces,
                             cq_u32s *out)
{
    reader r = {ctx, list, cq_words_of(list.start, list.length), pieces, 0};

    return cq_words_next(&r.words) ? read_list(&r, out)
                                   : refuse(&r, "the names of pieces");
}

/* ---- a rule ---- */

static cq_status find_form(reader *r)
{
    if (cq_words_next(&r->words))
        for (r->form = 0; r->form < sizeof forms / sizeof *forms; r->form++)
            if (cq_word_is(&r->words, forms[r->form].word))
                return CQ_OK;
    return refuse(r, "a rule: apart, spread, touch, copies, no-faults, no-crosses or "
                     "connected");
}

static cq_status read_lists(reader *r, cq_rule *rule)
{
    cq_u32s *lists[LISTS_MOST] = {&rule->first, &rule->second};
    unsigned count = 0;

    for (; count < forms[r->form].lists && cq_words_next(&r->words); count++) {
        if (count >= forms[r->form].lists_least && cq_word_is(&r->words, "corners"))
            break;
        cq_try(read_list(r, lists[count]));
    }
    if (count < forms[r->form].lists_least)
        return refuse(r, forms[r->form].form);
    if (count == forms[r->form].lists)
        cq_words_next(&r->words);
    return CQ_OK;
}

/* What is left of the line after the lists; the words stand on it. */
static cq_status read_rest(reader *r, cq_rule *rule)
{
    if (forms[r->form].range) {
        if (r->words.length == 0)
            return refuse(r, forms[r->form].form);
        cq_try(cq_copies_parse(r->ctx, cq_span_word(r->text, &r->words), &rule->least,
                               &rule->most));
        cq_words_next(&r->words);
    } else if (forms[r->form].corners && cq_word_is(&r->words, "corners")) {
        rule->corners = true;
        cq_words_next(&r->words);
    }
    return r->words.length ? refuse(r, forms[r->form].form) : CQ_OK;
}

static void settle(const reader *r, cq_rule *rule)
{
    rule->kind = forms[r->form].kind;
    if (strcmp(forms[r->form].word, "spread") == 0)
        rule->corners = true;
    else
        rule->same = rule->kind == CQ_RULE_APART && rule->second.count == 0;
    cq_assert(rule->first.count > 0 || !forms[r->form].lists_least);
    cq_assert(rule->kind != CQ_RULE_TOUCH || rule->second.count > 0);
    cq_assert(rule->least <= rule->most);
}

static void free_rule(cq_rule *rule)
{
    cq_free(rule->text);
    cq_vec_free_each(&rule->first, &rule->second);
}

void cq_rules_free(cq_rules *rules)
{
    for (size_t i = 0; i < rules->count; i++)
        free_rule(&rules->at[i]);
    cq_vec_free(rules);
}

cq_status cq_rule_read(cq_context *ctx, cq_span text, cq_pieces *pieces)
{
    reader r = {ctx, text, cq_words_of(text.start, text.length), pieces, 0};
    cq_rule rule = {0};
    cq_status status = find_form(&r);

    if (status == CQ_OK && forms[r.form].lists)
        status = read_lists(&r, &rule);
    else if (status == CQ_OK)
        cq_words_next(&r.words);
    cq_then(status, read_rest(&r, &rule));
    if (status == CQ_OK) {
        settle(&r, &rule);
        rule.text = cq_strndup(ctx, text.start, text.length);
        status = rule.text ? cq_vec_push(ctx, &pieces->rules, rule) : CQ_MEMORY;
    }
    if (status != CQ_OK)
        free_rule(&rule);
    return status;
}

cq_status cq_rules_read(cq_context *ctx, const char *source, const char *text,
                        cq_pieces *pieces)
{
    cq_span rest = cq_span_of(source, text), rule;

    while (cq_span_take(&rest, ';', &rule)) {
        size_t blanks = strspn(rule.start, " \t");

        rule = cq_span_part(rule, rule.start + blanks, rule.length - blanks);
        cq_try(cq_rule_read(ctx, rule, pieces));
    }
    return CQ_OK;
}

cq_status cq_rules_copy(cq_context *ctx, const cq_pieces *from, cq_pieces *to)
{
    for (size_t i = 0; i < from->rules.count; i++)
        cq_try(cq_rule_read(ctx, cq_span_of("rule", from->rules.at[i].text), to));
    return CQ_OK;
}

/* ---- pieces that become others ---- */

static bool becomes_list(const cq_u32s *list, const uint32_t *becomes,
                         const cq_u32s *other)
{
    bool all = list->count == other->count;

    for (size_t i = 0; i < list->count && all; i++)
        all = cq_rule_has(other, becomes[list->at[i]]);
    return all;
}

static bool becomes_rule(const cq_rule *rule, const uint32_t *becomes,
                         const cq_rule *other)
{
    return rule->kind == other->kind && rule->same == other->same &&
           rule->corners == other->corners && rule->least == other->least &&
           rule->most == other->most &&
           becomes_list(&rule->first, becomes, &other->first) &&
           becomes_list(&rule->second, becomes, &other->second);
}

bool cq_rules_kept(const cq_pieces *pieces, const uint32_t *becomes)
{
    const cq_rules *rules = &pieces->rules;
    bool kept = true;

    for (size_t i = 0; i < rules->count && kept; i++) {
        kept = false;
        for (size_t k = 0; k < rules->count && !kept; k++)
            kept = becomes_rule(&rules->at[i], becomes, &rules->at[k]);
    }
    return kept;
}

uint64_t cq_rules_hash(const cq_rules *rules, uint64_t hash)
{
    for (size_t i = 0; i < rules->count; i++)
        hash = cq_hash_text(hash, rules->at[i].text);
    return hash;
}
