/* words.h - lists of the words that flags, requests and file names have for the enums
 * of the public header: in their order, NULL after the last. */
#ifndef CQ_BASE_WORDS_H
#define CQ_BASE_WORDS_H

extern const char *const cq_ties_words[];
extern const char *const cq_cut_words[];
extern const char *const cq_join_words[];
extern const char *const cq_magic_words[];
extern const char *const cq_reading_words[];
extern const char *const cq_sequence_form_words[];

#endif
