/* restarts.c - finds one solution that an ordered search reaches late, by random
 * restarts.
 *
 * A search that goes wrong near its root may spend hours below before it looks at that
 * choice again, while another order of the same choices leads to a solution at once:
 * the running time has a heavy tail. So a search is given up early and restarted with
 * different random choices (Gomes, Selman and Kautz, "Boosting combinatorial search
 * through randomization", AAAI 1998). How long each may take is Luby's sequence, in
 * thousands of nodes:
 *
 *     1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 1 ...
 *
 * which is at most a logarithmic factor worse than the best length (luby.h). It grows
 * without bound, so if there is no solution, one search finally goes through the whole
 * tree.
 *
 * Each search fills the first empty cell (wide_sets.c), with forms drawn by the weight
 * of their piece. Two things are learned from those that fail:
 *
 *     weights   pieces that were left when a search had laid the most are hard to use:
 *               they become a quarter more likely to come early. Easy ones stay for the
 *               end, where they are needed. Only ratios matter: from time to time all
 *               are halved. Every second search leaves the weights aside, as there are
 *               puzzles in which the pieces left say nothing.
 *     dead      states without a solution stay so whatever the order: the table of
 *               dead.c is one for all searches.
 *
 * Enclosed regions are looked at as long as one in 32 ends a branch.
 *
 * It uses only integers and one seeded generator, in one thread, so the same seed takes
 * the same path on every machine. Cost: two passes over a set of forms and one draw for
 * a node; memory that of a hand.
 */
#include "engine/polyomino/polyomino.h"

#include "base/assert.h"
#include "base/luby.h"

#include <stdio.h>

enum {
    UNIT = 1000, /* nodes */
    FIRST_WEIGHT = 1 << 20,
    LEAST_WEIGHT = 4,
    MOST_WEIGHT = 1 << 30,
    MEAN_WEIGHT = 1 << 21, /* above which all are halved */
    TRIAL_LOOKS = 1024,    /* at regions, before it is asked whether they pay */
    LOOKS_A_CUT = 32
};

/* ---- drawing ---- */

static inline uint32_t weight_of(const cq_poly_hand *h, uint32_t form)
{
    return h->dice->level ? 1 : h->dice->weight[h->p->forms.at[form].piece];
}

/* The form of the lowest bit of a word. */
static inline uint32_t form_at(size_t word, cq_word bits)
{
    return (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(bits);
}

/* The weight of all forms of a set. */
static uint64_t weigh(const cq_poly_hand *h, const cq_word *set)
{
    uint64_t sum = 0;

    for (size_t j = 0; j < h->p->words; j++)
        for (cq_word w = set[j]; w; w &= w - 1)
            sum += weight_of(h, form_at(j, w));
    return sum;
}

uint32_t cq_poly_dice_draw(cq_poly_hand *h, cq_word *set)
{
    uint64_t at = cq_random_below(&h->dice->random, weigh(h, set));

    for (size_t j = 0; j < h->p->words; j++)
        for (cq_word w = set[j]; w; w &= w - 1) {
            uint32_t form = form_at(j, w);
            uint32_t weight = weight_of(h, form);

            if (at < weight) {
                cq_bits_remove(set, form);
                return form;
            }
            at -= weight;
        }
    cq_assert(false); /* the number drawn is below the sum */
    return 0;
}

void cq_poly_dice_note(cq_poly_hand *h)
{
    cq_poly_dice *d = h->dice;
    const cq_poly_supply *s = &h->supply;

    if (h->depth <= d->most || d->level)
        return;
    d->most = h->depth;
    for (uint32_t i = 0; i < s->count; i++)
        d->left[i] = s->of[i].limited || s->tracked ? cq_poly_left(s, i) : 0;
}

bool cq_poly_dice_pass(cq_poly_hand *h)
{
    cq_poly_dice *d = h->dice;
    bool pass;

    if (h->p->scattered ||
        (d->looks >= TRIAL_LOOKS && d->cuts * LOOKS_A_CUT < d->looks))
        return true;
    pass = cq_poly_regions_pass(h, &h->regions);
    d->looks++;
    d->cuts += !pass;
    h->walk->counts[CQ_POLY_CUTS] += !pass;
    return pass;
}

/* ---- learning ---- */

static void learn(const cq_poly_hand *h)
{
    cq_poly_dice *d = h->dice;
    size_t count = h->supply.count;
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        if (d->left[i] && d->weight[i] < MOST_WEIGHT)
            d->weight[i] += d->weight[i] / 4;
        sum += d->weight[i];
    }
    for (size_t i = 0; i < count && sum > (uint64_t)MEAN_WEIGHT * count; i++)
        d->weight[i] =
            d->weight[i] / 2 > LEAST_WEIGHT ? d->weight[i] / 2 : LEAST_WEIGHT;
}

/* ---- searching ---- */

static cq_status make_dice(cq_poly_hand *h, cq_poly_dice *d)
{
    size_t count = h->supply.count;

    d->weight = cq_alloc(h->ctx, count, sizeof *d->weight);
    d->left = cq_zalloc(h->ctx, count, sizeof *d->left);
    cq_try_memory(d->weight && d->left);
    for (size_t i = 0; i < count; i++)
        d->weight[i] = FIRST_WEIGHT;
    cq_random_seed(&d->random, h->p->run->seed);
    h->dice = d;
    return CQ_OK;
}

static void meter(const void *state, double units[CQ_UNITS])
{
    const cq_poly_hand *h = state;

    units[0] += (double)h->walk->nodes;
    units[1] += (double)h->dice->looks;
}

/* The i-th search, from 0 on; *over: it went through the whole tree, or found
 * something. */
static cq_status search_once(cq_poly_hand *h, uint64_t i, bool *over)
{
    uint64_t from = h->walk->nodes, nodes = UNIT * cq_luby(i / 2 + 1);
    cq_status status;

    h->stopped = false;
    h->limit = from + nodes;
    h->poll_at = from + (nodes < CQ_POLY_POLL ? nodes : CQ_POLY_POLL);
    h->dice->level = i % 2;
    h->dice->most = 0;
    status = cq_poly_wide_walk(h);
    *over = h->caught || !h->stopped;
    if (!h->dice->level)
        learn(h);
    return status;
}

static cq_status tell(const cq_poly_hand *h, uint64_t searches)
{
    cq_answer *answer = h->p->run->answer;

    cq_try(cq_answer_add_counter(answer, "nodes", h->walk->nodes));
    cq_try(cq_answer_add_counter(answer, "searches", searches));
    cq_try(cq_answer_add_counter(answer, "cuts", h->walk->counts[CQ_POLY_CUTS]));
    return cq_answer_add_counter(answer, "dead states met",
                                 h->walk->counts[CQ_POLY_DEAD_MET]);
}

static cq_status search(cq_poly_hand *h)
{
    cq_run *run = h->p->run;
    bool over = !h->p->scattered && !cq_poly_regions_pass(h, &h->regions), enough;
    uint64_t searches = 0;
    cq_status status = CQ_OK;

    cq_poly_dead_begin(&h->dead);
    while (status == CQ_OK && !over && !cq_run_poll(run))
        status = search_once(h, searches++, &over);
    cq_then(status, tell(h, searches));
    if (status == CQ_OK && h->caught)
        status = cq_run_hand_over(run, &h->solution, &enough);
    else if (status == CQ_OK && over)
        cq_run_exhausted(run, h->walk->nodes);
    return status;
}

static cq_status search_with_hand(cq_poly *p)
{
    cq_run *run = p->run;
    cq_dfs walk = {0};
    cq_poly_dice dice = {0};
    void *hand = NULL;
    cq_status status = cq_poly_hand_open(p, &walk, &hand);

    cq_then(status, make_dice(hand, &dice));
    if (status == CQ_OK) {
        run->state = hand;
        run->meter = meter;
        status = search(hand);
        cq_run_spend(run);
        run->state = NULL;
    }
    cq_free_each(dice.weight, dice.left);
    cq_poly_hand_close(hand);
    return status;
}

static cq_status lay_pieces(cq_run *run)
{
    cq_poly p = {
        .run = run, .board = run->problem->board, .plain = true, .shuffled = true};
    cq_status status = cq_poly_set_up(&p);

    if (status == CQ_OK && p.forms.count)
        status = search_with_hand(&p);
    else if (status == CQ_OK)
        cq_run_exhausted(run, 0);
    cq_poly_tear_down(&p);
    return cq_run_see_stop(run, status);
}

static cq_status run_restart(cq_run *run)
{
    if (run->problem->kind == CQ_COVER)
        return cq_run_as_cover(run, cq_restart_cover);
    return lay_pieces(run);
}

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    cq_fit fit = {.fits = true, .rank = CQ_RANK_EXACT};

    if (problem->kind != CQ_COVER)
        fit = cq_engine_polyomino.fits(problem, goal);
    return fit.fits ? cq_fit_for(fit.rank, -1,
                                 "the first solution may be far away in any one order")
                    : fit;
}

const cq_engine cq_engine_restart = {
    .name = "restart",
    .summary = "pieces or options in random order, begun anew, learning which are hard",
    .goals = CQ_GOAL_BIT(CQ_GOAL_FIND),
    .breaks = CQ_BREAKS_NEAR,
    .way = CQ_WAY_RESTART,
    .units = {"nodes", "regions", [CQ_RESTART_UPDATES] = "updates"},
    .fits = fits,
    .run = run_restart,
};
