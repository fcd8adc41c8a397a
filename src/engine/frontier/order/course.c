/* course.c - what an order means for a sweep: when each option is chosen, when each
 * item enters and leaves the frontier, and where its bits are in between.
 *
 * An option is chosen or not at the turn of its first primary item. Fields are handed
 * out as registers are: from the birth of an item to its death, then to another. A
 * plain item that is born and dies at the same step needs none.
 */
#include "engine/frontier/order/trial.h"

#include "base/sort.h"
#include "engine/frontier/registers.h"

static cq_status set_steps(cq_context *ctx, cq_course *course)
{
    const cq_links *links = course->links;
    const cq_cover *cover = links->cover;

    for (size_t k = 0; k < links->items; k++)
        course->turn[course->order[k]] = (uint32_t)k;
    for (size_t option = 0; option < links->options; option++) {
        uint32_t first = UINT32_MAX;

        cq_try(cq_poll_at(ctx, option + 1));
        for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1];
             i++) {
            uint32_t item = cover->entries.at[i].item;

            if (item < cover->primary && course->turn[item] < first)
                first = course->turn[item];
        }
        cq_assert(first < links->items); /* every option has a primary item */
        course->step[option] = first;
    }
    return CQ_OK;
}

/* Without options an item lives at its own turn: long enough to be found missing. */
static cq_status set_lives(cq_context *ctx, cq_course *course)
{
    const cq_links *links = course->links;

    for (uint32_t item = 0; item < links->items; item++) {
        uint32_t first = UINT32_MAX, last = 0;

        cq_try(cq_poll_at(ctx, item + 1));
        for (size_t k = links->starts[item]; k < links->starts[item + 1]; k++) {
            uint32_t step = course->step[links->list[k]];

            first = step < first ? step : first;
            last = step > last ? step : last;
        }
        if (first == UINT32_MAX)
            first = last = course->turn[item];
        if (cq_item_plain(links->cover, item))
            last = course->turn[item];
        cq_assert(first <= last && last < links->items);
        cq_assert(item >= links->cover->primary || first <= course->turn[item]);
        course->birth[item] = first;
        course->death[item] = last;
    }
    return CQ_OK;
}

static cq_status give_field(cq_context *ctx, cq_registers *used, unsigned bits,
                            cq_field *field)
{
    uint32_t place = 0;

    cq_try(cq_registers_take(ctx, used, bits, &place));
    *field = (cq_field){place / 64, (unsigned char)(place % 64), (unsigned char)bits};
    return CQ_OK;
}

static cq_status give_fields(cq_context *ctx, cq_course *course)
{
    const cq_links *links = course->links;
    cq_registers used = {0};
    cq_status status = CQ_OK;

    for (size_t k = 0; k < links->items && status == CQ_OK; k++) {
        status = cq_poll_at(ctx, k + 1);
        for (size_t i = course->birth_starts[k];
             i < course->birth_starts[k + 1] && status == CQ_OK; i++) {
            uint32_t item = course->births[i];

            if (course->death[item] > k || !cq_item_plain(links->cover, item))
                status =
                    give_field(ctx, &used, links->bits[item], &course->fields[item]);
        }
        for (size_t i = course->end_starts[k]; i < course->end_starts[k + 1]; i++) {
            const cq_field *field = &course->fields[course->ends[i]];

            if (field->bits)
                cq_registers_give_back(&used, 64 * field->word + field->shift,
                                       field->bits);
        }
    }
    for (size_t w = 0; w < used.count && status == CQ_OK; w++)
        cq_assert(used.at[w] == 0); /* all fields were given back */
    course->words = used.count ? used.count : 1;
    cq_vec_free(&used);
    return status;
}

static cq_status fill(cq_context *ctx, cq_course *course)
{
    size_t items = course->links->items;

    cq_try(set_steps(ctx, course));
    cq_try(set_lives(ctx, course));
    cq_group_by(course->step, course->links->options, items, course->choice_starts,
                course->choices);
    cq_group_by(course->death, items, items, course->end_starts, course->ends);
    cq_group_by(course->birth, items, items, course->birth_starts, course->births);
    cq_assert(course->choice_starts[items] == course->links->options);
    return give_fields(ctx, course);
}

cq_status cq_course_make(cq_context *ctx, const cq_links *links, const uint32_t *order,
                         cq_course *out)
{
    cq_course course = {.links = links, .order = order};
    size_t items = links->items;
    cq_status status = CQ_MEMORY;

    course.turn = cq_alloc(ctx, items, sizeof *course.turn);
    course.step = cq_alloc(ctx, links->options, sizeof *course.step);
    course.birth = cq_alloc(ctx, items, sizeof *course.birth);
    course.death = cq_alloc(ctx, items, sizeof *course.death);
    course.fields = cq_zalloc(ctx, items, sizeof *course.fields);
    course.choice_starts = cq_alloc(ctx, items + 1, sizeof *course.choice_starts);
    course.birth_starts = cq_alloc(ctx, items + 1, sizeof *course.birth_starts);
    course.births = cq_alloc(ctx, items, sizeof *course.births);
    course.end_starts = cq_alloc(ctx, items + 1, sizeof *course.end_starts);
    course.choices = cq_alloc(ctx, links->options, sizeof *course.choices);
    course.ends = cq_alloc(ctx, items, sizeof *course.ends);
    if (course.turn && course.step && course.birth && course.death && course.fields &&
        course.choice_starts && course.birth_starts && course.births &&
        course.end_starts && course.choices && course.ends)
        status = fill(ctx, &course);
    if (status != CQ_OK) {
        cq_course_free(&course);
        return status;
    }
    *out = course;
    return CQ_OK;
}

void cq_course_free(cq_course *course)
{
    cq_free_each(course->turn, course->step, course->birth, course->death,
                 course->fields, course->choice_starts, course->birth_starts,
                 course->births, course->end_starts, course->choices, course->ends);
    memset(course, 0, sizeof *course);
}
