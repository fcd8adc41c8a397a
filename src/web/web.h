/* web.h - requests in JSON, from a file, over HTTP or in a browser, and the page that
 * makes them.
 *
 * One protocol serves all: a request names a problem, a goal and options; events come
 * back, each a name and a JSON text, the last one `answer` or `error`. docs/protocol.md
 * describes it.
 *
 *     request.c   a request read, run, and answered in events
 *     events.c    an event, written as to a file
 *     member.c    the members of a request, by a table
 *     pose.c      the problem of a request
 *     about.c     what answers, and what it allows
 *     worker.c    the same requests inside a browser, compiled to WebAssembly
 *     server.c    HTTP: routes, limits, the static page
 *     address.c   where it listens, what others call it, and who may talk to it
 *     stream.c    a solver in a thread, its events as a response
 *     draw_job.c  a picture drawn in a thread
 */
#ifndef CQ_WEB_WEB_H
#define CQ_WEB_WEB_H

#include "chequer.h"

#include <stdio.h>

/* What a request may use; 0: no limit. */
typedef struct cq_web_limits {
    size_t body;        /* bytes of a request */
    uint64_t cells;     /* of a board's grid, vertices of a graph, entries of a cover */
    double seconds;     /* that a search may take */
    size_t memory;      /* bytes */
    unsigned threads;   /* at most, and 1 unless the request says more */
    uint64_t solutions; /* that are sent */
} cq_web_limits;

/* What one may use unless somebody says otherwise. */
extern const cq_web_limits cq_web_usual_limits;

typedef struct cq_web_config {
    const char *host;               /* address to listen at; NULL: 127.0.0.1 */
    uint16_t port;                  /* 0: any that is free */
    bool any_port;                  /* another one if that is taken */
    unsigned requests, connections; /* at the same time */
    cq_web_limits limits;
    /* Called once it listens. */
    void (*on_ready)(void *user, const char *address);
    /* Asked now and then; true ends the server. */
    bool (*stops)(void *user);
    void *user;
} cq_web_config;

/* Serves until it is stopped. */
cq_status cq_web_serve(cq_context *ctx, const cq_web_config *config);

/* An event: `json` is one line. False: nobody listens any more. */
typedef bool cq_event_fn(void *user, const char *name, const char *json, size_t size);

/* Runs the request in the text, and reports what happens. Its own mistakes are reported
 * as an event, too; the status is for the caller: CQ_OK if the last event was an
 * answer, whose verdict and stop are then in *out. */
typedef struct cq_web_outcome {
    cq_verdict verdict;
    cq_stop stop;
} cq_web_outcome;

cq_status cq_web_request(cq_context *ctx, const char *name, const char *text,
                         size_t size, const cq_web_limits *limits, cq_event_fn *tell,
                         void *user, cq_web_outcome *out);

/* A picture as the request asks for: problem, answer, format. */
typedef struct cq_drawn {
    char *text; /* malloc'ed: the picture, or an error as JSON; NULL: out of memory */
    size_t size;
    const char *type; /* of the content */
    bool right;       /* it is a picture */
} cq_drawn;

void cq_web_picture(cq_context *ctx, const char *text, size_t size,
                    const cq_web_limits *limits, cq_drawn *out);

/* Version, engines, formats of pictures and limits, as JSON; `requests` may run at the
 * same time. */
void cq_web_put_about(FILE *out, const cq_web_limits *limits, unsigned requests);

/* A puzzle made to order, as JSON (make_request.c): its text, its solutions and how it
 * was made; the text alone; and its kind by name. */
cq_status cq_web_put_made(FILE *out, cq_context *ctx, const cq_recipe *recipe,
                          const cq_made *made);
cq_status cq_web_put_puzzle(FILE *out, cq_context *ctx, const cq_made *made);

/* The context's message as JSON: {"status": "input", "message": ..., "line": ...}. */
void cq_web_put_error(FILE *out, const cq_context *ctx, cq_status status);

#endif
