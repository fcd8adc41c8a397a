/* input.c - from the text of an input to its problem, and to its image.
 *
 * The image of a puzzle is made from its text alone, by a small reader of its own that
 * knows headings ("board", "piece ...") and the lines of characters below them.
 */
#include "prop.h"

#include <stdlib.h>
#include <string.h>

static cq_problem *spec_problem(cq_context *ctx, const input *in)
{
    char spec[INPUT_SIZE];
    const char *end = strchr(in->text, '\n');
    const char *sets = end ? end + 1 : "";
    size_t length = end ? (size_t)(end - in->text) : in->size;
    cq_problem *problem = NULL;
    char list[INPUT_SIZE];

    snprintf(spec, sizeof spec, "%.*s", (int)length, in->text);
    snprintf(list, sizeof list, "%.*s", (int)strcspn(sets, "\n"), sets);
    if (cq_problem_parse_board(ctx, spec, &problem) != CQ_OK)
        return NULL;
    if (*list && cq_problem_set_pieces(ctx, problem, list) != CQ_OK) {
        cq_problem_free(problem);
        return NULL;
    }
    return problem;
}

/* The n-th line, from 0; empty if there is none. */
static void take_line(const input *in, unsigned n, char out[INPUT_SIZE])
{
    const char *line = in->text;

    while (n-- && *line) {
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    snprintf(out, INPUT_SIZE, "%.*s", (int)strcspn(line, "\n"), line);
}

/* "+3 -8": every tour uses the edge of number 3, none the edge of number 8, counted
 * round the edges as often as it takes. */
static cq_status set_moves(cq_context *ctx, cq_problem *problem, const char *words)
{
    cq_status status = CQ_OK;

    for (const char *at = words; *at && status == CQ_OK; at++) {
        size_t edges = cq_graph_edges(&problem->graph), number, met = 0;

        if ((*at != '+' && *at != '-') || edges == 0)
            continue;
        number = (size_t)atoi(at + 1) % edges;
        for (uint32_t v = 0; v < problem->graph.vertices && met <= number; v++)
            for (size_t e = problem->graph.starts[v]; e < problem->graph.starts[v + 1];
                 e++) {
                uint32_t ends[2] = {v, problem->graph.targets[e]};

                if (ends[1] < v || met++ != number)
                    continue;
                status = *at == '+' ? cq_problem_fix_edges(ctx, problem, ends, 1)
                                    : cq_problem_bar_edges(ctx, problem, ends, 1);
                break;
            }
    }
    return status == CQ_INPUT ? CQ_OK : status; /* both required and forbidden */
}

/* "=3:8": vertex 3 has number 8, counted round as often as it takes. */
static cq_status set_numbers(cq_context *ctx, cq_problem *problem, const char *words)
{
    uint32_t n = problem->graph.vertices;
    cq_status status = CQ_OK;

    for (const char *at = strchr(words, '='); at && n && status == CQ_OK;
         at = strchr(at + 1, '=')) {
        const char *colon = strchr(at, ':');
        uint32_t vertex = (uint32_t)atoi(at + 1) % n;
        uint32_t number = colon ? (uint32_t)atoi(colon + 1) % n + 1 : 1;

        status = cq_problem_set_number_at(ctx, problem, vertex, number);
        if (status == CQ_INPUT)
            status = CQ_OK; /* a square or a number twice, or ends */
    }
    return status;
}

/* "closed", "open", "open a1" and "open a1 b3" */
static cq_problem *tour_problem(cq_context *ctx, const input *in)
{
    char board[INPUT_SIZE], leaper[INPUT_SIZE], ends[INPUT_SIZE], moves[INPUT_SIZE];
    cq_problem *problem = NULL;
    char *from, *to;
    cq_status status;

    take_line(in, 0, board);
    take_line(in, 1, leaper);
    take_line(in, 2, ends);
    take_line(in, 3, moves);
    if (cq_problem_parse_board(ctx, board, &problem) != CQ_OK)
        return NULL;
    status = cq_problem_set_tour(ctx, problem, leaper, strcmp(ends, "closed") == 0);
    if (status == CQ_OK)
        status = set_moves(ctx, problem, moves);
    (void)strtok_r(ends, " ", &to);
    from = strtok_r(NULL, " ", &to);
    if (status == CQ_OK && from)
        status = cq_problem_set_ends(ctx, problem, from, to && *to ? to : NULL);
    if (status == CQ_OK)
        status = set_numbers(ctx, problem, moves);
    if (status != CQ_OK) {
        cq_problem_free(problem);
        return NULL;
    }
    return problem;
}

cq_problem *input_problem(cq_context *ctx, const input *in)
{
    cq_problem *problem = NULL;
    cq_status status = CQ_OK;

    switch (in->form) {
    case FORM_SPEC: return spec_problem(ctx, in);
    case FORM_ART:
    case FORM_PUZZLE:
    case FORM_PACKING:
    case FORM_WEIGHED:
    case FORM_ODD:
    case FORM_RULED:
        status = cq_problem_parse_puzzle(ctx, "input", in->text, in->size, &problem);
        break;
    case FORM_FAMILY: return NULL; /* it is many problems */
    case FORM_TOUR:
    case FORM_FIGURED: return tour_problem(ctx, in);
    case FORM_GRAPH:
        status =
            cq_problem_parse_graph(ctx, "input", in->text, in->size,
                                   strncmp(in->text, "% closed", 8) == 0, &problem);
        break;
    case FORM_COVER:
    case FORM_PRICED:
        status = cq_problem_parse_cover(ctx, "input", in->text, in->size, &problem);
        break;
    }
    return status == CQ_OK ? problem : NULL;
}

enum { SIDE = 24 };

typedef struct picture {
    unsigned rows, cols;
    char at[SIDE][SIDE];
} picture;

/* Where (row, col) goes: left to right first, then quarter turns clockwise. */
static char *place(picture *p, unsigned symmetry, const picture *from, unsigned row,
                   unsigned col)
{
    unsigned rows = from->rows, cols = from->cols, old;

    if (symmetry & 4)
        col = cols - 1 - col;
    for (unsigned i = 0; i < (symmetry & 3); i++) {
        old = row;
        row = col;
        col = rows - 1 - old;
        old = rows;
        rows = cols;
        cols = old;
    }
    p->rows = rows;
    p->cols = cols;
    return &p->at[row][col];
}

static void add_image(const picture *p, unsigned symmetry, input *out)
{
    picture image = {0};

    for (unsigned row = 0; row < p->rows; row++)
        for (unsigned col = 0; col < p->cols; col++)
            *place(&image, symmetry, p, row, col) =
                p->at[row][col] ? p->at[row][col] : '.';
    for (unsigned row = 0; row < image.rows; row++)
        input_add(out, "%.*s\n", (int)image.cols, image.at[row]);
}

static bool is_heading(const char *line)
{
    return strncmp(line, "board", 5) == 0 || strncmp(line, "piece", 5) == 0;
}

static void input_copy(input *out, const char *text, size_t length)
{
    if (length < INPUT_SIZE - out->size) {
        memcpy(out->text + out->size, text, length);
        out->size += length;
    }
}

void input_image(const input *in, unsigned symmetry, input *out)
{
    const char *line = in->text;

    *out = (input){.form = in->form};
    while (*line) {
        picture p = {0};

        if (is_heading(line)) {
            size_t length = strcspn(line, "\n");

            length += line[length] == '\n';
            input_copy(out, line, length);
            line += length;
        }
        while (*line && !is_heading(line)) {
            size_t length = strcspn(line, "\n");

            if (length && length < SIDE && p.rows < SIDE) {
                memcpy(p.at[p.rows++], line, length);
                p.cols = length > p.cols ? (unsigned)length : p.cols;
            }
            line += length + (line[length] == '\n');
        }
        add_image(&p, symmetry, out);
    }
}
