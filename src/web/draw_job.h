/* draw_job.h - a picture drawn in a thread, given up when nobody waits for it. */
#ifndef CQ_WEB_DRAW_JOB_H
#define CQ_WEB_DRAW_JOB_H

#include "web/web.h"

/* Draws what the request asks for; `gone` is asked some times a second, and true
 * cancels. False: it was cancelled, or there is no memory for a thread; nothing is to
 * be freed. */
bool cq_draw_job(const char *text, size_t size, const cq_web_limits *limits,
                 bool (*gone)(void *user), void *user, cq_drawn *out);

#endif
