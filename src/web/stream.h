/* stream.h - requests in threads: events as the body of a response, and pictures. */
#ifndef CQ_WEB_STREAM_H
#define CQ_WEB_STREAM_H

#include "web/web.h"

#include <stdatomic.h>

typedef struct cq_stream cq_stream;

/* Starts the solver; the text moves into the stream, also if it fails. */
cq_stream *cq_stream_start(char *text, size_t size, const cq_web_limits *limits);
/* Reads at most `size` bytes, waiting a moment for some. 0: nothing came; see whether
 * anybody still listens and try again. -1: that was all. */
ptrdiff_t cq_stream_take(cq_stream *stream, char *buffer, size_t size);
/* Cancels what still runs, waits for its end, and frees it. */
void cq_stream_free(cq_stream *stream);

/* Draws what the request asks for (draw_job.c); `gone` is called a few times a second
 * and cancels if it returns true. False: it was cancelled, or there is no memory for a
 * thread; nothing has to be freed. */
bool cq_draw_job(const char *text, size_t size, const cq_web_limits *limits,
                 bool (*gone)(void *user), void *user, cq_drawn *out);

#endif
