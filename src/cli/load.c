/* load.c - how an argument becomes a problem.
 *
 * "-" and what is there as a file is read; anything else is a board's text, 8x8-a1. If
 * it is neither, the message says both. What a text holds depends on the command:
 *
 *     tile    a puzzle file or art, with the pieces of --pieces if given
 *     cover   Knuth's format, or a puzzle, art or board, lowered to its cover
 *     tour    a board, art, or the board of a puzzle file, with --leaper
 *     ham     a graph
 *
 * check, draw and convert read it as --as says, or as the answer tells, or the content.
 */
#include "cli/cli.h"

#include "base/file.h"
#include "problem/placement.h"

#include <string.h>
#include <unistd.h>

/* How to read, after flags, answer and content have been heard. */
typedef struct manner {
    cq_reading reading;
    const char *leaper;
    bool closed;
    bool unsure;  /* the answer's look alone says that it is a tour */
    bool several; /* boards in one file */
} manner;

static manner plan_for(const cq_cli *cli, cq_reading reading)
{
    manner plan = {.reading = reading, .closed = !cli->set.open};

    plan.leaper = cli->set.leaper ? cli->set.leaper : "1,2";
    return plan;
}

cq_reading cq_reading_named(const char *name)
{
    if (!name)
        return CQ_READ_ANY;
    if (strcmp(name, "tile") == 0)
        return CQ_READ_TILE;
    if (strcmp(name, "cover") == 0)
        return CQ_READ_COVER;
    return strcmp(name, "tour") == 0 ? CQ_READ_TOUR : CQ_READ_HAM;
}

static bool flags_mean_tour(const cq_cli *cli)
{
    const cq_settings *set = &cli->set;

    return set->leaper || set->open || set->closed || set->from || set->end ||
           set->symmetry;
}

/* The tiling as the cover that it amounts to, in its place. */
static cq_status lower(cq_context *ctx, cq_problem *problem)
{
    cq_placements placements = {0};
    cq_status status =
        cq_placements_make(ctx, problem->board, &problem->pieces, &placements);

    if (status == CQ_OK)
        status = cq_tiling_lower(ctx, problem->board, &problem->pieces, &placements,
                                 &problem->cover);
    if (status == CQ_OK) {
        cq_board_free(problem->board);
        problem->board = NULL;
        cq_pieces_free(&problem->pieces);
        problem->kind = CQ_COVER;
    }
    cq_placements_free(&placements);
    return status;
}

/* What the flags ask of a problem that came as a tiling. */
static cq_status adapt(cq_cli *cli, const manner *plan, cq_problem *problem)
{
    cq_status status = CQ_OK;

    if (problem->kind != CQ_TILING)
        return CQ_OK;
    if (plan->reading == CQ_READ_TOUR) {
        status = cq_problem_set_tour(cli->ctx, problem, plan->leaper, plan->closed);
        return status == CQ_INPUT ? cq_hint_leaper(cli->ctx, plan->leaper) : status;
    }
    if (cli->set.pieces)
        status = cq_problem_set_pieces(cli->ctx, problem, cli->set.pieces);
    if (status == CQ_INPUT)
        return cq_hint_pieces(cli->ctx, cli->set.pieces);
    if (status == CQ_OK && plan->reading == CQ_READ_COVER)
        status = lower(cli->ctx, problem);
    return status;
}

/* Where a tour begins and ends, and its symmetry. */
static cq_status ask_of_tour(cq_cli *cli, cq_problem *problem)
{
    const cq_settings *set = &cli->set;
    cq_status status = CQ_OK;

    if (set->from || set->end)
        status = cq_problem_set_ends(cli->ctx, problem, set->from, set->end);
    if (status == CQ_OK && set->symmetry)
        status = cq_problem_set_symmetric(cli->ctx, problem, set->symmetry);
    return status;
}

static void settle_by_content(const cq_cli *cli, const cq_text *text, manner *plan)
{
    cq_content content = cli->set.as_drawn ? CQ_CONTENT_ART : cq_content_of(text);

    if (plan->reading == CQ_READ_TOUR && content == CQ_CONTENT_GRAPH)
        plan->reading = CQ_READ_HAM;
    if (plan->reading == CQ_READ_TOUR && content == CQ_CONTENT_COVER && plan->unsure)
        plan->reading = CQ_READ_COVER;
    if (plan->reading != CQ_READ_ANY)
        return;
    if (content == CQ_CONTENT_GRAPH)
        plan->reading = CQ_READ_HAM;
    else if (content == CQ_CONTENT_COVER)
        plan->reading = CQ_READ_COVER;
    else
        plan->reading = flags_mean_tour(cli) ? CQ_READ_TOUR : CQ_READ_TILE;
}

static cq_status parse_text(cq_cli *cli, const cq_text *text, const manner *plan,
                            cq_problem **out)
{
    if (cli->set.as_drawn)
        return cq_problem_parse_drawn(cli->ctx, text->name, text->data, text->size,
                                      out);
    switch (plan->reading) {
    case CQ_READ_HAM:
        return cq_problem_parse_graph(cli->ctx, text->name, text->data, text->size,
                                      plan->closed, out);
    case CQ_READ_COVER:
        if (!cq_content_may_be_cover(text))
            break;
        return cq_problem_parse_cover(cli->ctx, text->name, text->data, text->size,
                                      out);
    default: break;
    }
    if (plan->several &&
        (plan->reading == CQ_READ_TOUR || plan->reading == CQ_READ_TILE))
        return cq_problem_parse_puzzles(cli->ctx, text->name, text->data, text->size,
                                        out);
    return cq_problem_parse_puzzle(cli->ctx, text->name, text->data, text->size, out);
}

static cq_status read_file(cq_cli *cli, const char *path, manner *plan, bool guess,
                           cq_problem **out)
{
    cq_text text;
    cq_status status = cq_file_read(cli->ctx, path, &text);

    if (status != CQ_OK)
        return status;
    if (guess)
        settle_by_content(cli, &text, plan);
    status = parse_text(cli, &text, plan, out);
    cq_file_drop(&text);
    return status;
}

/* Whether someone who typed this had a board in mind rather than a file. */
static bool looks_like_board(const char *spec)
{
    static const char *const starts[] = {"aztec:", "torus:", "cylinder:"};

    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(spec, starts[i], strlen(starts[i])) == 0)
            return true;
    return spec[0] >= '0' && spec[0] <= '9' && !strpbrk(spec, "./");
}

/* Why the argument is no problem: what is wrong with the board, or that it is neither a
 * file nor a board. */
static cq_status fail_as_both(cq_context *ctx, const char *spec)
{
    if (looks_like_board(spec))
        return CQ_INPUT;
    return cq_fail_at(ctx, spec, 0, 0,
                      "there is no such file, and no such board: expected a board "
                      "such as 8x8, 8x8-a1,h8 or aztec:4");
}

static cq_status read_board(cq_cli *cli, const char *spec, manner *plan,
                            cq_problem **out)
{
    cq_status status;

    if (cli->set.as_drawn)
        return cq_fail_at(cli->ctx, spec, 0, 0,
                          "there is no such file, and --tiles-as-drawn needs one");
    cli->board_text = spec;
    if (plan->reading == CQ_READ_ANY)
        plan->reading = flags_mean_tour(cli) ? CQ_READ_TOUR : CQ_READ_TILE;
    status = cq_problem_parse_board(cli->ctx, spec, out);
    if (status == CQ_OK && plan->reading == CQ_READ_HAM) {
        cq_problem_free(*out);
        *out = NULL;
        return cq_fail_at(cli->ctx, spec, 0, 0,
                          "there is no such file, and a board is for 'chequer tour'");
    }
    if (status == CQ_INPUT && plan->reading == CQ_READ_HAM)
        return cq_fail_at(cli->ctx, spec, 0, 0, "there is no such file");
    return status == CQ_INPUT ? fail_as_both(cli->ctx, spec) : status;
}

static bool is_file(const char *argument)
{
    return strcmp(argument, "-") == 0 || access(argument, F_OK) == 0;
}

/* What is wrong is said of the board that it is about, where there are several. */
static cq_status adapt_all(cq_cli *cli, const manner *plan, cq_problem *first)
{
    cq_status status = CQ_OK;
    size_t number = 1;

    for (cq_problem *p = first; p && status == CQ_OK; p = p->next, number++) {
        status = adapt(cli, plan, p);
        if (status == CQ_OK)
            status = ask_of_tour(cli, p);
        if (status == CQ_INPUT && first->next) {
            char text[CQ_ERROR_TEXT];

            memcpy(text, cli->ctx->error_text, sizeof text);
            return cq_fail(cli->ctx, CQ_INPUT, "board %zu of the file: %s", number,
                           text);
        }
    }
    return status;
}

static cq_status load(cq_cli *cli, const char *argument, manner *plan, bool guess,
                      cq_problem **out)
{
    cq_problem *problem = NULL;
    cq_status status = is_file(argument)
                           ? read_file(cli, argument, plan, guess, &problem)
                           : read_board(cli, argument, plan, &problem);

    if (status == CQ_OK)
        status = adapt_all(cli, plan, problem);
    if (status != CQ_OK) {
        cq_problem_free(problem);
        return status;
    }
    *out = problem;
    return CQ_OK;
}

cq_status cq_load_problems(cq_cli *cli, const char *argument, cq_reading reading,
                           cq_problem **out)
{
    manner plan = plan_for(cli, reading);

    plan.several = true;
    return load(cli, argument, &plan, reading == CQ_READ_ANY, out);
}

cq_status cq_load_problem(cq_cli *cli, const char *argument, cq_reading reading,
                          cq_problem **out)
{
    manner plan = plan_for(cli, reading);

    return load(cli, argument, &plan, reading == CQ_READ_ANY, out);
}

/* Flags come first, then what the answer says of itself. */
static manner plan_by_answer(const cq_cli *cli, const cq_answer_hints *hints)
{
    manner plan = plan_for(cli, cq_reading_named(cli->set.as));

    if (plan.reading == CQ_READ_ANY) {
        plan.reading = hints->reading;
        plan.unsure = hints->unsure && !flags_mean_tour(cli);
    }
    if (!cli->set.leaper && hints->leaper[0])
        plan.leaper = hints->leaper;
    if (!cli->set.open && !cli->set.closed && hints->has_closed)
        plan.closed = hints->closed;
    return plan;
}

cq_status cq_load_answered(cq_cli *cli, const char *argument,
                           const char *answer_argument, cq_problem **problem,
                           cq_answer **answer, bool *json)
{
    cq_problem *found = NULL;
    cq_answer_hints hints;
    cq_text text = {0};
    cq_status status;
    manner plan;

    if (strcmp(argument, "-") == 0 && strcmp(answer_argument, "-") == 0)
        return cq_fail(cli->ctx, CQ_REFUSED,
                       "only one of problem and answer can be standard input");
    status = cq_file_read(cli->ctx, answer_argument, &text);
    if (status != CQ_OK)
        return status;
    status = cq_answer_look(cli->ctx, &text, &hints);
    if (status == CQ_OK) {
        plan = plan_by_answer(cli, &hints);
        status = load(cli, argument, &plan, !cli->set.as, &found);
    }
    if (status == CQ_OK)
        status =
            cq_answer_read(cli->ctx, found, text.name, text.data, text.size, answer);
    cq_file_drop(&text);
    if (status != CQ_OK) {
        cq_problem_free(found);
        return status;
    }
    if (json)
        *json = hints.json;
    *problem = found;
    return CQ_OK;
}
