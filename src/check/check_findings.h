/* check_findings.h - the judges of goals that find more than solutions: the checker's
 * own. */
#ifndef CQ_CHECK_CHECK_FINDINGS_H
#define CQ_CHECK_CHECK_FINDINGS_H

#include "check/judge.h"

/* The most squares for which the checker lays dominoes itself. */
enum { CQ_PAIRING_MOST = 6000 };

/* An answer with the verdict yes to a goal that has findings. */
cq_status cq_judge_findings(cq_hearing *hearing, const cq_answer *answer);

/* Numbers of solutions by their parts or copies, and of one (check_tallies.c). */
cq_status cq_judge_tallies(cq_hearing *hearing, const cq_answer *answer);

/* Bounds on copies (check_bounds.c). */
cq_status cq_judge_bounds(cq_hearing *hearing, const cq_answer *answer);

/* How many tours use each move (check_move_odds.c). */
cq_status cq_judge_move_odds(cq_hearing *hearing, const cq_answer *answer);
/* The most pieces other than dominoes (check_packing.c). */
cq_status cq_judge_packing(cq_hearing *hearing, const cq_answer *answer);
cq_status cq_judge_forced(cq_hearing *hearing, const cq_answer *answer);
cq_status cq_judge_probabilities(cq_hearing *hearing, const cq_answer *answer);

#endif
