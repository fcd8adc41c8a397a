/* guard.c - who may talk to the server: see guard.h. */
#include "web/guard.h"

#include <arpa/inet.h>
#include <stddef.h>
#include <stdio.h>
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
    memcpy(name, text, length);
    name[length] = '\0';
    if (!is_at(text, name, port))
        return false;
    if (name[0] != '[')
        return inet_pton(AF_INET, name, bytes) == 1;
    name[length - 1] = '\0';
    return inet_pton(AF_INET6, name + 1, bytes) == 1;
}

bool cq_guard_everywhere(const char *host)
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
    if (cq_guard_everywhere(host) && is_numeric(header, port))
        return true;
    return (is_loopback(host) || cq_guard_everywhere(host)) &&
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
