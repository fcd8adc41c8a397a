/* words.c - from an enum of the public header to its word, and back: one list for each,
 * so that a flag of the command, a member of a request and a program mean the same. */
#include "base/words.h"

#include "base/assert.h"
#include "chequer.h"

#include <string.h>

/* Among `count` words; `count` if it is not there. */
static size_t place_of(const char *const *words, size_t count, const char *name)
{
    for (size_t i = 0; name && i < count; i++)
        if (strcmp(words[i], name) == 0)
            return i;
    return count;
}

/* cq_<of>_name and cq_<of>_find, from a list. */
#define BOTH_WAYS(of, words)                                                           \
    enum { of##_count = sizeof(words) / sizeof *(words)-1 };                           \
                                                                                       \
    const char *cq_##of##_name(cq_##of value)                                          \
    {                                                                                  \
        return (size_t)value < of##_count ? (words)[value] : NULL;                     \
    }                                                                                  \
                                                                                       \
    bool cq_##of##_find(const char *name, cq_##of *out)                                \
    {                                                                                  \
        size_t place = place_of(words, of##_count, name);                              \
                                                                                       \
        cq_assert(!(words)[of##_count]); /* NULL after the last */                     \
        if (place == of##_count || !out)                                               \
            return false;                                                              \
        *out = (cq_##of)place;                                                         \
        return true;                                                                   \
    }

const char *const cq_ties_words[] = {"number", "pohl",    "centre", "random",
                                     "most",   "largest", NULL};
const char *const cq_cut_words[] = {"farthest", "fewest", "even", NULL};
const char *const cq_join_words[] = {"number", "shortest", "longest", NULL};
const char *const cq_reading_words[] = {"any", "tile", "cover", "tour", "ham", NULL};
const char *const cq_sequence_form_words[] = {"bfile", "txt",   "json", "pari",
                                              "sage",  "latex", NULL};
const char *const cq_magic_words[] = {"none", "semi", "full", NULL};
static const char *const formats[] = {"txt", "box", "svg",  "png",
                                      "pdf", "tex", "apng", NULL};
static const char *const list_forms[] = {"txt",  "box", "json", "moves",
                                         "tour", "pdf", NULL};
static const char *const problem_formats[] = {"puzzle", "art",    "cover",  "edges",
                                              "dimacs", "tsplib", "graph6", "adjacency",
                                              "cnf",    "opb",    NULL};
static const char *const proof_formats[] = {"tree", "drat",   "lrat",
                                            "pbp",  "layers", NULL};
static const char *const make_kinds[] = {"numbers", "pieces", "board", "letters",
                                         "sudoku",  "tour",   NULL};
static const char *const ensemble_kinds[] = {"random", "regular", "hidden",
                                             "subdivided", NULL};

BOTH_WAYS(ties, cq_ties_words)
BOTH_WAYS(cut, cq_cut_words)
BOTH_WAYS(join, cq_join_words)
BOTH_WAYS(magic, cq_magic_words)
BOTH_WAYS(reading, cq_reading_words)
BOTH_WAYS(format, formats)
BOTH_WAYS(list_form, list_forms)
BOTH_WAYS(problem_format, problem_formats)
BOTH_WAYS(proof_format, proof_formats)
BOTH_WAYS(sequence_form, cq_sequence_form_words)
BOTH_WAYS(make_kind, make_kinds)
BOTH_WAYS(ensemble_kind, ensemble_kinds)
