/* plan_check.c - walks over a whole plan and checks that its steps decide the cover.
 *
 * plan.c, places.c and moves.c each work on one item or one step; this checks all
 * items, step by step:
 *
 *     lists     the options of each item, ascending, and each option with one owner
 *     lives     an item lives from the first step of its options to the last
 *     places    of items that live at the same time are apart, and are the live mask
 *     moves     ask for what must be free or covered, and write what lives on
 *
 * Cost: steps * items, so it is left out if that is too much; otherwise the entries.
 */
#include "engine/frontier/plan.h"

/* Steps times items that are looked at; a larger plan has its lists and moves walked.
 */
enum { WALK_MOST = 1 << 22 };

static bool has_all(const uint64_t *mask, uint32_t place, uint32_t width)
{
    for (uint32_t b = 0; b < width; b++)
        if (!cq_key_has(mask, place + b))
            return false;
    return true;
}

/* ---- lists ---- */

static bool lists_check(const cq_plan *plan)
{
    size_t items = plan->cover->items.count, options = cq_cover_options(plan->cover);

    cq_hold(plan->order->count == items);
    cq_hold(plan->starts[0] == 0 && plan->starts[items] == plan->cover->entries.count);
    cq_hold(plan->owned_from[0] == 0 && plan->owned_from[items + 1] == options);
    for (uint32_t i = 0; i < items; i++) {
        cq_hold(plan->order->items[plan->tracks[i].position] == i);
        cq_hold(plan->starts[i + 1] - plan->starts[i] == plan->tracks[i].options);
        for (uint32_t k = plan->starts[i]; k < plan->starts[i + 1]; k++) {
            cq_hold(k == plan->starts[i] ||
                    plan->options_of[k - 1] < plan->options_of[k]);
            cq_hold(cq_option_has(plan->cover, plan->options_of[k], i));
        }
    }
    return true;
}

/* Every option is decided by one step: its owner's branch, or its own choice. */
static bool owners_check(const cq_plan *plan)
{
    size_t items = plan->cover->items.count;

    for (uint32_t i = 0; i <= items; i++)
        for (uint32_t k = plan->owned_from[i]; k < plan->owned_from[i + 1]; k++) {
            uint32_t option = plan->owned[k];
            const cq_step *step;

            cq_hold(plan->step_of[option] < plan->steps.count);
            step = &plan->steps.at[plan->step_of[option]];
            cq_hold(step->subject == (step->kind == CQ_STEP_BRANCH ? i : option));
            cq_hold(i == items ? step->kind == CQ_STEP_CHOICE
                               : cq_option_has(plan->cover, option, i));
        }
    return true;
}

/* ---- lives ---- */

static bool track_check(const cq_plan *plan, uint32_t item)
{
    const cq_track *track = &plan->tracks[item];
    bool born = track->birth != CQ_NO_STEP, first = !born;

    cq_hold(born == (track->options > 0));
    for (uint32_t k = plan->starts[item]; k < plan->starts[item + 1]; k++) {
        uint32_t step = plan->step_of[plan->options_of[k]];

        cq_hold(track->birth <= step && step <= track->death);
        first |= step == track->birth;
    }
    cq_hold(first);
    cq_hold(track->place_count == 0 || track->birth < track->death);
    cq_hold(track->kind != CQ_ITEM_IDLE || track->place_count == 0);
    cq_hold(!born || track->birth == track->death || track->kind == CQ_ITEM_IDLE ||
            track->place_count > 0);
    if (track->kind != CQ_ITEM_COUNTED || !born)
        return true;
    cq_hold(track->place_count == 1 && track->width < 63);
    cq_hold(track->most >> track->width == 0);
    return true;
}

/* ---- places ---- */

/* The places of the item are in the mask; the number of them is added up. */
static bool has_places(const cq_plan *plan, const cq_track *track, const uint64_t *mask,
                       size_t *bits)
{
    for (uint32_t c = 0; c < track->place_count; c++) {
        uint32_t place = plan->places.at[track->places + c];

        if (track->kind == CQ_ITEM_COUNTED && place % 64 + track->width >= 64)
            return false; /* with its guard a number lies in one word */
        if (!has_all(mask, place, cq_track_width(track)))
            return false;
        *bits += cq_track_width(track);
    }
    return true;
}

/* The masks of a step are those of the items that live after it, and no more: so no
 * two of these share a place. */
static bool step_places_check(const cq_plan *plan, size_t at)
{
    const cq_step *step = &plan->steps.at[at];
    const uint64_t *keep = plan->pool.at + step->keep;
    const uint64_t *live = plan->pool.at + step->live;
    const uint64_t *guards = plan->pool.at + step->guards;
    size_t used = 0, kept = 0, numbers = 0;

    for (uint32_t i = 0; i < plan->cover->items.count; i++) {
        const cq_track *track = &plan->tracks[i];
        bool lives = cq_track_lives(track, at + 1);

        if (!lives)
            continue;
        cq_hold(has_places(plan, track, live, &used));
        cq_hold(!cq_track_lives(track, at) || has_places(plan, track, keep, &kept));
        if (track->kind == CQ_ITEM_COUNTED) {
            cq_hold(cq_key_has(guards, plan->places.at[track->places] + track->width));
            numbers++;
        }
    }
    cq_hold(used == cq_key_bits(live, plan->words));
    cq_hold(numbers == cq_key_bits(guards, plan->words));
    cq_hold(used + numbers <= plan->widest);
    for (size_t w = 0; w < plan->words; w++)
        cq_hold(!(live[w] & guards[w]));
    return true;
}

/* ---- moves ---- */

static bool masks_check(const cq_plan *plan, const cq_move *move,
                        const uint64_t *before, const uint64_t *live)
{
    const uint64_t *test = cq_move_mask(plan, move, CQ_MASK_TEST);
    const uint64_t *want = cq_move_mask(plan, move, CQ_MASK_WANT);
    const uint64_t *set = cq_move_mask(plan, move, CQ_MASK_SET);
    const uint64_t *add = cq_move_mask(plan, move, CQ_MASK_ADD);

    for (size_t w = 0; w < plan->words; w++) {
        cq_hold(!(want[w] & ~test[w]));
        cq_hold(!(test[w] & ~(before ? before[w] : 0)));
        cq_hold(!((set[w] | add[w]) & ~live[w]));
    }
    return true;
}

/* What the option asks of its items and leaves of them. */
static bool entry_check(const cq_plan *plan, const cq_move *move, size_t step,
                        uint32_t item)
{
    const cq_track *track = &plan->tracks[item];
    uint32_t place;

    if (!track->place_count)
        return true;
    place = plan->places.at[track->places];
    if (cq_track_is_plain(track) && cq_track_lives(track, step)) {
        cq_hold(cq_key_has(cq_move_mask(plan, move, CQ_MASK_TEST), place));
        cq_hold(!cq_key_has(cq_move_mask(plan, move, CQ_MASK_WANT), place));
    }
    if (cq_track_is_plain(track) && cq_track_lives(track, step + 1))
        cq_hold(cq_key_has(cq_move_mask(plan, move, CQ_MASK_SET), place));
    if (track->kind == CQ_ITEM_COUNTED)
        cq_hold(cq_key_has(cq_move_mask(plan, move, CQ_MASK_ADD), place));
    return true;
}

static bool move_check(const cq_plan *plan, const cq_move *move, size_t at)
{
    const cq_cover *cover = plan->cover;
    const cq_step *step = &plan->steps.at[at];
    const uint64_t *before = at ? plan->pool.at + step[-1].live : NULL;

    cq_hold(masks_check(plan, move, before, plan->pool.at + step->live));
    if (move->option == CQ_NO_OPTION) {
        const cq_track *subject = &plan->tracks[step->subject];

        cq_hold(step->kind != CQ_STEP_BRANCH ||
                cq_key_has(cq_move_mask(plan, move, CQ_MASK_WANT),
                           plan->places.at[subject->places]));
        return true;
    }
    cq_hold(plan->step_of[move->option] == at);
    for (uint32_t i = cover->starts.at[move->option];
         i < cover->starts.at[move->option + 1]; i++)
        cq_hold(entry_check(plan, move, at, cover->entries.at[i].item));
    return true;
}

/* An exact item that is in the frontier for the last time has been covered. */
static bool deaths_check(const cq_plan *plan, uint32_t item)
{
    const cq_track *track = &plan->tracks[item];
    const cq_step *step;

    if (track->kind != CQ_ITEM_EXACT || track->birth == CQ_NO_STEP)
        return true;
    step = &plan->steps.at[track->death];
    for (uint32_t m = step->moves; m < step->move_end; m++) {
        const cq_move *move = &plan->moves.at[m];
        const uint64_t *want = cq_move_mask(plan, move, CQ_MASK_WANT);

        if (move->option != CQ_NO_OPTION &&
            cq_option_has(plan->cover, move->option, item))
            continue;
        cq_hold(cq_track_lives(track, track->death));
        cq_hold(cq_key_has(want, plan->places.at[track->places]));
    }
    return true;
}

bool cq_plan_check(const cq_plan *plan)
{
    size_t items = plan->cover->items.count;

    cq_hold(lists_check(plan));
    cq_hold(owners_check(plan));
    for (uint32_t i = 0; i < items; i++) {
        cq_hold(track_check(plan, i));
        cq_hold(deaths_check(plan, i));
    }
    for (size_t s = 0; s < plan->steps.count; s++) {
        const cq_step *step = &plan->steps.at[s];

        cq_hold(step->moves == (s ? step[-1].move_end : 0));
        cq_hold(items > WALK_MOST / plan->steps.count || step_places_check(plan, s));
        for (uint32_t m = step->moves; m < step->move_end; m++)
            cq_hold(move_check(plan, &plan->moves.at[m], s));
    }
    cq_hold(!plan->steps.count ||
            plan->steps.at[plan->steps.count - 1].move_end == plan->moves.count);
    return true;
}
