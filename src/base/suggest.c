/* suggest.c - did you mean ...?
 *
 * The distance counts letters inserted, left out, changed, and neighbours exchanged
 * (Damerau, "A technique for computer detection and correction of spelling errors",
 * Communications of the ACM 7, 1964; the restricted form, by rows). A word is offered
 * if at most a third of it is wrong, and a word that was only begun ("--cou") is
 * offered too. Words are short: anything longer than LONGEST has no near one, so the
 * rows are small and live on the stack.
 */
#include "base/suggest.h"

#include "base/assert.h"

#include <string.h>

enum { LONGEST = 40 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Row i holds the distances of a[0..i) to every b[0..j). */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];

    cq_assert(a_length <= LONGEST && b_length <= LONGEST);
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *spare = before;

        before = above;
        above = row;
        row = spare;
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least(above[j] + 1, row[j - 1] + 1);
            row[j] = least(row[j], above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    /* To change every letter is one way. */
    cq_assert(row[b_length] <= (a_length > b_length ? a_length : b_length));
    return row[b_length];
}

cq_suggest cq_suggest_for(const char *typed, size_t length)
{
    cq_suggest suggest = {.typed = typed, .length = length, .distance = SIZE_MAX};

    return suggest;
}

void cq_suggest_offer(cq_suggest *suggest, const char *candidate)
{
    size_t length = strlen(candidate);
    size_t found;

    if (length > LONGEST || suggest->length > LONGEST || suggest->length == 0)
        return;
    found = distance(suggest->typed, suggest->length, candidate, length);
    if (suggest->length >= 2 &&
        strncmp(suggest->typed, candidate, suggest->length) == 0)
        found = 1;
    if (found <= 1 + least(length, suggest->length) / 4 && found < length &&
        found < suggest->distance) {
        suggest->best = candidate;
        suggest->distance = found;
    }
}
