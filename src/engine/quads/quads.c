/* quads.c - semi-magic knight's tours that are made of quads.
 *
 * A tour that visits one quad after the other (quad_net.c) has 4q + r + 1 at the r-th
 * square of its q-th quad. As a quad has one square in each row and column of its
 * block, the sums of rows fall apart into two conditions:
 *
 *     order   the places q of the quads in each row of blocks have the same sum
 *     links   in each row the places r within quads have the same sum (quad_links.c)
 *
 * and the same for columns. This is the method by which nearly all magic tours were
 * found by hand (Beverley 1848, Roget 1840, Murray 1936; G. P. Jelliss, Knight's Tour
 * Notes), with a random walk in place of the hand. The walk goes over orders: two
 * neighbouring pieces of the order change places, chosen so that at least one of the
 * new neighbours is a move away. Its height counts how far the sums of blocks are from
 * equal, and gaps that no move bridges; steps uphill are taken with a probability that
 * falls with their height (Metropolis and others, 1953). At height 0 the links are
 * searched.
 *
 * Diagonals: in an order of quads their sums are fixed modulo 8, as opposite squares of
 * a ring have numbers that differ by 2. They are right only if 16 divides the side, and
 * then no such tour was found: the engine is for semi-magic tours only.
 *
 * Cost: the number of quads for each step that is looked at. 8 x 8 takes some hundred
 * thousand steps; after STEPS it gives up and proves nothing.
 */
#include "engine/quads/quads.h"

#include "base/assert.h"

#include <string.h>

enum {
    GAP = 6,           /* the height of a gap without a move */
    HIGHEST = 64,      /* steps uphill of more than this are not taken */
    LINK_NODES = 2000, /* for the links of one order */
    POLL_STEPS = 1024
};
static const uint64_t STEPS = UINT64_C(1) << 29;
static const double FALL = 0.67; /* of the probability, for each unit of height */

typedef struct hike {
    cq_run *run;
    cq_quad_net net;
    cq_quad_chooser chooser;
    cq_random random;
    bool closed;
    uint32_t *order, *place; /* and by quad, where it is */
    uint32_t *draft;
    uint64_t *row_sum, *col_sum; /* of blocks */
    uint64_t threshold[HIGHEST + 1];
    uint64_t height, steps, orders, nodes;
    cq_solution solution;
} hike;

static uint32_t draw(hike *h, uint32_t below)
{
    return (uint32_t)cq_random_below(&h->random, below);
}

static uint64_t apart(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

static bool leads(const hike *h, const uint32_t *order, uint32_t at)
{
    uint32_t count = h->net.count;

    return (at + 1 == count && !h->closed) ||
           cq_quad_links(&h->net, order[at], order[(at + 1) % count]);
}

static uint64_t measure(hike *h, const uint32_t *order)
{
    uint64_t count = h->net.count, all = count * (count - 1) / 2, height = 0;

    memset(h->row_sum, 0, h->net.rows * sizeof *h->row_sum);
    memset(h->col_sum, 0, h->net.cols * sizeof *h->col_sum);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t block = order[i] / 4;

        h->row_sum[block / h->net.cols] += i;
        h->col_sum[block % h->net.cols] += i;
        height += leads(h, order, i) ? 0 : GAP;
    }
    for (uint32_t i = 0; i < h->net.rows; i++)
        height += apart(h->row_sum[i] * h->net.rows, all) / h->net.rows;
    for (uint32_t i = 0; i < h->net.cols; i++)
        height += apart(h->col_sum[i] * h->net.cols, all) / h->net.cols;
    return height;
}

/* ---- steps ---- */

/* Two pieces of the order that stand side by side: [from, middle) and [middle, to). */
typedef struct swap {
    uint32_t from, middle, to;
} swap;

/* A swap after which a move leads to the second piece, or from it to the first. */
static bool draw_swap(hike *h, swap *out)
{
    uint32_t count = h->net.count, from = draw(h, count), first = h->order[from];

    *out = (swap){.from = from, .to = count};
    if (from > 0 || h->closed) {
        uint32_t before = h->order[(from + count - 1) % count];
        uint32_t ways = h->net.nexts[before];

        if (ways == 0)
            return false;
        out->middle = h->place[h->net.next[before * CQ_QUAD_WAYS + draw(h, ways)]];
    } else {
        out->middle = draw(h, count);
    }
    if (draw(h, 8) && h->net.befores[first])
        out->to = h->place[h->net.before[first * CQ_QUAD_WAYS +
                                         draw(h, h->net.befores[first])]] +
                  1;
    return out->from < out->middle && out->middle < out->to;
}

static void make_draft(hike *h, const swap *s)
{
    uint32_t left = s->middle - s->from, right = s->to - s->middle;

    memcpy(h->draft, h->order, h->net.count * sizeof *h->draft);
    memcpy(h->draft + s->from, h->order + s->middle, right * sizeof *h->draft);
    memcpy(h->draft + s->from + right, h->order + s->from, left * sizeof *h->draft);
}

static void settle(hike *h)
{
    for (uint32_t i = 0; i < h->net.count; i++)
        h->place[h->order[i]] = i;
}

/* Whether a step was taken. */
static bool step(hike *h)
{
    uint64_t height, threshold;
    uint32_t *was = h->order;
    swap s;

    h->steps++;
    if (!draw_swap(h, &s))
        return false;
    make_draft(h, &s);
    height = measure(h, h->draft);
    threshold = height <= h->height             ? UINT64_MAX
                : height - h->height <= HIGHEST ? h->threshold[height - h->height]
                                                : 0;
    if (height > h->height && cq_random_next(&h->random) >= threshold)
        return false;
    h->order = h->draft;
    h->draft = was;
    h->height = height;
    settle(h);
    return true;
}

/* ---- the run ---- */

static void start(hike *h)
{
    double probability = 1;

    cq_random_seed(&h->random, h->run->seed);
    for (unsigned i = 0; i <= HIGHEST; i++, probability *= FALL)
        h->threshold[i] = (uint64_t)(probability * 0x1p63) * 2;
    for (uint32_t i = 0; i < h->net.count; i++)
        h->order[i] = i;
    for (uint32_t i = h->net.count - 1; i > 0; i--) {
        uint32_t j = draw(h, i + 1), quad = h->order[i];

        h->order[i] = h->order[j];
        h->order[j] = quad;
    }
    settle(h);
    h->height = measure(h, h->order);
}

static cq_status deliver(hike *h, bool *found)
{
    uint32_t n = h->run->problem->graph.vertices;
    bool suits = true;

    cq_solution_clear(&h->solution);
    cq_try(cq_vec_reserve(h->run->ctx, &h->solution.members, n));
    h->solution.members.count = n;
    cq_quad_walk(&h->chooser, h->solution.members.at);
    if (h->run->problem->graph.must.count)
        cq_try(cq_problem_suits(h->run->ctx, h->run->problem, h->solution.members.at,
                                &suits));
    return suits ? cq_run_found(h->run, &h->solution, found) : CQ_OK;
}

static cq_status hike_on(hike *h)
{
    bool found = false;

    start(h);
    while (!found && h->steps < STEPS) {
        if (h->steps % POLL_STEPS == 0 && cq_run_poll(h->run))
            return CQ_OK;
        if (!step(h) || h->height)
            continue;
        h->orders++;
        if (cq_quad_choose(&h->chooser, h->order, LINK_NODES))
            cq_try(deliver(h, &found));
        h->nodes += h->chooser.nodes;
    }
    return CQ_OK;
}

static cq_status make_hike(hike *h)
{
    cq_context *ctx = h->run->ctx;
    uint32_t count;

    cq_try(cq_quad_net_make(ctx, h->run->problem, &h->net));
    cq_try(cq_quad_chooser_make(ctx, &h->net, h->closed, &h->chooser));
    count = h->net.count;
    h->order = cq_alloc(ctx, count, sizeof *h->order);
    h->draft = cq_alloc(ctx, count, sizeof *h->draft);
    h->place = cq_alloc(ctx, count, sizeof *h->place);
    h->row_sum = cq_alloc(ctx, h->net.rows, sizeof *h->row_sum);
    h->col_sum = cq_alloc(ctx, h->net.cols, sizeof *h->col_sum);
    return h->order && h->draft && h->place && h->row_sum && h->col_sum ? CQ_OK
                                                                        : CQ_MEMORY;
}

static void progress(void *state, cq_progress *out)
{
    const hike *h = state;

    out->work = h->steps;
    out->unit = "steps";
}

static cq_status run_quads(cq_run *run)
{
    hike h = {.run = run, .closed = run->problem->closed};
    cq_status status = make_hike(&h);

    run->progress = progress;
    run->state = &h;
    cq_then(status, hike_on(&h));
    run->progress = NULL;
    cq_then(status, cq_answer_add_counter(run->answer, "steps", h.steps));
    cq_then(status, cq_answer_add_counter(run->answer, "orders", h.orders));
    cq_then(status, cq_answer_add_counter(run->answer, "nodes", h.nodes));
    cq_quad_chooser_free(&h.chooser);
    cq_quad_net_free(&h.net);
    cq_free_each(h.order, h.draft, h.place, h.row_sum, h.col_sum);
    cq_solution_free(&h.solution);
    return status;
}

static bool is_knight(const cq_leaper *leaper)
{
    return leaper->count == 1 && !leaper->at[0].rides && !leaper->at[0].ways &&
           leaper->at[0].a + leaper->at[0].b == 3 && leaper->at[0].a && leaper->at[0].b;
}

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    const cq_board *board = problem->board;

    (void)goal;
    fit->fits = problem->kind == CQ_TOUR && problem->magic == CQ_MAGIC_SEMI && board &&
                board->surface == CQ_PLANE && board->rows % 4 == 0 &&
                board->cols % 4 == 0 && is_knight(&problem->leaper);
    fit->rank = CQ_RANK_DIRECT;
    snprintf(fit->why, sizeof fit->why, "%s",
             fit->fits
                 ? "it makes semi-magic tours of squares and diamonds"
                 : "it is for semi-magic knight's tours of boards with sides that "
                   "4 divides");
}

const cq_engine cq_engine_quads = {
    .name = "quads",
    .summary = "semi-magic knight's tours, made of squares and diamonds",
    .goals = CQ_GOAL_BIT(CQ_GOAL_FIND) | CQ_GOAL_BIT(CQ_GOAL_WHY),
    .can = CQ_CAN_MAGIC | CQ_CAN_MUST | CQ_CAN_MUST_OPEN,
    .fits = fits,
    .run = run_quads,
};
