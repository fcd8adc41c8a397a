/* goal.h - what may be asked of a problem: the one table of goals. */
#ifndef CQ_ANSWER_GOAL_H
#define CQ_ANSWER_GOAL_H

#include "problem/problem.h"

/* Which problems a goal is for; each holds all that stand below it. */
typedef enum cq_goal_scope {
    CQ_FOR_ALL,
    CQ_FOR_SETS, /* tilings and covers */
    CQ_FOR_TILINGS,
    CQ_FOR_DOMINOES
} cq_goal_scope;

/* What its answers hold in their findings, beside solutions. */
typedef enum cq_goal_finds {
    CQ_FINDS_NOTHING,
    CQ_FINDS_SQUARES, /* left, removed, restored */
    CQ_FINDS_PAIRS,   /* pairs of neighbours */
    CQ_FINDS_ODDS,    /* pairs for dominoes and tours, numbers for all else */
    CQ_FINDS_NUMBERS,
    CQ_FINDS_BOUNDS /* of the copies of each piece, and weights */
} cq_goal_finds;

typedef struct cq_goal_row {
    const char *name; /* "count": in files, requests and messages */
    const char
        *flag; /* of the command, without its dashes; NULL: what it does anyway */
    const char *words; /* "count solutions": after "can" and "does not" */
    cq_goal_scope scope;
    cq_goal_finds finds;
    bool without_conditions; /* what proves that no solution exists has no say in it */
} cq_goal_row;

/* By number from 0, which is the goal itself; NULL past the last. */
const cq_goal_row *cq_goal_at(size_t index);
/* As above for a goal that exists. */
const cq_goal_row *cq_goal_of(cq_goal goal);

/* The best solutions by weight are wanted, and they come when all of them are known. */
static inline bool cq_goal_is_best(cq_goal goal)
{
    return goal == CQ_GOAL_CHEAPEST || goal == CQ_GOAL_DEAREST;
}

/* A search meets all solutions. */
static inline bool cq_goal_meets_all(cq_goal goal)
{
    return goal == CQ_GOAL_COUNT || cq_goal_is_best(goal);
}

#endif
