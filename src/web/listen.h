/* listen.h - where the server listens, and what others call it. */
#ifndef CQ_WEB_LISTEN_H
#define CQ_WEB_LISTEN_H

#include "web/web.h"

#include <sys/socket.h>

/* The address of a host in digits, of either family; *six: it is one of version 6. */
cq_status cq_listen_address(cq_context *ctx, const char *host, uint16_t port,
                            struct sockaddr_storage *out, bool *six);
/* What a browser on this machine is to open: an address that stands for all of them is
 * none to go to, so that of the loopback takes its place. */
void cq_listen_link(const char *host, uint16_t port, char *out, size_t size);

#endif
