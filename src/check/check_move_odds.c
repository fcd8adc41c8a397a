/* check_move_odds.c - judges how many tours use each move.
 *
 * Every move must be there once, by the checker's own list of moves. In every closed
 * tour a square has two moves, so that the numbers around it sum to twice that of all
 * tours; an open tour lacks one at each of its two ends, so that all numbers sum to one
 * move less than squares for each tour. Moves that must be used are in all. If there
 * are few tours they are walked once more, and the moves counted; else the sums are all
 * that is confirmed.
 */
#include "check/check_findings.h"

#include "base/assert.h"
#include "base/limbs.h"
#include "base/ratio.h"
#include "check/tour_lists.h"

#include <math.h>
#include <string.h>

/* A search for the tours beyond this is not worth the while. */
static const uint64_t nodes_most = 300000;

typedef struct odds {
    cq_hearing *hearing;
    cq_problem view;      /* with the checker's own lists */
    const cq_pair **at;   /* by arc: what is claimed of its edge */
    const cq_findings *f; /* the claims */
    mpz_srcptr tours;     /* that are claimed, or NULL */
    uint64_t *seen;       /* by arc from the smaller vertex: tours that use it */
    uint64_t walked;
} odds;

static uint32_t vertex_of(const cq_problem *problem, cq_cell cell)
{
    if (!problem->board)
        return cell < problem->graph.vertices ? cell : CQ_NO_VERTEX;
    if (cell >= cq_board_size(problem->board) ||
        !cq_board_present(problem->board, cell))
        return CQ_NO_VERTEX;
    return cq_problem_vertex(problem, cell);
}

/* Claims by their arcs, each edge once and all of them. */
static bool sort_claims(odds *o)
{
    const cq_graph *graph = &o->view.graph;

    for (size_t i = 0; i < o->f->pairs.count; i++) {
        const cq_pair *pair = &o->f->pairs.at[i];
        uint32_t a = vertex_of(&o->view, pair->first);
        uint32_t b = vertex_of(&o->view, pair->second);
        size_t there = SIZE_MAX;

        if (a != CQ_NO_VERTEX && b != CQ_NO_VERTEX)
            there = cq_tour_arc(graph, a, b);
        if (there == SIZE_MAX || o->at[there])
            return cq_find_wrong(o->hearing,
                                 there == SIZE_MAX ? "pair %zu is not a move"
                                                   : "pair %zu is listed twice",
                                 i + 1);
        cq_assert(cq_tour_arc(graph, b, a) != SIZE_MAX &&
                  !o->at[cq_tour_arc(graph, b, a)]); /* edges are mutual */
        o->at[there] = o->at[cq_tour_arc(graph, b, a)] = pair;
    }
    if (2 * o->f->pairs.count == graph->starts[graph->vertices])
        return true;
    return cq_find_wrong(o->hearing,
                         "%zu moves have a probability, but there are %zu moves",
                         o->f->pairs.count, graph->starts[graph->vertices] / 2);
}

/* ---- sums ---- */

/* The sum around a vertex: exact, or else as a share. */
static bool add_around(const odds *o, uint32_t v, mpz_t sum, double *share)
{
    const cq_graph *graph = &o->view.graph;
    bool exact = true;
    mpz_t one;

    mpz_init(one);
    mpz_set_ui(sum, 0);
    *share = 0;
    for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++) {
        cq_assert(o->at[e]); /* all of them were listed */
        *share += o->at[e]->value;
        if (!o->at[e]->exact || mpz_set_str(one, o->at[e]->exact, 10) != 0)
            exact = false;
        else
            mpz_add(sum, sum, one);
    }
    mpz_clear(one);
    return exact && o->tours;
}

/* Around each vertex twice, or for open tours at most so; in all as often as tours have
 * moves. */
static bool sums_are_right(odds *o)
{
    const cq_problem *problem = &o->view;
    uint32_t n = problem->graph.vertices;
    char name[CQ_VERTEX_NAME_SIZE];
    double all = 0, share = 0;
    bool right = true;
    mpz_t sum, most;

    mpz_inits(sum, most, NULL);
    if (o->tours)
        mpz_mul_ui(most, o->tours, 2);
    for (uint32_t v = 0; v < n && right; v++) {
        bool exact = add_around(o, v, sum, &share);
        int order = exact ? mpz_cmp(sum, most) : 0;

        right = problem->closed ? order == 0 && fabs(share - 2) < 1e-6
                                : order <= 0 && share < 2 + 1e-6;
        all += share;
        if (!right)
            cq_find(o->hearing, CQ_NO, "the numbers around %.60s do not sum to %s",
                    cq_vertex_name(&problem->graph, problem->board, v, name),
                    problem->closed ? "2 for each tour" : "2 at most");
    }
    if (right && fabs(all / 2 - (problem->closed ? n : n - 1.0)) > 1e-6 * n) {
        cq_find(o->hearing, CQ_NO, "the numbers do not sum to the moves of a tour");
        right = false;
    }
    mpz_clears(sum, most, NULL);
    return right;
}

/* A number is the share of all that it is said to be, and that of moves that must be
 * used is all. */
static bool shares_are_right(odds *o)
{
    const cq_u32s *must = &o->view.graph.must;
    bool right = true;
    mpz_t part;

    mpz_init(part);
    for (size_t i = 0; i < o->f->pairs.count && right && o->tours; i++) {
        const cq_pair *pair = &o->f->pairs.at[i];

        if (!pair->exact)
            continue;
        right = mpz_set_str(part, pair->exact, 10) == 0 && mpz_sgn(o->tours) > 0 &&
                fabs(cq_ratio(part, o->tours) - pair->value) < 1e-6;
    }
    mpz_clear(part);
    for (size_t i = 0; i < must->count && right; i += 2) {
        size_t arc = cq_tour_arc(&o->view.graph, must->at[i], must->at[i + 1]);

        right = fabs(o->at[arc]->value - 1) < 1e-6;
    }
    if (!right)
        cq_find(o->hearing, CQ_NO, "a probability is not that of its number of tours");
    return right;
}

/* ---- all tours once more ---- */

static cq_status visit(void *user, const cq_solution *tour)
{
    odds *o = user;
    const uint32_t *walk = tour->members.at;
    size_t n = tour->members.count, moves = o->view.closed ? n : n - 1;

    for (size_t i = 0; i < moves; i++) {
        uint32_t a = walk[i], b = walk[(i + 1) % n];

        cq_assert(cq_tour_arc(&o->view.graph, a, b) != SIZE_MAX);
        o->seen[cq_tour_arc(&o->view.graph, a < b ? a : b, a < b ? b : a)]++;
    }
    o->walked++;
    return CQ_OK;
}

/* Whether every tour that was walked has left all of its moves. */
static bool check_seen(const odds *o)
{
    const cq_graph *graph = &o->view.graph;
    uint64_t moves = graph->vertices - (o->view.closed ? 0 : 1), seen = 0;

    for (size_t e = 0; e < graph->starts[graph->vertices]; e++) {
        cq_hold(o->seen[e] <= o->walked);
        seen += o->seen[e];
    }
    cq_hold(seen == moves * o->walked);
    return true;
}

static cq_status compare_walks(odds *o)
{
    const cq_graph *graph = &o->view.graph;
    char a[CQ_VERTEX_NAME_SIZE], b[CQ_VERTEX_NAME_SIZE], number[CQ_GROUPED_SIZE];

    cq_assert(check_seen(o));
    if (o->walked == 0)
        return cq_find(o->hearing, CQ_NO, "there is no tour");
    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
            if (graph->targets[e] > v &&
                fabs((double)o->seen[e] / (double)o->walked - o->at[e]->value) > 1e-6)
                return cq_find(
                    o->hearing, CQ_NO, "%llu of %llu tours go between %.60s and %.60s",
                    (unsigned long long)o->seen[e], (unsigned long long)o->walked,
                    cq_vertex_name(graph, o->view.board, v, a),
                    cq_vertex_name(graph, o->view.board, graph->targets[e], b));
    if (o->tours && cq_number_get(o->tours) != o->walked)
        return cq_find(o->hearing, CQ_NO, "there are %s tours",
                       cq_grouped(o->walked, number));
    if (o->walked == 1)
        return cq_find(o->hearing, CQ_YES, "the only tour was walked again");
    return cq_find(o->hearing, CQ_YES, "all %s tours were walked again",
                   cq_grouped(o->walked, number));
}

static cq_status walk_again(odds *o)
{
    cq_hearing *hearing = o->hearing;
    cq_recount again = {.most = hearing->all ? UINT64_MAX : nodes_most,
                        .visitor = {visit, o}};

    cq_try(cq_recount_tours(hearing->ctx, hearing->problem, &again));
    if (again.complete)
        return compare_walks(o);
    return cq_find_too_long(
        hearing, 0,
        o->view.board ? "around every square the numbers sum to what they must;"
                      : "around every vertex the numbers sum to what they must;");
}

static cq_status judge(odds *o)
{
    size_t arcs = o->view.graph.starts[o->view.graph.vertices];

    o->at = cq_zalloc(o->hearing->ctx, arcs + 1, sizeof *o->at);
    o->seen = cq_zalloc(o->hearing->ctx, arcs + 1, sizeof *o->seen);
    cq_try_memory(o->at && o->seen);
    if (!sort_claims(o) || !sums_are_right(o) || !shares_are_right(o))
        return CQ_OK;
    return walk_again(o);
}

cq_status cq_judge_move_odds(cq_hearing *hearing, const cq_answer *answer)
{
    odds o = {.hearing = hearing,
              .f = &answer->findings,
              .tours = answer->counted ? answer->count : NULL};
    cq_status status;

    cq_try(cq_tour_lists_make(hearing->ctx, hearing->problem, &o.view));
    status = judge(&o);
    cq_free_each(o.at, o.seen);
    cq_tour_lists_free(&o.view, hearing->problem);
    return status;
}
