/* request.h - what a request asks for, as the parts of src/web share it. */
#ifndef CQ_WEB_REQUEST_H
#define CQ_WEB_REQUEST_H

#include "base/text.h"
#include "web/web.h"

/* The member "problem" of a request; NULL: not said. */
typedef struct cq_posed {
    char *kind, *text, *pieces, *rules, *free, *weights, *leaper, *from, *to,
        *symmetric, *with, *without, *at, *magic;
    char *make; /* the kind of a puzzle that is to be made */
    bool closed, unweighted;
    bool tour, by_copies; /* of a sequence */
} cq_posed;

typedef struct cq_request {
    cq_context *ctx;
    const cq_web_limits *limits;
    cq_posed posed;
    char *goal_name, *format, *engine, *nth,
        *by;                              /* texts of the request; NULL: not said */
    char *ties, *move_order, *cut, *join; /* rules for tours, likewise */
    cq_text answer; /* the member "answer" as it stands in the request; empty: none */
    cq_problem *problem;
    cq_goal goal;
    bool is_sequence; /* there is no problem: the terms from `from` to `to` */
    uint64_t from, to;
    bool makes; /* nor here: a puzzle is made, by a cq_recipe of these members */
    bool fewest;
    uint64_t highest, rows, cols, solutions, easiest, hardest, tries;
    bool explains;  /* the answer is sent as steps */
    bool describes; /* nothing is solved */
    bool traces;    /* nor here: `steps` moves of the search, from `moves` on */
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

/* Reads the text, which must outlive the request, and poses its problem; free what is
 * inside also after a failure. */
cq_status cq_request_read(cq_context *ctx, const char *name, const char *text,
                          size_t size, const cq_web_limits *limits, cq_request *out);
/* The answer in the member "answer"; *out stays NULL if there is none. */
cq_status cq_request_answer(const cq_request *request, cq_answer **out);
void cq_request_free(cq_request *request);

#endif
