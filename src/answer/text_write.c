/* text_write.c - answers as text: what a person reads, and cq_answer_read reads back.
 *
 *     ABBA    a tiling        1 4 7    a tour of a board     a d f     a cover:
 *     AAAA                    6 . 2                          b g       options
 *     CDDC                    3 8 5                          c e:x
 *
 * A solution that stands for a class has a line above it, "class of 4:".
 *
 * A tiling is a grid of letters. If the pieces' names begin with different letters and
 * their copies are limited, a piece is marked with its own letter, and a copy that
 * touches another one with the same letter in the other case, or, if that is taken as
 * well, with a digit; otherwise letters
 * are given so that neighbouring pieces differ, which needs six or seven at most if the
 * pieces are connected.
 *
 * A square that stays free, or that the most pieces leave over, is a '#'.
 *
 * The whole grid is filled in memory (placements come in any order) and written at
 * once: a byte a cell, linear time.
 */
#include "base/assert.h"
#include "answer/answer_check.h"
#include "answer/list.h"
#include "answer/write.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* In the order in which labels are used up. */
static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

enum { LETTERS = sizeof letters - 1 };

static cq_status written(cq_context *ctx, FILE *out)
{
    return ferror(out) ? cq_fail_io(ctx, "cannot write", "the answer") : CQ_OK;
}

/* ---- tilings ---- */

bool cq_text_initials(const cq_problem *problem)
{
    bool taken[256] = {false};
    size_t blanks = cq_problem_free_piece(problem) != CQ_NO_PIECE;

    if (problem->pieces.count < 2 + blanks)
        return false;
    for (size_t i = 0; i < problem->pieces.count; i++) {
        const cq_piece *piece = &problem->pieces.at[i];
        unsigned char initial = (unsigned char)piece->name[0];

        if (piece->blank)
            continue;
        if (piece->most == CQ_ANY_COPIES || taken[initial] ||
            !cq_is_colour((char)initial))
            return false;
        taken[initial] = true;
    }
    return true;
}

static bool is_initial(const cq_problem *problem, char letter)
{
    for (size_t i = 0; i < problem->pieces.count; i++)
        if (problem->pieces.at[i].name[0] == letter && !problem->pieces.at[i].blank)
            return true;
    return false;
}

char cq_text_twin(const cq_problem *problem, char initial)
{
    unsigned char c = (unsigned char)initial;
    char twin = (char)(isupper(c) ? tolower(c) : toupper(c));

    return isalpha(c) && !is_initial(problem, twin) ? twin : 0;
}

/* Whether a part touches an earlier one that has this letter. */
static bool meets(const cq_problem *problem, const cq_solution *s, size_t part,
                  const uint32_t *owner, const char *letter, char own)
{
    for (uint32_t m = s->starts.at[part]; m < s->starts.at[part + 1]; m++) {
        cq_cell near[4];
        unsigned count = cq_board_neighbours(problem->board, s->members.at[m], near);

        while (count) {
            uint32_t other = owner[near[--count]];

            if (other && other <= part && letter[other - 1] == own)
                return true;
        }
    }
    return false;
}

/* Pieces' own letters, in the other case for copies that touch. If three touch each
 * other, a digit that is no piece's letter tells the third one apart. */
static cq_status take_initials(cq_context *ctx, const cq_problem *problem,
                               const cq_solution *s, char *out)
{
    size_t parts = cq_solution_parts(s);
    uint32_t *owner = cq_zalloc(ctx, cq_board_size(problem->board), sizeof *owner);
    cq_status status = CQ_OK;

    cq_try_memory(owner);
    for (size_t i = 0; i < parts; i++)
        for (uint32_t m = s->starts.at[i]; m < s->starts.at[i + 1]; m++)
            owner[s->members.at[m]] = (uint32_t)i + 1;
    for (size_t i = 0; i < parts && status == CQ_OK; i++) {
        char own = problem->pieces.at[s->labels.at[i]].name[0];
        char marks[] = {
            own, cq_text_twin(problem, own), '1', '2', '3', '4', '5', '6', '7', '8',
            '9'};

        status = cq_poll_at(ctx, i + 1);
        out[i] = own;
        for (size_t m = 0; m < sizeof marks; m++)
            if (marks[m] && (m < 2 || !is_initial(problem, marks[m])) &&
                !meets(problem, s, i, owner, out, marks[m])) {
                out[i] = marks[m];
                break;
            }
    }
    cq_free(owner);
    return status;
}

/* The letter of each part. */
static cq_status choose_letters(cq_context *ctx, const cq_problem *problem,
                                const cq_solution *solution, char *out)
{
    size_t parts = cq_solution_parts(solution);
    bool initials = cq_text_initials(problem);
    uint32_t *labels, used = 0;
    cq_status status = CQ_OK;

    if (initials)
        return take_initials(ctx, problem, solution, out);
    labels = cq_alloc(ctx, parts, sizeof *labels);
    cq_try_memory(labels);
    status = cq_solution_colour(ctx, problem, solution, labels, &used);
    if (status == CQ_OK && used > LETTERS)
        status = cq_fail(ctx, CQ_REFUSED,
                         "there are not enough letters to tell %" PRIu32
                         " touching pieces apart; use JSON",
                         used);
    for (size_t i = 0; i < parts && status == CQ_OK; i++) {
        cq_assert(labels[i] < used);
        out[i] = letters[labels[i]];
    }
    cq_free(labels);
    return status;
}

/* Where a cell is in the grid: each row before it has a newline, too. */
static char *place_of(char *grid, const cq_board *board, cq_cell cell)
{
    cq_assert(cq_board_present(board, cell));
    return grid + cell + cq_row(board, cell);
}

/* Lines of the grid, each with its newline; '.' everywhere, or '#' on the squares of
 * the board if they may stay free. */
static char *empty_grid(cq_context *ctx, const cq_board *board, bool free)
{
    size_t width = (size_t)board->cols + 1;
    char *grid = cq_alloc(ctx, width, board->rows);

    if (!grid)
        return NULL;
    memset(grid, '.', width * board->rows);
    for (size_t row = 0; row < board->rows; row++)
        grid[row * width + board->cols] = '\n';
    for (cq_cell cell = 0; free && cell < cq_board_size(board); cell++)
        if (cq_board_present(board, cell))
            *place_of(grid, board, cell) = '#';
    return grid;
}

cq_status cq_text_tiling(cq_context *ctx, FILE *out, const cq_problem *problem,
                         const cq_solution *solution, const cq_u32s *left)
{
    const cq_solution *s = solution;
    const cq_board *board = problem->board;
    char *grid = empty_grid(ctx, board, cq_problem_free_piece(problem) != CQ_NO_PIECE);
    char *letter = cq_alloc(ctx, cq_solution_parts(s), 1);
    cq_status status =
        grid && letter ? choose_letters(ctx, problem, s, letter) : CQ_MEMORY;

    for (size_t i = 0; i < cq_solution_parts(s) && status == CQ_OK; i++) {
        status = cq_poll_at(ctx, i + 1);
        for (uint32_t m = s->starts.at[i]; m < s->starts.at[i + 1]; m++)
            *place_of(grid, board, s->members.at[m]) = letter[i];
    }
    for (size_t i = 0; left && i < left->count && status == CQ_OK; i++)
        *place_of(grid, board, left->at[i]) = '#';
    if (status == CQ_OK) {
        fwrite(grid, (size_t)board->cols + 1, board->rows, out);
        status = written(ctx, out);
    }
    cq_free_each(letter, grid);
    return status;
}

/* ---- covers ---- */

void cq_text_option(FILE *out, const cq_cover *cover, uint32_t option)
{
    uint32_t from = cover->starts.at[option];

    cq_assert(option < cq_cover_options(cover));
    for (uint32_t e = from; e < cover->starts.at[option + 1]; e++) {
        const cq_entry *entry = &cover->entries.at[e];

        fprintf(out, e > from ? " %s" : "%s", cq_item_name(cover, entry->item));
        if (entry->colour != CQ_NO_COLOUR)
            fprintf(out, ":%s", cq_colour_name(cover, entry->colour));
    }
}

static cq_status write_cover(cq_context *ctx, FILE *out, const cq_cover *cover,
                             const cq_solution *s)
{
    for (size_t i = 0; i < cq_solution_parts(s); i++) {
        cq_try(cq_poll_at(ctx, i + 1));
        cq_text_option(out, cover, s->labels.at[i]);
        putc('\n', out);
    }
    return written(ctx, out);
}

/* ---- tours ---- */

static size_t digits_of(size_t number)
{
    size_t digits = 1;

    for (; number >= 10; number /= 10)
        digits++;
    return digits;
}

/* Puts the number (0: a '.') right-aligned into at[0..width). */
static void put_number(char *at, size_t width, size_t number)
{
    memset(at, ' ', width);
    if (number == 0)
        at[width - 1] = '.';
    cq_assert(digits_of(number) <= width);
    for (; number; number /= 10)
        at[--width] = (char)('0' + number % 10);
}

static cq_status write_board_tour(cq_context *ctx, FILE *out, const cq_problem *problem,
                                  const cq_solution *s)
{
    const cq_board *board = problem->board;
    size_t width = digits_of(s->members.count), length = board->cols * (width + 1);
    uint32_t *numbers = cq_zalloc(ctx, cq_board_size(board), sizeof *numbers);
    char *line = cq_alloc(ctx, length, 1);
    cq_status status = numbers && line ? CQ_OK : CQ_MEMORY;

    for (size_t i = 0; i < s->members.count && status == CQ_OK; i++)
        numbers[cq_problem_cell(problem, s->members.at[i])] = (uint32_t)i + 1;
    for (size_t row = 0; row < board->rows && status == CQ_OK; row++) {
        for (size_t col = 0; col < board->cols; col++) {
            char *at = line + col * (width + 1);

            put_number(at, width, numbers[row * board->cols + col]);
            at[width] = col + 1 < board->cols ? ' ' : '\n';
        }
        fwrite(line, 1, length, out);
        status = cq_poll(ctx);
    }
    cq_then(status, written(ctx, out));
    cq_free_each(line, numbers);
    return status;
}

static cq_status write_graph_tour(cq_context *ctx, FILE *out, const cq_problem *problem,
                                  const cq_solution *s)
{
    char buffer[CQ_VERTEX_NAME_SIZE];

    for (size_t i = 0; i < s->members.count; i++) {
        cq_try(cq_poll_at(ctx, i + 1));
        fprintf(out, i ? " %s" : "%s",
                cq_vertex_name(&problem->graph, NULL, s->members.at[i], buffer));
    }
    putc('\n', out);
    return written(ctx, out);
}

cq_status cq_text_solution(cq_context *ctx, FILE *out, const cq_problem *problem,
                           const cq_solution *solution)
{
    cq_assert(cq_solution_fits(solution, problem));
    switch (problem->kind) {
    case CQ_TILING: return cq_text_tiling(ctx, out, problem, solution, NULL);
    case CQ_COVER: return write_cover(ctx, out, &problem->cover, solution);
    case CQ_TOUR: break;
    }
    return problem->board ? write_board_tour(ctx, out, problem, solution)
                          : write_graph_tour(ctx, out, problem, solution);
}

/* ---- proofs ---- */

/* "3 values 0 1 cells a1=1 b1=2": the weights of the cells that have one. */
static void write_weights(FILE *out, const cq_board *board, const cq_certificate *c)
{
    char name[CQ_CELL_NAME_SIZE];

    fprintf(out, " %" PRIu32 " values", c->modulus);
    for (size_t i = 0; i < c->values.count; i++)
        fprintf(out, " %" PRId64, c->values.at[i]);
    fputs(" cells", out);
    for (size_t i = 0; i < c->weights.count; i++)
        if (c->weights.at[i] && cq_board_present(board, (cq_cell)i))
            fprintf(out, " %s=%" PRId64, cq_cell_name(board, (cq_cell)i, name),
                    c->weights.at[i]);
}

static void write_member(FILE *out, const cq_problem *problem, const cq_certificate *c,
                         uint32_t member)
{
    char name[CQ_VERTEX_NAME_SIZE];

    switch (cq_proof_members(c->proof, problem->kind)) {
    case CQ_MEMBERS_NONE: break;
    case CQ_MEMBERS_COLOURS: fprintf(out, " %c", (char)member); break;
    case CQ_MEMBERS_PIECES: fprintf(out, " %s", problem->pieces.at[member].name); break;
    case CQ_MEMBERS_ITEMS:
        fprintf(out, " %s", cq_item_name(&problem->cover, member));
        break;
    case CQ_MEMBERS_CELLS:
        fprintf(out, " %s", cq_cell_name(problem->board, member, name));
        break;
    case CQ_MEMBERS_VERTICES:
        fprintf(out, " %s",
                cq_vertex_name(&problem->graph, problem->board, member, name));
        break;
    }
}

static void write_no(FILE *out, const cq_problem *problem, const cq_answer *answer)
{
    const cq_certificate *c = &answer->certificate;

    fprintf(out, "impossible: %s.\n",
            answer->reason ? answer->reason : "no reason is given");
    cq_assert(c->proof == CQ_PROOF_NONE || cq_certificate_fits(c, problem));
    fprintf(out, "proof: %s", cq_proof_name(c->proof));
    if (c->proof == CQ_PROOF_WEIGHTS)
        write_weights(out, problem->board, c);
    if (c->proof == CQ_PROOF_EXHAUSTED)
        fprintf(out, " %" PRIu64 "%s", c->work, answer->symmetric ? " symmetric" : "");
    for (size_t i = 0; i < c->members.count; i++)
        write_member(out, problem, c, c->members.at[i]);
    putc('\n', out);
}

/* "about 9.36e+03, give or take 5 %"; a number of more digits than that has none of the
 * form 1e+02. */
static void write_about(FILE *out, const char *what, double value, double error)
{
    double per_cent = value > 0 ? 100 * error / value : 0;

    fprintf(out, "%s: about %.3g", what, value);
    if (value > 0)
        fprintf(out,
                per_cent < 10 ? ", give or take %.2g %%" : ", give or take %.0f %%",
                per_cent);
    putc('\n', out);
}

static void write_estimate(FILE *out, const cq_estimate *estimate)
{
    if (estimate->states > 0) {
        fprintf(out, "states: about %.2g at the peak, %.2g MB", estimate->states,
                estimate->bytes / 1e6);
        if (estimate->disk > 0)
            fprintf(out, " of memory and %.2g MB on disk", estimate->disk / 1e6);
        putc('\n', out);
        fprintf(out, "time of a sweep: about %.2g s on one thread\n",
                estimate->sweep_seconds);
    }
    if (!estimate->probes)
        return;
    if (estimate->solutions > 0)
        write_about(out, "solutions", estimate->solutions, estimate->solutions_error);
    else
        fprintf(out, "solutions: none met in %" PRIu64 " probes\n", estimate->probes);
    write_about(out, "nodes", estimate->nodes, estimate->nodes_error);
    fprintf(out, "time: about %.2g s on one thread\n", estimate->seconds);
}

/* Beside solutions: a number, a reason, an estimate, or that it is not known. */
cq_status cq_text_outcome(cq_context *ctx, FILE *out, const cq_problem *problem,
                          const cq_answer *answer)
{
    if (answer->verdict == CQ_YES && cq_goal_has_findings(answer->goal))
        return cq_text_findings(ctx, out, problem, answer);
    if (answer->goal == CQ_GOAL_COUNT && answer->counted) {
        const char *digits = cq_answer_count(answer);

        cq_try_memory(digits);
        fprintf(out, "%s\n", digits);
    } else if (answer->total) {
        fprintf(out, "%s\n", answer->total);
    } else if (answer->goal == CQ_GOAL_TOTAL && answer->verdict == CQ_NO) {
        fputs("0\n", out);
    } else if (answer->verdict == CQ_NO) {
        write_no(out, problem, answer);
    } else if (cq_answer_estimated(answer)) {
        write_estimate(out, &answer->estimate);
    } else if (answer->parts && answer->stop == CQ_FINISHED) {
        fprintf(out, "nothing in part %" PRIu32 " of %" PRIu32 "\n", answer->part,
                answer->parts);
    } else if (answer->verdict == CQ_YES && answer->goal != CQ_GOAL_COUNT) {
        fputs("possible\n", out);
    } else if (answer->stop == CQ_FINISHED) {
        fputs("unknown: not decided\n", out);
    } else {
        fprintf(out, "unknown: stopped by %s\n",
                answer->stop == CQ_STOP_CANCELLED ? "you" : cq_stop_name(answer->stop));
    }
    return written(ctx, out);
}

static cq_status add(cq_list *list, const cq_answer *answer, size_t index)
{
    cq_list_gap(list, answer, index);
    return cq_text_solution(list->ctx, list->out, list->problem,
                            &answer->solutions.at[index]);
}

const cq_list_writer cq_list_text = {
    .name = "txt", .add = add, .end = cq_list_no_solutions};
