/* server.c - the local server: a static page, and requests answered in events.
 *
 *     GET  /, /page.css ...   the page, from the binary
 *     GET  /api/about         version, engines, limits
 *     POST /api/solve         a request; the answer is a stream of events
 *     POST /api/draw          a problem and an answer; the answer is a picture
 *
 * Each connection has a thread, which waits for the solver's events (stream.c). Nobody
 * is served who does not name this server as its host, or who comes from a page of
 * another origin; a request must be declared as JSON, which a form of another page
 * cannot do. Bodies, connections, and requests at the same time are limited, each with
 * an error that says so; what a request may use is limited in request.c.
 */
#include "base/assert.h"
#include "base/json.h"
#include "web/address.h"
#include "web/page.h"
#include "web/stream.h"

#include <errno.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum {
    IDLE_SECONDS = 20, /* without a byte, then a connection is closed */
    BODY_SECONDS = 60, /* for a whole body, then its connection is closed */
    BLOCK = 16384,     /* bytes of events at a time */
    CHECK_MS = 100,    /* between two questions whether to stop */
    ADMIT_MS = 1000,   /* that a request waits for others to end */
    ADMIT_STEP_MS = 20 /* between two looks */
};

typedef struct server {
    const cq_web_config *config;
    const char *host;
    _Atomic uint16_t port; /* known when the system has chosen one: others read it */
    atomic_uint running;   /* requests */
    atomic_uint open;      /* connections */
    atomic_bool stopping;
} server;

/* A request that is being received. */
typedef struct incoming {
    char *body;
    size_t size, room;
    size_t lost;  /* bytes beyond the limit, read so that the refusal is read, too */
    time_t begun; /* when its head was there */
} incoming;

typedef struct MHD_Connection connection;
typedef enum MHD_Result result;

/* ---- responses ---- */

static void add_headers(struct MHD_Response *response, const char *type)
{
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    MHD_add_response_header(
        response, "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: "
        "blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'");
}

static result send_response(connection *c, unsigned code, const char *type,
                            struct MHD_Response *response)
{
    result sent;

    if (!response)
        return MHD_NO;
    add_headers(response, type);
    if (!MHD_get_response_header(response, "Cache-Control"))
        MHD_add_response_header(response, "Cache-Control", "no-store");
    sent = MHD_queue_response(c, code, response);
    MHD_destroy_response(response);
    return sent;
}

/* The text is malloc'ed and moves into the response. */
static result send_text(connection *c, unsigned code, const char *type, char *text,
                        size_t size)
{
    return send_response(
        c, code, type,
        MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE));
}

static result send_error(connection *c, unsigned code, const char *message)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        return MHD_NO;
    fputs("{\"status\": \"refused\", \"message\": ", out);
    cq_json_put_string(out, message);
    fputs("}\n", out);
    fclose(out);
    return send_text(c, code, "application/json", text, size);
}

/* ---- the page ---- */

static const cq_page_file *find_file(const char *path)
{
    for (size_t i = 0; i < cq_page_count; i++)
        if (strcmp(cq_page_files[i].path, path) == 0)
            return &cq_page_files[i];
    return NULL;
}

static bool takes_gzip(connection *c)
{
    const char *takes =
        MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Accept-Encoding");

    return takes && strstr(takes, "gzip") && !strstr(takes, "gzip;q=0");
}

static result send_file(connection *c, const cq_page_file *file)
{
    const char *have = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "If-None-Match");
    bool same = have && strcmp(have, file->tag) == 0, packed = takes_gzip(c);
    const unsigned char *bytes = packed ? file->packed : file->bytes;
    size_t size = packed ? file->packed_size : file->size;
    struct MHD_Response *response = MHD_create_response_from_buffer(
        same ? 0 : size, (void *)(uintptr_t)bytes, MHD_RESPMEM_PERSISTENT);

    if (!response)
        return MHD_NO;
    if (packed && !same)
        MHD_add_response_header(response, "Content-Encoding", "gzip");
    MHD_add_response_header(response, "Vary", "Accept-Encoding");
    MHD_add_response_header(response, "ETag", file->tag);
    MHD_add_response_header(response, "Cache-Control", "no-cache");
    return send_response(c, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, file->type,
                         response);
}

static result send_about(connection *c, const server *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        return MHD_NO;
    cq_web_put_about(out, &s->config->limits, s->config->requests);
    fclose(out);
    return send_text(c, MHD_HTTP_OK, "application/json", text, size);
}

/* ---- requests ---- */

typedef struct listener {
    server *server;
    cq_stream *stream; /* of events; NULL: a picture is waited for */
    int socket;
} listener;

static bool went_away(int socket)
{
    struct pollfd peer = {.fd = socket, .events = POLLRDHUP};

    return poll(&peer, 1, 0) > 0 && peer.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

/* Whether nobody waits for an answer any more. */
static bool nobody_waits(void *user)
{
    const listener *l = user;

    return atomic_load(&l->server->stopping) || went_away(l->socket);
}

static ssize_t read_events(void *user, uint64_t at, char *buffer, size_t size)
{
    listener *l = user;
    ptrdiff_t taken = 0;

    (void)at;
    while (taken == 0) {
        if (nobody_waits(l))
            return MHD_CONTENT_READER_END_WITH_ERROR;
        taken = cq_stream_take(l->stream, buffer, size);
        cq_assert(taken <= (ptrdiff_t)size);
    }
    return taken > 0 ? (ssize_t)taken : MHD_CONTENT_READER_END_OF_STREAM;
}

static void end_events(void *user)
{
    listener *l = user;

    cq_stream_free(l->stream);
    cq_assert(atomic_load(&l->server->running) > 0);
    atomic_fetch_sub(&l->server->running, 1);
    free(l);
}

static int socket_of(connection *c)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);

    return info ? info->connect_fd : -1;
}

/* Whether one more may run; if so it counts. What was given up a moment ago may still
 * be ending, so a request waits a little before it is refused. */
static bool admit(connection *c, server *s)
{
    const struct timespec pause = {.tv_nsec = ADMIT_STEP_MS * 1000000L};

    for (int waited = 0; waited < ADMIT_MS; waited += ADMIT_STEP_MS) {
        if (atomic_fetch_add(&s->running, 1) < s->config->requests)
            return true;
        atomic_fetch_sub(&s->running, 1);
        if (atomic_load(&s->stopping) || went_away(socket_of(c)))
            break;
        nanosleep(&pause, NULL);
    }
    return false;
}

static result send_busy(connection *c, const server *s)
{
    char message[120];

    snprintf(message, sizeof message,
             "%u requests are running here already; try again when one is done",
             s->config->requests);
    return send_error(c, MHD_HTTP_SERVICE_UNAVAILABLE, message);
}

static result start_solving(connection *c, server *s, incoming *in)
{
    struct MHD_Response *response;
    listener *l;

    cq_assert(in->body && in->size > 0 && !in->lost);
    if (!admit(c, s))
        return send_busy(c, s);
    l = calloc(1, sizeof *l);
    if (l) {
        l->server = s;
        l->socket = socket_of(c);
        l->stream = cq_stream_start(in->body, in->size, &s->config->limits);
        in->body = NULL; /* it moved */
    }
    if (!l || !l->stream) {
        free(l);
        atomic_fetch_sub(&s->running, 1);
        return send_error(c, MHD_HTTP_SERVICE_UNAVAILABLE, "out of memory");
    }
    response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_events,
                                                 l, end_events);
    if (!response)
        end_events(l);
    return send_response(c, MHD_HTTP_OK, "text/event-stream", response);
}

/* A picture counts as a request. */
static result start_drawing(connection *c, server *s, const incoming *in)
{
    listener waiter = {.server = s, .socket = socket_of(c)};
    cq_drawn drawn;
    bool there;

    if (!admit(c, s))
        return send_busy(c, s);
    there = cq_draw_job(in->body, in->size, &s->config->limits, nobody_waits, &waiter,
                        &drawn);
    atomic_fetch_sub(&s->running, 1);
    if (!there)
        return MHD_NO;
    return send_text(c, drawn.right ? MHD_HTTP_OK : MHD_HTTP_BAD_REQUEST, drawn.type,
                     drawn.text, drawn.size);
}

/* ---- receiving ---- */

static size_t most_of(const server *s)
{
    return s->config->limits.body ? s->config->limits.body : SIZE_MAX;
}

/* False if the connection is to be closed: out of memory, or no end in sight. */
static bool keep_bytes(incoming *in, const char *bytes, size_t size, size_t most)
{
    enum { PATIENCE = 16 }; /* times the limit */
    size_t room = in->room ? in->room : 4096;
    char *grown;

    cq_assert(in->size <= in->room && in->size <= most);
    if (in->lost || size > most - in->size) {
        in->lost += size;
        return in->lost / PATIENCE <= most;
    }
    while (room - in->size < size)
        room *= 2;
    if (room > in->room) {
        grown = realloc(in->body, room);
        if (!grown)
            return false;
        in->body = grown;
        in->room = room;
    }
    memcpy(in->body + in->size, bytes, size);
    in->size += size;
    return true;
}

/* "application/json", with or without parameters. */
static bool is_json(const char *type)
{
    static const char json[] = "application/json";

    return type && strncasecmp(type, json, sizeof json - 1) == 0 &&
           strchr("; ", type[sizeof json - 1]);
}

static result count_host(void *user, enum MHD_ValueKind kind, const char *name,
                         const char *value)
{
    (void)kind;
    (void)value;
    *(int *)user += strcasecmp(name, "Host") == 0;
    return MHD_YES;
}

/* What a request may not be, before its body is read; 0: it may. */
static unsigned refusal(connection *c, const server *s, const char *method,
                        const char **why)
{
    const char *host = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Host");
    const char *origin = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Origin");
    const char *type = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Content-Type");
    int hosts = 0;
    unsigned code = 0;

    MHD_get_connection_values(c, MHD_HEADER_KIND, count_host, &hosts);
    if (atomic_load(&s->open) > s->config->connections) {
        *why = "too many connections are open here; try again when one is closed";
        code = MHD_HTTP_SERVICE_UNAVAILABLE;
    } else if (hosts != 1 || !cq_guard_host(host, s->host, s->port)) {
        *why = "this server is not the host that was asked for";
        code = MHD_HTTP_FORBIDDEN;
    } else if (!cq_guard_origin(origin, s->host, s->port)) {
        *why = "pages of other sites are not served";
        code = MHD_HTTP_FORBIDDEN;
    } else if (strcmp(method, "POST") == 0 && !is_json(type)) {
        *why = "a request must have the type application/json";
        code = MHD_HTTP_UNSUPPORTED_MEDIA_TYPE;
    }
    cq_assert((code != 0) == (*why != NULL));
    return code;
}

static result send_too_large(connection *c, const server *s)
{
    char message[120];

    snprintf(message, sizeof message,
             "the request is too large: at most %zu bytes are allowed", most_of(s));
    return send_error(c, MHD_HTTP_CONTENT_TOO_LARGE, message);
}

static result answer_get(connection *c, const server *s, const char *path)
{
    const cq_page_file *file = find_file(path);

    if (file)
        return send_file(c, file);
    if (strcmp(path, "/api/about") == 0)
        return send_about(c, s);
    return send_error(c, MHD_HTTP_NOT_FOUND, "there is nothing at this address");
}

static result answer(connection *c, server *s, const char *path, const char *method,
                     incoming *in)
{
    bool solve = strcmp(path, "/api/solve") == 0;
    bool post = solve || strcmp(path, "/api/draw") == 0; /* else GET */
    bool right = strcmp(method, post ? "POST" : "GET") == 0 ||
                 (!post && strcmp(method, "HEAD") == 0);

    if (!right)
        return send_error(c, MHD_HTTP_METHOD_NOT_ALLOWED,
                          "this address does not support that method");
    if (!post)
        return answer_get(c, s, path);
    if (in->size == 0)
        return send_error(c, MHD_HTTP_BAD_REQUEST, "the request is empty");
    return solve ? start_solving(c, s, in) : start_drawing(c, s, in);
}

static time_t now(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec;
}

/* Called at the head of a request, for each piece of its body, and at its end. */
static result handle(void *user, connection *c, const char *path, const char *method,
                     const char *version, const char *bytes, size_t *size, void **state)
{
    server *s = user;
    incoming *in = *state;
    const char *why = NULL;
    unsigned code;

    (void)version;
    if (!in) {
        in = *state = calloc(1, sizeof *in);
        if (!in)
            return MHD_NO;
        in->begun = now();
        code = refusal(c, s, method, &why);
        return code ? send_error(c, code, why) : MHD_YES;
    }
    if (*size) {
        bool kept = now() - in->begun <= BODY_SECONDS &&
                    keep_bytes(in, bytes, *size, most_of(s));

        *size = 0;
        return kept ? MHD_YES : MHD_NO; /* NO closes the connection */
    }
    if (in->lost)
        return send_too_large(c, s);
    return answer(c, s, path, method, in);
}

static void forget(void *user, connection *c, void **state,
                   enum MHD_RequestTerminationCode code)
{
    incoming *in = *state;

    (void)user;
    (void)c;
    (void)code;
    if (in)
        free(in->body);
    free(in);
    *state = NULL;
}

/* Paths are taken as they come: none of ours needs an escape. */
static size_t as_it_is(void *user, connection *c, char *text)
{
    (void)user;
    (void)c;
    return strlen(text);
}

static void count_connection(void *user, connection *c, void **state,
                             enum MHD_ConnectionNotificationCode code)
{
    server *s = user;

    (void)c;
    (void)state;
    cq_assert(code == MHD_CONNECTION_NOTIFY_STARTED || atomic_load(&s->open) > 0);
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        atomic_fetch_add(&s->open, 1);
    else
        atomic_fetch_sub(&s->open, 1);
}

/* ---- the server ---- */

/* Beyond the limit as many connections again are accepted, to tell them why not. */
static struct MHD_Daemon *start(server *s, const struct sockaddr_storage *address,
                                bool six)
{
    unsigned flags =
        MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL;

    return MHD_start_daemon(
        flags | (six ? MHD_USE_IPv6 : 0u), s->port, NULL, NULL, handle, s,
        MHD_OPTION_SOCK_ADDR, address, MHD_OPTION_NOTIFY_COMPLETED, forget, NULL,
        MHD_OPTION_NOTIFY_CONNECTION, count_connection, s, MHD_OPTION_UNESCAPE_CALLBACK,
        as_it_is, NULL, MHD_OPTION_CONNECTION_LIMIT, 2 * s->config->connections,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_END);
}

static void serve(server *s)
{
    const cq_web_config *config = s->config;
    const struct timespec pause = {.tv_nsec = CHECK_MS * 1000000L};
    char address[320];

    cq_listen_link(s->host, s->port, address, sizeof address);
    config->on_ready(config->user, address);
    while (!config->stops(config->user))
        nanosleep(&pause, NULL);
    atomic_store(&s->stopping, true);
}

/* *out is NULL, and errno says why, if nobody can listen there. */
static cq_status try_port(cq_context *ctx, server *s, struct MHD_Daemon **out)
{
    struct sockaddr_storage address;
    bool six;

    cq_try(cq_listen_address(ctx, s->host, s->port, &address, &six));
    errno = 0;
    *out = start(s, &address, six);
    return CQ_OK;
}

cq_status cq_web_serve(cq_context *ctx, const cq_web_config *config)
{
    server s = {.config = config,
                .host = config->host ? config->host : "127.0.0.1",
                .port = config->port};
    struct MHD_Daemon *daemon = NULL;
    const union MHD_DaemonInfo *info;

    cq_try(try_port(ctx, &s, &daemon));
    if (!daemon && config->any_port) {
        s.port = 0;
        cq_try(try_port(ctx, &s, &daemon));
    }
    if (!daemon)
        return cq_fail(ctx, CQ_IO, "cannot listen on %s, port %u: %s", s.host, s.port,
                       errno ? strerror(errno) : "the system refused");
    info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    if (info)
        s.port = info->port;
    serve(&s);
    MHD_stop_daemon(daemon);
    return CQ_OK;
}
