/* question.c - from the description of a problem to the problem: for the command, for
 * requests, and for whoever else has a text and some wishes.
 *
 * A text is read as `reading` says, or as its content tells (content.c). A board that
 * is asked as a cover is lowered to one; asked as a tour it gets its leaper. An error
 * names the board that it is about, if there are several, and the name that was
 * probably meant, if one is near.
 */
#include "base/assert.h"
#include "base/sized.h"
#include "base/suggest.h"
#include "problem/content.h"
#include "problem/placement.h"
#include "problem/tour_wishes.h"

#include <string.h>

static bool means_tour(const cq_question *q)
{
    return q->leaper || q->open || q->closed || q->from || q->to || q->symmetric ||
           q->magic || q->with || q->without || q->at;
}

/* A board in one line, rather than art or a puzzle. */
static bool is_spec(const char *text, size_t length)
{
    bool digit = false, mark = false;

    for (size_t i = 0; i < length; i++) {
        if (strchr("\r\n#.", text[i])) /* a NUL byte, too, is in no board */
            return false;
        digit |= text[i] >= '0' && text[i] <= '9';
        mark |= strchr("xX\xc3:", text[i]) != NULL; /* 0xc3 begins the times sign */
    }
    return digit && mark;
}

static void settle_by_content(cq_question *q, const cq_text *text)
{
    cq_content content = q->drawn ? CQ_CONTENT_ART : cq_content_of(text);

    if (q->reading == CQ_READ_TOUR && content == CQ_CONTENT_GRAPH)
        q->reading = CQ_READ_HAM;
    if (q->reading == CQ_READ_TOUR && content == CQ_CONTENT_COVER && q->unsure &&
        !means_tour(q))
        q->reading = CQ_READ_COVER;
    if (q->reading != CQ_READ_ANY)
        return;
    if (content == CQ_CONTENT_GRAPH)
        q->reading = CQ_READ_HAM;
    else if (content == CQ_CONTENT_COVER)
        q->reading = CQ_READ_COVER;
    else
        q->reading =
            means_tour(q) || cq_puzzle_asks_tour(text) ? CQ_READ_TOUR : CQ_READ_TILE;
}

/* ---- reading ---- */

static cq_status parse_text(cq_context *ctx, const cq_question *q, const cq_text *text,
                            cq_problem **out)
{
    bool boards = q->reading == CQ_READ_TOUR || q->reading == CQ_READ_TILE;

    if (q->drawn)
        return cq_problem_parse_drawn(ctx, text->name, text->data, text->size, out);
    if (q->reading == CQ_READ_HAM)
        return cq_problem_parse_graph(ctx, text->name, text->data, text->size, !q->open,
                                      out);
    if (q->reading == CQ_READ_COVER && cq_content_may_be_cover(text))
        return cq_problem_parse_cover(ctx, text->name, text->data, text->size, out);
    return q->several && boards
               ? cq_problem_parse_puzzles(ctx, text->name, text->data, text->size, out)
               : cq_problem_parse_puzzle(ctx, text->name, text->data, text->size, out);
}

static cq_status parse_board(cq_context *ctx, cq_question *q, const char *spec,
                             cq_problem **out)
{
    if (q->reading == CQ_READ_ANY)
        q->reading = means_tour(q) ? CQ_READ_TOUR : CQ_READ_TILE;
    if (q->reading == CQ_READ_HAM)
        return cq_fail(ctx, CQ_REFUSED, "a board is not a graph: it is for a tour");
    return cq_problem_parse_board(ctx, spec, out);
}

static cq_status read_question(cq_context *ctx, cq_question *q, cq_problem **out)
{
    cq_text text = {q->name ? q->name : "text", q->text, q->length};
    bool boards = q->reading != CQ_READ_HAM && q->reading != CQ_READ_COVER;
    cq_status status;
    char *spec;

    if (q->board)
        return parse_board(ctx, q, q->board, out);
    if (!q->text)
        return cq_fail(ctx, CQ_INPUT, "expected a board or a text, found NULL");
    if (!q->one_line || !boards || !is_spec(q->text, q->length)) {
        if (q->reading == CQ_READ_ANY || q->guessed)
            settle_by_content(q, &text);
        return parse_text(ctx, q, &text, out);
    }
    spec = cq_strndup(ctx, q->text, q->length);
    status = spec ? parse_board(ctx, q, spec, out) : CQ_MEMORY;
    cq_free(spec);
    return status;
}

/* ---- names that were probably meant ---- */

/* The library reports the place of a name that it does not know; the word there is
 * compared with the names that it does know, and the nearest is added to the message.
 */

/* The message again, followed by the suggestion. */
static cq_status add_hint(cq_context *ctx, const cq_suggest *suggest)
{
    if (!suggest->best)
        return CQ_INPUT;
    return cq_fail_at(ctx, cq_error_source(ctx), cq_error_line(ctx),
                      cq_error_column(ctx), "%s; did you mean %s?", cq_error_text(ctx),
                      suggest->best);
}

/* The word of `list` at the column of the message, up to one of `ends`. */
static cq_suggest word_of_message(cq_context *ctx, const char *list, const char *ends)
{
    size_t column = cq_error_column(ctx);

    if (column == 0 || column > strlen(list))
        return cq_suggest_for("", 0);
    list += column - 1;
    return cq_suggest_for(list, strcspn(list, ends));
}

static cq_status hint_pieces(cq_context *ctx, const char *list)
{
    cq_suggest suggest = word_of_message(ctx, list, ",* ");

    for (unsigned squares = 1; cq_polyomino_name(squares); squares++)
        cq_suggest_offer(&suggest, cq_polyomino_name(squares));
    for (size_t i = 0; cq_piece_set_name(i); i++)
        cq_suggest_offer(&suggest, cq_piece_set_name(i));
    return add_hint(ctx, &suggest);
}

static cq_status hint_leaper(cq_context *ctx, const char *list)
{
    cq_suggest suggest = word_of_message(ctx, list, "+ ");

    for (size_t i = 0; cq_leaper_name(i); i++)
        cq_suggest_offer(&suggest, cq_leaper_name(i));
    return add_hint(ctx, &suggest);
}

/* ---- what is asked of it ---- */

/* The tiling as the cover that it amounts to, in its place. */
static cq_status lower(cq_context *ctx, const cq_question *q, cq_problem *problem)
{
    cq_try(cq_tiling_as_cover(ctx, problem->board, &problem->pieces, q->numbered,
                              &problem->cover));
    cq_assert(problem->kind == CQ_TILING);
    cq_board_free(problem->board);
    problem->board = NULL;
    cq_pieces_free(&problem->pieces);
    problem->kind = CQ_COVER;
    return CQ_OK;
}

/* A file that asks for a tour says how the piece moves; the rest may be added. */
static cq_status adapt_tour(cq_context *ctx, const cq_question *q,
                            const cq_problem *problem)
{
    cq_leaper leaps = {0};
    bool same = true;

    if (q->reading != CQ_READ_TOUR)
        return cq_fail(ctx, CQ_INPUT,
                       "this puzzle asks for a tour: use 'chequer tour' or --as tour");
    if (q->leaper) {
        cq_try(cq_leaper_parse(ctx, "--leaper", q->leaper, &leaps));
        same = cq_leaper_same(&leaps, &problem->leaper);
        cq_vec_free(&leaps);
    }
    if (!same || (q->open && problem->closed) || (q->closed && !problem->closed))
        return cq_fail(ctx, CQ_INPUT,
                       "this puzzle says how the piece moves, and that the tour is %s",
                       problem->closed ? "closed" : "open");
    return CQ_OK;
}

/* The question for as many pieces, or points, as possible. */
static cq_status adapt_max(cq_context *ctx, const cq_question *q, cq_problem *problem)
{
    uint32_t blank = cq_problem_free_piece(problem);
    bool pieces = strcmp(q->max, "pieces") == 0;

    if (!pieces && strcmp(q->max, "points") != 0)
        return cq_fail(ctx, CQ_INPUT, "expected pieces or points, found '%.40s'",
                       q->max);
    if (!pieces && !cq_problem_is_weighted(problem))
        return cq_fail(ctx, CQ_INPUT,
                       "there are no weights, so no points: give weights, or ask for "
                       "pieces");
    if (blank == CQ_NO_PIECE) {
        cq_try(cq_problem_set_free(ctx, problem, "any fewer"));
    } else {
        problem->pieces.at[blank].fewer = true;
        cq_try(cq_blank_settle(ctx, "--free", problem));
    }
    if (!pieces)
        return CQ_OK;
    cq_problem_drop_weights(problem);
    return cq_problem_add_weights(ctx, problem, "all = 1");
}

/* A wish that this kind of problem cannot have is a mistake. What only some tours can
 * have is refused by cq_tour_ask. */
static cq_status check_wishes(cq_context *ctx, const cq_question *q,
                              const cq_problem *problem)
{
    const char *tiles = q->pieces    ? "pieces are"
                        : q->rules   ? "rules are"
                        : q->free    ? "free squares are"
                        : q->weights ? "weights by pieces are"
                        : q->max     ? "max is"
                                     : NULL;
    const char *walks = q->leaper ? "a leaper is" : q->open ? "an open walk is" : NULL;
    bool tour = problem->kind == CQ_TOUR || q->reading == CQ_READ_TOUR;

    if (tiles && (tour || problem->kind == CQ_COVER))
        return cq_fail(ctx, CQ_INPUT, "%s for tilings, and this is a %s", tiles,
                       tour ? "tour" : "cover");
    if (walks && !tour)
        return cq_fail(ctx, CQ_INPUT, "%s for tours, and this is a %s", walks,
                       cq_kind_name(problem->kind));
    if (q->leaper && !problem->board)
        return cq_fail(ctx, CQ_INPUT, "a leaper is for boards, and this is a graph");
    return CQ_OK;
}

static cq_status adapt(cq_context *ctx, const cq_question *q, cq_problem *problem)
{
    cq_status status = CQ_OK;

    cq_try(check_wishes(ctx, q, problem));
    if (problem->kind == CQ_COVER && q->unweighted)
        cq_problem_drop_weights(problem);
    if (problem->kind == CQ_TOUR && problem->board)
        return adapt_tour(ctx, q, problem);
    if (problem->kind != CQ_TILING)
        return CQ_OK;
    if (q->reading == CQ_READ_TOUR) {
        const char *leaper = q->leaper ? q->leaper : "1,2";

        status = cq_problem_set_tour(ctx, problem, leaper, !q->open);
        return status == CQ_INPUT ? hint_leaper(ctx, leaper) : status;
    }
    if (q->pieces)
        status = cq_problem_set_pieces(ctx, problem, q->pieces);
    cq_try(status == CQ_INPUT ? hint_pieces(ctx, q->pieces) : status);
    if (q->rules)
        cq_try(cq_rules_read(ctx, "--rule", q->rules, &problem->pieces));
    if (q->free)
        cq_try(cq_problem_set_free(ctx, problem, q->free));
    if (q->weights)
        cq_try(cq_problem_add_weights(ctx, problem, q->weights));
    if (q->unweighted)
        cq_problem_drop_weights(problem);
    if (q->max)
        cq_try(adapt_max(ctx, q, problem));
    cq_assert(cq_problem_check(problem));
    return q->reading == CQ_READ_COVER ? lower(ctx, q, problem) : CQ_OK;
}

static cq_status check_size(cq_context *ctx, const cq_question *q,
                            const cq_problem *problem)
{
    uint64_t size = cq_problem_size(problem);

    if (q->most == 0 || size <= q->most)
        return CQ_OK;
    return cq_fail(ctx, CQ_INPUT,
                   "this %s %" PRIu64 "%s, but at most %" PRIu64 " are allowed here",
                   problem->board              ? "board has"
                   : problem->kind == CQ_COVER ? "cover has"
                                               : "graph has",
                   size,
                   problem->board              ? " squares"
                   : problem->kind == CQ_COVER ? " entries"
                                               : " vertices",
                   q->most);
}

/* If there are several boards, an error names the one that it is about. */
static cq_status adapt_all(cq_context *ctx, const cq_question *q, cq_problem *first)
{
    cq_status status = CQ_OK;
    size_t number = 1;

    for (cq_problem *p = first; p && status == CQ_OK; p = p->next, number++) {
        status = check_size(ctx, q, p);
        cq_then(status, adapt(ctx, q, p));
        cq_then(status, cq_tour_ask(ctx, q, p));
        if (status == CQ_INPUT && first->next)
            return cq_fail(ctx, CQ_INPUT, "board %zu of the file: %s", number,
                           cq_error_text(ctx));
    }
    return status;
}

cq_status cq_problem_pose(cq_context *ctx, const cq_question *question,
                          cq_problem **out)
{
    cq_question q;
    cq_problem *problem = NULL;
    cq_status status = cq_need(ctx, out, "a place for the problem");

    cq_then(status, cq_sized_read(ctx, "CQ_QUESTION_INIT", question, sizeof q, &q));
    if (status == CQ_OK && !cq_reading_name(q.reading))
        status =
            cq_fail(ctx, CQ_INPUT, "there is no reading number %d", (int)q.reading);
    if (status == CQ_OK && q.open && q.closed)
        status = cq_fail(ctx, CQ_INPUT, "a tour is open or closed, not both");
    cq_then(status, read_question(ctx, &q, &problem));
    cq_then(status, adapt_all(ctx, &q, problem));
    return cq_problem_deliver(status, problem, out);
}
