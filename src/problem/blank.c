/* blank.c - squares that stay free.
 *
 * A blank is a piece of one square that lies where no other piece does:
 *
 *     free 4                four squares stay free      copies 4
 *     free 0..any           any number of them          copies any
 *     free 2 in=a1,h1,h8    two of these three          copies 2, on these squares
 *     free any fewer        and of each piece at most as many copies as there are
 *
 * So every engine, every count and every proof about pieces serves packings, too. In
 * solutions nobody needs it: there a square that no part covers is free, and the blank
 * is left out (answer/uncovered.c).
 *
 * A square that must stay free is not on the board.
 */
#include "problem/problem.h"

#include "base/assert.h"

#include <string.h>

#define BLANK_NAME "free"

uint32_t cq_problem_free_piece(const cq_problem *problem)
{
    for (size_t i = 0; problem && i < problem->pieces.count; i++)
        if (problem->pieces.at[i].blank)
            return (uint32_t)i;
    return CQ_NO_PIECE;
}

static void drop_blank(cq_problem *problem)
{
    uint32_t number = cq_problem_free_piece(problem);

    if (number == CQ_NO_PIECE)
        return;
    cq_piece_free(&problem->pieces.at[number]);
    cq_pieces_close_up(&problem->pieces, number);
    cq_assert(cq_problem_free_piece(problem) == CQ_NO_PIECE);
}

/* Adds a blank with these copies at the end, and takes over `within` (may be NULL). */
static cq_status add_blank(cq_context *ctx, cq_problem *problem, uint32_t least,
                           uint32_t most, char *within, size_t line)
{
    cq_square square = {0, 0, CQ_ANY_COLOUR};
    cq_piece blank = {.least = least,
                      .most = most,
                      .rotate = true,
                      .flip = true,
                      .line = line,
                      .blank = true,
                      .within = within};
    cq_status status;

    cq_assert(least <= most && most > 0);
    cq_assert(cq_problem_free_piece(problem) == CQ_NO_PIECE); /* never two */
    blank.name = cq_strndup(ctx, BLANK_NAME, strlen(BLANK_NAME));
    status = blank.name ? cq_vec_push(ctx, &blank.shape, square) : CQ_MEMORY;
    cq_then(status, cq_vec_push(ctx, &problem->pieces, blank));
    if (status != CQ_OK)
        cq_piece_free(&blank);
    return status;
}

/* ---- squares by name ---- */

/* Marks the squares of a list such as "a1,b2"; each must be on the board. */
static cq_status mark_squares(cq_context *ctx, const char *source,
                              const cq_board *board, const cq_piece *blank,
                              cq_word *allowed)
{
    cq_span rest = cq_span_of(source, blank->within), name;

    while (cq_span_take(&rest, ',', &name)) {
        cq_cell cell;

        cq_try(cq_cell_parse_at(ctx, board, source, blank->line, 1, name.start,
                                name.length, &cell));
        if (!cq_board_present(board, cell))
            return cq_fail_at(ctx, source, blank->line, 1,
                              "%.*s is not on the board, so it cannot stay free",
                              (int)name.length, name.start);
        cq_bits_add(allowed, cell);
    }
    return CQ_OK;
}

static cq_status check_names(cq_context *ctx, const cq_problem *problem)
{
    for (size_t i = 0; i < problem->pieces.count; i++)
        if (!problem->pieces.at[i].blank &&
            strcmp(problem->pieces.at[i].name, BLANK_NAME) == 0)
            return cq_fail(ctx, CQ_INPUT,
                           "a piece is called free, which is what free squares are "
                           "called: rename the piece");
    return CQ_OK;
}

cq_status cq_blank_settle(cq_context *ctx, const char *source, cq_problem *problem)
{
    uint32_t number = cq_problem_free_piece(problem);
    cq_piece *blank;
    cq_word *allowed;
    cq_status status;

    if (number == CQ_NO_PIECE)
        return CQ_OK;
    blank = &problem->pieces.at[number];
    for (size_t i = 0; blank->fewer && i < problem->pieces.count; i++)
        if (i != number)
            problem->pieces.at[i].least = 0;
    cq_try(check_names(ctx, problem));
    if (!blank->within)
        return CQ_OK;
    allowed = cq_bits_new(ctx, cq_board_size(problem->board));
    cq_try_memory(allowed);
    status = mark_squares(ctx, source, problem->board, blank, allowed);
    if (status != CQ_OK) {
        cq_free(allowed);
        return status;
    }
    cq_free(blank->allowed);
    blank->allowed = allowed;
    return CQ_OK;
}

/* ---- reading ---- */

/* "in=a1,b2": the list goes to *out. */
static cq_status take_squares(cq_context *ctx, cq_span word, char **out)
{
    if (word.length < 4 || memcmp(word.start, "in=", 3) != 0)
        return cq_expected(ctx, word, "in= and squares such as in=a1,b2", "nothing");
    *out = cq_strndup(ctx, word.start + 3, word.length - 3);
    return *out ? CQ_OK : CQ_MEMORY;
}

cq_status cq_blank_parse(cq_context *ctx, cq_span text, cq_problem *problem)
{
    cq_words words = cq_words_of(text.start, text.length);
    uint32_t least = 0, most = 0;
    char *within = NULL;
    bool fewer = false;

    if (!cq_words_next(&words))
        return cq_fail_span(
            ctx, text, "expected how many squares stay free, such as 4, 0..4 or any");
    if (!cq_word_is(&words, "0"))
        cq_try(cq_copies_parse(ctx, cq_span_word(text, &words), &least, &most));
    while (cq_words_next(&words) && !(fewer && within)) {
        if (!fewer && cq_word_is(&words, "fewer"))
            fewer = true;
        else if (!within)
            cq_try(take_squares(ctx, cq_span_word(text, &words), &within));
        else
            break;
    }
    if (words.length) {
        cq_free(within);
        return cq_expected(ctx, cq_span_word(text, &words), "nothing after the squares",
                           "");
    }
    drop_blank(problem);
    if (most == 0) {
        cq_free(within);
        return fewer ? cq_fail_span(ctx, text,
                                    "expected squares that may stay free before fewer, "
                                    "found 0")
                     : CQ_OK;
    }
    cq_try(add_blank(ctx, problem, least, most, within, text.line));
    problem->pieces.at[problem->pieces.count - 1].fewer = fewer;
    return CQ_OK;
}

cq_status cq_problem_set_free(cq_context *ctx, cq_problem *problem, const char *squares)
{
    cq_try(cq_problem_require(ctx, problem, CQ_TILING,
                              "only a tiling has squares that stay free"));
    cq_try(cq_need(ctx, squares, "a number of squares"));
    cq_try(cq_blank_parse(ctx, cq_span_of("--free", squares), problem));
    return cq_blank_settle(ctx, "--free", problem);
}

/* ---- packings ---- */

cq_status cq_problem_packing(cq_context *ctx, const cq_problem *problem,
                             uint32_t least_free, uint32_t most_free, cq_problem **out)
{
    uint32_t number = cq_problem_free_piece(problem);
    cq_problem *packing = NULL;
    cq_status status = cq_problem_again(ctx, problem, &packing);

    cq_then(status, cq_board_copy(ctx, problem->board, &packing->board));
    if (status == CQ_OK && number == CQ_NO_PIECE && most_free)
        status = add_blank(ctx, packing, 0, 1, NULL, 0);
    for (size_t i = 0; status == CQ_OK && i < packing->pieces.count; i++) {
        cq_piece *piece = &packing->pieces.at[i];

        piece->least = piece->blank ? least_free : 0;
        if (piece->blank)
            piece->most = most_free;
    }
    if (status == CQ_OK && most_free == 0)
        drop_blank(packing);
    cq_then(status, cq_blank_settle(ctx, problem->source, packing));
    cq_then(status,
            cq_weighing_settle(ctx, problem->source, packing->board, &packing->pieces));
    return cq_problem_deliver(status, packing, out);
}
