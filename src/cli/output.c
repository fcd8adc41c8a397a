/* output.c - in which format, and where to.
 *
 * --format and --json say it; else the ending of -o FILE; else it is text: drawn with
 * lines if standard output is a terminal that shows UTF-8 and is wide enough, in
 * letters otherwise. Files are written beside their place and renamed when complete.
 */
#include "cli/cli.h"

#include "base/file.h"

#include <string.h>

static const struct {
    const char *name; /* as --format, and as ending */
    cq_format format;
    cq_list_form list;
    bool binary;
} forms[] = {
    [CQ_FORM_TXT] = {"txt", CQ_FORMAT_TEXT, CQ_LIST_TEXT, false},
    [CQ_FORM_BOX] = {"box", CQ_FORMAT_BOX, CQ_LIST_BOX, false},
    [CQ_FORM_SVG] = {"svg", CQ_FORMAT_SVG, CQ_LIST_TEXT, false},
    [CQ_FORM_PNG] = {"png", CQ_FORMAT_PNG, CQ_LIST_TEXT, true},
    [CQ_FORM_PDF] = {"pdf", CQ_FORMAT_PDF, CQ_LIST_PDF, true},
    [CQ_FORM_TEX] = {"tex", CQ_FORMAT_TIKZ, CQ_LIST_TEXT, false},
    [CQ_FORM_JSON] = {"json", CQ_FORMAT_TEXT, CQ_LIST_JSON, false},
    [CQ_FORM_MOVES] = {"moves", CQ_FORMAT_TEXT, CQ_LIST_MOVES, false},
    [CQ_FORM_TOUR] = {"tour", CQ_FORMAT_TEXT, CQ_LIST_TOUR, false},
    [CQ_FORM_APNG] = {"apng", CQ_FORMAT_APNG, CQ_LIST_TEXT, true},
};

static bool find_form(const char *name, cq_form *out)
{
    for (cq_form i = 0; i < CQ_FORMS; i++)
        if (strcmp(forms[i].name, name) == 0) {
            *out = i;
            return true;
        }
    return false;
}

bool cq_forms_check(void)
{
    for (cq_form i = 0; i < CQ_FORMS; i++) {
        cq_form found;

        cq_hold(forms[i].name && find_form(forms[i].name, &found) && found == i);
        cq_hold(!forms[i].binary || cq_form_is_picture(i));
        cq_hold(!cq_form_is_picture(i) || !cq_form_is_walk(i));
    }
    return true;
}

bool cq_form_is_picture(cq_form form)
{
    return cq_form_format(form) != CQ_FORMAT_TEXT && form != CQ_FORM_BOX;
}

bool cq_form_is_walk(cq_form form)
{
    return form == CQ_FORM_TOUR || form == CQ_FORM_MOVES;
}

cq_format cq_form_format(cq_form form)
{
    cq_assert(form < CQ_FORMS);
    return forms[form].format;
}

cq_list_form cq_form_list(cq_form form)
{
    cq_assert(form < CQ_FORMS);
    return forms[form].list;
}

const char *cq_path_ending(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');

    return dot && (!slash || dot > slash + 1) && dot != path ? dot + 1 : NULL;
}

/* How wide the drawing of box.c is: tilings are narrow, squares with something in them
 * as wide as that needs, and at the left are the numbers of the rows. */
static bool fits_terminal(const cq_problem *problem)
{
    enum { NARROW = 2, WIDE = 4, WIDE_COLS = 18, MARGIN = 5 };
    bool numbers = cq_problem_kind(problem) == CQ_TOUR;
    const cq_board *board = cq_problem_board(problem);
    uint64_t cols = cq_board_cols(board);
    uint64_t cell = numbers || cols <= WIDE_COLS ? WIDE : NARROW;

    for (size_t count = cq_board_count(board); numbers && count >= 1000; count /= 10)
        cell++;
    return cols * cell + MARGIN <= cq_terminal_width(stdout);
}

static cq_form form_for_terminal(const cq_problem *problem)
{
    return cq_problem_board(problem) && cq_terminal_is(stdout) && cq_terminal_utf8() &&
                   fits_terminal(problem)
               ? CQ_FORM_BOX
               : CQ_FORM_TXT;
}

static int choose_form(const cq_cli *cli, const cq_problem *problem, cq_form *out)
{
    const char *path = cli->set.output, *ending = path ? cq_path_ending(path) : NULL;
    bool tour = cq_problem_kind(problem) == CQ_TOUR;

    if (cli->set.format && find_form(cli->set.format, out))
        return CQ_EXIT_YES;
    *out = cli->set.json ? CQ_FORM_JSON : form_for_terminal(problem);
    if (cli->set.json || !path ||
        (ending && strcmp(ending, "box") != 0 && find_form(ending, out)))
        return CQ_EXIT_YES;
    return cq_usage(cli,
                    "-o takes a file that ends in .txt, .json, .svg, .png, .pdf%s "
                    ".tex%s, not '%s'; or use --format",
                    tour ? "," : " or", tour ? ", .moves, .tour or .apng" : "", path);
}

/* Whether the form, which was chosen, can be had. Only a tour is a list of squares, and
 * moves. A picture that moves is SVG or PNG. */
static int check_form(const cq_cli *cli, const cq_problem *problem, cq_form form)
{
    cq_kind kind = cq_problem_kind(problem);

    if (!cq_problem_board(problem) && (cq_form_is_picture(form) || form == CQ_FORM_BOX))
        return cq_usage(cli, "a %s has no picture; its answers are txt or json",
                        kind == CQ_COVER ? "cover" : "graph");
    if (kind != CQ_TOUR && (cq_form_is_walk(form) || form == CQ_FORM_APNG))
        return cq_usage(cli, "%s is for tours only", forms[form].name);
    if (cli->set.animate && form != CQ_FORM_SVG && form != CQ_FORM_APNG)
        return cq_usage(cli, "--animate needs a picture that can move: -o NAME.svg or "
                             "-o NAME.png");
    if (!cq_draw_can(forms[form].format))
        return cq_usage(cli, "this chequer was built without %s", forms[form].name);
    if (!cli->set.output && forms[form].binary && cq_terminal_is(stdout))
        return cq_usage(cli, "%s is not for a terminal; add -o FILE", forms[form].name);
    return CQ_EXIT_YES;
}

int cq_output_choose(const cq_cli *cli, const cq_problem *problem, cq_form *out)
{
    int exit_code = choose_form(cli, problem, out);

    if (exit_code)
        return exit_code;
    cq_assert(*out < CQ_FORMS);
    if (cli->set.animate && *out == CQ_FORM_PNG)
        *out = CQ_FORM_APNG;
    return check_form(cli, problem, *out);
}

cq_drawing cq_output_drawing(const cq_cli *cli)
{
    const cq_settings *set = &cli->set;

    return (cq_drawing){.size = sizeof(cq_drawing),
                        .no_coordinates = set->no_coordinates,
                        .types = set->types,
                        .numbers = set->numbers,
                        .path = set->path,
                        .by_time = set->by_time,
                        .animated = set->animate};
}

cq_status cq_output_draw(const cq_cli *cli, cq_form form, const cq_problem *problem,
                         const cq_answer *answer, size_t solution, FILE *out)
{
    cq_drawing drawing = cq_output_drawing(cli);

    drawing.solution = solution;
    drawing.pieces = true;
    return cq_draw_with(cli->ctx, problem, answer, &drawing, forms[form].format, out);
}

cq_status cq_output_write(const cq_cli *cli, const char *path, cq_write_fn *write,
                          const void *what)
{
    cq_file_writer writer;
    cq_status status;

    if (!path)
        return write(what, stdout);
    cq_assert(strcmp(path, "-") != 0); /* that was standard output */
    cq_try(cq_file_begin(cli->ctx, path, &writer));
    status = cq_file_end(cli->ctx, &writer, write(what, writer.out));
    if (status == CQ_OK)
        cq_output_tell(cli, path);
    return status;
}

/* tiling.svg and 3: tiling-3.svg; free with cq_free. */
char *cq_path_numbered(cq_context *ctx, const char *path, uint64_t number)
{
    const char *ending = cq_path_ending(path);
    size_t length = ending ? (size_t)(ending - 1 - path) : strlen(path);
    size_t size = strlen(path) + 24;
    char *name = cq_alloc(ctx, size, 1);

    if (name && number == 0)
        snprintf(name, size, "%s", path);
    else if (name)
        snprintf(name, size, "%.*s-%llu%s", (int)length, path,
                 (unsigned long long)number, path + length);
    cq_assert(!name || strlen(name) >= strlen(path)); /* nothing was cut */
    return name;
}

cq_status cq_output_write_numbered(const cq_cli *cli, uint64_t number,
                                   cq_write_fn *write, const void *what)
{
    const char *output = cli->set.output;
    char *path = output ? cq_path_numbered(cli->ctx, output, number) : NULL;
    cq_status status = output && !path ? CQ_MEMORY : CQ_OK;

    cq_then(status, cq_output_write(cli, path, write, what));
    cq_free(path);
    return status;
}

typedef struct picture {
    const cq_cli *cli;
    cq_form form;
    const cq_problem *problem;
    const cq_answer *answer;
    size_t solution;
} picture;

static cq_status write_picture(const void *what, FILE *out)
{
    const picture *p = what;

    return cq_output_draw(p->cli, p->form, p->problem, p->answer, p->solution, out);
}

cq_status cq_output_draw_numbered(const cq_cli *cli, cq_form form, uint64_t number,
                                  const cq_problem *problem, const cq_answer *answer,
                                  size_t solution)
{
    const picture what = {cli, form, problem, answer, solution};

    return cq_output_write_numbered(cli, number, write_picture, &what);
}

void cq_output_tell(const cq_cli *cli, const char *path)
{
    if (cli->set.verbose || (cq_terminal_is(stderr) && !cli->set.quiet))
        fprintf(stderr, "chequer: wrote %s\n", path);
}
