/* address.c - where the server listens, and who may talk to it: see address.h. */
#include "web/address.h"

#include "base/assert.h"
#include "base/context.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

/* "NAME:PORT"; the port may be left out if it is 80. */
static bool is_at(const char *text, const char *name, uint16_t port)
{
    char wanted[300];

    snprintf(wanted, sizeof wanted, "%s:%u", name, port);
    return strcasecmp(text, wanted) == 0 || (port == 80 && strcasecmp(text, name) == 0);
}

static bool is_loopback(const char *host)
{
    return strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0;
}

/* "ADDRESS:PORT" with an address in digits: no name, so nobody pointed it here. */
static bool is_numeric(const char *text, uint16_t port)
{
    unsigned char bytes[sizeof(struct in6_addr)];
    char name[INET6_ADDRSTRLEN + 2];
    const char *colon = strrchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);

    if (length < 2 || length >= sizeof name || (!colon && port != 80))
        return false;
    cq_assert(length + 1 <= sizeof name);
    memcpy(name, text, length);
    name[length] = '\0';
    if (!is_at(text, name, port))
        return false;
    if (name[0] != '[')
        return inet_pton(AF_INET, name, bytes) == 1;
    name[length - 1] = '\0';
    return inet_pton(AF_INET6, name + 1, bytes) == 1;
}

/* Whether an address stands for all addresses of this machine. */
static bool is_everywhere(const char *host)
{
    return strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0;
}

bool cq_guard_host(const char *header, const char *host, uint16_t port)
{
    char bracketed[300];

    if (!header)
        return false;
    snprintf(bracketed, sizeof bracketed, strchr(host, ':') ? "[%s]" : "%s", host);
    if (is_at(header, bracketed, port))
        return true;
    if (is_everywhere(host) && is_numeric(header, port))
        return true;
    return (is_loopback(host) || is_everywhere(host)) &&
           is_at(header, "localhost", port);
}

bool cq_guard_origin(const char *header, const char *host, uint16_t port)
{
    static const char scheme[] = "http://";

    if (!header)
        return true;
    return strncasecmp(header, scheme, sizeof scheme - 1) == 0 &&
           cq_guard_host(header + sizeof scheme - 1, host, port);
}

cq_status cq_listen_address(cq_context *ctx, const char *host, uint16_t port,
                            struct sockaddr_storage *out, bool *six)
{
    struct sockaddr_in *four_address = (struct sockaddr_in *)out;
    struct sockaddr_in6 *six_address = (struct sockaddr_in6 *)out;

    memset(out, 0, sizeof *out);
    *six = strchr(host, ':') != NULL;
    if (*six) {
        six_address->sin6_family = AF_INET6;
        six_address->sin6_port = htons(port);
        if (inet_pton(AF_INET6, host, &six_address->sin6_addr) == 1)
            return CQ_OK;
    } else {
        four_address->sin_family = AF_INET;
        four_address->sin_port = htons(port);
        if (inet_pton(AF_INET, host, &four_address->sin_addr) == 1)
            return CQ_OK;
    }
    return cq_fail(ctx, CQ_INPUT, "%s is not an address such as 127.0.0.1 or ::1",
                   host);
}

void cq_listen_link(const char *host, uint16_t port, char *out, size_t size)
{
    bool six = strchr(host, ':') != NULL;

    if (is_everywhere(host))
        host = six ? "::1" : "127.0.0.1";
    cq_assert(!is_everywhere(host) && strlen(host) + 20 < size);
    snprintf(out, size, six ? "http://[%s]:%u/" : "http://%s:%u/", host, port);
}
