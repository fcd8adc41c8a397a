/* load.c - how an argument becomes a problem.
 *
 * "-" and what is there as a file is read; anything else is a board's text, 8x8-a1. If
 * it is neither, the message says both. How a text is read depends on the command;
 * check, draw and convert read it as --as says, or as the answer tells, or the content.
 */
#include "cli/cli.h"

#include "base/context.h"
#include "base/file.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

cq_reading cq_reading_named(const char *name)
{
    cq_reading reading = CQ_READ_ANY;

    cq_reading_find(name, &reading);
    return reading;
}

/* What the flags say, whatever the argument is. */
static cq_question question_of(const cq_cli *cli, cq_reading reading)
{
    const cq_settings *set = &cli->set;

    cq_assert(!(set->open && set->closed) && !(set->pieces && set->as_drawn));
    return (cq_question)CQ_QUESTION(.reading = reading, .drawn = set->as_drawn,
                                    .pieces = set->pieces, .free = set->free,
                                    .leaper = set->leaper, .open = set->open,
                                    .closed = set->closed, .from = set->from,
                                    .to = set->end, .symmetric = set->symmetry,
                                    .with = set->with, .without = set->without,
                                    .at = set->at, .numbered = set->numbered,
                                    .rules = set->rules, .magic = set->magic,
                                    .weights = set->weights,
                                    .unweighted = set->no_weights,
                                    .max = cq_max_weighed(set) ? set->max : NULL);
}

static const char *const names[] = {"aztec:4", "torus:6x9", "cylinder:4x10"};
enum { NAMES = sizeof names / sizeof *names };

/* Whether someone who typed this had a board in mind rather than a file. */
static bool looks_like_board(const char *spec)
{
    for (size_t i = 0; i < NAMES; i++)
        if (strncmp(spec, names[i], strcspn(names[i], ":") + 1) == 0)
            return true;
    return spec[0] >= '0' && spec[0] <= '9' && !strpbrk(spec, "./");
}

/* Why the argument is no problem: what is wrong with the board, or that it is neither a
 * file nor a board. */
static cq_status fail_as_both(cq_context *ctx, const char *spec)
{
    if (looks_like_board(spec))
        return CQ_INPUT;
    for (size_t i = 0; i < NAMES; i++)
        if (strncasecmp(spec, names[i], strcspn(names[i], ":")) == 0)
            return cq_fail_at(ctx, spec, 0, 0,
                              "there is no such file; as a board, write %s", names[i]);
    return cq_fail_at(ctx, spec, 0, 0,
                      "there is no such file or board: expected a board such as 8x8, "
                      "8x8-a1,h8 or aztec:4");
}

static bool is_file(const char *argument)
{
    return strcmp(argument, "-") == 0 || access(argument, F_OK) == 0;
}

static cq_status read_file(cq_cli *cli, const char *path, cq_question *question,
                           cq_problem **out)
{
    cq_text text;
    cq_status status;

    cq_try(cq_file_read(cli->ctx, path, &text));
    question->name = text.name;
    question->text = text.data;
    question->length = text.size;
    status = cq_problem_pose(cli->ctx, question, out);
    cq_file_drop(&text);
    return status;
}

static cq_status read_board(cq_cli *cli, const char *spec, cq_question *question,
                            cq_problem **out)
{
    cq_board *board = NULL;
    cq_status status;

    if (cli->set.as_drawn)
        return cq_fail_at(cli->ctx, spec, 0, 0,
                          "there is no such file, but --tiles-as-drawn needs one");
    cli->board_text = question->board = spec;
    if (question->reading != CQ_READ_HAM) {
        status = cq_problem_pose(cli->ctx, question, out);
        return status == CQ_INPUT && strcmp(cq_error_source(cli->ctx), spec) == 0
                   ? fail_as_both(cli->ctx, spec)
                   : status;
    }
    status = cq_board_parse(cli->ctx, spec, &board);
    cq_board_free(board);
    if (status != CQ_OK && status != CQ_INPUT)
        return status;
    return cq_fail_at(cli->ctx, spec, 0, 0, "there is no such file%s",
                      status == CQ_OK ? "; for a board, use 'chequer tour'" : "");
}

static cq_status load(cq_cli *cli, cq_question *question, cq_problem **out)
{
    const char *argument = cli->args[0];

    cq_assert(cli->arg_count > 0);
    return is_file(argument) ? read_file(cli, argument, question, out)
                             : read_board(cli, argument, question, out);
}

cq_status cq_load_problem(cq_cli *cli, cq_reading reading, bool several,
                          cq_problem **out)
{
    cq_question question = question_of(cli, reading);

    question.several = several;
    return load(cli, &question, out);
}

/* Flags come first, then what the answer says of itself. */
static cq_question question_by_answer(const cq_cli *cli, const cq_answer_hints *hints)
{
    cq_question q = question_of(cli, cq_reading_named(cli->set.as));

    if (q.reading == CQ_READ_ANY) {
        q.reading = hints->reading;
        q.guessed = true;
        q.unsure = hints->unsure;
    }
    if (!q.open && !q.closed && hints->has_closed)
        q.open = !hints->closed;
    if (!q.leaper && hints->leaper[0])
        q.leaper = hints->leaper;
    return q;
}

cq_status cq_load_hinted(cq_cli *cli, const cq_answer_hints *hints, cq_problem **out)
{
    cq_question question = question_by_answer(cli, hints);

    return load(cli, &question, out);
}

cq_status cq_load_answered(cq_cli *cli, const char *answer_argument,
                           cq_problem **problem, cq_answer **answer, bool *json)
{
    cq_problem *found = NULL;
    cq_answer_hints hints;
    cq_text text = {0};
    cq_status status;

    if (strcmp(cli->args[0], "-") == 0 && strcmp(answer_argument, "-") == 0)
        return cq_fail(cli->ctx, CQ_REFUSED,
                       "only one of problem and answer can be standard input");
    cq_try(cq_file_read(cli->ctx, answer_argument, &text));
    status = cq_answer_look(cli->ctx, text.data, text.size, &hints);
    cq_then(status, cq_load_hinted(cli, &hints, &found));
    cq_then(status,
            cq_answer_read(cli->ctx, found, text.name, text.data, text.size, answer));
    cq_file_drop(&text);
    if (status != CQ_OK) {
        cq_problem_free(found);
        return status;
    }
    cq_assert(*answer && found);
    if (json)
        *json = hints.json;
    *problem = found;
    return CQ_OK;
}
