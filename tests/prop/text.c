/* text.c - properties of answers as text: what is written is never judged wrong, and
 * a solution has the number that it was asked for by.
 *
 * Text does not tell everything: equal pieces and options, and pieces in several parts,
 * can be read in several ways. Then it may be refused, but with the advice to use JSON.
 */
#include "properties.h"

#include <stdlib.h>
#include <string.h>

char *as_text(trial *t, const cq_problem *problem, const cq_answer *answer,
              size_t *size)
{
    char *text = NULL;
    FILE *stream = open_memstream(&text, size);
    cq_status status;

    if (!stream)
        exit(1);
    status = cq_answer_write_text(t->ctx, problem, answer, stream);
    fclose(stream);
    if (status == CQ_OK)
        return text;
    free(text);
    return NULL;
}

static bool names_json(const cq_context *ctx)
{
    return strstr(cq_error_text(ctx), "JSON") != NULL;
}

/* An empty text is refused: a solution without options is not seen. */
static outcome judge_text(trial *t, const cq_problem *problem, const char *text,
                          size_t size)
{
    char sentence[CQ_SENTENCE_SIZE] = "";
    cq_verdict verdict = CQ_UNKNOWN;
    cq_answer *again = NULL;
    outcome result = HOLDS;

    if (cq_answer_read(t->ctx, problem, "answer", text, size, &again) != CQ_OK)
        return size == 0 || text[0] == '\n' || names_json(t->ctx)
                   ? BESIDE
                   : fails(t, "written as\n%.400s\nit does not read back: %zu:%zu: %s",
                           text, cq_error_line(t->ctx), cq_error_column(t->ctx),
                           cq_error_text(t->ctx));
    if (cq_check(t->ctx, problem, again, &verdict, sentence) != CQ_OK ||
        verdict == CQ_NO)
        result = fails(t, "written as\n%.400s\nit is judged wrong: %s", text, sentence);
    cq_answer_free(again);
    return result;
}

static outcome judge_goal(trial *t, const cq_problem *problem, cq_goal goal,
                          uint64_t few)
{
    cq_options options =
        CQ_OPTIONS(.first = goal == CQ_GOAL_ALL ? few : 0,
                   .samples = goal == CQ_GOAL_SAMPLE ? few : 0, .seed = few);
    cq_answer *answer = NULL;
    cq_status status = cq_solve(t->ctx, problem, goal, &options, &answer);
    outcome result = HOLDS;
    size_t size = 0;
    char *text;

    if (status == CQ_REFUSED)
        return HOLDS; /* tours have no samples */
    if (status != CQ_OK)
        return fails(t, "cq_solve: %s", cq_error_text(t->ctx));
    text = as_text(t, problem, answer, &size);
    if (text)
        result = judge_text(t, problem, text, size);
    free(text);
    cq_answer_free(answer);
    return result;
}

static outcome judge_goals(trial *t, const cq_problem *problem)
{
    static const cq_goal goals[] = {CQ_GOAL_FIND, CQ_GOAL_WHY, CQ_GOAL_COUNT,
                                    CQ_GOAL_ALL, CQ_GOAL_SAMPLE};
    outcome result = HOLDS;

    for (size_t i = 0; i < sizeof goals / sizeof *goals && result != FAILS; i++)
        result = judge_goal(t, problem, goals[i], 1 + cq_random_below(&t->random, 5));
    return result;
}

outcome text_is_right(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_count(problem) : -1;
    outcome result = truth < 0 ? BESIDE : judge_goals(t, problem);

    cq_problem_free(problem);
    return result;
}

enum { TOUR_CELLS = 16 };

/* The board as that of a tour, by one of several moves. */
outcome tour_text_is_right(trial *t)
{
    static const char *const leapers[] = {"0,1", "1,2", "0,1+1,1"};
    cq_problem *problem = input_problem(t->ctx, t->in);
    const char *leaper = leapers[cq_random_below(&t->random, 3)];
    bool closed = cq_random_below(&t->random, 2);
    outcome result = BESIDE;

    if (problem && cq_board_count(problem->board) <= TOUR_CELLS &&
        cq_problem_set_tour(t->ctx, problem, leaper, closed) == CQ_OK)
        result = judge_goals(t, problem);
    cq_problem_free(problem);
    return result;
}

/* The solution of a number, as text, has that number. */
static outcome judge_number(trial *t, const cq_problem *problem, long number)
{
    char nth[24];
    cq_options options = CQ_OPTIONS(.nth = nth);
    cq_answer *answer = NULL, *given = NULL, *index = NULL;
    outcome result = HOLDS;
    size_t size = 0;
    char *text = NULL;

    snprintf(nth, sizeof nth, "%ld", number);
    if (cq_solve(t->ctx, problem, CQ_GOAL_NTH, &options, &answer) != CQ_OK)
        return fails(t, "solution %ld: %s", number, cq_error_text(t->ctx));
    text = as_text(t, problem, answer, &size);
    if (text &&
        cq_answer_read(t->ctx, problem, "answer", text, size, &given) == CQ_OK) {
        options.given = given;
        if (cq_solve(t->ctx, problem, CQ_GOAL_INDEX, &options, &index) == CQ_OK
                ? strcmp(cq_answer_index(index), nth) != 0
                : !names_json(t->ctx))
            result = fails(t, "solution %ld has the number %s (%s) as\n%s", number,
                           index ? cq_answer_index(index) : "none",
                           cq_error_text(t->ctx), text);
    }
    free(text);
    cq_answer_free(index);
    cq_answer_free(given);
    cq_answer_free(answer);
    return result;
}

outcome numbers_read_back(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_count(problem) : -1;
    outcome result = truth < 1 ? BESIDE : HOLDS;

    for (unsigned i = 0; i < 4 && result == HOLDS; i++)
        result = judge_number(t, problem,
                              1 + (long)cq_random_below(&t->random, (uint64_t)truth));
    cq_problem_free(problem);
    return result;
}
