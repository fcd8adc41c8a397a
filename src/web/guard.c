/* guard.c - who may talk to the server: see guard.h. */
#include "web/guard.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* "NAME:PORT"; the port may be left out where it is 80. */
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

bool cq_guard_host(const char *header, const char *host, uint16_t port)
{
    char bracketed[300];

    if (!header)
        return false;
    snprintf(bracketed, sizeof bracketed, strchr(host, ':') ? "[%s]" : "%s", host);
    if (is_at(header, bracketed, port))
        return true;
    return is_loopback(host) && is_at(header, "localhost", port);
}

bool cq_guard_origin(const char *header, const char *host, uint16_t port)
{
    static const char scheme[] = "http://";

    if (!header)
        return true;
    return strncasecmp(header, scheme, sizeof scheme - 1) == 0 &&
           cq_guard_host(header + sizeof scheme - 1, host, port);
}
