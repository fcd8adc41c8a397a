/* ask_patterns.h - what ranks ask each other about the patterns of a layer that they
 * have together: see ask_patterns.c. */
#ifndef CQ_ENGINE_PLUGS_ASK_PATTERNS_H
#define CQ_ENGINE_PLUGS_ASK_PATTERNS_H

#include "engine/plugs/plugs.h"

typedef CQ_VEC(cq_pattern) cq_plug_patterns;

/* In their order, each once. */
void cq_plug_patterns_once(cq_plug_patterns *list);
bool cq_plug_patterns_check(const cq_plug_patterns *list);
/* The first place whose pattern is not below this one. */
size_t cq_plug_patterns_from(const cq_plug_patterns *list, cq_pattern pattern);

/* What is written for one rank, in packets that go as they become large. */
typedef struct cq_plug_mail {
    cq_spread *spread;
    unsigned to;
    cq_parcel packet; /* put into it, and say so */
    size_t head;
} cq_plug_mail;

cq_status cq_plug_mail_put(cq_plug_mail *mail);
/* An exchange: each rank writes to all others. */
typedef cq_status cq_plug_write_fn(void *user, cq_plug_mail *mail);
cq_status cq_plug_mail_all(cq_plugs *plugs, cq_plug_write_fn *write, cq_packet_fn *take,
                           void *user);

/* Patterns that are wanted, each once and in their order, to the ranks in whose ranges
 * they are; `asked` has as many lists as there are ranks, and gets what each of them
 * wants. Not what this rank wants of its own range. All ranks come to it. */
cq_status cq_plug_ask(cq_plugs *plugs, const cq_pattern *borders,
                      const cq_plug_patterns *wanted, cq_plug_patterns *asked);

#endif
