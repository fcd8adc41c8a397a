/* check_tallies.c - judges numbers of solutions: by their parts, by their copies, and
 * of one.
 *
 * Parts. Every item that must be covered once is so in each solution: the numbers of
 * the parts that have it sum to the number of all. Copies. The pieces of a row fill the
 * board, no row is there twice, and the numbers sum to that of all. If there are few
 * solutions they are made once more, and their parts and copies counted; on larger
 * problems the sums are all that is confirmed. The number of one solution depends on
 * the order of the engine, and is not judged.
 */
#include "base/assert.h"
#include "base/sort.h"
#include "check/check_findings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A search for the solutions beyond this is not worth the while, unless it is asked
 * for. */
static const uint64_t nodes_most = 300000;

/* The claims as rows of numbers, sorted: the copies of each piece, or the label of a
 * part and its cells, ascending. */
typedef struct rows {
    cq_hearing *hearing;
    const cq_answer *answer;
    const uint32_t **at; /* sorted; in `data` */
    cq_u32s data;
    uint64_t *seen; /* solutions that have it, in the order of the claims */
    uint32_t *one;  /* a row of the visitor's */
    bool strange;   /* a solution has something that is not claimed */
} rows;

static size_t longest_row(const rows *r)
{
    const cq_problem *problem = r->hearing->problem;
    size_t longest = problem->pieces.count;

    for (size_t i = 0; i < problem->pieces.count; i++)
        if (problem->pieces.at[i].shape.count > longest)
            longest = problem->pieces.at[i].shape.count;
    return longest + 2;
}

/* Rows begin with their length. */
static int compare_rows(const void *a, const void *b)
{
    const uint32_t *x = *(const uint32_t *const *)a, *y = *(const uint32_t *const *)b;

    for (uint32_t i = 0; i <= x[0]; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* A part of a solution as a row: length, label, cells; if they are too many for a piece
 * the row is of no part. */
static void put_part(const cq_solution *s, size_t i, size_t most, uint32_t *row)
{
    size_t cells = s->starts.count ? s->starts.at[i + 1] - s->starts.at[i] : 0;

    cq_assert(most >= 2 && i < s->labels.count);
    if (cells + 2 > most)
        cells = most - 2;
    row[0] = (uint32_t)cells + 1;
    row[1] = s->labels.at[i];
    if (cells)
        memcpy(row + 2, s->members.at + s->starts.at[i], cells * sizeof *row);
    cq_sort_u32(row + 2, cells);
}

static cq_status make_rows(rows *r)
{
    const cq_findings *f = &r->answer->findings;
    cq_context *ctx = r->hearing->ctx;
    size_t count = f->numbers.count, longest = longest_row(r);
    size_t pieces = count ? f->copies.count / count : 0;

    r->at = cq_alloc(ctx, count, sizeof *r->at);
    r->seen = cq_zalloc(ctx, count, sizeof *r->seen);
    r->one = cq_alloc(ctx, longest, sizeof *r->one);
    if (!r->at || !r->seen || !r->one ||
        cq_vec_reserve(ctx, &r->data, cq_times(count, longest)) != CQ_OK)
        return CQ_MEMORY;
    for (size_t i = 0; i < count; i++) {
        uint32_t *row = r->data.at + i * longest;

        r->at[i] = row;
        if (r->answer->goal == CQ_GOAL_COPIES) {
            row[0] = (uint32_t)pieces;
            memcpy(row + 1, f->copies.at + i * pieces, pieces * sizeof *row);
        } else {
            put_part(&f->parts, i, longest, row);
        }
    }
    if (count)
        qsort(r->at, count, sizeof *r->at, compare_rows);
    return CQ_OK;
}

static void free_rows(rows *r)
{
    cq_free_each(r->at, r->seen, r->one);
    cq_vec_free(&r->data);
}

static bool has_repeated(const rows *r)
{
    for (size_t i = 1; i < r->answer->findings.numbers.count; i++)
        if (compare_rows(&r->at[i - 1], &r->at[i]) == 0)
            return true;
    return false;
}

/* ---- sums ---- */

/* Of the numbers whose mark is set, or of all. */
static bool sums_to_count(const cq_answer *answer, const bool *marks)
{
    const cq_findings *f = &answer->findings;
    mpz_t sum, part;
    bool same;

    mpz_inits(sum, part, NULL);
    for (size_t i = 0; i < f->numbers.count; i++)
        if ((!marks || marks[i]) && mpz_set_str(part, f->numbers.at[i], 10) == 0)
            mpz_add(sum, sum, part);
    same = mpz_cmp(sum, answer->count) == 0;
    mpz_clears(sum, part, NULL);
    return same;
}

/* Every row fills the board with as many copies as there may be. */
static bool rows_fill(const rows *r)
{
    const cq_problem *problem = r->hearing->problem;
    size_t pieces = problem->pieces.count;

    for (size_t i = 0; i < r->answer->findings.numbers.count; i++) {
        uint64_t area = 0;

        if (r->at[i][0] != pieces)
            return false;
        for (size_t p = 0; p < pieces; p++) {
            const cq_piece *piece = &problem->pieces.at[p];
            uint32_t copies = r->at[i][1 + p];

            if (copies < piece->least || copies > piece->most)
                return false;
            area += (uint64_t)copies * piece->shape.count;
        }
        if (area != problem->board->count)
            return false;
    }
    return true;
}

static bool option_has(const cq_cover *cover, uint32_t option, uint32_t item)
{
    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++)
        if (cover->entries.at[e].item == item)
            return true;
    return false;
}

static bool part_has(const cq_problem *problem, const cq_solution *parts, size_t i,
                     uint32_t place)
{
    if (problem->kind == CQ_COVER)
        return option_has(&problem->cover, parts->labels.at[i], place);
    for (uint32_t c = parts->starts.at[i]; c < parts->starts.at[i + 1]; c++)
        if (parts->members.at[c] == place)
            return true;
    return false;
}

/* Whether the place, a cell or an item, is covered once in every solution. */
static bool is_exact(const cq_problem *problem, uint32_t place)
{
    if (problem->kind == CQ_TILING)
        return cq_board_present(problem->board, place);
    return place < problem->cover.primary &&
           problem->cover.items.at[place].least == 1 &&
           problem->cover.items.at[place].most == 1;
}

static cq_status judge_places(cq_hearing *hearing, const cq_answer *answer, bool *right)
{
    const cq_problem *problem = hearing->problem;
    const cq_solution *parts = &answer->findings.parts;
    size_t count = cq_solution_parts(parts);
    size_t places = problem->kind == CQ_TILING ? cq_board_size(problem->board)
                                               : problem->cover.items.count;
    bool *marks = cq_alloc(hearing->ctx, count, sizeof *marks);

    cq_try_memory(marks);
    for (uint32_t place = 0; place < places && *right; place++) {
        if (!is_exact(problem, place))
            continue;
        for (size_t i = 0; i < count; i++)
            marks[i] = part_has(problem, parts, i, place);
        *right = sums_to_count(answer, marks);
        if (!*right)
            cq_find(hearing, CQ_NO,
                    "the numbers of those that cover the same place do not sum to the "
                    "number of solutions");
    }
    cq_free(marks);
    return CQ_OK;
}

/* ---- all solutions once more ---- */

static void count_row(rows *r)
{
    const uint32_t *one = r->one, **found = NULL;
    size_t count = r->answer->findings.numbers.count;

    if (count)
        found = bsearch(&one, r->at, count, sizeof *r->at, compare_rows);
    if (found)
        r->seen[found - r->at]++;
    else
        r->strange = true;
}

static cq_status visit(void *user, const cq_solution *solution)
{
    rows *r = user;
    size_t longest = longest_row(r), pieces = r->hearing->problem->pieces.count;

    if (r->answer->goal == CQ_GOAL_COPIES) {
        memset(r->one, 0, (pieces + 1) * sizeof *r->one);
        r->one[0] = (uint32_t)pieces;
        for (size_t i = 0; i < cq_solution_parts(solution); i++) {
            cq_assert(solution->labels.at[i] < pieces);
            r->one[1 + solution->labels.at[i]]++;
        }
        count_row(r);
        return CQ_OK;
    }
    for (size_t i = 0; i < cq_solution_parts(solution); i++) {
        put_part(solution, i, longest, r->one);
        count_row(r);
    }
    return CQ_OK;
}

static bool is_number(const char *digits, uint64_t number)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, number);
    return strcmp(text, digits) == 0;
}

/* Every number is the one that was seen; the rows were sorted, the numbers were not. */
static bool same_numbers(const rows *r)
{
    const char *const *numbers = (const char *const *)r->answer->findings.numbers.at;
    size_t longest = longest_row(r);

    for (size_t i = 0; i < r->answer->findings.numbers.count; i++) {
        size_t claim = (size_t)(r->at[i] - r->data.at) / longest;

        cq_assert(claim < r->answer->findings.numbers.count);
        if (!is_number(numbers[claim], r->seen[i]))
            return false;
    }
    return !r->strange;
}

static cq_status count_again(rows *r)
{
    cq_hearing *hearing = r->hearing;
    cq_recount again = {.most = hearing->all ? UINT64_MAX : nodes_most,
                        .visitor = {visit, r}};

    cq_try(cq_recount_problem(hearing->ctx, hearing->problem, &again));
    if (!again.complete)
        return cq_find_too_long(hearing, 0,
                                "the numbers sum to the number of solutions;");
    if (!same_numbers(r))
        return cq_find(
            hearing, CQ_NO,
            "the numbers differ from those of all solutions, generated again");
    return cq_find(hearing, CQ_YES,
                   "the numbers agree with those of all solutions, generated again");
}

static cq_status judge_rows(rows *r)
{
    cq_hearing *hearing = r->hearing;
    const cq_answer *answer = r->answer;
    bool right = true;

    if (has_repeated(r))
        return cq_find(hearing, CQ_NO, "something is listed twice");
    if (answer->goal == CQ_GOAL_COPIES && !rows_fill(r))
        return cq_find(hearing, CQ_NO, "some copies do not fill the board");
    if (answer->goal == CQ_GOAL_COPIES && !sums_to_count(answer, NULL))
        return cq_find(hearing, CQ_NO,
                       "the numbers do not sum to the number of tilings");
    cq_try(answer->goal == CQ_GOAL_COPIES ? CQ_OK
                                          : judge_places(hearing, answer, &right));
    return right ? count_again(r) : CQ_OK;
}

cq_status cq_judge_tallies(cq_hearing *hearing, const cq_answer *answer)
{
    rows r = {.hearing = hearing, .answer = answer};
    cq_status status;

    if (answer->goal == CQ_GOAL_INDEX)
        return cq_find(hearing, CQ_UNKNOWN,
                       "the number of a solution is that of the engine's own order");
    if (!answer->counted)
        return cq_find(hearing, CQ_UNKNOWN, "the number of all solutions is missing");
    status = make_rows(&r);
    cq_then(status, judge_rows(&r));
    free_rows(&r);
    return status;
}
