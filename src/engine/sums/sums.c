/* sums.c - magic tours of any piece, by an exact search.
 *
 * The numbers 1, 2, 3 ... are placed one after the other, from every start. Each line
 * has the sum that it still needs and the squares that have no number yet. With the
 * numbers t to n to come, u squares can add up to anything from u t + (0 + 1 + ... + u
 * - 1) to u n less as much, and no more:
 *
 *     row 3:   12 . 37 .      needs 130 - 49 = 81 of two numbers: 17 to 64 will do
 *
 * A line beyond its bounds ends the branch. So does a square that has too few ways
 * left: squares without a number, the last one placed and, in a closed tour, the start.
 *
 *     need[l], free[l]   of each line
 *     ways[v]            neighbours of v without a number
 *
 * Squares with the fewest ways come first (Warnsdorff 1823). Given numbers and ends
 * determine the square at their turn.
 *
 * Cost: the degree for each node; nodes exponential. It lists and counts on small
 * boards: 4 x 8 takes 6.4 million nodes. The 8 x 8 board was finished by others, with
 * better bounds and many computers (Stertenbrink, Meyrignac and Mackay 2003).
 */
#include "engine/dfs/choice_stack.h"

#include "base/assert.h"
#include "problem/magic_lines.h"

enum { POLL = 1024 }; /* nodes */

typedef struct search {
    cq_run *run;
    cq_dfs *tree;
    const cq_problem *problem;
    const cq_graph *graph;
    uint32_t n, depth;
    uint64_t *need;
    uint32_t *free;
    uint32_t *ways;
    bool *placed;
    uint32_t *walk;
    uint32_t *due;    /* by number, from 0 on: the vertex that must have it, or none */
    uint32_t *number; /* by vertex: the number that it must have, or none */
    cq_choice_stack choices;
    uint64_t steps;
    bool enough;
    cq_solution solution;
} search;

/* ---- lines ---- */

/* Whether u different numbers of t to n can add up to this much. */
static bool within(uint64_t need, uint64_t u, uint64_t t, uint64_t n)
{
    uint64_t steps = u ? u * (u - 1) / 2 : 0;

    return need >= u * t + steps && need <= u * n - steps;
}

/* Checks: lines need and have free what the numbers placed leave of them. */
static bool lines_hold(const search *s)
{
    uint32_t lines[4], count = cq_magic_line_count(s->problem);

    for (uint32_t l = 0; l < count; l++) {
        uint64_t need = cq_magic_twice_sum(s->problem, l) / 2;
        uint32_t open = cq_magic_line_length(s->problem, l);

        for (uint32_t i = 0; i < s->depth; i++) {
            unsigned at = cq_magic_lines_at(s->problem, s->walk[i], lines);

            for (unsigned k = 0; k < at; k++) {
                need -= lines[k] == l ? i + 1 : 0;
                open -= lines[k] == l;
            }
        }
        cq_hold(s->need[l] == need && s->free[l] == open);
    }
    return true;
}

/* Checks: squares on the walk have numbers, in their turn, and no others; the ways of
 * each lead to squares without one. */
static bool squares_hold(const search *s)
{
    uint32_t placed = 0;

    for (uint32_t i = 0; i < s->depth; i++) {
        cq_hold(s->placed[s->walk[i]]);
        cq_hold(s->due[i] == CQ_NO_VERTEX ? s->number[s->walk[i]] == CQ_NO_VERTEX
                                          : s->due[i] == s->walk[i]);
        cq_hold(i == 0 || cq_graph_adjacent(s->graph, s->walk[i - 1], s->walk[i]));
    }
    for (uint32_t v = 0; v < s->n; v++) {
        uint32_t ways = 0;

        placed += s->placed[v];
        for (size_t e = s->graph->starts[v]; e < s->graph->starts[v + 1]; e++)
            ways += !s->placed[s->graph->targets[e]];
        cq_hold(s->ways[v] == ways);
    }
    cq_hold(placed == s->depth);
    return true;
}

/* Places the next number, or takes the last one back. */
static void put(search *s, uint32_t v, bool placed)
{
    uint32_t lines[4];
    unsigned count = cq_magic_lines_at(s->problem, v, lines);
    uint64_t number = placed ? s->depth + 1 : s->depth;

    cq_assert(s->placed[v] != placed);
    cq_assert(placed ? s->depth < s->n : s->walk[s->depth - 1] == v);
    for (unsigned i = 0; i < count; i++) {
        s->need[lines[i]] += placed ? -number : number; /* modulo 2^64 */
        s->free[lines[i]] += placed ? UINT32_MAX : 1;
    }
    for (size_t e = s->graph->starts[v]; e < s->graph->starts[v + 1]; e++)
        s->ways[s->graph->targets[e]] += placed ? UINT32_MAX : 1;
    s->placed[v] = placed;
    if (placed)
        s->walk[s->depth++] = v;
    else
        s->depth--;
}

/* Whether every line can still get what it needs, from the numbers to come. */
static bool lines_may(const search *s)
{
    uint32_t lines = cq_magic_line_count(s->problem);

    for (uint32_t l = 0; l < lines; l++)
        if (!within(s->need[l], s->free[l], (uint64_t)s->depth + 1, s->n))
            return false;
    return true;
}

/* ---- squares ---- */

/* Of the squares beside the last but one, which the walk has passed by. */
static bool squares_may(const search *s)
{
    uint32_t left, head, start = s->walk[0];
    const cq_graph *graph = s->graph;

    if (s->depth < 2)
        return true;
    left = s->walk[s->depth - 2];
    head = s->walk[s->depth - 1];
    for (size_t e = graph->starts[left]; e < graph->starts[left + 1]; e++) {
        uint32_t v = graph->targets[e], ways = s->ways[v];
        uint32_t least = s->problem->closed ? 2 : 1;

        if (s->placed[v] || ways >= least)
            continue;
        ways += cq_graph_adjacent(graph, v, head);
        ways += s->problem->closed && cq_graph_adjacent(graph, v, start);
        if (ways < least)
            return false;
    }
    return true;
}

/* ---- choices ---- */

static bool is_due(const search *s, uint32_t v)
{
    return !s->placed[v] &&
           (s->due[s->depth] == CQ_NO_VERTEX ? s->number[v] == CQ_NO_VERTEX
                                             : s->due[s->depth] == v);
}

static cq_status add_choice(search *s, uint32_t v)
{
    return is_due(s, v)
               ? cq_choice_stack_add(s->run->ctx, &s->choices, s->depth, v, s->ways)
               : CQ_OK;
}

/* The squares for the next number, and a level of the tree for them. */
static cq_status list_choices(search *s)
{
    const cq_graph *graph = s->graph;

    cq_choice_stack_begin(&s->choices, s->depth);
    if (s->depth == 0) {
        for (uint32_t v = 0; v < s->n; v++)
            cq_try(add_choice(s, v));
    } else if (lines_may(s) && squares_may(s)) {
        uint32_t from = s->walk[s->depth - 1];

        for (size_t e = graph->starts[from]; e < graph->starts[from + 1]; e++)
            cq_try(add_choice(s, graph->targets[e]));
    }
    return cq_choice_stack_close(&s->choices, s->depth, s->tree);
}

/* ---- searching ---- */

static bool is_tour(const search *s)
{
    return lines_may(s) &&
           (!s->problem->closed ||
            (s->n > 2 && cq_graph_adjacent(s->graph, s->walk[0], s->walk[s->n - 1])));
}

/* The square that comes next, or none. */
static uint32_t next_square(search *s)
{
    return s->depth < s->n ? cq_choice_stack_next(&s->choices, s->depth, s->tree)
                           : CQ_NO_VERTEX;
}

/* Goes on to the next choice, back as far as it takes; false: nothing is left. */
static bool advance(search *s)
{
    uint32_t v;

    while ((v = next_square(s)) == CQ_NO_VERTEX) {
        if (s->depth == 0)
            return false;
        put(s, s->walk[s->depth - 1], false);
    }
    put(s, v, true);
    s->tree->nodes++;
    cq_assert(!cq_walk_due(s->tree->nodes, s->n) || (lines_hold(s) && squares_hold(s)));
    return true;
}

static cq_status walk_on(search *s)
{
    cq_try(list_choices(s));
    while (!s->enough && advance(s)) {
        if (s->depth < s->n)
            cq_try(list_choices(s));
        else if (is_tour(s))
            cq_try(cq_dfs_walked(s->tree, s->walk, &s->solution, &s->enough));
        if (!s->enough && ++s->steps % POLL == 0)
            s->enough = cq_dfs_poll(s->tree);
    }
    return CQ_OK;
}

/* Whether the sums are whole numbers at all. */
static bool are_whole(const cq_problem *problem)
{
    return cq_magic_twice_sum(problem, 0) % 2 == 0 &&
           cq_magic_twice_sum(problem, problem->board->rows) % 2 == 0;
}

/* From the beginning; the last time it may have been left anywhere. */
static cq_status search_tree(void *state)
{
    search *s = state;

    while (s->depth)
        put(s, s->walk[s->depth - 1], false);
    s->choices.choices.count = 0;
    s->enough = false;
    return are_whole(s->problem) ? walk_on(s) : CQ_OK;
}

/* ---- the run ---- */

static void take_numbers(search *s)
{
    const cq_problem *p = s->problem;
    const cq_u32s *given = &p->numbers;

    for (uint32_t i = 0; i < s->n; i++)
        s->due[i] = s->number[i] = CQ_NO_VERTEX;
    for (size_t i = 0; i < given->count; i += 2) {
        s->due[given->at[i]] = given->at[i + 1];
        s->number[given->at[i + 1]] = given->at[i];
    }
    if (p->from != CQ_NO_VERTEX) {
        s->due[0] = p->from;
        s->number[p->from] = 0;
    }
    if (p->to != CQ_NO_VERTEX) {
        s->due[s->n - 1] = p->to;
        s->number[p->to] = s->n - 1;
    }
}

static cq_status set_up(search *s)
{
    cq_context *ctx = s->run->ctx;
    uint32_t lines = cq_magic_line_count(s->problem);

    s->need = cq_alloc(ctx, lines, sizeof *s->need);
    s->free = cq_alloc(ctx, lines, sizeof *s->free);
    s->ways = cq_alloc(ctx, s->n, sizeof *s->ways);
    s->placed = cq_zalloc(ctx, s->n, sizeof *s->placed);
    s->walk = cq_alloc(ctx, s->n, sizeof *s->walk);
    s->due = cq_alloc(ctx, s->n, sizeof *s->due);
    s->number = cq_alloc(ctx, s->n, sizeof *s->number);
    if (!s->need || !s->free || !s->ways || !s->placed || !s->walk || !s->due ||
        !s->number)
        return CQ_MEMORY;
    cq_try(cq_choice_stack_init(ctx, s->n, &s->choices));
    for (uint32_t l = 0; l < lines; l++) {
        s->need[l] = cq_magic_twice_sum(s->problem, l) / 2;
        s->free[l] = cq_magic_line_length(s->problem, l);
    }
    for (uint32_t v = 0; v < s->n; v++)
        s->ways[v] = (uint32_t)cq_graph_degree(s->graph, v);
    take_numbers(s);
    return CQ_OK;
}

static void close_search(void *state)
{
    search *s = state;

    cq_free_each(s->need, s->free, s->ways, s->placed, s->walk, s->due, s->number);
    cq_choice_stack_free(&s->choices);
    cq_solution_free(&s->solution);
    cq_free(s);
}

static cq_status open_search(void *shared, cq_dfs *tree, void **out)
{
    cq_run *run = shared;
    search *s = *out = cq_zalloc(run->ctx, 1, sizeof *s);

    cq_try_memory(s);
    s->run = run;
    s->tree = tree;
    s->problem = run->problem;
    s->graph = &run->problem->graph;
    s->n = s->graph->vertices;
    return set_up(s);
}

static cq_status run_sums(cq_run *run)
{
    static const cq_walker walker = {.tree = "sums 1",
                                     .counts = {"nodes"},
                                     .open = open_search,
                                     .close = close_search,
                                     .search = search_tree};

    return cq_dfs_run(run, &walker, run);
}

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    (void)goal;
    fit->fits = problem->kind == CQ_TOUR && problem->magic && !problem->symmetric;
    fit->rank = CQ_RANK_EXACT;
    snprintf(fit->why, sizeof fit->why, "%s",
             fit->fits ? "it keeps to the sums of lines" : "it is for magic tours");
}

const cq_engine cq_engine_sums = {
    .name = "sums",
    .summary = "magic tours of any piece: numbers in turn, with bounds on all lines",
    .goals = CQ_GOALS_OF_ALL | CQ_GOAL_BIT(CQ_GOAL_ESTIMATE),
    .can = CQ_CAN_RESUME | CQ_CAN_PART | CQ_CAN_MAGIC | CQ_CAN_NUMBERS | CQ_CAN_ENDS |
           CQ_CAN_MUST | CQ_CAN_MUST_OPEN,
    .fits = fits,
    .run = run_sums,
};
