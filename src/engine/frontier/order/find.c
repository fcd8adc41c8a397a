/* find.c - the best of many orders.
 *
 * No method wins everywhere: a strip wants its columns, a slanted one its diagonals, a
 * ring or a snake Cuthill and McKee, a ragged board a beam. So each of them drafts an
 * order, the drafts are ranked by their predicted cost, and those within two bits of
 * the best are tried on real states, up to a limit. The time for all this grows with
 * the predicted cost of the best draft so far: little for a small problem, about a
 * second for one that will take minutes.
 *
 * If a trial ends within its limit, the prediction is the exact number of states
 * (without those that only the engine can see to be dead). If it does not, it has at
 * least shown how far the states stay below the predicted widths, and the widths of the
 * steps that it did not reach are corrected by the same factor. Early in a sweep that
 * factor says little, and the annealed draft was optimised for the prediction. So
 * before a sweep that will take seconds, drafts close to the best are tried again, for
 * longer. If a symmetry maps drafts onto each other, only one of them is tried.
 */
#include "engine/frontier/order/prefix.h"

#include "base/assert.h"

#include <math.h>
#include <string.h>

enum { RACERS = 8, BEAM_MOST = 64 };

/* In steps of a prefix, about a nanosecond each, and of a trial, ten times that; the
 * budget depends on how many states the sweep is predicted to make. */
static const double least_budget = 0x1p16, most_budget = 0x1p28, budget_share = 0.25;
static const double least_race = 0x1p18, most_race = 0x1p23, race_share = 0x1p-4;
static const double first_trial = 0x1p15, small_work = 15; /* log2 of transitions */
static const double close_by = 1, again_share = 0x1p-5;    /* log2 and share of them */
static const size_t most_trial_states = (size_t)1 << 17;

typedef struct search {
    cq_run *run;
    cq_links links;
    cq_prefix prefix;
    const cq_board *board; /* or NULL */
    cq_halves halves;
    cq_halves *folds; /* &halves if images are counted as one, or NULL */
    CQ_VEC(cq_draft) drafts;
} search;

/* ---- drafts ---- */

static cq_status keep_draft(search *s, cq_draft *draft, cq_status status)
{
    if (status == CQ_OK) {
        cq_assert(cq_draft_check(&s->links, draft));
        status = cq_draft_measure(s->run->ctx, &s->prefix, s->folds, draft);
        cq_then(status, cq_vec_push(s->run->ctx, &s->drafts, *draft));
    }
    if (status != CQ_OK)
        cq_draft_free(draft);
    return status;
}

static cq_status draft_sweep(search *s, cq_direction direction)
{
    cq_draft draft;

    cq_try(cq_draft_make(s->run->ctx, &s->links, direction.name, &draft));
    return keep_draft(s, &draft,
                      cq_sweep_board(s->run->ctx, s->board, direction, &draft));
}

static cq_status draft_cuthill(search *s, size_t hub, const char *name)
{
    cq_draft draft;

    cq_try(cq_draft_make(s->run->ctx, &s->links, name, &draft));
    return keep_draft(s, &draft, cq_cuthill_order(s->run->ctx, &s->links, hub, &draft));
}

static cq_status draft_beam(search *s, size_t beam)
{
    char name[32] = "greedy";
    cq_draft draft;

    if (beam > 1)
        snprintf(name, sizeof name, "beam of %zu", beam);
    s->run->spent[CQ_SWEEP_DRAFTS] += (double)beam * cq_beam_cost(&s->links);
    cq_try(cq_draft_make(s->run->ctx, &s->links, name, &draft));
    return keep_draft(s, &draft, cq_beam_order(s->run, &s->links, beam, &draft));
}

/* A copy of a draft, to be changed. */
static cq_status copy_draft(search *s, size_t from, const char *change, cq_draft *out)
{
    const cq_draft *old = &s->drafts.at[from];
    char name[32];

    snprintf(name, sizeof name, "%.21s, %s", old->method, change);
    cq_try(cq_draft_make(s->run->ctx, &s->links, name, out));
    memcpy(out->items, old->items, s->links.free_items * sizeof *out->items);
    return CQ_OK;
}

static cq_status draft_annealed(search *s, size_t from, double work)
{
    cq_draft draft;

    cq_try(copy_draft(s, from, "annealed", &draft));
    s->run->spent[CQ_SWEEP_DRAFTS] += work;
    return keep_draft(s, &draft, cq_anneal_order(s->run, &s->prefix, work, &draft));
}

/* The same order from its other end. */
static cq_status draft_reversed(search *s, size_t from)
{
    cq_draft draft;

    cq_try(copy_draft(s, from, "reversed", &draft));
    cq_u32s_reverse(&(cq_u32s){.at = draft.items, .count = s->links.free_items});
    return keep_draft(s, &draft, CQ_OK);
}

static size_t best_draft(const search *s)
{
    size_t best = 0;

    for (size_t i = 1; i < s->drafts.count; i++)
        if (s->drafts.at[i].states < s->drafts.at[best].states)
            best = i;
    cq_assert(best < s->drafts.count);
    return best;
}

static double clamp(double value, double least, double most)
{
    cq_assert(least <= most);
    return value < least ? least : value > most ? most : value;
}

/* What is spent on an order follows from all its states. */
static double whole(const cq_draft *draft)
{
    cq_assert(draft->share > 0 && draft->share <= 1);
    return draft->states / draft->share;
}

/* ---- the portfolio ---- */

static cq_status draft_as_listed(search *s)
{
    cq_draft draft;

    cq_try(cq_draft_make(s->run->ctx, &s->links, "as listed", &draft));
    return keep_draft(s, &draft, CQ_OK);
}

static cq_status draft_quick(search *s)
{
    size_t items = s->links.items ? s->links.items : 1;
    size_t hub = 4 * (s->links.cover->entries.count / items + 1);

    if (s->board)
        for (size_t i = 0; i < CQ_DIRECTIONS; i++)
            cq_try(draft_sweep(s, cq_direction_at(i)));
    else
        cq_try(draft_as_listed(s));
    cq_try(draft_cuthill(s, SIZE_MAX, "Cuthill-McKee"));
    if (!s->board)
        cq_try(draft_cuthill(s, hub, "Cuthill-McKee, hubs last"));
    cq_try(draft_reversed(s, best_draft(s)));
    /* The greedy rule looks at all items for each of them: on 6 x 1000 squares that
     * took twenty times as long as the sweep by columns. It may take as long as a
     * trial. */
    if (cq_beam_cost(&s->links) <=
        clamp(whole(&s->drafts.at[best_draft(s)]), most_race, most_budget / 4))
        return draft_beam(s, 1);
    return CQ_OK;
}

/* ---- predictions ---- */

/* Early in a sweep the states are fewer than the widths say, as there are few ways so
 * far; by its middle they have caught up. Measured with dominoes, tetrominoes and
 * pentominoes: by 10 to 20 % of the bits, and by up to 40 % if pieces that come once
 * make up a good part of the width. */
static double growth(const cq_prefix *prefix, size_t steps)
{
    const cq_links *links = prefix->links;
    double left = 1 - 2 * (double)steps / (double)(links->items + 1);
    uint64_t pieces = 0;

    for (uint32_t i = 0; i < links->cover->primary; i++)
        if (links->loose[i])
            pieces += cq_prefix_share(prefix, i);
    if (left <= 0 || prefix->width == 0)
        return 1;
    return 1 + left * (0.18 + 0.7 * (double)pieces / (double)prefix->width);
}

/* By how much the widths of an order have to be changed to agree with the states that
 * a trial has counted: after its last step, or at the peak if it went all the way.
 */
static cq_status correct(cq_context *ctx, cq_prefix *prefix, const uint32_t *order,
                         const cq_trial *trial, double *out)
{
    const cq_links *links = prefix->links;
    uint64_t width = 0, widest = 0;
    double bits, counted = log2((double)(trial->finished ? trial->peak : trial->last));

    cq_prefix_clear(prefix);
    *out = 1;
    for (size_t k = 0; k < trial->steps; k++) {
        cq_try(cq_poll_at(ctx, k + 1));
        if (order[k] < links->cover->primary)
            cq_prefix_add(prefix, order[k]);
        width = prefix->width;
        widest = width > widest ? width : widest;
    }
    bits = (double)(trial->finished ? widest : width) / CQ_WIDTH_BIT;
    cq_assert(width <= widest && trial->steps <= links->items);
    if (bits <= 1 || counted <= 1)
        return CQ_OK;
    if (!trial->finished)
        counted *= growth(prefix, trial->steps);
    *out = clamp(counted / bits, 0.25, 1.25);
    return CQ_OK;
}

/* The predictions for a whole order, its widths corrected by a factor. */
static cq_status rate(cq_context *ctx, cq_prefix *prefix, const cq_trial *trial,
                      double factor, double branches, cq_order *order)
{
    const cq_links *links = prefix->links;
    double states = 1, peak = log2((double)trial->peak);
    cq_status status = CQ_OK;

    if (trial->finished) {
        order->log2_states = peak;
        order->log2_work = log2(fmax(trial->work, 1));
        return CQ_OK;
    }
    cq_prefix_clear(prefix);
    for (size_t k = 0; k < links->items && status == CQ_OK; k++) {
        double bits;

        status = cq_poll_at(ctx, k + 1);
        if (order->items[k] < links->cover->primary)
            cq_prefix_add(prefix, order->items[k]);
        bits = factor * (double)prefix->width / CQ_WIDTH_BIT;
        states += exp2(bits < 1000 ? bits : 1000);
        peak = bits > peak ? bits : peak;
    }
    cq_assert(branches >= 0 && states >= 1);
    order->log2_states = peak;
    order->log2_work = log2(states) + log2(branches + 1);
    return status;
}

static double branches_of(const cq_trial *trial)
{
    return trial->states > 1 ? trial->work / trial->states : 1;
}

static cq_status make_order(search *s, const uint32_t *items, size_t count,
                            const char *method, cq_order *out)
{
    cq_order order = {.count = s->links.items};
    cq_status status;

    order.items = cq_alloc(s->run->ctx, order.count, sizeof *order.items);
    cq_try_memory(order.items);
    status = cq_draft_settle(s->run->ctx, &s->links, items, count, order.items);
    snprintf(order.method, sizeof order.method, "%s", method);
    if (status == CQ_OK)
        *out = order;
    else
        cq_order_free(&order);
    return status;
}

static cq_status order_draft(search *s, size_t at, cq_order *out)
{
    const cq_draft *draft = &s->drafts.at[at];

    return make_order(s, draft->items, s->links.free_items, draft->method, out);
}

/* The best of the quick drafts is tried, and the widths of all agree with it then. */
static cq_status calibrate(search *s)
{
    cq_order order = {0};
    cq_trial trial;
    double factor = 1;
    cq_status status = order_draft(s, best_draft(s), &order);

    cq_then(status, cq_trial_count(s->run->ctx, &s->links, order.items,
                                   most_trial_states, first_trial, &trial));
    if (status == CQ_OK) {
        s->run->spent[CQ_SWEEP_TRIALS] += trial.work + trial.checks;
        status = correct(s->run->ctx, &s->prefix, order.items, &trial, &factor);
    }
    if (status == CQ_OK)
        cq_links_scale(&s->links, factor);
    for (size_t i = 0; i < s->drafts.count && status == CQ_OK; i++)
        status = cq_draft_measure(s->run->ctx, &s->prefix, s->folds, &s->drafts.at[i]);
    cq_order_free(&order);
    return status;
}

/* Half of the budget for a beam, half to anneal what is best then. */
static cq_status draft_slow(search *s)
{
    double budget = clamp(budget_share * whole(&s->drafts.at[best_draft(s)]),
                          least_budget, most_budget);
    size_t beam = (size_t)clamp(budget / 2 / cq_beam_cost(&s->links), 0, BEAM_MOST);

    cq_try(beam > 1 ? draft_beam(s, beam) : CQ_OK);
    return draft_annealed(s, best_draft(s), budget / 2);
}

/* ---- the race ---- */

/* Whether the symmetry, or none, takes one order to the other. */
static bool is_image(const search *s, const uint32_t *image, const uint32_t *order,
                     const uint32_t *other)
{
    size_t k = 0, count = s->links.free_items;

    while (k < count && (image ? image[order[k]] : order[k]) == other[k])
        k++;
    return k == count;
}

static bool is_new(const search *s, const size_t *racers, size_t count, size_t draft)
{
    size_t symmetries = s->folds ? s->folds->count : 0;

    for (size_t i = 0; i < count; i++)
        for (size_t g = 0; g <= symmetries; g++)
            if (is_image(s, g ? s->folds->images + (g - 1) * s->folds->items : NULL,
                         s->drafts.at[racers[i]].items, s->drafts.at[draft].items))
                return false;
    return true;
}

/* The best drafts within two bits of the best, in their order, no two the same. */
static size_t choose_racers(const search *s, size_t racers[RACERS])
{
    double most = 4 * s->drafts.at[best_draft(s)].states;
    size_t count = 0;

    for (size_t i = 0; i < s->drafts.count; i++) {
        double states = s->drafts.at[i].states;
        size_t at = count;

        if (!(states <= most) || !is_new(s, racers, count, i))
            continue;
        if (count < RACERS)
            count++;
        else if (s->drafts.at[racers[at = RACERS - 1]].states <= states)
            continue;
        for (; at > 0 && s->drafts.at[racers[at - 1]].states > states; at--)
            racers[at] = racers[at - 1];
        racers[at] = i;
        cq_assert(at == 0 || s->drafts.at[racers[at - 1]].states <= states);
    }
    cq_assert(count > 0 && racers[0] < s->drafts.count);
    return count;
}

typedef struct racer {
    cq_order order;
    cq_trial
        trial;     /* if it is finished, predictions are exact, but for mirror images */
    double widest; /* bits, before that */
    double factor; /* by which the trial says that widths are off */
    double folded; /* log2 of the share that is left if mirror images are one */
} racer;

static cq_status try_racer(search *s, racer *r, double work)
{
    if (cq_run_poll(s->run))
        return CQ_STOPPED;
    cq_try(cq_trial_count(s->run->ctx, &s->links, r->order.items, most_trial_states,
                          work, &r->trial));
    s->run->spent[CQ_SWEEP_TRIALS] += r->trial.work + r->trial.checks;
    return correct(s->run->ctx, &s->prefix, r->order.items, &r->trial, &r->factor);
}

/* The share of what sets a trial apart from the others that is believed: little if it
 * has come to a few states of many. */
static double belief(const racer *r)
{
    double reached = log2((double)r->trial.last + 1) / fmax(r->factor * r->widest, 1);

    cq_assert(reached >= 0);
    return fmin(reached * reached, 1);
}

/* For a comparison. By how much widths are off depends on the pieces more than on the
 * order, and so does the number of moves of a state, which is too high at first. */
static cq_status rate_racers(search *s, racer *racers, size_t count)
{
    double common = 0, branches = HUGE_VAL;
    cq_status status = CQ_OK;

    for (size_t i = 0; i < count; i++) {
        common += racers[i].factor / (double)count;
        branches = fmin(branches, branches_of(&racers[i].trial));
    }
    for (size_t i = 0; i < count && status == CQ_OK; i++) {
        racer *r = &racers[i];

        status = rate(s->run->ctx, &s->prefix, &r->trial,
                      common + (r->factor - common) * belief(r), branches, &r->order);
    }
    return status;
}

static double cost(const racer *r)
{
    return r->order.log2_work + r->folded;
}

static size_t winner(const racer *racers, size_t count)
{
    size_t best = 0;

    for (size_t i = 1; i < count; i++)
        if (cost(&racers[i]) < cost(&racers[best]))
            best = i;
    cq_assert(racers[best].folded <= 0); /* of a share */
    return best;
}

/* What is small is tried to its end, as a guess is no match for a number; what is close
 * to the best and large is tried for longer than it was. */
static cq_status run_off(search *s, racer *racers, size_t count, double tried)
{
    const racer *best = &racers[winner(racers, count)];
    double least = cost(best), most = best->order.log2_work + close_by;
    double again = fmin(exp2(least) * again_share, most_race);

    for (size_t i = 0; i < count; i++) {
        double work = racers[i].order.log2_work;
        bool small = work <= small_work && work <= most;
        bool close = cost(&racers[i]) <= least + close_by;

        if (!racers[i].trial.finished &&
            (small || (close && count > 1 && again > 2 * tried)))
            cq_try(try_racer(s, &racers[i], small ? least_race : again));
    }
    return CQ_OK;
}

/* A race of one only tells its states. */
static cq_status race(search *s, cq_order *out)
{
    size_t drafts[RACERS] = {0}, count = choose_racers(s, drafts), best;
    racer racers[RACERS] = {0};
    double work =
        clamp(race_share * whole(&s->drafts.at[drafts[0]]), least_race, most_race);
    cq_status status = CQ_OK;

    for (size_t i = 0; i < count && status == CQ_OK; i++) {
        status = order_draft(s, drafts[i], &racers[i].order);
        racers[i].folded = log2(s->drafts.at[drafts[i]].share);
        racers[i].widest = (double)s->drafts.at[drafts[i]].widest / CQ_WIDTH_BIT;
        cq_then(status, try_racer(s, &racers[i], work / (double)count));
    }
    cq_then(status, rate_racers(s, racers, count));
    cq_then(status, run_off(s, racers, count, work / (double)count));
    cq_then(status, rate_racers(s, racers, count));
    best = winner(racers, count);
    /* What it will take is best known from its own trial. */
    cq_then(status,
            rate(s->run->ctx, &s->prefix, &racers[best].trial, racers[best].factor,
                 branches_of(&racers[best].trial), &racers[best].order));
    if (status == CQ_OK) {
        *out = racers[best].order;
        racers[best].order.items = NULL;
    }
    for (size_t i = 0; i < count; i++)
        cq_order_free(&racers[i].order);
    return status;
}

/* ---- all of it ---- */

/* Only numbers of solutions are counted with mirror images as one. */
static cq_status look_at_halves(search *s)
{
    if (!s->board || s->run->goal != CQ_GOAL_COUNT ||
        s->links.free_items != s->board->count)
        return CQ_OK;
    cq_try(cq_halves_make(s->run->ctx, s->run->problem, &s->halves));
    s->folds = s->halves.count ? &s->halves : NULL;
    return CQ_OK;
}

static cq_status find(search *s, cq_order *out)
{
    cq_try(look_at_halves(s));
    cq_try(draft_quick(s));
    cq_try(calibrate(s));
    cq_try(draft_slow(s));
    return race(s, out);
}

/* The order that the caller gave, perhaps of the cells alone. */
static cq_status take_given(search *s, cq_order *out)
{
    cq_context *ctx = s->run->ctx;
    cq_trial trial;
    double factor = 1;

    cq_try(make_order(s, s->run->order, s->run->order_count, "as given", out));
    cq_try(cq_trial_count(ctx, &s->links, out->items, most_trial_states, least_race,
                          &trial));
    cq_try(correct(ctx, &s->prefix, out->items, &trial, &factor));
    return rate(ctx, &s->prefix, &trial, factor, branches_of(&trial), out);
}

cq_status cq_order_find(cq_run *run, const cq_cover *cover,
                        const cq_placements *placements, cq_order *out)
{
    search s = {.run = run};
    cq_order order = {0};
    cq_status status;

    s.board = placements ? run->problem->board : NULL;
    status = cq_links_make(run->ctx, cover, s.board ? s.board->count : 0, &s.links);
    cq_then(status, cq_prefix_make(run->ctx, &s.links, &s.prefix));
    cq_then(status, run->order ? take_given(&s, &order) : find(&s, &order));
    while (s.drafts.count)
        cq_draft_free(&s.drafts.at[--s.drafts.count]);
    cq_vec_free(&s.drafts);
    cq_halves_free(&s.halves);
    cq_prefix_free(&s.prefix);
    cq_links_free(&s.links);
    if (status != CQ_OK) {
        cq_order_free(&order);
        return status;
    }
    cq_note(run->ctx,
            "order %s: %.3g states at the peak and %.3g transitions predicted",
            order.method, exp2(order.log2_states), exp2(order.log2_work));
    *out = order;
    return CQ_OK;
}

void cq_order_free(cq_order *order)
{
    cq_free(order->items);
    memset(order, 0, sizeof *order);
}
