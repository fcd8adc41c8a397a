/* tours.c - tours by the simplest means, and what the sentences about them claim.
 *
 * Two vertices of a board are adjacent if one of the eight ways of a leap leads from
 * one to the other, for riders by one or more such leaps over squares, written out
 * here; those of a graph if its list says so. Moves that are forbidden are none. Tours
 * are counted by going everywhere. */
#include "properties.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VERTICES = 32, MOST_WORK = 400000 };

/* ---- adjacency ---- */

static uint32_t cell_of(const cq_problem *problem, uint32_t vertex)
{
    uint32_t cell = 0;

    for (;; cell++)
        if (problem->board->colour[cell] && vertex-- == 0)
            return cell;
}

/* The cell that a step leads to, or -1. */
static int64_t step(const cq_board *board, int64_t from, int64_t down, int64_t right)
{
    int64_t rows = board->rows, cols = board->cols;
    int64_t row = from / cols + down, col = from % cols + right;

    if (board->surface == CQ_TORUS)
        row = (row % rows + rows) % rows;
    if (board->surface != CQ_PLANE)
        col = (col % cols + cols) % cols;
    if (row < 0 || col < 0 || row >= rows || col >= cols ||
        !board->colour[row * cols + col])
        return -1;
    return row * cols + col;
}

static bool goes(const cq_problem *problem, uint32_t a, uint32_t b)
{
    uint32_t from = cell_of(problem, a), to = cell_of(problem, b);

    for (size_t i = 0; i < problem->leaper.count; i++)
        for (int way = 0; way < 8; way++) {
            const cq_leap *leap = &problem->leaper.at[i];
            int64_t x = way & 1 ? -(int64_t)leap->a : leap->a;
            int64_t y = way & 2 ? -(int64_t)leap->b : leap->b;
            int64_t at = from;

            if (leap->ways && !(leap->ways >> way & 1))
                continue;
            do
                at = step(problem->board, at, way & 4 ? y : x, way & 4 ? x : y);
            while (leap->rides && at >= 0 && at != from && at != to);
            if (at == (int64_t)to)
                return true;
        }
    return false;
}

/* Whether the two are one of these pairs. */
static bool is_pair(const cq_u32s *pairs, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < pairs->count; i += 2)
        if ((pairs->at[i] == a && pairs->at[i + 1] == b) ||
            (pairs->at[i] == b && pairs->at[i + 1] == a))
            return true;
    return false;
}

/* Sets of neighbours; false if there are too many vertices. */
static bool find_neighbours(const cq_problem *problem, uint32_t *near)
{
    const cq_graph *graph = &problem->graph;

    if (graph->vertices > MOST_VERTICES)
        return false;
    for (uint32_t a = 0; a < graph->vertices; a++) {
        near[a] = 0;
        for (uint32_t b = 0; b < graph->vertices && problem->board; b++)
            if (a != b && !is_pair(&graph->gone, a, b) && goes(problem, a, b))
                near[a] |= UINT32_C(1) << b;
        for (size_t e = graph->starts[a]; e < graph->starts[a + 1] && !problem->board;
             e++)
            near[a] |= UINT32_C(1) << graph->targets[e];
    }
    return true;
}

/* ---- counting ---- */

typedef struct walker {
    const cq_problem *problem;
    uint32_t near[MOST_VERTICES], all;
    uint32_t start, second;
    uint32_t path[MOST_VERTICES];
    long found, work;
    unsigned symmetry; /* that must take tours to themselves, or 0 */
    long uses[MOST_VERTICES][MOST_VERTICES]; /* by the two ends of a move */
} walker;

/* Whether every move of the path goes over to a move of it. */
static bool is_kept(const walker *w)
{
    const cq_problem *p = w->problem;
    uint32_t n = p->graph.vertices, steps = p->closed ? n : n - 1;
    uint32_t place[MOST_VERTICES];
    cq_cell images[64];

    if (w->symmetry == 0) /* so it is for a graph, which has no board */
        return true;
    if (cq_board_size(p->board) > 64)
        return false;
    cq_board_images(p->board, w->symmetry, images);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t v = 0; v < n; v++)
            if (cell_of(p, v) == images[cell_of(p, w->path[i])])
                place[i] = v; /* the image of step i */
    for (uint32_t i = 0; i < steps; i++) {
        bool found = false;

        for (uint32_t k = 0; k < steps && !found; k++)
            found =
                (w->path[k] == place[i] &&
                 w->path[(k + 1) % n] == place[(i + 1) % n]) ||
                (w->path[k] == place[(i + 1) % n] && w->path[(k + 1) % n] == place[i]);
        if (!found)
            return false;
    }
    return true;
}

static void tally_moves(walker *w)
{
    uint32_t n = w->problem->graph.vertices, steps = w->problem->closed ? n : n - 1;

    for (uint32_t i = 0; i < steps; i++) {
        uint32_t a = w->path[i], b = w->path[(i + 1) % n];

        w->uses[a < b ? a : b][a < b ? b : a]++;
    }
}

/* Whether every move that must be used is a step of the path, or closes it. */
static bool uses_all(const cq_problem *problem, const uint32_t *path)
{
    uint32_t n = problem->graph.vertices, steps = problem->closed ? n : n - 1;
    const cq_u32s *must = &problem->graph.must;
    size_t used = 0;

    for (uint32_t i = 0; i < steps; i++)
        used += is_pair(must, path[i], path[(i + 1) % n]);
    return used == must->count / 2;
}

/* A cycle is walked in both directions; the one counts whose second vertex is below its
 * last. */
static bool counts(const walker *w, uint32_t last)
{
    const cq_problem *p = w->problem;

    if (!uses_all(p, w->path))
        return false;
    if (!p->closed)
        return p->to == CQ_NO_VERTEX || p->to == last;
    return w->near[last] >> w->start & 1 && (p->numbers.count || w->second < last);
}

/* Whether the path, from the first number on, has its given numbers. */
static bool has_numbers(const walker *w)
{
    const cq_u32s *given = &w->problem->numbers;

    for (size_t i = 0; i < given->count; i += 2)
        if (w->path[given->at[i]] != given->at[i + 1])
            return false;
    return true;
}

static void walk_on(walker *w, uint32_t at, uint32_t visited, uint32_t length)
{
    if (++w->work > MOST_WORK)
        return;
    w->path[length++] = at;
    if (visited == w->all && counts(w, at) && is_kept(w) && has_numbers(w)) {
        w->found++;
        tally_moves(w);
    }
    for (uint32_t v = 0; v < w->problem->graph.vertices; v++) {
        if (!(w->near[at] & ~visited) || !((w->near[at] & ~visited) >> v & 1))
            continue;
        if (visited == UINT32_C(1) << w->start)
            w->second = v;
        walk_on(w, v, visited | UINT32_C(1) << v, length);
    }
}

static long walk_all(walker *w)
{
    const cq_problem *problem = w->problem;
    uint32_t n = problem->graph.vertices;

    if (n == 0 || !find_neighbours(problem, w->near))
        return -1;
    if (problem->closed && (n < 3 || problem->from != CQ_NO_VERTEX))
        return problem->from != CQ_NO_VERTEX ? -1 : 0;
    w->all = n == 32 ? UINT32_MAX : (UINT32_C(1) << n) - 1;
    for (uint32_t v = 0; v < n; v++) {
        w->start = w->second = v;
        if ((problem->closed && v > 0 && !problem->numbers.count) ||
            (problem->from != CQ_NO_VERTEX && problem->from != v))
            continue;
        walk_on(w, v, UINT32_C(1) << v, 0);
    }
    return w->work > MOST_WORK ? -1 : w->found;
}

long brute_tours(const cq_problem *problem)
{
    walker w = {.problem = problem};

    return problem->symmetric ? -1 : walk_all(&w);
}

/* ---- moves and symmetries ---- */

static outcome judge_moves(trial *t, const walker *w, const cq_answer *answer)
{
    const cq_pair *pair;
    size_t i = 0;

    for (; (pair = cq_answer_pair(answer, i)); i++) {
        uint32_t a = cq_problem_vertex(w->problem, pair->first);
        uint32_t b = cq_problem_vertex(w->problem, pair->second);

        if (!pair->exact || atol(pair->exact) != w->uses[a][b])
            return fails(t, "%ld of %ld tours go from %u to %u, not %s", w->uses[a][b],
                         w->found, (unsigned)a, (unsigned)b,
                         pair->exact ? pair->exact : "?");
    }
    return i == cq_graph_edges(&w->problem->graph)
               ? HOLDS
               : fails(t, "%zu moves are listed", i);
}

/* Every move is in as many tours as said. */
outcome moves_are_as_likely(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    walker w = {.problem = problem};
    cq_answer *answer = NULL;
    outcome result = BESIDE;

    if (problem && walk_all(&w) >= 0) {
        if (cq_solve(t->ctx, problem, CQ_GOAL_PROBABILITIES, NULL, &answer) != CQ_OK)
            result = fails(t, "there is no answer: %s", cq_error_text(t->ctx));
        else if ((cq_answer_verdict(answer) == CQ_YES) != (w.found > 0))
            result = fails(t, "there are %ld tours", w.found);
        else
            result = w.found && problem->graph.vertices > 1 ? judge_moves(t, &w, answer)
                                                            : HOLDS;
    }
    cq_answer_free(answer);
    cq_problem_free(problem);
    return result;
}

/* One symmetry at a time: reflections are asked for together, so that boards with
 * several are left out. */
static outcome judge_symmetry(trial *t, cq_problem *problem, const char *kind)
{
    walker w = {.problem = problem};
    cq_answer *answer = NULL;
    outcome result = HOLDS;
    long truth;

    problem->symmetric = 0;
    if (cq_problem_set_symmetric(t->ctx, problem, kind) != CQ_OK ||
        (problem->symmetric & (problem->symmetric - 1)))
        return BESIDE;
    while (problem->symmetric >> w.symmetry != 1)
        w.symmetry++;
    truth = walk_all(&w);
    if (truth < 0)
        return BESIDE;
    if (cq_solve(t->ctx, problem, CQ_GOAL_COUNT, NULL, &answer) != CQ_OK)
        result = fails(t, "there is no answer: %s", cq_error_text(t->ctx));
    else if (atol(cq_answer_count(answer)) != truth)
        result = fails(t, "there are %ld tours with the symmetry %s, not %s", truth,
                       kind, cq_answer_count(answer));
    cq_answer_free(answer);
    return result;
}

/* Symmetric tours are as many as those of all tours that are so. */
outcome symmetric_tours_are_right(trial *t)
{
    static const char *const kinds[] = {"180", "90", "mirror"};
    cq_problem *problem = input_problem(t->ctx, t->in);
    outcome result = BESIDE;

    for (size_t i = 0; i < 3 && problem && result != FAILS; i++) {
        outcome one = judge_symmetry(t, problem, kinds[i]);

        result = one == BESIDE ? result : one;
    }
    cq_problem_free(problem);
    return result;
}

bool brute_judge_tour(const cq_problem *problem, const cq_solution *solution)
{
    uint32_t near[MOST_VERTICES], visited = 0, n = problem->graph.vertices;
    const uint32_t *walk = solution->members.at;

    if (solution->members.count != n || !find_neighbours(problem, near))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        if (visited >> walk[i] & 1 || (i && !(near[walk[i - 1]] >> walk[i] & 1)))
            return false;
        visited |= UINT32_C(1) << walk[i];
    }
    if (n && !uses_all(problem, walk))
        return false;
    for (size_t i = 0; i < problem->numbers.count; i += 2)
        if (walk[problem->numbers.at[i]] != problem->numbers.at[i + 1])
            return false;
    if (problem->closed)
        return n > 2 && near[walk[n - 1]] >> walk[0] & 1;
    return (problem->from == CQ_NO_VERTEX || walk[0] == problem->from) &&
           (problem->to == CQ_NO_VERTEX || walk[n - 1] == problem->to);
}

/* ---- sentences ---- */

typedef struct claim {
    trial *t;
    const cq_problem *problem;
    const cq_certificate *reason;
    const char *text;
    uint32_t near[MOST_VERTICES];
    uint32_t light; /* vertices on light squares */
} claim;

static bool says(const claim *c, const char *words)
{
    return strstr(c->text, words) != NULL;
}

/* Every edge leads out of the set, or into it. */
static bool splits(const claim *c, uint32_t side)
{
    for (uint32_t v = 0; v < c->problem->graph.vertices; v++) {
        uint32_t own = side >> v & 1 ? side : ~side;

        if (c->near[v] & own)
            return false;
    }
    return true;
}

/* Two sides that every edge changes, from vertex `root` on; false if there are none.
 * A part that is not joined to it stays out of *seen. */
static bool find_side(const claim *c, uint32_t root, uint32_t *side, uint32_t *seen)
{
    uint32_t now = UINT32_C(1) << root, other = 0;
    bool grew = true;

    while (grew) {
        uint32_t a = now, b = other;

        for (uint32_t v = 0; v < c->problem->graph.vertices; v++) {
            a |= b >> v & 1 ? c->near[v] : 0;
            b |= a >> v & 1 ? c->near[v] : 0;
        }
        grew = a != now || b != other;
        now = a;
        other = b;
        if (now & other)
            return false;
    }
    *side = now;
    *seen = now | other;
    return true;
}

static unsigned count_of_set(uint32_t set)
{
    return (unsigned)__builtin_popcount(set);
}

/* Two numbers in a text, in the order of the format. */
static bool read_two(const char *text, const char *format, unsigned *a, unsigned *b)
{
    return text && sscanf(text, format, a, b) == 2;
}

static outcome judge_colours(claim *c)
{
    unsigned a = 0, b = 0, light = count_of_set(c->light);
    unsigned dark = c->problem->graph.vertices - light;

    if (!says(c, "changes the colour"))
        return HOLDS;
    if (!splits(c, c->light))
        return fails(c->t, "not every move changes the colour: %s", c->text);
    if (read_two(c->text, "%u light squares against %u dark", &a, &b) ||
        read_two(c->text, "%u light square against %u dark", &a, &b))
        return a == light && b == dark
                   ? HOLDS
                   : fails(c->t, "%u light and %u dark: %s", light, dark, c->text);
    if (read_two(c->text, "%u dark squares against %u light", &a, &b) ||
        read_two(c->text, "%u dark square against %u light", &a, &b))
        return a == dark && b == light
                   ? HOLDS
                   : fails(c->t, "%u light and %u dark: %s", light, dark, c->text);
    return HOLDS;
}

static outcome judge_sides(claim *c)
{
    uint32_t side, seen, all = 0;
    unsigned a = 0, b = 0, sums = 0, n = c->problem->graph.vertices;
    bool reachable[MOST_VERTICES + 1] = {true};

    if (!says(c, "changes the side"))
        return HOLDS;
    for (uint32_t v = 0; v < n; v++) {
        if (all >> v & 1)
            continue;
        if (!find_side(c, v, &side, &seen))
            return fails(c->t, "there are no two sides: %s", c->text);
        all |= seen;
        for (unsigned k = sums + 1; k-- > 0;) {
            unsigned one = count_of_set(side), other = count_of_set(seen & ~side);
            bool was = reachable[k];

            reachable[k] = false;
            reachable[k + one] |= was;
            reachable[k + other] |= was;
        }
        sums += count_of_set(seen);
    }
    if (read_two(strstr(c->text, " are "), " are %u on one side and %u on", &a, &b) &&
        (a + b != n || !reachable[a]))
        return fails(c->t, "no sides of these sizes: %s", c->text);
    return HOLDS;
}

/* "a tour of 4 squares from a3 ends on the other side, which a2 is not on" */
static outcome judge_ends(claim *c)
{
    const cq_u32s *named = &c->reason->members;
    uint32_t side, seen;
    bool other = says(c, " ends on the other "), same = says(c, " ends on the same ");
    bool there;

    if (named->count == 1 && says(c, "with one more of them")) {
        unsigned own = 0, n = c->problem->graph.vertices;

        if (find_side(c, named->at[0], &side, &seen))
            own = count_of_set(side);
        return n % 2 == 1 && own == n / 2 && count_of_set(seen) == n
                   ? HOLDS
                   : fails(c->t, "%u of %u are on its side: %s", own, n, c->text);
    }
    if (named->count != 2 || (!other && !same))
        return HOLDS;
    if (!find_side(c, named->at[0], &side, &seen))
        return fails(c->t, "there are no two sides: %s", c->text);
    if (says(c, " colour, which"))
        side = c->light >> named->at[0] & 1 ? c->light : ~c->light;
    there = side >> named->at[1] & 1;
    if (other != (c->problem->graph.vertices % 2 == 0) || there == same)
        return fails(c->t, "the end is on that side: %s", c->text);
    return HOLDS;
}

/* "has only 1 move", "have only 1 move each", "has no move" */
static outcome judge_degrees(claim *c)
{
    const cq_u32s *named = &c->reason->members;
    const char *only = strstr(c->text, " only ");
    unsigned degree = 0;

    if (c->reason->proof != CQ_PROOF_DEGREE ||
        (only ? sscanf(only, " only %u", &degree) != 1 : !says(c, " has no ")))
        return HOLDS;
    for (size_t i = 0; i < named->count; i++)
        if (count_of_set(c->near[named->at[i]]) != degree)
            return fails(c->t, "one has %u: %s", count_of_set(c->near[named->at[i]]),
                         c->text);
    return HOLDS;
}

static unsigned count_parts(const claim *c, uint32_t without)
{
    uint32_t left =
        (uint32_t)((UINT64_C(1) << c->problem->graph.vertices) - 1) & ~without;
    unsigned parts = 0;

    for (; left; parts++) {
        uint32_t part = left & -left, before = 0;

        while (part != before) {
            before = part;
            for (uint32_t v = 0; v < c->problem->graph.vertices; v++)
                part |= before >> v & 1 ? c->near[v] & ~without : 0;
        }
        left &= ~part;
    }
    return parts;
}

/* "falls into 3 parts", "the 4 neighbours" */
static outcome judge_sets(claim *c)
{
    const cq_u32s *named = &c->reason->members;
    const char *falls = strstr(c->text, " falls into "),
               *beside = strstr(c->text, ", the ");
    uint32_t set = 0, near = 0;
    unsigned told = 0;

    for (size_t i = 0; i < named->count; i++) {
        set |= UINT32_C(1) << named->at[i];
        near |= c->near[named->at[i]];
    }
    if (c->reason->proof == CQ_PROOF_CUT && falls &&
        sscanf(falls, " falls into %u", &told) == 1 && told != count_parts(c, set))
        return fails(c->t, "it falls into %u: %s", count_parts(c, set), c->text);
    if (c->reason->proof == CQ_PROOF_FACTOR && beside &&
        sscanf(beside, ", the %u neighbour", &told) == 1 && told != count_of_set(near))
        return fails(c->t, "there are %u neighbours: %s", count_of_set(near), c->text);
    return HOLDS;
}

static outcome judge_sentence(trial *t, const cq_problem *problem,
                              const cq_answer *answer)
{
    static outcome (*const judges[])(claim * c) = {
        judge_colours, judge_sides, judge_ends, judge_degrees, judge_sets};
    claim c = {.t = t,
               .problem = problem,
               .reason = &answer->certificate,
               .text = answer->reason ? answer->reason : ""};
    outcome result = HOLDS;

    if (!find_neighbours(problem, c.near))
        return BESIDE;
    for (uint32_t v = 0; v < problem->graph.vertices && problem->board; v++) {
        uint32_t cell = cell_of(problem, v), cols = problem->board->cols;

        if ((cell / cols + cell % cols) % 2 == 0)
            c.light |= UINT32_C(1) << v;
    }
    for (size_t i = 0; i < sizeof judges / sizeof *judges && result == HOLDS; i++)
        result = judges[i](&c);
    return result;
}

outcome sentences_are_true(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    cq_answer *answer = NULL;
    outcome result = BESIDE;

    if (!problem)
        return BESIDE;
    if (problem->graph.vertices == 0 || problem->graph.vertices > MOST_VERTICES ||
        (problem->numbers.count && brute_count(problem) < 0)) /* searched in vain */
        result = BESIDE;
    else if (cq_solve(t->ctx, problem, CQ_GOAL_WHY, NULL, &answer) != CQ_OK)
        result = fails(t, "there is no answer: %s", cq_error_text(t->ctx));
    else if (cq_answer_verdict(answer) == CQ_NO)
        result = judge_sentence(t, problem, answer);
    cq_answer_free(answer);
    cq_problem_free(problem);
    return result;
}
