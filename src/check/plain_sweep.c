/* plain_sweep.c - the checker's own count: all partial covers at once, item by item.
 *
 * The options are put into groups by their first item. A state is what a choice among
 * the groups so far has left of each item that later options have too: how often it is
 * used, or its colour. States that are alike are added up, in a hash table.
 *
 *     2 x 2, dominoes    cells 0 1    group of 0: {0 1} {0 2}
 *                              2 3    group of 1: {1 3}, of 2: {2 3}
 *
 *     used  . . . . : 1  ->  0 1 taken: 1    ->  2 must be covered: {2 3}   ->  2
 *                            0 2 taken: 1    ->  1 must be covered: {1 3}
 *
 *     slots     an item has one from its first group to its last, 16 bits in the key
 *     groups    of an item that is used once at the most one option is taken; of others
 *               every option is a group of its own: it is taken or not
 *
 * After its last group an item must have been used as often as it needs, and its slot
 * is free again. On a tiling cells are taken along the shorter side of the board, so
 * that few lie between. Numbers are exact up to 128 bits.
 *
 * Cost: states times options of a group. Counted, and given up where it is too much.
 */
#include "base/keys.h"
#include "base/wide.h"
#include "check/judge.h"
#include "check/placed_cover.h"

#include <stdlib.h>
#include <string.h>

#define SHUT UINT16_MAX /* a secondary item that was used without a colour */
#define NO_GROUP UINT32_MAX
enum { LIMIT = UINT16_MAX - 1, ADDING = 8 }; /* of a slot; steps for a state */

typedef struct layer {
    cq_keys states;
    CQ_VEC(cq_wide) counts;
} layer;

typedef struct sweep {
    cq_context *ctx;
    const cq_cover *cover;
    const uint32_t *rank;   /* of each item: its place in the order */
    uint32_t *options;      /* sorted by group */
    size_t count;           /* of options that have a primary item */
    cq_u32s groups;         /* where each begins in `options`, and the end */
    uint32_t *first, *last; /* groups of each item, or NO_GROUP */
    uint32_t *slots;        /* of each item while it has one */
    size_t words;           /* of a key */
    uint64_t *key;
    layer now, next;
    uint64_t steps, most;
    bool given_up;
} sweep;

/* ---- keys ---- */

static uint32_t get(const uint64_t *key, uint32_t slot)
{
    return (uint32_t)(key[slot / 4] >> slot % 4 * 16) & UINT16_MAX;
}

static void set(uint64_t *key, uint32_t slot, uint32_t value)
{
    key[slot / 4] &= ~((uint64_t)UINT16_MAX << slot % 4 * 16);
    key[slot / 4] |= (uint64_t)value << slot % 4 * 16;
}

/* ---- states ---- */

/* Whether the option goes with the state in s->key, which then has it. */
static bool take(sweep *s, uint32_t option)
{
    const cq_cover *cover = s->cover;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        cq_entry entry = cover->entries.at[e];
        uint32_t slot = s->slots[entry.item], used = get(s->key, slot);

        s->steps++;
        if (entry.item < cover->primary) {
            if (used >= cover->items.at[entry.item].most)
                return false;
            used++;
        } else {
            uint32_t wanted = entry.colour == CQ_NO_COLOUR ? SHUT : entry.colour;

            if (used && (used == SHUT || used != wanted))
                return false;
            used = wanted;
        }
        set(s->key, slot, used);
    }
    return true;
}

/* Whether the items that end with this group have what they need; they leave the key. */
static bool close_items(sweep *s, const uint32_t *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t item = items[i], slot = s->slots[item];

        if (item < s->cover->primary &&
            get(s->key, slot) < s->cover->items.at[item].least)
            return false;
        set(s->key, slot, 0);
    }
    return true;
}

/* s->key comes in `count` more ways. */
static cq_status add_state(sweep *s, cq_wide count)
{
    uint32_t number;
    bool fresh;

    s->steps += ADDING;
    cq_try(cq_keys_add(s->ctx, &s->next.states, s->key, &number, &fresh));
    if (fresh)
        return cq_vec_push(s->ctx, &s->next.counts, count);
    count = cq_wide_plus(s->next.counts.at[number], count);
    s->given_up |= cq_wide_below(count, s->next.counts.at[number]);
    s->next.counts.at[number] = count;
    return CQ_OK;
}

/* One state with each option of a group, and with none. */
static cq_status branch(sweep *s, uint32_t state, size_t group, const uint32_t *closing,
                        size_t closings)
{
    const uint64_t *from = s->now.states.at + state * s->words;
    uint32_t begin = s->groups.at[group], end = s->groups.at[group + 1];

    for (uint32_t i = begin; i <= end; i++) {
        memcpy(s->key, from, s->words * sizeof *s->key);
        if (i < end && !take(s, s->options[i]))
            continue;
        if (close_items(s, closing, closings))
            cq_try(add_state(s, s->now.counts.at[state]));
    }
    return CQ_OK;
}

static cq_status go_over(sweep *s, const uint32_t *starts, const uint32_t *by_last)
{
    size_t groups = s->groups.count - 1;

    for (size_t g = 0; g < groups && !s->given_up; g++) {
        layer spare;

        cq_keys_clear(&s->next.states);
        s->next.counts.count = 0;
        for (uint32_t i = 0; i < s->now.states.count && !s->given_up; i++) {
            cq_try(branch(s, i, g, by_last + starts[g], starts[g + 1] - starts[g]));
            cq_try(cq_poll_at(s->ctx, i + 1));
            s->given_up |= s->steps > s->most;
        }
        spare = s->now;
        s->now = s->next;
        s->next = spare;
    }
    return CQ_OK;
}

/* ---- groups and slots ---- */

/* The item of an option that comes first in the order; NO_GROUP: none is primary. */
static uint32_t first_item(const sweep *s, uint32_t option)
{
    const cq_cover *cover = s->cover;
    uint32_t best = NO_GROUP;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        uint32_t item = cover->entries.at[e].item;

        if (item < cover->primary &&
            (best == NO_GROUP || s->rank[item] < s->rank[best]))
            best = item;
    }
    return best;
}

/* Options by the rank of their first items: a counting sort. */
static cq_status sort_options(sweep *s)
{
    size_t items = s->cover->items.count, options = cq_cover_options(s->cover);
    uint32_t *places = cq_zalloc(s->ctx, items + 1, sizeof *places);
    cq_status status = CQ_OK;

    s->options = cq_alloc(s->ctx, options, sizeof *s->options);
    if (!places || !s->options) {
        cq_free(places);
        return CQ_MEMORY;
    }
    for (uint32_t o = 0; o < options; o++)
        if (first_item(s, o) != NO_GROUP) {
            places[s->rank[first_item(s, o)] + 1]++;
            s->count++;
        }
    for (size_t i = 0; i < items; i++)
        places[i + 1] += places[i];
    for (uint32_t o = 0; o < options; o++)
        if (first_item(s, o) != NO_GROUP)
            s->options[places[s->rank[first_item(s, o)]]++] = o;
    for (uint32_t i = 0; i < s->count && status == CQ_OK; i++) {
        uint32_t item = first_item(s, s->options[i]);

        if (i == 0 || item != first_item(s, s->options[i - 1]) ||
            s->cover->items.at[item].most > 1)
            status = cq_vec_push(s->ctx, &s->groups, i);
    }
    if (status == CQ_OK)
        status = cq_vec_push(s->ctx, &s->groups, (uint32_t)s->count);
    cq_free(places);
    return status;
}

/* The first and the last group of each item. */
static void find_ends(sweep *s)
{
    const cq_cover *cover = s->cover;

    for (size_t i = 0; i < cover->items.count; i++)
        s->first[i] = s->last[i] = NO_GROUP;
    for (uint32_t g = 0; g + 1 < s->groups.count; g++)
        for (uint32_t i = s->groups.at[g]; i < s->groups.at[g + 1]; i++) {
            uint32_t option = s->options[i];

            for (uint32_t e = cover->starts.at[option];
                 e < cover->starts.at[option + 1]; e++) {
                uint32_t item = cover->entries.at[e].item;

                if (s->first[item] == NO_GROUP)
                    s->first[item] = g;
                s->last[item] = g;
            }
        }
}

/* A slot for each item, free ones first; how many are needed decides the key. */
static cq_status give_slots(sweep *s, const uint32_t *starts, const uint32_t *by_last)
{
    size_t used = 0;
    cq_u32s spare = {0};
    cq_status status = CQ_OK;

    for (uint32_t g = 0; g + 1 < s->groups.count && status == CQ_OK; g++) {
        for (uint32_t i = s->groups.at[g]; i < s->groups.at[g + 1]; i++) {
            uint32_t option = s->options[i];

            for (uint32_t e = s->cover->starts.at[option];
                 e < s->cover->starts.at[option + 1]; e++) {
                uint32_t item = s->cover->entries.at[e].item;

                if (s->first[item] != g || s->slots[item] != NO_GROUP)
                    continue;
                s->slots[item] =
                    spare.count ? spare.at[--spare.count] : (uint32_t)used++;
            }
        }
        for (uint32_t i = starts[g]; i < starts[g + 1] && status == CQ_OK; i++)
            status = cq_vec_push(s->ctx, &spare, s->slots[by_last[i]]);
    }
    cq_vec_free(&spare);
    s->words = (used + 3) / 4;
    return status;
}

/* Items by their last group. */
static void list_by_last(const sweep *s, uint32_t *starts, uint32_t *by_last)
{
    size_t items = s->cover->items.count, groups = s->groups.count - 1;

    memset(starts, 0, (groups + 2) * sizeof *starts);
    for (size_t i = 0; i < items; i++)
        if (s->last[i] != NO_GROUP)
            starts[s->last[i] + 2]++;
    for (size_t g = 0; g < groups; g++)
        starts[g + 2] += starts[g + 1];
    for (uint32_t i = 0; i < items; i++)
        if (s->last[i] != NO_GROUP)
            by_last[starts[s->last[i] + 1]++] = i;
}

/* Whether all numbers fit a slot, and no item is beyond help. */
static bool is_fit(const sweep *s, bool *impossible)
{
    const cq_cover *cover = s->cover;

    *impossible = false;
    for (size_t i = 0; i < cover->items.count; i++) {
        *impossible |= i < cover->primary && s->last[i] == NO_GROUP &&
                       cover->items.at[i].least > 0;
        if (i < cover->primary && s->last[i] != NO_GROUP &&
            cover->items.at[i].most > LIMIT && s->count > LIMIT)
            return false;
    }
    return cover->colour_names.count < LIMIT;
}

/* ---- from beginning to end ---- */

/* One way to have chosen nothing yet. */
static cq_status begin(sweep *s)
{
    s->words = s->words ? s->words : 1;
    s->now.states.words = s->next.states.words = s->words;
    s->key = cq_zalloc(s->ctx, s->words, sizeof *s->key);
    if (!s->key)
        return CQ_MEMORY;
    cq_try(cq_keys_add(s->ctx, &s->now.states, s->key, NULL, NULL));
    return cq_vec_push(s->ctx, &s->now.counts, cq_wide_of(1));
}

static cq_status run(sweep *s, cq_plain_count *out)
{
    size_t items = s->cover->items.count, groups;
    uint32_t *starts = NULL, *by_last = NULL;
    bool impossible;
    cq_status status = sort_options(s);

    if (status != CQ_OK)
        return status;
    groups = s->groups.count - 1;
    s->first = cq_alloc(s->ctx, items, sizeof *s->first);
    s->last = cq_alloc(s->ctx, items, sizeof *s->last);
    s->slots = cq_alloc(s->ctx, items, sizeof *s->slots);
    starts = cq_alloc(s->ctx, groups + 2, sizeof *starts);
    by_last = cq_alloc(s->ctx, items, sizeof *by_last);
    status = s->first && s->last && s->slots && starts && by_last ? CQ_OK : CQ_MEMORY;
    if (status != CQ_OK)
        goto done;
    memset(s->slots, 0xff, items * sizeof *s->slots);
    find_ends(s);
    list_by_last(s, starts, by_last);
    s->given_up = !is_fit(s, &impossible);
    if (s->given_up || impossible) {
        out->complete = !s->given_up;
        goto done;
    }
    status = give_slots(s, starts, by_last);
    if (status == CQ_OK)
        status = begin(s);
    if (status == CQ_OK)
        status = go_over(s, starts, by_last);
    out->complete = status == CQ_OK && !s->given_up;
    if (out->complete && s->now.states.count)
        out->found = s->now.counts.at[0]; /* no item is left: there is one state */
done:
    cq_free_each(starts, by_last);
    return status;
}

static void drop(sweep *s)
{
    cq_keys_free(&s->now.states);
    cq_keys_free(&s->next.states);
    cq_vec_free(&s->now.counts);
    cq_vec_free(&s->next.counts);
    cq_vec_free(&s->groups);
    cq_free_each(s->options, s->first, s->last, s->slots, s->key);
}

cq_status cq_plain_sweep(cq_context *ctx, const cq_cover *cover, const uint32_t *rank,
                         uint64_t steps, cq_plain_count *out)
{
    sweep s = {.ctx = ctx, .cover = cover, .rank = rank, .most = steps};
    cq_status status;

    *out = (cq_plain_count){0};
    status = run(&s, out);
    out->steps = s.steps;
    drop(&s);
    return status;
}

/* Cells along the shorter side of the board, then the pieces. */
static uint32_t *rank_cells(cq_context *ctx, const cq_board *board, size_t items)
{
    uint32_t *rank = cq_alloc(ctx, items, sizeof *rank), *item_of;
    uint32_t next = 0, place = 0;

    item_of = cq_alloc(ctx, cq_board_size(board), sizeof *item_of);
    if (!rank || !item_of) {
        cq_free_each(rank, item_of);
        return NULL;
    }
    for (size_t cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell])
            item_of[cell] = next++;
    for (size_t i = 0; i < cq_board_size(board); i++) {
        size_t cell = board->cols <= board->rows
                          ? i
                          : i % board->rows * board->cols + i / board->rows;

        if (board->colour[cell])
            rank[item_of[cell]] = place++;
    }
    for (size_t i = next; i < items; i++)
        rank[i] = (uint32_t)i;
    cq_free(item_of);
    return rank;
}

/* A piece in any number is no item: nothing depends on it. */
static void forget_free_pieces(cq_cover *cover, size_t cells)
{
    size_t kept = 0;

    for (size_t o = 0; o + 1 < cover->starts.count; o++) {
        uint32_t begin = cover->starts.at[o], end = cover->starts.at[o + 1];

        cover->starts.at[o] = (uint32_t)kept;
        for (uint32_t e = begin; e < end; e++) {
            const cq_item *item = &cover->items.at[cover->entries.at[e].item];

            if (cover->entries.at[e].item < cells || item->least > 0 ||
                item->most < cover->starts.count)
                cover->entries.at[kept++] = cover->entries.at[e];
        }
    }
    if (cover->starts.count)
        cover->starts.at[cover->starts.count - 1] = (uint32_t)kept;
    cover->entries.count = kept;
}

cq_status cq_plain_sweep_tilings(cq_context *ctx, const cq_problem *problem,
                                 uint64_t steps, cq_plain_count *out)
{
    cq_forms forms = {0};
    cq_cover cover = {0};
    uint32_t *rank = NULL;
    cq_status status;

    *out = (cq_plain_count){0};
    cq_try(cq_forms_make(ctx, problem->board, &problem->pieces, &forms));
    if ((uint64_t)forms.squares.count * cq_board_size(problem->board) <= steps) {
        status = cq_placed_cover_make(ctx, &forms, false, &cover);
        if (status == CQ_OK) {
            forget_free_pieces(&cover, problem->board->count);
            rank = rank_cells(ctx, problem->board, cover.items.count);
            status = rank ? cq_plain_sweep(ctx, &cover, rank, steps, out) : CQ_MEMORY;
        }
    } else {
        status = CQ_OK;
    }
    cq_free(rank);
    cq_cover_free(&cover);
    cq_forms_free(&forms);
    return status;
}
