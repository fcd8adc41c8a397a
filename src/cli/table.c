/* table.c - figures in rows, written as they come: see table.h.
 *
 *     radius  squares  conversion      {"study": "aztec", "seed": 0, "rows": [
 *          2       12      0.0001      {"radius": 2, "squares": 12, ...},
 *
 * The head is written with the first cell. Each row is flushed, so that a long study
 * can be watched through a pipe.
 */
#include "base/assert.h"
#include "cli/table.h"

#include "base/json.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

cq_status cq_table_column(cq_context *ctx, cq_table *t, const char *name, size_t width)
{
    cq_column column = {.width = width};

    snprintf(column.name, sizeof column.name, "%s", name);
    if (strlen(column.name) > column.width)
        column.width = strlen(column.name);
    cq_assert(strlen(name) < sizeof column.name && t->rows == 0 && t->cells == 0);
    return cq_vec_push(ctx, &t->columns, column);
}

static void write_head(cq_table *t)
{
    if (t->form == CQ_TABLE_JSON) {
        fputs("{\"study\": ", t->out);
        cq_json_put_string(t->out, t->title);
        fputs(", \"seed\": ", t->out);
        cq_json_put_u64(t->out, t->seed);
        fputs(", \"rows\": [", t->out);
        return;
    }
    for (size_t i = 0; i < t->columns.count; i++) {
        const cq_column *column = &t->columns.at[i];

        if (t->form == CQ_TABLE_CSV)
            fprintf(t->out, "%s%s", i ? "," : "", column->name);
        else
            fprintf(t->out, "%s%*s", i ? "  " : "", (int)column->width, column->name);
    }
    fputc('\n', t->out);
}

/* What stands before a cell. */
static void open_cell(cq_table *t)
{
    cq_assert(t->cells < t->columns.count);
    if (t->rows == 0 && t->cells == 0)
        write_head(t);
    if (t->form == CQ_TABLE_JSON) {
        if (t->cells == 0)
            fputs(t->rows ? ",\n{" : "\n{", t->out);
        else
            fputs(", ", t->out);
        cq_json_put_string(t->out, t->columns.at[t->cells].name);
        fputs(": ", t->out);
    } else if (t->cells) {
        fputs(t->form == CQ_TABLE_CSV ? "," : "  ", t->out);
    }
}

static void close_cell(cq_table *t)
{
    if (++t->cells < t->columns.count)
        return;
    if (t->form == CQ_TABLE_JSON)
        fputc('}', t->out);
    else
        fputc('\n', t->out);
    fflush(t->out);
    t->cells = 0;
    t->rows++;
}

static void put(cq_table *t, const char *text, bool quoted)
{
    open_cell(t);
    cq_assert(t->form != CQ_TABLE_CSV || !strpbrk(text, ",\"\n"));
    if (t->form == CQ_TABLE_TEXT)
        fprintf(t->out, "%*s", (int)t->columns.at[t->cells].width, text);
    else if (t->form == CQ_TABLE_JSON && quoted)
        cq_json_put_string(t->out, text);
    else
        fputs(text, t->out);
    close_cell(t);
}

void cq_table_whole(cq_table *t, uint64_t value)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, value);
    put(t, text, false);
}

void cq_table_real(cq_table *t, double value, int decimals)
{
    char text[48];

    snprintf(text, sizeof text, "%.*f", decimals, value);
    put(t, text, false);
}

void cq_table_word(cq_table *t, const char *word)
{
    static const char *const nothing[] = {
        [CQ_TABLE_TEXT] = "-", [CQ_TABLE_CSV] = "", [CQ_TABLE_JSON] = "null"};

    put(t, word ? word : nothing[t->form], word != NULL);
}

void cq_table_remark(cq_table *t, const char *format, ...)
{
    va_list arguments;

    if (t->rows == 0)
        return;
    fputs("# ", t->out);
    va_start(arguments, format);
    vfprintf(t->out, format, arguments);
    va_end(arguments);
    fputc('\n', t->out);
}

void cq_table_end(cq_table *t)
{
    cq_assert(t->cells == 0);
    if (t->rows == 0)
        write_head(t);
    if (t->form == CQ_TABLE_JSON)
        fputs("\n]}\n", t->out);
    fflush(t->out);
}

void cq_table_free(cq_table *t)
{
    cq_vec_free(&t->columns);
}
