/* explain.c - the argument for or against a domino tiling, as a person would give it;
 * tours are in explain_tour.c.
 *
 *     the colours   how many squares are light and dark, and what follows
 *     no            the squares of the Hall set, their neighbours, the count
 *     yes           two squares missing from a rectangle: Gomory's round trip, the
 *                   cut, the two paths, the dominoes along them; otherwise the
 *                   dominoes that have no choice, one after the other, and a tiling
 *
 * A step has its words and what its picture shows: a certificate on the board,
 * dominoes, the round trip (drawn as a tour of the whole rectangle), the two paths
 * (drawn as strands with their lengths). A tiling that is made here, not taken from the
 * answer, is checked before it is shown.
 */
#include "solve/explain.h"

#include "answer/answer_check.h"
#include "base/assert.h"
#include "check/check.h"
#include "draw/draw.h"
#include "engine/gomory/gomory.h"
#include "solve/solve.h"

#include <string.h>

typedef cq_teller teller;

static void free_step(cq_step *step)
{
    cq_free(step->text);
    cq_problem_free(step->problem);
    cq_solution_free(&step->solution);
    cq_certificate_free(&step->certificate);
    cq_solution_free(&step->strands);
    cq_vec_free_each(&step->gone, &step->come);
}

void cq_explanation_free(cq_explanation *explanation)
{
    if (!explanation)
        return;
    for (size_t i = 0; i < explanation->steps.count; i++)
        free_step(&explanation->steps.at[i]);
    cq_vec_free(&explanation->steps);
    cq_free(explanation);
}

cq_sentence cq_step_begin(const teller *t)
{
    cq_sentence sentence = {.ctx = t->ctx, .problem = t->problem, .status = CQ_OK};

    return sentence;
}

static bool are_squares(const teller *t, const cq_u32s *cells)
{
    for (size_t i = 0; i < cells->count; i++)
        cq_hold(cells->at[i] < cq_board_size(t->board));
    return true;
}

/* Whole sentences, and what a picture of them shows is there. */
static bool step_check(const teller *t, const cq_step *step)
{
    const cq_problem *shown = step->problem ? step->problem : t->problem;
    size_t length = strlen(step->text);

    cq_hold(length > 1 && strchr(".:)", step->text[length - 1]));
    cq_hold(!step->shows_solution || cq_solution_fits(&step->solution, shown));
    cq_hold(step->gone.count % 2 == 0 && step->come.count % 2 == 0);
    return are_squares(t, &step->gone) && are_squares(t, &step->come) &&
           are_squares(t, &step->strands.members);
}

cq_status cq_step_end(teller *t, cq_sentence *words, cq_step *step)
{
    cq_status status = words->status;

    step->text = words->text.at;
    cq_assert(status != CQ_OK || step_check(t, step));
    cq_then(status, cq_vec_push(t->ctx, &t->out->steps, *step));
    if (status != CQ_OK)
        free_step(step);
    return status;
}

/* ---- the colours ---- */

static cq_status tell_odd(teller *t)
{
    cq_sentence s = cq_step_begin(t);
    cq_step step = {0};

    cq_say(&s,
           "The board has %s. Every domino covers two, so dominoes cover an even "
           "number of squares, and this number is odd: there is no tiling.",
           cq_count_of(&s, t->board->count, "square", "squares"));
    return cq_step_end(t, &s, &step);
}

static cq_status tell_colours(teller *t)
{
    bool lighter = t->light > t->dark;
    char light[CQ_GROUPED_SIZE], dark[CQ_GROUPED_SIZE];
    cq_sentence s = cq_step_begin(t);
    cq_step step = {.certificate.proof = CQ_PROOF_COLOURS};

    cq_assert(t->light + t->dark == t->board->count);
    cq_say(&s,
           "Colour the squares as on a chessboard: %s are light, %s are dark. Two "
           "neighbours always differ, so every domino covers one light and one dark "
           "square, wherever it lies.",
           cq_grouped(t->light, light), cq_grouped(t->dark, dark));
    if (t->light == t->dark) {
        step.certificate.proof = CQ_PROOF_NONE;
        cq_say(&s, " The colours balance, so they do not rule out a tiling.");
    } else {
        cq_say(&s,
               " Dominoes therefore cover as many light squares as dark ones. Here %s "
               "would be left over however they are laid: there is no tiling.",
               cq_count_of(&s, lighter ? t->light - t->dark : t->dark - t->light,
                           lighter ? "light square" : "dark square",
                           lighter ? "light squares" : "dark squares"));
    }
    return cq_step_end(t, &s, &step);
}

/* ---- no ---- */

/* The different cells beside the members, ascending. */
static cq_status gather_neighbours(const teller *t, const cq_u32s *members,
                                   cq_u32s *out)
{
    size_t size = cq_board_size(t->board);
    char *marks = cq_zalloc(t->ctx, size, 1);
    cq_status status = marks ? CQ_OK : CQ_MEMORY;

    for (size_t i = 0; marks && i < members->count; i++) {
        cq_cell near[4];
        unsigned count = cq_board_neighbours(t->board, members->at[i], near);

        while (count)
            marks[near[--count]] = 1;
    }
    for (size_t cell = 0; cell < size && status == CQ_OK; cell++)
        if (marks[cell])
            status = cq_vec_push(t->ctx, out, (uint32_t)cell);
    cq_free(marks);
    return status;
}

static void say_hall_set(cq_sentence *s, const teller *t, const cq_u32s *set)
{
    bool dark = cq_is_dark(t->board, set->at[0]);
    char number[CQ_GROUPED_SIZE];
    const char *count = cq_grouped(set->count, number);

    if (set->count == 1) {
        cq_say(s, "Look at the square ");
        cq_say_members(s, set->at, 1);
        cq_say(s,
               " (hatched). It has to lie under a domino, together with a neighbour.");
        return;
    }
    cq_say(s, "Look at the %s squares ", dark ? "dark" : "light");
    cq_say_members(s, set->at, set->count);
    cq_say(s,
           " (hatched), %s in all. As they have the same colour no two are neighbours, "
           "so no domino covers two of them: they need %s different dominoes, and each "
           "of these covers one of their neighbours.",
           count, count);
}

static cq_status tell_hall(teller *t)
{
    const cq_u32s *set = &t->answer->certificate.members;
    cq_sentence s = cq_step_begin(t);
    cq_step step = {.certificate.proof = CQ_PROOF_HALL};
    char number[CQ_GROUPED_SIZE], fewer[CQ_GROUPED_SIZE];
    const char *only;
    cq_u32s beside = {0};

    s.status = gather_neighbours(t, set, &beside);
    cq_then(s.status,
            cq_u32s_append(t->ctx, &step.certificate.members, set->at, set->count));
    say_hall_set(&s, t, set);
    if (beside.count == 0) {
        cq_say(&s, " But there is no neighbour: there is no tiling.");
    } else {
        only = cq_grouped(beside.count, fewer);
        cq_say(&s, " But their neighbours (dotted) are only %s: ", only);
        cq_say_members(&s, beside.at, beside.count);
        cq_say(&s,
               ". %s is more than %s, so there is no tiling. (Hall 1935: if there is "
               "no tiling, there is always such a set.)",
               cq_grouped(set->count, number), only);
    }
    cq_vec_free(&beside);
    return cq_step_end(t, &s, &step);
}

static cq_status tell_reason(teller *t)
{
    cq_sentence s = cq_step_begin(t);
    cq_step step = {0};

    cq_say(&s, "There is no tiling: %s.",
           t->answer->reason ? t->answer->reason : "no reason is known");
    return cq_step_end(t, &s, &step);
}

static cq_status tell_no(teller *t)
{
    if (t->board->count % 2)
        return tell_odd(t);
    if (!cq_board_two_coloured(t->board))
        return tell_reason(t);
    cq_try(tell_colours(t));
    if (t->light != t->dark)
        return CQ_OK;
    return t->answer->certificate.proof == CQ_PROOF_HALL ? tell_hall(t)
                                                         : tell_reason(t);
}

/* ---- yes: Gomory ---- */

/* The two holes of a rectangle in the plane, of different colours, that a rook can walk
 * round. */
static bool find_holes(const cq_board *board, cq_cell holes[2])
{
    unsigned found = 0;

    if (board->surface != CQ_PLANE || board->count + 2 != cq_board_size(board) ||
        !cq_gomory_has_cycle(board->rows, board->cols))
        return false;
    for (size_t cell = 0; cell < cq_board_size(board); cell++)
        if (!cq_board_present(board, (cq_cell)cell))
            holes[found++] = (cq_cell)cell;
    cq_assert(found == 2);
    return cq_is_dark(board, holes[0]) != cq_is_dark(board, holes[1]);
}

/* The whole rectangle as a tour of the rook by single steps, and the round trip on it.
 * */
static cq_status show_trip(teller *t, cq_step *step)
{
    uint32_t rows = t->board->rows, cols = t->board->cols;
    char spec[32];
    cq_status status;

    snprintf(spec, sizeof spec, "%" PRIu32 "x%" PRIu32, rows, cols);
    status = cq_problem_parse_board(t->ctx, spec, &step->problem);
    cq_then(status, cq_problem_set_tour(t->ctx, step->problem, "0,1", true));
    for (size_t i = 0; i < (size_t)rows * cols && status == CQ_OK; i++)
        status =
            cq_vec_push(t->ctx, &step->solution.members, cq_gomory_cell(rows, cols, i));
    step->shows_solution = true;
    return status;
}

static cq_status tell_trip(teller *t)
{
    cq_sentence s = cq_step_begin(t);
    cq_step step = {0};

    s.status = show_trip(t, &step);
    cq_say(&s,
           "Fill the gaps for a moment. A rook can then walk over the whole rectangle, "
           "from each square to a neighbour, over every square once and back to where "
           "it began. Along this round trip light and dark squares take turns.");
    return cq_step_end(t, &s, &step);
}

/* The cells of the trip from after `from` to before `to`, as one strand, or pair by
 * pair as dominoes. */
static cq_status add_path(teller *t, size_t from, size_t to, bool dominoes,
                          cq_solution *out)
{
    uint32_t rows = t->board->rows, cols = t->board->cols;
    size_t size = (size_t)rows * cols, part;
    cq_u32s cells = {0};
    cq_status status = CQ_OK;

    for (size_t at = (from + 1) % size; at != to && status == CQ_OK;
         at = (at + 1) % size)
        status = cq_vec_push(t->ctx, &cells, cq_gomory_cell(rows, cols, at));
    cq_assert(status != CQ_OK || cells.count % 2 == 0); /* the colours take turns */
    part = dominoes ? 2 : cells.count;
    for (size_t i = 0; i < cells.count && status == CQ_OK; i += part)
        status = cq_solution_add(t->ctx, out, dominoes ? 0 : CQ_STRAND_OPEN,
                                 cells.at + i, part);
    cq_vec_free(&cells);
    return status;
}

static cq_status add_both(teller *t, const size_t places[2], bool dominoes,
                          cq_solution *out)
{
    cq_status status = add_path(t, places[0], places[1], dominoes, out);

    cq_then(status, add_path(t, places[1], places[0], dominoes, out));
    return status;
}

static cq_status tell_cut(teller *t, const cq_cell holes[2], const size_t places[2])
{
    size_t size = cq_board_size(t->board);
    size_t first = (places[1] + size - places[0]) % size - 1, second = size - 2 - first;
    char one[CQ_GROUPED_SIZE], other[CQ_GROUPED_SIZE];
    cq_sentence s = cq_step_begin(t);
    cq_step step = {0};

    s.status = add_both(t, places, false, &step.strands);
    cq_say(&s, "Take ");
    cq_say_members(&s, holes, 2);
    cq_say(&s, " out again. ");
    if (first && second)
        cq_say(&s,
               "That cuts the trip into two paths, one of %s squares and one of %s. As "
               "the two squares differ in colour, each path begins with one colour and "
               "ends with the other: its length is even.",
               cq_grouped(first, one), cq_grouped(second, other));
    else
        cq_say(&s,
               "They follow each other on the trip, so one path of %s squares is left. "
               "It begins with one colour and ends with the other: its length is even.",
               cq_grouped(first + second, one));
    return cq_step_end(t, &s, &step);
}

cq_status cq_step_check_made(const teller *t, const cq_step *step, const char *what)
{
    char sentence[CQ_SENTENCE_SIZE];
    bool right;

    cq_try(cq_check_solution(t->ctx, t->problem, &step->solution, &right, sentence));
    return right ? CQ_OK
                 : cq_fail(t->ctx, CQ_DEFECT, "the explanation %s check: %s", what,
                           sentence);
}

static cq_status tell_along(teller *t, const size_t places[2])
{
    cq_sentence s = cq_step_begin(t);
    cq_step step = {.shows_solution = true};

    s.status = add_both(t, places, true, &step.solution);
    cq_then(s.status, cq_step_check_made(t, &step, "laid dominoes that fail their"));
    cq_say(&s,
           "Lay dominoes along what is left of the trip. Nothing is left over: this is "
           "a tiling with %s. (Gomory 1973: it works for any two squares of different "
           "colours.)",
           cq_count_of(&s, t->board->count / 2, "domino", "dominoes"));
    return cq_step_end(t, &s, &step);
}

static cq_status tell_gomory(teller *t, const cq_cell holes[2])
{
    uint32_t rows = t->board->rows, cols = t->board->cols;
    size_t places[2] = {cq_gomory_position(rows, cols, holes[0]),
                        cq_gomory_position(rows, cols, holes[1])};

    cq_assert((places[0] + places[1]) % 2); /* the colours take turns */
    cq_try(tell_trip(t));
    cq_try(tell_cut(t, holes, places));
    return tell_along(t, places);
}

/* ---- yes: dominoes without a choice ---- */

/* The only neighbour that is not covered yet, or CQ_NO_CELL. */
static cq_cell only_neighbour(const teller *t, const char *covered, cq_cell cell)
{
    cq_cell near[4], only = CQ_NO_CELL;
    unsigned count = cq_board_neighbours(t->board, cell, near);

    while (count) {
        cq_cell other = near[--count];

        if (covered[other])
            continue;
        if (only != CQ_NO_CELL)
            return CQ_NO_CELL;
        only = other;
    }
    return only;
}

/* Lays the domino of a cell that has only one way left, and looks at the cells beside
 * its other half. `queue` has cells to look at. */
static cq_status lay_forced(teller *t, char *covered, cq_u32s *queue, cq_solution *out)
{
    for (size_t head = 0; head < queue->count; head++) {
        cq_cell cell = queue->at[head], other, near[4];
        unsigned count;

        if (covered[cell])
            continue;
        other = only_neighbour(t, covered, cell);
        if (other == CQ_NO_CELL)
            continue;
        cq_assert(!covered[other] && other != cell);
        covered[cell] = covered[other] = 1;
        cq_try(cq_solution_add(t->ctx, out, 0, (cq_cell[]){cell, other}, 2));
        count = cq_board_neighbours(t->board, other, near);
        while (count)
            cq_try(cq_vec_push(t->ctx, queue, near[--count]));
    }
    return CQ_OK;
}

static cq_status find_chain(teller *t, cq_solution *out)
{
    size_t size = cq_board_size(t->board);
    char *covered = cq_zalloc(t->ctx, size, 1);
    cq_u32s queue = {0};
    cq_status status = covered ? CQ_OK : CQ_MEMORY;

    for (size_t cell = 0; cell < size && status == CQ_OK; cell++)
        if (cq_board_present(t->board, (cq_cell)cell))
            status = cq_vec_push(t->ctx, &queue, (uint32_t)cell);
    cq_then(status, lay_forced(t, covered, &queue, out));
    cq_vec_free(&queue);
    cq_free(covered);
    return status;
}

/* "a1 b1, c1 c2 and 5 more" */
static void say_dominoes(cq_sentence *s, const cq_board *board, const cq_solution *laid)
{
    enum { SHOWN = 4 };
    size_t count = cq_solution_parts(laid), shown = count > SHOWN ? SHOWN : count;
    char first[CQ_CELL_NAME_SIZE], second[CQ_CELL_NAME_SIZE], more[CQ_GROUPED_SIZE];

    for (size_t i = 0; i < shown; i++)
        cq_say(s, "%s%s and %s", i ? ", then " : "",
               cq_cell_name(board, laid->members.at[2 * i], first),
               cq_cell_name(board, laid->members.at[2 * i + 1], second));
    if (count > shown)
        cq_say(s, ", and so on with %s more", cq_grouped(count - shown, more));
}

static cq_status tell_chain(teller *t, bool *all)
{
    cq_sentence s = cq_step_begin(t);
    cq_step step = {.shows_solution = true};
    size_t count;

    *all = false;
    s.status = find_chain(t, &step.solution);
    count = cq_solution_parts(&step.solution);
    if (s.status == CQ_OK && count == 0) {
        free_step(&step);
        return CQ_OK;
    }
    *all = 2 * count == t->board->count;
    cq_say(&s, "Some squares have only one free neighbour, so that their domino has no "
               "choice; and when it lies, others follow: ");
    if (s.status == CQ_OK)
        say_dominoes(&s, t->board, &step.solution);
    cq_say(&s, ". Every tiling has these dominoes.");
    if (*all) {
        cq_say(&s, " They cover the whole board: there is this tiling and no other.");
        cq_then(s.status,
                cq_step_check_made(t, &step, "laid dominoes that fail their"));
    }
    return cq_step_end(t, &s, &step);
}

static cq_status tell_tiling(teller *t)
{
    cq_sentence s = cq_step_begin(t);
    cq_step step = {.shows_solution = true};

    s.status = cq_solution_copy(t->ctx, &t->answer->solutions.at[0], &step.solution);
    cq_say(
        &s,
        "Here is a tiling with %s: every square lies under exactly one, which is all "
        "there is to prove.",
        cq_count_of(&s, cq_solution_parts(&t->answer->solutions.at[0]), "domino",
                    "dominoes"));
    return cq_step_end(t, &s, &step);
}

static cq_status tell_yes(teller *t)
{
    bool all = false;
    cq_cell holes[2];

    if (cq_board_two_coloured(t->board))
        cq_try(tell_colours(t));
    if (find_holes(t->board, holes))
        return tell_gomory(t, holes);
    cq_try(tell_chain(t, &all));
    return all ? CQ_OK : tell_tiling(t);
}

/* CQ_OK if there is something to explain. */
static cq_status can_tell(cq_context *ctx, const cq_problem *problem,
                          const cq_answer *answer)
{
    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, answer, "an answer"));
    if (!cq_problem_is_domino(problem) && !(problem->kind == CQ_TOUR && problem->board))
        return cq_fail(ctx, CQ_REFUSED,
                       "only domino tilings and tours of a board can be explained");
    if (answer->verdict == CQ_UNKNOWN ||
        (answer->verdict == CQ_YES && answer->solutions.count == 0))
        return cq_fail(ctx, CQ_REFUSED, "there is no verdict to explain");
    return CQ_OK;
}

cq_status cq_explain_with(cq_context *ctx, const cq_problem *problem,
                          const cq_answer *answer, const cq_options *options,
                          cq_explanation **out)
{
    cq_options known;
    teller t = {.ctx = ctx, .problem = problem, .answer = answer, .options = &known};
    cq_status status = cq_need(ctx, out, "a place for the explanation");

    cq_then(status, can_tell(ctx, problem, answer));
    cq_then(status, cq_options_read(ctx, options, &known));
    if (status != CQ_OK)
        return status;
    t.out = cq_zalloc(ctx, 1, sizeof *t.out);
    cq_try_memory(t.out);
    t.board = problem->board;
    t.out->problem = problem;
    cq_board_balance(problem->board, &t.light, &t.dark);
    if (problem->kind == CQ_TOUR)
        status = cq_tell_tour(&t);
    else
        status = answer->verdict == CQ_YES ? tell_yes(&t) : tell_no(&t);
    if (status == CQ_OK)
        *out = t.out;
    else
        cq_explanation_free(t.out);
    return status;
}

cq_status cq_explain(cq_context *ctx, const cq_problem *problem,
                     const cq_answer *answer, cq_explanation **out)
{
    return cq_explain_with(ctx, problem, answer, NULL, out);
}
