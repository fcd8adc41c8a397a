/* command_convert.c - chequer convert: a problem, or an answer, in another format.
 *
 *     from            to
 *     board, puzzle   puzzle, art (the board alone), cover
 *     cover           cover
 *     board + leaper  edges, dimacs, tsplib, graph6
 *     graph           edges, dimacs, tsplib, graph6
 *     answer          txt, json; of a tour also moves, tour
 *
 * Asking a board for a graph format means a tour, and a tiling for the format "cover"
 * means its lowering, so the target also says how PROBLEM is read.
 */
#include "cli/cli.h"

#include "base/file.h"

#include <string.h>

typedef enum target {
    TO_PUZZLE,
    TO_ART,
    TO_COVER,
    TO_EDGES,
    TO_DIMACS,
    TO_TSPLIB,
    TO_GRAPH6,
    TO_TXT,
    TO_JSON,
    TO_MOVES,
    TO_TOUR,
    TO_DEFAULT /* what keeps everything */
} target;

static const struct {
    const char *name, *endings[3];
} targets[] = {
    [TO_PUZZLE] = {"puzzle", {"puzzle"}},
    [TO_ART] = {"art", {"art", "board"}},
    [TO_COVER] = {"cover", {"dlx", "xc", "cover"}},
    [TO_EDGES] = {"edges", {"edges", "el"}},
    [TO_DIMACS] = {"dimacs", {"col", "dimacs"}},
    [TO_TSPLIB] = {"tsplib", {"hcp", "tsp"}},
    [TO_GRAPH6] = {"graph6", {"g6"}},
    [TO_TXT] = {"txt", {"txt"}},
    [TO_JSON] = {"json", {"json"}},
    [TO_MOVES] = {"moves", {"moves"}},
    [TO_TOUR] = {"tour", {"tour"}},
};

static target target_named(const char *name)
{
    target found = TO_PUZZLE;

    while (found < TO_DEFAULT && strcmp(targets[found].name, name) != 0)
        found++;
    return found;
}

static target target_ending(const char *ending)
{
    for (target found = TO_PUZZLE; found < TO_DEFAULT; found++)
        for (size_t i = 0; i < 3 && targets[found].endings[i]; i++)
            if (strcmp(targets[found].endings[i], ending) == 0)
                return found;
    return TO_DEFAULT;
}

static const char *output_path(const cq_cli *cli)
{
    const char *path = cli->set.output;

    return path && strcmp(path, "-") != 0 ? path : NULL;
}

/* True, or false after a message, with *exit_code set. */
static bool choose_target(const cq_cli *cli, target *out, int *exit_code)
{
    const char *path = output_path(cli);
    const char *ending = path ? cq_path_ending(path) : NULL;

    *out = cli->set.to ? target_named(cli->set.to)
           : ending    ? target_ending(ending)
                       : TO_DEFAULT;
    if (path && !cli->set.to && *out == TO_DEFAULT) {
        *exit_code = cq_usage(
            cli,
            "-o takes a file that ends in .puzzle, .art, .dlx, .edges, "
            ".col, .hcp, .g6, .txt, .json, .moves or .tour, not '%s'; or say --to",
            path);
        return false;
    }
    if (cli->set.answer && *out < TO_TXT) {
        *exit_code = cq_usage(cli, "an answer becomes txt, json, moves or tour, not %s",
                              targets[*out].name);
        return false;
    }
    if (!cli->set.answer && *out >= TO_JSON && *out < TO_DEFAULT) {
        *exit_code =
            cq_usage(cli, "%s is for answers: say --answer ANSWER", targets[*out].name);
        return false;
    }
    return true;
}

static bool is_graph_target(target to)
{
    return to >= TO_EDGES && to <= TO_GRAPH6;
}

/* ---- writing ---- */

typedef struct transfer {
    const cq_problem *problem;
    const cq_answer *answer; /* or NULL */
    target to;
} transfer;

static cq_status cannot(cq_context *ctx, const transfer *cargo)
{
    const char *what = cargo->problem->kind == CQ_COVER  ? "a cover"
                       : cargo->problem->kind == CQ_TOUR ? "a graph"
                                                         : "a tiling";

    return cq_fail(ctx, CQ_REFUSED, "%s cannot be written as %s", what,
                   targets[cargo->to].name);
}

static cq_status write_problem(cq_context *ctx, const transfer *cargo, FILE *out)
{
    const cq_problem *problem = cargo->problem;
    target to = cargo->to;

    if (problem->board && to == TO_ART)
        return cq_board_write_art(ctx, problem->board, out);
    if (problem->kind == CQ_TILING && to == TO_PUZZLE)
        return cq_puzzle_write(ctx, problem, out);
    if (problem->kind == CQ_COVER && to == TO_COVER)
        return cq_cover_write(ctx, &problem->cover, out);
    if (problem->kind == CQ_TOUR && is_graph_target(to)) {
        cq_problem view;
        cq_status status = cq_problem_listed(ctx, problem, &view);

        if (status == CQ_OK)
            status = cq_graph_write(ctx, &view.graph,
                                    (cq_graph_format)(CQ_GRAPH_EDGES + (to - TO_EDGES)),
                                    out);
        cq_problem_unlist(&view, problem);
        return status;
    }
    return cannot(ctx, cargo);
}

static cq_status write_source(cq_context *ctx, const transfer *cargo, FILE *out)
{
    if (cargo->answer && cargo->to == TO_JSON)
        return cq_answer_write_json(ctx, cargo->problem, cargo->answer, out);
    if (cargo->answer && cargo->to != TO_TXT && cargo->problem->kind != CQ_TOUR)
        return cannot(ctx, cargo);
    if (cargo->answer && cargo->to != TO_TXT)
        return cq_answer_write_tour(
            ctx, cargo->problem, cargo->answer,
            cargo->to == TO_TOUR ? CQ_TOUR_TSPLIB : CQ_TOUR_MOVES, out);
    if (cargo->answer)
        return cq_answer_write_text(ctx, cargo->problem, cargo->answer, out);
    return write_problem(ctx, cargo, out);
}

static cq_status write_to_path(const cq_cli *cli, const transfer *cargo,
                               const char *path)
{
    cq_file_writer writer;
    cq_status status = cq_file_begin(cli->ctx, path, &writer);

    if (status != CQ_OK)
        return status;
    status = write_source(cli->ctx, cargo, writer.out);
    if (status != CQ_OK) {
        cq_file_abandon(&writer);
        return status;
    }
    status = cq_file_commit(cli->ctx, &writer);
    if (status == CQ_OK)
        cq_output_tell(cli, path);
    return status;
}

/* ---- reading ---- */

/* The target says what a board is taken for, unless --as does. */
static cq_status load_for(cq_cli *cli, target to, cq_problem **out)
{
    cq_reading reading = cq_reading_named(cli->set.as);

    if (reading == CQ_READ_ANY && is_graph_target(to) && !cli->set.leaper)
        cli->set.closed = !cli->set.open; /* a board is then toured by a knight */
    if (reading == CQ_READ_ANY && to == TO_COVER)
        reading = CQ_READ_COVER;
    return cq_load_problem(cli, cli->args[0], reading, out);
}

static target natural_target(const cq_problem *problem)
{
    if (problem->kind == CQ_COVER)
        return TO_COVER;
    return problem->kind == CQ_TOUR ? TO_EDGES : TO_PUZZLE;
}

int cq_run_convert(cq_cli *cli)
{
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    const char *path = output_path(cli);
    bool json = false;
    target to;
    cq_status status;
    int exit_code = CQ_EXIT_YES;

    if (!choose_target(cli, &to, &exit_code))
        return exit_code;
    if (cli->set.answer)
        status = cq_load_answered(cli, cli->args[0], cli->set.answer, &problem, &answer,
                                  &json);
    else
        status = load_for(cli, to, &problem);
    if (status == CQ_OK) {
        transfer cargo = {problem, answer, to};

        if (answer && to == TO_DEFAULT)
            cargo.to = json ? TO_TXT : TO_JSON;
        else if (!answer && (to == TO_DEFAULT || to == TO_TXT))
            cargo.to = natural_target(problem);
        status = path ? write_to_path(cli, &cargo, path)
                      : write_source(cli->ctx, &cargo, stdout);
    }
    if (status != CQ_OK)
        exit_code = cq_report(cli, status);
    cq_answer_free(answer);
    cq_problem_free(problem);
    return exit_code;
}
