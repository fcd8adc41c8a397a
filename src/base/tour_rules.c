/* tour_rules.c - the names of the rules for tours: one list for each, so that a flag of
 * the command and a member of a request mean the same. */
#include "base/tour_rules.h"

#include <stddef.h>
#include <string.h>

const char *const cq_ties_names[] = {"number", "pohl",    "centre", "random",
                                     "most",   "largest", NULL};
const char *const cq_cut_names[] = {"farthest", "fewest", "even", NULL};
const char *const cq_join_names[] = {"number", "shortest", "longest", NULL};

int cq_rule_find(const char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}
