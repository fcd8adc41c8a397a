/* explain_tour.c - how a tour of a board is made, or why there is none.
 *
 *     no       the reason, on the board
 *     open     Warnsdorff's rule at the first move, then the tour that it finds
 *     closed   the same, and path conversion (S. Davies, C. Xue and C. R. Yerger,
 *              Algorithms for finding knight's tours on Aztec diamonds, Involve 10,
 *              2017, figures 5 to 8): cuts, cycles in colours, each join, the tour
 *
 * The walk starts where the tour is to start, and goes on to other starts until one
 * succeeds, as the engines conversion and warnsdorff do with the same options. If none
 * does, and for tours with other wishes (an end, a symmetry), the tour of the answer is
 * shown. A tour that is made here is checked before it is shown.
 *
 * The joins are made once more, one by one, from the list that the conversion kept:
 * each step has the cycles as they are after it. A cycle keeps its number and its
 * colour, and of two that are joined one number stays. */
#include "solve/explain.h"

#include "base/assert.h"
#include "draw/draw.h"
#include "engine/conversion/convert_path.h"

#include <string.h>

typedef struct telling {
    cq_teller *t;
    cq_problem view; /* the problem, with lists */
    cq_conversion conversion;
    uint32_t start;           /* that succeeded */
    uint64_t stuck, unjoined; /* starts before it: no path, no cycle */
    uint32_t *cycle;          /* room for all vertices */
} telling;

static const char *name(const telling *w, uint32_t vertex,
                        char buffer[CQ_VERTEX_NAME_SIZE])
{
    return cq_problem_vertex_name(w->t->problem, vertex, buffer);
}

static cq_status push_move(const telling *w, cq_u32s *pairs, uint32_t a, uint32_t b)
{
    uint32_t cells[2] = {cq_problem_cell(w->t->problem, a),
                         cq_problem_cell(w->t->problem, b)};

    cq_assert(cq_problem_adjacent(w->t->problem, a, b));
    return cq_u32s_append(w->t->ctx, pairs, cells, 2);
}

/* A walk over vertices as a strand of cells; none: an empty one. */
static cq_status add_strand(const telling *w, const uint32_t *walk, uint32_t count,
                            uint32_t label, cq_solution *out)
{
    cq_u32s cells = {0};
    cq_status status = CQ_OK;

    for (uint32_t i = 0; i < count && status == CQ_OK; i++)
        status =
            cq_vec_push(w->t->ctx, &cells, cq_problem_cell(w->t->problem, walk[i]));
    cq_then(status, cq_solution_add(w->t->ctx, out, label, cells.at, cells.count));
    cq_vec_free(&cells);
    return status;
}

/* ---- no ---- */

static cq_status tell_why_not(cq_teller *t)
{
    const cq_certificate *why = &t->answer->certificate;
    cq_sentence s = cq_step_begin(t);
    cq_step step = {0};

    if (why->proof != CQ_PROOF_EXHAUSTED && why->proof != CQ_PROOF_SYMMETRY)
        s.status = cq_certificate_copy(t->ctx, why, &step.certificate);
    cq_say(&s, "There is no %s tour: %s.", t->problem->closed ? "closed" : "open",
           t->answer->reason ? t->answer->reason : "no reason is known");
    return cq_step_end(t, &s, &step);
}

/* ---- the walk ---- */

static const char *words_of_ties(cq_ties ties)
{
    static const char *const words[] = {
        [CQ_TIES_NUMBER] = "the first in the order of moves",
        [CQ_TIES_POHL] = "the one whose own free neighbours have the fewest ways on",
        [CQ_TIES_CENTRE] = "the one farthest from the centre",
        [CQ_TIES_RANDOM] = "any, chosen by the seed",
        [CQ_TIES_MOST] = "the one whose own free neighbours have the most ways on",
        [CQ_TIES_LARGEST] = "the one beside the square with the most ways on"};

    return (size_t)ties < sizeof words / sizeof *words ? words[ties] : words[0];
}

/* From the start: each neighbour with its number of ways on, the one that is taken. */
static cq_status tell_rule(telling *w)
{
    cq_teller *t = w->t;
    const cq_graph *graph = &w->view.graph;
    const uint32_t *path = w->conversion.walk.path;
    size_t first = graph->starts[w->start], last = graph->starts[w->start + 1];
    cq_sentence s = cq_step_begin(t);
    cq_step step = {.gone_words = "other moves"};
    char from[CQ_VERTEX_NAME_SIZE], to[CQ_VERTEX_NAME_SIZE];

    cq_say(&s,
           "Begin on %s and follow Warnsdorff's rule of 1823: go to the free square "
           "from which the fewest free squares can be reached, so that what is hard to "
           "reach later is visited early; of several %s. From %s the ways on are ",
           name(w, w->start, from), words_of_ties(t->options->ties), from);
    for (size_t p = first; p < last; p++) {
        uint32_t v = graph->targets[p];

        cq_say(&s, "%s%zu on %s",
               p == first      ? ""
               : p + 1 == last ? " and "
                               : ", ",
               cq_graph_degree(graph, v) - 1, name(w, v, to));
        if (v != path[1])
            cq_then(s.status, push_move(w, &step.gone, w->start, v));
    }
    cq_say(&s, ": go to %s.", name(w, path[1], to));
    cq_then(s.status, add_strand(w, path, 2, CQ_STRAND_OPEN, &step.strands));
    return cq_step_end(t, &s, &step);
}

/* The problem as an open tour, for the picture. */
static cq_status copy_open(const cq_teller *t, cq_problem **out)
{
    CQ_VEC(cq_tour_move) moves = {0};
    cq_tour_move move;
    cq_status status = CQ_OK;

    for (size_t i = 0; cq_problem_move(t->problem, i, &move) && status == CQ_OK; i++)
        status = cq_vec_push(t->ctx, &moves, move);
    cq_then(status,
            cq_problem_new_tour(t->ctx, t->board, moves.at, moves.count, false, out));
    cq_vec_free(&moves);
    return status;
}

static void say_failures(const telling *w, cq_sentence *s)
{
    if (w->stuck + w->unjoined == 0)
        return;
    cq_say(s, " (Before that ");
    if (w->stuck)
        cq_say(s, "%s led to a dead end%s", cq_count_of(s, w->stuck, "start", "starts"),
               w->unjoined ? ", and " : "");
    if (w->unjoined)
        cq_say(s, "%s led to cycles that could not all be joined",
               cq_count_of(s, w->unjoined, "start", "starts"));
    cq_say(s, ".)");
}

static cq_status tell_walk(telling *w)
{
    cq_teller *t = w->t;
    uint32_t n = w->view.graph.vertices;
    const uint32_t *path = w->conversion.walk.path;
    cq_sentence s = cq_step_begin(t);
    cq_step step = {.shows_solution = true};
    char to[CQ_VERTEX_NAME_SIZE], all[CQ_GROUPED_SIZE];

    if (t->problem->closed)
        s.status = copy_open(t, &step.problem);
    cq_then(s.status, cq_u32s_append(t->ctx, &step.solution.members, path, n));
    cq_say(&s,
           "Nothing is ever taken back. The walk visits all %s squares and ends on %s: "
           "an open tour.",
           cq_grouped(n, all), name(w, path[n - 1], to));
    say_failures(w, &s);
    return cq_step_end(t, &s, &step);
}

/* ---- the cuts ---- */

static const char *words_of_cut(cq_cut cut)
{
    return cut == CQ_CUT_FARTHEST
               ? "From the first square, close a cycle at the last square of the walk "
                 "that is a move away from it; go on from the square after that"
           : cut == CQ_CUT_FEWEST ? "Close cycles so that there are as few as possible"
                                  : "Close cycles so that there are as few as "
                                    "possible, and of these the most even in length";
}

static bool has_pair(const cq_convert *c)
{
    for (uint32_t i = 0; i < c->cycles; i++)
        if (c->first[i + 1] - c->first[i] == 2)
            return true;
    return false;
}

static cq_status tell_cuts(telling *w)
{
    enum { SHOWN = 3 };
    cq_teller *t = w->t;
    const cq_convert *c = &w->conversion.convert;
    cq_sentence s = cq_step_begin(t);
    cq_step step = {0};

    cq_say(&s, "%s. That takes out %s (dashed) and puts in %s (bold): ",
           words_of_cut(t->options->cut),
           cq_count_of(&s, c->cycles - 1, "move", "moves"),
           cq_count_of(&s, c->cycles, "move", "moves"));
    for (uint32_t i = 0; i < c->cycles && s.status == CQ_OK; i++) {
        uint32_t first = c->first[i], last = c->first[i + 1] - 1;

        if (i < SHOWN)
            cq_say(&s, "%ssquares %u to %u", i ? ", " : "", first + 1, last + 1);
        s.status = add_strand(w, c->path + first, last - first + 1, CQ_STRAND_OPEN,
                              &step.strands);
        cq_then(s.status, push_move(w, &step.come, c->path[last], c->path[first]));
        if (i + 1 < c->cycles)
            cq_then(s.status,
                    push_move(w, &step.gone, c->path[last], c->path[last + 1]));
    }
    cq_say(&s, "%s of the walk.", c->cycles > SHOWN ? " and so on" : "");
    if (has_pair(c))
        cq_say(&s, " Two squares are a cycle there and back.");
    return cq_step_end(t, &s, &step);
}

/* ---- the cycles ---- */

/* All cycles by their numbers; those that were joined to others are empty. */
static cq_status show_cycles(telling *w, cq_step *step)
{
    cq_convert *c = &w->conversion.convert;
    cq_status status = CQ_OK;

    for (uint32_t i = 0; i < c->cycles && status == CQ_OK; i++) {
        uint32_t from = c->path[c->first[i]], count = 0;

        if (cq_convert_cycle_of(c, from) == i)
            count = cq_convert_write(c, from, w->cycle);
        status = add_strand(w, w->cycle, count, CQ_STRAND_CLOSED, &step->strands);
    }
    return status;
}

static cq_status tell_cycles(telling *w)
{
    enum { SHOWN = 6 };
    const cq_convert *c = &w->conversion.convert;
    char number[CQ_GROUPED_SIZE];
    cq_sentence s = cq_step_begin(w->t);
    cq_step step = {0};

    s.status = show_cycles(w, &step);
    if (c->cycles == 1) {
        cq_say(&s, "The walk can be closed as it is: one cycle of %s squares.",
               cq_grouped(c->first[1], number));
        return cq_step_end(w->t, &s, &step);
    }
    cq_say(&s, "The walk falls into %s cycles, of ", cq_grouped(c->cycles, number));
    for (uint32_t i = 0; i < c->cycles && i < SHOWN; i++)
        cq_say(&s, "%s%s",
               i == 0                                     ? ""
               : i + 1 == c->cycles && c->cycles <= SHOWN ? " and "
                                                          : ", ",
               cq_grouped(c->first[i + 1] - c->first[i], number));
    cq_say(&s, "%s squares.", c->cycles > SHOWN ? " and so on" : "");
    return cq_step_end(w->t, &s, &step);
}

static cq_status tell_join(telling *w, cq_joined join)
{
    cq_convert *c = &w->conversion.convert;
    uint32_t own = cq_convert_cycle_of(c, join.a) + 1;
    uint32_t other = cq_convert_cycle_of(c, join.c) + 1;
    char a[CQ_VERTEX_NAME_SIZE], b[CQ_VERTEX_NAME_SIZE], d[CQ_VERTEX_NAME_SIZE],
        e[CQ_VERTEX_NAME_SIZE], number[CQ_GROUPED_SIZE];
    cq_sentence s = cq_step_begin(w->t);
    cq_step step = {0};

    cq_assert(own != other);
    cq_convert_apply(c, join);
    cq_assert(cq_convert_cycle_of(c, join.c) + 1 == own);
    s.status = show_cycles(w, &step);
    cq_then(s.status, push_move(w, &step.gone, join.a, join.b));
    cq_then(s.status, push_move(w, &step.gone, join.c, join.d));
    cq_then(s.status, push_move(w, &step.come, join.a, join.c));
    cq_then(s.status, push_move(w, &step.come, join.b, join.d));
    cq_say(
        &s,
        "Cycle %u has the move %s %s and cycle %u the move %s %s. They are parallel: "
        "%s %s and %s %s are moves, too. Take the two out (dashed), put the others "
        "in (bold), and both are one cycle, number %u, of %s squares.",
        own, name(w, join.a, a), name(w, join.b, b), other, name(w, join.c, d),
        name(w, join.d, e), a, d, b, e, own,
        cq_grouped(cq_convert_write(c, join.a, w->cycle), number));
    return cq_step_end(w->t, &s, &step);
}

/* The path is cut once more, and the joins that were made are made again. */
static cq_status tell_joins(telling *w)
{
    cq_convert *c = &w->conversion.convert;
    uint32_t joins = c->joins;
    cq_status status;

    cq_convert_cut(c, c->path);
    status = tell_cuts(w);
    cq_then(status, tell_cycles(w));
    for (uint32_t i = 0; i < joins && status == CQ_OK; i++) {
        status = cq_poll(w->t->ctx);
        cq_then(status, tell_join(w, c->made[i]));
    }
    return status;
}

/* ---- the tour ---- */

static cq_status tell_closed(telling *w)
{
    cq_teller *t = w->t;
    cq_sentence s = cq_step_begin(t);
    cq_step step = {.shows_solution = true};
    uint32_t n = cq_convert_write(&w->conversion.convert, w->start, w->cycle);
    char all[CQ_GROUPED_SIZE];

    s.status = cq_u32s_append(t->ctx, &step.solution.members, w->cycle, n);
    cq_then(s.status, cq_step_check_made(t, &step, "made a tour that fails its"));
    cq_say(&s, "One cycle is left, and it visits all %s squares: a closed tour.",
           cq_grouped(n, all));
    return cq_step_end(t, &s, &step);
}

/* What another engine found. */
static cq_status tell_found(cq_teller *t, const char *before)
{
    cq_sentence s = cq_step_begin(t);
    cq_step step = {.shows_solution = true};
    char all[CQ_GROUPED_SIZE];

    s.status = cq_solution_copy(t->ctx, &t->answer->solutions.at[0], &step.solution);
    cq_say(&s, "%sHere is %s tour of all %s squares%s%s.", before,
           t->problem->closed ? "a closed" : "an open",
           cq_grouped(t->problem->graph.vertices, all),
           *t->answer->engine ? ", found by the engine " : "", t->answer->engine);
    return cq_step_end(t, &s, &step);
}

/* ---- from which start ---- */

static cq_status try_start(telling *w, uint32_t start, bool *done)
{
    cq_conversion_end end = CQ_NO_PATH;
    cq_status status = CQ_OK;

    *done = false;
    if (w->t->problem->closed) {
        end = cq_conversion_from(&w->conversion, start);
        *done = end == CQ_CONVERTED;
    } else if (cq_warnsdorff_walk(&w->conversion.walk, start)) {
        status = cq_problem_suits(w->t->ctx, &w->view, w->conversion.walk.path, done);
    }
    w->stuck += !*done && end == CQ_NO_PATH;
    w->unjoined += !*done && end != CQ_NO_PATH;
    w->start = start;
    return status;
}

static cq_status find_start(telling *w, bool *done)
{
    const cq_problem *problem = w->t->problem;
    bool given = problem->from != CQ_NO_VERTEX;
    uint32_t n = problem->graph.vertices, first = given ? problem->from : 0;
    uint32_t starts = given && !problem->closed ? 1 : n;
    cq_status status = CQ_OK;

    *done = false;
    for (uint32_t i = 0; i < starts && status == CQ_OK && !*done; i++) {
        status = cq_poll(w->t->ctx);
        cq_then(status, try_start(w, (uint32_t)(((uint64_t)first + i) % n), done));
    }
    return status;
}

static cq_status tell_made(telling *w)
{
    bool done;
    cq_status status = find_start(w, &done);

    if (status == CQ_OK && !done)
        return tell_found(w->t, w->t->problem->closed
                                    ? "Path conversion finds no tour from any square. "
                                    : "Warnsdorff's rule finds no tour. ");
    cq_assert(status != CQ_OK || w->start < w->view.graph.vertices);
    cq_then(status, tell_rule(w));
    cq_then(status, tell_walk(w));
    if (w->t->problem->closed) {
        cq_then(status, tell_joins(w));
        cq_then(status, tell_closed(w));
    }
    return status;
}

cq_status cq_tell_tour(cq_teller *t)
{
    const cq_options *o = t->options;
    const cq_conversion_rules rules = {o->ties, o->seed, o->move_order, o->cut,
                                       o->join};
    telling w = {.t = t};
    uint32_t n = t->problem->graph.vertices;
    cq_status status;

    if (t->answer->verdict == CQ_NO)
        return tell_why_not(t);
    if (n < 3 || t->problem->to != CQ_NO_VERTEX || t->problem->symmetric ||
        t->problem->graph.must.count || cq_problem_is_numbered(t->problem))
        return tell_found(t, "");
    cq_try(cq_problem_listed(t->ctx, t->problem, &w.view));
    w.cycle = cq_alloc(t->ctx, n, sizeof *w.cycle);
    status = w.cycle ? cq_conversion_init(t->ctx, &w.view, &rules, &w.conversion)
                     : CQ_MEMORY;
    cq_then(status, tell_made(&w));
    cq_conversion_free(&w.conversion);
    cq_free(w.cycle);
    cq_problem_unlist(&w.view, t->problem);
    return status;
}
