/* judging.c - properties of answers and of the checker: answers read back, spoilt
 * solutions are refused, and no reason is believed against what can be done.
 */
#include "properties.h"

#include <stdlib.h>
#include <string.h>

typedef cq_status answer_writer(cq_context *ctx, const cq_problem *problem,
                                const cq_answer *answer, FILE *out);

static char *written(trial *t, answer_writer *write, const cq_problem *problem,
                     const cq_answer *answer, size_t *size)
{
    char *text = NULL;
    FILE *stream = open_memstream(&text, size);

    if (!stream)
        exit(1);
    if (write(t->ctx, problem, answer, stream) != CQ_OK)
        fails(t, "the answer cannot be written: %s", cq_error_text(t->ctx));
    fclose(stream);
    return text;
}

/* Reads the text and has it judged; then it must be written as it was. */
static outcome judge_text(trial *t, const cq_problem *problem, answer_writer *write,
                          const char *text, size_t size)
{
    char sentence[CQ_SENTENCE_SIZE] = "";
    cq_verdict verdict = CQ_UNKNOWN;
    cq_answer *again = NULL;
    outcome result = HOLDS;
    char *second = NULL;
    size_t second_size = 0;

    if (cq_answer_read(t->ctx, problem, "answer", text, size, &again) != CQ_OK)
        return fails(t, "written as\n%.400s\nit does not read back: %zu:%zu: %s", text,
                     cq_error_line(t->ctx), cq_error_column(t->ctx),
                     cq_error_text(t->ctx));
    if (cq_check(t->ctx, problem, again, &verdict, sentence) != CQ_OK ||
        verdict == CQ_NO)
        result =
            fails(t, "written as\n%.400s\nit reads back as wrong: %s", text, sentence);
    second = written(t, write, problem, again, &second_size);
    if (result == HOLDS && (second_size != size || memcmp(text, second, size) != 0))
        result = fails(t, "written as\n%.400s\nand again as\n%.400s", text, second);
    free(second);
    cq_answer_free(again);
    return result;
}

static bool has_entry(const cq_cover *cover, size_t option, cq_entry entry)
{
    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++)
        if (cover->entries.at[e].item == entry.item &&
            cover->entries.at[e].colour == entry.colour)
            return true;
    return false;
}

/* In whatever order their items stand. */
static bool same_option(const cq_cover *cover, size_t a, size_t b)
{
    uint32_t size = cover->starts.at[a + 1] - cover->starts.at[a];

    if (cover->starts.at[b + 1] - cover->starts.at[b] != size)
        return false;
    for (uint32_t e = cover->starts.at[a]; e < cover->starts.at[a + 1]; e++)
        if (!has_entry(cover, b, cover->entries.at[e]))
            return false;
    return true;
}

/* Text names options by their items, so it cannot tell two equal ones apart. */
static bool options_differ(const cq_cover *cover)
{
    for (size_t a = 0; a < cq_cover_options(cover); a++)
        for (size_t b = 0; b < a; b++)
            if (same_option(cover, a, b))
                return false;
    return true;
}

/* Letters that are not initials show where pieces lie, not which of one size. */
static bool sizes_differ(const cq_pieces *pieces)
{
    for (size_t a = 0; a < pieces->count; a++)
        for (size_t b = 0; b < a; b++)
            if (pieces->at[a].shape.count == pieces->at[b].shape.count)
                return false;
    return true;
}

static bool each_once(const cq_pieces *pieces)
{
    for (size_t i = 0; i < pieces->count; i++)
        if (pieces->at[i].most > 1)
            return false;
    return true;
}

/* Initials do not show where one copy ends and the next begins: then any way to split
 * them is right, but two solutions may look the same. */
static bool text_can_tell(const cq_problem *problem, const cq_answer *answer)
{
    const cq_pieces *pieces = &problem->pieces;

    if (problem->kind == CQ_TILING)
        return cq_text_initials(problem)
                   ? each_once(pieces) || answer->solutions.count <= 1
                   : sizes_differ(pieces);
    for (size_t i = 0; i < answer->solutions.count; i++)
        if (cq_solution_parts(&answer->solutions.at[i]) == 0)
            return false; /* a solution without options is not seen */
    return options_differ(&problem->cover);
}

outcome answers_read_back(trial *t)
{
    static const cq_goal goals[] = {CQ_GOAL_FIND, CQ_GOAL_COUNT, CQ_GOAL_ALL};
    static answer_writer *const writers[] = {cq_answer_write_json,
                                             cq_answer_write_text};
    cq_problem *problem = input_problem(t->ctx, t->in);
    cq_goal goal = goals[cq_random_below(&t->random, 3)];
    cq_answer *answer = NULL;
    outcome result = HOLDS;
    long truth = problem ? brute_count(problem) : -1;

    if (truth < 0 || truth > 100)
        result = BESIDE;
    else if (cq_solve(t->ctx, problem, goal, NULL, &answer) != CQ_OK)
        result = fails(t, "cq_solve: %s", cq_error_text(t->ctx));
    for (size_t i = 0; i < 2 && result == HOLDS; i++) {
        size_t size = 0;
        char *text;

        if (writers[i] == cq_answer_write_text && !text_can_tell(problem, answer))
            continue;
        text = written(t, writers[i], problem, answer, &size);
        result = judge_text(t, problem, writers[i], text, size);
        free(text);
    }
    cq_answer_free(answer);
    cq_problem_free(problem);
    return result;
}

/* Judged by the checker and by brute force: they must say the same. */
static outcome judge_mutant(trial *t, const cq_problem *problem, cq_answer *answer)
{
    bool right = brute_judge(problem, &answer->solutions.at[0]);
    char sentence[CQ_SENTENCE_SIZE] = "";
    cq_verdict verdict = CQ_UNKNOWN;

    if (cq_check(t->ctx, problem, answer, &verdict, sentence) != CQ_OK)
        return fails(t, "the check failed: %s", cq_error_text(t->ctx));
    if (verdict != (right ? CQ_YES : CQ_NO))
        return fails(t, "a %s solution is judged %s: %s", right ? "right" : "spoilt",
                     cq_verdict_name(verdict), sentence);
    return HOLDS;
}

outcome mutants_are_judged(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_count(problem) : -1;
    cq_answer *answer = NULL;
    outcome result = HOLDS;

    if (truth < 1)
        result = BESIDE;
    else if (cq_solve(t->ctx, problem, CQ_GOAL_FIND, NULL, &answer) != CQ_OK)
        result = fails(t, "cq_solve: %s", cq_error_text(t->ctx));
    for (unsigned i = 0; i < 6 && result == HOLDS && answer->solutions.count; i++) {
        mutate(&t->random, problem, t->ctx, &answer->solutions.at[0]);
        result = judge_mutant(t, problem, answer);
    }
    cq_answer_free(answer);
    cq_problem_free(problem);
    return result;
}

/* A certificate made up from random members. */
static void invent(trial *t, const cq_problem *problem, cq_certificate *c)
{
    cq_random *random = &t->random;
    bool tiling = problem->kind == CQ_TILING;
    size_t bound = tiling ? cq_board_size(problem->board) : problem->cover.items.count;
    uint64_t members = cq_random_below(random, 5);

    c->proof = (cq_proof)(1 + cq_random_below(random, CQ_PROOF_EXHAUSTED));
    if (c->proof == CQ_PROOF_SUPPLY) {
        (void)cq_vec_push(t->ctx, &c->members, 'a' + (uint32_t)members % 3);
    } else {
        members = c->proof == CQ_PROOF_HALL ? members + 1 : 1;
        bound = c->proof == CQ_PROOF_UNPLACEABLE ? problem->pieces.count : bound;
        for (uint64_t i = 0; i < members && bound; i++)
            (void)cq_vec_push(t->ctx, &c->members,
                              (uint32_t)cq_random_below(random, bound));
    }
    if (c->proof == CQ_PROOF_WEIGHTS && tiling) {
        c->modulus = (uint32_t)cq_random_below(random, 4);
        for (size_t i = 0; i < cq_board_size(problem->board); i++)
            (void)cq_vec_push(t->ctx, &c->weights,
                              (int64_t)cq_random_below(random, 3) - 1);
        for (size_t i = 0; i < problem->pieces.count; i++)
            (void)cq_vec_push(t->ctx, &c->values,
                              (int64_t)cq_random_below(random, 3) - 1);
    }
    c->work = cq_random_below(random, 100);
}

outcome no_false_reasons(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_count(problem) : -1;
    outcome result = truth < 1 ? BESIDE : HOLDS;

    for (unsigned i = 0; i < 8 && result == HOLDS; i++) {
        char sentence[CQ_SENTENCE_SIZE] = "";
        cq_verdict verdict = CQ_UNKNOWN;
        cq_answer *answer = NULL;

        if (cq_answer_new(t->ctx, problem->kind, CQ_GOAL_FIND, &answer) != CQ_OK)
            exit(1);
        answer->verdict = CQ_NO;
        invent(t, problem, &answer->certificate);
        (void)cq_check(t->ctx, problem, answer, &verdict, sentence);
        if (verdict == CQ_YES)
            result = fails(t, "%ld ways, and yet a reason is believed: %s: %s", truth,
                           cq_proof_name(answer->certificate.proof), sentence);
        cq_answer_free(answer);
    }
    cq_problem_free(problem);
    return result;
}
