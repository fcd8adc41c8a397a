/* guard.h - who may talk to the server. */
#ifndef CQ_WEB_GUARD_H
#define CQ_WEB_GUARD_H

#include <stdbool.h>
#include <stdint.h>

/* Whether an address stands for all addresses of this machine. */
bool cq_guard_everywhere(const char *host);
/* Whether a Host header names this server: its address, or a name of the loopback if it
 * listens there; any address in digits if it listens at all of them. A page of another
 * site whose name was made to point here (DNS rebinding) does not. */
bool cq_guard_host(const char *header, const char *host, uint16_t port);
/* Whether an Origin header is that of the page we serve; NULL, none, is fine. */
bool cq_guard_origin(const char *header, const char *host, uint16_t port);

#endif
