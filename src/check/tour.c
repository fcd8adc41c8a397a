/* tour.c - does this walk visit every vertex once, by edges, and come home?
 *
 * In a graph two vertices are adjacent if the one is in the sorted list of the other.
 * On a board the list is not asked: two squares are adjacent if one leap of the leaper
 * leads from the one to the other, across joined edges too, so that a mistake in the
 * making of the graph is found here.
 *
 * A closed tour is a cycle and has at least three vertices.
 *
 * Cost: linear in the vertices, times the leaps or the logarithm of the degree.
 */
#include "check/judge.h"

#include <inttypes.h>

cq_status cq_judge_tour_start(cq_checker *checker)
{
    checker->places = checker->problem->graph.vertices;
    checker->marks = cq_zalloc(checker->ctx, checker->places, sizeof(uint32_t));
    return checker->marks ? CQ_OK : CQ_MEMORY;
}

/* The two differ by this much along one axis, either way, round joined edges if any. */
static bool differ_by(uint32_t a, uint32_t b, uint32_t size, bool round, uint32_t by)
{
    uint32_t apart = a > b ? a - b : b - a;

    if (!round)
        return apart == by;
    return apart == by % size || (size - apart) % size == by % size;
}

static bool one_leap(const cq_problem *problem, uint32_t from, uint32_t to)
{
    const cq_board *board = problem->board;
    cq_cell a = problem->graph.cells[from], b = problem->graph.cells[to];
    uint32_t row = cq_row(board, a), col = cq_col(board, a);
    bool round_rows = board->surface == CQ_TORUS;
    bool round_cols = board->surface != CQ_PLANE;

    for (size_t i = 0; i < problem->leaper.count; i++) {
        cq_leap leap = problem->leaper.at[i];

        for (unsigned way = 0; way < 2; way++) {
            if (differ_by(row, cq_row(board, b), board->rows, round_rows, leap.a) &&
                differ_by(col, cq_col(board, b), board->cols, round_cols, leap.b))
                return true;
            leap = (cq_leap){.a = leap.b, .b = leap.a};
        }
    }
    return false;
}

static bool in_list(const cq_graph *graph, uint32_t from, uint32_t to)
{
    size_t low = graph->starts[from], high = graph->starts[from + 1];

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (graph->targets[middle] == to)
            return true;
        if (graph->targets[middle] < to)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static bool adjacent(const cq_problem *problem, uint32_t from, uint32_t to)
{
    if (problem->board && problem->graph.cells)
        return one_leap(problem, from, to);
    return in_list(&problem->graph, from, to);
}

static cq_verdict say_gap(const cq_problem *problem, uint32_t from, uint32_t to,
                          char *sentence)
{
    char a[CQ_VERTEX_NAME_SIZE], b[CQ_VERTEX_NAME_SIZE];

    return cq_judge_say(sentence, CQ_NO, "there is no %s from %.60s to %.60s",
                        problem->board ? "leap" : "edge",
                        cq_vertex_name(&problem->graph, problem->board, from, a),
                        cq_vertex_name(&problem->graph, problem->board, to, b));
}

/* Every vertex of the walk exists and occurs once. */
static cq_verdict judge_visits(cq_checker *checker, const cq_u32s *walk, char *sentence)
{
    const cq_problem *problem = checker->problem;
    char name[CQ_VERTEX_NAME_SIZE];

    for (size_t i = 0; i < walk->count; i++) {
        uint32_t v = walk->at[i];

        if (v >= problem->graph.vertices)
            return cq_judge_say(sentence, CQ_NO,
                                "step %zu goes to a vertex that is not there", i + 1);
        if (checker->marks[v] > checker->mark)
            return cq_judge_say(
                sentence, CQ_NO, "%.60s is visited twice",
                cq_vertex_name(&problem->graph, problem->board, v, name));
        checker->marks[v] = checker->mark + 1;
    }
    if (walk->count == problem->graph.vertices)
        return CQ_YES;
    for (uint32_t v = 0; v < problem->graph.vertices; v++)
        if (checker->marks[v] <= checker->mark)
            return cq_judge_say(
                sentence, CQ_NO, "%.60s is not visited",
                cq_vertex_name(&problem->graph, problem->board, v, name));
    return CQ_NO;
}

cq_verdict cq_judge_tour(cq_checker *checker, const cq_solution *solution,
                         char sentence[CQ_SENTENCE_SIZE])
{
    const cq_problem *problem = checker->problem;
    const cq_u32s *walk = &solution->members;
    size_t count = walk->count;

    cq_judge_next(checker, 1);
    if (judge_visits(checker, walk, sentence) != CQ_YES)
        return CQ_NO;
    for (size_t i = 1; i < count; i++)
        if (!adjacent(problem, walk->at[i - 1], walk->at[i]))
            return say_gap(problem, walk->at[i - 1], walk->at[i], sentence);
    if (problem->closed && count < 3)
        return cq_judge_say(
            sentence, CQ_NO, "a closed tour needs at least 3 %s, there %s %zu",
            problem->board ? "squares" : "vertices", count == 1 ? "is" : "are", count);
    if (problem->closed && !adjacent(problem, walk->at[count - 1], walk->at[0]))
        return say_gap(problem, walk->at[count - 1], walk->at[0], sentence);
    return cq_judge_say(sentence, CQ_YES, "%s tour of %zu %s, each visited once",
                        problem->closed ? "a closed" : "an open", count,
                        problem->board ? "squares" : "vertices");
}
