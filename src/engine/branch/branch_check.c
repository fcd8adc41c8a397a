/* branch_check.c - walks over a level of the search, in checked builds. */
#include "engine/branch/branch.h"

#include "base/assert.h"

/* What is chosen, counted anew. */
static bool check_item(const cq_branch *b, uint32_t item)
{
    const cq_cover *cover = b->cover;
    uint32_t uses = 0;

    for (size_t i = 0; i < b->chosen.count; i++) {
        uint32_t option = b->chosen.at[i];

        for (uint32_t k = cover->starts.at[option]; k < cover->starts.at[option + 1];
             k++)
            uses += cover->entries.at[k].item == item;
    }
    cq_hold(uses == b->uses[item]);
    if (item >= cover->primary) {
        cq_hold(b->most[item] == (uses ? 0 : 1));
        return true;
    }
    cq_hold(uses <= cover->items.at[item].most);
    cq_hold(b->most[item] == cover->items.at[item].most - uses);
    cq_hold(
        b->least[item] ==
        (uses < cover->items.at[item].least ? cover->items.at[item].least - uses : 0));
    return true;
}

bool cq_branch_check(const cq_branch *b, const cq_branch_level *level)
{
    int64_t spent = 0;

    for (uint32_t i = 0; i < b->cover->items.count; i++)
        cq_hold(check_item(b, i));
    for (size_t i = 0; i < b->chosen.count; i++)
        spent += b->costs[b->chosen.at[i]];
    cq_hold(spent == b->spent);
    for (size_t l = 0; l < level->leads.count; l++) {
        cq_hold(l == 0 || level->leads.at[l - 1].option < level->leads.at[l].option);
        for (size_t i = 0; i < b->chosen.count; i++)
            cq_hold(b->chosen.at[i] != level->leads.at[l].option);
    }
    cq_hold(cq_keeper_check(&b->keeper));
    return true;
}
