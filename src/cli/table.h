/* table.h - a table of figures, row by row: aligned text, CSV or JSON. */
#ifndef CQ_CLI_TABLE_H
#define CQ_CLI_TABLE_H

#include "base/vec.h"

#include <stdio.h>

typedef enum cq_table_form { CQ_TABLE_TEXT, CQ_TABLE_CSV, CQ_TABLE_JSON } cq_table_form;

typedef struct cq_column {
    char name[32];
    size_t width;
} cq_column;

typedef struct cq_table {
    FILE *out;
    cq_table_form form;
    const char *title; /* of the study, for JSON */
    uint64_t seed;     /* said in JSON, and by whoever writes a remark */
    CQ_VEC(cq_column) columns;
    size_t rows, cells; /* complete rows, and cells of the one begun */
} cq_table;

/* All columns come before the first cell. At least `width` characters wide. */
cq_status cq_table_column(cq_context *ctx, cq_table *table, const char *name,
                          size_t width);
/* The next cell; the last one of a row ends it. Numbers are written as they are. */
void cq_table_whole(cq_table *table, uint64_t value);
void cq_table_real(cq_table *table, double value, int decimals);
/* No number: a word, or NULL for nothing ('-', empty, or null). */
void cq_table_word(cq_table *table, const char *word);
/* A line "# ..." after the rows of a text. */
void cq_table_remark(cq_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* After the last row; also writes the head of a table without rows. */
void cq_table_end(cq_table *table);
void cq_table_free(cq_table *table);

#endif
