/* places.c - assigns bits of the state to items, as a compiler assigns registers.
 *
 * One pass over the steps (Poletto and Sarkar, "Linear scan register allocation", ACM
 * Transactions on Programming Languages and Systems 21, 1999): after a step the items
 * that it decided give their bits back, then those that it touched first get the lowest
 * free ones. No bit moves while its item lives. A number's bits lie in one word.
 *
 * Cost: items * words.
 */
#include "engine/frontier/plan.h"

typedef struct free_bits {
    cq_context *ctx;
    CQ_VEC(uint64_t) words; /* 1: free */
} free_bits;

static cq_status add_word(free_bits *bits)
{
    return cq_vec_push(bits->ctx, &bits->words, ~UINT64_C(0));
}

/* The lowest place with this many free bits above it in one word. */
static cq_status take(free_bits *bits, unsigned width, uint32_t *place)
{
    uint64_t run = width < 64 ? (UINT64_C(1) << width) - 1 : ~UINT64_C(0);
    cq_status status = CQ_OK;

    for (size_t w = 0; status == CQ_OK; w++) {
        if (w == bits->words.count)
            status = add_word(bits);
        for (unsigned b = 0; b + width <= 64 && status == CQ_OK; b++)
            if ((bits->words.at[w] >> b & run) == run) {
                bits->words.at[w] &= ~(run << b);
                *place = (uint32_t)w * 64 + b;
                cq_assert(*place / 64 == (*place + width - 1) / 64);
                return CQ_OK;
            }
    }
    return status;
}

static void give_back(free_bits *bits, uint32_t place, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        cq_assert(!(bits->words.at[place / 64] >> (place % 64 + i) & 1));
        bits->words.at[place / 64] |= UINT64_C(1) << (place % 64 + i);
    }
}

static unsigned bit_length(uint32_t number)
{
    return number ? 32 - (unsigned)__builtin_clz(number) : 0;
}

/* ---- how many places an item needs ---- */

/* Colours come in the order of their first options; a plain entry counts as one. */
static uint32_t count_colours(const cq_plan *plan, uint32_t item, uint32_t *seen)
{
    const cq_cover *cover = plan->cover;
    uint32_t count = 0;

    for (uint32_t k = plan->starts[item]; k < plan->starts[item + 1]; k++) {
        uint32_t i = cq_cover_entry(cover, plan->options_of[k], item);

        if (seen[cover->entries.at[i].colour] != item + 1) {
            seen[cover->entries.at[i].colour] = item + 1;
            count++;
        }
    }
    return count;
}

static void measure(cq_plan *plan, uint32_t *seen)
{
    for (uint32_t item = 0; item < plan->cover->items.count; item++) {
        cq_track *track = &plan->tracks[item];

        if (track->birth == CQ_NO_STEP || track->birth == track->death)
            continue;
        if (cq_track_is_plain(track))
            track->place_count = 1;
        else if (track->kind == CQ_ITEM_COLOURED)
            track->place_count = count_colours(plan, item, seen);
        else if (track->kind == CQ_ITEM_COUNTED)
            track->place_count = 1;
        track->width = bit_length(track->most);
        cq_assert(track->most >> track->width == 0);
    }
}

/* ---- giving out ---- */

static unsigned width_of(const cq_track *track)
{
    return track->kind == CQ_ITEM_COUNTED ? track->width + 1 : 1;
}

static cq_status take_places(cq_plan *plan, free_bits *bits, cq_track *track)
{
    track->places = (uint32_t)plan->places.count;
    for (uint32_t c = 0; c < track->place_count; c++) {
        uint32_t place = 0;

        cq_try(take(bits, width_of(track), &place));
        cq_try(cq_vec_push(plan->ctx, &plan->places, place));
    }
    return CQ_OK;
}

static void return_places(const cq_plan *plan, free_bits *bits, const cq_track *track)
{
    for (uint32_t c = 0; c < track->place_count; c++)
        give_back(bits, plan->places.at[track->places + c], width_of(track));
}

/* The items that live, by the step of their birth and by that of their death. */
typedef struct calendar {
    uint32_t *births, *deaths, *next_birth, *next_death; /* lists by item + 1 */
} calendar;

static cq_status make_calendar(const cq_plan *plan, calendar *out)
{
    size_t steps = plan->steps.count, items = plan->cover->items.count;
    calendar c = {
        .births = cq_zalloc(plan->ctx, steps, sizeof *c.births),
        .deaths = cq_zalloc(plan->ctx, steps, sizeof *c.deaths),
        .next_birth = cq_zalloc(plan->ctx, items, sizeof *c.next_birth),
        .next_death = cq_zalloc(plan->ctx, items, sizeof *c.next_death),
    };

    *out = c;
    cq_try_memory(c.births && c.deaths && c.next_birth && c.next_death);
    for (size_t i = items; i-- > 0;) {
        const cq_track *track = &plan->tracks[i];

        if (!track->place_count)
            continue;
        c.next_birth[i] = c.births[track->birth];
        c.births[track->birth] = (uint32_t)i + 1;
        if (track->death >= steps)
            continue;
        c.next_death[i] = c.deaths[track->death];
        c.deaths[track->death] = (uint32_t)i + 1;
    }
    return CQ_OK;
}

static void free_calendar(calendar *c)
{
    cq_free_each(c->births, c->deaths, c->next_birth, c->next_death);
}

static cq_status give_out(cq_plan *plan, free_bits *bits, const calendar *c)
{
    cq_status status = CQ_OK;
    size_t used = 0;

    for (size_t s = 0; s < plan->steps.count && status == CQ_OK; s++) {
        for (uint32_t i = c->deaths[s]; i; i = c->next_death[i - 1]) {
            cq_assert(plan->tracks[i - 1].death == s && plan->tracks[i - 1].birth < s);
            return_places(plan, bits, &plan->tracks[i - 1]);
            used -= plan->tracks[i - 1].place_count * width_of(&plan->tracks[i - 1]);
        }
        for (uint32_t i = c->births[s]; i && status == CQ_OK;
             i = c->next_birth[i - 1]) {
            cq_assert(plan->tracks[i - 1].birth == s);
            status = take_places(plan, bits, &plan->tracks[i - 1]);
            used += plan->tracks[i - 1].place_count * width_of(&plan->tracks[i - 1]);
        }
        plan->widest = used > plan->widest ? used : plan->widest;
    }
    return status;
}

cq_status cq_plan_place(cq_plan *plan)
{
    free_bits bits = {.ctx = plan->ctx};
    calendar c = {0};
    uint32_t *seen =
        cq_zalloc(plan->ctx, plan->cover->colour_names.count + 1, sizeof *seen);
    cq_status status = seen ? add_word(&bits) : CQ_MEMORY;

    if (status == CQ_OK) {
        measure(plan, seen);
        status = make_calendar(plan, &c);
    }
    cq_then(status, give_out(plan, &bits, &c));
    plan->words = bits.words.count;
    free_calendar(&c);
    cq_free(seen);
    cq_vec_free(&bits.words);
    return status;
}
