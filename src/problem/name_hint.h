/* name_hint.h - did you mean ...? for the names of pieces and leapers. */
#ifndef CQ_PROBLEM_NAME_HINT_H
#define CQ_PROBLEM_NAME_HINT_H

#include "base/context.h"

/* After CQ_INPUT about a list of pieces, or a leaper: the same message, with the name
 * that was meant, if one is near. Both return CQ_INPUT. */
cq_status cq_hint_pieces(cq_context *ctx, const char *list);
cq_status cq_hint_leaper(cq_context *ctx, const char *list);

#endif
