/* shrink.c - makes a failing input small, knowing nothing about what it says.
 *
 * As in delta debugging (Zeller and Hildebrandt, "Simplifying and isolating
 * failure-inducing input", 2002): runs of characters are deleted, long ones first, and
 * a deletion is kept if the property still fails; that covers lines, words, pieces and
 * options. Then columns are deleted from all lines at once, and single characters
 * become plainer ones. All of it again until nothing helps. An input that no longer
 * parses does not fail, so nonsense is never kept.
 */
#include "prop.h"

#include <string.h>

typedef struct shrinker {
    const property *property;
    uint64_t seed;
    input *in;
    char *complaint;
} shrinker;

static bool keep_if_failing(shrinker *s, const input *smaller)
{
    char complaint[COMPLAINT_SIZE];

    if (attempt_apart(s->property, s->seed, smaller, complaint) != FAILS)
        return false;
    *s->in = *smaller;
    memcpy(s->complaint, complaint, sizeof complaint);
    return true;
}

static bool delete_runs(shrinker *s)
{
    bool smaller = false;

    for (size_t length = s->in->size; length > 0; length /= 2) {
        for (size_t at = 0; at + length <= s->in->size;) {
            input less = *s->in;

            memmove(less.text + at, less.text + at + length,
                    less.size - at - length + 1);
            less.size -= length;
            if (keep_if_failing(s, &less))
                smaller = true;
            else
                at++;
        }
    }
    return smaller;
}

/* The text without the characters in that column of every line of art. */
static bool without_column(const input *in, size_t column, input *out)
{
    const char *line = in->text;

    *out = (input){.form = in->form};
    while (*line) {
        size_t length = strcspn(line, "\n");
        bool heading = strncmp(line, "board", 5) == 0 || strncmp(line, "piece", 5) == 0;

        if (heading || column >= length)
            input_add(out, "%.*s\n", (int)length, line);
        else
            input_add(out, "%.*s%.*s\n", (int)column, line, (int)(length - column - 1),
                      line + column + 1);
        line += length + (line[length] == '\n');
    }
    return out->size < in->size;
}

static bool delete_columns(shrinker *s)
{
    bool smaller = false;

    if (s->in->form == FORM_SPEC || s->in->form == FORM_COVER ||
        s->in->form == FORM_PRICED)
        return false;
    for (size_t column = 0; column < 24;) {
        input less;

        if (without_column(s->in, column, &less) && keep_if_failing(s, &less))
            smaller = true;
        else
            column++;
    }
    return smaller;
}

/* A coloured cell becomes a cell, a cell none. */
static bool plainer(shrinker *s)
{
    bool changed = false;

    if (s->in->form == FORM_SPEC || s->in->form == FORM_COVER ||
        s->in->form == FORM_PRICED)
        return false;
    for (size_t i = 0; i < s->in->size; i++) {
        input other = *s->in;

        if (!strchr("#ab", other.text[i]))
            continue;
        other.text[i] = other.text[i] == '#' ? '.' : '#';
        changed |= keep_if_failing(s, &other);
    }
    return changed;
}

void shrink(const property *p, uint64_t seed, input *in, char *complaint)
{
    shrinker s = {p, seed, in, complaint};
    bool smaller = true;

    for (unsigned rounds = 0; smaller && rounds < 20; rounds++) {
        smaller = delete_runs(&s);
        smaller |= delete_columns(&s);
        smaller |= plainer(&s);
    }
}
