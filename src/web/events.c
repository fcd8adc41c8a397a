/* events.c - an event: a name, and one line of JSON written as to a file. */
#include "web/events.h"

#include "base/assert.h"
#include "base/context.h"
#include "base/json.h"

#include <stdlib.h>

FILE *cq_event_begin(cq_events *events)
{
    events->text = NULL;
    events->size = 0;
    return open_memstream(&events->text, &events->size);
}

bool cq_event_end(cq_events *events, FILE *out, const char *name)
{
    cq_events *e = events;
    bool told = fclose(out) == 0;

    for (size_t i = 0; told && i < e->size; i++)
        if (e->text[i] == '\n')
            e->text[i] = ' ';
    while (e->size && e->text[e->size - 1] == ' ')
        e->size--;
    cq_assert(!told || (e->size > 1 && *e->text == '{' && e->text[e->size - 1] == '}'));
    told = told && e->tell(e->user, name, e->text, e->size);
    free(e->text);
    return told;
}

cq_status cq_event_finish(cq_events *events, FILE *out, const char *name,
                          cq_status status)
{
    if (!out && status == CQ_OK)
        return cq_fail(events->request->ctx, CQ_MEMORY, "out of memory");
    if (out && status == CQ_OK) {
        (void)cq_event_end(events, out, name);
    } else if (out) {
        fclose(out);
        free(events->text);
    }
    return status;
}

bool cq_event_progress(void *events, const cq_progress *progress)
{
    cq_events *t = events;
    FILE *out = cq_event_begin(t);

    cq_assert(progress->share <= 1 && progress->seconds >= 0);
    if (!out)
        return false;
    fputs("{\"share\": ", out);
    if (progress->share >= 0)
        fprintf(out, "%.6f", progress->share);
    else
        fputs("null", out);
    fputs(", \"found\": ", out);
    cq_json_put_u64(out, progress->found);
    fputs(", \"work\": ", out);
    cq_json_put_u64(out, progress->work);
    fputs(", \"unit\": ", out);
    cq_json_put_string(out, progress->unit);
    fprintf(out, ", \"seconds\": %.3f}", progress->seconds);
    return cq_event_end(t, out, "progress");
}
