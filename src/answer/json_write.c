/* json_write.c - answers as JSON, version 1.
 *
 *     {"chequer": 1,
 *      "problem": {"kind": "tiling", "digest": "0123456789abcdef"},
 *      "goal": "find",
 *      "solutions": [
 *       [[[0,0],[0,1]],[[1,0],[1,1]]]
 *      ],
 *      "verdict": "yes", "stop": "finished", "found": 1,
 *      "engine": "matching", "confirmed": "1 solution is right",
 *      "counters": {"phases": 1}, "seconds": 0.000012}
 *
 * If an answer is "unique", a solution is {"class": 4, "solution": [...]}; if it is to
 * the cheapest or dearest ones, {"costs": "7/2", "solution": [...]}.
 *
 * Written in three steps, so that the solutions of a long search go out as they are
 * found: the head, each solution, the tail with what is only known at the end. That is
 * why the verdict comes after the solutions. Cells are written without printf: a
 * million take some hundredths of a second. Numbers that a double cannot hold are
 * strings of digits. Nothing depends on the locale.
 */
#include "answer/advice.h"
#include "answer/list.h"
#include "answer/write.h"
#include "base/assert.h"
#include "base/json.h"

#include <inttypes.h>
#include <string.h>

/* Dominoes and squares of a tour to a line, so that no editor chokes on the file. */
enum { PER_LINE = 8 };

static void put(FILE *out, const char *text)
{
    fputs(text, out);
}

/* A string after its key, such as ", \"engine\": ". */
static void put_string(FILE *out, const char *key, const char *text)
{
    fputs(key, out);
    cq_json_put_string(out, text);
}

static void put_u64(FILE *out, const char *key, uint64_t value)
{
    fputs(key, out);
    cq_json_put_u64(out, value);
}

/* Digits of a number, and where the next letter goes. */
static char *add_u32(char *at, uint32_t value)
{
    char digits[10];
    unsigned count = 0;

    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (count)
        *at++ = digits[--count];
    return at;
}

static void put_u32(FILE *out, uint32_t value)
{
    char digits[10];

    fwrite(digits, 1, (size_t)(add_u32(digits, value) - digits), out);
}

enum { CELL_SIZE = 24 }; /* "[4294967295,4294967295]," */

static char *add_cell(char *at, const cq_board *board, cq_cell cell)
{
    *at++ = '[';
    at = add_u32(at, cq_row(board, cell));
    *at++ = ',';
    at = add_u32(at, cq_col(board, cell));
    *at++ = ']';
    return at;
}

static void put_cell(FILE *out, const cq_board *board, cq_cell cell)
{
    char text[CELL_SIZE];

    fwrite(text, 1, (size_t)(add_cell(text, board, cell) - text), out);
}

/* Gathered in pieces of some hundred letters: a call for each would take longer than
 * the rest, in WebAssembly more than elsewhere. */
void cq_json_put_cells(FILE *out, const cq_board *board, const uint32_t *cells,
                       size_t count)
{
    char text[20 * CELL_SIZE], *at = text;

    *at++ = '[';
    for (size_t i = 0; i < count; i++) {
        if (at > text + sizeof text - 2 * CELL_SIZE) {
            fwrite(text, 1, (size_t)(at - text), out);
            at = text;
        }
        if (i)
            *at++ = ',';
        at = add_cell(at, board, cells[i]);
    }
    *at++ = ']';
    fwrite(text, 1, (size_t)(at - text), out);
}

/* The comma between two members of a list, with a line break now and then. */
static void put_comma(FILE *out, size_t index, size_t per_line)
{
    if (index)
        put(out, index % per_line ? "," : ",\n  ");
}

static void begin(cq_list *list)
{
    const cq_problem *problem = list->problem;
    FILE *out = list->out;

    put_string(out, "{\"chequer\": 1,\n \"problem\": {\"kind\": ",
               cq_kind_name(problem->kind));
    fprintf(out, ", \"digest\": \"%016" PRIx64 "\"", cq_problem_digest(problem));
    if (problem->kind == CQ_TOUR) {
        put(out, problem->closed ? ", \"closed\": true" : ", \"closed\": false");
        if (problem->board) {
            put(out, ", \"leaper\": \"");
            cq_leaper_write(&problem->leaper, out);
            putc_unlocked('"', out);
        }
    }
    put_string(out, "},\n \"goal\": ", cq_goal_name(list->options.goal));
    if (list->options.unique)
        put(out, ", \"unique\": true");
    if (list->options.symmetric)
        put(out, ", \"symmetric\": true");
    put(out, ",\n \"solutions\": [");
}

/* ---- solutions ---- */

/* Whether to continue with part i; without a context nobody can say stop. */
static bool goes_on(cq_context *ctx, size_t i)
{
    return !ctx || cq_poll_at(ctx, i + 1) == CQ_OK;
}

static void put_dominoes(cq_context *ctx, FILE *out, const cq_board *board,
                         const cq_solution *s)
{
    for (size_t i = 0; i < cq_solution_parts(s) && goes_on(ctx, i); i++) {
        put_comma(out, i, PER_LINE);
        cq_json_put_cells(out, board, s->members.at + s->starts.at[i],
                          s->starts.at[i + 1] - s->starts.at[i]);
    }
}

/* Names need not be different ("pentominoes,pentominoes"); if they are not, each has
 * the number of its piece. */
static bool names_repeat(const cq_pieces *pieces)
{
    for (size_t i = 0; i < pieces->count; i++)
        for (size_t j = i + 1; j < pieces->count; j++)
            if (strcmp(pieces->at[i].name, pieces->at[j].name) == 0)
                return true;
    return false;
}

static void put_pieces(cq_context *ctx, FILE *out, const cq_problem *problem,
                       const cq_solution *s)
{
    bool numbered = names_repeat(&problem->pieces);

    for (size_t i = 0; i < cq_solution_parts(s) && goes_on(ctx, i); i++) {
        put_comma(out, i, 1);
        put_string(out, "{\"piece\": ", problem->pieces.at[s->labels.at[i]].name);
        if (numbered) {
            put(out, ", \"index\": ");
            put_u32(out, s->labels.at[i]);
        }
        put(out, ", \"cells\": ");
        cq_json_put_cells(out, problem->board, s->members.at + s->starts.at[i],
                          s->starts.at[i + 1] - s->starts.at[i]);
        putc_unlocked('}', out);
    }
}

/* "b" or "b:x" */
static void put_entry(FILE *out, const cq_cover *cover, const cq_entry *entry)
{
    putc_unlocked('"', out);
    cq_json_put_escaped(out, cq_item_name(cover, entry->item));
    if (entry->colour != CQ_NO_COLOUR) {
        putc_unlocked(':', out);
        cq_json_put_escaped(out, cq_colour_name(cover, entry->colour));
    }
    putc_unlocked('"', out);
}

static void put_options(cq_context *ctx, FILE *out, const cq_cover *cover,
                        const cq_solution *s)
{
    for (size_t i = 0; i < cq_solution_parts(s) && goes_on(ctx, i); i++) {
        uint32_t option = s->labels.at[i];

        put_comma(out, i, 1);
        put(out, "{\"option\": ");
        put_u32(out, option + 1);
        put(out, ", \"items\": [");
        for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++) {
            if (e > cover->starts.at[option])
                putc_unlocked(',', out);
            put_entry(out, cover, &cover->entries.at[e]);
        }
        put(out, "]}");
    }
}

/* A vertex as its cell, or by its name. */
static void put_vertex(FILE *out, const cq_problem *problem, uint32_t vertex)
{
    char buffer[CQ_VERTEX_NAME_SIZE];

    if (problem->board)
        put_cell(out, problem->board, cq_problem_cell(problem, vertex));
    else
        cq_json_put_string(out, cq_vertex_name(&problem->graph, NULL, vertex, buffer));
}

static void put_tour(cq_context *ctx, FILE *out, const cq_problem *problem,
                     const cq_solution *s)
{
    for (size_t i = 0; i < s->members.count && goes_on(ctx, i); i++) {
        put_comma(out, i, PER_LINE);
        put_vertex(out, problem, s->members.at[i]);
    }
}

static void put_solution(cq_context *ctx, FILE *out, const cq_problem *problem,
                         const cq_solution *solution)
{
    putc_unlocked('[', out);
    switch (problem->kind) {
    case CQ_TILING:
        if (cq_problem_is_domino(problem))
            put_dominoes(ctx, out, problem->board, solution);
        else
            put_pieces(ctx, out, problem, solution);
        break;
    case CQ_COVER: put_options(ctx, out, &problem->cover, solution); break;
    case CQ_TOUR: put_tour(ctx, out, problem, solution); break;
    }
    putc_unlocked(']', out);
}

void cq_solution_write_json(const cq_problem *problem, const cq_solution *solution,
                            FILE *out)
{
    if (problem && solution && out)
        put_solution(NULL, out, problem, solution);
}

/* ---- certificates ---- */

static void put_i64s(FILE *out, const char *key, const cq_i64s *numbers)
{
    fprintf(out, ", \"%s\": [", key);
    for (size_t i = 0; i < numbers->count; i++)
        fprintf(out, i ? ",%" PRId64 : "%" PRId64, numbers->at[i]);
    putc_unlocked(']', out);
}

/* The members of proofs about tours. */
static void put_vertices(FILE *out, const cq_problem *problem, const cq_u32s *members)
{
    put(out, problem->board ? ", \"cells\": [" : ", \"vertices\": [");
    for (size_t i = 0; i < members->count; i++) {
        put_comma(out, i, PER_LINE);
        put_vertex(out, problem, members->at[i]);
    }
    putc_unlocked(']', out);
}

void cq_json_put_weights(FILE *out, const cq_certificate *c)
{
    fprintf(out, ", \"modulus\": %" PRIu32, c->modulus);
    put_i64s(out, "weights", &c->weights);
    put_i64s(out, "values", &c->values);
}

static void put_members(FILE *out, const cq_problem *problem, const cq_certificate *c)
{
    const cq_u32s *members = &c->members;

    switch (cq_proof_members(c->proof, problem->kind)) {
    case CQ_MEMBERS_NONE: cq_assert(members->count == 0); break;
    case CQ_MEMBERS_COLOURS:
        cq_assert(members->count == 1 && cq_is_colour((char)members->at[0]));
        fprintf(out, ", \"colour\": \"%c\"", (char)members->at[0]);
        break;
    case CQ_MEMBERS_PIECES:
        cq_assert(members->count == 1 && members->at[0] < problem->pieces.count);
        put_string(out, ", \"piece\": ", problem->pieces.at[members->at[0]].name);
        fprintf(out, ", \"index\": %" PRIu32, members->at[0]);
        break;
    case CQ_MEMBERS_ITEMS:
        cq_assert(members->count == 1);
        put_string(out, ", \"items\": [",
                   cq_item_name(&problem->cover, members->at[0]));
        putc_unlocked(']', out);
        break;
    case CQ_MEMBERS_CELLS:
        put(out, ", \"cells\": ");
        cq_json_put_cells(out, problem->board, members->at, members->count);
        break;
    case CQ_MEMBERS_VERTICES: put_vertices(out, problem, members); break;
    }
    if (c->proof == CQ_PROOF_WEIGHTS)
        cq_json_put_weights(out, c);
    if (c->proof == CQ_PROOF_EXHAUSTED)
        put_u64(out, ", \"work\": ", c->work);
}

/* ---- the tail ---- */

static cq_status put_count(FILE *out, const cq_answer *answer)
{
    const char *digits = cq_answer_count(answer);
    bool quoted = mpz_sizeinbase(answer->count, 2) > 53;

    cq_try_memory(digits);
    put(out, quoted ? ", \"count\": \"" : ", \"count\": ");
    put(out, digits);
    if (quoted)
        putc_unlocked('"', out);
    return CQ_OK;
}

static void put_certificate(FILE *out, const cq_problem *problem,
                            const cq_answer *answer)
{
    put_string(out, ",\n \"certificate\": {\"proof\": ",
               cq_proof_name(answer->certificate.proof));
    if (answer->reason)
        put_string(out, ", \"reason\": ", answer->reason);
    put_members(out, problem, &answer->certificate);
    putc_unlocked('}', out);
}

/* What would make a tiling possible as far as areas go; see advice.c. */
static cq_status put_advice(cq_list *list, const cq_answer *answer)
{
    FILE *out = list->out;
    cq_ways_out ways;

    cq_try(cq_answer_ways_out(list->ctx, list->problem, answer, &ways));
    for (size_t i = 0; i < ways.count; i++) {
        put_string(out, i ? ", {\"words\": " : ",\n \"advice\": [{\"words\": ",
                   ways.at[i].words);
        if (ways.at[i].pieces[0])
            put_string(out, ", \"pieces\": ", ways.at[i].pieces);
        put(out, i + 1 < ways.count ? "}" : "}]");
    }
    return CQ_OK;
}

static void put_statistics(FILE *out, const cq_answer *answer)
{
    double seconds = answer->seconds > 0 ? answer->seconds : 0;
    uint64_t micros = (uint64_t)((seconds < 1e12 ? seconds : 1e12) * 1e6 + 0.5);

    put_string(out, ",\n \"engine\": ", answer->engine);
    if (*answer->confirmed)
        put_string(out, ",\n \"confirmed\": ", answer->confirmed);
    put(out, ", \"counters\": {");
    for (size_t i = 0; i < answer->counters.count; i++) {
        put_string(out, i ? ", " : "", answer->counters.at[i].name);
        put_u64(out, ": ", answer->counters.at[i].value);
    }
    fprintf(out, "}, \"seconds\": %" PRIu64 ".%06" PRIu64, micros / 1000000,
            micros % 1000000);
}

/* What a long run adds: which part it was, and what was found before it. */
static void put_share(FILE *out, const cq_answer *answer)
{
    if (answer->parts)
        fprintf(out, ",\n \"part\": [%" PRIu32 ", %" PRIu32 "]", answer->part,
                answer->parts);
    if (answer->parts && answer->tree[0])
        put_string(out, ", \"tree\": ", answer->tree);
    if (answer->earlier)
        put_u64(out, ", \"earlier\": ", answer->earlier);
}

static void put_estimate(FILE *out, const cq_estimate *estimate)
{
    fprintf(out,
            ",\n \"estimate\": {\"probes\": %" PRIu64
            ", \"nodes\": %.6g, \"nodes_error\": %.3g, \"solutions\": %.6g, "
            "\"solutions_error\": %.3g, \"seconds\": %.3g",
            estimate->probes, estimate->nodes, estimate->nodes_error,
            estimate->solutions, estimate->solutions_error, estimate->seconds);
    if (estimate->states > 0)
        fprintf(out,
                ", \"states\": %.3g, \"bytes\": %.3g, \"sweep_seconds\": %.3g, "
                "\"disk\": %.3g",
                estimate->states, estimate->bytes, estimate->sweep_seconds,
                estimate->disk);
    putc_unlocked('}', out);
}

static cq_status add(cq_list *list, const cq_answer *answer, size_t index)
{
    const cq_solution *solution = &answer->solutions.at[index];
    uint64_t size = cq_answer_class_size(answer, index);
    const char *costs = cq_answer_value(answer, index);
    FILE *out = list->out;

    put(out, list->written == 0 ? "\n  " : ",\n  ");
    if (size)
        put_u64(out, "{\"class\": ", size);
    else if (costs)
        put_string(out, "{\"costs\": ", costs);
    if (size || costs)
        put(out, ", \"solution\": ");
    put_solution(list->ctx, out, list->problem, solution);
    put(out, size || costs ? "}" : "");
    /* A long one may have been cut by a stop, and nobody should take it for whole. */
    return solution->labels.count + solution->members.count < 4096 ? CQ_OK
                                                                   : cq_poll(list->ctx);
}

static cq_status end(cq_list *list, const cq_answer *answer)
{
    const cq_problem *problem = list->problem;
    FILE *out = list->out;

    cq_list_begin(list);
    put_string(out, "],\n \"verdict\": ", cq_verdict_name(answer->verdict));
    put_string(out, ", \"stop\": ", cq_stop_name(answer->stop));
    put_u64(out, ", \"found\": ", answer->found);
    if (answer->chained)
        put(out, ", \"uniform\": false");
    if (answer->counted)
        cq_try(put_count(out, answer));
    if (answer->limit)
        put_string(out, ", \"limit\": ", answer->limit);
    if (answer->total)
        put_string(out, ", \"total\": ", answer->total);
    if (answer->total && answer->by[0])
        put_string(out, ", \"by\": ", answer->by);
    put_share(out, answer);
    if (cq_answer_estimated(answer))
        put_estimate(out, &answer->estimate);
    cq_json_put_findings(out, problem, answer);
    if (answer->certificate.proof != CQ_PROOF_NONE)
        put_certificate(out, problem, answer);
    cq_try(put_advice(list, answer));
    put_statistics(out, answer);
    put(out, "}\n");
    return ferror(out) ? cq_fail_io(list->ctx, "cannot write", "the answer") : CQ_OK;
}

const cq_list_writer cq_list_json = {
    .name = "json", .complete = true, .begin = begin, .add = add, .end = end};
