/* tour_rules.h - the names of the rules for tours, as flags and requests have them. */
#ifndef CQ_BASE_TOUR_RULES_H
#define CQ_BASE_TOUR_RULES_H

/* In the order of cq_ties, cq_cut and cq_join; NULL after the last. */
extern const char *const cq_ties_names[];
extern const char *const cq_cut_names[];
extern const char *const cq_join_names[];

/* The number of a name in such a list; -1: it is not there. */
int cq_rule_find(const char *const *names, const char *name);

#endif
