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
    char words[4][64]; /* of the last numbers; see cq_digits */
    unsigned next;     /* of these, to be written over */
} cq_sentence;

void cq_say(cq_sentence *sentence, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Numbers as words of cq_say, "1,234" and "1 square" or "2 squares": up to four in one
 * call, as the sentence has room for these. */
const char *cq_digits(cq_sentence *sentence, uint64_t number);
const char *cq_count_of(cq_sentence *sentence, uint64_t number, const char *one,
                        const char *many);

/* What stands before member i of a row of `count`: nothing, a comma, or "and". */
const char *cq_joint(size_t i, size_t count);
/* "a1, b2 and c3": cells of a tiling's board, vertices of a tour; the first six and
 * "and 94 more" if there are many. */
void cq_say_members(cq_sentence *sentence, const uint32_t *members, size_t count);
/* "the square a1", "the 2 vertices u and v" */
void cq_say_all(cq_sentence *sentence, const cq_u32s *members);
/* "square", "squares"; of a graph "vertex", "vertices". */
const char *cq_vertex_word(const cq_sentence *sentence, size_t count);
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
