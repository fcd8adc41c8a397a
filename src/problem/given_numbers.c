/* given_numbers.c - numbers that are given at squares: figured tours.
 *
 * A tour numbers its squares from 1 on. Numbers that are given say which square has
 * which; in a closed tour they say where it starts and, if there are two that are not
 * half a tour apart, in which direction it goes. As text they are squares or vertices
 * with numbers, e4=17,a1=1.
 *
 *     numbers   p0 v0 p1 v1 ...: number pi + 1 is given at vertex vi, ascending
 */
#include "base/assert.h"
#include "problem/names.h"
#include "problem/problem.h"

#include <string.h>

uint32_t cq_problem_number(const cq_problem *problem, uint32_t vertex)
{
    for (size_t i = 0; problem && i < problem->numbers.count; i += 2)
        if (problem->numbers.at[i + 1] == vertex)
            return problem->numbers.at[i] + 1;
    return 0;
}

static const char *name_of(const cq_problem *problem, uint32_t vertex,
                           char buffer[CQ_VERTEX_NAME_SIZE])
{
    return cq_vertex_name(&problem->graph, problem->board, vertex, buffer);
}

static cq_status check_number(cq_context *ctx, const cq_problem *problem,
                              uint32_t vertex, uint32_t number)
{
    char name[CQ_VERTEX_NAME_SIZE], other[CQ_VERTEX_NAME_SIZE];
    uint32_t n = problem->graph.vertices;

    if (number == 0 || number > n)
        return cq_fail_at(ctx, "--at", 0, 0,
                          "expected a number from 1 to %" PRIu32 " at %.40s, found "
                          "%" PRIu32,
                          n, name_of(problem, vertex, name), number);
    if (problem->from != CQ_NO_VERTEX || problem->to != CQ_NO_VERTEX)
        return cq_fail_at(ctx, "--at", 0, 0,
                          "given numbers say where a tour starts and ends: write 1 and "
                          "%" PRIu32 " there instead of --from and --to",
                          n);
    for (size_t i = 0; i < problem->numbers.count; i += 2) {
        uint32_t given = problem->numbers.at[i] + 1, at = problem->numbers.at[i + 1];

        if ((given == number) != (at == vertex))
            return cq_fail_at(
                ctx, "--at", 0, 0,
                "%.40s=%" PRIu32 " and %.40s=%" PRIu32 " cannot both be: %s twice",
                name_of(problem, at, other), given, name_of(problem, vertex, name),
                number,
                given == number ? "a number is given" : "a square has a number");
    }
    return CQ_OK;
}

static cq_status require_tour(cq_context *ctx, const cq_problem *problem)
{
    return cq_problem_require(ctx, problem, CQ_TOUR,
                              "only the squares of a tour have numbers");
}

cq_status cq_problem_set_number_at(cq_context *ctx, cq_problem *problem,
                                   uint32_t vertex, uint32_t number)
{
    size_t at;

    cq_try(require_tour(ctx, problem));
    if (vertex >= problem->graph.vertices)
        return cq_fail(ctx, CQ_INPUT,
                       "there is no vertex %" PRIu32 ": there are %" PRIu32
                       ", numbered from 0",
                       vertex, problem->graph.vertices);
    cq_try(check_number(ctx, problem, vertex, number));
    if (cq_problem_number(problem, vertex) == number)
        return CQ_OK;
    cq_try(cq_vec_reserve(ctx, &problem->numbers, 2));
    at = problem->numbers.count;
    for (; at > 0 && problem->numbers.at[at - 2] >= number; at -= 2)
        memcpy(problem->numbers.at + at, problem->numbers.at + at - 2,
               2 * sizeof *problem->numbers.at);
    problem->numbers.at[at] = number - 1;
    problem->numbers.at[at + 1] = vertex;
    problem->numbers.count += 2;
    cq_assert(cq_problem_number(problem, vertex) == number);
    for (size_t i = 2; i < problem->numbers.count; i += 2)
        cq_assert(problem->numbers.at[i - 2] < problem->numbers.at[i]);
    return CQ_OK;
}

/* "e4=17": the last '=' parts them, as names of vertices may have others. */
static cq_status read_number(cq_context *ctx, cq_problem *problem, const char *text,
                             size_t length)
{
    const char *mark = memrchr(text, '=', length);
    size_t left = mark ? (size_t)(mark - text) : 0;
    char quoted[CQ_QUOTED_SIZE];
    uint32_t vertex, number;

    if (!mark || !cq_parse_u32(mark + 1, length - left - 1, UINT32_MAX - 1, &number))
        return cq_fail_at(ctx, "--at", 0, 0,
                          "expected a square and its number such as %s, found %s",
                          problem->board ? "e4=17" : "v=17",
                          length ? cq_quoted(text, length, quoted) : "nothing");
    cq_try(cq_problem_find_vertex(ctx, problem, "--at", text, left, &vertex));
    return cq_problem_set_number_at(ctx, problem, vertex, number);
}

cq_status cq_problem_set_numbers(cq_context *ctx, cq_problem *problem, const char *text)
{
    cq_span rest, number;

    cq_try(require_tour(ctx, problem));
    cq_try(cq_need(ctx, text, "numbers"));
    rest = cq_span_of("--at", text);
    while (cq_span_take(&rest, ',', &number))
        cq_try(read_number(ctx, problem, number.start, number.length));
    return CQ_OK;
}
