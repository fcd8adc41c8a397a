/* command_convert.c - chequer convert: a problem, or an answer, in another format.
 *
 *     from            to
 *     board, puzzle   puzzle, art (the board alone), cover, adjacency, cnf, opb
 *     cover           cover, cnf, opb
 *     board + leaper  edges, dimacs, tsplib, graph6, adjacency
 *     graph           edges, dimacs, tsplib, graph6, adjacency
 *     answer          txt, json; of a tour also moves, tour
 *
 * Asking a board for a graph format means a tour, and a tiling for the format "cover"
 * means its lowering, so the target also says how PROBLEM is read.
 */
#include "cli/cli.h"

#include <string.h>

typedef enum target {
    TO_PUZZLE,
    TO_ART,
    TO_COVER,
    TO_EDGES,
    TO_DIMACS,
    TO_TSPLIB,
    TO_GRAPH6,
    TO_ADJACENCY,
    TO_CNF,
    TO_OPB,
    TO_TXT,
    TO_JSON,
    TO_MOVES,
    TO_TOUR,
    TO_DEFAULT /* what keeps everything */
} target;

static const struct {
    const char *name, *endings[3];
    cq_problem_format format; /* of a problem */
    cq_list_form list;        /* of an answer */
} targets[] = {
    [TO_PUZZLE] = {"puzzle", {"puzzle"}, .format = CQ_PROBLEM_PUZZLE},
    [TO_ART] = {"art", {"art", "board"}, .format = CQ_PROBLEM_ART},
    [TO_COVER] = {"cover", {"dlx", "xc", "cover"}, .format = CQ_PROBLEM_COVER},
    [TO_EDGES] = {"edges", {"edges", "el"}, .format = CQ_PROBLEM_EDGES},
    [TO_DIMACS] = {"dimacs", {"col", "dimacs"}, .format = CQ_PROBLEM_DIMACS},
    [TO_TSPLIB] = {"tsplib", {"hcp", "tsp"}, .format = CQ_PROBLEM_TSPLIB},
    [TO_GRAPH6] = {"graph6", {"g6"}, .format = CQ_PROBLEM_GRAPH6},
    [TO_ADJACENCY] = {"adjacency", {"adj"}, .format = CQ_PROBLEM_ADJACENCY},
    [TO_CNF] = {"cnf", {"cnf"}, .format = CQ_PROBLEM_CNF},
    [TO_OPB] = {"opb", {"opb"}, .format = CQ_PROBLEM_OPB},
    [TO_TXT] = {"txt", {"txt"}, .list = CQ_LIST_TEXT},
    [TO_JSON] = {"json", {"json"}, .list = CQ_LIST_JSON},
    [TO_MOVES] = {"moves", {"moves"}, .list = CQ_LIST_MOVES},
    [TO_TOUR] = {"tour", {"tour"}, .list = CQ_LIST_TOUR},
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

/* Every target is found by its name and its endings. */
static bool check_targets(void)
{
    for (target t = TO_PUZZLE; t < TO_DEFAULT; t++) {
        cq_hold(target_named(targets[t].name) == t && targets[t].endings[0]);
        for (size_t i = 0; i < 3 && targets[t].endings[i]; i++)
            cq_hold(target_ending(targets[t].endings[i]) == t);
    }
    return true;
}

static int choose_target(const cq_cli *cli, target *out)
{
    const char *path = cli->set.output;
    const char *ending = path ? cq_path_ending(path) : NULL;

    *out = cli->set.to ? target_named(cli->set.to)
           : ending    ? target_ending(ending)
                       : TO_DEFAULT;
    cq_assert(check_targets() && (!cli->set.to || *out < TO_DEFAULT));
    if (path && !cli->set.to && *out == TO_DEFAULT)
        return cq_usage(cli,
                        "-o takes a file that ends in .puzzle, .art, .dlx, .edges, "
                        ".col, .hcp, .g6, .adj, .cnf, .opb, .txt, .json, .moves or "
                        ".tour, not '%s'; or use --to",
                        path);
    if (cli->set.answer && *out < TO_TXT)
        return cq_usage(cli, "an answer becomes txt, json, moves or tour, not %s",
                        targets[*out].name);
    if (!cli->set.answer && *out >= TO_JSON && *out < TO_DEFAULT)
        return cq_usage(cli, "%s is for answers; add --answer ANSWER",
                        targets[*out].name);
    return CQ_EXIT_YES;
}

static bool is_graph_target(target to)
{
    return to >= TO_EDGES && to <= TO_GRAPH6;
}

/* ---- writing ---- */

typedef struct transfer {
    cq_context *ctx;
    const cq_problem *problem;
    const cq_answer *answer; /* or NULL */
    target to;
} transfer;

static cq_status write_source(const void *what, FILE *out)
{
    const transfer *cargo = what;

    cq_assert(cargo->to < TO_DEFAULT && (cargo->to < TO_TXT) == !cargo->answer);
    if (cargo->answer)
        return cq_answer_write(cargo->ctx, cargo->problem, cargo->answer,
                               targets[cargo->to].list, out);
    return cq_problem_write(cargo->ctx, cargo->problem, targets[cargo->to].format, out);
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
    return cq_load_problem(cli, reading, false, out);
}

static target natural_target(const cq_problem *problem)
{
    if (cq_problem_kind(problem) == CQ_COVER)
        return TO_COVER;
    return cq_problem_kind(problem) == CQ_TOUR ? TO_EDGES : TO_PUZZLE;
}

int cq_run_convert(cq_cli *cli)
{
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    bool json = false;
    target to;
    cq_status status;
    int exit_code = choose_target(cli, &to);

    if (exit_code)
        return exit_code;
    if (cli->set.answer)
        status = cq_load_answered(cli, cli->set.answer, &problem, &answer, &json);
    else
        status = load_for(cli, to, &problem);
    if (status == CQ_OK) {
        transfer cargo = {cli->ctx, problem, answer, to};

        if (answer && to == TO_DEFAULT)
            cargo.to = json ? TO_TXT : TO_JSON;
        else if (!answer && (to == TO_DEFAULT || to == TO_TXT))
            cargo.to = natural_target(problem);
        status = cq_output_write(cli, cli->set.output, write_source, &cargo);
    }
    if (status != CQ_OK)
        exit_code = cq_report(cli, status);
    cq_answer_free(answer);
    cq_problem_free(problem);
    return exit_code;
}
