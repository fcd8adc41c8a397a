/* book.h - a list of solutions as one PDF. */
#ifndef CQ_CLI_BOOK_H
#define CQ_CLI_BOOK_H

#include "base/file.h"
#include "cli/cli.h"
#include "draw/draw.h"

typedef struct cq_book {
    cq_booklet *booklet; /* NULL before the first solution */
    cq_file_writer writer;
    uint64_t solutions;
    uint64_t in_classes; /* sum of the sizes of their classes */
} cq_book;

/* Draws the next solution; the file is opened for the first. `size` is that of its
 * class, 0 where none is told. */
cq_status cq_book_add(const cq_cli *cli, cq_book *book, const char *path,
                      const cq_problem *problem, const cq_shown *shown, uint64_t size);
/* The last page, and the file in its place. `complete`: there are no more. */
cq_status cq_book_finish(const cq_cli *cli, cq_book *book, bool complete);
void cq_book_abandon(cq_book *book);

/* What a picture shows by the flags (output.c). */
cq_picture_of cq_output_picture(const cq_cli *cli, const cq_problem *problem,
                                const cq_shown *shown);

#endif
