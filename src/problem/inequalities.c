/* inequalities.c - a cover as a pseudo-Boolean problem, in the format OPB.
 *
 * A row of a cover is an inequality for each of its bounds, and an implication of two
 * variables is one more:
 *
 *     +1 x1 +1 x2 >= 1 ;      at least one
 *     -1 x1 -1 x2 >= -1 ;     at most one
 *     -1 x1 +1 x9 >= 0 ;      x1 implies x9
 *
 * All are written with >=, even if least and most are the same, so that the number of
 * an inequality is that of its line, which proofs need. Bounds that always hold are
 * left out.
 */
#include "problem/cardinality.h"

#include "base/assert.h"

#include <inttypes.h>

static bool has_most(const cq_cardinality *rows, size_t row)
{
    return rows->most.at[row] < rows->starts.at[row + 1] - rows->starts.at[row];
}

size_t cq_inequalities_number(const cq_cardinality *rows,
                              cq_inequality_numbers *numbers)
{
    uint32_t count = 0;

    for (size_t i = 0; i < cq_cardinality_rows(rows); i++) {
        uint32_t least = rows->least.at[i] > 0 ? ++count : 0;
        uint32_t most = has_most(rows, i) ? ++count : 0;

        if (numbers)
            numbers[i] = (cq_inequality_numbers){least, most};
    }
    cq_assert(count <= 2 * cq_cardinality_rows(rows));
    return count + rows->implied.count / 2;
}

/* A sum has at least one term in OPB. */
static void write_sum(const cq_cardinality *rows, size_t row, const char *sign,
                      FILE *out)
{
    uint32_t first = rows->starts.at[row], end = rows->starts.at[row + 1];

    if (first == end)
        fputs("+0 x1 ", out);
    for (uint32_t i = first; i < end; i++)
        fprintf(out, "%s1 x%" PRIu32 " ", sign, rows->members.at[i]);
}

static void write_rows(const cq_cardinality *rows, FILE *out)
{
    for (size_t i = 0; i < cq_cardinality_rows(rows); i++) {
        if (rows->least.at[i] > 0) {
            write_sum(rows, i, "+", out);
            fprintf(out, ">= %" PRIu32 " ;\n", rows->least.at[i]);
        }
        if (has_most(rows, i)) {
            write_sum(rows, i, "-", out);
            fprintf(out, ">= -%" PRIu32 " ;\n", rows->most.at[i]);
        }
    }
    for (size_t i = 0; i < rows->implied.count; i += 2)
        fprintf(out, "-1 x%" PRIu32 " +1 x%" PRIu32 " >= 0 ;\n", rows->implied.at[i],
                rows->implied.at[i + 1]);
}

static void write_all(const cq_cardinality *rows, FILE *out)
{
    fprintf(out,
            "* #variable= %" PRIu32 " #constraint= %zu\n"
            "* Variables x1 to x%" PRIu32 " are the options of the cover.\n",
            rows->variables ? rows->variables : 1, cq_inequalities_number(rows, NULL),
            rows->options);
    write_rows(rows, out);
}

cq_status cq_inequalities_write(cq_context *ctx, const cq_problem *problem, FILE *out)
{
    cq_cardinality rows = {0};
    cq_status status = cq_cardinality_of(ctx, problem, &rows);

    if (status == CQ_OK) {
        write_all(&rows, out);
        if (ferror(out))
            status = cq_fail_io(ctx, "cannot write", "the inequalities");
    }
    cq_cardinality_free(&rows);
    return status;
}
