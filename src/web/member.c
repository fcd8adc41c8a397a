/* member.c - the members of an object in a request, by a table of what is expected.
 *
 * The request is read once, as a stream: each value goes where the table says. Only
 * texts are copied; a value that is another reader's business (an answer) is passed on
 * as it stands.
 */
#include "web/member.h"

#include "base/assert.h"

#include <string.h>

static cq_status refuse(cq_json *json, const char *key, const char *what)
{
    return cq_json_fail(json, "\"%s\" must be %s", key, what);
}

static cq_status take_text(cq_json *json, const cq_member *member, cq_json_kind kind)
{
    const char **into = (const char **)(uintptr_t)member->into;
    char *copy;

    if (kind != CQ_JSON_STRING)
        return refuse(json, member->key, "a string");
    cq_assert(!*into && strlen(json->value.at) <= json->value.count);
    copy = cq_strndup(json->ctx, json->value.at, json->value.count);
    cq_try_memory(copy);
    *into = copy;
    return CQ_OK;
}

static cq_status take_number(cq_json *json, const cq_member *member, cq_json_kind kind)
{
    uint64_t *into = (uint64_t *)(uintptr_t)member->into;

    if (kind != CQ_JSON_NUMBER ||
        !cq_parse_u64(json->value.at, strlen(json->value.at), INT64_MAX, into))
        return refuse(json, member->key, "a whole number from 0");
    return CQ_OK;
}

static cq_status take_flag(cq_json *json, const cq_member *member, cq_json_kind kind)
{
    if (kind != CQ_JSON_TRUE && kind != CQ_JSON_FALSE)
        return refuse(json, member->key, "true or false");
    *(bool *)(uintptr_t)member->into = kind == CQ_JSON_TRUE;
    return CQ_OK;
}

static cq_status take_real(cq_json *json, const cq_member *member, cq_json_kind kind)
{
    double value = kind == CQ_JSON_NUMBER ? cq_json_number(json) : -1;

    if (!(value >= 0))
        return refuse(json, member->key, "a number from 0");
    *(double *)(uintptr_t)member->into = value;
    return CQ_OK;
}

/* A value of any kind, which has not been read yet: from its first byte to its last. */
static cq_status take_any(cq_json *json, const cq_member *member)
{
    cq_text *into = (cq_text *)(uintptr_t)member->into;
    size_t from;

    cq_try(cq_json_skip_from(json, &from));
    cq_assert(from < json->at && json->at <= json->text.size);
    if (json->at - from == 4 && memcmp(json->text.data + from, "null", 4) == 0)
        return CQ_OK;
    *into = (cq_text){member->key, json->text.data + from, json->at - from};
    return CQ_OK;
}

static cq_status take(cq_json *json, const cq_member *member)
{
    cq_json_kind kind;

    if (member->kind == CQ_MEMBER_ANY)
        return take_any(json, member);
    cq_try(cq_json_next(json, &kind));
    if (kind == CQ_JSON_NULL)
        return CQ_OK;
    switch (member->kind) {
    case CQ_MEMBER_TEXT: return take_text(json, member, kind);
    case CQ_MEMBER_FLAG: return take_flag(json, member, kind);
    case CQ_MEMBER_NUMBER: return take_number(json, member, kind);
    case CQ_MEMBER_REAL: return take_real(json, member, kind);
    case CQ_MEMBER_OBJECT:
        return kind == CQ_JSON_OBJECT ? cq_members_read(json, member->into)
                                      : refuse(json, member->key, "an object");
    case CQ_MEMBER_ANY: break;
    }
    return CQ_OK;
}

/* No key stands twice, and each has its place. */
static bool check_table(const cq_members *members)
{
    for (size_t i = 0; i < members->count; i++) {
        cq_hold(*members->at[i].key && members->at[i].into);
        for (size_t k = 0; k < i; k++)
            cq_hold(strcmp(members->at[i].key, members->at[k].key) != 0 &&
                    members->at[i].into != members->at[k].into);
    }
    return members->count <= 64;
}

cq_status cq_members_read(cq_json *json, const cq_members *members)
{
    uint64_t seen = 0; /* bits of the table's rows: tables are short */
    bool more = true;
    cq_status status;

    cq_assert(check_table(members));
    while ((status = cq_json_key(json, &more)) == CQ_OK && more) {
        const char *key = json->value.at;
        size_t i = 0;

        while (i < members->count && strcmp(members->at[i].key, key) != 0)
            i++;
        if (i == members->count)
            return cq_json_fail(json, "%s has no member \"%.40s\"", members->what, key);
        if (seen >> i & 1)
            return cq_json_fail(json, "%s has \"%s\" twice", members->what, key);
        seen |= UINT64_C(1) << i;
        status = take(json, &members->at[i]);
        if (status != CQ_OK)
            return status;
    }
    return status;
}
