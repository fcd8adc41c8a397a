/* cover.c - the structure of a cover: items, options, colours, and what must hold.
 *
 * A cover is three flat arrays and a pool of names, so that millions of options are a
 * few large blocks and an engine walks them in order:
 *
 *     items     a b c | p q            primary = 3
 *     entries   a,p:x   b   a,c,q      (item, colour) pairs
 *     starts    0       2   3     6    option i is entries[starts[i] .. starts[i+1])
 *     names     a\0b\0c\0p\0q\0x\0     items and colours point in here by offset
 *
 * Invariants, walked by cq_cover_check: the last of starts is the number of entries,
 * starts never falls, items of an option are in range and different, only secondary
 * items have colours. Offsets are 32 bits wide to keep entries small; the functions
 * that add refuse to pass that.
 */
#include "problem/cover.h"
#include "base/assert.h"
#include "base/hash.h"

#include <string.h>

void cq_cover_free(cq_cover *cover)
{
    cq_vec_free_each(&cover->items, &cover->entries, &cover->starts, &cover->names,
                     &cover->colour_names);
    cq_factors_free(&cover->factors);
    cq_free_each(cover->item_index.slots, cover->colour_index.slots);
    memset(&cover->item_index, 0, sizeof cover->item_index);
    memset(&cover->colour_index, 0, sizeof cover->colour_index);
    cover->primary = 0;
}

/* ---- numbers by names ---- */

/* What an index is over: the name of number i. */
typedef const char *name_of(const cq_cover *cover, uint32_t number);

static const char *item_by_number(const cq_cover *cover, uint32_t number)
{
    return cq_item_name(cover, number);
}

static const char *colour_by_number(const cq_cover *cover, uint32_t number)
{
    return cq_colour_name(cover, number + 1);
}

/* The slot of this name, or the free one where it would be. */
static uint32_t *slot_of(const cq_cover *cover, const cq_name_index *index,
                         name_of *names, const char *name)
{
    uint64_t hash = cq_hash_bytes(CQ_HASH_START, name, strlen(name));
    size_t slot = (size_t)hash & (index->room - 1);

    while (index->slots[slot] &&
           strcmp(names(cover, index->slots[slot] - 1), name) != 0)
        slot = (slot + 1) & (index->room - 1);
    return &index->slots[slot];
}

/* Brings the index up to `count` names. */
static cq_status follow(cq_context *ctx, const cq_cover *cover, cq_name_index *index,
                        name_of *names, size_t count)
{
    if (2 * count >= index->room) {
        size_t room = index->room ? index->room : 16;

        while (2 * count >= room)
            room *= 2;
        cq_free(index->slots);
        index->slots = cq_zalloc(ctx, room, sizeof *index->slots);
        index->room = index->slots ? room : 0;
        index->count = 0;
        cq_try_memory(index->slots);
    }
    for (; index->count < count; index->count++) {
        uint32_t number = (uint32_t)index->count;

        *slot_of(cover, index, names, names(cover, number)) = number + 1;
    }
    return CQ_OK;
}

static cq_status find_name(cq_context *ctx, const cq_cover *cover, cq_name_index *index,
                           name_of *names, size_t count, const char *name,
                           uint32_t *out)
{
    cq_try(follow(ctx, cover, index, names, count));
    cq_assert(index->count == count && (index->room & (index->room - 1)) == 0);
    *out = *slot_of(cover, index, names, name) - 1; /* 0 - 1 is UINT32_MAX */
    cq_assert(*out == UINT32_MAX ||
              (*out < count && !strcmp(names(cover, *out), name)));
    return CQ_OK;
}

cq_status cq_cover_find_item(cq_context *ctx, cq_cover *cover, const char *name,
                             uint32_t *out)
{
    return find_name(ctx, cover, &cover->item_index, item_by_number, cover->items.count,
                     name, out);
}

cq_status cq_cover_find_colour(cq_context *ctx, cq_cover *cover, const char *name,
                               uint32_t *out)
{
    cq_try(find_name(ctx, cover, &cover->colour_index, colour_by_number,
                     cover->colour_names.count, name, out));
    if (*out != UINT32_MAX)
        ++*out; /* colours count from 1 */
    return CQ_OK;
}

/* ---- adding ---- */

static cq_status add_name(cq_context *ctx, cq_cover *cover, const char *name,
                          size_t length, uint32_t *offset)
{
    cq_chars *names = &cover->names;

    if (length >= UINT32_MAX - names->count)
        return cq_fail(ctx, CQ_INPUT,
                       "the names of a cover take more than 4 gigabytes");
    cq_try(cq_vec_reserve(ctx, names, length + 1));
    cq_assert(!memchr(name, '\0', length));
    *offset = (uint32_t)names->count;
    memcpy(names->at + names->count, name, length);
    names->at[names->count + length] = '\0';
    names->count += length + 1;
    cq_assert(names->count <= names->room && strlen(names->at + *offset) == length);
    return CQ_OK;
}

cq_status cq_cover_add_item(cq_context *ctx, cq_cover *cover, const char *name,
                            size_t length, bool primary, uint32_t least, uint32_t most,
                            uint32_t *out)
{
    cq_item item = {.least = least, .most = most};

    cq_assert(least <= most && most > 0);
    cq_assert(!primary || cover->primary == cover->items.count);
    if (cover->items.count >= INT32_MAX)
        return cq_fail(ctx, CQ_INPUT, "more than %d items", INT32_MAX);
    cq_try(cq_vec_reserve(ctx, &cover->items, 1));
    cq_try(add_name(ctx, cover, name, length, &item.name));
    *out = (uint32_t)cover->items.count;
    cover->items.at[cover->items.count++] = item;
    if (primary)
        cover->primary = cover->items.count;
    return CQ_OK;
}

cq_status cq_cover_add_colour(cq_context *ctx, cq_cover *cover, const char *name,
                              size_t length, uint32_t *out)
{
    cq_u32s *colours = &cover->colour_names;
    uint32_t offset = 0;

    cq_try(cq_vec_reserve(ctx, colours, 1));
    cq_try(add_name(ctx, cover, name, length, &offset));
    colours->at[colours->count++] = offset;
    *out = (uint32_t)colours->count;
    return CQ_OK;
}

cq_status cq_cover_open_option(cq_context *ctx, cq_cover *cover)
{
    if (cover->starts.count > INT32_MAX)
        return cq_fail(ctx, CQ_INPUT, "more than %d options", INT32_MAX);
    if (cover->starts.count == 0 && cq_vec_push(ctx, &cover->starts, 0) != CQ_OK)
        return CQ_MEMORY;
    return cq_vec_push(ctx, &cover->starts, (uint32_t)cover->entries.count);
}

cq_status cq_cover_add_entry(cq_context *ctx, cq_cover *cover, uint32_t item,
                             uint32_t colour)
{
    cq_entry entry = {item, colour};

    cq_assert(cover->starts.count > 1 && item < cover->items.count);
    if (cover->entries.count >= UINT32_MAX)
        return cq_fail(ctx, CQ_INPUT, "the options have more than %u entries",
                       UINT32_MAX);
    cq_try(cq_vec_push(ctx, &cover->entries, entry));
    cover->starts.at[cover->starts.count - 1]++;
    return CQ_OK;
}

void cq_cover_drop_option(cq_cover *cover)
{
    cq_assert(cover->starts.count > 1);
    cover->starts.count--;
    cq_assert(cover->starts.at[cover->starts.count - 1] <= cover->entries.count);
    cover->entries.count = cover->starts.at[cover->starts.count - 1];
    cq_factors_cut(&cover->factors, cq_cover_options(cover));
}

cq_status cq_cover_by_item(cq_context *ctx, const cq_cover *cover, uint32_t *starts,
                           uint32_t *options)
{
    uint32_t sum = 0;

    memset(starts, 0, (cover->items.count + 1) * sizeof *starts);
    for (size_t e = 0; e < cover->entries.count; e++) {
        cq_try(cq_poll_at(ctx, e + 1));
        starts[cover->entries.at[e].item]++;
    }
    for (size_t i = 0; i <= cover->items.count; i++) {
        sum += starts[i];
        starts[i] = sum;
    }
    /* Filled from the back, each start moves to where the item's list begins. */
    for (size_t o = cq_cover_options(cover); o-- > 0;) {
        cq_try(cq_poll_at(ctx, o + 1));
        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++)
            options[--starts[cover->entries.at[e].item]] = (uint32_t)o;
    }
    cq_assert(starts[0] == 0 && sum == cover->entries.count);
    return CQ_OK;
}

/* Colours count by their names: their numbers depend on how the cover was made. */
uint64_t cq_cover_hash(const cq_cover *cover, uint64_t hash)
{
    hash = cq_hash_u64(hash, cover->primary);
    hash = cq_hash_u64(hash, cover->items.count);
    for (size_t i = 0; i < cover->items.count; i++) {
        const cq_item *item = &cover->items.at[i];

        hash = cq_hash_text(hash, cq_item_name(cover, (uint32_t)i));
        hash = cq_hash_u64(hash, (uint64_t)item->least << 32 | item->most);
    }
    for (size_t option = 0; option < cq_cover_options(cover); option++) {
        uint32_t first = cover->starts.at[option], end = cover->starts.at[option + 1];

        hash = cq_hash_u64(hash, end - first);
        for (uint32_t i = first; i < end; i++) {
            cq_entry entry = cover->entries.at[i];

            hash = cq_hash_u64(hash, entry.item);
            if (entry.colour != CQ_NO_COLOUR)
                hash = cq_hash_text(hash, cq_colour_name(cover, entry.colour));
        }
    }
    return cq_factors_any(&cover->factors) ? cq_factors_hash(&cover->factors, hash)
                                           : hash;
}

static bool check_items(const cq_cover *cover)
{
    cq_hold(cover->primary <= cover->items.count);
    for (size_t i = 0; i < cover->items.count; i++) {
        const cq_item *item = &cover->items.at[i];

        cq_hold(item->name < cover->names.count);
        cq_hold(item->least <= item->most && item->most > 0);
        cq_hold(i < cover->primary || (item->least == 0 && item->most == 1));
    }
    for (size_t i = 0; i < cover->colour_names.count; i++)
        cq_hold(cover->colour_names.at[i] < cover->names.count);
    cq_hold(!cover->names.count || !cover->names.at[cover->names.count - 1]);
    return true;
}

/* Quadratic in the length of the option, for want of memory to mark items in. */
static bool check_option(const cq_cover *cover, const cq_entry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cq_hold(entries[i].item < cover->items.count);
        cq_hold(entries[i].colour <= cover->colour_names.count);
        cq_hold(entries[i].colour == CQ_NO_COLOUR || entries[i].item >= cover->primary);
        for (size_t j = 0; j < i; j++)
            cq_hold(entries[j].item != entries[i].item);
    }
    return true;
}

bool cq_cover_check(const cq_cover *cover)
{
    size_t options = cq_cover_options(cover);

    cq_hold(check_items(cover));
    cq_hold(cq_factors_check(&cover->factors, options));
    if (cover->starts.count == 0)
        return cover->entries.count == 0;
    cq_hold(cover->starts.at[0] == 0);
    cq_hold(cover->starts.at[options] == cover->entries.count);
    for (size_t i = 0; i < options; i++) {
        uint32_t first = cover->starts.at[i], end = cover->starts.at[i + 1];

        cq_hold(first <= end && end <= cover->entries.count);
        cq_hold(check_option(cover, cover->entries.at + first, end - first));
    }
    return true;
}
