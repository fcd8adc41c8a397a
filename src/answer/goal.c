/* goal.c - the table of goals.
 *
 * A row says all that is known of a goal without solving anything: its name, its flag,
 * the words in which an engine is said to serve it, the problems that it is for, and
 * what its answers hold. The command, requests, answers in JSON, the choice of an
 * engine and the checker look here, so a new goal is a row here and the code that
 * serves it.
 *
 * Rows stand in the order of the public enum; goal_test.c holds the two together.
 */
#include "answer/goal.h"

#include <string.h>

static const cq_goal_row rows[] = {
    [CQ_GOAL_FIND] = {"find", NULL, "find solutions", CQ_FOR_ALL, CQ_FINDS_NOTHING,
                      false},
    [CQ_GOAL_ALL] = {"all", "all", "list solutions", CQ_FOR_ALL, CQ_FINDS_NOTHING,
                     false},
    [CQ_GOAL_COUNT] = {"count", "count", "count solutions", CQ_FOR_ALL,
                       CQ_FINDS_NOTHING, false},
    [CQ_GOAL_WHY] = {"why", "why", "refute", CQ_FOR_ALL, CQ_FINDS_NOTHING, false},
    [CQ_GOAL_SAMPLE] = {"sample", "sample", "sample solutions", CQ_FOR_ALL,
                        CQ_FINDS_NOTHING, false},
    [CQ_GOAL_MAX] = {"max", "max", "cover as much as possible", CQ_FOR_TILINGS,
                     CQ_FINDS_SQUARES, true},
    [CQ_GOAL_REPAIR] = {"repair", "repair", "repair the board", CQ_FOR_DOMINOES,
                        CQ_FINDS_SQUARES, true},
    [CQ_GOAL_FORCED] = {"forced", "forced", "find forced dominoes", CQ_FOR_DOMINOES,
                        CQ_FINDS_PAIRS, false},
    [CQ_GOAL_PROBABILITIES] = {"probabilities", "probabilities",
                               "compute probabilities", CQ_FOR_ALL, CQ_FINDS_ODDS,
                               false},
    [CQ_GOAL_ESTIMATE] = {"estimate", "estimate", "estimate the search", CQ_FOR_ALL,
                          CQ_FINDS_NOTHING, false},
    [CQ_GOAL_NTH] = {"nth", "nth", "find solutions by number", CQ_FOR_ALL,
                     CQ_FINDS_NOTHING, false},
    [CQ_GOAL_INDEX] = {"index", "index-of", "number a solution", CQ_FOR_ALL,
                       CQ_FINDS_NUMBERS, false},
    [CQ_GOAL_COPIES] = {"copies", "by-copies", "count by copies", CQ_FOR_TILINGS,
                        CQ_FINDS_NUMBERS, false},
    [CQ_GOAL_BOUNDS] = {"bounds", "bounds", "bound the copies", CQ_FOR_TILINGS,
                        CQ_FINDS_BOUNDS, false},
    [CQ_GOAL_CHEAPEST] = {"cheapest", "cheapest", "find the cheapest solutions",
                          CQ_FOR_SETS, CQ_FINDS_NOTHING, false},
    [CQ_GOAL_DEAREST] = {"dearest", "dearest", "find the dearest solutions",
                         CQ_FOR_SETS, CQ_FINDS_NOTHING, false},
    [CQ_GOAL_TOTAL] = {"total", "total", "sum the weights of solutions", CQ_FOR_SETS,
                       CQ_FINDS_NOTHING, false},
};

enum { GOALS = sizeof rows / sizeof *rows };

const cq_goal_row *cq_goal_at(size_t index)
{
    return index < GOALS ? &rows[index] : NULL;
}

const cq_goal_row *cq_goal_of(cq_goal goal)
{
    return &rows[(size_t)goal < GOALS ? goal : CQ_GOAL_FIND];
}

const char *cq_goal_name(cq_goal goal)
{
    const cq_goal_row *row = cq_goal_at((size_t)goal);

    return row ? row->name : NULL;
}

const char *cq_goal_flag(cq_goal goal)
{
    const cq_goal_row *row = cq_goal_at((size_t)goal);

    return row ? row->flag : NULL;
}

bool cq_goal_find(const char *name, cq_goal *out)
{
    for (size_t i = 0; name && out && i < GOALS; i++)
        if (strcmp(rows[i].name, name) == 0) {
            *out = (cq_goal)i;
            return true;
        }
    return false;
}

bool cq_goal_suits(cq_goal goal, const cq_problem *problem)
{
    if (!problem || !cq_goal_at((size_t)goal))
        return false;
    switch (cq_goal_of(goal)->scope) {
    case CQ_FOR_ALL: return true;
    case CQ_FOR_SETS: return problem->kind != CQ_TOUR;
    case CQ_FOR_TILINGS: return problem->kind == CQ_TILING;
    case CQ_FOR_DOMINOES: return cq_problem_is_domino(problem);
    }
    return false;
}

const char *cq_goal_whom(cq_goal goal)
{
    static const char *const words[] = {"all problems", "tilings and covers", "tilings",
                                        "dominoes"};

    return words[cq_goal_of(goal)->scope];
}

bool cq_goal_has_findings(cq_goal goal)
{
    return cq_goal_of(goal)->finds != CQ_FINDS_NOTHING;
}

bool cq_goal_has_numbers(cq_goal goal, const cq_problem *problem)
{
    cq_goal_finds finds = cq_goal_of(goal)->finds;

    return finds == CQ_FINDS_NUMBERS ||
           (finds == CQ_FINDS_ODDS && problem->kind != CQ_TOUR &&
            !cq_problem_is_domino(problem));
}
