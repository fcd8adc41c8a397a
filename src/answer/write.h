/* write.h - what the writers of answers share. */
#ifndef CQ_ANSWER_WRITE_H
#define CQ_ANSWER_WRITE_H

#include "answer/answer.h"

/* [[r,c],...] */
void cq_json_put_cells(FILE *out, const cq_board *board, const uint32_t *cells,
                       size_t count);
/* The keys of the findings, each after a comma; nothing if the goal has none. */
void cq_json_put_findings(FILE *out, const cq_problem *problem,
                          const cq_answer *answer);
/* The same for numbers of solutions (tallies.c), and as text. */
void cq_json_put_tallies(FILE *out, const cq_problem *problem, const cq_answer *answer);
cq_status cq_text_tallies(FILE *out, const cq_problem *problem,
                          const cq_answer *answer);

/* Bounds on copies (copy_bounds.c), and weights as members of a JSON object. */
cq_status cq_text_bounds(cq_context *ctx, FILE *out, const cq_problem *problem,
                         const cq_answer *answer);
void cq_json_put_bounds(FILE *out, const cq_problem *problem, const cq_findings *found);
void cq_json_put_weights(FILE *out, const cq_certificate *certificate);

/* An answer with findings and the verdict yes, as text. */
cq_status cq_text_findings(cq_context *ctx, FILE *out, const cq_problem *problem,
                           const cq_answer *answer);
/* The entries of an option, "b c:x". */
void cq_text_option(FILE *out, const cq_cover *cover, uint32_t option);
/* One solution, with '#' on the cells of `left` (which may be NULL). */
cq_status cq_text_tiling(cq_context *ctx, FILE *out, const cq_problem *problem,
                         const cq_solution *solution, const cq_u32s *left);

/* The letter for a copy that touches another of the same piece, if pieces are marked
 * with their own letters: the same in the other case; 0 if that is another piece's. */
char cq_text_twin(const cq_problem *problem, char initial);

/* A probability: 0.25, at most twelve digits, whatever the locale. */
#define CQ_SHARE_SIZE 24
const char *cq_share_text(double value, char text[CQ_SHARE_SIZE]);

#endif
