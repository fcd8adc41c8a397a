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
#include "engine/dfs/square_walk.h"

#include "base/assert.h"
#include "problem/magic_lines.h"

typedef struct search {
    cq_square_walk w;
    uint64_t *need;
    uint32_t *free;
    uint32_t *due;    /* by number, from 0 on: the vertex that must have it, or none */
    uint32_t *number; /* by vertex: the number that it must have, or none */
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
    uint32_t lines[4], count = cq_magic_line_count(s->w.problem);

    for (uint32_t l = 0; l < count; l++) {
        uint64_t need = cq_magic_twice_sum(s->w.problem, l) / 2;
        uint32_t open = cq_magic_line_length(s->w.problem, l);

        for (uint32_t i = 0; i < s->w.depth; i++) {
            unsigned at = cq_magic_lines_at(s->w.problem, s->w.laid[i], lines);

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

    for (uint32_t i = 0; i < s->w.depth; i++) {
        cq_hold(s->w.placed[s->w.laid[i]]);
        cq_hold(s->due[i] == CQ_NO_VERTEX ? s->number[s->w.laid[i]] == CQ_NO_VERTEX
                                          : s->due[i] == s->w.laid[i]);
        cq_hold(i == 0 ||
                cq_graph_adjacent(s->w.graph, s->w.laid[i - 1], s->w.laid[i]));
    }
    for (uint32_t v = 0; v < s->w.n; v++) {
        uint32_t ways = 0;

        placed += s->w.placed[v];
        for (size_t e = s->w.graph->starts[v]; e < s->w.graph->starts[v + 1]; e++)
            ways += !s->w.placed[s->w.graph->targets[e]];
        cq_hold(s->w.ways[v] == ways);
    }
    cq_hold(placed == s->w.depth);
    return true;
}

/* The number of the place at hand comes to a square, or leaves it. */
static void put(cq_square_walk *w, uint32_t v, bool placed)
{
    search *s = (search *)w;
    uint32_t lines[4];
    unsigned count = cq_magic_lines_at(w->problem, v, lines);
    uint64_t number = (uint64_t)w->depth + 1;

    for (unsigned i = 0; i < count; i++) {
        cq_assert(!placed || s->free[lines[i]] > 0);
        s->need[lines[i]] += placed ? -number : number; /* modulo 2^64 */
        s->free[lines[i]] += placed ? UINT32_MAX : 1;
    }
    for (size_t e = w->graph->starts[v]; e < w->graph->starts[v + 1]; e++)
        w->ways[w->graph->targets[e]] += placed ? UINT32_MAX : 1;
}

/* Whether every line can still get what it needs, from the numbers to come. */
static bool lines_may(const search *s)
{
    uint32_t lines = cq_magic_line_count(s->w.problem);

    for (uint32_t l = 0; l < lines; l++) {
        cq_assert(s->free[l] <= cq_magic_line_length(s->w.problem, l));
        if (!within(s->need[l], s->free[l], (uint64_t)s->w.depth + 1, s->w.n))
            return false;
    }
    return true;
}

/* ---- squares ---- */

/* Of the squares beside the last but one, which the walk has passed by. */
static bool squares_may(const search *s)
{
    uint32_t left, head, start = s->w.laid[0];
    const cq_graph *graph = s->w.graph;

    if (s->w.depth < 2)
        return true;
    left = s->w.laid[s->w.depth - 2];
    head = s->w.laid[s->w.depth - 1];
    for (size_t e = graph->starts[left]; e < graph->starts[left + 1]; e++) {
        uint32_t v = graph->targets[e], ways = s->w.ways[v];
        uint32_t least = s->w.problem->closed ? 2 : 1;

        cq_assert(ways <
                  cq_graph_degree(graph, v)); /* not back to where it came from */
        if (s->w.placed[v] || ways >= least)
            continue;
        ways += cq_graph_adjacent(graph, v, head);
        ways += s->w.problem->closed && cq_graph_adjacent(graph, v, start);
        if (ways < least)
            return false;
    }
    return true;
}

/* ---- choices ---- */

static bool is_due(const search *s, uint32_t v)
{
    return !s->w.placed[v] &&
           (s->due[s->w.depth] == CQ_NO_VERTEX ? s->number[v] == CQ_NO_VERTEX
                                               : s->due[s->w.depth] == v);
}

static cq_status add_choice(search *s, uint32_t v)
{
    return is_due(s, v) ? cq_square_walk_add(&s->w, v) : CQ_OK;
}

/* The squares for the next number. */
static cq_status choose(cq_square_walk *w)
{
    const cq_graph *graph = w->graph;
    search *s = (search *)w;

    if (w->depth == 0) {
        for (uint32_t v = 0; v < w->n; v++)
            cq_try(add_choice(s, v));
    } else if (lines_may(s) && squares_may(s)) {
        uint32_t from = w->laid[w->depth - 1];

        for (size_t e = graph->starts[from]; e < graph->starts[from + 1]; e++)
            cq_try(add_choice(s, graph->targets[e]));
    }
    return CQ_OK;
}

/* ---- searching ---- */

static const uint32_t *tour(const cq_square_walk *w)
{
    cq_assert(w->depth == w->n);
    bool closes =
        w->n > 2 && cq_graph_adjacent(w->graph, w->laid[0], w->laid[w->n - 1]);

    return lines_may((const search *)w) && (!w->problem->closed || closes) ? w->laid
                                                                           : NULL;
}

static bool check(const cq_square_walk *w)
{
    const search *s = (const search *)w;

    return lines_hold(s) && squares_hold(s);
}

/* Whether the sums are whole numbers at all. */
static bool are_whole(const cq_problem *problem)
{
    return cq_magic_twice_sum(problem, 0) % 2 == 0 &&
           cq_magic_twice_sum(problem, problem->board->rows) % 2 == 0;
}

/* ---- the run ---- */

static void take_numbers(search *s)
{
    const cq_problem *p = s->w.problem;
    const cq_u32s *given = &p->numbers;

    for (uint32_t i = 0; i < s->w.n; i++)
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
        s->due[s->w.n - 1] = p->to;
        s->number[p->to] = s->w.n - 1;
    }
}

static cq_status set_up(cq_square_walk *w)
{
    search *s = (search *)w;
    cq_context *ctx = w->run->ctx;
    uint32_t lines = cq_magic_line_count(s->w.problem);

    s->need = cq_alloc(ctx, lines, sizeof *s->need);
    s->free = cq_alloc(ctx, lines, sizeof *s->free);
    s->due = cq_alloc(ctx, s->w.n, sizeof *s->due);
    s->number = cq_alloc(ctx, s->w.n, sizeof *s->number);
    cq_try_memory(s->need && s->free && s->due && s->number);
    for (uint32_t l = 0; l < lines; l++) {
        s->need[l] = cq_magic_twice_sum(s->w.problem, l) / 2;
        s->free[l] = cq_magic_line_length(s->w.problem, l);
    }
    take_numbers(s);
    w->hopeless = !are_whole(w->problem);
    return CQ_OK;
}

static void tear_down(cq_square_walk *w)
{
    search *s = (search *)w;

    cq_free_each(s->need, s->free, s->due, s->number);
}

static cq_status run_sums(cq_run *run)
{
    static const cq_square_rules rules = {
        "sums 1", sizeof(search), set_up, tear_down, choose, put, tour, check};

    return cq_square_walk_run(run, &rules);
}

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    (void)goal;
    return problem->kind == CQ_TOUR && problem->magic && !problem->symmetric
               ? cq_fit_for(CQ_RANK_EXACT, -1, "it keeps to the sums of lines")
               : cq_misfit("it is for magic tours");
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
