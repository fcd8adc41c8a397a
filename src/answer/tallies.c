/* tallies.c - numbers of solutions, by their parts or their copies, and of one: as text
 * and as JSON.
 *
 *     index     117
 *     copies    L3 2, domino 5: 12              a line for each choice of copies that
 *               in all: 1547                    has tilings; pieces with none left out
 *     parts     L3 a1 b1 a2 9/36                solutions that have it, of all; also
 *                                               those that have none
 *
 *     "index": "117"
 *     "copies": [{"copies": [2, 5], "tilings": "12"}, ...]
 *     "uses": {"parts": [...], "numbers": ["9", ...]}
 *
 * In JSON all pieces have their number of copies, in the order of the pieces, and the
 * parts are written as those of a solution, followed by a number for each.
 */
#include "base/assert.h"
#include "answer/read.h"
#include "answer/write.h"

#include <inttypes.h>

static size_t row_length(const cq_findings *f)
{
    cq_assert(!f->numbers.count || f->copies.count % f->numbers.count == 0);
    return f->numbers.count ? f->copies.count / f->numbers.count : 0;
}

/* ---- text ---- */

static void write_copies(FILE *out, const cq_pieces *pieces, const cq_findings *f)
{
    size_t length = row_length(f);

    for (size_t row = 0; row < f->numbers.count; row++) {
        const char *comma = "";

        for (size_t p = 0; p < length && p < pieces->count; p++) {
            uint32_t copies = f->copies.at[row * length + p];

            if (!copies)
                continue;
            fprintf(out, "%s%s %" PRIu32, comma, pieces->at[p].name, copies);
            comma = ", ";
        }
        fprintf(out, "%s: %s\n", *comma ? "" : "no pieces", f->numbers.at[row]);
    }
}

static void write_part(FILE *out, const cq_problem *problem, const cq_solution *parts,
                       size_t i)
{
    char name[CQ_CELL_NAME_SIZE];

    if (problem->kind == CQ_COVER) {
        cq_text_option(out, &problem->cover, parts->labels.at[i]);
        putc(' ', out);
        return;
    }
    cq_assert(parts->labels.at[i] < problem->pieces.count);
    fprintf(out, "%s ", problem->pieces.at[parts->labels.at[i]].name);
    for (uint32_t c = parts->starts.at[i]; c < parts->starts.at[i + 1]; c++)
        fprintf(out, "%s ", cq_cell_name(problem->board, parts->members.at[c], name));
}

cq_status cq_text_tallies(FILE *out, const cq_problem *problem, const cq_answer *answer)
{
    const cq_findings *f = &answer->findings;
    const char *count = cq_answer_count(answer);

    if (answer->counted && !count)
        return CQ_MEMORY;
    if (answer->goal == CQ_GOAL_INDEX) {
        fprintf(out, "%s\n", f->numbers.count ? f->numbers.at[0] : "unknown");
    } else if (answer->goal == CQ_GOAL_COPIES) {
        write_copies(out, &problem->pieces, f);
        if (count)
            fprintf(out, "in all: %s\n", count);
    } else {
        cq_assert(f->numbers.count == cq_solution_parts(&f->parts));
        for (size_t i = 0; i < f->numbers.count; i++) {
            write_part(out, problem, &f->parts, i);
            fprintf(out, "%s/%s\n", f->numbers.at[i], count ? count : "?");
        }
    }
    return CQ_OK;
}

/* ---- JSON, writing ---- */

static void put_numbers(FILE *out, const cq_findings *f)
{
    putc('[', out);
    for (size_t i = 0; i < f->numbers.count; i++)
        fprintf(out, "%s\"%s\"", i ? ", " : "", f->numbers.at[i]);
    putc(']', out);
}

static void put_copies(FILE *out, const cq_findings *f)
{
    size_t length = row_length(f);

    fputs(",\n \"copies\": [", out);
    for (size_t row = 0; row < f->numbers.count; row++) {
        fputs(row ? ",\n  {\"copies\": [" : "\n  {\"copies\": [", out);
        for (size_t p = 0; p < length; p++)
            fprintf(out, "%s%" PRIu32, p ? ", " : "", f->copies.at[row * length + p]);
        fprintf(out, "], \"tilings\": \"%s\"}", f->numbers.at[row]);
    }
    putc(']', out);
}

void cq_json_put_tallies(FILE *out, const cq_problem *problem, const cq_answer *answer)
{
    const cq_findings *f = &answer->findings;

    if (answer->goal == CQ_GOAL_INDEX && f->numbers.count) {
        fprintf(out, ",\n \"index\": \"%s\"", f->numbers.at[0]);
    } else if (answer->goal == CQ_GOAL_COPIES) {
        put_copies(out, f);
    } else if (answer->goal == CQ_GOAL_PROBABILITIES) {
        fputs(",\n \"uses\": {\"parts\":\n  ", out);
        cq_solution_write_json(problem, &f->parts, out);
        fputs(",\n  \"numbers\": ", out);
        put_numbers(out, f);
        putc('}', out);
    }
}

/* ---- JSON, reading ---- */

/* A whole number, as a number or as a string, at the end of the numbers. */
cq_status cq_read_json_number(cq_reader *r, void *into)
{
    cq_status status;
    mpz_t number;

    (void)into;
    cq_try(cq_json_digits(&r->json));
    mpz_init_set_str(number, r->json.value.at, 10);
    status = cq_findings_number(r->ctx, &r->answer->findings, number);
    mpz_clear(number);
    return status;
}

static cq_status read_copy(cq_reader *r, void *into)
{
    uint32_t copies;

    (void)into;
    cq_try(cq_json_u32(&r->json, UINT32_MAX, &copies));
    return cq_vec_push(r->ctx, &r->answer->findings.copies, copies);
}

static cq_status read_row_copies(cq_reader *r, void *into)
{
    return cq_read_json_list(r, read_copy, into);
}

static cq_status read_row(cq_reader *r, void *into)
{
    const cq_json_member members[] = {{"copies", read_row_copies, NULL, NULL},
                                      {"tilings", cq_read_json_number, NULL, NULL}};
    const cq_findings *f = &r->answer->findings;
    size_t rows = f->numbers.count + 1;

    (void)into;
    cq_try(cq_read_json_object(r, members, 2));
    if (f->numbers.count != rows || f->copies.count != rows * r->problem->pieces.count)
        return cq_json_fail(&r->json,
                            "expected \"tilings\", and \"copies\" of each piece");
    return CQ_OK;
}

cq_status cq_read_json_copies(cq_reader *reader, void *into)
{
    return cq_read_json_list(reader, read_row, into);
}

/* Read as a solution, and taken out of their list again. */
static cq_status read_parts(cq_reader *r, void *into)
{
    cq_answer *answer = r->answer;

    (void)into;
    cq_try(cq_json_expect(&r->json, CQ_JSON_ARRAY));
    cq_try(cq_read_json_solution(r));
    cq_assert(answer->solutions.count > 0);
    cq_solution_free(&answer->findings.parts);
    answer->findings.parts = answer->solutions.at[--answer->solutions.count];
    return CQ_OK;
}

static cq_status read_numbers(cq_reader *r, void *into)
{
    return cq_read_json_list(r, cq_read_json_number, into);
}

cq_status cq_read_json_uses(cq_reader *reader, void *into)
{
    const cq_json_member members[] = {{"parts", read_parts, NULL, NULL},
                                      {"numbers", read_numbers, NULL, NULL}};
    const cq_findings *f = &reader->answer->findings;

    (void)into;
    cq_try(cq_read_json_object(reader, members, 2));
    if (f->numbers.count != cq_solution_parts(&f->parts))
        return cq_json_fail(&reader->json, "expected a number for each part");
    return CQ_OK;
}
