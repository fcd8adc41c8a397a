/* events.h - what a request tells while it runs, and at its end. */
#ifndef CQ_WEB_EVENTS_H
#define CQ_WEB_EVENTS_H

#include "web/request.h"

typedef struct cq_events {
    cq_request *request;
    cq_event_fn *tell;
    void *user;
    uint64_t told; /* solutions */
    char *text;    /* of the event that is being written */
    size_t size;
} cq_events;

/* A stream for the JSON of an event; NULL: out of memory. */
FILE *cq_event_begin(cq_events *events);
/* Ends the event and tells it: as one line, whatever the writers made. False: nobody
 * listens any more. */
bool cq_event_end(cq_events *events, FILE *out, const char *name);
/* Ends an event that was written with this status, and tells it if that is CQ_OK; gives
 * the status, or CQ_MEMORY if `out` is NULL. Nobody needs to listen. */
cq_status cq_event_finish(cq_events *events, FILE *out, const char *name,
                          cq_status status);

/* For cq_options: how far a search is. */
bool cq_event_progress(void *events, const cq_progress *progress);

/* The terms of a family of boards (sequence_request.c). */
cq_status cq_request_sequence(cq_events *events, cq_web_outcome *out);
/* A puzzle made to order (make_request.c). */
cq_status cq_request_make(cq_events *events);

#endif
