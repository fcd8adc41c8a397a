/* sentence_tour.c - why there is no tour, in words: see sentence.c.
 *
 * The members are vertices; on a board they are called squares and their edges moves.
 * A closed tour uses two edges of every vertex, an open one only one at each of its two
 * ends; everything here follows from that. Linear in the graph.
 */
#include "answer/magic_obstacle.h"
#include "answer/sentence.h"
#include "base/assert.h"
#include "problem/sides.h"

static const char *kind_of_tour(const cq_sentence *s)
{
    return s->problem->closed ? "a closed tour" : "an open tour";
}

static const char *edge_word(const cq_sentence *s, size_t count)
{
    if (s->problem->board)
        return count == 1 ? "move" : "moves";
    return count == 1 ? "edge" : "edges";
}

/* "1 move", "2 moves"; of a graph edges. */
static const char *count_edges(cq_sentence *s, size_t count)
{
    return cq_count_of(s, count, edge_word(s, 1), edge_word(s, 2));
}

/* ---- degree ---- */

static void explain_degree(cq_sentence *s, const cq_u32s *members)
{
    size_t degree = cq_graph_degree(&s->problem->graph, members->at[0]);
    bool same = true;

    for (size_t i = 1; i < members->count; i++)
        same &= cq_graph_degree(&s->problem->graph, members->at[i]) == degree;
    cq_say_all(s, members);
    if (members->count == 1 && degree == 0)
        cq_say(s, " has no %s", edge_word(s, 1));
    else if (members->count == 1)
        cq_say(s, " has only %s, %s needs 2", count_edges(s, degree), kind_of_tour(s));
    else if (same && degree == 1 && !s->problem->closed)
        cq_say(s, " have only 1 %s each, and an open tour has only 2 ends",
               edge_word(s, 1));
    else
        cq_say(s, " have too few %s for %s to pass through them", edge_word(s, 2),
               kind_of_tour(s));
}

/* ---- connected parts ---- */

typedef struct parts {
    size_t count;
    size_t larger, smaller; /* their larger sides together, and the smaller ones */
} parts;

/* What is left of the graph when some vertices are taken away. */
static cq_status find_parts(cq_context *ctx, const cq_graph *graph,
                            const cq_u32s *without, parts *out)
{
    char *side = cq_zalloc(ctx, graph->vertices, 1);
    uint32_t *queue = cq_alloc(ctx, graph->vertices, sizeof *queue);
    cq_status status = side && queue ? CQ_OK : CQ_MEMORY;

    *out = (parts){0};
    for (size_t i = 0; i < without->count && status == CQ_OK; i++)
        side[without->at[i]] = 3; /* taken: nobody walks there */
    for (uint32_t v = 0; v < graph->vertices && status == CQ_OK; v++) {
        cq_sides part;
        size_t other;

        if (side[v])
            continue;
        status = cq_graph_sides(ctx, graph, v, side, queue, &part);
        if (status != CQ_OK)
            break;
        other = part.reached - part.same;
        out->count++;
        out->larger += part.same > other ? part.same : other;
        out->smaller += part.same > other ? other : part.same;
    }
    cq_free_each(side, queue);
    cq_assert(out->count <= out->larger && out->smaller <= out->larger);
    cq_assert(out->larger + out->smaller <= graph->vertices);
    return status;
}

/* ---- balance ---- */

bool cq_changes_colour(const cq_problem *problem)
{
    const cq_graph *graph = &problem->graph;
    const cq_board *board = problem->board;

    for (uint32_t v = 0; board && v < graph->vertices; v++) {
        bool dark = cq_is_dark(board, cq_problem_cell(problem, v));

        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
            if (cq_is_dark(board, cq_problem_cell(problem, graph->targets[e])) == dark)
                return false;
    }
    return board != NULL;
}

/* Whether the chessboard colours are two sides with so different numbers that there is
 * no tour. Parts of the board that no move joins may have sides of their own, of which
 * the larger ones together are more than one colour has. */
static bool colours_differ(const cq_problem *problem, size_t *light, size_t *dark)
{
    size_t apart;

    if (!cq_changes_colour(problem))
        return false;
    cq_board_balance(problem->board, light, dark);
    apart = *light > *dark ? *light - *dark : *dark - *light;
    return apart > (problem->closed ? 0 : 1);
}

static void explain_balance(cq_sentence *s)
{
    const cq_u32s nothing = {0};
    size_t light, dark;
    parts all;

    if (colours_differ(s->problem, &light, &dark)) {
        cq_say_balance(s, light, dark);
        cq_say(s, ", every move changes the colour");
    } else {
        s->status = find_parts(s->ctx, &s->problem->graph, &nothing, &all);
        cq_say(s,
               "the %s are %s on one side and %s on the other, every %s changes the "
               "side",
               cq_vertex_word(s, 2), cq_digits(s, all.smaller),
               cq_digits(s, all.larger), edge_word(s, 1));
    }
    cq_say(s, s->problem->closed
                  ? ", and a closed tour visits as many of each"
                  : ", and an open tour visits at most one more of one than of the "
                    "other");
}

/* ---- cuts ---- */

static void explain_cut(cq_sentence *s, const cq_u32s *members)
{
    const char *whole = s->problem->board ? "board" : "graph";
    parts left;

    s->status = find_parts(s->ctx, &s->problem->graph, members, &left);
    if (members->count == 0) {
        cq_say(s, "the %s falls into %s with no %s between them", whole,
               cq_count_of(s, left.count, "part", "parts"), edge_word(s, 1));
        return;
    }
    cq_say(s, "without ");
    cq_say_all(s, members);
    cq_say(s, " the %s falls into %s, and %s can only visit %s", whole,
           cq_count_of(s, left.count, "part", "parts"), kind_of_tour(s),
           cq_digits(s, members->count + !s->problem->closed));
}

/* ---- two edges each ---- */

/* The neighbours of the members, and how many edges of a tour they can give them: two
 * each, or one if there is only one. *within: some are members themselves. */
static cq_status find_givers(cq_context *ctx, const cq_graph *graph,
                             const cq_u32s *members, size_t *givers, size_t *given,
                             bool *within)
{
    uint32_t *edges = cq_zalloc(ctx, graph->vertices, sizeof *edges);

    *givers = *given = 0;
    *within = false;
    cq_try_memory(edges);
    for (size_t i = 0; i < members->count; i++) {
        uint32_t v = members->at[i];

        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++) {
            uint32_t before = edges[graph->targets[e]]++;

            *givers += before == 0;
            *given += before < 2;
        }
    }
    for (size_t i = 0; i < members->count; i++)
        *within = *within || edges[members->at[i]];
    cq_free(edges);
    return CQ_OK;
}

static void explain_factor(cq_sentence *s, const cq_u32s *members)
{
    size_t givers, given, needed = members->count * 2 - (s->problem->closed ? 0 : 2);
    bool within;

    s->status =
        find_givers(s->ctx, &s->problem->graph, members, &givers, &given, &within);
    cq_say_all(s, members);
    cq_say(s, " %s %s of %s%s, the %s can give only %s",
           members->count == 1 ? "needs" : "need", count_edges(s, needed),
           kind_of_tour(s), within ? " (those between two of them count twice)" : "",
           cq_count_of(s, givers, "neighbour", "neighbours"), cq_digits(s, given));
}

/* ---- ends ---- */

/* "every move changes the colour, and a tour of 64 squares from a1 ends on the other
 * colour, which h8 is not on". */
static void explain_ends(cq_sentence *s, const cq_u32s *members)
{
    const char *side = cq_changes_colour(s->problem) ? "colour" : "side";
    uint32_t n = s->problem->graph.vertices;

    cq_say(s, "every %s changes the %s, and a tour of %s", edge_word(s, 1), side,
           cq_count_of(s, n, cq_vertex_word(s, 1), cq_vertex_word(s, 2)));
    if (members->count == 1) {
        cq_say(s, " starts and ends on the %s with one more of them, which ", side);
        cq_say_members(s, members->at, 1);
    } else {
        cq_say(s, " from ");
        cq_say_members(s, members->at, 1);
        cq_say(s, " ends on %s %s, which ", n % 2 ? "the same" : "the other", side);
        cq_say_members(s, members->at + 1, 1);
    }
    cq_say(s, " is not on");
}

/* "e4, which is 17" */
static void say_number(cq_sentence *s, const uint32_t *vertex)
{
    cq_say_members(s, vertex, 1);
    cq_say(s, ", which is %u", (unsigned)cq_problem_number(s->problem, *vertex));
}

static void explain_numbers(cq_sentence *s, const cq_u32s *members)
{
    const cq_problem *problem = s->problem;
    const cq_board *board = problem->board;
    uint32_t n = problem->graph.vertices;
    uint32_t first = cq_problem_number(problem, members->at[0]);
    uint32_t moves = (cq_problem_number(problem, members->at[1]) + n - first) % n;
    bool colours = cq_changes_colour(problem);

    moves = moves ? moves : n;
    if (colours)
        colours = (cq_is_dark(board, cq_problem_cell(problem, members->at[0])) ==
                   cq_is_dark(board, cq_problem_cell(problem, members->at[1]))) !=
                  (moves % 2 == 0);
    cq_say(s, "%s%s%s from ",
           colours ? "every move changes the colour, and so " : "no ",
           count_edges(s, moves),
           colours      ? ""
           : moves == 1 ? " leads"
                        : " lead");
    say_number(s, &members->at[0]);
    cq_say(s, colours ? ", cannot lead to " : ", to ");
    say_number(s, &members->at[1]);
}

void cq_explain_tour(cq_sentence *sentence, const cq_certificate *certificate)
{
    const cq_u32s *members = &certificate->members;

    switch (certificate->proof) {
    case CQ_PROOF_DEGREE: explain_degree(sentence, members); break;
    case CQ_PROOF_BALANCE: explain_balance(sentence); break;
    case CQ_PROOF_ENDS: explain_ends(sentence, members); break;
    case CQ_PROOF_NUMBERS: explain_numbers(sentence, members); break;
    case CQ_PROOF_SUMS: cq_explain_sums(sentence); break;
    case CQ_PROOF_SYMMETRY: cq_explain_symmetric(sentence); break;
    case CQ_PROOF_CUT: explain_cut(sentence, members); break;
    case CQ_PROOF_FACTOR: explain_factor(sentence, members); break;
    default: break; /* the others are about tilings: see cq_certificate_fits */
    }
}
