/* command_make.c - chequer make: puzzles with exactly as many solutions as wanted.
 *
 *     chequer make numbers --highest 4 --seed 7
 *
 * prints a puzzle file, with a remark on top that says how it was made. -o NAME.chq
 * writes it to a file; --sheets adds NAME-worksheet.pdf and NAME-solution.pdf.
 * --puzzles makes several, each with the next seed: one below the other, or NAME-1.chq
 * and so on.
 */
#include "cli/cli.h"

#include "base/file.h"
#include "web/web.h"

#include <string.h>

typedef struct making {
    cq_cli *cli;
    cq_recipe recipe;
    cq_made *made;
    bool solved; /* of a sheet */
    cq_progress_line progress;
} making;

/* ---- the recipe ---- */

/* "2x3". */
static bool read_box(const char *text, cq_recipe *recipe)
{
    const char *x = strchr(text, 'x');

    return x && cq_parse_u32(text, (size_t)(x - text), 100, &recipe->rows) &&
           cq_parse_u32(x + 1, strlen(x + 1), 100, &recipe->cols);
}

static int make_recipe(cq_cli *cli, cq_recipe *out)
{
    const cq_settings *set = &cli->set;

    out->board = cli->arg_count > 1 ? cli->args[1] : NULL;
    out->pieces = set->pieces;
    out->leaper = set->leaper;
    out->open = set->open;
    out->fewest = set->fewest;
    out->symmetric = set->symmetric;
    out->solutions = set->solutions;
    out->seed = set->seed;
    out->easiest = set->easiest;
    out->hardest = set->hardest;
    out->tries = set->tries;
    out->highest = set->highest > UINT32_MAX ? UINT32_MAX : (uint32_t)set->highest;
    if (!cq_make_kind_find(cli->args[0], &out->kind))
        return cq_usage(cli,
                        "there is no kind of puzzle called %s; choose numbers, pieces, "
                        "board, letters, sudoku or tour",
                        cli->args[0]);
    if (set->box && !read_box(set->box, out))
        return cq_usage(cli, "--box takes rows and columns, as in 2x3, not '%s'",
                        set->box);
    return CQ_EXIT_YES;
}

static bool show_tries(void *user, uint64_t tries)
{
    making *m = user;
    cq_progress progress = {.share = -1, .work = tries, .unit = "tries"};

    cq_progress_show(&m->progress, &progress);
    return true;
}

/* ---- writing ---- */

/* The givens of a sudoku as remarks of the cover. */
static void write_sheet(const cq_problem *sheet, FILE *out)
{
    const cq_board *board = cq_problem_board(sheet);

    for (cq_cell cell = 0; cell < cq_board_rows(board) * cq_board_cols(board); cell++) {
        char colour = cq_board_colour(board, cell);

        fprintf(out, "%s%c%s", cell % cq_board_cols(board) ? " " : "| ",
                colour == '#' ? '.' : colour,
                (cell + 1) % cq_board_cols(board) ? "" : "\n");
    }
}

static cq_status write_text(const void *what, FILE *out)
{
    const making *m = what;
    const cq_problem *sheet = cq_made_sheet(m->made, false);
    unsigned long long solutions = m->recipe.solutions ? m->recipe.solutions : 1;

    fprintf(out, "| %s, seed %llu: %llu solution%s, %llu nodes",
            cq_make_kind_name(m->recipe.kind), (unsigned long long)m->recipe.seed,
            solutions, solutions == 1 ? "" : "s",
            (unsigned long long)cq_made_nodes(m->made));
    if (cq_made_givens(m->made))
        fprintf(out, ", %llu givens", (unsigned long long)cq_made_givens(m->made));
    fputc('\n', out);
    if (sheet)
        write_sheet(sheet, out);
    return cq_web_put_puzzle(out, m->cli->ctx, m->made);
}

static cq_status write_json(const void *what, FILE *out)
{
    const making *m = what;

    return cq_web_put_made(out, m->cli->ctx, &m->recipe, m->made);
}

/* A worksheet, or the page with the solution. */
static cq_status write_page(const void *what, FILE *out)
{
    const making *m = what;
    cq_drawing drawing = CQ_DRAWING_INIT;
    const cq_problem *sheet = cq_made_sheet(m->made, m->solved);

    if (sheet)
        return cq_draw_with(m->cli->ctx, sheet, NULL, &drawing, CQ_FORMAT_PDF, out);
    if (m->solved)
        return cq_draw_with(m->cli->ctx, cq_made_problem(m->made),
                            cq_made_answer(m->made), &drawing, CQ_FORMAT_PDF, out);
    return cq_worksheet_write(m->cli->ctx, cq_made_problem(m->made), &drawing, NULL,
                              out);
}

/* For name-3.chq: name-3-worksheet.pdf, or name-3-solution.pdf. */
static cq_status write_beside(making *m, const char *path, bool solved)
{
    const char *ending = cq_path_ending(path);
    size_t length = ending ? (size_t)(ending - 1 - path) : strlen(path);
    const char *beside = solved ? "-solution.pdf" : "-worksheet.pdf";
    size_t size = strlen(beside) + 1;
    char *name = cq_alloc(m->cli->ctx, length + size, 1);
    cq_status status;

    cq_try_memory(name);
    memcpy(name, path, length);
    memcpy(name + length, beside, size);
    m->solved = solved;
    cq_assert(strlen(name) + 1 == length + size);
    status = cq_output_write(m->cli, name, write_page, m);
    cq_free(name);
    return status;
}

static cq_status write_made(making *m, uint64_t number)
{
    const cq_settings *set = &m->cli->set;
    char *path;
    cq_status status;

    if (number > 1 && !set->output && !set->json)
        putchar('\n');
    cq_try(cq_output_write_numbered(m->cli, number, set->json ? write_json : write_text,
                                    m));
    if (!set->sheets)
        return CQ_OK;
    path = cq_path_numbered(m->cli->ctx, set->output, number);
    cq_try_memory(path);
    status = write_beside(m, path, false);
    cq_then(status, write_beside(m, path, true));
    cq_free(path);
    return status;
}

/* ---- the command ---- */

/* As hard as the recipe says, and with as many solutions. */
static bool is_as_wanted(const making *m)
{
    const cq_recipe *r = &m->recipe;
    uint64_t nodes = cq_made_nodes(m->made);

    cq_hold(nodes >= r->easiest && (!r->hardest || nodes <= r->hardest));
    cq_hold(cq_answer_solutions(cq_made_answer(m->made)) ==
            (r->solutions ? r->solutions : 1));
    cq_hold(cq_made_tries(m->made) >= 1);
    return true;
}

static cq_status make_one(making *m, uint64_t number)
{
    cq_status status = cq_make(m->cli->ctx, &m->recipe, &m->made);

    cq_progress_erase(&m->progress);
    if (status == CQ_OK) {
        cq_assert(is_as_wanted(m));
        if (m->cli->set.verbose)
            fprintf(stderr, "chequer: puzzle with seed %llu after %llu tries\n",
                    (unsigned long long)m->recipe.seed,
                    (unsigned long long)cq_made_tries(m->made));
        status = write_made(m, number);
    }
    cq_made_free(m->made);
    m->made = NULL;
    return status;
}

int cq_run_make(cq_cli *cli)
{
    making m = {.cli = cli, .recipe = CQ_RECIPE_INIT};
    uint64_t puzzles = cli->set.puzzles ? cli->set.puzzles : 1;
    cq_status status = CQ_OK;
    int exit_code = make_recipe(cli, &m.recipe);

    if (exit_code)
        return exit_code;
    if (cli->set.sheets && !cli->set.output)
        return cq_usage(cli, "sheets need files; add -o NAME.chq");
    if (cli->set.sheets && !cq_draw_can(CQ_FORMAT_PDF))
        return cq_usage(cli, "this build has no cairo, which the PDF of sheets needs");
    m.recipe.user = &m;
    m.recipe.on_progress = show_tries;
    m.progress = cq_progress_start(cli);
    for (uint64_t i = 0; i < puzzles && status == CQ_OK; i++, m.recipe.seed++)
        status = make_one(&m, puzzles > 1 ? i + 1 : 0);
    if (status != CQ_OK)
        return cq_report(cli, status);
    return cq_flush_output(cli) ? CQ_EXIT_YES : CQ_EXIT_INPUT;
}
