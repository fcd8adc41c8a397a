/* request.h - what a request asks for, as the parts of src/web share it. */
#ifndef CQ_WEB_REQUEST_H
#define CQ_WEB_REQUEST_H

#include "web/web.h"

#include <jansson.h>

typedef struct cq_request {
    cq_context *ctx;
    json_t *tree;
    const cq_web_limits *limits;
    cq_problem *problem;
    cq_goal goal;
    bool describes; /* nothing is solved */
    cq_options options;
} cq_request;

/* The problem in the member "problem" (pose.c). */
cq_status cq_request_pose(cq_request *request);

/* The answer in the member "answer", as the server gave it; *out stays as it is where
 * there is none. */
cq_status cq_request_answer(const cq_request *request, cq_answer **out);

/* What the problem is made of, as JSON (describe.c). */
cq_status cq_request_describe(const cq_request *request, FILE *out);

/* A member of an object by its key, or NULL; CQ_INPUT where it is of another kind. */
cq_status cq_member_text(cq_context *ctx, const json_t *object, const char *key,
                         const char **out);
cq_status cq_member_flag(cq_context *ctx, const json_t *object, const char *key,
                         bool *out);
cq_status cq_member_number(cq_context *ctx, const json_t *object, const char *key,
                           uint64_t *out);
cq_status cq_member_real(cq_context *ctx, const json_t *object, const char *key,
                         double *out);
/* CQ_INPUT where the object has a member that is not in the list. */
cq_status cq_members_known(cq_context *ctx, const json_t *object, const char *what,
                           const char *const *known);

/* Reads the text and poses its problem; free what is inside also after a failure. */
cq_status cq_request_read(cq_context *ctx, const char *name, const char *text,
                          size_t size, const cq_web_limits *limits, cq_request *out);
void cq_request_free(cq_request *request);

#endif
