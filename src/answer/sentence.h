/* sentence.h - putting a certificate into words: what the sentences share. */
#ifndef CQ_ANSWER_SENTENCE_H
#define CQ_ANSWER_SENTENCE_H

#include "answer/answer.h"

/* A sentence being made. The first failure stays in `status` and silences the rest, so
 * that the words can follow each other without a test after each. */
typedef struct cq_sentence {
    cq_context *ctx;
    const cq_problem *problem;
    cq_chars text;
    cq_status status;
} cq_sentence;

void cq_say(cq_sentence *sentence, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* 1,234 */
void cq_say_number(cq_sentence *sentence, uint64_t number);
/* "1 square", "2 squares" */
void cq_say_count(cq_sentence *sentence, uint64_t number, const char *one,
                  const char *many);
/* "a1, b2 and c3": cells of a tiling's board, vertices of a tour; the first six and
 * "and 94 more" if there are many. */
void cq_say_members(cq_sentence *sentence, const uint32_t *members, size_t count);
/* "30 dark squares against 32 light ones", the smaller number first. */
void cq_say_balance(cq_sentence *sentence, size_t light, size_t dark);

/* Whether every move of a board's tour changes the chessboard colour; the graph has its
 * lists. */
bool cq_changes_colour(const cq_problem *problem);

void cq_explain_tiling(cq_sentence *sentence, const cq_certificate *certificate);
void cq_explain_weights(cq_sentence *sentence, const cq_certificate *certificate);
/* "with 1 on the light squares and 0 on the dark ones, T4 sums to 1, every other piece
 * to 0 modulo 2, and the board to 0"; free with cq_free. */
cq_status cq_weights_sentence(cq_context *ctx, const cq_problem *problem,
                              const cq_certificate *certificate, char **out);
void cq_explain_tour(cq_sentence *sentence, const cq_certificate *certificate);
void cq_explain_symmetric(cq_sentence *sentence);

#endif
