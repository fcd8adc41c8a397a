/* properties.h - what is claimed to hold for every input; the table is in properties.c.
 */
#ifndef CQ_TESTS_PROPERTIES_H
#define CQ_TESTS_PROPERTIES_H

#include "prop.h"

__attribute__((format(printf, 2, 3))) outcome fails(trial *t, const char *format, ...);

/* ---- judged.c ---- */
/* The checker's verdict must be `wanted`. */
outcome judged(trial *t, const cq_problem *problem, const cq_answer *answer,
               cq_verdict wanted);
/* Makes an answer wrong; false: it cannot. */
typedef bool spoil_fn(const cq_problem *problem, cq_answer *answer);
/* The answer as JSON, read again, is right, and wrong once it is spoiled. */
outcome judged_as_json(trial *t, const cq_problem *problem, const cq_answer *answer,
                       spoil_fn *spoil);

/* ---- reading.c ---- */
outcome art_reads_back(trial *t);
outcome names_read_back(trial *t);
outcome symmetries_are_right(trial *t);
outcome problem_reads_back(trial *t);

/* ---- solving.c ---- */
outcome engines_agree(trial *t);
outcome disk_agrees(trial *t);
outcome images_agree(trial *t);
outcome classes_add_up(trial *t);
outcome limits_are_kept(trial *t);

/* ---- parts.c ---- */
outcome parts_add_up(trial *t);

/* ---- tours.c ---- */
outcome sentences_are_true(trial *t);
outcome moves_are_as_likely(trial *t);
outcome symmetric_tours_are_right(trial *t);

/* ---- sentences.c ---- */
outcome reasons_are_true(trial *t);

/* ---- families.c ---- */
outcome terms_are_right(trial *t);

/* ---- judging.c ---- */
outcome answers_read_back(trial *t);
outcome mutants_are_judged(trial *t);
outcome no_false_reasons(trial *t);

/* ---- packing_most.c ---- */
outcome most_is_right(trial *t);

/* ---- proof_files.c ---- */
outcome proofs_are_right(trial *t);

/* ---- threads.c ---- */
outcome threads_agree(trial *t);

/* ---- weighed.c ---- */
outcome weights_are_right(trial *t);
outcome weights_are_drawn(trial *t);
outcome tallies_are_right(trial *t);

/* ---- text.c ---- */
/* The answer as text, to free; NULL if letters do not suffice. */
char *as_text(trial *t, const cq_problem *problem, const cq_answer *answer,
              size_t *size);
outcome text_is_right(trial *t);
outcome tour_text_is_right(trial *t);
outcome numbers_read_back(trial *t);

#endif
