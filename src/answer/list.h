/* list.h - solutions written as they come: what the forms of a list share.
 *
 * A form is three functions. The generic part (list.c) calls them in this order:
 *
 *     begin   once, before the first solution, unless an earlier run has written some
 *     add     for each solution
 *     end     once, with the answer as a whole
 */
#ifndef CQ_ANSWER_LIST_H
#define CQ_ANSWER_LIST_H

#include "answer/answer.h"

typedef struct cq_list_writer {
    const char *name;
    bool tours;    /* only tours have it */
    bool complete; /* the end says all that the answer holds beside its solutions */
    void (*begin)(cq_list *list); /* or NULL */
    cq_status (*add)(cq_list *list, const cq_answer *answer, size_t index);
    cq_status (*end)(cq_list *list, const cq_answer *whole);
} cq_list_writer;

struct cq_list {
    cq_context *ctx;
    const cq_problem *problem;
    FILE *out;
    const cq_list_writer *writer;
    cq_list_options options;
    cq_drawing drawing; /* that of the options, or the usual */
    uint64_t written;   /* solutions, with those of earlier runs */
    bool begun, ended;
    struct cq_booklet *booklet; /* PDF, from the first solution on */
    uint64_t in_classes;        /* sum of the sizes of the classes */
};

extern const cq_list_writer cq_list_text, cq_list_json, cq_list_moves, cq_list_tour;

/* Whether the answer is a list of solutions, or something else in their place: what it
 * found out, or a number. */
bool cq_list_suits(const cq_list_writer *writer, const cq_answer *answer);
/* Calls the form's `begin` if that has not been done. */
void cq_list_begin(cq_list *list);
/* The empty line between two solutions, and the line that tells the size of a class. */
void cq_list_gap(cq_list *list, const cq_answer *answer, size_t index);
/* Text, boxes and lists of squares: an answer without solutions as text. */
cq_status cq_list_no_solutions(cq_list *list, const cq_answer *whole);

#endif
