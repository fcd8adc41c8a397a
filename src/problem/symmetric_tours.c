/* symmetric_tours.c - whether a symmetry can map a tour onto itself at all.
 *
 * A symmetry g of the board that maps a tour onto itself is a symmetry of a cycle, or
 * of a path:
 *
 *     carried along   a cycle is turned: each square goes to the one that is n / 2
 *                     moves on, for a quarter turn n / 4 or 3 n / 4. No square stays
 *                     where it is. If every move changes the colour, g changes it
 *                     if and only if that number is odd (n / 4 and 3 n / 4 are both
 *                     odd or both even).
 *     reversed        a cycle is reflected, which has two fixed places, each a square
 *                     that stays, or a move between a square and its image. A path has
 *                     one such place, its middle. Not for a quarter turn, which is no
 *                     reversal, as done twice it does not bring all squares back.
 *
 * If neither can be, there is no symmetric tour. So the quarter turn of an even board
 * changes the colours, and a side that 4 divides makes n / 4 even: 8 x 8 has no closed
 * tour of this kind, 6 x 6 and 10 x 10 may.
 *
 * Cost: linear in the graph.
 */
#include "base/assert.h"
#include "problem/symmetric_tours.h"
#include "problem/sides.h"

static void count_places(const cq_problem *problem, const cq_cell *images,
                         cq_symmetry_facts *facts)
{
    for (uint32_t v = 0; v < problem->graph.vertices; v++) {
        cq_cell cell = cq_problem_cell(problem, v);
        uint32_t image = cq_problem_vertex(problem, images[cell]);

        if (image == v) {
            facts->fixed++;
            facts->stays = v;
        } else if (images[images[cell]] == cell && v < image)
            facts->moves += cq_problem_adjacent(problem, v, image);
    }
    cq_assert(facts->fixed + 2 * (uint64_t)facts->moves <= problem->graph.vertices);
}

static cq_status look_at(cq_context *ctx, const cq_problem *problem, unsigned symmetry,
                         cq_symmetry_facts *out)
{
    cq_symmetry_facts facts = {.quarter =
                                   symmetry == CQ_TURN_90 || symmetry == CQ_TURN_270};
    uint32_t n = problem->graph.vertices;
    cq_cell *images = cq_alloc(ctx, cq_board_size(problem->board), sizeof *images);
    uint32_t *queue = cq_alloc(ctx, n, sizeof *queue);
    char *side = cq_zalloc(ctx, n, 1);
    cq_problem view = *problem;
    cq_sides sides;
    cq_status status = images && queue && side ? CQ_OK : CQ_MEMORY;

    cq_then(status, cq_problem_listed(ctx, problem, &view));
    cq_then(status, cq_graph_sides(ctx, &view.graph, 0, side, queue, &sides));
    if (status == CQ_OK) {
        cq_board_images(problem->board, symmetry, images);
        facts.two_sided = !sides.odd && sides.reached == n;
        facts.changes =
            side[0] !=
            side[cq_problem_vertex(problem, images[cq_problem_cell(problem, 0)])];
        count_places(problem, images, &facts);
        *out = facts;
    }
    cq_problem_unlist(&view, problem);
    cq_free_each(images, queue, side);
    return status;
}

/* A cycle may be turned by as many moves as it takes. */
static bool may_carry(const cq_symmetry_facts *f, uint32_t n)
{
    return f->fixed == 0 &&
           !(f->two_sided && f->changes != (n / (f->quarter ? 4 : 2) % 2 == 1));
}

static bool may_reverse(const cq_symmetry_facts *f, uint32_t n, bool closed)
{
    if (f->quarter)
        return false;
    if (!closed)
        return f->fixed == n % 2 && (f->fixed || f->moves);
    return f->fixed <= 2 && f->fixed + f->moves >= 2;
}

/* Whether no tour of n squares can be mapped onto itself. */
static bool is_barred(const cq_symmetry_facts *facts, uint32_t n, bool closed)
{
    if (n < 3 || facts->fixed == n)
        return false; /* there is next to nothing to be mapped, or all stays */
    return !(closed && may_carry(facts, n)) && !may_reverse(facts, n, closed);
}

cq_status cq_symmetric_barred(cq_context *ctx, const cq_problem *problem, bool *out,
                              cq_symmetry_facts *first)
{
    bool any = false, barred = true;
    cq_status status = CQ_OK;

    for (unsigned symmetry = 1; symmetry < 8 && status == CQ_OK && barred; symmetry++) {
        cq_symmetry_facts facts;

        if (!(problem->symmetric & 1u << symmetry))
            continue;
        status = look_at(ctx, problem, symmetry, &facts);
        if (status != CQ_OK)
            break;
        barred = is_barred(&facts, problem->graph.vertices, problem->closed);
        if (!any)
            *first = facts;
        any = true;
    }
    *out = any && barred;
    return status;
}
