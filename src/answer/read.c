/* read.c - an answer out of a file, whatever its form.
 *
 * JSON begins with '{' or '[', nothing else that we write does. An answer is read
 * against its problem: only there do its cells, names and letters mean anything. It is
 * complete or refused; whether it is right is for the checker to say.
 */
#include "answer/answer_check.h"
#include "answer/read.h"

#include <string.h>

cq_status cq_reader_add_solution(cq_reader *reader, cq_solution **out)
{
    cq_answer *answer = reader->answer;
    cq_solution empty = {0};

    cq_try(cq_vec_push(reader->ctx, &answer->solutions, empty));
    if (reader->problem->kind == CQ_TILING)
        memset(reader->used, 0, reader->problem->pieces.count * sizeof *reader->used);
    *out = &answer->solutions.at[answer->solutions.count - 1];
    return CQ_OK;
}

cq_status cq_fail_word(const cq_reader *reader, size_t line, const cq_words *word,
                       const char *expected, ...)
{
    char wanted[CQ_ERROR_TEXT], quoted[CQ_QUOTED_SIZE];
    va_list args;

    va_start(args, expected);
    vsnprintf(wanted, sizeof wanted, expected, args);
    va_end(args);
    return cq_fail_at(reader->ctx, reader->text->name, line, word->column,
                      "expected %s, found %s", wanted,
                      word->length ? cq_quoted(word->start, word->length, quoted)
                                   : "the end of the line");
}

cq_status cq_read_square(const cq_reader *reader, size_t line, const cq_words *word,
                         bool hole, cq_cell *out)
{
    const cq_board *board = reader->problem->board;

    cq_try(cq_cell_parse_at(reader->ctx, board, reader->text->name, line, word->column,
                            word->start, word->length, out));
    cq_assert(*out < cq_board_size(board));
    if (!hole && !cq_board_present(board, *out))
        return cq_fail_at(reader->ctx, reader->text->name, line, word->column,
                          "%.*s is not on this board: the answer belongs to another "
                          "board",
                          (int)word->length, word->start);
    return CQ_OK;
}

static cq_status start(cq_reader *reader)
{
    const cq_problem *problem = reader->problem;
    size_t parts = problem->kind == CQ_TILING  ? problem->pieces.count
                   : problem->kind == CQ_COVER ? cq_cover_options(&problem->cover)
                                               : 0;

    cq_try(cq_lookup_start(reader->ctx, problem, &reader->lookup));
    reader->used = cq_zalloc(reader->ctx, parts, sizeof *reader->used);
    cq_try_memory(reader->used);
    return cq_answer_new(reader->ctx, problem->kind, CQ_GOAL_FIND, &reader->answer);
}

static bool is_json(const cq_text *text)
{
    size_t at = 0;

    while (at < text->size && strchr(" \t\r\n", text->data[at]) && text->data[at])
        at++;
    return at < text->size && (text->data[at] == '{' || text->data[at] == '[');
}

/* What is read names nothing that the problem does not have. */
static bool all_fit(const cq_answer *answer, const cq_problem *problem)
{
    for (size_t i = 0; i < answer->solutions.count; i++)
        cq_hold(cq_solution_fits(&answer->solutions.at[i], problem));
    return true;
}

cq_status cq_answer_read(cq_context *ctx, const cq_problem *problem, const char *name,
                         const char *text, size_t size, cq_answer **out)
{
    cq_text source = {name, size ? text : "", size}; /* nothing may be NULL */
    cq_reader reader = {.ctx = ctx, .problem = problem, .text = &source};
    cq_status status = cq_need(ctx, problem, "a problem");

    cq_then(status,
            cq_need(ctx, name && (text || !size) ? out : NULL, "a text to be read"));
    cq_then(status, start(&reader));
    cq_then(status, is_json(&source) ? cq_read_json(&reader) : cq_read_text(&reader));
    if (status == CQ_OK && (reader.answer->verdict == CQ_NO ||
                            reader.answer->certificate.proof == CQ_PROOF_COVER))
        status = cq_answer_explain(reader.answer, problem);
    cq_assert(status != CQ_OK || all_fit(reader.answer, problem));
    if (status == CQ_OK)
        *out = reader.answer;
    else
        cq_answer_free(reader.answer);
    cq_lookup_stop(&reader.lookup);
    cq_vec_free_each(&reader.cells, &reader.entries);
    cq_free(reader.used);
    return status;
}
