/* ends.c - what is asked of a tour besides visiting all: where it begins and ends, and
 * the symmetry that it must have.
 */
#include "base/assert.h"
#include "problem/edge_pairs.h"
#include "problem/problem.h"

#include <string.h>

static int shown(size_t length)
{
    return length > 40 ? 40 : (int)length;
}

static cq_status find_square(cq_context *ctx, const cq_problem *problem,
                             const char *flag, const char *name, size_t length,
                             uint32_t *out)
{
    cq_cell cell;

    if (cq_cell_parse_at(ctx, problem->board, flag, 0, 0, name, length, &cell) !=
        CQ_OK) /* without a position: the flag has but one word */
        return cq_fail_at(ctx, flag, 0, 0, "%s", cq_error_text(ctx));
    if (!cq_board_present(problem->board, cell))
        return cq_fail_at(ctx, flag, 0, 0, "%.*s is not on this board: there is a hole",
                          shown(length), name);
    *out = cq_problem_vertex(problem, cell);
    return CQ_OK;
}

static cq_status find_vertex(cq_context *ctx, const cq_problem *problem,
                             const char *flag, const char *name, size_t length,
                             uint32_t *out)
{
    const cq_graph *graph = &problem->graph;
    uint32_t number = 0;

    while (graph->names && number < graph->vertices)
        if (cq_same_text(name, length, graph->names[number++])) {
            *out = number - 1;
            return CQ_OK;
        }
    if (graph->names)
        return cq_fail_at(ctx, flag, 0, 0, "there is no vertex called %.*s",
                          shown(length), name);
    if (!cq_parse_u32(name, length, graph->vertices, &number) || number == 0)
        return cq_fail_at(ctx, flag, 0, 0,
                          "there is no vertex %.*s: vertices are 1 to %" PRIu32,
                          shown(length), name, graph->vertices);
    *out = number - 1;
    return CQ_OK;
}

cq_status cq_problem_find_vertex(cq_context *ctx, const cq_problem *problem,
                                 const char *flag, const char *name, size_t length,
                                 uint32_t *out)
{
    return (problem->board ? find_square : find_vertex)(ctx, problem, flag, name,
                                                        length, out);
}

static cq_status find_end(cq_context *ctx, const cq_problem *problem, const char *flag,
                          const char *name, uint32_t *out)
{
    *out = CQ_NO_VERTEX;
    return name ? cq_problem_find_vertex(ctx, problem, flag, name, strlen(name), out)
                : CQ_OK;
}

static cq_status settle_ends(cq_context *ctx, cq_problem *problem, uint32_t first,
                             uint32_t last)
{
    char from[CQ_VERTEX_NAME_SIZE], to[CQ_VERTEX_NAME_SIZE];
    const char *what = problem->board ? "square" : "vertex";
    bool both = first != CQ_NO_VERTEX && last != CQ_NO_VERTEX;

    if (both && first == last && problem->graph.vertices > 1)
        return cq_fail_at(
            ctx, "--to", 0, 0,
            "expected an end that differs from the start, found %.40s twice",
            cq_vertex_name(&problem->graph, problem->board, last, to));
    if (problem->closed && last != CQ_NO_VERTEX && !both)
        return cq_fail_at(
            ctx, "--to", 0, 0,
            "a closed tour with a last %s needs a first one: add --from, or --open",
            what);
    if (problem->closed && both && !cq_problem_adjacent(problem, first, last))
        return cq_fail_at(ctx, "--to", 0, 0,
                          "a closed tour returns from its last %s to its first, but no "
                          "%s leads from %.40s to %.40s; add --open for an open tour",
                          what, problem->board ? "leap" : "edge",
                          cq_vertex_name(&problem->graph, problem->board, last, to),
                          cq_vertex_name(&problem->graph, problem->board, first, from));
    if (problem->numbers.count && (first != CQ_NO_VERTEX || last != CQ_NO_VERTEX))
        return cq_fail_at(ctx, "--at", 0, 0,
                          "given numbers say where a tour starts and ends: write 1 and "
                          "%" PRIu32 " there instead of --from and --to",
                          problem->graph.vertices);
    problem->from = first;
    problem->to = last;
    cq_assert(cq_problem_check(problem));
    return CQ_OK;
}

static cq_status require_tour(cq_context *ctx, const cq_problem *problem)
{
    return cq_problem_require(ctx, problem, CQ_TOUR,
                              "only a tour has a start and an end");
}

cq_status cq_problem_set_ends(cq_context *ctx, cq_problem *problem, const char *from,
                              const char *to)
{
    uint32_t first, last;

    cq_try(require_tour(ctx, problem));
    cq_try(find_end(ctx, problem, "--from", from, &first));
    cq_try(find_end(ctx, problem, "--to", to, &last));
    return settle_ends(ctx, problem, first, last);
}

cq_status cq_problem_set_ends_at(cq_context *ctx, cq_problem *problem, uint32_t from,
                                 uint32_t to)
{
    uint32_t n;

    cq_try(require_tour(ctx, problem));
    n = problem->graph.vertices;
    if ((from >= n && from != CQ_NO_VERTEX) || (to >= n && to != CQ_NO_VERTEX))
        return cq_fail(ctx, CQ_INPUT,
                       "there is no vertex %" PRIu32 ": there are %" PRIu32
                       ", numbered from 0",
                       from >= n && from != CQ_NO_VERTEX ? from : to, n);
    return settle_ends(ctx, problem, from, to);
}

static const struct {
    const char *name;
    unsigned bits; /* any of these symmetries will do */
    const char *told;
} kinds[] = {
    {"180", 1u << CQ_TURN_180, "a turn by 180 degrees does"},
    {"90", 1u << CQ_TURN_90, "a turn by 90 degrees does"},
    {"mirror", 0xf0, "no reflection does"},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static bool is_plain(const cq_problem *problem)
{
    for (size_t i = 0; i < problem->leaper.count; i++)
        if (problem->leaper.at[i].ways)
            return false;
    return true;
}

/* Those that keep the board and, as sets, the moves. */
static unsigned symmetries_of(const cq_problem *problem)
{
    unsigned has = cq_board_symmetries(problem->board, false);

    for (unsigned symmetry = 0; symmetry < 8; symmetry++)
        if (!cq_leaper_keeps(&problem->leaper, symmetry))
            has &= ~(1u << symmetry);
    return has;
}

cq_status cq_problem_set_symmetric(cq_context *ctx, cq_problem *problem,
                                   const char *kind)
{
    unsigned has;
    size_t i = 0;

    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, kind, "a kind of symmetry"));
    if (problem->kind != CQ_TOUR || !problem->board)
        return cq_fail(ctx, CQ_REFUSED, "only a tour of a board can be symmetric");
    while (i < KINDS && strcmp(kinds[i].name, kind) != 0)
        i++;
    if (i == KINDS)
        return cq_fail_at(ctx, "--symmetric", 0, 0,
                          "expected 180, 90 or mirror, found %.40s", kind);
    has = symmetries_of(problem) & kinds[i].bits;
    if (!has)
        return cq_fail_at(ctx, "--symmetric", 0, 0,
                          "expected a board%s that is symmetric itself: %s%s map "
                          "this one onto itself",
                          is_plain(problem) ? "" : " with moves", kinds[i].told,
                          i < 2 ? " not" : "");
    cq_assert(!(has & 1u << CQ_IDENTITY));
    problem->symmetric = has;
    return CQ_OK;
}

const char *cq_symmetric_name(const cq_problem *problem)
{
    size_t i = 0;

    cq_assert(problem->symmetric);
    while (!(kinds[i].bits & problem->symmetric))
        i++;
    cq_assert(i < KINDS);
    return kinds[i].name;
}

/* ---- whether a tour is as asked ---- */

/* In a cycle the last vertex stands beside the first, either way round. */
static bool has_ends(const cq_problem *problem, const uint32_t *walk)
{
    uint32_t from = problem->from, to = problem->to, n = problem->graph.vertices, i = 0;

    if (!problem->closed)
        return (from == CQ_NO_VERTEX || walk[0] == from) &&
               (to == CQ_NO_VERTEX || walk[n - 1] == to);
    if (to == CQ_NO_VERTEX)
        return true;
    while (walk[i] != from)
        i++;
    cq_assert(i < n && from < n); /* a tour visits it */
    return walk[(i + 1) % n] == to || walk[(i + n - 1) % n] == to;
}

/* Whether the walk uses all moves that it must. */
static bool has_moves(const cq_problem *problem, const uint32_t *walk)
{
    const cq_u32s *must = &problem->graph.must;
    uint32_t n = problem->graph.vertices;
    size_t met = 0;

    for (uint32_t i = 0; i < (problem->closed ? n : n - 1) && must->count; i++)
        met += cq_pairs_have(must, walk[i], walk[(i + 1) % n]);
    return met == must->count / 2;
}

static bool is_kept(const cq_problem *problem, const uint32_t *walk,
                    const cq_cell *images, uint32_t *places)
{
    uint32_t n = problem->graph.vertices;

    for (uint32_t i = 0; i < n; i++)
        places[cq_problem_cell(problem, walk[i])] = i;
    for (uint32_t i = 0; i < (problem->closed ? n : n - 1); i++) {
        uint32_t a = places[images[cq_problem_cell(problem, walk[i])]];
        uint32_t b = places[images[cq_problem_cell(problem, walk[(i + 1) % n])]];
        uint32_t apart = a > b ? a - b : b - a;

        cq_assert(a < n && b < n && a != b);
        if (apart != 1 && !(problem->closed && apart == n - 1))
            return false;
    }
    return true;
}

cq_status cq_problem_suits(cq_context *ctx, const cq_problem *problem,
                           const uint32_t *walk, bool *out)
{
    size_t size;
    cq_cell *images;

    *out = has_ends(problem, walk) && has_moves(problem, walk);
    if (!*out || !problem->symmetric)
        return CQ_OK;
    size = cq_board_size(problem->board);
    images = cq_alloc(ctx, 2 * size, sizeof *images);
    cq_try_memory(images);
    *out = false;
    for (unsigned symmetry = 0; symmetry < 8 && !*out; symmetry++) {
        if (!(problem->symmetric & 1u << symmetry))
            continue;
        cq_board_images(problem->board, symmetry, images);
        *out = is_kept(problem, walk, images, images + size);
    }
    cq_free(images);
    return CQ_OK;
}

void cq_walk_turn(const uint32_t *walk, size_t n, uint32_t from, uint32_t to,
                  uint32_t *out)
{
    size_t first = 0;
    bool back;

    while (walk[first] != from)
        first++;
    cq_assert(first < n);
    back = to != CQ_NO_VERTEX && walk[(first + 1) % n] == to;
    for (size_t i = 0; i < n; i++)
        out[i] = walk[(first + (back ? n - i : i)) % n];
}
