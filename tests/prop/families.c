/* families.c - terms of a family of boards against brute force. */
#include "properties.h"

#include "sequence/sequence.h"

#include <string.h>

enum { TERMS = 4 };

static void take_lines(const input *in, char board[INPUT_SIZE], char pieces[INPUT_SIZE])
{
    const char *second = in->text + strcspn(in->text, "\n");

    snprintf(board, INPUT_SIZE, "%.*s", (int)(second - in->text), in->text);
    second += *second == '\n';
    snprintf(pieces, INPUT_SIZE, "%.*s", (int)strcspn(second, "\n"), second);
}

/* The number of tilings for this N, or -1. */
static long truth_of(trial *t, const cq_board_family *family, uint64_t n)
{
    cq_problem *problem = NULL;
    long truth = -1;

    if (cq_family_problem(t->ctx, family, n, &problem) == CQ_OK)
        truth = brute_count(problem);
    cq_problem_free(problem);
    return truth;
}

outcome terms_are_right(trial *t)
{
    char board[INPUT_SIZE], pieces[INPUT_SIZE];
    cq_board_family family = {.board = board, .pieces = pieces};
    const cq_options options = CQ_OPTIONS_INIT;
    cq_counted counted = {0};
    outcome result = HOLDS;

    take_lines(t->in, board, pieces);
    for (uint64_t n = 1; n <= TERMS; n++)
        if (truth_of(t, &family, n) < 0)
            return BESIDE;
    if (cq_terms_count(t->ctx, &family, 1, TERMS, &options, NULL, NULL, &counted) !=
        CQ_OK)
        return fails(t, "the terms are not counted: %s", cq_error_text(t->ctx));
    if (counted.terms.count != TERMS)
        result = fails(t, "%zu terms of %d", counted.terms.count, TERMS);
    for (size_t i = 0; i < counted.terms.count && result == HOLDS; i++) {
        long truth = truth_of(t, &family, i + 1);

        if (mpz_cmp_si(counted.terms.at[i], truth) != 0)
            result =
                fails(t, "term %zu by %s is not %ld", i + 1, counted.method, truth);
    }
    cq_counted_free(&counted);
    return result;
}
