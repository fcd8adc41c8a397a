/* member.h - the members of an object in a request, by a table of what is expected. */
#ifndef CQ_WEB_MEMBER_H
#define CQ_WEB_MEMBER_H

#include "base/json.h"

typedef enum cq_member_kind {
    CQ_MEMBER_TEXT,   /* const char *: to be freed with cq_free */
    CQ_MEMBER_FLAG,   /* bool */
    CQ_MEMBER_NUMBER, /* uint64_t */
    CQ_MEMBER_REAL,   /* double, from 0 */
    CQ_MEMBER_OBJECT, /* const cq_members: read into what they name */
    CQ_MEMBER_ANY     /* cq_text: the value as it stands in the request */
} cq_member_kind;

typedef struct cq_member {
    const char *key;
    cq_member_kind kind;
    const void *into; /* left as it is if the member is missing or null */
} cq_member;

typedef struct cq_members {
    const char *what; /* "the request": for messages */
    const cq_member *at;
    size_t count;
} cq_members;

/* Reads an object whose '{' has been read. Members that are not in the table, of
 * another kind, or there twice are CQ_INPUT. */
cq_status cq_members_read(cq_json *json, const cq_members *members);

#endif
