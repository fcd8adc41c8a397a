/* sentences.c - why a board cannot be tiled: what the sentence claims, tested on all
 * ways to lay the pieces that brute force knows. */
#include "properties.h"

#include <stdlib.h>
#include <string.h>

typedef struct claim {
    trial *t;
    const cq_problem *problem;
    const cq_certificate *reason;
    const char *text;
    uint64_t light, board; /* squares */
    uint64_t named;        /* members that are squares */
    uint64_t beside;       /* what some piece covers together with one of them */
    bool uneven;           /* a placement does not have its piece's difference */
    bool level;            /* all placements cover as many light as dark squares */
    bool covered;          /* a placement has a square that is named */
    bool laid;             /* the first member as a piece lies somewhere */
    bool unweighed;        /* a placement has not its piece's weight */
} claim;

static int difference(const claim *c, uint64_t cells)
{
    return __builtin_popcountll(cells & c->light) -
           __builtin_popcountll(cells & ~c->light);
}

/* Light minus dark of the piece as it is drawn. */
static int own_difference(const cq_piece *piece)
{
    int sum = 0;

    for (size_t i = 0; i < piece->shape.count; i++)
        sum += (piece->shape.at[i].row + piece->shape.at[i].col) % 2 ? -1 : 1;
    return sum;
}

/* Whether a placement sums to its piece's value, or to no more without a modulus. */
static bool weighs_right(const claim *c, uint32_t piece, uint64_t cells)
{
    int64_t sum = -c->reason->values.at[piece], m = c->reason->modulus;

    for (uint64_t left = cells; left; left &= left - 1)
        sum += c->reason->weights.at[__builtin_ctzll(left)];
    return m ? sum % m == 0 : sum <= 0;
}

static void look_at(void *user, uint32_t piece, uint64_t cells)
{
    claim *c = user;
    int found = difference(c, cells);

    c->uneven |= abs(found) != abs(own_difference(&c->problem->pieces.at[piece]));
    c->level &= found == 0;
    c->covered |= (cells & c->named) != 0;
    if (c->reason->proof == CQ_PROOF_WEIGHTS)
        c->unweighed |= !weighs_right(c, piece, cells);
    c->laid |= c->reason->members.count && piece == c->reason->members.at[0];
    for (uint64_t left = cells & c->named; left; left &= left - 1)
        c->beside |= cells & ~(left & -left);
}

static bool says(const claim *c, const char *words)
{
    return strstr(c->text, words) != NULL;
}

static outcome judge_colours(claim *c)
{
    unsigned a = 0, b = 0;
    unsigned light = (unsigned)__builtin_popcountll(c->light);
    unsigned dark = (unsigned)__builtin_popcountll(c->board & ~c->light);

    if (c->uneven)
        return fails(c->t, "a piece can cover other colours: %s", c->text);
    if (!c->level && says(c, "one of each"))
        return fails(c->t, "a domino can cover two of one colour: %s", c->text);
    if (!c->level && says(c, "every piece covers as many"))
        return fails(c->t, "a piece covers more of one colour: %s", c->text);
    if (sscanf(c->text, "%u light %*s against %u dark", &a, &b) == 2)
        return a == light && b == dark ? HOLDS : fails(c->t, "counted: %s", c->text);
    if (sscanf(c->text, "%u dark %*s against %u light", &a, &b) == 2)
        return a == dark && b == light ? HOLDS : fails(c->t, "counted: %s", c->text);
    return fails(c->t, "no numbers of squares: %s", c->text);
}

static outcome judge_neighbours(claim *c)
{
    const char *only = strstr(c->text, " only ");
    unsigned told = 0, found = (unsigned)__builtin_popcountll(c->beside);

    if (only ? sscanf(only, " only %u neighbour", &told) != 1
             : !says(c, " no neighbour"))
        return fails(c->t, "no number of neighbours: %s", c->text);
    return told == found ? HOLDS : fails(c->t, "%u neighbours: %s", found, c->text);
}

static outcome judge_claim(claim *c)
{
    switch (c->reason->proof) {
    case CQ_PROOF_COLOURS: return judge_colours(c);
    case CQ_PROOF_HALL: return judge_neighbours(c);
    case CQ_PROOF_UNCOVERABLE:
        return c->covered ? fails(c->t, "it can be covered: %s", c->text) : HOLDS;
    case CQ_PROOF_UNPLACEABLE:
        return c->laid ? fails(c->t, "it fits somewhere: %s", c->text) : HOLDS;
    case CQ_PROOF_WEIGHTS:
        return c->unweighed ? fails(c->t, "a piece weighs more: %s", c->text) : HOLDS;
    default: return HOLDS; /* area, supply: numbers that the checker has */
    }
}

static outcome judge_sentence(trial *t, const cq_problem *problem,
                              const cq_answer *answer)
{
    claim c = {.t = t,
               .problem = problem,
               .reason = &answer->certificate,
               .text = answer->reason ? answer->reason : "",
               .level = true};
    bool cells =
        c.reason->proof == CQ_PROOF_HALL || c.reason->proof == CQ_PROOF_UNCOVERABLE;

    for (size_t i = 0; i < c.reason->members.count && cells; i++)
        c.named |= UINT64_C(1) << c.reason->members.at[i];
    for (uint32_t cell = 0; cell < problem->board->rows * problem->board->cols; cell++)
        if (problem->board->colour[cell]) {
            uint32_t sum = cell / problem->board->cols + cell % problem->board->cols;

            c.board |= UINT64_C(1) << cell;
            c.light |= (uint64_t)(sum % 2 == 0) << cell;
        }
    return brute_each_lay(problem, look_at, &c) ? judge_claim(&c) : BESIDE;
}

outcome reasons_are_true(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    cq_answer *answer = NULL;
    long truth = problem ? brute_count(problem) : -1;
    outcome result = truth < 0 ? BESIDE : HOLDS;

    if (result == HOLDS &&
        cq_solve(t->ctx, problem, CQ_GOAL_WHY, NULL, &answer) != CQ_OK)
        result = fails(t, "there is no answer: %s", cq_error_text(t->ctx));
    else if (result == HOLDS && truth > 0 && cq_answer_verdict(answer) == CQ_NO)
        result = fails(t, "%ld ways, and yet: %s", truth, answer->reason);
    else if (result == HOLDS && cq_answer_verdict(answer) == CQ_NO)
        result = judge_sentence(t, problem, answer);
    cq_answer_free(answer);
    cq_problem_free(problem);
    return result;
}
