/* member.c - the members of a request, by their keys and kinds. */
#include "web/request.h"

#include <math.h>
#include <string.h>

static cq_status refuse(cq_context *ctx, const char *key, const char *what)
{
    return cq_fail(ctx, CQ_INPUT, "\"%s\" must be %s", key, what);
}

cq_status cq_member_text(cq_context *ctx, const json_t *object, const char *key,
                         const char **out)
{
    const json_t *value = json_object_get(object, key);

    if (!value || json_is_null(value))
        return CQ_OK;
    if (!json_is_string(value))
        return refuse(ctx, key, "a string");
    if (strlen(json_string_value(value)) != json_string_length(value))
        return refuse(ctx, key, "a string without NUL characters");
    *out = json_string_value(value);
    return CQ_OK;
}

cq_status cq_member_flag(cq_context *ctx, const json_t *object, const char *key,
                         bool *out)
{
    const json_t *value = json_object_get(object, key);

    if (!value || json_is_null(value))
        return CQ_OK;
    if (!json_is_boolean(value))
        return refuse(ctx, key, "true or false");
    *out = json_is_true(value);
    return CQ_OK;
}

cq_status cq_member_number(cq_context *ctx, const json_t *object, const char *key,
                           uint64_t *out)
{
    const json_t *value = json_object_get(object, key);

    if (!value || json_is_null(value))
        return CQ_OK;
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return refuse(ctx, key, "a whole number from 0");
    *out = (uint64_t)json_integer_value(value);
    return CQ_OK;
}

cq_status cq_member_real(cq_context *ctx, const json_t *object, const char *key,
                         double *out)
{
    const json_t *value = json_object_get(object, key);

    if (!value || json_is_null(value))
        return CQ_OK;
    if (!json_is_number(value) || !(json_number_value(value) >= 0))
        return refuse(ctx, key, "a number from 0");
    *out = json_number_value(value);
    return CQ_OK;
}

cq_status cq_members_known(cq_context *ctx, const json_t *object, const char *what,
                           const char *const *known)
{
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        const char *const *at = known;

        while (*at && strcmp(*at, key) != 0)
            at++;
        if (!*at)
            return cq_fail(ctx, CQ_INPUT, "%s has no member \"%.40s\"", what, key);
    }
    return CQ_OK;
}
