/* request.h - what a request asks for, as the parts of src/web share it. */
#ifndef CQ_WEB_REQUEST_H
#define CQ_WEB_REQUEST_H

#include "base/text.h"
#include "web/web.h"

/* What is to be done. */
typedef enum cq_job {
    CQ_JOB_SOLVE,
    CQ_JOB_EXPLAIN,  /* the answer is sent as steps */
    CQ_JOB_DESCRIBE, /* nothing is solved, nor below */
    CQ_JOB_TRACE,    /* `steps` moves of the search, from `moves` on */
    CQ_JOB_SEQUENCE, /* there is no problem: the terms from `from` to `to` */
    CQ_JOB_MAKE      /* nor here: a puzzle is made, as a cq_recipe says */
} cq_job;

typedef struct cq_request {
    cq_context *ctx;
    const cq_web_limits *limits;
    /* Texts of the request, here and in question and options; NULL: not given. */
    const char *kind, *goal_name, *format;
    const char *make;              /* the kind of a puzzle that is to be made */
    const char *ties, *cut, *join; /* rules for tours */
    cq_question question;          /* the rest of the member "problem" */
    bool closed;
    bool tour, by_copies; /* of a sequence */
    cq_text answer; /* the member "answer" as it stands in the request; empty: none */
    cq_problem *problem;
    cq_job job;
    cq_goal goal;
    uint64_t from, to;
    bool fewest; /* and more of a recipe */
    uint64_t highest, rows, cols, solutions, easiest, hardest, tries;
    uint64_t moves, steps;
    cq_options options;
} cq_request;

/* The problem in the member "problem" (pose.c). */
cq_status cq_request_pose(cq_request *request);

/* What the problem is made of, as JSON (describe.c). */
cq_status cq_request_describe(const cq_request *request, FILE *out);

/* A move of the classic search, and its whole state (trace_request.c). */
void cq_request_put_move(const cq_request *request, const cq_trace *trace, FILE *out);
void cq_request_put_trace(const cq_request *request, const cq_trace *trace, FILE *out);

/* Reads the text, which must outlive the request, and poses its problem, within the
 * limits; free what is inside also after a failure. */
cq_status cq_request_read(cq_context *ctx, const char *name, const char *text,
                          size_t size, const cq_web_limits *limits, cq_request *out);
/* The answer in the member "answer"; *out stays NULL if there is none. */
cq_status cq_request_answer(const cq_request *request, cq_answer **out);
void cq_request_free(cq_request *request);

#endif
