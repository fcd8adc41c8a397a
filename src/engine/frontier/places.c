/* places.c - assigns bits of the state to items, as a compiler assigns registers.
 *
 * One pass over the steps (Poletto and Sarkar, "Linear scan register allocation", ACM
 * Transactions on Programming Languages and Systems 21, 1999): after a step the items
 * that it decided give their bits back, then those that it touched first get the lowest
 * free ones. No bit moves while its item lives. A number's bits lie in one word.
 *
 * Cost: items * words.
 */
#include "engine/frontier/registers.h"

#include "engine/frontier/plan.h"

/* ---- bits ---- */

static uint64_t run_of(unsigned width)
{
    cq_assert(width > 0 && width <= 64);
    return ~UINT64_C(0) >> (64 - width);
}

cq_status cq_registers_take(cq_context *ctx, cq_registers *used, unsigned width,
                            uint32_t *place)
{
    for (size_t w = 0;; w++) {
        if (w == used->count)
            cq_try(cq_vec_push(ctx, used, 0));
        for (unsigned b = 0; b + width <= 64; b++)
            if (!(used->at[w] >> b & run_of(width))) {
                used->at[w] |= run_of(width) << b;
                *place = (uint32_t)w * 64 + b;
                return CQ_OK;
            }
    }
}

void cq_registers_give_back(cq_registers *used, uint32_t place, unsigned width)
{
    uint64_t run = run_of(width) << (place % 64);

    cq_assert(place % 64 + width <= 64 && place / 64 < used->count);
    cq_assert((used->at[place / 64] & run) == run);
    used->at[place / 64] &= ~run;
}

/* ---- places of items ---- */

/* With the guard of a number. */
static unsigned width_of(const cq_track *track)
{
    return cq_track_width(track) + (track->kind == CQ_ITEM_COUNTED);
}

static cq_status add_place(cq_plan *plan, cq_registers *used, cq_track *track,
                           uint32_t colour)
{
    uint32_t place = 0;

    cq_try(cq_registers_take(plan->ctx, used, width_of(track), &place));
    cq_try(cq_vec_push(plan->ctx, &plan->places, place));
    cq_try(cq_vec_push(plan->ctx, &plan->colours, colour));
    track->place_count++;
    cq_assert(track->places + track->place_count == plan->places.count);
    return CQ_OK;
}

/* Colours come in the order of their first options; a plain entry counts as one. */
static cq_status add_colours(cq_plan *plan, cq_registers *used, uint32_t item,
                             uint32_t *seen)
{
    const cq_cover *cover = plan->cover;

    for (uint32_t k = plan->starts[item]; k < plan->starts[item + 1]; k++) {
        uint32_t i = cq_cover_entry(cover, plan->options_of[k], item);
        uint32_t colour = cover->entries.at[i].colour;

        if (seen[colour] != item + 1)
            cq_try(add_place(plan, used, &plan->tracks[item], colour));
        seen[colour] = item + 1;
    }
    return CQ_OK;
}

/* None for what is decided in the step in which it comes up. */
static cq_status take_places(cq_plan *plan, cq_registers *used, uint32_t item,
                             uint32_t *seen)
{
    cq_track *track = &plan->tracks[item];

    if (track->birth == track->death || track->kind == CQ_ITEM_IDLE)
        return CQ_OK;
    track->places = (uint32_t)plan->places.count;
    track->width = cq_bit_length(track->most);
    return track->kind == CQ_ITEM_COLOURED ? add_colours(plan, used, item, seen)
                                           : add_place(plan, used, track, CQ_NO_COLOUR);
}

static void return_places(const cq_plan *plan, cq_registers *used,
                          const cq_track *track)
{
    for (uint32_t c = 0; c < track->place_count; c++)
        cq_registers_give_back(used, plan->places.at[track->places + c],
                               width_of(track));
}

static cq_status give_out(cq_plan *plan, cq_registers *used, uint32_t *seen)
{
    size_t bits = 0;

    for (size_t s = 0; s < plan->steps.count; s++) {
        cq_item_span dead = cq_calendar_at(&plan->deaths, s);
        cq_item_span born = cq_calendar_at(&plan->births, s);

        for (size_t i = 0; i < dead.count; i++) {
            const cq_track *track = &plan->tracks[dead.at[i]];

            cq_assert(track->death == s && (!track->place_count || track->birth < s));
            return_places(plan, used, track);
            bits -= track->place_count * width_of(track);
        }
        for (size_t i = 0; i < born.count; i++) {
            const cq_track *track = &plan->tracks[born.at[i]];

            cq_assert(track->birth == s && !track->place_count);
            cq_try(take_places(plan, used, born.at[i], seen));
            bits += track->place_count * width_of(track);
        }
        cq_assert(bits == cq_key_bits(used->at, used->count));
        plan->widest = bits > plan->widest ? bits : plan->widest;
    }
    return CQ_OK;
}

cq_status cq_plan_place(cq_plan *plan)
{
    cq_registers used = {0};
    uint32_t *seen =
        cq_zalloc(plan->ctx, plan->cover->colour_names.count + 1, sizeof *seen);
    cq_status status = seen ? give_out(plan, &used, seen) : CQ_MEMORY;

    plan->words = used.count ? used.count : 1;
    cq_free(seen);
    cq_vec_free(&used);
    return status;
}
