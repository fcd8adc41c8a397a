/* tour_classes.c - the images of a tour under the motions of its board.
 *
 * A tour is written as a word, its vertices in order. A closed tour has no start and no
 * direction of its own: its word begins at the vertex that the problem names, or at the
 * first, and goes on to the smaller of the two neighbours there, unless the problem
 * names the other end as well. Words are ordered vertex by vertex; the least image of a
 * tour stands for its class.
 *
 * Motions are those of the board (turns, reflections, and steps across joined edges)
 * that take every move to a move, every move that must be used to another of these, and
 * each end that is asked for to itself. Open tours have a direction, so a tour and its
 * reverse are of one class only if a motion makes one of the other.
 *
 * Cost: a word for each motion and tour.
 */
#include "solve/tour_classes.h"

#include "base/assert.h"
#include "problem/edge_pairs.h"

#include <string.h>

static uint32_t image_of(const cq_tour_classes *c, size_t g, uint32_t vertex)
{
    cq_cell cell = cq_problem_cell(c->problem, vertex);

    cq_assert(g < c->motions.list.count && vertex < c->problem->graph.vertices);
    return cq_problem_vertex(
        c->problem, cq_motion_image(&c->motions, &c->motions.list.at[g], cell));
}

static bool keeps_end(const cq_tour_classes *c, size_t g, uint32_t end)
{
    return end == CQ_NO_VERTEX || image_of(c, g, end) == end;
}

static bool keeps_moves(const cq_tour_classes *c, size_t g)
{
    const cq_graph *graph = &c->view.graph;
    const cq_u32s *must = &c->problem->graph.must;

    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
            if (!cq_problem_adjacent(&c->view, image_of(c, g, v),
                                     image_of(c, g, graph->targets[e])))
                return false;
    for (size_t i = 0; i < must->count; i += 2)
        if (!cq_pairs_have(must, image_of(c, g, must->at[i]),
                           image_of(c, g, must->at[i + 1])))
            return false;
    return true;
}

/* Drops the motions that are none of the tours. */
static void keep_motions(cq_tour_classes *c)
{
    size_t kept = 0;

    for (size_t g = 0; g < c->motions.list.count; g++)
        if (keeps_end(c, g, c->problem->from) && keeps_end(c, g, c->problem->to) &&
            keeps_moves(c, g))
            c->motions.list.at[kept++] = c->motions.list.at[g];
    c->motions.list.count = kept;
    cq_assert(kept > 0); /* the identity */
    cq_assert(image_of(c, 0, 0) == 0 && c->motions.list.at[0].symmetry == 0);
}

cq_status cq_tour_classes_start(cq_context *ctx, const cq_problem *problem,
                                cq_tour_classes *out)
{
    if (!problem->board)
        return cq_fail(ctx, CQ_REFUSED,
                       "one solution of each class is for tours of a board");
    if (cq_problem_is_numbered(problem))
        return cq_fail(
            ctx, CQ_REFUSED,
            "tours with given numbers and magic tours are not sorted into classes");
    cq_try(cq_problem_listed(ctx, problem, &out->view));
    out->ctx = ctx;
    out->problem = problem;
    cq_try(cq_motions_make(ctx, problem->board, &out->motions));
    out->image = cq_alloc(ctx, problem->graph.vertices, 4 * sizeof *out->image);
    cq_try_memory(out->image);
    for (size_t i = 0; i < 3; i++)
        out->words[i] = out->image + (i + 1) * problem->graph.vertices;
    keep_motions(out);
    cq_note(ctx, "symmetry: %zu %s the board and its moves", cq_tour_classes_order(out),
            cq_tour_classes_order(out) == 1 ? "motion keeps" : "motions keep");
    return CQ_OK;
}

void cq_tour_classes_stop(cq_tour_classes *classes)
{
    if (!classes->problem)
        return;
    cq_problem_unlist(&classes->view, classes->problem);
    cq_motions_free(&classes->motions);
    cq_free(classes->image);
}

/* The word of the image under g. */
static void write_word(const cq_tour_classes *c, size_t g, const cq_solution *tour,
                       uint32_t *word)
{
    const cq_problem *problem = c->problem;
    uint32_t base = problem->from != CQ_NO_VERTEX ? problem->from : 0;
    size_t n = tour->members.count, start = 0;
    uint32_t *image = problem->closed ? c->image : word, last = problem->to;

    for (size_t i = 0; i < n; i++) {
        image[i] = image_of(c, g, tour->members.at[i]);
        start = image[i] == base ? i : start;
    }
    if (!problem->closed)
        return;
    if (last == CQ_NO_VERTEX) { /* the larger one beside the base */
        uint32_t before = image[(start + n - 1) % n], after = image[(start + 1) % n];

        last = before > after ? before : after;
    }
    cq_assert(image[start] == base);
    cq_walk_turn(image, n, base, last, word);
    cq_assert(word[0] == base);
}

static int compare(const uint32_t *a, const uint32_t *b, size_t n)
{
    size_t i = 0;

    while (i < n && a[i] == b[i])
        i++;
    return i == n ? 0 : a[i] < b[i] ? -1 : 1;
}

cq_status cq_tour_classes_look(cq_tour_classes *c, const cq_solution *tour, bool *first,
                               size_t *fixed, cq_solution *least)
{
    size_t n = tour->members.count;
    uint32_t *best = c->words[2];

    write_word(c, 0, tour, c->words[0]);
    memcpy(best, c->words[0], n * sizeof *best);
    *fixed = 1;
    for (size_t g = 1; g < cq_tour_classes_order(c); g++) {
        write_word(c, g, tour, c->words[1]);
        *fixed += compare(c->words[1], c->words[0], n) == 0;
        if (compare(c->words[1], best, n) < 0)
            memcpy(best, c->words[1], n * sizeof *best);
    }
    *first = compare(best, c->words[0], n) == 0;
    cq_assert(compare(best, c->words[0], n) <= 0);
    if (!least)
        return CQ_OK;
    cq_solution_clear(least);
    return cq_u32s_append(c->ctx, &least->members, best, n);
}
