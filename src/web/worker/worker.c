/* worker.c - requests answered inside a browser.
 *
 * The library and the code for requests are compiled to WebAssembly; this is all that
 * is added. A worker of the page (machine.js) writes a request into room that it asked
 * for, and calls the function that is named as the address of the request on the server
 * (docs/protocol.md). Events go out through the one function that is imported, while
 * the call lasts:
 *
 *     api/solve   the events of the request
 *     api/draw    one whose name is the type of the picture, or "error"
 *     api/about   "about"
 *
 * Whoever gives up a request ends its worker; so nobody is asked whether to go on.
 */
#include "web/web.h"

#include <stdlib.h>

/* An event goes to the host: a name that ends in NUL, and bytes. */
__attribute__((import_module("chequer"), import_name("event"))) extern void
send_event(const char *name, const char *bytes, size_t size);

/* What the host calls. A request moves in; true: it was answered, false: out of memory.
 */
#define EXPORT(name) __attribute__((used, export_name(name)))
EXPORT("room") char *cq_worker_room(size_t size);
EXPORT("api/solve") bool cq_worker_solve(char *text, size_t size);
EXPORT("api/draw") bool cq_worker_draw(char *text, size_t size);
EXPORT("api/about") bool cq_worker_about(char *text, size_t size);

char *cq_worker_room(size_t size)
{
    return malloc(size);
}

static bool tell(void *user, const char *name, const char *json, size_t size)
{
    (void)user;
    send_event(name, json, size);
    return true;
}

bool cq_worker_solve(char *text, size_t size)
{
    cq_context *ctx = cq_context_new();
    cq_web_limits limits = cq_web_usual_limits;
    cq_web_outcome outcome;

    limits.threads = 0; /* as many as the page asks for; worker_threads.c */
    if (ctx)
        (void)cq_web_request(ctx, "request", text, size, &limits, tell, NULL, &outcome);
    free(text);
    if (!ctx)
        return false;
    cq_context_free(ctx);
    return true;
}

bool cq_worker_draw(char *text, size_t size)
{
    cq_context *ctx = cq_context_new();
    cq_drawn drawn = {0};
    bool told;

    if (ctx)
        cq_web_picture(ctx, text, size, &cq_web_usual_limits, &drawn);
    told = drawn.text;
    if (told)
        send_event(drawn.right ? drawn.type : "error", drawn.text, drawn.size);
    free(drawn.text);
    cq_context_free(ctx);
    free(text);
    return told;
}

bool cq_worker_about(char *text, size_t size)
{
    char *about = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&about, &length);
    bool told;

    (void)size;
    free(text);
    if (!out)
        return false;
    cq_web_put_about(out, &cq_web_usual_limits, 1);
    told = fclose(out) == 0;
    if (told)
        send_event("about", about, length);
    free(about);
    return told;
}
