/* moves.c - the steps as tests and additions on the bits of a state.
 *
 * Each move is four masks, see plan.h. An option requires that its exact and single
 * items are free and that its coloured items have no other colour. Every move of a step
 * requires that the exact items whose last option is decided here are covered, before
 * or by it. It writes the bits of its items that stay in the frontier, adds one copy to
 * its counted items, and sets the initial number of items that are counted from here
 * on.
 */
#include "engine/frontier/plan.h"

#include <string.h>

typedef struct draft {
    cq_plan *plan;
    uint32_t step;
    cq_item_span births, deaths;       /* items that get or lose their places here */
    uint64_t *test, *want, *set, *add; /* words each, in one block */
    uint64_t *live, *guards;           /* after this step */
    bool hopeless;                     /* no state can pass */
} draft;

static void clear(draft *d)
{
    memset(d->test, 0, CQ_MASKS * d->plan->words * sizeof *d->test);
    d->hopeless = false;
}

static void ask(draft *d, uint32_t place, bool value)
{
    cq_assert(place < 64 * d->plan->words);
    if (!value && d->want[place / 64] >> (place % 64) & 1)
        d->hopeless = true;
    cq_mask_add(d->test, place);
    if (value)
        cq_mask_add(d->want, place);
}

static bool lives_before(const draft *d, const cq_track *track)
{
    return cq_track_lives(track, d->step);
}

static bool lives_behind(const draft *d, const cq_track *track)
{
    return cq_track_lives(track, (size_t)d->step + 1);
}

static uint32_t place_of(const draft *d, const cq_track *track)
{
    cq_assert(track->place_count > 0 && track->places < d->plan->places.count);
    return d->plan->places.at[track->places];
}

/* The place of a colour among those of its item. */
static uint32_t colour_place(const draft *d, const cq_track *track, uint32_t colour)
{
    uint32_t at = track->places;

    while (d->plan->colours.at[at] != colour)
        at++;
    cq_assert(at < track->places + track->place_count);
    return d->plan->places.at[at];
}

/* A coloured item may have this colour already; without colour it must be free. */
static void ask_colour(draft *d, const cq_track *track, uint32_t colour)
{
    uint32_t own = colour_place(d, track, colour);

    for (uint32_t c = 0; c < track->place_count && lives_before(d, track); c++) {
        uint32_t place = d->plan->places.at[track->places + c];

        if (place != own || colour == CQ_NO_COLOUR)
            ask(d, place, false);
    }
    if (lives_behind(d, track))
        cq_mask_add(d->set, own);
}

static void take_entry(draft *d, cq_entry entry)
{
    const cq_track *track = &d->plan->tracks[entry.item];

    if (!track->place_count) {
        return;
    } else if (track->kind == CQ_ITEM_COLOURED) {
        ask_colour(d, track, entry.colour);
    } else if (track->kind == CQ_ITEM_COUNTED) {
        uint32_t place = place_of(d, track);

        cq_assert(lives_behind(d, track)); /* its drop comes later */
        d->add[place / 64] += UINT64_C(1) << (place % 64);
    } else {
        if (lives_before(d, track))
            ask(d, place_of(d, track), false);
        if (lives_behind(d, track))
            cq_mask_add(d->set, place_of(d, track));
    }
}

/* What is asked of every move: exact items that end here are covered, counted ones
 * that begin here have their first number. */
static void ask_all(draft *d, uint32_t option)
{
    const cq_plan *plan = d->plan;
    const cq_step *step = &plan->steps.at[d->step];

    for (size_t i = 0; i < d->deaths.count; i++) {
        uint32_t item = d->deaths.at[i];
        const cq_track *track = &plan->tracks[item];

        if (track->kind != CQ_ITEM_EXACT ||
            (option != CQ_NO_OPTION && cq_option_has(plan->cover, option, item)) ||
            (step->kind == CQ_STEP_BRANCH && step->subject == item))
            continue;
        if (lives_before(d, track))
            ask(d, place_of(d, track), true);
        else
            d->hopeless = true;
    }
    for (size_t i = 0; i < d->births.count; i++) {
        const cq_track *track = &plan->tracks[d->births.at[i]];

        if (track->kind == CQ_ITEM_COUNTED)
            d->set[place_of(d, track) / 64] |= cq_track_zero(track)
                                               << (place_of(d, track) % 64);
    }
}

static cq_status finish(draft *d, uint32_t option)
{
    cq_plan *plan = d->plan;
    cq_move move = {.option = option, .masks = plan->pool.count};

    if (d->hopeless)
        return CQ_OK;
    cq_try(cq_vec_reserve(plan->ctx, &plan->pool, CQ_MASKS * plan->words));
    memcpy(plan->pool.at + plan->pool.count, d->test,
           CQ_MASKS * plan->words * sizeof *d->test);
    plan->pool.count += CQ_MASKS * plan->words;
    return cq_vec_push(plan->ctx, &plan->moves, move);
}

static cq_status add_option(draft *d, uint32_t option)
{
    const cq_cover *cover = d->plan->cover;

    cq_assert(d->plan->step_of[option] == d->step);
    clear(d);
    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++)
        take_entry(d, cover->entries.at[i]);
    ask_all(d, option);
    return finish(d, option);
}

static cq_status add_branch(draft *d, uint32_t item)
{
    const cq_plan *plan = d->plan;
    const cq_track *track = &plan->tracks[item];

    if (lives_before(d, track)) {
        clear(d);
        ask(d, place_of(d, track), true);
        ask_all(d, CQ_NO_OPTION);
        cq_try(finish(d, CQ_NO_OPTION));
    }
    for (uint32_t k = plan->owned_from[item]; k < plan->owned_from[item + 1]; k++)
        cq_try(add_option(d, plan->owned[k]));
    return CQ_OK;
}

static cq_status add_choice(draft *d, uint32_t option)
{
    clear(d);
    ask_all(d, CQ_NO_OPTION);
    cq_try(finish(d, CQ_NO_OPTION));
    return add_option(d, option);
}

/* A move for every number that will do. */
static cq_status add_drop(draft *d, uint32_t item)
{
    const cq_track *track = &d->plan->tracks[item];

    for (uint64_t n = track->least; n <= track->most; n++) {
        uint32_t place = place_of(d, track);
        uint64_t all = (UINT64_C(1) << track->width) - 1;

        cq_assert(cq_track_zero(track) + n <= all);
        clear(d);
        d->test[place / 64] = all << (place % 64);
        d->want[place / 64] = (cq_track_zero(track) + n) << (place % 64);
        ask_all(d, CQ_NO_OPTION);
        cq_try(finish(d, CQ_NO_OPTION));
    }
    return CQ_OK;
}

/* ---- what the moves of a step share ---- */

static void mark(const cq_plan *plan, const cq_track *track, uint64_t *mask)
{
    for (uint32_t c = 0; c < track->place_count; c++)
        for (uint32_t b = 0; b < cq_track_width(track); b++)
            cq_mask_add(mask, plan->places.at[track->places + c] + b);
}

/* The guard bit of a number that comes or goes. */
static void turn_guard(draft *d, const cq_track *track, bool born)
{
    uint32_t place = place_of(d, track) + track->width;

    cq_assert(born == !cq_key_has(d->guards, place));
    d->guards[place / 64] ^= UINT64_C(1) << (place % 64);
}

/* keep, guards and live, in one block, one after the other. */
static cq_status share(draft *d)
{
    cq_plan *plan = d->plan;
    cq_step *step = &plan->steps.at[d->step];
    size_t words = plan->words;
    uint64_t *at;

    cq_try(cq_vec_reserve(plan->ctx, &plan->pool, 3 * words));
    at = plan->pool.at + plan->pool.count;
    memset(at, 0, 3 * words * sizeof *at);
    step->keep = plan->pool.count;
    step->guards = step->keep + words;
    step->live = step->guards + words;
    plan->pool.count += 3 * words;
    for (size_t i = 0; i < d->deaths.count; i++) {
        const cq_track *track = &plan->tracks[d->deaths.at[i]];

        cq_assert(track->death == d->step);
        mark(plan, track, at);
        if (track->kind == CQ_ITEM_COUNTED)
            turn_guard(d, track, false);
        else if (track->kind != CQ_ITEM_EXACT)
            step->merges += track->place_count;
    }
    for (size_t w = 0; w < words; w++) {
        d->live[w] &= ~at[w];
        at[w] = ~at[w];
    }
    for (size_t i = 0; i < d->births.count; i++) {
        const cq_track *track = &plan->tracks[d->births.at[i]];

        mark(plan, track, d->live);
        if (track->kind == CQ_ITEM_COUNTED)
            turn_guard(d, track, true);
    }
    memcpy(at + words, d->guards, words * sizeof *at);
    memcpy(at + 2 * words, d->live, words * sizeof *at);
    return CQ_OK;
}

static cq_status add_moves(draft *d)
{
    cq_plan *plan = d->plan;
    cq_step *step = &plan->steps.at[d->step];
    cq_status status;

    cq_try(share(d));
    step->moves = (uint32_t)plan->moves.count;
    if (step->kind == CQ_STEP_BRANCH)
        status = add_branch(d, step->subject);
    else if (step->kind == CQ_STEP_CHOICE)
        status = add_choice(d, step->subject);
    else
        status = add_drop(d, step->subject);
    step->move_end = (uint32_t)plan->moves.count;
    return status;
}

cq_status cq_plan_moves(cq_plan *plan)
{
    size_t words = plan->words;
    uint64_t *block = cq_zalloc(plan->ctx, (CQ_MASKS + 2) * words, sizeof *block);
    draft d = {.plan = plan};
    cq_status status = CQ_OK;

    cq_try_memory(block);
    d.test = block + CQ_MASK_TEST * words;
    d.want = block + CQ_MASK_WANT * words;
    d.set = block + CQ_MASK_SET * words;
    d.add = block + CQ_MASK_ADD * words;
    d.live = block + CQ_MASKS * words;
    d.guards = d.live + words;
    for (; d.step < plan->steps.count && status == CQ_OK; d.step++) {
        d.births = cq_calendar_at(&plan->births, d.step);
        d.deaths = cq_calendar_at(&plan->deaths, d.step);
        status = add_moves(&d);
    }
    cq_free(block);
    return status;
}
