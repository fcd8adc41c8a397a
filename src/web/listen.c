/* listen.c - where the server listens, and what others call it: see listen.h. */
#include "web/listen.h"

#include "base/context.h"
#include "web/guard.h"

#include <arpa/inet.h>
#include <string.h>

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

    if (cq_guard_everywhere(host))
        host = six ? "::1" : "127.0.0.1";
    snprintf(out, size, six ? "http://[%s]:%u/" : "http://%s:%u/", host, port);
}
