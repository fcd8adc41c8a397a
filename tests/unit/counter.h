/* counter.h - what an engine counted, by name. */
#ifndef CQ_TESTS_UNIT_COUNTER_H
#define CQ_TESTS_UNIT_COUNTER_H

#include "answer/answer.h"
#include "context.h"

static uint64_t counter(const cq_answer *answer, const char *name)
{
    for (size_t i = 0; i < answer->counters.count; i++)
        if (strcmp(answer->counters.at[i].name, name) == 0)
            return answer->counters.at[i].value;
    fail_msg("no counter %s", name);
    return 0;
}

#endif
