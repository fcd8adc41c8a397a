/* recount_tour.c - the checker's own search for tours: a path that grows and shrinks.
 *
 * The path starts at a vertex of least degree (closed) or at every vertex in turn
 * (open), and goes on to every neighbour that it has not visited. When it has left a
 * vertex, each unvisited neighbour of that vertex must still have enough ways: free
 * neighbours, the head of the path, and for closed tours the start, to which it
 * returns; two in a closed tour, one in an open one.
 *
 *     free[v]   unvisited neighbours of v
 *     path      the vertices so far; next[i] the place in the list of path[i] that is
 *               tried next
 *
 * Given numbers say where on the path each of their squares must be, and the next of
 * them must never be farther away than the moves until its turn. A closed path starts
 * at the first of them, and both directions are tours of their own. Magic tours start
 * anywhere, too, and their sums are added up at the end.
 *
 * Each cycle is walked in both directions; the one counts whose second vertex is below
 * its last. The two directions of an open tour count as two.
 *
 * How long it takes is foreseen by random walks, as in recount_cover.c.
 *
 * Cost: the degree of the vertices for each node.
 */
#include "check/judge.h"
#include "check/tour_lists.h"
#include "base/assert.h"
#include "base/random.h"

#include <math.h>

static const double node_seconds = 6e-8; /* about */

typedef struct search {
    cq_context *ctx;
    const cq_problem *problem;
    const cq_graph *graph;
    bool asked;       /* for ends or a symmetry */
    uint32_t *places; /* for the judge of a symmetry */
    bool closed;
    uint32_t length;
    uint32_t *path;
    size_t *next;
    uint32_t *free;
    bool *visited;
    bool *home;          /* neighbours of the start */
    uint32_t *due;       /* numbers: by vertex, its place on the path, or UINT32_MAX */
    uint32_t *at;        /* and by place, its vertex; NULL: no numbers are given */
    uint32_t *away;      /* by given number and vertex: moves between them, at least */
    uint32_t *coming;    /* by place: the given number that comes next, or UINT32_MAX */
    uint32_t offset;     /* the number of the start, from 0 on */
    cq_recount *recount; /* NULL: it is only foreseen */
    cq_solution tour;    /* for its visitor */
    cq_status status;    /* what it said */
} search;

static void change_free(search *s, uint32_t v, uint32_t by)
{
    for (size_t i = s->graph->starts[v]; i < s->graph->starts[v + 1]; i++)
        s->free[s->graph->targets[i]] += by;
}

static void push(search *s, uint32_t v)
{
    cq_assert(!s->visited[v] && s->length < s->graph->vertices);
    s->visited[v] = true;
    change_free(s, v, UINT32_MAX); /* one less, modulo 2^32 */
    s->next[s->length] = s->graph->starts[v];
    s->path[s->length++] = v;
}

static void pop(search *s)
{
    uint32_t v = s->path[--s->length];

    change_free(s, v, 1);
    s->visited[v] = false;
}

/* The vertices of the path are those visited, and free ways are counted. */
static bool check_search(const search *s)
{
    uint32_t visited = 0;

    for (uint32_t v = 0; v < s->graph->vertices; v++) {
        uint32_t free = 0;

        for (size_t i = s->graph->starts[v]; i < s->graph->starts[v + 1]; i++)
            free += !s->visited[s->graph->targets[i]];
        cq_hold(s->free[v] == free);
        visited += s->visited[v];
    }
    cq_hold(visited == s->length);
    for (uint32_t i = 1; i < s->length; i++)
        cq_hold(cq_tour_listed(s->graph, s->path[i - 1], s->path[i]));
    return true;
}

/* Whether every unvisited neighbour of the last vertex but one has enough ways left. */
static bool all_reachable(const search *s)
{
    uint32_t left, head = s->path[s->length - 1];

    if (s->length < 3) /* the start itself stays an end of the path */
        return true;
    left = s->path[s->length - 2];
    for (size_t i = s->graph->starts[left]; i < s->graph->starts[left + 1]; i++) {
        uint32_t v = s->graph->targets[i], ways = s->free[v];

        if (s->visited[v])
            continue;
        if (s->closed && s->home[v])
            ways++;
        if (ways < (s->closed ? 2u : 1u) && cq_tour_listed(s->graph, v, head))
            ways++;
        if (ways < (s->closed ? 2u : 1u))
            return false;
    }
    return true;
}

/* Whether the next given number can be reached from v in the moves that are left. */
static bool is_near(const search *s, uint32_t v, uint32_t place)
{
    uint32_t n = s->graph->vertices, next = s->coming[place];

    return next == UINT32_MAX || s->away[(size_t)next * n + v] <=
                                     (s->problem->numbers.at[2 * next] + n - place) % n;
}

/* Whether the given numbers allow a vertex at the end of the path. */
static bool is_due(const search *s, uint32_t v)
{
    uint32_t place;

    if (!s->at)
        return true;
    place = (s->length + s->offset) % s->graph->vertices;
    return s->due[v] == UINT32_MAX ? s->at[place] == UINT32_MAX && is_near(s, v, place)
                                   : s->due[v] == place;
}

/* A full path that counts. */
static bool is_tour(const search *s)
{
    uint32_t last = s->path[s->length - 1];

    uint32_t wrong;
    bool numbered = cq_problem_is_numbered(s->problem);

    if (s->closed && !(s->home[last] && (numbered || s->path[1] < last)))
        return false;
    if (s->problem->magic && !cq_sums_agree(s->problem, s->path, s->offset, &wrong))
        return false;
    return !s->asked || cq_tour_suits(s->problem, s->path, s->places);
}

static void show(search *s)
{
    const cq_visitor *visitor = &s->recount->visitor;

    if (!visitor->visit)
        return;
    for (uint32_t i = 0; i < s->length; i++)
        s->tour.members.at[(i + s->offset) % s->length] = s->path[i];
    s->tour.members.count = s->length;
    s->status = visitor->visit(visitor->user, &s->tour);
}

static bool may_go_on(const search *s)
{
    const cq_recount *r = s->recount;

    return s->status == CQ_OK && r->nodes < r->most &&
           !(r->enough && r->found >= r->enough) &&
           !((r->nodes & 1023) == 0 && cq_poll(s->ctx) != CQ_OK);
}

/* All tours from one start; false if it was stopped. */
static bool walk_from(search *s, uint32_t start)
{
    cq_assert(s->length == 0);
    if (!is_due(s, start))
        return true;
    push(s, start);
    while (s->length) {
        uint32_t head = s->path[s->length - 1];
        bool full = s->length == s->graph->vertices;

        if (full && is_tour(s)) {
            s->recount->found++;
            show(s);
        }
        if (!may_go_on(s))
            return false;
        if (full || s->next[s->length - 1] == s->graph->starts[head + 1]) {
            pop(s);
            continue;
        }
        head = s->graph->targets[s->next[s->length - 1]++];
        if (s->visited[head] || !is_due(s, head))
            continue;
        s->recount->nodes++;
        push(s, head);
        cq_assert(
            !cq_walk_due(s->recount->nodes, s->graph->starts[s->graph->vertices]) ||
            check_search(s));
        if (!all_reachable(s))
            pop(s);
    }
    return true;
}

static void set_home(search *s, uint32_t start, bool home)
{
    for (size_t i = s->graph->starts[start]; i < s->graph->starts[start + 1]; i++)
        s->home[s->graph->targets[i]] = home;
}

/* The first start; *anywhere: all vertices after it are starts, too. */
static uint32_t first_start(search *s, bool *anywhere)
{
    const cq_graph *graph = s->graph;

    for (uint32_t v = 0; v < graph->vertices; v++)
        s->free[v] = (uint32_t)cq_graph_degree(graph, v);
    *anywhere = !s->closed || (s->problem->magic && !s->at);
    if (s->closed && s->at) {
        s->offset = s->problem->numbers.at[0];
        return s->problem->numbers.at[1];
    }
    return *anywhere ? 0 : cq_least_degree(graph);
}

static void run(search *s)
{
    bool anywhere, complete = true;
    uint32_t start = first_start(s, &anywhere);
    uint32_t end = anywhere ? s->graph->vertices : start + 1;

    for (; start < end && complete; start++) {
        set_home(s, start, true);
        complete = walk_from(s, start);
        set_home(s, start, false);
    }
    s->recount->complete = complete;
}

/* Goes on to a vertex that the search would go on from, any with the same chance;
 * *tried are those it would look at, and the result those it would go on from. */
static uint32_t step_blindly(search *s, cq_random *random, uint32_t *tried)
{
    uint32_t head = s->path[s->length - 1], good = 0, chosen = CQ_NO_VERTEX;

    *tried = 0;
    for (size_t i = s->graph->starts[head]; i < s->graph->starts[head + 1]; i++) {
        uint32_t v = s->graph->targets[i];

        if (s->visited[v] || !is_due(s, v))
            continue;
        ++*tried;
        push(s, v);
        if (all_reachable(s) && cq_random_below(random, ++good) == 0)
            chosen = v;
        pop(s);
    }
    cq_assert(good <= *tried && (good == 0) == (chosen == CQ_NO_VERTEX));
    if (good)
        push(s, chosen);
    return good;
}

/* One walk; its nodes, each for all that it stands for. */
static double probe(search *s, cq_random *random, uint64_t *steps)
{
    bool anywhere;
    uint32_t start = first_start(s, &anywhere), n = s->graph->vertices, good = 1, tried;
    double weight = anywhere ? n : 1, nodes = 0;

    if (anywhere)
        start = (uint32_t)cq_random_below(random, n);
    if (!is_due(s, start))
        return 0;
    set_home(s, start, true);
    push(s, start);
    while (good && s->length < n && *steps < CQ_PROBE_STEPS) {
        good = step_blindly(s, random, &tried);
        nodes += weight * tried;
        weight *= good;
        *steps += 1 + 8 * (uint64_t)tried;
        cq_assert(weight >= 0 && nodes >= 0);
    }
    while (s->length)
        pop(s);
    set_home(s, start, false);
    return nodes;
}

static double foresee(search *s)
{
    unsigned probes = 0;
    uint64_t steps = 0;
    cq_random random;
    double sum = 0;

    cq_random_seed(&random, 1);
    for (; probes < CQ_PROBES && steps < CQ_PROBE_STEPS; probes++)
        sum += probe(s, &random, &steps);
    return fmax(1, sum / probes) * node_seconds;
}

/* Moves from every vertex to one, round after round. */
static void measure(const cq_graph *graph, uint32_t to, uint32_t *away)
{
    bool more = true;

    for (uint32_t v = 0; v < graph->vertices; v++)
        away[v] = v == to ? 0 : UINT32_MAX;
    for (uint32_t moves = 0; more; moves++) {
        more = false;
        for (size_t v = 0; v < graph->vertices; v++)
            for (size_t e = graph->starts[v];
                 away[v] == moves && e < graph->starts[v + 1]; e++)
                if (away[graph->targets[e]] == UINT32_MAX) {
                    away[graph->targets[e]] = moves + 1;
                    more = true;
                }
    }
}

/* How far all vertices are from the given numbers, and which of those comes next at
 * each place: after the last one of a closed tour the first. */
static cq_status measure_all(search *s)
{
    const cq_u32s *given = &s->problem->numbers;
    uint32_t n = s->graph->vertices, count = (uint32_t)(given->count / 2), next = 0;

    s->away = cq_alloc(s->ctx, (size_t)count * n, sizeof *s->away);
    s->coming = cq_alloc(s->ctx, n, sizeof *s->coming);
    cq_try_memory(s->away && s->coming);
    for (uint32_t i = 0; i < count; i++)
        measure(s->graph, given->at[2 * i + 1], s->away + (size_t)i * n);
    for (uint32_t place = 0; place < n; place++) {
        while (next < count && given->at[2 * next] < place)
            next++;
        s->coming[place] = next < count ? next : s->closed ? 0 : UINT32_MAX;
    }
    return CQ_OK;
}

/* The given numbers by vertex and by place. */
static cq_status take_numbers(search *s)
{
    const cq_u32s *given = &s->problem->numbers;
    uint32_t n = s->graph->vertices;

    if (!given->count)
        return CQ_OK;
    s->due = cq_alloc(s->ctx, n, sizeof *s->due);
    s->at = cq_alloc(s->ctx, n, sizeof *s->at);
    cq_try_memory(s->due && s->at);
    for (uint32_t i = 0; i < n; i++)
        s->due[i] = s->at[i] = UINT32_MAX;
    for (size_t i = 0; i + 1 < given->count; i += 2) {
        s->due[given->at[i + 1]] = given->at[i];
        s->at[given->at[i]] = given->at[i + 1];
    }
    return measure_all(s);
}

/* For a search or a probe. */
static cq_status begin(search *s)
{
    const cq_problem *problem = s->problem;
    cq_context *ctx = s->ctx;
    uint32_t n = s->graph->vertices;

    s->closed = problem->closed;
    s->asked = problem->symmetric || problem->graph.must.count ||
               problem->from != CQ_NO_VERTEX || problem->to != CQ_NO_VERTEX;
    s->path = cq_alloc(ctx, n, sizeof *s->path);
    s->next = cq_alloc(ctx, n, sizeof *s->next);
    s->free = cq_alloc(ctx, n, sizeof *s->free);
    s->visited = cq_zalloc(ctx, n, sizeof *s->visited);
    s->home = cq_zalloc(ctx, n, sizeof *s->home);
    cq_try_memory(s->path && s->next && s->free && s->visited && s->home);
    if (problem->symmetric) {
        s->places = cq_alloc(ctx, cq_board_size(problem->board), sizeof *s->places);
        cq_try_memory(s->places);
    }
    cq_try(cq_vec_reserve(ctx, &s->tour.members, n));
    return take_numbers(s);
}

static cq_status search_or_foresee(cq_context *ctx, const cq_problem *problem,
                                   cq_recount *recount, double *foreseen)
{
    cq_problem view;
    search s = {.ctx = ctx, .problem = &view, .graph = &view.graph, .recount = recount};
    cq_status status = cq_tour_lists_make(ctx, problem, &view);

    cq_then(status, begin(&s));
    if (status == CQ_OK && foreseen) {
        *foreseen = foresee(&s);
    } else if (status == CQ_OK && recount->most) {
        run(&s);
        status = s.status;
    }
    cq_solution_free(&s.tour);
    cq_free_each(s.away, s.coming, s.due, s.at, s.places, s.path, s.next, s.free,
                 s.visited, s.home);
    cq_tour_lists_free(&view, problem);
    return status;
}

/* A closed tour has three vertices at least. */
static bool has_none(const cq_problem *problem)
{
    return problem->graph.vertices < (problem->closed ? 3 : 1);
}

cq_status cq_recount_tours(cq_context *ctx, const cq_problem *problem,
                           cq_recount *recount)
{
    recount->complete = has_none(problem);
    return recount->complete ? CQ_OK : search_or_foresee(ctx, problem, recount, NULL);
}

cq_status cq_foresee_tours(cq_context *ctx, const cq_problem *problem, double *seconds)
{
    *seconds = node_seconds;
    return has_none(problem) ? CQ_OK : search_or_foresee(ctx, problem, NULL, seconds);
}
