/* address.h - where the server listens, what others call it, and who may talk to it. */
#ifndef CQ_WEB_ADDRESS_H
#define CQ_WEB_ADDRESS_H

#include "web/web.h"

#include <sys/socket.h>

/* The address of a host in digits, of either family; *six: it is one of version 6. */
cq_status cq_listen_address(cq_context *ctx, const char *host, uint16_t port,
                            struct sockaddr_storage *out, bool *six);
/* What a browser on this machine is to open: an address that stands for all of them is
 * none to go to, so that of the loopback takes its place. */
void cq_listen_link(const char *host, uint16_t port, char *out, size_t size);

/* Whether a Host header names this server: its address, or a name of the loopback if it
 * listens there; any address in digits if it listens at all of them. A page of another
 * site whose name was made to point here (DNS rebinding) does not. */
bool cq_guard_host(const char *header, const char *host, uint16_t port);
/* Whether an Origin header is that of the page we serve; NULL, none, is fine. */
bool cq_guard_origin(const char *header, const char *host, uint16_t port);

#endif
