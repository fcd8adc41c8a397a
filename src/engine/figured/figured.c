/* figured.c - tours with numbers given at some squares, by an exact search.
 *
 * The given numbers cut a tour into segments: from 17 on e4 to 23 on a1 it is a path of
 * six moves. Segments are filled one after the other, the shortest first, each from its
 * first square to its goal; what comes before the first number and after the last of an
 * open tour has no goal and comes last.
 *
 *     17 . . . . . 23 . . 26 ...        segment 23-26 is filled before 17-23
 *
 * From a square that is put on a path, the goal must be reachable in exactly the moves
 * that are left. For every given number and square, the least even and the least odd
 * number of moves between them are known (by a breadth-first search in a graph that has
 * each square twice); these bounds hold whatever else is visited. Every square without
 * a number must still be able to get its two moves, to squares that also lack one. When
 * a segment is full, every such square must fit into one of the remaining segments, by
 * the same distances.
 *
 *     need[v]    moves that v still lacks; 0: it is complete
 *     ways[v]    neighbours of v that lack a move
 *     short_of   moves that squares lack and cannot get: more than the free ends of an
 *                open tour that are left make a dead end
 *
 * Of several squares the one with the fewest ways comes first (Warnsdorff 1823).
 *
 * Cost: the degree of a few squares for each node, and the squares times the segments
 * when one is full; nodes exponential at worst. Memory: squares times given numbers.
 */
#include "engine/dfs/square_walk.h"

#include "base/assert.h"

#include <stdlib.h>

/* A place of the tour that is filled. */
typedef struct step {
    uint32_t position;
    uint32_t before; /* the position it is reached from */
    uint32_t goal;   /* which of the given numbers it runs to, or CQ_NO_VERTEX */
    uint32_t left;   /* moves from here to the goal */
    bool opens;      /* the first of a segment: others are looked at before it */
    bool ends;       /* an end of an open tour that is not given */
} step;

/* From one given number to another, or to an end. */
typedef struct segment {
    uint32_t from, goal; /* by the order of the given numbers */
    uint32_t moves;
    bool back; /* towards the first number */
} segment;

typedef CQ_VEC(step) step_list;

typedef struct search {
    cq_square_walk w; /* its places are the steps */
    uint32_t givens;
    CQ_VEC(segment) segments;
    step_list steps;
    CQ_VEC(size_t) firsts; /* by segment: its first step */
    uint32_t *far;         /* by given number, vertex and parity: moves at least */
    uint32_t *walk;        /* by position */
    uint8_t *need;
    uint64_t short_of;
    uint32_t free_ends; /* of an open tour, not yet filled */
} search;

static uint32_t position_of(const search *s, uint32_t given)
{
    return s->w.problem->numbers.at[2 * (size_t)given];
}

static uint32_t vertex_of(const search *s, uint32_t given)
{
    return s->w.problem->numbers.at[2 * (size_t)given + 1];
}

/* ---- distances ---- */

static uint32_t *far_from(const search *s, uint32_t given, uint32_t v)
{
    cq_assert(given < s->givens && v < s->w.n);
    return s->far + 2 * ((size_t)given * s->w.n + v);
}

/* Each vertex twice, for an even and an odd number of moves. */
static void spread(const search *s, uint32_t given, uint32_t *queue)
{
    size_t head = 0, tail = 0;

    for (uint32_t v = 0; v < s->w.n; v++)
        far_from(s, given, v)[0] = far_from(s, given, v)[1] = UINT32_MAX / 4;
    far_from(s, given, vertex_of(s, given))[0] = 0;
    queue[tail++] = 2 * vertex_of(s, given);
    while (head < tail) {
        uint32_t v = queue[head] / 2, odd = queue[head] % 2;
        uint32_t moves = far_from(s, given, v)[odd] + 1;

        head++;
        for (size_t e = s->w.graph->starts[v]; e < s->w.graph->starts[v + 1]; e++) {
            uint32_t to = s->w.graph->targets[e], *far = far_from(s, given, to);

            if (far[!odd] <= moves)
                continue;
            far[!odd] = moves;
            queue[tail++] = 2 * to + !odd;
        }
    }
    cq_assert(tail <= 2 * (size_t)s->w.n);
}

static cq_status measure(search *s)
{
    cq_context *ctx = s->w.run->ctx;
    uint32_t *queue = cq_alloc(ctx, 2 * (size_t)s->w.n, sizeof *queue);

    s->far = cq_alloc(ctx, 2 * (size_t)s->w.n * s->givens, sizeof *s->far);
    for (uint32_t g = 0; queue && s->far && g < s->givens; g++)
        spread(s, g, queue);
    cq_free(queue);
    return queue && s->far ? CQ_OK : CQ_MEMORY;
}

/* Whether exactly `moves` moves can lead from v to a given number. */
static bool reaches(const search *s, uint32_t given, uint32_t v, uint32_t moves)
{
    return far_from(s, given, v)[moves % 2] <= moves;
}

/* ---- segments ---- */

static int compare_segments(const void *left, const void *right)
{
    const segment *a = left, *b = right;
    bool loose_a = a->goal == CQ_NO_VERTEX, loose_b = b->goal == CQ_NO_VERTEX;

    if (loose_a != loose_b)
        return loose_a ? 1 : -1;
    if (a->moves != b->moves)
        return a->moves < b->moves ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

/* The moves of the segments are those of a tour. */
static bool adds_up(const search *s)
{
    uint64_t moves = 0;

    for (size_t i = 0; i < s->segments.count; i++)
        moves += s->segments.at[i].moves;
    cq_hold(moves + !s->w.problem->closed == s->w.n);
    return true;
}

static cq_status cut(search *s)
{
    cq_context *ctx = s->w.run->ctx;
    uint32_t last = s->givens - 1;

    for (uint32_t g = 0; g < s->givens; g++) {
        segment next = {.from = g, .goal = g == last ? 0 : g + 1};

        cq_assert(g == last || position_of(s, g) < position_of(s, g + 1));
        next.moves = g == last ? s->w.n - position_of(s, last) + position_of(s, 0)
                               : position_of(s, g + 1) - position_of(s, g);
        if (g < last || s->w.problem->closed)
            cq_try(cq_vec_push(ctx, &s->segments, next));
    }
    if (!s->w.problem->closed) {
        segment before = {
            .goal = CQ_NO_VERTEX, .moves = position_of(s, 0), .back = true};
        segment after = {.from = last,
                         .goal = CQ_NO_VERTEX,
                         .moves = s->w.n - 1 - position_of(s, last)};

        if (after.moves)
            cq_try(cq_vec_push(ctx, &s->segments, after));
        if (before.moves)
            cq_try(cq_vec_push(ctx, &s->segments, before));
    }
    cq_assert(adds_up(s));
    if (s->segments.count)
        qsort(s->segments.at, s->segments.count, sizeof *s->segments.at,
              compare_segments);
    return CQ_OK;
}

/* The places of a segment; one move between two given numbers has none. */
static cq_status list_steps(search *s, const segment *g)
{
    uint32_t at = position_of(s, g->from);
    uint32_t count = g->goal == CQ_NO_VERTEX ? g->moves : g->moves - 1;

    cq_assert(g->moves > 0 && g->moves <= s->w.n);
    cq_try(cq_vec_push(s->w.run->ctx, &s->firsts, s->steps.count));
    for (uint32_t i = 1; i <= count; i++) {
        step next = {.before = at,
                     .goal = g->goal,
                     .left = g->moves - i,
                     .opens = i == 1,
                     .ends = g->goal == CQ_NO_VERTEX && i == count};

        at = (at + (g->back ? s->w.n - 1 : 1)) % s->w.n;
        next.position = at;
        cq_try(cq_vec_push(s->w.run->ctx, &s->steps, next));
    }
    return CQ_OK;
}

/* ---- what squares lack ---- */

static uint64_t lacks(const search *s, uint32_t v)
{
    return s->need[v] > s->w.ways[v] ? s->need[v] - s->w.ways[v] : 0;
}

static void change_ways(search *s, uint32_t v, bool more)
{
    for (size_t e = s->w.graph->starts[v]; e < s->w.graph->starts[v + 1]; e++) {
        uint32_t u = s->w.graph->targets[e];

        s->short_of -= lacks(s, u);
        s->w.ways[u] += more ? 1 : UINT32_MAX; /* modulo 2^32 */
        s->short_of += lacks(s, u);
    }
}

static void set_need(search *s, uint32_t v, uint8_t need)
{
    bool was = s->need[v] > 0, is = need > 0;

    cq_assert(need <= 2); /* one below none would be 255 */
    s->short_of -= lacks(s, v);
    s->need[v] = need;
    s->short_of += lacks(s, v);
    if (was != is)
        change_ways(s, v, is);
}

/* A move between two, made or taken back. */
static void link(search *s, uint32_t a, uint32_t b, bool made)
{
    set_need(s, a, (uint8_t)(s->need[a] + (made ? -1 : 1)));
    set_need(s, b, (uint8_t)(s->need[b] + (made ? -1 : 1)));
}

/* Checks: ways lead to squares that lack a move, and what squares cannot get adds
 * up. */
static bool needs_hold(const search *s)
{
    uint64_t short_of = 0;

    for (uint32_t v = 0; v < s->w.n; v++) {
        uint32_t ways = 0;

        for (size_t e = s->w.graph->starts[v]; e < s->w.graph->starts[v + 1]; e++)
            ways += s->need[s->w.graph->targets[e]] > 0;
        cq_hold(s->need[v] <= 2 && s->w.ways[v] == ways);
        cq_hold(s->w.placed[v] || s->need[v] == 2);
        short_of += lacks(s, v);
    }
    cq_hold(s->short_of == short_of);
    return true;
}

/* Checks: each step that is filled is a move from the one before it, has no number
 * given, and the goal is as many moves away as are left, or can be. */
static bool steps_hold(const search *s)
{
    uint32_t ends = 0, placed = 0;

    for (size_t i = 0; i < s->w.depth; i++) {
        const step *at = &s->steps.at[i];
        uint32_t v = s->walk[at->position];

        cq_hold(s->w.placed[v] &&
                cq_graph_adjacent(s->w.graph, s->walk[at->before], v));
        cq_hold(at->goal == CQ_NO_VERTEX || reaches(s, at->goal, v, at->left));
        ends += at->ends;
    }
    for (size_t i = s->w.depth; i < s->steps.count; i++)
        cq_hold(!s->steps.at[i].ends || s->free_ends > 0);
    for (uint32_t v = 0; v < s->w.n; v++)
        placed += s->w.placed[v];
    cq_hold(placed == s->givens + s->w.depth && s->free_ends + ends <= 2);
    return true;
}

/* A square comes to the step at hand, or leaves it. */
static void put(cq_square_walk *w, uint32_t v, bool placed)
{
    search *s = (search *)w;
    const step *at = &s->steps.at[w->depth];
    uint32_t before = s->walk[at->before];

    s->walk[at->position] = v;
    if (at->ends) { /* one move is enough */
        set_need(s, v, placed ? 1 : 2);
        s->free_ends += placed ? UINT32_MAX : 1;
    }
    if (!placed && at->ends) { /* undo in the same terms as it was done */
        set_need(s, before, (uint8_t)(s->need[before] + 1));
        return;
    }
    link(s, before, v, placed);
    if (at->goal != CQ_NO_VERTEX && at->left == 1)
        link(s, v, vertex_of(s, at->goal), placed);
}

/* ---- choices ---- */

/* Whether a square can lie on a segment that is not filled. */
static bool lies_on(const search *s, const segment *g, uint32_t v)
{
    if (g->goal == CQ_NO_VERTEX)
        return far_from(s, g->from, v)[0] <= g->moves ||
               far_from(s, g->from, v)[1] <= g->moves;
    for (unsigned odd = 0; odd < 2; odd++) {
        uint64_t there = far_from(s, g->from, v)[odd];
        uint64_t on = far_from(s, g->goal, v)[(g->moves + odd) % 2];

        if (there + on <= g->moves)
            return true;
    }
    return false;
}

/* At the beginning of a segment: every square without a number lies on this one or on
 * one that comes after it. */
static bool all_lie(const search *s)
{
    size_t first = 0;

    while (first < s->segments.count && s->firsts.at[first] < s->w.depth)
        first++;
    for (uint32_t v = 0; v < s->w.n; v++) {
        size_t i = first;

        if (s->w.placed[v])
            continue;
        while (i < s->segments.count && !lies_on(s, &s->segments.at[i], v))
            i++;
        if (i == s->segments.count)
            return false;
    }
    return true;
}

static bool may_be(const search *s, const step *at, uint32_t v)
{
    return !s->w.placed[v] &&
           (at->goal == CQ_NO_VERTEX || reaches(s, at->goal, v, at->left));
}

static bool is_dead(const search *s)
{
    return s->short_of > s->free_ends;
}

/* The squares for the step at hand. */
static cq_status choose(cq_square_walk *w)
{
    const search *s = (const search *)w;
    const step *at = &s->steps.at[w->depth];
    uint32_t from = s->walk[at->before];

    if (is_dead(s) || (at->opens && !all_lie(s)))
        return CQ_OK;
    for (size_t e = w->graph->starts[from]; e < w->graph->starts[from + 1]; e++) {
        uint32_t v = w->graph->targets[e];

        if (may_be(s, at, v))
            cq_try(cq_square_walk_add(w, v));
    }
    return CQ_OK;
}

/* ---- searching ---- */

static const uint32_t *tour(const cq_square_walk *w)
{
    const search *s = (const search *)w;

    return is_dead(s) ? NULL : s->walk;
}

static bool check(const cq_square_walk *w)
{
    const search *s = (const search *)w;

    return needs_hold(s) && steps_hold(s);
}

/* ---- the run ---- */

/* The given squares are there from the beginning, and moves between two of them. False
 * if there is no such move. */
static bool place_given(search *s)
{
    bool may = true;

    for (uint32_t v = 0; v < s->w.n; v++) {
        s->need[v] = 2;
        s->short_of += lacks(s, v);
    }
    s->free_ends = s->w.problem->closed ? 0 : 2;
    for (uint32_t g = 0; g < s->givens; g++) {
        uint32_t at = position_of(s, g);

        s->walk[at] = vertex_of(s, g);
        s->w.placed[s->walk[at]] = true;
        if (!s->w.problem->closed && (at == 0 || at == s->w.n - 1)) {
            set_need(s, s->walk[at], 1);
            s->free_ends--;
        }
    }
    for (size_t i = 0; i < s->segments.count; i++) {
        const segment *g = &s->segments.at[i];

        if (g->goal == CQ_NO_VERTEX)
            continue;
        may = may && reaches(s, g->goal, vertex_of(s, g->from), g->moves);
        if (g->moves == 1 && may)
            link(s, vertex_of(s, g->from), vertex_of(s, g->goal), true);
    }
    return may;
}

static cq_status set_up(cq_square_walk *w)
{
    search *s = (search *)w;
    cq_context *ctx = w->run->ctx;

    s->givens = (uint32_t)(w->problem->numbers.count / 2);
    s->walk = cq_alloc(ctx, s->w.n, sizeof *s->walk);
    s->need = cq_alloc(ctx, s->w.n, sizeof *s->need);
    cq_try_memory(s->walk && s->need);
    cq_try(measure(s));
    cq_try(cut(s));
    for (size_t i = 0; i < s->segments.count; i++)
        cq_try(list_steps(s, &s->segments.at[i]));
    cq_assert(s->steps.count + s->givens == s->w.n);
    s->w.places = (uint32_t)s->steps.count;
    w->hopeless = !place_given(s) || (w->problem->closed && w->n <= 2);
    return CQ_OK;
}

static void tear_down(cq_square_walk *w)
{
    search *s = (search *)w;

    cq_free_each(s->far, s->walk, s->need);
    cq_vec_free_each(&s->segments, &s->steps, &s->firsts);
}

static cq_status run_figured(cq_run *run)
{
    static const cq_square_rules rules = {
        "figured 1", sizeof(search), set_up, tear_down, choose, put, tour, check};

    return cq_square_walk_run(run, &rules);
}

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    (void)goal;
    return problem->kind == CQ_TOUR && problem->numbers.count && !problem->symmetric
               ? cq_fit_for(CQ_RANK_EXACT, -1,
                            "it fills the gaps between the given numbers")
               : cq_misfit("it is for tours with given numbers");
}

const cq_engine cq_engine_figured = {
    .name = "figured",
    .summary = "tours with given numbers: fills the gaps between them by distances",
    .goals = CQ_GOALS_OF_ALL | CQ_GOAL_BIT(CQ_GOAL_ESTIMATE),
    .can =
        CQ_CAN_RESUME | CQ_CAN_PART | CQ_CAN_NUMBERS | CQ_CAN_MUST | CQ_CAN_MUST_OPEN,
    .fits = fits,
    .run = run_figured,
};
