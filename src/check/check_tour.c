/* check_tour.c - does this walk visit every vertex once, by edges, and come home?
 *
 * In a graph two vertices are adjacent if the one is in the list of the other.
 * On a board the list is not asked: two squares are adjacent if one leap of the leaper
 * leads from the one to the other, across joined edges too, so that a mistake in the
 * making of the graph is found here.
 *
 * A closed tour is a cycle and has at least three vertices.
 *
 * Cost: linear in the vertices, times the leaps; in a graph linear in its edges.
 */
#include "base/assert.h"
#include "check/judge.h"
#include "check/board_moves.h"
#include "check/tour_lists.h"

#include <inttypes.h>
#include <string.h>

cq_status cq_judge_tour_start(cq_checker *checker)
{
    const cq_problem *problem = checker->problem;
    size_t size;

    checker->visited = cq_bits_new(checker->ctx, problem->graph.vertices);
    if (!checker->visited || !problem->symmetric)
        return checker->visited ? CQ_OK : CQ_MEMORY;
    size = cq_board_size(problem->board);
    checker->marks = cq_alloc(checker->ctx, size, sizeof *checker->marks);
    return checker->marks ? CQ_OK : CQ_MEMORY;
}

/* The two differ by this much along one axis, either way, round joined edges if any. */
static bool differ_by(uint32_t a, uint32_t b, uint32_t size, bool round, uint32_t by)
{
    uint32_t apart = a > b ? a - b : b - a;

    cq_assert(a < size && b < size);
    if (!round)
        return apart == by;
    return apart == by % size || (size - apart) % size == by % size;
}

typedef struct square {
    uint32_t row, col;
} square;

static square square_of(const cq_problem *problem, uint32_t vertex)
{
    cq_cell cell = cq_problem_cell(problem, vertex);
    uint32_t cols = problem->board->cols;

    cq_assert(cq_board_present(problem->board, cell));
    return (square){cell / cols, cell % cols};
}

/* The second lies just so far below and to the right of the first. */
static bool leads(const cq_board *board, square from, square to, int64_t down,
                  int64_t right)
{
    return cq_is_no_step(board, (int64_t)to.row - from.row - down,
                         (int64_t)to.col - from.col - right);
}

/* By as many leaps in one direction as a rider likes, over squares of the board. */
static bool rides_to(const cq_board *board, cq_leap leap, cq_cell from, cq_cell to)
{
    for (unsigned way = 0; way < 8; way++) {
        int64_t a = way & 1 ? -(int64_t)leap.a : leap.a;
        int64_t b = way & 2 ? -(int64_t)leap.b : leap.b;
        cq_move move = {CQ_IDENTITY, way & 4 ? b : a, way & 4 ? a : b};
        cq_cell at = from;

        if (leap.ways && !(leap.ways >> way & 1))
            continue;
        do
            at = cq_move_cell(board, &move, at);
        while (at != CQ_NO_CELL && at != from && at != to);
        if (at == to)
            return true;
    }
    return false;
}

static bool one_leap(const cq_problem *problem, square from, square to)
{
    const cq_board *board = problem->board;
    bool round_rows = board->surface == CQ_TORUS;
    bool round_cols = board->surface != CQ_PLANE;

    for (size_t i = 0; i < problem->leaper.count; i++) {
        cq_leap leap = problem->leaper.at[i];

        if (leap.rides) {
            if (rides_to(board, leap, from.row * board->cols + from.col,
                         to.row * board->cols + to.col))
                return true;
            continue;
        }
        if (leap.ways) { /* one move, there or back */
            int64_t down = leap.a;
            int64_t right = leap.ways & 1 ? (int64_t)leap.b : -(int64_t)leap.b;

            if (leads(board, from, to, down, right) ||
                leads(board, to, from, down, right))
                return true;
            continue;
        }
        for (unsigned way = 0; way < 2; way++) {
            if (differ_by(from.row, to.row, board->rows, round_rows, leap.a) &&
                differ_by(from.col, to.col, board->cols, round_cols, leap.b))
                return true;
            leap = (cq_leap){.a = leap.b, .b = leap.a};
        }
    }
    return false;
}

static bool adjacent(const cq_problem *problem, uint32_t from, uint32_t to)
{
    if (problem->board)
        return one_leap(problem, square_of(problem, from), square_of(problem, to));
    return cq_tour_listed(&problem->graph, from, to);
}

/* The first step that is none, by the number of where it leads; the count if all are. A
 * square's row and column are found once for both of its steps. */
static cq_status find_gap(cq_checker *checker, const cq_u32s *walk, size_t *out)
{
    const cq_problem *problem = checker->problem;
    square from, to;

    *out = 1;
    if (!problem->board || walk->count == 0) {
        while (*out < walk->count &&
               cq_tour_listed(&problem->graph, walk->at[*out - 1], walk->at[*out]))
            cq_try(cq_poll_at(checker->ctx, ++*out));
        return CQ_OK;
    }
    for (from = square_of(problem, walk->at[0]); *out < walk->count; from = to) {
        to = square_of(problem, walk->at[*out]);
        if (!one_leap(problem, from, to))
            break;
        cq_try(cq_poll_at(checker->ctx, ++*out));
    }
    return CQ_OK;
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
                                "step %zu goes to a vertex that does not exist", i + 1);
        if (cq_bits_has(checker->visited, v))
            return cq_judge_say(
                sentence, CQ_NO, "%.60s is visited twice",
                cq_vertex_name(&problem->graph, problem->board, v, name));
        cq_bits_add(checker->visited, v);
        if (cq_poll_at(checker->ctx, i + 1) != CQ_OK)
            return CQ_UNKNOWN;
    }
    if (walk->count == problem->graph.vertices)
        return CQ_YES;
    for (uint32_t v = 0; v < problem->graph.vertices; v++)
        if (!cq_bits_has(checker->visited, v))
            return cq_judge_say(
                sentence, CQ_NO, "%.60s is not visited",
                cq_vertex_name(&problem->graph, problem->board, v, name));
    cq_assert(false && "fewer vertices than there are, and none is missing");
    return CQ_NO;
}

/* Whether the symmetry maps the tour onto itself: steps go over to steps. The problem
 * has a function for engines that says so too; the judge does not rely on it. */
static bool is_kept(const cq_problem *problem, unsigned symmetry, const uint32_t *walk,
                    uint32_t *places)
{
    cq_move move = cq_move_in_box(problem->board, symmetry);
    uint32_t n = problem->graph.vertices;

    cq_assert(n == problem->board->count);
    for (uint32_t i = 0; i < n; i++)
        places[cq_problem_cell(problem, walk[i])] = i;
    for (uint32_t i = 0; i < (problem->closed ? n : n - 1); i++) {
        cq_cell from = cq_problem_cell(problem, walk[i]);
        cq_cell to = cq_problem_cell(problem, walk[(i + 1) % n]);
        uint32_t a, b, apart;

        from = cq_move_cell(problem->board, &move, from);
        to = cq_move_cell(problem->board, &move, to);
        if (from == CQ_NO_CELL || to == CQ_NO_CELL)
            return false;
        a = places[from];
        b = places[to];
        cq_assert(a < n && b < n && a != b);
        apart = a > b ? a - b : b - a;
        if (apart != 1 && !(problem->closed && apart == n - 1))
            return false;
    }
    return true;
}

/* Whether one of the symmetries asked for does, if any are. */
static bool is_symmetric(const cq_problem *problem, const uint32_t *walk,
                         uint32_t *places)
{
    bool kept = !problem->symmetric;

    for (unsigned symmetry = 0; symmetry < 8 && !kept; symmetry++)
        kept = problem->symmetric & 1u << symmetry &&
               is_kept(problem, symmetry, walk, places);
    return kept;
}

/* Whether the walk goes between the two, in either direction. */
static bool goes_between(const cq_problem *problem, const cq_u32s *walk, uint32_t a,
                         uint32_t b)
{
    for (size_t i = 0; i < walk->count; i++) {
        uint32_t u = walk->at[i], v = walk->at[(i + 1) % walk->count];

        if ((problem->closed || i + 1 < walk->count) &&
            ((u == a && v == b) || (u == b && v == a)))
            return true;
    }
    return false;
}

/* The first of these pairs that the walk goes between, or does not; SIZE_MAX: none. */
static size_t first_pair(const cq_problem *problem, const cq_u32s *walk,
                         const cq_u32s *pairs, bool used)
{
    for (size_t i = 0; i + 1 < pairs->count; i += 2)
        if (goes_between(problem, walk, pairs->at[i], pairs->at[i + 1]) == used)
            return i;
    return SIZE_MAX;
}

bool cq_tour_suits(const cq_problem *problem, const uint32_t *walk, uint32_t *places)
{
    uint32_t from = problem->from, to = problem->to, n = problem->graph.vertices;
    const cq_u32s all = {.at = (uint32_t *)walk, .count = n};
    bool beside = from == CQ_NO_VERTEX || to == CQ_NO_VERTEX;

    if ((!problem->closed || problem->magic) &&
        ((from != CQ_NO_VERTEX && walk[0] != from) ||
         (to != CQ_NO_VERTEX && walk[n - 1] != to)))
        return false;
    return (!problem->closed || beside || goes_between(problem, &all, from, to)) &&
           first_pair(problem, &all, &problem->graph.must, false) == SIZE_MAX &&
           is_symmetric(problem, walk, places);
}

static cq_verdict judge_end(const cq_problem *problem, uint32_t wanted, uint32_t found,
                            const char *verb, char *sentence)
{
    char a[CQ_VERTEX_NAME_SIZE], b[CQ_VERTEX_NAME_SIZE];

    if (wanted == CQ_NO_VERTEX || wanted == found)
        return CQ_YES;
    return cq_judge_say(sentence, CQ_NO, "the tour %s at %.60s, not at %.60s", verb,
                        cq_vertex_name(&problem->graph, problem->board, found, a),
                        cq_vertex_name(&problem->graph, problem->board, wanted, b));
}

/* Moves that must be used, and moves that must not. */
static cq_verdict judge_moves(const cq_problem *problem, const cq_u32s *walk,
                              char *sentence)
{
    char a[CQ_VERTEX_NAME_SIZE], b[CQ_VERTEX_NAME_SIZE];
    size_t lacks = first_pair(problem, walk, &problem->graph.must, false);
    size_t has = first_pair(problem, walk, &problem->graph.gone, true);
    const uint32_t *pair;

    if (lacks == SIZE_MAX && has == SIZE_MAX)
        return CQ_YES;
    pair = lacks != SIZE_MAX ? problem->graph.must.at + lacks
                             : problem->graph.gone.at + has;
    return cq_judge_say(
        sentence, CQ_NO, "the tour %s the %s between %.60s and %.60s, which is %s",
        lacks != SIZE_MAX ? "does not use" : "uses", problem->board ? "move" : "edge",
        cq_vertex_name(&problem->graph, problem->board, pair[0], a),
        cq_vertex_name(&problem->graph, problem->board, pair[1], b),
        lacks != SIZE_MAX ? "required" : "forbidden");
}

/* The numbers that are given. */
static cq_verdict judge_numbers(const cq_problem *problem, const cq_u32s *walk,
                                char *sentence)
{
    char name[CQ_VERTEX_NAME_SIZE];

    for (size_t i = 0; i + 1 < problem->numbers.count; i += 2) {
        uint32_t position = problem->numbers.at[i], given = problem->numbers.at[i + 1];

        if (walk->at[position] != given)
            return cq_judge_say(
                sentence, CQ_NO, "%.60s does not have the number %" PRIu32,
                cq_vertex_name(&problem->graph, problem->board, given, name),
                position + 1);
    }
    return CQ_YES;
}

static cq_verdict judge_magic(const cq_problem *problem, const cq_u32s *walk,
                              char *sentence)
{
    uint32_t line, rows, cols;

    if (!problem->magic || cq_sums_agree(problem, walk->at, 0, &line))
        return CQ_YES;
    rows = problem->board->rows;
    cols = problem->board->cols;
    if (line >= rows + cols)
        return cq_judge_say(sentence, CQ_NO,
                            "a diagonal has another sum than the rows");
    return cq_judge_say(
        sentence, CQ_NO, "%s %" PRIu32 " does not have the sum of a magic tour",
        line < rows ? "row" : "column", line < rows ? line + 1 : line - rows + 1);
}

/* Further conditions on a tour. */
static cq_verdict judge_wishes(const cq_checker *checker, const cq_u32s *walk,
                               char *sentence)
{
    const cq_problem *problem = checker->problem;

    if (walk->count == 0)
        return CQ_YES;
    if (judge_end(problem, problem->from, walk->at[0], "starts", sentence) != CQ_YES ||
        judge_end(problem, problem->to, walk->at[walk->count - 1], "ends", sentence) !=
            CQ_YES ||
        judge_numbers(problem, walk, sentence) != CQ_YES ||
        judge_magic(problem, walk, sentence) != CQ_YES ||
        judge_moves(problem, walk, sentence) != CQ_YES)
        return CQ_NO;
    if (!is_symmetric(problem, walk->at, checker->marks))
        return cq_judge_say(sentence, CQ_NO,
                            "the tour is not mapped onto itself by the symmetry asked "
                            "for");
    return CQ_YES;
}

cq_verdict cq_judge_tour(cq_checker *checker, const cq_solution *solution,
                         char sentence[CQ_SENTENCE_SIZE])
{
    const cq_problem *problem = checker->problem;
    const cq_u32s *walk = &solution->members;
    size_t count = walk->count, gap;
    cq_verdict visits;

    memset(checker->visited, 0,
           cq_bits_words(problem->graph.vertices) * sizeof *checker->visited);
    visits = judge_visits(checker, walk, sentence);
    if (visits != CQ_YES)
        return visits;
    cq_assert(count == problem->graph.vertices);
    if (find_gap(checker, walk, &gap) != CQ_OK)
        return CQ_UNKNOWN;
    if (gap < count)
        return say_gap(problem, walk->at[gap - 1], walk->at[gap], sentence);
    if (problem->closed && count < 3)
        return cq_judge_say(
            sentence, CQ_NO, "a closed tour needs at least 3 %s, there %s %zu",
            problem->board ? "squares" : "vertices", count == 1 ? "is" : "are", count);
    if (problem->closed && !adjacent(problem, walk->at[count - 1], walk->at[0]))
        return say_gap(problem, walk->at[count - 1], walk->at[0], sentence);
    if (judge_wishes(checker, walk, sentence) != CQ_YES)
        return CQ_NO;
    return cq_judge_say(sentence, CQ_YES, "%s %stour of %zu %s, each visited once",
                        problem->closed ? "a closed" : "an open",
                        problem->magic == CQ_MAGIC_FULL   ? "magic "
                        : problem->magic == CQ_MAGIC_SEMI ? "semi-magic "
                                                          : "",
                        count, problem->board ? "squares" : "vertices");
}
