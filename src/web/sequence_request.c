/* sequence_request.c - a family of boards, its terms as events.
 *
 *     {"kind": "sequence", "text": "4xN", "pieces": "L3*", "by_copies": false}
 *     {"kind": "sequence", "text": "6xN", "tour": true, "leaper": "1,2"}
 *
 *     term       {"n": 4, "value": "36"}, as soon as it is known
 *     sequence   the end: terms, recurrence and generating function, as
 *                'chequer sequence --json' prints them */
#include "web/events.h"

#include "base/assert.h"
#include "base/context.h"
#include "base/json.h"

#include <string.h>

enum { TERMS = 20 }; /* if the request does not say how many */

static void tell_term(void *user, uint64_t n, const char *value)
{
    cq_events *t = user;
    FILE *out = cq_event_begin(t);

    if (!out)
        return; /* the end has it, too */
    fputs("{\"n\": ", out);
    cq_json_put_u64(out, n);
    fputs(", \"value\": ", out);
    cq_json_put_string(out, value);
    fputs("}", out);
    cq_event_end(t, out, "term");
}

static cq_status tell_sequence(cq_events *t, cq_sequence *sequence)
{
    cq_context *ctx = t->request->ctx;
    FILE *out;

    cq_try(cq_sequence_find_recurrence(ctx, sequence));
    out = cq_event_begin(t);
    return cq_event_finish(t, out, "sequence",
                           out ? cq_sequence_write(ctx, sequence, CQ_SEQUENCE_JSON, out)
                               : CQ_OK);
}

/* Terms are limited as solutions are. */
static cq_status check_range(const cq_request *r, uint64_t to)
{
    uint64_t most = r->limits->solutions;

    if (to < r->from)
        return cq_fail(r->ctx, CQ_INPUT, "\"from\" is greater than \"to\"");
    if (most && to - r->from >= most)
        return cq_fail(r->ctx, CQ_INPUT, "at most %llu terms are counted here",
                       (unsigned long long)most);
    return CQ_OK;
}

cq_status cq_request_sequence(cq_events *events, cq_web_outcome *out)
{
    const cq_request *r = events->request;
    const cq_question *q = &r->question;
    uint64_t to = r->to ? r->to : r->from + TERMS - 1;
    bool drawn = strchr(q->text, '\n') != NULL;
    const cq_family family = {.size = sizeof family,
                              .board = drawn ? NULL : q->text,
                              .name = "board",
                              .text = drawn ? q->text : NULL,
                              .length = drawn ? strlen(q->text) : 0,
                              .pieces = q->pieces,
                              .tour = r->tour,
                              .open = q->open,
                              .leaper = q->leaper,
                              .by_copies = r->by_copies};
    cq_options options = r->options;
    cq_sequence *sequence = NULL;
    cq_status status;

    cq_try(check_range(r, to));
    options.user = events;
    options.on_progress = cq_event_progress;
    cq_try(cq_sequence_count(r->ctx, &family, r->from, to, &options, tell_term, events,
                             &sequence));
    *out = (cq_web_outcome){cq_sequence_terms(sequence) ? CQ_YES : CQ_UNKNOWN,
                            cq_sequence_stop(sequence)};
    cq_context_limit_time(r->ctx, 0); /* report what is known */
    cq_assert(cq_sequence_terms(sequence) <= to - r->from + 1);
    status = tell_sequence(events, sequence);
    cq_sequence_free(sequence);
    return status;
}
