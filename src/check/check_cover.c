/* check_cover.c - do these options cover every item as often as they should?
 *
 * Walks once over the chosen options and counts, for each item, in how many it occurs.
 * An item's count is valid if its mark is the one of this solution. A secondary item
 * remembers the colour of its first option; a second one must bring the same colour,
 * and having no colour agrees with nothing.
 *
 * Cost: linear in the entries of the chosen options and in the primary items.
 */
#include "base/assert.h"
#include "check/judge.h"

#include <inttypes.h>

cq_status cq_judge_cover_start(cq_checker *checker)
{
    const cq_cover *cover = &checker->problem->cover;
    cq_context *ctx = checker->ctx;

    checker->places = cover->items.count;
    checker->marks = cq_zalloc(ctx, checker->places, sizeof(uint32_t));
    checker->used = cq_zalloc(ctx, cover->items.count, sizeof(uint32_t));
    checker->colour = cq_zalloc(ctx, cover->items.count, sizeof(uint32_t));
    checker->chosen = cq_zalloc(ctx, cq_cover_options(cover), sizeof(uint32_t));
    return checker->marks && checker->used && checker->colour && checker->chosen
               ? CQ_OK
               : CQ_MEMORY;
}

static cq_verdict judge_entry(cq_checker *checker, size_t option, const cq_entry *entry,
                              char *sentence)
{
    const cq_cover *cover = &checker->problem->cover;
    uint32_t item = entry->item;
    bool again = checker->marks[item] > checker->mark;

    cq_assert(item < cover->items.count && checker->marks[item] <= checker->top);
    cq_assert(!again || checker->used[item] > 0);
    if (!again) {
        checker->marks[item] = checker->mark + 1;
        checker->used[item] = 0;
        checker->colour[item] = entry->colour;
    }
    checker->used[item]++;
    if (item < cover->primary || !again)
        return CQ_YES;
    if (entry->colour == CQ_NO_COLOUR || checker->colour[item] == CQ_NO_COLOUR)
        return cq_judge_say(
            sentence, CQ_NO,
            "option %zu contains the item %.60s, which another option covers",
            option + 1, cq_item_name(cover, item));
    if (entry->colour != checker->colour[item])
        return cq_judge_say(
            sentence, CQ_NO,
            "option %zu gives the item %.60s the colour %.40s, another gives "
            "it %.40s",
            option + 1, cq_item_name(cover, item), cq_colour_name(cover, entry->colour),
            cq_colour_name(cover, checker->colour[item]));
    return CQ_YES;
}

static cq_verdict judge_option(cq_checker *checker, uint32_t option, char *sentence)
{
    const cq_cover *cover = &checker->problem->cover;

    if (option >= cq_cover_options(cover))
        return cq_judge_say(sentence, CQ_NO, "there is no option %" PRIu64 ", only %zu",
                            (uint64_t)option + 1, cq_cover_options(cover));
    if (checker->chosen[option] > checker->mark)
        return cq_judge_say(sentence, CQ_NO, "option %" PRIu64 " is chosen twice",
                            (uint64_t)option + 1);
    cq_assert(cover->starts.at[option] <= cover->starts.at[option + 1]);
    checker->chosen[option] = checker->mark + 1;
    for (size_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++)
        if (judge_entry(checker, option, &cover->entries.at[i], sentence) != CQ_YES)
            return CQ_NO;
    return CQ_YES;
}

static cq_verdict judge_items(const cq_checker *checker, char *sentence)
{
    const cq_cover *cover = &checker->problem->cover;

    for (size_t i = 0; i < cover->primary; i++) {
        const cq_item *item = &cover->items.at[i];
        uint32_t used = checker->marks[i] > checker->mark ? checker->used[i] : 0;
        const char *name = cq_item_name(cover, (uint32_t)i);

        if (used < item->least && item->least == 1)
            return cq_judge_say(sentence, CQ_NO, "the item %.60s is not covered", name);
        if (used > item->most && item->most == 1)
            return cq_judge_say(sentence, CQ_NO,
                                "the item %.60s is covered %" PRIu32 " times", name,
                                used);
        if (used < item->least || used > item->most)
            return cq_judge_say(sentence, CQ_NO,
                                "the item %.60s is in %" PRIu32
                                " of the options, not in "
                                "%" PRIu32 " to %" PRIu32,
                                name, used, item->least, item->most);
    }
    return CQ_YES;
}

cq_verdict cq_judge_cover(cq_checker *checker, const cq_solution *solution,
                          char sentence[CQ_SENTENCE_SIZE])
{
    const cq_cover *cover = &checker->problem->cover;
    size_t count = solution->labels.count;

    if (count > cq_cover_options(cover))
        return cq_judge_say(sentence, CQ_NO,
                            "%zu options are chosen, there are only %zu", count,
                            cq_cover_options(cover));
    cq_judge_next(checker, 1);
    for (size_t i = 0; i < count; i++) {
        if (cq_poll_at(checker->ctx, i + 1) != CQ_OK)
            return CQ_UNKNOWN;
        if (judge_option(checker, solution->labels.at[i], sentence) != CQ_YES)
            return CQ_NO;
    }
    if (judge_items(checker, sentence) != CQ_YES)
        return CQ_NO;
    return cq_judge_say(sentence, CQ_YES,
                        "a cover with %zu option%s, every item covered as it should be",
                        count, count == 1 ? "" : "s");
}
