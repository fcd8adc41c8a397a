/* tiling.c - is this a tiling? Every square covered once, by pieces as they are given.
 *
 * Part i marks its cells with mark + 1 + i. A cell that already has a mark above `mark`
 * is covered twice; afterwards, as many cells were marked as the board has, or one is
 * missing. Whether the marked cells are the piece is decided with the table of forms:
 *
 *     plane      the smallest cell of the part is the first square of the form; the
 *                others follow at fixed distances, and each must have the part's mark
 *     cylinder,  the first cell of the part is tried as every square of the form
 *     torus
 *
 * If squares may stay free, as many as the problem says must be left without a mark,
 * and only such as it names.
 *
 * As both have the same number of squares, and no form covers a cell twice, finding
 * every square of the form among the cells means that they are equal sets.
 *
 * Cost: linear in the solution on a plane. Round joined edges a part of n cells takes
 * up to n trials, nearly all of which end at their first squares.
 */
#include "check/judge.h"

#include "base/assert.h"

#include <inttypes.h>
#include <string.h>

cq_status cq_judge_tiling_start(cq_checker *checker)
{
    const cq_problem *problem = checker->problem;
    cq_context *ctx = checker->ctx;

    checker->places = cq_board_size(problem->board);
    checker->marks = cq_zalloc(ctx, checker->places, sizeof(uint32_t));
    checker->used = cq_zalloc(ctx, problem->pieces.count, sizeof(uint32_t));
    cq_try_memory(checker->marks && checker->used);
    if (cq_rules_have(&problem->pieces.rules, CQ_RULE_CONNECTED)) {
        checker->region = cq_alloc(ctx, checker->places, sizeof(uint32_t));
        cq_try_memory(checker->region);
    }
    return cq_forms_make(ctx, problem->board, &problem->pieces, &checker->forms);
}

/* For a part whose cells are a form: do the colours agree? *clash is one that says
 * no. */
static bool colours_agree(const cq_checker *checker, const cq_square *squares,
                          const uint32_t *cells, size_t count, cq_cell *clash)
{
    for (size_t i = 0; i < count; i++)
        if (!cq_colours_match(squares[i].colour,
                              checker->problem->board->colour[cells[i]])) {
            *clash = cells[i];
            return false;
        }
    return true;
}

/* Part `mark` lies as this form with the first square on `least`. */
static bool lies_on_plane(const cq_checker *checker, const cq_form *form, size_t count,
                          cq_cell least, uint32_t mark, cq_cell *clash)
{
    const cq_forms *forms = &checker->forms;
    const cq_square *squares = forms->squares.at + form->start;
    const uint32_t *offsets = forms->offsets.at + form->start;
    uint32_t row = cq_row(forms->board, least), col = cq_col(forms->board, least);
    uint32_t lead = (uint32_t)squares[0].col;

    if (col < lead || form->cols > forms->board->cols - (col - lead) ||
        form->rows > forms->board->rows - row)
        return false;
    cq_assert(least + offsets[count - 1] < checker->places);
    for (size_t i = 1; i < count; i++)
        if (checker->marks[least + offsets[i]] != mark)
            return false;
    if (!forms->coloured)
        return true;
    for (size_t i = 0; i < count; i++)
        forms->room[i] = least + offsets[i];
    return colours_agree(checker, squares, forms->room, count, clash);
}

/* The same across joined edges, with square `held` of the form on (row, col). */
static bool lies_round(const cq_checker *checker, const cq_form *form, size_t count,
                       uint32_t row, uint32_t col, size_t held, uint32_t mark,
                       cq_cell *clash)
{
    const cq_forms *forms = &checker->forms;
    const cq_board *board = forms->board;
    const cq_square *squares = forms->squares.at + form->start;

    for (size_t i = 0; i < count; i++) {
        int64_t r = (int64_t)row + squares[i].row - squares[held].row;
        int64_t c = (int64_t)col + squares[i].col - squares[held].col;

        c = cq_go_round(c, board->cols);
        if (forms->round_rows)
            r = cq_go_round(r, board->rows);
        else if (r < 0 || r >= board->rows)
            return false;
        forms->room[i] = (uint32_t)r * board->cols + (uint32_t)c;
        if (checker->marks[forms->room[i]] != mark)
            return false;
    }
    return colours_agree(checker, squares, forms->room, count, clash);
}

/* Whether the cells, which have the mark, are the piece in one of its forms. */
static bool is_piece(const cq_checker *checker, uint32_t piece, const uint32_t *cells,
                     uint32_t mark, cq_cell *clash)
{
    const cq_forms *forms = &checker->forms;
    size_t count = cq_forms_size(forms, piece);
    uint32_t row = cq_row(forms->board, cells[0]), col = cq_col(forms->board, cells[0]);
    cq_cell least = cells[0];

    cq_assert(count > 0 && mark > checker->mark && mark <= checker->top);
    for (size_t i = 1; i < count; i++)
        least = cells[i] < least ? cells[i] : least;
    for (size_t f = forms->first.at[piece]; f < forms->first.at[piece + 1]; f++) {
        const cq_form *form = &forms->forms.at[f];

        if (!forms->round_cols) {
            if (lies_on_plane(checker, form, count, least, mark, clash))
                return true;
            continue;
        }
        for (size_t held = 0; held < count; held++)
            if (lies_round(checker, form, count, row, col, held, mark, clash))
                return true;
    }
    return false;
}

static cq_verdict say_misfit(const cq_checker *checker, size_t part, uint32_t piece,
                             cq_cell first, cq_cell clash, char *sentence)
{
    const cq_board *board = checker->problem->board;
    const char *name = checker->problem->pieces.at[piece].name;
    char cell[CQ_CELL_NAME_SIZE];

    if (clash != CQ_NO_CELL)
        return cq_judge_say(
            sentence, CQ_NO,
            "part %zu puts piece %.40s on square %s, whose colour %c it does "
            "not match",
            part + 1, name, cq_cell_name(board, clash, cell), board->colour[clash]);
    return cq_judge_say(
        sentence, CQ_NO,
        "part %zu, from square %s, is not an allowed placement of piece %.40s",
        part + 1, cq_cell_name(board, first, cell), name);
}

/* Marks the cells of one part and judges its form. */
static cq_verdict judge_part(cq_checker *checker, size_t part, uint32_t piece,
                             const uint32_t *cells, size_t count, char *sentence)
{
    const cq_problem *problem = checker->problem;
    const cq_board *board = problem->board;
    uint32_t mark = checker->mark + 1 + (uint32_t)part;
    cq_cell clash = CQ_NO_CELL;
    char name[CQ_CELL_NAME_SIZE];

    if (piece >= problem->pieces.count)
        return cq_judge_say(sentence, CQ_NO,
                            "part %zu is piece number %" PRIu32
                            " of %zu, which does not exist",
                            part + 1, piece, problem->pieces.count);
    if (count != cq_forms_size(&checker->forms, piece) || count == 0)
        return cq_judge_say(sentence, CQ_NO,
                            "part %zu covers %zu squares, piece %.40s has %zu",
                            part + 1, count, problem->pieces.at[piece].name,
                            cq_forms_size(&checker->forms, piece));
    for (size_t i = 0; i < count; i++) {
        if (cells[i] >= cq_board_size(board))
            return cq_judge_say(sentence, CQ_NO,
                                "part %zu covers a square off the board", part + 1);
        if (!board->colour[cells[i]])
            return cq_judge_say(
                sentence, CQ_NO,
                "part %zu covers square %s, which the board does not have", part + 1,
                cq_cell_name(board, cells[i], name));
        if (checker->marks[cells[i]] > checker->mark)
            return cq_judge_say(sentence, CQ_NO, "square %s is covered twice",
                                cq_cell_name(board, cells[i], name));
        checker->marks[cells[i]] = mark;
    }
    if (!is_piece(checker, piece, cells, mark, &clash))
        return say_misfit(checker, part, piece, cells[0], clash, sentence);
    cq_assert(checker->marks[cells[0]] == mark);
    checker->used[piece]++;
    return CQ_YES;
}

/* Squares that may stay free: the first one that is not covered and may not is *wrong;
 * returns how many are not covered. */
static uint32_t count_free(const cq_checker *checker, const cq_piece *blank,
                           cq_cell *wrong)
{
    const cq_board *board = checker->problem->board;
    uint32_t count = 0;

    *wrong = CQ_NO_CELL;
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        if (!board->colour[cell] || checker->marks[cell] > checker->mark)
            continue;
        count++;
        if (*wrong == CQ_NO_CELL && blank->allowed &&
            !(blank->allowed[cell / 64] >> cell % 64 & 1))
            *wrong = cell;
    }
    return count;
}

static cq_verdict judge_free(cq_checker *checker, uint32_t number, char *sentence)
{
    const cq_piece *blank = &checker->problem->pieces.at[number];
    char name[CQ_CELL_NAME_SIZE];
    cq_cell wrong;

    if (checker->used[number])
        return cq_judge_say(sentence, CQ_NO,
                            "free squares are those that no part covers: they are not "
                            "parts themselves");
    checker->used[number] = count_free(checker, blank, &wrong);
    if (wrong != CQ_NO_CELL)
        return cq_judge_say(sentence, CQ_NO,
                            "square %s is not covered and may not stay free",
                            cq_cell_name(checker->problem->board, wrong, name));
    if (checker->used[number] < blank->least ||
        (blank->most != CQ_ANY_COPIES && checker->used[number] > blank->most))
        return cq_judge_say(
            sentence, CQ_NO, "%" PRIu32 " square%s free, %s %" PRIu32 " %s allowed",
            checker->used[number], checker->used[number] == 1 ? " stays" : "s stay",
            checker->used[number] < blank->least ? "at least" : "at most",
            checker->used[number] < blank->least ? blank->least : blank->most,
            checker->used[number] < blank->least ? "is" : "are");
    return CQ_YES;
}

static cq_verdict say_uncovered(const cq_checker *checker, char *sentence)
{
    const cq_board *board = checker->problem->board;
    char name[CQ_CELL_NAME_SIZE];

    for (size_t cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell] && checker->marks[cell] <= checker->mark)
            return cq_judge_say(sentence, CQ_NO, "square %s is not covered",
                                cq_cell_name(board, (cq_cell)cell, name));
    return cq_judge_say(sentence, CQ_NO,
                        "the board does not have as many squares as it says");
}

/* "not used", "used once", "used 3 times". */
static const char *put_use(uint32_t count, char text[24])
{
    static const char *const words[] = {"not used", "used once", "used twice"};

    if (count < 3)
        return words[count];
    snprintf(text, 24, "used %" PRIu32 " times", count);
    return text;
}

/* Every part is counted as a copy of one piece; free squares are no parts. */
static bool check_used(const cq_checker *checker, size_t parts)
{
    size_t used = 0;

    for (size_t p = 0; p < checker->problem->pieces.count; p++)
        if (!checker->problem->pieces.at[p].blank)
            used += checker->used[p];
    return used == parts;
}

static cq_verdict judge_copies(const cq_checker *checker, char *sentence)
{
    const cq_pieces *pieces = &checker->problem->pieces;
    char text[24];

    for (size_t p = 0; p < pieces->count; p++) {
        const cq_piece *piece = &pieces->at[p];
        uint32_t used = checker->used[p];

        if (used < piece->least)
            return cq_judge_say(sentence, CQ_NO,
                                "piece %.40s is %s, at least %" PRIu32 " %s needed",
                                piece->name, put_use(used, text), piece->least,
                                piece->least == 1 ? "is" : "are");
        if (piece->most != CQ_ANY_COPIES && used > piece->most)
            return cq_judge_say(sentence, CQ_NO,
                                "piece %.40s is %s, at most %" PRIu32 " %s allowed",
                                piece->name, put_use(used, text), piece->most,
                                piece->most == 1 ? "is" : "are");
    }
    return CQ_YES;
}

/* The parts follow one another and use up all members. */
static bool is_well_formed(const cq_solution *solution)
{
    size_t parts = solution->labels.count;
    const uint32_t *starts = solution->starts.at;

    if (solution->starts.count != parts + 1)
        return parts == 0 && solution->members.count == 0;
    for (size_t i = 0; i < parts; i++)
        if (starts[i] > starts[i + 1])
            return false;
    return starts[0] == 0 && starts[parts] == solution->members.count;
}

cq_verdict cq_judge_tiling(cq_checker *checker, const cq_solution *solution,
                           char sentence[CQ_SENTENCE_SIZE])
{
    const cq_problem *problem = checker->problem;
    size_t parts = solution->labels.count;
    uint32_t blank = cq_problem_free_piece(problem);

    if (!is_well_formed(solution) || parts > problem->board->count)
        return cq_judge_say(sentence, CQ_NO,
                            "%zu parts are not a tiling of %zu squares", parts,
                            problem->board->count);
    cq_judge_next(checker, parts);
    memset(checker->used, 0, problem->pieces.count * sizeof *checker->used);
    for (size_t i = 0; i < parts; i++) {
        uint32_t start = solution->starts.at[i];

        if (cq_poll_at(checker->ctx, i + 1) != CQ_OK)
            return CQ_UNKNOWN;
        if (judge_part(checker, i, solution->labels.at[i], solution->members.at + start,
                       solution->starts.at[i + 1] - start, sentence) != CQ_YES)
            return CQ_NO;
    }
    if (blank != CQ_NO_PIECE && judge_free(checker, blank, sentence) != CQ_YES)
        return CQ_NO;
    if (blank == CQ_NO_PIECE && solution->members.count != problem->board->count)
        return say_uncovered(checker, sentence);
    cq_assert(check_used(checker, parts));
    if (judge_copies(checker, sentence) != CQ_YES)
        return CQ_NO;
    if (cq_judge_rules(checker, solution, sentence) != CQ_YES)
        return CQ_NO;
    if (blank != CQ_NO_PIECE)
        return cq_judge_say(sentence, CQ_YES,
                            "%zu piece%s, no square covered twice, and %" PRIu32
                            " square%s free as asked",
                            parts, parts == 1 ? "" : "s", checker->used[blank],
                            checker->used[blank] == 1 ? " stays" : "s stay");
    return cq_judge_say(
        sentence, CQ_YES, "a tiling with %zu %s, every square covered once", parts,
        !cq_problem_is_domino(problem) ? (parts == 1 ? "piece" : "pieces")
        : parts == 1                   ? "domino"
                                       : "dominoes");
}
