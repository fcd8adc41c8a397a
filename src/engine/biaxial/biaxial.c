/* biaxial.c - magic and semi-magic tours made of two chains and their mirror images.
 *
 * Both middle lines of the board are mirrors, so each square of a quarter stands for
 * four. Two chains of moves, A and B, visit every square of the quarter once; with
 * their images they visit the whole board. The tour runs through all eight in turn.
 * Images made by a single mirror are walked in the opposite direction:
 *
 *     A  B  A|  B|  A+  B+  A-  B-       |  - the two mirrors, + both of them
 *     >  >  <   <   >   >   <   <
 *
 * The numbers of a square and its mirror image then have the same sum for the whole
 * chain, so the sum of a row or column depends only on how many squares of each chain
 * it has (chain_lines.c). Instead of sums, only these counts have to be right.
 *
 * A search lays A, then B, square by square in the quarter. It starts from randomly
 * chosen ends that allow the moves from one pass to the next (quarter.c). It visits
 * squares with few continuations first (Warnsdorff 1823), partly at random, and ends a
 * branch if a row or column can no longer be right or a square has too few moves left.
 * After TRY_NODES nodes it restarts with other ends.
 *
 * Diagonals: their common sum is right if A and B have the right numbers of squares on
 * them. The sum of each one is a subset sum over places in the chains; a table of these
 * sums ends branches early (chain_diagonals.c). How often it can be right depends
 * strongly on the order and the lengths: on 12 x 12 one random choice of places in
 * 50,000 is right if both chains have 18 squares, one in 600 if they have 6 and 30. So
 * plans of open tours are drawn by their estimated chances.
 *
 * Magic tours of 12 x 12 were composed by hand with this method of biaxial symmetry;
 * the first four with both diagonals were found by A. Kumar in 2003 (G. P. Jelliss,
 * Knight's Tour Notes, "12 x 12 Magic Knight's Tours").
 *
 * Cost: the degree of a square for each node. It never proves that there is no tour.
 */
#include "engine/biaxial/biaxial.h"

#include "base/assert.h"
#include "problem/magic_lines.h"

#include <string.h>

enum {
    TRY_NODES = 20000, /* before other ends are tried */
    BOUT_TRIES = 64,   /* before another order is */
    KEPT = 8,          /* bouts with an order that leads to semi-magic tours */
    WAY_WEIGHT = 16,   /* of a way on, beside the dice */
    DICE = 40,
    POLL_NODES = 1024
};
static const uint64_t NODES = UINT64_C(1) << 34; /* before the engine gives up */

/* A square that may come next: code, as those laid; a high key is tried late. */
typedef struct choice {
    uint32_t code, key;
} choice;

typedef struct search {
    cq_run *run;
    const cq_problem *problem;
    cq_chain_plans plan;
    unsigned parity;   /* of the numbers on the main diagonal */
    uint32_t diagonal; /* squares of the diagonal that are not laid */
    int64_t sum;       /* of those that are */
    cq_chain_ends ends;
    uint32_t n, depth;   /* squares of the quarter; those laid */
    uint32_t *laid;      /* square * CQ_IMAGES + image, in the order of the chains */
    bool *used, *is_end; /* by square */
    uint32_t *ways;      /* by square: moves to squares that are not laid */
    uint32_t (*row)[4], (*col)[4]; /* what lines have of the chains */
    CQ_VEC(choice) choices;        /* those left of each depth, one after the other, */
    size_t *first;                 /* and where they begin */
    uint64_t nodes, tries, candidates;
    bool stopped;
    cq_solution solution; /* its members: the tour */
} search;

/* ---- laying ---- */

static unsigned chain_at(const search *s, uint32_t depth)
{
    return depth >= s->plan.order.length[0];
}

static bool is_last(const search *s, uint32_t depth)
{
    return depth + 1 == s->plan.order.length[0] || depth + 1 == s->n;
}

/* Whether all lines can be right once chain A is complete. */
static bool all_lines_can(const search *s)
{
    for (uint32_t i = 0; i < s->plan.quarter.rows; i++)
        if (!cq_chain_lines_may(&s->plan.rows, s->row[i], true))
            return false;
    for (uint32_t i = 0; i < s->plan.quarter.cols; i++)
        if (!cq_chain_lines_may(&s->plan.cols, s->col[i], true))
            return false;
    return true;
}

/* Whether the squares that were next to the last but one have ways enough: in and out,
 * or one for an end. */
static bool squares_can(const search *s)
{
    const cq_quarter *q = &s->plan.quarter;
    uint32_t passed, last;

    if (s->depth < 2)
        return true;
    passed = s->laid[s->depth - 2] / CQ_IMAGES;
    last = s->laid[s->depth - 1] / CQ_IMAGES;
    for (size_t e = q->starts[passed]; e < q->starts[passed + 1]; e++) {
        uint32_t square = q->targets[e] / CQ_IMAGES, ways;

        if (s->used[square])
            continue;
        ways = s->ways[square] + (cq_quarter_links(q, square, last) != 0);
        if (ways < (s->is_end[square] ? 1 : 2))
            return false;
    }
    return true;
}

static void count_square(search *s, uint32_t code, unsigned chain, uint32_t by)
{
    uint32_t square = code / CQ_IMAGES, image = code % CQ_IMAGES;

    s->row[square / s->plan.quarter.cols]
          [2 * chain + (image & CQ_IMAGE_DOWN ? 1 : 0)] += by;
    s->col[square % s->plan.quarter.cols]
          [2 * chain + (image & CQ_IMAGE_RIGHT ? 1 : 0)] += by;
}

/* Keeps the sum of the main diagonal, as a square of it is laid (by 1) or lifted. */
static void count_diagonal(search *s, uint32_t square, uint32_t place, int by)
{
    if (!s->plan.diagonals.value ||
        square / s->plan.quarter.cols != square % s->plan.quarter.cols)
        return;
    s->diagonal -= (uint32_t)by;
    s->sum += by * s->plan.diagonals.value[s->parity * s->n + place];
}

static void lay(search *s, uint32_t code)
{
    const cq_quarter *q = &s->plan.quarter;
    uint32_t square = code / CQ_IMAGES;

    cq_assert(!s->used[square] && s->depth < s->n);
    count_square(s, code, chain_at(s, s->depth), 1);
    count_diagonal(s, square, s->depth, 1);
    s->laid[s->depth++] = code;
    s->used[square] = true;
    for (size_t e = q->starts[square]; e < q->starts[square + 1]; e++)
        s->ways[q->targets[e] / CQ_IMAGES]--;
}

static void lift(search *s)
{
    const cq_quarter *q = &s->plan.quarter;
    uint32_t code = s->laid[--s->depth], square = code / CQ_IMAGES;

    cq_assert(s->used[square] && s->depth < s->n);
    count_square(s, code, chain_at(s, s->depth), UINT32_MAX); /* one less */
    count_diagonal(s, square, s->depth, -1);
    s->used[square] = false;
    for (size_t e = q->starts[square]; e < q->starts[square + 1]; e++)
        s->ways[q->targets[e] / CQ_IMAGES]++;
}

/* Whether the diagonals can be right: each, and both once chain A is complete. */
static bool diagonal_can(const search *s)
{
    if (!s->plan.diagonals.value)
        return true;
    return (s->depth != s->plan.order.length[0] ||
            cq_chain_diagonals_balance(&s->plan.order,
                                       s->plan.quarter.rows - s->diagonal,
                                       s->plan.quarter.rows)) &&
           cq_chain_diagonals_may(&s->plan.diagonals, s->parity, s->depth, s->diagonal,
                                  s->sum);
}

/* Whether what is laid can be part of a magic tour. */
static bool can_go_on(const search *s)
{
    uint32_t square = s->laid[s->depth - 1] / CQ_IMAGES;
    unsigned chain = chain_at(s, s->depth - 1);

    return cq_chain_lines_may(&s->plan.rows, s->row[square / s->plan.quarter.cols],
                              chain) &&
           cq_chain_lines_may(&s->plan.cols, s->col[square % s->plan.quarter.cols],
                              chain) &&
           (s->depth != s->plan.order.length[0] || all_lines_can(s)) &&
           diagonal_can(s) && squares_can(s);
}

/* ---- choices ---- */

static uint32_t end_code(const search *s, unsigned end)
{
    return s->ends.square[end] * CQ_IMAGES + s->ends.image[end];
}

/* Whether a square may come next, in the chain that is being laid. */
static bool may_come(const search *s, uint32_t code)
{
    uint32_t square = code / CQ_IMAGES;

    if (s->used[square])
        return false;
    return is_last(s, s->depth) ? code == end_code(s, 2 * chain_at(s, s->depth) + 1)
                                : !s->is_end[square];
}

/* Choices are taken from the end: squares with few ways go there. */
static cq_status add_choice(search *s, uint32_t code)
{
    choice made = {code, s->ways[code / CQ_IMAGES] * WAY_WEIGHT +
                             (uint32_t)cq_random_below(&s->plan.random, DICE)};
    size_t i = s->choices.count;

    cq_try(cq_vec_push(s->run->ctx, &s->choices, made));
    for (; i > s->first[s->depth] && s->choices.at[i - 1].key < made.key; i--)
        s->choices.at[i] = s->choices.at[i - 1];
    s->choices.at[i] = made;
    return CQ_OK;
}

static cq_status list_choices(search *s)
{
    const cq_quarter *q = &s->plan.quarter;
    uint32_t last;

    s->first[s->depth] = s->choices.count;
    if (s->depth && !can_go_on(s))
        return CQ_OK;
    if (s->depth == 0 || s->depth == s->plan.order.length[0])
        return add_choice(s, end_code(s, 2 * chain_at(s, s->depth)));
    last = s->laid[s->depth - 1];
    for (size_t e = q->starts[last / CQ_IMAGES]; e < q->starts[last / CQ_IMAGES + 1];
         e++) {
        uint32_t code = q->targets[e] ^ last % CQ_IMAGES;

        if (may_come(s, code))
            cq_try(add_choice(s, code));
    }
    return CQ_OK;
}

/* What is counted follows from the squares that are laid: the ways of each square, what
 * each line has of the chains, and the sum of the diagonal. */
static bool check_laid(const search *s)
{
    const cq_quarter *q = &s->plan.quarter;
    uint32_t used = 0, lines[2] = {0}, diagonal = q->rows;
    int64_t sum = 0;

    for (uint32_t square = 0; square < s->n; square++) {
        uint32_t ways = 0;

        for (size_t e = q->starts[square]; e < q->starts[square + 1]; e++)
            ways += !s->used[q->targets[e] / CQ_IMAGES];
        cq_hold(s->ways[square] == ways);
        used += s->used[square];
    }
    cq_hold(used == s->depth);
    for (uint32_t i = 0; i < s->depth; i++) {
        uint32_t square = s->laid[i] / CQ_IMAGES;

        cq_hold(s->used[square]);
        cq_hold(i == 0 || i == s->plan.order.length[0] ||
                cq_quarter_links(q, s->laid[i - 1] / CQ_IMAGES, square) >>
                        ((s->laid[i - 1] ^ s->laid[i]) % CQ_IMAGES) &
                    1);
        if (s->plan.diagonals.value && square / q->cols == square % q->cols) {
            diagonal--;
            sum += s->plan.diagonals.value[s->parity * s->n + i];
        }
    }
    cq_hold(s->diagonal == diagonal && s->sum == sum);
    for (uint32_t i = 0; i < q->rows; i++)
        lines[0] += s->row[i][0] + s->row[i][1] + s->row[i][2] + s->row[i][3];
    for (uint32_t i = 0; i < q->cols; i++)
        lines[1] += s->col[i][0] + s->col[i][1] + s->col[i][2] + s->col[i][3];
    cq_hold(lines[0] == s->depth && lines[1] == s->depth);
    return true;
}

/* Goes on to the next choice, back as far as it takes; false: nothing is left. */
static bool advance(search *s)
{
    while (s->depth == s->n || s->choices.count == s->first[s->depth]) {
        if (s->depth == 0)
            return false;
        lift(s);
    }
    cq_assert(s->choices.count > s->first[s->depth]);
    lay(s, s->choices.at[--s->choices.count].code);
    s->nodes++;
    cq_assert(!cq_walk_due(s->nodes, s->n) || check_laid(s));
    return true;
}

/* ---- tours ---- */

static void write_walk(search *s)
{
    for (uint32_t i = 0; i < s->n; i++)
        for (unsigned pass = 0; pass < CQ_IMAGES; pass++) {
            unsigned chain = chain_at(s, i);
            uint32_t place = chain ? i - s->plan.order.length[0] : i;
            int64_t number = cq_chain_number(&s->plan.order, chain, pass, place);

            cq_assert(number >= 1 && number <= 4 * (int64_t)s->n);
            s->solution.members.at[number - 1] =
                cq_quarter_vertex(&s->plan.quarter, s->laid[i] / CQ_IMAGES,
                                  (s->laid[i] % CQ_IMAGES) ^ pass);
        }
}

/* Whether a line of the board has the sum that it must have. */
static bool line_is(const search *s, uint32_t line)
{
    uint32_t lines[4];
    uint64_t sum = 0;

    for (uint32_t i = 0; i < 4 * s->n; i++) {
        unsigned count =
            cq_magic_lines_at(s->problem, s->solution.members.at[i], lines);

        for (unsigned k = 0; k < count; k++)
            sum += lines[k] == line ? i + 1 : 0;
    }
    return 2 * sum == cq_magic_twice_sum(s->problem, line);
}

/* The walk goes along moves, and rows and columns have the right sums. */
static bool check_walk(const search *s)
{
    const cq_graph *graph = &s->problem->graph;
    const uint32_t *walk = s->solution.members.at;
    uint32_t all = 4 * s->n, lines = 2 * (s->plan.quarter.rows + s->plan.quarter.cols);

    for (uint32_t i = 0; i + !s->problem->closed < all; i++)
        cq_hold(cq_graph_adjacent(graph, walk[i], walk[i + 1 < all ? i + 1 : 0]));
    for (uint32_t line = 0; line < lines; line++)
        cq_hold(line_is(s, line));
    return true;
}

/* The sums of rows and columns are right; are those of the diagonals? */
static bool diagonals_are(const search *s)
{
    uint32_t count = cq_magic_line_count(s->problem);

    for (uint32_t l = s->problem->board->rows + s->problem->board->cols; l < count; l++)
        if (!line_is(s, l))
            return false;
    return true;
}

/* Unless it lacks a move that must be used. */
static cq_status deliver(search *s, bool *found)
{
    bool suits = true;

    if (s->problem->graph.must.count)
        cq_try(
            cq_problem_suits(s->run->ctx, s->problem, s->solution.members.at, &suits));
    return suits ? cq_run_found(s->run, &s->solution, found) : CQ_OK;
}

/* The colour of the main diagonal has the numbers of this parity. */
static unsigned parity_of(const search *s)
{
    uint32_t side = s->problem->board->cols;
    uint32_t vertex =
        cq_quarter_vertex(&s->plan.quarter, s->ends.square[0], s->ends.image[0]);
    int64_t number = cq_chain_number(&s->plan.order, 0, 0, 0);

    return (unsigned)((vertex / side + vertex % side + (uint64_t)number) % 2);
}

static void mark_ends(search *s, bool are)
{
    for (unsigned end = 0; end < CQ_CHAIN_ENDS; end++) {
        cq_assert(s->is_end[s->ends.square[end]] != are); /* four squares */
        s->is_end[s->ends.square[end]] = are;
    }
}

static cq_status try_ends(search *s, bool *found)
{
    uint64_t most = s->nodes + TRY_NODES;

    s->tries++;
    s->ends = s->plan.places.at[cq_random_below(&s->plan.random, s->plan.places.count)];
    mark_ends(s, true);
    s->parity = parity_of(s);
    s->choices.count = 0;
    cq_try(list_choices(s));
    while (!*found && s->nodes < most && advance(s)) {
        if (s->nodes % POLL_NODES == 0 && cq_run_poll(s->run)) {
            s->stopped = true;
            break;
        }
        if (s->depth < s->n) {
            cq_try(list_choices(s));
        } else if (can_go_on(s)) {
            s->candidates++;
            write_walk(s);
            cq_assert(check_walk(s));
            if (diagonals_are(s))
                cq_try(deliver(s, found));
        }
    }
    while (s->depth)
        lift(s);
    mark_ends(s, false);
    return CQ_OK;
}

/* Tries with one order. */
static cq_status try_plan(search *s, bool *found)
{
    if (s->plan.places.count == 0) { /* no moves from pass to pass: of some leapers */
        s->nodes += TRY_NODES;
        s->stopped = cq_run_poll(s->run);
        return CQ_OK;
    }
    for (unsigned i = 0; i < BOUT_TRIES && !*found && !s->stopped; i++)
        cq_try(try_ends(s, found));
    return CQ_OK;
}

/* An order that led to semi-magic tours is kept for a while. */
static cq_status try_plans(search *s)
{
    bool found = false, keeps = false;

    while (!found && !s->stopped && s->plan.list.count && s->nodes < NODES) {
        uint64_t before = s->candidates;

        if (!keeps)
            cq_try(cq_chain_plans_draw(&s->plan));
        cq_try(try_plan(s, &found));
        keeps = s->candidates > before && cq_random_below(&s->plan.random, KEPT) > 0;
    }
    return CQ_OK;
}

/* ---- the run ---- */

static cq_status set_up(search *s)
{
    cq_context *ctx = s->run->ctx;

    cq_try(cq_chain_plans_make(ctx, s->problem, s->run->seed, &s->plan));
    s->n = s->plan.quarter.count;
    s->diagonal = s->plan.quarter.rows;
    s->laid = cq_alloc(ctx, s->n, sizeof *s->laid);
    s->used = cq_zalloc(ctx, s->n, sizeof *s->used);
    s->is_end = cq_zalloc(ctx, s->n, sizeof *s->is_end);
    s->ways = cq_alloc(ctx, s->n, sizeof *s->ways);
    s->row = cq_zalloc(ctx, s->plan.quarter.rows, sizeof *s->row);
    s->col = cq_zalloc(ctx, s->plan.quarter.cols, sizeof *s->col);
    s->first = cq_alloc(ctx, s->n, sizeof *s->first);
    cq_try_memory(s->laid && s->used && s->is_end && s->ways && s->row && s->col &&
                  s->first);
    cq_try(cq_vec_reserve(ctx, &s->solution.members, 4 * s->n));
    s->solution.members.count = 4 * s->n;
    for (uint32_t i = 0; i < s->n; i++)
        s->ways[i] =
            (uint32_t)(s->plan.quarter.starts[i + 1] - s->plan.quarter.starts[i]);
    return CQ_OK;
}

static void tear_down(search *s)
{
    cq_chain_plans_free(&s->plan);
    cq_vec_free(&s->choices);
    cq_free_each(s->laid, s->used, s->is_end, s->ways, s->row, s->col, s->first);
    cq_solution_free(&s->solution);
}

static cq_status run_biaxial(cq_run *run)
{
    search s = {.run = run, .problem = run->problem};
    cq_status status = set_up(&s);

    cq_run_counts(run, &s.nodes, "nodes");
    cq_then(status, try_plans(&s));
    run->progress = NULL;
    cq_then(status, cq_answer_add_counter(run->answer, "nodes", s.nodes));
    cq_then(status, cq_answer_add_counter(run->answer, "tries", s.tries));
    cq_then(status,
            cq_answer_add_counter(run->answer, "semi-magic tours", s.candidates));
    tear_down(&s);
    return status;
}

/* Moves that the mirrors map onto moves, and that change the colour. */
static bool suits(const cq_leaper *leaper)
{
    for (size_t i = 0; i < leaper->count; i++)
        if (leaper->at[i].ways || leaper->at[i].rides ||
            (leaper->at[i].a + leaper->at[i].b) % 2 == 0)
            return false;
    return true;
}

/* 8 x 8 has no magic knight's tour (Stertenbrink, Meyrignac and Mackay 2003), and none
 * of any leaper was found that way. */
static bool is_for(const cq_problem *problem)
{
    uint32_t side = problem->board->rows;

    return problem->magic != CQ_MAGIC_FULL ||
           (side > 8 && (side % 8 == 0 || !problem->closed));
}

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    const cq_board *board = problem->board;

    (void)goal;
    return problem->kind == CQ_TOUR && problem->magic != CQ_MAGIC_NONE && board &&
                   board->surface == CQ_PLANE && board->rows % 4 == 0 &&
                   board->cols % 4 == 0 && suits(&problem->leaper) && is_for(problem)
               ? cq_fit_for(CQ_RANK_DIRECT, -1,
                            "it makes magic tours of chains and their mirror images")
               : cq_misfit("it is for magic tours of leapers on boards whose sides 4 "
                           "divides; with diagonals, 8 must, or the tour is open");
}

const cq_engine cq_engine_biaxial = {
    .name = "biaxial",
    .summary = "magic and semi-magic tours, made of chains and their mirror images",
    .goals = CQ_GOALS_OF_ONE,
    .can = CQ_CAN_MAGIC | CQ_CAN_MUST | CQ_CAN_MUST_OPEN,
    .fits = fits,
    .run = run_biaxial,
};
