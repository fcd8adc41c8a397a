/* names.c - numbers for names.
 *
 * Covers and edge lists name their items and vertices; millions of options or edges
 * mention them again. The names stay where they are in the text: the table keeps
 * pointers to them, in order of first appearance, and finds them by open addressing
 * with linear probing.
 *
 *     list    [0] "a"   [1] "b"   [2] "colour"
 *     slots   - | h(b),2 | - | - | h(a),1 | h(colour),3 | - | -
 *
 * A slot is 64 bits: 32 bits of the hash, so that most mismatches are seen without
 * touching the name, and 1 + the number, so that 0 is a free slot. At most half of the
 * slots are taken; growing moves slots by their kept hash. Names are never removed.
 * Finding and adding cost O(length) expected, and 16 bytes plus 16 to 32 for the slots.
 */
#include "base/assert.h"
#include "problem/names.h"
#include "base/hash.h"
#include "base/utf8.h"

#include <string.h>

void cq_names_free(cq_names *names)
{
    cq_vec_free(&names->list);
    cq_free(names->slots);
    names->slots = NULL;
    names->slot_count = 0;
}

static uint32_t hash_of(const char *start, size_t length)
{
    uint64_t hash = cq_hash_bytes(CQ_HASH_START, start, length);

    return (uint32_t)(hash ^ (hash >> 32));
}

/* The slot that has the name, or the free one where it belongs. */
static size_t slot_of(const cq_names *names, uint32_t hash, const char *start,
                      size_t length)
{
    size_t mask = names->slot_count - 1;

    cq_assert(names->slot_count && (names->slot_count & mask) == 0);
    cq_assert(names->list.count < names->slot_count);

    for (size_t slot = hash & mask;; slot = (slot + 1) & mask) {
        uint64_t content = names->slots[slot];
        const cq_name *name;

        if (content == 0)
            return slot;
        if (content >> 32 != hash)
            continue;
        name = &names->list.at[(uint32_t)content - 1];
        if (name->length == length && memcmp(name->start, start, length) == 0)
            return slot;
    }
}

uint32_t cq_names_find(const cq_names *names, const char *start, size_t length)
{
    uint64_t content;

    if (names->slot_count == 0)
        return CQ_NO_NAME;
    content = names->slots[slot_of(names, hash_of(start, length), start, length)];
    return content ? (uint32_t)content - 1 : CQ_NO_NAME;
}

static cq_status grow(cq_context *ctx, cq_names *names)
{
    size_t count = names->slot_count ? names->slot_count * 2 : 16;
    uint64_t *slots = cq_zalloc(ctx, count, sizeof *slots);

    cq_try_memory(slots);
    for (size_t old = 0; old < names->slot_count; old++) {
        uint64_t content = names->slots[old];
        size_t slot = (size_t)(content >> 32) & (count - 1);

        if (content == 0)
            continue;
        while (slots[slot])
            slot = (slot + 1) & (count - 1);
        slots[slot] = content;
    }
    cq_assert(names->list.count < count / 2);
    cq_free(names->slots);
    names->slots = slots;
    names->slot_count = count;
    return CQ_OK;
}

cq_status cq_names_add(cq_context *ctx, cq_names *names, const char *start,
                       size_t length, uint32_t *out)
{
    uint32_t hash = hash_of(start, length);
    cq_name name = {start, length};
    size_t slot;

    if (names->list.count * 2 >= names->slot_count && grow(ctx, names) != CQ_OK)
        return CQ_MEMORY;
    slot = slot_of(names, hash, start, length);
    if (names->slots[slot]) {
        *out = (uint32_t)names->slots[slot] - 1;
        return CQ_OK;
    }
    if (names->list.count >= INT32_MAX)
        return cq_fail(ctx, CQ_INPUT, "more than %d different names", INT32_MAX);
    cq_try(cq_vec_push(ctx, &names->list, name));
    names->slots[slot] = (uint64_t)hash << 32 | names->list.count;
    *out = (uint32_t)names->list.count - 1;
    cq_assert(cq_names_find(names, start, length) == *out);
    return CQ_OK;
}

char **cq_names_copy(cq_context *ctx, const cq_names *names)
{
    size_t count = names->list.count, size = count * sizeof(char *);
    char **copy;
    char *at;

    for (size_t i = 0; i < count; i++)
        size += names->list.at[i].length + 1;
    copy = cq_alloc(ctx, size, 1);
    if (!copy)
        return NULL;
    at = (char *)(copy + count);
    for (size_t i = 0; i < count; i++) {
        cq_name name = names->list.at[i];

        copy[i] = at;
        memcpy(at, name.start, name.length);
        at[name.length] = '\0';
        at += name.length + 1;
    }
    cq_assert(at == (char *)copy + size);
    return copy;
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 127;
}

size_t cq_name_plain(const char *start, size_t length)
{
    size_t plain = 0, more = 1;

    for (; plain < length && more && !is_control(start[plain]); plain += more)
        more = cq_utf8_length(start + plain, length - plain);
    return plain;
}

bool cq_name_for_covers(const char *name)
{
    return *name && !strpbrk(name, ": |") &&
           cq_name_plain(name, strlen(name)) == strlen(name);
}

const char *cq_quoted(const char *start, size_t length, char buffer[CQ_QUOTED_SIZE])
{
    bool cut = length > CQ_QUOTED_SIZE - 6;
    size_t shown = cut ? CQ_QUOTED_SIZE - 6 : length;
    char *at = buffer;

    /* Not in the middle of a character of several bytes in UTF-8. */
    while (cut && shown > 0 && ((unsigned char)start[shown] & 0xc0) == 0x80)
        shown--;
    *at++ = '\'';
    for (size_t i = 0; i < shown; i++)
        *at++ = is_control(start[i]) ? '?' : start[i];
    cq_assert(at + 5 <= buffer + CQ_QUOTED_SIZE);
    memcpy(at, cut ? "...'" : "'", cut ? 5 : 2);
    return buffer;
}

cq_status cq_fail_found(cq_context *ctx, const cq_lines *lines, const char *start,
                        size_t length, const char *what, const char *none)
{
    char quoted[CQ_QUOTED_SIZE];

    return cq_fail_in(ctx, lines, start, "expected %s, found %s", what,
                      length ? cq_quoted(start, length, quoted) : none);
}
