/* cover.h - exact cover with colours and multiplicities: items and options.
 *
 * Options lie one after the other in `entries`; option i is
 * entries[starts[i] .. starts[i + 1]). Primary items come first. A primary item must
 * occur in least..most of the chosen options, 1..1 by default. A secondary
 * item may occur in at most one, or in any number that agree on its colour (Knuth, The
 * Art of Computer Programming 4B, 7.2.2.1: XCC and MCC).
 */
#ifndef CQ_PROBLEM_COVER_H
#define CQ_PROBLEM_COVER_H

#include "base/assert.h"
#include "problem/factors.h"

#define CQ_NO_COLOUR 0u /* an entry without colour */

typedef struct cq_item {
    uint32_t name;        /* offset into names */
    uint32_t least, most; /* primary: copies; secondary: 0 and 1 */
} cq_item;

typedef struct cq_entry {
    uint32_t item;
    uint32_t colour; /* CQ_NO_COLOUR, or 1 + index into colour_names */
} cq_entry;

/* Finds numbers by their names, in covers that are built call by call: 1 + number in
 * each slot, 0 if it is free, at most half of them full. */
typedef struct cq_name_index {
    uint32_t *slots;
    size_t room, count;
} cq_name_index;

typedef struct cq_cover {
    CQ_VEC(cq_item) items;
    size_t primary; /* items[0..primary) are primary */
    CQ_VEC(cq_entry) entries;
    cq_u32s starts;                         /* one more than there are options */
    cq_chars names;                         /* NUL-terminated, one after the other */
    cq_u32s colour_names;                   /* offsets into names */
    cq_name_index item_index, colour_index; /* see cq_cover_find_item; else empty */
    cq_factors factors;                     /* weights of options */
} cq_cover;

void cq_cover_free(cq_cover *cover); /* frees what is inside, leaves it empty */

static inline size_t cq_cover_options(const cq_cover *cover)
{
    return cover->starts.count ? cover->starts.count - 1 : 0;
}

/* The entry of an item that the option has. */
static inline uint32_t cq_cover_entry(const cq_cover *cover, uint32_t option,
                                      uint32_t item)
{
    uint32_t i = cover->starts.at[option];

    while (cover->entries.at[i].item != item)
        i++;
    cq_assert(i < cover->starts.at[option + 1]);
    return i;
}

static inline const cq_entry *cq_option_entries(const cq_cover *cover, size_t option,
                                                size_t *count)
{
    uint32_t start = cover->starts.at[option];

    *count = cover->starts.at[option + 1] - start;
    return cover->entries.at + start;
}

static inline bool cq_option_has(const cq_cover *cover, uint32_t option, uint32_t item)
{
    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++)
        if (cover->entries.at[i].item == item)
            return true;
    return false;
}

static inline const char *cq_item_name(const cq_cover *cover, uint32_t item)
{
    return cover->names.at + cover->items.at[item].name;
}

static inline const char *cq_colour_name(const cq_cover *cover, uint32_t colour)
{
    return cover->names.at + cover->colour_names.at[colour - 1];
}

/* Primary items before secondary ones; all items before the first option. */
cq_status cq_cover_add_item(cq_context *ctx, cq_cover *cover, const char *name,
                            size_t length, bool primary, uint32_t least, uint32_t most,
                            uint32_t *out);
cq_status cq_cover_add_colour(cq_context *ctx, cq_cover *cover, const char *name,
                              size_t length, uint32_t *out);
/* The number of an item, or of a colour (from 1), by its name; UINT32_MAX: there is
 * none. The first call makes an index, which follows what is added later. */
cq_status cq_cover_find_item(cq_context *ctx, cq_cover *cover, const char *name,
                             uint32_t *out);
cq_status cq_cover_find_colour(cq_context *ctx, cq_cover *cover, const char *name,
                               uint32_t *out);
/* An option is opened, filled and thereby the last one; entries must be of distinct
 * items. */
cq_status cq_cover_open_option(cq_context *ctx, cq_cover *cover);
cq_status cq_cover_add_entry(cq_context *ctx, cq_cover *cover, uint32_t item,
                             uint32_t colour);
/* Takes the last option away again. */
void cq_cover_drop_option(cq_cover *cover);

/* The options of each item, ascending: options[starts[i] .. starts[i + 1]). There is
 * room for one more start than there are items, and for all entries. */
cq_status cq_cover_by_item(cq_context *ctx, const cq_cover *cover, uint32_t *starts,
                           uint32_t *options);

/* Knuth's text format. Item names may be of any length. Options without a primary item
 * can never be needed: they are left out, with a note, and do not count. Writing fails
 * with CQ_INPUT if the text would not read back to the same cover. */
cq_status cq_cover_read(cq_context *ctx, const cq_text *text, cq_cover *out);
cq_status cq_cover_write(cq_context *ctx, const cq_cover *cover, FILE *out);
uint64_t cq_cover_hash(const cq_cover *cover, uint64_t hash);

/* Asserts what must hold: sizes agree, items in range and distinct in each option,
 * colours only on secondary items. */
bool cq_cover_check(const cq_cover *cover);

#endif
